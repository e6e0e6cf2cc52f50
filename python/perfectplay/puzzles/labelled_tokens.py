"""Labelled tokens on a graph.

Some vertices of a graph have tokens, each with its own label; the others are holes. A token moves along an edge to a
hole. Solved when every token is where the goal says.
Text: the graph, then after ``;`` the token on each vertex that has one, ``->``, and the same for the goal, as in
``a-b b-c; a=1 -> c=1``. A move such as ``a-b`` takes the token on a to b.
Metrics: moves; shifts (consecutive moves of one token count once).

Complexity: solvability is decided in polynomial time, and O(n^3) moves are always enough and sometimes necessary
(Kornhauser, Miller & Spirakis 1984); a shortest solution is NP-hard to find (Ratner & Warmuth 1990).

>>> pp.solve(pp.load("labelled_tokens", "a-b b-c b-d; a=1 c=2 -> a=2 c=1"))
a-b b-d c-b b-a d-b b-c
>>> pp.solve(pp.load("labelled_tokens", "a-b b-c c-d; a=1 c=2 -> a=2 c=1")).reason
'order: on a path the tokens keep their order'
"""

from perfectplay.families.pebbles.puzzle import TokenMotion
from perfectplay.metrics import UNIT, Metric


class LabelledTokens(TokenMotion):
    name = "Labelled tokens"
    systems = ("S123",)
    source = (
        "Kornhauser, Miller & Spirakis 1984, Coordinating pebble motion on graphs; "
        "Calinescu, Dumitrescu & Pach 2006, Reconfigurations in graphs and grids"
    )
    metrics = {"moves": UNIT, "shifts": Metric(chain="piece")}
    sample = "a-b b-c b-d d-e; a=1 c=2 -> a=2 c=1"
    samples = {
        "isthmus": "a-b b-c c-d c-e e-f f-g f-h; e=4 f=3 g=2 h=1 -> a=1 d=2 g=3 h=4",
        "narrow": "a-b b-c c-d c-e e-f f-g f-h; a=1 b=2 d=3 g=4 h=5 -> a=1 b=2 d=4 g=3 h=5",
        "lollipop": "a-b b-c c-d d-a d-e e-f; a=1 c=3 d=2 e=4 -> a=1 b=2 c=3 f=4",
    }
