"""Triagonal Slide-Out: Rush Hour on a triangular grid.

Vehicles lie on a triangular grid along one of its three axes, one cell wide and at least two long, and slide along
their own line. Solved when the target (``A``, or ``X`` if there is no ``A``) reaches the end of its line, at the right,
or at the bottom where its line rises or falls.
Letters: capitals and small letters for vehicles, ``.`` or ``o`` empty, ``x`` or ``#`` wall; letters one space apart and
every other row shifted by one, rows by ``|``. A move such as ``B-2`` takes vehicle B two cells back (left, or up),
``A+1`` one cell on. Metrics: moves (any distance at once), steps (single cells).

Complexity: PSPACE-complete (Hearn 2006).

>>> pp.solve(pp.load("triagonal_slide_out", "  . . B .| . C B . .|. C A A D .| E E . D .|  . . F F"))
F-2 D+1 A+2
"""

from collections.abc import Iterable
from itertools import pairwise

from perfectplay.board import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Direction,
    HexGrid,
)
from perfectplay.errors import ParseError, quote
from perfectplay.families.sliding_blocks import EMPTY, PieceShape, Place
from perfectplay.kinds.rewrite import Arrangement
from perfectplay.picture import PIECES, Look, Picture, draw_board
from perfectplay.puzzles.rush_hour import RushHour

AXES = {(0, 2): (WEST, EAST), (1, 1): (NORTHWEST, SOUTHEAST), (1, -1): (NORTHEAST, SOUTHWEST)}
"""The step from one cell of a vehicle to the next in reading order: back and forth along its line."""


class TriagonalSlideOut(RushHour):
    name = "Triagonal Slide-Out"
    systems = ("S144",)
    source = "Hearn 2006, Games, Puzzles, and Computation"
    forwards = (EAST, SOUTHEAST, SOUTHWEST)
    walls = "x#"
    sample = "  . . B .| . C B . .|. C A A D .| E E . D .|  . . F F"
    samples = {
        "hexagon": "   . C H H|  D . C L L| . D . F F E|. A A . I E .| G G J I E .|  . J K K .|   B B . .",
    }

    def parse(self, text: str) -> Arrangement:
        letters: dict[str, tuple[str | None, str]] = {letter: (EMPTY, "") for letter in self.blanks}
        letters |= {wall: (None, "") for wall in self.walls}
        letters |= {letter: (letter, "") for letter in sorted(set(text)) if letter.isalpha() and letter not in letters}
        board, cells = HexGrid.parse(text, letters)
        pieces = self._pieces(board, cells)
        for letter, places in pieces.items():
            if len(places) < 2:
                raise ParseError(f"vehicle {quote(letter)} has one cell", expected="two or more")
            if len({_step(a, b) for a, b in pairwise(places)}) > 1 or _step(*places[:2]) not in AXES:
                raise ParseError(f"vehicle {quote(letter)} has a bend", expected="a straight vehicle")
        target = "A" if "A" in pieces else "X"
        if target not in pieces:
            raise ParseError("no target car", expected="a car called A (or X)")
        place = pieces[target]
        forward = AXES[_step(*place[:2])][1]
        while (ahead := [there for cell in place if (there := board.step(cell, forward)) is not None])[
            len(place) - 1 :
        ]:
            place = ahead
        return self.arranged(board, pieces, {target: place})

    def checked(self, state: Arrangement) -> Arrangement:
        return state

    def lane(self, cells: list[Place]) -> tuple[int | None, int | None]:
        return None, None

    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        return AXES[_step(*shape.offsets[:2])]

    def letters_of(self, state: Arrangement) -> str:
        written = self.lettered(state)
        return "".join(written.get(cell, EMPTY) for cell in state.board.cells)  # type: ignore[call-overload]

    def text(self, state: Arrangement) -> str:
        return state.board.text(self.letters_of(state))

    def picture(self, state: Arrangement) -> Picture:
        letters = sorted({*self.letters_of(state)} - {EMPTY})
        looks = {letter: Look("block", PIECES[n % len(PIECES)], letter) for n, letter in enumerate(letters)}
        return draw_board(state.board, self.letters_of(state), {EMPTY: Look("empty"), **looks}, title=self.name)


def _step(a: Place, b: Place) -> Place:
    return b[0] - a[0], b[1] - a[1]
