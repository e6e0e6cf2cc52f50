"""Permutation puzzles from any generators.

Moves permute the items on numbered places; solved when every item is at home, or where the goal has it.
Text: moves in cycle notation, a colon, where the items are, and, after another colon, the goal if it is not home:
``a=(1 2 3 4); b=(1 5) : (1 2)(3 4)``. The cycle ``(1 2 3 4)`` sends what is at place 1 to place 2, and so on. A move
without a name gets a letter. The inverse of a move is written with a prime, ``a'`` (not allowed with
``inverses=False``). Metric: moves.

The group of the moves is ``position.system.group(position)``: its order, whether it contains an arrangement, and moves
that lead there. ``solve`` gives a shortest solution; ``method="schreier sims"`` some solution at any size, and
``method="bounded cycles"`` one of O(n^2) moves where every move is a short cycle.

Complexity: solvability is polynomial (Furst, Hopcroft & Luks 1980); a shortest solution is PSPACE-complete to find
(Jerrum 1985).

>>> pp.solve(pp.load("permutation_puzzle", "a=(1 2 3); b=(3 4) : (1 2)(3 4)"))
a b a' b a
"""

from perfectplay.errors import ParseError, quote
from perfectplay.families.solids import megaminx, skewb
from perfectplay.kinds.permutation import (
    Moving,
    PermutationSystem,
    Placement,
    Turn,
    cycles,
    filled,
    inverse,
    product,
    read_cycles,
    read_moves,
)


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
        moves = read_moves(parts[0])
        start, goal = map(read_cycles, (*parts[1:], "()")[:2])
        degree = 1 + max((a for moved in (*moves.values(), start, goal) for a, b in moved.items() if a != b), default=0)
        turns: list[Turn] = []
        for name, moved in moves.items():
            images = filled(moved, degree)
            turns.append(Turn(name, images))
            if self.inverses and inverse(images) != images:
                turns.append(Turn(name + "'", inverse(images)))
        return Placement(Moving(degree, turns, filled(goal, degree)), filled(start, degree))

    def text(self, state: Placement) -> str:
        moving = state.moving
        given = [turn for turn in moving.turns if not turn.name.endswith("'")]
        moves = "; ".join(f"{turn.name}={cycles(turn.images)}" for turn in given)
        goal = "" if moving.goal == tuple(range(moving.degree)) else f" : {cycles(moving.goal)}"
        return f"{moves} : {cycles(state.places)}{goal}"

    def whole(self, moving: Moving, text: str) -> str:
        images = filled(read_cycles(text), moving.degree)
        return self.text(Placement(moving, product(moving.goal, images)))
