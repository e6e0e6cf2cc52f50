"""Pictures: what is drawn where, the text drawing, and SVG that a strict XML reader accepts."""

from __future__ import annotations

import pickle
import re
from dataclasses import FrozenInstanceError
from itertools import pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.board import Board, Graph, Grid, HexGrid, Lattice, TriangularGrid
from perfectplay.errors import ParseError
from perfectplay.picture import PALETTE, Disc, Label, Look, Picture, Polygon, Stroke, draw_board

LETTERS = {
    "#": (None, ""),
    " ": (None, ""),
    "-": (".", ""),
    "$": ("$", ""),
    "@": ("@", ""),
    ".": (".", "goal"),
    "*": ("$", "goal"),
}
LOOKS = {
    "$": Look("block", "accent"),
    "@": Look("disc", "left"),
    "x": Look("disc", "black"),
    "o": Look("disc", "white"),
}
SVG = "{http://www.w3.org/2000/svg}"


def of_kind(picture: Picture, kind: type, role: str | None = None) -> list[object]:
    return [shape for shape in picture.shapes if isinstance(shape, kind) and role in (None, shape.role)]


def boards() -> list[tuple[Board, str]]:
    return [
        Grid.parse("####|#@.#|#$*#|## #", LETTERS),
        Grid.parse("xo.|7..", None),
        HexGrid.parse("   .|  x o| . . .|o x o x", None),
        TriangularGrid.parse("  x  |.o.x.|..x..", None),
        Graph.parse("a-b b-c c-a a-b c-c d; a=x b=7"),
        Graph.parse("a>b b>a a>b c>c c>c; c=x a>b#2=o", edge_cells=True),
        Graph.parse("a"),
    ]


def area(points: tuple[tuple[float, float], ...]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*points, points[0])))) / 2


@pytest.mark.parametrize(("board", "state"), boards())
def test_svg_is_well_formed_and_within_its_frame(board: Board, state: str) -> None:
    picture = draw_board(board, state, LOOKS, 'a <title> & "more"')
    root = ElementTree.fromstring(picture.svg())
    assert root.tag == SVG + "svg" and picture._repr_svg_() == picture.svg()
    assert root[0].tag == SVG + "title" and root[0].text == 'a <title> & "more"' == root.get("aria-label")
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == (width, height)
    spots = []
    for element in root.iter():
        spots += [tuple(map(float, pair.split(","))) for pair in element.get("points", "").split()]
        spots += [
            (float(element.attrib[f"{c}x"]), float(element.attrib[f"{c}y"])) for c in "c" if f"{c}x" in element.attrib
        ]
        spots += [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", element.get("d", ""))]
    assert spots and all(left <= x <= left + width and top <= y <= top + height for x, y in spots)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<style|<script|href|url\(|@import", picture.svg())
    doubled = ElementTree.fromstring(picture.svg(scale=80))
    assert float(doubled.attrib["width"]) == pytest.approx(2 * width, abs=0.02)


@pytest.mark.parametrize(("board", "state"), boards())
def test_pictures_are_immutable_data_and_deterministic(board: Board, state: str) -> None:
    picture = draw_board(board, state, LOOKS, "it")
    assert picture == draw_board(board, state, LOOKS, "it") and hash(picture) == hash(
        draw_board(board, state, LOOKS, "it")
    )
    assert pickle.loads(pickle.dumps(picture)) == picture
    assert str(picture) == picture.text() == "\n".join(picture.lines)
    with pytest.raises(FrozenInstanceError):
        picture.title = "other"  # type: ignore[misc]


def test_cells_do_not_overlap_and_leave_no_gaps() -> None:
    # Whole boards whose area is known: squares of side 1, hexagons of width 1, triangles of side 1.7.
    cases: list[tuple[Lattice, float]] = [
        (Grid(3, 4), 1.0),
        (HexGrid([(0, 0), (0, 2), (1, 1), (1, 3)]), 3**0.5 / 2),
        (TriangularGrid(2, 5), 1.7**2 * 3**0.5 / 4),
    ]
    for board, each in cases:
        cells = of_kind(draw_board(board, "." * len(board.cells)), Polygon)
        assert len(cells) == len(board.cells)
        middles = []
        sides: dict[frozenset[tuple[float, float]], int] = {}
        for cell in cells:
            assert isinstance(cell, Polygon) and area(cell.points) == pytest.approx(each)
            middles.append(tuple(sum(axis) / len(cell.points) for axis in zip(*cell.points, strict=True)))
            for a, b in pairwise((*cell.points, cell.points[0])):
                side = frozenset((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in (a, b))
                sides[side] = sides.get(side, 0) + 1
        # Neighbours share a side, and nobody else does.
        links = sum(len(board.neighbours(cell)) for cell in board.cells) // 2
        assert sorted(set(sides.values())) == [1, 2] and list(sides.values()).count(2) == links
        assert min(dist(a, b) for a in middles for b in middles if a is not b) > 0.9


def test_voids_walls_marks_and_pieces() -> None:
    picture = draw_board(*Grid.parse("# -|@$*|.--", LETTERS), LOOKS)
    assert len(of_kind(picture, Polygon, "wall")) == 1
    assert len(of_kind(picture, Polygon, "empty")) == 7
    assert len(of_kind(picture, Polygon, "accent")) == 2
    assert [disc.centre for disc in of_kind(picture, Disc, "left")] == [(0.5, 1.5)]  # type: ignore[attr-defined]
    rings = of_kind(picture, Disc, "goal")
    assert {ring.centre for ring in rings} == {(2.5, 1.5), (0.5, 2.5)}  # type: ignore[attr-defined]
    assert all(ring.hollow for ring in rings)  # type: ignore[attr-defined]
    labels = {label.text for label in of_kind(picture, Label)}  # type: ignore[attr-defined]
    assert labels == {"a", "b", "c", "1", "2", "3"}


def test_a_ring_is_seen_on_a_block_of_its_own_colour() -> None:
    picture = draw_board(*Grid.parse("*", LETTERS), {"$": Look("block", "goal")})
    assert [ring.role for ring in of_kind(picture, Disc)] == ["paper"]  # type: ignore[attr-defined]


def test_looks() -> None:
    board, state = Grid.parse("abcdef", None)
    looks = {
        "b": Look("empty", "accent"),
        "c": Look("none"),
        "d": Look("disc", text="14"),
        "e": Look("label", "right"),
        "f": Look("empty"),
    }
    picture = draw_board(board, state, looks)
    texts = {(label.text, label.role) for label in of_kind(picture, Label) if label.role != "faint"}  # type: ignore[attr-defined]
    assert texts == {("a", "ink"), ("14", "black"), ("e", "right")}
    assert len(of_kind(picture, Polygon)) == 5 and len(of_kind(picture, Polygon, "accent")) == 1
    assert '<text x="140" y="20"' in picture.svg() and f'fill="{PALETTE["black"][2]}">14<' in picture.svg()


def test_text_drawings() -> None:
    square = draw_board(*Grid.parse("##-|#@ ", LETTERS))
    assert square.text() == "  a b c\n1 # # -\n2 # @"
    triangle = draw_board(*HexGrid.parse("  .| o o|o o o", None))
    assert triangle.text() == "  abcde\n1   .\n2  o o\n3 o o o"
    spread = draw_board(*HexGrid.parse("x   x", None))
    assert spread.text() == "  a   e\n1 x   x"
    wide = draw_board(Grid(10, 28), "." * 280)
    assert wide.lines[0] == " " * 3 + "  " * 26 + "a a" and wide.lines[1].endswith("y z a b")
    assert wide.lines[2] == " 1" + " ." * 28 and wide.lines[-1] == "10" + " ." * 28
    graph = draw_board(*Graph.parse("a-b b-c; c=x"))
    assert graph.text() == "a .  b\nb .  a c\nc x  b"


def test_graphs_have_one_line_per_edge() -> None:
    board, state = Graph.parse("a-b b-c c-d d-a a-c a-b d-d; a=x")
    picture = draw_board(board, state, LOOKS)
    strokes = of_kind(picture, Stroke)
    assert len(strokes) == len(board.edges) == len(set(strokes))
    assert [stroke.curved for stroke in strokes].count(True) == 2  # type: ignore[attr-defined]
    spots = [disc.centre for disc in of_kind(picture, Disc)]  # type: ignore[attr-defined]
    assert len(spots) == 4
    assert min(dist(one, other) for one in spots for other in spots if one is not other) > 1
    straight = next(stroke for stroke in strokes if len(stroke.points) == 2)  # type: ignore[attr-defined]
    assert straight.points == (spots[1], spots[2])  # type: ignore[attr-defined]


def test_arrow_heads_point_at_the_head() -> None:
    board, state = Graph.parse("a>b b>a b>c c>c c>c")
    picture = draw_board(board, state)
    spots = {vertex: disc.centre for vertex, disc in zip("abc", of_kind(picture, Disc), strict=True)}  # type: ignore[attr-defined]
    heads = of_kind(picture, Polygon, "ink")
    tips = [head.points[0] for head in heads]  # type: ignore[attr-defined]
    assert len(set(tips)) == 5
    nearest = [min(spots, key=lambda vertex: dist(spots[vertex], tip)) for tip in tips]
    assert sorted(nearest) == sorted(head for _, head, _ in board.edges)
    assert all(0.3 < dist(spots[vertex], tip) < 0.5 for vertex, tip in zip(nearest, tips, strict=True))


def test_parallel_edges_are_drawn_apart() -> None:
    for text in ("a-b a-b a-b", "a>b b>a", "a>b b>a a>b b>a"):
        board, state = Graph.parse(text)
        strokes = of_kind(draw_board(board, state), Stroke)
        middles = []
        for stroke in strokes:
            assert isinstance(stroke, Stroke)
            middle = stroke.points[1] if stroke.curved else (0.0, 0.0)
            middles.append(middle)
        assert min(dist(one, other) for one in middles for other in middles if one is not other) > 0.4


def test_edges_have_looks_too() -> None:
    looks = {"l": Look("block", "left"), "r": Look("block", "right"), "x": Look("none"), "d": Look("disc", "green")}
    board, state = Graph.parse("a-b b-c c-d d-e e-a; a-b=l b-c=r c-d=x d-e=d", edge_cells=True)
    picture = draw_board(board, state, looks)
    assert [stroke.role for stroke in of_kind(picture, Stroke)] == ["left", "right", "ink", "faint"]  # type: ignore[attr-defined]
    assert len(of_kind(picture, Disc, "green")) == 1
    marked = Graph("ab", ["ab"]).with_edges_as_cells()
    marked = type(marked)._rebuild(
        "ab", marked.edges, False, {"goal": ["a", ("a", "b", 1)]}, marked.alphabet, marked.alphabet
    )
    assert len(of_kind(draw_board(marked, "..."), Disc, "goal")) == 2


def test_a_vertex_that_is_not_shown_takes_its_edges_with_it() -> None:
    looks = {"x": Look("empty", "left_tint"), "#": Look("none")}
    board, state = Graph.parse("a-b b-c c-a c-d d-d; b=x d=#")
    picture = draw_board(board, state, looks)
    assert len(of_kind(picture, Stroke)) == 3
    assert len(of_kind(picture, Disc, "left_tint")) == 1 and len(of_kind(picture, Disc)) == 3
    assert {label.text for label in of_kind(picture, Label)} == set("abcd")  # type: ignore[attr-defined]


@given(st.text(max_size=30), st.characters())
def test_any_text_is_escaped(title: str, symbol: str) -> None:
    picture = Picture((Label((0, 0), symbol), Label((1, 0), title)), (), title)
    root = ElementTree.fromstring(picture.svg().encode())
    assert len(root) == 4 and root[2].tag == SVG + "text" and not len(root[2])
    if symbol.isprintable():
        assert root[2].text == symbol


def test_roles_and_shapes_are_checked() -> None:
    with pytest.raises(ValueError, match="unknown role 'pink'"):
        Look("disc", "pink")
    with pytest.raises(ValueError, match="unknown shape 'square'"):
        Look("square")
    with pytest.raises(ValueError, match="unknown role"):
        Picture((Disc((0, 0), 1, "pink"),), ())
    with pytest.raises(ParseError, match="the state has 3 symbols"):
        draw_board(Grid(2, 2), "...")


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_text_can_be_read_on_every_role() -> None:
    for role, (fill, _, upon) in PALETTE.items():
        assert contrast(fill, upon) >= 3, role


def test_an_empty_picture_is_still_a_picture() -> None:
    assert ElementTree.fromstring(Picture((), ()).svg()).tag == SVG + "svg"
    assert Picture((), ()).text() == ""
