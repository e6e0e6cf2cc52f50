"""Published results about Amazons; starts of small boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.reference.facts import facts
from tests.reference.published import Case, limits, parameters
from tests.test_facts import by_starter

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player


def start(rows: int, cols: int) -> str:
    """Four amazons each: two on a player's own row, one place from the corners, and two on the next row at the edges.

    The order of sizes is that of the rows and columns of the text. Müller's page about a board of five rows and six
    columns shows this start.
    """
    far = [f".o{'.' * (cols - 4)}o.", f"o{'.' * (cols - 2)}o"]
    near = [row.replace("o", "x") for row in reversed(far)]
    return "|".join([*far, *["." * cols] * (rows - 4), *near])


def test_the_start_of_six_columns_and_five_rows() -> None:
    assert start(5, 6) == ".o..o.|o....o|......|x....x|.x..x."


def first_wins(text: str, expected: bool) -> Callable[[], None]:
    def check() -> None:
        assert pp.outcome(pp.load("amazons", text), limits=limits()) == ("N" if expected else "P")

    return check


def has_first_moves(expected: int) -> Callable[[], None]:
    def check() -> None:
        position = pp.load("amazons", "@ten")
        kernel, code = position.system.kernel(position.state)
        for player in Player:
            assert len(position.moves(player)) == len(kernel.moves(code, player is LEFT)) == expected

    return check


def rows() -> Iterator[Case]:
    for row in facts("games"):
        if row["game"] != "amazons":
            continue
        instance, expected = row["instance"], row["expected"]
        if isinstance(expected, dict):
            check = by_starter("amazons", instance.lower(), expected)
            yield Case(f"amazons {instance}", check, "amazons", row)
        elif row["question"] == "number of legal first moves":
            yield Case("amazons first moves", has_first_moves(expected), "amazons", row)
        elif instance == "4x5 standard start":
            # of four rows and five columns; see test_five_rows_and_four_columns for the other reading
            check = first_wins(start(4, 5), expected == "first player")
            yield Case(f"amazons {instance}", check, "amazons", row)


CASES = parameters(rows())


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    case.run()


def test_every_row_is_understood() -> None:
    wanted = [row for row in facts("games") if row["game"] == "amazons"]
    assert len(wanted) > 30
    read = [each.values[0].row for each in CASES]
    assert not [row for row in wanted if row not in read]


def test_the_second_player_wins_four_by_four() -> None:
    """Müller 2001, Solving 5x5 Amazons."""
    first_wins(start(4, 4), False)()


@pytest.mark.full
def test_five_rows_and_four_columns() -> None:
    """The second player wins here; a plain program of its own, which knows neither symmetries nor sums nor bounds,
    finds the same in 14 million positions. Song & Müller 2014 call both 4x5 and 5x4 wins of the first player, so that
    they must have had another start for a board of four columns."""
    first_wins(start(5, 4), False)()


def test_best_moves_win_where_the_first_player_wins() -> None:
    position = pp.load("amazons", start(4, 5))
    for player in (LEFT, RIGHT):
        move = pp.best(position, player, limits=limits()).answer
        assert move is not None
        assert pp.outcome(move.after, limits=limits()).answer.when(player.opponent) is player
