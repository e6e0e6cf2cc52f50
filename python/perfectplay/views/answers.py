"""Answers as data: in words, with everything in them that can be shown, stepped through, opened or downloaded.

What an answer and its witness hold is found by its type, wherever it is in them: lines, filled sheets, values,
strategies, positions. So a further question is shown without a line here.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from perfectplay.errors import ParseError
from perfectplay.limits import Limits, Progress
from perfectplay.picture import Picture
from perfectplay.position import Filled, Line, Move, Position
from perfectplay.question import Argument, Question
from perfectplay.questions import function, record
from perfectplay.registry import read_option
from perfectplay.result import Result
from perfectplay.strategies import Strategy, Written, written_within
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.value import Value
from perfectplay.values.writing import UNICODE, brief
from perfectplay.views.positions import place, player_named, read_position
from perfectplay.views.sheets import broken_view
from perfectplay.views.values import value_view
from perfectplay.words import Said

LONGEST_TEXT = 4000
"""Characters of the bare answer."""
LONGEST_VALUE = 300
"""Characters of a value in a sentence."""
WRITING = Limits(time=0.1)
"""For writing a strategy down; what takes longer is found when it is followed."""
MOST_SHOWN = 24
"""Lines, sheets or positions of one answer."""


def ask(name: str, body: Mapping[str, Any], progress: Progress | None) -> dict[str, Any]:
    """Ask a question as a request states it."""
    question = record(name)
    texts, keywords = _arguments(question, body)
    if question.limited:
        keywords |= {"limits": limits_of(body), "progress": progress}
    if question.searches and body.get("method"):
        keywords["method"] = body["method"]
    wanted = [output for output in question.outputs if output.name in body.get("outputs", ())]
    for output in wanted:
        keywords |= output.arguments
    if question.about == "system":
        about: Any = str(body.get("system", ""))
        keywords |= _generator_options(question, about, body.get("options") or {})
    else:
        about = read_position(body)
    result = function(name)(about, *texts, **keywords)
    written = ((output.name, output.text(result)) for output in wanted)
    files = [{"name": f"{name}.{kind}", "text": text} for kind, text in written if text is not None]
    found = place(result.position) if question.about == "position" else {}
    return {**answer_view(result), "files": files, "same": same_question(question, {**body, **found})}


def same_question(question: Question[Any], body: Mapping[str, Any]) -> dict[str, str]:
    """The question as the library and the command line have it.

    >>> same_question(record("best"), {"system": "nim", "position": "3 5 7", "player": "left"})["In a terminal"]
    "perfectplay best nim '3 5 7' --player left"
    """
    key, options = str(body.get("system", "")), body.get("options") or {}
    settings = [f"{name}={value!r}" for name, value in options.items()]
    position = body.get("position") or ""
    whole = question.about == "system"
    called = [repr(key), *settings] if whole else ["position"]
    words = [question.name, key, *([] if whole else [position] * bool(position))]
    for argument in question.arguments:
        given = body.get(argument.name)
        if not argument.offered or given in (None, "", False):
            continue
        literal = f"pp.{str(given).upper()}" if argument.name == "player" else repr(given)
        called.append(literal if argument.positional else f"{argument.name}={literal}")
        words += (
            [str(given)] if argument.positional else [f"--{argument.name}", *([] if given is True else [str(given)])]
        )
    if body.get("method"):
        called.append(f"method={body['method']!r}")
        words += ["--method", body["method"]]
    words += [part for name, value in options.items() for part in ("--set", f"{name}={str(value).lower()}")]
    words += [part for name in body.get("outputs", ()) for part in (f"--{name}", f"{question.name}.{name}")]
    loaded = ", ".join([repr(key), *([repr(position)] if position else []), *settings])
    lines = ["import perfectplay as pp", "", *([] if whole else [f"position = pp.load({loaded})"])]
    lines += [f"result = pp.{question.name}({', '.join(called)})", "print(result)", "print(pp.verify(result))"]
    return {"In Python": "\n".join(lines), "In a terminal": shlex.join(["perfectplay", *words])}


def limits_of(body: Mapping[str, Any]) -> Limits:
    """The limits of a request: numbers, or words such as ``30s``, ``2GB`` and ``5M``."""
    given = {name: value for name, value in (body.get("limits") or {}).items() if value not in (None, "")}
    words = Limits.of(**{name: value for name, value in given.items() if isinstance(value, str)})
    numbers = {name: value for name, value in given.items() if not isinstance(value, str)}
    return Limits(**{"time": words.time, "memory": words.memory, "positions": words.positions} | numbers)


def _arguments(question: Question[Any], body: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    texts: list[str] = []
    keywords: dict[str, Any] = {}
    for argument in question.arguments:
        if not argument.offered:
            continue
        given = body.get(argument.name)
        if argument.positional:
            texts.append("" if given is None else str(given))
        elif given is not None and given != "":
            keywords[argument.name] = _typed(argument, given)
    return texts, keywords


def _typed(argument: Argument, given: Any) -> Any:
    if argument.name == "player":
        return player_named(given)
    if argument.default is False or not isinstance(given, str):
        return given
    try:
        return argument.typed(given)
    except (ValueError, KeyError):
        expected = ", ".join(argument.choices) or "a whole number"
        raise ParseError(f"{argument.name}={given!r}", expected=expected) from None


def _generator_options(question: Question[Any], key: str, given: Mapping[str, Any]) -> dict[str, Any]:
    known = question.options(key)
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise ParseError(f"{key}: no option {name!r} for {question.name}", expected=", ".join(known))
        as_text = isinstance(value, str) and not isinstance(known[name], str)
        found |= dict([read_option(known, f"{name}={value}", key)]) if as_text else {name: value}
    return found


def answer_view(result: Result[Any]) -> dict[str, Any]:
    """A result as it is shown."""
    answer, witness = result.answer, result.witness
    found = list(things("", answer))
    seen = {id(thing) for _, thing in found}
    found += [(title, thing) for title, thing in things("", witness) if id(thing) not in seen]
    lines = unlike((title, each) for title, each in found if isinstance(each, Line))
    sheets = unlike((title, each) for title, each in found if isinstance(each, Filled))
    values = [each for _, each in found if isinstance(each, Value)]
    thermographs = [each for _, each in found if isinstance(each, Thermograph)]
    question = record(result.question)
    with written_within(WRITING):
        data = result.to_json()
    checked = result.question == "check" and "given" in result.details
    return {
        "result": data,
        "found": result.found,
        "reason": result.reason,
        "text": shortened(answer, LONGEST_TEXT),
        "words": [said_view(line) for line in question.describe(result)],
        "method": result.method,
        "stats": data["stats"],
        "lines": [line_view(title, line) for title, line in lines],
        "sheets": [{"answer": str(sheet), "picture": sheet.picture().to_json()} for _, sheet in sheets],
        "value": value_view(values[0], str(result.position)) if values and values[0] is answer else None,
        "thermograph": thermographs[0].to_json() if thermographs else None,
        "strategies": [
            {
                "player": str(each.player),
                "starter": str(each.starter),
                "promise": "draw" if each.draw else "win",
            }
            for _, each in found
            if isinstance(each, Strategy | Written)
        ],
        "positions": [{**place(each), "title": title} for title, each in found if isinstance(each, Position)][
            :MOST_SHOWN
        ],
        "move": {"text": answer.text, "player": str(answer.player)} if isinstance(answer, Move) else None,
        "broken": _broken(result) if checked else None,
    }


def _broken(result: Result[Any]) -> list[dict[str, Any]]:
    position = result.position
    return broken_view(position, position.system.filled(position, result.details["given"]))


_APART = ("start", "position", "puzzle")
"""Fields of answers that say where they come from."""


def things(title: str, value: Any) -> Iterator[tuple[str, Any]]:
    """What can be shown of an answer, with the name of the field or entry that holds it."""
    if isinstance(value, Line | Filled | Value | Thermograph | Position | Strategy | Written):
        yield title, value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from things(str(name), each)
    elif isinstance(value, list | tuple) and not isinstance(value, str):
        for each in value:
            yield from things(title, each)
    elif is_dataclass(value) and not isinstance(value, type | Move):
        for each in fields(value):
            if each.name not in _APART:
                yield from things(each.name, getattr(value, each.name))


def unlike(found: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Each once, with its first title, and not too many."""
    kept: dict[Any, str] = {}
    for title, each in found:
        kept.setdefault(each, title)
    return [(title, each) for each, title in kept.items()][:MOST_SHOWN]


def line_view(title: str, line: Line) -> dict[str, Any]:
    """A line that can be stepped through (:func:`perfectplay.views.positions.line_view` has the positions)."""
    texts = [move.text for move in line]
    players = {move.player for move in line}
    alone = line.start.system.players == 2 and len(players) == 1
    return {
        "start": place(line.start),
        "moves": texts,
        "shown": line.start.system.join(texts, line.metric),
        "cost": line.cost,
        "metric": line.metric,
        "title": title,
        "player": str(players.pop()) if alone else "",
    }


def said_view(line: Said) -> dict[str, Any]:
    """A line of an answer in words: parts with their styles, or a picture."""
    if isinstance(line, Picture):
        return {"picture": line.to_json()}
    parts = (line,) if isinstance(line, str) else line
    return {
        "parts": [
            [part, ""] if isinstance(part, str) else [shortened(part.what, LONGEST_VALUE), part.style] for part in parts
        ]
    }


def shortened(what: Any, most: int) -> str:
    """The text of something, cut if it is huge; values as the books write them."""
    if isinstance(what, Value):
        return brief(what, most, UNICODE)
    if isinstance(what, Result):
        return shortened(what.answer, most)
    text = str(what)
    return text if len(text) <= most else text[: most - 1] + "…"


def verdict_view(body: Mapping[str, Any]) -> dict[str, Any]:
    """Verify the JSON form of a result."""
    from perfectplay.verification import verify

    found = verify(body["result"], limits=limits_of(body))
    return {**found.to_json(), "text": str(found)}
