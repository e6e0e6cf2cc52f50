"""Checks of answers about pencil puzzles.

Solutions are held against the rules by the plain definitions of the constraints. That there is no other is refuted:
the rules are put into clauses anew, every cut that was used must follow from its constraint by a small argument about
one side or one cycle, and a refutation of all of these, with the solutions excluded, is checked step by step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.checks.verdict import REFUTED, Fields, Finding, Room, not_checked, refuted, settled, verified
from perfectplay.constraints import Poster
from perfectplay.constraints.base import LazyData, Lit
from perfectplay.limits import watch_now
from perfectplay.questions.check import check
from perfectplay.questions.pencil import MANY, Uniqueness, broken, posted, read
from perfectplay.result import Result
from perfectplay.system import Position

if TYPE_CHECKING:
    from perfectplay._native import CutData, Proof

HELD = "held every solution against every rule"
REFUTATION = "checked a refutation of any other"


def check_pencil(result: Result[Any], rng: random.Random, room: Room) -> Fields:
    checks: dict[str, Callable[[Result[Any], Room], Fields]] = {
        "check": _check_check,
        "forced": _check_forced,
        "count": _check_count,
        "solve": _check_solve,
        "another": _check_another,
        "solutions": _check_solutions,
        "unique": _check_unique,
    }
    return checks[result.question](result, room)


def _fault(position: Position, claimed: Sequence[Any]) -> str:
    """What is wrong with solutions, by the plain definitions."""
    for each in claimed:
        wrong = broken(position, each)
        if wrong:
            return f"a solution breaks a rule: {wrong[0][0]}"
    return "the same solution twice" if len({str(each) for each in claimed}) < len(claimed) else ""


def _no_other(result: Result[Any], known: Sequence[Any], kept: Uniqueness | None = None) -> Finding:
    """That there is no solution but these."""
    poster = posted(result.position)
    lits = poster.answer_lits()
    rows = [poster.written(each) for each in known]
    fault = _refuted(poster, lits, rows, (kept.proof, list(kept.cuts)) if kept and kept.proof else None)
    how = f"{HELD}, and {REFUTATION}" if known else "checked a refutation of any solution"
    return settled(not fault, how, fault)


def _check_check(result: Result[Any], room: Room) -> Fields:
    again = check(result.position, result.details["given"]).answer
    return {"answer": settled(again == result.answer, "held the answer against every rule", f"it is: {again}")}


def _check_solve(result: Result[Any], room: Room) -> Fields:
    if result.answer is None:
        return {"answer": _no_other(result, []), **_reason(result, "the rules contradict each other")}
    fault = _fault(result.position, [result.answer])
    return {"answer": settled(not fault, HELD, fault), **_same(result, result.answer)}


def _check_another(result: Result[Any], room: Room) -> Fields:
    given = read(result.position, result.details["given"])
    fault = _fault(result.position, [given])
    fields: Fields = {"given": settled(not fault, HELD, fault)}
    if result.answer is None:
        return {"answer": _no_other(result, [given]), **fields, **_reason(result, "there is no other solution")}
    fault = _fault(result.position, [given, result.answer])
    return {"answer": settled(not fault, HELD, fault), **fields, **_same(result, result.answer)}


def _check_solutions(result: Result[Any], room: Room) -> Fields:
    answer, limit, complete = list(result.answer), result.details["limit"], result.details["all"]
    fields = _same(result, answer) if answer else {}
    fault = _fault(result.position, answer)
    if not fault and len(answer) > limit:
        fault = f"{len(answer)} solutions, and {limit} were asked for"
    if not fault and not complete and len(answer) < limit:
        fault = "not all, and yet less than were asked for"
    if fault:
        return {"answer": refuted(fault), **fields}
    fields["answer"] = verified(HELD)
    if complete:
        fields["answer"] = fields["all"] = _no_other(result, answer)
    else:
        fields["all"] = _has_more(result, answer)
    return fields


def _has_more(result: Result[Any], known: Sequence[Any]) -> Finding:
    """That there are solutions besides these: one is found, and held against the rules."""
    poster = posted(result.position)
    lits = poster.answer_lits()
    poster.model.clauses(
        [[-lit if value else lit for lit, value in zip(lits, poster.written(each), strict=True)] for each in known]
    )
    found = _one(result.position, poster)
    return settled(found is not None, "there is another one, held against every rule", "these are all")


def _one(position: Position, poster: Poster) -> Any:
    """A solution of what was posted, which the rules accept; None if there is none."""
    (found, _, _, _), _ = poster.model.solutions(poster.answer_lits(), 1, watch_now().control())
    values = [poster.read(solution) for solution in found]
    return next((each for each in values if not broken(position, each)), None)


def _check_unique(result: Result[Any], room: Room) -> Fields:
    answer: Uniqueness = result.answer
    fault = _fault(result.position, answer.solutions)
    if not fault and len(answer.solutions) > 2:
        fault = "more than two solutions"
    fields = _same(result, list(answer.solutions))
    if fault:
        return {"answer": refuted(fault), **fields}
    if len(answer.solutions) == 2:
        return {"answer": verified(HELD), **fields}
    return {"answer": _no_other(result, answer.solutions, answer), **fields}


def _check_count(result: Result[Any], room: Room) -> Fields:
    """The solutions are found again, each held against the rules, and that there are no others is refuted."""
    number, complete = result.answer, result.details["all"]
    limit = result.details.get("limit")
    if limit is not None and number > limit:
        return {"answer": refuted(f"{number} solutions, and no more than {limit} were to be counted")}
    if not complete and number != (MANY if limit is None else limit):
        return {"answer": refuted("not all, and yet less than were to be counted")}
    if number > room.most:
        return {"answer": not_checked(f"more than {room.most} solutions to go through")}
    position, poster = result.position, posted(result.position)
    (found, _, _, _), _ = poster.model.solutions(poster.answer_lits(), number + 1, watch_now().control())
    values = [poster.read(solution) for solution in found]
    if len(values) < number or (complete and len(values) > number):
        return {"answer": refuted(f"there are {'more' if len(values) > number else len(values)}")}
    fault = _fault(position, values)
    if fault:
        return {"answer": refuted(fault)}
    if not complete:
        more = settled(len(values) > number, "there is another one, held against every rule", "these are all")
        return {"answer": verified(f"found {number} solutions again, each by the rules"), "all": more}
    finding = _no_other(result, values)
    if finding.status != REFUTED:
        finding = verified(f"found {number} solutions again, each by the rules, and {REFUTATION}")
    return {"answer": finding, "all": finding}


def _check_forced(result: Result[Any], room: Room) -> Fields:
    """What all solutions agree on: no solution has another value there, and everywhere else some solution has."""
    position, answer = result.position, result.answer
    if answer is None:
        return {"answer": _no_other(result, []), **_reason(result, "the rules contradict each other")}
    fields: Fields = {}
    known = result.witness
    if known is not None and _fault(position, [known]):
        fields["witness"] = refuted(_fault(position, [known]))
        known = None
    elif known is not None:
        fields["witness"] = verified(HELD)
    if known is None:
        known = _one(position, posted(position))
        if known is None:
            return {"answer": refuted("there is no solution"), **fields}
    if any(known.get(unknown) != value for unknown, value in answer.items()):
        return {"answer": refuted("a solution has other values there"), **fields}
    poster = posted(position)
    lits = poster.lits(answer.items())
    fault = _refuted(poster, lits, [[True] * len(lits)], None) if lits else ""
    if fault:
        return {"answer": refuted(fault), **fields}
    still = {unknown: known[unknown] for unknown, domain in poster.domains.items() if unknown not in answer}
    while still:
        other = _differing(position, still)
        if other is None:
            return {"answer": refuted(f"{len(still)} more are the same in all solutions"), **fields}
        still = {unknown: value for unknown, value in still.items() if other[unknown] == value}
    how = "checked a refutation of any solution with other values there, and found solutions that differ elsewhere"
    return {"answer": verified(how), **fields}


def _differing(position: Position, values: dict[Any, Any]) -> Any:
    """A solution in which one of these unknowns has another value; None if there is none."""
    poster = posted(position)
    poster.model.clauses([[-lit for lit in poster.lits(values.items())]])
    return _one(position, poster)


def _reason(result: Result[Any], sentence: str) -> Fields:
    if result.witness is None:
        return {}
    return {"witness": settled(result.witness == {"reason": sentence}, "so it was shown", "this is not the reason")}


def _same(result: Result[Any], expected: Any) -> Fields:
    """The witness is the answer, or what it is made of."""
    if result.witness is None:
        return {}
    return {"witness": settled(result.witness == expected, "it is the answer", "it is not the answer")}


def _refuted(
    poster: Poster, lits: list[Lit], rows: list[list[bool]], kept: tuple[Proof | None, list[CutData]] | None
) -> str:
    """Refute any solution in which the literals have other values than in one of the rows."""
    different = [[-lit if value else lit for lit, value in zip(lits, row, strict=True)] for row in rows]
    if kept and kept[0]:
        proof, cuts = kept[0], kept[1]
    else:
        poster.model.clauses(different)
        different = []
        (found, _, cuts, _), _ = poster.model.solutions(lits, 1, watch_now().control())
        if found:
            return "there is another solution"
        proof, _ = poster.model.proof(lits, [], cuts, watch_now().control())
    formula = poster.model.formula()
    clauses = {frozenset(clause) for clause in formula}
    for clause, number, cycle in cuts:
        if not follows(poster.lazy[number], clause, cycle, clauses):
            return "a cut does not follow from the rules"
    fault = proof.check([*formula, *(clause for clause, _, _ in cuts), *different])
    return fault or ""


def follows(lazy: LazyData, clause: list[Lit], cycle: list[int], clauses: set[frozenset[Lit]]) -> bool:
    """Does a cut follow from its constraint?"""
    kind, data, edges = lazy
    given = set(clause)
    if kind == "connected":
        return apart(data, edges, given)
    around = [edges[number] for number in cycle]
    ends = [v for _, a, b in around for v in (a, b)]
    whole = len(set(cycle)) == len(cycle) > 1 and all(ends.count(v) == 2 for v in ends) and joined(around)
    on = {lit for lit, _, _ in around}
    if not whole or not {-lit for lit in on} <= given:
        return False
    elsewhere = any(-lit in given for lit, _, _ in edges if lit not in on)
    return elsewhere or any(
        not set(needed) & on and any(each <= set(needed) for each in clauses_about(clauses, needed)) for needed in data
    )


def apart(vertices: list[Lit], edges: list[tuple[Lit, int, int]], given: set[Lit]) -> bool:
    """Are two vertices that are there, unless the clause is true, separated by those which the clause asks for?"""
    left = {v for v, lit in enumerate(vertices) if lit == 0 or lit not in given}
    beside: dict[int, list[int]] = {v: [] for v in left}
    for lit, a, b in edges:
        if a in left and b in left and (lit == 0 or lit not in given):
            beside[a].append(b)
            beside[b].append(a)
    sure = [v for v in left if vertices[v] == 0 or -vertices[v] in given]
    reached = sure[:1]
    seen = set(reached)
    for v in reached:
        fresh = [w for w in beside[v] if w not in seen]
        seen.update(fresh)
        reached.extend(fresh)
    return not seen.issuperset(sure)


def clauses_about(clauses: set[frozenset[Lit]], needed: list[Lit]) -> list[frozenset[Lit]]:
    """Clauses that say that one of these is there: all of them, and all but one or two."""
    whole = frozenset(needed)
    smaller = [whole - {lit} for lit in whole]
    smallest = [each - {lit} for each in smaller for lit in each]
    return [each for each in (whole, *smaller, *smallest, *(frozenset({lit}) for lit in whole)) if each in clauses]


def joined(cycle: list[tuple[Lit, int, int]]) -> bool:
    """Is it one cycle, not several?"""
    at: dict[int, list[int]] = {}
    for _, a, b in cycle:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    reached = [cycle[0][1]]
    seen = set(reached)
    for v in reached:
        fresh = [w for w in at[v] if w not in seen]
        seen.update(fresh)
        reached.extend(fresh)
    return len(seen) == len(at)
