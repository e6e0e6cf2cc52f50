"""What an impartial position is worth where play is not as simple as in Nim: a nimber; loony, where moves may continue;
or infinity, where positions may repeat."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

from perfectplay.records import dataclass


class Loony(enum.Enum):
    """The value of a position that the first player wins whatever is added to it (*Winning Ways*, chapter 12).

    >>> pp.LOONY, pp.LOONY ^ 5, pp.LOONY == 0, bool(pp.LOONY)
    (loony, loony, False, True)
    """

    LOONY = "loony"

    def __xor__(self, other: object) -> Loony:
        """A sum with a loony component is loony."""
        return self if isinstance(other, int | Loony) else NotImplemented

    __rxor__ = __xor__

    def to_json(self) -> str:
        return self.value

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.value


LOONY = Loony.LOONY
"""What `pp.grundy` answers where the first player wins whatever is added, as by a loony move in Dots-and-Boxes.

>>> pp.LOONY ^ 5
loony
"""


@dataclass(frozen=True)
class Infinite:
    """The value of a loopy position that no nim heap equals, with the nimbers that moves lead to (Smith 1966).

    Beside a nim heap whose size is one of these the player to move wins; beside any other, play is drawn. Added to
    another infinite one, it is always drawn.

    >>> pp.Infinite({0, 2}), pp.Infinite({0, 2}) ^ 3, pp.Infinite({0}) ^ pp.Infinite({1})
    (inf{0,2}, inf{1,3}, inf{})
    """

    to: frozenset[int]

    def __init__(self, to: Iterable[int] = ()) -> None:
        object.__setattr__(self, "to", frozenset(to))

    def __xor__(self, other: object) -> Infinite:
        if isinstance(other, Infinite):
            return Infinite()
        return Infinite(other ^ each for each in self.to) if isinstance(other, int) else NotImplemented

    __rxor__ = __xor__

    def to_json(self) -> dict[str, Any]:
        """As plain data.

        >>> pp.Infinite({0, 2}).to_json()
        {'infinite': [0, 2]}
        """
        return {"infinite": sorted(self.to)}

    def __str__(self) -> str:
        return f"inf{{{','.join(map(str, sorted(self.to)))}}}"

    __repr__ = __str__


Nimber = int | Loony | Infinite


def total(nimbers: Iterable[Nimber]) -> Nimber:
    """What a sum is worth."""
    found: Nimber = 0
    for each in nimbers:
        found = found ^ each
    return found
