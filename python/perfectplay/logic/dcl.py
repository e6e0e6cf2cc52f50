"""Deterministic Constraint Logic.

Nobody plays. An edge of a constraint graph is active if it was reversed in the last step; a vertex fires if the active
edges that point to it have its minimum inflow together. In one step all edges that point to a firing vertex and are not
active are reversed, and all active edges that point to a vertex which does not fire; these are the active edges of the
next step. So a signal that arrives goes on if it suffices, and bounces back if it does not. Does the goal ever hold?
Text: as for ``ncl``, with or without a goal; ``!`` marks active edges: ``a>b:2!``.

Complexity: PSPACE-complete, even on planar graphs of ANDs and ORs with three edges each (Hearn & Demaine 2009).

>>> pp.run(pp.load("dcl", "a>b:2! b<c:2; a=0 c=0 -> b>c"))
goal: after 1 step; period 6 after 0 steps
"""

from perfectplay.kinds.orientation import ConstraintAutomaton


class Dcl(ConstraintAutomaton):
    name = "Deterministic Constraint Logic"
    aliases = ("deterministic constraint logic",)
    systems = ("S018",)
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation, chapter 4"
    sample = "h>f f<b e<b a>h e<a! d<e:2! h<c:2! d>g:2 a<c:2! f>g:2! d>b:2 c<g:2 -> h>c"
    samples = {
        "clock": "a>b a<c c>b e>a:2 c<d:2 d>f:2! e>f:2 d<f:2 b>e:2 -> c>b d<f",
        "wire": "a>b:2! b<c:2; a=0 c=0 -> b>c",
    }
