"""Richman games: an auction before every move.

A token stands on a vertex of a digraph. Both players have money, and before each move both make a sealed bid of at most
what they have: the higher bidder pays the bid to the other player and moves the token along an arc. Left wins if the
token comes to a vertex marked ``=L``, Right if it comes to one marked ``=R``.
Text: ``a: b c; b: c d; c=L; d=R``, each vertex with those that arcs lead to; ``@b`` says that the token is there, and
not on the first vertex. Digraphs of other programs are read as well, with the attribute ``winner``. An end must be
reachable from every vertex.
``threshold`` answers with the share of all money that Left needs: with more Left wins, with less Right does; which of
them wins with exactly that share depends on how equal bids are settled.

Complexity: exact by policy iteration; whether there is a fast method for all digraphs is open (Lazarus et al. 1999).

>>> pp.threshold(pp.load("richman", "a: b c; b: c d; c=L; d=R"))
Fraction(1, 4)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perfectplay.errors import ParseError, quote
from perfectplay.families.auctions import Auction
from perfectplay.kinds.explicit import ExplicitPuzzle, Place, player_named
from perfectplay.picture import Picture
from perfectplay.players import LEFT
from perfectplay.system import System


class _Digraph(ExplicitPuzzle):
    """Reads, writes and draws the digraph."""

    name = "Richman game"
    marks = {"L": "Left has won", "R": "Right has won"}

    def read_mark(self, attributes: Mapping[str, Any]) -> str | None:
        if "winner" not in attributes:
            return None
        player = player_named(attributes["winner"])
        if player is None:
            raise ParseError(f"winner {quote(str(attributes['winner']))}", expected="Left or Right")
        return "L" if player is LEFT else "R"


_DIGRAPH = _Digraph()


class Richman(System):
    name = "Richman game"
    aliases = ("bidding game",)
    systems = ("S005",)
    kind = "auction"
    players = 2
    source = "Lazarus, Loeb, Propp, Stromquist & Ullman 1999, Combinatorial games under auction play"
    sample = "a: b c; b: c d; c=L; d=R"
    samples = {
        "cycle": "a: b l; b: a r; l=L; r=R",
        "five": "c: b d; b: a c; a: l b; d: c e; e: d r; l=L; r=R",
        "long_way": "a: b r; b: c a; c: d a b; d: l r c; l=L; r=R",
    }
    longest = ExplicitPuzzle.longest

    def parse(self, text: str) -> Place:
        return _checked(_DIGRAPH.parse(text))

    def from_object(self, source: object) -> Place:
        return _checked(_DIGRAPH.from_object(source))

    def text(self, state: Place) -> str:
        return _DIGRAPH.text(state)

    def picture(self, state: Place) -> Picture:
        return _DIGRAPH.picture(state)


def auction_of(state: Place) -> Auction:
    """The digraph as numbers."""
    return Auction(state.graph.left, {vertex: int(mark == "R") for vertex, mark in state.graph.marks})


def _checked(state: Place) -> Place:
    graph = state.graph
    for vertex, mark in graph.marks:
        if graph.left[vertex]:
            raise ParseError(f"{graph.names[vertex]}={mark} has options", expected="none where play has ended")
    reaching = auction_of(state).from_which(graph.mark)
    for vertex, name in enumerate(graph.names):
        if vertex not in reaching:
            raise ParseError(f"no end can be reached from {quote(name)}", expected="a way to =L or =R")
    return state
