"""How an automaton goes on: when what it is watched for happens, and when its states begin to repeat.

By Brent's algorithm a run needs only two states at a time: one that stays where it is while the other goes on, and is
fetched up whenever the distance reaches a power of two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfectplay.errors import NotApplicable
from perfectplay.forms import NATURAL, STRING, Form, integer, record, text
from perfectplay.limits import NO_LIMITS, Limits, Progress, watch_now
from perfectplay.method import Asked, Found, Method
from perfectplay.position import Position
from perfectplay.question import Argument, Question
from perfectplay.result import Result, Stats
from perfectplay.system import Automaton, System, is_a
from perfectplay.words import bad, bold, good, plural

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


@dataclass(frozen=True)
class Run:
    """What is known about all steps if there is a ``period``, otherwise about the first ``steps``."""

    first: int | None
    """Steps after which what the automaton is watched for has first happened; None: it has not."""
    tail: int | None
    """Steps before the states begin to repeat; None: they have not."""
    period: int | None
    """Steps after which they repeat."""
    steps: int
    """Steps to the last position."""
    last: Position
    """The position after these steps: where the cycle begins, or where the run was stopped."""
    awaited: str = ""
    """What it was watched for, in words."""

    def __bool__(self) -> bool:
        """Did it happen? True if it was watched for nothing."""
        return self.first is not None or not self.awaited

    def __str__(self) -> str:
        parts = []
        if self.awaited:
            span = "" if self.period else f" in {plural(self.steps, 'steps')}"
            when = f"after {plural(self.first, 'steps')}" if self.first is not None else f"never{span}"
            parts.append(f"{self.awaited}: {when}")
        if self.period is not None:
            after = f" after {plural(self.tail or 0, 'steps')}"
            parts.append(f"period {self.period:,}{after}" if self.period > 1 else f"still{after}")
        elif not self.awaited:
            parts.append(f"no repetition in {plural(self.steps, 'steps')}")
        return "; ".join(parts)

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "tail": self.tail,
            "period": self.period,
            "steps": self.steps,
            "last": str(self.last),
            "awaited": self.awaited,
        }


def _simulate(position: Position, asked: Asked) -> Found:
    """By the plain rules. A repetition within the given steps is noticed after three times as many at most."""
    system, most = position.system, asked.details.get("steps")
    look, awaited = watch_now(), position.system.awaited(position.state)
    first, state, last = (0 if system.happened(position.state) else None), position.state, position.state
    anchor, period, power, steps = state, 0, 1, 0
    while most is None or steps < 3 * most:
        look()
        look.visit(1)
        state = system.step(state)
        steps, period = steps + 1, period + 1
        if most is None or steps <= most:
            last = state
            if first is None and system.happened(state):
                first = steps
        if state == anchor:
            break
        if period == power:
            anchor, period, power = state, 0, 2 * power
    else:
        return Found(Run(first, None, None, most or 0, system.position(last), awaited), None, Stats(steps))
    behind = ahead = position.state
    for _ in range(period):
        ahead = system.step(ahead)
    tail = 0
    while behind != ahead:
        look()
        behind, ahead, tail = system.step(behind), system.step(ahead), tail + 1
    if most is not None and tail + period > most:
        return Found(Run(first, None, None, most, system.position(last), awaited), None, Stats(steps))
    return Found(Run(first, tail, period, tail, system.position(behind), awaited), None, Stats(steps))


def _is_automaton(system: type[System] | System) -> bool:
    return is_a(system, Automaton)


def run(
    position: Position,
    *,
    steps: int | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Run]:
    """Let an automaton run for this many steps, or until its states repeat: whether and when what it is watched for
    happens, how long it takes until the states repeat, the period, and the position at the end.

    >>> pp.run(pp.load("dcl", "@clock"))
    goal: after 7 steps; period 16 after 0 steps
    """
    return QUESTION.ask(position, method, limits, progress, steps=steps)


def _described(result: Result[Any]) -> Iterator[Said]:
    found: Run = result.answer
    if found.awaited:
        yield (good(str(found)) if found else bad(str(found)),)
    else:
        yield (bold(str(found)),)
    yield found.last.picture()


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.verdict import TooMany, refuted, settled

    found: Run = result.answer
    system, most = result.position.system, result.details.get("steps")
    awaited = system.awaited(result.position.state)
    if found.awaited != awaited:
        return {"answer": refuted(f"it is watched for {awaited!r}")}
    seen: dict[Any, int] = {}
    states: list[Any] = []
    first = None
    state = result.position.state
    try:
        while state not in seen and (most is None or len(states) <= most):
            room.hold(len(states) + 1)
            if first is None and system.happened(state):
                first = len(states)
            seen[state] = len(states)
            states.append(state)
            state = system.step(state)
    except TooMany:
        return {"answer": asked_again(result, room)}
    done = len(states)
    repeats = state in seen and (most is None or done <= most)
    tail, period = (seen[state], done - seen[state]) if repeats else (None, None)
    steps = done - 1 if tail is None else tail
    again = Run(first, tail, period, steps, system.position(states[steps]), awaited)
    return {"answer": settled(again == found, "the plain rules run the same way", f"run again, it is: {again}")}


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Run:
    first, tail, period = (None if raw[name] is None else integer(raw[name]) for name in ("first", "tail", "period"))
    last = position.system.load(text(raw["last"]))
    return Run(first, tail, period, integer(raw["steps"]), last, text(raw["awaited"]))


def _natural(position: Position, steps: Any) -> int | None:
    if steps is not None and (type(steps) is not int or steps < 0):
        raise NotApplicable(f"{position.system.title}: steps={steps!r} (expected a number from 0 on)")
    return steps


_MAYBE = {"anyOf": [NATURAL, {"type": "null"}]}

QUESTION: Question[Result[Run]] = Question(
    "run",
    "how an automaton goes on: when the goal is reached, period",
    rank=195,
    means=_is_automaton,
    needs="an automaton",
    arguments=(
        Argument(
            "steps",
            Form(NATURAL, lambda position, raw, details: _natural(position, raw)),
            lambda system: False,
            "at most this many steps (default: until the states repeat)",
            typed=int,
            word="N",
            settle=_natural,
        ),
    ),
    searches=[Method("simulation", _simulate)],
    answer=Form(record(first=_MAYBE, tail=_MAYBE, period=_MAYBE, steps=NATURAL, last=STRING, awaited=STRING), _read),
    describe=_described,
    no=True,
    check=_check,
)
