"""Webs as text: strings ``a-b`` and ``a-ground``, then those that are cut, ``a-b=x``; also anything else that
:mod:`perfectplay.board.graphs` reads as a graph."""

from __future__ import annotations

from perfectplay.board import Graph
from perfectplay.errors import ParseError
from perfectplay.families.dots_and_boxes.web import GROUND, GROUND_NAME, Ends, Tangle, web

MOST = 1024
"""Strings, and coins."""


def read_graph(source: object) -> Tangle:
    """A web from text or a graph of another program. Coins without strings are left out."""
    graph, letters = Graph.parse(source, {".": (".", "")}, {"-": ("-", ""), "x": ("x", "")}, directed=False)
    number: dict[str, int] = {}
    copies: dict[tuple[str, str], int] = {}
    strings: list[tuple[str, Ends]] = []
    for a, b, _ in graph.edges:
        if a == b == GROUND_NAME:
            raise ParseError("a string from the ground to the ground", expected="strings that hold a coin")
        for coin in (a, b):
            if coin != GROUND_NAME:
                number.setdefault(coin, len(number))
        # the ground comes last, and coins come in the order in which they are named
        if a == GROUND_NAME or (b != GROUND_NAME and number[a] > number[b]):
            a, b = b, a
        copies[a, b] = copies.get((a, b), 0) + 1
        name = f"{a}-{b}" + (f"#{copies[a, b]}" if copies[a, b] > 1 else "")
        strings.append((name, (number[a], number.get(b, GROUND))))
    for found, many in ((len(strings), "strings"), (len(number), "coins")):
        if found > MOST:
            raise ParseError(f"{found} {many}", expected=f"at most {MOST}")
    board = " ".join(name.partition("#")[0] for name, _ in strings) or GROUND_NAME
    tied = dict.fromkeys(end for name in board.split() for end in name.split("-"))  # as its text will be read
    places = [graph.placed(vertex) for vertex in tied if vertex in graph.places]
    board += f"; {' '.join(places)}" if places else ""
    cut = {n for n, letter in enumerate(letters[len(graph.vertices) :]) if letter == "x"}
    return Tangle(web(board, list(number), strings), frozenset(range(len(strings))) - cut)


def write_graph(tangle: Tangle) -> str:
    strings, _, places = str(tangle.web.board).partition("; ")
    cut = [f"{name}=x" for n, name in enumerate(tangle.web.strings) if n not in tangle.left]
    given = " ".join([*cut, places] if places else cut)
    return f"{strings}; {given}" if given else strings
