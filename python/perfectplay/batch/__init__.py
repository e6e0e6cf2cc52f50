"""One question about a whole collection, answered in parallel: one JSON line for each entry, in order.

Entries are read one after the other (:mod:`perfectplay.collection`), answered by worker processes
(:mod:`perfectplay.batch.crew`), and written so that a batch that was stopped in any way continues where it was
(:mod:`perfectplay.batch.output`).
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from perfectplay._native import Cancel, __version__
from perfectplay.batch.asking import ERROR, LIMIT, STATUSES, Asking, can_be_asked
from perfectplay.batch.crew import Alone, Crew, Reply
from perfectplay.batch.output import OutputFile
from perfectplay.collection import Collection, collection
from perfectplay.errors import NotApplicable, ParseError, PerfectPlayError, quote
from perfectplay.files import is_file, opened
from perfectplay.limits import NO_LIMITS, Limits
from perfectplay.own import elsewhere
from perfectplay.question import Question
from perfectplay.questions import record, records
from perfectplay.result import Result, Stats, plain

__all__ = ["Batch", "Failure", "Tally", "batch"]


@dataclass
class Tally:
    """How many entries there were so far, by what became of them."""

    answered: int = 0
    no: int = 0
    """Answered, and the answer is "no"."""
    limit: int = 0
    error: int = 0
    before: int = 0
    """Those that an earlier run had answered."""
    seconds: float = 0.0

    def count(self, status: str) -> None:
        setattr(self, status, getattr(self, status) + 1)

    @property
    def total(self) -> int:
        return sum(getattr(self, status) for status in STATUSES)

    @property
    def rate(self) -> float:
        """Entries a second, of those that this run answered."""
        return (self.total - self.before) / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        counts = {status: getattr(self, status) for status in STATUSES}
        return {"entries": self.total, **counts, "before": self.before, "seconds": round(self.seconds, 3)}

    def __str__(self) -> str:
        counts = [(self.answered, "answered"), (self.no, "answered no"), (self.limit, "limits"), (self.error, "errors")]
        said = ", ".join(f"{number:,} {what}" for number, what in counts)
        known = f" ({self.before:,} of them before)" if self.before else ""
        return f"{self.total:,} entries{known}: {said}; {self.seconds:.1f} s, {self.rate:,.0f} a second"


Progress = Callable[[Tally], None]
"""Called after each entry."""


@dataclass(frozen=True)
class Place:
    """Where a position stood in its collection."""

    number: int
    line: int | None
    title: str


@dataclass(frozen=True)
class Failure:
    """An entry without an answer: it could not be read or asked about, or a limit was reached.

    >>> [failed] = pp.batch("outcome", "3 x", key="nim")
    >>> bool(failed), failed.entry.line, failed.limit
    (False, 1, False)
    """

    entry: Place
    error: str
    """Why, in one line."""
    limit: bool = False
    """Was it a limit?"""
    found = False

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.error


class Batch:
    """The results of a batch: iterate over them; print it for the summary.

    Each is a :class:`Result` or a :class:`Failure`, which has an ``error``, and ``entry`` says where its position
    stood. A batch without an output is answered while it is iterated over.

    >>> found = pp.batch("grundy", "3 5 7\\n3 5 6", key="nim")
    >>> [(result.entry.number, int(result)) for result in found], found.tally.answered
    ([(1, 1), (2, 0)], 2)
    """

    def __init__(
        self, asking: Asking, source: Collection, jobs: int, output: OutputFile | None, cancel: Cancel | None
    ) -> None:
        self.asking, self.source, self.jobs, self.output, self.cancel = asking, source, jobs, output, cancel
        self.tally = Tally()

    def lines(self, progress: Progress | None = None) -> Iterator[bytes]:
        """Answer all entries: the lines as they are written."""
        begun = time.monotonic()
        self.tally = tally = Tally()
        entries = iter(self.source) if self.output is None else self.output.unanswered(self.source, tally)
        key = self.source.key
        crew = Alone(self.asking) if key and elsewhere(key) is None else Crew(self.asking, self.jobs, self.cancel)
        with closing(crew.answers(entries)) as replies:  # type: ignore[type-var]
            for reply in replies:
                self._pass_on(reply, begun)
                if progress is not None:
                    progress(tally)
                yield reply.line
        tally.seconds = time.monotonic() - begun

    def _pass_on(self, reply: Reply, begun: float) -> None:
        if self.output is not None:
            self.output.write(reply.line)
        self.tally.count(reply.status)
        self.tally.seconds = time.monotonic() - begun

    def __iter__(self) -> Iterator[Result[Any] | Failure]:
        if self.output is None:
            yield from map(read_line, self.lines())
            return
        with open(self.output.path, "rb") as file:
            yield from map(read_line, file)

    def __str__(self) -> str:
        return str(self.tally)

    def __repr__(self) -> str:
        return f"<Batch of {self.asking.question}: {self.tally}>"


def read_line(line: bytes) -> Result[Any] | Failure:
    """The result in a line of a batch, or why there is none."""
    from perfectplay.verification import Misread, from_json

    try:
        data = json.loads(line)
        entry = Place(data["number"], data.get("line"), data.get("title", ""))
        status = data["status"]
        if status in (LIMIT, ERROR):
            return Failure(entry, data[status], status == LIMIT)
        found = from_json(data)
        result = record(found.question).result
        stats = Stats(**data.get("stats", {}))
        return result(**{**vars(found), "stats": stats, "entry": entry})
    except (ValueError, KeyError, TypeError) as error:
        raise ParseError(f"not a line of a batch: {type(error).__name__}", expected="what batch writes") from None
    except Misread as error:
        raise PerfectPlayError(f"a line of a batch is wrong: {error}") from None


def batch(
    question: str,
    source: object,
    *,
    key: str | None = None,
    options: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    output: str | os.PathLike[str] | None = None,
    force: bool = False,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
    **arguments: Any,
) -> Batch:
    """Ask a question about every position of a collection, on all cores.

    ``source``, ``key`` and ``options`` are those of :func:`collection`; ``arguments`` are the question's own, such as
    ``metric`` or ``method``; ``limits`` hold for each entry. Iterating gives a result for each entry, in order; one
    that has none is a ``Failure`` with its ``error``.

    With ``output`` all entries are answered before this returns, and each is a line of JSON in that file. The same call
    continues a file that was not finished; ``force`` begins it anew.

    >>> [str(result) for result in pp.batch("outcome", "3 5 7\\n3 5 6\\n3 x", key="nim")]
    ['N', 'P', "line 3: nim: row 1, column 3: unexpected 'x' (expected heap sizes such as 3 5 7)"]
    """
    made = prepare(question, source, key, options, jobs, output, force, limits, arguments)
    if output is not None:
        run(made, progress)
    return made


def run(made: Batch, progress: Progress | None = None) -> None:
    """Write all lines of a batch to its output."""
    try:
        for _ in made.lines(progress):
            pass
    finally:
        if made.output is not None:
            made.output.close()


def prepare(
    question: str,
    source: object,
    key: str | None,
    options: Mapping[str, Any] | None,
    jobs: int | None,
    output: str | os.PathLike[str] | None,
    force: bool,
    limits: Limits,
    arguments: Mapping[str, Any],
) -> Batch:
    """A batch that has not begun; whatever makes no sense is refused."""
    about = asked_of_many(question)
    entries = collection(source, key, **(options or {})) if key or options else collection(source)
    for name in arguments:
        _demand(about, name)
    if jobs is not None and (type(jobs) is not int or not 1 <= jobs <= MOST_JOBS):
        raise ParseError(f"jobs={jobs!r:.20}", expected=f"a number from 1 to {MOST_JOBS}")
    asking = Asking(question, dict(arguments), replace(limits, cancel=None) if about.limited else None)
    said = {
        "perfectplay": __version__,
        "question": question,
        "arguments": plain(dict(arguments)),
        "key": entries.key,
        "options": plain(entries.options),
    }
    if isinstance(source, os.PathLike) and output is not None:
        _demand_apart(source, output)
    file = None if output is None else OutputFile(Path(output), said, force)
    return Batch(asking, entries, jobs or _cores(), file, limits.cancel)


MOST_JOBS = 1024


def asked_of_many(question: str) -> Question[Any]:
    """The record of a question that may be asked about many positions."""
    found = record(question)
    if not can_be_asked(found):
        names = ", ".join(each.name for each in records() if can_be_asked(each))
        raise NotApplicable(f"batch: {question} is not asked about many positions (expected one of: {names})")
    return found


def _demand(about: Question[Any], name: str) -> None:
    known = [each.name for each in about.arguments] + (["method"] if about.searches else [])
    if name not in known:
        expected = ", ".join(known) or "none"
        raise NotApplicable(f"batch: {about.name} has no argument {name!r} (expected one of: {expected})")


def _demand_apart(source: os.PathLike[str], output: str | os.PathLike[str]) -> None:
    """The input must be there before anything is written, and must not be written over."""
    if not is_file(source):
        opened(source, "file").close()  # which says why not
    if os.path.exists(output) and os.path.samefile(source, output):
        raise ParseError(f"{quote(os.fspath(output))} is the input", expected="another output")


def _cores() -> int:
    usable = getattr(os, "sched_getaffinity", None)
    return max(1, min(MOST_JOBS, len(usable(0)) if usable is not None else os.cpu_count() or 1))
