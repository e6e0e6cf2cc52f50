"""Values that are short to write and large in every other way, and all operations on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from perfectplay import Limits, PerfectPlayError, Value

HUGE = 1823437481924
UNARY = [
    "left", "right", "birthday", "outcome", "left_stop", "right_stop", "mean", "temperature", "is_all_small",
    "thermograph", "freeze", "reduced", "left_incentives", "right_incentives", "incentives", "far_star",
    "atomic_weight", "is_atomic", "uptimal", "is_uptimal", "followers", "follower_count", "stop_count",
    "confusion_interval", "is_zero", "is_integer", "is_ordinal", "is_nimber", "is_infinitesimal", "is_numberish",
    "is_number_tiny", "is_even", "is_odd", "is_even_tempered", "is_odd_tempered", "companion", "tree", "__neg__",
    "__str__", "__hash__",
]  # fmt: skip
BINARY = [
    "__add__", "__sub__", "__le__", "__ge__", "fuzzy", "heat", "norton", "conway", "ordinal_sum", "ordinal_product",
    "subordinate", "conjunctive", "continued_conjunctive", "selective", "shortened_selective", "diminished",
    "sequential", "side",
]  # fmt: skip
NUMBERED = ["__mul__", "cool", "power", "power_to", "is_remote_star"]


def switches(number: int) -> Value:
    """A sum of switches of different temperatures: its canonical form has about 2^number followers."""
    return sum((Value(f"{{{3**n}|-{3**n + n}}}") for n in range(number)), Value(0))


def values() -> dict[str, Callable[[], Value]]:
    texts = [str(HUGE), str(-(10**30)), "*1000", "*1000000", "^1000", "^1000000", f"{HUGE}v{HUGE}*3", "^[300]"]
    texts += [f"{{{HUGE}|-{HUGE}}}", "{1000000|*1000000}", "Tiny(1000000000)", "{^100000|v100000}"]
    made: dict[str, Callable[[], Value]] = {text: partial(Value, text) for text in texts}
    for exponent in (60, 5000):
        made[f"2^-{exponent}"] = partial(Value, Fraction(1, 2**exponent))
    return made | {f"{number} switches": partial(switches, number) for number in (6, 12)}


def seconds() -> list[Value | int | Fraction]:
    return [1, -HUGE, Fraction(-7, 2**70), Value("*"), Value("*5000"), Value("^100000"), Value("{3|1}"), switches(4)]


def operations() -> Iterator[tuple[str, Callable[[Value], Any]]]:
    for name in UNARY:
        yield name, partial(_asked, name)
    for name in BINARY:
        for number, other in enumerate(seconds()):
            yield f"{name} {number}", partial(_asked, name, others=(other,))
    for name in NUMBERED:
        for n in (3, 10**6, HUGE):
            yield f"{name} {n}", partial(_asked, name, others=(n,))
    yield "overheat", lambda value: value.overheat(value, Value("^1000"))
    yield "of", lambda value: Value.of([value], [value])


def _asked(name: str, value: Value, others: tuple[Any, ...] = ()) -> Any:
    found = getattr(value, name)
    return found(*others) if callable(found) else found


def try_everything(limits: Limits, every: int) -> None:
    """An operation ends on any value: with an answer, at a limit, or with one line that says why not. One of ``every``
    pairs is tried, so that each operation meets some of the values."""
    pairs = [(make, operation) for make in values().values() for _, operation in operations()]
    for make, operation in pairs[::every]:
        try:
            with limits:
                operation(make())
        except (PerfectPlayError, ValueError) as error:
            assert str(error).isprintable(), repr(str(error))
