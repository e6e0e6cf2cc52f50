"""Everything that a page or a program can ask for: operations with names, schemas of what they take, and examples.

Questions are operations, too: ``ask/outcome`` asks what ``pp.outcome`` asks. A request is checked against its schema
before anything is done with it, so that functions behind operations see what they expect; limits of a request hold for
all that it takes, be it reading, searching or drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from perfectplay.errors import ParseError, UnknownSystem, quote
from perfectplay.forms import list_of
from perfectplay.limits import Limits, Progress
from perfectplay.question import Question
from perfectplay.questions import names, record
from perfectplay.registry import rules_of
from perfectplay.result import VERSION
from perfectplay.views.answers import ask, limits_of, verdict_view
from perfectplay.views.positions import (
    edit_view,
    line_view,
    play_view,
    player_named,
    position_view,
    read_position,
)
from perfectplay.views.sheets import from_draft, posed, sheet_view
from perfectplay.views.systems import catalogue_view, questions_view, system_view
from perfectplay.views.values import ANSWER as COMPARED
from perfectplay.views.values import PROPERTIES as VALUES
from perfectplay.views.values import evaluate

Body = Mapping[str, Any]


@dataclass(frozen=True)
class Operation:
    name: str
    help: str
    properties: Mapping[str, Any]
    """What a request may have, each with its schema."""
    required: tuple[str, ...]
    run: Callable[[Body, Progress | None], Any]
    example: Body
    answer: Mapping[str, Any]
    """The schema of what comes back."""

    @property
    def request(self) -> dict[str, Any]:
        """The schema of a request."""
        return {
            "type": "object",
            "properties": {**self.properties, "limits": LIMITS},
            "required": list(self.required),
            "additionalProperties": False,
        }


TEXT = {"type": "string", "maxLength": 1 << 18}
WORD = {"type": "string", "maxLength": 200}
NUMBER = {"type": "integer", "minimum": 0, "maximum": 1 << 31}
FLAG = {"type": "boolean"}
OPTIONS = {
    "type": "object",
    "description": "options of the rules that differ from their defaults",
    "additionalProperties": {"type": ["string", "integer", "boolean"], "maxLength": 1000},
    "maxProperties": 40,
}
PLAYER = {"enum": ["Left", "Right", "left", "right", ""]}
LIMITS = {
    "type": "object",
    "description": "seconds, bytes and positions, as numbers or as words such as 30s, 2GB, 5M",
    "properties": {
        "time": {"type": ["number", "string"], "minimum": 0, "maximum": 1e9, "maxLength": 40},
        "memory": {"type": ["integer", "string"], "minimum": 0, "maximum": 1 << 62, "maxLength": 40},
        "positions": {"type": ["integer", "string"], "minimum": 0, "maximum": 1 << 62, "maxLength": 40},
    },
    "additionalProperties": False,
}
POSITION: dict[str, Any] = {
    "system": {**WORD, "description": "the key of the system; an address of puzz.link needs none"},
    "position": {**TEXT, "description": "text, @sample, an address, a file; empty: the sample"},
    "options": OPTIONS,
}
LEAD = {"type": "integer", "minimum": -(1 << 31), "maximum": 1 << 31, "description": "Left's points less Right's"}
OBJECT = {"type": "object"}


def _position(body: Body, progress: Progress | None) -> Any:
    position = read_position(body)
    view = position_view(position, body.get("lead", 0))
    if body.get("answer") and view["sheet"] is not None:
        filled = posed(position).filled(position, body["answer"])
        view["sheet"]["answer"] = sheet_view(position, filled, check=False)
    return view


def _play(body: Body, progress: Progress | None) -> Any:
    return play_view(read_position(body), body["move"], player_named(body.get("player")), body.get("lead", 0))


def _line(body: Body, progress: Progress | None) -> Any:
    return line_view(read_position(body), body["moves"], player_named(body.get("player")))


def _sheet(body: Body, progress: Progress | None) -> Any:
    position = read_position(body)
    if "answer" in body:
        answer: Mapping[Any, Any] = posed(position).filled(position, body["answer"])
    else:
        answer = from_draft(position, body.get("draft", ()))
    return sheet_view(position, answer, body.get("check", False))


def _edit(body: Body, progress: Progress | None) -> Any:
    places: list[int] = body.get("places", [body.get("place", 0)])
    for place, letter in body.get("before", ()):
        check(place, NUMBER, "edit: before")
        check(letter, WORD, "edit: before")
    before: dict[int, str] = dict(body.get("before", ()))
    return edit_view(read_position(body), before | {place: body["letter"] for place in places})


def _export(body: Body, progress: Progress | None) -> Any:
    from perfectplay.formats import export

    position = read_position(body)
    answer = posed(position).filled(position, body["answer"]) if body.get("answer") else None
    if body.get("form") == "svg":
        return {"text": (position if answer is None else answer).picture().svg()}
    return {"text": export(position if answer is None else answer, body.get("form") or None)}


def _picture(body: Body, progress: Progress | None) -> Any:
    return read_position(body).picture().to_json()


def _system(body: Body, progress: Progress | None) -> Any:
    return system_view(rules_of(body["system"]))


_DOMINEERING = {"system": "domineering", "position": "....|....|....|...."}
_SLITHERLINK = {"system": "slitherlink", "position": "33|.."}

_PLAIN = (
    Operation(
        "systems",
        "the catalogue: a line for each system",
        {},
        (),
        lambda body, progress: catalogue_view(),
        {},
        list_of(OBJECT),
    ),
    Operation(
        "questions",
        "all questions, as forms",
        {},
        (),
        lambda body, progress: questions_view(),
        {},
        list_of(OBJECT),
    ),
    Operation(
        "system",
        "rules, options, samples and questions of one system",
        {"system": WORD},
        ("system",),
        _system,
        {"system": "domineering"},
        OBJECT,
    ),
    Operation(
        "picture",
        "the picture of a position",
        POSITION,
        (),
        _picture,
        _DOMINEERING,
        OBJECT,
    ),
    Operation(
        "position",
        "a position: picture, moves, questions that can be asked, places that can be edited or filled in",
        {**POSITION, "answer": TEXT, "lead": LEAD},
        (),
        _position,
        _DOMINEERING,
        OBJECT,
    ),
    Operation(
        "play",
        "the position after a move",
        {**POSITION, "move": TEXT, "player": PLAYER, "lead": LEAD},
        ("move",),
        _play,
        {**_DOMINEERING, "move": "a1-a2", "player": "Left"},
        OBJECT,
    ),
    Operation(
        "line",
        "the positions that moves lead through, with their pictures",
        {**POSITION, "moves": {"type": "array", "items": TEXT, "maxItems": 10_000}, "player": PLAYER},
        ("moves",),
        _line,
        {"system": "peg_solitaire", "position": "oo.", "moves": ["a1-c1"]},
        OBJECT,
    ),
    Operation(
        "sheet",
        "a sheet with an answer, perhaps a partial one: its picture, and on request which rules it breaks where",
        {
            **POSITION,
            "draft": {
                "type": "array",
                "items": {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2},
                "maxItems": 100_000,
                "description": "pairs of numbers: an unknown, and its value",
            },
            "answer": TEXT,
            "check": FLAG,
        },
        (),
        _sheet,
        {**_SLITHERLINK, "draft": [[0, 1]], "check": True},
        OBJECT,
    ),
    Operation(
        "edit",
        "the position with a letter put on a place, or on several at once",
        {
            **POSITION,
            "place": NUMBER,
            "places": {**list_of(NUMBER), "maxItems": 10_000},
            "letter": WORD,
            "before": {
                "type": "array",
                "items": {"type": "array", "minItems": 2, "maxItems": 2},
                "maxItems": 10_000,
                "description": "places and letters put before, which made no position by themselves",
            },
        },
        ("letter",),
        _edit,
        {**_DOMINEERING, "place": 0, "letter": "#"},
        OBJECT,
    ),
    Operation(
        "export",
        "a position, or an answer to it, in a format of another program, or as a picture: svg",
        {**POSITION, "form": WORD, "answer": TEXT},
        (),
        _export,
        {**_SLITHERLINK, "form": "url"},
        {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    ),
    Operation(
        "value",
        "values of expressions in the notation of the field, and how they compare",
        VALUES,
        ("expressions",),
        lambda body, progress: evaluate(body),
        {"expressions": ["{3||2|1}", "^*"]},
        COMPARED,
    ),
    Operation(
        "verify",
        "check a result independently of what found it",
        {"result": OBJECT},
        ("result",),
        lambda body, progress: verdict_view(body),
        {
            "result": {
                "version": VERSION,
                "question": "outcome",
                "system": "nim",
                "position": "3 5 7",
                "options": {},
                "answer": "N",
                "method": "nim sum",
                "witness": None,
                "stats": {"positions": 0, "seconds": 0, "memory": 0},
            }
        },
        OBJECT,
    ),
)


def _asking(name: str) -> Operation:
    question = record(name)
    taken: dict[str, Any] = {}
    for each in question.arguments:
        if each.offered:
            taken[each.name] = _argument_schema(question, each.name)
    if question.searches:
        taken["method"] = {**WORD, "description": "a method by name; by default the first that applies"}
    if question.outputs:
        kinds = [each.name for each in question.outputs]
        taken["outputs"] = {"type": "array", "items": {"enum": kinds}, "maxItems": len(kinds)}
    about = {"system": WORD, "options": OPTIONS} if question.about == "system" else POSITION
    needed = [each.name for each in question.arguments if each.positional]
    return Operation(
        f"ask/{name}",
        question.help,
        {**about, **taken},
        ("system", *needed) if question.about == "system" else tuple(needed),
        lambda body, progress: ask(name, body, progress),
        _example(question),
        OBJECT,
    )


def _argument_schema(question: Question[Any], name: str) -> dict[str, Any]:
    argument = next(each for each in question.arguments if each.name == name)
    told = {"description": argument.help}
    if name == "player":
        return {**PLAYER, **told}
    if argument.positional:
        return {**TEXT, **told}
    if argument.default is False:
        return {**FLAG, **told}
    if argument.choices:
        return {"enum": list(argument.choices), **told}
    if argument.typed is int:
        return {"type": ["integer", "string"], "minimum": 0, "maximum": 1 << 62, "maxLength": 40, **told}
    return {**WORD, **told}


_EXAMPLES: tuple[Body, ...] = (
    _DOMINEERING,
    {"system": "nim", "position": "3 5 7"},
    {"system": "peg_solitaire", "position": "oo."},
    _SLITHERLINK,
    {"system": "cops_and_robbers"},
    {"system": "dots_and_boxes"},
    {"system": "rubik", "position": "R U"},
    {"system": "dcl"},
    {"system": "gadget"},
    {"system": "rush_hour"},
    {"system": "richman"},
)


def _example(question: Question[Any]) -> Body:
    """A small position for which the question has a meaning."""
    found = next(each for each in _EXAMPLES if question.means(rules_of(each["system"])))
    if any(each.positional for each in question.arguments):
        return {"system": "slitherlink", "position": "..", "given": "┌─┐|└─┘"}
    if question.about == "system":
        return {"system": found["system"], "options": {"rows": 4, "cols": 4, "pieces": 5, "least": 3, "seed": 1}}
    return found


@cache
def operations() -> dict[str, Operation]:
    """All of them by name, questions last."""
    return {each.name: each for each in _PLAIN} | {f"ask/{name}": _asking(name) for name in names()}


def carry_out(name: str, body: Any, progress: Progress | None = None) -> Any:
    """Carry out a request. What is wrong with it is a :class:`perfectplay.errors.PerfectPlayError`."""
    operation = operations().get(name)
    if operation is None:
        raise UnknownSystem(f"no operation {quote(name)} (expected one of: {', '.join(operations())})")
    check(body, operation.request, name)
    watch = replace(limits_of(body), positions=None)
    with watch if watch != Limits() else Limits():
        return operation.run(body, progress)


# schemas ------------------------------------------------------------------------------------------------------------

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "null": lambda value: value is None,
}


def check(value: Any, schema: Mapping[str, Any], where: str) -> None:
    """Does a request have the form of its schema? Only what the schemas here use is understood."""
    if "enum" in schema and value not in schema["enum"]:
        raise ParseError(f"{where}: {quote(str(value))}", expected=f"one of {', '.join(map(repr, schema['enum']))}")
    kinds = schema.get("type")
    if kinds is not None:
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if not any(_TYPES[kind](value) for kind in kinds):
            raise ParseError(f"{where}: a {type(value).__name__}", expected=f"{' or '.join(kinds)}")
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        raise ParseError(f"{where}: {len(value)} characters", expected=f"at most {schema['maxLength']}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = schema.get("minimum", value), schema.get("maximum", value)
        if not least <= value <= most:
            raise ParseError(f"{where}: a number out of range", expected=f"{least} to {most}")
    if isinstance(value, list):
        _check_list(value, schema, where)
    if isinstance(value, dict):
        _check_object(value, schema, where)


def _check_list(value: list[Any], schema: Mapping[str, Any], where: str) -> None:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        raise ParseError(f"{where}: {len(value)} items", expected=f"{least} to {most}")
    for each in value if "items" in schema else ():
        check(each, schema["items"], where)


def _check_object(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> None:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name in schema.get("required", ()):
        if name not in value:
            raise ParseError(f"{where}: no {name}", expected=f"{', '.join(schema['required'])}")
    if len(value) > schema.get("maxProperties", len(value)):
        raise ParseError(f"{where}: {len(value)} members", expected=f"at most {schema['maxProperties']}")
    for name, each in value.items():
        if name in known:
            check(each, known[name], f"{where}: {name}")
        elif others is False:
            raise ParseError(f"{where}: unexpected {quote(name)}", expected=", ".join(known) or "nothing")
        elif isinstance(others, Mapping):
            check(each, others, f"{where}: {name[:40]}")
