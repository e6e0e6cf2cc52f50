"""Closed sets of impartial games as generators: heaps of an octal game, or everything that follows from positions.

Every option of a generator is a *word*, a multiset of earlier generators, as a tuple in descending order. Followers
with the same options are one generator.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from perfectplay.convention import Stuck
from perfectplay.errors import LimitReached, NotApplicable, PerfectPlayError
from perfectplay.kinds.heap import HeapGame
from perfectplay.limits import watch_now
from perfectplay.misere.forms import MisereForm
from perfectplay.misere.monoid import Word
from perfectplay.position import Position

MOST_FOLLOWERS = 500_000
_WEIGHT = 500
"""Bytes that a follower takes, roughly."""


class TakeAndBreak(HeapGame):
    """Any take-and-break game, by its code."""

    options = {"digits": "0.77"}
    digits: str

    @property
    def code(self) -> str:
        return self.digits


class Heaps:
    """The heaps 1, 2, 3 … of a take-and-break game."""

    def __init__(self, code: str) -> None:
        self.game = TakeAndBreak(digits=code)
        self.code = self.game.octal()

    def options(self, heap: int) -> list[Word]:
        """The words that moves in a heap lead to."""
        return list({tuple(sorted(parts, reverse=True)) for parts in self.game.options_of(heap)})

    @property
    def last_digit(self) -> int | None:
        """The place of the last digit that is not 0; None if the digits go on for ever."""
        if any(allowed for allowed, _ in self.code.repeated):
            return None
        return max((place for place, (allowed, _) in enumerate(self.code.written) if allowed), default=0)

    @property
    def parts(self) -> int:
        """The greatest number of heaps that a move may leave of one."""
        return max((allowed.bit_length() - 1 for allowed, _ in (*self.code.written, *self.code.repeated)), default=0)

    @property
    def can_be_periodic(self) -> bool:
        """Does the theorem on periods hold? Parts that must be unequal may become equal when one is lowered."""
        return self.last_digit is not None and not any(unequal for _, unequal in self.code.written)


class Closure:
    """Generators for all followers of some games, by what their options are."""

    def __init__(self) -> None:
        self.options: list[list[Word]] = [[]]
        self.names: list[str] = [""]
        self._number: dict[frozenset[Word], int] = {}
        self._known: dict[Hashable, Word] = {}
        self._kernels: dict[int, Any] = {}
        """Kernels by their identity, which stay alive so that it remains theirs."""

    def word(self, game: Position | MisereForm, grow: bool = True) -> Word | None:
        """The word of a game; its followers become generators, unless that is not wanted: then None if one would."""
        if isinstance(game, MisereForm):
            return self._word(("form", game), grow)
        system = game.system
        check_impartial(game)
        kernel, code = system.kernel(game.state)
        self._kernels[id(kernel)] = kernel, system, game.state
        return self._word((id(kernel), code), grow)

    def _split(self, node: Any) -> list[Any]:
        """The components of a game; itself if it does not come apart."""
        if node[0] == "form":
            return [node]
        kernel = self._kernels[node[0]][0]
        parts = kernel.split(node[1])
        return [node] if parts is None or parts == [node[1]] else [(node[0], part) for part in parts]

    def _after(self, node: Any) -> list[Any]:
        """What moves lead to."""
        if node[0] == "form":
            return [("form", each) for each in sorted(node[1].options, key=lambda each: each.number)]
        return [(node[0], code) for code in dict.fromkeys(self._kernels[node[0]][0].moves(node[1], True))]

    def _name(self, node: Any) -> str:
        """The text of a game. A component may be no position by itself, as where a board without its poisoned cell has
        no text; then it has a number."""
        if node[0] == "form":
            return str(node[1])
        _, system, start = self._kernels[node[0]]
        try:
            return str(system.position(system.decode(start, node[1])))
        except (IndexError, PerfectPlayError):
            return f"component {len(self.names)}"

    def _word(self, start: Any, grow: bool) -> Word | None:
        """Options first; what is still needed is on a stack. A component that comes first in its own sum is whole."""
        known, watch = self._known, watch_now()
        allowed, before = watch.left().positions, len(self._known)
        stack: list[tuple[Any, bool]] = [(start, False)]
        while stack:
            node, whole = stack[-1]
            if (node in known) if not whole else (("whole", node) in known):
                stack.pop()
                continue
            watch()
            parts = [node] if whole else self._split(node)
            if not whole:
                missing = [part for part in parts if ("whole", part) not in known]
                if missing:
                    stack += [(part, True) for part in missing]
                    continue
                letters = [letter for part in parts for letter in known["whole", part]]
                known[node] = tuple(sorted(letters, reverse=True))
                stack.pop()
                continue
            after = self._after(node)
            missing = [each for each in after if each not in known]
            if missing:
                stack += [(each, False) for each in missing]
                continue
            watch.weigh(_WEIGHT + 64 * len(after))
            if allowed is not None and len(known) - before > allowed:
                raise LimitReached(f"limit of {allowed} positions reached", kind="positions")
            if len(known) > MOST_FOLLOWERS:
                raise LimitReached(f"more than {MOST_FOLLOWERS} followers", kind="size")
            words = frozenset(known[each] for each in after)
            if not words:
                known["whole", node] = ()
            else:
                if words not in self._number:
                    if not grow:
                        return None
                    self._number[words] = len(self.options)
                    self.options.append(sorted(words))
                    self.names.append(self._name(node))
                known["whole", node] = (self._number[words],)
            stack.pop()
        return known[start]


def check_impartial(position: Position) -> None:
    """Refuse what has no misère play in this sense."""
    system = position.system
    convention = getattr(system, "convention", None)
    if (
        convention is None
        or system.players != 2
        or not system.impartial
        or not convention.plain
        or convention.loops
        or convention.stuck is Stuck.DRAWS
    ):
        raise NotApplicable(f"{system.title}: misère forms need an impartial game in which nothing but moves matters")


def closure_of(games: Iterable[Position | MisereForm]) -> tuple[Closure, list[Word]]:
    """The generators for all followers of some games, and the games' words."""
    found = Closure()
    words = []
    for each in games:
        word = found.word(each)
        assert word is not None
        words.append(word)
    return found, words
