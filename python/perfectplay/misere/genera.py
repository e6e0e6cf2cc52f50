"""The genus of an impartial game (Conway, *On Numbers and Games*, chapter 12; *Winning Ways*, chapter 13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from perfectplay.records import dataclass


def mex(numbers: Iterable[int]) -> int:
    """The least number that is not among these."""
    taken, found = set(numbers), 0
    while found in taken:
        found += 1
    return found


@dataclass(frozen=True)
class Genus:
    """The genus g^(g0 g1 g2 …) of a game G: its nimber g in normal play, and the misère nimbers of G, G + *2,
    G + *2 + *2 and so on.

    From some place on, the digits alternate between two numbers that differ by 2; they are written as far as that. The
    genus of a nim heap is written as the nimber alone.

    >>> pp.genus("*[2]"), pp.genus("*[[2],0]"), pp.genus("*[[2],0]")[0]
    (2, 1^20, 2)
    """

    nimber: int
    """The nimber in normal play."""
    digits: tuple[int, ...]
    """The misère nimbers, as far as they are written; the last two repeat."""

    def __getitem__(self, number: int) -> int:
        """The misère nimber of G with this many heaps *2 beside it."""
        if number < len(self.digits):
            return self.digits[number]
        return self.digits[-1 - (number - len(self.digits) + 1) % 2]

    @property
    def is_nim_heap(self) -> bool:
        """Is it the genus of a nim heap?"""
        return self == of_heap(self.nimber)

    @property
    def is_tame(self) -> bool:
        """Is it the genus of a sum of nim heaps?"""
        return self.is_nim_heap or self == firm(self.nimber)

    @property
    def is_fickle(self) -> bool:
        """Is it that of 0 or *1, whose nimbers in normal and in misère play differ?"""
        return self.nimber < 2 and self.is_nim_heap

    def to_json(self) -> dict[str, object]:
        return {"nimber": self.nimber, "digits": list(self.digits)}

    def __str__(self) -> str:
        if self.is_nim_heap:
            return str(self.nimber)
        if max(self.digits) < 10:
            return f"{self.nimber}^{''.join(map(str, self.digits))}"
        return f"{self.nimber}^({','.join(map(str, self.digits))})"

    __repr__ = __str__


def firm(nimber: int) -> Genus:
    """The genus of a sum of nim heaps not all of which are 0 or 1."""
    return Genus(nimber, (nimber, nimber ^ 2))


def of_heap(size: int) -> Genus:
    """The genus of a nim heap."""
    return Genus(size, ((1, 2, 0), (0, 3, 1))[size]) if size < 2 else firm(size)


def genus_of(options: Sequence[Genus]) -> Genus:
    """The genus of a game from those of its options.

    g_k = mex of the options' g_k and of g_(k-1) and g_(k-1) xor 1, the two other ways to move in G + k*2. Once the
    options alternate, two equal digits at distance two show that the game does.
    """
    nimber = mex(each.nimber for each in options)
    digits = [mex(each[0] for each in options) if options else 1]
    settled = max((len(each.digits) for each in options), default=0)
    while len(digits) < settled + 3 or digits[-1] != digits[-3]:
        last = digits[-1]
        digits.append(mex([*(each[len(digits)] for each in options), last, last ^ 1]))
    while len(digits) > 2 and digits[-1] == digits[-3]:
        digits.pop()
    return Genus(nimber, tuple(digits))
