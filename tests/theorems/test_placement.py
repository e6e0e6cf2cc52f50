"""How placement games are related to each other, on boards and random graphs."""

from __future__ import annotations

import random

import pytest

import perfectplay as pp
from perfectplay import Value
from perfectplay.families.polyominoes import PENTOMINOES as SHAPES

pytestmark = pytest.mark.about(
    "arc_kayles",
    "bigraph_node_kayles",
    "clobber",
    "col",
    "node_kayles",
    "partizan_arc_kayles",
    "pentominoes",
    "snort",
    "toppling_dominoes",
)


def random_edges(rng: random.Random, vertices: int, chance: float) -> list[tuple[int, int]]:
    return [(b, a) for a in range(vertices) for b in range(a) if rng.random() < chance]


def text_of(edges: list[tuple[int, int]]) -> str:
    return " ".join(f"v{a}-v{b}" for a, b in edges)


def transposed(text: str) -> str:
    return "|".join(map("".join, zip(*text.split("|"), strict=True)))


@pytest.mark.parametrize("board", ["....|....|....", "...|.#.|...", ".....|..#..", "........"])
def test_arc_kayles_on_a_grid_is_cram(board: str) -> None:
    assert pp.grundy(pp.load("arc_kayles", board)) == pp.grundy(pp.load("cram", board))


def test_arc_kayles_is_node_kayles_on_the_line_graph() -> None:
    rng = random.Random(1)
    for _ in range(150):
        edges = random_edges(rng, rng.randint(3, 7), 0.45)
        if not edges:
            continue
        names = [f"e{a}_{b}" for a, b in edges]
        meet = [
            f"{names[i]}-{names[j]}"
            for i in range(len(edges))
            for j in range(i)
            if not set(edges[i]).isdisjoint(edges[j])
        ]
        line = " ".join(names + meet) + ";"
        assert pp.grundy(pp.load("arc_kayles", text_of(edges))) == pp.grundy(pp.load("node_kayles", line))


def test_node_kayles_on_a_path_is_dawsons_chess() -> None:
    class DawsonsChess(pp.HeapGame):
        code = "0.137"

    for n in range(1, 41):
        assert pp.grundy(pp.load("node_kayles", "." * n)) == pp.grundy(DawsonsChess().load(str(n)))


def test_bigraph_node_kayles_without_owners_is_node_kayles() -> None:
    rng = random.Random(2)
    for _ in range(60):
        text = text_of(random_edges(rng, rng.randint(3, 9), 0.4)) or "a;"
        nimber = int(pp.grundy(pp.load("node_kayles", text)))
        assert pp.value(pp.load("bigraph_node_kayles", text)) == Value(f"*{nimber}")


def test_partizan_arc_kayles_without_owners_is_arc_kayles() -> None:
    rng = random.Random(3)
    for _ in range(60):
        text = text_of(random_edges(rng, rng.randint(3, 8), 0.4)) or "a;"
        nimber = int(pp.grundy(pp.load("arc_kayles", text)))
        assert pp.value(pp.load("partizan_arc_kayles", text)) == Value(f"*{nimber}")


@pytest.mark.parametrize("leaves", range(1, 9))
def test_snort_on_a_star_is_as_hot_as_it_has_leaves(leaves: int) -> None:
    star = pp.load("snort", " ".join(f"c-l{n}" for n in range(leaves)))
    assert pp.temperature(star) == leaves


def test_a_snort_position_with_the_colours_exchanged_is_the_negative() -> None:
    rng = random.Random(4)
    for _ in range(60):
        text = "|".join("".join(rng.choice("..xo#") for _ in range(4)) for _ in range(2))
        other = text.translate(str.maketrans("xo", "ox"))
        for key in ("snort", "col", "bigraph_node_kayles"):
            assert pp.value(pp.load(key, other)).answer == -pp.value(pp.load(key, text)).answer


@pytest.mark.parametrize(("key", "letters"), [("cross_purposes", "...xo"), ("fission", "...x#")])
def test_turning_the_board_exchanges_the_players(key: str, letters: str) -> None:
    rng = random.Random(key)
    for _ in range(40):
        text = "|".join("".join(rng.choice(letters) for _ in range(4)) for _ in range(3))
        assert pp.value(pp.load(key, transposed(text))).answer == -pp.value(pp.load(key, text)).answer


def test_values_of_clobber_are_infinitesimal() -> None:
    """Where one player can move, so can the other: the game is all-small."""
    rng = random.Random(5)
    for _ in range(60):
        text = "|".join("".join(rng.choice(".xxoo") for _ in range(4)) for _ in range(3))
        assert pp.value(pp.load("clobber", text)).answer.is_infinitesimal


def test_cannibals_may_take_their_own() -> None:
    position = pp.load("clobber", "xx.o", cannibal=True)
    assert [str(move.after) for move in position.moves(pp.LEFT)] == [".x.o", "x..o"]
    assert pp.value(position) == Value(1) and pp.value(pp.load("clobber", "xx.o")) == Value(0)
    assert pp.value(pp.load("clobber", "xxx", cannibal=True)) == Value(2)


@pytest.mark.parametrize(("size", "placements"), [(3, 49), (5, 571), (8, 2308)])
def test_pentominoes_are_placed_in_as_many_ways_as_their_boxes_fit(size: int, placements: int) -> None:
    """Each orientation of a shape that is h high and w wide fits in (n - h + 1)(n - w + 1) places."""
    board = pp.load("pentominoes", "|".join(["." * size] * size))
    assert len(board.moves()) == placements


def test_a_pentomino_that_is_used_is_gone() -> None:
    position = pp.load("pentominoes", "....|....|....|LP")
    after = position.play("L:a1-b1-c1-d1-a2")
    assert str(after) == "####|#...|....|lP"
    assert {move.text[0] for move in after.moves()} == {"P"}
    assert "".join(SHAPES) == str(pp.load("pentominoes", "..")).partition("|")[2]


def test_pieces_are_an_option_or_part_of_the_text() -> None:
    assert str(pp.load("pentominoes", "....", pieces="IX")) == "....|IX"
    for text, options in (("....|FF", {}), ("....|FQ", {}), ("....", {"pieces": ""}), ("....", {"pieces": "Ff"})):
        with pytest.raises(pp.ParseError, match="the pieces"):
            pp.load("pentominoes", text, **options)


def test_a_gap_in_a_row_of_dominoes_is_refused() -> None:
    with pytest.raises(pp.ParseError, match="row 2, column 2: a gap between dominoes"):
        pp.load("toppling_dominoes", "xo|x.o")


def test_graphs_of_networkx_with_letters() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.path_graph(4)
    graph.nodes[0]["letter"] = "x"
    for key in ("snort", "col", "bigraph_node_kayles", "clobber"):
        assert pp.load(key, graph) == pp.load(key, "0-1 1-2 2-3; 0=x")
    assert str(pp.load("node_kayles", networkx.empty_graph(2))) == "0 1;"
    assert pp.load("arc_kayles", networkx.grid_2d_graph(2, 3)).moves()[0].text == "0_0-1_0"
    graph.nodes[1]["letter"] = "Q"
    with pytest.raises(pp.ParseError, match="letter 'Q' of 1"):
        pp.load("col", graph)
    with pytest.raises(pp.ParseError, match="the graph is directed"):
        pp.load("col", networkx.DiGraph([(1, 2)]))
