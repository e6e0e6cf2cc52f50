"""The commands."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import perfectplay.questions as questions
from perfectplay.cli import ANSWERED, LIMIT, NO
from perfectplay.cli.arguments import (
    QUESTIONS,
    WITH_PLAYER,
    is_file,
    options_first,
    parser,
    read_limits,
    read_options,
    read_position,
    read_text,
)
from perfectplay.cli.census import run_census
from perfectplay.cli.output import exact, footer, plural, shortened, styled, wrapped, write, write_file, write_json
from perfectplay.cli.progress import shown
from perfectplay.errors import NotApplicable, ParseError, PerfectPlayError, quote
from perfectplay.kinds.pencil import Filled
from perfectplay.kinds.rewrite import UNIT
from perfectplay.limits import Limits
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.questions.cluster import Cluster
from perfectplay.questions.generate import generator_options
from perfectplay.questions.pencil import is_pencil
from perfectplay.registry import Entry, catalogue
from perfectplay.result import Result
from perfectplay.system import Line
from perfectplay.values import Thermograph, Universe, Value


def run(words: list[str]) -> int:
    """Carry out one command line and return its exit code."""
    try:
        arguments = parser().parse_args(options_first(words))
    except SystemExit as done:  # --help and --version have been answered
        return int(done.code or 0)
    if arguments.command in QUESTIONS:
        return ask(arguments)
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": list_systems,
        "show": show,
        "evaluate": evaluate,
        "census": run_census,
        "generate": generate,
        "check": check,
        "verify": verify,
        "render": render,
        "export": export,
        "play": play,
    }
    return commands[arguments.command](arguments)


# questions ----------------------------------------------------------------------------------------------------------


def ask(arguments: argparse.Namespace) -> int:
    position = read_position(arguments)
    keywords: dict[str, Any] = {"method": arguments.method, "limits": read_limits(arguments)}
    if arguments.command in WITH_PLAYER:
        keywords["player"] = RIGHT if arguments.player == "right" else LEFT
    if arguments.command in ("solve", "solutions", "count", "cluster"):
        keywords["metric"] = arguments.metric
    if arguments.command in ("solutions", "count"):
        keywords["limit"] = arguments.limit
    if arguments.command == "another":
        keywords["given"] = read_text(arguments.answer, "answer")
    if arguments.command == "unique":
        keywords["proof"] = arguments.drat is not None
    with shown(arguments.quiet) as progress, keywords["limits"]:
        result: Result[Any] = getattr(questions, arguments.command)(position, progress=progress, **keywords)
        data = result.to_json() if arguments.json else None  # a strategy is searched for as it is written down
    if arguments.command == "thermograph" and arguments.svg is not None:
        write_file(arguments.svg, result.answer.svg())
        if arguments.svg == "-":
            return ANSWERED
    if arguments.command == "unique" and arguments.drat is not None and result.answer.proof is not None:
        write_file(arguments.drat, result.answer.proof.drat())
    if data is not None:
        write_json(data)
    elif arguments.quiet:
        for line in bare(result):
            write(line)
    else:
        for line in describe(result):
            write(line)
        footer(result)
    return ANSWERED if result.found else NO


def bare(result: Result[Any]) -> list[str]:
    """The answer for scripts: one line each, nothing where there is none."""
    answer = result.answer
    return [] if answer is None else [str(line) for line in answer] if isinstance(answer, list) else [str(answer)]


def describe(result: Result[Any]) -> list[str]:
    """The answer for people."""
    answer = result.answer
    match result.question:
        case "outcome":
            return [f"{styled(str(answer), 'bold')}  {answer.sentence}", *_first_moves(result)]
        case "best":
            if answer is None:
                return ["no move"]
            strategy = result.witness
            kept = (
                "draws" if strategy.draw else "wins" if strategy.player is result.details["player"] else "loses anyway"
            )
            why = result.details.get("why")
            return [
                f"{styled(answer.text, 'bold')}  {result.details['player']} {kept}",
                *([] if why is None else [str(why)]),
            ]
        case "value":
            return describe_value(answer)
        case "thermograph":
            return describe_thermograph(answer)
        case "temperature":
            kind = "hot" if answer > 0 else "cold: a number" if answer < 0 else "tepid"
            return [f"{styled(exact(answer), 'bold')}  {kind}"]
        case "remoteness" | "suspense":
            return [f"{styled(str(answer), 'bold')}  {QUESTIONS[result.question]}"]
        case "solve":
            return _solution(result, answer)
        case "unique":
            return [styled(str(answer), "good" if answer else "bad"), *_sheets(answer.solutions)]
        case "another" | "forced":
            return _sheets([answer]) if answer is not None else [styled(result.reason, "bad")]
        case "solutions":
            if not answer:
                return [_no_solution(result)]
            if is_pencil(result.position.system):
                more = "these are all" if result.details["all"] else "there may be more"
                return [*_sheets(answer), styled(more, "good")]
            return [wrapped(f"{number}. {line}") for number, line in enumerate(answer, 1)] + [_cost(answer[0])]
        case "count":
            kind = "" if is_pencil(result.position.system) else "shortest "
            noun = f"{kind}solution" if answer == 1 else f"{kind}solutions"
            noun += ", and there may be more" if not result.details.get("all", True) else ""
            return [f"{styled(f'{answer:,}', 'bold')}  {noun}" if answer else _no_solution(result)]
        case "reachable":
            metrics = getattr(result.position.system, "metrics", {})
            away = plural(answer.eccentricity, next((name for name, each in metrics.items() if each == UNIT), "moves"))
            lines = [f"{styled(f'{answer.positions:,}', 'bold')}  positions, the farthest {away} away"]
            if answer.representatives != answer.positions:
                lines.append(f"{answer.representatives:,} up to symmetry")
            if answer.farthest:
                lines.append(f"farthest: {answer.farthest[0]}")
            return lines
        case "cluster":
            return describe_cluster(answer, result.witness)
        case "order":
            return [f"{styled(f'{answer:,}', 'bold')}  arrangements"]
        case _:
            return [styled(str(answer), "bold")]


def describe_cluster(found: Cluster, line: Line | None) -> list[str]:
    """Figures, the hardest position and its solution."""
    dead = f", {found.dead:,} from which it cannot be solved" if found.dead else ""
    lines = [f"{styled(f'{found.positions:,}', 'bold')}  positions, {found.goals:,} solved{dead}"]
    if line is None:
        return [*lines, styled("no solution", "bad")]
    own = "no solution from here" if found.depth is None else f"{plural(found.depth, found.metric)} from here"
    return [
        *lines,
        f"{own}, {styled(plural(line.cost, found.metric), 'good')} from the hardest: {line.start}",
        wrapped(str(line)),
        wrapped(f"by distance: {' '.join(map(str, found.layers))}"),
    ]


MOMENT = Limits(time=0.5)
"""What may be spent on more than was asked."""
LARGEST_BIRTHDAY = 40
"""Of values whose atomic weight is worked out without being asked for, unless they are a number of ups and a star."""


def _first_moves(result: Result[Any]) -> list[str]:
    found: Outcome = result.answer
    lines = []
    for player in (LEFT,) if result.position.impartial else (LEFT, RIGHT):
        if found.when(player) is player:
            try:
                move = questions.best(result.position, player, limits=MOMENT).answer
            except PerfectPlayError:  # a theorem may know the winner where no search finds the move
                continue
            lines.append(f"{'a winning move' if result.position.impartial else f'{player} starts with'}: {move}")
    return lines


def _sheets(answers: Iterable[Filled]) -> list[str]:
    """Answers on paper as they are drawn in a terminal, with a blank line between them."""
    return [f"{answer.picture().text()}\n" for answer in answers]


def _solution(result: Result[Any], line: Line | Filled | None) -> list[str]:
    if line is None:
        return [_no_solution(result)]
    if isinstance(line, Filled):
        return _sheets([line])
    return [wrapped(str(line)) if len(line) else "solved already", _cost(line)]


def _no_solution(result: Result[Any]) -> str:
    """With the reason, where one is known."""
    return styled("no solution", "bad") + (f": {result.reason}" if result.reason else "")


def _cost(line: Line) -> str:
    return styled(plural(line.cost, line.metric), "good")


# values -------------------------------------------------------------------------------------------------------------


def describe_value(value: Value) -> list[str]:
    """The canonical form, who wins, and the figures."""
    facts = {
        "mean": exact(value.mean),
        "temperature": exact(value.temperature),
        "Left stop": exact(value.left_stop),
        "Right stop": exact(value.right_stop),
        "birthday": f"{value.birthday:,}",
    }
    weight = atomic_weight(value)
    if weight is not None:
        facts["atomic weight"] = shortened(weight)
    return [
        f"{styled(shortened(value), 'bold')}  {value.outcome.sentence}",
        ", ".join(f"{name} {text}" for name, text in facts.items()),
    ]


def describe_thermograph(graph: Thermograph) -> list[str]:
    def wall(name: str, style: str, corners: tuple[tuple[Fraction, Fraction], ...]) -> str:
        points = ", ".join(f"{exact(x)} at {exact(t)}" for t, x in corners)
        return wrapped(f"{styled(f'{name} wall', style)}{' ' * (6 - len(name))}{points}")

    return [
        f"{styled(f'mean {exact(graph.mean)}, temperature {exact(graph.temperature)}', 'bold')}",
        wall("Left", "left", graph.left_wall),
        wall("Right", "right", graph.right_wall),
    ]


def atomic_weight(value: Value) -> Value | None:
    """None of values that have none, or that are too large for more than was asked."""
    if not value.is_all_small or (value.as_nus is None and value.birthday > LARGEST_BIRTHDAY):
        return None
    try:
        weight: Value = value.atomic_weight
    except PerfectPlayError:
        return None
    return weight


def evaluate(arguments: argparse.Namespace) -> int:
    expression = read_text("-", "expression").strip() if arguments.expression == "-" else arguments.expression
    with Universe(Limits.of(memory=arguments.memory).memory):
        value = Value(expression)
        if arguments.svg is not None:
            write_file(arguments.svg, value.thermograph.svg())
        if arguments.tree is not None:
            write_file(arguments.tree, value.tree())
        if "-" in (arguments.svg, arguments.tree):
            return ANSWERED
        if arguments.json:
            write_json(_value_json(expression, value))
        elif arguments.latex:
            write(value.latex())
        elif arguments.quiet:
            write(str(value))
        else:
            for line in describe_value(value):
                write(line)
    return ANSWERED


def _value_json(expression: str, value: Value) -> dict[str, Any]:
    weight = atomic_weight(value)
    return {
        "expression": expression,
        "value": str(value),
        "latex": value.latex(),
        "outcome": value.outcome.letter,
        "mean": exact(value.mean),
        "temperature": exact(value.temperature),
        "left_stop": exact(value.left_stop),
        "right_stop": exact(value.right_stop),
        "birthday": value.birthday,
        "atomic_weight": None if weight is None else str(weight),
    }


# the catalogue ------------------------------------------------------------------------------------------------------


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "key": entry.key,
        "name": entry.name,
        "kind": entry.kind,
        "section": entry.section,
        "systems": list(entry.systems),
        "questions": list(entry.questions),
        "sample": entry.sample,
    }


def list_systems(arguments: argparse.Namespace) -> int:
    word = (arguments.word or "").lower()
    entries = [
        entry
        for entry in catalogue()
        if word in " ".join((entry.key, entry.name, entry.section, *entry.systems)).lower()
    ]
    if arguments.json:
        write_json([_entry(entry) for entry in entries])
    else:
        for entry in entries:
            ids = f"{entry.systems[0]}-{entry.systems[-1]}" if len(entry.systems) > 2 else " ".join(entry.systems)
            asked = " ".join(entry.questions)
            write(f"{styled(f'{entry.key:18}', 'bold')} {entry.name:18} {ids:11} {styled(asked, 'dim')}")
    return ANSWERED if entries else NO


def show(arguments: argparse.Namespace) -> int:
    position = read_position(arguments)
    system = position.system
    methods = {name: questions.methods(name, position) for name in questions.questions_for(system)}
    metrics = list(getattr(system, "metrics", ()))
    if arguments.json:
        entry = next(entry for entry in catalogue() if entry.key == system.key)
        options = {name: value for name, value in system.all_options().items()}
        extra = {"samples": dict(system.samples), "options": options, "metrics": metrics, "methods": methods}
        write_json(_entry(entry) | extra | {"rules": system.rules_text(), "source": system.source})
        return ANSWERED
    write(styled(system.name, "bold") + styled(f"  {system.key}  {' '.join(system.systems)}", "dim"))
    write()
    write(system.rules_text().partition("\n")[2].partition(">>>")[0].strip())
    write()
    facts = {
        "section": system.section,
        "source": system.source,
        "options": ", ".join(f"{name}={value}" for name, value in system.all_options().items()),
        "metrics": ", ".join(metrics),
        "samples": ", ".join(f"@{name}" for name in system.samples),
    }
    for name, text in facts.items():
        if text:
            write(f"{styled(f'{name:9}', 'dim')} {text}")
    for name, known in methods.items():
        if known:
            write(f"{styled(f'{name:9}', 'dim')} {', '.join(known)}")
    write()
    write(position.picture().text())
    return ANSWERED


# the rest -----------------------------------------------------------------------------------------------------------


def generate(arguments: argparse.Namespace) -> int:
    wanted = read_options(arguments, generator_options(arguments.key))
    with shown(arguments.quiet) as progress:
        result = questions.generate(
            arguments.key, metric=arguments.metric, limits=read_limits(arguments), progress=progress, **wanted
        )
    if arguments.json:
        write_json(result.to_json())
    elif arguments.quiet:
        write(str(result.answer))
    else:
        write(result.answer.picture().text())
        write()
        write(styled(str(result.answer), "bold"))
        for line in _solution(result, result.witness):
            write(line)
        footer(result)
    return ANSWERED


def check(arguments: argparse.Namespace) -> int:
    position = read_position(arguments)
    result = questions.check(position, read_text(arguments.answer, "answer"), metric=arguments.metric)
    if arguments.json:
        write_json(result.to_json())
    else:
        places = result.answer.cells or ((),) * len(result.answer.broken)
        for sentence, cells in zip(result.answer.broken, places, strict=True):
            where = f" {', '.join(map(place, cells[:8]))}{', …' if len(cells) > 8 else ''}" if cells else ""
            write(styled(sentence, "bad") + where)
        if result.answer:
            write(styled(str(result.answer), "good"))
    return ANSWERED if result.answer else NO


def place(unknown: Any) -> str:
    """A cell as row and column, a line by its two ends."""
    if isinstance(unknown, tuple) and len(unknown) == 2 and all(isinstance(n, int) for n in unknown):
        return f"r{unknown[0] + 1}c{unknown[1] + 1}"
    return "-".join(map(place, unknown)) if isinstance(unknown, tuple) else str(unknown)


def verify(arguments: argparse.Namespace) -> int:
    source = arguments.result
    if source != "-" and not is_file(source) and not source.lstrip().startswith(("{", "[")):
        raise ParseError(f"no file {quote(source)}", expected="a result that --json wrote")
    text = read_text(source, "result")
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "too deep"
        raise ParseError(f"the result is not JSON: {where}", expected="what --json writes") from None
    if not isinstance(data, dict):
        raise ParseError("the result is not a JSON object", expected="what --json writes")
    found = questions.verify(data, limits=read_limits(arguments))
    if arguments.json:
        write_json(found.to_json())
    else:
        style = {"verified": "good", "refuted": "bad"}.get(found.status, "bold")
        write(styled(str(found), style))
        write(styled(f"not checked, being no claim: {', '.join(found.aside)}", "dim"))
    return ANSWERED if found else NO if found.refuted else LIMIT


def render(arguments: argparse.Namespace) -> int:
    picture = read_position(arguments).picture()
    if arguments.svg is None:
        write(picture.text())
    else:
        write_file(arguments.svg, picture.svg())
    return ANSWERED


def export(arguments: argparse.Namespace) -> int:
    from perfectplay.formats import export as written

    write(written(read_position(arguments), arguments.to))
    return ANSWERED


def play(arguments: argparse.Namespace) -> int:
    from perfectplay.cli.play import play_game, play_puzzle

    position = read_position(arguments)
    if is_pencil(position.system):
        raise NotApplicable(f"{position.system.title}: there are no moves; solve it on paper and ask check")
    if position.system.players == 1:
        return play_puzzle(position)
    if position.system.players != 2:
        raise NotApplicable(f"{position.system.title}: nobody plays this")
    return play_game(position, arguments.player, LEFT if arguments.first == "left" else RIGHT)
