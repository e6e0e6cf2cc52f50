"""Answers in words: lines of parts, some of which have a style, so that a terminal and a page can show the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from perfectplay.position import Filled, Line
from perfectplay.result import Result
from perfectplay.system import Posed

if TYPE_CHECKING:
    from fractions import Fraction

    from perfectplay.picture import Picture


class Styled(NamedTuple):
    """A part of a line: a text, or a value, which is shortened to the available room."""

    what: Any
    style: str
    """bold, good, bad, left, right."""


Said: TypeAlias = "str | tuple[str | Styled, ...] | Picture"
"""A line in one piece, or in parts; or a drawing."""


def bold(what: Any) -> Styled:
    return Styled(what, "bold")


def good(what: Any) -> Styled:
    return Styled(what, "good")


def bad(what: Any) -> Styled:
    return Styled(what, "bad")


def exact(number: Fraction) -> str:
    """A number in decimal digits, or its size where Python refuses to write that many."""
    try:
        return str(number)
    except ValueError:
        bits = max(number.numerator.bit_length(), number.denominator.bit_length())
        return f"a number of {bits:,} bits"


def plural(number: int, noun: str) -> str:
    """``2 pushes``, ``1 push``: the noun is given in the plural, as metrics are."""
    if number == 1 and noun.endswith("s"):
        noun = noun[:-2] if noun.endswith(("shes", "ches", "xes")) else noun[:-1]
    return f"{number:,} {noun}"


def nothing(result: Result[Any]) -> Said:
    """That there is no solution, with the reason where one is known. What is filled in has but one."""
    reason = result.reason or ("the rules contradict each other" if isinstance(result.position.system, Posed) else "")
    return bad("no solution"), f": {reason}" if reason else ""


def cost(line: Line) -> Said:
    return (good(plural(line.cost, line.metric)),)


def line_in_words(line: Line) -> list[Said]:
    """The moves, and what they cost."""
    return [str(line) if len(line) else "solved already", cost(line)]


def solution(result: Result[Any], found: Any) -> list[Said]:
    """Moves and what they cost, a filled sheet, a strategy, or that there is none."""
    if found is None:
        against = result.witness.get("strategy") if isinstance(result.witness, dict) else None
        return [nothing(result), *([] if against is None else [str(against)])]
    if isinstance(found, Filled):
        return sheets([found])
    if isinstance(found, Line):
        return line_in_words(found)
    return [str(found)]


def sheets(answers: Iterable[Filled]) -> list[Said]:
    """Answers on paper as they are drawn in a terminal, with a blank line between them."""
    said: list[Said] = []
    for answer in answers:
        said += [answer.picture(), ""]
    return said
