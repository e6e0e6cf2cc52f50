"""From circuits of cars to boards of Rush Hour.

Every cell of the circuit becomes a block of 9 x 9 places; blocks are one place apart, and in the middle of a side
through which a port leads that place is open and holds a car of length two, which covers the opening and one place of
the block that it is pushed into. The blocks are gadgets of the library (``gadgets/rush_or.txt`` and others), which are
certified: the sets of ports that can be pushed in at once are those that the gate allows, and any single push that the
gate allows can be made after moves inside the block alone. Hence each move of the circuit is a series of moves of the
board, and what can be reached is the same.

The block of an AND has its closed side beside the first port, so that the first port of an AND in the circuit may not
lie opposite the closed side; the target must stand in the last column, with its port at the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from perfectplay.board import Place
from perfectplay.errors import NotApplicable
from perfectplay.families.gates import SIDES, Circuit, Gate
from perfectplay.position import Position
from perfectplay.registry import load, system

systems = ("rush_hour_logic", "rush_hour")
"""From which, and to which."""

SIZE = 9
PITCH = SIZE + 1
MIDDLE = SIZE // 2

KINDS = ("straight", "turn", "and", "or", "end", "target")
TARGET = "X"


Piece = tuple[Place, ...]
Pieces = tuple[Piece, ...]


def port_cell(port: str) -> Place:
    """The place of a block that the car of a port covers when it is pushed in."""
    down, right = SIDES[port]
    return MIDDLE + MIDDLE * down, MIDDLE + MIDDLE * right


@cache
def drawing(kind: str) -> tuple[str, tuple[str, ...]]:
    """The ports of a block (of an AND the first one first) and its rows, in which ``#`` is a wall.

    The board of the gadget has the cars of the ports outside the block. Each begins in the second place from there, so
    that its place tells where the block lies; what does not lie within the block altogether is taken for a wall.
    """
    gadget = load("gadget", f"@rush_{kind}").state
    board = str(gadget.position).split("|")
    cell = gadget.position.state.board.cell
    places = {port.name.lower(): cell(port.when.place) for port in gadget.ports if port.name.lower() in SIDES}
    port, (row, col) = next(iter(places.items()))
    down, right = SIDES[port]
    top, left = row - MIDDLE - (MIDDLE + 2) * down, col - MIDDLE - (MIDDLE + 2) * right
    letters = {(r - top, c - left): letter for r, line in enumerate(board) for c, letter in enumerate(line)}
    inside = {place for place in letters if max(place) < SIZE and min(place) >= 0}
    walls = {letter for place, letter in letters.items() if place not in inside and letter != "."} | {"x"}
    shown = {place: "#" if letters[place] in walls else letters[place] for place in inside}
    return "".join(places), tuple("".join(shown.get((r, c), "#") for c in range(SIZE)) for r in range(SIZE))


@cache
def block(gate: Gate) -> tuple[frozenset[Place], Pieces, int | None]:
    """The places of a gate's block that are not walls, its pieces in some position, and the number of the target."""
    kind = gate.kind
    if kind == "wire":
        kind = "straight" if {*gate.ports} in ({"n", "s"}, {"e", "w"}) else "turn"
    ports, rows = drawing(kind)
    for turn in range(8):
        if kind == "target" and turn:
            break
        turned = [_turned_side(port, turn) for port in ports]
        if turned[0] == gate.ports[0] and {*turned} == {*gate.ports} if kind == "and" else {*turned} == {*gate.ports}:
            free: set[Place] = set()
            pieces: dict[str, list[Place]] = {}
            for row, line in enumerate(rows):
                for col, letter in enumerate(line):
                    if letter != "#":
                        place = _turned((row, col), turn)
                        free.add(place)
                        if letter != ".":
                            pieces.setdefault(letter, []).append(place)
            names = sorted(pieces)
            target = names.index(TARGET) if kind == "target" else None
            return frozenset(free), tuple(tuple(sorted(pieces[name])) for name in names), target
    raise NotApplicable(f"no block of Rush Hour for an {gate.kind} with the ports {gate.ports}")


def _turned(place: Place, turn: int) -> Place:
    """Up to three quarter turns, after a reflection in the diagonal for 4 and more."""
    row, col = (place[1], place[0]) if turn >= 4 else place
    for _ in range(turn % 4):
        row, col = col, SIZE - 1 - row
    return row, col


def _turned_side(port: str, turn: int) -> str:
    return next(side for side in SIDES if port_cell(side) == _turned(port_cell(port), turn))


def arrangements(gate: Gate, pushed: frozenset[str], start: Pieces | None = None) -> Iterator[Pieces]:
    """Every inner position of a block that moves of its pieces lead to, from a start or from the drawing, while exactly
    the cars of these ports are pushed in."""
    free, drawn, _ = block(gate)
    free = free - {port_cell(port) for port in pushed}
    todo = [drawn if start is None else start]
    seen = set(todo)
    for pieces in todo:  # the list grows
        yield pieces
        taken = {*chain.from_iterable(pieces)}
        for number, piece in enumerate(pieces):
            down, right = piece[1][0] - piece[0][0], piece[1][1] - piece[0][1]
            for way in (1, -1):
                end = piece[-1 if way == 1 else 0]
                ahead = (end[0] + way * down, end[1] + way * right)
                if ahead in free and ahead not in taken:
                    moved = tuple((row + way * down, col + way * right) for row, col in piece)
                    after = (*pieces[:number], moved, *pieces[number + 1 :])
                    if after not in seen:
                        seen.add(after)
                        todo.append(after)


@cache
def arranged(gate: Gate, pushed: frozenset[str]) -> Pieces:
    """An inner position that leaves room for the cars that are pushed in."""
    room = {port_cell(port) for port in pushed}
    for pieces in arrangements(gate, frozenset()):
        if room.isdisjoint(chain.from_iterable(pieces)):
            return pieces
    raise AssertionError(f"the cars {sorted(pushed)} do not fit into {gate}")


def rush_hour(position: Position) -> Position:
    """A board of Rush Hour that can be solved if and only if the circuit can.

    >>> board = rush_hour(pp.load("rush_hour_logic", "e W!"))
    >>> len(str(board).split("|")), pp.solve(board).cost
    (9, 6)
    """
    circuit: Circuit = position.state.layout.extra
    inside = position.system.inside(position.state)
    letters: dict[Place, str] = {}
    names = (chr(n) for n in range(ord("B"), 0x3000) if chr(n).isalpha() and chr(n) not in "oxX")
    for (row, col), gate in circuit.gates:
        top, left = PITCH * row, PITCH * col
        if gate.kind == "target" and (gate.ports != "w" or col != circuit.cols - 1):
            raise NotApplicable("the target needs its port at the left and a place in the last column")
        free, _, target = block(gate)
        letters |= {(top + r, left + c): "." for r, c in free}
        pushed = inside[row, col]
        for number, piece in enumerate(arranged(gate, frozenset(pushed))):
            name = "A" if number == target else next(names)
            letters |= {(top + r, left + c): name for r, c in piece}
        for port in sorted(pushed):
            r, c = port_cell(port)
            down, right = SIDES[port]
            letters |= dict.fromkeys([(top + r, left + c), (top + r + down, left + c + right)], next(names))
    height, width = PITCH * circuit.rows - 1, PITCH * circuit.cols - 1
    text = "|".join("".join(letters.get((r, c), "x") for c in range(width)) for r in range(height))
    return system("rush_hour")().load(text)
