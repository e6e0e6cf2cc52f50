"""What an impartial position is worth where moves may continue: a nimber, or loony."""

from __future__ import annotations

import enum


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
Nimber = int | Loony
