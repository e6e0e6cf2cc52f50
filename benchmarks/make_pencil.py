"""Makes pencil puzzles with one solution, the same ones every time: a random solution, then clues until it is unique.

    python benchmarks/make_pencil.py slitherlink 30 45 --seed 1         prints one

All clues that the solution allows are there at first. Then groups of them are taken away at random, as long as the
solution stays the only one; groups are halved when that fails, down to single clues.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import perfectplay as pp

Clues = dict[tuple[int, int], str]


def text(rows: int, cols: int, clues: Clues) -> str:
    return "|".join("".join(clues.get((r, c), ".") for c in range(cols)) for r in range(rows))


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


MAKERS: dict[str, Callable[[int, int, random.Random], Clues]] = {"slitherlink": slitherlink}


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
