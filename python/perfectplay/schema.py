"""The schema of machine-readable results, in the terms of json-schema.org (draft 2020-12), derived from the
questions."""

from __future__ import annotations

from typing import Any

from perfectplay.forms import NATURAL, STRING
from perfectplay.question import Question
from perfectplay.questions import record, records

DRAFT = "https://json-schema.org/draft/2020-12/schema"
REASON = {
    "type": "object",
    "properties": {"reason": STRING},
    "required": ["reason"],
    "additionalProperties": False,
}
"""Why there is nothing."""


def schema(question: str | None = None) -> dict[str, Any]:
    """The schema of the results of a question, or of all questions.

    >>> schema("grundy")["properties"]["answer"]
    {'anyOf': [{'type': 'integer', 'minimum': 0}, {'const': 'loony'}]}
    """
    if question is not None:
        return {"$schema": DRAFT, "title": f"a result of {question}", **_result(record(question))}
    return {
        "$schema": DRAFT,
        "title": "a result of perfectplay",
        "oneOf": [{"$ref": f"#/$defs/{each.name}"} for each in records()],
        "$defs": {each.name: _result(each) for each in records()},
    }


def _result(question: Question[Any]) -> dict[str, Any]:
    details = {each.name: dict(each.form.schema) for each in (*question.arguments, *question.details)}
    witness = [question.witness.schema, {"type": "null"}, *([REASON] if question.none or question.no else [])]
    return {
        "type": "object",
        "description": question.help,
        "properties": {
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
        "required": ["question", "system", "position", "options", "answer", "method", "witness", "stats"],
    }
