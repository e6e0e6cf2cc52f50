"""A plan for a team whose players see different things, by search over what each of them can know."""

from perfectplay.families.constraint_logic.teams import JointPlan, joint_plan
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.result import Stats

systems = ("team_cl",)


def applies(position: Position) -> bool:
    position.system.decidable()
    return True


def solve(position: Position, asked: Asked) -> Found:
    found, visited = joint_plan(position.state)
    if found is None:
        return Found(None, {"reason": f"exhausted: {visited} positions searched, no plan is left"}, Stats(visited))
    plan = JointPlan(tuple(found.items()))
    return Found(plan, plan, Stats(visited))
