"""How much does the next move matter?"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.forms import NUMBER, THERMOGRAPH
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.questions.thermograph import METHODS
from perfectplay.questions.value import NEEDS
from perfectplay.result import Result
from perfectplay.system import has_value
from perfectplay.words import bold, exact

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _search(name: str) -> Method:
    def run(position: Position, asked: Asked) -> Found:
        found = METHODS[name](position, asked)
        return Found(found.value.temperature, found.value, found.stats)

    return Method(name, run)


def temperature(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Fraction]:
    """The temperature of a position: how much the next move matters. Methods as for :func:`thermograph`, which is the
    witness.

    >>> print(pp.temperature(pp.load("domineering", "...|...|...")))
    1
    """
    return QUESTION.ask(position, method, limits, progress)


def _described(result: Result[Any]) -> list[Said]:
    found = result.answer
    kind = "hot" if found > 0 else "cold: a number" if found < 0 else "tepid"
    return [(bold(exact(found)), f"  {kind}")]


def _check(result: Result[Any], room: Room) -> Fields:
    """The answer by the definition; the witness is the thermograph."""
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.values import thermograph_of
    from perfectplay.checks.verdict import TooMany, not_checked, refuted, settled

    graph = result.witness
    try:
        found = thermograph_of(result.position, room)
        how = "recomputed by the definition"
        fields = {
            "answer": settled(found.temperature == result.answer, how, f"by the definition it is {found.temperature}")
        }
        if graph is not None:
            fields["witness"] = settled(found == graph, how, "by the definition the thermograph is different")
    except TooMany:
        fields = {"answer": asked_again(result, room)}
        if graph is not None:
            fields["witness"] = not_checked(room.excuse)
    if graph is not None and graph.temperature != result.answer:
        fields["witness"] = refuted("the thermograph has another temperature")
    return fields


QUESTION: Question[Result[Fraction]] = Question(
    "temperature",
    "how much the next move matters",
    rank=50,
    means=has_value,
    needs=NEEDS,
    searches=[_search(name) for name in METHODS],
    answer=NUMBER,
    witness=THERMOGRAPH,
    describe=_described,
    check=_check,
)
