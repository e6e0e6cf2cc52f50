"""Cakes: rectangles of unit squares that are cut into rectangles.

A position is a multiset of cakes, written rows x columns: ``3x5 2x2``, and ``4*2x3`` for four equal ones. Cakes of a
single square cannot be cut and are left out; ``1x1`` alone is what is left at the end. Left cuts columns apart, Right
rows.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from perfectplay.errors import ParseError, quote
from perfectplay.families.numbers import best_of
from perfectplay.kinds.plain import PlainGame
from perfectplay.method import Found
from perfectplay.picture import Picture, draw_cakes
from perfectplay.players import LEFT, Player
from perfectplay.position import Move, Position

LARGEST_SIDE = 10**12
MOST_CAKES = 10**18
MOST_PARTS = 10_000
"""How many cakes a position may have to be split as a sum."""

Cake = tuple[int, int]
Cakes = tuple[tuple[Cake, int], ...]
"""Each kind of cake with its number, in order."""


@dataclass(frozen=True)
class Cut:
    """A cake and the parts into which it is cut."""

    cake: Cake
    parts: Cakes

    def __str__(self) -> str:
        return f"{'x'.join(map(str, self.cake))}:{'+'.join(written(*part) for part in self.parts)}"


def written(cake: Cake, number: int) -> str:
    return f"{number}*{cake[0]}x{cake[1]}" if number > 1 else f"{cake[0]}x{cake[1]}"


def collected(cakes: Iterable[tuple[Cake, int]]) -> Cakes:
    """The multiset; equal cakes are counted together."""
    counts: Counter[Cake] = Counter()
    for cake, number in cakes:
        counts[cake] += number
    return tuple(sorted((cake, number) for cake, number in counts.items() if number))


class CakeGame(PlainGame):
    """A cake-cutting game; a game file says into which parts a side may be cut."""

    @abstractmethod
    def divisions(self, side: int) -> Iterable[tuple[tuple[int, int], ...]]:
        """How a side of this length may be divided: lengths of parts, each with its number."""

    def moves(self, state: Cakes, player: Player) -> Iterator[Cut]:
        for (rows, columns), _ in state:
            for parts in self.divisions(columns if player is LEFT else rows):
                yield self.cut((rows, columns), parts, player)

    def cut(self, cake: Cake, parts: Iterable[tuple[int, int]], player: Player) -> Cut:
        """Divide the columns of a cake, if the player is Left, or its rows."""
        rows, columns = cake
        return Cut(
            cake, collected(((rows, part) if player is LEFT else (part, columns), number) for part, number in parts)
        )

    def play(self, state: Cakes, move: Cut) -> Cakes:
        parts = (part for part in move.parts if part[0] != (1, 1))
        return collected((*state, (move.cake, -1), *parts))

    def split(self, state: Cakes) -> list[Cakes] | None:
        if sum(number for _, number in state) > MOST_PARTS:
            return None
        return [((cake, 1),) for cake, number in state for _ in range(number)]

    def parse(self, text: str) -> Cakes:
        cakes: list[tuple[Cake, int]] = []
        for match in re.finditer(r"[^\s,+]+", text):
            word, column = match[0], match.start() + 1
            sizes = re.fullmatch(r"(?:([1-9][0-9]{0,18})\*)?([1-9][0-9]{0,18})x([1-9][0-9]{0,18})", word)
            if not sizes:
                raise ParseError(f"unexpected {quote(word)}", 1, column, "cakes such as 3x5 or 4*2x3")
            number, rows, columns = (int(size or 1) for size in sizes.groups())
            if max(rows, columns) > LARGEST_SIDE or number > MOST_CAKES:
                raise ParseError(f"{quote(word)} is too large", 1, column, f"sides of at most {LARGEST_SIDE}")
            cakes.append(((rows, columns), number))
        if not cakes:
            raise ParseError("no cakes", expected="cakes such as 3x5 or 4*2x3")
        return collected(each for each in cakes if each[0] != (1, 1))

    def text(self, state: Cakes) -> str:
        return " ".join(written(*each) for each in state) or "1x1"

    def picture(self, state: Cakes) -> Picture:
        return draw_cakes([(*cake, number) for cake, number in state], self.text(state), self.name)


# where every cake is worth a number ---------------------------------------------------------------------------------

Number = Callable[[Cake], int]
"""What a cake is worth if Left cuts its columns."""


def total(position: Position[CakeGame], number: Number) -> int:
    """The value, for Left who cuts columns; in the mirrored game she cuts rows."""
    found: int = sum(number(cake) * times for cake, times in position.state)
    return -found if position.system.mirrored else found


def best_cut(
    position: Position[CakeGame],
    player: Player,
    number: Number,
    divided: Callable[[int, int, bool], Iterable[tuple[int, int]]],
) -> Found:
    """A winning move cuts a cake that is worth something to the player. ``divided`` says into which parts: it is given
    the side that is cut, the other side, and whether the player wins."""
    system = position.system
    cutter = player.opponent if system.mirrored else player
    wins = total(position, number) * (1 if player is LEFT else -1) > 0
    for (rows, columns), _ in position.state:
        side, other = (columns, rows) if cutter is LEFT else (rows, columns)
        if side > 1 and (not wins or number((rows, columns)) * (1 if cutter is LEFT else -1) > 0):
            cut = system.cut((rows, columns), divided(side, other, wins), cutter)
            after = Position(system, system.play(position.state, cut))
            return best_of(position, player, Move(str(cut), player, after), wins)
    return best_of(position, player, None, False)
