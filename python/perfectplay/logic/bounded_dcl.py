"""Bounded Deterministic Constraint Logic.

As in Deterministic Constraint Logic nobody plays: edges that were reversed in the last step are active, a vertex fires
if the active edges that point to it have its minimum inflow together, and then all other edges that point to it are
reversed. But an edge is reversed only once, so that a signal which does not suffice is lost. Does the goal ever hold?
Text: as for ``ncl``; ``*`` marks edges that have been reversed, ``*!`` those that were in the last step.

Complexity: P-complete (Hearn & Demaine 2009).

>>> pp.run(pp.load("bounded_dcl", "a>v*! b>v*! c>v:2; a=0 b=0 c=0 -> v>c"))
goal: after 1 step; still after 2 steps
"""

from perfectplay.kinds.orientation import ConstraintAutomaton


class BoundedDcl(ConstraintAutomaton):
    name = "Bounded Deterministic Constraint Logic"
    systems = ("S018",)
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation, chapter 4"
    once = True
    sample = "a>v*! b>v*! v<w:2 w<x w<y; a=0 b=0 x=0 y=0 -> w>x"
    samples = {"too_late": "a>v*! u>b:2*! b<v v<w:2; a=0 u=0 b=1 w=0 -> v>w"}
