"""By how many points?"""

from __future__ import annotations

from typing import Any

from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.players import LEFT, Player
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.result import Result
from perfectplay.system import Position, System


def _search(position: Position, asked: Asked) -> Answer:
    kernel, code = position.system.kernel(position.state)
    found, stats = kernel.score(code, asked.details["player"] is LEFT, asked.control)
    return Answer(found, None, stats_of(stats))


def _is_scored(system: type[System] | System) -> bool:
    return bool(getattr(system, "scored", False))


SCORE = Question("score", _is_scored, "a game that is played for points", [Method("alpha-beta", _search)])


def score(
    position: Position,
    player: Player = LEFT,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """Left's points less Right's under perfect play when ``player`` moves first, counted from here on.

    Only for games that are played for points (``scored = True``), such as Dots-and-Boxes and those whose rewrites carry
    a ``score``. In misère play, where fewer are better, points count negative.
    """
    details: dict[str, Any] = {"player": player}
    return ask(SCORE, position, method, Asked(limits, progress, details))
