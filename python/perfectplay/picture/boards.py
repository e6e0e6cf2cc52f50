"""Boards: grids of squares, hexagons and triangles with what stands on their cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import cos, pi, sin, sqrt

from perfectplay.board import Board, Cell, Graph, HexGrid, Lattice, Place, TriangularGrid, column_letters
from perfectplay.errors import ParseError
from perfectplay.picture.graphs import graph_lines, graph_shapes
from perfectplay.picture.shapes import PALETTE, USUAL_LOOKS, Disc, Label, Look, Picture, Point, Polygon, Shape, between


def draw_board(
    board: Board,
    state: str,
    looks: Mapping[str, Look] | None = None,
    title: str = "",
    rings: Collection[Cell] = (),
    edge_looks: Mapping[str, Look] | None = None,
) -> Picture:
    """The picture of a state; a symbol without a look is printed, except that a dot is an empty cell. `rings` are cells
    of a goal that is not a mark of the board; `edge_looks` are those of kinds of edges that are not cells."""
    marks = {cell: (*board.marks_of(cell), *("goal",) * (cell in rings)) for cell in board.cells}
    known = {**USUAL_LOOKS, **(looks or {})}
    if len(state) != len(board.cells):
        raise ParseError(f"the state has {len(state)} symbols", expected=f"{len(board.cells)}, one per cell")
    if isinstance(board, Lattice):
        return Picture(tuple(_lattice(board, state, known, marks)), named_lines(board, board.lines(state)), title)
    if isinstance(board, Graph):
        shapes = tuple(graph_shapes(board, state, known, marks, edge_looks or {}))
        return Picture(shapes, graph_lines(board, state), title)
    raise TypeError(f"cannot draw a {type(board).__name__}")


def _piece(
    look: Look, symbol: str, outline: tuple[Point, ...], centre: Point, radius: float, marks: tuple[str, ...]
) -> Iterator[Shape]:
    """What stands on a cell: `radius` is that of the largest disc that fits into `outline`."""
    text = look.text or (symbol if look.shape == "label" else "")
    ring = 0.6 * radius
    if look.shape == "disc":
        yield Disc(centre, 0.72 * radius, look.role)
        ring = 0.88 * radius
    elif look.shape == "block":
        yield Polygon(tuple(between(centre, point, 0.86) for point in outline), look.role)
        ring = 0.4 * radius
    elif text:
        ring = 0.8 * radius
    for number, mark in enumerate(marks):
        role = mark if mark in PALETTE else "goal"
        hidden = look.shape == "block" and role == look.role
        yield Disc(centre, ring * (1 - 0.25 * number), "paper" if hidden else role, hollow=True)
    if text:
        size = radius * min(1.1, 2.2 / len(text))
        yield Label(centre, text, look.role, size, upon=look.shape != "label")


_HEX_RADIUS = 1 / sqrt(3)
_TRIANGLE_SIDE = 1.7
_TRIANGLE_HEIGHT = _TRIANGLE_SIDE * sqrt(3) / 2


def outline_of(board: Lattice, place: Place) -> tuple[Point, ...]:
    """The corners of a place."""
    row, col = place
    if isinstance(board, HexGrid):
        x, y = col / 2, row * sqrt(3) / 2
        turns = [pi / 6 + turn * pi / 3 for turn in range(6)]
        return tuple((x + _HEX_RADIUS * cos(turn), y + _HEX_RADIUS * sin(turn)) for turn in turns)
    if isinstance(board, TriangularGrid):
        x, y = col * _TRIANGLE_SIDE / 2, row * _TRIANGLE_HEIGHT
        base, tip = (y + _TRIANGLE_HEIGHT, y) if board.points_up(place) else (y, y + _TRIANGLE_HEIGHT)
        return (x, base), (x + _TRIANGLE_SIDE, base), (x + _TRIANGLE_SIDE / 2, tip)
    return (col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)


def _lattice(
    board: Lattice, state: str, looks: Mapping[str, Look], marks: Mapping[Cell, tuple[str, ...]]
) -> Iterator[Shape]:
    radius = _TRIANGLE_HEIGHT / 3 if isinstance(board, TriangularGrid) else 0.5
    for place, letter in board.voids.items():
        if letter == "#":
            yield Polygon(outline_of(board, place), "wall")
    drawn: list[Shape] = []
    for cell, symbol in zip(board.cells, state, strict=True):
        look = looks.get(symbol, Look("label"))
        if look.shape == "none":
            continue
        outline = outline_of(board, cell)
        centre = _middle(outline)
        yield Polygon(outline, look.role if look.shape == "empty" else "empty")
        drawn.extend(_piece(look, symbol, outline, centre, radius, marks[cell]))
    yield from drawn
    yield from coordinates(board)


def coordinates(board: Lattice) -> Iterator[Shape]:
    """Column letters above and row numbers to the left of all places that are not blank."""
    shown = [*board.cells, *(place for place, letter in board.voids.items() if letter == "#")]
    corners = [corner for place in shown for corner in outline_of(board, place)]
    if not corners:
        return
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    columns = {col: (row, col) for row, col in shown}
    for col in sorted(columns):
        outline = outline_of(board, columns[col])
        middle = (min(x for x, _ in outline) + max(x for x, _ in outline)) / 2
        yield Label((middle, top - 0.3), column_letters(col), "faint", 0.32)
    rows = {row: (row, col) for row, col in shown}
    width = 0.19 * len(str(board.rows))
    for row in sorted(rows):
        outline = outline_of(board, rows[row])
        middle = (min(y for _, y in outline) + max(y for _, y in outline)) / 2
        yield Label((left - 0.15 - width / 2, middle), str(row + 1), "faint", 0.32)


def _middle(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def named_lines(board: Lattice, rows: Sequence[str]) -> tuple[str, ...]:
    """Column letters on top (read downwards where there are several) and row numbers at the left."""
    gap = "" if isinstance(board, HexGrid) else " "
    margin = len(str(board.rows))
    used = {col for _, col in (*board.cells, *board.voids)}
    names = [column_letters(col) if col in used else "" for col in range(board.cols)]
    depth = max(map(len, names))
    heads = [gap.join(name.rjust(depth)[level] for name in names) for level in range(depth)]
    return (
        *(f"{'':{margin}} {head}".rstrip() for head in heads),
        *(f"{number:{margin}} {gap.join(row)}".rstrip() for number, row in enumerate(rows, 1)),
    )
