"""Nondeterministic Constraint Logic.

A move reverses one edge of a constraint graph, after which the weights of the edges that point to a vertex must still
add up to its minimum at least. Solved when every edge of the goal has its direction: one edge to be reversed, or a
whole configuration to be reached.
Text: ``a>b:2`` is an edge of weight 2 that points to b, ``a<b`` one of weight 1 that points to a; minimum inflows other
than 2 after ``;``, the goal after ``->``. An AND has edges of weight 1, 1 and 2, an OR three of weight 2. A move is the
name of an edge, ``a-b``, and ``a-b#2`` for the second between the same vertices. Also read: GraphML, and graphs of
networkx with the attributes ``weight``, ``minimum`` and ``goal``. Metric: moves.

Complexity: PSPACE-complete for an edge and for a configuration, even on planar graphs of ANDs and ORs with three edges
each (Hearn & Demaine 2005) and on graphs of bounded bandwidth (van der Zanden 2015).

>>> pp.solve(pp.load("ncl", "x<v y>v z>v:2; x=0 y=0 z=0 -> v>z"))
x-v z-v
"""

from perfectplay.kinds.orientation import ConstraintPuzzle


class Ncl(ConstraintPuzzle):
    name = "Nondeterministic Constraint Logic"
    aliases = ("nondeterministic constraint logic",)
    systems = ("S014",)
    source = "Hearn & Demaine 2005, PSPACE-completeness of sliding-block puzzles and other problems (TCS 343)"
    sample = "d>b e<d g<f f>b g>e c<b:2 f<h:2 g<a:2 a<c:2 c>a:2 d<h:2 h<e:2 -> g>a"
    samples = {
        "and": "x<v y<v v<z:2; x=0 y=0 z=0 -> v>z",
        "configuration": "a<b b<c c<a a<d:2 b<e:2 c<f:2; d=0 e=0 f=0 -> a>b b>c c>a",
        "stuck": "x<v y<v v<z:2; x=1 y=0 z=0 -> v>z",
    }
