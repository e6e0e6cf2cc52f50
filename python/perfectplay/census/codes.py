"""A census of take-and-break codes: one row a code, with what is proved about all heaps of its game.

In normal play a row has the period of the nimbers with the largest heap that its proof needs; in misère play it has the
misère quotient and the period of its elements. Codes are handed to worker processes (:mod:`perfectplay.batch.crew`).
Each row is written at once, so that a census that was stopped continues where it was; when all are there, the file is
written anew in the order of the codes. A code without a result is tried again when the limits have grown.
"""

from __future__ import annotations

import csv
import io
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from perfectplay.batch.asking import ANSWERED, ERROR, LIMIT
from perfectplay.batch.crew import Crew
from perfectplay.collection import Entry
from perfectplay.errors import LimitReached, ParseError, PerfectPlayError, one_line, quote
from perfectplay.files import lock, whole
from perfectplay.kinds.heap import read_code
from perfectplay.limits import NO_LIMITS, Limits

MOST_CODES = 1_000_000
COMMON = ("code", "status", "period", "preperiod")
NORMAL = (*COMMON, "saltus", "largest", "largest_at", "bound", "reached", "rare", "checked", "seconds", "tried", "note")
MISERE = (*COMMON, "order", "p_portion", "tame", "heaps", "classes", "checked", "seconds", "tried", "note")
NUMBERS = frozenset(NORMAL + MISERE) - {"code", "status", "tame", "checked", "seconds", "tried", "note"}

PROVED, OBSERVED, OPEN, FAILED = "proved", "observed", "open", "error"
"""What became of a code: a period that is proved, or only observed, none within the limits, or an error."""

Row = dict[str, Any]
Progress = Callable[[int, int, int, float], None]
"""Called with the number of codes done, of all codes, of those done by this call, and its seconds so far."""


def codes_of(patterns: str | Iterable[str]) -> list[str]:
    """All codes of some families, in which ``_`` is any octal digit: of those with the same rules the first.

    >>> codes_of("0.__,4.__,0.___")[:3], len(codes_of("0.__,4.__,0.___"))
    (['0.00', '0.01', '0.02'], 576)
    """
    words = patterns.replace(",", " ").split() if isinstance(patterns, str) else list(patterns)
    found: dict[str, str] = {}
    for word in words:
        if not isinstance(word, str) or 8 ** word.count("_") > MOST_CODES:
            raise ParseError(f"codes {quote(str(word))}", expected=f"at most {MOST_CODES} codes such as 0.__")
        if "{" in word or "}" in word:
            raise ParseError(f"codes {quote(word)}", expected="codes such as 0.77, or families such as 0.__")
        for digits in product("01234567", repeat=word.count("_")):
            code = word.replace("_", "{}").format(*digits)
            read_code(code)
            found.setdefault(code if ")" in code else code.upper().rstrip("0"), code)
            if len(found) > MOST_CODES:
                raise ParseError(f"more than {MOST_CODES} codes", expected="fewer of them")
    if not found:
        raise ParseError("no codes", expected="codes such as 0.77, or families such as 0.__")
    return list(found.values())


def code_census(
    codes: str | Iterable[str],
    *,
    misere: bool = False,
    heaps: int | None = None,
    check: bool = False,
    jobs: int | None = None,
    output: str | os.PathLike[str] | None = None,
    force: bool = False,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> CodeCensus:
    """A table of take-and-break games: for each code the period of its nimbers, where it begins, the largest nimber,
    and the largest heap that the proof needs; with ``misere`` the order of its misère quotient.

    ``codes`` are codes or families of them, in which ``_`` stands for any octal digit: ``0.__`` are all octal codes of
    two digits. Heaps of up to ``heaps`` tokens are computed, by default as in `pp.periodicity`. ``limits`` are those of
    each code. With ``check`` every result is proved once more by other code, within the limits. ``output`` is a CSV
    file; the same call continues it, and tries codes again that had less time before. ``jobs`` is the number of
    processes.

    >>> table = pp.code_census("0.1_", heaps=2000, check=True)
    >>> print(table)
    8 codes: 6 proved, 2 open
    >>> [(row["code"], row["period"], row["preperiod"], row["bound"], row["checked"]) for row in table][5]
    ('0.15', 10, 1, 23, 'verified')
    """
    wanted = codes_of(codes)
    asking = CodeAsking(misere, heaps, check, replace(limits, cancel=None))
    if heaps is not None and (isinstance(heaps, bool) or not isinstance(heaps, int) or heaps < 1):
        raise ParseError(f"heaps={heaps!r:.20}", expected="a number of at least 1")
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= 1024):
        raise ParseError(f"jobs={jobs!r:.20}", expected="a number from 1 to 1024")
    columns = MISERE if misere else NORMAL
    file = None if output is None else CodeFile(Path(output), columns, force)
    begun = time.monotonic()
    try:
        rows = {} if file is None else file.rows()
        rest = [code for code in wanted if not _settled(rows.get(code), heaps, limits)]
        entries = [Entry(number, "octal", code) for number, code in enumerate(rest, 1)]
        crew = Crew(asking, jobs or _cores(), limits.cancel)
        with closing(crew.answers(entries)) as replies:  # type: ignore[type-var]
            for done, reply in enumerate(replies, 1):
                row = json.loads(reply.line)
                rows[row["code"]] = row
                if file is not None:
                    file.add(row)
                if progress is not None:
                    progress(len(wanted) - len(rest) + done, len(wanted), done, time.monotonic() - begun)
        found = [rows[code] for code in wanted]
        if file is not None:
            file.finish([*found, *(row for code, row in rows.items() if code not in set(wanted))])
    finally:
        if file is not None:
            file.close()
    return CodeCensus(columns, found, time.monotonic() - begun)


def _cores() -> int:
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


def _settled(row: Row | None, heaps: int | None, limits: Limits) -> bool:
    """Is there nothing more to find out about a code with these limits?"""
    if row is None or row["status"] == FAILED:
        return False
    if row["status"] == PROVED:
        return True
    if not row["note"]:  # no limit has stopped it
        return heaps is None or row.get("reached") is None or row["reached"] >= heaps
    return limits.time is not None and row["tried"] != "" and float(row["tried"]) >= limits.time


@dataclass(frozen=True)
class CodeCensus:
    """The rows of a census of codes, each a dictionary; iterate over them, print it for a summary.

    >>> table = pp.code_census("0.75 0.123", misere=True)
    >>> [(row["code"], row["order"], row["tame"], row["period"]) for row in table]
    [('0.75', 8, 'wild', 2), ('0.123', 20, 'wild', 5)]
    """

    columns: tuple[str, ...]
    rows: list[Row]
    seconds: float

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def counts(self) -> dict[str, int]:
        """How many codes there are of each status."""
        counted = Counter(row["status"] for row in self.rows)
        return {status: counted[status] for status in (PROVED, OBSERVED, OPEN, FAILED) if counted[status]}

    def __str__(self) -> str:
        said = ", ".join(f"{number:,} {status}" for status, number in self.counts.items())
        return f"{len(self.rows):,} codes: {said}"

    def __repr__(self) -> str:
        return f"<CodeCensus of {self}>"

    def csv(self) -> Iterator[str]:
        """Lines of CSV."""
        yield ",".join(self.columns) + "\n"
        for row in self.rows:
            yield line_of(self.columns, row)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"codes": len(self.rows), **self.counts, "seconds": round(self.seconds, 3), "rows": self.rows}


def line_of(columns: tuple[str, ...], row: Mapping[str, Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow("" if row[name] is None else row[name] for name in columns)
    return text.getvalue()


class CodeFile:
    """A CSV file of rows, opened to be continued."""

    def __init__(self, path: Path, columns: tuple[str, ...], force: bool) -> None:
        self.path, self.columns, self.head = path, columns, ",".join(columns) + "\n"
        try:
            self.file = path.open("r+" if path.exists() else "w+", encoding="utf-8", newline="")
        except OSError as error:
            raise ParseError(f"cannot write {quote(str(path))}: {error.strerror or error}") from None
        lock(self.file, path, "census")
        head = "" if force else self.file.readline()
        if head not in ("", self.head):
            self.file.close()
            raise ParseError(
                f"{path} exists already, and is not a census of codes in the same kind of play",
                expected="another output, or force to begin anew",
            )
        if not head:
            self.file.seek(0)
            self.file.truncate()
            self.file.write(self.head)
            self.file.flush()

    def rows(self) -> dict[str, Row]:
        """What is there already; of a code that stands there twice the later row. A last line that was cut is
        dropped."""
        self.file.seek(0)
        text = self.file.read()
        kept = text[: text.rfind("\n") + 1]
        found: dict[str, Row] = {}
        for number, cells in enumerate(csv.reader(io.StringIO(kept)), 1):
            if number == 1:
                continue
            try:
                row = dict(zip(self.columns, cells, strict=True))
                found[row["code"]] = {
                    name: (int(cell) if cell else None) if name in NUMBERS else cell for name, cell in row.items()
                }
            except ValueError:
                raise ParseError(f"{self.path}: line {number} is not a row of a census of codes") from None
        self.file.seek(0)
        self.file.truncate()
        self.file.write(kept)
        self.file.flush()
        return found

    def add(self, row: Row) -> None:
        self.file.write(line_of(self.columns, row))
        self.file.flush()

    def finish(self, rows: Iterable[Row]) -> None:
        """All rows, in order."""
        with whole(self.path) as file:
            file.write(self.head.encode())
            for row in rows:
                file.write(line_of(self.columns, row).encode())

    def close(self) -> None:
        self.file.close()


# in a worker --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CodeAsking:
    """What is asked about each code."""

    misere: bool
    heaps: int | None
    check: bool
    limits: Limits

    def prepare(self) -> None:
        import perfectplay.heap_codes
        import perfectplay.misere  # noqa: F401

    def line(self, entry: Entry) -> tuple[str, bytes]:
        begun = time.process_time()
        row = self._row(entry.text)
        try:
            (self._quotient if self.misere else self._nimbers)(row)
            status = ANSWERED
        except (LimitReached, MemoryError) as error:
            status, row["note"] = LIMIT, one_line(str(error) or "out of memory")
        except PerfectPlayError as error:
            status, row["status"], row["note"] = ERROR, FAILED, one_line(str(error))
        row["seconds"] = f"{time.process_time() - begun:.2f}"
        return status, json.dumps(row).encode() + b"\n"

    def lost(self, entry: Entry, how: str) -> bytes:
        return json.dumps({**self._row(entry.text), "status": FAILED, "note": how}).encode() + b"\n"

    def _row(self, code: str) -> Row:
        columns = MISERE if self.misere else NORMAL
        row: Row = {name: None if name in NUMBERS else "" for name in columns}
        tried = "" if self.limits.time is None else f"{self.limits.time:g}"
        return row | {"code": code, "status": OPEN, "tried": tried}

    def _nimbers(self, row: Row) -> None:
        from perfectplay.heap_codes import USUAL, USUAL_PLAIN, nimbers_of

        nimbers_of.cache_clear()  # a census would fill the memory with them
        nimbers = nimbers_of(read_code(row["code"]))
        most = min(nimbers.most, self.heaps or (USUAL if nimbers.octal else USUAL_PLAIN))
        try:
            with self.limits:
                found = nimbers.periodicity(most)
        except LimitReached as error:
            found = nimbers.report(None, max(0, len(nimbers.native) - 1), None)
            row["note"] = one_line(str(error))
        row["status"] = PROVED if found.proved else OPEN if found.period is None else OBSERVED
        row.update({name: getattr(found, name) for name in NORMAL if name in NUMBERS})
        if self.check and found:
            row["checked"] = found.verify(self.limits).status

    def _quotient(self, row: Row) -> None:
        from perfectplay.misere import check_misere_quotient, misere_quotient

        try:
            found = misere_quotient(row["code"], heaps=self.heaps, limits=self.limits)
        except LimitReached as error:
            row["classes"] = error.best
            raise
        row["status"] = PROVED if found.period else OPEN
        if found.period:
            row["preperiod"], row["period"] = found.period
        row |= {
            "order": found.order,
            "classes": found.order,
            "p_portion": len(found.p_portion),
            "tame": "tame" if found.is_tame else "wild",
            "heaps": found.heaps,
        }
        if self.check:
            wrong = check_misere_quotient(found, limits=self.limits)
            row["checked"] = f"refuted: {wrong}" if wrong else "verified"
