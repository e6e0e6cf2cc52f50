"""Dots-and-Boxes, Strings-and-Coins and Nimstring: what a player wants to know in addition to the score.

>>> from perfectplay.families.dots_and_boxes import anatomy
>>> anatomy(pp.load("dots_and_boxes", "@loop"))
4-loop: a1 b1 b2 a2
5-chain: a3 b3 c3 c2 c1
"""

from __future__ import annotations

from perfectplay.errors import NotApplicable
from perfectplay.families.dots_and_boxes.anatomy import Anatomy, Harvest, Piece
from perfectplay.families.dots_and_boxes.web import Tangle, Web
from perfectplay.position import Position


def anatomy(position: Position) -> Anatomy:
    """The chains and loops of a position of Dots-and-Boxes, Strings-and-Coins or Nimstring."""
    return Anatomy(tangle_of(position))


def as_nimstring(position: Position) -> Position:
    """The strings that are left, as a position of Nimstring.

    >>> as_nimstring(pp.load("dots_and_boxes", "1x2: a1-b1 b1-b2"))
    load('nimstring', 'b1-ground a1-ground b1-ground a1-ground b1-ground')
    """
    from perfectplay.families.dots_and_boxes.reduction import as_nimstring

    return as_nimstring(tangle_of(position))


def with_long_chain(position: Position) -> Position:
    """A position of Strings-and-Coins that is won by the player who wins this one in Nimstring: the remaining strings,
    and a chain with two more coins than the position has.

    >>> tangle = pp.load("nimstring", "a-ground a-ground")
    >>> pp.outcome(tangle), pp.outcome(with_long_chain(tangle))
    (N, N)
    """
    from perfectplay.families.dots_and_boxes.reduction import with_long_chain

    return with_long_chain(tangle_of(position))


def tangle_of(position: Position) -> Tangle:
    state = position.state if isinstance(position, Position) else None
    if not isinstance(state, Tangle):
        raise NotApplicable("expected a position of Dots-and-Boxes, Strings-and-Coins or Nimstring")
    return state


__all__ = ["Anatomy", "Harvest", "Piece", "Tangle", "Web", "anatomy", "as_nimstring", "with_long_chain"]
