"""Check a result by code that shares nothing with what found it.

Everything works on the plain Python rules, which are read anew. A verdict covers every field: each is verified,
refuted, or reported as not checked. A line is replayed, and shorter ones are ruled out; a strategy is followed against
every reply; outcomes, nimbers, values, thermographs and lengths of play are checked against their definitions; what was
counted is counted again; uniqueness is a refutation that is checked step by step. Where that takes more positions than
the limits allow, the question is asked again by other methods: that can refute, but verifies nothing.

How each question is checked is in its file (``questions/``); what such checks have in common is in ``checks/``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from perfectplay.checks.verdict import PATIENCE, Fields, Finding, Room, Verdict, not_checked, refuted, verified
from perfectplay.errors import IllegalMove, LimitReached, NotApplicable, PerfectPlayError, kind_of
from perfectplay.forms import text
from perfectplay.limits import NO_LIMITS, Limits
from perfectplay.mistakes import in_one_line
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.questions import default_methods, function, names, record
from perfectplay.result import VERSION, Result, plain

NAMED = ("version", "question", "system", "position", "options")
"""What the result is about: not a claim."""
ASIDE = {
    "method": "how the answer was found",
    "stats": "what finding it took",
    **dict.fromkeys(("number", "digest", "line", "title"), "where the position stood in a batch"),
}
"""What a result says about how it was found, and from where the position came."""
STATUS = "status"
"""What a line of a batch says besides: whether the answer is "no"."""


class Library:
    """Whom checks ask for answers that they use only as hints."""

    methods = staticmethod(default_methods)

    def ask(self, question: str, position: Position, method: str | None, **arguments: Any) -> Result[Any]:
        chosen = {} if method is None else {"method": method}
        limits = Limits(time=PATIENCE / 3 if method else PATIENCE)
        return function(question)(position, limits=limits, **arguments, **chosen)


@in_one_line
def verify(result: Result[Any] | Mapping[str, Any], *, limits: Limits = NO_LIMITS, seed: int = 0) -> Verdict:
    """Check a result (or the JSON form of one) independently of the search that found it.

    The verdict is true if everything was verified; ``fields`` says what was found out about each field. A complete
    check takes 3,000 positions at most, or what ``limits`` allow: ``Limits(positions=…)``, or no number of positions
    with ``Limits(time=…)``. What needs more is reported as not checked.

    >>> pp.verify(pp.outcome(pp.load("domineering", "...|...|...")))
    verified: followed Left's strategy when Left starts and Right's strategy when Right starts against every reply
    """
    data: Mapping[str, Any] | None = None
    if isinstance(result, Mapping):
        try:
            data, result = result, from_json(result)
        except Misread as error:
            return Verdict({error.field: refuted(str(error))})
    if not isinstance(result, Result):
        raise NotApplicable(f"verify: expected a result, got {kind_of(result)}")
    question = _record(result.question)
    position = result.position.system.reread(result.position.state)
    silence = "the check says nothing about it"
    with replace(limits, positions=None) as watch:  # the limit on positions is for complete checks
        try:
            fields = question.check(replace(result, position=position), Room(limits, Library(), seed))
        except LimitReached as reached:
            if watch.cancelled:
                raise
            fields, silence = {}, str(reached)
    if data is not None:
        fields |= differences(data, result)
        if STATUS in data:
            fields[STATUS] = _status(data[STATUS], result)
    told = [*(data if data is not None else ("answer", "witness", *result.details, *ASIDE))]
    aside = {name: not_checked(why) for name, why in ASIDE.items() if name in told}
    asked = [*NAMED, *(each.name for each in question.arguments), *question.options(position.system.key)]
    for name in told:
        given = data[name] if data is not None else getattr(result, name, plain(result.details.get(name)))
        if name not in (*fields, *asked, *ASIDE) and given is not None:
            fields[name] = not_checked(silence)
    aside |= {name: fields.pop(name) for name in ASIDE if name in fields}
    return Verdict(fields, aside)


def _record(name: str) -> Question[Any]:
    if name not in names():
        raise NotApplicable(f"verify: no check for the question {name!r}")
    return record(name)


# reading ------------------------------------------------------------------------------------------------------------


class Misread(Exception):
    """A field that can be read, but is wrong: it has illegal moves."""

    def __init__(self, field: str, what: str) -> None:
        super().__init__(what)
        self.field = field


def from_json(data: Mapping[str, Any]) -> Result[Any]:
    """A result from its machine-readable form; NotApplicable if it is not one, Misread if its moves are not legal."""
    from perfectplay.registry import load

    version = data.get("version", 1)  # the first results did not say
    if type(version) is not int or version != VERSION:
        raise NotApplicable(
            f"verify: the result is of version {_brief(version)}, this program reads version {VERSION}"
            " (use the release that wrote it, or ask again)"
        )
    try:
        name = text(data["question"])
        position = load(text(data["system"]), text(data["position"]), **(data.get("options") or {}))
        raw = data["answer"]
    except (KeyError, TypeError) as error:
        raise NotApplicable(f"verify: the result has no usable field ({error})") from None
    question = _record(name)
    question.demand(position)
    part = "details"
    try:
        details = _details(question, position, data)
        part = "answer"
        answer = question.answer.read(position, raw, details)
        part = "witness"
        witness = data.get("witness")
        if witness is not None and not _is_reason(question, answer, witness):
            witness = question.witness.read(position, witness, {**details, "answer": answer})
    except IllegalMove as error:
        raise Misread(part, str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, PerfectPlayError) as error:
        raise NotApplicable(f"verify: {name}: the {part} cannot be read: {error}") from None
    known = (*NAMED, "answer", "witness", *ASIDE, STATUS)
    others = {name: value for name, value in data.items() if name not in known and name not in details}
    method = data.get("method")
    return Result(
        name, position, answer, method if isinstance(method, str) else "", witness, details={**details, **others}
    )


def _details(question: Question[Any], position: Position, data: Mapping[str, Any]) -> dict[str, Any]:
    details: dict[str, Any] = {}
    for each in (*question.arguments, *question.details):
        if each.name in data:
            details[each.name] = each.form.read(position, data[each.name], details)
        elif each.needed(position.system):
            raise ValueError(f"{each.name} is missing")
    return details


def _is_reason(question: Question[Any], answer: Any, raw: Any) -> bool:
    """Is this why there is nothing?"""
    nothing = answer is None or answer == [] or answer == 0
    return bool(question.none or question.no) and nothing and (raw == [] or isinstance(raw, dict))


def differences(data: Mapping[str, Any], result: Result[Any]) -> Fields:
    """Fields that differ from what would be written."""
    found: Fields = {}
    for name, value in (("answer", result.answer), ("witness", result.witness)):
        if name == "witness" and data.get(name) is None:
            continue
        _compare(name, data[name], plain(value), found)
    return found


def _status(said: Any, result: Result[Any]) -> Finding:
    right = "answered" if result.found else "no"
    return verified("it is that of the answer") if said == right else refuted(f"says {_brief(said)}, not {right!r}")


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
        found[path] = refuted(f"says {_brief(raw)}, but the rest of the result says {_brief(again)}")


def _brief(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
