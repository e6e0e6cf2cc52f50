"""Formulas into clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from perfectplay.errors import LimitReached
from perfectplay.formulas.formula import Formula, Node

MOST_CLAUSES = 1024
"""Clauses that multiplying out may make."""


def encode(
    formula: Formula,
    number: Mapping[str, int],
    fresh: Callable[[], int],
    emit: Callable[[list[int]], object],
) -> None:
    """Clauses that say that a formula is true (Tseitin 1968).

    ``number`` is that of each variable, ``fresh`` makes another one, ``emit`` takes a clause. What is a clause already
    stays as it is. Every other part gets a variable that is *equal* to it, so that each solution of the formula is one
    of the clauses in exactly one way.
    """
    nodes = formula.nodes
    stated: list[tuple[list[tuple[int, bool]], bool]] = []  # parts with signs; of an odd number, or of one at least
    waiting = [(len(nodes) - 1, True)]
    while waiting:
        place, sign = waiting.pop()
        node = nodes[place]
        operator, arguments = node[0], _places(node)
        if node == "1" or node == "0":
            if (node == "1") != sign:
                stated.append(([], False))
        elif isinstance(node, str):
            stated.append(([(place, sign)], False))
        elif operator == "~":
            waiting.append((arguments[0], not sign))
        elif operator == ("&" if sign else "|"):
            waiting += ((each, sign) for each in reversed(arguments))
        elif operator == "->" and not sign:
            waiting += [(arguments[1], False), (arguments[0], True)]
        elif operator == "->":
            stated.append(([(arguments[0], False), (arguments[1], True)], False))
        elif operator in ("&", "|"):
            stated.append(([(each, sign) for each in arguments], False))
        else:
            odd = sign == (operator == "^")
            stated.append(([(arguments[0], odd), *((each, True) for each in arguments[1:])], True))
    literals = _defined(nodes, {place for parts, _ in stated for place, _ in parts}, number, fresh, emit)
    for parts, parity in stated:
        signed = [literals[place] if sign else -literals[place] for place, sign in parts]
        if not parity:
            emit(signed)
            continue
        for_all_but = signed[0]
        for literal in signed[1:-1]:
            for_all_but = _xor(for_all_but, literal, fresh, emit)
        emit([for_all_but, signed[-1]])
        emit([-for_all_but, -signed[-1]])


def _defined(
    nodes: Sequence[Node],
    wanted: set[int],
    number: Mapping[str, int],
    fresh: Callable[[], int],
    emit: Callable[[list[int]], object],
) -> dict[int, int]:
    """A literal for each wanted node and all that it is made of."""
    for place in range(len(nodes) - 1, -1, -1):
        if place in wanted:
            wanted.update(_places(nodes[place]))
    literals: dict[int, int] = {}
    for place in sorted(wanted):
        node = nodes[place]
        operator, values = node[0], [literals[each] for each in _places(node)]
        if node in ("0", "1"):
            literals[place] = fresh()
            emit([literals[place] if node == "1" else -literals[place]])
        elif isinstance(node, str):
            literals[place] = number[node]
        elif operator == "~":
            literals[place] = -values[0]
        elif operator == "&":
            literals[place] = -_or([-value for value in values], -fresh(), emit)
        elif operator == "|":
            literals[place] = _or(values, fresh(), emit)
        elif operator == "->":
            literals[place] = _or([-values[0], values[1]], fresh(), emit)
        elif operator == "<->":
            literals[place] = _xor(-values[0], values[1], fresh, emit)
        else:
            literals[place] = values[0]
            for value in values[1:]:
                literals[place] = _xor(literals[place], value, fresh, emit)
    return literals


def _or(values: list[int], name: int, emit: Callable[[list[int]], object]) -> int:
    for value in values:
        emit([name, -value])
    emit([-name, *values])
    return name


def _xor(a: int, b: int, fresh: Callable[[], int], emit: Callable[[list[int]], object]) -> int:
    name = fresh()
    for clause in ([-name, a, b], [-name, -a, -b], [name, -a, b], [name, a, -b]):
        emit(clause)
    return name


def _places(node: Node) -> tuple[int, ...]:
    return () if isinstance(node, str) else node[1:]  # type: ignore[return-value]


def distribute(formula: Formula, number: Mapping[str, int]) -> list[tuple[int, ...]]:
    """The clauses that multiplying out leaves: no literal twice, no tautology, none that another one implies."""
    kept: list[tuple[set[frozenset[int]], set[frozenset[int]]]] = []  # clauses of each node and of its negation
    for node in formula.nodes:
        parts = [kept[place] for place in _places(node)]
        if isinstance(node, str):
            true: set[frozenset[int]] = set() if node == "1" else {frozenset()}
            false: set[frozenset[int]] = {frozenset()} if node == "1" else set()
            if node not in "01":
                true, false = {frozenset([number[node]])}, {frozenset([-number[node]])}
            kept.append((true, false))
            continue
        match node[0]:
            case "~":
                kept.append((parts[0][1], parts[0][0]))
            case "&":
                kept.append((_both(*(yes for yes, _ in parts)), _either(*(no for _, no in parts))))
            case "|":
                kept.append((_either(*(yes for yes, _ in parts)), _both(*(no for _, no in parts))))
            case "->":
                kept.append((_either(parts[0][1], parts[1][0]), _both(parts[0][0], parts[1][1])))
            case _:
                yes, no = parts[0]
                for more, less in parts[1:]:
                    yes, no = _both(_either(yes, more), _either(no, less)), _both(_either(yes, less), _either(no, more))
                kept.append((yes, no) if node[0] == "^" else (no, yes))
    order = sorted(tuple(sorted(clause, key=lambda lit: (abs(lit), lit < 0))) for clause in kept[-1][0])
    return sorted(order, key=lambda clause: [(abs(literal), literal < 0) for literal in clause])


def _both(*parts: set[frozenset[int]]) -> set[frozenset[int]]:
    return _least(set().union(*parts))


def _either(*parts: set[frozenset[int]]) -> set[frozenset[int]]:
    found: set[frozenset[int]] = {frozenset()}
    for part in parts:
        if len(found) * len(part) > MOST_CLAUSES:
            raise LimitReached(f"multiplying out makes more than {MOST_CLAUSES} clauses", kind="size")
        joined = (a | b for a in found for b in part)
        found = _least({clause for clause in joined if not any(-literal in clause for literal in clause)})
    return found


def _least(clauses: set[frozenset[int]]) -> set[frozenset[int]]:
    """Without clauses that contain another one."""
    found: set[frozenset[int]] = set()
    for clause in sorted(clauses, key=len):
        if not any(less <= clause for less in found):
            found.add(clause)
    return found
