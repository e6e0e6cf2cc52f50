"""Fibonacci nim.

Players take tokens from one heap. The first move may not take the whole heap; after that a move takes at most twice as
many as the last one, and every move takes at least one. A player who cannot move loses.
A position is the heap, such as ``13``, and after a slash the most that may be taken, such as ``10/6``; without the
slash that is all but one. A move is the number of tokens taken.

Complexity: polynomial in the number of digits, by writing the heap as a sum of Fibonacci numbers (Whinihan 1963).

>>> [n for n in range(2, 40) if pp.outcome(pp.load("fibonacci_nim", str(n))) == "P"]
[2, 3, 5, 8, 13, 21, 34]
"""

from perfectplay.errors import LimitReached, ParseError
from perfectplay.kinds.heap import MOST_TOKENS, read_heaps
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Picture, draw_heaps

Heap = tuple[int, int]
"""The tokens, and how many of them may be taken."""

LARGEST = 10**1000


class FibonacciNim(PlainGame):
    name = "Fibonacci nim"
    source = "Whinihan 1963, Fibonacci nim (the game: R. E. Gaskell); Winning Ways, chapter 15"
    sample = "11"
    samples = {"lost": "21", "later": "18/4"}

    def parse(self, text: str) -> Heap:
        before, slash, after = text.partition("/")
        numbers = [*read_heaps(before, LARGEST), *(read_heaps(after, LARGEST) if slash else ())]
        if len(numbers) != 1 + bool(slash):
            raise ParseError(f"{len(numbers)} numbers", expected="a heap such as 13, or 10/6 with the most to be taken")
        heap = numbers[0]
        return heap, min(heap, numbers[1]) if slash else max(0, heap - 1)

    def text(self, state: Heap) -> str:
        heap, most = state
        return str(heap) if most == max(0, heap - 1) else f"{heap}/{most}"

    def moves(self, state: Heap) -> range:
        if state[1] > MOST_TOKENS:
            raise LimitReached(f"{self.title}: more than {MOST_TOKENS} moves are too many to list")
        return range(1, state[1] + 1)

    def play(self, state: Heap, move: int) -> Heap:
        left = state[0] - move
        return left, min(left, 2 * move)

    def picture(self, state: Heap) -> Picture:
        return draw_heaps(state, title=self.name)
