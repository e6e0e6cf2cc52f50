"""The description of the HTTP interface in the terms of OpenAPI 3.1, made from the operations and the questions.

Nothing here names a game or a question: an operation brings the schema of its request and an example, a question the
schema of its results, and an error its kind and status (:mod:`perfectplay.views`).
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from perfectplay._native import __version__
from perfectplay.schema import schema
from perfectplay.views.errors import KINDS
from perfectplay.views.operations import Operation, operations
from perfectplay.web.bounds import LARGEST_BODY, LARGEST_SOURCE

VERSION = "v1"
ABOUT = f"""\
Algorithmic combinatorial game theory: who wins and how, what a position is worth, shortest solutions, each with a
witness that can be verified.

A small question is asked by `POST /api/{VERSION}/ask/QUESTION`, and the response is its answer. Whatever may take
longer is a job: `POST /api/{VERSION}/jobs` gives it an id, under which it can be looked at, listened to and cancelled.

```
curl -H 'Content-Type: application/json' \\
     -d '{{"system": "domineering", "position": "....|....|....|...."}}' \\
     http://127.0.0.1:8080/api/{VERSION}/ask/outcome
```

Bodies are JSON of at most {LARGEST_BODY >> 10} kB, and `Content-Type` must say so. Every error is
`{{"error": {{"kind", "message"}}}}` with one line for people. Programs that ask a lot should name themselves in
`X-Client`: clients take turns.
"""
HTTP_KINDS = {400: "parse", 405: "unknown", 408: "parse", 414: "too_large", 415: "parse", 431: "too_large"}
"""What HTTP tells apart more finely than the kinds of errors do."""
WORDS = {
    400: "the body is not JSON, or the request not HTTP",
    403: "another page or another name of this server, or what is done only with `--trust`",
    404: "there is no such system, operation or job",
    405: "the address has other methods",
    408: "the body did not arrive in time",
    409: "it was cancelled",
    413: "the body is too large",
    414: "the address is too long",
    415: "the body is not declared as `application/json`",
    422: "the request cannot be read, makes no sense for this system, or a limit was reached",
    431: "the headers are too large",
    500: "a defect of the program",
    502: "the worker ended while it was at work; another has taken its place",
    503: "too many questions are waiting",
}
OBJECT = {"type": "object"}
STRING = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
NULL = {"type": "null"}

ALWAYS = (403, 414, 431, 500, 503)
"""Errors that any request may meet."""
WITH_BODY = (400, 404, 408, 409, 413, 415, 422, 502)


def document() -> dict[str, Any]:
    """
    >>> document()["paths"]["/api/v1/ask/outcome"]["post"]["operationId"]
    'ask_outcome'
    """
    asked = {name: each for name, each in operations().items() if name.startswith("ask/")}
    others = {name: each for name, each in operations().items() if name not in asked}
    described = [name for name in others if name not in ("systems", "questions")]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "perfectplay",
            "version": __version__,
            "summary": "Games and puzzles that answer",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": "catalogue", "description": "What there is to ask, and about what."},
            {"name": "questions", "description": "Each question of the library."},
            {"name": "operations", "description": "Positions, moves, sheets, values, and checks of results."},
            {"name": "jobs", "description": "Questions that take a while."},
        ],
        "paths": {f"/api/{VERSION}{path}": item for path, item in _documents(others).items()}
        | {f"/api/{VERSION}/{name}": _posted(others[name], "operations") for name in described}
        | {f"/api/{VERSION}/{name}": _posted(each, "questions") for name, each in asked.items()}
        | {f"/api/{VERSION}{path}": item for path, item in _jobs(list(operations())).items()},
        "components": {
            "schemas": _schemas([name.removeprefix("ask/") for name in asked]),
            "responses": {_error_name(status): _error(status) for status in sorted({*KINDS.values(), *HTTP_KINDS})},
        },
    }


# paths ---------------------------------------------------------------------------------------------------------------


def _documents(known: dict[str, Operation]) -> dict[str, Any]:
    key = {
        "name": "key",
        "in": "path",
        "required": True,
        "description": "the key of a system",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
        "example": "domineering",
    }

    def shown(name: str, help: str, answer: Any, *parameters: Any) -> dict[str, Any]:
        errors = (*ALWAYS, 404, 422, 502) if parameters else ALWAYS
        found = {"operationId": f"get_{name}", "summary": help, "tags": ["catalogue"]}
        return {
            "get": found | ({"parameters": list(parameters)} if parameters else {}) | _responses(200, answer, errors)
        }

    return {
        "/status": shown("status", "version, limits, and how busy the server is", _ref("Status")),
        "/openapi.json": shown("openapi", "this description", OBJECT),
        "/systems": shown("systems", known["systems"].help, known["systems"].answer),
        "/questions": shown("questions", known["questions"].help, known["questions"].answer),
        "/systems/{key}": shown("system", known["system"].help, known["system"].answer, key),
        "/systems/{key}/picture": shown("picture", "the picture of its sample", known["picture"].answer, key),
    }


def _posted(operation: Operation, tag: str) -> dict[str, Any]:
    question = operation.name.removeprefix("ask/")
    answer = _ref(f"Answer_{question}") if question != operation.name else operation.answer
    return {
        "post": {
            "operationId": operation.name.replace("/", "_"),
            "summary": operation.help,
            "tags": [tag],
            **_body(operation.request, dict(operation.example)),
            **_responses(200, answer, (*ALWAYS, *WITH_BODY)),
        }
    }


def _jobs(names: list[str]) -> dict[str, Any]:
    id = {
        "name": "id",
        "in": "path",
        "required": True,
        "description": "as given by `POST /jobs`",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
    }
    request = {
        "type": "object",
        "properties": {
            "operation": {"enum": names},
            "body": {"type": "object", "description": "what the operation takes, as at its own address"},
        },
        "required": ["operation", "body"],
        "additionalProperties": False,
    }
    example = {"operation": "ask/outcome", "body": dict(operations()["ask/outcome"].example)}
    source = {
        "type": "object",
        "properties": {"source": {"type": "string", "maxLength": LARGEST_SOURCE}},
        "required": ["source"],
        "additionalProperties": False,
    }
    game = "class Twos(pp.HeapGame):\n    code = '0.07'\n    sample = '5'\n"
    found: dict[str, Any] = {"tags": ["jobs"]}
    about = {**found, "parameters": [id]}
    errors = (*ALWAYS, 404)
    events = "`state` and `progress` while it goes on, and `end` at last; the data is what `GET` shows"
    stream = {
        "description": events,
        "content": {"text/event-stream": {}},
    }
    return {
        "/jobs": {
            "post": {
                **found,
                "operationId": "begin",
                "summary": "carry out an operation as a job; an answer that is found at once comes along",
                **_body(request, example),
                **_responses(202, _ref("Job"), (*ALWAYS, *WITH_BODY)),
            }
        },
        "/jobs/{id}": {
            "get": {**about, "operationId": "look", "summary": "how it goes", **_responses(200, _ref("Job"), errors)},
            "delete": {**about, "operationId": "cancel", "summary": "stop it", **_responses(200, _ref("Job"), errors)},
        },
        "/jobs/{id}/events": {
            "get": {
                **about,
                "operationId": "listen",
                "summary": "how it goes, as server-sent events",
                "responses": {"200": stream, **_errors(errors)},
            }
        },
        "/own": {
            "post": {
                **found,
                "operationId": "own",
                "summary": "a game of one's own, in Python; a server that was started with --trust runs it",
                **_body(source, {"source": game}),
                **_responses(200, OBJECT, (*ALWAYS, *WITH_BODY)),
            }
        },
    }


def _body(schema: Any, example: Any) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema, "example": example}}}}


def _responses(status: int, answer: Any, errors: tuple[int, ...]) -> dict[str, Any]:
    good = {"description": "the answer", "content": {"application/json": {"schema": answer}}}
    return {"responses": {str(status): good, **_errors(errors)}}


def _errors(statuses: tuple[int, ...]) -> dict[str, Any]:
    return {str(each): {"$ref": f"#/components/responses/{_error_name(each)}"} for each in sorted({*statuses, 405})}


# components ----------------------------------------------------------------------------------------------------------


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _error_name(status: int) -> str:
    return HTTPStatus(status).phrase.title().replace(" ", "").replace("-", "")


def _error(status: int) -> dict[str, Any]:
    kinds = [kind for kind, usual in KINDS.items() if usual == status] or [HTTP_KINDS[status]]
    example = {"error": {"kind": kinds[0], "message": WORDS[status].replace("`", "")}}
    return {
        "description": f"{WORDS[status]} ({', '.join(f'`{kind}`' for kind in kinds)})",
        "content": {"application/json": {"schema": _ref("Error"), "example": example}},
    }


def _schemas(questions: list[str]) -> dict[str, Any]:
    fault = {
        "type": "object",
        "properties": {
            "kind": {"enum": list(KINDS)},
            "message": {"type": "string", "description": "one line for people"},
            "row": {"type": ["integer", "null"], "description": "where in the text, from 1"},
            "column": {"type": ["integer", "null"]},
            "limit": {"type": "string", "description": "which limit was reached: time, memory, positions, size"},
            "best": {"type": ["string", "null"], "description": "the best bound known by then"},
        },
        "required": ["kind", "message"],
    }
    progress = _record(positions=COUNT, seconds={"type": "number", "minimum": 0}, depth={"type": "integer"})
    job = _record(
        id=STRING,
        state={"enum": ["waiting", "running", "done", "failed", "cancelled"]},
        progress={"anyOf": [progress, NULL]},
        ahead={**COUNT, "description": "how many jobs come first"},
    )
    job["properties"] |= {"answer": {"description": "of the operation, once it is done"}, "error": _ref("Fault")}
    limits = _record(time={"type": "number"}, memory=COUNT, positions=COUNT)
    status = _record(
        version=STRING, trust={"type": "boolean"}, limits=limits, jobs=_record(running=COUNT, waiting=COUNT)
    )
    found = {"Fault": fault, "Error": _record(error=_ref("Fault")), "Job": job, "Status": status}
    for name in questions:
        result = {key: value for key, value in schema(name).items() if key not in ("$schema", "$id", "version")}
        found[f"Result_{name}"] = result
        found[f"Answer_{name}"] = {
            "type": "object",
            "properties": {
                "result": _ref(f"Result_{name}"),
                "found": {"type": "boolean", "description": "is there what was asked for?"},
                "text": {"type": "string", "description": "the bare answer"},
                "method": STRING,
            },
            "required": ["result", "found", "text", "method"],
        }
    return found


def _record(**members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members, "required": list(members)}
