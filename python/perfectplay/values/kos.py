"""Thermographs of positions whose only cycles are simple kos (Berlekamp 1996, The economist's view of combinatorial
games; Spight 1999, Extended thermography for multiple kos in Go; *Winning Ways*, chapter 6, for the rest).

A simple ko is a pair of positions: from K Right takes the ko, to K', and from K' Left takes it back, to K; nothing else
leads back. As in Go, a ko may not be taken back at once: the player has to make a move elsewhere first, which at
temperature t is worth t. So Left, to move in K' just after Right has taken the ko, gets what the Right wall of K' says,
or makes another move. That holds for both players if neither has ko threats, the neutral case. A player who has enough
of them, the *komaster*, takes back at once, since the threat and its answer cost nothing, and then wins the ko with the
next move.

With that, each wall is a scaffold of other walls as in any thermograph, and above the temperature where the scaffolds
cross for the last time stands the mast. Both positions of a ko depend on each other's masts, so that they are worked
out in turn until nothing changes. Where scaffolds cross more than once, as they do for kos whose outcome depends on the
surroundings, there is no such thermograph, and the question is refused.

>>> nodes = ([[2], [0], []], [[1], [2], []])           # K = {0|K'} is node 0 and K' = {K|0} node 1
>>> print(thermograph(nodes))
mean 0, temperature 0; Left wall 1 at -1, 0 at 0; Right wall -2 at -1, 0 at 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from perfectplay import _native
from perfectplay.errors import NotApplicable
from perfectplay.limits import watched
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.values.loopy.graphs import leaves_first
from perfectplay.values.thermograph import Thermograph

FLOOR = Fraction(-1)
ROUNDS = 50
NOT_PLACID = "what the ko is worth depends on more than the temperature, so that it has no thermograph"


@dataclass(frozen=True)
class Line:
    """A piecewise linear function of the temperature from -1 on: its corners, and the slope after the last."""

    corners: tuple[tuple[Fraction, Fraction], ...]
    slope: Fraction = Fraction(0)

    def at(self, t: Fraction) -> Fraction:
        before = self.corners[0]
        for corner in self.corners[1:]:
            if t < corner[0]:
                return before[1] + (corner[1] - before[1]) * (t - before[0]) / (corner[0] - before[0])
            before = corner
        return before[1] + self.slope * (t - before[0])

    def taxed(self, sign: int) -> Line:
        """Plus or minus the temperature."""
        return Line(tuple((t, x + sign * t) for t, x in self.corners), self.slope + sign)

    def until(self, end: Fraction) -> Line:
        """The same up to a temperature, and vertical from there."""
        return _tidy((*((t, x) for t, x in self.corners if t < end), (end, self.at(end))), Fraction(0))


def _tidy(corners: Iterable[tuple[Fraction, Fraction]], slope: Fraction) -> Line:
    """Without corners on a straight line."""
    kept: list[tuple[Fraction, Fraction]] = []
    for corner in corners:
        if len(kept) > 1 and _slope(*kept[-2:]) == _slope(kept[-1], corner):
            kept.pop()
        kept.append(corner)
    while len(kept) > 1 and _slope(*kept[-2:]) == slope:
        kept.pop()
    return Line(tuple(kept), slope)


def _slope(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])


def _crossings(one: Line, other: Line) -> list[Fraction]:
    """All corners of both and every temperature at which they cross, in order."""
    times = sorted({t for t, _ in one.corners + other.corners})
    found = list(times)
    for low, high in pairwise(times):
        a, b = one.at(low) - other.at(low), one.at(high) - other.at(high)
        if a * b < 0:
            found.append(low + (high - low) * a / (a - b))
    last = times[-1]
    gap, rate = one.at(last) - other.at(last), one.slope - other.slope
    if gap * rate < 0:
        found.append(last - gap / rate)
    return sorted(found)


def _best(lines: Iterable[Line], sign: int) -> Line | None:
    """The largest of some lines, or the smallest if the sign is negative; None of none."""
    best: Line | None = None
    for line in lines:
        if best is None:
            best = line
            continue
        first, pick = best, max if sign > 0 else min
        times = _crossings(first, line)
        beyond = times[-1] + 1
        leading = pick((first, line), key=lambda each: each.at(beyond))
        best = _tidy([(t, pick(first.at(t), line.at(t))) for t in times], leading.slope)
    return best


Walls = tuple[Line, Line]


def _walls(left: Line | None, right: Line | None, in_ko: bool = False) -> Walls:
    """The walls from the scaffolds: they follow them up to the temperature where these cross for good."""
    if left is None or right is None or left.at(FLOOR) < right.at(FLOOR):
        if in_ko:
            raise NotApplicable("a ko in which a player has nothing to win has no thermograph")
        mast = Line(((FLOOR, _integer(left, right)),))
        return mast, mast
    times = _crossings(left, right)
    ahead = [left.at(t) >= right.at(t) for t in (*times, times[-1] + 1)]
    if ahead[-1] or ahead != sorted(ahead, reverse=True):
        raise NotApplicable(NOT_PLACID)
    end = times[ahead.index(False) - 1]
    return left.until(end), right.until(end)


def _integer(left: Line | None, right: Line | None) -> Fraction:
    """The simplest integer that fits, where nobody cares to move even at temperature -1."""
    integer = Fraction(0)
    integer = integer if right is None else min(integer, right.at(FLOOR))
    return integer if left is None else max(integer, left.at(FLOOR))


def thermograph(graph: _native.Bigraph, komaster: Player | None = None) -> Thermograph:
    """The thermograph of node 0 of a graph with the options of both players."""
    nodes = tuple((tuple(left), tuple(right)) for left, right in zip(*graph, strict=True))
    partner = _kos(nodes)
    merged = tuple(
        tuple(tuple(o for o in side if partner.get(node) != o) for side in sides) for node, sides in enumerate(nodes)
    )
    # a ko is worked out where all that follows either of its positions is known
    joined = tuple(
        tuple(tuple({*side, *(merged[partner[node]][i] if node in partner else ())}) for i, side in enumerate(sides))
        for node, sides in enumerate(merged)
    )
    order = leaves_first(joined)  # type: ignore[arg-type]
    if order is None:
        raise NotApplicable(_OTHER_CYCLES)
    known: dict[int, Walls] = {}

    def scaffold(node: int, mover: int) -> Line | None:
        sign = 1 if mover == 0 else -1
        return _best((known[option][1 - mover].taxed(-sign) for option in merged[node][mover]), sign)

    for node in watched(order):
        if node in known:
            continue
        if node not in partner:
            known[node] = _walls(scaffold(node, 0), scaffold(node, 1))
            continue
        k, taken = (node, partner[node]) if partner[node] in nodes[node][1] else (partner[node], node)
        known[k], known[taken] = _ko(
            [scaffold(k, 0), scaffold(k, 1)], [scaffold(taken, 0), scaffold(taken, 1)], komaster
        )
    left, right = known[0]
    return Thermograph.of_ko(left.corners, right.corners)


_OTHER_CYCLES = "positions repeat in other ways than by simple kos"


def _kos(nodes: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> dict[int, int]:
    """Each position of a ko with the other one: one player takes, and only the other takes back."""
    partner: dict[int, int] = {}
    for node, (left, right) in enumerate(nodes):
        if node in left or node in right:
            raise NotApplicable(_OTHER_CYCLES)
        back = {o for o in {*left, *right} if node in nodes[o][0] or node in nodes[o][1]}
        if not back:
            continue
        if len(back) > 1:
            raise NotApplicable(_OTHER_CYCLES)
        (other,) = back
        once = (other in left) != (other in right) and (node in nodes[other][0]) != (node in nodes[other][1])
        if not once or (other in left) == (node in nodes[other][0]):
            raise NotApplicable(_OTHER_CYCLES)
        partner[node] = other
    return partner


def _ko(k: list[Line | None], taken: list[Line | None], komaster: Player | None) -> tuple[Walls, Walls]:
    """The walls of K and of K', from the scaffolds of their other options."""
    wins, loses = k[0], taken[1]
    if wins is None or loses is None:
        raise NotApplicable("a ko that one of the players cannot win has no thermograph")
    other_k, other_taken = k[1], taken[0]

    def step(now: tuple[Walls, Walls], master: Player | None) -> tuple[Walls, Walls]:
        of_k, of_taken = now
        left_banned = of_taken[0] if master is LEFT else _best(_some(other_taken, of_taken[1]), 1)
        right_banned = of_k[1] if master is RIGHT else _best(_some(other_k, of_k[0]), -1)
        assert left_banned is not None and right_banned is not None
        takes, takes_back = left_banned.taxed(1), right_banned.taxed(-1)
        return (
            _walls(wins, _best(_some(other_k, takes), -1), in_ko=True),
            _walls(_best(_some(other_taken, takes_back), 1), loses, in_ko=True),
        )

    walls: tuple[Walls, Walls] = (wins, wins), (loses, loses)
    walls = _settled(partial(step, master=None), walls)
    return _settled(partial(step, master=komaster), walls)  # a komaster's walls are found from the neutral ones


def _settled(
    step: Callable[[tuple[Walls, Walls]], tuple[Walls, Walls]], walls: tuple[Walls, Walls]
) -> tuple[Walls, Walls]:
    for _ in range(ROUNDS):
        following = step(walls)
        if following == walls:
            return walls
        walls = following
    raise NotApplicable(NOT_PLACID)


def _some(*lines: Line | None) -> list[Line]:
    return [line for line in lines if line is not None]
