"""Forgeries: an answer in its machine-readable form with one thing changed, and everything that can be changed.

Nothing is known here of questions. A leaf is a value that is no list and no object; it is changed into something of the
same type that looks like it, and into something of another type. Lists lose, repeat and gain elements, objects lose and
gain fields.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a JSON value, itself included."""
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield from places(value, (*path, name))


def at(data: Any, path: Path) -> Any:
    for name in path:
        data = data[name]
    return data


def put(data: Any, path: Path, value: Any) -> Any:
    """A copy with another value at a place."""
    if not path:
        return value
    made = copy.deepcopy(data)
    at(made, path[:-1])[path[-1]] = value
    return made


def variants(value: Any, rng: random.Random) -> list[Any]:
    """Other values, each different from this one."""
    found: list[Any]
    if isinstance(value, bool):
        found = [not value, int(value)]
    elif isinstance(value, int):
        found = [value + 1, value - 1, value + 2, value ^ 16, str(value), float(value), None]
    elif isinstance(value, str):
        found = [_other_text(value, rng), value[:-1], value + (value[-1:] or "x"), None, 7]
    elif isinstance(value, list):
        found = [value[:-1], value[1:], [*value, *value[-1:]], [*value, 1], None]
        if len(value) > 1:
            found.append(value[::-1])
    elif isinstance(value, dict):
        name = rng.choice(list(value)) if value else ""
        found = [{each: there for each, there in value.items() if each != name}, {**value, "more": 1}, None]
    elif value is None:
        found = [0, "x", [], {}, False]
    else:
        found = [None]
    return [each for each in found if type(each) is not type(value) or each != value]


def _other_text(text: str, rng: random.Random) -> str:
    """A letter changed into another one that stands in the text, or a digit into another digit."""
    letters = sorted(set(text))
    if not letters:
        return "x"
    for _ in range(20):
        where = rng.randrange(len(text))
        letter = rng.choice("0123456789") if text[where].isdigit() else rng.choice(letters)
        made = text[:where] + letter + text[where + 1 :]
        if made != text:
            return made
    return text + text[-1]


def forgeries(data: dict[str, Any], rng: random.Random) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Everything that can be changed, with what was changed."""
    for path in places(data):
        if not path:
            continue
        for value in variants(at(data, path), rng):
            yield path, put(data, path, value)
        parent = at(data, path[:-1])
        if isinstance(parent, dict):
            yield path, put(data, path[:-1], {name: each for name, each in parent.items() if name != path[-1]})
