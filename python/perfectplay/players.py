"""Who moves, who wins, and the outcome classes.

Left and Right are the two players of every game. An :class:`Outcome` says who wins when Left starts and who wins when
Right starts. Without draws there are four classes: N (the first player wins), P (the second player wins), L and R. With
draws there are five more (Siegel, Combinatorial Game Theory, 2013, VI.1): D, and the mixed classes written here ``N^ Nv
P^ Pv``.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING

from perfectplay.records import dataclass
from perfectplay.shown import Shown

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part


class Player(enum.Enum):
    """One of the two players, `pp.LEFT` and `pp.RIGHT`.

    >>> pp.Player("Left"), pp.Player("Left") is pp.LEFT
    (LEFT, True)
    """

    LEFT = "Left"
    RIGHT = "Right"

    @property
    def opponent(self) -> Player:
        """The other one.

        >>> pp.LEFT.opponent
        RIGHT
        """
        return Player.RIGHT if self is Player.LEFT else Player.LEFT

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.name


LEFT = Player.LEFT
"""The player who moves first in lists, and whose advantage is positive.

>>> pp.best(pp.load("domineering", "..|.."), pp.LEFT)
a1-a2
"""
RIGHT = Player.RIGHT
"""The other player.

>>> pp.best(pp.load("domineering", "..|.."), pp.RIGHT)
a1-b1
"""


class Draw(enum.Enum):
    """The result of a play that nobody wins.

    >>> pp.outcome(pp.load("tic_tac_toe")).left_starts is pp.DRAW
    True
    """

    DRAW = "draw"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.name


DRAW = Draw.DRAW
"""What an outcome says where nobody wins.

>>> pp.outcome(pp.load("tic_tac_toe")).when(pp.RIGHT)
DRAW
"""
Winner = Player | Draw

_CLASSES: dict[tuple[Winner, Winner], str] = {
    (LEFT, RIGHT): "N",
    (RIGHT, LEFT): "P",
    (LEFT, LEFT): "L",
    (RIGHT, RIGHT): "R",
    (DRAW, DRAW): "D",
    (LEFT, DRAW): "N^",
    (DRAW, RIGHT): "Nv",
    (DRAW, LEFT): "P^",
    (RIGHT, DRAW): "Pv",
}


@dataclass(frozen=True, eq=False, repr=False)
class Outcome(Shown):
    """Who wins under perfect play, depending on who starts.

    >>> Outcome(LEFT, RIGHT)
    N
    >>> print(Outcome(LEFT, LEFT).sentence)
    Left wins, whoever starts
    """

    left_starts: Winner
    right_starts: Winner

    @property
    def letter(self) -> str:
        """The class by its letter.

        >>> pp.Outcome(pp.LEFT, pp.DRAW).letter
        'N^'
        """
        return _CLASSES[self.left_starts, self.right_starts]

    @classmethod
    def of(cls, letter: str) -> Outcome:
        """The class with this letter.

        >>> Outcome.of("P").left_starts
        RIGHT
        """
        for (left, right), name in _CLASSES.items():
            if name == letter:
                return cls(left, right)
        raise ValueError(f"no outcome class {letter!r} (expected one of {' '.join(_CLASSES.values())})")

    @staticmethod
    def letters() -> list[str]:
        """Those of all classes.

        >>> pp.Outcome.letters()
        ['N', 'P', 'L', 'R', 'D', 'N^', 'Nv', 'P^', 'Pv']
        """
        return list(_CLASSES.values())

    def when(self, starter: Player) -> Winner:
        """Who wins if this player starts.

        >>> pp.outcome(pp.load("nim", "3 5")).when(pp.RIGHT)
        RIGHT
        """
        return self.left_starts if starter is LEFT else self.right_starts

    def said(self, starter: Player) -> str:
        """What happens if this player starts.

        >>> pp.outcome(pp.load("nim", "3 5")).said(pp.RIGHT)
        'Right wins'
        """
        winner = self.when(starter)
        return "a draw" if winner is DRAW else f"{winner} wins"

    @property
    def sentence(self) -> str:
        """The outcome in words.

        >>> pp.outcome(pp.load("nim", "3 5")).sentence
        'the first player wins'
        """
        match self.letter:
            case "N":
                return "the first player wins"
            case "P":
                return "the second player wins"
            case "L" | "R":
                return f"{self.left_starts} wins, whoever starts"
            case "D":
                return "a draw, whoever starts"
            case _:
                return f"{self.said(LEFT)} if Left starts, {self.said(RIGHT)} if Right starts"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.letter == other
        if isinstance(other, Outcome):
            return (self.left_starts, self.right_starts) == (other.left_starts, other.right_starts)
        return NotImplemented

    def _shown(self) -> Iterable[Part]:
        from perfectplay.words import bold

        return [(bold(self.letter), f"  {self.sentence}")]

    def __hash__(self) -> int:
        return hash(self.letter)

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return self.letter
