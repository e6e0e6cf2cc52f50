"""How long does it last if the winner delays?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.forms import COUNT
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.question import PLAYER, Question
from perfectplay.questions.remoteness import NEEDS, ends, lengths
from perfectplay.result import Result
from perfectplay.words import bold

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _search(position: Position, asked: Asked) -> Found:
    _, found, stats = lengths(position, asked)
    return Found(found, None, stats_of(stats))


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


HELP = "moves to the end if the winner delays and the loser hurries"


def _described(result: Result[Any]) -> list[Said]:
    return [(bold(str(result.answer)), f"  {HELP}")]


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.definitions import by_definition
    from perfectplay.checks.values import plain_length

    player = result.details["player"]
    return {
        "answer": by_definition(result, lambda: plain_length(result.position, player, room, hurried=False), room),
    }


QUESTION: Question[Result[int]] = Question(
    "suspense",
    HELP,
    rank=80,
    means=ends,
    needs=NEEDS,
    arguments=(PLAYER,),
    searches=[Method("depth-first", _search)],
    answer=COUNT,
    describe=_described,
    check=_check,
)
