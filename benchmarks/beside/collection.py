"""Collections of published pencil puzzles, as JSON of the form that puzzlekit-dataset has, in our own text.

A folder has a file ``NAME_dataset.json`` for each type, in which ``data`` maps names to problems: a line with the size,
then the grid. Nothing of such a collection belongs to the project.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import perfectplay as pp

NAMES = {
    "battleships": "Battleship",
    "corral": "Cave",
    "fillomino": "Fillomino",
    "hashiwokakero": "Hashi",
    "heyawake": "Heyawake",
    "hitori": "Hitori",
    "kakuro": "Kakuro",
    "kuromasu": "Kuromasu",
    "light_up": "Akari",
    "lits": "LITS",
    "masyu": "Masyu",
    "minesweeper": "Minesweeper",
    "nonogram": "Nonogram",
    "number_link": "NumberLink",
    "nurikabe": "Nurikabe",
    "ripple_effect": "Hakyuu",
    "shikaku": "Shikaku",
    "slitherlink": "Slitherlink",
    "sudoku": "Sudoku",
    "yajilin": "Yajilin",
}
"""What the collection calls each type."""
ARROWS = {"n": "^", "s": "v", "w": "<", "e": ">"}
SHIPS = {"-": ".", "x": "~", "n": "^", "s": "v", "w": "<", "e": ">", "m": "x", "o": "o"}


@dataclass(frozen=True)
class Board:
    problem: str
    """As the collection has it."""
    text: str
    options: dict[str, Any] = field(default_factory=dict)

    def load(self, key: str) -> pp.Position:
        return pp.load(key, self.text, **self.options)


def plain(problem: str) -> Board:
    return Board(problem, problem)


def words(problem: str) -> list[list[str]]:
    return [line.split() for line in problem.strip().splitlines()]


def joined(rows: list[list[str]]) -> str:
    return "|".join(" ".join(row) for row in rows)


def light_up(problem: str) -> Board:
    return Board(problem, problem.replace("x", "#"))


def kakuro(problem: str) -> Board:
    def cell(word: str) -> str:
        return {"-": "#", "0": "."}.get(word, word.replace(",", "\\"))

    return Board(problem, joined([list(map(cell, row)) for row in words(problem)[1:]]))


def lits(problem: str) -> Board:
    rows = words(problem)[1:]
    if any("@" in row for row in rows):
        raise ValueError("cells outside the board")
    return Board(problem, joined([["."] * len(row) for row in rows]) + ";" + joined(rows))


def minesweeper(problem: str) -> Board:
    size, *rows = words(problem)
    return Board(problem, "\n".join([" ".join(size[:2]), *map(" ".join, rows)]), {"mines": int(size[2])})


def battleships(problem: str) -> Board:
    size, columns, lines, *rows = words(problem)
    fleet = [str(length) for length, number in enumerate(size[2:], 1) for _ in range(int(number))]
    grid = joined([[SHIPS[word] for word in row] for row in rows])
    return Board(problem, f"{grid};{' '.join(lines)};{' '.join(columns)}", {"fleet": ",".join(reversed(fleet))})


def nonogram(problem: str) -> Board:
    (_, cols), *lines = words(problem)
    columns, across = lines[: int(cols)], lines[int(cols) :]
    return Board(problem, ",".join(map(" ".join, across)) + "/" + ",".join(map(" ".join, columns)))


def yajilin(problem: str) -> Board:
    def cell(word: str) -> str:
        return "." if word == "-" else word[:-1] + ARROWS[word[-1]]

    return Board(problem, joined([list(map(cell, row)) for row in words(problem)[1:]]))


READERS: dict[str, Callable[[str], Board]] = {
    "battleships": battleships,
    "kakuro": kakuro,
    "light_up": light_up,
    "lits": lits,
    "minesweeper": minesweeper,
    "nonogram": nonogram,
    "yajilin": yajilin,
}


def boards(folder: Path, key: str, number: int) -> list[Board]:
    """At most so many boards of a type, at equal distances; for one that cannot be read the next that can."""
    files = list(folder.rglob(f"{NAMES[key]}_dataset.json"))
    if not files:
        return []
    problems = [row["problem"] for row in json.loads(files[0].read_text(encoding="utf-8"))["data"].values()]
    step = max(len(problems) // number, 1)
    groups = (problems[start : start + step] for start in range(0, len(problems), step))
    firsts = (next(filter(None, (readable(key, problem) for problem in group)), None) for group in groups)
    return [board for board in firsts if board][:number]


def readable(key: str, problem: str) -> Board | None:
    """Some problems have fewer rows than they say."""
    try:
        board = READERS.get(key, plain)(problem)
        board.load(key)
    except (pp.PerfectPlayError, KeyError, ValueError):
        return None
    return board
