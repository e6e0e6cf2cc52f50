"""Groups of short cycles: a solution of O(n^2) moves (Driscoll & Furst 1983).

Let every move be a single cycle of at most d places. Moves of different orbits are independent.
On an orbit of n > d + 2 places without blocks, some product of a bounded number of moves is a 3-cycle. If moves can
bring its three places to any three others, conjugates of it by O(n) moves are all the 3-cycles, so every even
permutation is a product of fewer than n of these, and an odd one is after a move that is an odd permutation. That is
O(n^2) moves in all; swaps of neighbours on a line need n(n-1)/2.

The theorem covers puzzles where such a 3-cycle is found among short words for every orbit, and all triples are found to
be reachable; so nothing depends on the classification of primitive groups. Orbits with blocks, and those of at most d +
2 places, are left to ``schreier sims``. That 2 n^2 moves are enough was only checked, on families with n up to 60.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from perfectplay.kinds.permutation import Images, Moving, inverse, product
from perfectplay.method import Asked, Found
from perfectplay.position import Line, Position
from perfectplay.theorems.group_membership import wanted

systems = ("permutation_puzzle",)
shortest = False

MOST_PLACES = 70
"""All ordered triples of places are visited."""

Triple = tuple[int, int, int]


def support(images: Images) -> frozenset[int]:
    return frozenset(place for place, image in enumerate(images) if place != image)


class Orbit:
    """One orbit: its moves, a 3-cycle as a word of moves, and the way from it to every other."""

    def __init__(self, moving: Moving, places: frozenset[int]) -> None:
        self.moving = moving
        self.places = places
        self.moves = [number for number, turn in enumerate(moving.turns) if support(turn.images) & places]
        self.odd = next((n for n in self.moves if len(support(moving.turns[n].images)) % 2 == 0), None)
        self.word: list[int] = []
        self.came: dict[Triple, tuple[Triple, int] | None] = {}

    def back(self, number: int) -> list[int]:
        """Moves that undo a move."""
        images = inverse(self.moving.turns[number].images)
        for other in self.moves:
            if self.moving.turns[other].images == images:
                return [other]
        return [number] * (len(support(images)) - 1)

    def undo(self, word: list[int]) -> list[int]:
        return [each for number in reversed(word) for each in self.back(number)]

    def value(self, word: list[int]) -> Images:
        images = tuple(range(self.moving.degree))
        for number in word:
            images = product(images, self.moving.turns[number].images)
        return images

    def _candidates(self) -> Iterator[list[int]]:
        """Short words, the likelier ones first, whose powers may be 3-cycles."""
        supports = {number: support(self.moving.turns[number].images) for number in self.moves}
        for number in self.moves:
            yield [number]
        pairs = [(a, b) for a, b in permutations(self.moves, 2) if supports[a] & supports[b]]
        pairs.sort(key=lambda pair: len(supports[pair[0]] & supports[pair[1]]))
        for a, b in pairs[:200]:
            yield [a, b, *self.back(a), *self.back(b)]
        for a, b in pairs[:60]:
            yield from ([a, b], [a, a, b], [a, b, b], [a, a, b, b])
            near = [c for c in self.moves if supports[c] & (supports[a] | supports[b])][:8]
            for c in near:
                yield from ([a, b, c], [a, b, *self.back(a), c], [a, b, c, b])

    def three(self) -> bool:
        """Find a 3-cycle and visit all triples from it; False if no short word is one, or a triple is missed."""
        for word in self._candidates():
            once = self.value(word)
            images = once
            for power in range(1, 13):
                if len(moved := support(images)) == 3:
                    self.word = word * power
                    x = min(moved)
                    return self._triples((x, images[x], images[images[x]]))
                images = product(images, once)
        return False

    def _triples(self, start: Triple) -> bool:
        self.came = {start: None}
        queue = deque([start])
        turns = [(number, self.moving.turns[number].images) for number in self.moves]
        while queue:
            here = queue.popleft()
            for number, images in turns:
                there = (images[here[0]], images[here[1]], images[here[2]])
                if there not in self.came:
                    self.came[there] = (here, number)
                    queue.append(there)
        n = len(self.places)
        return len(self.came) == n * (n - 1) * (n - 2)

    def cycle(self, triple: Triple) -> list[int]:
        """A word for the 3-cycle x -> y -> z -> x."""
        way: list[int] = []
        here = triple
        while (step := self.came[here]) is not None:
            here, number = step
            way.append(number)
        return [*self.undo(way[::-1]), *self.word, *way[::-1]]

    def solve(self, target: Images) -> list[int] | None:
        """A word for the permutation on this orbit, None if it is odd and all moves are even."""
        word: list[int] = []
        rest = {place: target[place] for place in self.places}
        if sum(length - 1 for length in _lengths(rest)) % 2:
            if self.odd is None:
                return None
            word.append(self.odd)
            images = inverse(self.moving.turns[self.odd].images)
            rest = {place: rest[images[place]] for place in self.places}  # target = odd move, then the rest
        while moved := [place for place in rest if rest[place] != place]:
            x = moved[0]
            y = rest[x]
            z = rest[y] if rest[y] != x else next(place for place in moved if place not in (x, y))
            word += self.cycle((x, y, z))
            # rest = (x y z), then what is left
            rest = {**rest, x: rest[z], y: rest[x], z: rest[y]}
        return word


def _lengths(images: dict[int, int]) -> list[int]:
    lengths, seen = [], set()
    for start in images:
        length, at = 0, start
        while at not in seen:
            seen.add(at)
            at = images[at]
            length += 1
        if length:
            lengths.append(length)
    return lengths


@lru_cache(maxsize=16)
def orbits(moving: Moving) -> tuple[Orbit, ...] | None:
    """The orbits, each with its 3-cycles; None where the construction fails."""
    parts: list[frozenset[int]] = []
    longest = 0
    for turn in moving.turns:
        moved = support(turn.images)
        if len(_lengths({place: turn.images[place] for place in moved})) != 1:
            return None
        longest = max(longest, len(moved))
        joined = [part for part in parts if part & moved]
        parts = [part for part in parts if not part & moved] + [moved.union(*joined)]
    if any(not longest + 2 < len(part) <= MOST_PLACES for part in parts):
        return None
    found = tuple(Orbit(moving, part) for part in parts)
    return found if all(orbit.three() for orbit in found) else None


def applies(position: Position) -> bool:
    found = orbits(position.state.moving)
    return found is not None and support(wanted(position)) <= frozenset().union(*(orbit.places for orbit in found))


def solve(position: Position, asked: Asked) -> Found | None:
    target = wanted(position)
    word: list[int] = []
    for orbit in orbits(position.state.moving) or ():
        part = orbit.solve(target)
        if part is None:
            return None
        word += part
    names = [position.state.moving.turns[number].name for number in word]
    line = Line.replay(position, names, asked.details["metric"])
    return Found(line, line)
