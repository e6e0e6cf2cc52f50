"""The command ``batch``: one question about a whole file, one line of JSON for each entry; and ``verify`` of such
lines."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from perfectplay.batch import MOST_JOBS, Batch, Progress, Tally, asked_of_many, prepare
from perfectplay.batch.asking import ERROR, LIMIT, can_be_asked
from perfectplay.cli import ANSWERED, BAD_INPUT, NO, complain
from perfectplay.cli import LIMIT as LIMIT_REACHED
from perfectplay.cli.arguments import Parser, add_bounds, add_settings, read_key, read_limits, standard_input
from perfectplay.cli.output import styled, write, write_json
from perfectplay.cli.progress import status_line
from perfectplay.collection import from_stream
from perfectplay.errors import ParseError, PerfectPlayError, quote
from perfectplay.limits import Limits
from perfectplay.question import Argument, Question
from perfectplay.questions import records
from perfectplay.registry import read_option, system


def _offered() -> dict[str, list[Argument]]:
    """The arguments of all questions that may be asked about many positions, by name."""
    found: dict[str, list[Argument]] = {}
    for question in records():
        for argument in question.arguments if can_be_asked(question) else ():
            if argument.offered:
                found.setdefault(argument.name, []).append(argument)
    return found


def add_batch(command: Parser) -> None:
    """The arguments; those of the questions are taken together, and checked once the question is known."""
    command.usage = f"{command.prog} [options] QUESTION [KEY] FILE"
    command.add_argument("question", metavar="QUESTION", help="what is asked about each entry, such as solve")
    command.add_argument(
        "file", metavar="[KEY] FILE", nargs="+", help="the system, unless the file tells it, and a file, or -"
    )
    command.option("--key", metavar="KEY", help="the system, in another place")
    add_settings(command)
    for name, arguments in _offered().items():
        if arguments[0].default is False:
            command.flag(f"--{name}", arguments[0].help)
        else:
            command.option(f"--{name}", help=arguments[0].help.partition(" (")[0], metavar=arguments[0].word or None)
    command.option("--method", help="a method by name, see `show`")
    command.option("--output", metavar="FILE", help="write there, and continue it if it exists (default: -)")
    command.flag("--force", "begin an existing output anew")
    command.option("--jobs", metavar="N", help="processes (default: one for each core)")
    add_bounds(command)
    command.flag("--quiet", "no progress, and no summary if everything was answered")


def run_batch(arguments: argparse.Namespace) -> int:
    question = asked_of_many(arguments.question)
    *keys, file = arguments.file
    keys += [] if arguments.key is None else [arguments.key]
    if len(keys) > 1:
        raise ParseError(f"{len(keys)} systems: {', '.join(keys)[:60]}", expected="one key and one file")
    key = read_key(keys[0]) if keys else None
    if key is None and arguments.settings:
        raise ParseError(f"--set {quote(arguments.settings[0])}", expected="the key of a system with it")
    known = {} if key is None else system(key).all_options()
    options = dict(read_option(known, text, key or "") for text in arguments.settings)
    source: Any = Path(file) if file != "-" else from_stream(standard_input("collection"), "-", key, options)
    output = None if arguments.output in (None, "-") else arguments.output
    made = prepare(
        question.name,
        source,
        None if file == "-" else key,
        None if file == "-" else options,
        _jobs(arguments.jobs),
        output,
        arguments.force,
        read_limits(arguments),
        _arguments(question, arguments),
    )
    try:
        with _shown(arguments.quiet) as progress:
            for line in made.lines(progress):
                if output is None:
                    sys.stdout.write(line.decode())
                    sys.stdout.flush()
    except KeyboardInterrupt as stopped:
        if output is not None:
            stopped.args = (f"{output} holds {made.tally.total:,} entries, and the same command continues from there",)
        raise
    finally:
        if made.output is not None:
            made.output.close()
    return _report(made, arguments.quiet)


def _report(made: Batch, quiet: bool) -> int:
    """The summary, and the worst of the exit codes that single questions would have had."""
    tally = made.tally
    code = BAD_INPUT if tally.error else LIMIT_REACHED if tally.limit else NO if tally.no else ANSWERED
    if not quiet or code in (BAD_INPUT, LIMIT_REACHED):
        complain(str(tally), code)
    return code


def _jobs(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not 1 <= int(text) <= MOST_JOBS:
        raise ParseError(f"--jobs {quote(text)}", expected=f"a number from 1 to {MOST_JOBS}")
    return int(text)


def _arguments(question: Question[Any], given: argparse.Namespace) -> dict[str, Any]:
    """What was given for the arguments of the question; for those of others there must be nothing."""
    own = {each.name: each for each in question.arguments if each.offered}
    found: dict[str, Any] = {}
    for name in _offered():
        word = getattr(given, name)
        if word in (None, False):
            continue
        if name not in own:
            known = ", ".join(f"--{each}" for each in own) or "none"
            raise ParseError(f"{question.name} has no option --{name}", expected=f"of its own: {known}")
        found[name] = _typed(own[name], word)
    if given.method is not None:
        if not question.searches:
            raise ParseError(f"{question.name} has no methods", expected="no option --method")
        found["method"] = given.method
    return found


def _typed(argument: Argument, word: Any) -> Any:
    if word is True:
        return True
    if argument.choices and word not in argument.choices:
        raise ParseError(f"--{argument.name} {quote(word)}", expected=f"one of: {', '.join(argument.choices)}")
    try:
        return argument.typed(word)
    except ValueError:
        raise ParseError(f"--{argument.name} {quote(word)}", expected=argument.help) from None


@contextmanager
def _shown(quiet: bool) -> Iterator[Progress | None]:
    """A line of progress: how many, how fast, what went wrong."""
    with status_line(quiet) as show:
        if show is None:
            yield None
            return
        last = 0.0

        def report(tally: Tally) -> None:
            nonlocal last
            if tally.seconds - last > 0.1:
                last = tally.seconds
                bad = f", {tally.error + tally.limit:,} without an answer" if tally.error + tally.limit else ""
                show(f"{tally.total:,} entries, {tally.rate:,.0f} a second{bad}", tally.seconds)

        yield report


# verify -------------------------------------------------------------------------------------------------------------


def verify_lines(lines: Iterable[bytes], limits: Limits, as_json: bool) -> int:
    """Verify the results of a batch one after the other; what is not verified is said, then how many there were."""
    from perfectplay.verification import verify

    counts = dict.fromkeys(("verified", "refuted", "not checked", "without an answer", "unreadable"), 0)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise ParseError("not a JSON object", expected="what batch writes")
            if data.get("status") in (LIMIT, ERROR):
                counts["without an answer"] += 1
                continue
            found = verify(data, limits=limits)
        except (ValueError, RecursionError, PerfectPlayError) as error:
            counts["unreadable"] += 1
            said = str(error) if isinstance(error, PerfectPlayError) else "not JSON"
            write_json({"line": number, "error": said}) if as_json else write(styled(f"line {number}: {said}", "bad"))
            continue
        counts[found.status] += 1
        if as_json:
            write_json({"line": number, **found.to_json()})
        elif not found:
            write(styled(f"line {number}: {found}", "bad" if found.refuted else "bold"))
    if not as_json:
        write(", ".join(f"{count:,} {what}" for what, count in counts.items() if count) or "nothing to verify")
    if counts["refuted"]:
        return NO
    return BAD_INPUT if counts["unreadable"] else LIMIT_REACHED if counts["not checked"] else ANSWERED
