"""``list`` and ``show``: what the library knows."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from perfectplay.cli.output import say, say_board
from perfectplay.cli.reading import show_value
from perfectplay.questions import questions_for
from perfectplay.questions.ask import methods_for, plugin_methods
from perfectplay.registry import Entry, catalogue, system
from perfectplay.system import Position, System


def entries(word: str | None) -> list[Entry]:
    """The systems whose key, name, kind, section, ids or questions have this word in them."""
    wanted = (word or "").lower()
    return [entry for entry in catalogue() if wanted in _haystack(entry)]


def _haystack(entry: Entry) -> str:
    found = [entry.key, entry.name, entry.kind, entry.section, kind_of(system(entry.key)), *entry.systems]
    return "\n".join([*found, *entry.questions]).lower()


def kind_of(rules: type[System] | System) -> str:
    return {1: "puzzle", 2: "game"}.get(rules.players, "automaton")


def entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "key": entry.key,
        "name": entry.name,
        "players": system(entry.key).players,
        "kind": entry.kind,
        "section": entry.section,
        "systems": list(entry.systems),
        "questions": list(entry.questions),
        "sample": entry.sample,
    }


def say_entries(found: list[Entry], quiet: bool) -> None:
    if quiet:
        for entry in found:
            print(entry.key)
        return
    keys, names = (max(len(getattr(entry, field)) for entry in found) for field in ("key", "name"))
    for entry in found:
        what = kind_of(system(entry.key))
        say((f"{entry.key:{keys}}", "bold"), f"  {entry.name:{names}}  {what:6}  ", (" ".join(entry.systems), "dim"))


def methods(position: Position) -> dict[str, list[str]]:
    """The methods of every question that has a meaning here, the preferred one first."""
    found: dict[str, list[str]] = {}
    for question in questions_for(position.system):
        if question == "check":
            found[question] = ["replay"]
        elif question in ("solutions", "count", "reachable"):
            plugins = [m.name for m in plugin_methods(question, position.system) if m.applies(position)]
            found[question] = [*plugins, "breadth-first"]
        else:
            searches = import_module(f"perfectplay.questions.{question}").SEARCHES
            found[question] = [method.name for method in methods_for(question, position, searches)]
    return found


def system_json(position: Position) -> dict[str, Any]:
    rules = position.system
    entry = next(entry for entry in catalogue() if entry.key == rules.key)
    return {
        **entry_json(entry),
        "source": rules.source,
        "rules": rules.rules_text(),
        "options": rules.all_options(),
        "samples": dict(rules.samples),
        "methods": methods(position),
        "metrics": list(getattr(rules, "metrics", {})),
        "position": str(position),
        "picture": list(position.picture().lines),
    }


def say_system(position: Position) -> None:
    rules = position.system
    say((rules.name or rules.key, "bold"), (f"  {rules.key}", "dim"))
    for line in _rules_lines(rules):
        say(line)
    say()
    ids = f" ({', '.join(rules.systems)})" if rules.systems else ""
    _say_row("survey", f"{rules.section}{ids}")
    _say_row("source", rules.source)
    defaults = rules.all_options()
    _say_row("options", "  ".join(f"--set {name}={show_value(value)}" for name, value in defaults.items()))
    _say_row("metrics", ", ".join(getattr(rules, "metrics", {})))
    _say_row("samples", "  ".join(f"@{name}" for name in rules.samples))
    for number, (question, names) in enumerate(methods(position).items()):
        _say_row("questions" if not number else "", f"{question:10} {', '.join(names)}")
    say()
    say((str(position), "dim"))
    say_board(position)


def _rules_lines(rules: System) -> list[str]:
    """The docstring without its first line, which is the name, and without the examples at its end."""
    text = rules.rules_text().split("\n>>>")[0]
    _, _, body = text.partition("\n")
    return body.strip("\n").replace("``", "").split("\n")


def _say_row(label: str, text: str) -> None:
    if text:
        say((f"{label:9} ", "dim"), text)
