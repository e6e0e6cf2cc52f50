"""Optimal solutions of sliding tiles by IDA* with additive pattern databases (Korf & Felner 2002).

The tables are built on first use and kept in the user's cache folder (``PERFECTPLAY_CACHE`` names another). Boards of
more than 16 cells are searched with the Manhattan distance and linear conflicts instead.
"""

import os
from pathlib import Path

from perfectplay._native import Tiles
from perfectplay.questions.ask import Answer, Asked, stats_of
from perfectplay.questions.solve import line_cost
from perfectplay.system import Line, Position

systems = ("fifteen",)

SMALLEST = 10
"""Below this many cells a plain search is quicker than a table."""


def cache_folder() -> Path:
    named = os.environ.get("PERFECTPLAY_CACHE")
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(named) if named else (Path(base) if base else Path.home() / ".cache") / "perfectplay"


def applies(position: Position) -> bool:
    return len(position.state.cells) >= SMALLEST


def solve(position: Position, asked: Asked) -> Answer:
    rows = position.system.rows(position.state)  # type: ignore[attr-defined]
    start = [number for row in rows for number in row]
    goal = position.system.order(len(start))  # type: ignore[attr-defined]
    if not Tiles.solvable(len(rows), len(rows[0]), start, goal):
        return Answer(None, {"reason": "parity"})
    found, stats = _tiles(len(rows), len(rows[0]), tuple(goal), asked).solve(start, asked.control)
    if found is None:
        return Answer(None, {"reason": "parity"}, stats_of(stats))
    line = Line.replay(position, map(str, found), asked.details["metric"])
    line.cost = line_cost(position, line, line.metric)
    return Answer(line, line, stats_of(stats))


_KNOWN: dict[tuple[object, ...], Tiles] = {}


def _tiles(rows: int, cols: int, goal: tuple[int, ...], asked: Asked) -> Tiles:
    key = (rows, cols, goal, cache_folder())
    if key not in _KNOWN:
        _KNOWN[key] = Tiles(rows, cols, goal, cache_folder(), asked.control)
    return _KNOWN[key]
