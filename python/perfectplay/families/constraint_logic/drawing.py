"""Constraint graphs as the literature draws them: red edges of weight 1, blue ones of weight 2 and thicker, arrows at
the heads, and edges to be reversed ringed."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, sin

from perfectplay.families.constraint_logic.graphs import USUAL, Configuration
from perfectplay.picture import Disc, Label, Picture, Shape
from perfectplay.picture.edges import VERTEX, curve, line, loop, point_of
from perfectplay.picture.graphs import enlarged
from perfectplay.picture.layout import layout, widest

COLOURS = {1: "right", 2: "left"}
"""The palette's red and blue, by weight; other weights are grey and say how much they are."""
MOST_DRAWN = 2000


def draw(configuration: Configuration, title: str) -> Picture:
    graph = configuration.graph
    lines = tuple(str(configuration).replace("; ", "\n; ").replace(" -> ", "\n-> ").split("\n"))
    if len(graph.edges) > MOST_DRAWN:
        return Picture((Label((0, 0), f"{len(graph.edges)} edges"),), lines, title)
    ends = tuple((first, second) for first, second, *_ in graph.edges)
    if graph.places:
        where = tuple(enlarged(graph.places, [(graph.places[first], graph.places[second]) for first, second in ends]))
    else:
        where = layout(len(graph.vertices), ends)
    return Picture(tuple(_shapes(configuration, where)), lines, title)


def _shapes(configuration: Configuration, where: tuple[tuple[float, float], ...]) -> Iterator[Shape]:
    graph = configuration.graph
    goal = dict(graph.goal)
    alike: dict[frozenset[int], list[int]] = {}
    near: list[set[int]] = [set() for _ in graph.vertices]
    for number, (first, second, *_) in enumerate(graph.edges):
        near[first] |= {second} - {first}
        near[second] |= {first} - {second}
        alike.setdefault(frozenset((first, second)), []).append(number)
    centre = (sum(x for x, _ in where) / len(where), sum(y for _, y in where) / len(where))
    for numbers in alike.values():
        for rank, number in enumerate(numbers):
            first, second, weight, owner = graph.edges[number]
            if first == second:
                x, y = where[first]
                path = loop((x, y), atan2(x - centre[0], centre[1] - y), rank)
            else:
                path = curve(where[first], where[second], rank - (len(numbers) - 1) / 2, first > second)
            arrow = configuration.arrows[number]
            if arrow == "<":
                path = path[::-1]
            role, middle = COLOURS.get(weight, "faint"), point_of(path)
            yield from line(path, role, 0.05 * min(weight, 4), None if arrow == "-" else path[-1])
            text = ("" if weight in COLOURS else str(weight)) + owner
            text += "*" * (number in configuration.spent) + "!" * (number in configuration.active)
            if number in goal:
                yield Disc(middle, 0.26, "goal", hollow=True)
            if text:
                yield Disc(middle, 0.2, "paper")
                yield Label(middle, text, "ink", 0.28)
    for vertex, name in enumerate(graph.vertices):
        x, y = where[vertex]
        low = graph.minima[vertex]
        yield Disc((x, y), VERTEX * (0.5 if low == 0 else 0.75), "white")
        if low not in (0, USUAL):
            yield Label((x, y), str(low), "ink", 0.3)
        angle = widest([atan2(where[w][1] - y, where[w][0] - x) for w in near[vertex]])
        yield Label((x + 0.42 * cos(angle), y + 0.42 * sin(angle)), name, "faint", 0.3)
