"""Pairing in placement games, and Node Kayles on paths, cycles and ladders."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from tests.conformance.plays import GAMES, samples

import perfectplay as pp
from perfectplay import Player, Position
from perfectplay.theorems import mirror
from perfectplay.theorems import paths_cycles_ladders as shapes

pytestmark = pytest.mark.about("snort", "node_kayles")


def grid(key: str, rows: int, cols: int, **options: Any) -> Position:
    return pp.load(key, "|".join(["." * cols] * rows), **options)


def every_position(key: str, rows: int, cols: int, letters: str) -> list[Position]:
    return [
        pp.load(key, "|".join("".join(cells[row * cols :][:cols]) for row in range(rows)))
        for cells in product(letters, repeat=rows * cols)
    ]


def check(positions: list[Position], method: str) -> dict[str, int]:
    """Every answer of the theorem against search; how often it spoke, by question."""
    spoken = {"outcome": 0, "best": 0, "grundy": 0}
    for position in positions:
        truth = pp.outcome(position, method="sums").answer
        if method in pp.methods("outcome", position):
            spoken["outcome"] += 1
            assert pp.outcome(position, method=method) == truth, repr(position)
        if position.impartial and method in pp.methods("grundy", position):
            spoken["grundy"] += 1
            assert pp.grundy(position, method=method) == pp.grundy(position, method="sums"), repr(position)
        if method in pp.methods("best", position):
            for player in Player:
                spoken["best"] += 1
                result = pp.best(position, player, method=method)
                if result.answer is None:
                    assert not position.moves(player)
                    continue
                assert result.witness.player is truth.when(player), repr(position)
                after = pp.outcome(result.answer.after, method="sums").answer
                assert after.when(player.opponent) is truth.when(player), f"{position!r}: {result.answer}"
    return spoken


def follow(start: Position, plays: int) -> int:
    result, rng, replies = pp.outcome(start), random.Random(str(start)), 0
    for strategy in result.witness.values():
        for _ in range(plays):
            position, player = start, strategy.starter
            while moves := position.moves(player):
                if player is strategy.player:
                    move = strategy.reply(position)
                    assert move is not None
                    replies += 1
                else:
                    move = rng.choice(moves)
                position, player = move.after, player.opponent
            assert player is not strategy.player
    return replies


# Snort --------------------------------------------------------------------------------------------------------------


def test_snort_agrees_with_search_on_every_position_of_small_boards() -> None:
    spoken = check(every_position("snort", 1, 5, ".xo#") + every_position("snort", 2, 2, ".xo#"), "mirror")
    assert spoken["outcome"] > 100 and spoken["best"] == 2 * spoken["outcome"]


@pytest.mark.full
def test_snort_agrees_with_search_on_every_position_of_larger_boards() -> None:
    spoken = check(every_position("snort", 2, 3, ".xo#") + every_position("snort", 3, 3, ".x#")[::7], "mirror")
    assert spoken["outcome"] > 300


def test_snort_on_rectangles_is_won_by_the_second_player_iff_both_sides_are_even() -> None:
    for rows, cols in product(range(1, 13), repeat=2):
        if 1 < rows * cols <= 12:
            position = grid("snort", rows, cols)
            expected = "N" if rows % 2 or cols % 2 else "P"
            assert pp.outcome(position, method="mirror") == pp.outcome(position, method="sums") == expected
    assert [pp.outcome(grid("snort", rows, cols)) for rows, cols in ((12, 12), (11, 12), (11, 11))] == ["P", "N", "N"]
    assert pp.best(grid("snort", 9, 11), Player.LEFT).text == "f5"


def test_the_strategy_of_snort_wins_on_large_boards() -> None:
    for options in ({}, {"mirrored": True}):
        assert follow(grid("snort", 7, 9, **options), 3) > 60


def test_snort_is_refused_where_the_theorem_says_nothing() -> None:
    for options in ({"misere": True}, {"impartial": True}):
        assert "mirror" not in pp.methods("outcome", grid("snort", 3, 3, **options))
    assert "mirror" not in pp.methods("outcome", pp.load("snort", "xx|x#"))


# Node Kayles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["mirror", "paths cycles ladders"])
def test_node_kayles_agrees_with_search_on_every_position_of_small_boards(method: str) -> None:
    boards = [(1, 8), (2, 5), (3, 3)]
    spoken = check([p for rows, cols in boards for p in every_position("node_kayles", rows, cols, ".#")], method)
    assert min(spoken["outcome"], spoken["grundy"]) > 60


@pytest.mark.full
@pytest.mark.parametrize("method", ["mirror", "paths cycles ladders"])
def test_node_kayles_agrees_with_search_on_every_position_of_larger_boards(method: str) -> None:
    boards = [(2, 7), (3, 4)]
    spoken = check([p for rows, cols in boards for p in every_position("node_kayles", rows, cols, ".#")], method)
    assert min(spoken["outcome"], spoken["grundy"]) > 150


def cycle(n: int) -> str:
    return " ".join(f"v{i}-v{(i + 1) % n}" for i in range(n))


def test_paths_and_cycles_agree_with_search() -> None:
    for n in range(1, 25):
        assert pp.grundy(grid("node_kayles", 1, n), method="sums") == shapes.path(n)
    for n in range(3, 20):
        position = pp.load("node_kayles", cycle(n))
        assert pp.grundy(position, method="paths cycles ladders") == pp.grundy(position, method="sums")


@pytest.mark.parametrize("rungs", range(1, 10))
def test_ladders_agree_with_search(rungs: int) -> None:
    """The four kinds of ladders, as grids and as graphs."""
    for ends in product((None, 0, 1), repeat=2):
        gone = {(1 - side, col) for side, col in zip(ends, (0, rungs - 1), strict=True) if side is not None}
        rows = ["".join("#" if (side, col) in gone else "." for col in range(rungs)) for side in range(2)]
        position = pp.load("node_kayles", "|".join(rows))
        assert shapes.ladder(rungs, *ends) == pp.grundy(position, method="sums"), position
        assert pp.grundy(position) == shapes.ladder(rungs, *ends)


def test_graphs_that_only_look_like_ladders_are_left_to_search() -> None:
    for text in (
        "a-b b-c c-d d-e e-f f-a a-d b-e c-f",
        "a-b b-c c-a c-d",
        "a-b b-c c-d b-e c-f e-g",
        "a-b a-c a-d a-e",
    ):
        position = pp.load("node_kayles", text)
        assert "paths cycles ladders" not in pp.methods("grundy", position), text


def test_strategies_of_node_kayles_win() -> None:
    replies = sum(follow(grid("node_kayles", rows, cols), 4) for rows, cols in ((2, 41), (4, 12), (1, 60), (9, 9)))
    replies += follow(pp.load("node_kayles", cycle(40)), 4)
    assert replies > 250


def test_node_kayles_in_misere_play_is_left_to_search() -> None:
    for rows, cols in ((1, 9), (2, 4), (3, 3)):
        position = grid("node_kayles", rows, cols, misere=True)
        assert not {"mirror", "paths cycles ladders"} & set(pp.methods("outcome", position))


# any strong placement game -------------------------------------------------------------------------------------------


class Random(pp.RewriteGame):
    """A move takes a cell of one's own; some neighbours are closed to the mover, some to the other player, some to
    both. The moves of the players are the same, or images under a quarter turn, or Left's alone have an effect."""

    name = "a random placement game"
    cells = ".xo#"
    placement = True
    to_left = ".xo#>o#o#"
    to_right = ".xo#>xx##"

    def __init__(self, seed: int = 0, **options: Any) -> None:
        super().__init__(**options)
        rng = random.Random(seed)
        near = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1), (0, 2)]
        self.effects = tuple(
            (step, rng.choice(("own", "theirs", "both"))) for step in rng.sample(near, rng.randint(0, 3))
        )
        self.way = rng.choice(("alike", "alike", "turned", "apart"))

    def moves(self, board: Any) -> Any:
        for row, col in board.cells:
            for player, own in ((pp.LEFT, ".x"), (pp.RIGHT, ".o")):
                changes = {(row, col): f"{own}>##"}
                for (down, right), whom in self.effects:
                    if player is pp.RIGHT and self.way != "alike":
                        if self.way == "apart":
                            break
                        down, right = right, down
                    cell = (row + down, col + right)
                    left, other = (self.to_left, self.to_right) if player is pp.LEFT else (self.to_right, self.to_left)
                    if cell in board.index:
                        changes[cell] = {"own": left, "theirs": other, "both": "?#"}[whom]
                yield pp.Rewrite(changes, player, name=board.name((row, col)))


def test_random_placement_games_agree_with_search() -> None:
    spoken = 0
    for seed in range(60):
        rng, game = random.Random(seed), Random(seed, mirrored=seed % 3 == 0)
        assert mirror.placements(game, game.load("..|..").state.layout) is not None
        for rows, cols in ((1, 5), (2, 3), (3, 3), (2, 4)):
            drawn = ["".join(rng.choice("....xo#"[: rng.choice((1, 7))]) for _ in range(cols)) for _ in range(rows)]
            spoken += check([game.load("|".join(drawn)), game.load("|".join(["." * cols] * rows))], "mirror")["outcome"]
    assert spoken > 100


def test_the_moves_of_every_game_that_is_declared_can_be_read() -> None:
    declared = {key for key in GAMES if mirror.about(pp.load(key).system)}
    for position in (position for key in declared for position in samples(key)):
        assert mirror.placements(position.system, position.state.layout) is not None, repr(position)
    assert {
        "arc_kayles",
        "bigraph_node_kayles",
        "chomp",
        "col",
        "cram",
        "domineering",
        "node_kayles",
        "snort",
    } <= declared


def test_square_bars_of_chomp_and_what_is_left_of_them() -> None:
    shapes = [rows for rows in product(range(5), repeat=4) if rows[0] and list(rows) == sorted(rows, reverse=True)]
    texts = ["p" + "|".join("o" * n for n in rows if n)[1:] for rows in shapes]
    assert check([pp.load("chomp", text) for text in texts], "mirror")["outcome"] > 8
    assert pp.best(pp.load("chomp", "|".join(["p" + "o" * 19, *["o" * 20] * 19]))).text == "b2"


@pytest.mark.parametrize("key", ["col", "arc_kayles", "bigraph_node_kayles", "domineering"])
def test_games_without_a_line_of_their_own_agree_with_search(key: str) -> None:
    letters = {"col": ".xo#", "bigraph_node_kayles": ".xo"}.get(key, ".#")
    boards = [(1, 4), (2, 2)] if len(letters) > 2 else [(2, 4), (3, 3)]
    positions = [position for rows, cols in boards for position in every_position(key, rows, cols, letters)]
    assert check(positions, "mirror")["outcome"] > 30


def test_the_second_player_wins_col_where_no_cell_stays_in_place() -> None:
    for rows, cols in product(range(1, 5), repeat=2):
        if rows * cols % 2 == 0 and rows * cols <= 12:
            position = grid("col", rows, cols)
            assert pp.outcome(position, method="mirror") == pp.outcome(position, method="sums") == "P"
    large = pp.outcome(grid("col", 12, 15))
    assert large == "P" and large.method == "mirror" and follow(grid("col", 5, 6), 3) > 20


def test_moves_that_open_cells_or_ask_for_more_are_not_placements() -> None:
    for key in ("clobber", "konane", "toads_and_frogs", "duotaire", "edge_geography"):
        position = pp.load(key)
        assert mirror.placements(position.system, position.state.layout) is None
    impartial = pp.load("snort", "...", impartial=True)
    assert mirror.placements(impartial.system, impartial.state.layout) is None


# the closed form of ladders, and Dawson's Chess, by their own recursion -----------------------------------------------


def test_the_nimbers_of_paths_have_period_34() -> None:
    exceptions = {0, 14, 16, 17, 31, 34, 51}
    assert all(shapes.path(n) == shapes.path(n + 34) for n in range(52, 400))
    assert {n for n in range(52) if shapes.path(n) != shapes.path(n + 34)} <= exceptions | {n - 34 for n in exceptions}


def test_the_nimbers_of_ladders_satisfy_their_recursion() -> None:
    for n, first, last in product(range(1, 60), (None, 0, 1), (None, 0, 1)):
        options = set()
        for before, side in product(range(n), range(2)):
            missing = (before == 0 and first == 1 - side) or (before == n - 1 and last == 1 - side)
            if not missing:
                options.add(shapes.ladder(before, first, 1 - side) ^ shapes.ladder(n - 1 - before, 1 - side, last))
        least = next(value for value in range(len(options) + 1) if value not in options)
        assert shapes.ladder(n, first, last) == least, (n, first, last)
