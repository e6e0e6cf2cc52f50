"""Jenga.

A tower has levels of k parallel blocks (k = 3 by default), each at right angles to the one below. A move takes a block
from below the topmost complete level and puts it on the top level, beside the blocks there, or as the first of a new
level where the top level is complete. The tower must be stable with the block taken away and again with the block on
top; a player who cannot make such a move loses.
A tower is stable if for each level the centre of gravity of all blocks from there up lies over the inside of the convex
hull of the area in which the level touches the one below. (For k = 3, 4 and 6 this is what physics says; for other k a
real tower may fall although it is stable in this sense.)
Letters: ``o`` block, ``.`` gap; levels from the top down, such as ``o..|ooo|o.o|ooo``; a number is that many complete
levels (18 in the game as sold). The move ``b2-a5`` takes block b of level 2, counted from below, to place a of level 5.

Complexity: constant time for k = 3; the second player wins for even k by a mirror strategy; open for odd k > 3 (Zwick
2002).

>>> [n for n in range(1, 12) if pp.outcome(pp.load("jenga", str(n))) == "P"]
[1, 3, 6, 9]
"""

from collections.abc import Iterator

from perfectplay.board import Grid, column_letters
from perfectplay.errors import ParseError, quote
from perfectplay.families.towers import Tower, is_stable, with_block, without_block
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Look, Picture, draw_board

MOST_LEVELS = 100
MOST_BLOCKS = 12


class Jenga(PlainGame):
    name = "Jenga"
    systems = ("S085",)
    source = "Leslie Scott 1983 (the game); Zwick 2002, Jenga (SODA)"
    sample = "o.o|ooo|ooo"
    samples = {"three": "3"}
    options = {"k": 3}
    k: int

    def parse(self, text: str) -> Tower:
        if not 2 <= self.k <= MOST_BLOCKS:
            raise ParseError(f"option k={self.k}", expected=f"2 to {MOST_BLOCKS}")
        text = text.strip()
        if text.isascii() and text.isdigit():
            if len(text) > 4 or not 1 <= int(text) <= MOST_LEVELS:
                raise ParseError(f"{quote(text)} levels", expected=f"1 to {MOST_LEVELS}")
            return ("o" * self.k,) * int(text)
        board, cells = Grid.parse(text, {"o": ("o", ""), ".": (".", "")})
        tower = tuple(reversed(board.lines(cells)))
        if board.cols != self.k or board.rows > MOST_LEVELS:
            raise ParseError(f"{board.rows} levels of {board.cols}", expected=f"at most {MOST_LEVELS} of {self.k}")
        if "." in tower[-1] and (len(tower) == 1 or "." in tower[-2]):
            raise ParseError("no complete level at the top", expected="the top level or the one below it complete")
        if not is_stable(tower):
            raise ParseError("the tower falls", expected="a stable tower")
        return tower

    def text(self, state: Tower) -> str:
        return "|".join(reversed(state))

    def moves(self, state: Tower) -> Iterator[str]:
        complete = len(state) - 1 - ("." in state[-1])
        top = complete + 1
        free = [place for place in range(self.k) if top == len(state) or state[top][place] == "."]
        for level in range(complete):
            for block in range(self.k):
                if state[level][block] == "o" and is_stable(lifted := without_block(state, level, block)):
                    for place in free:
                        if is_stable(with_block(lifted, top, place)):
                            yield f"{column_letters(block)}{level + 1}-{column_letters(place)}{top + 1}"

    def play(self, state: Tower, move: str) -> Tower:
        (block, level), (place, top) = ((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in move.split("-"))
        return with_block(without_block(state, level, block), top, place)

    def split(self, state: Tower) -> list[Tower]:
        """Not a sum, but all levels of one direction may be reflected."""
        turned = [min(rows, tuple(row[::-1] for row in rows)) for rows in (state[::2], state[1::2])]
        return [tuple(turned[level % 2][level // 2] for level in range(len(state)))]

    def picture(self, state: Tower) -> Picture:
        board = Grid(len(state), self.k)
        return draw_board(board, "".join(reversed(state)), {"o": Look("block", "accent")}, title=self.name)
