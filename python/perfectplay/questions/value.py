"""What is it worth?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from perfectplay.errors import NotApplicable, PerfectPlayError
from perfectplay.forms import LINE_SCHEMA, VALUE, Form, read_alone
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, certified, stats_of
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.result import Result
from perfectplay.system import has_sides, has_value
from perfectplay.values.universe import current
from perfectplay.values.value import Value, wrap
from perfectplay.words import bold, exact

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said

NEEDS = "a game in normal play that ends when a player cannot move"
NEEDS_SIDES = f"{NEEDS}, or never and then without a winner"
T = TypeVar("T")


def refused(position: Position, run: Callable[[], T]) -> T:
    """What only the search can discover, such as positions that repeat, is a reason and not a failure."""
    try:
        return run()
    except ValueError as error:
        raise NotApplicable(f"{position.system.title}: {error}") from None


def by_canonical_forms(position: Position, asked: Asked) -> Found:
    kernel, code = position.system.kernel(position.state)
    game, stats = refused(position, lambda: kernel.value(code, current().native, asked.control))
    return Found(wrap(game), None, stats_of(stats))


def _by_nimbers(position: Position, asked: Asked) -> Found:
    kernel, code = position.system.kernel(position.state)
    nimber, stats = refused(position, lambda: kernel.nimber(code, "sums", asked.control))
    assert nimber is not None
    return Found(Value(0).nus(0, 0, nimber), None, stats_of(stats))


def _by_sides(position: Position, asked: Asked) -> Found:
    from perfectplay.values.loopy.graphs import from_native
    from perfectplay.values.loopy.value import sided

    kernel, code = position.system.kernel(position.state)
    (on, off), stats = refused(position, lambda: kernel.loopy_sides(code, asked.control))
    if on is None or off is None:
        side = "onside" if on is None else "offside"
        raise NotApplicable(f"{position.system.title}: no stopper was found that equals the {side} of this position")
    return Found(sided(from_native(on), from_native(off)), None, stats_of(stats))


def ends(position: Position) -> bool:
    """Does every play end?"""
    return has_value(position.system)


def may_not_end(position: Position) -> bool:
    return not ends(position)


def _is_impartial(position: Position) -> bool:
    return position.impartial and ends(position)


def value(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Value]:
    """The value of a position in normal play, in canonical form (Conway, *On Numbers and Games*, chapters 7 to 10).

    Positions are split into components, each brought to a normal form up to symmetry and negation; their values are
    made bottom up in the current universe, on all cores. Methods: ``canonical forms``, and for impartial games
    ``nimbers``, which finds only the nim heap. Where play may go on for ever, the method is ``sides``: onside and
    offside as stoppers, from the graph of all positions that can be reached; refused where no such stoppers are found.
    :func:`verify` compares position and value by the definition.

    >>> pp.value(pp.load("domineering", "..|.."))
    +-1
    >>> pp.value(pp.load("clobber", "xo.xxo"))
    ^*
    >>> pp.value(pp.load("backsliding_toads_and_frogs", "x.o"))
    0
    """
    return QUESTION.ask(position, method, limits, progress)


LARGEST_BIRTHDAY = 40
"""Of values whose atomic weight is computed without being asked for, unless they are a number of ups and a star."""


def atomic_weight(value: Value) -> Value | None:
    """None for values that have none, or that are too large to compute more than was asked for."""
    if not value.is_all_small or (value.as_nus is None and value.birthday > LARGEST_BIRTHDAY):
        return None
    try:
        weight: Value = value.atomic_weight
    except PerfectPlayError:
        return None
    return weight


def described(value: Value) -> Iterator[Said]:
    """The canonical form, who wins, and the figures; of loopy values the sides and the degree."""
    yield bold(value), f"  {value.outcome.sentence}"
    if value._long:
        yield f"Left stop {value.left_stop}, Right stop {value.right_stop}, birthday {value.birthday}"
        return
    if value.is_loopy:
        yield from _described_loops(value)
        return
    figures = (
        f"mean {exact(value.mean)}, temperature {exact(value.temperature)}, Left stop {exact(value.left_stop)}, "
        f"Right stop {exact(value.right_stop)}, birthday {value.birthday:,}"
    )
    weight = atomic_weight(value)
    yield figures if weight is None else (f"{figures}, atomic weight ", bold(weight))


def _described_loops(value: Value) -> Iterator[Said]:
    if value.is_stopper:
        yield "a stopper: no alternating play goes on for ever"
    else:
        yield "onside ", bold(value.onside), ", offside ", bold(value.offside), ": who wins an infinite play decides"
    with suppress(PerfectPlayError):
        yield "degree of loopiness ", bold(value.degree)


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.sides import compared as compared_sides
    from perfectplay.checks.values import compared
    from perfectplay.checks.verdict import NOT_CHECKED, VERIFIED, not_checked, verified

    told = certified(result)
    if told is not None and told.status != NOT_CHECKED:
        return {"answer": told, **({} if result.witness is None else {"witness": told})}
    compare = compared if ends(result.position) else compared_sides
    found = compare(result.position, result.answer, room)
    if found.status == NOT_CHECKED:
        found = told or asked_again(result, room)
    fields = {"answer": found}
    if result.witness is not None:
        fields["witness"] = not_checked("not needed, as the value was compared with the position itself")
        if told is not None:  # the lines replay
            fields["witness"] = verified(told.how) if found.status == VERIFIED else told
    return fields


def _read_witness(position: Position, raw: Any, details: Mapping[str, Any]) -> dict[str, Any]:
    return {name: read_alone(position, Player(name), each) for name, each in raw.items()}


QUESTION: Question[Result[Value]] = Question(
    "value",
    "the value: canonical form, stops, mean and temperature",
    rank=30,
    means=has_sides,
    needs=NEEDS_SIDES,
    searches=[
        Method("nimbers", _by_nimbers, _is_impartial),
        Method("canonical forms", by_canonical_forms, ends),
        Method("sides", _by_sides, may_not_end),
    ],
    answer=VALUE,
    witness=Form({"type": "object", "additionalProperties": LINE_SCHEMA}, _read_witness),
    describe=lambda result: described(result.answer),
    check=_check,
)
