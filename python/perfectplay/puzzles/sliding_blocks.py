"""Sliding blocks: pieces of any shape in a box.

Each piece may slide in all four directions; pieces never overlap. Solved when every piece that the goal shows stands as
shown there; the other pieces do not matter. Those of the same shape are interchangeable, and take their letters in
reading order.
Text: the box and the goal as rows of letters, ``ab|a. -> ..|.b``; ``.`` is empty (in the goal: anything), ``#`` a wall.
To ask whether a piece can move at all, write ``-> move a``, or ``-> not a.|a.``: solved once a stands elsewhere.
A move such as ``b2-b3-c3`` is the path of the piece whose first cell in reading order is b2.
Metrics: moves (any motion of one piece), slides (straight ones), steps (single cells).

Complexity: PSPACE-complete (Hopcroft, Schwartz & Sharir 1984), even to tell whether a piece can move at all where all
are dominoes (Hearn & Demaine 2005). Where all are unit squares, it is polynomial whether there is a solution (tokens on
a graph: Kornhauser, Miller & Spirakis 1984), and NP-hard to find a shortest one (Ratner & Warmuth 1990).

>>> pp.solve(pp.load("sliding_blocks", "ab|c. -> ..|.a"))
b1-b2 a1-b1 a2-a1 b2-a2 b1-b2
>>> pp.solve(pp.load("sliding_blocks", "aab|ccb|d.e -> move b"))
c3-b3 c1-c2
"""

import re
from collections.abc import Iterable

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Direction, Grid
from perfectplay.errors import ParseError, quote
from perfectplay.families.sliding_blocks import BlockPuzzle, PieceShape, Place
from perfectplay.kinds.rewrite import Arrangement
from perfectplay.picture import Picture, draw_blocks, towards


class SlidingBlocks(BlockPuzzle):
    name = "Sliding blocks"
    systems = ("S136", "S137", "S138", "S139", "S140")
    source = "Hordern 1986, Sliding Piece Puzzles; Hearn & Demaine 2005, PSPACE-completeness of sliding-block puzzles"
    sample = "abc|a.d|efd|e.g -> ...|...|..a|..a"
    samples = {
        "thirty_four": ".ab|.ac|dde|ffg -> ...|...|..a|..a",
        "klotski": "abbc|abbc|deef|dghf|i..j -> ....|....|....|.bb.|.bb.",
        "dads": "aabb|aacc|de..|fghh|fgii -> ....|....|....|aa..|aa..",
        "warehouse": "dddbg|ccfb.|ccfbh|aaa..|aaaee -> cc...|ccddd|aaagb|aaafb|eehfb",
        "dominoes": "cebbf|ce..f|ghidd|ghi.a|jjkka -> move a",
        "siding": "abcd...|###.### -> dcba...|###.###",
    }

    def read_text(self, text: str) -> tuple[str, dict[str, list[Place]], bool]:
        start, arrow, goal = text.partition("->")
        if not arrow or not goal.strip():
            raise ParseError("no goal", expected="the box, ->, and the goal, as in ab|a. -> ..|.b or ab|a. -> move b")
        rows, goal = _rows(start), goal.strip()
        if named := re.fullmatch(r"move\s+(\S)", goal):
            shown = _shown(rows)
            if named[1] not in shown:
                raise ParseError(f"the goal names piece {quote(named[1])}, which is not on the board")
            return "|".join(rows), {named[1]: shown[named[1]]}, True
        away = re.match(r"not[ \t]+(?=[^\s|/])", goal)
        wanted = _rows(goal[away.end() :] if away else goal)
        if [len(row) for row in rows] != [len(row) for row in wanted]:
            hint = "as many rows and columns, or move and the letter of a piece"
            raise ParseError("the goal has another size than the box", expected=hint)
        for row, line in enumerate(wanted):
            for col, letter in enumerate(line):
                if not letter.isalpha() and letter not in ".#":
                    raise ParseError("unexpected letter in the goal", row + 1, col + 1, 'letters of pieces, ".", "#"')
                if letter == "#" != rows[row][col]:
                    raise ParseError("the goal has a wall where the box has none", row + 1, col + 1)
        shown = _shown(wanted)
        if not shown:
            raise ParseError("the goal shows no piece")
        if away and len(shown) > 1:
            raise ParseError(f"{len(shown)} pieces after not", expected="one")
        return "|".join(rows), shown, bool(away)

    def interchangeable(self, letter: str) -> bool:
        return True

    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        return NORTH, EAST, SOUTH, WEST

    def text(self, state: Arrangement) -> str:
        rows, away = self._goal(state)
        return f"{super().text(state)} -> {'not ' if away else ''}{'|'.join(rows)}"

    def picture(self, state: Arrangement) -> Picture:
        assert isinstance(state.board, Grid)
        rows, away = self._goal(state)
        pieces = self.lettered(state)
        box = draw_blocks(state.board, pieces, (), self.rows(state), self.name, named=True)
        shown = {place: letter for letter, places in _shown(rows).items() for place in places}
        goal = draw_blocks(state.board, shown, (), [" ".join(row) for row in rows], others=pieces.values())
        return towards(box, goal, away)

    def _goal(self, state: Arrangement) -> tuple[list[str], bool]:
        """The goal as it is written, and whether it is to be left."""
        aims = [shape for shape in state.layout.extra if shape.goal]
        letters = dict(state.board.voids)  # type: ignore[attr-defined]
        letters |= {place: shape.letters[0] for shape in aims for place in shape.at(shape.goal)}
        rows = ["".join(letters.get((r, c), ".") for c in range(len(line))) for r, line in enumerate(self.rows(state))]
        return rows, any(shape.away for shape in aims)


def _rows(text: str) -> list[str]:
    return [row.strip() for row in text.strip().replace("/", "|").replace("\n", "|").split("|")]


def _shown(rows: list[str]) -> dict[str, list[Place]]:
    """The cells of each letter."""
    found: dict[str, list[Place]] = {}
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            if letter.isalpha():
                found.setdefault(letter, []).append((row, col))
    return found
