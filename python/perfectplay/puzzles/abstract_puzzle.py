"""An abstract puzzle, given as the graph of its moves.

A move goes from the current position to one of its options; the puzzle is solved at a goal. Without marked goals every
position without moves is one. What is counted are moves.
Text: each position with its options, ``a: b c; b: d; c: d``; a position that is not described has none. ``@`` stands
before the current position, if it is not the first one, and ``=G`` behind a goal. In DOT and networkx the same is said
by the attributes ``start`` and ``goal`` of positions.

Complexity: reachability, NL-complete in the size of the graph (Jones 1975); written more concisely than as a graph,
such puzzles are PSPACE-complete (Hearn & Demaine 2005).

>>> pp.solve(pp.load("abstract_puzzle", "a: b c; b: d; c: d a; d: e"))
b d e
"""

from collections.abc import Mapping
from typing import Any

from perfectplay.kinds.explicit import ExplicitPuzzle, Place, is_true
from perfectplay.players import LEFT, Player


class AbstractPuzzle(ExplicitPuzzle):
    name = "Abstract puzzle"
    systems = ("S012",)
    source = "Jones 1975, Space-bounded reducibility among combinatorial problems"
    marks = {"G": "a goal"}
    sample = "a: b c; b: d a; c: d e; d: f g b; e: g c; f: h e; g: h a; h: k; dead: dead"
    samples = {
        "goals": "a: b c; b: a d; c: a e; d: b e f; e: c d f; f=G: d e g; g: f",
        "maze": "in: a1; a1: a2 b1; a2: a1 b2; b1: a1 c1; b2: a2 c2; c1: b1; c2: b2 c3; c3: c2 out",
        "stuck": "a: b; b: c a; c: a b; d=G",
    }

    def read_mark(self, attributes: Mapping[str, Any]) -> str | None:
        return "G" if is_true(attributes.get("goal")) else None

    def winner(self, state: Place) -> Player | None:
        graph = state.graph
        solved = state.at in graph.mark if graph.marks else not graph.left[state.at]
        return LEFT if solved else None
