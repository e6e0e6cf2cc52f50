"""Sweeps: a table of all positions of a size, with value, temperature and outcome of each.

The positions are listed and valued on the native side, on all cores, in blocks that grow until one takes about half a
second; rows come in the order of their numbers whatever the threads do. Every few seconds the rows become a part of the
table (:mod:`perfectplay.census.table`), so that a sweep that was stopped continues where it was.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perfectplay._native import __version__
from perfectplay.census.facts import Outcomes, Values, columns_of, evaluator
from perfectplay.census.positions import Block, Sizes, Space, space_of
from perfectplay.census.summary import Census, Count, Hot, Summary
from perfectplay.census.table import CensusFile, InMemory, Parquet, Rows
from perfectplay.errors import LimitReached, NotApplicable, ParseError
from perfectplay.limits import NO_LIMITS, Control, Limits, Watch, unwatched
from perfectplay.position import changed_options
from perfectplay.registry import rules_of
from perfectplay.system import System

__all__ = ["Census", "Count", "Hot", "Progress", "census"]

Progress = Callable[[int, int, int, float], None]
"""Called with the number of positions done, of all positions, of those done by this call, and its seconds so far."""

FIRST_BLOCK = 1 << 10
BLOCK_SECONDS = 0.5
PART_SECONDS = 10.0
"""At most; a young sweep has little to lose, and writes a part when a fifth of its work would be lost."""
PART_ROWS = 1 << 20
ROOM = 1 << 32
"""Bytes of values and tables after which a sweep without a limit of its own discards them and starts afresh."""


def census(
    system: str | System,
    *,
    rows: Sizes | None = None,
    cols: Sizes | None = None,
    heaps: int | None = None,
    piles: int | None = None,
    symbols: str | None = None,
    up_to_symmetry: bool = True,
    connected: bool = False,
    columns: Sequence[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    force: bool = False,
    keep: bool = True,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
    **options: Any,
) -> Census:
    """A table of all positions of a game on boards of ``rows`` x ``cols``, or of all heaps up to ``heaps``.

    Boards are filled with the game's ``symbols`` in all ways. One position of each class under the symmetries that
    preserve the game stands in the table, with the size of the class as ``orbit``, unless ``up_to_symmetry`` is False.
    ``connected`` asks for regions: positions in which the cells that are not holes are connected, also up to
    translation. ``rows`` and ``cols`` may be several, such as ``range(1, 5)``; ``piles`` is how many heaps there may
    be.

    ``output`` is a file, CSV or Parquet according to its name, otherwise the rows are kept in memory (``keep``). The
    same call continues where one was stopped; a finished file is replaced only with ``force``. Of the limits,
    ``positions`` counts rows, and ``memory`` is what values may take before they are discarded.

    >>> table = pp.census("domineering", rows=2, cols=2)
    >>> print(table)
    domineering 2x2: 7 positions up to symmetry, 16 in all
    outcomes  P 3 (7), N 2 (5), L 1 (2), R 1 (2)
    values    5 different: 0 3 (7), * 1 (4), 1 1 (2), -1 1 (2), +-1 1
    hot           1  ..|..  +-1
    >>> [row["value"] for row in pp.census("domineering", rows=1, cols=3, columns=["value"])]
    ['-1', '-1', '0', '0', '0', '0']
    """
    rules = _system(system, options)
    space = space_of(rules, rows, cols, heaps, piles, symbols, not up_to_symmetry, connected)
    path = None if output is None else Path(output)
    chosen = columns_of(rules, columns, floats=path is not None and path.suffix == Parquet.suffix)
    facts = evaluator(rules, chosen)
    question = {"perfectplay": __version__, "system": rules.title, "options": changed_options(rules)} | space.question()
    table = InMemory(chosen, keep) if path is None else CensusFile(path, chosen, question, force)
    try:
        with Limits(limits.time, cancel=limits.cancel) as watch:  # the other limits have another meaning here
            sweep = _Sweep(space, facts, table, chosen, limits, progress, watch)
            sweep.run()
        table.finish()
    finally:
        table.close()
    return Census(space.title, chosen, sweep.summary, table, sweep.seconds)


def _system(system: str | System, options: dict[str, Any]) -> System:
    if isinstance(system, str):
        return rules_of(system, **options)
    if not isinstance(system, System):
        raise ParseError(f"a {type(system).__name__}", expected="the key of a system, or a system")
    return system.with_options(**options)


@dataclass
class _Sweep:
    """One run over a space, from where the table ends."""

    space: Space
    facts: Values | Outcomes
    table: CensusFile | InMemory
    columns: tuple[str, ...]
    limits: Limits
    progress: Progress | None
    watch: Watch
    started: float = field(default_factory=time.monotonic)
    summary: Summary = field(default_factory=Summary)
    waiting: list[Rows] = field(default_factory=list)
    done: int = 0
    """Positions before this number are in the table or waiting."""
    rows: int = 0
    memory: int = 0

    def __post_init__(self) -> None:
        for part in self.table.parts:
            self.summary.add(Summary.from_json(part.summary))
        self.first = self.done = self.written = self.table.end
        self.cut = self.started

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def run(self) -> None:
        most = FIRST_BLOCK
        try:
            while self.done < self.space.total:
                self._look_at_limits()
                began = time.monotonic()
                self._block(most)
                self._tell()
                took = time.monotonic() - began
                if took < BLOCK_SECONDS / 2:
                    most *= 2
                elif took > 2 * BLOCK_SECONDS:
                    most = max(1, most // 2)
                old = time.monotonic() - self.cut > min(PART_SECONDS, max(1.0, self.seconds / 5))
                if old or sum(len(rows.texts) for rows in self.waiting) > PART_ROWS:
                    self._cut()
            self._cut()
        except LimitReached as error:
            with unwatched():
                self._cut()
            reason = self._over() or error
            raise LimitReached(f"{reason}; {self._where()}", kind=reason.kind) from None

    def _block(self, most: int) -> None:
        """Take the next positions and compute their rows."""
        block = self.space.block(self.done, most, self._asked())
        numbers = self._evaluate(block)
        self.waiting.append(Rows(block.texts, block.orbits, numbers))
        self.done = block.end
        self.rows += len(block.texts)

    def _evaluate(self, block: Block) -> list[int]:
        if max(self.facts.memory, self.memory) > self._room() // 2:
            self._forget()
        try:
            numbers, self.memory = self.facts.evaluate(block.kernel, block.codes, self._asked(self.limits.memory))
        except LimitReached:
            if self.limits.memory is None or not self.facts.memory or self._over():
                raise
            self._forget()  # again, with all the memory there is
            numbers, self.memory = self.facts.evaluate(block.kernel, block.codes, self._asked(self.limits.memory))
        except ValueError as error:
            raise NotApplicable(f"{self.space.system.title}: {error}") from None
        return numbers

    def _room(self) -> int:
        return ROOM if self.limits.memory is None else self.limits.memory

    def _forget(self) -> None:
        self._cut()
        self.facts.start_again()
        self.memory = 0

    def _cut(self) -> None:
        """Make what is waiting a part of the table."""
        if self.done > self.written:
            cells = self.facts.finish()
            share = Summary.of(self.columns, self.waiting, cells)
            self.table.add(self.done, self.waiting, cells, share.to_json())
            self.summary.add(share)
            self.waiting = []
            self.written = self.done
        self.cut = time.monotonic()

    def _asked(self, memory: int | None = None) -> Control:
        clock, _, _, cancel, _ = self.watch.control()
        report = None if self.progress is None else lambda *_: self._tell()
        return clock, memory, None, cancel, report

    def _over(self) -> LimitReached | None:
        """Why it has to end now, if it does."""
        try:
            self.watch()
        except LimitReached as error:
            return error
        return None

    def _look_at_limits(self) -> None:
        self.watch()
        if self.limits.positions is not None and self.rows >= self.limits.positions:
            raise LimitReached(f"limit of {self.limits.positions} positions reached", kind="positions")

    def _where(self) -> str:
        done = f"{self.done:,} of {self.space.total:,} {self.space.noun} are done"
        return f"{done}, and the same question continues from there" if isinstance(self.table, CensusFile) else done

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.done, self.space.total, self.done - self.first, self.seconds)
