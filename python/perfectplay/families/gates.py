"""Circuits on a grid whose wires are cars: which cars may be pushed into a cell, and how circuits are read and
written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from perfectplay.board import Place, column_letters, rows_of_words
from perfectplay.errors import ParseError, quote

SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
MOST_CELLS = 900


@dataclass(frozen=True)
class Gate:
    """A cell: its ports in the order of its text, and what it does: wire, or, and, end, target."""

    ports: str
    kind: str

    def conditions(self, port: str) -> list[dict[str, bool]]:
        """When the car of a port may be pushed in: which others must be in (True) or out, case by case."""
        others = [other for other in self.ports if other != port]
        if self.kind == "or":
            return [{others[0]: False}, {others[0]: True, others[1]: False}]
        if self.kind == "and" and port != self.ports[0]:
            return [{self.ports[0]: False}]
        return [dict.fromkeys(others, False)]


def between(place: Place, port: str) -> Place:
    """Where the car of a port stands in the layout: cells at even places, cars between them."""
    return 2 * place[0] + SIDES[port][0], 2 * place[1] + SIDES[port][1]


def sign(port: str) -> str:
    """The symbol of a car that is pushed in through this port."""
    return "+" if port in "nw" else "-"


def other_sign(symbol: str) -> str:
    """The symbol of the car when it is pushed to the other side."""
    return "-" if symbol == "+" else "+"


def cell_name(place: Place) -> str:
    return f"{column_letters(place[1])}{place[0] + 1}"


def beyond(place: Place, port: str) -> Place:
    """The cell on the other side of a port."""
    return place[0] + SIDES[port][0], place[1] + SIDES[port][1]


def allowed(gate: Gate, port: str, inside: set[str]) -> bool:
    return any(all((other in inside) == pushed for other, pushed in case.items()) for case in gate.conditions(port))


def read_gate(word: str, place: Place) -> Gate:
    match = re.fullmatch(r"([nesw])(!|:[nesw]{2}|[nesw]{0,2})", word, re.IGNORECASE)
    ports = re.sub(r"[!:]", "", word).lower()
    if not match or len(set(ports)) < len(ports):
        raise ParseError(f"unexpected {quote(word)}", place[0] + 1, place[1] + 1, "a cell such as e, we, nes, w:ne, w!")
    kind = "target" if "!" in word else "and" if ":" in word else ("end", "wire", "or")[len(ports) - 1]
    return Gate(ports, kind)


@dataclass(frozen=True)
class Circuit:
    """The cells that are not empty, in reading order."""

    rows: int
    cols: int
    gates: tuple[tuple[Place, Gate], ...]

    def text(self, inside: Mapping[Place, set[str]]) -> str:
        """A word for each cell; the cars in ``inside`` are pushed in."""
        words = {}
        for place, gate in self.gates:
            ports = [port.upper() if port in inside[place] else port for port in gate.ports]
            if gate.kind == "and":
                ports.insert(1, ":")
            words[place] = "".join(ports) + ("!" if gate.kind == "target" else "")
        return "|".join(" ".join(words.get((row, col), ".") for col in range(self.cols)) for row in range(self.rows))


def read_circuit(text: str) -> tuple[Circuit, dict[Place, set[str]]]:
    """The circuit, and the ports of each cell through which cars are pushed in."""
    rows = rows_of_words(text, MOST_CELLS)
    words = {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row) if word != "."}
    gates = {place: read_gate(word, place) for place, word in words.items()}
    inside = {place: {letter.lower() for letter in word if letter.isupper()} for place, word in words.items()}
    for place, gate in gates.items():
        row, col = place[0] + 1, place[1] + 1
        for port in gate.ports:
            there, facing = beyond(place, port), OPPOSITE[port]
            if there not in gates or facing not in gates[there].ports:
                raise ParseError(f"port {port} leads nowhere", row, col, "a port that faces it")
            if (port in inside[place]) == (facing in inside[there]):
                raise ParseError(f"the car of port {port}", row, col, "to be in one of two cells")
        if not all(allowed(gate, port, inside[place]) for port in inside[place]):
            raise ParseError("too many cars pushed in", row, col, f"fewer for an {gate.kind}")
    targets = sum(gate.kind == "target" for gate in gates.values())
    if targets != 1:
        raise ParseError(f"{targets} targets", expected="one, such as w!")
    return Circuit(len(rows), len(rows[0]), tuple(gates.items())), inside
