"""What a check says about an answer, field by field, and how far checks go.

Each field is *verified* (proved by the plain rules), *refuted*, or *not checked*. The whole is refuted if any field is,
verified if all of them are, and otherwise not checked: what was only sampled, or only asked again, is never called
verified. What a result says about how it was found, the method and the statistics, is not a claim about the position;
it is reported as not checked and does not count.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from perfectplay.errors import LimitReached
from perfectplay.limits import NO_LIMITS, Limits, Watch, watch_now
from perfectplay.records import dataclass, field
from perfectplay.shown import Shown

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part
    from perfectplay.position import Position
    from perfectplay.result import Result

VERIFIED, REFUTED, NOT_CHECKED = "verified", "refuted", "not checked"

SMALL = 3000
"""Positions that a complete check may visit if no limits are given."""
PLAYS = 30
"""Random plays where a check cannot be complete."""
PAIRS = 10
"""Comparisons of a position with a value for each position that a check may visit."""
PATIENCE = 10.0
"""Seconds for what cannot make a check complete, but may refute."""


@dataclass(frozen=True)
class Finding:
    """What was found out about one field."""

    status: str
    how: str

    def __str__(self) -> str:
        return f"{self.status}: {self.how}"

    __repr__ = __str__


def verified(how: str) -> Finding:
    return Finding(VERIFIED, how)


def refuted(how: str) -> Finding:
    return Finding(REFUTED, how)


def not_checked(how: str) -> Finding:
    return Finding(NOT_CHECKED, how)


def settled(holds: bool, how: str, wrong: str = "") -> Finding:
    """Verified or refuted; ``wrong`` is the text if it does not hold."""
    return verified(how) if holds else refuted(wrong or how)


Fields = dict[str, Finding]
"""Findings by the name of the field: ``answer``, ``answer.layers``, ``witness``, ``player`` …"""


@dataclass(frozen=True)
class Verdict(Shown):
    """What a check says about a result. It is true if everything was verified.

    >>> result = pp.grundy(pp.load("nim", "3 5"))
    >>> bool(pp.verify(result)), pp.verify({**result.to_json(), "answer": 7}).status
    (True, 'refuted')
    """

    fields: Mapping[str, Finding]
    aside: Mapping[str, Finding] = field(default_factory=dict)
    """Fields that claim nothing about the position."""

    @property
    def status(self) -> str:
        """``verified``, ``refuted`` or ``not checked``.

        >>> pp.verify(pp.grundy(pp.load("nim", "3 5"))).status
        'verified'
        """
        known = {finding.status for finding in self.fields.values()}
        return REFUTED if REFUTED in known else NOT_CHECKED if NOT_CHECKED in known or not known else VERIFIED

    @property
    def refuted(self) -> bool:
        """Is some field wrong?

        >>> pp.verify({**pp.grundy(pp.load("nim", "3 5")).to_json(), "answer": 7}).refuted
        True
        """
        return self.status == REFUTED

    def named(self, status: str) -> dict[str, Finding]:
        """The fields with this status.

        >>> list(pp.verify(pp.grundy(pp.load("nim", "3 5"))).named("verified"))
        ['answer']
        """
        return {name: finding for name, finding in self.fields.items() if finding.status == status}

    def __bool__(self) -> bool:
        return self.status == VERIFIED

    def __str__(self) -> str:
        if self.status == VERIFIED and "answer" in self.fields:
            return f"{VERIFIED}: {self.fields['answer'].how}"
        parts = [f"{self.status}: {_said(self.named(self.status))}"]
        if self.status == NOT_CHECKED and self.named(VERIFIED):
            parts.append(f"{VERIFIED}: {_said(self.named(VERIFIED))}")
        return "; ".join(parts)

    __repr__ = __str__

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import Aside, Table
        from perfectplay.words import Styled

        style = {VERIFIED: "good", REFUTED: "bad"}.get(self.status, "bold")
        head, _, how = str(self).partition(": ")
        rows = [(name, each.status, each.how) for name, each in self.fields.items()]
        yield Styled(head, style), f": {how}"
        if len(rows) > 1:
            yield Table(("field", "verdict", "how"), rows)
        if self.aside:
            yield Aside(f"not checked, not a claim: {', '.join(self.aside)}")

    def to_json(self) -> dict[str, Any]:
        """As plain data.

        >>> pp.verify(pp.grundy(pp.load("nim", "3 5"))).to_json()["verdict"]
        'verified'
        """
        return {
            "verdict": self.status,
            "fields": {name: {"status": each.status, "how": each.how} for name, each in self.fields.items()},
            "aside": {name: {"status": each.status, "how": each.how} for name, each in self.aside.items()},
        }


def _said(fields: Mapping[str, Finding]) -> str:
    """What was found, each thing once; the field is named where it is not the answer itself."""
    by_how: dict[str, list[str]] = {}
    for name, finding in fields.items():
        by_how.setdefault(finding.how, []).append(name)
    return ", ".join(how if "answer" in names else f"{' and '.join(names)} ({how})" for how, names in by_how.items())


class Wrong(Exception):
    """What is wrong with a certificate (:func:`perfectplay.method.certified`)."""


class TooMany(Exception):
    """More positions than a complete check may visit."""


class Asker(Protocol):
    """Something that answers questions: checks do not know the questions, and the questions know their checks."""

    def methods(self, question: str, position: Position) -> list[str]:
        """The methods that answer it there, of those that need not be requested by name."""

    def ask(self, question: str, position: Position, method: str | None, **arguments: Any) -> Result[Any]:
        """The result; raises LimitReached after a while, and NotApplicable."""


class Room:
    """How much a complete check may take: positions, and the time of the watch; and whom to ask for answers that are
    used only as hints."""

    def __init__(self, limits: Limits = NO_LIMITS, asker: Asker | None = None, seed: int = 0) -> None:
        timed = limits.time is not None or limits.memory is not None
        self.most = limits.positions if limits.positions is not None else 10**9 if timed else SMALL
        self.watch: Watch = watch_now()
        self.asker = asker
        self.rng = random.Random(seed)

    def ask(self, question: str, position: Position, method: str | None = None, **arguments: Any) -> Any:
        """What the library answers; raises LimitReached where it would take long, and NotApplicable."""
        return self.result(question, position, method, **arguments).answer

    def result(self, question: str, position: Position, method: str | None = None, **arguments: Any) -> Result[Any]:
        """The same with its witness."""
        if self.asker is None:
            raise LimitReached("nobody can be asked")
        return self.asker.ask(question, position, method, **arguments)

    def hold(self, number: int) -> None:
        """There are this many positions now."""
        if number > self.most:
            raise TooMany
        self.watch()

    @property
    def excuse(self) -> str:
        """Why a check was not complete."""
        return f"more than {self.most} positions to go through"
