"""Checks of answers about pencil puzzles.

Solutions are checked against the rules by the plain definitions of the constraints. Any other solution is refuted: the
rules are translated into clauses anew, every cut that was used must follow from its constraint by a small argument
about one side or one cycle, and a refutation of all of these, with the solutions excluded, is checked step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.checks.verdict import Fields, Finding, settled
from perfectplay.constraints import Poster
from perfectplay.constraints.base import LazyData, Lit
from perfectplay.limits import watch_now
from perfectplay.position import Position
from perfectplay.result import Result

if TYPE_CHECKING:
    from perfectplay._native import CutData, Proof

HELD = "checked every solution against every rule"
REFUTATION = "checked a refutation of any other"


def fault_of(position: Position, claimed: Sequence[Any]) -> str:
    """What is wrong with solutions, by the plain definitions."""
    for each in claimed:
        wrong = position.system.broken(position.state, each)
        if wrong:
            return f"a solution breaks a rule: {wrong[0][0]}"
    return "the same solution twice" if len({str(each) for each in claimed}) < len(claimed) else ""


def no_other(
    result: Result[Any], known: Sequence[Any], kept: tuple[Proof | None, list[CutData]] | None = None
) -> Finding:
    """That there is no solution but these. If it is at most one, others that stand for more are refuted, and it must
    not stand for another."""
    poster = result.position.system.posted(result.position.state, least=len(known) < 2)
    lits = poster.answer_lits()
    rows = [poster.written(each) for each in known]
    fault = refutation_fails(poster, lits, rows, kept)
    if not fault and len(known) == 1 and poster.altered(known[0]) is not None:
        fault = "there is another solution"
    how = f"{HELD}, and {REFUTATION}" if known else "checked a refutation of any solution"
    return settled(not fault, how, fault)


def has_more(result: Result[Any], known: Sequence[Any]) -> Finding:
    """That there are solutions besides these: one is found, and checked against the rules."""
    poster = result.position.system.posted(result.position.state)
    lits = poster.answer_lits()
    poster.model.clauses(
        [[-lit if value else lit for lit, value in zip(lits, poster.written(each), strict=True)] for each in known]
    )
    found = one_solution(result.position, poster)
    return settled(found is not None, "there is another one, checked against every rule", "these are all")


def one_solution(position: Position, poster: Poster) -> Any:
    """A solution of what was posted, which the rules accept; None if there is none."""
    (found, _, _, _), _ = poster.model.solutions(poster.answer_lits(), 1, watch_now().control())
    values = [poster.read(solution) for solution in found]
    return next((each for each in values if not position.system.broken(position.state, each)), None)


def differing(position: Position, values: dict[Any, Any]) -> Any:
    """A solution in which one of these unknowns has another value; None if there is none."""
    poster = position.system.posted(position.state)
    poster.model.clauses([[-lit for lit in poster.lits(values.items())]])
    return one_solution(position, poster)


def reason(result: Result[Any], sentence: str) -> Fields:
    if result.witness is None:
        return {}
    return {"witness": settled(result.witness == {"reason": sentence}, "this was shown", "this is not the reason")}


def same(result: Result[Any], expected: Any) -> Fields:
    """The witness is the answer, or what it is made of."""
    if result.witness is None:
        return {}
    return {"witness": settled(result.witness == expected, "it is the answer", "it is not the answer")}


def refutation_fails(
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
    lazy = poster.lazy
    for clause, number, cycle in cuts:
        if not follows(lazy[number], clause, cycle, clauses):
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
    """Are two vertices that are present, unless the clause is true, separated by those that the clause names?"""
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
    """Clauses that say that one of these is present: all of them, and all but one or two."""
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
