"""Sudoku of 9 x 9 cells with the usual boxes: for each digit the set of cells where it can be, in the native core."""

from perfectplay._native import sudoku
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Filled, Position
from perfectplay.questions.count import MANY
from perfectplay.questions.unique import Uniqueness
from perfectplay.result import Stats

systems = ("sudoku",)


def applies(position: Position) -> bool:
    return position.state.rows == 9 and not position.state.regions


def search(position: Position, limit: int, asked: Asked) -> tuple[list[Filled], Stats]:
    sheet = position.state
    givens = [int(clue) if clue.isdecimal() else 0 for clue in sheet.clues]
    found, stats = sudoku(givens, limit, asked.control)
    return [Filled(position, dict(zip(sheet.cells, digits, strict=True))) for digits in found], stats_of(stats)


def solve(position: Position, asked: Asked) -> Found:
    found, stats = search(position, 1, asked)
    if not found:
        return Found(None, {"reason": "the rules contradict each other"}, stats)
    return Found(found[0], found[0], stats)


def solutions(position: Position, asked: Asked) -> Found:
    limit = asked.details["limit"]
    found, stats = search(position, limit + 1, asked)
    asked.details["all"] = len(found) <= limit
    return Found(found[:limit], found[:limit], stats)


def count(position: Position, asked: Asked) -> Found:
    limit = asked.details.get("limit") or MANY
    found, stats = search(position, limit + 1, asked)
    asked.details["all"] = len(found) <= limit
    return Found(min(len(found), limit), None, stats)


def unique(position: Position, asked: Asked) -> Found | None:
    if asked.details.get("proof"):
        return None  # a step-by-step refutation is left to the general solver
    found, stats = search(position, 2, asked)
    return Found(Uniqueness(tuple(found)), found, stats)
