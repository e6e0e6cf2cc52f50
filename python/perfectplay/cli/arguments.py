"""What the commands take, and how it is read."""

from __future__ import annotations

import argparse
import os
import re
import stat
import sys
from typing import Any, NoReturn

from perfectplay._native import __version__
from perfectplay.errors import ParseError, quote
from perfectplay.formats import FORMS, tells_type
from perfectplay.limits import Limits
from perfectplay.registry import key_in, keys, load, system
from perfectplay.system import Position

LARGEST_FILE = 1 << 20

QUESTIONS = {
    "outcome": "who wins, by who starts",
    "best": "a best move",
    "value": "the value: canonical form, stops, mean and temperature",
    "thermograph": "the thermograph: stops under a tax on moves",
    "temperature": "how much the next move matters",
    "grundy": "the nimber of an impartial position",
    "remoteness": "moves to the end if the winner hurries and the loser delays",
    "suspense": "moves to the end if the winner delays and the loser hurries",
    "score": "the difference of points under perfect play",
    "solve": "a shortest solution",
    "solutions": "several shortest solutions",
    "count": "the number of shortest solutions, on paper of all",
    "unique": "is there one solution only? (pencil puzzles)",
    "another": "a solution other than the given one",
    "forced": "what all solutions have in common",
    "reachable": "the positions that can be reached",
    "cluster": "how far all reachable positions are from a solution, and the hardest",
    "order": "how many arrangements the moves of a permutation puzzle can make",
}


WITH_PLAYER = ("best", "score", "remoteness", "suspense")


class Parser(argparse.ArgumentParser):
    """Reports a wrong command line as any other wrong input: one line, exit code 2."""

    def error(self, message: str) -> NoReturn:
        raise ParseError(f"{message} ({self.prog} --help explains)")


def parser() -> Parser:
    from perfectplay.cli.census import add_census

    top = Parser(
        prog="perfectplay",
        description="Who wins and how, what a position is worth, shortest solutions: combinatorial games and puzzles.",
        epilog="INSTANCE is text (rows by |), a file, - for standard input, or a named sample such as @klotski; left"
        " out, it is the system's sample. An address of puzz.link and a file of pzpr need no KEY. Exit codes: 0"
        " answered, 1 answered 'no', 2 bad input, 3 limit reached, 130 interrupted, 143 terminated.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"perfectplay {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)

    listing = commands.add_parser("list", help="the catalogue of systems", allow_abbrev=False)
    listing.add_argument("word", nargs="?", help="only systems whose key, name, section or id contains this")
    listing.add_argument("--json", action="store_true", help="one JSON array on standard output")

    show = _with_instance(commands, "show", "rules, options, samples and picture of a system")
    show.add_argument("--json", action="store_true", help="one JSON object on standard output")

    for name, text in QUESTIONS.items():
        command = _with_instance(commands, name, text, optional=name != "another")
        if name == "another":
            command.add_argument("answer", metavar="ANSWER", help="the solution that is known: text, a file, or -")
        if name == "unique":
            command.add_argument("--drat", metavar="FILE", help="write a DRAT proof that there is no other")
        _add_asking(command)
        if name in WITH_PLAYER:
            command.add_argument("--player", choices=("left", "right"), help="who is to move (default: left)")
        if name in ("solve", "solutions", "count", "cluster"):
            command.add_argument("--metric", help="what 'shortest' counts")
        if name == "thermograph":
            command.add_argument("--svg", metavar="FILE", help="draw it as SVG in a file (- for standard output)")
        if name == "solutions":
            command.add_argument("--limit", type=int, default=2, metavar="N", help="at most so many (default: 2)")
        if name == "count":
            command.add_argument("--limit", type=int, metavar="N", help="on paper: count no further")

    evaluate = commands.add_parser(
        "evaluate", help="work out an expression in values, such as '{1|-1} + ^*2'", allow_abbrev=False
    )
    evaluate.add_argument("expression", metavar="EXPRESSION", help="in the notation of the field, or - to read it")
    evaluate.add_argument("--latex", action="store_true", help="the bare canonical form, for LaTeX")
    evaluate.add_argument("--svg", metavar="FILE", help="draw the thermograph as SVG in a file (- for standard output)")
    evaluate.add_argument("--tree", metavar="FILE", help="draw the tree of options as SVG")
    evaluate.add_argument("--memory", metavar="2GB", help="give up when values and caches need more")
    evaluate.add_argument("--json", action="store_true", help="one JSON object on standard output")
    evaluate.add_argument("--quiet", action="store_true", help="the bare canonical form")

    add_census(commands)

    generate = commands.add_parser("generate", help="make a hard puzzle", allow_abbrev=False)
    generate.add_argument("key", metavar="KEY", help="the system")
    add_settings(generate)
    generate.add_argument("--metric", help="what 'hard' counts")
    add_limits(generate)

    check = _with_instance(commands, "check", "is this a solution? what is wrong with it?", optional=False)
    check.add_argument("answer", metavar="ANSWER", help="moves as text, a file, or -")
    check.add_argument("--metric", help="what the cost counts")
    check.add_argument("--json", action="store_true", help="one JSON object on standard output")

    verify = commands.add_parser("verify", help="check a result that --json wrote", allow_abbrev=False)
    verify.add_argument("result", metavar="FILE", help="a file, or - for standard input")
    add_limits(verify)

    play = _with_instance(commands, "play", "play against perfection, or try a puzzle")
    play.add_argument("--player", choices=("left", "right", "both", "none"), default="left", help="who you are")
    play.add_argument("--first", choices=("left", "right"), default="left", help="who begins")

    export = _with_instance(commands, "export", "write a pencil puzzle in a format of others")
    export.add_argument("--to", choices=FORMS, default="url", help="the format (default: url, of puzz.link)")

    render = _with_instance(commands, "render", "draw a position")
    render.add_argument("--svg", metavar="FILE", help="write an SVG picture to a file (- for standard output)")
    return top


WITH_VALUE = (
    "--set",
    "--method",
    "--metric",
    "--time",
    "--memory",
    "--positions",
    "--player",
    "--limit",
    "--drat",
    "--to",
    "--first",
    "--svg",
    "--tree",
    "--rows",
    "--cols",
    "--heaps",
    "--piles",
    "--symbols",
    "--columns",
    "--output",
)


WITHOUT_INSTANCE = ("list", "evaluate", "census", "generate", "verify")


def options_first(words: list[str]) -> list[str]:
    """The words with options moved to the front, so that the text of a position may begin with a dash.

    >>> options_first(["solve", "sokoban", "-@$.", "--json"])
    ['solve', '--json', '--', 'sokoban', '-@$.']
    >>> options_first(["solve", "https://puzz.link/p?slither/3/2/a7b"])
    ['solve', '--', 'slitherlink', 'https://puzz.link/p?slither/3/2/a7b']
    """
    options: list[str] = []
    others: list[str] = []
    rest = iter(words[1:])
    for word in rest:
        if word == "--":
            others.extend(rest)
        elif re.fullmatch(r"-h|--[a-z]+(=.*)?", word, re.DOTALL):
            options.append(word)
            if word in WITH_VALUE:
                options.extend(value for value in [next(rest, None)] if value is not None)
        else:
            others.append(word)
    if others and words[0] not in WITHOUT_INSTANCE:
        others = [*key_of(others[0]), *others]
    return [*words[:1], *options, "--", *others] if others else [*words[:1], *options]


def key_of(word: str) -> list[str]:
    """The key that was left out, if instead of it comes an address, or a file, that tells its type of puzzle."""
    if word in keys():
        return []
    text = read_text(word, "file") if word != "-" and is_file(word) else word
    return [key_in(text)] if tells_type(text) else []


def _with_instance(commands: Any, name: str, text: str, optional: bool = True) -> Parser:
    command: Parser = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
    command.add_argument("key", metavar="KEY", help="the system, see `perfectplay list`")
    command.add_argument("instance", metavar="INSTANCE", nargs="?" if optional else None, help="the position")
    add_settings(command)
    return command


def add_settings(command: Parser) -> None:
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="settings", help="a rule option, see `show`"
    )


def _add_asking(command: Parser) -> None:
    command.add_argument("--method", help="a method by name, see `show`")
    add_limits(command)


def add_limits(command: Parser) -> None:
    command.add_argument("--time", metavar="10s", help="give up after this time")
    command.add_argument("--memory", metavar="2GB", help="give up when the tables need more")
    command.add_argument("--positions", metavar="5M", help="give up after so many positions")
    command.add_argument("--json", action="store_true", help="one JSON object on standard output")
    command.add_argument("--quiet", action="store_true", help="the bare answer, no progress")


def read_limits(arguments: argparse.Namespace) -> Limits:
    return Limits.of(arguments.time, arguments.memory, arguments.positions)


def read_text(source: str, what: str) -> str:
    """A file's text, standard input for ``-``, or the text itself where no such file exists."""
    if source == "-":
        if sys.stdin is None:
            raise ParseError(f"no standard input to read the {what} from: it is closed")
        raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
    elif is_file(source):
        try:
            with open(source, "rb") as file:
                raw = file.read(LARGEST_FILE + 1)
        except OSError as error:
            raise ParseError(f"{what} {quote(source)}: {error.strerror}") from None
    else:
        return source
    if len(raw) > LARGEST_FILE:
        raise ParseError(f"{what} {quote(source)} is too large", expected=f"at most {LARGEST_FILE} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"{what} {quote(source)} is not text: byte {error.start}", expected="UTF-8") from None


def is_file(path: str) -> bool:
    """Is there a file, or a pipe such as the shell's ``<(command)``?"""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def read_position(arguments: argparse.Namespace) -> Position:
    cls = system(arguments.key)
    options = read_options(arguments)
    source = arguments.instance
    if source is None or is_sample(source):
        return load(arguments.key, source, **options)
    rules = cls(**options)
    try:
        return rules.load(read_text(source, "file"))
    except ParseError as error:
        if is_file(source):
            raise error.within(source) from None
        if re.fullmatch(r"[^|\s]*\.[A-Za-z]{2,5}", source):
            raise ParseError(f"{error}, and there is no file of this name") from None
        raise


def read_options(arguments: argparse.Namespace, known: dict[str, Any] | None = None) -> dict[str, Any]:
    known = system(arguments.key).all_options() if known is None else known
    return dict(_read_option(known, text, arguments.key) for text in arguments.settings)


def is_sample(source: str) -> bool:
    """Is it ``@name``? (Sokoban's positions may begin with ``@``, too.)"""
    return re.fullmatch(r"@[a-z]\w*", source) is not None


def _read_option(known: dict[str, Any], text: str, key: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or name not in known:
        options = ", ".join(f"{option}={default}" for option, default in known.items()) or "none"
        raise ParseError(f"{key}: no option {quote(text)}", expected=f"name=value of: {options}")
    default = known[name]
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if isinstance(default, bool):
        if value.lower() not in words:
            raise ParseError(f"{key}: option {quote(text)}", expected="true or false")
        return name, words[value.lower()]
    if isinstance(default, int):
        try:
            return name, int(value)
        except ValueError:
            raise ParseError(f"{key}: option {quote(text)}", expected="a whole number") from None
    return name, value
