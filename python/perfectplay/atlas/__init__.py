"""The atlas of complexity: what is known about how hard games and puzzles are, one record for each claim.

The claims are data (:mod:`perfectplay.survey`): those of the survey, what became of them since, and some beyond it.
Here they are joined to what the library has: systems, theorems, gadgets and reductions, each as it is found by its
file. :mod:`perfectplay.atlas.page` writes all of it as ``docs/atlas.md``.

>>> pp.atlas("edge_geography")
A031  PSPACE-complete  Edge Geography, directed graph, traversed edge erased: decide outcome  [edge_geography]
A035  PSPACE-complete  Undirected Edge Geography, planar, maximum degree 3: decide outcome  [edge_geography]
A036  P                Undirected Edge Geography, bipartite graphs: decide outcome  [edge_geography]
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from perfectplay import survey
from perfectplay.errors import ParseError, quote
from perfectplay.folders import files_in
from perfectplay.method import modules_about, words_about
from perfectplay.registry import canonical, keys, rules_of, system
from perfectplay.result import VERSION
from perfectplay.shown import Shown
from perfectplay.survey import CHANGES, Claim, Since
from perfectplay.survey.complexity import KINDS, UNKNOWN, Complexity

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part

__all__ = ["Atlas", "Record", "atlas", "records"]

PLAYERS = (0, 1, 2)


@dataclass(frozen=True)
class Record(Shown, Claim):
    """A claim, and what the library has about it."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the survey that it is about."""
        return tuple(each for each in self.about if each in _rows())

    @property
    def systems(self) -> tuple[str, ...]:
        """The keys of the systems that it is about, as far as the catalogue has them: those that it names, or else all
        that have its rows."""
        named = [each for each in self.about if each not in _rows()]
        found = named or _together(_keys_by_row().get(row, ()) for row in self.about)
        return tuple(key for key in found if key in keys())

    @property
    def theorems(self) -> tuple[str, ...]:
        """The theorems about these systems."""
        return _together(_theorems(key) for key in self.systems)

    @property
    def gadgets(self) -> tuple[str, ...]:
        """The gadgets that are made of these systems."""
        return tuple(name for name, about in _gadgets().items() if {*about}.intersection(self.systems))

    @property
    def reductions(self) -> tuple[str, ...]:
        """The reductions from or to these systems."""
        return tuple(name for name, about in _reductions().items() if {*about}.intersection(self.systems))

    @property
    def changes(self) -> tuple[Since, ...]:
        """The later results that change what is known."""
        return tuple(each for each in self.since if each.news in CHANGES)

    @property
    def changed(self) -> bool:
        """Is more known than the claim says?"""
        return bool(self.changes)

    @property
    def open(self) -> bool:
        """Is the question still open, at least in part?"""
        asked = any(each.kind in UNKNOWN for each in self.complexity)
        return asked and not any(each.news == "settled" for each in self.since)

    @property
    def now(self) -> tuple[Complexity, ...]:
        """What is known today."""
        return _together(each.complexity for each in self.changes) or self.complexity

    @property
    def known(self) -> tuple[Complexity, ...]:
        """What was claimed, and what is known today."""
        return _together([self.complexity, self.now])

    @property
    def claimed(self) -> str:
        """The claim in a few words: classes, or else what the result says."""
        return _brief(self.complexity, self.result)

    @property
    def today(self) -> str:
        """What is known today in a few words; empty if nothing has changed.

        >>> pp.atlas(id="A037")[0].today, pp.atlas(id="A205")[0].today
        ('in more cases', 'PSPACE-complete in part')
        """
        if not self.changed:
            return ""
        words = ", ".join(dict.fromkeys(_brief(each.complexity, each.result) for each in self.changes))
        return "in more cases" if words == self.claimed else f"{words} in part" if self.open else words

    @property
    def status(self) -> str:
        """Both.

        >>> pp.atlas(id="A216")[0].status
        'open -> PSPACE-complete'
        """
        return f"{self.claimed} -> {self.today}" if self.changed else self.claimed

    @property
    def title(self) -> str:
        return f"{self.subject}, {self.variant}" if self.variant else self.subject

    def to_json(self) -> dict[str, Any]:
        """The record as plain data."""
        data = asdict(self) | {"complexity": _json(self.complexity), "now": _json(self.now)}
        data["since"] = [asdict(each) | {"complexity": _json(each.complexity)} for each in self.since]
        del data["about"]
        for name in ("rows", "systems", "theorems", "gadgets", "reductions"):
            data[name] = list(getattr(self, name))
        return data | {"open": self.open, "changed": self.changed}

    @property
    def facts(self) -> list[tuple[str, str]]:
        """All that is told about it, each with its name."""
        length = "bounded" if self.bounded else "unbounded"
        facts = [
            ("question", f"{self.question} (players: {self.players}, length of play: {length})"),
            ("result", self.result),
            *(("since", f"{each.news}: {_told(each)}") for each in self.since),
            ("technique", self.technique),
            ("source", self.source),
            ("section", self.section),
            ("systems", " ".join(dict.fromkeys((*self.about, *self.systems)))),
            ("theorems", ", ".join(self.theorems)),
            ("gadgets", ", ".join(self.gadgets)),
            ("reductions", ", ".join(self.reductions)),
        ]
        return [(name, text) for name, text in facts if text not in ("", "-", "none")]

    def __str__(self) -> str:
        return "\n".join([f"{self.id}  {self.title}", *(f"  {name:10} {text}" for name, text in self.facts)])

    __repr__ = __str__

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import Table
        from perfectplay.words import bold

        return [(bold(self.status), f"  {self.id}  {self.title}"), Table(("", ""), self.facts)]


class Atlas(Shown, tuple[Record, ...]):
    """Records in the order of their ids; prints as a table, or in full where there is but one.

    >>> found = pp.atlas("domineering")
    >>> len(found), found[0].id, found[0].open
    (2, 'A094', True)
    """

    def __str__(self) -> str:
        if len(self) == 1:
            return str(self[0])
        width = max((len(record.status) for record in self), default=0)
        return "\n".join(_line(record, width) for record in self)

    __repr__ = __str__

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import Table
        from perfectplay.words import bold, plural

        if len(self) == 1:
            return self[0]._shown()
        rows = [(each.id, each.status, f"{each.title}: {each.question}", " ".join(each.systems)) for each in self]
        return [(bold(plural(len(self), "records")),), Table(("id", "complexity", "question", "systems"), rows)]

    def to_json(self) -> dict[str, Any]:
        """All records as plain data; `perfectplay schema atlas` describes it.

        >>> pp.atlas("domineering").to_json()["records"][0]["id"]
        'A094'
        """
        return {"version": VERSION, "records": [record.to_json() for record in self]}


def atlas(
    key: str | None = None,
    *,
    id: str | None = None,
    complexity: str | None = None,
    kind: str | None = None,
    players: int | None = None,
    bounded: bool | None = None,
    open: bool | None = None,
    changed: bool | None = None,
    text: str | None = None,
) -> Atlas:
    """What is known about the complexity of a system, or all records that fit.

    ``id`` is that of a record (``A094``) or of a row of the survey (``S069``); ``complexity`` is a class (``PSPACE``)
    or all of what is said about it (``PSPACE-complete``, ``P``, ``undecidable``), then or now; ``kind`` is a word such
    as ``hard`` or ``solved``. ``open`` asks for what is open today, ``changed`` for what has changed since the survey,
    ``text`` for words anywhere in a record.

    >>> [record.id for record in pp.atlas("domineering")]
    ['A094', 'A095']
    >>> len(pp.atlas(complexity="EXPTIME-complete", players=2, changed=True))
    2
    >>> pp.atlas(complexity="PSPACE-compleat")
    Traceback (most recent call last):
        ...
    perfectplay.errors.ParseError: atlas: no record says 'PSPACE-compleat'; did you mean PSPACE-complete?
    """
    if key is not None:
        key = canonical(key)
    if id is not None:
        _check(id, _ids(), "no record or row", "an id such as A094 or S069")
    if complexity is not None:
        _check(complexity, _classes(), "no record says", "a class such as PSPACE-complete")
    if kind is not None:
        _check(kind, KINDS, "no kind", f"one of: {', '.join(KINDS)}")
    if players is not None and players not in PLAYERS:
        raise ParseError(f"atlas: {players!r} players", expected="0, 1 or 2")
    found = [
        record
        for record in records()
        if (key is None or key in record.systems)
        and (id is None or id.upper() in (record.id, *record.rows))
        and (
            complexity is None
            or any(complexity.lower() == name.lower() for each in record.known for name in _names(each))
        )
        and (kind is None or any(each.kind == kind for each in record.known))
        and (players is None or record.players == players)
        and (bounded is None or record.bounded == bounded)
        and (open is None or record.open == open)
        and (changed is None or record.changed == changed)
        and (text is None or text.lower() in _words(record))
    ]
    return Atlas(found)


@cache
def records() -> tuple[Record, ...]:
    """Every record: the survey's claims, then those beyond it."""
    return tuple(Record(**vars(claim)) for claim in (*survey.claims(), *survey.beyond()))


# what is asked for --------------------------------------------------------------------------------------------------


def _check(word: object, known: Iterable[str], what: str, expected: str) -> None:
    if not isinstance(word, str):
        raise ParseError(f"atlas: a {type(word).__name__}", expected=expected)
    if word.lower() in (names := {name.lower(): name for name in known}):
        return
    near = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    hint = f"; did you mean {names[near[0]]}?" if near else f" (expected {expected})"
    raise ParseError(f"atlas: {what} {quote(word)}{hint}")


def _names(each: Complexity) -> tuple[str, ...]:
    """What finds it: all that it says, and its class, unless that is a conjecture or a general remark."""
    return (str(each), each.name) if each.name and each.kind not in ("often", "conjectured") else (str(each),)


@cache
def _classes() -> tuple[str, ...]:
    """Whatever may be said about classes, in the order in which records say it first."""
    return _together(_names(each) for record in records() for each in record.known if each.name or each.rank > 0)


@cache
def _ids() -> tuple[str, ...]:
    return (*(record.id for record in records()), *(row.id for row in survey.rows()))


@cache
def _words(record: Record) -> str:
    later = (" ".join((each.result, each.text, each.source)) for each in record.since)
    facts = (record.title, record.question, record.result, record.technique, record.source, record.section)
    return "\n".join((*facts, *later)).lower()


# how it is shown ----------------------------------------------------------------------------------------------------


def _line(record: Record, width: int) -> str:
    known = f"  [{' '.join(record.systems)}]" if record.systems else ""
    return f"{record.id}  {record.status:{width}}  {record.title}: {record.question}{known}"


def _brief(complexity: tuple[Complexity, ...], result: str) -> str:
    """Classes, or else the result itself without its remarks."""
    spoken = complexity[0].kind in ("solved", "theorem", "bound")
    return result.partition(" (")[0] if spoken else ", ".join(map(str, complexity))


def _told(each: Since) -> str:
    """A later development in one line."""
    said = ", ".join(word for word in (each.result, each.text) if word)
    if each.news == "superseded":
        return each.source
    how = f"verified: {each.verified}" if each.verified else "not verified"
    return f"{said} ({'; '.join(word for word in (each.source, how, each.checked) if word)})".strip()


def _json(complexity: Iterable[Complexity]) -> list[dict[str, str]]:
    return [{"class": each.name, "kind": each.kind} for each in complexity]


# what the library has -----------------------------------------------------------------------------------------------


def _together(many: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """All of them, each once, in order."""
    return tuple(dict.fromkeys(each for some in many for each in some))


@cache
def _rows() -> frozenset[str]:
    return frozenset(row.id for row in survey.rows())


@cache
def _keys_by_row() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key in keys():
        for row in system(key).systems:
            found.setdefault(row, []).append(key)
    return found


@cache
def _theorems(key: str) -> tuple[str, ...]:
    names = (module.__name__.split(".") for module in modules_about(rules_of(key)))
    return tuple(name for _, folder, name in names if folder == "theorems")


@cache
def _reductions() -> dict[str, tuple[str, ...]]:
    """The reductions, each with the systems that its file names (``systems``, as a theorem does)."""
    return {name: words_about(path) for name, path in files_in("reductions").items()}


@cache
def _gadgets() -> dict[str, tuple[str, ...]]:
    """The gadgets, each with the system that its file names. Those of constraint graphs are certified for what moves
    can do, which is what Nondeterministic Constraint Logic is about."""
    from perfectplay.gadgets import files

    found = {name: re.findall(r"^system:[ \t]*(\w+)", text, re.MULTILINE) for name, text in files.shipped().items()}
    return {name: (*about, *(["ncl"] if about == ["constraint_graph"] else [])) for name, about in found.items()}
