"""Reads the expressions in which published facts about values are written, and asks the library what they are worth.

The notation is that of CGScript: ``({^^^|vv}).StopCount``, ``*2 Heat 2``, ``(1/2) : (1/4)``, ``'{*|*}'`` for a form
that is not to be simplified. The value literals in it are read by ``Value`` itself; here is only what stands around
them. :func:`parse` gives the expression as a tree, :func:`evaluate` its value, :func:`agrees` compares an answer with
the text of an expected one, always by value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perfectplay.values import Value
from perfectplay.values.thermograph import Thermograph


@dataclass(frozen=True)
class Literal:
    """A value as text, as ``Value`` reads it."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Form:
    """An explicit form: its options count as they stand, for what depends on the form and not on the value alone."""

    text: str

    def __str__(self) -> str:
        return f"'{self.text}'"


@dataclass(frozen=True)
class Operation:
    name: str
    operands: tuple[Node, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.operands))})"


Node = Literal | Form | Operation


class Unreadable(Exception):
    """The expression is not of the kind that is read here."""


# reading ------------------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"\d+(?:/\d+)?")
UPS = re.compile(r"(?:\^+|v+)(?![A-Za-z])(?:\d+|\[\d+\]|<\d+>)?")
STAR = re.compile(r"\*\d*(?![\d{'(])")
SWITCH = re.compile(r"\+-(?=[\d{^v*])")
NAME = re.compile(r"[A-Z]\w*")
NAMED_GAME = re.compile(r"(?:Tiny|Miny)(?=\()")
COMPARISONS = ("<=", ">=", "==", "<", ">", "?")
CLOSING = {"{": "}", "(": ")", "[": "]"}


def closed(text: str, start: int) -> int:
    """Where the bracket that opens at ``start`` has been closed."""
    open_brackets = []
    for index in range(start, len(text)):
        letter = text[index]
        if letter in CLOSING:
            open_brackets.append(CLOSING[letter])
        elif letter in CLOSING.values():
            if not open_brackets or letter != open_brackets.pop():
                break
            if not open_brackets:
                return index + 1
    raise Unreadable(f"brackets do not match in {text!r}")


def literal_end(text: str, start: int) -> int:
    """The end of the value literal that begins here; ``start`` if there is none."""
    end = start
    if switch := SWITCH.match(text, end):
        end = switch.end()
    if text.startswith("{", end):
        return closed(text, end)
    if number := NUMBER.match(text, end):
        end = number.end()
    if named := NAMED_GAME.match(text, end):
        return closed(text, named.end())
    for pattern in (UPS, STAR):
        if found := pattern.match(text, end):
            end = found.end()
    return end


class Reader:
    """Recursive descent; operators bind, from loosest to tightest: comparison, named and ``:``, ``+ -``, ``*``."""

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"^\w+ := ", "", text.strip())
        self.at = 0

    def whole(self) -> Node:
        node = self.comparison()
        if self.rest():
            raise Unreadable(f"{self.rest()!r} is left over in {self.text!r}")
        return node

    def rest(self) -> str:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        return self.text[self.at :]

    def take(self, *tokens: str) -> str:
        """The first of these tokens that comes next, passed over; empty if none does."""
        rest = self.rest()
        token = next((each for each in tokens if rest.startswith(each)), "")
        self.at += len(token)
        return token

    def demand(self, token: str) -> None:
        if not self.take(token):
            raise Unreadable(f"expected {token!r} before {self.rest()!r} in {self.text!r}")

    def comparison(self) -> Node:
        left = self.named()
        operator = self.take(*COMPARISONS)
        return Operation(operator, (left, self.named())) if operator else left

    def named(self) -> Node:
        left = self.sum()
        while True:
            word = NAME.match(self.rest())
            if word:
                self.at += word.end()
                left = Operation(word[0], (left, self.sum()))
            elif self.take(":"):
                left = Operation("OrdinalSum", (left, self.sum()))
            else:
                return left

    def sum(self) -> Node:
        left = self.product()
        while operator := self.take("+", "-"):
            left = Operation(operator, (left, self.product()))
        return left

    def product(self) -> Node:
        left = self.signed()
        while self.take("*"):
            left = Operation("*", (left, self.signed()))
        return left

    def signed(self) -> Node:
        rest = self.rest()
        if rest.startswith("+-(") or rest.startswith("-"):
            operator = "+-" if rest.startswith("+") else "-"
            self.demand(operator)
            return Operation(operator, (self.signed(),))
        return self.methods()

    def methods(self) -> Node:
        node = self.operand()
        while self.take("."):
            name = NAME.match(self.rest())
            if not name:
                raise Unreadable(f"expected a method before {self.rest()!r} in {self.text!r}")
            self.at += name.end()
            arguments = []
            if self.take("("):
                arguments.append(self.comparison())
                while self.take(","):
                    arguments.append(self.comparison())
                self.demand(")")
            node = Operation(name[0], (node, *arguments))
        return node

    def operand(self) -> Node:
        rest = self.rest()
        if self.take("("):
            node = self.comparison()
            self.demand(")")
            return node
        if rest.startswith("'{"):
            end = closed(rest, 1)
            self.at += end
            self.demand("'")
            return Form(rest[1:end])
        if self.take("*("):  # a nimber whose size is computed
            node = self.comparison()
            self.demand(")")
            return Operation("Nimber", (node,))
        end = literal_end(rest, 0)
        if not end:
            raise Unreadable(f"expected a value before {rest!r} in {self.text!r}")
        self.at += end
        return Literal(rest[:end])


def parse(text: str) -> Node:
    return Reader(text).whole()


def split(text: str, separator: str = ",") -> list[str]:
    """What stands between the brackets of a set or list, at its separators outside of all inner brackets."""
    inner, parts, begin, index = text.strip()[1:-1], [], 0, 0
    while index < len(inner):
        if inner[index] in CLOSING:
            index = closed(inner, index)
        else:
            if inner[index] == separator:
                parts.append(inner[begin:index])
                begin = index + 1
            index += 1
    return [*parts, inner[begin:]] if inner else []


# evaluating ---------------------------------------------------------------------------------------------------------

RENAMED = {
    "LeftOptions": "left",
    "RightOptions": "right",
    "OutcomeClass": "outcome",
    "NortonProduct": "norton",
    "ConwayProduct": "conway",
    "ConjunctiveSum": "conjunctive",
    "SelectiveSum": "selective",
    "Pow": "power",
    "PowTo": "power_to",
    "ReducedCanonicalForm": "reduced",
    "UptimalExpansion": "uptimal",
}
NUMERIC = {"cool", "power", "power_to"}
"""Methods whose argument is a plain number."""


def attribute(name: str) -> str:
    """The library's name for a method of CGScript: ``IsAllSmall`` is ``is_all_small``."""
    return RENAMED.get(name) or re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def integer(value: Value) -> int:
    fraction = value.fraction
    assert fraction.denominator == 1, value
    return int(fraction)


def relation(g: Value, h: Value) -> str:
    if g == h:
        return "equal"
    return "less" if g < h else "greater" if g > h else "confused"


ARITHMETIC: dict[str, Callable[..., Any]] = {
    "CanonicalForm": lambda g: g,
    "Nimber": lambda g: g.nus(0, 0, integer(g)),
    "?": relation,
    "<=": lambda g, h: g <= h,
    ">=": lambda g, h: g >= h,
    "==": lambda g, h: g == h,
    "<": lambda g, h: g < h,
    ">": lambda g, h: g > h,
    "+-": lambda g: g.game([g], [-g]),
    "*": lambda n, g: integer(n) * g,
}


def evaluate(node: Node | str) -> Any:
    """What the expression is worth: a ``Value``, or what its last method returns."""
    if isinstance(node, str):
        node = parse(node)
    if isinstance(node, Literal | Form):
        return Value(node.text)
    if node.name == "OrdinalSum" and isinstance(node.operands[0], Form):
        left, right = options(node.operands[0])
        return ordinal_sum(left, right, evaluate(node.operands[1]))
    operands = [evaluate(each) for each in node.operands]
    if node.name in ("+", "-"):
        signed = -operands[-1] if node.name == "-" else operands[-1]
        return signed if len(operands) == 1 else operands[0] + signed
    if node.name in ARITHMETIC:
        return ARITHMETIC[node.name](*operands)
    g, *others = operands
    name = attribute(node.name)
    if not hasattr(Value, name):
        raise Unreadable(f"values have no {name}")
    if name in NUMERIC:
        others = [other.fraction if isinstance(other, Value) and other.is_number else other for other in others]
    found = getattr(g, name)
    return found(*others) if others or callable(found) else found


def options(form: Form) -> tuple[list[Value], list[Value]]:
    """The options of a form with one bar."""
    left, right = split(form.text, "|")
    return [Value(each) for each in split(f"({left})")], [Value(each) for each in split(f"({right})")]


def ordinal_sum(left: Sequence[Value], right: Sequence[Value], h: Value) -> Value:
    """The form {left | right} : H, by the definition {G^L, G:H^L | G^R, G:H^R}; H is small."""
    return h.game(
        [*left, *(ordinal_sum(left, right, each) for each in h.left)],
        [*right, *(ordinal_sum(left, right, each) for each in h.right)],
    )


# comparing ----------------------------------------------------------------------------------------------------------


def agrees(answer: Any, expected: str) -> bool:
    """Whether an answer is the expected one, compared as what it is: a value, a set of values, a number ..."""
    if isinstance(answer, bool):
        return expected == str(answer).lower()
    if isinstance(answer, Fraction | int):
        return answer == Fraction(expected)
    if isinstance(answer, Value):
        return bool(answer == evaluate(expected))
    if isinstance(answer, tuple):
        return set(answer) == {evaluate(each) for each in split(expected)} and len(set(answer)) == len(answer)
    if isinstance(answer, Thermograph):
        return answer == thermograph_by_slopes(expected)
    if hasattr(answer, "coefficients"):
        return uptimal_parts(expected) == (answer.number, answer.nimber, answer.coefficients)
    return bool(answer == expected)  # an outcome, a relation


def uptimal_parts(text: str) -> tuple[Fraction, int, tuple[int, ...]]:
    """``6*2.10-`` is 6 + *2 + ^ - ^<2>: the number, the nimber, and the coefficients up to the last that is not 0."""
    match = re.fullmatch(r"(-?\d+(?:/\d+)?)?(\*\d*)?\.((?:\d-?)*)", text)
    assert match, text
    number, star, digits = match.groups()
    coefficients = [int(f"{sign}{digit}") for digit, sign in re.findall(r"(\d)(-?)", digits)]
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return Fraction(number or 0), int(star[1:] or 1) if star else 0, tuple(coefficients)


# thermographs -------------------------------------------------------------------------------------------------------


def thermograph_by_slopes(text: str) -> Thermograph:
    """``Thermograph(mast,[temperatures],[slopes],mast,[temperatures],[slopes])``, Left's wall first.

    The temperatures fall; the first slope holds above all of them, the others below one each.
    """
    parts = split(text.removeprefix("Thermograph"))
    assert len(parts) == 6, text
    walls = []
    for mast, temperatures, slopes in (parts[:3], parts[3:]):
        falling, changes = ([Fraction(each) for each in split(part)] for part in (temperatures, slopes))
        assert len(changes) == len(falling) + 1 and changes[0] == 0, text
        corners = [(falling[0] if falling else Fraction(-1), Fraction(mast))]
        for low, slope in zip([*falling, Fraction(-1)][1:], changes[1:], strict=True):
            high, place = corners[-1]
            corners.append((low, place + slope * (low - high)))
        walls.append(corners[::-1])
    return Thermograph.from_points(*walls)


def thermograph_by_points(text: str) -> Thermograph:
    """``L:(1, -1) (0, 0) R:(-1, -1) (0, 0)``: the corners of both walls as (place, temperature), from -1 upwards."""
    walls = [
        [(Fraction(t), Fraction(x)) for x, t in re.findall(r"\(([-\d/]+), ([-\d/]+)\)", part)]
        for part in text.removeprefix("L:").split("R:")
    ]
    return Thermograph.from_points(*walls)
