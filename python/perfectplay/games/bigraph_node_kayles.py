"""Bigraph Node Kayles, the partizan form of Node Kayles.

Every vertex of a graph, or cell of a grid, belongs to Left, to Right, or to both. A move takes a vertex of one's own
together with all its neighbours, whoever they belong to; who cannot move loses.
Letters: ``x`` Left's, ``o`` Right's, ``.`` belongs to both, ``#`` taken or missing.

Complexity: PSPACE-complete, also if every edge joins a vertex of Left to one of Right (Schaefer 1978). Where no two
neighbours belong to the same player a move spoils only what the opponent could take.

>>> [pp.value(pp.load("bigraph_node_kayles", text)) for text in ("xox|ox.", "a-b b-c; a=x b=o c=x")]
[{2|-1*}, {1|0}]
"""

from perfectplay.kinds.colouring import FOR_NONE, Colouring


class BigraphNodeKayles(Colouring):
    name = "Bigraph Node Kayles"
    systems = ("S032",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games"
    after_left = FOR_NONE
    after_right = FOR_NONE
    sample = "xox.|oxox"
    samples = {"board": "xoxo|oxox|xoxo|oxox", "graph": "a-d a-e b-d b-f c-e c-f c-d; a=x b=x c=x d=o e=o f=o"}
