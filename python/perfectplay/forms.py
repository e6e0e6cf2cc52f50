"""How answers are written in JSON: a schema, and a strict reader.

Readers are strict (a number is a number, a text a text) and raise KeyError, TypeError or ValueError. What is written in
several places (a mean beside the walls of a thermograph, a flag beside the solutions that it follows from) is read
once; a comparison writes it again from what was read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from perfectplay.players import Player
from perfectplay.position import Line, Move, Position
from perfectplay.records import dataclass
from perfectplay.system import Posed, Strategic

if TYPE_CHECKING:
    from fractions import Fraction

Reader = Callable[[Position, Any, Mapping[str, Any]], Any]
"""Reads something about a position, with the details of the question."""
Schema = Mapping[str, Any]
"""In the terms of json-schema.org."""


@dataclass(frozen=True, eq=False, repr=False)
class Form:
    schema: Schema
    read: Reader


# building blocks -----------------------------------------------------------------------------------------


def integer(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is not a whole number")
    return raw


def boolean(raw: Any) -> bool:
    if type(raw) is not bool:
        raise TypeError(f"{raw!r} is neither true nor false")
    return raw


def text(raw: Any) -> str:
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is not text")
    return raw


def listed(raw: Any) -> list[Any]:
    if type(raw) is not list:
        raise TypeError(f"{raw!r} is not a list")
    return raw


def record(**properties: Schema) -> dict[str, Any]:
    """The schema of an object with these members and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def list_of(items: Schema) -> dict[str, Any]:
    return {"type": "array", "items": items}


def or_none(form: Form) -> Form:
    """The same, or null."""
    return Form(
        {"anyOf": [form.schema, {"type": "null"}]},
        lambda position, raw, details: None if raw is None else form.read(position, raw, details),
    )


def each(form: Form) -> Form:
    """A list of these."""
    return Form(
        list_of(form.schema),
        lambda position, raw, details: [form.read(position, one, details) for one in listed(raw)],
    )


STRING: Schema = {"type": "string"}
NATURAL: Schema = {"type": "integer", "minimum": 0}
ANYTHING = Form({}, lambda position, raw, details: raw)
TEXT = Form(STRING, lambda position, raw, details: text(raw))
INTEGER = Form({"type": "integer"}, lambda position, raw, details: integer(raw))
COUNT = Form(NATURAL, lambda position, raw, details: integer(raw))
BOOLEAN = Form({"type": "boolean"}, lambda position, raw, details: boolean(raw))

# lines and filled sheets --------------------------------------------------------------------------------------------

LINE_SCHEMA = record(moves=list_of(STRING), text=STRING, cost=NATURAL, metric=STRING)


def read_line(position: Position, raw: Any) -> Line:
    """Moves of a puzzle; :class:`IllegalMove` says which one cannot be made."""
    metric = text(raw["metric"])
    if metric not in position.system.metrics:
        raise ValueError(f"no metric {metric!r}")
    return Line.replay(position, [text(move) for move in listed(raw["moves"])], metric)


def read_alone(position: Position, player: Player, raw: Any) -> Line:
    """A line of one player who moves alone."""
    moves: list[Move] = []
    for each in listed(raw["moves"]):
        moves.append((moves[-1].after if moves else position).move(text(each), player))
    return Line(position, moves, text(raw["metric"]))


FUNCTIONS_SCHEMA = record(quantifier=STRING, lists=list_of(list_of(record(when=STRING, play=STRING))))
PLAN_SCHEMA = list_of(record(player=STRING, seen=list_of(STRING), move=STRING))


def _solution(position: Position, raw: Any, details: Mapping[str, Any]) -> Any:
    system = position.system
    if isinstance(system, Strategic):
        return system.read_strategy(position.state, raw)
    return system.filled(position, text(raw)) if isinstance(system, Posed) else read_line(position, raw)


LINE = Form(LINE_SCHEMA, lambda position, raw, details: read_line(position, raw))
FILLED = Form(STRING, lambda position, raw, details: position.system.filled(position, text(raw)))
SOLUTION = Form({"anyOf": [LINE_SCHEMA, STRING, FUNCTIONS_SCHEMA, PLAN_SCHEMA]}, _solution)
"""Moves, what was filled in, or a strategy as functions or as a plan."""
GROUNDS = Form({"anyOf": [SOLUTION.schema, record(reason=STRING, strategy=FUNCTIONS_SCHEMA)]}, _solution)
"""The same, or the strategy of the other side, as the reason why there is none."""

# games --------------------------------------------------------------------------------------------------------------

_WHO: Schema = {"enum": [player.value for player in Player]}
STRATEGY_SCHEMA = record(
    player=_WHO,
    starter=_WHO,
    promise={"enum": ["win", "draw"]},
    first={"type": ["string", "null"]},
    replies={"anyOf": [{"type": "object", "additionalProperties": STRING}, {"type": "null"}]},
)


def _strategy(position: Position, raw: Any, details: Mapping[str, Any]) -> Any:
    from perfectplay.strategies import Written

    return Written.from_json(position, raw)


STRATEGY = Form(STRATEGY_SCHEMA, _strategy)

# values -------------------------------------------------------------------------------------------------------------


def _value(position: Position, raw: Any, details: Mapping[str, Any]) -> Any:
    from perfectplay.values.value import Value

    found = Value(text(raw))
    if found._long:
        raise ValueError(f"{raw!r} is not the value of a short game")
    return found


def _number(position: Position, raw: Any, details: Mapping[str, Any]) -> Fraction:
    number: Fraction | None = _value(position, raw, details).fraction
    if number is None:
        raise ValueError(f"{raw!r} is not a number")
    return number


def _thermograph(position: Position, raw: Any, details: Mapping[str, Any]) -> Any:
    from perfectplay.values.thermograph import Thermograph

    return Thermograph.from_json(raw)


VALUE = Form(STRING, _value)
NUMBER = Form(STRING, _number)
THERMOGRAPH = Form({"type": "object"}, _thermograph)
