"""Joint plans: every play in which a team keeps to its plan is won; and where there is no plan, all are tried."""

from __future__ import annotations

import re
from typing import Any

from perfectplay.checks.again import asked_again
from perfectplay.checks.verdict import Fields, Room, TooMany, refuted, settled
from perfectplay.families.constraint_logic.teams import Knowledge, Play, follow
from perfectplay.result import Result


def check_plan(result: Result[Any], room: Room) -> Fields:
    table, plan = result.position.state, result.answer
    if plan is None:
        try:
            fields = {"answer": settled(not _can_win(Play.begin(table), room), "all plans were tried", "a plan wins")}
        except TooMany:
            fields = {"answer": asked_again(result, room, of=lambda found: found is None)}
        if result.witness is not None:
            told = result.witness.get("reason") if isinstance(result.witness, dict) else None
            said = bool(re.fullmatch(r"exhausted: \d+ positions searched, no plan is left", str(told)))
            fields["witness"] = fields["answer"] if said else refuted("this is not the reason")
        return fields
    used: set[Knowledge] = set()
    try:
        for number, play in enumerate(follow(table, dict(plan.choices), used)):
            room.hold(number)
            if not play.table.over:
                return {"answer": refuted(f"the plan has no legal move for {' / '.join(play.knowledge)}")}
            if play.table.winner != "L":
                return {"answer": refuted(f"the plan does not win: {play.table}")}
    except TooMany:
        return {"answer": asked_again(result, room, of=lambda found: found is None)}
    if len(dict(plan.choices)) != len(plan.choices) or used != set(dict(plan.choices)):
        return {"answer": refuted("the plan speaks of what never happens, or twice of the same")}
    fields = {"answer": settled(True, "followed the plan against everything that the others can do")}
    if result.witness is not None:
        fields["witness"] = settled(result.witness == plan, "it is the answer", "it is not the answer")
    return fields


def _can_win(begun: Play, room: Room) -> bool:
    """By trying every move wherever the plan so far says nothing: one play after the other, and back."""
    stack: list[tuple[dict[Knowledge, str], list[Play]]] = [({}, [begun])]
    tried = 0
    while stack:
        plan, todo = stack.pop()
        lost = False
        while todo and not lost:
            tried += 1
            room.hold(tried)
            play = todo.pop()
            if play.table.over:
                lost = play.table.winner != "L"
            elif play.table.player.startswith("R"):
                todo += [play.after(move) for move in play.table.moves()]
            elif play.knowledge in plan:
                todo.append(play.after(plan[play.knowledge]))
            else:
                for move in play.table.moves():
                    stack.append(({**plan, play.knowledge: move}, [*todo, play]))
                break
        else:
            if not lost:
                return True
    return False
