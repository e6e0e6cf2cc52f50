"""Results from their machine-readable form, read strictly: a number is a number, and nothing is passed over.

What is written in several places (a mean beside the walls of a thermograph, a flag beside the solutions that it follows
from) is read once, and written again from what was read; where that is not what stood there, the field is refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from perfectplay.checks.verdict import Fields, refuted
from perfectplay.errors import IllegalMove, NotApplicable, PerfectPlayError
from perfectplay.nimbers import LOONY
from perfectplay.players import Outcome, Player
from perfectplay.questions.check import Checked
from perfectplay.questions.cluster import Cluster
from perfectplay.questions.pencil import Uniqueness, is_pencil, read
from perfectplay.questions.solve import Reach, choose_metric
from perfectplay.questions.strategy import Written
from perfectplay.result import Result, plain
from perfectplay.system import Line, Move, Position
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.value import Value

Reader = Callable[[Position, Any, dict[str, Any]], Any]
"""Reads an answer or a witness about a position, with the details of the question."""


def _int(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no whole number")
    return raw


def _bool(raw: Any) -> bool:
    if type(raw) is not bool:
        raise TypeError(f"{raw!r} is neither true nor false")
    return raw


def _text(raw: Any) -> str:
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is no text")
    return raw


def _list(raw: Any) -> list[Any]:
    if type(raw) is not list:
        raise TypeError(f"{raw!r} is no list")
    return raw


def _line(position: Position, raw: Any) -> Line:
    moves = [_text(move) for move in _list(raw["moves"])]
    return Line.replay(position, moves, choose_metric(position, _text(raw["metric"])), _int(raw["cost"]))


def _position(raw: Any) -> Position:
    from perfectplay.registry import load

    return load(_text(raw["system"]), _text(raw["position"]), **raw["options"])


def _reach(position: Position, raw: Any) -> Reach:
    figures = (_int(raw["positions"]), _int(raw["representatives"]), tuple(map(_int, _list(raw["layers"]))))
    farthest = tuple(position.system.load(_text(text)) for text in _list(raw["farthest"]))
    return Reach(*figures, _int(raw["solved"]), farthest)


def _cluster(position: Position, raw: Any, details: dict[str, Any]) -> Cluster:
    hardest = tuple(position.system.load(_text(text)) for text in _list(raw["hardest"]))
    figures = (_int(raw["positions"]), _int(raw["goals"]), tuple(map(_int, _list(raw["layers"]))), _int(raw["dead"]))
    return Cluster(details["metric"], *figures, None if raw["depth"] is None else _int(raw["depth"]), hardest)


def _checked(raw: Any) -> Checked:
    broken = tuple(_text(sentence) for sentence in _list(raw["broken"]))
    return Checked(broken, None if raw["cost"] is None else _int(raw["cost"]), _text(raw["metric"]))


def _fraction(raw: Any) -> Fraction:
    number = Value(_text(raw)).fraction
    if number is None:
        raise ValueError(f"{raw!r} is no number")
    return number


ANSWERS: dict[str, Reader] = {
    "outcome": lambda position, raw, details: Outcome.of(_text(raw)),
    "best": lambda position, raw, details: None if raw is None else position.move(_text(raw), details["player"]),
    "value": lambda position, raw, details: Value(_text(raw)),
    "thermograph": lambda position, raw, details: Thermograph.from_json(raw),
    "temperature": lambda position, raw, details: _fraction(raw),
    "grundy": lambda position, raw, details: LOONY if raw == str(LOONY) else _int(raw),
    "remoteness": lambda position, raw, details: _int(raw),
    "suspense": lambda position, raw, details: _int(raw),
    "score": lambda position, raw, details: _int(raw),
    "solve": lambda position, raw, details: None if raw is None else _line(position, raw),
    "solutions": lambda position, raw, details: [_line(position, each) for each in _list(raw)],
    "count": lambda position, raw, details: _int(raw),
    "reachable": lambda position, raw, details: _reach(position, raw),
    "cluster": _cluster,
    "generate": lambda position, raw, details: _position(raw),
    "check": lambda position, raw, details: _checked(raw),
    "order": lambda position, raw, details: _int(raw),
}

PENCIL_ANSWERS: dict[str, Reader] = {
    "solve": lambda position, raw, details: None if raw is None else read(position, _text(raw)),
    "another": lambda position, raw, details: None if raw is None else read(position, _text(raw)),
    "forced": lambda position, raw, details: None if raw is None else read(position, _text(raw)),
    "solutions": lambda position, raw, details: [read(position, _text(each)) for each in _list(raw)],
    "unique": lambda position, raw, details: Uniqueness(
        tuple(read(position, _text(each)) for each in _list(raw["solutions"]))
    ),
    "count": lambda position, raw, details: _int(raw),
    "check": lambda position, raw, details: _checked(raw),
}


def _is_reason(question: str, answer: Any, raw: Any) -> bool:
    """Is this why there is nothing?"""
    sought = question in ("solve", "solutions", "count", "forced", "another")
    nothing = answer is None or answer == [] or answer == 0
    return sought and nothing and (raw == [] or isinstance(raw, dict))


WITNESSES: dict[str, Reader] = {
    "outcome": lambda position, raw, details: {name: Written.from_json(position, each) for name, each in raw.items()},
    "best": lambda position, raw, details: Written.from_json(position, raw),
    "value": lambda position, raw, details: {name: _alone(position, Player(name), each) for name, each in raw.items()},
    "thermograph": lambda position, raw, details: Value(_text(raw)),
    "temperature": lambda position, raw, details: Thermograph.from_json(raw),
    "solve": lambda position, raw, details: _line(position, raw),
    "solutions": lambda position, raw, details: [_line(position, each) for each in _list(raw)],
    "cluster": lambda position, raw, details: _line(details["hardest"], raw),
    "generate": lambda position, raw, details: _line(position, raw),
}

PENCIL_WITNESSES: dict[str, Reader] = {
    "solve": lambda position, raw, details: read(position, _text(raw)),
    "another": lambda position, raw, details: read(position, _text(raw)),
    "forced": lambda position, raw, details: read(position, _text(raw)),
    "solutions": lambda position, raw, details: [read(position, _text(each)) for each in _list(raw)],
    "unique": lambda position, raw, details: [read(position, _text(each)) for each in _list(raw)],
}


def _alone(position: Position, player: Player, raw: Any) -> Line:
    """A line of one player who moves alone."""
    moves: list[Move] = []
    for text in _list(raw["moves"]):
        moves.append((moves[-1].after if moves else position).move(_text(text), player))
    return Line(position, moves, _text(raw["metric"]), _int(raw["cost"]))


DETAILS: dict[str, Callable[[Any], Any]] = {
    "player": Player,
    "metric": _text,
    "limit": _int,
    "all": _bool,
    "given": _text,
    "moves": lambda raw: [_text(each) for each in _list(raw)],
    "least": _int,
}


NEEDED: dict[str, tuple[str, ...]] = {
    "best": ("player",),
    "remoteness": ("player",),
    "suspense": ("player",),
    "score": ("player",),
    "solve": ("metric",),
    "solutions": ("metric", "limit"),
    "count": ("metric",),
    "cluster": ("metric",),
    "generate": ("metric",),
    "check": ("metric", "moves"),
}
PENCIL_NEEDED: dict[str, tuple[str, ...]] = {
    "another": ("given",),
    "solutions": ("limit", "all"),
    "count": ("all",),
    "check": ("given",),
}
"""What a question cannot be understood without."""


def _details(position: Position, question: str, data: Mapping[str, Any]) -> dict[str, Any]:
    details = {name: reader(data[name]) for name, reader in DETAILS.items() if name in data}
    pencil = is_pencil(position.system)
    for name in (PENCIL_NEEDED if pencil else NEEDED).get(question, ()):
        if name not in details:
            raise ValueError(f"{name} is missing")
    if details.get("metric", "") or not pencil:
        choose_metric(position, details.get("metric"))
    if details.get("limit", 1) < 1:
        raise ValueError(f"a limit of {details['limit']}")
    return details


class Misread(Exception):
    """A field that can be read, and is wrong: it has moves that are none."""

    def __init__(self, field: str, what: str) -> None:
        super().__init__(what)
        self.field = field


def from_json(data: Mapping[str, Any]) -> Result[Any]:
    """A result from its machine-readable form; NotApplicable if it is none, Misread if its moves are not legal."""
    from perfectplay.registry import load

    try:
        question = _text(data["question"])
        position = load(_text(data["system"]), _text(data["position"]), **(data.get("options") or {}))
        raw = data["answer"]
    except (KeyError, TypeError) as error:
        raise NotApplicable(f"verify: the result has no usable field ({error})") from None
    pencil = is_pencil(position.system)
    answers, witnesses = (PENCIL_ANSWERS, PENCIL_WITNESSES) if pencil else (ANSWERS, WITNESSES)
    if question not in answers:
        raise NotApplicable(f"verify: no check for the question {question!r}")
    part = "details"
    try:
        details = _details(position, question, data)
        part = "answer"
        answer = answers[question](position, raw, details)
        part = "witness"
        if question == "cluster" and answer.hardest:
            details["hardest"] = answer.hardest[0]
        witness = data.get("witness")
        if witness is not None and not _is_reason(question, answer, witness) and question in witnesses:
            witness = witnesses[question](position, witness, details)
        details.pop("hardest", None)
    except IllegalMove as error:
        raise Misread(part, str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError, PerfectPlayError) as error:
        raise NotApplicable(f"verify: {question}: the {part} cannot be read: {error}") from None
    others = {name: value for name, value in data.items() if name not in KNOWN and name not in details}
    method = data.get("method")
    return Result(
        question, position, answer, method if isinstance(method, str) else "", witness, details={**details, **others}
    )


KNOWN = ("question", "system", "position", "options", "answer", "method", "witness", "stats")


def differences(data: Mapping[str, Any], result: Result[Any]) -> Fields:
    """Fields that read otherwise than they would be written."""
    found: Fields = {}
    for name, value in (("answer", result.answer), ("witness", result.witness)):
        if name == "witness" and data.get(name) is None:
            continue
        _compare(name, data[name], plain(value), found)
    return found


def _compare(path: str, raw: Any, again: Any, found: Fields) -> None:
    if isinstance(raw, dict) and isinstance(again, dict):
        for name in dict.fromkeys([*raw, *again]):
            if name not in raw or name not in again:
                said = "is missing" if name not in raw else "does not belong there"
                found[f"{path}.{name}"] = refuted(said)
            else:
                _compare(f"{path}.{name}", raw[name], again[name], found)
    elif isinstance(raw, list) and isinstance(again, list) and len(raw) == len(again):
        for number, (here, there) in enumerate(zip(raw, again, strict=True), 1):
            _compare(f"{path}.{number}", here, there, found)
    elif type(raw) is not type(again) or raw != again:
        found[path] = refuted(f"says {_brief(raw)}, and the rest of the result {_brief(again)}")


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
