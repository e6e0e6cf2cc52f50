"""Bounded Nondeterministic Constraint Logic.

As in Nondeterministic Constraint Logic a move reverses one edge of a constraint graph, and every vertex must keep its
minimum inflow; but an edge may be reversed only once. Solved when every edge of the goal has its direction.
Text: as for ``ncl``; a ``*`` marks an edge that has been reversed: ``a<b:2*``. Metric: moves.

Complexity: NP-complete, even on planar graphs of ANDs, ORs and a few other vertices (Hearn & Demaine 2009).

>>> pp.solve(pp.load("bounded_ncl", "x<v y<v v<z:2; x=0 y=0 z=0 -> v>z"))
x-v y-v v-z
"""

from perfectplay.kinds.orientation import ConstraintPuzzle


class BoundedNcl(ConstraintPuzzle):
    name = "Bounded Nondeterministic Constraint Logic"
    systems = ("S015",)
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation, chapter 5"
    once = True
    sample = "p>x:2 q>x:2 r>y:2 s>y:2 p>a:2 r>a:2 a<t q<b:2 s<b:2 b<t t<u:2; p=0 q=0 r=0 s=0 a=1 b=1 u=0 -> t>u"
    samples = {"begun": "x>v* y<v v<z:2; x=0 y=0 z=0 -> v>z"}
