"""The anatomy of values: followers, kinds of values, and all values born by a day.

References: Conway, *On Numbers and Games*, chapters 9 and 10; Berlekamp, Conway, Guy, *Winning Ways*, chapters 2, 6 and
8; Siegel, *Combinatorial Game Theory* (2013), chapters II and III.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.limits import watched
from perfectplay.records import dataclass
from perfectplay.values.recursion import solve

if TYPE_CHECKING:
    from perfectplay.values.value import Value

MOST_FOLLOWERS = 1_000_000


def operand(g: Value, h: Value | int | Fraction) -> Value:
    """`h` as a short value in the universe of `g`."""
    found = g.number(0) + h
    if found.is_loopy:
        raise NotApplicable(f"{found!r} is loopy: this is defined for values of short games only")
    return found


def followers(g: Value) -> tuple[Value, ...]:
    """G and all that can be reached from its canonical form by moves of either player, alternating or not.

    LimitReached if there are more than a million.
    Reference: Siegel, *Combinatorial Game Theory* (2013), chapter II.

    >>> Value("^").followers
    (^, 0, *)
    """
    count = follower_count(g)
    if count > MOST_FOLLOWERS:
        raise LimitReached(f"{count} followers are more than {MOST_FOLLOWERS}")
    return reachable(g, lambda h: True)


def follower_count(g: Value) -> int:
    """The number of :func:`followers`, G included; those of numbers, ups and nimbers are counted without listing them.

    >>> Value("{2|-1/2}").follower_count
    6
    """
    others, chains, stars = 0, dict[tuple[Fraction, bool, int], int](), dict[Fraction, int]()
    for h in reachable(g, lambda h: h.as_nus is None):
        if h.as_nus is None:
            others += 1
            continue
        x, ups, star = h.as_nus
        if ups:  # one follower with each lesser number of ups, until a nimber is left
            chain = x, ups > 0, star ^ (ups & 1)
            chains[chain] = max(chains.get(chain, 0), abs(ups))
        stars[x] = max(stars.get(x, 0), greatest_star(ups, star))
    fractions: set[tuple[int, int]] = set()
    for x in stars:  # of each denominator one number
        exponent = x.denominator.bit_length() - 1
        fractions |= {(floor(x * 2**level) | 1, level) for level in watched(range(1, exponent + 1))}
    integers = [each for x in stars for each in (floor(x), ceil(x))]
    numbers = len(fractions) + max(0, *integers, 0) - min(0, *integers, 0) + 1
    return others + sum(chains.values()) + sum(stars.values()) + numbers


def greatest_star(ups: int, star: int) -> int:
    """The greatest n for which *n is a follower of ups.^ + *star; smaller nimbers are followers too."""
    # ^ and v change the star by * with each step; ^* = {0,*|0} is the exception
    return max(star ^ (ups & 1), 1) if ups else star


def reachable(g: Value, through: Callable[[Value], bool]) -> tuple[Value, ...]:
    """The followers of G reached by moves from followers that satisfy `through`; G comes first."""
    found = {g: None}
    queue = [g]
    for h in watched(queue):
        for option in h.left + h.right if through(h) else ():
            if option not in found:
                found[option] = None
                queue.append(option)
    return tuple(queue)


def stop_count(g: Value) -> int:
    """The number of stops of G's tree: 1 for a number, otherwise the sum over all options of both players.

    A measure of how large the written form is; the operation of this name in CGSuite 2.

    >>> Value("*3").stop_count
    18
    """

    def count(h: Value, known: Callable[[Value], int]) -> int:
        return 1 if h.is_number else sum(map(known, h.left + h.right))

    return solve(count, g)


@dataclass(frozen=True)
class Interval:
    """The numbers between `low` and `high`; each end may be included or not."""

    low: Fraction
    high: Fraction
    with_low: bool
    with_high: bool

    def __contains__(self, x: object) -> bool:
        if not isinstance(x, int | Fraction):
            return False
        return self.low < x < self.high or (x == self.low and self.with_low) or (x == self.high and self.with_high)

    def __str__(self) -> str:
        return f"{'(['[self.with_low]}{self.low}, {self.high}{')]'[self.with_high]}"


def confusion_interval(g: Value) -> Interval:
    """The numbers with which G is confused: all between its Right stop and its Left stop, and perhaps the stops.

    Reference: *Winning Ways*, chapter 6; *On Numbers and Games*, chapter 9.

    >>> str(Value("{1|0}").confusion_interval), str(Value("*").confusion_interval), str(Value("^").confusion_interval)
    ('[0, 1]', '[0, 0]', '(0, 0)')
    """
    low, high = g.right_stop, g.left_stop
    return Interval(low, high, g.fuzzy(low), g.fuzzy(high))


def is_zero(g: Value) -> bool:
    """Whether G is 0: neither player has a move in its canonical form (*On Numbers and Games*, chapter 7).

    >>> Value("{*|*}").is_zero
    True
    """
    return not g.left and not g.right


def is_integer(g: Value) -> bool:
    """Whether G is an integer (*On Numbers and Games*, chapters 0 and 8).

    >>> Value("{5/2|7/2}").is_integer
    True
    """
    return g.is_number and g.fraction.denominator == 1


def is_ordinal(g: Value) -> bool:
    """Whether G is an ordinal number; of short games, these are the integers from 0 (*On Numbers and Games*,
    chapter 2).

    >>> Value(3).is_ordinal, Value(-3).is_ordinal
    (True, False)
    """
    return is_integer(g) and g.fraction >= 0


def is_nimber(g: Value) -> bool:
    """Whether G is 0 or *n (*Winning Ways*, chapter 2; *On Numbers and Games*, chapter 11).

    >>> Value("*3").is_nimber, Value("^*").is_nimber
    (True, False)
    """
    return nimber(g) is not None


def nimber(g: Value) -> int | None:
    """The n for which G is *n, or None."""
    parts = g.as_nus
    return parts[2] if parts is not None and not parts[0] and not parts[1] else None


def is_infinitesimal(g: Value) -> bool:
    """Whether -x < G < x for every number x > 0: both stops are 0 (*On Numbers and Games*, chapter 9).

    >>> Value("{0||0|-2}").is_infinitesimal
    True
    """
    return g.left_stop == 0 == g.right_stop


def is_numberish(g: Value) -> bool:
    """Whether G is a number plus an infinitesimal: its stops are equal (*On Numbers and Games*, chapter 9).

    >>> Value("1^*").is_numberish, Value("{1|0}").is_numberish
    (True, False)
    """
    return g.left_stop == g.right_stop


def is_number_tiny(g: Value) -> bool:
    """Whether G is a number, or a number plus tiny-H or miny-H for some H with positive mean.

        tiny-H = {0||0|-H},  miny-H = {H|0||0},  so G = {x||x|y} or {y|x||x} with the mean of y on the far side of x.

    Reference: *Winning Ways*, chapter 5, for tinies; the operation of this name in CGSuite 2.

    >>> Value("1Tiny(2)").is_number_tiny, Value("^").is_number_tiny
    (True, False)
    """
    if g.is_number:
        return True
    for h in (g, -g):
        if len(h.left) == len(h.right) == 1 and h.left[0].is_number:
            x, threat = h.left[0], h.right[0]
            if threat.left == (x,) and len(threat.right) == 1 and threat.right[0].mean < x.fraction:
                return True
    return False


def is_even(g: Value) -> bool:
    """Whether every play of G's canonical form to the end has an even number of moves.

    0 is even; G is odd if it has options and all of them are even, and even if all of them are odd.
    (The word is that of CGSuite 2.)

    >>> Value("1*").is_even, Value(Fraction(1, 2)).is_even
    (True, False)
    """
    return _parity(g, _last_move) == 0


def is_odd(g: Value) -> bool:
    """Whether every play of G's canonical form to the end has an odd number of moves; see :func:`is_even`.

    >>> Value(5).is_odd, Value("*").is_odd
    (True, True)
    """
    return _parity(g, _last_move) == 1


def is_even_tempered(g: Value) -> bool:
    """Whether every play of G's canonical form to a number has an even number of moves.

    Numbers are even-tempered; another G is odd-tempered if all its options are even-tempered, and conversely.
    Reference: Grossman and Siegel, *Reductions of partizan games* (2009).

    >>> Value("{2*|1*}").is_even_tempered
    True
    """
    return _parity(g, _number) == 0


def is_odd_tempered(g: Value) -> bool:
    """Whether every play of G's canonical form to a number has an odd number of moves; see :func:`is_even_tempered`.

    >>> Value("{3||2*|1*}").is_odd_tempered
    True
    """
    return _parity(g, _number) == 1


def day(g: Value, n: int) -> tuple[Value, ...]:
    """All values born by day n: with birthday at most n, in order of birth; `g` only determines the universe.

    There are 1, 4, 22 and 1474 for n = 0, 1, 2, 3, and more than 10^12 for n = 4. NotApplicable for other n.
    Reference: Calistrate, Paulhus and Wolfe, *On the lattice structure of finite games* (2002).

    >>> day(0), day(1)
    ((0,), (0, -1, 1, *))
    """
    if not 0 <= n <= 3:
        raise NotApplicable(f"cannot list the values born by day {n}: n is 0, 1, 2 or 3")
    born = {g.number(0): None}
    for _ in range(n):
        sides: list[tuple[Value, ...]] = [()]
        for h in born:  # only sets without comparable members can be the options of a canonical form
            sides += [(*side, h) for side in sides if all(h.fuzzy(other) for other in side)]
        born |= dict.fromkeys(g.game(left, right) for left in sides for right in sides)
    return tuple(born)


def _last_move(g: Value) -> int | None:
    return int(g.fraction) % 2 if is_integer(g) else None


def _number(g: Value) -> int | None:
    return 0 if g.is_number else None


def _parity(g: Value, leaf: Callable[[Value], int | None]) -> int | None:
    """The parity of the length of all plays from G to a leaf, None if there are both; a leaf knows its own."""

    def parity(h: Value, known: Callable[[Value], int | None]) -> int | None:
        own = leaf(h)
        if own is not None:
            return own
        kinds = {known(option) for option in h.left + h.right}
        return 1 if kinds == {0} else 0 if kinds == {1} else None

    return solve(parity, g)
