"""How many arrangements the moves of a permutation puzzle can make: the order of their group."""

from __future__ import annotations

import time
from typing import Any

from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask
from perfectplay.result import Result, Stats
from perfectplay.system import Position, System


def permutes(system: type[System] | System) -> bool:
    return system.kind == "permutation"


def _order(position: Position, asked: Asked) -> Answer:
    from perfectplay.kinds.permutation import Group

    began = time.perf_counter()
    group = Group(position.system, position.state.moving)  # type: ignore[arg-type]
    witness = {"base": group.base, "orbits": [number for _, number in group.native.base]}
    return Answer(group.order, witness, Stats(seconds=time.perf_counter() - began))


ORDER = Question("order", permutes, "a puzzle whose moves permute places", [Method("schreier sims", _order)])


def order(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Any]:
    """The order of the group that the moves generate, by a stabiliser chain that is proved complete (Schreier-Sims).

    The witness is a base with the lengths of its orbits, whose product the order is. The group itself, with members and
    words, is ``position.system.group(position)``.

    >>> pp.order(pp.load("rubik", size=2))
    3674160
    """
    ORDER.check(position)
    return ask(ORDER, position, method, Asked(limits, progress))
