"""Team Private Constraint Logic, bounded.

The players of two teams, L1, L2 … and R1, R2 …, take turns in a fixed order. Each has edges of his own in a constraint
graph and sees only these and some others. On his turn a player reverses one of his edges, each of them once, if the
edges that he sees show that its head keeps its minimum inflow; or he passes. A player who has given all his edges in
the goal their directions wins for his team; play ends without a winner when everybody has passed in turn. Can Left's
team win by a joint plan, in which everybody acts on what he has seen, whatever the others do?
Text: as for ``ncl``, with the owner after the weight of an edge: ``a>b:2L1``; then the players in the order of their
turns, each after a bar, with the edges that he sees besides his own: ``| L1 sees c-d | R1 | L2``. A ``*`` marks edges
that have been reversed. A plan lists what a player does by all that he has seen on his turns.

Complexity: NEXPTIME-complete (Hearn & Demaine 2009). If edges may be reversed any number of times it is undecidable,
with three players already; this is the game with ``bounded=False``, which answers nothing.

>>> pp.solve(pp.load("team_cl", "a>b:L1 b>c:L2; a=0 b=0 c=0 -> c>b | L1 | R1 | L2 sees a-b"))
L1 sees a>b: a-b; L2 sees a<b* b>c: b-c
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.errors import NotApplicable, ParseError
from perfectplay.families.constraint_logic.drawing import draw
from perfectplay.families.constraint_logic.teams import JointPlan, Table
from perfectplay.kinds.orientation import ConstraintLogic
from perfectplay.picture import Picture
from perfectplay.system import Strategic

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.result import Result


class TeamCl(ConstraintLogic, Strategic):
    name = "Team Private Constraint Logic"
    aliases = ("team constraint logic",)
    systems = ("S019",)
    source = "Hearn & Demaine 2009, Games, Puzzles, and Computation, chapter 7"
    players: ClassVar[int] = 2
    options: ClassVar = {"bounded": True}
    bounded: bool = True
    once = True
    owned = True
    sample = "r>s:R1 a>b:2L1 b>c:2L2 d>b:2L2; a=0 r=0 s=0 c=0 d=0 b=2 -> c>b | R1 | L1 sees r-s d-b | L2 sees a-b"
    samples = {"blind": "r>s:R1 a>b:L1; a=0 b=0 r=0 s=0 -> b>a | R1 | L1"}

    def parse(self, text: str) -> Table:
        table = Table.parse(text)
        self.checked(table.configuration)
        edges, names = table.configuration.graph.edges, table.configuration.graph.names
        for number, _ in table.configuration.graph.goal:
            if not edges[number].owner:
                raise ParseError(f"{names[number]} in the goal belongs to nobody", expected="a player such as L1")
        if not any(player.startswith("L") for player in table.order):
            raise ParseError("Left's team has no player", expected="an edge of L1")
        return table

    def text(self, state: Table) -> str:
        return str(state)

    def picture(self, state: Table) -> Picture:
        drawn = draw(state.configuration, self.name)
        players = [f"| {player}" for player in str(state).split(" | ")[1:]]
        return replace(drawn, lines=(*drawn.lines, *players))

    def decidable(self) -> None:
        if not self.bounded:
            raise NotApplicable(
                "team_cl: with bounded=False it is undecidable whether a team can win (Hearn & Demaine 2009)"
            )

    def read_strategy(self, state: Table, raw: Any) -> JointPlan:
        return JointPlan.from_json(raw)

    def check_strategy(self, result: Result[Any], room: Room) -> Fields:
        from perfectplay.checks.plans import check_plan

        return check_plan(result, room)
