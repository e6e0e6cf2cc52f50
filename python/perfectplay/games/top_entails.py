"""Top Entails.

Stacks of coins. A move splits a stack into two smaller ones, or takes the top coin of a stack; then the opponent must
answer with a move in the stack from which the coin was taken. A player who cannot move loses: so does whoever must
answer in an empty stack, and to leave a stack of 1 is a losing move. (In misère play that player wins.)
A position is a list of stacks such as ``5 4 2``; ``4! 5`` says that the answer must be made in the stack of 4. The move
``5:2+3`` splits a stack of 5, ``5:4!`` takes its top coin.
``grundy`` answers with a nimber, or with ``LOONY`` where the player to move wins whatever is added.

Complexity: open: nothing better is known than a table of all smaller stacks; among those of up to 600,000 coins only
1, 3, 2403, 2505 and 33243 are loony (West 1997).

>>> [pp.grundy(pp.load("top_entails", str(n))).answer for n in range(1, 12)]
[loony, 0, loony, 1, 0, 2, 1, 3, 0, 1, 3]
>>> pp.grundy(pp.load("top_entails", "2403")), pp.best(pp.load("top_entails", "7 6 4"))
(loony, 6:5!)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from perfectplay.errors import LimitReached, ParseError
from perfectplay.kinds.heap import MOST_TOKENS, read_heaps
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Picture, draw_heaps

LARGEST = 10**9


class Stacks(NamedTuple):
    """The state: the stacks, in order, and among them the one that must be answered in, if there is one."""

    stacks: tuple[int, ...]
    entailed: int | None = None


class TopEntails(PlainGame):
    name = "Top Entails"
    source = "Winning Ways, chapter 12; West 1997, New values for Top Entails (Games of No Chance)"
    sample = "4 3"
    samples = {"answer": "4 5!", "three": "2 3 4"}
    lists = "numbers"
    entailing = True

    def parse(self, text: str) -> Stacks:
        marked = re.findall(r"([0-9]+)!(?![^\s,+])", text)
        if len(marked) != text.count("!") or len(marked) > 1:
            at = text.rindex("!")
            raise ParseError("unexpected '!'", 1, at + 1, "stacks such as 5 4 2, or 5 4! with one to answer in")
        stacks = read_heaps(text.replace("!", ""), LARGEST)
        return _made(stacks, int(marked[0]) if marked else None)

    def text(self, state: Stacks) -> str:
        stacks = list(map(str, state.stacks))
        if state.entailed is not None:
            stacks[state.stacks.index(state.entailed)] += "!"
        return " ".join(stacks) or "0"

    def entailed(self, state: Stacks) -> bool:
        return state.entailed is not None

    def moves(self, state: Stacks) -> Iterator[str]:
        open_ones = dict.fromkeys(state.stacks if state.entailed is None else [state.entailed])
        for stack in open_ones:
            if stack > MOST_TOKENS:
                raise LimitReached(f"{self.title}: a stack of {stack} has too many moves to list")
            for part in range(1, stack // 2 + 1):
                yield f"{stack}:{part}+{stack - part}"
            if stack:
                yield f"{stack}:{stack - 1}!"

    def play(self, state: Stacks, move: str) -> Stacks:
        before, _, after = move.partition(":")
        stacks = list(state.stacks)
        stacks.remove(int(before))
        if after.endswith("!"):
            return _made([*stacks, int(after[:-1])], int(after[:-1]))
        return _made([*stacks, *map(int, after.split("+"))], None)

    def picture(self, state: Stacks) -> Picture:
        return draw_heaps(state.stacks, title=self.name)


def _made(stacks: list[int], entailed: int | None) -> Stacks:
    """An empty stack is kept only if it must be answered in."""
    kept = sorted(stack for stack in stacks if stack)
    return Stacks((0, *kept) if entailed == 0 else tuple(kept), entailed)
