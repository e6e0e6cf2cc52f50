"""Gadgets of hardness proofs.

A gadget is a board of some other system with ports, and a relation between the ports that it is said to have. It can be
certified: every configuration of the board is gone through, and the port states that are possible are compared with
those that are declared. A reduction puts gadgets together by their ports, and is right if its gadgets are.
Text: lines such as ``name: wire``, ``system: rush_hour``, ``ports: W=a1:. E=m1:.``, ``never: b1:.``,
``relation: ~(W & E)`` and, last, ``board:`` with the rows of the board below. A port ``W=a1:.`` is out if one of the
letters behind the colon stands on that cell; in a constraint graph, if the edge at the vertex of that name points to
it. The guide has the whole format, and the gadgets of the library are samples: ``@cross``.

Complexity: a gadget has as many configurations as any board of its system, and to go through all of them takes
exponential time; whether a constraint graph has any is NP-complete (Hearn & Demaine 2009).

>>> pp.certify(pp.load("gadget", "@mine_not"))
holds: 2 completions, 2 port states
"""

from perfectplay.gadgets import gadget as gadgets
from perfectplay.gadgets.files import shipped
from perfectplay.picture import Label, Picture
from perfectplay.system import System


class Gadget(System):
    name = "Gadgets"
    kind = "gadget"
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation"
    samples = shipped()
    sample = samples["wire"]

    def parse(self, text: str) -> gadgets.Gadget:
        return gadgets.read_gadget(text)

    def text(self, state: gadgets.Gadget) -> str:
        return str(state)

    def picture(self, state: gadgets.Gadget) -> Picture:
        """The board, and below it the ports and what is declared."""
        board = state.position.picture()
        said = [f"ports: {' '.join(map(str, state.ports))}", *(str(each) for each in (*state.relation, *state.states))]
        left, _, right, bottom = board.box()
        rows = enumerate(said, 1)
        labels = [Label(((left + right) / 2, bottom + 0.7 * row), line, "ink", 0.35) for row, line in rows]
        return Picture((*board.shapes, *labels), (*board.lines, *said), f"{state.name}: {board.title}")
