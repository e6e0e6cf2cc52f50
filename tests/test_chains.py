"""Metrics under which several moves of one piece count as one, on random boards with every kind of goal.

Where a goal is reached in the middle of a chain the puzzle is solved there: nobody moves on. Goals that say "anywhere
but here" are the ones that chains run through most easily.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.reference.games import TooLarge, reach
from tests.reference.puzzles import cheapest, number_of_cheapest

import perfectplay as pp
from perfectplay import Position
from perfectplay.kinds.rewrite import RewriteSystem

MOST = 4000
"""States of the reference search, at most."""
BOARDS = 12


def grid(rng: random.Random, rows: int, cols: int, letters: str) -> list[list[str]]:
    return [[rng.choice(letters) for _ in range(cols)] for _ in range(rows)]


def text(cells: list[list[str]]) -> str:
    return "|".join("".join(row) for row in cells)


def graph(rng: random.Random, size: int) -> tuple[str, list[tuple[str, str]]]:
    """The names of a connected graph's vertices, and its edges."""
    names = "abcdefgh"[:size]
    edges = {(names[rng.randrange(n)], names[n]) for n in range(1, size)}
    edges |= {(min(pair), max(pair)) for pair in (rng.sample(names, 2) for _ in range(3))}
    return names, sorted(edges)


def drawn(edges: list[tuple[str, str]]) -> str:
    return " ".join(f"{a}-{b}" for a, b in edges)


def vehicles(rng: random.Random, rows: int, cols: int, number: int) -> str:
    """Bars of two or three cells, as many as find room."""
    letters: dict[tuple[int, int], str] = {}
    for letter in "ABCDEFG"[:number]:
        for _ in range(20):
            length, (dr, dc) = rng.choice((2, 2, 3)), rng.choice(((0, 1), (1, 0)))
            row, col = rng.randrange(rows), rng.randrange(cols)
            cells = [(row + n * dr, col + n * dc) for n in range(length)]
            if all(r < rows and c < cols and (r, c) not in letters for r, c in cells):
                letters |= dict.fromkeys(cells, letter)
                break
    return "|".join("".join(letters.get((r, c), ".") for c in range(cols)) for r in range(rows))


def sliding_blocks(rng: random.Random) -> Iterator[str]:
    board = vehicles(rng, 3, rng.choice((3, 4)), rng.randint(2, 4)).lower()
    letters = sorted({letter for letter in board if letter.isalpha()})
    goal = "".join(letter if letter in (letters[0], "|") else "." for letter in board)
    rows = goal.split("|")
    yield f"{board} -> move {rng.choice(letters)}"
    yield f"{board} -> not {goal}"
    yield f"{board} -> {'|'.join(rows[::-1])}"
    yield f"{board} -> {'|'.join(row[::-1] for row in rows)}"


def rush_hour(rng: random.Random) -> Iterator[str]:
    yield vehicles(rng, 4, 4, 4)


def triagonal_slide_out(rng: random.Random) -> Iterator[str]:
    """Bars along the rows of a small hexagon; the others would need a map of its axes, and chain in the same way."""
    rows = []
    for number, width in enumerate((3, 4, 3)):
        row = ["."] * width
        at = rng.randrange(width - 1)
        row[at] = row[at + 1] = "BAC"[number]
        rows.append(" " * (width == 3) + " ".join(row))
    yield "|".join(rows)


def unit_rush_hour(rng: random.Random) -> Iterator[str]:
    cells = grid(rng, 3, 3, "hv..#.")
    cells[rng.randrange(3)][rng.randrange(3)] = rng.choice("HV")
    yield text(cells)
    yield f"{text(cells)} -> move"
    yield f"{text(cells)} -> not {rng.choice('abc')}{rng.choice('123')}"


def subway_shuffle(rng: random.Random) -> Iterator[str]:
    names, edges = graph(rng, 6)
    colours = [f"{a}-{b}=b" for a, b in edges if rng.random() < 0.3]
    stations = rng.sample(names, 4)
    cars = [f"{station}={car}" for station, car in zip(stations, "Rrb", strict=False)]
    head = f"{drawn(edges)}; {' '.join(colours + cars)}"
    yield f"{head} -> {stations[3]}"
    yield f"{head} -> move"
    yield f"{head} -> not {rng.choice(names)}"


def peg_solitaire(rng: random.Random) -> Iterator[str]:
    yield text(grid(rng, 3, 4, "oo."))
    yield text(grid(rng, 3, 4, "oooo...x"))


def labelled_tokens(rng: random.Random) -> Iterator[str]:
    names, edges = graph(rng, 6)
    before, after = rng.sample(names, 3), rng.sample(names, 3)
    places = [" ".join(f"{place}={n}" for n, place in enumerate(side)) for side in (before, after)]
    yield f"{drawn(edges)}; {places[0]} -> {places[1]}"


def token_shifts(rng: random.Random) -> Iterator[str]:
    names, edges = graph(rng, 7)
    tokens, marked = set(rng.sample(names, 3)), set(rng.sample(names, 3))
    placed = [f"{n}={'O' if n in tokens & marked else 'o' if n in tokens else 'x'}" for n in sorted(tokens | marked)]
    yield f"{drawn(edges)}; {' '.join(placed)}"


MAKERS: dict[str, Callable[[random.Random], Iterator[str]]] = {
    maker.__name__: maker
    for maker in (
        sliding_blocks,
        rush_hour,
        triagonal_slide_out,
        unit_rush_hour,
        subway_shuffle,
        peg_solitaire,
        labelled_tokens,
        token_shifts,
    )
}


def chained(system: Any) -> list[str]:
    return [metric for metric, chosen in getattr(system, "metrics", {}).items() if chosen.chain]


def boards(key: str) -> Iterator[Position]:
    for seed in range(BOARDS):
        for made in MAKERS[key](random.Random(f"{key} {seed}")):
            try:
                yield pp.load(key, made)
            except pp.ParseError:
                continue  # a goal for which there is no room, no peg left, and the like


def test_every_puzzle_with_chains_has_boards_here() -> None:
    systems = (pp.system(entry.key) for entry in pp.catalogue())
    assert {cls.key for cls in systems if issubclass(cls, RewriteSystem) and chained(cls)} == set(MAKERS)


@pytest.mark.parametrize("key", MAKERS)
def test_chains_against_plain_search(key: str) -> None:
    compared = 0
    for position in boards(key):
        for metric in chained(position.system):
            try:
                least = cheapest(position, metric, MOST)
                number = number_of_cheapest(position, metric, MOST)
                layers = reach(position, MOST)
            except TooLarge:
                continue
            about = f"{position!r}, {metric}"
            for method in ("breadth-first", "ida*", None) if least is not None else ("breadth-first", None):
                line = pp.solve(position, metric=metric, method=method).answer
                assert (None if line is None else line.cost) == least, about
                assert line is None or pp.check(position, line, metric=metric), about
            assert pp.count(position, metric=metric) == number, about
            if number <= 200:
                lines = pp.solutions(position, metric=metric, limit=201).answer
                assert len({str(line) for line in lines}) == len(lines) == number, about
                assert all(line.cost == least and pp.check(position, line, metric=metric) for line in lines), about
            found = pp.cluster(position, metric=metric)
            assert found.depth == least and pp.verify(found), about
            reached = pp.reachable(position).answer
            assert reached.layers == tuple(map(len, layers)), about
            assert (reached.solved > 0) == (least is not None), about
            compared += bool(least)
    assert compared >= BOARDS // 3


def test_pieces_whose_cells_are_1024_apart_are_told_apart() -> None:
    rows = ["BB" + "." * 30, *["." * 32] * 31, "AA" + "." * 30]
    assert pp.solve(pp.load("rush_hour", "|".join(rows)), metric="moves").cost == 1
