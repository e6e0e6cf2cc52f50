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

from collections.abc import Iterable

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Direction, Grid
from perfectplay.errors import ParseError, quote
from perfectplay.families.sliding_blocks import EMPTY, BlockPuzzle, PieceShape, by_letter
from perfectplay.kinds.goal import GoalPuzzle
from perfectplay.kinds.rewrite import Arrangement, Pattern
from perfectplay.picture import Picture, draw_blocks


class SlidingBlocks(GoalPuzzle, BlockPuzzle):
    name = "Sliding blocks"
    section = "Sliding Blocks and Rush Hour"
    systems = ("S136", "S137", "S138", "S139", "S140")
    source = "Hordern 1986, Sliding Piece Puzzles; Hearn & Demaine 2005, PSPACE-completeness of sliding-block puzzles"
    goal_example = "ab|a. -> ..|.b or ab|a. -> move b"
    leaves = True
    sample = "abc|a.d|efd|e.g -> ...|...|..a|..a"
    samples = {
        "thirty_four": ".ab|.ac|dde|ffg -> ...|...|..a|..a",
        "klotski": "abbc|abbc|deef|dghf|i..j -> ....|....|....|.bb.|.bb.",
        "dads": "aabb|aacc|de..|fghh|fgii -> ....|....|....|aa..|aa..",
        "warehouse": "dddbg|ccfb.|ccfbh|aaa..|aaaee -> cc...|ccddd|aaagb|aaafb|eehfb",
        "dominoes": "cebbf|ce..f|ghidd|ghi.a|jjkka -> move a",
        "siding": "abcd...|###.### -> dcba...|###.###",
    }

    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        return NORTH, EAST, SOUTH, WEST

    def read_goal(self, text: str, start: Arrangement) -> Pattern:
        box, rows = start.board, self.tidied(text)
        assert isinstance(box, Grid)
        if [len(row) for row in rows.split("|")] != [box.cols] * box.rows:
            expected = "as many rows and columns, or move and the letter of a piece"
            raise ParseError("another size than the box", expected=expected)
        board, letters = Grid.parse(rows, self.alphabet(rows))
        for row, col in board.voids.keys() - box.voids.keys():
            raise ParseError("a wall where the box has none", row + 1, col + 1)
        shown = {place: letter for place, letter in zip(board.cells, letters, strict=True) if letter != EMPTY}
        if not shown:
            raise ParseError("it shows no piece")
        return shown

    def standing(self, start: Arrangement, piece: str) -> Pattern | None:
        if len(piece) != 1:
            return None
        here = {place: letter for place, letter in self.lettered(start).items() if letter == piece}
        if not here:
            raise ParseError(f"piece {quote(piece)} is not on the board")
        return here

    def aimed(self, start: Arrangement, wanted: Pattern, away: bool) -> Arrangement:
        pieces, aims = (by_letter(letters.items()) for letters in (self.lettered(start), wanted))
        if away and len(aims) > 1:
            raise ParseError(f"{len(aims)} pieces after not", expected="one")
        assert isinstance(start.board, Grid)
        return self.arranged(start.board, pieces, aims, away)

    def write_goal(self, state: Arrangement) -> str:
        assert isinstance(state.board, Grid)
        return state.board.text(self.symbols_of(state.board, self.aims(state.layout)))

    def draw_board(self, state: Arrangement) -> Picture:
        board, letters = state.board, self.lettered(state)
        assert isinstance(board, Grid)
        return draw_blocks(board, letters, (), board.lines(self.symbols_of(board, letters)), self.name, named=True)

    def draw_goal(self, state: Arrangement) -> Picture:
        board, letters = state.board, self.aims(state.layout)
        assert isinstance(board, Grid)
        lines = [" ".join(row) for row in board.lines(self.symbols_of(board, letters))]
        return draw_blocks(board, letters, (), lines, others=self.lettered(state).values())
