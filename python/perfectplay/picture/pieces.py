"""Heaps of tokens, cakes, and pieces of several squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from perfectplay.board import Lattice, Place
from perfectplay.picture.boards import coordinates, named_lines
from perfectplay.picture.compose import picture_of_text
from perfectplay.picture.shapes import Disc, Label, Picture, Point, Polygon, Shape


def draw_heaps(heaps: Sequence[int], title: str = "") -> Picture:
    """Heaps as columns of tokens; a heap too high to draw shows only its size."""
    most = 12
    shapes: list[Shape] = []
    for column, heap in enumerate(heaps):
        for token in range(min(heap, most)):
            shapes.append(Disc((float(column), -float(token)), 0.42, "accent" if heap <= most else "block"))
        shapes.append(Label((float(column), 1.0), str(heap), "ink"))
    if not heaps:
        shapes.append(Label((0.0, 1.0), "no heaps", "ink"))
    lines = tuple(f"{heap}: {'o' * min(heap, 60)}{'…' if heap > 60 else ''}" for heap in heaps) or ("no heaps",)
    return Picture(tuple(shapes), lines, title)


MOST_SQUARES = 200
"""Of cakes that are drawn."""


def draw_cakes(cakes: Sequence[tuple[int, int, int]], line: str, title: str = "") -> Picture:
    """Rectangles of squares side by side, upon one line: rows, columns, and how many there are of each. The text alone
    if that is too much to draw."""
    if not cakes or sum(rows * columns * number for rows, columns, number in cakes) > MOST_SQUARES:
        return picture_of_text(line, title)
    shapes: list[Shape] = []
    left = 0
    for rows, columns, number in cakes:
        for _ in range(number):
            for row, column in product(range(rows), range(columns)):
                x, y = left + column, row - rows
                shapes.append(Polygon(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)), "accent"))
            left += columns + 1
    return Picture(tuple(shapes), (line,), title)


PIECES = ("accent", "second", "yellow", "green", "block", "left", "right")


def draw_blocks(
    board: Lattice,
    letters: Mapping[Place, str],
    goals: Iterable[Place],
    lines: Sequence[str],
    title: str = "",
    roles: Sequence[str] = PIECES,
    named: bool = False,
    others: Iterable[str] = (),
) -> Picture:
    """Pieces as solid areas, which take their roles in turn: `letters` names the piece on each place; places of a goal
    carry a dot. Rows and columns are named where moves refer to them. `others` are pieces that also take roles, but are
    not drawn."""
    shapes: list[Shape] = [Polygon(_piece_outline([place], 0.0), "empty") for place in board.cells]
    walls = [place for place, letter in board.voids.items() if letter.strip()]
    shapes += [Polygon(_piece_outline([place], 0.0), "wall") for place in walls]
    pieces: dict[str, list[Place]] = {}
    for place, name in sorted(letters.items()):
        pieces.setdefault(name, []).append(place)
    order = {name: number for number, name in enumerate(sorted({*pieces, *others}))}
    for name in sorted(pieces):
        role = roles[order[name] % len(roles)]
        row, col = pieces[name][0]
        shapes.append(Polygon(_piece_outline(pieces[name], 0.05), role))
        shapes.append(Label((col + 0.5, row + 0.5), name, role, upon=True))
    shapes += [Disc((col + 0.5, row + 0.82), 0.08, "goal") for row, col in goals]
    shapes += coordinates(board) if named else ()
    return Picture(tuple(shapes), named_lines(board, lines) if named else tuple(lines), title)


def _piece_outline(places: Sequence[Place], inset: float) -> tuple[Point, ...]:
    """The outer boundary of connected squares (the first one topmost), clockwise, moved inwards by `inset`."""
    inside = set(places)
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, col in places:
        corners = ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))
        beyond = ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1))
        for side, other in enumerate(beyond):
            if other not in inside:
                edges.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    start = (places[0][1], places[0][0])
    at, heading = start, (1, 0)
    points: list[Point] = []
    while True:
        # where two squares touch only at a corner, turn right: around the square just followed
        x, y = at
        right_turn = (x - heading[1], y + heading[0])
        following = right_turn if right_turn in edges[at] else edges[at][0]
        turned = (following[0] - x, following[1] - y)
        if turned != heading or at == start:
            points.append((x - inset * (heading[1] + turned[1]), y + inset * (heading[0] + turned[0])))
        at, heading = following, turned
        if at == start:
            # the first corner was written before the last edge was known
            points[0] = (start[0] - inset * heading[1], start[1] + inset)
            return tuple(points)
