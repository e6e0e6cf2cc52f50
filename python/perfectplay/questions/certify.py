"""Does a gadget do what it is said to do?

Every configuration of its board is enumerated (:mod:`perfectplay.gadgets`), and the relation between its ports, their
flips and the completions are compared with what is declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from perfectplay.forms import BOOLEAN, Form
from perfectplay.gadgets.certificate import FILLED, SCHEMA, WALKED, Certificate, read_certificate
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method
from perfectplay.position import Position
from perfectplay.question import Argument, Question
from perfectplay.result import Result, Stats
from perfectplay.system import System
from perfectplay.words import bad, bold, good, plural

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.gadgets.gadget import Gadget
    from perfectplay.words import Said


def _enumerate(position: Position, asked: Asked) -> Found:
    from perfectplay.gadgets.places import PAPER, PASSAGES

    gadget: Gadget = position.state
    if gadget.way == PASSAGES:
        from perfectplay.gadgets import passages

        certificate, visited = passages.certify(gadget)
        stats = Stats(visited)
    elif gadget.way == PAPER:
        from perfectplay.gadgets import paper

        certificate, spent = paper.certify(gadget, asked)
        stats = Stats(*spent)
    else:
        from perfectplay.gadgets import moves

        certificate, stats = moves.certify(gadget, asked)
    if asked.details.get("search"):
        from perfectplay.gadgets.smallest import smallest

        certificate = replace(certificate, smallest=smallest(gadget, asked))
    return Found(certificate, None, stats)


def _is_gadget(system: type[System] | System) -> bool:
    return system.kind == "gadget"


def certify(
    position: Position,
    *,
    search: bool = False,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Certificate]:
    """Go through every configuration of a gadget: are the possible port states those of its relation, and can every
    port be flipped wherever the relation allows it? The answer has the figures and, if it fails, the reasons.

    With ``search`` the answer has ``smallest``, too: the smallest planar AND/OR gadget with this relation and ports of
    these colours, if the gadget is a constraint graph. (Of those whose disc never has more than six ports, see
    :mod:`perfectplay.gadgets.closure`.)

    >>> wire = "name: w|system: minesweeper|ports: a=a1:* b=c1:*|relation: a <-> b|board:|.1.".replace("|", chr(10))
    >>> pp.certify(pp.load("gadget", wire))
    fails: nothing true: declared, but impossible; a, b true: declared, but impossible; a true: possible, but not ...
    """
    return QUESTION.ask(position, method, limits, progress, search=search or None)


def _described(result: Result[Any]) -> Iterator[Said]:
    found: Certificate = result.answer
    yield ((good if found else bad)("holds" if found else "fails"),)
    yield from ((f"  {fault}",) for fault in found.faults)
    if found.by == WALKED:
        yield bold(f"{found.configurations:,}"), f"  configurations, {plural(len(found.automaton), 'states')}"
        for each in found.automaton:
            yield f"  {each.name} = {', '.join(each.passages)}".rstrip() + f"   ({each.configurations:,})"
        return
    if found.smallest is not None:
        yield (("smallest:" if found.smallest else "no AND/OR gadget has this relation"),)
        yield from ((f"  {line}",) for line in found.smallest.splitlines())
    noun = "completions" if found.by == FILLED else "configurations"
    yield bold(f"{found.configurations:,}"), f"  {noun}, {plural(len(found.possible), 'port states')}"
    for state in found.states:
        parts = "" if found.by == FILLED else f", {plural(state.components, 'components')}"
        yield f"  {' '.join(state.out) or '-'}: {state.configurations:,}{parts}"


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.gadgets import check_certificate

    return check_certificate(result, room)


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Certificate:
    return read_certificate(raw, position.state.names)


QUESTION: Question[Result[Certificate]] = Question(
    "certify",
    "does a gadget do what it is said to do?",
    rank=300,
    means=_is_gadget,
    needs="a gadget",
    arguments=(Argument("search", BOOLEAN, lambda system: False, "find the smallest AND/OR gadget, too", False),),
    searches=[Method("enumeration", _enumerate)],
    answer=Form(SCHEMA, _read),
    describe=_described,
    no=True,
    check=_check,
)
