"""Dots-and-Boxes, Strings-and-Coins and Nimstring: what a player wants to know besides the score.

>>> from perfectplay.strings import anatomy
>>> anatomy(pp.load("dots_and_boxes", "@loop"))
4-loop: a1 b1 b2 a2
5-chain: c1 c2 c3 b3 a3
"""

from __future__ import annotations

from perfectplay.errors import NotApplicable
from perfectplay.strings.anatomy import Anatomy, Harvest, Piece
from perfectplay.strings.web import Tangle, Web
from perfectplay.system import Position


def anatomy(position: Position) -> Anatomy:
    """The chains and loops of a position of Dots-and-Boxes, Strings-and-Coins or Nimstring."""
    return Anatomy(tangle_of(position))


def tangle_of(position: Position) -> Tangle:
    state = position.state if isinstance(position, Position) else None
    if not isinstance(state, Tangle):
        raise NotApplicable("expected a position of Dots-and-Boxes, Strings-and-Coins or Nimstring")
    return state


__all__ = ["Anatomy", "Harvest", "Piece", "Tangle", "Web", "anatomy", "tangle_of"]
