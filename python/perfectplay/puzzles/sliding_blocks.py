"""Sliding blocks: pieces of any shape in a box.

Each piece may slide in all four directions; pieces never overlap. Solved when every piece that the goal shows stands as
shown there; the other pieces do not matter, and those of the same shape are interchangeable.
Text: the box and the goal as rows of letters, ``ab|a. -> ..|.b``; ``.`` is empty (in the goal: anything), ``#`` a wall.
A move such as ``b2-b3-c3`` is the path of the piece whose first cell in reading order is b2.
Metrics: moves (any motion of one piece), slides (straight ones), steps (single cells).

Complexity: PSPACE-complete (Hopcroft, Schwartz & Sharir 1984), even with dominoes only (Hearn & Demaine 2005).

>>> pp.solve(pp.load("sliding_blocks", "ab|c. -> ..|.a"))
b1-b2 a1-b1 a2-a1 b2-a2 b1-b2
"""

from collections.abc import Iterable

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Direction
from perfectplay.errors import ParseError
from perfectplay.kinds.blocks import BlockPuzzle, Place, Shape
from perfectplay.kinds.rewrite import Arrangement


class SlidingBlocks(BlockPuzzle):
    name = "Sliding blocks"
    section = "Sliding Blocks and Rush Hour"
    systems = ("S136", "S137", "S138", "S139", "S140")
    source = "Hordern 1986, Sliding Piece Puzzles; Hearn & Demaine 2005, PSPACE-completeness of sliding-block puzzles"
    sample = "abc|a.d|efd|e.g -> ...|...|..a|..a"
    samples = {
        "thirty_four": ".ab|.ac|dde|ffg -> ...|...|..a|..a",
        "klotski": "abbc|abbc|deef|dghf|i..j -> ....|....|....|.bb.|.bb.",
        "dads": "aabb|aacc|de..|fghh|fgii -> ....|....|....|aa..|aa..",
    }

    def read_text(self, text: str) -> tuple[str, dict[str, list[Place]]]:
        start, arrow, goal = text.partition("->")
        if not arrow or not goal.strip():
            raise ParseError("no goal", expected="the box, ->, and the goal, as in ab|a. -> ..|.b")
        rows = [_rows(start), _rows(goal)]
        if [len(row) for row in rows[0]] != [len(row) for row in rows[1]]:
            raise ParseError("the goal has another size than the box")
        shown: dict[str, list[Place]] = {}
        for row, line in enumerate(rows[1]):
            for col, letter in enumerate(line):
                if letter.isalpha():
                    shown.setdefault(letter, []).append((row, col))
                elif letter not in ".#":
                    raise ParseError("unexpected letter in the goal", row + 1, col + 1, 'letters of pieces, ".", "#"')
        if not shown:
            raise ParseError("the goal shows no piece")
        return "|".join(rows[0]), shown

    def interchangeable(self, letter: str) -> bool:
        return True

    def directions_of(self, shape: Shape) -> Iterable[Direction]:
        return NORTH, EAST, SOUTH, WEST

    def text(self, state: Arrangement) -> str:
        goal = {place: s.letters[0] for s in state.layout.extra if s.goal for place in s.at(s.goal)}
        rows = [
            "".join(goal.get((r, c), "#" if letter == "#" else ".") for c, letter in enumerate(line))
            for r, line in enumerate(self.rows(state))
        ]
        return f"{super().text(state)} -> {'|'.join(rows)}"


def _rows(text: str) -> list[str]:
    return [row.strip() for row in text.strip().replace("/", "|").replace("\n", "|").split("|")]
