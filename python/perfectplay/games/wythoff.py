"""Wythoff's game: Nim with two heaps and one more kind of move.

A move takes any number of tokens from one heap, or the same number from both; a player who cannot move loses. With the
option ``a`` the numbers taken from both may differ by less than a.
A position is two heaps such as ``3 5``; the move ``5:1`` leaves 1 of the heap of 5, ``3:1+5:3`` takes two from each.

Complexity: polynomial in the number of digits: the P-positions are pairs of multiples of the golden ratio, rounded down
(Wythoff 1907; Fraenkel 1982 for a > 1). The nimbers are not understood.

>>> [str(p) for p in (pp.load("wythoff", f"{x} {y}") for x in range(8) for y in range(x, 14)) if pp.outcome(p) == "P"]
['0 0', '1 2', '3 5', '4 7', '6 10']
"""

from collections.abc import Iterator

from perfectplay.errors import LimitReached, ParseError
from perfectplay.kinds.heap import MOST_TOKENS, read_heaps
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Picture, draw_heaps

Pair = tuple[int, int]

LARGEST = 10**1000


class Wythoff(PlainGame):
    name = "Wythoff's game"
    aliases = ("wythoff nim",)
    source = "Wythoff 1907, A modification of the game of nim; Fraenkel 1982, How to beat your Wythoff games' opponent"
    sample = "3 4"
    lists = "numbers"
    samples = {"lost": "3 5"}
    options = {"a": 1}
    a: int

    def parse(self, text: str) -> Pair:
        if not 1 <= self.a <= MOST_TOKENS:
            raise ParseError(f"option a={self.a}", expected=f"1 to {MOST_TOKENS}")
        heaps = sorted(read_heaps(text, LARGEST))
        if len(heaps) != 2:
            raise ParseError(f"{len(heaps)} heaps", expected="two heaps such as 3 5")
        return heaps[0], heaps[1]

    def text(self, state: Pair) -> str:
        return f"{state[0]} {state[1]}"

    def moves(self, state: Pair) -> Iterator[str]:
        x, y = state
        if y > MOST_TOKENS:
            raise LimitReached(f"{self.title}: a heap of {y} has too many moves to list (at most {MOST_TOKENS} tokens)")
        for heap in sorted({x, y}):
            for left in range(heap):
                yield f"{heap}:{left}"
        for left in range(x):
            least, most = max(0, y - (x - left) - self.a + 1), min(y - 1, y - (x - left) + self.a - 1)
            for other in range(max(least, left) if x == y else least, most + 1):
                yield f"{x}:{left}+{y}:{other}"

    def play(self, state: Pair, move: str) -> Pair:
        heaps = list(state)
        for change in move.split("+"):
            before, after = map(int, change.split(":"))
            heaps[heaps.index(before)] = after
        return min(heaps), max(heaps)

    def picture(self, state: Pair) -> Picture:
        return draw_heaps(state, title=self.name)

    def seen_after(self, state: Pair, text: str, after: Pair) -> Iterator[Picture]:
        """Heaps stay in their places; of two equal ones either may be meant."""
        left = dict(change.split(":") for change in text.split("+"))
        if len(text.split("+")) == 2:
            yield self.picture(after)
            return
        for place in (0, 1):
            if str(state[place]) in left:
                heaps = list(state)
                heaps[place] = int(left[str(state[place])])
                yield self.picture((heaps[0], heaps[1]))
