"""Collections: many positions in one file, text or list.

:func:`collection` reads them one after the other, so that a file may be of any size. How a collection is laid out is
found from its first lines (:mod:`perfectplay.collection.layouts`). An entry that cannot be read is an error of that
entry, and of no other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from typing import Any, BinaryIO

from perfectplay.collection.layouts import Piece, pieces_in
from perfectplay.errors import ParseError, PerfectPlayError, one_line, quote
from perfectplay.files import is_file, lines_of, opened
from perfectplay.own import unsaid, word_for
from perfectplay.position import Position, changed_options
from perfectplay.registry import canonical, key_in, key_of_file, rules_of

MOST_LOOKED_AT = 1000
"""Entries that are looked at where there should be one."""
MOST_TITLE = 400
"""Characters of a title, an author or a comment that are kept."""


@dataclass(frozen=True)
class Entry:
    """One position of a collection, where it stands there, and what is said about it."""

    number: int
    """From 1."""
    key: str
    """The system, as it was given; empty where the entry itself does not say it as it should."""
    text: str
    line: int | None = None
    """Where its text begins; None where there are no lines."""
    title: str = ""
    author: str = ""
    comment: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the rules."""
    fault: str = ""
    """Why there is no text that could be read."""

    @property
    def position(self) -> Position:
        """The position; :class:`ParseError` says on which line there is none."""
        if self.error:
            raise ParseError(self.error)
        found = self._read
        assert isinstance(found, Position)
        return found

    @property
    def error(self) -> str:
        """Why it cannot be read, in one line; empty if it can."""
        return self._read if isinstance(self._read, str) else ""

    @property
    def where(self) -> str:
        return f"entry {self.number}" if self.line is None else f"line {self.line}"

    @cached_property
    def _read(self) -> Position | str:
        try:
            if self.fault:
                raise ParseError(self.fault)
            return rules_of(self.key, **self.options).load(self.text)
        except PerfectPlayError as error:
            return one_line(f"{self.where}: {error}")

    @property
    def digest(self) -> str:
        """The same for the same text, to recognise an entry in another run."""
        said = "\n".join((self.key, *(f"{name}={value!r}" for name, value in self.options.items()), "", self.text))
        return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


class Collection:
    """The entries of a collection, read each time that it is iterated over; a stream can be read only once.

    >>> [(entry.number, entry.position) for entry in pp.collection("3 5 7\\n1 1", "nim")]
    [(1, load('nim', '3 5 7')), (2, load('nim', '1 1'))]
    """

    def __init__(self, source: object, key: str | None, options: Mapping[str, Any], name: str = "") -> None:
        self.key = None if key is None else canonical(key)
        self.options, self.name = dict(options), name
        self._pieces = _reader(source, name)
        if key is not None:
            rules_of(key, **options)  # which refuses what makes no sense before anything is read
        elif options:
            raise ParseError(f"options {', '.join(options)}", expected="options of a system that is named")

    def __iter__(self) -> Iterator[Entry]:
        rules = None if self.key is None else rules_of(self.key, **self.options)
        with closing(self._pieces(rules)) as pieces:  # type: ignore[type-var]
            for number, piece in enumerate(pieces, 1):
                yield self._entry(number, piece)

    def _entry(self, number: int, piece: Piece) -> Entry:
        said = {name: one_line(getattr(piece, name))[:MOST_TITLE] for name in ("title", "author", "comment")}
        if isinstance(piece.source, Position):
            system = piece.source.system
            key, options = word_for(type(system)), changed_options(system)
            return Entry(number, key, str(piece.source), piece.line, **said, options=options, fault=unsaid(system))
        key, text, fault = self.key or "", piece.source, piece.fault
        try:
            if not key and isinstance(text, str):
                key = key_in(text)
            elif not isinstance(text, str) and not fault:
                text = str(rules_of(key, **self.options).load(text))
        except PerfectPlayError as error:
            fault = str(error)
        except KeyError:
            fault = f"{quote(str(text)[:80])} does not say which puzzle it is"
        text = text if isinstance(text, str) else ""
        return Entry(number, key, text, piece.line, **said, options=self.options, fault=fault)

    def __repr__(self) -> str:
        return f"<Collection{self.name and f' in {self.name}'}>"


def collection(source: object, /, key: str | None = None, **options: Any) -> Collection:
    """The positions of a collection, one after the other: of a ``Path``, of a text, or of a list.

    Iterating gives entries with ``number``, ``title``, ``author``, ``comment``, ``line`` and ``position``; one that
    cannot be read has its ``error``, and asking for its position raises it. Lists of addresses, files of pzpr and
    files whose name tells their puzzle, such as ``.xsb``, need no ``key``. Keywords are rule options.

    >>> text = "; Straight on\\n#####\\n#@$.#\\n#####\\n\\n; No goal\\n#####\\n#@$ #\\n#####"
    >>> for entry in pp.collection(text, "sokoban"):
    ...     print(entry.number, entry.title, entry.error or pp.solve(entry.position))
    1 Straight on R
    2 No goal line 7: sokoban: 1 boxes for 0 goals (expected as many boxes as goals)
    """
    if isinstance(source, Collection):
        if key is not None or options:
            raise ParseError("a collection that is read already", expected="no key and no options for it")
        return source
    if not isinstance(source, os.PathLike):
        return Collection(source, key, options)
    name = os.fspath(source)
    return Collection(source, key or key_of_file(os.path.splitext(name)[1].lower()), options, name)


def only(text: str, key: str, options: Mapping[str, Any]) -> Position | None:
    """The position of a collection of one, which may have a title and remarks; None if the text is no collection. One
    of several positions is refused."""
    entries = list(islice(Collection(text, key, options), MOST_LOOKED_AT))
    readable = [entry for entry in entries if not entry.error]
    if len(entries) == len(readable) == 1:
        return readable[0].position
    if readable and (len(readable) == len(entries) or rules_of(key, **options).row):
        several = f"{len(entries)} positions" if len(entries) < MOST_LOOKED_AT else "many positions"
        raise ParseError(several, expected="one; batch asks about all of a collection")
    return None


def from_stream(stream: BinaryIO, name: str, key: str | None, options: Mapping[str, Any]) -> Collection:
    """The collection in an open file, such as standard input."""
    return Collection(_Stream(stream), key, options, name)


@dataclass(frozen=True)
class _Stream:
    file: BinaryIO


def _reader(source: object, name: str) -> Callable[[Any], Iterator[Piece]]:
    """What reads the pieces of a source, given the rules of their system or None."""
    if isinstance(source, os.PathLike):
        return lambda rules: _from_file(source, name, rules)
    if isinstance(source, _Stream):
        return lambda rules: pieces_in(lines_of(source.file, name), rules)
    if isinstance(source, str):
        if "\n" not in source and is_file(source):
            raise ParseError(f"{quote(source)} is text, and the name of a file", expected="a Path to read the file")
        return lambda rules: pieces_in(iter(source.splitlines()), rules)
    if isinstance(source, Iterable) and not isinstance(source, bytes | Mapping):
        return lambda rules: _listed(source, rules)
    given = type(source).__name__
    raise ParseError(f"a collection that is a {given}", expected="a Path, text, or a list of positions")


def _from_file(path: os.PathLike[str], name: str, rules: Any) -> Iterator[Piece]:
    with opened(path, "file") as file:
        yield from pieces_in(lines_of(file, name), rules)


def _listed(source: Iterable[Any], rules: Any) -> Iterator[Piece]:
    """Each item is one position: its text, an object, or a position already."""
    for item in source:
        readable = rules is not None or isinstance(item, str | Position)
        yield Piece(item, fault="" if readable else f"a {type(item).__name__} (expected a key for it)")
