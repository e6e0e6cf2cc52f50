"""Strategies as functions: they depend on earlier variables only, and they win.

Small ones are played out against all values of the other's variables. Otherwise the choices become clauses, together
with those that say that the play was lost, and a refutation of all that is checked step by step. Neither knows how the
functions were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from perfectplay._native import Model
from perfectplay.checks.again import asked_again
from perfectplay.checks.verdict import VERIFIED, Fields, Finding, Room, TooMany, not_checked, refuted, settled
from perfectplay.errors import LimitReached
from perfectplay.families.quantified import Functions, Stage
from perfectplay.formulas import EXISTS, FORALL
from perfectplay.formulas.dimacs import Clause
from perfectplay.limits import watch_now
from perfectplay.players import Outcome
from perfectplay.position import Position
from perfectplay.result import Result


def check_functions(result: Result[Any], room: Room) -> Fields:
    """A winning strategy of the side that is asked for, or none and one of the other side."""
    position, strategy = result.position, result.answer
    side = position.system.asked_for
    if strategy is not None:
        fields = {"answer": wins(position, strategy, side, room)}
        if result.witness is not None:
            fields["witness"] = settled(result.witness == strategy, "it is the answer", "it is not the answer")
        return fields
    other = FORALL if side == EXISTS else EXISTS
    witness = _against(result, other, room)
    if witness is not None and witness.status == VERIFIED:
        return {"answer": witness, "witness": witness}
    try:
        how = "gone through all values of all variables"
        answer = settled(not true(position.state, room), how, f"{how}: the formula is true")
    except TooMany:
        answer = asked_again(result, room, of=lambda found: found is None)
    return {"answer": answer} if witness is None else {"answer": answer, "witness": witness}


def _against(result: Result[Any], side: str, room: Room) -> Finding | None:
    """The strategy that a witness has for the other side."""
    witness = result.witness
    if witness is None:
        return None
    reason = f"{side} has a winning strategy"
    if not isinstance(witness, dict) or set(witness) != {"reason", "strategy"} or witness["reason"] != reason:
        return refuted("this is not the reason")
    raw = witness["strategy"]
    strategy = raw
    if not isinstance(raw, Functions):
        try:
            strategy = result.position.system.read_strategy(result.position.state, raw)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return refuted(f"the strategy cannot be read: {error}")
        if strategy.to_json() != raw:
            return refuted("the strategy is not written as strategies are")
    return wins(result.position, strategy, side, room)


def wins(position: Position, strategy: Functions, side: str, room: Room) -> Finding:
    """Does this strategy win for this side from here?"""
    if strategy.stage != position.state or strategy.quantifier != side:
        return refuted("it is a strategy for something else")
    fault = misshapen(strategy)
    if fault:
        return refuted(fault)
    lost: str | None
    try:
        lost = played_out(strategy, room)
        how = f"the functions of {side} win against all values of the other variables"
    except TooMany:
        lost = substituted(strategy)
        how = f"the functions of {side} were put into the formula, and that they fail was refuted step by step"
    if lost is None:
        return not_checked("the refutation could not be checked")
    return settled(not lost, how, f"it loses if {lost}" if lost else "")


def decided(result: Result[Any], room: Room) -> Finding:
    """An outcome against a strategy of the winner, whoever that is."""
    try:
        found = room.result("solve", result.position)
    except LimitReached:
        return not_checked(room.excuse)
    strategy: Functions = found.witness["strategy"] if found.answer is None else found.answer
    side = strategy.quantifier
    finding = wins(result.position, strategy, side, room)
    if finding.status != VERIFIED:
        return not_checked(room.excuse)
    winner = result.position.system.player_of(side)
    return settled(result.answer == Outcome(winner, winner), finding.how, f"{winner} wins: {finding.how}")


def misshapen(strategy: Functions) -> str:
    """Why it is not a strategy at all, whether it wins or not; empty if it is one."""
    stage, names = strategy.stage, strategy.stage.qbf.names
    start = {
        n: numbers[0] for quantifier, numbers in stage.blocks if quantifier == strategy.quantifier for n in numbers
    }
    """The first variable of the block of each variable that is to be set."""
    done: set[int] = set()
    for choices in strategy.lists:
        if [not choice.when for choice in choices] != [False] * (len(choices) - 1) + [True]:
            return "the last choice of a list, and no other, is to be made without a condition"
        numbers = [abs(literal) for literal in choices[0].play]
        said = " ".join(names[number - 1] for number in numbers)
        if (
            not numbers
            or not done.isdisjoint(numbers)
            or numbers != sorted(set(numbers))
            or not start.keys() >= set(numbers)
        ):
            return f"a list sets {said or 'nothing'} (expected variables of {strategy.quantifier}, once each, in order)"
        if len({start[number] for number in numbers}) > 1:
            return f"a list sets {said}, which are of several blocks"
        for when, play in choices:
            if [abs(literal) for literal in play] != numbers:
                return f"a choice does not set just {said}, as others of its list do"
            if any(not len(stage.values) < abs(literal) < start[numbers[0]] for clause in when for literal in clause):
                return f"a choice for {said} depends on what is not set before"
        done.update(numbers)
    missing = next((names[number - 1] for number in start if number not in done), "")
    return f"there is no choice for {missing}" if missing else ""


# by going through all values ----------------------------------------------------------------------------------------


def _met(clauses: Iterable[Clause], values: dict[int, bool]) -> bool:
    return all(any(values[abs(literal)] == (literal > 0) for literal in clause) for clause in clauses)


def _named(stage: Stage, literals: Iterable[int]) -> str:
    return (
        " ".join(f"{stage.qbf.names[abs(literal) - 1]}={int(literal > 0)}" for literal in literals) or "nothing is set"
    )


def played_out(strategy: Functions, room: Room) -> str:
    """Values of the other's variables against which the strategy loses; empty if there are none. Raises TooMany."""
    stage = strategy.stage
    free = [number for quantifier, each in stage.blocks if quantifier != strategy.quantifier for number in each]
    room.hold(1 << min(len(free), 64))
    in_order = sorted(strategy.lists, key=lambda choices: abs(choices[0].play[0]))
    for bits in range(1 << len(free)):
        room.watch()
        values = {number: bool(bits >> place & 1) for place, number in enumerate(free)}
        chosen = {**{number: bool(value) for number, value in enumerate(stage.values, 1)}, **values}
        for choices in in_order:
            play = next(play for when, play in choices if _met(when, chosen))
            chosen.update((abs(literal), literal > 0) for literal in play)
        if _met(stage.qbf.matrix.clauses, chosen) != (strategy.quantifier == EXISTS):
            return _named(stage, (number if value else -number for number, value in values.items()))
    return ""


def true(stage: Stage, room: Room) -> bool:
    """Is the formula true, by the definition? Raises TooMany."""
    room.hold(1 << min(len(stage.qbf.names) - len(stage.values), 64))
    order = [(quantifier, number) for quantifier, numbers in stage.blocks for number in numbers]
    given = {number: bool(value) for number, value in enumerate(stage.values, 1)}
    row = []
    for bits in range(1 << len(order)):
        room.watch()
        chosen = {number: bool(bits >> place & 1) for place, (_, number) in enumerate(order)}
        row.append(_met(stage.qbf.matrix.clauses, {**given, **chosen}))
    while order:  # the innermost variable is the highest bit
        quantifier, _ = order.pop()
        half = len(row) // 2
        join = any if quantifier == EXISTS else all
        row = [join(pair) for pair in zip(row[:half], row[half:], strict=True)]
    return row[0]


# by a refutation ----------------------------------------------------------------------------------------------------


def substituted(strategy: Functions) -> str | None:
    """The same by clauses: None if there are no such values, but the proof of that has a gap."""
    stage = strategy.stage
    model = Model()
    model.variables(len(stage.qbf.names))
    model.clauses([[number if value else -number] for number, value in enumerate(stage.values, 1)])
    for choices in strategy.lists:
        _post(model, choices)
    if strategy.quantifier == FORALL:
        model.clauses(stage.qbf.matrix.clauses)
    else:
        broken = [model.variables(1) for _ in stage.qbf.matrix.clauses]
        for each, clause in zip(broken, stage.qbf.matrix.clauses, strict=True):
            model.clauses([[-each, -literal] for literal in clause])
        model.clauses([broken])
    free = [number for quantifier, each in stage.blocks if quantifier != strategy.quantifier for number in each]
    (found, _, _, _), _ = model.solutions(free, 1, watch_now().control())
    if found:
        return _named(stage, (number if value else -number for number, value in zip(free, found[0], strict=True)))
    proof, _ = model.proof(free, [], [], watch_now().control())
    return None if proof.check(model.formula()) else ""


def _post(model: Model, choices: Sequence[tuple[Sequence[Clause], Clause]]) -> None:
    """What is played: the first choice that holds."""
    before: list[int] = []  # "no choice so far holds", if there were any
    for when, play in choices:
        needed = []
        for clause in when:
            if len(clause) == 1:
                needed.append(clause[0])
                continue
            met = model.variables(1)
            model.clauses([[-met, *clause], *([met, -literal] for literal in clause)])
            needed.append(met)
        holds = model.variables(1)
        model.clauses([[holds, *(-each for each in needed)], *([-holds, each] for each in needed)])
        model.clauses([[-holds, *(-each for each in before), literal] for literal in play])
        none = model.variables(1)
        model.clauses(
            [[none, holds, *(-each for each in before)], [-none, -holds], *([-none, each] for each in before)]
        )
        before = [none]
