"""Check a result by code that shares nothing with what found it.

Everything works on the plain Python rules, which are read anew. A verdict speaks of every field: each is verified,
refuted, or named as not checked. A line is replayed, and no shorter one is left over; a strategy is followed against
every reply; outcomes, nimbers, values, thermographs and lengths of play are held against their definitions; what was
counted is counted again; uniqueness is a refutation that is checked step by step. Where that takes more positions than
the limits allow, the question is asked again by other methods: that can refute, but verifies nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from perfectplay.checks.games import check_best, check_grundy, check_outcome, check_score
from perfectplay.checks.groups import check_order
from perfectplay.checks.pencil import check_pencil
from perfectplay.checks.puzzles import (
    check_check,
    check_cluster,
    check_count,
    check_generate,
    check_reachable,
    check_solutions,
    check_solve,
)
from perfectplay.checks.reading import Misread, differences, from_json
from perfectplay.checks.values import check_length, check_temperature, check_thermograph, check_value
from perfectplay.checks.verdict import Fields, Room, Verdict, not_checked, refuted
from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.limits import NO_LIMITS, Limits
from perfectplay.questions.generate import generator_options
from perfectplay.questions.pencil import is_pencil
from perfectplay.result import Result, plain

CHECKS: dict[str, Callable[[Result[Any], random.Random, Room], Fields]] = {
    "outcome": check_outcome,
    "best": check_best,
    "value": check_value,
    "thermograph": check_thermograph,
    "temperature": check_temperature,
    "grundy": check_grundy,
    "remoteness": check_length,
    "suspense": check_length,
    "score": check_score,
    "solve": check_solve,
    "solutions": check_solutions,
    "count": check_count,
    "reachable": check_reachable,
    "cluster": check_cluster,
    "generate": check_generate,
    "check": check_check,
    "order": check_order,
}

ASKED = ("question", "system", "position", "options", "player", "metric", "limit", "moves", "given", "proof")
"""What was asked: a claim about nothing."""
ASIDE = {"method": "how the answer was found", "stats": "what finding it took"}
"""What a result says about its own making."""


def verify(result: Result[Any] | Mapping[str, Any], *, limits: Limits = NO_LIMITS, seed: int = 0) -> Verdict:
    """Check a result (or the JSON form of one) independently of the search that found it.

    The verdict is true if everything was verified; ``fields`` says what was found out about each field. A complete
    check takes 3,000 positions at most, or what ``limits`` allow: ``Limits(positions=…)``, or no number of positions
    with ``Limits(time=…)``. What that does not suffice for is not checked, and called so.

    >>> pp.verify(pp.outcome(pp.load("domineering", "...|...|...")))
    verified: followed Left's strategy when Left starts and Right's strategy when Right starts against every reply
    """
    data: Mapping[str, Any] | None = None
    if isinstance(result, Mapping):
        try:
            data, result = result, from_json(result)
        except Misread as error:
            return Verdict({error.field: refuted(str(error))})
    if not isinstance(result, Result):
        raise NotApplicable(f"verify: expected a result, got a {type(result).__name__}")
    check = check_pencil if is_pencil(result.position.system) else CHECKS.get(result.question)
    if check is None:
        raise NotApplicable(f"verify: no check for the question {result.question!r}")
    position = result.position.system.reread(result.position.state)
    silence = "nothing tells whether it is so"
    with replace(limits, positions=None) as watch:  # positions are those of a complete check
        try:
            fields = check(replace(result, position=position), random.Random(seed), Room(limits))
        except LimitReached as reached:
            if watch.cancelled:
                raise
            fields, silence = {}, str(reached)
    if data is not None:
        fields |= differences(data, result)
    names = [*(data if data is not None else ("answer", "witness", *result.details, *ASIDE))]
    aside = {name: not_checked(why) for name, why in ASIDE.items() if name in names}
    asked = [*ASKED, *(generator_options(position.system.key) if result.question == "generate" else ())]
    for name in names:
        given = data[name] if data is not None else getattr(result, name, plain(result.details.get(name)))
        if name not in (*fields, *asked, *ASIDE) and given is not None:
            fields[name] = not_checked(silence)
    aside |= {name: fields.pop(name) for name in ASIDE if name in fields}
    return Verdict(fields, aside)
