"""What was found out about a gadget, all of its configurations having been gone through.

A gadget is *exact* if its possible port states are those of its relation, and if in every connected component of every
port state each single port that the relation allows to flip can be flipped after internal moves only. With that, a
gadget can take the place of a vertex with that relation: neither which edges can be reversed nor which states can be
reached from outside changes. In a pencil puzzle there are no moves; instead, completions are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.forms import NATURAL, STRING, boolean, integer, list_of, listed, record, text

MOVED = "moves"
FILLED = "completions"
WALKED = "passages"


@dataclass(frozen=True)
class PortState:
    """The ports that are out, and how many configurations and connected components have just these out."""

    out: tuple[str, ...]
    declared: bool
    configurations: int
    components: int
    shown: str = ""
    """A configuration that has it although it is not declared."""


@dataclass(frozen=True)
class Flip:
    """A flip that is missing: from some components of a port state this port cannot be flipped, though the relation
    allows it."""

    out: tuple[str, ...]
    port: str
    components: int
    shown: str
    """A configuration of such a component."""


@dataclass(frozen=True)
class Mishap:
    """Something that is never to happen, and a configuration where it does."""

    what: str
    shown: str


@dataclass(frozen=True)
class Class:
    """A state of the quotient automaton: configurations that nobody who walks through can tell apart."""

    name: str
    """That of the declared state that behaves in the same way; otherwise a number."""
    declared: bool
    configurations: int
    passages: tuple[str, ...]
    """``W>E shut``: entry, exit, state afterwards. To turn back without a change is not listed."""
    shown: str
    """One of its configurations."""


@dataclass(frozen=True)
class Certificate:
    """Whether a gadget does what it is said to do, and if not, why. It is true if it does."""

    by: str
    """What was gone through: ``moves``, ``completions`` or ``passages``."""
    configurations: int
    states: tuple[PortState, ...] = ()
    """Those that are possible or declared."""
    flips: tuple[Flip, ...] = ()
    mishaps: tuple[Mishap, ...] = ()
    parsimonious: bool = False
    """Is each port state said to have exactly one completion?"""
    automaton: tuple[Class, ...] = ()
    """For passages: the quotient automaton, that of the board first."""
    missing: tuple[str, ...] = ()
    """For passages: what is declared and impossible, or possible and not declared."""
    smallest: str | None = None
    """The smallest AND/OR gadget with this relation, as text, if it was searched for; empty if none was found."""

    @property
    def components(self) -> int:
        """The most in any port state."""
        return max((state.components for state in self.states), default=0)

    @property
    def possible(self) -> tuple[tuple[str, ...], ...]:
        """The port states that are possible, each as the ports that are out."""
        return tuple(state.out for state in self.states if state.configurations)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, in words."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        out = "true" if self.by == FILLED else "out"
        for state in self.states:
            if state.declared and not state.configurations:
                yield f"{_said(state.out, out)}: declared, but impossible"
        for state in self.states:
            if not state.declared:
                yield f"{_said(state.out, out)}: possible, but not declared, as in {_flat(state.shown)}"
        for state in self.states:
            if self.parsimonious and state.declared and state.configurations > 1:
                yield f"{_said(state.out, out)}: {state.configurations} completions, but exactly one is declared"
        for flip in self.flips:
            way = "in" if flip.port in flip.out else "out"
            yield f"{_said(flip.out, out)}: {flip.port} cannot turn {way} from {_flat(flip.shown)}"
        for mishap in self.mishaps:
            yield f"{mishap.what}, as in {_flat(mishap.shown)}"
        yield from self.missing

    def __bool__(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        if not self:
            return "fails: " + "; ".join(self.faults)
        if self.by == WALKED:
            return f"holds: {self.configurations} configurations, {len(self.automaton)} states"
        told = f"holds: {self.configurations} {'completions' if self.by == FILLED else 'configurations'}"
        told += f", {len(self.possible)} port states"
        if self.by == MOVED:
            told += ", one component each" if self.components == 1 else f", at most {self.components} components each"
        return told

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        return {
            "holds": bool(self),
            "faults": list(self.faults),
            "by": self.by,
            "configurations": self.configurations,
            "components": self.components,
            "states": [
                {
                    "out": list(state.out),
                    "declared": state.declared,
                    "configurations": state.configurations,
                    "components": state.components,
                    "shown": state.shown,
                }
                for state in self.states
            ],
            "flips": [
                {"out": list(flip.out), "port": flip.port, "components": flip.components, "shown": flip.shown}
                for flip in self.flips
            ],
            "mishaps": [{"what": mishap.what, "shown": mishap.shown} for mishap in self.mishaps],
            "parsimonious": self.parsimonious,
            "automaton": [
                {
                    "name": each.name,
                    "declared": each.declared,
                    "configurations": each.configurations,
                    "passages": list(each.passages),
                    "shown": each.shown,
                }
                for each in self.automaton
            ],
            "missing": list(self.missing),
            "smallest": self.smallest,
        }


def _said(out: tuple[str, ...], word: str) -> str:
    return f"{', '.join(out)} {word}" if out else f"nothing {word}"


def _flat(shown: str) -> str:
    """In one line."""
    return "|".join(shown.split("\n"))


_TEXTS = list_of(STRING)
SCHEMA = record(
    holds={"type": "boolean"},
    faults=_TEXTS,
    by={"enum": [MOVED, FILLED, WALKED]},
    configurations=NATURAL,
    components=NATURAL,
    states=list_of(
        record(out=_TEXTS, declared={"type": "boolean"}, configurations=NATURAL, components=NATURAL, shown=STRING)
    ),
    flips=list_of(record(out=_TEXTS, port=STRING, components=NATURAL, shown=STRING)),
    mishaps=list_of(record(what=STRING, shown=STRING)),
    parsimonious={"type": "boolean"},
    automaton=list_of(
        record(name=STRING, declared={"type": "boolean"}, configurations=NATURAL, passages=_TEXTS, shown=STRING)
    ),
    missing=_TEXTS,
    smallest={"type": ["string", "null"]},
)


def read_certificate(raw: Mapping[str, Any], ports: Sequence[str]) -> Certificate:
    """From its machine-readable form; what follows from the rest (``holds``, ``faults``) is not read."""

    def out(names: Any) -> tuple[str, ...]:
        strange = [name for name in _texts(names) if name not in ports]
        if strange:
            raise ValueError(f"no port {strange[0]!r}")
        return _texts(names)

    smallest = raw["smallest"]
    return Certificate(
        text(raw["by"]),
        integer(raw["configurations"]),
        tuple(
            PortState(
                out(each["out"]),
                boolean(each["declared"]),
                integer(each["configurations"]),
                integer(each["components"]),
                text(each["shown"]),
            )
            for each in listed(raw["states"])
        ),
        tuple(
            Flip(out(each["out"]), out([each["port"]])[0], integer(each["components"]), text(each["shown"]))
            for each in listed(raw["flips"])
        ),
        tuple(Mishap(text(each["what"]), text(each["shown"])) for each in listed(raw["mishaps"])),
        boolean(raw["parsimonious"]),
        tuple(
            Class(
                text(each["name"]),
                boolean(each["declared"]),
                integer(each["configurations"]),
                _texts(each["passages"]),
                text(each["shown"]),
            )
            for each in listed(raw["automaton"])
        ),
        _texts(raw["missing"]),
        None if smallest is None else text(smallest),
    )


def _texts(raw: Any) -> tuple[str, ...]:
    return tuple(text(each) for each in listed(raw))
