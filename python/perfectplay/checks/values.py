"""Checks of values, thermographs and lengths of play against their definitions, on plain positions.

Where nothing but moves matters, a position is replaced by the collection of its independent parts
(:mod:`perfectplay.checks.trees`): its tree is the same, and equal collections are visited once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from perfectplay.checks.definitions import final_winner, unfold
from perfectplay.checks.trees import Bag, bag_of, is_plain
from perfectplay.checks.verdict import (
    PAIRS,
    Finding,
    Room,
    TooMany,
    not_checked,
    settled,
)
from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.players import LEFT, Player, Winner
from perfectplay.position import Position
from perfectplay.values.thermograph import Corner, Thermograph
from perfectplay.values.value import Value

# values -------------------------------------------------------------------------------------------------------------


def _bag(position: Position) -> Bag:
    if not is_plain(position):
        raise NotApplicable(f"{position.system.title}: a player may move twice in a row, so positions have no value")
    return bag_of(position)


def equals(position: Position, value: Value, room: Room) -> bool:
    """Does a position have this value? By the definition of the order (*On Numbers and Games*, chapter 7), the value
    being its canonical form: P <= V unless some P^L >= V or some V^R <= P; P >= V unless some P^R <= V or some
    V^L >= P. Raises TooMany."""
    numbers: dict[Bag | Value, int] = {}
    things: list[Bag | Value] = []
    known_options: dict[tuple[int, Player], list[int]] = {}

    def number(thing: Bag | Value) -> int:
        if thing not in numbers:
            numbers[thing] = len(things)
            things.append(thing)
        return numbers[thing]

    def options(n: int, player: Player) -> list[int]:
        if (n, player) not in known_options:
            thing = things[n]
            if isinstance(thing, Bag):
                found: Iterable[Bag | Value] = thing.after(player)
            else:
                found = thing.left if player is LEFT else thing.right
            known_options[n, player] = [number(option) for option in found]
        return known_options[n, player]

    def second_wins(node: tuple[int, int, Player], known: Callable[[tuple[int, int, Player]], bool]) -> bool:
        """Does P - V lose for the player who moves first? (P <= V if this is Left, P >= V if it is Right.)"""
        p, v, first = node
        return not any(known((option, v, first.opponent)) for option in options(p, first)) and not any(
            known((p, option, first.opponent)) for option in options(v, first.opponent)
        )

    if value.as_nus is not None and value.as_nus[2] > room.most:  # *n has n options
        raise TooMany
    root = number(_bag(position)), number(value)
    title = position.system.title
    return all(unfold(second_wins, (*root, first), title, room, PAIRS) for first in Player)


def compared(position: Position, value: Value, room: Room) -> Finding:
    try:
        holds = equals(position, value, room)
    except (TooMany, LimitReached):
        room.watch()
        return not_checked(room.excuse)
    how = "compared with the position by the definition of the order"
    return settled(holds, how, "by the definition of the order it is not equal to the position")


# thermographs -------------------------------------------------------------------------------------------------------

_Wall = tuple[Corner, ...]  # its corners (temperature, value) from temperature -1; vertical from the last one on
_Walls = tuple[_Wall, _Wall]


def _height(wall: _Wall, t: Fraction) -> Fraction:
    """The value of a wall at a temperature."""
    for (low, x), (high, y) in pairwise(wall):
        if t < high:
            return x + (y - x) * (t - low) / (high - low)
    return wall[-1][1]


def _envelope(walls: Iterable[_Wall], sign: int) -> _Wall | None:
    """The maximum of walls, or their minimum if the sign is negative; None of none."""
    found: _Wall | None = None
    for wall in walls:
        if found is None or found == wall:
            found = wall
            continue
        points: list[Corner] = []
        before = Fraction(0), Fraction(0)  # temperature, and by how much one wall leads
        for t in sorted({t for t, _ in found + wall}):
            x, y = _height(found, t), _height(wall, t)
            ahead = sign * (x - y)
            if points and ahead * before[1] < 0:  # they cross in between
                cross = before[0] + (t - before[0]) * before[1] / (before[1] - ahead)
                points.append((cross, _height(wall, cross)))
            points.append((t, x if ahead > 0 else y))
            before = t, ahead
        found = tuple(points)
    return found


def _walls(left: Iterable[_Wall], right: Iterable[_Wall]) -> _Walls:
    """The walls of a position from the right walls of Left's options and the left walls of Right's (*Winning Ways*,
    chapter 6). The scaffolds are those walls less and plus the tax; the walls follow them until they meet. Where they
    do not even cross at temperature -1 the position is an integer, the simplest that fits."""
    high, low = _envelope(left, 1), _envelope(right, -1)
    most = None if low is None else low[0][1] - 1
    least = None if high is None else high[0][1] + 1
    if high is None or low is None or least is None or most is None or least <= most:
        integer = Fraction(0)
        integer = integer if most is None else min(integer, most)
        integer = integer if least is None else max(integer, least)
        mast = ((Fraction(-1), integer),)
        return mast, mast
    times = sorted({t for t, _ in high + low})
    points: list[tuple[Fraction, Fraction, Fraction]] = []
    for t in times:
        points.append((t, _height(high, t) - t, _height(low, t) + t))
        if points[-1][1] <= points[-1][2]:
            break
    t, x, y = points[-1]
    if x <= y:  # they meet before: both are straight from the point before last
        points.pop()
        start, a, b = points[-1]
        meet = start + (t - start) * (a - b) / ((a - b) - (x - y))
    else:  # above all corners one falls and the other rises
        meet = t + (x - y) / 2
    mean = _height(high, meet) - meet
    return (*((t, x) for t, x, _ in points), (meet, mean)), (*((t, y) for t, _, y in points), (meet, mean))


def plain_thermograph(position: Position, room: Room) -> Thermograph:
    """The definition, position by position; raises TooMany."""

    def walls(here: Bag, known: Callable[[Bag], _Walls]) -> _Walls:
        left, right = ([known(option) for option in here.after(player)] for player in Player)
        return _walls({each[1] for each in left}, {each[0] for each in right})

    return Thermograph.from_points(*unfold(walls, _bag(position), position.system.title, room))


def thermograph_of(position: Position, room: Room) -> Thermograph:
    """The same; where there are too many positions, the thermograph of the value, once that is verified to be the
    position's. (Equal games have equal thermographs.) Raises TooMany."""
    try:
        return plain_thermograph(position, room)
    except TooMany:
        pass
    try:
        found: Value = room.ask("value", position)
    except (LimitReached, NotApplicable):
        raise TooMany from None
    if not equals(position, found, room):
        raise TooMany

    def walls(here: Value, known: Callable[[Value], _Walls]) -> _Walls:
        left, right = ([known(option) for option in side] for side in (here.left, here.right))
        return _walls({each[1] for each in left}, {each[0] for each in right})

    return Thermograph.from_points(*unfold(walls, found, position.system.title, room))


# lengths of play ----------------------------------------------------------------------------------------------------

_End = tuple[Winner, int]  # who wins, after how many moves


def _ending(hurried: bool, player: Player, options: list[_End]) -> _End:
    """The definitions: for remoteness the winner hurries and the loser delays, for suspense it is the other way."""
    hurry, delay = (min, max) if hurried else (max, min)
    wins = [length for winner, length in options if winner is player]
    if wins:
        return player, 1 + hurry(wins)
    return player.opponent, 1 + delay(length for _, length in options)


def plain_length(position: Position, player: Player, room: Room, *, hurried: bool) -> int:
    """The definition; raises TooMany."""
    system: Any = position.system

    def in_bags(node: tuple[Bag, Player], known: Callable[[tuple[Bag, Player]], _End]) -> _End:
        here, mover = node
        options = [known((each, mover.opponent)) for each in here.after(mover)]
        return _ending(hurried, mover, options) if options else (system.convention.when_stuck(mover), 0)

    def in_positions(node: tuple[Position, Player], known: Callable[[tuple[Position, Player]], _End]) -> _End:
        winner = final_winner(*node)
        if winner is not None:
            return winner, 0
        here, mover = node
        following = [(move.after, mover if move.again else mover.opponent) for move in here.moves(mover)]
        return _ending(hurried, mover, [known(each) for each in following])

    if is_plain(position):
        return unfold(in_bags, (bag_of(position), player), system.title, room)[1]
    return unfold(in_positions, (position, player), system.title, room)[1]
