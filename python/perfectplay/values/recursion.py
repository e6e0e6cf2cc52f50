"""Recursion over followers without recursive calls: an explicit stack and a memo.

The definitions of the theory are recursive, and followers can be thousands of moves deep. `solve` evaluates such a
definition in the order in which its answers become available.

>>> solve(lambda n, known: n if n < 2 else known(n - 1) + known(n - 2), 90)
2880067194370816120
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from perfectplay.errors import LimitReached
from perfectplay.limits import watch_now

Key = TypeVar("Key", bound=Hashable)
Unfolded = TypeVar("Unfolded")

MOST_STEPS = 100_000
"""Answers that one definition may need."""
MOST_OPTIONS = 20_000
"""Of one nimber whose options are visited."""
STRIDE = 2048
"""The depth at which the remaining depth is estimated."""
STEP_BYTES = 400
"""About what an answer takes: the key, the value and their places in tables."""


class _Missing(Exception):
    """An equation asked for the answer of a key that has none yet."""


def solve(equation: Callable[[Key, Callable[[Key], Unfolded]], Unfolded], root: Key) -> Unfolded:
    """The answer for `root`, where `equation(key, known)` is the answer for `key` in terms of `known(other_key)`.

    An equation that asks for something unknown is abandoned, and tried again when that is known; so it must have no
    side effects, and should ask before it computes. ValueError if an answer depends on itself. LimitReached at a limit
    (:class:`perfectplay.Limits`), and where no machine could finish: values with more than a million followers can be
    short to write.
    """
    answers: dict[Key, Unfolded] = {}

    def known(key: Key) -> Unfolded:
        if key not in answers:
            raise _Missing(known, key)
        return answers[key]

    look = watch_now()
    stack = [root]
    begun = {root}
    try:
        while stack:
            look()
            try:
                answers[stack[-1]] = equation(stack[-1], known)
                stack.pop()
            except _Missing as missing:
                solver, key = missing.args
                if solver is not known:
                    raise  # an equation inside an equation asked for an answer of the outer one
                if key in begun:
                    raise ValueError(f"the answer for {key} depends on itself") from None
                _refuse_the_endless(stack, len(begun))
                look.weigh(STEP_BYTES)
                begun.add(key)
                stack.append(key)
    finally:
        look.release(STEP_BYTES * (len(begun) - 1))
    return answers[root]


def _refuse_the_endless(stack: list[Any], begun: int) -> None:
    """The last key has an answer that needs others: would they be too many?"""
    steps = begun
    for _, _, _, nimber in _sizes(stack[-1]):
        if nimber > MOST_OPTIONS:
            raise LimitReached(f"a nimber with {nimber} options is too large for this: at most {MOST_OPTIONS}")
    if len(stack) % STRIDE == 0:
        # what has decreased from key to key, an integer, a denominator or a number of ups, will continue to decrease
        for before, now in zip(_sizes(stack[-STRIDE]), _sizes(stack[-1]), strict=False):
            steps += max((b for a, b in zip(before, now, strict=True) if a - b >= STRIDE // 2), default=0)
    if steps > MOST_STEPS:
        raise LimitReached(f"this needs the values of {steps} other games, more than {MOST_STEPS}")


def _sizes(key: Any) -> list[tuple[int, int, int, int]]:
    """Of each value that is a number with ups and a star: the integer, the denominator's exponent, ups and nimber."""
    found = []
    for value in key if isinstance(key, tuple) else (key,):
        nus = getattr(value, "as_nus", None)
        if nus is not None:
            x, ups, nimber = nus
            found.append((abs(int(x)), x.denominator.bit_length() - 1, abs(ups), nimber))
    return found
