"""What went wrong, as data: a kind, and one line for people."""

from __future__ import annotations

from typing import Any

from perfectplay.errors import (
    IllegalMove,
    LimitReached,
    NoAnswer,
    NotApplicable,
    ParseError,
    PerfectPlayError,
    RulesError,
    UnknownSystem,
    one_line,
)

KINDS: dict[str, int] = {
    "parse": 422,
    "unknown": 404,
    "not_applicable": 422,
    "no_answer": 422,
    "illegal_move": 422,
    "rules": 422,
    "limit": 422,
    "cancelled": 409,
    "forbidden": 403,
    "too_large": 413,
    "busy": 503,
    "died": 502,
    "internal": 500,
}
"""Every kind of error, and the status with which HTTP reports it."""

_KINDS: tuple[tuple[type[PerfectPlayError], str], ...] = (
    (ParseError, "parse"),
    (UnknownSystem, "unknown"),
    (NoAnswer, "no_answer"),
    (NotApplicable, "not_applicable"),
    (IllegalMove, "illegal_move"),
    (RulesError, "rules"),
)


def error_view(error: BaseException) -> dict[str, Any]:
    """
    >>> error_view(ParseError("unexpected 'x'", 1, 2))
    {'kind': 'parse', 'message': "row 1, column 2: unexpected 'x'", 'row': 1, 'column': 2}
    """
    if isinstance(error, LimitReached):
        kind = "cancelled" if error.kind == "cancelled" else "limit"
        bound = None if error.best is None else str(error.best)
        return {"kind": kind, "message": str(error), "limit": error.kind, "best": bound}
    if isinstance(error, MemoryError):
        return {"kind": "limit", "message": "out of memory", "limit": "memory", "best": None}
    for cls, kind in _KINDS:
        if isinstance(error, cls):
            found: dict[str, Any] = {"kind": kind, "message": str(error)}
            if isinstance(error, ParseError) and error.row is not None:
                found |= {"row": error.row, "column": error.column}
            return found
    if isinstance(error, PerfectPlayError):
        return {"kind": "parse", "message": str(error)}
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return {"kind": "internal", "message": one_line(f"internal error: {said}")}
