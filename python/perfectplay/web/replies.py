"""How the server answers: JSON that is ready as bytes, errors as one line, documents that are sent once."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.errors import one_line
from perfectplay.views.errors import KINDS

JSON = "application/json"


class Refused(Exception):
    """A request that is not carried out: the kind of error, one line for people, and what HTTP says besides."""

    def __init__(
        self, kind: str, message: str, status: int | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status or KINDS[kind]
        self.view: dict[str, Any] = {"kind": kind, "message": message}
        self.headers = dict(headers or {})


def complain(what: object) -> None:
    """One line for whoever started the server, about something that should not have happened."""
    said = f"internal error: {type(what).__name__}: {what}" if isinstance(what, BaseException) else str(what)
    print(f"perfectplay: {one_line(said)}", file=sys.stderr, flush=True)
    if isinstance(what, BaseException) and os.environ.get("PERFECTPLAY_TRACEBACK") == "1":
        traceback.print_exception(what)


def dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def fresh(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON that nobody keeps."""
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, JSON)


def refusal(error: Refused) -> Response:
    return fresh(error_body(error.view), error.status, error.headers)


def error_body(view: Mapping[str, Any]) -> bytes:
    return dumped({"error": view})


def failure(view: bytes) -> Response:
    """An error that a worker reports."""
    return fresh(b'{"error":%s}' % view, KINDS.get(json.loads(view)["kind"], 500))


class Document:
    """Something that stays as it is: a browser that has it is not sent it again."""

    def __init__(self, body: bytes, kind: str = JSON) -> None:
        self.body, self.kind = body, kind
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'

    def reply(self, request: Request, status: int = 200) -> Response:
        headers = {"etag": self.tag, "cache-control": "no-cache"}
        known = request.headers.get("if-none-match", "")
        if status == 200 and self.tag in [each.strip().removeprefix("W/") for each in known.split(",")]:
            return Response(None, 304, headers)
        return Response(self.body, status, headers, self.kind)
