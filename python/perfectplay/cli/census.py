"""The command ``census``: a table of all positions of a size, or of take-and-break codes, written to a file, and its
summary."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from perfectplay.census import Census, Progress, census
from perfectplay.census.facts import TYPES
from perfectplay.census.table import InMemory
from perfectplay.cli import ANSWERED
from perfectplay.cli.arguments import Parser, add_limits, add_settings, read_limits, read_options, settle_key
from perfectplay.cli.output import styled, write, write_json
from perfectplay.cli.progress import status_line
from perfectplay.errors import ParseError, quote


def add_census(command: Parser) -> None:
    """The arguments."""
    command.add_argument("key", metavar="KEY", help="the game, see `perfectplay list`")
    command.option("--rows", metavar="R", help="rows of the board, such as 4 or 1-4")
    command.option("--cols", metavar="C", help="columns of the board")
    command.option("--heaps", metavar="N", help="the largest heap")
    command.option("--codes", metavar="0.__", help="of octal: one row a code, with its period; _ is any octal digit")
    command.flag("--check", "prove the result about each code once more by other code")
    command.option("--jobs", metavar="N", help="processes for codes (default: one for each core)")
    command.option("--piles", metavar="K", help="how many heaps (default: 1)")
    command.option("--symbols", metavar=".#", help="fill boards with these symbols only")
    command.flag("--all", "all positions, not one of each class under symmetries")
    command.flag("--connected", "connected regions only, up to translation too")
    command.option("--columns", metavar="A,B", help=f"some of: {', '.join(TYPES)}")
    command.option("--output", metavar="FILE", help="a .csv or .parquet file, or - (default: KEY-RxC.csv)")
    command.flag("--summary", "no table, only the summary")
    command.flag("--force", "replace an existing table")
    add_settings(command)
    add_limits(command)


def run_census(arguments: argparse.Namespace) -> int:
    settle_key(arguments)
    if arguments.codes is not None:
        return _run_codes(arguments)
    if arguments.check or arguments.jobs is not None:
        raise ParseError("--check or --jobs without --codes", expected="codes such as --codes 0.__")
    keywords: dict[str, Any] = {
        "rows": _sizes(arguments.rows, "--rows"),
        "cols": _sizes(arguments.cols, "--cols"),
        "heaps": _number(arguments.heaps, "--heaps"),
        "piles": _number(arguments.piles, "--piles"),
        "symbols": arguments.symbols,
        "columns": None if arguments.columns is None else arguments.columns.split(","),
        "limits": read_limits(arguments),
    }
    output = None if arguments.summary else arguments.output or _default_name(arguments)
    file = None if output == "-" else output
    try:
        with _shown(arguments.quiet) as progress:
            found = census(
                arguments.key,
                up_to_symmetry=not arguments.all,
                connected=arguments.connected,
                output=file,
                force=arguments.force,
                keep=output == "-",
                progress=progress,
                **keywords,
                **read_options(arguments),
            )
    except KeyboardInterrupt as stopped:
        if file is not None and os.path.isdir(f"{file}.parts"):
            stopped.args = (f"{file}.parts holds what is done, and the same command continues from there",)
        raise
    _report(arguments, found, output)
    return ANSWERED


def _run_codes(arguments: argparse.Namespace) -> int:
    """A census of codes; of the rules' options only misère play has a meaning there."""
    from perfectplay.census.codes import code_census

    options = read_options(arguments)
    misere = options.pop("misere", False)
    if arguments.key != "octal" or options:
        raise ParseError(
            f"--codes for {arguments.key} {' '.join(arguments.settings)}".rstrip(),
            expected="octal, perhaps with --set misere=true",
        )
    for name in ("rows", "cols", "piles", "symbols", "columns", "all", "connected"):
        if getattr(arguments, name):
            raise ParseError(f"--{name} with --codes", expected="none of it: codes have no boards")
    name = re.sub(r"[^\w.-]", "_", f"codes-{arguments.codes}{'-misere' if misere else ''}.csv")
    output = None if arguments.summary else arguments.output or name
    file = None if output == "-" else output
    try:
        with _shown(arguments.quiet) as progress:
            found = code_census(
                arguments.codes,
                misere=misere,
                heaps=_number(arguments.heaps, "--heaps"),
                check=arguments.check,
                jobs=_number(arguments.jobs, "--jobs"),
                output=file,
                force=arguments.force,
                limits=read_limits(arguments),
                progress=progress,
            )
    except KeyboardInterrupt as stopped:
        if file is not None:
            stopped.args = (f"{file} holds what is done, and the same command continues from there",)
        raise
    if output == "-":
        sys.stdout.writelines(found.csv())
    elif arguments.json:
        write_json({**found.to_json(), "output": output})
    elif not arguments.quiet or output is None:
        write(styled(str(found), "bold") + ("" if output is None else f", in {output}"))
        write(styled(f"{found.seconds:.1f} s", "dim"))
    return ANSWERED


def _report(arguments: argparse.Namespace, found: Census, output: str | None) -> None:
    if output == "-":
        assert isinstance(found.table, InMemory)
        sys.stdout.writelines(found.table.csv())
    elif arguments.json:
        write_json({**found.to_json(), "output": output})
    elif not arguments.quiet or output is None:
        head, *rest = str(found).split("\n")
        write(styled(head, "bold") + ("" if output is None else f", in {output}"))
        for line in rest:
            write(line)
        write(styled(f"{found.seconds:.1f} s", "dim"))


def _default_name(arguments: argparse.Namespace) -> str:
    size = f"{arguments.rows}x{arguments.cols}" if arguments.rows else f"heaps-{arguments.heaps}"
    extra = [name for name in ("all", "connected") if getattr(arguments, name)]
    piles = [f"piles-{arguments.piles}"] if arguments.piles else []
    options = [text.replace("=true", "") for text in arguments.settings]
    words = [arguments.key, size, *piles, *extra, *options]
    return re.sub(r"[^\w.=-]", "_", "-".join(words)) + ".csv"


def _sizes(text: str | None, name: str) -> Any:
    """``4``, or ``1-4`` for all from 1 to 4."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", text, re.ASCII)
    if not match or (match[2] and int(match[2]) < int(match[1])):
        raise ParseError(f"{name} {quote(text)}", expected="a number such as 4, or a range such as 1-4")
    return range(int(match[1]), int(match[2]) + 1) if match[2] else int(match[1])


def _number(text: str | None, name: str) -> int | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise ParseError(f"{name} {quote(text)}", expected="a number")
    return int(text)


@contextmanager
def _shown(quiet: bool) -> Iterator[Progress | None]:
    """A line of progress: how far, how fast, how much longer."""
    with status_line(quiet) as show:
        if show is None:
            yield None
            return

        def report(done: int, total: int, here: int, seconds: float) -> None:
            rate = here / seconds if seconds else 0
            left = f", {duration((total - done) / rate)} left" if rate else ""
            show(f"{done:,} of {total:,} ({done / total:.0%}), {rate:,.0f} a second{left}", seconds)

        yield report


def duration(seconds: float) -> str:
    """In readable units.

    >>> duration(7.2), duration(100), duration(10000)
    ('7 s', '1 min 40 s', '2 h 46 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
