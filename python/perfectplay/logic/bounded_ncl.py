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
    sample = (  # (x | y) & (~x | z) & (~y | ~z)
        "x<p1:2 p1<c1 x<n1:2 n1<c2 y<p2:2 p2<c1 y<n2:2 n2<c3 z<p3:2 p3<c2 z<n3:2 n3<c3 c1<u c2<u u<v:2 v<w c3<w w<t:2"
        "; p1=1 n1=1 p2=1 n2=1 p3=1 n3=1 c1=1 c2=1 c3=1 v=1 t=0 -> w>t"
    )
    samples = {"begun": "x>v* y<v v<z:2; x=0 y=0 z=0 -> v>z", "stuck": "x>v* y<v v<z:2 x>z; x=0 y=1 z=0 -> v>z"}
