"""An abstract game, given as the graph of its options.

Left and Right take turns; a move goes from the current position to one of the player's options, and a player who cannot
move loses. Positions may be marked as the end of play: won by one of the players, or drawn. Play that goes on for ever
is a draw.
Text: each position with Left's options and, after a bar, Right's: ``a: b c | d; d: b``. Options without a bar belong
to both players, and a position that is not described has none. ``@`` stands before the current position, if it is not
the first one; ``=L``, ``=R``, ``=D`` behind a position: play ends there, won by Left, won by Right, or drawn. In DOT
and networkx the same is said by the attributes ``player`` (or ``label``) of arcs and ``start`` and ``winner`` of
positions.

What the graph implies is set as an option when it is read: ``impartial`` if both players have the same options
everywhere, ``loopy`` if there is a cycle anywhere (then values may have two sides, and nimbers be infinite),
``decided`` if ends are marked.

Complexity: outcomes are found in time linear in the size of the graph, with or without cycles (Fraenkel & Perl 1975);
written more concisely than as a graph, such games are EXPTIME-complete (Stockmeyer & Chandra 1979).

>>> pp.value(pp.load("abstract_game", "a: b | c; b: c | ; c: |"))
{1|0}
>>> pp.outcome(pp.load("abstract_game", "a: b | c; b: c | a; c: d |; d: c | a"))
D
"""

from collections.abc import Mapping
from typing import Any

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.explicit import ExplicitGame, Place, player_named
from perfectplay.players import DRAW, LEFT, RIGHT, Winner


class AbstractGame(ExplicitGame):
    name = "Abstract game"
    systems = ("S001",)
    source = "Conway 1976, On Numbers and Games; Fraenkel & Perl 1975, Constructions in combinatorial games with cycles"
    marks = {"L": "won by Left", "R": "won by Right", "D": "drawn"}
    sample = "a: b c | d; b: e f | g; c: f | b; d: g | e h; f: h |; g: | h; e: h"
    samples = {
        "loopy": "a: b | c; b: c d | a; c: a | d e; d: | e",
        "impartial": "a: b c d; b: d e; c: b e f; d: f; e: f",
        "up": "up: zero | star; star: zero",
        "decided": "a: b c | d; b: c | won; c: lost | d; d: b | lost; won=L; lost=R",
    }

    def read_mark(self, attributes: Mapping[str, Any]) -> str | None:
        if "winner" not in attributes:
            return None
        given = attributes["winner"]
        player = player_named(given)
        if player is None and str(given).lower() not in ("d", "draw"):
            raise ParseError(f"winner {quote(str(given))} of a position", expected="Left, Right or draw")
        return "D" if player is None else player.value[0]

    def checked(self, state: Place) -> Place:
        for number, mark in state.graph.marks:
            if state.graph.left[number] or state.graph.right[number]:
                raise ParseError(f"{state.graph.names[number]}={mark} has options", expected="none where play ends")
        return state

    def winner(self, state: Place) -> Winner | None:
        """In misère play, goals are lost by the player who wins there in normal play."""
        mark = state.graph.mark.get(state.at)
        if mark is None or mark == "D":
            return DRAW if mark else None
        return LEFT if (mark == "L") == (self.mirrored == self.misere) else RIGHT
