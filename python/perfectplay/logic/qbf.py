"""Quantified Boolean formulas (QBF), as a game.

The variables get values, 0 or 1, in the order of the prefix. Exists, who is Left, chooses those that are bound by
``exists``, and Forall, who is Right, the others. Exists wins if the matrix is true in the end, that is, if every clause
has a true literal; so Exists wins under perfect play if and only if the formula is true.
Text: the prefix and the matrix, ``exists a b; forall c; (a | c) & (b | ~c)``; variables that have a value already, the
first ones, are written ``a=1``. A matrix of any other form is turned into clauses with further variables. Also read:
QDIMACS. Moves: ``a=0``, ``a=1``.

Complexity: PSPACE-complete (Stockmeyer & Meyer 1973); with k blocks complete for the k-th level of the polynomial
hierarchy (Wrathall 1976).

>>> pp.solve(pp.load("qbf", "exists a; forall b; exists c; (a | b) & (b | c) & (~b | ~c)"))
a = 1; c = ~b
>>> pp.solve(pp.load("qbf", "forall a; exists b; (a | b) & (a | ~b)")).witness["strategy"]
a = 0
"""

from collections.abc import Iterator

from perfectplay.families.quantified import Stage
from perfectplay.formulas import EXISTS
from perfectplay.kinds.quantified import QuantifierGame
from perfectplay.players import LEFT, RIGHT, Player


class Qbf(QuantifierGame):
    name = "QBF"
    aliases = ("tqbf", "qsat")
    systems = ("S022",)
    source = "Stockmeyer & Meyer 1973, Word problems requiring exponential time (STOC)"
    sample = "exists a; forall b c; exists d e; (a | b | d) & (~b | c | ~d) & (~a | ~c | e) & (b | ~d | ~e) & (a | ~e)"
    samples = {
        "copy": "forall a b; exists c d; (a <-> c) & (b <-> d)",
        "false": "exists a; forall b; exists c d; (a | ~b | c) & (~a | b | d) & (~c | ~b) & (~a | b | ~d)",
        "formula": "forall x; exists y; forall z; (x ^ y) & (z -> x | y)",
        "qdimacs": "p cnf 4 4\ne 1 0\na 2 3 0\ne 4 0\n1 2 4 0\n-2 3 -4 0\n-1 -3 4 0\n1 3 0\n",
    }
    moves_on = True

    def moves(self, state: Stage, player: Player) -> Iterator[str]:
        """Before variants are applied: Exists is Left."""
        if state.quantifier is not None and player is (LEFT if state.quantifier == EXISTS else RIGHT):
            name = state.qbf.names[len(state.values)]
            yield from (f"{name}=0", f"{name}=1")

    def play(self, state: Stage, move: str) -> Stage:
        return state.then(int(move[-1]))

    def again(self, state: Stage, move: str) -> bool:
        return state.then(0).quantifier == state.quantifier

    def to_move(self, state: Stage) -> Player | None:
        return None if state.quantifier is None else self.player_of(state.quantifier)

    def winner(self, state: Stage) -> Player | None:
        if state.quantifier is not None:
            return None
        return self.player_of(EXISTS) if state.holds else self.player_of(EXISTS).opponent
