"""The catalogue: one file per system; the file's name is its key.

There is no list: systems are found by file name in the folders below, and a system's module is imported when it is
first needed.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from perfectplay import own
from perfectplay.errors import ParseError, PerfectPlayError, UnknownSystem, kind_of, quote
from perfectplay.files import read_file
from perfectplay.folders import files_in
from perfectplay.formats import tells_type, type_in
from perfectplay.log import listening
from perfectplay.position import Position
from perfectplay.records import dataclass
from perfectplay.shown import Shown
from perfectplay.system import System

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part

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
    """The class of a system, by its key or by another word for it (:func:`canonical`).

    In a file of the catalogue it is the class whose name is the key in capitals (``peg_solitaire``: ``PegSolitaire``).

    >>> pp.system("akari").__name__
    'LightUp'
    """
    key = canonical(key)
    return _class(key) if key in keys() else _outside(key)


def canonical(word: str) -> str:
    """The key that a word stands for: capitals, hyphens and spaces do not matter, and a system may have other names.

    >>> canonical("Peg Solitaire"), canonical("hashi"), canonical("RushHour")
    ('peg_solitaire', 'hashiwokakero', 'rush_hour')
    """
    if not isinstance(word, str):
        raise UnknownSystem(
            f"a system's key is text, not {kind_of(word)} (a class loads its own positions: MyGame().load(text))"
        )
    if word in keys() or word == "sum" or word in _adopted:
        return word
    plain = _plainly(word)
    if plain in keys():
        return plain
    found = _other_names().get(plain)
    if found is not None:
        return found
    if own.loaded(word) is not None or own.declared(word) is not None:
        return word
    found = next((name for name in own.installed() if name == word or _plainly(name) == plain), None)
    if found is not None:
        return found
    known = {**{key: key for key in (*keys(), *own.installed())}, **_other_names()}
    joined = {key for name, key in known.items() if _joined(name) == _joined(plain)}
    if len(joined) == 1:
        return joined.pop()
    import difflib

    near = difflib.get_close_matches(plain, known, n=1, cutoff=0.6)
    hint = f"; did you mean {known[near[0]]}?" if near else "; the catalogue lists them all"
    if ":" in word:
        hint = " is loaded (import its module first; on the command line: --system FILE.py:Class)"
    raise UnknownSystem(f"no system {quote(word)}{hint}")


def _plainly(word: str) -> str:
    return re.sub(r"[\W_]+", "_", word.replace("'", "").lower()).strip("_")


def _joined(word: str) -> str:
    return _plainly(word).replace("_", "")


_NAMED = re.compile(r'^    (?:name|aliases)(?:: [^=\n]*)? = ("[^"\n]*"|\([^()]*\))$', re.MULTILINE)


@cache
def _other_names() -> dict[str, str]:
    """Names of systems other than their keys, with these. They are read from the text of the files, ``name = "…"`` and
    ``aliases = ("…", …)`` on lines of their own, so that nothing is imported."""
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for key, path in files_in(folder).items():
            with open(path, encoding="utf-8") as file:
                words = [each for names in _NAMED.findall(file.read()) for each in re.findall(r'"([^"]*)"', names)]
            for word in words:
                found.setdefault(_plainly(word), key)
    return {word: key for word, key in found.items() if word not in keys()}


_adopted: dict[str, type[System]] = {}


def adopt(cls: type[System], key: str) -> None:
    """Let a system outside the catalogue be found under a key of its own, which must not be one of the catalogue.

    The catalogue does not list it, and theorems do not know it; but its positions have a JSON form, which can be read
    and verified as long as this process remembers the class.
    """
    if key in keys():
        raise ImportError(f"there is a system {key} in the catalogue")
    cls.alias = key
    _adopted[key] = cls


def _outside(key: str) -> type[System]:
    """A class that is in no file of the catalogue. It may be defined anew at any time, so it is not kept."""
    if key == "sum":
        from perfectplay.kinds.sum import Sum

        return Sum
    if key in _adopted:
        return _adopted[key]
    found = own.loaded(key) or own.declared(key)
    return found if found is not None else own.installed_class(key)


@cache
def _class(key: str) -> type[System]:
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


@cache
def key_of_file(suffix: str) -> str | None:
    """The key of the system whose collections are in files with such a name; read from the text of the systems' files.

    >>> key_of_file(".xsb")
    'sokoban'
    """
    for folder in FOLDERS:
        for name, path in files_in(folder).items():
            with open(path, encoding="utf-8") as file:
                told = re.search(r"^    suffixes = \((.*)\)$", file.read(), re.MULTILINE)
            if told and f'"{suffix}"' in told[1]:
                return name
    return None


def load(key: str, source: object = None, /, **options: Any) -> Position:
    """A position of the system ``key`` from any text form, URL or object that it understands.

    ``@name`` is a named sample; no source at all is the system's sample, or the one that the key names. Keywords are
    rule options. A ``Path`` is a file to be read, and a list stands for the text that says the same: heaps, rows of a
    board, edges. An address of puzz.link, or a file of pzpr, needs no key.

    >>> pp.load("nim", "3 5 7", misere=True)
    load('nim', '3 5 7', misere=True)
    >>> pp.load("sudoku", [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    load('sudoku', '1...|..3.|.4..|...2')
    >>> pp.load("https://puzz.link/p?slither/3/2/a7b")
    load('slitherlink', '0..|2.1')
    """
    if isinstance(source, os.PathLike):
        return load_file(key, read_file(source), os.fspath(source), options)
    if source is None and isinstance(key, str) and tells_type(key):
        key, source = key_in(key), key
    rules = rules_of(key, **options)
    if source is None:
        # klotski is a name of sliding_blocks, and a sample
        source = rules.samples.get(_plainly(key)) or rules.sample or rules.start(4, 4)
        if not source:
            raise ParseError(f"{rules.title}: no position", expected="one, because the class has no sample")
    elif isinstance(source, str) and source[:1] == "@" and re.fullmatch(r"@[a-z]\w*", source):
        name = source[1:]
        if name not in rules.samples:
            raise ParseError(f"{key}: no sample {quote(source)}", expected=_nearest(name, list(rules.samples)))
        source = rules.samples[name]
    return rules.load(source)


def load_file(key: str, text: str, name: str, options: Mapping[str, Any]) -> Position:
    """The position in a file, which is perhaps a collection of one; the name is for errors."""
    try:
        try:
            return rules_of(key, **options).load(text)
        except ParseError as error:
            from perfectplay.collection import only

            found = only(text, key, options)
            if found is None:
                raise error from None
            return found
    except ParseError as error:
        raise (error.within(name) if name else error) from None


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
    key = canonical(key)
    if key not in keys():
        return system(key)(**options)
    if not options:
        return _instance(key, ())
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
    aliases: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.key:24} {self.name:46} {self.kind:16} {' '.join(self.systems)}"


class Catalogue(Shown, tuple[Entry, ...]):
    """Entries in the order of their keys; prints as a table."""

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import catalogue_parts

        return catalogue_parts(self)

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    __repr__ = __str__


def catalogue() -> Catalogue:
    """Every system that the library knows.

    >>> "domineering" in [entry.key for entry in pp.catalogue()]
    True
    """
    return Catalogue(map(entry_of, listed()))


def entry_of(key: str) -> Entry:
    """The line of one system, which need not be in the catalogue."""
    from perfectplay.questions import questions_for

    cls = system(key)
    name = cls.name or cls.__name__
    return Entry(key, name, cls.kind, cls.section, cls.systems, questions_for(cls), cls.sample, cls.aliases)


def listed() -> list[str]:
    """The keys of the catalogue, and the names of what installed packages add to it."""
    return sorted({*keys(), *(name for name in own.installed() if name not in left_out())})


@cache
def left_out() -> dict[str, str]:
    """What installed packages declare in vain, with the reason: it cannot be loaded, or claims a key of ours."""
    found: dict[str, str] = {}
    for name in own.installed():
        try:
            if name in keys():
                raise UnknownSystem(f"{name}: the catalogue has a system of this name")
            own.installed_class(name)
        except PerfectPlayError as error:
            found[name] = f"{error}; it is left out"
            logger = listening()
            if logger is not None:
                logger.warning("%s", found[name])
    return found
