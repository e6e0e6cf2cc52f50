"""Puzzles whose moves permute places: a state says where each item is, and a move is a permutation of the places.

A game file gives the :class:`Moving` of a text: named moves as lists of images, and the goal. Places are numbered from
0 inside and from 1 in cycle notation, ``(1 2 3)(4 5)``. The item at place p goes to ``images[p]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple

from perfectplay._native import Group as NativeGroup
from perfectplay._native import Kernel
from perfectplay.errors import ParseError, quote
from perfectplay.limits import NO_LIMITS, Limits, control_now
from perfectplay.picture import Picture, picture_of_text
from perfectplay.players import LEFT, Player
from perfectplay.system import Puzzle, Step

Images = tuple[int, ...]
MOST_PLACES = 1024
MOST_MOVES = 2000
MOST_SEARCHED = 256
"""The native search has a byte for each place."""


def inverse(images: Sequence[int]) -> Images:
    """
    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    back = [0] * len(images)
    for place, image in enumerate(images):
        back[image] = place
    return tuple(back)


def product(first: Sequence[int], second: Sequence[int]) -> Images:
    """First one, then the other."""
    return tuple(second[image] for image in first)


def cycles(images: Sequence[int]) -> str:
    """
    >>> cycles((1, 2, 0, 3, 5, 4)), cycles((0, 1))
    ('(1 2 3)(5 6)', '()')
    """
    text, seen = "", set()
    for start in range(len(images)):
        if images[start] != start and start not in seen:
            cycle = [start]
            while (there := images[cycle[-1]]) != start:
                cycle.append(there)
            seen.update(cycle)
            text += f"({' '.join(str(place + 1) for place in cycle)})"
    return text or "()"


def read_cycles(text: str) -> dict[int, int]:
    """The places in the cycles and where each goes, counted from 0.

    >>> read_cycles("(1 2 3)(5 6)")
    {0: 1, 1: 2, 2: 0, 4: 5, 5: 4}
    """
    if not re.fullmatch(r"(\(\s*(\d+([\s,]+\d+)*)?\s*\)\s*)+", text.strip()):
        raise ParseError(f"unexpected {quote(text.strip())}", expected="cycles such as (1 2 3)(4 5)")
    moved: dict[int, int] = {}
    for inside in re.findall(r"\(([^()]*)\)", text):
        places = [int(number) - 1 for number in re.findall(r"\d{1,9}", inside)]
        for place, image in zip(places, places[1:] + places[:1], strict=True):
            if place in moved or not 0 <= place < MOST_PLACES:
                what = "for the second time" if place in moved else "as a place"
                raise ParseError(f"{place + 1} {what}", expected=f"each of 1 to {MOST_PLACES} at most once")
            moved[place] = image
    return moved


def filled(moved: Mapping[int, int], degree: int) -> Images:
    """The images of all places, where only some move.

    >>> filled({0: 2, 2: 0}, 4)
    (2, 1, 0, 3)
    """
    return tuple(moved.get(place, place) for place in range(degree))


def read_moves(text: str) -> dict[str, dict[int, int]]:
    """Moves in cycle notation; one without a name gets a letter.

    >>> read_moves("(1 2); turn=(2 3)")
    {'a': {0: 1, 1: 0}, 'turn': {1: 2, 2: 1}}
    """
    given = [part.strip() for part in text.split(";") if part.strip()]
    if len(given) > MOST_MOVES:
        raise ParseError(f"{len(given)} moves", expected=f"at most {MOST_MOVES}")
    letters = iter([*ascii_lowercase, *(f"g{number}" for number in range(1, MOST_MOVES + 1))])
    found: dict[str, dict[int, int]] = {}
    for number, part in enumerate(given, 1):
        match = re.fullmatch(r"(?:([A-Za-z]\w{0,19})\s*=)?\s*(\(.*\))", part, re.DOTALL)
        if not match:
            raise ParseError(f"move {number}: unexpected {quote(part)}", expected="a move such as a=(1 2 3)")
        name, moved = match[1] or next(letter for letter in letters if letter not in found), read_cycles(match[2])
        if name in found or all(place == image for place, image in moved.items()):
            what = "for the second time" if name in found else "moves nothing"
            raise ParseError(f"move {number}: {name} {what}", expected="different moves that move something")
        found[name] = moved
    return found


class Turn(NamedTuple):
    """A move: its name, where it sends each place, and its tag, which metrics refer to."""

    name: str
    images: Images
    tag: str = ""


class Moving:
    """What stays the same throughout a play: the moves and the goal."""

    __slots__ = ("degree", "extra", "goal", "hashed", "turns")

    def __init__(self, degree: int, turns: Iterable[Turn], goal: Images | None = None, extra: Any = ()) -> None:
        self.degree = degree
        self.turns = tuple(turns)
        self.goal = tuple(range(degree)) if goal is None else goal
        self.extra = extra
        self.hashed = hash((degree, self.turns, self.goal, extra))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        mine = (self.degree, self.turns, self.goal, self.extra)
        return isinstance(other, Moving) and mine == (other.degree, other.turns, other.goal, other.extra)

    def __hash__(self) -> int:
        return self.hashed

    def generators(self) -> list[Turn]:
        """The moves without those that are inverses of earlier ones."""
        kept: list[Turn] = []
        known: set[Images] = set()
        for turn in self.turns:
            if turn.images not in known:
                kept.append(turn)
                known |= {turn.images, inverse(turn.images)}
        return kept


class Placement(NamedTuple):
    """A state: where each item is."""

    moving: Moving
    places: Images


class Group:
    """The group that the moves of a puzzle generate (Schreier-Sims).

    >>> group = pp.load("rubik").system.group(pp.load("rubik"))
    >>> group.order, "R U" in group
    (43252003274489856000, True)
    """

    def __init__(self, system: PermutationSystem, moving: Moving) -> None:
        self.system = system
        self.moving = moving
        self.turns = moving.generators()
        images = [turn.images for turn in self.turns]
        self.native = NativeGroup(moving.degree, images, control_now())

    @property
    def order(self) -> int:
        """How many arrangements the moves can make."""
        return prod(number for _, number in self.native.base)

    @property
    def base(self) -> list[int]:
        """Places such that only the identity fixes them all."""
        return [place + 1 for place, _ in self.native.base]

    def element(self, source: object) -> Images:
        """The permutation from the goal to a position, of a text that the system reads, or of images."""
        from perfectplay.position import Position

        if isinstance(source, str):
            source = self.system.load(self.system.whole(self.moving, source))
        if isinstance(source, Position):
            return product(inverse(source.state.moving.goal), source.state.places)
        return tuple(source)  # type: ignore[arg-type]

    def __contains__(self, source: object) -> bool:
        return self.native.contains(self.element(source))

    def word(self, source: object, limits: Limits = NO_LIMITS) -> list[str] | None:
        """Moves whose product is the element, None if it is not in the group. Not a shortest word."""
        with limits:
            word, _ = self.native.word(self.element(source), control_now())
        return None if word is None else [name for letter in word for name in self.letter(letter)]

    def letter(self, letter: int) -> list[str]:
        """The moves that make up a generator or its inverse."""
        turn = self.turns[abs(letter) - 1]
        if letter > 0:
            return [turn.name]
        back = inverse(turn.images)
        names = [other.name for other in self.moving.turns if other.images == back]
        if names:
            return names[:1]
        power, number = turn.images, 1
        while power != back:
            power, number = product(power, turn.images), number + 1
        return [turn.name] * number

    def __repr__(self) -> str:
        return f"a group of order {self.order} on {self.moving.degree} places"


@lru_cache(maxsize=64)
def _group(system: PermutationSystem, moving: Moving) -> Group:
    return Group(system, moving)


@lru_cache(maxsize=64)
def _kernel(moving: Moving) -> Kernel:
    if moving.degree > MOST_SEARCHED:
        raise ParseError(f"{moving.degree} places", expected=f"at most {MOST_SEARCHED} for a search")
    return Kernel.permutations(moving.degree, [bytes(turn.images) for turn in moving.turns], bytes(moving.goal))


class PermutationSystem(Puzzle):
    kind: ClassVar[str] = "permutation"

    def group(self, position: Any) -> Group:
        """The group that the moves of this position generate: its order, its members, words for them."""
        return _group(self, position.state.moving)

    def whole(self, moving: Moving, text: str) -> str:
        """The text of a position with these moves, from the text of an element alone."""
        return text

    def legal(self, state: Placement, player: Player) -> Iterator[Step]:
        moving, places = state
        for turn in moving.turns:
            yield Step(turn.name, Placement(moving, product(places, turn.images)))

    def winner(self, state: Placement) -> Player | None:
        return LEFT if state.places == state.moving.goal else None

    def kernel(self, state: Placement) -> tuple[Kernel, bytes]:
        return _kernel(state.moving), bytes(state.places)

    def decode(self, state: Placement, code: bytes) -> Placement:
        return Placement(state.moving, tuple(code))

    def encode(self, start: Placement, state: Placement) -> bytes:
        if state.moving != start.moving:
            raise ValueError("other moves")
        return bytes(state.places)

    def metric_data(self, state: Placement, metric: str) -> tuple[list[int], str]:
        chosen = self.metrics[metric]
        return [chosen.cost(turn.tag) for turn in state.moving.turns], ""

    def cost_of(self, state: Placement, texts: Sequence[str], metric: str) -> int:
        costs = {turn.name: self.metrics[metric].cost(turn.tag) for turn in state.moving.turns}
        return sum(costs[text] for text in texts)

    def picture(self, state: Placement) -> Picture:
        return picture_of_text(self.text(state), title=self.name or self.title)
