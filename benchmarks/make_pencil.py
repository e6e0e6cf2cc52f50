"""Makes pencil puzzles with one solution, the same ones every time: a random solution, then clues until it is unique.

    python benchmarks/make_pencil.py slitherlink 30 45 --seed 1         prints one

All clues that the solution allows are there at first. Then groups of them are taken away at random, as long as the
solution stays the only one; groups are halved when that fails, down to single clues.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import perfectplay as pp

Clues = dict[tuple[int, int], str]


def text(rows: int, cols: int, clues: Clues) -> str:
    between = " " if any(len(clue) > 1 for clue in clues.values()) else ""
    return "|".join(between.join(clues.get((r, c), ".") for c in range(cols)) for r in range(rows))


def random_area(rows: int, cols: int, rng: random.Random) -> set[tuple[int, int]]:
    """Cells whose outline is one loop: they hang together, so do the others with the outside, and no two of either
    touch at a corner only."""
    inside = {(rows // 2, cols // 2)}
    edge = list(inside)
    while edge:
        r, c = edge.pop(rng.randrange(len(edge)))
        for cell in rng.sample([(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)], 4):
            free = 0 <= cell[0] < rows and 0 <= cell[1] < cols and cell not in inside
            if free and keeps_one_loop(cell, inside) and rng.random() < 0.75:
                inside.add(cell)
                edge.append(cell)
    return inside


def keeps_one_loop(cell: tuple[int, int], inside: set[tuple[int, int]]) -> bool:
    """Around the cell, those inside and those outside each form one run."""
    r, c = cell
    ring = [
        (r - 1, c - 1),
        (r - 1, c),
        (r - 1, c + 1),
        (r, c + 1),
        (r + 1, c + 1),
        (r + 1, c),
        (r + 1, c - 1),
        (r, c - 1),
    ]
    there = [place in inside for place in ring]
    changes = sum(a != b for a, b in zip(there, there[1:] + there[:1], strict=True))
    corner_only = any(there[i] and not there[i - 1] and not there[(i + 1) % 8] for i in (0, 2, 4, 6))
    return changes == 2 and not corner_only


def slitherlink(rows: int, cols: int, rng: random.Random) -> Clues:
    inside = random_area(rows, cols, rng)
    clues = {}
    for r in range(rows):
        for c in range(cols):
            near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            clues[r, c] = str(sum(((r, c) in inside) != (cell in inside) for cell in near))
    return clues


STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
SIDES = {"N": ((-1, -1), (-1, 0)), "E": ((-1, 0), (0, 0)), "S": ((0, -1), (0, 0)), "W": ((-1, -1), (0, -1))}
Area = set[tuple[int, int]]


def ways_of(inside: Area, rows: int, cols: int) -> Clues:
    """The ways in which the outline of an area leaves each cell that it passes, where the places of the area are those
    at which four cells meet."""
    ways = {}
    for r in range(rows):
        for c in range(cols):
            around = {(a, b): (r + a, c + b) in inside for a in (-1, 0) for b in (-1, 0)}
            found = "".join(way for way, (a, b) in SIDES.items() if around[a] != around[b])
            if found:
                ways[r, c] = found
    return ways


def area_of(answer: Mapping[Any, Any], rows: int, cols: int) -> Area:
    """The area inside the loop of an answer."""
    inside = set()
    for r in range(rows - 1):
        within = False
        for c in range(cols - 1):
            within ^= answer.get(((r, c), (r + 1, c))) == 1
            if within:
                inside.add((r, c))
    return inside


def may_turn(place: tuple[int, int], inside: Area) -> bool:
    """Stays the outline one loop if a place changes sides?"""
    r, c = place
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    there = [(r + a, c + b) in inside for a, b in ring]
    changes = sum(a != b for a, b in zip(there, there[1:] + there[:1], strict=True))
    return changes == 2 and any(there[1::2]) and not all(there[1::2])


def shaken(inside: Area, where: Area, rng: random.Random, share: float) -> Area:
    """The area with some of these places changed."""
    changed = set(inside)
    for place in rng.sample(sorted(where), len(where)):
        if rng.random() < share and may_turn(place, changed):
            changed ^= {place}
    return changed


def near(lines: Iterable[Any], rows: int, cols: int) -> Area:
    """The places beside some lines."""
    found = {(r + a, c + b) for line in lines for r, c in line for a in (-1, 0) for b in (-1, 0)}
    return {(r, c) for r, c in found if 0 <= r < rows - 1 and 0 <= c < cols - 1}


def circles(inside: Area, rows: int, cols: int) -> Clues:
    """Every circle that a loop allows."""
    ways = ways_of(inside, rows, cols)
    straight = {cell: found in ("NS", "EW") for cell, found in ways.items()}
    clues = {}
    for (r, c), found in ways.items():
        beside = [straight[r + STEPS[way][0], c + STEPS[way][1]] for way in found]
        if straight[r, c] and not all(beside):
            clues[r, c] = "w"
        elif not straight[r, c] and all(beside):
            clues[r, c] = "b"
    return clues


def masyu(rows: int, cols: int, rng: random.Random) -> Clues:
    """A random loop is changed, where it is not the only one for its circles, until it is."""
    inside = random_area(rows - 1, cols - 1, rng)
    while True:
        clues = circles(inside, rows, cols)
        found = pp.unique(pp.load("masyu", text(rows, cols, clues))).answer.solutions
        if len(found) < 2:
            return clues
        areas = [area_of(each, rows, cols) for each in found]
        other = areas[0] if areas[0] != inside else areas[1]
        if len(circles(other, rows, cols)) > len(clues):
            inside = other
        else:
            differ = [line for line in found[0] if found[0][line] != found[1][line]]
            inside = shaken(inside, near(differ, rows, cols), rng, 0.3)


def arrows(shaded: Area, printed: Clues, rows: int, cols: int) -> Clues:
    """The clues of Yajilin, with the arrows that are given."""
    clues = {}
    for (r, c), way in printed.items():
        a, b = STEPS[way]
        ahead = [(r + a * n, c + b * n) for n in range(1, max(rows, cols))]
        clues[r, c] = f"{sum(cell in shaded for cell in ahead)}{'^>v<'['NESW'.index(way)]}"
    return clues


LENGTHEN = 0.35
"""The share of places where the loop of Yajilin is made longer: the more, the fewer clues, and the longer it takes."""


def yajilin(rows: int, cols: int, rng: random.Random) -> Clues:
    """A random loop; cells that it leaves out are shaded or clues.

    As long as something is undecided, shaded cells there become clues, or the loop is changed there.
    """
    inside = random_area(rows - 1, cols - 1, rng)
    for place in sorted((r, c) for r in range(rows - 1) for c in range(cols - 1)):
        # longer: a place with few beside it on its new side
        beside = sum((place[0] + a, place[1] + b) in inside for a, b in STEPS.values())
        if (beside > 2 if place in inside else beside < 2) and may_turn(place, inside) and rng.random() < LENGTHEN:
            inside ^= {place}
    shaded: Area = set()
    printed: Clues = {}
    while True:
        ways = ways_of(inside, rows, cols)
        off = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in ways]
        printed = {cell: way for cell, way in printed.items() if cell not in ways}
        shaded -= set(ways)
        for r, c in rng.sample(off, len(off)):
            if (r, c) not in printed and (r, c) not in shaded:
                if rng.random() < 0.8 and not any((r + a, c + b) in shaded for a, b in STEPS.values()):
                    shaded.add((r, c))
                else:
                    printed[r, c] = rng.choice("NESW")
        clues = arrows(shaded, printed, rows, cols)
        puzzle = pp.load("yajilin", text(rows, cols, clues))
        found: Any = pp.solutions(puzzle, limit=12).answer
        undecided = [each for each in found[0] if any(found[0][each] != other[each] for other in found)]
        if not undecided:
            return clues
        doubtful = [cell for cell in undecided if cell in shaded]
        for cell in rng.sample(doubtful, (len(doubtful) + 3) // 4):
            shaded.discard(cell)
            printed[cell] = rng.choice("NESW")
        lines = [each for each in undecided if isinstance(each[0], tuple)]
        inside = shaken(inside, near(lines, rows, cols), rng, 0.05 if doubtful else 0.3)


MAKERS: dict[str, Callable[[int, int, random.Random], Clues]] = {
    "masyu": masyu,
    "slitherlink": slitherlink,
    "yajilin": yajilin,
}


def thinned(key: str, rows: int, cols: int, clues: Clues, rng: random.Random, least: float) -> Clues:
    """Fewer clues, down to this share of the cells, and still one solution."""
    unique = lambda left: bool(pp.unique(pp.load(key, text(rows, cols, left))))  # noqa: E731
    if not unique(clues):
        raise ValueError("all clues together leave several solutions")
    order = rng.sample(sorted(clues), len(clues))
    size = max(1, len(order) // 8)
    kept = dict(clues)
    while order and len(kept) > least * rows * cols:
        group, order = order[:size], order[size:]
        fewer = {cell: clue for cell, clue in kept.items() if cell not in group}
        if unique(fewer):
            kept = fewer
        elif size > 1:
            order = group + order
            size = max(1, size // 2)
    return kept


def make(key: str, rows: int, cols: int, seed: int, least: float = 0.3) -> str:
    rng = random.Random(f"{key} {rows} {cols} {seed}")
    while True:
        clues = MAKERS[key](rows, cols, rng)
        if key == "yajilin":
            # no cell but those can be left out by the loop
            return text(rows, cols, clues)
        try:
            return text(rows, cols, thinned(key, rows, cols, clues, rng, least))
        except ValueError:
            continue


def main() -> None:
    parser = argparse.ArgumentParser(description="A puzzle with one solution.")
    parser.add_argument("key", choices=sorted(MAKERS))
    parser.add_argument("rows", type=int)
    parser.add_argument("cols", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.3, help="the share of cells that keep a clue, at least")
    asked = parser.parse_args()
    print(make(asked.key, asked.rows, asked.cols, asked.seed, asked.least))


if __name__ == "__main__":
    main()
