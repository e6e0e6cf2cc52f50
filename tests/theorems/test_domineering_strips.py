"""Domineering on strips: the table against search, the rules against search, and the strategy in play."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position
from perfectplay.method import Asked
from perfectplay.theorems import domineering_strips as strips

pytestmark = pytest.mark.about("domineering")

CLASSES = {"V": "L", "H": "R", "N": "N", "P": "P"}
PATIENT = pp.Limits(time=240.0, memory=3 << 30)
NAME = "domineering strips"


def board(rows: int, cols: int, **options: Any) -> Position:
    return pp.load("domineering", "|".join(["." * cols] * rows), **options)


def searched(position: Position) -> str:
    try:
        return pp.outcome(position, method="sums", limits=PATIENT).answer.letter
    except pp.LimitReached as limit:
        pytest.skip(f"{position.state.board.rows} x {position.state.board.cols}: {limit}")


# empty boards -------------------------------------------------------------------------------------------------------

ENTRIES = [
    pytest.param(
        rows,
        cols,
        letter,
        id=f"{rows}x{cols}",
        marks=[pytest.mark.full] if rows * cols > (34 if rows > 2 else 40) else [],
    )
    for (rows, cols), letter in sorted(strips.table().items())
    if rows <= cols or (cols, rows) not in strips.table()
]
"""Each board one way round; boards of two rows are searched quickly at any length."""


@pytest.mark.parametrize(("rows", "cols", "letter"), ENTRIES)
def test_every_entry_of_the_table_is_found_by_search(rows: int, cols: int, letter: str) -> None:
    assert searched(board(rows, cols)) == CLASSES[letter]


def test_the_table_is_the_same_both_ways_round() -> None:
    for (rows, cols), letter in strips.table().items():
        assert strips.table()[cols, rows] == {"V": "H", "H": "V"}.get(letter, letter)


def test_what_follows_from_the_table_agrees_with_search() -> None:
    settled, most = 0, depth(28, 36)
    for rows, cols in product(range(1, most + 1), repeat=2):
        if rows * cols <= most:
            found = pp.outcome(board(rows, cols), method="sums").answer
            for claim, starter in zip(strips.known(rows, cols), (LEFT, RIGHT), strict=True):
                assert claim is None or claim is found.when(starter), (rows, cols, starter)
                settled += claim is not None
    assert settled > depth(160, 230)


def test_nobody_is_said_to_win_what_the_other_one_wins() -> None:
    for rows, cols in product(range(1, 61), repeat=2):
        if rows * cols <= 1600:
            for first in (False, True):
                assert not (strips._wins(rows, cols, first) and strips._wins(cols, rows, not first)), (rows, cols)


def test_the_rules_of_closure() -> None:
    """If H wins a moving second and b moving second (first), so he does a + b."""
    for rows in range(1, 14):
        second = [n for n in range(1, 40) if strips._wins(rows, n, False)]
        first = [n for n in range(1, 40) if strips._wins(rows, n, True)]
        for a in second:
            assert all(strips._wins(rows, a + b, False) for b in second if a + b < 60)
            assert all(strips._wins(rows, a + b, True) for b in first if a + b < 60)


def test_open_cases_are_those_of_the_documentation() -> None:
    for rows in (1, 2, 3, 5):
        assert strips.open_cases(rows) == []
    assert strips.open_cases(4) == [17, 19] and strips.open_cases(7) == [11]
    assert strips.open_cases(6, 40) == [n for n in range(10, 41) if n % 8]
    assert strips.open_cases(8, 20) == [8, 10, *range(12, 21)]
    assert strips.open_cases(9, 40) == list(range(9, 41, 2))
    assert strips.open_cases(11, 40) == [n for n in range(6, 41) if n % 4]
    for rows in (2, 4, 7):
        for cols in range(1, 60):
            assert (cols in strips.open_cases(rows, 60)) == (strips.outcome_on(rows, cols) is None)
    assert strips.known(4, 17) == strips.known(7, 11) == (None, RIGHT)


def test_cuts_are_made_of_blocks_that_can_be_searched() -> None:
    for rows, cols in product(range(1, 12), range(1, 100)):
        for cut in strips.cuts(rows, cols):
            assert sum(cut) == cols and max(cut) * rows <= strips.WORD
            assert sum(strips.table()[rows, size] not in "HP" for size in cut) <= 1


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[] if size == "7x6" else pytest.mark.full) for size in strips._data()["openings"]],
)
def test_openings_win(size: str) -> None:
    """One reply for each first move, up to reflection; after it search finds that Horizontal wins moving second."""
    rows, cols = map(int, size.split("x"))
    start, moves = board(rows, cols), strips._data()["openings"][size]
    assert ("first" in moves) == (strips.table()[rows, cols] == "H")
    for move in start.moves(LEFT):
        assert strips._lines(move.after, RIGHT) in strips._openings(), move
    for before, reply in moves.items():
        here = start if before == "first" else start.play(before, LEFT)
        after = here.play(reply, RIGHT)
        assert strips._lines(after, RIGHT) in strips._kept()
        try:
            found = pp.best(after, LEFT, method="sums", limits=PATIENT).witness
        except pp.LimitReached as limit:
            pytest.skip(f"{size}: {limit}")
        assert found.player is RIGHT, (before, reply)


# cuts of any position -----------------------------------------------------------------------------------------------


def every_position(rows: int, cols: int) -> list[Position]:
    return [
        pp.load("domineering", "|".join("".join(cells[row * cols :][:cols]) for row in range(rows)))
        for cells in product(".#", repeat=rows * cols)
    ]


def check_cuts(positions: list[Position], monkeypatch: pytest.MonkeyPatch, small: int, enough: int = 250) -> None:
    """With blocks of few cells, so that cuts are real ones: who wins by a cut wins, and by the move that is named."""
    monkeypatch.setattr(strips, "SMALL", small)
    monkeypatch.setattr(strips, "cuts", lambda rows, cols: ())
    shown, missed = 0, 0
    for position in positions:
        truth = pp.outcome(position, method="sums").answer
        for player, starter in product(Player, Player):
            search = strips.Search(Asked())
            wins, found = strips.win(strips._lines(position, player), player is starter, search)
            if wins:
                assert truth.when(starter) is player, f"{position!r}: {player} when {starter} starts"
                shown += 1
            else:
                missed += truth.when(starter) is player
            if wins and player is starter:
                assert found is not None
                move = strips._move(position, player, *found)
                assert move in position.moves(player)
                assert pp.outcome(move.after, method="sums").answer.when(player.opponent) is player
    assert shown > enough and missed > 0


@pytest.mark.parametrize(("rows", "cols", "small"), [(2, 4, 4), (1, 7, 3)])
def test_cuts_are_sound_on_every_position(rows: int, cols: int, small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seventh in the normal suite, which is prime to the powers of two that tell the rows apart."""
    check_cuts(every_position(rows, cols)[:: depth(7, 1)], monkeypatch, small, depth(20, 250))


@pytest.mark.full
@pytest.mark.parametrize(("rows", "cols", "small"), [(3, 3, 4), (1, 8, 3), (2, 6, 6), (3, 4, 6), (4, 3, 5)])
def test_cuts_are_sound_on_many_positions(rows: int, cols: int, small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_cuts(every_position(rows, cols), monkeypatch, small)


def test_cuts_are_sound_on_random_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("cuts")
    positions = []
    for _ in range(depth(12, 60)):
        rows, cols = rng.choice([(2, 12), (3, 8), (4, 6), (5, 5), (6, 4), (9, 2)])
        lines = ["".join(rng.choice("...#") for _ in range(cols)) for _ in range(rows)]
        positions.append(pp.load("domineering", "|".join(lines)))
    check_cuts(positions, monkeypatch, 9, depth(4, 20))


# play ---------------------------------------------------------------------------------------------------------------


def random_move(position: Position, player: Player, rng: random.Random) -> pp.Move:
    return rng.choice(position.moves(player))


def greedy_move(position: Position, player: Player, rng: random.Random) -> pp.Move:
    """Of some moves, the one that leaves the most moves more than the other player has."""
    moves = position.moves(player)
    some = rng.sample(moves, min(4, len(moves)))
    return max(some, key=lambda move: len(move.after.moves(player)) - len(move.after.moves(player.opponent)))


def follow(start: Position, plays: int) -> int:
    """Follow the witness of the outcome for each starter; the number of its replies."""
    result = pp.outcome(start)
    assert result.method == NAME
    rng, replies = random.Random(str(start)), 0
    for strategy in result.witness.values():
        for number in range(plays):
            other = greedy_move if number % 2 else random_move
            position, player = start, strategy.starter
            while position.moves(player):
                if player is strategy.player:
                    move = strategy.reply(position)
                    assert move is not None and position.move(move.text, player) == move
                    replies += 1
                else:
                    move = other(position, player, rng)
                position, player = move.after, player.opponent
            assert player is not strategy.player, f"{strategy.player} lost {start!r}"
    return replies


def test_strategies_win_on_long_strips() -> None:
    sizes = depth([(2, 40, 1), (3, 30, 1), (9, 12, 1)], [(2, 40, 6), (3, 50, 2), (5, 40, 2), (9, 12, 2)])
    replies = sum(follow(board(rows, cols), plays) for rows, cols, plays in sizes)
    assert replies > depth(80, 500)


def test_strategies_win_on_high_strips_and_with_the_players_exchanged() -> None:
    assert pp.outcome(board(30, 3)) == "L" and pp.outcome(board(3, 30, mirrored=True)) == "L"
    assert (
        follow(board(30, 3), 1) + follow(board(3, 30, mirrored=True), 1) + follow(board(30, 3, mirrored=True), 1) > 80
    )


@pytest.mark.full
def test_the_strategy_wins_with_a_block_of_4_x_13() -> None:
    assert follow(board(4, 21), 1) > 30


@pytest.mark.full
@pytest.mark.parametrize(
    ("rows", "cols", "plays"),
    [
        *[(2, 44, 20), (2, 45, 20), (2, 46, 20), (2, 47, 20), (2, 300, 2), (3, 100, 6), (4, 15, 2)],
        *[(4, 22, 4), (4, 23, 4), (4, 25, 4), (4, 27, 2), (4, 40, 8), (4, 100, 2), (5, 60, 6), (6, 16, 2)],
        *[(7, 10, 8), (7, 32, 4), (9, 40, 4), (11, 8, 4), (40, 4, 8), (60, 5, 4), (8, 11, 4)],
    ],
)
def test_strategies_win_on_many_strips(rows: int, cols: int, plays: int) -> None:
    assert follow(board(rows, cols), plays) > 20


def test_the_largest_boards_are_answered() -> None:
    assert pp.outcome(board(2, 800)) == pp.outcome(board(5, 320)) == pp.outcome(board(4, 399)) == "R"
    start = board(2, 800)
    move = pp.best(start.play(start.moves(LEFT)[333], LEFT), RIGHT)
    assert move.method == NAME and move.witness.player is RIGHT


def test_outcomes_are_verified() -> None:
    assert pp.verify(pp.outcome(board(3, 5)))


@pytest.mark.full
def test_outcomes_of_strips_are_not_refuted() -> None:
    assert not pp.verify(pp.outcome(board(5, 9)), limits=pp.Limits(positions=300)).refuted


def test_the_loser_gets_a_move_and_the_name_of_the_winner() -> None:
    found = pp.best(board(5, 40), LEFT)
    assert found.method == NAME and found.answer in board(5, 40).moves(LEFT) and found.witness.player is RIGHT


# where it speaks ----------------------------------------------------------------------------------------------------


def test_search_stays_the_default_on_ordinary_boards() -> None:
    for rows, cols in [(1, 1), (3, 3), (4, 4), (5, 8), (6, 6), (8, 8), (4, 17), (7, 11), (9, 9), (10, 10)]:
        assert pp.methods("outcome", board(rows, cols))[0] == "sums", (rows, cols)
    for rows, cols in [(7, 7), (5, 9), (3, 20), (20, 3), (2, 22)]:
        assert pp.methods("outcome", board(rows, cols))[0] == NAME, (rows, cols)
    assert NAME not in pp.methods("outcome", pp.load("domineering", "|".join(["........"] * 7 + ["......##"])))


def test_variants_with_other_winners_are_refused() -> None:
    for options in ({"misere": True}, {"impartial": True}):
        assert NAME not in pp.methods("outcome", board(3, 30, **options))
        assert not strips.applies(board(3, 30, **options))


def test_a_position_in_which_no_cut_tells_is_left_to_search() -> None:
    position = board(10, 10).play("a1-a2", LEFT)
    with pytest.raises(pp.NotApplicable, match="no method 'domineering strips' for outcome here"):
        pp.outcome(position, method=NAME)
    with pytest.raises(pp.LimitReached):
        pp.outcome(position, limits=pp.Limits(positions=50_000))


def test_limits_hold() -> None:
    position = board(4, 40).play("a1-a2", LEFT).play("c1-d1", RIGHT).play("p2-p3", LEFT)
    for limits in (pp.Limits(positions=0), pp.Limits(time=0.0)):
        with pytest.raises(pp.LimitReached):
            pp.best(position, RIGHT, method=NAME, limits=limits)
    cancel = pp.Cancel()
    cancel.set()
    with pytest.raises(pp.LimitReached):
        pp.outcome(position, method=NAME, limits=pp.Limits(cancel=cancel))


@pytest.mark.full
def test_outcomes_in_the_middle_of_a_play_agree_with_search() -> None:
    """Where few cells are free search is quick; the theorem is asked directly."""
    rng, settled = random.Random("middle"), 0
    for cols in (14, 20, 30):
        position, player = board(3, cols), LEFT
        while position.moves(player):
            position, player = random_move(position, player, rng).after, player.opponent
            if position.state.cells.count(".") <= strips.QUICK:
                answer = strips.outcome(position, Asked())
                settled += answer is not None
                assert answer is None or answer.value == pp.outcome(position, method="sums").answer
    assert settled > 20
