"""Rush Hour.

Cars and trucks, one cell wide and at least two long, slide along their own line on a grid, forwards and backwards.
Solved when the target car (``A``, or ``X`` if there is no ``A``) reaches the end of its line, at the right or at the
bottom.
Letters: capitals and small letters for vehicles, ``o`` or ``.`` empty, ``x`` wall; rows by ``|``, or 36 letters in one
row for 6 x 6, also as they stand in lists of boards, between the number of moves and that of positions. A move such as
``B-2`` takes vehicle B two cells back (left or up), ``A+1`` one cell on.
Metrics: moves (any distance at once), steps (single cells).

Complexity: PSPACE-complete (Flake & Baum 2002), even with cars of length two only (Tromp & Cilibrasi 2004).

>>> pp.solve(pp.load("rush_hour", "..B|AAB|...|..."))
B+2 A+1
"""

import re
from collections.abc import Iterable
from typing import ClassVar

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Direction
from perfectplay.errors import ParseError, quote
from perfectplay.families.sliding_blocks import BlockPuzzle, PieceShape, Place
from perfectplay.kinds.rewrite import Arrangement, Layout, Rewrite
from perfectplay.metrics import UNIT, Metric


class RushHour(BlockPuzzle):
    name = "Rush Hour"
    systems: ClassVar[tuple[str, ...]] = ("S141", "S142")
    source = (
        "Flake & Baum 2002, Rush Hour is PSPACE-complete; Tromp & Cilibrasi 2004, Limits of Rush Hour logic complexity"
    )
    forwards: ClassVar[tuple[Direction, ...]] = (EAST, SOUTH)
    walls = "x"
    blanks = ".o"
    metrics = {"moves": Metric(chain="piece"), "steps": UNIT}
    sample = "BBC.D.|E.C.D.|EAAGD.|E..G..|..HHHI|JJ...I"
    samples = {
        "cars": ".CHHG.|.CLLGB|.AAK.B|IIEKDJ|..EFDJ|...F..",
        "wall": "...xJJ|.CC.BB|AA.E.D|GG.E.D|.FHII.|.FH...",
    }

    def read_text(self, text: str) -> tuple[str, dict[str, list[Place]], bool]:
        rows = text.strip()
        if listed := re.fullmatch(r"\d{1,9}\s+([A-Za-z.]{36})(?:\s+\d{1,9})?", rows):
            rows = listed[1]
        if re.fullmatch(r"[A-Za-z.]{36}", rows):
            rows = "|".join(rows[i : i + 6] for i in range(0, 36, 6))
        split = re.split(r"[|/\n]", rows)
        target = "A" if "A" in rows else "X"
        places = [(row, col) for row, line in enumerate(split) for col, letter in enumerate(line) if letter == target]
        if not places:
            raise ParseError("no target car", expected="a car called A (or X)")
        lying = places[0][0] == places[-1][0]
        right = len(split[places[0][0]]) - 1 - places[-1][1] if lying else 0
        down = 0 if lying else len(split) - 1 - places[-1][0]
        for row, col in ((row + down, col + right) for row, col in places):
            if split[row][col : col + 1] in self.walls:
                raise ParseError("the way out of the target car is walled up", row + 1, col + 1)
        return rows, {target: [(row + down, col + right) for row, col in places]}, False

    def checked(self, state: Arrangement) -> Arrangement:
        for shape in state.layout.extra:
            if min(len({row for row, _ in shape.offsets}), len({col for _, col in shape.offsets})) > 1:
                raise ParseError(f"vehicle {quote(shape.letters[0])} has a bend", expected="a straight vehicle")
            if len(shape.offsets) < 2:
                raise ParseError(f"vehicle {quote(shape.letters[0])} has one cell", expected="two or more")
        return state

    def interchangeable(self, letter: str) -> bool:
        return False

    def lane(self, cells: list[Place]) -> tuple[int | None, int | None]:
        lying = cells[0][0] == cells[-1][0]
        return (cells[0][0], None) if lying else (None, cells[0][1])

    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        return (WEST, EAST) if shape.lane[0] is not None else (NORTH, SOUTH)

    def rewrites(self, layout: Layout) -> Iterable[Rewrite]:  # type: ignore[override]
        for rewrite in super().rewrites(layout):
            letter = layout.extra[ord(max(max(c) for c in rewrite.changes.values())) - ord("A")].letters[0]
            sign = "+" if Direction(rewrite.tag) in self.forwards else "-"
            yield Rewrite(rewrite.changes, piece=rewrite.piece, tag=rewrite.tag, name=f"{letter}{sign}1")

    def join(self, texts: list[str], metric: str) -> list[str]:
        joined: list[str] = []
        for text in texts:
            if joined and metric == "moves" and joined[-1][:2] == text[:2]:
                joined[-1] = f"{text[:2]}{int(joined[-1][2:]) + int(text[2:])}"
            else:
                joined.append(text)
        return joined

    def expand(self, text: str) -> list[str]:
        match = re.fullmatch(r"([^\W\d_][+-])(\d{1,3})", text)
        return [f"{match[1]}1"] * int(match[2]) if match else [text]
