"""Two-player Constraint Logic.

Left (White) and Right (Black) alternately reverse an edge of their own in a constraint graph; every vertex must keep
its minimum inflow. The first to give all edges of his own in the goal their directions wins. A player who cannot move
loses; endless play is a draw.
Text: as for ``ncl``, with ``L`` or ``R`` after the weight of an edge for its owner: ``a>b:2L``. An edge without an
owner may be reversed by either player.

Complexity: EXPTIME-complete, even on planar graphs (Hearn & Demaine 2009).

>>> pp.outcome(pp.load("two_player_cl", "a>v:2L v>b:2R; a=0 b=0 v=0 -> a<v b>v"))
N
"""

from perfectplay.kinds.orientation import ConstraintGame


class TwoPlayerCl(ConstraintGame):
    name = "Two-player Constraint Logic"
    aliases = ("2cl", "two player constraint logic")
    systems = ("S016",)
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation, chapter 6"
    loopy = True
    sample = "a<c:L a<b:L b<c:R f>d:2L b<e:2R e<f:2R a<e:2L d>c:2R f<d:2R -> f<d b>e"
    samples = {"race": "a>v:2L v>b:2R; a=0 b=0 v=0 -> a<v b>v"}
