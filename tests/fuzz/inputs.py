"""Inputs that nobody would write, made from those that somebody did.

Everything is drawn from a generator that is seeded with the name of a system and the number of the input, so that what
failed once can be made again: ``text("nim", random.Random("nim 17"))``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import perfectplay as pp
from perfectplay.cli.program import parser
from perfectplay.formats import FORMS
from perfectplay.kinds.rewrite import RewriteSystem
from perfectplay.questions import names
from perfectplay.registry import keys

KEYS = list(keys())
SEPARATORS = ["|", "\n", "\r\n", "/", ";", " ", ",", "+", "-", ":", "->", "=", "\t", "||", ""]
ODD = "\x00\x07\x1b\x7f\x85\xa0\xad\u200b\u202e\u2028\ufeff\u0663²①Ⅷéß\u0301\U0001f600\ud800"
ODD += "-+=.,;:|/\\'\"`%$&*()[]{}<>@#?!_~^"
LONGEST = 2000
"""Characters of most inputs; what is longer is a case of its own."""


@cache
def sources(key: str) -> tuple[str, ...]:
    """Texts that the system can read: its samples, and what it writes for others."""
    cls = pp.system(key)
    found = [cls.sample, *cls.samples.values()]
    for form in FORMS:
        try:
            found.append(pp.export(pp.load(key), form))
        except pp.PerfectPlayError:
            continue
    return tuple(found)


@cache
def letters(key: str) -> str:
    """The system's own letters, those of its samples, and what texts are made of."""
    cls = pp.system(key)
    own = cls.cells + "".join(cls.letters) if issubclass(cls, RewriteSystem) else ""
    return "".join(dict.fromkeys(own + "".join(sources(key)) + "|/\n ;=->,:.0123456789"))


def letter(key: str, rng: Random) -> str:
    """One of the system's own, one that is known to be odd, or any of Unicode."""
    match rng.randrange(8):
        case 0:
            return rng.choice(ODD)
        case 1:
            return chr(rng.randrange(0x110000))
        case _:
            return rng.choice(letters(key))


def _slice(text: str, rng: Random) -> tuple[int, int]:
    start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    return start, min(end, start + rng.choice([1, 1, 2, 3, 8, 40]))


def swap(key: str, text: str, rng: Random) -> str:
    if len(text) < 2:
        return text
    a, b = sorted(rng.sample(range(len(text)), 2))
    return text[:a] + text[b] + text[a + 1 : b] + text[a] + text[b + 1 :]


def repeat(key: str, text: str, rng: Random) -> str:
    start, end = _slice(text, rng)
    return text[:start] + text[start:end] * rng.choice([2, 2, 3, 10]) + text[end:]


def delete(key: str, text: str, rng: Random) -> str:
    start, end = _slice(text, rng)
    return text[:start] + text[end:]


def insert(key: str, text: str, rng: Random) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + "".join(letter(key, rng) for _ in range(rng.choice([1, 1, 2, 5]))) + text[start:]


def replace(key: str, text: str, rng: Random) -> str:
    start, end = _slice(text, rng)
    return text[:start] + "".join(letter(key, rng) for _ in range(end - start)) + text[end:]


def ragged(key: str, text: str, rng: Random) -> str:
    """Rows of different lengths, rows twice, rows missing."""
    separator = rng.choice(["|", "\n", "/", ";", " "])
    rows = text.split(separator)
    at = rng.randrange(len(rows))
    row = rows[at]
    rows[at : at + 1] = rng.choice([[], [row, row], [row[:-1]], [row + row[-1:]], [row[::-1]], [""], [row * 2]])
    return separator.join(rows)


def grow(key: str, text: str, rng: Random) -> str:
    """Numbers that are larger, negative, fractions, or not written as usual."""
    found = list(re.finditer(r"\d+", text))
    if not found:
        return insert(key, text, rng)
    number = rng.choice(found)
    other = rng.choice(
        [
            str(int(number[0][:20]) + rng.choice([1, -1, 10, 255, 65536])),
            number[0] * rng.choice([2, 3, 20, 500]),
            "-" + number[0],
            "+" + number[0],
            "0" + number[0],
            number[0] + ".5",
            number[0] + "e9",
            "0x" + number[0],
            "".join(chr(0x660 + int(digit)) for digit in number[0] if digit.isascii()),
            str(2 ** rng.choice([8, 15, 16, 31, 32, 63, 64, 100])),
        ]
    )
    return text[: number.start()] + other + text[number.end() :]


def separate(key: str, text: str, rng: Random) -> str:
    old, new = rng.choice(SEPARATORS[:-1]), rng.choice(SEPARATORS)
    return text.replace(old, new, rng.choice([1, 2, -1]))


def shuffle(key: str, text: str, rng: Random) -> str:
    return "".join(rng.sample(text, len(text)))


def splice(key: str, text: str, rng: Random) -> str:
    """The beginning of one text and the end of another."""
    other = rng.choice(sources(rng.choice([key, rng.choice(KEYS)])))
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def case(key: str, text: str, rng: Random) -> str:
    start, end = _slice(text, rng)
    return text[:start] + text[start:end].swapcase() + text[end:]


MUTATIONS: list[Callable[[str, str, Random], str]] = [
    *(swap, repeat, delete, insert, replace, ragged, grow, separate, shuffle, splice, case)
]


def mangled(key: str, text: str, rng: Random) -> str:
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        text = rng.choice(MUTATIONS)(key, text, rng)[:LONGEST]
    return text


def text(key: str, rng: Random) -> str:
    """A text for a system: one of its own, mangled; one of another system; own letters in any order; or a long one."""
    match rng.randrange(20):
        case 0:
            return rng.choice(sources(rng.choice(KEYS)))
        case 1 | 2:
            return "".join(letter(key, rng) for _ in range(rng.choice([0, 1, 2, 5, 20, 100])))
        case 3 | 4:
            rows = rng.randrange(1, 7)
            size = rng.randrange(1, 9)
            own = rng.sample(letters(key), min(3, len(letters(key))))
            return "|".join("".join(rng.choices(own, k=size)) for _ in range(rows))
        case 5:
            return f"{rng.choice(['', '-', '0'])}{rng.choice([0, 1, 2, 5, 9, 40, 999, 10**6])}x{rng.randrange(0, 30)}"
        case 6 if rng.randrange(10) == 0:
            return mangled(key, rng.choice(sources(key)), rng) * rng.choice([2, 50, 1000])
        case _:
            return mangled(key, rng.choice(sources(key)), rng)


STRANGE: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 4, 7, -1, 10**6, 10**30, 1.5, float("nan"), "", "x", "4,3", "free", "cells"),
    *("4,3,2,1" * 50, "FILNPTUVWXYZ", "\x00\n", b"k", (), [], {}, [1], object(), int, "-1", "99999999999999999999"),
]


def options(key: str, rng: Random) -> dict[str, Any]:
    """Mostly none; else values for the system's options, of its type or not, or an option that there is not."""
    if rng.randrange(4):
        return {}
    known = pp.system(key).all_options()
    names = rng.sample(sorted(known), rng.randrange(len(known) + 1)) if known else []
    chosen = {name: rng.choice([known[name], rng.choice(STRANGE)]) for name in names}
    for name, value in chosen.items():
        if isinstance(known[name], bool) and rng.randrange(2):
            chosen[name] = not known[name]
        elif isinstance(known[name], int) and not isinstance(value, int):
            chosen[name] = rng.choice([0, 1, 2, 3, 5, 9, -1, 10**9])
    if not rng.randrange(10):
        chosen[rng.choice(["colour", "", "k", "size", "self", "a b", "é", "settings"])] = rng.choice(STRANGE)
    return chosen


def collection(key: str, rng: Random) -> str:
    """Texts that a system can read, on lines of their own or over several, with what may stand between them."""
    between = ["\n", "\n\n", "\n; one\n", "\n\nTitle: two\n\n", "\n# three\n", "\r\n", "|"]
    found = "".join(rng.choice(sources(key)) + rng.choice(between) for _ in range(rng.randrange(1, 6)))
    found = found.replace("|", "\n") if rng.randrange(2) else found
    return found if len(found) < LONGEST and not rng.randrange(3) else mangled(key, found, rng)


# command lines ------------------------------------------------------------------------------------------------------

PLAIN = {
    "list": ["--json", "chess", "S0", "\x00"],
    "show": ["--json"],
    "render": ["--svg=-"],
    "export": ["--to=url", "--to=pzprv3", "--to=dimacs", "--to", "--to=x"],
    "check": ["--json"],
    "play": ["--player=both", "--player=x"],
    "evaluate": ["--json", "--latex", "--quiet", "--memory=1MB", "--tree=-", "--svg=-"],
    "verify": ["--json"],
    "generate": ["--json", "--set", "least=3"],
    "census": ["--rows=1-2", "--cols=2", "--heaps=3", "--summary", "--columns=value", "--output=-", "--all"],
    "nonsense": [],
}
QUESTIONS = [name for name in names() if name not in PLAIN]
WITH_VALUE = sorted(set().union(*(command.valued for command in parser()[1].values())))
LIMITED = ["--time=1s", "--positions=200", "--memory=64MB"]
VALUES = ["0", "{1|-1}", "^*2+3", "Tiny(2)", "{0|^}*5", "1/2", "cool({3|1},1)", "+-1", "{2||1|-1}-v"]


def words(key: str, rng: Random) -> list[str]:
    """A command line about a system, mangled in some of its words; searches are limited whatever happens to it."""
    command = rng.choice([*QUESTIONS, *PLAIN])
    arguments = [key, rng.choice(sources(key)) if rng.randrange(3) else text(key, rng)]
    extra = PLAIN.get(command, ["--json", "--quiet", "--player=left", "--metric=moves", "--limit=3", "--method=x"])
    if command == "evaluate":
        arguments = [rng.choice(VALUES) if rng.randrange(3) else mangled(key, rng.choice(VALUES), rng)]
    elif command == "verify":
        arguments = [mangled(key, json.dumps(result(key)), rng)]
    elif command in ("generate", "census"):
        arguments = [key]
    elif command in ("check", "another"):
        arguments.append(mangled(key, rng.choice(sources(key)), rng))
    chosen = rng.sample(extra, min(len(extra), rng.choice([0, 1, 1, 2, 3])))
    name = rng.choice([*pp.system(key).all_options(), "colour"])
    if not rng.randrange(4):
        chosen += ["--set", f"{name}={rng.choice(['true', '0', '-1', '3', 'x', '', '9' * 30])}"]
    found = [*arguments, *chosen]
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        at = rng.randrange(len(found))
        match rng.randrange(6):
            case 0:
                found[at] = mangled(key, found[at], rng)
            case 1:
                del found[at]
                found = found or [""]
            case 2:
                found.insert(at, found[at])
            case 3:
                found.insert(at, rng.choice([*WITH_VALUE, "--", "-", "-h", "--help", "", "--json", "-x", "--quiet=1"]))
            case 4:
                rng.shuffle(found)
            case _:
                found[at] = rng.choice(["", "-", "\x00", "@", "@nothing", "x" * 300, "/", ".", "é\n"])
    limited = LIMITED if command in QUESTIONS or command in ("generate", "census") else []
    return [command, *limited, *found]


@cache
def result(key: str) -> dict[str, Any]:
    """The machine-readable form of an answer about a small position of the system."""
    position = pp.load(key)
    ask: Any = pp.outcome if position.system.players == 2 else pp.solve
    try:
        found: dict[str, Any] = ask(position, limits=pp.Limits(positions=100_000)).to_json()
        return found
    except pp.PerfectPlayError:
        return {"question": "outcome", "system": key, "position": str(position), "answer": "N"}
