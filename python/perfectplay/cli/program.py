"""Every command: which ones there are, what each takes, and how one is carried out.

The commands that ask questions are derived from the questions, the others stand in :mod:`perfectplay.cli.commands`.
Only what the command at hand needs is imported.
"""

from __future__ import annotations

import os
from typing import Any

from perfectplay._native import __version__
from perfectplay.cli.arguments import Parser, options_first, settle_key, with_key
from perfectplay.cli.asking import add_question, ask
from perfectplay.cli.commands import COMMANDS
from perfectplay.errors import ParseError, quote
from perfectplay.log import LEVELS, VARIABLE, write_to_standard_error
from perfectplay.questions import names, record, records

EPILOG = (
    "INSTANCE is text (rows by |), a file, - for standard input, or a named sample such as @klotski; the default is"
    " the system's sample. An address of puzz.link and a file of pzpr need no KEY. Exit codes: 0 answered, 1 answered"
    " 'no', 2 bad input, 3 limit reached, 70 internal error, 74 output cannot be written, 130 interrupted, 143"
    " terminated."
)


def run(words: list[str]) -> int:
    """Carry out one command line and return its exit code."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what may stand at the cursor
        from perfectplay.cli.completion import complete

        complete()
    first = words[0].replace("-", "_") if words and not words[0].startswith("-") else ""  # cop-number is cop_number
    name = first if first in (*COMMANDS, *names()) else ""
    if first and not name:
        raise _unknown(words[0])
    if not name and words and words[0].partition("=")[0] not in ("-h", "--help", "--version"):
        raise ParseError(f"{quote(words[0])} before the command", expected="options after it: COMMAND … --json")
    top, commands = parser(name)
    if name:
        rest = options_first(words[1:], commands[name].valued)
        words = [name, *(with_key(rest) if name not in COMMANDS or COMMANDS[name].instance else rest)]
    try:
        arguments, more = top.parse_known_args(words)
    except SystemExit as done:  # --help and --version have been answered
        return int(done.code or 0)
    if more:
        commands[name].error(f"unrecognized arguments: {' '.join(each for each in more if each != '--')}")
    level = arguments.log or os.environ.get(VARIABLE)
    if level:
        if level.lower() not in LEVELS:
            raise ParseError(f"{VARIABLE} is {quote(level)}", expected=f"one of {', '.join(LEVELS)}")
        write_to_standard_error(level)
    if name not in COMMANDS or COMMANDS[name].instance:
        settle_key(arguments)
    return ask(arguments) if name not in COMMANDS else COMMANDS[name].run(arguments)


def _unknown(word: str) -> ParseError:
    from difflib import get_close_matches

    near = get_close_matches(word.lower().replace("-", "_"), [*COMMANDS, *names()], n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else " (perfectplay --help lists them)"
    return ParseError(f"no command {quote(word)}{hint}")


def parser(name: str = "") -> tuple[Parser, dict[str, Parser]]:
    """The parser, and those of the commands: of one, or of all where none is named."""
    top = Parser(
        prog="perfectplay",
        description="Who wins and how, what a position is worth, shortest solutions: combinatorial games and puzzles.",
        epilog=EPILOG,
    )
    top.add_argument("--version", action="version", version=f"perfectplay {__version__}")
    commands: Any = top.add_subparsers(
        prog=top.prog, dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    made: dict[str, Parser] = {}

    def add(each: str, help: str) -> Parser:
        made[each] = commands.add_parser(each, help=help, description=help)
        made[each].option("--log", choices=LEVELS, help=f"tell on standard error what is done (or: {VARIABLE})")
        return made[each]

    asked = [record(name)] if name in names() else [] if name else records()
    before = [each for each, command in COMMANDS.items() if command.first]
    for each in before if not name else [name] if name in before else []:
        COMMANDS[each].add(add(each, COMMANDS[each].help))
    for question in asked:
        add_question(add(question.name, question.help), question)
    after = [each for each in COMMANDS if each not in before]
    for each in after if not name else [name] if name in after else []:
        COMMANDS[each].add(add(each, COMMANDS[each].help))
    return top, made
