"""Systems as data: the catalogue, and everything that a system says about itself and can be asked."""

from __future__ import annotations

import re
from typing import Any

from perfectplay.atlas import atlas
from perfectplay.own import word_for
from perfectplay.question import Argument, Question
from perfectplay.questions import records
from perfectplay.registry import listed, system
from perfectplay.system import Played, Posed, Puzzle, System, is_a


def catalogue_view() -> list[dict[str, Any]]:
    """A line for each system."""
    return [_entry(key, system(key)) for key in listed()]


def _entry(key: str, cls: type[System]) -> dict[str, Any]:
    known = atlas(key) if cls.key else ()
    return {
        "key": key,
        "name": cls.name or cls.__name__,
        "aliases": list(cls.aliases),
        "kind": cls.kind,
        "players": cls.players,
        "section": cls.section,
        "questions": [each.name for each in records() if each.means(cls)],
        "complexity": sorted({str(each) for claim in known for each in claim.now if str(each)}),
        "about": _first_sentence(cls.rules_text()),
        "played": is_a(cls, Played),
        "posed": is_a(cls, Posed),
    }


def _first_sentence(rules: str) -> str:
    """The first sentence after the title."""
    text = " ".join(rules.partition("\n")[2].partition("\n\n")[0].split() or rules.split())
    found = re.match(r".+?[.!?](?=\s|$)", text)
    return found[0] if found else text


def system_view(rules: System) -> dict[str, Any]:
    """All about one system."""
    text, _, example = rules.rules_text().partition(">>>")
    title, _, body = text.partition("\n")
    return {
        "key": word_for(type(rules)),
        "name": rules.name or rules.title,
        "kind": rules.kind,
        "players": rules.players,
        "section": rules.section,
        "systems": list(rules.systems),
        "source": rules.source,
        "rules": (body or title).strip(),
        "example": f">>>{example}".rstrip() if example else "",
        "complexity": [
            {
                "id": claim.id,
                "title": claim.title,
                "question": claim.question,
                "status": claim.status,
                "source": claim.source,
                "open": claim.open,
                "changed": claim.changed,
            }
            for claim in (atlas(rules.key) if rules.key else ())
        ],
        "sample": rules.sample,
        "samples": dict(rules.samples),
        "options": [option_view(name, default) for name, default in rules.all_options().items()],
        "questions": [question_view(each, rules) for each in records() if each.means(rules)],
        "metrics": list(rules.metrics) if isinstance(rules, Puzzle) else [],
        "played": isinstance(rules, Played),
        "posed": isinstance(rules, Posed),
        "sized": rules.sized,
        "forms": list(rules.forms),
    }


def option_view(name: str, default: Any) -> dict[str, Any]:
    """An option of rules, or of a generator."""
    kind = "flag" if isinstance(default, bool) else "number" if isinstance(default, int) else "text"
    return {"name": name, "default": default, "type": kind}


def question_view(question: Question[Any], rules: System | None = None) -> dict[str, Any]:
    """A question as a form: what it takes, for all systems or for one."""
    options = question.options(rules.key) if rules is not None and question.about == "system" else {}
    return {
        "name": question.name,
        "help": question.help,
        "about": question.about,
        "limited": question.limited,
        "methods": bool(question.searches),
        "arguments": [_argument(each, rules) for each in question.arguments if _is_asked(each, rules)],
        "outputs": [{"name": each.name, "help": each.help} for each in question.outputs],
        "options": [option_view(name, default) for name, default in options.items()],
    }


def _is_asked(argument: Argument, rules: System | None) -> bool:
    return argument.offered and not (argument.name == "metric" and rules is not None and not isinstance(rules, Puzzle))


def _argument(argument: Argument, rules: System | None) -> dict[str, Any]:
    choices = list(argument.choices)
    if argument.name == "metric" and isinstance(rules, Puzzle):
        choices = list(rules.metrics)
    kind = (
        "answer"
        if argument.positional
        else "flag"
        if argument.default is False
        else "choice"
        if choices
        else "number"
        if argument.typed is int
        else "text"
    )
    default = choices[0] if argument.name == "metric" and choices else argument.default
    return {"name": argument.name, "help": argument.help, "type": kind, "choices": choices, "default": default}


def questions_view() -> list[dict[str, Any]]:
    """All questions, whatever they are asked about."""
    return [question_view(each) for each in records()]
