"""The catalogue: one file per system; the file's name is its key.

There is no list: systems are found by file name in the folders below, and a system's module is imported when it is
first needed.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from perfectplay.errors import ParseError, UnknownSystem, quote
from perfectplay.folders import files_in
from perfectplay.formats import tells_type, type_in
from perfectplay.position import Position
from perfectplay.system import System

FOLDERS = ("games", "puzzles", "pencil", "logic")
MANY = 12
"""Names that a message lists."""


@cache
def keys() -> dict[str, str]:
    """Every key with the module that holds it."""
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for name in files_in(folder):
            if name in found:
                raise ImportError(f"two systems have the key {name}")
            found[name] = f"perfectplay.{folder}.{name}"
    return dict(sorted(found.items()))


def system(key: str) -> type[System]:
    """The class of a system: the one whose name is the key in capitals (``peg_solitaire``: ``PegSolitaire``)."""
    if not isinstance(key, str):
        raise UnknownSystem(f"a system's key is text, not {type(key).__name__}")
    return _class(key)


@cache
def _class(key: str) -> type[System]:
    if key == "sum":  # not a system of the catalogue: it has no file
        from perfectplay.kinds.sum import Sum

        return Sum
    if key not in keys():
        import difflib

        near = difflib.get_close_matches(key.lower().replace("-", "_"), keys(), n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]}?" if near else "; the catalogue lists them all"
        raise UnknownSystem(f"no system {quote(key)}{hint}")
    module = importlib.import_module(keys()[key])
    wanted = key.replace("_", "")
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, System) and value.__name__.lower() == wanted:
            return value
    raise ImportError(f"{module.__name__} defines no class named after its file")


def key_in(source: str) -> str:
    """The key of the puzzle in an address or a file that names its type.

    >>> key_in("https://puzz.link/p?slither/3/2/a7b")
    'slitherlink'
    """
    return key_of_type(type_in(source))


@cache
def key_of_type(name: str) -> str:
    """The key of the puzzle that has this name in pzpr."""
    return next(key for key in keys() if ".pencil." in keys()[key] and getattr(system(key), "pzpr", "") == name)


def load(key: str, source: object = None, /, **options: Any) -> Position:
    """A position of the system ``key`` from any text form, URL or object that it understands.

    ``@name`` is a named sample; no source at all is the system's sample. Keywords are rule options. An address of
    puzz.link, or a file of pzpr, needs no key.

    >>> pp.load("nim", "3 5 7", misere=True)
    load('nim', '3 5 7', misere=True)
    >>> pp.load("https://puzz.link/p?slither/3/2/a7b")
    load('slitherlink', '0..|2.1')
    """
    if source is None and isinstance(key, str) and tells_type(key):
        key, source = key_in(key), key
    rules = rules_of(key, **options)
    if source is None:
        source = rules.sample
    elif isinstance(source, str) and re.fullmatch(r"@[a-z]\w*", source):
        name = source[1:]
        if name not in rules.samples:
            raise ParseError(f"{key}: no sample {quote(source)}", expected=_nearest(name, list(rules.samples)))
        source = rules.samples[name]
    return rules.load(source)


def _nearest(name: str, names: list[str]) -> str:
    """The names of samples for a message; if there are many, those that are most like the one given."""
    import difflib

    shown = names if len(names) <= MANY else difflib.get_close_matches(name, names, n=MANY, cutoff=0)
    more = f" and {len(names) - len(shown)} more" if len(shown) < len(names) else ""
    return (", ".join(f"@{each}" for each in shown) or "none") + more


def rules_of(key: str, **options: Any) -> System:
    """The system with these options: one instance for each choice of options, so that its positions share what it has
    read.

    >>> rules_of("nim", misere=True) is rules_of("nim", misere=True, mirrored=False)
    True
    """
    usual = system(key).all_options()
    given = tuple(
        (name, type(value), value)
        for name, value in sorted(options.items())
        if name not in usual or type(value) is not type(usual[name]) or value != usual[name]
    )
    try:
        hash(given)
    except TypeError:
        return system(key)(**options)  # which refuses it
    return _instance(key, given)


def read_option(known: Mapping[str, Any], text: str, key: str) -> tuple[str, Any]:
    """A rule option as it is written, ``misere=true``; ``known`` are those of the system with their defaults."""
    name, equals, value = text.partition("=")
    if not equals or name not in known:
        options = ", ".join(f"{option}={default}" for option, default in known.items()) or "none"
        raise ParseError(f"{key}: no option {quote(text)}", expected=f"name=value of: {options}")
    default = known[name]
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if isinstance(default, bool):
        if value.lower() not in words:
            raise ParseError(f"{key}: option {quote(text)}", expected="true or false")
        return name, words[value.lower()]
    if isinstance(default, int):
        try:
            return name, int(value)
        except ValueError:
            raise ParseError(f"{key}: option {quote(text)}", expected="a whole number") from None
    return name, value


@lru_cache(maxsize=256)
def _instance(key: str, options: tuple[tuple[str, type, Any], ...]) -> System:
    return system(key)(**{name: value for name, _, value in options})


@dataclass(frozen=True)
class Entry:
    """One line of the catalogue."""

    key: str
    name: str
    kind: str
    section: str
    systems: tuple[str, ...]
    questions: tuple[str, ...]
    sample: str

    def __str__(self) -> str:
        return f"{self.key:24} {self.name:46} {self.kind:16} {' '.join(self.systems)}"


class Catalogue(tuple[Entry, ...]):
    """Entries in the order of their keys; prints as a table."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    __repr__ = __str__


def catalogue() -> Catalogue:
    """Every system that the library knows.

    >>> "domineering" in [entry.key for entry in pp.catalogue()]
    True
    """
    return Catalogue(_entries())


def _entries() -> Iterator[Entry]:
    from perfectplay.questions import questions_for

    for key in keys():
        cls = system(key)
        yield Entry(key, cls.name, cls.kind, cls.section, cls.systems, questions_for(cls), cls.sample)
