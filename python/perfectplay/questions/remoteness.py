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


def _ends(system: type[System] | System) -> bool:
    """Does every play end, and with a winner?"""
    if not is_a(system, Game):
        return False
    play = cast(Game, system).convention
    return not (play.loops or play.draws)


def question_of_length(name: str, help: str, rank: int, *, hurried: bool) -> Question[Result[int]]:
    """How long a play lasts if the winner hurries and the loser delays, or the other way round."""

    def search(position: Position, asked: Asked) -> Found:
        kernel, code = position.system.kernel(position.state)
        left = asked.details["player"] is LEFT
        (_, *lengths), stats = refused(position, lambda: kernel.tempo(code, left, asked.control))
        return Found(lengths[0 if hurried else 1], None, stats_of(stats))

    def described(result: Result[Any]) -> list[Said]:
        return [(bold(str(result.answer)), f"  {help}")]

    def check(result: Result[Any], room: Room) -> Fields:
        from perfectplay.checks.definitions import by_definition
        from perfectplay.checks.values import plain_length

        player = result.details["player"]
        length = by_definition(result, lambda: plain_length(result.position, player, room, hurried=hurried), room)
        return {"answer": length}

    return Question(
        name,
        help,
        rank,
        means=_ends,
        needs="a game without draws in which positions do not repeat",
        arguments=(PLAYER,),
        searches=[Method("depth-first", search)],
        answer=COUNT,
        describe=described,
        check=check,
    )


QUESTION = question_of_length(
    "remoteness", "moves to the end if the winner hurries and the loser delays", 70, hurried=True
)
