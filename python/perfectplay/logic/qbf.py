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

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from perfectplay.errors import NotApplicable
from perfectplay.families.quantified import Functions, Stage
from perfectplay.formulas import EXISTS, QBF
from perfectplay.kinds.formulas import drawn
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Picture
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.system import Strategic

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.result import Result


class Qbf(PlainGame, Strategic):
    name = "QBF"
    systems = ("S022",)
    source = "Stockmeyer & Meyer 1973, Word problems requiring exponential time (STOC)"
    sample = "exists a; forall b c; exists d e; (a | b | d) & (~b | c | ~d) & (~a | ~c | e) & (b | ~d | ~e) & (a | ~e)"
    samples = {
        "copy": "forall a b; exists c d; (a <-> c) & (b <-> d)",
        "false": "exists a; forall b; exists c d; (a | ~b | c) & (~a | b | d) & (~c | ~b) & (~a | b | ~d)",
        "formula": "forall x; exists y; forall z; (x ^ y) & (z -> x | y)",
        "qdimacs": "p cnf 4 4\ne 1 0\na 2 3 0\ne 4 0\n1 2 4 0\n-2 3 -4 0\n-1 -3 4 0\n1 3 0\n",
    }
    longest = 1 << 24
    moves_on = True
    asked_for = EXISTS
    """The side that ``solve`` looks for a strategy of."""

    def read(self, source: object) -> Stage:
        """Also from the formula itself."""
        found = Stage(source) if isinstance(source, QBF) else super().read(source)
        assert isinstance(found, Stage)
        return found

    def parse(self, text: str) -> Stage:
        return Stage.read(text)

    def text(self, state: Stage) -> str:
        return str(state)

    def picture(self, state: Stage) -> Picture:
        """The prefix, and a row for each clause."""
        prefix, _, _ = str(state).rpartition("; ")
        return drawn(
            state.qbf.matrix, dict(zip(state.qbf.names, state.values, strict=False)), prefix.split(), self.name
        )

    def moves(self, state: Stage, player: Player) -> Iterator[str]:  # type: ignore[override]
        if state.quantifier is not None and player is _owner(state.quantifier):
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

    def player_of(self, quantifier: str) -> Player:
        owner = _owner(quantifier)
        return owner.opponent if self.mirrored else owner

    @property
    def forms(self) -> tuple[str, ...]:
        return ("qdimacs",)

    def exported(self, state: Stage, form: str, answer: Any = None) -> str:
        """What is left of the formula, for QBF solvers."""
        if answer is not None:
            raise NotApplicable("export: qdimacs holds no strategy (expected none)")
        return state.rest.qdimacs()

    def read_strategy(self, state: Stage, raw: Any) -> Functions:
        return Functions.from_json(state, raw)

    def check_strategy(self, result: Result[Any], room: Room) -> Fields:
        from perfectplay.checks.functions import check_functions

        return check_functions(result, room)


def _owner(quantifier: str) -> Player:
    return LEFT if quantifier == EXISTS else RIGHT
