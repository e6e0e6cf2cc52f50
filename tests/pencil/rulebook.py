"""The rules of every pencil puzzle once more, as one would explain them: is this answer a solution of this sheet?

Nothing of the puzzles' own rules or constraints is used, so that a rule that was misunderstood shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, groupby, pairwise
from typing import Any

from tests.pencil.definitions import (
    Answer,
    Cell,
    are_paths,
    areas,
    blocks,
    is_one_loop,
    letter,
    parts,
    rectangles,
    seen,
    ship_lengths,
    upside_down,
    walk,
)

from perfectplay import Position

Rules = Callable[[Any, Answer, Any], bool]
NORTH, EAST, SOUTH, WEST = (-1, 0), (0, 1), (1, 0), (0, -1)


def add(cell: Cell, way: Cell, times: int = 1) -> Cell:
    return cell[0] + times * way[0], cell[1] + times * way[1]


def beside(cell: Cell) -> list[Cell]:
    return [add(cell, way) for way in (NORTH, EAST, SOUTH, WEST)]


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + r, cell[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


def rows_and_columns(sheet: Any) -> list[list[Cell]]:
    rows = [[(r, c) for c in range(sheet.cols)] for r in range(sheet.rows)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def clues(sheet: Any) -> dict[Cell, str]:
    """Without the unknown ones."""
    cells = [(r, c) for r in range(sheet.rows) for c in range(sheet.cols)]
    return {cell: clue for cell, clue in zip(cells, sheet.clues, strict=True) if clue not in (".", "?")}


def numbers(sheet: Any) -> dict[Cell, int]:
    return {cell: int(clue) for cell, clue in clues(sheet).items() if clue.isdigit()}


def rooms(sheet: Any) -> list[list[Cell]]:
    found: dict[int, list[Cell]] = {}
    for n, room in enumerate(sheet.regions):
        found.setdefault(room, []).append(divmod(n, sheet.cols))
    return list(found.values())


def having(answer: Answer, value: Any) -> set[Any]:
    return {unknown for unknown in answer if answer[unknown] == value}


def sees(cell: Cell, open_cells: set[Cell]) -> int:
    """Cells in sight, with its own."""
    rays = [[add(cell, way, n) in open_cells for n in range(1, 20)] for way in (NORTH, EAST, SOUTH, WEST)]
    return 1 + seen(rays)


def apart(cells: set[Cell]) -> bool:
    return all(len(area) == 1 for area in areas(cells))


def whole(cells: set[Cell]) -> bool:
    return len(areas(cells)) < 2


def full_squares(cells: set[Cell]) -> bool:
    return any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= cells for r, c in cells)


def battleships(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    ships = having(answer, "#")
    touching = any((r + 1, c + d) in ships for r, c in ships for d in (-1, 1))
    fleet = sorted(int(length) for length in puzzle.fleet.split(","))
    counts = zip(rows_and_columns(sheet), sheet.strips, strict=True)
    right = all(not told or len(ships.intersection(line)) == told[0] for line, told in counts)
    looks = {"o": "", "<": "E", ">": "W", "^": "S", "v": "N"}
    for n, clue in enumerate(sheet.clues):
        cell = divmod(n, sheet.cols)
        where = "".join(name for name, near in zip("NESW", beside(cell), strict=True) if near in ships)
        if clue != "." and (cell in ships) != (clue != "~"):
            return False
        if (clue in looks and where != looks[clue]) or (clue == "x" and where not in ("NS", "EW")):
            return False
    return right and not touching and ship_lengths(ships) == fleet


def corral(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    bag, outside = having(answer, "."), having(answer, "#")
    border = {cell for cell in answer if any(near not in answer for near in beside(cell))}
    told = {divmod(n, sheet.cols) for n, clue in enumerate(sheet.clues) if clue != "."}
    free = all(area & border for area in areas(outside))
    return len(areas(bag)) == 1 and free and told <= bag and all(sees(c, bag) == n for c, n in numbers(sheet).items())


def fillomino(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    given = all(answer[cell] == number for cell, number in numbers(sheet).items())
    return given and all(len(area) == n for n in set(answer.values()) for area in areas(having(answer, n)))


def hashiwokakero(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    built = {pair for pair, number in answer.items() if number}
    ends = Counter(island for pair, number in answer.items() for island in pair for _ in range(number))
    crossing = any(
        a[0][0] < b[0][0] < a[1][0] and b[0][1] < a[0][1] < b[1][1] for a in built for b in built
    )  # one stands, the other lies
    islands = [divmod(n, sheet.cols) for n, clue in enumerate(sheet.clues) if clue != "."]
    counted = all(ends[island] == number for island, number in numbers(sheet).items())
    return counted and not crossing and len(parts(islands, built)) < 2


def heyawake(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    painted, white = having(answer, "#"), having(answer, ".")
    room_of = {cell: n for n, room in enumerate(rooms(sheet)) for cell in room}
    counted = all(
        len(painted.intersection(rooms(sheet)[room_of[cell]])) == number for cell, number in numbers(sheet).items()
    )
    for line in rows_and_columns(sheet):
        for free, strip in groupby(line, lambda cell: cell in white):
            if free and sum(room_of[a] != room_of[b] for a, b in pairwise(list(strip))) > 1:
                return False
    return counted and apart(painted) and whole(white)


def hiroimono(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    if sorted(answer.values()) != list(range(1, len(answer) + 1)):
        return False
    ways = walk(sorted(answer, key=lambda stone: answer[stone]), max(sheet.rows, sheet.cols))
    return ways is not None and all((b - a) % 4 != 2 for a, b in pairwise(ways))


def hitori(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    painted, white = having(answer, "#"), having(answer, ".")
    left = [[numbers(sheet)[c] for c in line if c in white and c in numbers(sheet)] for line in rows_and_columns(sheet)]
    return all(len(set(line)) == len(line) for line in left) and apart(painted) and whole(white)


def instant_insanity(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    stack = [answer[cube] for cube in range(sheet.rows)]
    upright = [[(word * 2)[n : n + 4] for word in stack] for n in range(4)]
    looks = upright + [[word[::-1] for word in each] for each in upright]
    sides = [sorted(side) for side in zip(*stack, strict=True)]
    return all(side == sorted(set(sheet.clues)) for side in sides) and stack == min(looks)


def kakuro(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    for place, line in enumerate(rows_and_columns(sheet)):
        black, run = "#", list[int]()
        for cell in [*line, None]:
            if cell in answer:
                run.append(answer[cell])
                continue
            down, _, right = black.strip("#").partition("\\")
            told = right if place < sheet.rows else down
            if len(set(run)) != len(run) or (told and sum(run) != int(told)):
                return False
            black, run = clues(sheet)[cell] if cell is not None else "#", []
    return True


def kuromasu(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    painted, white = having(answer, "#"), having(answer, ".")
    told = {divmod(n, sheet.cols) for n, clue in enumerate(sheet.clues) if clue != "."}
    counted = told <= white and all(sees(cell, white) == number for cell, number in numbers(sheet).items())
    return counted and apart(painted) and whole(white)


def light_up(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    lamps = having(answer, "*")

    def shone_on(cell: Cell) -> int:
        found = 0
        for way in (NORTH, EAST, SOUTH, WEST):
            place = add(cell, way)
            while place in answer:
                found += place in lamps
                place = add(place, way)
        return found

    counted = all(len(lamps.intersection(beside(cell))) == number for cell, number in numbers(sheet).items())
    return counted and all((shone_on(cell) == 0) == (cell in lamps) for cell in answer)


def lits(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    painted = having(answer, "#")
    pieces = [painted.intersection(room) for room in rooms(sheet)]
    if any(len(piece) != 4 or letter(piece) is None for piece in pieces):
        return False
    alike = [a | b for a, b in combinations(pieces, 2) if letter(a) == letter(b)]
    unlike = not puzzle.no_equal_touching or all(len(areas(both)) == 2 for both in alike)
    return unlike and whole(painted) and not full_squares(painted)


def masyu(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    drawn = having(answer, 1)
    if not is_one_loop(drawn):
        return False
    at: dict[Cell, list[Cell]] = {}
    for a, b in drawn:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    straight = {cell for cell, (a, b) in at.items() if a[0] == b[0] or a[1] == b[1]}
    for cell, colour in clues(sheet).items():
        on_both_sides = [near in straight for near in at.get(cell, [])]
        white = cell in straight and not all(on_both_sides)
        black = cell not in straight and all(on_both_sides)
        if cell not in at or not (white if colour == "w" else black):
            return False
    return True


def minesweeper(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    mines = having(answer, "*")
    counted = all(len(mines.intersection(around(cell))) == number for cell, number in numbers(sheet).items())
    return counted and puzzle.mines in (-1, len(mines))


def nonogram(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    lines = zip(rows_and_columns(sheet), sheet.strips, strict=True)
    return all(blocks([answer[cell] == "#" for cell in line]) == tuple(told) for line, told in lines)


def number_link(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    drawn, ends = having(answer, 1), dict[str, list[Cell]]()
    for cell, name in clues(sheet).items():
        ends.setdefault(name, []).append(cell)
    passed = {cell for line in drawn for cell in line}
    filled = not puzzle.fill or len(passed) == sheet.rows * sheet.cols
    return filled and are_paths(drawn, [(a, b) for a, b in ends.values()])


def nurikabe(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    sea, land = having(answer, "#"), having(answer, ".")
    printed = {divmod(n, sheet.cols): clue for n, clue in enumerate(sheet.clues) if clue != "."}
    told = [([printed[cell] for cell in island if cell in printed], str(len(island))) for island in areas(land)]
    right = all(clues in ([size], ["?"]) for clues, size in told)
    return right and set(printed) <= land and whole(sea) and not full_squares(sea)


def ripple_effect(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    given = all(answer[cell] == number for cell, number in numbers(sheet).items())
    filled = all(sorted(answer[cell] for cell in room) == list(range(1, len(room) + 1)) for room in rooms(sheet))
    lines = [[answer[cell] for cell in line] for line in rows_and_columns(sheet)]
    return given and filled and not any(n in line[i + 1 : i + 1 + n] for line in lines for i, n in enumerate(line))


def shikaku(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    every = rectangles(sheet.rows, sheet.cols)
    told = [divmod(n, sheet.cols) for n, clue in enumerate(sheet.clues) if clue != "."]
    names = [chr(ord("a") + n) for n in range(len(told))]
    if not set(answer.values()) <= set(names):
        return False
    for name, cell in zip(names, told, strict=True):
        inside = having(answer, name)
        size = numbers(sheet).get(cell, len(inside))
        if inside not in every or inside.intersection(told) != {cell} or len(inside) != size:
            return False
    return True


def slitherlink(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    drawn = having(answer, 1)
    for (r, c), number in numbers(sheet).items():
        corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        if sum(set(line) <= set(corners) for line in drawn) != number:
            return False
    return is_one_loop(drawn)


def sudoku(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    given = all(answer[cell] == number for cell, number in numbers(sheet).items())
    tiles = rooms(sheet)
    if not tiles:
        n = round(sheet.rows**0.5)
        tiles = [[(n * a + r, n * b + c) for r in range(n) for c in range(n)] for a in range(n) for b in range(n)]
    every = list(range(1, sheet.rows + 1))
    return given and all(sorted(answer[cell] for cell in house) == every for house in rows_and_columns(sheet) + tiles)


def tentai_show(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    if not set(answer.values()) <= set("abcdefghij"[: len(sheet.stars)]):
        return False
    for name, ((row, col), _) in zip("abcdefghij", sheet.stars, strict=False):
        area = having(answer, name)
        touched = {(r, c) for r, c in answer if abs(2 * r - row) < 2 and abs(2 * c - col) < 2}
        if not touched <= area or len(areas(area)) != 1 or upside_down(area, (row, col)) != area:
            return False
    return True


def yajilin(sheet: Any, answer: Answer, puzzle: Any) -> bool:
    shaded = having(answer, "#")
    drawn = {line for line in answer if answer[line] == 1}
    printed = {divmod(n, sheet.cols) for n, clue in enumerate(sheet.clues) if clue != "."}
    ways = {"^": NORTH, ">": EAST, "v": SOUTH, "<": WEST}
    for cell, clue in clues(sheet).items():
        if clue[0] != "?" and sum(add(cell, ways[clue[-1]], n) in shaded for n in range(1, 20)) != int(clue[:-1]):
            return False
    visited = {cell for line in drawn for cell in line}
    free = {(r, c) for r in range(sheet.rows) for c in range(sheet.cols)} - printed
    return is_one_loop(drawn) and apart(shaded) and visited == free - shaded


def is_solution(position: Position, answer: Answer) -> bool:
    """The rules of a puzzle have the name of its key."""
    rules: Rules = globals()[position.system.key]
    return rules(position.state, answer, position.system)
