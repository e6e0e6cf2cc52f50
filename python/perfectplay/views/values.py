"""Values as JSON: what a page or a notebook shows of a value, and the calculator.

A short text can denote an enormous value, so everything here is bounded. What a value must have (its form, who wins,
the figures) is computed under the caller's limits; what is merely good to have (incentives, the reduced form, the tree)
gets a moment of its own and is omitted, with a line among the facts, where that does not suffice. Texts are abbreviated
with dots: a text that contains "…" cannot be read back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from perfectplay.errors import LimitReached, NotApplicable, ParseError, PerfectPlayError, quote
from perfectplay.limits import Limits, watch_now
from perfectplay.players import Outcome
from perfectplay.questions.value import atomic_weight
from perfectplay.values.forms import Forms
from perfectplay.values.structure import reachable
from perfectplay.values.tree import tree as tree_of
from perfectplay.values.universe import Universe
from perfectplay.values.value import Value
from perfectplay.values.writing import LATEX, UNICODE, brief
from perfectplay.views.errors import error_view
from perfectplay.words import exact

MOST_EXPRESSIONS = 8
LONGEST_EXPRESSION = 20_000
LONGEST_TEXT = 10_000
LONGEST_OPTION = 200
MOST_OPTIONS = 48
"""Of one player, that are listed."""
MOST_PARTS = 2_000
"""Different parts of a value whose incentives are computed without being asked for."""
DEEPEST_TREE = 8
MOMENT = 1.0
"""Seconds for each thing that is good to have."""
ROOM = 1 << 28
"""Bytes for it."""

T = TypeVar("T")

VALUE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "expression": {"type": "string"},
        "text": {"type": "string", "description": "the canonical form in ASCII"},
        "pretty": {"type": "string", "description": "the same with the symbols of the books"},
        "latex": {"type": "string"},
        "outcome": {"enum": Outcome.letters()},
        "sentence": {"type": "string", "description": "who wins, in words"},
        "figures": {"type": "object", "additionalProperties": {"type": ["string", "null"]}},
        "number": {"type": "boolean"},
        "thermograph": {"type": ["object", "null"], "description": "null for loopy values, which have none"},
        "tree": {"type": ["object", "null"], "description": "a picture of the tree of options"},
        **{
            name: {"type": "array", "items": {"type": "string"}}
            for name in ("left", "right", "left_incentives", "right_incentives", "facts")
        },
    },
    "required": [
        *("expression", "text", "pretty", "latex", "outcome", "sentence", "figures", "number", "thermograph", "tree"),
        *("left", "right", "left_incentives", "right_incentives", "facts"),
    ],
}
PROPERTIES: dict[str, Any] = {
    "expressions": {
        "type": "array",
        "items": {"type": "string", "maxLength": LONGEST_EXPRESSION},
        "minItems": 1,
        "maxItems": MOST_EXPRESSIONS,
    },
    "depth": {"type": "integer", "minimum": 0, "maximum": DEEPEST_TREE, "description": "of the trees; 3 unless told"},
}
"""Of a request to the calculator."""
ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "values": {"type": "array", "items": {"type": "object"}, "description": "values, or errors in their places"},
        "order": {
            "type": "array",
            "items": {"type": "array", "items": {"enum": ["=", "<", ">", "|", "?"]}},
            "description": "of the values that could be read, each compared with each; | is confused with",
        },
    },
    "required": ["values", "order"],
}


def evaluate(body: Mapping[str, Any]) -> dict[str, Any]:
    """The calculator: some expressions, their values, and how these compare.

    >>> found = evaluate({"expressions": ["{1|-1}", "^", "1 +"]})
    >>> [view.get("pretty") for view in found["values"]], found["order"]
    (['±1', '↑', None], [['=', '|'], ['|', '=']])
    >>> found["values"][2]["error"]["column"]
    4
    """
    expressions, depth = body.get("expressions"), body.get("depth", 3)
    if not isinstance(expressions, list) or not all(isinstance(each, str) for each in expressions):
        raise ParseError("no list of expressions", expected='"expressions": ["^*", "{1|-1}"]')
    if not 1 <= len(expressions) <= MOST_EXPRESSIONS:
        raise ParseError(f"{len(expressions)} expressions", expected=f"from 1 to {MOST_EXPRESSIONS}")
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST_TREE:
        raise ParseError(f"the depth {quote(str(depth))}", expected=f"a whole number from 0 to {DEEPEST_TREE}")
    views: list[dict[str, Any]] = []
    read: list[Value] = []
    with Universe(watch_now().left().memory):
        for expression in expressions:
            try:
                value = _read(expression)
                views.append(value_view(value, expression, depth))
                read.append(value)
            except PerfectPlayError as error:
                if _is_cancelled(error):
                    raise
                views.append({"expression": expression[:LONGEST_TEXT], "error": error_view(error)})
        order = [[_compared(a, b) for b in read] for a in read]
    return {"values": views, "order": order}


def value_view(value: Value, expression: str = "", depth: int = 3) -> dict[str, Any]:
    """Everything that is shown of a value; its tree has this depth.

    >>> view = value_view(Value("{3||2|1}"))
    >>> view["figures"]["mean"], view["left"], view["right"], view["left_incentives"]
    ('9/4', ['3'], ['{2|1}'], ['{2|1||0}'])
    """
    if value.is_loopy or value._long:
        return _long_view(value, expression)
    listed = {"left": _options(lambda: value.left), "right": _options(lambda: value.right)}
    tree = in_a_moment(lambda: tree_of(value, depth))
    incentives = in_a_moment(lambda: _incentives(value))
    facts = list(_facts(value))
    text = brief(value, LONGEST_TEXT)
    if "…" in text:
        facts.append("the canonical form is too long to be shown in full")
    if incentives is None:
        facts.append("incentives are omitted, since the value is large")
    if tree is None:
        facts.append("the tree is omitted, since the value is large")
    left_incentives, right_incentives = incentives or ([], [])
    return {
        "expression": expression[:LONGEST_TEXT],
        "text": text,
        "pretty": brief(value, LONGEST_TEXT, UNICODE),
        "latex": brief(value, LONGEST_TEXT, LATEX),
        "outcome": value.outcome.letter,
        "sentence": value.outcome.sentence,
        "figures": {
            "mean": exact(value.mean),
            "temperature": exact(value.temperature),
            "left_stop": exact(value.left_stop),
            "right_stop": exact(value.right_stop),
            "birthday": in_a_moment(lambda: exact(Fraction(value.birthday))),
            "atomic_weight": in_a_moment(lambda: _weight(value)),
            "reduced": in_a_moment(lambda: _reduced(value)),
            "confusion": in_a_moment(lambda: _confusion(value)),
        },
        "number": value.is_number,
        "thermograph": value.thermograph.to_json(),
        "tree": None if tree is None else tree.to_json(),
        **listed,
        "left_incentives": left_incentives,
        "right_incentives": right_incentives,
        "facts": facts,
    }


def _long_view(value: Value, expression: str) -> dict[str, Any]:
    """What is shown of a value that is not short: neither means nor temperatures, but the sides and the degree of a
    loopy one."""
    figures: dict[str, Any]
    if value.is_loopy:
        facts = [
            "a stopper: no alternating play goes on for ever"
            if value.is_stopper
            else "who wins an infinite play decides"
        ]
        figures = {
            "onside": None if value.is_stopper else _short(value.onside),
            "offside": None if value.is_stopper else _short(value.offside),
            "degree": in_a_moment(lambda: _short(value.degree)),
        }
        if in_a_moment(lambda: value.is_idempotent):
            facts.append("idempotent: added to itself it stays the same")
    else:
        facts = ["a surreal number" if value.is_number else "a game that ends in surreal numbers"]
        figures = {"birthday": in_a_moment(lambda: str(value.birthday))}
    if in_a_moment(lambda: -value == value):
        facts.append("its own negative")
    return {
        "expression": expression[:LONGEST_TEXT],
        "text": brief(value, LONGEST_TEXT),
        "pretty": brief(value, LONGEST_TEXT, UNICODE),
        "latex": brief(value, LONGEST_TEXT, LATEX),
        "outcome": value.outcome.letter,
        "sentence": value.outcome.sentence,
        "figures": {
            "left_stop": in_a_moment(lambda: str(value.left_stop)),
            "right_stop": in_a_moment(lambda: str(value.right_stop)),
            **figures,
        },
        "number": value.is_number,
        "thermograph": None,
        "tree": None,
        "left": in_a_moment(lambda: _listed(value.left)) or [],
        "right": in_a_moment(lambda: _listed(value.right)) or [],
        "left_incentives": [],
        "right_incentives": [],
        "facts": facts,
    }


def _read(expression: str) -> Value:
    if len(expression) > LONGEST_EXPRESSION:
        raise ParseError(
            f"an expression of {len(expression):,} characters", expected=f"at most {LONGEST_EXPRESSION:,} characters"
        )
    return Value(expression)


def _is_cancelled(error: PerfectPlayError) -> bool:
    return isinstance(error, LimitReached) and error.kind == "cancelled"


def in_a_moment(find: Callable[[], T]) -> T | None:
    """What is found, or None if it takes too long, is too large or has no meaning."""
    try:
        with Limits(time=MOMENT):
            return find()
    except (LimitReached, NotApplicable) as error:
        if _is_cancelled(error):
            raise
        return None


def _options(find: Callable[[], Sequence[Value]]) -> list[str]:
    """The options in the order in which they are written; dots stand for those that are left out."""
    options = in_a_moment(find)
    return ["…"] if options is None else _listed(options)


def _listed(values: Sequence[Value]) -> list[str]:
    shown = values if len(values) > 20 * MOST_OPTIONS else _in_order(values)
    return [_short(value) for value in shown[:MOST_OPTIONS]] + (["…"] if len(values) > MOST_OPTIONS else [])


def _in_order(values: Sequence[Value]) -> Sequence[Value]:
    if any(value.is_loopy or value._long for value in values):
        return values
    try:
        return Forms(values, MOST_PARTS).in_order(values)
    except LimitReached:
        return values


def _short(value: Value) -> str:
    return brief(value, LONGEST_OPTION, UNICODE)


def _incentives(value: Value) -> tuple[list[str], list[str]]:
    """In a universe of their own: differences can be far larger than the value, and are not needed afterwards."""
    if len(reachable(value, lambda part: part.as_nus is None)) > MOST_PARTS or _too_many(value.left, value.right):
        raise LimitReached("the value is large")
    with Universe(ROOM):
        here = Value(0) + value
        return _listed(here.left_incentives), _listed(here.right_incentives)


def _too_many(*sides: Collection[Value]) -> bool:
    return any(len(side) > MOST_OPTIONS for side in sides)


def _weight(value: Value) -> str | None:
    weight = atomic_weight(value)
    return None if weight is None else _short(weight)


def _reduced(value: Value) -> str | None:
    """The reduced canonical form, of values that differ from it and are not plainly near a number."""
    if value.is_numberish or len(reachable(value, lambda part: part.as_nus is None)) > MOST_PARTS:
        return None
    reduced: Value = value.reduced
    return None if reduced == value else _short(reduced)


def _confusion(value: Value) -> str | None:
    """The numbers with which the value is confused."""
    if value.is_number:
        return None
    interval = value.confusion_interval
    low, high = exact(interval.low), exact(interval.high)
    if low == high:
        return low if interval.with_low else None
    return f"{'(['[interval.with_low]}{low}, {high}{')]'[interval.with_high]}"


def _facts(value: Value) -> Iterator[str]:
    if value.is_number:
        yield "a number: nobody gains by moving in it" if value != 0 else "zero: whoever has to move loses"
        return
    if value.is_nimber:
        yield "a nimber: both players have the same moves"
    if value.is_infinitesimal:
        yield "infinitesimal: smaller than every positive number, greater than every negative one"
    elif value.is_numberish:
        yield "a number and an infinitesimal"
    else:
        yield "hot: both players want to move"
    if in_a_moment(lambda: value.is_all_small):
        yield "all-small: in every follower both players can move or neither can"
    if in_a_moment(lambda: -value == value):
        yield "its own negative"


def _compared(a: Value, b: Value) -> str:
    """=, <, >, | for values that are confused, or ? if that takes too long."""
    if a is b:
        return "="
    found = in_a_moment(lambda: (a <= b, a >= b))
    return "?" if found is None else {(True, True): "=", (True, False): "<", (False, True): ">"}.get(found, "|")
