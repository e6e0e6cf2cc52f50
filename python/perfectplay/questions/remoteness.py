"""How long does it last if the winner hurries?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from perfectplay.forms import COUNT, or_none
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


NO_END = "neither player can force an end that wins"


def remoteness(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int | None]:
    """The number of moves to the end if the winner hurries and the loser delays (Steinhaus 1925; *Winning Ways*,
    chapter 9). It decides conjunctive sums that end with the first component to end: even means a loss for the mover.

    Where positions may repeat (method ``retrograde``) it is None if neither player can force an end that wins.

    >>> pp.remoteness(pp.load("kayles", "5"))
    5
    >>> print(pp.remoteness(pp.load("abstract_game", "a: b; b: a c; c: d")).answer)
    None
    """
    return QUESTION.ask(position, method, limits, progress, player=player)


def _has_winners(system: type[System] | System) -> bool:
    """Does a play that ends because a player cannot move have a winner?"""
    return is_a(system, Game) and not cast(Game, system).convention.draws


def _ends(system: type[System] | System) -> bool:
    """Does every play end, and with a winner?"""
    return _has_winners(system) and not cast(Game, system).convention.loops


def _repeats(position: Position) -> bool:
    return bool(position.system.convention.loops)


def _retrograde(position: Position, asked: Asked) -> Found:
    kernel, code = position.system.kernel(position.state)
    (winner, moves), stats = kernel.remoteness(code, asked.details["player"] is LEFT, asked.control)
    return Found(None if winner == "nobody" else moves, None, stats_of(stats))


def question_of_length(name: str, help: str, rank: int, *, hurried: bool) -> Question[Result[Any]]:
    """How long a play lasts if the winner hurries and the loser delays, or the other way round. A winner who delays
    where positions repeat need never come to an end, so that only the first has a meaning there."""

    def search(position: Position, asked: Asked) -> Found:
        kernel, code = position.system.kernel(position.state)
        left = asked.details["player"] is LEFT
        (_, *lengths), stats = refused(position, lambda: kernel.tempo(code, left, asked.control))
        return Found(lengths[0 if hurried else 1], None, stats_of(stats))

    def described(result: Result[Any]) -> list[Said]:
        if result.answer is None:
            return [NO_END]
        return [(bold(str(result.answer)), f"  {help}")]

    def check(result: Result[Any], room: Room) -> Fields:
        from perfectplay.checks.definitions import by_definition
        from perfectplay.checks.loopy import plain_remoteness
        from perfectplay.checks.values import plain_length

        def length() -> int | None:
            position, player = result.position, result.details["player"]
            if _repeats(position):
                return plain_remoteness(position, player, room)
            return plain_length(position, player, room, hurried=hurried)

        return {"answer": by_definition(result, length, room)}

    searches = [Method("depth-first", search, lambda position: not _repeats(position))]
    if hurried:
        searches.append(Method("retrograde", _retrograde, _repeats))

    return Question(
        name,
        help,
        rank,
        means=_has_winners if hurried else _ends,
        needs=f"a game without draws{'' if hurried else ' in which positions do not repeat'}",
        arguments=(PLAYER,),
        searches=searches,
        answer=or_none(COUNT) if hurried else COUNT,
        describe=described,
        none=NO_END if hurried else "",
        check=check,
    )


QUESTION = question_of_length(
    "remoteness", "moves to the end if the winner hurries and the loser delays", 70, hurried=True
)
