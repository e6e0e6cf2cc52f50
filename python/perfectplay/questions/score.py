"""By how many points?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from perfectplay.forms import INTEGER
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.players import LEFT, Player
from perfectplay.position import Position
from perfectplay.question import PLAYER, Question
from perfectplay.result import Result
from perfectplay.system import Game, System, is_a
from perfectplay.words import bold

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _is_scored(system: type[System] | System) -> bool:
    return is_a(system, Game) and cast(Game, system).convention.points


def _search(position: Position, asked: Asked) -> Found:
    kernel, code = position.system.kernel(position.state)
    found, stats = kernel.score(code, asked.details["player"] is LEFT, asked.control)
    return Found(found, None, stats_of(stats))


def score(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """Left's points less Right's under perfect play when ``player`` moves first, counted from here on.

    Only for games played for points (``scored = True``), such as Dots-and-Boxes and those whose rewrites carry a
    ``score``. In misère play, where fewer are better, points count negative.

    >>> pp.score(pp.load("dots_and_boxes", "2x2"), pp.LEFT), pp.score(pp.load("dots_and_boxes", "2x2"), pp.RIGHT)
    (2, -2)
    """
    return QUESTION.ask(position, method, limits, progress, player=player)


def _described(result: Result[Any]) -> list[Said]:
    found, starter = result.answer, result.details["player"]
    winner = LEFT if found > 0 else Player.RIGHT
    points = f"{abs(found)} point{'s' * (abs(found) != 1)}"
    than = "fewer" if cast(Game, result.position.system).misere else "more"
    said = f"{winner} gets {points} {than} than {winner.opponent}" if found else "both get as many points"
    return [(bold(str(found)), f"  {said} when {starter} starts")]


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.definitions import by_definition, plain_score

    player = result.details["player"]
    return {"answer": by_definition(result, lambda: plain_score(result.position, player, room), room)}


QUESTION: Question[Result[int]] = Question(
    "score",
    "the difference of points under perfect play",
    rank=90,
    means=_is_scored,
    needs="a game played for points",
    arguments=(PLAYER,),
    searches=[Method("alpha-beta", _search)],
    answer=INTEGER,
    describe=_described,
    check=_check,
)
