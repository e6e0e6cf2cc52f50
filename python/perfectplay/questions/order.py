"""How many arrangements the moves of a permutation puzzle can make: the order of their group."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from perfectplay.forms import Form, integer, list_of, record
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.result import Result, Stats
from perfectplay.system import System
from perfectplay.words import bold

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _permutes(system: type[System] | System) -> bool:
    return system.kind == "permutation"


def _search(position: Position, asked: Asked) -> Found:
    from perfectplay.kinds.permutation import Group

    began = time.perf_counter()
    group = Group(position.system, position.state.moving)
    witness = {"base": group.base, "orbits": [number for _, number in group.native.base]}
    return Found(group.order, witness, Stats(seconds=time.perf_counter() - began))


def order(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """The order of the group that the moves generate, by a stabiliser chain that is proved complete (Schreier-Sims).

    The witness is a base with the lengths of its orbits, whose product the order is. The group itself, with members and
    words, is ``position.system.group(position)``.

    >>> pp.order(pp.load("rubik", size=2))
    3674160
    """
    return QUESTION.ask(position, method, limits, progress)


def _described(result: Result[Any]) -> list[Said]:
    return [(bold(f"{result.answer:,}"), "  arrangements")]


def _check(result: Result[Any], room: Room) -> Fields:
    from math import prod

    from perfectplay.checks.again import asked_again
    from perfectplay.checks.groups import check_base, plain_chain
    from perfectplay.checks.verdict import TooMany, not_checked, refuted, settled

    moving = result.position.state.moving
    fields: Fields = {}
    witness = result.witness
    if witness is not None:
        orbits: Any = witness.get("orbits") if isinstance(witness, dict) else None
        whole = isinstance(orbits, list) and all(type(each) is int and each > 0 for each in orbits)
        if not whole or witness.keys() != {"base", "orbits"} or prod(orbits) != result.answer:
            fields["witness"] = refuted("the lengths of the orbits do not multiply to the answer")
    images = [turn.images for turn in moving.turns]
    try:
        found = prod(length for _, length in plain_chain(moving.degree, images, [], room))
        how = "a chain of stabilisers was built again from the moves, every Schreier generator sifted"
        fields["answer"] = settled(found == result.answer, how, f"the moves generate {found} arrangements")
        if witness is not None and "witness" not in fields:
            fields["witness"] = check_base(moving.degree, images, witness, room)
    except TooMany:
        fields["answer"] = asked_again(result, room)
        if witness is not None:
            fields.setdefault("witness", not_checked(room.excuse))
    return fields


_NUMBER = {"type": "integer", "minimum": 1}

QUESTION: Question[Result[int]] = Question(
    "order",
    "how many arrangements the moves of a permutation puzzle can make",
    rank=190,
    means=_permutes,
    needs="a puzzle whose moves permute places",
    searches=[Method("schreier sims", _search)],
    answer=Form(_NUMBER, lambda position, raw, details: integer(raw)),
    witness=Form(record(base=list_of(_NUMBER), orbits=list_of(_NUMBER)), lambda position, raw, details: raw),
    describe=_described,
    check=_check,
)
