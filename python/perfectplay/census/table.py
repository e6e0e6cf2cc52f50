"""Where the rows of a census go: memory, CSV or Parquet.

A file is made of *parts*, each written under another name and renamed when it is whole, in a folder beside the file:
``NAME.parts/00000.csv``, and ``00000.json`` with the number at which it ends and its share of the summary. Asking the
same question again continues after the last whole part. When all parts are there they are joined, again under another
name, the file gets its own, and the folder is removed.
"""

from __future__ import annotations

import csv
import importlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from perfectplay.census.facts import OF_POSITION, TYPES, Entry
from perfectplay.errors import ParseError, PerfectPlayError, quote
from perfectplay.files import difference, lock, whole
from perfectplay.log import listening

ROW_GROUP = 1 << 18
"""Rows of a group of a Parquet file."""


class Rows(NamedTuple):
    """Some rows: texts and orbits of positions, and for each the number of its other cells."""

    texts: list[str]
    orbits: list[int]
    numbers: list[int]


class Format(Protocol):
    suffix: str

    def write(
        self, path: Path, columns: Sequence[str], rows: Sequence[Rows], cells: Sequence[tuple[Entry, ...]]
    ) -> None:
        """Write a part."""

    def join(self, path: Path, columns: Sequence[str], parts: Sequence[Path], question: str) -> None:
        """Make one file of all parts."""

    def read(self, path: Path, columns: Sequence[str]) -> Iterator[tuple[Entry, ...]]: ...


def _quoted(cell: Entry) -> str:
    text = "" if cell is None else str(cell)
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') else text


def lines(columns: Sequence[str], rows: Rows, cells: Sequence[tuple[Entry, ...]]) -> Iterator[str]:
    """Lines of CSV. All that depends on the value alone is written once."""
    used = set(rows.numbers)
    ends = {number: "".join(f",{_quoted(cell)}" for cell in cells[number]) + "\n" for number in used}
    plain = not any(sign in text for text in rows.texts for sign in ',"')
    texts = rows.texts if plain else [_quoted(text) for text in rows.texts]
    if "orbit" in columns:
        triples = zip(texts, rows.orbits, rows.numbers, strict=True)
        return (f"{text},{orbit}{ends[number]}" for text, orbit, number in triples)
    return (text + ends[number] for text, number in zip(texts, rows.numbers, strict=True))


class Csv:
    suffix = ".csv"

    def write(
        self, path: Path, columns: Sequence[str], rows: Sequence[Rows], cells: Sequence[tuple[Entry, ...]]
    ) -> None:
        with whole(path) as file:
            for block in rows:
                file.write("".join(lines(columns, block, cells)).encode())

    def join(self, path: Path, columns: Sequence[str], parts: Sequence[Path], question: str) -> None:
        with whole(path) as file:
            file.write((",".join(columns) + "\n").encode())
            for part in parts:
                with part.open("rb") as source:
                    shutil.copyfileobj(source, file, 1 << 20)

    def read(self, path: Path, columns: Sequence[str]) -> Iterator[tuple[Entry, ...]]:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file)
            next(reader)
            types = [TYPES[name] for name in columns]
            for row in reader:
                yield tuple(kind(cell) if cell else None for kind, cell in zip(types, row, strict=True))


class Parquet:
    """Through pyarrow, which is imported when it is first needed."""

    suffix = ".parquet"

    def __init__(self) -> None:
        try:
            self.pa: Any = importlib.import_module("pyarrow")
            self.pq: Any = importlib.import_module("pyarrow.parquet")
        except ImportError:
            raise PerfectPlayError(
                'Parquet needs pyarrow: pip install "perfectplay[exchange]" (CSV needs nothing)'
            ) from None

    def schema(self, columns: Sequence[str], question: str = "") -> Any:
        types = {str: self.pa.string(), int: self.pa.int64(), float: self.pa.float64()}
        metadata = {"perfectplay census": question} if question else None
        return self.pa.schema([(name, types[TYPES[name]]) for name in columns], metadata=metadata)

    def write(
        self, path: Path, columns: Sequence[str], rows: Sequence[Rows], cells: Sequence[tuple[Entry, ...]]
    ) -> None:
        schema = self.schema(columns)
        by_value = [name for name in columns if name not in OF_POSITION]
        different = dict(zip(by_value, zip(*cells, strict=True), strict=True)) if cells else {}
        with whole(path) as file, self.pq.ParquetWriter(file, schema) as writer:
            for block in rows:
                given: dict[str, Sequence[Entry]] = {"position": block.texts, "orbit": block.orbits}
                numbers = self.pa.array(block.numbers, self.pa.int32())
                arrays = []
                for name, kind in zip(columns, schema.types, strict=True):
                    array = self.pa.array(given.get(name) or different.get(name, ()), kind)
                    arrays.append(array if name in given else array.take(numbers))
                writer.write_table(self.pa.table(arrays, schema=schema))

    def join(self, path: Path, columns: Sequence[str], parts: Sequence[Path], question: str) -> None:
        schema = self.schema(columns, question)
        with whole(path) as file, self.pq.ParquetWriter(file, schema) as writer:
            waiting = schema.empty_table()
            for part in parts:
                read = self.pq.read_table(part).replace_schema_metadata(schema.metadata)
                waiting = self.pa.concat_tables([waiting, read])
                while waiting.num_rows >= ROW_GROUP:  # so that groups do not depend on the parts
                    writer.write_table(waiting.slice(0, ROW_GROUP).combine_chunks())
                    waiting = waiting.slice(ROW_GROUP)
            writer.write_table(waiting.combine_chunks())

    def read(self, path: Path, columns: Sequence[str]) -> Iterator[tuple[Entry, ...]]:
        with self.pq.ParquetFile(path) as file:
            for batch in file.iter_batches():
                yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def format_of(path: Path) -> Format:
    """By the end of the name."""
    formats: Mapping[str, type[Csv] | type[Parquet]] = {Csv.suffix: Csv, Parquet.suffix: Parquet}
    if path.suffix not in formats:
        raise ParseError(f"output {quote(str(path))}", expected=f"a name that ends in {' or '.join(formats)}")
    return formats[path.suffix]()


class Part(NamedTuple):
    """A part that is done: the positions before the number ``end``, and its share of the summary."""

    end: int
    summary: dict[str, Any]


class CensusFile:
    """A table written part by part."""

    def __init__(self, path: Path, columns: Sequence[str], question: Mapping[str, Any], force: bool) -> None:
        self.path, self.columns = path, columns
        self.format = format_of(path)
        self.folder = path.with_name(path.name + ".parts")
        self.question = json.dumps({**question, "columns": list(columns)}, indent=1) + "\n"
        self.parts: list[Part] = []
        if path.exists() and not force:
            raise ParseError(f"{path} exists already", expected="another output, or force to replace it")
        try:
            self._open(force)
        except OSError as error:
            raise ParseError(f"cannot write {quote(str(path))}: {error.strerror or error}") from None

    def _open(self, force: bool) -> None:
        asked = self.folder / "question.json"
        self.folder.mkdir(exist_ok=True)
        self.lock = (self.folder / "lock").open("w")
        lock(self.lock, self.path, "census")
        known = asked.read_text(encoding="utf-8") if asked.exists() else None
        if known not in (None, self.question) and not force:
            self.lock.close()
            raise ParseError(
                f"{self.folder} holds the beginning of another census ({difference(known, self.question)})",
                expected="the same question, another output, or force to start afresh",
            )
        if force or known is None:
            for old in self.folder.glob("*.*"):
                old.unlink()
            with whole(asked) as file:
                file.write(self.question.encode())
            return
        while (part := self._read(len(self.parts))) is not None:
            self.parts.append(part)
        if log := listening():
            log.info("%s goes on after %d parts, %d positions", self.path, len(self.parts), self.end)

    def _name(self, number: int, suffix: str) -> Path:
        return self.folder / f"{number:05}{suffix}"

    def _read(self, number: int) -> Part | None:
        """A part as it was written, or None if there is none, or it is not whole."""
        try:
            about = json.loads(self._name(number, ".json").read_text(encoding="utf-8"))
            if self._name(number, self.format.suffix).stat().st_size != about["bytes"]:
                return None
            return Part(about["end"], about["summary"])
        except (OSError, ValueError, KeyError):
            return None

    @property
    def end(self) -> int:
        return self.parts[-1].end if self.parts else 0

    def add(self, end: int, rows: Sequence[Rows], cells: Sequence[tuple[Entry, ...]], summary: dict[str, Any]) -> None:
        number = len(self.parts)
        data = self._name(number, self.format.suffix)
        self.format.write(data, self.columns, rows, cells)
        about = {"end": end, "bytes": data.stat().st_size, "summary": summary}
        with whole(self._name(number, ".json")) as file:
            file.write(json.dumps(about).encode())
        self.parts.append(Part(end, summary))

    def finish(self) -> None:
        parts = [self._name(number, self.format.suffix) for number in range(len(self.parts))]
        self.format.join(self.path, self.columns, parts, self.question)
        self.parts.clear()

    def close(self) -> None:
        """Release the lock; a folder without parts is removed."""
        if not self.parts:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.close()

    def __iter__(self) -> Iterator[tuple[Entry, ...]]:
        return self.format.read(self.path, self.columns)


class InMemory:
    """A table in memory."""

    def __init__(self, columns: Sequence[str], rows: bool) -> None:
        self.columns = columns
        self.keeps_rows = rows
        self.kept: list[tuple[Rows, list[tuple[Entry, ...]]]] = []
        self.parts: list[Part] = []

    end = 0

    def add(self, end: int, rows: Sequence[Rows], cells: Sequence[tuple[Entry, ...]], summary: dict[str, Any]) -> None:
        if self.keeps_rows:
            for block in rows:
                used = {number: n for n, number in enumerate(dict.fromkeys(block.numbers))}
                numbers = list(map(used.__getitem__, block.numbers))
                self.kept.append((block._replace(numbers=numbers), [cells[number] for number in used]))

    def finish(self) -> None:
        pass

    def close(self) -> None:
        pass

    def __iter__(self) -> Iterator[tuple[Entry, ...]]:
        if not self.keeps_rows:
            raise PerfectPlayError("the rows of this census were not kept (output= writes them to a file)")
        for rows, cells in self.kept:
            for text, orbit, number in zip(*rows, strict=True):
                yield (text, *((orbit,) if "orbit" in self.columns else ()), *cells[number])

    def csv(self) -> Iterator[str]:
        yield ",".join(self.columns) + "\n"
        for rows, cells in self.kept:
            yield from lines(self.columns, rows, cells)
