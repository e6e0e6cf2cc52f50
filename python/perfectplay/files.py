"""Files: what is read from them, within bounds, and how they are written so that none is ever half done."""

from __future__ import annotations

import codecs
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from perfectplay.errors import ParseError, quote

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FILE = 1 << 20
"""Bytes of a file that holds one thing."""
LONGEST_LINE = 1 << 20
"""Characters of a line of a file that holds many."""


def is_file(path: str | os.PathLike[str]) -> bool:
    """Is there a file, or a pipe such as the shell's ``<(command)``?"""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def opened(path: str | os.PathLike[str], what: str) -> BinaryIO:
    """A file to be read; :class:`ParseError` names it if it cannot be."""
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParseError(f"{what} {quote(os.fspath(path))}: {reason}") from None


def read_file(path: str | os.PathLike[str], what: str = "file") -> str:
    """The whole text of a file."""
    with opened(path, what) as file:
        return read_all(file, os.fspath(path), what)


def read_all(file: IO[bytes], name: str, what: str) -> str:
    """The whole text of an open file, which is called ``name`` in errors."""
    try:
        raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ParseError(f"{what} {quote(name)}: {error.strerror}") from None
    if len(raw) > LARGEST_FILE:
        raise ParseError(f"{what} {quote(name)} is too large", expected=f"at most {LARGEST_FILE} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"{what} {quote(name)} is not text: byte {error.start}", expected="UTF-8") from None


# many things in one file --------------------------------------------------------------------------------------------


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("perfectplay.latin", _as_latin)


def lines_of(file: IO[bytes], name: str) -> Iterator[str]:
    """The lines of an open file without their ends, one after the other, however many there are.

    Names of authors in old collections are not always UTF-8: a byte that is not is taken for Latin-1.
    """
    text = io.TextIOWrapper(file, "utf-8-sig", errors="perfectplay.latin")
    number = 0
    try:
        while line := text.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise ParseError(f"{quote(name)}: line {number} is too long", expected=f"at most {LONGEST_LINE}")
            if "\0" in line:
                raise ParseError(f"{quote(name)} is not text: line {number}")
            yield line.removesuffix("\n")
    except OSError as error:
        raise ParseError(f"file {quote(name)}: {error.strerror}") from None


# writing ------------------------------------------------------------------------------------------------------------


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that gets its name only when all of it is written."""
    making = path.with_name(path.name + ".tmp")
    try:
        with making.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        making.replace(path)
    except BaseException:
        making.unlink(missing_ok=True)
        raise


def lock(file: IO[Any], path: Path, whose: str) -> None:
    """Two processes that write the same file would corrupt it. (Where files cannot be locked, nothing is checked.)"""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ParseError(f"{path} is being written by another {whose}") from None
    except OSError:
        return


def difference(known: str | None, asked: str) -> str:
    """The first thing in which two questions differ, each a JSON object."""
    try:
        import json

        old, new = json.loads(known or ""), json.loads(asked)
        name = next(name for name in {**old, **new} if old.get(name) != new.get(name))
        return f"{name}: {old.get(name)!r} there, {new.get(name)!r} here"
    except (ValueError, StopIteration, AttributeError):
        return "unreadable"
