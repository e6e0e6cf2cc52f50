"""Rush Hour logic: circuits whose wires are cars.

Between two neighbouring cells that have ports facing each other stands a car, pushed into one of them; a move pushes it
over into the other. A cell with two ports is a wire: not both its cars are pushed into it. A cell with three ports is
an OR, into which not all three are pushed, or an AND, whose first car is pushed in only while the other two are out. A
cell with one port takes its car freely. Solved when the car of the target has been pushed out of it.
Text: a cell is the list of its ports, ``n``, ``e``, ``s``, ``w``, a capital if the car is pushed in; ``w:ne`` is an AND
with first port w, ``w!`` the target, ``.`` an empty cell; cells apart by spaces, rows by ``|``. A move ``a1-b1`` pushes
the car between a1 and b1 into b1. Metric: moves. `perfectplay.reductions.rush_hour` builds the board of Rush Hour.

Complexity: PSPACE-complete, as Rush Hour is shown to be by circuits of this kind (Flake & Baum 2002), which led to
Constraint Logic (Hearn & Demaine 2005).

>>> pp.solve(pp.load("rush_hour_logic", "e We W!"))
b1-a1 c1-b1
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

from perfectplay.board import Grid, Place
from perfectplay.errors import ParseError
from perfectplay.families.gates import OPPOSITE, SIDES, Gate, allowed, between, cell_name, other_sign, read_gate, sign
from perfectplay.kinds.rewrite import Arrangement, Layout, Rewrite, RewritePuzzle
from perfectplay.picture import Picture, picture_of_text
from perfectplay.players import LEFT, Player

MOST_CELLS = 900


class RushHourLogic(RewritePuzzle):
    name = "Generalized Rush-Hour Logic"
    systems = ("S020",)
    source = (
        "Flake & Baum 2002, Rush Hour is PSPACE-complete, or 'Why you should generously tip parking lot attendants'"
    )
    cells = ""
    sample = "eS e:SW W!|S:ne nW S|nE ew nW"
    samples = {"long": "Es w:ES Ew sw|Ns nE w N|Ne eW eW W!"}

    def parse(self, text: str) -> Arrangement:
        rows = [row.split() for row in re.split(r"[|\n]", text.strip())]
        width = max(map(len, rows))
        if len(rows) * width > MOST_CELLS:
            raise ParseError(f"{len(rows)} x {width} cells", expected=f"at most {MOST_CELLS}")
        gates: dict[Place, Gate] = {}
        inside: dict[Place, set[str]] = {}
        for place, word in (((r, c), word) for r, row in enumerate(rows) for c, word in enumerate(row)):
            if len(rows[place[0]]) != width:
                raise ParseError(f"row {place[0] + 1} has {len(rows[place[0]])} cells, expected {width}", place[0] + 1)
            if word != ".":
                gates[place] = read_gate(word, place)
                inside[place] = {letter.lower() for letter in word if letter.isupper()}
        cars: dict[Place, str] = {}
        for place, gate in gates.items():
            for port in gate.ports:
                there = (place[0] + SIDES[port][0], place[1] + SIDES[port][1])
                facing = OPPOSITE[port]
                if there not in gates or facing not in gates[there].ports:
                    raise ParseError(f"port {port} leads nowhere", place[0] + 1, place[1] + 1, "a port that faces it")
                if (port in inside[place]) == (facing in inside[there]):
                    raise ParseError(f"the car of port {port}", place[0] + 1, place[1] + 1, "to be in one of two cells")
                # + is a car in the cell at its right or below, - one in the cell at its left or above
                cars[between(place, port)] = "+" if (port in inside[place]) == (port in "nw") else "-"
        targets = Counter(gate.kind for gate in gates.values())["target"]
        if targets != 1:
            raise ParseError(f"{targets} targets", expected="one, such as w!")
        shape = 2 * len(rows) - 1, 2 * width - 1
        voids = {place: " " for place in product(range(shape[0]), range(shape[1])) if place not in cars}
        board = Grid(*shape, voids, letters={"+": ("+", ""), "-": ("-", ""), " ": (None, "")})
        state = Arrangement(
            Layout(board, "+-", (len(rows), width, tuple(sorted(gates.items(), key=lambda item: item[0])))),
            "".join(cars[cell] for cell in board.cells),
        )
        for place, gate in gates.items():
            ports = inside[place]
            if any(port in ports and not allowed(gate, port, ports) for port in gate.ports):
                raise ParseError("too many cars pushed in", place[0] + 1, place[1] + 1, f"fewer for an {gate.kind}")
        return state

    def gates(self, layout: Layout) -> dict[Place, Gate]:
        return dict(layout.extra[2])

    def inside(self, state: Arrangement, place: Place, gate: Gate) -> set[str]:
        """The ports whose cars are pushed into a cell."""
        return {port for port in gate.ports if state[between(place, port)] == sign(port)}

    def text(self, state: Arrangement) -> str:
        rows, cols, _ = state.layout.extra
        gates = self.gates(state.layout)
        words = dict.fromkeys(product(range(rows), range(cols)), ".")
        for place, gate in gates.items():
            pushed = self.inside(state, place, gate)
            ports = [port.upper() if port in pushed else port for port in gate.ports]
            if gate.kind == "and":
                ports.insert(1, ":")
            words[place] = "".join(ports) + ("!" if gate.kind == "target" else "")
        return "|".join(" ".join(words[row, col] for col in range(cols)) for row in range(rows))

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        for place, gate in self.gates(layout).items():
            for port in gate.ports:
                there = (place[0] + SIDES[port][0], place[1] + SIDES[port][1])
                pushed_in = sign(port)
                for condition in gate.conditions(port):
                    changes = {between(place, port): other_sign(pushed_in) + pushed_in}
                    for other, pushed in condition.items():
                        changes[between(place, other)] = (sign(other) if pushed else other_sign(sign(other))) * 2
                    yield Rewrite(changes, name=f"{cell_name(there)}-{cell_name(place)}")

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Mapping[Place, str]]]:
        for place, gate in self.gates(layout).items():
            if gate.kind == "target":
                yield LEFT, {between(place, gate.ports): other_sign(sign(gate.ports))}

    def picture(self, state: Arrangement) -> Picture:
        rows = [row.split(" ") for row in self.text(state).split("|")]
        width = max(len(word) for row in rows for word in row)
        return picture_of_text("\n".join(" ".join(word.ljust(width) for word in row) for row in rows), title=self.name)
