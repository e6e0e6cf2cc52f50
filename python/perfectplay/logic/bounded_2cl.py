"""Bounded Two-player Constraint Logic.

Left (White) and Right (Black) alternately reverse an edge of their own in a constraint graph; every vertex must keep
its minimum inflow, and an edge may be reversed only once. The first to give all edges of his own in the goal their
directions wins. A player who cannot move loses.
Text: as for ``ncl``, with ``L`` or ``R`` after the weight of an edge for its owner, and ``*`` for an edge that has been
reversed: ``a>b:2L*``. An edge without an owner may be reversed by either player.

Complexity: PSPACE-complete, even on planar graphs (Hearn & Demaine 2009).

>>> pp.outcome(pp.load("bounded_2cl", "v>x:2L w>x:2R a>v:2L b>w:2R; a=0 b=0 v=0 w=0 -> a<v b<w"))
N
"""

from perfectplay.kinds.orientation import ConstraintGame


class Bounded2cl(ConstraintGame):
    name = "Bounded Two-player Constraint Logic"
    systems = ("S017",)
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation, chapter 6"
    once = True
    sample = "e>f:L f<c:L e>c:R a>g:2L b<h:2L f<d:2R a<b:2R c<h:2R g>d:2R d>b:2L h<a:2R g>e:2R -> a<g g<e"
    samples = {"begun": "v>x:2L* w<x:2R a>v:2L b>w:2R; a=0 b=0 v=0 w=0 -> a<v b<w"}
