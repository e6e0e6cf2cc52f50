"""How long does it last if the winner hurries?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from perfectplay.forms import COUNT
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.players import LEFT, Player
from perfectplay.position import Position
from perfectplay.question import PLAYER, Question
from perfectplay.questions.value import refused
from perfectplay.result import Result
from perfectplay.system import Game, System, is_a
from perfectplay.words import bold

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said

NEEDS = "a game without draws in which positions do not repeat"


def ends(system: type[System] | System) -> bool:
    """Does every play end, and with a winner?"""
    if not is_a(system, Game):
        return False
    play = cast(Game, system).convention
    return not (play.loops or play.draws)


def lengths(position: Position, asked: Asked) -> tuple[int, int, tuple[int, float, int]]:
    """Remoteness and suspense, and what finding them took."""
    kernel, code = position.system.kernel(position.state)
    left = asked.details["player"] is LEFT
    (_, remoteness, suspense), stats = refused(position, lambda: kernel.tempo(code, left, asked.control))
    return remoteness, suspense, stats


def _search(position: Position, asked: Asked) -> Found:
    found, _, stats = lengths(position, asked)
    return Found(found, None, stats_of(stats))


def remoteness(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """The number of moves to the end if the winner hurries and the loser delays (Steinhaus 1925; *Winning Ways*,
    chapter 9). It decides conjunctive sums that end with the first component to end: even means a loss for the mover.

    >>> pp.remoteness(pp.load("kayles", "5"))
    5
    """
    return QUESTION.ask(position, method, limits, progress, player=player)


HELP = "moves to the end if the winner hurries and the loser delays"


def _described(result: Result[Any]) -> list[Said]:
    return [(bold(str(result.answer)), f"  {HELP}")]


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.definitions import by_definition
    from perfectplay.checks.values import plain_length

    player = result.details["player"]
    return {
        "answer": by_definition(result, lambda: plain_length(result.position, player, room, hurried=True), room),
    }


QUESTION: Question[Result[int]] = Question(
    "remoteness",
    HELP,
    rank=70,
    means=ends,
    needs=NEEDS,
    arguments=(PLAYER,),
    searches=[Method("depth-first", _search)],
    answer=COUNT,
    describe=_described,
    check=_check,
)
