"""Pictures as data: shapes in unit coordinates with roles instead of colours, and the same drawing as lines of text.

`draw_board` turns a board and a state into a `Picture`; a `Look` says how a symbol is shown. A picture prints as text
and shows itself as SVG in notebooks. The palette is that of Okabe and Ito (colours that stay apart for all common kinds
of colour blindness) on quiet greys; Left is blue and Right is red, as the literature has it.

Layout: one unit is the width of a square or a hexagon, y grows downwards. Vertices of graphs stand on a circle in
their order, clockwise from the top, so that the same graph is always drawn alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import cos, dist, pi, sin, sqrt
from types import MappingProxyType
from typing import TypeAlias

from perfectplay.board import Board, Cell, Edge, Graph, HexGrid, Lattice, Place, TriangularGrid, column_letters
from perfectplay.errors import ParseError, quote

Point: TypeAlias = tuple[float, float]

# Of each role: what fills it, what outlines it, and in what a text upon it is written.
PALETTE: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "paper": ("#ffffff", "none", "#24292f"),
        "empty": ("#f6f3ec", "#b8b0a2", "#24292f"),
        "wall": ("#4a525c", "#3a4149", "#ffffff"),
        "block": ("#8a94a0", "#5f6873", "#ffffff"),
        "black": ("#24292f", "#0d1013", "#ffffff"),
        "white": ("#ffffff", "#24292f", "#24292f"),
        "left": ("#0072b2", "#00507d", "#ffffff"),
        "right": ("#d55e00", "#984300", "#ffffff"),
        "left_tint": ("#b5d8ee", "#5b9cc4", "#24292f"),
        "right_tint": ("#f7cfae", "#d0905c", "#24292f"),
        "green": ("#009e73", "#006b4e", "#ffffff"),
        "accent": ("#56b4e9", "#2b81b3", "#24292f"),
        "second": ("#cc79a7", "#96527a", "#24292f"),
        "yellow": ("#f0e442", "#a89d12", "#24292f"),
        "goal": ("#e69f00", "#a87400", "#24292f"),
        "ink": ("#24292f", "#24292f", "#ffffff"),
        "faint": ("#8c857a", "#c9c2b4", "#24292f"),
    }
)


def _check_role(role: str) -> None:
    if role not in PALETTE:
        raise ValueError(f"unknown role {quote(role)} (expected one of {', '.join(PALETTE)})")


@dataclass(frozen=True)
class Polygon:
    points: tuple[Point, ...]
    role: str = "empty"


@dataclass(frozen=True)
class Disc:
    """A disc, or a ring if it is `hollow`."""

    centre: Point
    radius: float
    role: str = "black"
    hollow: bool = False


@dataclass(frozen=True)
class Stroke:
    """A line through points; if `curved`, the three points are start, control point and end of a quadratic curve."""

    points: tuple[Point, ...]
    role: str = "ink"
    width: float = 0.06
    curved: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Label:
    """A text centred at a point; `role` is the colour, or that of the thing below if `upon` is set."""

    centre: Point
    text: str
    role: str = "ink"
    size: float = 0.5
    upon: bool = False


Shape: TypeAlias = Polygon | Disc | Stroke | Label


@dataclass(frozen=True)
class Look:
    """How a symbol is shown: `shape` is empty, disc, block, label (prints the symbol) or none; `text` goes on top."""

    shape: str = "label"
    role: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        roles = {"empty": "empty", "disc": "black", "block": "block", "label": "ink", "none": "empty"}
        if self.shape not in roles:
            raise ValueError(f"unknown shape {quote(self.shape)} (expected one of {', '.join(roles)})")
        object.__setattr__(self, "role", self.role or roles[self.shape])
        _check_role(self.role)


_USUAL_LOOKS: Mapping[str, Look] = MappingProxyType({".": Look("empty")})
_MARGIN = 0.25


@dataclass(frozen=True)
class Picture:
    shapes: tuple[Shape, ...]
    lines: tuple[str, ...]
    title: str = ""

    def __post_init__(self) -> None:
        for shape in self.shapes:
            _check_role(shape.role)

    def text(self) -> str:
        return "\n".join(self.lines)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self, scale: float = 40) -> str:
        """A standalone SVG document in which one unit is `scale` pixels."""
        left, top, right, bottom = self._box()
        width, height = _number((right - left) * scale), _number((bottom - top) * scale)
        frame = " ".join(_number(scale * value) for value in (left, top, right - left, bottom - top))
        title = _clean(self.title or "board")
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" width="{width}" height="{height}" '
            f'role="img" aria-label="{escape(title)}">'
        )
        paper = (
            f'<rect x="{_number(left * scale)}" y="{_number(top * scale)}" '
            f'width="{width}" height="{height}" fill="{PALETTE["paper"][0]}"/>'
        )
        body = [_svg(shape, scale) for shape in self.shapes]
        return "\n".join([head, f"<title>{escape(title)}</title>", paper, *body, "</svg>"]) + "\n"

    def _box(self) -> tuple[float, float, float, float]:
        corners = [corner for shape in self.shapes for corner in _extent(shape)] or [(0.0, 0.0), (1.0, 1.0)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN


def _extent(shape: Shape) -> tuple[Point, ...]:
    if isinstance(shape, Polygon | Stroke):
        return shape.points
    x, y = shape.centre
    if isinstance(shape, Disc):
        return (x - shape.radius, y - shape.radius), (x + shape.radius, y + shape.radius)
    half = 0.3 * shape.size * len(shape.text)
    return (x - half, y - shape.size / 2), (x + half, y + shape.size / 2)


def _number(value: float) -> str:
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def _clean(text: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _svg(shape: Shape, scale: float) -> str:
    fill, outline, upon = PALETTE[shape.role]
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(x * scale)},{_number(y * scale)}" for x, y in shape.points)
        width = _number(0.03 * scale)
        return f'<polygon points="{points}" fill="{fill}" stroke="{outline}" stroke-width="{width}"/>'
    if isinstance(shape, Stroke):
        places = [f"{_number(x * scale)} {_number(y * scale)}" for x, y in shape.points]
        path = f"M{places[0]}Q{' '.join(places[1:])}" if shape.curved else f"M{'L'.join(places)}"
        dashes = f' stroke-dasharray="{_number(0.12 * scale)}"' if shape.dashed else ""
        return (
            f'<path d="{path}" fill="none" stroke="{fill}" stroke-width="{_number(shape.width * scale)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{dashes}/>'
        )
    x, y = (_number(value * scale) for value in shape.centre)
    if isinstance(shape, Disc):
        paint = (
            f'fill="none" stroke="{fill}" stroke-width="{_number(0.06 * scale)}"'
            if shape.hollow
            else f'fill="{fill}" stroke="{outline}" stroke-width="{_number(0.03 * scale)}"'
        )
        return f'<circle cx="{x}" cy="{y}" r="{_number(shape.radius * scale)}" {paint}/>'
    return (
        f'<text x="{x}" y="{y}" dy="0.35em" font-family="sans-serif" font-size="{_number(shape.size * scale)}" '
        f'text-anchor="middle" fill="{upon if shape.upon else fill}">{escape(_clean(shape.text))}</text>'
    )


def draw_board(board: Board, state: str, looks: Mapping[str, Look] | None = None, title: str = "") -> Picture:
    """The picture of a state; a symbol without a look is printed, except that a dot is an empty cell."""
    known = {**_USUAL_LOOKS, **(looks or {})}
    if len(state) != len(board.cells):
        raise ParseError(f"the state has {len(state)} symbols", expected=f"{len(board.cells)}, one per cell")
    if isinstance(board, Lattice):
        return Picture(tuple(_lattice(board, state, known)), _named_lines(board, board.lines(state)), title)
    if isinstance(board, Graph):
        return Picture(tuple(_graph(board, state, known)), (board.text(state),), title)
    raise TypeError(f"cannot draw a {type(board).__name__}")


# Pieces and marks


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
        yield Polygon(tuple(_between(centre, point, 0.86) for point in outline), look.role)
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


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


# Grids

_HEX_RADIUS = 1 / sqrt(3)
_TRIANGLE_SIDE = 1.7
_TRIANGLE_HEIGHT = _TRIANGLE_SIDE * sqrt(3) / 2


def _outline(board: Lattice, place: Place) -> tuple[Point, ...]:
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


def _lattice(board: Lattice, state: str, looks: Mapping[str, Look]) -> Iterator[Shape]:
    radius = _TRIANGLE_HEIGHT / 3 if isinstance(board, TriangularGrid) else 0.5
    for place, letter in board.voids.items():
        if letter == "#":
            yield Polygon(_outline(board, place), "wall")
    drawn: list[Shape] = []
    for cell, symbol in zip(board.cells, state, strict=True):
        look = looks.get(symbol, Look("label"))
        if look.shape == "none":
            continue
        outline = _outline(board, cell)
        centre = _middle(outline)
        yield Polygon(outline, look.role if look.shape == "empty" else "empty")
        drawn.extend(_piece(look, symbol, outline, centre, radius, board.marks_of(cell)))
    yield from drawn
    yield from _coordinates(board)


def _coordinates(board: Lattice) -> Iterator[Shape]:
    """Column letters above and row numbers to the left of all places that are not blank."""
    shown = [*board.cells, *(place for place, letter in board.voids.items() if letter == "#")]
    corners = [corner for place in shown for corner in _outline(board, place)]
    if not corners:
        return
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    columns = {col: (row, col) for row, col in shown}
    for col in sorted(columns):
        outline = _outline(board, columns[col])
        middle = (min(x for x, _ in outline) + max(x for x, _ in outline)) / 2
        yield Label((middle, top - 0.3), column_letters(col), "faint", 0.32)
    rows = {row: (row, col) for row, col in shown}
    width = 0.19 * len(str(board.rows))
    for row in sorted(rows):
        outline = _outline(board, rows[row])
        middle = (min(y for _, y in outline) + max(y for _, y in outline)) / 2
        yield Label((left - 0.15 - width / 2, middle), str(row + 1), "faint", 0.32)


def _middle(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _named_lines(board: Lattice, rows: Sequence[str]) -> tuple[str, ...]:
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


# Graphs

_VERTEX = 0.32
_BEND = 0.45


def _graph(board: Graph, state: str, looks: Mapping[str, Look]) -> Iterator[Shape]:
    count = len(board.vertices)
    ring = 0.0 if count == 1 else max(1.6, 1.5 * count / (2 * pi))
    turns = {vertex: 2 * pi * number / count for number, vertex in enumerate(board.vertices)}
    where = {vertex: (ring * sin(turn), -ring * cos(turn)) for vertex, turn in turns.items()}
    symbols: dict[Cell, str] = dict(zip(board.cells, state, strict=True))
    gone = {vertex for vertex in board.vertices if looks.get(symbols[vertex], Look("label")).shape == "none"}
    alike: dict[frozenset[str], list[Edge]] = {}
    for edge in board.edges:
        alike.setdefault(frozenset(edge[:2]), []).append(edge)
    for edges in alike.values():
        for number, edge in enumerate(edges):
            symbol = symbols.get(edge)
            look = looks.get(symbol, Look("label")) if symbol is not None else Look("empty", "ink")
            if look.shape == "none" or not gone.isdisjoint(edge[:2]):
                continue
            if edge[0] == edge[1]:
                path = _loop(where[edge[0]], turns[edge[0]], number)
            else:
                path = _curve(where[edge[0]], where[edge[1]], number - (len(edges) - 1) / 2, edge[0] > edge[1])
            target = where[edge[1]] if board.directed else None
            yield from _edge(path, target, look, symbol or "", board.marks_of(edge))
    for vertex in board.vertices:
        symbol = symbols[vertex]
        yield from _vertex(where[vertex], looks.get(symbol, Look("label")), symbol, board.marks_of(vertex))
        loops = len(alike.get(frozenset((vertex,)), ()))
        right, down = sin(turns[vertex]), -cos(turns[vertex])
        out = _VERTEX + 0.24 + 0.07 * (len(vertex) - 1) * abs(right) + (0.3 + 0.3 * loops if loops else 0)
        x, y = where[vertex]
        yield Label((x + out * right, y + out * down), vertex, "faint", 0.3)


def _vertex(at: Point, look: Look, symbol: str, marks: tuple[str, ...]) -> Iterator[Shape]:
    if look.shape == "none":
        return
    if look.shape == "block":
        x, y = at
        half = 0.85 * _VERTEX
        yield Polygon(
            ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)), look.role
        )
    else:
        yield Disc(at, _VERTEX, "empty" if look.shape == "label" else look.role)
    for number, mark in enumerate(marks):
        yield Disc(at, _VERTEX + 0.08 + 0.08 * number, mark if mark in PALETTE else "goal", hollow=True)
    text = look.text or (symbol if look.shape == "label" else "")
    if text:
        yield Label(at, text, look.role, min(0.4, 0.75 / len(text)), upon=look.shape != "label")


def _curve(start: Point, end: Point, rank: float, backwards: bool) -> tuple[Point, ...]:
    """An edge, bent away from its parallels; the bend is measured alike in both directions."""
    if not rank:
        return start, end
    bend = 2 * _BEND * (-rank if backwards else rank)
    length = dist(start, end)
    x, y = _between(start, end, 0.5)
    return start, (x - bend * (end[1] - start[1]) / length, y + bend * (end[0] - start[0]) / length), end


def _loop(at: Point, turn: float, number: int) -> tuple[Point, ...]:
    """A closed line that leaves the vertex outwards and comes back."""
    size = 0.3 + 0.12 * number
    out = (sin(turn), -cos(turn))
    centre = (at[0] + out[0] * (_VERTEX * 0.7 + size), at[1] + out[1] * (_VERTEX * 0.7 + size))
    steps = 24
    angles = [2 * pi * step / steps for step in range(steps + 1)]
    return tuple(
        (
            centre[0] - size * (out[0] * cos(angle) - out[1] * sin(angle)),
            centre[1] - size * (out[1] * cos(angle) + out[0] * sin(angle)),
        )
        for angle in angles
    )


def _edge(
    path: tuple[Point, ...], target: Point | None, look: Look, symbol: str, marks: tuple[str, ...]
) -> Iterator[Shape]:
    """An edge along `path`, with an arrow head at the vertex `target` if there is one."""
    plain = look.shape in ("label", "disc")
    faint = look.shape == "empty" and look.role == "empty"
    role = "ink" if plain else "faint" if faint else look.role
    width = 0.12 if look.shape == "block" else 0.05
    curved = len(path) == 3
    if len(path) > 3:
        middle = path[len(path) // 2]
    elif curved:
        middle = _between(_between(path[0], path[1], 0.5), _between(path[1], path[2], 0.5), 0.5)
    else:
        middle = _between(path[0], path[-1], 0.5)
    if target:
        path, head = _arrow(path, target, role)
        yield head
    yield Stroke(path, role, width, curved, faint)
    text = look.text or (symbol if look.shape == "label" else "")
    if look.shape == "disc":
        yield Disc(middle, 0.16, look.role)
    elif text:
        yield Disc(middle, 0.18, "paper")
    for number, mark in enumerate(marks):
        yield Disc(middle, 0.22 + 0.06 * number, mark if mark in PALETTE else "goal", hollow=True)
    if text:
        yield Label(middle, text, look.role, 0.32, upon=look.shape == "disc")


def _arrow(path: tuple[Point, ...], target: Point, role: str) -> tuple[tuple[Point, ...], Polygon]:
    """The path cut short where it reaches the vertex, and the arrow head to put there."""
    reach = _VERTEX + 0.03
    if len(path) > 3:  # a loop, made of many points
        last = max(number for number, point in enumerate(path) if dist(point, target) >= reach)
        path, tip, back = path[: last - 1], path[last], path[last - 3]
    else:
        path, back = path[:-1], path[-2]
        tip = _between(target, back, reach / dist(target, back))
    length = dist(back, tip)
    dx, dy = (tip[0] - back[0]) / length, (tip[1] - back[1]) / length
    foot = (tip[0] - 0.2 * dx, tip[1] - 0.2 * dy)
    wings = (foot[0] - 0.1 * dy, foot[1] + 0.1 * dx), (foot[0] + 0.1 * dy, foot[1] - 0.1 * dx)
    return (*path, foot), Polygon((tip, *wings), role)


def draw_rooted(
    ends: Sequence[tuple[int, int]], roles: Sequence[str], names: Mapping[int, str], text: str, title: str = ""
) -> Picture:
    """A graph that stands on the ground, which is vertex 0: edges in their roles, none where the role is empty.

    A vertex stands as high as it is far from the ground, above the middle of those that are reached through it.
    """
    at: dict[int, list[int]] = {0: []}
    alike: dict[tuple[int, int], list[int]] = {}
    for number, (a, b) in enumerate(ends):
        alike.setdefault((min(a, b), max(a, b)), []).append(number)
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    height, order, above = {0: 0}, [0], dict[int, list[int]]()
    for vertex in order:
        new = [other for other in dict.fromkeys(at[vertex]) if other not in height]
        height.update(dict.fromkeys(new, height[vertex] + 1))
        above[vertex] = new
        order.extend(new)
    across: dict[int, float] = {}
    todo, leaves = [0], 0
    while todo:
        vertex = todo[-1]
        if above[vertex] and above[vertex][-1] not in across:
            todo.extend(reversed(above[vertex]))
            continue
        across[todo.pop()] = sum(across[v] for v in above[vertex]) / len(above[vertex]) if above[vertex] else leaves
        leaves += not above[vertex]
    where = {vertex: (across[vertex], -float(height[vertex])) for vertex in order}
    left, right = min(across.values()), max(across.values()) + len(alike.get((0, 0), ()))
    shapes: list[Shape] = [
        Polygon(((left - 0.6, 0), (right + 0.6, 0), (right + 0.6, 0.15), (left - 0.6, 0.15)), "wall")
    ]
    for (a, b), edges in alike.items():
        for rank, number in enumerate(edges):
            if not roles[number] or b not in where:
                continue
            if a == b:
                x, y = (right - rank, 0.0) if a == 0 else where[a]
                path = _loop((x, y + 0.7 * _VERTEX), 0, 0 if a == 0 else rank)
            else:
                start = (where[b][0], 0.0) if a == 0 else where[a]
                bend = rank - (len(edges) - 1) / 2
                # an edge between vertices of one height passes those between them
                bend += 0.5 * (height[a] == height[b] and abs(across[a] - across[b]) > 1)
                path = _curve(start, where[b], bend, False)
            shapes.append(Stroke(path, roles[number], 0.1, curved=len(path) == 3))
    there = {vertex for number, pair in enumerate(ends) if roles[number] for vertex in pair} - {0}
    shapes.extend(Disc(where[vertex], 0.09, "ink") for vertex in order if vertex in there)
    shapes.extend(
        Label((where[vertex][0] + 0.25, where[vertex][1] - 0.1), names[vertex], "faint", 0.3)
        for vertex in order
        if vertex in there and vertex in names
    )
    return Picture(tuple(shapes), (text,), title)


def picture_of_text(text: str, title: str = "") -> Picture:
    """Plain text as a picture: one label a line."""
    lines = tuple(text.split("\n"))
    return Picture(tuple(Label((0.0, float(row)), line, "ink") for row, line in enumerate(lines) if line), lines, title)


def beside(pictures: Sequence[Picture], title: str = "", sign: str = "+") -> Picture:
    """Pictures in a row, with signs between them."""
    shapes: list[Shape] = []
    columns: list[list[str]] = []
    x = 0.0
    middle = max((picture._box()[3] - picture._box()[1] for picture in pictures), default=1.0) / 2
    for number, picture in enumerate(pictures):
        if number:
            shapes.append(Label((x + 0.5, middle), sign, "ink", 0.7))
            columns.append([f" {sign} "])
            x += 1.0
        left, top, right, bottom = picture._box()
        move = (x - left, middle - (top + bottom) / 2)
        shapes.extend(_moved(shape, move) for shape in picture.shapes)
        columns.append(list(picture.lines))
        x += right - left
    height = max(map(len, columns), default=0)
    for column in columns:
        width = max(map(len, column), default=0)
        column[:] = [line.ljust(width) for line in column] + [" " * width] * (height - len(column))
    lines = tuple("".join(row).rstrip() for row in zip(*columns, strict=True))
    return Picture(tuple(shapes), lines, title)


def towards(picture: Picture, goal: Picture, away: bool = False) -> Picture:
    """A position and its goal, or what it should be otherwise than: in the text beside the last lines."""
    lines = [*[""] * (len(goal.lines) - len(picture.lines)), *picture.lines]
    width = max(map(len, lines))
    arrow = "-> not" if away else "->"
    for number, line in enumerate(goal.lines, len(lines) - len(goal.lines)):
        sign = arrow if number == len(lines) - len(goal.lines) // 2 - 1 else " " * len(arrow)
        lines[number] = f"{lines[number].ljust(width)}  {sign}  {line}"
    shapes = beside([picture, goal], sign="≠" if away else "→").shapes
    return Picture(shapes, tuple(line.rstrip() for line in lines), picture.title)


def _moved(shape: Shape, by: Point) -> Shape:
    def move(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    if isinstance(shape, Polygon | Stroke):
        return replace(shape, points=tuple(map(move, shape.points)))
    return replace(shape, centre=move(shape.centre))


def draw_heaps(heaps: Sequence[int], title: str = "") -> Picture:
    """Heaps as columns of tokens; a heap too high to draw shows its size only."""
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
    carry a dot. Rows and columns are named where moves refer to them. `others` are pieces that have roles, too, but are
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
    shapes += _coordinates(board) if named else ()
    return Picture(tuple(shapes), _named_lines(board, lines) if named else tuple(lines), title)


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
        # where two squares touch at a corner only, turn right: around the square one comes from
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
