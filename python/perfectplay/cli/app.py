"""The commands."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from perfectplay import questions
from perfectplay.cli.guard import ANSWERED, BAD_INPUT, NO, complain
from perfectplay.cli.output import say, say_board, say_json, say_result, says_no
from perfectplay.cli.progress import Waiting
from perfectplay.cli.reading import read_player, read_position, read_text
from perfectplay.errors import NotApplicable, ParseError, PerfectPlayError, quote
from perfectplay.limits import Limits
from perfectplay.players import LEFT, Player
from perfectplay.result import Result
from perfectplay.system import Position

_OPTION = re.compile(r"-h|--[a-z][a-z-]*(=.*)?", re.DOTALL)


class Command(TyperCommand):
    """A command whose arguments may begin with a dash, as texts of positions do."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with_value = {
            name for param in self.get_params(ctx) if not getattr(param, "is_flag", False) for name in param.opts
        }
        options: list[str] = []
        arguments: list[str] = []
        words = iter(args)
        for word in words:
            if word == "--":
                arguments.extend(words)
            elif _OPTION.fullmatch(word):
                options.append(word)
                if word in with_value:
                    options.extend(value for value in [next(words, None)] if value is not None)
            else:
                arguments.append(word)
        return super().parse_args(ctx, [*options, "--", *arguments])


app = typer.Typer(
    name="perfectplay",
    help="Who wins, and how? What is it worth? Solve it, shortest. Games and puzzles, answered and proved.",
    epilog="INSTANCE is the text of a position (rows separated by |), a file, - (standard input) or @name, a sample; "
    "left out, it is the system's own sample. Exit codes: 0 answered, 1 answered no, 2 bad input, 3 limit reached.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Key = Annotated[str, typer.Argument(metavar="KEY", help="The system, as `perfectplay list` names it.")]
Instance = Annotated[
    str | None,
    typer.Argument(metavar="INSTANCE", help="Text, a file, - or @name; left out, the system's sample."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A rule option; `perfectplay show KEY` lists them."),
]
Method = Annotated[str | None, typer.Option("--method", metavar="NAME", help="How to find the answer.")]
Metric = Annotated[str | None, typer.Option("--metric", metavar="NAME", help="What shortest counts.")]
Time = Annotated[str | None, typer.Option("--time", metavar="10s", help="Stop after this time.")]
Memory = Annotated[str | None, typer.Option("--memory", metavar="2GB", help="Stop at this size of tables.")]
Positions = Annotated[
    str | None,
    typer.Option("--positions", metavar="5M", help="Stop after this many positions."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object; `perfectplay verify` reads it.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="The bare answer and no progress.")]


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Run one command; wrong usage is one line and exit code 2."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    command = typer.main.get_command(app)
    # The parser's own errors: typer brings its parser along, or takes that of click.
    wrong_usage: Any = next(cls for cls in typer.BadParameter.__mro__ if cls.__name__ == "ClickException")
    try:
        return int(command.main(words or ["--help"], prog_name="perfectplay", standalone_mode=False) or 0)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except wrong_usage as error:
        message = error.format_message()
        complain(message[:1].lower() + message[1:].rstrip("."))
        return BAD_INPUT


def _version(wanted: bool) -> None:
    if wanted:
        from perfectplay import __version__

        print(f"perfectplay {__version__}")
        raise typer.Exit()


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it.")] = False,
) -> None:
    pass


def _ask(
    position: Position, question: Callable[..., Result[Any]], limits: Limits, json: bool, quiet: bool, **details: Any
) -> int:
    with Waiting(question.__name__, quiet) as progress:
        result = question(position, limits=limits, progress=progress, **details)
        data = result.to_json() if json else None
    return _answer(result, data, quiet)


def _answer(result: Result[Any], data: dict[str, Any] | None, quiet: bool) -> int:
    if data is not None:
        say_json(data)
    else:
        say_result(result, quiet)
    return NO if says_no(result) else ANSWERED


# What there is


@app.command("list", cls=Command)
def list_systems(
    word: Annotated[str | None, typer.Argument(metavar="WORD", help="Only those that have it in them.")] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """List the games and puzzles."""
    from perfectplay.cli.catalogue import entries, entry_json, say_entries

    found = entries(word)
    if json:
        say_json([entry_json(entry) for entry in found])
    elif found:
        say_entries(found, quiet)
    else:
        complain(f"nothing in the catalogue has {word!r} in it")
    return ANSWERED if found else NO


@app.command("show", cls=Command)
def show(key: Key, instance: Instance = None, settings: Settings = None, json: Json = False) -> int:
    """Rules, options, samples and questions of a system."""
    from perfectplay.cli.catalogue import say_system, system_json

    position = read_position(key, instance, settings or ())
    if json:
        say_json(system_json(position))
    else:
        say_system(position)
    return ANSWERED


# Games


@app.command("outcome", cls=Command)
def outcome(
    key: Key,
    instance: Instance = None,
    settings: Settings = None,
    method: Method = None,
    time: Time = None,
    memory: Memory = None,
    positions: Positions = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Who wins a game under perfect play."""
    limits = Limits.of(time, memory, positions)
    position = read_position(key, instance, settings or ())
    return _ask(position, questions.outcome, limits, json, quiet, method=method)


@app.command("grundy", cls=Command)
def grundy(
    key: Key,
    instance: Instance = None,
    settings: Settings = None,
    method: Method = None,
    time: Time = None,
    memory: Memory = None,
    positions: Positions = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """The nimber of an impartial game."""
    limits = Limits.of(time, memory, positions)
    position = read_position(key, instance, settings or ())
    return _ask(position, questions.grundy, limits, json, quiet, method=method)


@app.command("best", cls=Command)
def best(
    key: Key,
    instance: Instance = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="left|right", help="Who is to move; may be left out in an impartial game."),
    ] = None,
    settings: Settings = None,
    method: Method = None,
    time: Time = None,
    memory: Memory = None,
    positions: Positions = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """A best move."""
    limits = Limits.of(time, memory, positions)
    position = read_position(key, instance, settings or ())
    who = read_player(player, "--player")
    if who is None and position.system.players == 2 and not position.impartial:
        raise NotApplicable(f"{key}: best needs to know who is to move (--player left or --player right)")
    return _ask(position, questions.best, limits, json, quiet, player=who, method=method)


# Puzzles


@app.command("solve", cls=Command)
def solve(
    key: Key,
    instance: Instance = None,
    metric: Metric = None,
    settings: Settings = None,
    method: Method = None,
    time: Time = None,
    memory: Memory = None,
    positions: Positions = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """A shortest solution of a puzzle."""
    limits = Limits.of(time, memory, positions)
    position = read_position(key, instance, settings or ())
    return _ask(position, questions.solve, limits, json, quiet, metric=metric, method=method)


@app.command("solutions", cls=Command)
def solutions(
    key: Key,
    instance: Instance = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many at most.")] = 2,
    metric: Metric = None,
    settings: Settings = None,
    method: Method = None,
    time: Time = None,
    memory: Memory = None,
    positions: Positions = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Several shortest solutions of a puzzle."""
    limits = Limits.of(time, memory, positions)
    position = read_position(key, instance, settings or ())
    return _ask(position, questions.solutions, limits, json, quiet, limit=limit, metric=metric, method=method)


@app.command("count", cls=Command)
def count(
    key: Key,
    instance: Instance = None,
    metric: Metric = None,
    settings: Settings = None,
    method: Method = None,
    time: Time = None,
    memory: Memory = None,
    positions: Positions = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """How many shortest solutions a puzzle has."""
    limits = Limits.of(time, memory, positions)
    position = read_position(key, instance, settings or ())
    return _ask(position, questions.count, limits, json, quiet, metric=metric, method=method)


@app.command("check", cls=Command)
def check(
    key: Key,
    words: Annotated[
        list[str], typer.Argument(metavar="[INSTANCE] ANSWER", help="ANSWER is text, a file or -, moves in order.")
    ],
    metric: Metric = None,
    settings: Settings = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Is this a solution? If not, what is wrong?"""
    if len(words) > 2:
        raise ParseError(f"check got {len(words)} arguments after {key}", expected="INSTANCE and ANSWER")
    if words.count("-") > 1:
        raise ParseError("both INSTANCE and ANSWER are -", expected="one of them on standard input")
    position = read_position(key, words[0] if len(words) == 2 else None, settings or ())
    answer, _ = read_text(words[-1])
    result = questions.check(position, answer, metric=metric)
    return _answer(result, result.to_json() if json else None, quiet)


# Both


@app.command("reachable", cls=Command)
def reachable(
    key: Key,
    instance: Instance = None,
    settings: Settings = None,
    method: Method = None,
    time: Time = None,
    memory: Memory = None,
    positions: Positions = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """How many positions can follow, and how far away they are."""
    limits = Limits.of(time, memory, positions)
    position = read_position(key, instance, settings or ())
    return _ask(position, questions.reachable, limits, json, quiet, method=method)


@app.command("verify", cls=Command)
def verify(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A result, written by --json; - is standard input.")],
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Check a result independently of the search that found it."""
    from json import loads

    text, name = read_text(source)
    if not name and not text.lstrip().startswith("{"):
        raise ParseError(f"no file {quote(source)}", expected="a result that --json wrote")
    where = name or "verify"
    try:
        data = loads(text)
    except RecursionError:
        raise ParseError(f"{where}: nested too deeply", expected="a result that --json wrote") from None
    except ValueError as error:
        raise ParseError(f"{where}: not JSON: {error}", expected="a result that --json wrote") from None
    if not isinstance(data, dict):
        raise ParseError(f"{where}: no JSON object", expected="a result that --json wrote")
    with Waiting("verify", quiet):
        verified = questions.verify(data)
    if json:
        say_json({"question": "verify", "of": data.get("question"), **verified.to_json()})
    elif quiet:
        print("verified" if verified else "refuted")
    else:
        say((str(verified), "green" if verified else "bold red"))
    return ANSWERED if verified else NO


@app.command("play", cls=Command)
def play(
    key: Key,
    instance: Instance = None,
    player: Annotated[
        str, typer.Option("--player", metavar="left|right|both|none", help="Whom you play; none: watch.")
    ] = "left",
    first: Annotated[str, typer.Option("--first", metavar="left|right", help="Who begins.")] = "left",
    settings: Settings = None,
    time: Annotated[str, typer.Option("--time", metavar="10s", help="Thinking time for each move.")] = "10s",
    memory: Memory = None,
    positions: Positions = None,
) -> int:
    """Play against perfect play, or solve a puzzle by hand."""
    from perfectplay.cli.play import play_game, play_puzzle

    limits = Limits.of(time, memory, positions)
    human = read_player(player, "--player", ("both", "none"))
    starter = read_player(first, "--first")
    position = read_position(key, instance, settings or ())
    if position.system.players == 1:
        return play_puzzle(position, limits, watch=player.lower() == "none")
    humans = set(Player) if player.lower() == "both" else {human} if human else set()
    return play_game(position, limits, humans, starter or LEFT)


@app.command("render", cls=Command)
def render(
    key: Key,
    instance: Instance = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Write an SVG drawing there; - is standard output.")
    ] = None,
    settings: Settings = None,
) -> int:
    """Draw a position."""
    position = read_position(key, instance, settings or ())
    if svg is None:
        say_board(position)
    elif svg == "-":
        print(position.picture().svg(), end="")
    else:
        try:
            Path(svg).write_text(position.picture().svg(), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise PerfectPlayError(f"cannot write {quote(svg)}: {getattr(error, 'strerror', None) or error}") from None
    return ANSWERED
