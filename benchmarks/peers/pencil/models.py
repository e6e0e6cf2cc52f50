"""Straightforward models of pencil puzzles for other solvers: each posts its rules and returns what makes up an answer:
things, and the literals that they are there."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from math import isqrt
from typing import Any

from solvers import Lit, Solver, connected_cuts

Cell = tuple[int, int]
Things = dict[Any, Lit]
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Sheet:
    def __init__(self, text: str) -> None:
        grids = [self.words(part) for part in text.split(";")]
        self.rows, self.cols = len(grids[0]), len(grids[0][0])
        self.cells = [(r, c) for r in range(self.rows) for c in range(self.cols)]
        self.clues = {(r, c): grids[0][r][c] for r, c in self.cells if grids[0][r][c] != "."}
        self.regions = {(r, c): grids[1][r][c] for r, c in self.cells} if len(grids) > 1 else {}
        self.lines = [[(r, c) for c in range(self.cols)] for r in range(self.rows)]
        self.lines += [[(r, c) for r in range(self.rows)] for c in range(self.cols)]

    @staticmethod
    def words(part: str) -> list[list[str]]:
        lines = re.split(r"[|\n]", part.strip())
        return [line.split() if any(" " in each for each in lines) else list(line) for line in lines]

    def near(self, cell: Cell) -> list[Cell]:
        found = [(cell[0] + a, cell[1] + b) for a, b in STEPS]
        return [(r, c) for r, c in found if 0 <= r < self.rows and 0 <= c < self.cols]

    def ray(self, cell: Cell, step: Cell) -> list[Cell]:
        r, c = cell[0] + step[0], cell[1] + step[1]
        found = []
        while 0 <= r < self.rows and 0 <= c < self.cols:
            found.append((r, c))
            r, c = r + step[0], c + step[1]
        return found

    def number(self, cell: Cell) -> int:
        return cell[0] * self.cols + cell[1]


def nonogram(text: str, solver: Solver) -> Things:
    rows, cols = ([[int(word) for word in line.split()] for line in part.split(",")] for part in text.split("/"))
    filled = {(r, c): solver.variable() for r in range(len(rows)) for c in range(len(cols))}
    for r, lengths in enumerate(rows):
        solver.blocks([filled[r, c] for c in range(len(cols))], [length for length in lengths if length])
    for c, lengths in enumerate(cols):
        solver.blocks([filled[r, c] for r in range(len(rows))], [length for length in lengths if length])
    return filled


def sudoku(text: str, solver: Solver) -> Things:
    sheet = Sheet(text)
    size, tile = sheet.rows, isqrt(sheet.rows)
    values = range(1, size + 1)
    has = {(cell, value): solver.variable() for cell in sheet.cells for value in values}
    tiles = [
        [(r, c) for r, c in sheet.cells if (r // tile, c // tile) == (a, b)] for a in range(tile) for b in range(tile)
    ]
    for cell in sheet.cells:
        solver.count([has[cell, value] for value in values], 1)
    for house in sheet.lines + tiles:
        for value in values:
            solver.count([has[cell, value] for cell in house], 1)
    for cell, clue in sheet.clues.items():
        solver.clause([has[cell, int(clue)]])
    return has


def shikaku(text: str, solver: Solver) -> Things:
    sheet = Sheet(text)
    found: Things = {}
    covering: dict[Cell, list[Lit]] = {cell: [] for cell in sheet.cells}
    for (row, col), clue in sheet.clues.items():
        own = []
        for high in range(1, int(clue) + 1):
            wide = int(clue) // high
            if high * wide != int(clue):
                continue
            for top in range(max(0, row - high + 1), min(row, sheet.rows - high) + 1):
                for left in range(max(0, col - wide + 1), min(col, sheet.cols - wide) + 1):
                    inside = [(r, c) for r in range(top, top + high) for c in range(left, left + wide)]
                    if sum(cell in sheet.clues for cell in inside) == 1:
                        lit = found[top, left, high, wide] = solver.variable()
                        own.append(lit)
                        for cell in inside:
                            covering[cell].append(lit)
        solver.count(own, 1)
    for lits in covering.values():
        solver.count(lits, 1)
    return found


def bare_and_connected(sheet: Sheet, solver: Solver) -> dict[Cell, Lit]:
    """Cells that are not painted, which hang together; no two painted ones side by side."""
    bare = {cell: solver.variable() for cell in sheet.cells}
    for cell in sheet.cells:
        for other in sheet.near(cell):
            if cell < other:
                solver.clause([bare[cell], bare[other]])
    vertices = {sheet.number(cell): lit for cell, lit in bare.items()}
    near = {sheet.number(cell): [sheet.number(other) for other in sheet.near(cell)] for cell in sheet.cells}
    solver.lazy.append(lambda values: connected_cuts(values, vertices, near))
    return bare


def heyawake(text: str, solver: Solver) -> Things:
    sheet = Sheet(text)
    bare = bare_and_connected(sheet, solver)
    rooms: dict[str, list[Cell]] = {}
    for cell, name in sheet.regions.items():
        rooms.setdefault(name, []).append(cell)
    for cell, clue in sheet.clues.items():
        solver.count([-bare[each] for each in rooms[sheet.regions[cell]]], int(clue))
    for line in sheet.lines:
        runs = [list(run) for _, run in groupby(line, sheet.regions.__getitem__)]
        for before, across, after in zip(runs, runs[1:], runs[2:], strict=False):
            solver.clause([-bare[cell] for cell in (before[-1], *across, after[0])])
    return {cell: -lit for cell, lit in bare.items()}


def kuromasu(text: str, solver: Solver) -> Things:
    sheet = Sheet(text)
    bare = bare_and_connected(sheet, solver)
    for cell, clue in sheet.clues.items():
        solver.clause([bare[cell]])
        seen = []
        for step in STEPS:
            before = 0
            for each in sheet.ray(cell, step)[: int(clue)]:
                lit = solver.variable()
                solver.clause([-lit, bare[each]])
                solver.clause([lit, -bare[each], *([-before] if before else [])])
                if before:
                    solver.clause([-lit, before])
                seen.append(lit)
                before = lit
        solver.count(seen, int(clue) - 1)
    return {cell: -lit for cell, lit in bare.items()}


def lines_between(cells: list[Cell], solver: Solver) -> dict[tuple[Cell, Cell], Lit]:
    known = set(cells)
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in known]
    return {pair: solver.variable() for pair in pairs}


def at(lines: dict[tuple[Cell, Cell], Lit], cell: Cell) -> list[Lit]:
    """Up, left, right and down; 0 where there is no line."""
    r, c = cell
    keys = (((r - 1, c), cell), ((r, c - 1), cell), (cell, (r, c + 1)), (cell, (r + 1, c)))
    return [lines.get(key, 0) for key in keys]


def one_loop(lines: dict[tuple[Cell, Cell], Lit], cols: int, needed: list[list[Lit]], solver: Solver) -> None:
    solver.loop({(a[0] * cols + a[1], b[0] * cols + b[1]): lit for (a, b), lit in lines.items()}, needed)


def slitherlink(text: str, solver: Solver) -> Things:
    sheet = Sheet(text)
    lines = lines_between([(r, c) for r in range(sheet.rows + 1) for c in range(sheet.cols + 1)], solver)
    needed = []
    for (r, c), clue in sheet.clues.items():
        corners = ((r, c), (r, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1)), ((r + 1, c), (r + 1, c + 1))
        sides = [lines[pair] for pair in corners]
        solver.count(sides, int(clue))
        if clue != "0":
            needed.append(sides)
    one_loop(lines, sheet.cols + 1, needed, solver)
    return dict(lines)


def masyu(text: str, solver: Solver) -> Things:
    sheet = Sheet(text)
    lines = lines_between(sheet.cells, solver)
    never = solver.variable()
    solver.clause([-never])
    needed = []
    for cell, clue in sheet.clues.items():
        here = [lit or never for lit in at(lines, cell)]
        on = [at(lines, (cell[0] + a, cell[1] + b))[n] or never for n, (a, b) in enumerate(STEPS)]
        up, left, right, down = here
        solver.count(here, 2)
        for one, back, beyond, behind in ((up, down, on[0], on[3]), (left, right, on[1], on[2])):
            if clue == "w":
                solver.clause([-one, back])
                solver.clause([one, -back])
                solver.clause([-one, -beyond, -behind])
            else:
                solver.clause([one, back])
                solver.clause([-one, -back])
                solver.clause([-one, beyond])
                solver.clause([-back, behind])
        needed.append([lit for lit in here if lit != never])
    one_loop(lines, sheet.cols, needed, solver)
    return dict(lines)


def yajilin(text: str, solver: Solver) -> Things:
    sheet = Sheet(text)
    free = [cell for cell in sheet.cells if cell not in sheet.clues]
    lines = lines_between(free, solver)
    shaded = {cell: solver.variable() for cell in free}
    for cell in free:
        here = [lit for lit in at(lines, cell) if lit]
        for lit in here:
            solver.clause([-lit, -shaded[cell]])
        solver.clause([shaded[cell], *here])
        for other in sheet.near(cell):
            if other in shaded and cell < other:
                solver.clause([-shaded[cell], -shaded[other]])
    for cell, clue in sheet.clues.items():
        ahead = sheet.ray(cell, STEPS["^<>v".index(clue[-1])])
        solver.count([shaded[each] for each in ahead if each in shaded], int(clue[:-1]))
    # of two neighbours the loop visits one
    pairs = [(a, b) for a, b in lines if a[0] % 3 == a[1] % 3 == 0]
    needed = [[lit for lit in {*at(lines, a), *at(lines, b)} if lit] for a, b in pairs]
    one_loop(lines, sheet.cols, needed, solver)
    return {**lines, **shaded}


MODELS: dict[str, Callable[[str, Solver], Things]] = {
    "heyawake": heyawake,
    "kuromasu": kuromasu,
    "masyu": masyu,
    "nonogram": nonogram,
    "shikaku": shikaku,
    "slitherlink": slitherlink,
    "sudoku": sudoku,
    "yajilin": yajilin,
}
