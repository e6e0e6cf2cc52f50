"""Constraint graphs, their configurations, and how both are written.

A *constraint graph* has edges with weights and vertices with minimum inflows. A *configuration* gives each edge a
direction; it is *legal* if the weights of the edges that point to a vertex add up to its minimum at least.

Text: edges, separated by blanks. ``a>b:2`` has weight 2 and points to b, ``a<b:2`` points to a, and ``a-b:2`` has no
direction yet. Without a number the weight is 1. In the literature's drawings edges of weight 1 are red and those of
weight 2 blue. A letter after the weight says whose edge it is: ``a>b:2L``. At the end a ``*`` says that it has been
reversed and may not be again, ``!`` that it is active: it has been reversed in the last step. A vertex without edges
stands alone. After ``;`` come minimum inflows, 2 unless stated: ``v=1``; or the kind of a vertex (``v=OR``, see
``vertices``), which is checked; and perhaps where all vertices are in a picture: ``v(0,1.5)``, to the right and
upwards. After ``->`` come the directions that are the goal: ``a<b``, or ``b>a``, which is the same. Of several edges
between the same vertices the second is called ``a-b#2``.

Edges keep the order and the order of ends in which they are written, so that a reversal turns ``a>b`` into ``a<b`` and
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, NoReturn

from perfectplay.board.plain import PLACE, all_placed, written_place
from perfectplay.errors import ParseError, error_at, quote
from perfectplay.families.constraint_logic.vertices import KINDS, kind_of
from perfectplay.limits import watch_now

USUAL = 2
"""The minimum inflow of a vertex about which nothing is said."""
MOST_EDGES = 1 << 18
MOST_CHARACTERS = 1 << 24
LARGEST = 1 << 30
"""Of weights and minima."""
LONGEST_NAME = 64

_NAME = r"[A-Za-z0-9_']+"
_TOKEN = re.compile(r"\S+")
_EDGE = re.compile(rf"({_NAME})(?:([<>-])({_NAME})(?::(\d*)([LR]\d*)?)?(\*?)(!?))?")
_START = re.compile(rf"(?:{_NAME})?(?:(?<=[^<>-])[<>-](?:{_NAME}(?::\d*(?:[LR]\d*)?)?\*?)?)?")
_MINIMUM = re.compile(rf"({_NAME})=(\w+)")
_PLACED = re.compile(rf"({_NAME}){PLACE}")
_DIRECTION = re.compile(rf"({_NAME})([<>])({_NAME})(?:#([1-9]\d{{0,5}}))?")
TURNED = {">": "<", "<": ">", "-": "-"}


class Edge(NamedTuple):
    """Between two vertices, given by their numbers. ``owner`` is L, R, with a number in a team, or nobody."""

    first: int
    second: int
    weight: int = 1
    owner: str = ""


@dataclass(frozen=True, eq=False)
class ConstraintGraph:
    """What stays the same during a play."""

    vertices: tuple[str, ...]
    minima: tuple[int, ...]
    edges: tuple[Edge, ...]
    goal: tuple[tuple[int, str], ...] = ()
    """Edges, and the arrow (``>`` or ``<``) that each is to have."""
    places: tuple[tuple[float, float], ...] = ()
    """Where each vertex is in a picture; empty where that is left to whoever draws it."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the edges."""
        found, copies = [], dict[tuple[int, int], int]()
        for first, second, *_ in self.edges:
            pair = (first, second) if first <= second else (second, first)
            copy = copies[pair] = copies.get(pair, 0) + 1
            found.append(f"{self.vertices[first]}-{self.vertices[second]}" + (f"#{copy}" if copy > 1 else ""))
        return tuple(found)

    @cached_property
    def named(self) -> dict[str, int]:
        """The numbers of the edges by their names."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def at(self) -> tuple[tuple[int, ...], ...]:
        """The edges at each vertex; a loop comes once."""
        found: list[list[int]] = [[] for _ in self.vertices]
        for number, (first, second, *_) in enumerate(self.edges):
            found[first].append(number)
            if first != second:
                found[second].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each vertex, empty if it has no name."""
        return tuple(kind_of(self.weights_at(vertex), self.minima[vertex]) for vertex in range(len(self.vertices)))

    def weights_at(self, vertex: int) -> list[int]:
        """The weights of the ends at a vertex; a loop has two."""
        return [
            weight
            for number in self.at[vertex]
            for first, second, weight, _ in (self.edges[number],)
            for end in (first, second)
            if end == vertex
        ]

    def number(self, vertex: str) -> int:
        return self._numbers[vertex]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.vertices)}

    @cached_property
    def _parts(self) -> tuple[object, ...]:
        return self.vertices, self.minima, self.edges, self.goal, self.places

    @cached_property
    def _hash(self) -> int:
        return hash(self._parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConstraintGraph):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._parts == other._parts)

    def __reduce__(self) -> tuple[object, ...]:
        return ConstraintGraph, self._parts


@dataclass(frozen=True)
class Configuration:
    """A graph with a direction for each edge."""

    graph: ConstraintGraph
    arrows: str
    """One of ``>``, ``<`` and ``-`` (no direction) for each edge, read from its first end to its second."""
    spent: frozenset[int] = frozenset()
    """Edges that have been reversed and may not be again."""
    active: frozenset[int] = frozenset()
    """Edges that have been reversed in the last step."""

    @classmethod
    def parse(cls, text: str) -> Configuration:
        return _Reader(text).read()

    def heads(self, edge: int) -> tuple[int, ...]:
        """The vertex that an edge points to; none if it has no direction."""
        first, second, *_ = self.graph.edges[edge]
        arrow = self.arrows[edge]
        return (second,) if arrow == ">" else (first,) if arrow == "<" else ()

    def inflow(self, vertex: int) -> int:
        """The weight that points to a vertex."""
        edges = self.graph.edges
        return sum(edges[number].weight for number in self.graph.at[vertex] if vertex in self.heads(number))

    @property
    def legal(self) -> bool:
        return self.short_of() is None

    def short_of(self) -> int | None:
        """The first vertex with too little inflow."""
        inflow = [0] * len(self.graph.vertices)
        for (first, second, weight, _), arrow in zip(self.graph.edges, self.arrows, strict=True):
            if arrow == ">":
                inflow[second] += weight
            elif arrow == "<":
                inflow[first] += weight
        for vertex, (has, needs) in enumerate(zip(inflow, self.graph.minima, strict=True)):
            if has < needs:
                return vertex
        return None

    def may_turn(self, edge: int) -> bool:
        """Does the vertex that the edge points to have enough inflow without it?"""
        first, second, weight, _ = self.graph.edges[edge]
        if first == second:
            return True
        (head,) = self.heads(edge)
        return self.inflow(head) - weight >= self.graph.minima[head]

    def turned(
        self, edges: Iterable[int], spent: frozenset[int] = frozenset(), active: frozenset[int] = frozenset()
    ) -> Configuration:
        """With some edges reversed."""
        arrows = list(self.arrows)
        for edge in edges:
            arrows[edge] = TURNED[arrows[edge]]
        return Configuration(self.graph, "".join(arrows), spent, active)

    def reached(self, goal: Iterable[tuple[int, str]]) -> bool:
        """Do these edges have these arrows?"""
        return all(self.arrows[edge] == arrow for edge, arrow in goal)

    def __str__(self) -> str:
        graph = self.graph
        names = graph.vertices
        tokens = []
        for number, ((first, second, weight, owner), arrow) in enumerate(zip(graph.edges, self.arrows, strict=True)):
            tail = f":{weight if weight != 1 else ''}{owner}" if weight != 1 or owner else ""
            star = "*" * (number in self.spent) + "!" * (number in self.active)
            tokens.append(f"{names[first]}{arrow}{names[second]}{tail}{star}")
        tokens += [name for name, edges in zip(names, graph.at, strict=True) if not edges]
        text = " ".join(tokens)
        unusual = [f"{name}={low}" for name, low in zip(names, graph.minima, strict=True) if low != USUAL]
        unusual += map(written_place, names, graph.places) if graph.places else ()
        if unusual:
            text += "; " + " ".join(unusual)
        if graph.goal:
            text += " -> " + " ".join(graph.names[edge].replace("-", arrow, 1) for edge, arrow in graph.goal)
        return text

    def bits(self) -> bytes:
        """For the native side: a bit for each edge, set if it points to its second end."""
        return packed((number for number, arrow in enumerate(self.arrows) if arrow == ">"), len(self.arrows))

    def with_bits(
        self, bits: bytes, spent: frozenset[int] = frozenset(), active: frozenset[int] = frozenset()
    ) -> Configuration:
        """The inverse of :meth:`bits`."""
        size = len(self.arrows)
        digits = f"{int.from_bytes(bits, 'little'):0{max(size, 1)}b}"[::-1][:size]
        return Configuration(self.graph, digits.translate(_ARROWS), spent, active)


_ARROWS = str.maketrans("01", "<>")


def packed(numbers: Iterable[int], size: int) -> bytes:
    """A string of this many bits, in words of 64, with these set."""
    words = bytearray(8 * -(-size // 64))
    for number in numbers:
        words[number >> 3] |= 1 << (number & 7)
    return bytes(words)


def unpacked(bits: bytes) -> frozenset[int]:
    """The numbers of the bits that are set."""
    number = int.from_bytes(bits, "little")
    return frozenset(place for place, digit in enumerate(f"{number:b}"[::-1]) if digit == "1")


class _Reader:
    """Reads a text; errors say where."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_CHARACTERS:
            raise ParseError(f"{len(text)} characters of text", expected=f"at most {MOST_CHARACTERS}")
        self.text = text
        arrow = text.find("->")
        self.goal_from = len(text) if arrow < 0 else arrow
        semicolon = text.find(";", 0, self.goal_from)
        self.minima_from = self.goal_from if semicolon < 0 else semicolon
        self.numbers: dict[str, int] = {}
        self.alone: dict[str, None] = {}
        self.edges: list[Edge] = []
        self.arrows: list[str] = []
        self.spent: list[int] = []
        self.active: list[int] = []

    def fail(self, what: str, offset: int, expected: str) -> NoReturn:
        raise error_at(self.text, offset, what, expected)

    def read(self) -> Configuration:
        self._read_edges()
        for name in self.alone:
            self.numbers.setdefault(name, len(self.numbers))
        graph = ConstraintGraph(tuple(self.numbers), (USUAL,) * len(self.numbers), tuple(self.edges))
        if self.minima_from < self.goal_from:
            graph = replace(graph, minima=self._read_minima(graph), places=self._read_places())
        if self.goal_from < len(self.text):
            graph = replace(graph, goal=self._read_goal(graph))
        return Configuration(graph, "".join(self.arrows), frozenset(self.spent), frozenset(self.active))

    def _read_edges(self) -> None:
        numbers, edges, arrows = self.numbers, self.edges, self.arrows
        look = watch_now()
        for token in _TOKEN.finditer(self.text, 0, self.minima_from):
            match = _EDGE.fullmatch(self.text, token.start(), token.end())
            if match is None:
                self._refuse(token.start(), token[0])
            first, arrow, second, weight, owner, spent, active = match.groups()
            if len(first) > LONGEST_NAME or (second and len(second) > LONGEST_NAME):
                self.fail("a long name", token.start(), f"at most {LONGEST_NAME} characters")
            if not arrow:
                self.alone[first] = None
                continue
            heavy = int(weight[:12]) if weight else 1
            if not 0 < heavy <= LARGEST:
                self.fail(f"weight {weight[:12]}", token.start(), f"a number from 1 to {LARGEST}")
            if spent:
                self.spent.append(len(edges))
            if active:
                self.active.append(len(edges))
            a = numbers.setdefault(first, len(numbers))
            edges.append(Edge(a, numbers.setdefault(second, len(numbers)), heavy, owner or ""))
            arrows.append(arrow)
            if not len(edges) & 4095:
                look()
                if len(edges) > MOST_EDGES:
                    self.fail("too many edges", token.start(), f"at most {MOST_EDGES}")
        if not edges and not self.alone:
            self.fail("no edges", 0, "some, such as a>b:2 b>c")

    def _refuse(self, start: int, token: str) -> NoReturn:
        begun = _START.match(token)
        at = begun.end() if begun else 0
        example = "an edge such as a>b:2, a<b:2L* or a vertex"
        if at >= len(token):
            self.fail(f"{quote(token)} ends too soon", start, example)
        self.fail(f"unexpected {quote(token[at])} in {quote(token)}", start + at, example)

    def _read_minima(self, graph: ConstraintGraph) -> tuple[int, ...]:
        minima, seen = list(graph.minima), set[int]()
        for token in _TOKEN.finditer(self.text, self.minima_from + 1, self.goal_from):
            match = _MINIMUM.fullmatch(token[0])
            if match is None and _PLACED.fullmatch(token[0]):
                continue
            if match is None:
                self.fail(f"unexpected {quote(token[0])}", token.start(), "a minimum inflow such as v=1 or v=OR")
            vertex = self._vertex(match[1], token.start())
            if vertex in seen:
                self.fail(f"{quote(match[1])} is said twice", token.start(), "each vertex once")
            seen.add(vertex)
            word = match[2]
            if word.isdecimal() and int(word[:12]) <= LARGEST:
                minima[vertex] = int(word[:12])
                continue
            if word.upper() not in KINDS:
                known = ", ".join(KINDS)
                self.fail(f"unexpected {quote(word)}", token.start() + match.start(2), f"a number or one of {known}")
            weights, minima[vertex] = KINDS[word.upper()]
            has = sorted(graph.weights_at(vertex))
            if weights is not None and has != sorted(weights):
                shown = ", ".join(map(str, has))
                wanted = f"{', '.join(map(str, weights))} for {word.upper()}"
                self.fail(f"{quote(match[1])} has edges of weight {shown}", token.start(), wanted)
        return tuple(minima)

    def _read_places(self) -> tuple[tuple[float, float], ...]:
        """From among the minima."""
        found: dict[str, tuple[float, float]] = {}
        for token in _TOKEN.finditer(self.text, self.minima_from + 1, self.goal_from):
            match = _PLACED.fullmatch(token[0])
            if match is not None:
                self._vertex(match[1], token.start())
                if match[1] in found:
                    self.fail(f"{quote(match[1])} has a place already", token.start(), "one for each vertex")
                found[match[1]] = (float(match[2]), float(match[3]))
        try:
            return tuple(all_placed(self.numbers, found).values()) if found else ()
        except ParseError as error:
            raise error_at(self.text, self.minima_from, error.what, error.expected) from None

    def _vertex(self, name: str, offset: int) -> int:
        number = self.numbers.get(name)
        if number is None:
            self.fail(f"no vertex {quote(name)}", offset, "a vertex of the graph")
        return number

    def _read_goal(self, graph: ConstraintGraph) -> tuple[tuple[int, str], ...]:
        known = graph.named
        wanted: dict[int, str] = {}
        for token in _TOKEN.finditer(self.text, self.goal_from + 2):
            match = _DIRECTION.fullmatch(token[0])
            if match is None:
                self.fail(f"unexpected {quote(token[0])}", token.start(), "a direction such as a>b or a<b#2")
            first, arrow, second, copy = match.groups()
            tail = f"#{copy}" if copy and copy != "1" else ""
            edge = known.get(f"{first}-{second}{tail}")
            if edge is None:
                edge, arrow = known.get(f"{second}-{first}{tail}"), TURNED[arrow]
            if edge is None:
                self.fail(f"no edge {quote(f'{first}-{second}{tail}')}", token.start(), "an edge of the graph")
            if wanted.setdefault(edge, arrow) != arrow:
                self.fail(f"{quote(graph.names[edge])} in both directions", token.start(), "one")
        if not wanted:
            self.fail("no goal after '->'", self.goal_from, "a direction such as a>b")
        return tuple(sorted(wanted.items()))
