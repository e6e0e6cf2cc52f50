"""Gadgets of pencil puzzles: for every assignment of the ports, the completions are counted by the solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perfectplay.board.grids import column_letters
from perfectplay.constraints import Atom, Poster, Unknown
from perfectplay.errors import LimitReached, NotApplicable, quote
from perfectplay.gadgets.certificate import FILLED, Certificate, PortState
from perfectplay.gadgets.gadget import Condition, Gadget
from perfectplay.method import Asked

MOST = 100_000
"""Completions of one port state that are counted."""


def named(unknowns: Mapping[Unknown, Any]) -> dict[str, Unknown]:
    """The unknowns that have a name: cells by column and row, variables by their own."""
    return {name: unknown for unknown in unknowns for name in _name(unknown)}


def _name(unknown: Unknown) -> Iterator[str]:
    if isinstance(unknown, str):
        yield unknown
    elif isinstance(unknown, tuple) and len(unknown) == 2 and all(isinstance(each, int) for each in unknown):
        yield f"{column_letters(unknown[1])}{unknown[0] + 1}"


def atoms(gadget: Gadget, condition: Condition) -> list[Atom]:
    """The values of an unknown of which one makes a condition true. A value of several letters is one value."""
    domains = gadget.position.system.unknowns(gadget.position.state)
    known = named(domains)
    if condition.place not in known:
        raise NotApplicable(f"gadget: nothing is filled in at {quote(condition.place)} (expected the name of a cell)")
    unknown = known[condition.place]
    values = {str(value): value for value in domains[unknown]}
    wanted = [condition.letters] if condition.letters in values else list(condition.letters)
    strange = [each for each in wanted if each not in values]
    if strange or not wanted:
        told = f"{condition.place}:{''.join(strange)}" if strange else f"{condition.place} without a value"
        raise NotApplicable(f"gadget: {told} (expected one of {', '.join(values)} behind a colon)")
    return [(unknown, values[each]) for each in wanted]


def post(gadget: Gadget) -> tuple[Poster, list[int]]:
    """The rules with what is given, and a literal for each port."""
    position = gadget.position
    poster = position.system.posted(position.state)
    for condition in gadget.given:
        poster.clauses.append(poster.lits(atoms(gadget, condition)))
    ports = []
    for port in gadget.ports:
        lits = poster.lits(atoms(gadget, port.when))
        if len(lits) == 1:
            ports += lits
            continue
        either = poster.variables(1)
        ports.append(either)
        poster.clauses += [[-either, *lits], *([-lit, either] for lit in lits)]
    return poster, ports


def certify(gadget: Gadget, asked: Asked) -> tuple[Certificate, tuple[int, float, int]]:
    """The certificate, and what it took: conflicts, seconds, bytes."""
    states, spent = [], (0, 0.0, 0)
    for state in range(1 << len(gadget.ports)):
        poster, ports = post(gadget)
        poster.clauses += [[lit if state >> number & 1 else -lit] for number, lit in enumerate(ports)]
        (found, complete, _, conflicts), (_, seconds, memory) = poster.model.solutions(
            poster.answer_lits(), MOST, asked.control
        )
        spent = (spent[0] + conflicts, spent[1] + seconds, max(spent[2], memory))
        if not complete:
            raise LimitReached(f"more than {MOST} completions of one port state", kind="size")
        declared = state in gadget.declared
        if found or declared:
            shown = "" if declared else gadget.position.system.write(gadget.position.state, poster.read(found[0]))
            states.append(PortState(gadget.out(state), declared, len(found), 0, shown))
    total = sum(state.configurations for state in states)
    return Certificate(FILLED, total, tuple(states), parsimonious=gadget.parsimonious), spent
