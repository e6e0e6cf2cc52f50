"""Cram by pairing and on two rows: agreement with search, strategies in play, and where the theorems are silent."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import LEFT, Position
from perfectplay.theorems import cram_two_rows, mirror

pytestmark = pytest.mark.about("cram")


def board(rows: int, cols: int, **options: Any) -> Position:
    return pp.load("cram", "|".join(["." * cols] * rows), **options)


def every_position(rows: int, cols: int) -> list[Position]:
    return [
        pp.load("cram", "|".join("".join(cells[row * cols :][:cols]) for row in range(rows)))
        for cells in product(".#", repeat=rows * cols)
    ]


def symmetric(rows: int, cols: int) -> list[Position]:
    """Every position that half a turn leaves as it is."""
    size, found = rows * cols, []
    for half in product(".#", repeat=(size + 1) // 2):
        cells = "".join(half) + "".join(half[: size // 2])[::-1]
        found.append(pp.load("cram", "|".join(cells[row * cols :][:cols] for row in range(rows))))
    return found


def check(positions: list[Position]) -> dict[str, int]:
    """Every answer of a theorem against search; how often each spoke, by question."""
    spoken: dict[str, int] = {}
    for position in positions:
        truth = pp.grundy(position, method="sums").answer
        for question, ask in (("outcome", pp.outcome), ("grundy", pp.grundy), ("best", pp.best)):
            for method in pp.methods(question, position):
                if method not in ("mirror", "cram two rows"):
                    continue
                spoken[f"{method} {question}"] = spoken.get(f"{method} {question}", 0) + 1
                result: Any = ask(position, method=method)
                if question == "outcome":
                    assert result == ("N" if truth else "P"), f"{position!r} by {method}"
                elif question == "grundy":
                    assert result == truth, f"{position!r} by {method}"
                elif result.answer is None:
                    assert not position.moves(LEFT)
                else:
                    assert result.answer in position.moves(LEFT)
                    assert result.witness.player is (LEFT if truth else LEFT.opponent)
                    assert not truth or pp.grundy(result.answer.after, method="sums") == 0, f"{position!r} by {method}"
    return spoken


def test_theorems_agree_with_search_on_every_position_of_small_boards() -> None:
    spoken = check(every_position(3, 3) + every_position(2, 4) + every_position(4, 2) + every_position(1, 8))
    assert spoken["mirror outcome"] > 300 and spoken["mirror grundy"] > 80 and spoken["cram two rows outcome"] > 40


def test_theorems_agree_with_search_on_symmetric_positions() -> None:
    spoken = check(symmetric(4, 4) + symmetric(3, 5))
    assert spoken["mirror outcome"] > 350 and spoken["mirror grundy"] > 250


@pytest.mark.full
@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (2, 6), (2, 7)])
def test_theorems_agree_with_search_on_every_position_of_larger_boards(rows: int, cols: int) -> None:
    assert check(every_position(rows, cols))["mirror outcome"] > 400


@pytest.mark.full
@pytest.mark.parametrize(("rows", "cols"), [(4, 5), (4, 6), (5, 5), (3, 7)])
def test_theorems_agree_with_search_on_many_symmetric_positions(rows: int, cols: int) -> None:
    assert check(symmetric(rows, cols))["mirror outcome"] > 500


@pytest.mark.full
def test_rectangles_of_an_even_side_agree_with_search() -> None:
    for rows, cols in product(range(1, 8), repeat=2):
        if rows * cols % 2 == 0 and rows * cols <= 30:
            found = pp.outcome(board(rows, cols), method="mirror")
            assert found == pp.outcome(board(rows, cols), method="sums") == ("N" if rows % 2 or cols % 2 else "P")


@pytest.mark.parametrize("cols", range(1, 14))
def test_two_rows(cols: int) -> None:
    for position in (board(2, cols), board(cols, 2)):
        assert pp.grundy(position, method="cram two rows") == cols % 2 == pp.grundy(position, method="sums")


# play ---------------------------------------------------------------------------------------------------------------


def follow(start: Position, plays: int, method: str) -> int:
    """Follow the witness of the outcome against random replies; the number of its moves."""
    result, rng, replies = pp.outcome(start), random.Random(str(start)), 0
    assert result.method == method
    for strategy in result.witness.values():
        for _ in range(plays):
            position, player = start, strategy.starter
            while moves := position.moves(player):
                if player is strategy.player:
                    found = pp.best(position, player)
                    assert found.method == method or position.state.cells.count(".") < 30
                    assert found.witness.player is player
                    assert found.answer is not None
                    move, replies = found.answer, replies + 1
                else:
                    move = rng.choice(moves)
                position, player = move.after, player.opponent
            assert player is not strategy.player
    return replies


def test_strategies_win() -> None:
    replies = follow(board(8, 8), 4, "mirror") + follow(board(7, 12), 4, "mirror") + follow(board(12, 5), 4, "mirror")
    replies += follow(board(2, 40), 4, "cram two rows") + follow(board(41, 2), 4, "cram two rows")
    assert replies > 700


def test_the_largest_boards_are_answered() -> None:
    assert pp.outcome(board(40, 40)) == "P" and pp.grundy(board(40, 40)) == 0
    assert pp.best(board(39, 40)).text == "t20-u20" and pp.grundy(board(2, 799)) == 1


def test_outcomes_are_verified() -> None:
    for rows, cols in ((2, 3), (3, 4), (2, 5)):
        verdict = pp.verify(pp.outcome(board(rows, cols)))
        assert verdict


# where they speak ---------------------------------------------------------------------------------------------------


def test_misere_play_is_not_covered() -> None:
    """And rightly: 2 x 2 and 1 x 4 are won by the other player then."""
    for rows, cols in ((2, 2), (1, 4), (4, 4), (2, 5)):
        position = board(rows, cols, misere=True)
        assert not {"mirror", "cram two rows"} & set(pp.methods("outcome", position))
    assert pp.outcome(board(2, 2, misere=True)) == "N" and pp.outcome(board(2, 2)) == "P"


def test_impartial_domineering_is_cram() -> None:
    for rows, cols in ((4, 4), (3, 4), (2, 5)):
        text = str(board(rows, cols))
        same = pp.load("domineering", text, impartial=True)
        assert pp.methods("outcome", same) == pp.methods("outcome", board(rows, cols))
        assert pp.outcome(same) == pp.outcome(board(rows, cols), method="sums")
        assert "mirror" not in pp.methods("outcome", pp.load("domineering", text))
        assert pp.outcome(pp.load("cram", text, mirrored=True)).method in ("mirror", "cram two rows")


def test_odd_boards_are_left_to_search() -> None:
    for rows, cols in ((1, 1), (3, 3), (5, 7), (3, 21)):
        assert not mirror.applies(board(rows, cols)) and not cram_two_rows.applies(board(rows, cols))


def test_a_domino_that_meets_its_image_spoils_the_pairing() -> None:
    """Both are symmetric under half a turn; in the second the middle domino is its own image."""
    assert pp.grundy(pp.load("cram", "..#.."), method="mirror") == 0
    position = pp.load("cram", "....|#..#|....")
    assert "mirror" not in pp.methods("grundy", position) and pp.outcome(position, method="mirror") == "N"
