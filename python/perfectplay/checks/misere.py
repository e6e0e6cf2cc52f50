"""Misère sums of heaps: the outcome by the table of a quotient, which is proved first."""

from __future__ import annotations

from collections import Counter
from typing import Any

from perfectplay.checks.verdict import Finding, Wrong, verified
from perfectplay.errors import ParseError
from perfectplay.kinds.heap import HeapGame
from perfectplay.misere.checking import fault
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.result import Result

ENTRIES = {"code", "table", "portion", "phi", "period"}


def quotient_decides(result: Result[Any]) -> Finding:
    """The table is that of a misère quotient of this game, and the product of the position's heaps says who wins."""
    position, certificate = result.position, result.witness["certificate"]
    system = position.system
    if not isinstance(system, HeapGame) or not system.misere:
        raise Wrong("it is about misère play of heaps")
    if not isinstance(certificate, dict) or set(certificate) != ENTRIES:
        raise Wrong("it has other entries than a misère quotient")
    if certificate["code"] != system.octal().text:
        raise Wrong(f"it is that of the code {certificate['code']}")
    try:
        if wrong := fault(certificate):
            raise Wrong(wrong)
    except ParseError as error:
        raise Wrong(str(error)) from None
    table, phi, period = certificate["table"], [0, *certificate["phi"]], certificate["period"]
    total = 0
    for heap, times in Counter(position.state).items():
        size = heap
        if size >= len(phi):
            if period is None:
                raise Wrong(f"it says nothing about a heap of {heap}")
            size = period[0] + (size - period[0]) % period[1]
        for _ in range(times):
            total = table[total][phi[size]]
    lost = total in certificate["portion"]
    if result.answer != (Outcome(RIGHT, LEFT) if lost else Outcome(LEFT, RIGHT)):
        raise Wrong("it is that of another answer")
    repeats = "" if period is None else f", with period {period[1]} from heap {period[0]} on"
    return verified(f"the misère quotient of {len(table)} elements{repeats} is right about every sum of heaps")
