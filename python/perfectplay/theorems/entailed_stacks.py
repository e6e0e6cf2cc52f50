"""Top Entails: a table of stacks.

For each stack there is the set of nim heaps beside which a player who must move in it wins. It consists of the nim sums
of the two parts of a split, where neither is loony, and of all heaps for which the opponent, who has to answer in the
stack with one coin less, does not win. The least heap that is missing is the nimber of the stack; if none is, the stack
is loony. Stacks add up like nim heaps, and a loony one wins for the player to move. Beside a loony stack an answer is
won if and only if the entailed stack is odd, by taking coins until none is left: whoever splits, loses. (*Winning
Ways*, chapter 12; West 1997.)
"""

from __future__ import annotations

from functools import lru_cache
from operator import xor

from perfectplay.entailing import Heaps
from perfectplay.games.top_entails import Stacks, TopEntails
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.nimbers import LOONY, Nimber, total
from perfectplay.players import Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("top_entails",)

MOST_COINS = 40_000
_HIGH = 40
"""Nimbers have fewer bits than this; a loony stack of n coins stands for n with so many zeros behind it."""


class Table:
    """Stacks from 0 on, made longer when it is needed."""

    def __init__(self) -> None:
        self.codes = [0]
        self.heaps = [Heaps()]

    def grow(self, stack: int) -> None:
        look = watch_now()
        codes = self.codes
        for n in range(len(codes), stack + 1):
            look()
            half = n // 2
            sums = set(map(xor, codes[1 : half + 1], codes[n - 1 : n - 1 - half : -1]))
            if n == 2 * half and codes[half] >> _HIGH:
                sums.discard(0)  # two loony stacks
                sums.update(map(xor, codes[1:half], codes[n - 1 : half : -1]))
            splits = Heaps(frozenset(each for each in sums if not each >> _HIGH))
            self.heaps.append(splits | self.heaps[n - 1].others())
            nimber = self.heaps[n].nimber
            codes.append(nimber if isinstance(nimber, int) else n << _HIGH)

    def nimber(self, stack: int) -> Nimber:
        self.grow(stack)
        return LOONY if self.codes[stack] >> _HIGH else self.codes[stack]


@lru_cache(maxsize=1)
def table() -> Table:
    return Table()


def applies(position: Position[TopEntails]) -> bool:
    return not position.system.misere and max(position.state.stacks, default=0) <= MOST_COINS


def grundy_applies(position: Position[TopEntails]) -> bool:
    return applies(position) and position.state.entailed is None


def nimber(stacks: tuple[int, ...]) -> Nimber:
    return total(map(table().nimber, stacks))


def first_wins(state: Stacks) -> bool:
    if state.entailed is None:
        return nimber(state.stacks) != 0
    others = list(state.stacks)
    others.remove(state.entailed)
    rest = nimber(tuple(others))
    table().grow(state.entailed)
    return rest in table().heaps[state.entailed] if isinstance(rest, int) else state.entailed % 2 == 1


def grundy(position: Position[TopEntails], asked: Asked) -> Found:
    return Found(nimber(position.state.stacks))


def outcome(position: Position[TopEntails], asked: Asked) -> Found:
    first = first_wins(position.state)
    found = Outcome(*(player if first else player.opponent for player in Player))
    return Found(found, promises(position, found))


def best(position: Position[TopEntails], asked: Asked) -> Found:
    player, system, state = asked.details["player"], position.system, position.state
    first = first_wins(state)
    for text in system.moves(state):
        after = system.play(state, text)
        if not first or not first_wins(after):
            winner = player if first else player.opponent
            return Found(Move(text, player, Position(system, after)), Strategy(position, winner, player))
    return Found(None)
