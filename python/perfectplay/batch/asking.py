"""One question about many entries: what a worker needs to know, and the line that it writes about each entry.

A line is the JSON form of a result, with the entry's ``number``, ``digest``, ``status``, ``line`` and ``title`` in
front. Where there is no result it has ``limit`` or ``error`` in place of an answer, in one line for people.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.collection import Entry
from perfectplay.errors import LimitReached, PerfectPlayError, one_line
from perfectplay.limits import Limits
from perfectplay.question import Question
from perfectplay.questions import function

ANSWERED, NO, LIMIT, ERROR = "answered", "no", "limit", "error"
STATUSES = (ANSWERED, NO, LIMIT, ERROR)


def can_be_asked(question: Question[Any]) -> bool:
    """Of many positions alike? An answer to be checked belongs to one of them."""
    return question.about == "position" and not any(argument.positional for argument in question.arguments)


@dataclass(frozen=True)
class Asking:
    """A question, what is asked besides the position, and the limits for each entry."""

    question: str
    arguments: Mapping[str, Any]
    limits: Limits | None
    """None: the question takes none."""

    def prepare(self) -> None:
        """Whatever a worker can do before the first entry."""
        function(self.question)

    def lost(self, entry: Entry, how: str) -> bytes:
        """The line about an entry whose worker has died."""
        return written(self.question, entry, ERROR, {"error": how})

    def line(self, entry: Entry) -> tuple[str, bytes]:
        """The status of an entry, and the line about it."""
        status, data = self._answered(entry)
        return status, written(self.question, entry, status, data)

    def _answered(self, entry: Entry) -> tuple[str, dict[str, Any]]:
        try:
            with self.limits or Limits():
                keywords = {} if self.limits is None else {"limits": self.limits}
                result = function(self.question)(entry.position, **keywords, **self.arguments)
                data = result.to_json()  # a strategy is computed as it is written down
            return (ANSWERED if result.found else NO), data
        except LimitReached as error:
            best = {} if error.best is None else {"best": str(error.best)}
            return LIMIT, {"limit": str(error), **best}
        except MemoryError:
            return LIMIT, {"limit": "out of memory"}
        except PerfectPlayError as error:
            return ERROR, {"error": str(error)}
        except BaseException as error:  # a panic of native code is not an Exception
            said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            return ERROR, {"error": one_line(f"internal error: {said}")}


def written(question: str, entry: Entry, status: str, data: Mapping[str, Any]) -> bytes:
    """The line about an entry."""
    head: dict[str, Any] = {"number": entry.number, "digest": entry.digest, "status": status}
    if entry.line is not None:
        head["line"] = entry.line
    if entry.title:
        head["title"] = entry.title
    if status in (LIMIT, ERROR):
        head |= {"question": question, "system": entry.key}
    return json.dumps({**head, **data}, ensure_ascii=True).encode() + b"\n"
