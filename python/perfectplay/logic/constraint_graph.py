"""Constraint Graph Satisfiability.

Every edge of a constraint graph is to be given a direction, so that the weights of the edges that point to a vertex add
up to its minimum inflow at least.
Text: ``a-b:2`` is an edge of weight 2, ``a-b`` one of weight 1; ``a>b`` is one whose direction is given. Minimum
inflows other than 2 come after ``;``: ``v=1``. An answer lists the edges with their directions. Also read: GraphML, and
graphs of networkx with the attributes ``weight`` and ``minimum``.

Complexity: NP-complete, even on planar graphs of ANDs and ORs with three edges each (Hearn & Demaine 2009).

>>> pp.solve(pp.load("constraint_graph", "a-b b-c c-a; c=0 b=1"))
a<b b<c c>a
"""

from collections.abc import Iterator, Mapping, Sequence

from perfectplay.constraints import Assignment, Constraint, Unknown, Value, Weighty
from perfectplay.errors import ParseError
from perfectplay.families.constraint_logic import Configuration
from perfectplay.families.constraint_logic.drawing import draw
from perfectplay.kinds.orientation import ConstraintLogic
from perfectplay.picture import Picture
from perfectplay.system import Posed


class ConstraintGraph(ConstraintLogic, Posed):
    name = "Constraint Graph Satisfiability"
    systems = ("S013",)
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation, chapter 5"
    directed = False
    needs_goal = False
    sample = "d-b e-d g<f f-b g-e c<b:2 f-h:2 g-a:2 a>c:2 c-a:2 d-h:2 h-e:2"
    samples = {"several": "a-b b-c c-a a-b; c=0", "impossible": "a-b b-c c-a; a=1 b=2 c=1"}

    def unknowns(self, state: Configuration) -> Mapping[Unknown, Sequence[Value]]:
        return {
            name: "<>" if arrow == "-" else arrow for name, arrow in zip(state.graph.names, state.arrows, strict=True)
        }

    def given(self, state: Configuration) -> Assignment:
        """The edges that have a direction."""
        return {name: arrow for name, arrow in zip(state.graph.names, state.arrows, strict=True) if arrow != "-"}

    def rules(self, state: Configuration) -> Iterator[tuple[str, Constraint]]:
        graph = state.graph
        for vertex, low in enumerate(graph.minima):
            always, atoms, weights = 0, [], []
            for number in graph.at[vertex]:
                first, second, weight, _ = graph.edges[number]
                if first == second:
                    always += weight
                else:
                    atoms.append((graph.names[number], ">" if second == vertex else "<"))
                    weights.append(weight)
            yield "Every vertex has its minimum inflow.", Weighty(tuple(atoms), tuple(weights), low - always)

    def filled_in(self, state: Configuration, answer: Assignment) -> Configuration:
        arrows = (str(answer.get(name, "-")) for name in state.graph.names)
        return Configuration(state.graph, "".join(arrows))

    def write(self, state: Configuration, answer: Assignment) -> str:
        return str(self.filled_in(state, answer)).partition(";")[0]

    def read_answer(self, state: Configuration, text: str) -> dict[Unknown, Value]:
        found = Configuration.parse(text)
        if [name.partition("#")[0] for name in found.graph.names] != [n.partition("#")[0] for n in state.graph.names]:
            raise ParseError("other edges", expected="the edges of the graph in their order")
        return {name: arrow for name, arrow in zip(state.graph.names, found.arrows, strict=True) if arrow != "-"}

    def draw(self, state: Configuration, answer: Assignment) -> Picture:
        return draw(self.filled_in(state, answer) if answer else state, self.name)
