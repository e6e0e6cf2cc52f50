"""Thermographs with simple kos, by climbing: at each temperature of a grid every wall is read from the others.

Nothing is a function here, and nothing is iterated. From temperature -1 upwards, a position is either still hot, and
its walls are its scaffolds, or it has frozen, and its walls stand where the scaffolds met. In a ko, what Left may do
just after Right has taken it is known from walls at the same temperature that do not depend on it. The grid must
contain every temperature at which a position freezes; if it does not, a finer one is tried.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from perfectplay.checks.verdict import PAIRS, Room, TooMany
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.position import Position
from perfectplay.values.thermograph import Thermograph


class _TooCoarse(Exception):
    """A position froze between two temperatures of the grid."""


class _Climb:
    def __init__(self, start: Position, komaster: Player | None, room: Room) -> None:
        self.room, self.komaster = room, komaster
        self.options: list[tuple[list[int], list[int]]] = []
        positions, numbers = [start], {start: 0}
        for position in positions:  # which grows meanwhile
            sides = []
            for player in Player:
                after = list(dict.fromkeys(move.after for move in position.moves(player)))
                for each in after:
                    if each not in numbers:
                        numbers[each] = len(positions)
                        positions.append(each)
                sides.append([numbers[each] for each in after])
            room.hold(len(positions))
            self.options.append((sides[0], sides[1]))
        self.back = {
            node: other
            for node, sides in enumerate(self.options)
            for other in {*sides[0], *sides[1]}
            if node in self.options[other][0] + self.options[other][1]
        }
        self.mast: dict[int, Fraction] = {}
        self.order = self.ends_first()

    def ends_first(self) -> list[int]:
        """All positions, after those that follow them; both of a ko after what follows either."""
        order: list[int] = []
        placed: set[int] = set()
        while len(order) < len(self.options):
            self.room.watch()
            ready = []
            for node in range(len(self.options)):
                both = [node, self.back[node]] if node in self.back else [node]
                after = {o for each in both for side in self.options[each] for o in side if o not in both}
                if node not in placed and after <= placed:
                    ready.append(node)
            if not ready:
                raise TooMany
            order += ready
            placed.update(ready)
        return order

    def scaffold(self, node: int, mover: int, t: Fraction) -> Fraction | None:
        """What moving there is worth at this temperature, without taking a ko back from what has just been taken."""
        found = []
        for option in self.options[node][mover]:
            if self.back.get(node) == option:
                found.append(self.banned(option, 1 - mover, t))
            else:
                found.append(self.wall(option, 1 - mover, t))
        if not found:
            return None
        return max(found) - t if mover == 0 else min(found) + t

    def others(self, node: int, mover: int, t: Fraction) -> Fraction | None:
        """The same without any move in the ko."""
        found = [self.wall(o, 1 - mover, t) for o in self.options[node][mover] if self.back.get(node) != o]
        if not found:
            return None
        return max(found) - t if mover == 0 else min(found) + t

    def banned(self, node: int, mover: int, t: Fraction) -> Fraction:
        """What a position is worth to the player to move from whom the ko has just been taken."""
        master = (LEFT, RIGHT)[mover] is self.komaster
        choices = [self.wall(node, 1 - mover, t)]
        if master and node not in self.mast:
            ko = self.back[node]  # takes back at once; the opponent, in turn, may not
            again = [self.wall(ko, mover, t), self.others(ko, 1 - mover, t)]
            known = [each for each in again if each is not None]
            choices.append(min(known) - t if mover == 0 else max(known) + t)
        elif master:
            choices.append(self.mast[node])
        other = self.others(node, mover, t)
        choices += [] if other is None else [other]
        return max(choices) if mover == 0 else min(choices)

    def wall(self, node: int, mover: int, t: Fraction) -> Fraction:
        if (node, mover) not in self.now:
            if node in self.mast:
                self.now[node, mover] = self.mast[node]
            else:
                found = self.scaffold(node, mover, t)
                self.now[node, mover] = Fraction(0) if found is None else found
        return self.now[node, mover]

    def climb(self, step: Fraction) -> tuple[list[tuple[Fraction, Fraction]], list[tuple[Fraction, Fraction]]]:
        """The points of both walls of the start on a grid, up to where everything has frozen."""
        self.mast.clear()
        t, walls = Fraction(-1), (list[tuple[Fraction, Fraction]](), list[tuple[Fraction, Fraction]]())
        steps = 0
        while len(self.mast) < len(self.options):
            self.freeze(t, step)
            for mover in (0, 1):
                walls[mover].append((t, self.wall(0, mover, t)))
            t += step
            steps += 1
            if steps * len(self.options) > 50 * PAIRS * self.room.most:
                raise TooMany
            if not steps % 16:
                self.room.watch()
        return walls

    def freeze(self, t: Fraction, step: Fraction) -> None:
        """Settles what does not stay hot: one position after the other, since masts are seen by others."""
        changed = True
        while changed:
            changed = False
            self.now: dict[tuple[int, int], Fraction] = {}
            for node in self.order:
                if node in self.mast:
                    continue
                left, right = self.scaffold(node, 0, t), self.scaffold(node, 1, t)
                if left is not None and right is not None and left > right:
                    continue
                if t == -1 and (left is None or right is None or left < right):
                    integer = Fraction(0) if right is None else min(Fraction(0), right)
                    self.mast[node] = integer if left is None else max(integer, left)
                elif left is None or right is None or left < right:
                    raise _TooCoarse
                elif not self.stays(node, t + step):
                    self.mast[node] = left
                else:
                    continue
                changed = True
                break

    def stays(self, node: int, t: Fraction) -> bool:
        """Are the walls still together a little later? (Then the mast leans.)"""
        kept, self.now = self.now, {}
        left, right = self.scaffold(node, 0, t), self.scaffold(node, 1, t)
        self.now = kept
        return left is not None and right is not None and left >= right


def climbed(position: Position, claimed: Thermograph, komaster: Player | None, room: Room) -> Thermograph:
    """The thermograph by climbing a grid that contains all corners of the claimed one; raises TooMany."""
    climb = _Climb(position, komaster, room)
    parts = lcm(*(t.denominator for t, _ in claimed.left_wall + claimed.right_wall))
    for finer in (1, 2, 6, 36):
        try:
            left, right = climb.climb(Fraction(1, parts * finer))
        except _TooCoarse:
            continue
        return Thermograph.of_ko(left, right)
    raise TooMany
