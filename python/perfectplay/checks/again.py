"""Ask a question again, by every method. That proves nothing, but it can refute a forged answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfectplay.checks.verdict import Finding, Room, not_checked, refuted
from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.result import Result

ARGUMENTS = ("player", "metric", "limit", "steps")


def asked_again(
    result: Result[Any], room: Room, excuse: str = "", of: Callable[[Any], Any] = lambda answer: answer
) -> Finding:
    """What the other methods say (one that would take long says nothing). ``of`` is what is compared, if that is not
    the whole answer."""
    excuse = excuse or room.excuse
    arguments = {name: result.details[name] for name in ARGUMENTS if result.details.get(name) not in (None, "")}
    known = [] if room.asker is None else room.asker.methods(result.question, result.position)
    agreed = []
    for method in [*(each for each in known if each != result.method), result.method][:3]:
        try:
            found = room.ask(result.question, result.position, method or None, **arguments)
        except LimitReached:
            room.watch()
            continue
        except NotApplicable:
            continue
        if of(found) != of(result.answer):
            return refuted(f"asked again, {method or 'the library'} says {_brief(of(found))}")
        agreed.append(method or "the library")
    said = f"; asked again, {' and '.join(agreed)} {'say' if len(agreed) > 1 else 'says'} the same" if agreed else ""
    return not_checked(excuse + said)


def _brief(answer: Any) -> str:
    text = str(answer)
    return text if len(text) <= 60 else f"{text[:57]}..."
