"""Pictures of webs: chains and loops are coloured by kind, and coins in open chains are marked."""

from __future__ import annotations

from perfectplay.board import Graph, column_letters
from perfectplay.families.dots_and_boxes.anatomy import Anatomy
from perfectplay.families.dots_and_boxes.graphs import write_graph
from perfectplay.families.dots_and_boxes.grid import drawing, lines_of
from perfectplay.families.dots_and_boxes.web import GROUND_NAME, Tangle
from perfectplay.picture import Disc, Label, Look, Picture, Point, Polygon, Shape, Stroke, draw_board

ROLES = {
    "short chain": "yellow",
    "long chain": "accent",
    "loop": "second",
    "half-open chain": "goal",
    "open chain": "goal",
}
LETTERS = dict(zip(ROLES, "slohp", strict=True)) | {"joint": "j", "captured": ".", "ground": "g"}
OPEN = "!"
"""The mark of coins in chains that are open at an end."""


def _kinds(tangle: Tangle) -> dict[int, str]:
    return {coin: piece.kind for piece in Anatomy(tangle).pieces for coin in piece.coins}


def _mark(kind: str | None) -> str:
    return OPEN if kind in ("half-open chain", "open chain") else ""


def draw_grid(tangle: Tangle, title: str) -> Picture:
    """A board of Dots-and-Boxes; the text has the names of the dots' columns and rows."""
    rows, cols = tangle.web.board
    kinds, tied = _kinds(tangle), set(tangle.tied)
    shapes: list[Shape] = []
    for coin in range(rows * cols):
        row, col = divmod(coin, cols)
        corners: tuple[Point, ...] = ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))
        role = ROLES[kinds[coin]] if coin in kinds else "empty" if coin in tied else "block"
        shapes.append(Polygon(corners, role))
        if _mark(kinds.get(coin)):
            shapes.append(Label((col + 0.5, row + 0.5), OPEN, role, upon=True))
    for number, (y, x) in enumerate(lines_of(rows, cols)):
        across, down = (0.5, 0.0) if x % 2 else (0.0, 0.5)
        dots = ((x / 2 - across, y / 2 - down), (x / 2 + across, y / 2 + down))
        drawn = number not in tangle.left
        shapes.append(Stroke(dots, "ink", 0.1) if drawn else Stroke(dots, "faint", 0.02, dashed=True))
    shapes += [Disc((x, y), 0.09, "black") for y in range(rows + 1) for x in range(cols + 1)]
    shapes += [Label((x, -0.35), column_letters(x), "faint", 0.32) for x in range(cols + 1)]
    shapes += [Label((-0.4, y), str(y + 1), "faint", 0.32) for y in range(rows + 1)]
    return Picture(tuple(shapes), _lines(tangle), title)


def _lines(tangle: Tangle) -> tuple[str, ...]:
    rows, cols = tangle.web.board
    margin = len(str(rows + 1))
    names = [column_letters(col) for col in range(cols + 1)]
    depth = max(map(len, names))
    heads = [" ".join(name.rjust(depth)[level] for name in names) for level in range(depth)]
    numbered = (f"{y // 2 + 1 if y % 2 == 0 else '':>{margin}} {row}" for y, row in enumerate(drawing(tangle)))
    return (*(f"{'':{margin}} {head}".rstrip() for head in heads), *(row.rstrip() for row in numbered))


def draw_graph(tangle: Tangle, title: str) -> Picture:
    """A web on any graph; the text lists the chains and loops."""
    board = Graph.parse(tangle.web.board, edge_cells=True)[0]
    kinds, tied = _kinds(tangle), set(tangle.tied)
    looks = {"j": Look("disc", "empty"), ".": Look("none"), "g": Look("block", "wall", "="), "x": Look("none")}
    looks |= {"-": Look("empty", "ink")}
    looks |= {LETTERS[kind]: Look("disc", role, _mark(kind)) for kind, role in ROLES.items()}
    number = {name: n for n, name in enumerate(tangle.web.coins)}

    def kind(vertex: str) -> str:
        if vertex == GROUND_NAME:
            return "ground"
        coin = number[vertex]
        return kinds.get(coin, "joint" if coin in tied else "captured")

    state = "".join(LETTERS[kind(vertex)] for vertex in board.vertices)
    state += "".join("-" if n in tangle.left else "x" for n in range(len(board.edges)))
    shapes = draw_board(board, state, looks).shapes
    return Picture(shapes, (write_graph(tangle), *str(Anatomy(tangle)).split("\n")), title)
