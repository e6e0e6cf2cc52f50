"""The commands that do not ask a question."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from io import BytesIO
from itertools import chain
from typing import Any

from perfectplay.cli import ANSWERED, LIMIT, NO
from perfectplay.cli.arguments import (
    Parser,
    add_instance,
    add_json,
    add_limits,
    add_settings,
    read_key,
    read_limits,
    read_options,
    read_position,
    read_text,
    settle_key,
    standard_input,
)
from perfectplay.cli.output import said, styled, write, write_file, write_json
from perfectplay.cli.progress import shown
from perfectplay.errors import NotApplicable, ParseError, quote
from perfectplay.files import LARGEST_FILE, is_file, opened, read_all
from perfectplay.formats import FORMS
from perfectplay.limits import Limits
from perfectplay.players import LEFT, RIGHT
from perfectplay.records import dataclass
from perfectplay.registry import Entry, catalogue, entry_of, left_out, rules_of
from perfectplay.system import Game, Played, Puzzle
from perfectplay.words import exact


@dataclass(frozen=True)
class Command:
    help: str
    add: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    instance: bool = False
    """Does it begin with KEY and INSTANCE?"""
    keyed: bool = False
    """Does it begin with KEY alone?"""
    first: bool = False
    """Before the questions, in lists."""


# values -------------------------------------------------------------------------------------------------------------


def _add_evaluate(command: Parser) -> None:
    command.add_argument("expression", metavar="EXPRESSION", help="in the notation of the field, or - to read it")
    command.flag("--latex", "the bare canonical form, for LaTeX")
    command.option("--svg", metavar="FILE", help="draw the thermograph as SVG in a file (- for standard output)")
    command.option("--tree", metavar="FILE", help="draw the tree of options as SVG")
    command.option("--memory", metavar="2GB", help="give up when values and caches need more")
    add_json(command)
    command.flag("--quiet", "the bare canonical form")


def evaluate(arguments: argparse.Namespace) -> int:
    from perfectplay.questions.value import described
    from perfectplay.values import Universe, Value

    expression = read_text("-", "expression").strip() if arguments.expression == "-" else arguments.expression
    with Universe(Limits.of(memory=arguments.memory).memory):
        value = Value(expression)
        if arguments.svg is not None:
            write_file(arguments.svg, value.thermograph.svg())
        if arguments.tree is not None:
            write_file(arguments.tree, value.tree().svg())
        if "-" in (arguments.svg, arguments.tree):
            return ANSWERED
        if arguments.json:
            write_json(_value_json(expression, value))
        elif arguments.latex:
            write(value.latex())
        elif arguments.quiet:
            write(str(value))
        else:
            for line in described(value):
                write(said(line))
    return ANSWERED


def _value_json(expression: str, value: Any) -> dict[str, Any]:
    """What has no meaning for a value that is not short is null; a loopy one has sides instead."""
    from fractions import Fraction

    from perfectplay.questions.value import atomic_weight

    def figure(name: str) -> Any:
        try:
            found = getattr(value, name)
        except NotApplicable:
            return None
        return exact(found) if isinstance(found, Fraction) else found if isinstance(found, int) else str(found)

    weight = None if value._long or value.is_loopy else atomic_weight(value)
    return {
        "expression": expression,
        "value": str(value),
        "latex": value.latex(),
        "outcome": value.outcome.letter,
        **{name: figure(name) for name in ("mean", "temperature", "left_stop", "right_stop", "birthday")},
        "atomic_weight": None if weight is None else str(weight),
        **({"onside": str(value.onside), "offside": str(value.offside)} if value.is_loopy else {}),
    }


# the catalogue ------------------------------------------------------------------------------------------------------


def _add_list(command: Parser) -> None:
    command.add_argument("word", nargs="?", help="only systems whose key, name, section or id contains this")
    add_json(command)


def _add_show(command: Parser) -> None:
    add_instance(command)
    add_json(command)


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "key": entry.key,
        "name": entry.name,
        "kind": entry.kind,
        "section": entry.section,
        "systems": list(entry.systems),
        "questions": list(entry.questions),
        "sample": entry.sample,
        "aliases": list(entry.aliases),
    }


def list_systems(arguments: argparse.Namespace) -> int:
    word = (arguments.word or "").lower()
    for fault in left_out().values():
        print(f"perfectplay: {fault}", file=sys.stderr)
    entries = [
        entry
        for entry in catalogue()
        if word in " ".join((entry.key, entry.name, entry.section, *entry.systems, *entry.aliases)).lower()
    ]
    if arguments.json:
        write_json([_entry(entry) for entry in entries])
    else:
        wide = max((len(entry.key) for entry in entries), default=0)
        named = max((len(entry.name) for entry in entries), default=0)
        for entry in entries:
            ids = f"{entry.systems[0]}-{entry.systems[-1]}" if len(entry.systems) > 2 else " ".join(entry.systems)
            asked = " ".join(entry.questions)
            write(f"{styled(f'{entry.key:{wide}}', 'bold')} {entry.name:{named}} {ids:11} {styled(asked, 'dim')}")
    return ANSWERED if entries else NO


def show(arguments: argparse.Namespace) -> int:
    from perfectplay.questions import methods as methods_of
    from perfectplay.questions import questions_for

    rules = rules_of(arguments.key, **read_options(arguments))
    bare = arguments.instance is None and not (rules.sample or rules.start(4, 4))  # a class of one's own
    position = None if bare else read_position(arguments)
    system = rules if position is None else position.system
    methods = {name: methods_of(name, position) if position else [] for name in questions_for(system)}
    metrics = list(system.metrics) if isinstance(system, Puzzle) else []
    if arguments.json:
        entry = entry_of(arguments.key)
        options = {name: value for name, value in system.all_options().items()}
        extra = {"samples": dict(system.samples), "options": options, "metrics": metrics, "methods": methods}
        write_json(_entry(entry) | extra | {"rules": system.rules_text(), "source": system.source})
        return ANSWERED
    write(
        styled(system.name or system.title, "bold")
        + styled(f"  {arguments.key}  {' '.join(system.systems)}".rstrip(), "dim")
    )
    write()
    stated = system.rules_text().partition(">>>")[0].strip()
    if stated:
        write(stated.partition("\n")[2].strip() or stated)
        write()
    facts = {
        "section": system.section,
        "source": system.source,
        "also": ", ".join(system.aliases),
        "options": ", ".join(f"{name}={value}" for name, value in system.all_options().items()),
        "metrics": ", ".join(metrics),
        "samples": ", ".join(f"@{name}" for name in system.samples),
    }
    facts |= (
        {name: ", ".join(known) for name, known in methods.items()} if position else {"answers": ", ".join(methods)}
    )
    lines = {name: text for name, text in facts.items() if text}
    wide = max(map(len, lines))
    for name, text in lines.items():
        write(f"{styled(f'{name:{wide}}', 'dim')} {text}")
    if position is not None:
        write()
        write(position.picture().text())
    return ANSWERED


def _add_atlas(command: Parser) -> None:
    from perfectplay.survey.complexity import KINDS

    command.add_argument("key", nargs="?", metavar="KEY", help="a system, or an id such as A094 or S069")
    command.option("--class", metavar="PSPACE-complete", dest="complexity", help="a class, as claimed or known today")
    command.option("--kind", metavar="KIND", help=f"one of: {', '.join(KINDS)}")
    command.option("--players", type=int, metavar="N", help="games of 0, 1 or 2 players")
    command.option("--length", choices=("bounded", "unbounded"), help="is the length of play bounded?")
    command.option("--text", metavar="WORDS", help="words anywhere in a record")
    command.flag("--open", "what is still open")
    command.flag("--changed", "what has changed since the survey")
    add_json(command)


def show_atlas(arguments: argparse.Namespace) -> int:
    from perfectplay.atlas import atlas

    word = arguments.key or ""
    is_id = re.fullmatch(r"[A-Za-z]\d+", word) is not None
    found = atlas(
        None if is_id else arguments.key,
        id=word if is_id else None,
        complexity=arguments.complexity,
        kind=arguments.kind,
        players=arguments.players,
        bounded=None if arguments.length is None else arguments.length == "bounded",
        open=arguments.open or None,
        changed=arguments.changed or None,
        text=arguments.text,
    )
    if arguments.json:
        write_json(found.to_json())
    elif found:
        write(str(found))
    return ANSWERED if found else NO


# the rest -----------------------------------------------------------------------------------------------------------


def _add_verify(command: Parser) -> None:
    command.add_argument("result", metavar="FILE", help="a file, or - for standard input")
    command.option(
        "--system", action="append", default=[], metavar="FILE.py:CLASS", help="a system of your own that it is about"
    )
    add_limits(command)


def verify(arguments: argparse.Namespace) -> int:
    from perfectplay.verification import verify as verified

    for word in arguments.system:
        read_key(word)
    source = arguments.result
    if source != "-" and not is_file(source) and not source.lstrip().startswith(("{", "[")):
        raise ParseError(f"no file {quote(source)}", expected="a result that --json wrote")
    import json

    text = source
    if source == "-" or is_file(source):
        with standard_input("result") if source == "-" else opened(source, "result") as file:
            first, second = file.readline(), file.readline()
            if _is_line(first, second):
                from perfectplay.cli.batch import verify_lines

                return verify_lines(chain([first, second], file), read_limits(arguments), arguments.json)
            text = read_all(BytesIO(first + second + file.read(LARGEST_FILE)), source, "result")
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "too deep"
        raise ParseError(f"the result is not JSON: {where}", expected="what --json writes") from None
    if not isinstance(data, dict):
        raise ParseError("the result is not a JSON object", expected="what --json writes")
    found = verified(data, limits=read_limits(arguments))
    if arguments.json:
        write_json(found.to_json())
    else:
        style = {"verified": "good", "refuted": "bad"}.get(found.status, "bold")
        write(styled(str(found), style))
        write(styled(f"not checked, not a claim: {', '.join(found.aside)}", "dim"))
    return ANSWERED if found else NO if found.refuted else LIMIT


def _is_line(first: bytes, second: bytes) -> bool:
    """Is this the first of several results, a line each, or one of a batch?"""
    import json

    try:
        data = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and (bool(second.strip()) or {"number", "status"} <= set(data))


def _add_render(command: Parser) -> None:
    add_instance(command)
    command.option("--svg", metavar="FILE", help="write an SVG picture to a file (- for standard output)")


def render(arguments: argparse.Namespace) -> int:
    picture = read_position(arguments).picture()
    if arguments.svg is None:
        write(picture.text())
    else:
        write_file(arguments.svg, picture.svg())
    return ANSWERED


def _add_export(command: Parser) -> None:
    add_instance(command)
    command.option(
        "--to",
        choices=FORMS,
        default=None,
        help="the format (default: url, of puzz.link; of SAT: dimacs; of graphs: dot)",
    )


def export(arguments: argparse.Namespace) -> int:
    from perfectplay.formats import export as written

    write(written(read_position(arguments), arguments.to).removesuffix("\n"))
    return ANSWERED


def _add_play(command: Parser) -> None:
    add_instance(command)
    command.option("--player", choices=("left", "right", "both", "none"), default="left", help="who you are")
    command.option("--first", choices=("left", "right"), default=None, help="who starts (default: left)")


def play(arguments: argparse.Namespace) -> int:
    from perfectplay.cli.play import play_game, play_puzzle
    from perfectplay.questions import questions_for

    position = read_position(arguments)
    if not isinstance(position.system, Played):
        answers = ", ".join(questions_for(position.system))
        raise NotApplicable(f"{position.system.title}: there are no moves to play (this system answers: {answers})")
    if not isinstance(position.system, Game):
        return play_puzzle(position)
    told = None if arguments.first is None else RIGHT if arguments.first == "right" else LEFT
    return play_game(position, arguments.player, told or position.to_move or LEFT)


def _add_schema(command: Parser) -> None:
    command.add_argument("question", nargs="?", metavar="QUESTION", help="only of its results, or of the atlas")


def schema(arguments: argparse.Namespace) -> int:
    import json

    from perfectplay.schema import schema as schema_of

    write(json.dumps(schema_of(arguments.question), indent=2))
    return ANSWERED


def _add_completion(command: Parser) -> None:
    command.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")


def completion(arguments: argparse.Namespace) -> int:
    from perfectplay.cli.completion import script

    write(script(arguments.shell))
    return ANSWERED


def _add_census(command: Parser) -> None:
    from perfectplay.cli.census import add_census

    add_census(command)


def run_census(arguments: argparse.Namespace) -> int:
    from perfectplay.cli.census import run_census

    return run_census(arguments)


def _add_tabulate(command: Parser) -> None:
    command.add_argument("key", metavar="KEY", help="the game, see `perfectplay list`")
    command.option("--cells", metavar="N", help="all components with at most so many cells")
    command.option(
        "--position", metavar="5x6", action="append", default=[], help="all that this leads to (may be repeated)"
    )
    add_settings(command)
    add_limits(command)


def run_tabulate(arguments: argparse.Namespace) -> int:
    from perfectplay.tabulated import tabulate

    cells = arguments.cells
    if cells is not None and not re.fullmatch(r"\d{1,3}", cells, re.ASCII):
        raise ParseError(f"--cells {quote(cells)}", expected="a number such as 10")
    settle_key(arguments)
    limits, options = read_limits(arguments), read_options(arguments)
    with shown(arguments.quiet) as progress:
        found = tabulate(
            arguments.key,
            None if cells is None else int(cells),
            positions=arguments.position,
            limits=limits,
            progress=progress,
            **options,
        )
    if arguments.json:
        from dataclasses import asdict

        write_json({**asdict(found), "path": str(found.path)})
    elif arguments.quiet:
        write(str(found.path))
    else:
        write(styled(str(found), "bold"))
        write(f"{found.path} ({found.bytes:,} bytes)")
        write(styled(f"{found.seconds:.1f} s", "dim"))
    return ANSWERED


def _add_batch(command: Parser) -> None:
    from perfectplay.cli.batch import add_batch

    add_batch(command)


def run_batch(arguments: argparse.Namespace) -> int:
    from perfectplay.cli.batch import run_batch

    return run_batch(arguments)


def _add_serve(command: Parser) -> None:
    from perfectplay.cli.serve import add_serve

    add_serve(command)


def run_serve(arguments: argparse.Namespace) -> int:
    from perfectplay.cli.serve import run_serve

    return run_serve(arguments)


COMMANDS: dict[str, Command] = {
    "list": Command("the catalogue of systems", _add_list, list_systems, first=True),
    "show": Command("rules, options, samples and picture of a system", _add_show, show, instance=True, first=True),
    "evaluate": Command("evaluate an expression in values, such as '{1|-1} + ^*2'", _add_evaluate, evaluate),
    "atlas": Command("what is known about complexity", _add_atlas, show_atlas, keyed=True, first=True),
    "census": Command(
        "a table of all positions of a size: value, temperature, outcome", _add_census, run_census, keyed=True
    ),
    "tabulate": Command(
        "values of all small components, kept for every later question", _add_tabulate, run_tabulate, keyed=True
    ),
    "batch": Command("ask a question about every position of a file, a line of JSON each", _add_batch, run_batch),
    "verify": Command("check a result that --json wrote, or the lines of a batch", _add_verify, verify),
    "play": Command("play against a perfect opponent, or try a puzzle", _add_play, play, instance=True),
    "export": Command(
        "write a pencil puzzle, a formula or a graph in a format of another program", _add_export, export, instance=True
    ),
    "render": Command("draw a position", _add_render, render, instance=True),
    "serve": Command("the web page: play, solve and ask in a browser", _add_serve, run_serve),
    "schema": Command("the JSON schema of what --json writes", _add_schema, schema),
    "completion": Command("a script that completes commands, options and keys in a shell", _add_completion, completion),
}
