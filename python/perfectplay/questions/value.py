"""What is it worth?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perfectplay.errors import NotApplicable
from perfectplay.kinds.game import has_value
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.result import Result
from perfectplay.system import Position
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.universe import current
from perfectplay.values.value import Value, wrap


def _refused(position: Position, run: Callable[[], Any]) -> Any:
    """What only the search can see, such as positions that repeat, is a reason and not a failure."""
    try:
        return run()
    except ValueError as error:
        raise NotApplicable(f"{position.system.title}: {error}") from None


def _components(position: Position, asked: Asked) -> Answer:
    kernel, code = position.system.kernel(position.state)
    game, stats = _refused(position, lambda: kernel.value(code, current().native, asked.control))
    return Answer(wrap(game), None, stats_of(stats))


def _nimber(position: Position, asked: Asked) -> Answer:
    kernel, code = position.system.kernel(position.state)
    nimber, stats = _refused(position, lambda: kernel.nimber(code, "sums", asked.control))
    assert nimber is not None
    return Answer(Value(0).nus(0, 0, nimber), None, stats_of(stats))


def _walls(position: Position, asked: Asked) -> Answer:
    kernel, code = position.system.kernel(position.state)
    walls, stats = _refused(position, lambda: kernel.thermograph(code, asked.control))
    return Answer(Thermograph.from_native(*walls), None, stats_of(stats))


def _of_value(position: Position, asked: Asked) -> Answer:
    found = _components(position, asked)
    return Answer(found.value.thermograph, found.value, found.stats)


def _temperature(method: Callable[[Position, Asked], Answer]) -> Callable[[Position, Asked], Answer]:
    def run(position: Position, asked: Asked) -> Answer:
        found = method(position, asked)
        return Answer(found.value.temperature, found.value, found.stats)

    return run


def _is_impartial(position: Position) -> bool:
    return position.impartial


NEEDS = "a game in normal play that ends when a player cannot move"
_THERMOGRAPHS = {"canonical forms": _of_value, "moves": _walls}
VALUE = Question(
    "value", has_value, NEEDS, [Method("nimbers", _nimber, _is_impartial), Method("canonical forms", _components)]
)
THERMOGRAPH = Question("thermograph", has_value, NEEDS, [Method(name, run) for name, run in _THERMOGRAPHS.items()])
TEMPERATURE = Question(
    "temperature", has_value, NEEDS, [Method(name, _temperature(run)) for name, run in _THERMOGRAPHS.items()]
)


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
    ``nimbers``, which finds the nim heap alone. :func:`verify` compares position and value by the definition.

    >>> pp.value(pp.load("domineering", "..|.."))
    +-1
    >>> pp.value(pp.load("clobber", "xo.xxo"))
    ^*
    """
    return ask(VALUE, position, method, Asked(limits, progress))


def thermograph(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Thermograph]:
    """The thermograph of a position (*Winning Ways*, chapter 6).

    Methods: ``canonical forms`` (of the value) and ``moves`` (straight from the options of positions, no canonical form
    being made: for hot games whose values are huge).

    >>> pp.thermograph(pp.load("domineering", "..|..")).temperature
    Fraction(1, 1)
    """
    return ask(THERMOGRAPH, position, method, Asked(limits, progress))


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
    return ask(TEMPERATURE, position, method, Asked(limits, progress))
