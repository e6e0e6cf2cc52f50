"""The gates of circuits on a grid whose wires are cars: what may be pushed into a cell, and how cells are written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from perfectplay.board import Place
from perfectplay.board.grids import column_letters
from perfectplay.errors import ParseError, quote

SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}


@dataclass(frozen=True)
class Gate:
    """A cell: its ports in the order of its text, and what it does: wire, or, and, end, target."""

    ports: str
    kind: str

    def conditions(self, port: str) -> list[dict[str, bool]]:
        """When the car of a port may be pushed in: which others must be in (True) or out, each case apart."""
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
    """The symbol of the car when it is pushed over."""
    return "-" if symbol == "+" else "+"


def cell_name(place: Place) -> str:
    return f"{column_letters(place[1])}{place[0] + 1}"


def allowed(gate: Gate, port: str, inside: set[str]) -> bool:
    return any(all((other in inside) == pushed for other, pushed in case.items()) for case in gate.conditions(port))


def read_gate(word: str, place: Place) -> Gate:
    match = re.fullmatch(r"([nesw])(!|:[nesw]{2}|[nesw]{0,2})", word, re.IGNORECASE)
    ports = re.sub(r"[!:]", "", word).lower()
    if not match or len(set(ports)) < len(ports):
        raise ParseError(f"unexpected {quote(word)}", place[0] + 1, place[1] + 1, "a cell such as e, we, nes, w:ne, w!")
    kind = "target" if "!" in word else "and" if ":" in word else ("end", "wire", "or")[len(ports) - 1]
    return Gate(ports, kind)
