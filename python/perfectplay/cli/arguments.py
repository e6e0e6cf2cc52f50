"""What the commands take, and how it is read."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Set
from typing import Any, BinaryIO, NoReturn

from perfectplay.errors import ParseError, UnknownSystem, quote
from perfectplay.files import is_file, read_all, read_file
from perfectplay.formats import tells_type
from perfectplay.limits import Limits
from perfectplay.own import is_own, open_word
from perfectplay.position import Position
from perfectplay.registry import canonical, key_in, load, load_file, read_option, rules_of, system


class Formatter(argparse.HelpFormatter):
    """As wide as the terminal. The usual one looks it up by a module that knows archives, for every option."""

    def __init__(self, prog: str, **keywords: Any) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(1).columns
        except (OSError, ValueError):
            columns = 0
        super().__init__(prog, **{"width": (columns or 80) - 2, **keywords})


class Parser(argparse.ArgumentParser):
    """Reports a wrong command line as any other wrong input: one line, exit code 2."""

    def __init__(self, **keywords: Any) -> None:
        self.valued: set[str] = set()
        """Options that are followed by a word."""
        super().__init__(**{"allow_abbrev": False, "formatter_class": Formatter, **keywords})

    def error(self, message: str) -> NoReturn:
        raise ParseError(f"{message} ({self.prog} --help explains)")

    def option(self, name: str, **keywords: Any) -> None:
        """An option that is followed by a word."""
        self.valued.add(name)
        self.add_argument(name, **keywords)

    def flag(self, name: str, help: str) -> None:
        self.add_argument(name, action="store_true", help=help)


def options_first(words: list[str], valued: Set[str]) -> list[str]:
    """The words with options moved to the front, so that the text of a position may begin with a dash.

    >>> options_first(["sokoban", "-@$.", "--json"], set())
    ['--json', '--', 'sokoban', '-@$.']
    """
    options: list[str] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            others.extend(rest)
        elif re.fullmatch(r"-h|--[a-z]+(-[a-z]+)*(=.*)?", word, re.DOTALL):
            if word.endswith("=--"):  # argparse would take the dashes for the end of options
                raise ParseError(f"{quote(word)}", expected="a value after =")
            options.append(word)
            if word in valued:
                options.extend(value for value in [next(rest, None)] if value is not None)
        else:
            others.append(word)
    return [*options, "--", *others] if others else options


def with_key(words: list[str]) -> list[str]:
    """The words with the key in front, which an address determines.

    >>> with_key(["--", "https://puzz.link/p?slither/3/2/a7b"])
    ['--', 'slitherlink', 'https://puzz.link/p?slither/3/2/a7b']
    """
    at = words.index("--") + 1 if "--" in words else len(words)
    return [*words[:at], *(key_of(words[at]) if words[at:] else []), *words[at:]]


def key_of(word: str) -> list[str]:
    """The omitted key, if an address or a file that names its type of puzzle comes instead."""
    if is_known(word):
        return []
    text = read_text(word, "file") if word != "-" and is_file(word) else word
    return [key_in(text)] if tells_type(text) else []


def is_known(word: str) -> bool:
    """Does this word name a system, of the catalogue or not?"""
    try:
        return is_own(word) or bool(canonical(word))
    except UnknownSystem:
        return False


def settle_key(arguments: argparse.Namespace) -> None:
    """The key that was given, as the registry has it; what was written stays as ``word``."""
    if getattr(arguments, "key", None) is not None:
        arguments.word, arguments.key = arguments.key, read_key(arguments.key)


def read_key(word: str) -> str:
    """The key that a word of the command line stands for. A class of the user's own, ``games.py:HexDominoes``, is
    loaded for that."""
    if is_own(word) and not tells_type(word):
        return open_word(word)
    return canonical(word)


def add_instance(command: Parser, optional: bool = True) -> None:
    command.add_argument("key", metavar="KEY", help="the system, see `perfectplay list`")
    command.add_argument("instance", metavar="INSTANCE", nargs="?" if optional else None, help="the position")
    add_settings(command)


def add_settings(command: Parser) -> None:
    command.option(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="settings", help="a rule option, see `show`"
    )


def add_json(command: Parser) -> None:
    command.flag("--json", "one JSON object on standard output")


def add_limits(command: Parser) -> None:
    add_bounds(command)
    add_json(command)
    command.flag("--quiet", "the bare answer, no progress")


def add_bounds(command: Parser) -> None:
    command.option("--time", metavar="10s", help="give up after this time")
    command.option("--memory", metavar="2GB", help="give up when the tables need more")
    command.option("--positions", metavar="5M", help="give up after this many positions")


def read_limits(arguments: argparse.Namespace) -> Limits:
    return Limits.of(arguments.time, arguments.memory, arguments.positions)


def read_text(source: str, what: str) -> str:
    """A file's text, standard input for ``-``, or the text itself where no such file exists."""
    if source == "-":
        return read_all(standard_input(what), source, what)
    return read_file(source, what) if is_file(source) else source


def standard_input(what: str) -> BinaryIO:
    if sys.stdin is None:
        raise ParseError(f"no standard input to read the {what} from: it is closed")
    return sys.stdin.buffer


def read_position(arguments: argparse.Namespace) -> Position:
    options = read_options(arguments)
    source = arguments.instance
    if source is None or is_sample(source):
        return load(arguments.key if is_own(arguments.word) else arguments.word, source, **options)
    if source == "-" or is_file(source):
        return load_file(arguments.key, read_text(source, "file"), "" if source == "-" else source, options)
    try:
        return rules_of(arguments.key, **options).load(source)
    except ParseError as error:
        if re.fullmatch(r"[^|\s]*\.[A-Za-z]{2,5}", source):
            raise ParseError(f"{error}, and there is no file of this name") from None
        raise


def read_options(arguments: argparse.Namespace, known: dict[str, Any] | None = None) -> dict[str, Any]:
    known = system(arguments.key).all_options() if known is None else known
    return dict(read_option(known, text, arguments.key) for text in arguments.settings)


def is_sample(source: str) -> bool:
    """Is it ``@name``? (Sokoban's positions may begin with ``@``, too.)"""
    return re.fullmatch(r"@[a-z]\w*", source) is not None
