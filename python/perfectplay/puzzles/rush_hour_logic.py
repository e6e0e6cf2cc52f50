"""Rush Hour logic: circuits whose wires are cars.

Between two neighbouring cells with ports that face each other stands a car, pushed into one of them; a move pushes it
into the other. A cell with two ports is a wire: at most one of its cars is pushed into it. A cell with three ports is
an OR, into which at most two of the three are pushed, or an AND, whose first car is pushed in only while the other two
are out. A cell with one port takes its car at any time. Solved when the car of the target has been pushed out of it.
Text: a cell is the list of its ports, ``n``, ``e``, ``s``, ``w``, a capital if the car is pushed in; ``w:ne`` is an AND
with first port w, ``w!`` the target, ``.`` an empty cell; cells are separated by spaces, rows by ``|``. A move
``a1-b1`` pushes the car between a1 and b1 into b1. Metric: moves. `perfectplay.reductions.rush_hour` builds the board
of Rush Hour.

Complexity: PSPACE-complete, as Rush Hour is shown to be by such circuits (Flake & Baum 2002), which led to Constraint
Logic (Hearn & Demaine 2005).

>>> pp.solve(pp.load("rush_hour_logic", "e We W!"))
b1-a1 c1-b1
"""

from collections.abc import Iterator
from itertools import product

from perfectplay.board import Grid, Place
from perfectplay.families.gates import Circuit, between, beyond, cell_name, other_sign, read_circuit, sign
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.kinds.rulesets import Arrangement, Layout, Pattern, Rewrite
from perfectplay.picture import Picture, picture_of_text
from perfectplay.players import LEFT, Player


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
        circuit, inside = read_circuit(text)
        cars = {
            between(place, port): sign(port) if port in inside[place] else other_sign(sign(port))
            for place, gate in circuit.gates
            for port in gate.ports
        }
        rows, cols = 2 * circuit.rows - 1, 2 * circuit.cols - 1
        voids = {place: " " for place in product(range(rows), range(cols)) if place not in cars}
        board = Grid(rows, cols, voids, letters={"+": ("+", ""), "-": ("-", ""), " ": (None, "")})
        return Arrangement(Layout(board, "+-", circuit), "".join(cars[cell] for cell in board.cells))

    def inside(self, state: Arrangement) -> dict[Place, set[str]]:
        """The ports of each cell through which cars are pushed in."""
        return {
            place: {port for port in gate.ports if state[between(place, port)] == sign(port)}
            for place, gate in state.layout.extra.gates
        }

    def text(self, state: Arrangement) -> str:
        circuit: Circuit = state.layout.extra
        return circuit.text(self.inside(state))

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        for place, gate in layout.extra.gates:
            for port in gate.ports:
                for condition in gate.conditions(port):
                    changes = {between(place, port): other_sign(sign(port)) + sign(port)}
                    for other, pushed in condition.items():
                        changes[between(place, other)] = (sign(other) if pushed else other_sign(sign(other))) * 2
                    yield Rewrite(changes, name=f"{cell_name(beyond(place, port))}-{cell_name(place)}")

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        for place, gate in layout.extra.gates:
            if gate.kind == "target":
                yield LEFT, {between(place, gate.ports): other_sign(sign(gate.ports))}

    def picture(self, state: Arrangement) -> Picture:
        rows = [row.split(" ") for row in self.text(state).split("|")]
        width = max(len(word) for row in rows for word in row)
        return picture_of_text("\n".join(" ".join(word.ljust(width) for word in row) for row in rows), title=self.name)
