"""Permutation puzzles from any generators.

Moves permute numbered places and what lies there; solved when every item is at home, or where the goal has it.
Text: moves in cycle notation, a colon, where the items are, and, after another colon, the goal if it is not home:
``a=(1 2 3 4); b=(1 5) : (1 2)(3 4)``. The cycle ``(1 2 3 4)`` sends what is at place 1 to place 2, and so on. A move
without a name gets a letter. A move may also be made backwards, written with a stroke, ``a'`` (not with
``inverses=False``). Metric: moves.

The group of the moves is ``position.system.group(position)``: its order, whether an arrangement is in it, and moves
that lead there. ``solve`` gives a shortest solution; ``method="schreier sims"`` any solution at any size, and
``method="bounded cycles"`` one of O(n^2) moves where every move is a short cycle.

Complexity: solvability is polynomial (Furst, Hopcroft & Luks 1980); a shortest solution is PSPACE-complete to find
(Jerrum 1985).

>>> pp.solve(pp.load("permutation_puzzle", "a=(1 2 3); b=(3 4) : (1 2)(3 4)"))
a b a' b a
"""

import re
from collections.abc import Iterator
from string import ascii_lowercase

from perfectplay.errors import ParseError, quote
from perfectplay.families.solids import megaminx, skewb
from perfectplay.kinds.permutation import (
    Moving,
    PermutationSystem,
    Placement,
    Turn,
    cycles,
    inverse,
    product,
    read_cycles,
)

MOST_MOVES = 2000


def _moved(text: str) -> dict[int, int]:
    return {place: image for place, image in read_cycles(text).items() if place != image}


class PermutationPuzzle(PermutationSystem):
    name = "Permutation Puzzle"
    systems = ("S133", "S134", "S135")
    source = "Furst, Hopcroft & Luks 1980; Jerrum 1985, 1986; Driscoll & Furst 1983"
    options = {"inverses": True}
    inverses: bool
    sample = "a=(1 2 3); b=(3 4 5) : (1 5)(2 4)"
    samples = {
        "swaps": "a=(1 2); b=(2 3); c=(3 4); d=(4 5); e=(5 6) : (1 6)(2 5)(3 4)",
        "transposition": "a=(1 2 3 4 5); b=(1 2) : (1 4)(2 5)",
        "top_spin": "r=(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20); t=(1 4)(2 3) : (1 2)(4 3)",
        "pyraminx": "U=(1 4 5)(2 3 6)(13 14 15)(25 26 27); u=(25 26 27); "
        "L=(1 8 9)(2 7 10)(16 17 18)(28 29 30); l=(28 29 30); "
        "R=(3 8 11)(4 7 12)(19 20 21)(31 32 33); r=(31 32 33); "
        "B=(5 10 11)(6 9 12)(22 23 24)(34 35 36); b=(34 35 36) : "
        "(3 9 8 5 12)(4 10 7 6 11)(16 18 17)(22 23 24)(28 30 29)(31 32 33)(34 35 36)",
        "megaminx": megaminx(),
        "skewb": skewb(),
        "impossible": "a=(1 2 3); b=(3 4 5) : (1 2)",
    }

    def parse(self, text: str) -> Placement:
        parts = [part.strip() for part in text.strip().split(":")]
        if len(parts) not in (2, 3) or not parts[0]:
            expected = "moves : arrangement, such as a=(1 2 3); b=(3 4) : (1 2)"
            raise ParseError(f"unexpected {quote(text.strip())}", expected=expected)
        named = list(self._named(parts[0]))
        start, goal = (_moved(part) for part in (*parts[1:], "()")[:2])
        degree = 1 + max(
            (place for moved in (*(moved for _, moved in named), start, goal) for place in moved), default=0
        )
        whole = [tuple(moved.get(place, place) for place in range(degree)) for moved in (start, goal)]
        turns: list[Turn] = []
        for name, moved in named:
            images = tuple(moved.get(place, place) for place in range(degree))
            turns.append(Turn(name, images))
            if self.inverses and inverse(images) != images:
                turns.append(Turn(name + "'", inverse(images)))
        return Placement(Moving(degree, turns, whole[1]), whole[0])

    def _named(self, text: str) -> Iterator[tuple[str, dict[int, int]]]:
        given = [part.strip() for part in text.split(";") if part.strip()]
        letters = iter([*ascii_lowercase, *(f"g{number}" for number in range(1, MOST_MOVES + 1))])
        taken: set[str] = set()
        if len(given) > MOST_MOVES:
            raise ParseError(f"{len(given)} moves", expected=f"at most {MOST_MOVES}")
        for number, part in enumerate(given, 1):
            match = re.fullmatch(r"(?:([A-Za-z]\w{0,19})\s*=)?\s*(\(.*\))", part, re.DOTALL)
            if not match:
                raise ParseError(f"move {number}: unexpected {quote(part)}", expected="a move such as a=(1 2 3)")
            name = match[1] or next(letter for letter in letters if letter not in taken)
            moved = _moved(match[2])
            if name in taken or not moved:
                what = "for the second time" if name in taken else "moves nothing"
                raise ParseError(f"move {number}: {name} {what}", expected="different moves that move something")
            taken.add(name)
            yield name, moved

    def text(self, state: Placement) -> str:
        moving = state.moving
        given = [turn for turn in moving.turns if not turn.name.endswith("'")]
        moves = "; ".join(f"{turn.name}={cycles(turn.images)}" for turn in given)
        goal = "" if moving.goal == tuple(range(moving.degree)) else f" : {cycles(moving.goal)}"
        return f"{moves} : {cycles(state.places)}{goal}"

    def whole(self, moving: Moving, text: str) -> str:
        images = tuple(read_cycles(text).get(place, place) for place in range(moving.degree))
        return self.text(Placement(moving, product(moving.goal, images)))
