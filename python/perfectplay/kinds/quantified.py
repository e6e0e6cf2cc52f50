"""Games of quantifiers: how a formula and what is set so far are read, drawn and exported, and strategies as functions.

The states, and strategies as functions of earlier variables, are those of :mod:`perfectplay.families.quantified`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.constraints import Assignment
from perfectplay.errors import NotApplicable
from perfectplay.families.quantified import Functions, Stage
from perfectplay.formulas import EXISTS, QBF
from perfectplay.kinds.formulas import drawn
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Picture
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.system import State, Strategic

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.result import Result


class QuantifierGame(PlainGame, Strategic):
    longest: ClassVar[int] = 1 << 24
    asked_for: ClassVar[str] = EXISTS
    """The side that ``solve`` looks for a strategy of."""

    def parse(self, text: str) -> Stage:
        return Stage.read(text)

    def from_object(self, source: object) -> State:
        """The formula itself."""
        return Stage(source) if isinstance(source, QBF) else super().from_object(source)

    def text(self, state: Stage) -> str:
        return str(state)

    def picture(self, state: Stage) -> Picture:
        """The prefix, and a row for each clause."""
        prefix, _, _ = str(state).rpartition("; ")
        values: Assignment = dict(zip(state.qbf.names, state.values, strict=False))
        return drawn(state.qbf.matrix, values, prefix.split(), self.name)

    @property
    def forms(self) -> tuple[str, ...]:
        return ("qdimacs",)

    def exported(self, state: Stage, form: str, answer: Any = None) -> str:
        """What is left of the formula, for QBF solvers."""
        if answer is not None:
            raise NotApplicable("export: qdimacs holds no strategy (expected none)")
        return state.rest.qdimacs()

    def player_of(self, quantifier: str) -> Player:
        """Who chooses the values of its variables, variants applied."""
        owner = LEFT if quantifier == EXISTS else RIGHT
        return owner.opponent if self.mirrored else owner

    def read_strategy(self, state: Stage, raw: Any) -> Functions:
        return Functions.from_json(state, raw)

    def check_strategy(self, result: Result[Any], room: Room) -> Fields:
        from perfectplay.checks.functions import check_functions

        return check_functions(result, room)
