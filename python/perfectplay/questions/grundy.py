"""Which nim heap is the position equal to?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from perfectplay.convention import Stuck
from perfectplay.forms import NATURAL, Form, integer
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, everywhere, stats_of
from perfectplay.nimbers import LOONY, Nimber
from perfectplay.players import LEFT
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.result import Result
from perfectplay.system import Game, System, is_a
from perfectplay.words import bold

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _is_impartial(system: type[System] | System) -> bool:
    if not is_a(system, Game):
        return False
    game = cast(Game, system)
    play = game.convention
    return game.impartial and not (play.loops or play.goals) and play.stuck is Stuck.LOSES


def _adds_up(position: Position) -> bool:
    return not position.system.convention.again or position.system.compliments


def _search(name: str, applies: Callable[[Position], bool] = everywhere) -> Method:
    def run(position: Position, asked: Asked) -> Found:
        kernel, code = position.system.kernel(position.state)
        nimber, stats = kernel.nimber(code, name, asked.control)
        return Found(LOONY if nimber is None else nimber, None, stats_of(stats))

    return Method(name, run, applies)


def grundy(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Nimber]:
    """The nimber of an impartial position in normal play (Sprague 1935, Grundy 1939).

    Methods: theorems where they apply; ``sums`` (splits positions and adds nimbers; computes only the nimbers that
    matter, after Lemoine & Viennot 2012), ``mex`` (the definition, on whole positions). :func:`verify` checks the
    definition on every follower where there are few, and otherwise plays against an equal nim heap. Where moves may
    continue, as in Nimstring, the answer may be ``LOONY``: the first player wins whatever is added.

    >>> pp.grundy(pp.load("kayles", "5"))
    4
    """
    return QUESTION.ask(position, method, limits, progress)


def _described(result: Result[Any]) -> list[Said]:
    return [(bold(str(result.answer)),)]


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.definitions import by_definition, plain_nimber
    from perfectplay.checks.verdict import refuted

    most = len(result.position.moves(LEFT))
    if result.answer is not LOONY and not 0 <= result.answer <= most:
        return {"answer": refuted(f"a position with {most} moves has a nimber of at most {most}")}
    return {"answer": by_definition(result, lambda: plain_nimber(result.position, room), room)}


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Nimber:
    return LOONY if raw == str(LOONY) else integer(raw)


QUESTION: Question[Result[Nimber]] = Question(
    "grundy",
    "the nimber of an impartial position",
    rank=60,
    means=_is_impartial,
    needs="an impartial game in normal play without goals",
    searches=[_search("sums", _adds_up), _search("mex")],
    answer=Form({"anyOf": [NATURAL, {"const": str(LOONY)}]}, _read),
    describe=_described,
    check=_check,
)
