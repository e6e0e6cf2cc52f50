"""Where the lines of a batch go: a file that a later run continues.

Lines are appended in the order of the entries, each at once, so that a file is at any time a beginning of the whole; a
last line that was cut is dropped. Beside the file, ``NAME.asked`` says which question it answers: another one is
refused. That it is about the same entries is seen from the digests in its lines, while the collection is read past
them; a collection that has grown at its end is continued like any other.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Any, Protocol

from perfectplay.batch.asking import STATUSES
from perfectplay.collection import Entry
from perfectplay.errors import ParseError, quote
from perfectplay.files import difference, lock, whole

_HEAD = re.compile(rb'\{"number": (\d+), "digest": "([0-9a-f]{16})", "status": "(\w+)".*\}\n', re.DOTALL)


class Counts(Protocol):
    """What counts the lines that are there already."""

    before: int

    @property
    def total(self) -> int: ...

    def count(self, status: str) -> None: ...


class OutputFile:
    """A file of lines, opened to be continued."""

    def __init__(self, path: Path, question: Mapping[str, Any], force: bool) -> None:
        self.path = path
        asked = path.with_name(path.name + ".asked")
        said = json.dumps(question, indent=1) + "\n"
        try:
            self.file = FileIO(path, "r+" if path.exists() else "w+")
            lock(self.file, path, "batch")
            known = asked.read_text(encoding="utf-8") if asked.exists() else None
            if force:
                self.file.truncate(0)
            elif os.fstat(self.file.fileno()).st_size and known != said:
                self.file.close()
                held = (
                    "is not the output of a batch"
                    if known is None
                    else f"answers something else ({difference(known, said)})"
                )
                raise ParseError(
                    f"{path} exists already, and {held}",
                    expected="the same question, another output, or force to begin anew",
                )
            if force or known != said:
                with whole(asked) as file:
                    file.write(said.encode())
        except OSError as error:
            raise ParseError(f"cannot write {quote(str(path))}: {error.strerror or error}") from None

    def unanswered(self, entries: Iterable[Entry], known: Counts) -> Iterator[Entry]:
        """The entries that the file does not answer yet; those that it answers are counted."""
        end = 0
        rest = iter(entries)
        with open(self.path, "rb") as lines:
            for line in lines:
                head = _HEAD.fullmatch(line)
                if not line.endswith(b"\n"):
                    break  # cut
                entry = next(rest, None)
                status = head[3].decode() if head else ""
                if entry is None or head is None or status not in STATUSES:
                    what = f"line {known.total + 1} of {self.path} is not an answer about this input"
                    raise ParseError(what, expected="the same input, another output, or force to begin anew")
                if int(head[1]) != entry.number or head[2].decode() != entry.digest:
                    what = f"{self.path} answers another input, which differs in entry {entry.number}"
                    raise ParseError(what, expected="the same input, another output, or force to begin anew")
                known.count(status)
                end += len(line)
        self.file.truncate(end)
        self.file.seek(end)
        known.before = known.total
        yield from rest

    def write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[self.file.write(rest) or 0 :]

    def close(self) -> None:
        self.file.close()
