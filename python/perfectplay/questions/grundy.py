"""Which nim heap is the position equal to?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from perfectplay.convention import Stuck
from perfectplay.entailing import nimber_of
from perfectplay.forms import COUNT, NATURAL, Form, each, integer, list_of, listed, or_none, record
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.loopy import has_infinities, outcome_of, worths
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.nimbers import LOONY, Infinite, Nimber, total
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
    return game.impartial and not play.goals and play.stuck is Stuck.LOSES and (play.summed or not play.loops)


def _adds_up(position: Position) -> bool:
    return _ends(position) and (not position.system.convention.again or position.system.compliments)


def _ends(position: Position) -> bool:
    return not position.system.convention.loops and not position.system.convention.entails


def _entails(position: Position) -> bool:
    """Is this a free position of a game in which answers may be entailed?"""
    return bool(position.system.convention.entails) and not position.system.entailed(position.state)


def _search(name: str, applies: Callable[[Position], bool]) -> Method:
    def run(position: Position, asked: Asked) -> Found:
        kernel, code = position.system.kernel(position.state)
        nimber, stats = kernel.nimber(code, name, asked.control)
        return Found(LOONY if nimber is None else nimber, None, stats_of(stats))

    return Method(name, run, applies)


def _generalized(position: Position, asked: Asked) -> Found:
    found = worths(position, asked)
    counters = [each.counter for each in found]
    return Found(total(each.nimber for each in found), counters, stats_of(*(each.stats for each in found)))


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
    continue, as in Nimstring, the answer may be ``LOONY``: the first player wins whatever is added. So it may where a
    move can oblige the opponent to answer in the same component (method ``entailing``, by the definition beside a nim
    heap); a position in which the answer is entailed has no nimber.

    Where positions may repeat the method is ``smith`` (Smith 1966), and the answer a generalized nimber: a nimber, or
    ``Infinite`` with the nimbers that moves lead to. The witness has a counter for each component with a nimber: 0 if
    every move leads to a smaller nimber, otherwise one more than that of a position to which the worst other move is
    best reverted. They say why reverting moves comes to an end.

    >>> pp.grundy(pp.load("kayles", "5"))
    4
    >>> pp.grundy(pp.load("abstract_game", "a: b end; b: a c; c: b"))
    inf{0}
    """
    return QUESTION.ask(position, method, limits, progress)


def _described(result: Result[Any]) -> list[Said]:
    if isinstance(result.answer, Infinite):
        return [(bold(str(result.answer)), f"  no nim heap equals it; {outcome_of(result.answer).sentence}")]
    return [(bold(str(result.answer)),)]


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.definitions import by_definition, plain_nimber
    from perfectplay.checks.verdict import refuted

    if result.position.system.convention.loops:
        return _check_generalized(result, room)
    if isinstance(result.answer, Infinite):
        return {"answer": refuted("positions do not repeat, so that it has a nimber")}
    most = len(result.position.moves(LEFT))
    if result.position.system.convention.entails:
        return _check_entailing(result, room)
    if result.answer is not LOONY and not 0 <= result.answer <= most:
        return {"answer": refuted(f"a position with {most} moves has a nimber of at most {most}")}
    return {"answer": by_definition(result, lambda: plain_nimber(result.position, room), room)}


def _check_entailing(result: Result[Any], room: Room) -> Fields:
    """By play beside nim heaps."""
    from perfectplay.checks.definitions import by_definition, plain_nimber
    from perfectplay.checks.verdict import refuted

    if result.position.system.entailed(result.position.state):
        return {"answer": refuted("the answer is entailed, so that it has no nimber")}
    return {"answer": by_definition(result, lambda: plain_nimber(result.position, room), room)}


def _check_generalized(result: Result[Any], room: Room) -> Fields:
    """By the definition: all positions that can be reached are labelled again, component by component."""
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.loopy import plain_worths
    from perfectplay.checks.verdict import TooMany, not_checked, settled

    try:
        found = plain_worths(result.position, room)
    except TooMany:
        fields = {"answer": asked_again(result, room)}
        return fields if result.witness is None else {**fields, "witness": not_checked(room.excuse)}
    nimber, counters = total(each for each, _ in found), [counter for _, counter in found]
    how = "recomputed by the definition"
    fields = {"answer": settled(nimber == result.answer, how, f"by the definition it is {nimber}")}
    if result.witness is not None:
        wrong = f"by the definition the counters are {counters}"
        fields["witness"] = settled(counters == result.witness, how, wrong)
    return fields


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Nimber:
    if isinstance(raw, dict):
        if raw.keys() != {"infinite"}:
            raise ValueError(f"a nimber with {', '.join(map(str, raw))}")
        return Infinite(integer(each) for each in listed(raw["infinite"]))
    return LOONY if raw == str(LOONY) else integer(raw)


QUESTION: Question[Result[Nimber]] = Question(
    "grundy",
    "the nimber of an impartial position",
    rank=60,
    means=_is_impartial,
    needs="an impartial game in normal play without goals",
    searches=[
        _search("sums", _adds_up),
        _search("mex", _ends),
        Method("entailing", lambda position, asked: Found(nimber_of(position)), _entails),
        Method("smith", _generalized, has_infinities),
    ],
    answer=Form(
        {"anyOf": [NATURAL, {"const": str(LOONY)}, record(infinite={**list_of(NATURAL), "uniqueItems": True})]}, _read
    ),
    witness=each(or_none(COUNT)),
    describe=_described,
    check=_check,
)
