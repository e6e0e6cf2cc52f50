"""Optimal solutions of sliding tiles by IDA* with additive pattern databases (Korf & Felner 2002).

The Fifteen Puzzle has three tables of five tiles, together 48 MB, built on first use within a second and kept in the
user's cache folder (``PERFECTPLAY_CACHE`` names another). Boards of more than 16 cells are searched with the Manhattan
distance and linear conflicts instead.
"""

from perfectplay._native import Tiles
from perfectplay.cache import cache_folder, with_cache
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Line, Position
from perfectplay.puzzles.fifteen import Fifteen

systems = ("fifteen",)

SMALLEST = 10
"""Below this many cells a plain search is quicker than a table."""


def applies(position: Position[Fifteen]) -> bool:
    return len(position.state.cells) >= SMALLEST


def solve(position: Position[Fifteen], asked: Asked, large: bool = False) -> Found:
    rows, start, goal = tiles_of(position)
    if not Tiles.solvable(rows, len(start) // rows, start, goal):
        return Found(None, {"reason": "parity"})
    found, stats = tables(position, asked, large).solve(start, asked.control)
    return Found(None, {"reason": "parity"}, stats_of(stats)) if found is None else slid(position, found, asked, stats)


def tiles_of(position: Position[Fifteen]) -> tuple[int, list[int], list[int]]:
    """The number of rows, the tiles in reading order, and those of the solved position."""
    rows = position.system.rows(position.state)
    start = [number for row in rows for number in row]
    return len(rows), start, position.system.order(len(start))


def slid(position: Position[Fifteen], tiles: list[int], asked: Asked, *stats: tuple[int, float, int]) -> Found:
    """The line in which these tiles slide."""
    line = Line.replay(position, map(str, tiles), asked.details["metric"])
    return Found(line, line, stats_of(*stats))


_KNOWN: dict[tuple[object, ...], Tiles] = {}


def tables(position: Position[Fifteen], asked: Asked, large: bool = False) -> Tiles:
    rows, start, goal = tiles_of(position)
    key = (rows, tuple(goal), large, cache_folder())
    if key not in _KNOWN:
        cols = len(start) // rows
        _KNOWN[key] = with_cache(lambda folder: Tiles(rows, cols, goal, large, folder, asked.control))
    return _KNOWN[key]
