"""The schema of what ``--json`` writes, in the terms of json-schema.org (draft 2020-12): of results, derived from the
questions, and of the atlas. Both say of which version of the form they are, and so does the schema."""

from __future__ import annotations

from typing import Any

from perfectplay.forms import NATURAL, STRING, list_of
from perfectplay.forms import record as members
from perfectplay.question import Question
from perfectplay.questions import record, records
from perfectplay.result import VERSION
from perfectplay.survey import NEWS
from perfectplay.survey.complexity import KINDS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
ADDRESS = f"https://perfectplay.github.io/perfectplay/schema/v{VERSION}"
"""Where the documentation has it: the whole in ``v1.json``, what a question writes in ``v1/outcome.json``."""
REASON = {
    "type": "object",
    "properties": {"reason": STRING},
    "required": ["reason"],
    "additionalProperties": False,
}
"""Why there is nothing."""

_BOOLEAN = {"type": "boolean"}
_STRINGS = list_of(STRING)
_COMPLEXITY = list_of(members(**{"class": STRING, "kind": {"enum": list(KINDS)}}))
_SINCE = members(
    claim=STRING,
    news={"enum": list(NEWS)},
    result=STRING,
    complexity=_COMPLEXITY,
    text=STRING,
    source=STRING,
    verified=STRING,
    checked={"type": "string", "format": "date"},
)
ATLAS = members(
    version={"const": VERSION},
    records=list_of(
        members(
            id=STRING,
            subject=STRING,
            variant=STRING,
            question=STRING,
            players={"enum": [0, 1, 2]},
            bounded=_BOOLEAN,
            result=STRING,
            complexity=_COMPLEXITY,
            now=_COMPLEXITY,
            open=_BOOLEAN,
            changed=_BOOLEAN,
            technique=STRING,
            technique_source=STRING,
            source=STRING,
            section=STRING,
            verified=STRING,
            checked={"type": "string", "format": "date"},
            since=list_of(_SINCE),
            rows=_STRINGS,
            systems=_STRINGS,
            theorems=_STRINGS,
            gadgets=_STRINGS,
            reductions=_STRINGS,
        )
    ),
)


def schema(question: str | None = None) -> dict[str, Any]:
    """The schema of the results of a question, of the atlas (``atlas``), or of all of them.

    >>> schema("remoteness")["properties"]["answer"]
    {'anyOf': [{'type': 'integer', 'minimum': 0}, {'type': 'null'}]}
    """
    place = f"{ADDRESS}.json" if question is None else f"{ADDRESS}/{question}.json"
    named = {"$schema": DRAFT, "$id": place, "version": VERSION}
    if question == "atlas":
        return {**named, "title": "records of the atlas", **ATLAS}
    if question is not None:
        return {**named, "title": f"a result of {question}", **_result(record(question))}
    return {
        **named,
        "title": "a result of perfectplay",
        "oneOf": [*({"$ref": f"#/$defs/{each.name}"} for each in records()), {"$ref": "#/$defs/atlas"}],
        "$defs": {each.name: _result(each) for each in records()} | {"atlas": ATLAS},
    }


def _result(question: Question[Any]) -> dict[str, Any]:
    details = {each.name: dict(each.form.schema) for each in (*question.arguments, *question.details)}
    witness = [question.witness.schema, {"type": "null"}, *([REASON] if question.none or question.no else [])]
    return {
        "type": "object",
        "description": question.help,
        "properties": {
            "version": {"const": VERSION},
            "question": {"const": question.name},
            "system": STRING,
            "position": STRING,
            "options": {"type": "object"},
            **details,
            "answer": question.answer.schema,
            "method": STRING,
            "witness": {"anyOf": witness} if question.witness.schema else {},
            "stats": {
                "type": "object",
                "properties": {"positions": NATURAL, "seconds": {"type": "number", "minimum": 0}, "memory": NATURAL},
                "required": ["positions", "seconds", "memory"],
                "additionalProperties": False,
            },
        },
        "required": ["version", "question", "system", "position", "options", "answer", "method", "witness", "stats"],
    }
