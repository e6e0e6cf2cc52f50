"""Checks of answers about pencil puzzles.

Solutions are held against the rules by the plain definitions of the constraints. That there is no other is refuted:
the rules are put into clauses anew, every cut that was used must follow from its constraint by a small argument about
one side or one cycle, and a refutation of all of these, with the solution excluded, is checked step by step.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.checks.verified import Verified
from perfectplay.constraints import Poster
from perfectplay.constraints.base import LazyData, Lit
from perfectplay.questions.pencil import Uniqueness, broken, posted, read
from perfectplay.result import Result
from perfectplay.system import Position

if TYPE_CHECKING:
    from perfectplay._native import CutData, Proof

NOTHING = (None, None, None, None, None)
"""No limits."""


def verdict(holds: bool, how: str) -> Verified:
    return Verified(holds, how, complete=True)


def verify_pencil(result: Result[Any], _: random.Random) -> Verified:
    position, answer = result.position, result.answer
    if result.question == "check":
        wrong = tuple(sentence for sentence, _ in broken(position, read(position, result.details["given"])))
        holds = wrong == (answer.broken if not isinstance(answer, bool) else wrong) and bool(answer) == (not wrong)
        return verdict(holds, "held the answer against every rule")
    if result.question == "forced":
        return verify_forced(result)
    if result.question == "count":
        number = recount(position, answer, result.details.get("all", True))
        return verdict(number == answer, f"found {number} solutions again, each by the rules")
    claimed: list[Any] = {
        "solve": lambda: [] if answer is None else [answer],
        "another": lambda: [read(position, result.details["given"])] + ([] if answer is None else [answer]),
        "solutions": lambda: list(answer),
        "unique": lambda: list(answer.solutions),
    }[result.question]()
    for each in claimed:
        wrong = tuple(sentence for sentence, _ in broken(position, each))
        if wrong:
            return verdict(False, f"a solution breaks a rule: {wrong[0]}")
    if len({str(each) for each in claimed}) < len(claimed):
        return verdict(False, "the same solution twice")
    complete = {
        "solve": answer is None,
        "another": answer is None,
        "solutions": bool(result.details.get("all")),
        "unique": result.question == "unique" and len(answer.solutions) < 2,
    }[result.question]
    if not complete:
        return verdict(True, "held every solution against every rule")
    kept = answer if isinstance(answer, Uniqueness) else None
    fault = no_other(position, claimed, kept)
    return verdict(not fault, fault or "held every solution against every rule, and checked a refutation of any other")


def recount(position: Position, number: int, complete: bool) -> int:
    poster = posted(position)
    (found, _, _, _), _ = poster.model.solutions(poster.answer_lits(), number + complete, NOTHING)
    return sum(not broken(position, poster.read(solution)) for solution in found)


def verify_forced(result: Result[Any]) -> Verified:
    position, answer = result.position, result.answer
    if answer is None:
        fault = no_other(position, [], None)
        return verdict(not fault, fault or "checked a refutation of any solution")
    witness = read(position, result.witness)
    if broken(position, witness) or any(witness.get(unknown) != value for unknown, value in answer.items()):
        return verdict(False, "the witness is no solution, or has other values")
    poster = posted(position)
    lits = poster.lits(answer.items())
    fault = refuted(poster, lits, [[True] * len(lits)], None) if lits else ""
    return verdict(not fault, fault or "checked a refutation of any solution with other values there")


def no_other(position: Position, known: Sequence[Any], kept: Uniqueness | None) -> str:
    """Empty if there is no solution but these; otherwise what is wrong with the argument."""
    poster = posted(position)
    lits = poster.answer_lits()
    rows = [poster.written(each) for each in known]
    return refuted(poster, lits, rows, (kept.proof, list(kept.cuts)) if kept and kept.proof else None)


def refuted(
    poster: Poster, lits: list[Lit], rows: list[list[bool]], kept: tuple[Proof | None, list[CutData]] | None
) -> str:
    """Refute any solution in which the literals have other values than in one of the rows."""
    different = [[-lit if value else lit for lit, value in zip(lits, row, strict=True)] for row in rows]
    if kept and kept[0]:
        proof, cuts = kept[0], kept[1]
    else:
        poster.model.clauses(different)
        different = []
        (found, _, cuts, _), _ = poster.model.solutions(lits, 1, NOTHING)
        if found:
            return "there is another solution"
        proof, _ = poster.model.proof(lits, [], cuts, NOTHING)
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
