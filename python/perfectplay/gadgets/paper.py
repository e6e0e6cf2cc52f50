"""Gadgets of pencil puzzles: for every assignment of the ports, the completions are counted by the solver."""

from __future__ import annotations

from perfectplay.constraints import Poster
from perfectplay.errors import LimitReached
from perfectplay.gadgets.certificate import FILLED, Certificate, PortState
from perfectplay.gadgets.gadget import Gadget
from perfectplay.gadgets.places import atoms_at
from perfectplay.method import Asked

MOST = 100_000
"""Completions of one port state that are counted."""


def post(gadget: Gadget) -> tuple[Poster, list[int]]:
    """The rules with what is given, and a literal for each port."""
    position = gadget.position
    poster = position.system.posted(position.state)
    for condition in gadget.given:
        poster.clauses.append(poster.lits(atoms_at(position, condition)))
    ports = []
    for port in gadget.ports:
        lits = poster.lits(atoms_at(position, port.when))
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
