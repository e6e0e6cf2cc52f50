"""The questions as commands: arguments, options and files from the record of each (:mod:`perfectplay.question`)."""

from __future__ import annotations

import argparse
from typing import Any

from perfectplay.cli import ANSWERED, NO
from perfectplay.cli.arguments import (
    Parser,
    add_instance,
    add_json,
    add_limits,
    add_settings,
    read_limits,
    read_options,
    read_position,
    read_text,
)
from perfectplay.cli.output import describe, write, write_file, write_json
from perfectplay.cli.progress import shown
from perfectplay.question import Argument, Question
from perfectplay.questions import function, record
from perfectplay.result import Result


def _offered(question: Question[Any]) -> tuple[Argument, ...]:
    return tuple(argument for argument in question.arguments if argument.offered)


def add_question(command: Parser, question: Question[Any]) -> None:
    if question.about == "system":
        command.add_argument("key", metavar="KEY", help="the system, see `perfectplay list`")
        add_settings(command)
    else:
        add_instance(command, optional=not any(argument.positional for argument in question.arguments))
    for argument in _offered(question):
        if argument.positional:
            command.add_argument(argument.name, metavar="ANSWER", help=argument.help)
            continue
        if argument.default is False:
            command.flag(f"--{argument.name}", argument.help)
            continue
        command.option(
            f"--{argument.name}",
            help=argument.help,
            choices=argument.choices or None,
            metavar=argument.word or None,
            type=str if argument.choices else argument.typed,
            default=argument.default,
        )
    for output in question.outputs:
        command.option(f"--{output.name}", metavar="FILE", help=output.help)
    if question.limited:
        if question.searches:
            command.option("--method", help="a method by name, see `show`")
        add_limits(command)
    else:
        add_json(command)


def ask(arguments: argparse.Namespace) -> int:
    question = record(arguments.command)
    given: dict[str, Any] = vars(arguments)
    texts = [read_text(given[each.name], "answer") for each in _offered(question) if each.positional]
    keywords = {each.name: _typed(each, given[each.name]) for each in _offered(question) if not each.positional}
    files = [(output, given[output.name]) for output in question.outputs if given[output.name] is not None]
    for output, _ in files:
        keywords |= output.arguments
    limits = read_limits(arguments) if question.limited else None
    about: Any = arguments.key
    if question.about == "system":
        keywords |= read_options(arguments, dict(question.options(arguments.key)))
    else:
        about = read_position(arguments)
    if question.searches:
        keywords["method"] = arguments.method
    quiet = given.get("quiet", False)
    if limits is None:
        result = function(question.name)(about, *texts, **keywords)
        data = result.to_json() if arguments.json else None
    else:
        with shown(quiet) as progress, limits:
            result = function(question.name)(about, *texts, limits=limits, progress=progress, **keywords)
            data = result.to_json() if arguments.json else None  # a strategy is computed as it is written down
    for output, path in files:
        text = output.text(result)
        if text is not None:
            write_file(path, text)
        if path == "-" and output.instead:
            return ANSWERED
    if data is not None:
        write_json(data)
    elif quiet:
        for line in bare(result):
            write(line)
    else:
        describe(result)
    return ANSWERED if result.found else NO


def _typed(argument: Argument, word: Any) -> Any:
    return argument.typed(word) if argument.choices and word is not None else word


def bare(result: Result[Any]) -> list[str]:
    """The answer for scripts: one line each, nothing where there is none."""
    answer = result.answer
    return [] if answer is None else [str(line) for line in answer] if isinstance(answer, list) else [str(answer)]
