"""How long does it last if the winner delays?"""

from __future__ import annotations

from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.questions.remoteness import question_of_length
from perfectplay.result import Result


def suspense(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """The number of moves to the end if the winner delays and the loser hurries (*On Numbers and Games*, chapter 14).
    It decides conjunctive sums that end with the last component to end.

    >>> pp.suspense(pp.load("kayles", "5"))
    3
    """
    return QUESTION.ask(position, method, limits, progress, player=player)


QUESTION = question_of_length(
    "suspense", "moves to the end if the winner delays and the loser hurries", 80, hurried=False
)
