"""What is filled in, as data: unknowns by number, values by their number in the unknown's domain.

A draft is a list of such pairs, so that whoever fills a sheet in needs to know nothing about cells, lines or bridges.
What is printed and stays belongs to every answer, and to no draft.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from perfectplay.constraints import Assignment, Constraint, Poster, Unknown, Value
from perfectplay.errors import NotApplicable, ParseError
from perfectplay.kinds.cells import Areas
from perfectplay.picture.shapes import shape_json
from perfectplay.position import Filled, Position
from perfectplay.system import Posed

OPEN = "Everything is filled in."
"""The sentence that an answer breaks which leaves something open."""


def posed(position: Position) -> Posed:
    if not isinstance(position.system, Posed):
        raise NotApplicable(f"{position.system.title}: there is nothing to fill in")
    return position.system


def unknowns_view(position: Position) -> dict[str, Any]:
    """The unknowns in their order, with their domains and places, and a sheet on which nothing was written yet."""
    rules, state = posed(position), position.state
    spots, given = rules.spots(state), rules.given(state)
    domains: dict[tuple[str, ...], int] = {}
    unknowns = []
    for unknown, values in rules.writable(state).items():
        texts = tuple(map(str, values)) if unknown not in given else (str(given[unknown]),)
        area = spots.get(unknown)
        number = domains.setdefault(texts, len(domains))
        unknowns.append([name_of(unknown), number, None if area is None else shape_json(area)])
    return {
        "unknowns": unknowns,
        "domains": [list(texts) for texts in domains],
        "regions": isinstance(rules, Areas),
        "answer": sheet_view(position, {}, check=False),
    }


def name_of(unknown: Any) -> str:
    """
    >>> name_of((0, 2)), name_of(((0, 2), (1, 2))), name_of("a")
    ('row 1, column 3', 'row 1, column 3 to row 2, column 3', 'a')
    """
    if isinstance(unknown, tuple) and len(unknown) == 2:
        first, second = unknown
        if isinstance(first, int):
            return f"row {first + 1}, column {second + 1}"
        return f"{name_of(first)} to {name_of(second)}"
    return f"cube {unknown + 1}" if isinstance(unknown, int) else str(unknown)


def from_draft(position: Position, draft: Iterable[Sequence[int]]) -> dict[Any, Any]:
    """The answer that a draft describes."""
    rules = posed(position)
    domains = list(rules.writable(position.state).items())
    given = rules.given(position.state)
    found: dict[Any, Any] = {}
    for number, value in draft:
        if not 0 <= number < len(domains) or not 0 <= value < len(domains[number][1]):
            raise ParseError(f"value {value} of unknown {number}", expected="numbers of an unknown and of its value")
        unknown, values = domains[number]
        if unknown not in given:
            found[unknown] = values[value]
    return found


def sheet_view(position: Position, answer: Mapping[Any, Any], check: bool) -> dict[str, Any]:
    """A sheet with an answer, perhaps a partial one; checked only if that is asked for."""
    rules, state = posed(position), position.state
    given = rules.given(state)
    writable = rules.writable(state)
    whole = {**answer, **given}
    draft = [
        [number, values.index(answer[unknown])]
        for number, (unknown, values) in enumerate(writable.items())
        if unknown in answer and unknown not in given and answer[unknown] in values
    ]
    broken = broken_view(position, whole, so_far=True) if check else None
    return {
        "answer": str(Filled(position, whole)),
        "draft": draft,
        "picture": rules.sketch(state, whole).to_json(),
        "open": sum(unknown not in whole for unknown in rules.unknowns(state)),
        "broken": broken,
        "solved": None if broken is None else not broken,
    }


def broken_view(position: Position, answer: Mapping[Any, Any], so_far: bool = False) -> list[dict[str, Any]]:
    """The sentences that an answer breaks, each with the numbers of the unknowns at fault. With ``so_far``, and while
    something is open, only what no way of filling in the rest can mend counts as broken."""
    rules, state = posed(position), position.state
    number = {unknown: n for n, unknown in enumerate(rules.writable(state))}
    left = tuple(unknown for unknown in rules.unknowns(state) if unknown not in answer)
    found = [(OPEN, left), *broken_already(position, answer)] if so_far and left else rules.broken(state, answer)
    return [
        {"sentence": sentence, "unknowns": [number[each] for each in unknowns if each in number]}
        for sentence, unknowns in found
    ]


def broken_already(position: Position, answer: Assignment) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The sentences that no answer can keep which agrees with this one; the unknowns are those written so far that a
    constraint blames. Each constraint is judged on its own: what only several of them exclude is left to the solver."""
    rules, state = posed(position), position.state
    domains = {each: [answer[each]] if each in answer else values for each, values in rules.unknowns(state).items()}
    told: dict[str, list[Constraint]] = {}
    for sentence, constraint in rules.rules(state):
        told.setdefault(sentence, []).append(constraint)
    for sentence, constraints in told.items():
        if _can_hold(domains, constraints):
            continue
        faults = [(each, each.faults(answer)) for each in constraints]
        blamed = [wrong for each, wrong in faults if wrong is not None and not _can_hold(domains, [each])]
        if blamed:
            yield sentence, tuple(dict.fromkeys(u for wrong in blamed for u in wrong if u in answer))


def _can_hold(domains: Mapping[Unknown, Sequence[Value]], constraints: Iterable[Constraint]) -> bool:
    poster = Poster(domains)
    for constraint in constraints:
        constraint.post(poster)
    (found, _, _, _), _ = poster.model.solutions(poster.answer_lits(), 1, poster.look.control())
    return bool(found)
