"""Recursion over followers without recursion: an explicit stack and a memory.

The definitions of the theory are recursive, and followers can be thousands of moves deep. `solve` evaluates such a
definition in the order in which its answers become possible.

>>> solve(lambda n, known: n if n < 2 else known(n - 1) + known(n - 2), 90)
2880067194370816120
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


class _Missing(Exception):
    """An equation asked for the answer of a key that has none yet."""


def solve(equation: Callable[[Key, Callable[[Key], Answer]], Answer], root: Key) -> Answer:
    """The answer for `root`, where `equation(key, known)` is the answer for `key` in terms of `known(other_key)`.

    An equation that asks for something unknown is given up, and tried again when that is known; so it must have no
    side effects, and should ask before it computes. ValueError if an answer depends on itself.
    """
    answers: dict[Key, Answer] = {}

    def known(key: Key) -> Answer:
        if key not in answers:
            raise _Missing(known, key)
        return answers[key]

    stack = [root]
    begun = {root}
    while stack:
        try:
            answers[stack[-1]] = equation(stack[-1], known)
            stack.pop()
        except _Missing as missing:
            solver, key = missing.args
            if solver is not known:
                raise  # an equation inside an equation asked for an answer of the outer one
            if key in begun:
                raise ValueError(f"the answer for {key} depends on itself") from None
            begun.add(key)
            stack.append(key)
    return answers[root]
