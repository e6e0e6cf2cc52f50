"""Random small boards of every pencil puzzle: arbitrary ones, and ones that are made from an answer.

What a board looks like is said for each puzzle: the clues that are strewn over a sheet, with or without regions, or a
function of its own where the clues are elsewhere. Boards that do not load are left out.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import perfectplay as pp
from perfectplay import Position
from perfectplay.board import Place
from perfectplay.kinds.sheet import Sheet, grid_text

CLUES = {
    "corral": "2 2 3 3 4 5 ?",
    "fillomino": "1 2 2 3 3 4",
    "heyawake": "0 1 1 2 ?",
    "hiroimono": "o",
    "hitori": "1 2 3",
    "kuromasu": "2 3 3 4 5 ?",
    "light_up": "0 1 1 2 # #",
    "minesweeper": "0 1 1 2 2 3 ?",
    "nurikabe": "1 1 2 2 3 ?",
    "ripple_effect": "1 2 3",
    "slitherlink": "0 1 2 2 3 3 ?",
    "yajilin": "0< 1< 0> 1> 0^ 1^ 0v 1v ? ?>",
}
"""What is strewn over the sheet."""
DIVIDED = ("heyawake", "ripple_effect")
SIZES = {
    "fillomino": [(1, 4), (2, 2), (2, 3), (1, 5)],
    "hiroimono": [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3)],
    "nurikabe": [(1, 4), (2, 2), (2, 3), (2, 4), (3, 3)],
    "slitherlink": [(1, 3), (2, 2), (2, 3), (3, 3)],
    "yajilin": [(3, 3), (3, 4), (4, 3), (4, 4)],
}
USUAL_SIZES = [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4)]
SHARES = {"hiroimono": [0.4, 0.55], "hitori": [1.0], "yajilin": [0.1, 0.2]}
USUAL_SHARES = [0.1, 0.25, 0.4]
PATIENCE = 500
"""Boards in a row that do not load or were there before."""


def boards(key: str, rng: random.Random) -> Iterator[Position]:
    """No two alike, until new ones are rare."""
    seen: set[str] = set()
    repeated = 0
    while repeated < PATIENCE:
        repeated += 1
        made = MAKERS[key](rng) if key in MAKERS else strewn(key, rng)
        text, options = made if isinstance(made, tuple) else (made, {})
        try:
            position = pp.load(key, text, **options)
        except pp.ParseError:
            continue
        if repr(position) not in seen:
            seen.add(repr(position))
            repeated = 0
            yield position


def strewn(key: str, rng: random.Random) -> str:
    rows, cols = rng.choice(SIZES.get(key, USUAL_SIZES))
    share = rng.choice(SHARES.get(key, USUAL_SHARES))
    words = CLUES[key].split()
    clues = tuple(rng.choice(words) if words and rng.random() < share else "." for _ in range(rows * cols))
    regions = regions_of(rows, cols, rng.randint(1, 4), rng) if key in DIVIDED else ()
    return Sheet(rows, cols, clues, regions).text()


def regions_of(rows: int, cols: int, number: int, rng: random.Random) -> tuple[int, ...]:
    """Regions that grow from this many cells until nothing is left."""
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    home = {cell: n for n, cell in enumerate(rng.sample(cells, min(number, len(cells))))}
    while len(home) < len(cells):
        row, col = rng.choice(list(home))
        near = rng.choice([(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)])
        if near in cells:
            home.setdefault(near, home[row, col])
    order = {name: n for n, name in enumerate(dict.fromkeys(home[cell] for cell in cells))}
    return tuple(order[home[cell]] for cell in cells)


def a_nonogram(rng: random.Random) -> str:
    """The numbers of a picture; in some of them two rows are exchanged, or a block is longer."""
    rows, cols = rng.choice([(1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)])
    share = rng.choice([0.3, 0.5, 0.7])
    picture = ["".join("#" if rng.random() < share else " " for _ in range(cols)) for _ in range(rows)]
    lines = [[len(block) for block in line.split()] for line in (*picture, *map("".join, zip(*picture, strict=True)))]
    if rng.random() < 0.4:
        a, b = rng.sample(range(rows + cols), 2)
        lines[a], lines[b] = (lines[b], lines[a]) if rng.random() < 0.5 else (lines[a], [*lines[b][:-1], 2])
    words = [" ".join(map(str, line)) or "0" for line in lines]
    return ",".join(words[:rows]) + "/" + ",".join(words[rows:])


def a_sky(rng: random.Random) -> str:
    """Stars that do not touch the same cell. In some skies all are in the middle column, which may leave a choice."""
    rows, cols = rng.choice([(1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4)])
    height, width = 2 * rows - 1, 2 * cols - 1
    vertical, most = rng.random() < 0.3, rng.randint(2, 5)
    spots = [(r, c) for r in range(height) for c in range(width) if not vertical or c == width // 2]
    rng.shuffle(spots)
    stars: list[Place] = []
    for spot in spots:
        if len(stars) < most and not any(touch(spot, star) for star in stars):
            stars.append(spot)
    return grid_text([rng.choice("o*") if (r, c) in stars else "." for r in range(height) for c in range(width)], width)


def touch(one: Place, other: Place) -> bool:
    """Do two stars touch the same cell? A star at an even place is inside a cell, one at an odd place between two."""
    return all(abs(a - b) < 2 + (a % 2 and b % 2) for a, b in zip(one, other, strict=True))


@cache
def fillings(text: str) -> list[str]:
    return [str(each) for each in pp.solutions(pp.load("sudoku", text), limit=30).answer]


def a_sudoku(rng: random.Random) -> str:
    """Of four rows with the usual tiles or others, or of three rows; numbers from an answer, perhaps one of them wrong,
    or any."""
    size = rng.choice([3, 4, 4])
    usual = size == 4 and rng.random() < 0.5
    tiles = ""
    if not usual:
        threes = ["aab|abb|ccc", "abb|aab|ccc", "aaa|bbb|ccc", "aab|acb|ccb"]
        fours = ["aabb|aabb|ccdd|ccdd", "aaab|acbb|ccbd|cddd", "aaaa|bbcc|bbcc|dddd", "abbb|aacb|adcc|dddc"]
        tiles = ";" + rng.choice(fours if size == 4 else threes)
    empty = grid_text(["."] * size * size, size)
    answers = fillings(empty + tiles)
    source = rng.choice(answers).replace("|", "") if answers and rng.random() < 0.8 else ""
    clues = [source[n] if source else rng.choice(string.digits[1 : size + 1]) for n in range(size * size)]
    share = rng.choice([0.25, 0.4, 0.5])
    if rng.random() < 0.2:
        clues[rng.randrange(len(clues))] = rng.choice(string.digits[1 : size + 1])
    return grid_text([clue if rng.random() < share else "." for clue in clues], size) + tiles


def some_cubes(rng: random.Random) -> str:
    number = rng.choice([1, 2, 2, 3])
    colours = "RGBY"[:number]
    return " ".join("".join(rng.choice(colours) for _ in range(6)) for _ in range(number))


def a_sea(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Ships are put on a sheet, perhaps too near to each other, and counted; some of the numbers are left out."""
    rows, cols = rng.choice([(1, 4), (2, 3), (3, 3), (3, 4), (4, 4)])
    fleet = rng.choice([[1], [2], [1, 1], [2, 1], [3, 1], [2, 2], [2, 1, 1]])
    ships: set[Place] = set()
    for length in fleet:
        down, right = rng.choice([(0, 1), (1, 0)])
        row = rng.randrange(max(1, rows - down * (length - 1)))
        col = rng.randrange(max(1, cols - right * (length - 1)))
        ships |= {(row + n * down, col + n * right) for n in range(length)}
    signs = [rng.choice("~ox<>^v?") if rng.random() < 0.05 else "." for _ in range(rows * cols)]
    beside = [str(sum(r == row for r, _ in ships)) for row in range(rows)]
    below = [str(sum(c == col for _, c in ships)) for col in range(cols)]
    counts = [[word if rng.random() < 0.7 else "." for word in words] for words in (beside, below)]
    text = ";".join([grid_text(signs, cols), grid_text(counts[0], rows), grid_text(counts[1], cols)])
    return text, {"fleet": ",".join(map(str, fleet))}


@cache
def loops(rows: int, cols: int) -> list[str]:
    every = pp.solutions(pp.load("masyu", grid_text(["."] * rows * cols, cols)), limit=1000).answer
    return [str(each) for each in every]


def some_rooms(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Rooms of which few are too small for a tetromino."""
    rows, cols = rng.choice([(2, 4), (3, 3), (3, 4)])
    some = [regions_of(rows, cols, rows * cols // rng.choice([4, 5, 8]), rng) for _ in range(3)]
    regions = max(some, key=lambda each: min(map(each.count, each)))
    return Sheet(rows, cols, (".",) * (rows * cols), regions).text(), {"no_equal_touching": rng.random() < 0.8}


def some_circles(rng: random.Random) -> str:
    """Circles on the way of a loop: black ones where it turns, white ones where it goes straight on. They may ask too
    much of the cells before and after."""
    rows, cols = rng.choice([(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)])
    share, signs = rng.choice([0.1, 0.2, 0.4]), rng.choice(loops(rows, cols)).replace("|", "")
    words = ["." if sign == "·" or rng.random() > share else "w" if sign in "│─" else "b" for sign in signs]
    return grid_text(words, cols)


def some_islands(rng: random.Random) -> str:
    """Bridges are put between islands at random, and counted; some of the numbers are changed."""
    rows, cols = rng.choice([(1, 5), (3, 3), (3, 4), (4, 4)])
    sheet = Sheet(rows, cols, (".",) * (rows * cols))
    islands = rng.sample(sheet.cells, rng.randint(2, 5))
    if rng.random() < 0.5:  # on the crossings of some rows and columns
        islands = [(r, c) for r in range(0, rows, 2) for c in range(0, cols, 2)]
    number = dict.fromkeys(islands, 0)
    for line in sheet.lines():
        row = [cell for cell in line if cell in number]
        for a, b in pairwise(row):
            bridges = rng.choice([0, 1, 1, 2])
            number[a] += bridges
            number[b] += bridges
    if rng.random() < 0.3:
        number[rng.choice(islands)] += 1
    clues = [str(max(1, number[cell])) if cell in number else "." for cell in sheet.cells]
    return grid_text([clue if clue == "." or rng.random() < 0.9 else "?" for clue in clues], cols)


def some_sums(rng: random.Random) -> str:
    """White cells in a block with a border, filled with digits, and their sums; some are left out, some are wrong."""
    rows, cols = rng.choice([(1, 2), (2, 1), (2, 2), (2, 2), (1, 3), (2, 3)])
    digits = {(r, c): rng.randint(1, 9) for r in range(rows) for c in range(cols) if rng.random() < 0.9}
    words = []
    for r in range(-1, rows):
        for c in range(-1, cols):
            down, right = total(digits, (r, c), (1, 0)), total(digits, (r, c), (0, 1))
            if rng.random() < 0.1 and down:
                down += rng.choice([-1, 1])
            word = f"{down or ''}\\{right or ''}"
            words.append("." if (r, c) in digits else word if word != "\\" and rng.random() < 0.95 else "#")
    return grid_text(words, cols + 1)


def total(digits: dict[Place, int], cell: Place, step: Place) -> int:
    found, place = 0, (cell[0] + step[0], cell[1] + step[1])
    while place in digits:
        found += digits[place]
        place = place[0] + step[0], place[1] + step[1]
    return found


def some_ends(rng: random.Random) -> tuple[str, dict[str, Any]]:
    rows, cols = rng.choice([(2, 3), (3, 3), (3, 4), (4, 4)])
    ends = rng.sample(range(rows * cols), 2 * rng.randint(1, 3))
    names = dict(zip(ends, "aabbcc", strict=False))
    return grid_text([names.get(n, ".") for n in range(rows * cols)], cols), {"fill": rng.random() < 0.5}


def some_rectangles(rng: random.Random) -> str:
    """A division by one or two cuts; a number for each part, perhaps a wrong one."""
    rows, cols = rng.choice([(1, 4), (2, 2), (2, 3), (3, 2), (3, 3)])
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    down, right = rng.randint(0, rows), rng.randint(0, cols)
    vertical = rng.random() < 0.5
    side = {(r, c): (r < down, c < right and (not vertical or r < down)) for r, c in cells}
    parts = [[cell for cell in cells if side[cell] == name] for name in set(side.values())]
    numbers = {rng.choice(part): len(part) + (rng.random() < 0.1) for part in sorted(parts)}
    words = {cell: str(number) if rng.random() < 0.8 else "?" for cell, number in numbers.items()}
    return grid_text([words.get(cell, ".") for cell in cells], cols)


MAKERS: dict[str, Callable[[random.Random], str | tuple[str, dict[str, Any]]]] = {
    "battleships": a_sea,
    "hashiwokakero": some_islands,
    "instant_insanity": some_cubes,
    "kakuro": some_sums,
    "lits": some_rooms,
    "masyu": some_circles,
    "nonogram": a_nonogram,
    "number_link": some_ends,
    "shikaku": some_rectangles,
    "sudoku": a_sudoku,
    "tentai_show": a_sky,
}
