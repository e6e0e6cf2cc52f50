"""Sketches of boards on which pieces lie: which kinds of pieces there are, where each may lie, and small changes.

A sketch is a tuple of placings, each a kind and the first cell of a piece; the target comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from perfectplay.board import Grid, Place
from perfectplay.errors import ParseError
from perfectplay.families.sliding_blocks import BODY, EMPTY, FIRST_CLASS, PieceShape, class_symbol
from perfectplay.kinds.rulesets import Goal, Layout


def within(name: str, value: int, least: int, most: int) -> None:
    """Refuse an option that is out of range."""
    if not least <= value <= most:
        raise ParseError(f"{name}={value}", expected=f"{least} to {most}")


Placing = tuple[int, Place]
Sketch = tuple[Placing, ...]


class Stock:
    """The kinds of pieces of a board: shapes by number, the target's first, and how many of each may be used; and where
    the target has to go.

    The number of pieces of a ``fixed`` kind is always the same; of all others there are at most ``most``.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        shapes: Sequence[PieceShape],
        goal: Place,
        most: int,
        weights: Sequence[int],
        fixed: dict[int, int] | None = None,
    ) -> None:
        self.rows, self.cols, self.shapes, self.most, self.weights = rows, cols, tuple(shapes), most, weights
        self.goal, self.fixed = goal, fixed or {}
        self.masks: dict[Placing, int] = {}
        self.places: list[list[Placing]] = [[] for _ in shapes]
        for kind, shape in enumerate(shapes):
            for place in ((row, col) for row in range(rows) for col in range(cols)):
                cells = shape.at(place)
                if all(0 <= row < rows and 0 <= col < cols for row, col in cells):
                    self.masks[kind, place] = sum(1 << row * cols + col for row, col in cells)
                    self.places[kind].append((kind, place))

    def forbid(self, kind: int, place: Place) -> None:
        """No piece of this kind may be placed there."""
        if (kind, place) in self.places[kind]:
            self.places[kind].remove((kind, place))

    def put(self, rng: Random, sketch: Sketch, kind: int) -> Sketch | None:
        """The sketch with one more piece of a kind, None if there is no room."""
        taken = self.taken(sketch)
        masks = self.masks
        room = [placing for placing in self.places[kind] if not masks[placing] & taken]
        return (*sketch, rng.choice(room)) if room else None

    def taken(self, sketch: Sketch) -> int:
        return sum(self.masks[placing] for placing in sketch)

    def any_kind(self, rng: Random) -> int:
        return rng.choices(range(len(self.shapes)), self.weights)[0]

    def draw(self, rng: Random) -> Sketch | None:
        """The target, the fixed pieces, and others up to the number wanted or to the first for which there is no
        room."""
        sketch = self.put(rng, (), 0)
        for kind, number in self.fixed.items():
            for _ in range(number):
                sketch = sketch and self.put(rng, sketch, kind)
        for _ in range(self.most - 1):
            more = sketch and self.put(rng, sketch, self.any_kind(rng))
            if more is None:
                break
            sketch = more
        return sketch

    def vary(self, rng: Random, sketch: Sketch) -> Sketch | None:
        """A piece more or less, another piece instead of one or two, or one that lies across where another lay."""
        loose = [n for n, (kind, _) in enumerate(sketch) if n and kind not in self.fixed]
        way = rng.random()
        if way < 0.15 and len(loose) + 1 < self.most:
            return self.put(rng, sketch, self.any_kind(rng))
        if way < 0.25 and len(loose) > 1:
            return without(sketch, rng.choice(loose))
        if way < 0.3:  # the target
            rest = self.put(rng, sketch[1:], 0)
            return rest and (rest[-1], *rest[:-1])
        if len(sketch) < 2:
            return None
        gone = sorted(rng.sample(range(1, len(sketch)), min(2 if way < 0.45 else 1, len(sketch) - 1)), reverse=True)
        changed: Sketch | None = sketch
        for n in gone:
            changed = without(changed, n) if changed else None
        for n in gone:
            kind = sketch[n][0]
            if kind not in self.fixed and rng.random() < 0.5:
                kind = self.any_kind(rng)
            if changed is None:
                return None
            if way > 0.75:  # nearby
                taken, here = self.taken(changed), self.masks[sketch[n]]
                room = [p for p in self.places[kind] if not self.masks[p] & taken and self.masks[p] & here]
                room = [p for p in room if p != sketch[n]]
                changed = (*changed, rng.choice(room)) if room else None
            else:
                changed = self.put(rng, changed, kind)
        return changed

    def lighter(self, sketch: Sketch) -> Iterator[Sketch]:
        for n in range(len(sketch) - 1, 0, -1):
            if sketch[n][0] not in self.fixed:
                yield without(sketch, n)

    # the board

    def layout(self) -> Layout:
        symbols = "".join(map(class_symbol, range(len(self.shapes))))
        goal = Goal(((self.goal, class_symbol(0)),))
        return Layout(Grid(self.rows, self.cols), EMPTY + BODY + symbols, self.shapes, goal)

    def cells(self, sketch: Sketch) -> str:
        found = [EMPTY] * (self.rows * self.cols)
        for kind, place in sketch:
            for row, col in self.shapes[kind].at(place):
                found[row * self.cols + col] = BODY
            found[place[0] * self.cols + place[1]] = class_symbol(kind)
        return "".join(found)

    def sketch(self, cells: str) -> Sketch:
        placings = [
            (ord(symbol) - FIRST_CLASS, divmod(number, self.cols))
            for number, symbol in enumerate(cells)
            if symbol not in (EMPTY, BODY)
        ]
        return tuple(sorted(placings, key=lambda placing: (placing[0] != 0, placing[1])))

    def rows_of(self, sketch: Sketch, names: str, fixed: str = "") -> str:
        """Rows of letters: the pieces take their names in order."""
        written: dict[Place, str] = {}
        letters = iter(names)
        for kind, place in sketch:
            letter = fixed if kind in self.fixed else next(letters)
            written |= dict.fromkeys(self.shapes[kind].at(place), letter)
        return "|".join("".join(written.get((r, c), EMPTY) for c in range(self.cols)) for r in range(self.rows))


def without(sketch: Sketch, number: int) -> Sketch:
    return sketch[:number] + sketch[number + 1 :]
