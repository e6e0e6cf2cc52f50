"""What a statement about complexity says: a class and how a problem relates to it, read from its words.

>>> read("PSPACE-hard and in EXPSPACE")
(PSPACE-hard, in EXPSPACE)
>>> read("open (presumed NP-complete)")
(open, conjectured NP-complete)
>>> read("P (first player wins)")[0].kind
'in'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay.errors import ParseError, quote

KINDS = {
    "complete": "complete for the class",
    "hard": "hard for the class; membership is not known, or not claimed",
    "equivalent": "as hard as the class under Turing reductions",
    "in": "in the class",
    "undecidable": "no algorithm decides it",
    "often": "many games of this sort are complete for the class (or undecidable)",
    "conjectured": "believed to be complete for the class",
    "open": "asked, and not known",
    "unstudied": "named, and nothing is said about it",
    "solved": "the answer itself is known: who wins, what the values are",
    "theorem": "a statement about structure, not about a class",
    "bound": "how many moves are needed, or how much time",
}
"""What a claim may say, and what that means."""

UNKNOWN = ("open", "unstudied", "conjectured")
"""Kinds that leave the question open."""

RANKS = {
    "AC0[3]": 0,
    "L": 1,
    "SL": 1,
    "NL": 2,
    "P": 3,
    "NP": 4,
    "coNP": 4,
    "ASP": 4,
    "APX": 4,
    "PP": 5,
    "#P": 5,
    "Sigma_2^p": 5,
    "PSPACE": 6,
    "EXPTIME": 7,
    "NEXPTIME": 8,
    "EXPSPACE": 9,
}
"""The classes, each with a number: one that contains another has a higher one. (ASP, another solution, and APX,
constant factors, are about search and approximation, and as hard as NP; #P counts.)"""
PARAMETERIZED = ("AW[*]",)

_NAME = "|".join(re.escape(name) for name in sorted((*RANKS, *PARAMETERIZED), key=len, reverse=True))
_STATED = re.compile(
    r"(?:\b(?P<how>often|conjectured|presumed|not) )?"
    rf"(?:(?P<word>undecidable)\b|(?P<within>\bin )?(?<![\w#-])(?P<name>{_NAME})(?P<kind>-complete|-hard|-equivalent)?"
    r"(?![\w\[-]))"
)
_BARE = re.compile(rf"({_NAME})(?= |$)")
_FIRST_WORDS = {
    "open": "open",
    "possibly outside": "open",
    "no general polynomial theory": "open",
    "unstudied": "unstudied",
    "not stated": "unstudied",
    "solved": "solved",
    "special cases solved": "solved",
    "values known": "solved",
    "Angel wins": "solved",
    "Devil wins": "solved",
    "theorem": "theorem",
    "studied": "theorem",
    "each setting complete": "theorem",
    "reduction": "theorem",
    "invariant": "theorem",
    "not context-free": "theorem",
    "at most": "bound",
    "exactly": "bound",
    "bounds": "bound",
    "exponential": "bound",
    "Theta(": "bound",
    "O(": "bound",
}
"""How results begin that name no class, or more than a class."""


@dataclass(frozen=True, repr=False)
class Complexity:
    """A class such as ``PSPACE`` (empty where none is named), and one of the `KINDS`."""

    name: str
    kind: str

    @property
    def rank(self) -> int:
        """How much is proved to be needed: higher for harder problems, -1 if no lower bound is stated."""
        if self.kind == "undecidable":
            return max(RANKS.values()) + 1
        return RANKS.get(self.name, -1) if self.kind in ("complete", "hard", "equivalent") else -1

    def implies(self, other: Complexity) -> bool:
        """Whether this says all that the other says: complete problems are hard and in the class, and to be complete
        for another solution (ASP) is to be NP-complete, too."""
        names = {self.name, "NP"} if self.name == "ASP" else {self.name}
        kinds = {"complete", "hard", "in"} if self.kind == "complete" else {self.kind}
        return other.name in names and other.kind in kinds

    def __str__(self) -> str:
        if self.kind in ("complete", "hard", "equivalent"):
            return f"{self.name}-{self.kind}"
        if self.kind in ("often", "conjectured"):
            return f"{self.kind} {self.name}" + ("" if self.name == "undecidable" else "-complete")
        if self.kind == "in":
            return self.name if self.name == "P" else f"in {self.name}"
        return self.kind

    __repr__ = __str__


def stated(text: str) -> Iterator[Complexity]:
    """What a text says about classes that it names, wherever it does: ``NP-complete``, ``in NL``, ``undecidable``."""
    for match in _STATED.finditer(text):
        how, kind, word = match["how"], match["kind"], match["word"]
        if how == "not" or not (kind or word or match["within"]):
            continue
        if how:
            yield Complexity(match["name"] or word, "often" if how == "often" else "conjectured")
        elif word:
            yield Complexity("", word)
        else:
            yield Complexity(match["name"], kind[1:] if kind else "in")


def read(result: str) -> tuple[Complexity, ...]:
    """What a result says; what it says first is its main point.

    >>> read("of some complexity")
    Traceback (most recent call last):
        ...
    perfectplay.errors.ParseError: result 'of some complexity' (expected a class such as NP-complete, P, or open)
    """
    found = [Complexity("", kind) for words, kind in _FIRST_WORDS.items() if result.startswith(words)]
    if bare := _BARE.match(result):
        found.append(Complexity(bare[1], "in"))
    found += stated(result)
    if not found:
        raise ParseError(f"result {quote(result)}", expected="a class such as NP-complete, P, or open")
    return tuple(dict.fromkeys(found))
