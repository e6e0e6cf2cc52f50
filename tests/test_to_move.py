"""Positions that know whose move it is, as a FEN does: Python and the command line ask about that player."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Outcome, Player

State = tuple[int, str]


class Turns(pp.PlainGame):
    """A heap from which Left takes one or two and Right one or three; the state says who is to move."""

    def moves(self, state: State, player: Player) -> Iterator[int]:
        n, mover = state
        if player.value == mover:
            yield from (k for k in ((1, 2) if player is LEFT else (1, 3)) if k <= n)

    def play(self, state: State, taken: int) -> State:
        n, mover = state
        return n - taken, Player(mover).opponent.value

    def to_move(self, state: State) -> Player:
        return Player(state[1])


def wins(n: int, player: Player) -> bool:
    takes = (1, 2) if player is LEFT else (1, 3)
    return any(k <= n and not wins(n - k, player.opponent) for k in takes)


@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize("n", range(1, 12))
def test_the_answer_is_that_of_the_player_who_is_to_move(n: int, player: Player) -> None:
    position = Turns().position((n, player.value))
    assert position.to_move is player and {move.player for move in position.moves()} <= {player}
    winner = player if wins(n, player) else player.opponent
    for method in pp.methods("outcome", position):
        found = pp.outcome(position, method=method)
        assert found.answer == Outcome(winner, winner) and list(found.witness) == [f"{winner} when {player} starts"]
        assert pp.verify(found), method
    best = pp.best(position)
    assert best.details["player"] is player and pp.verify(best)
    for ask in (pp.remoteness, pp.suspense):
        length = ask(position)
        assert length == ask(position, player) and length.details["player"] is player and pp.verify(length)


def test_a_wrong_winner_is_refuted() -> None:
    from dataclasses import replace

    found = pp.outcome(Turns().position((4, "Left")))
    for wrong in (Outcome(LEFT, RIGHT), Outcome(RIGHT, LEFT), Outcome(LEFT, LEFT), Outcome(RIGHT, RIGHT)):
        assert wrong == found.answer or pp.verify(replace(found, answer=wrong, witness=None)).refuted, wrong


def test_the_words_say_who_is_to_move() -> None:
    from perfectplay.questions.outcome import QUESTION

    first = next(iter(QUESTION.describe(pp.outcome(Turns().position((1, "Right"))))))
    assert isinstance(first, tuple) and first[1] == "  Right wins, Right being to move"
