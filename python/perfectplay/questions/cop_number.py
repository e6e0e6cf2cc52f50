"""How many cops does it take to catch the robber?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from perfectplay.forms import NATURAL, STRING, Form, integer, list_of, listed, record, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.result import Result
from perfectplay.system import System
from perfectplay.words import bold, plural

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Finding, Room
    from perfectplay.words import Said


def _is_chase(system: type[System] | System) -> bool:
    return system.kind == "chase"


def cop_number(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """The least number of cops who catch the robber on the position's graph if they choose their places first, by the
    rules of the position's system (Aigner & Fromme 1984). Who stands on the graph already does not matter.

    The witness has ``places`` to begin with, from which that many cops catch the robber soonest, and ``capture_time``,
    the number of their moves until then.

    >>> found = pp.cop_number(pp.load("cops_and_robbers", "@petersen"))
    >>> found, found.witness["capture_time"]
    (3, 1)
    """
    return QUESTION.ask(position, method, limits, progress)


def _described(result: Result[Any]) -> Iterator[Said]:
    yield bold(str(result.answer)), "  the least number of cops who catch the robber"
    if result.witness is not None:
        places, moves = ", ".join(result.witness["places"]), plural(result.witness["capture_time"], "moves")
        yield f"from {places}, in {moves} of the cops"


def _check(result: Result[Any], room: Room) -> Fields:
    """By the plain rules, from all places that can be chosen: that many cops win, and no smaller number does."""
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.chases import opening, plies_to_win
    from perfectplay.checks.verdict import TooMany, not_checked, refuted, settled
    from perfectplay.players import LEFT

    position, witness = result.position, result.witness
    catchers = position.system.player_of(LEFT)
    if not 1 <= result.answer <= len(position.state.board.vertices):
        return {"answer": refuted("one cop on every vertex catches the robber at once, and no cop never does")}
    escaped = 0
    try:
        for cops in range(1, result.answer):
            start = opening(position, cops)
            if start in plies_to_win(start, catchers, room):
                return {"answer": refuted(f"by the rules the robber is caught by {plural(cops, 'cops')}")}
            escaped = cops
        start = opening(position, result.answer)
        plies = plies_to_win(start, catchers, room)
    except TooMany:
        checked = (
            f"by the rules the robber escapes from {plural(escaped, 'cops')}; for {escaped + 1}, " if escaped else ""
        )
        fields = {"answer": asked_again(result, room, checked + room.excuse)}
        return fields if witness is None else {**fields, "witness": not_checked(room.excuse)}
    how = "recomputed by the rules that this many cops catch the robber, and that it escapes from fewer"
    wrong = f"by the rules the robber escapes from {plural(result.answer, 'cops')}"
    fields = {"answer": settled(start in plies, how, wrong)}
    if witness is not None:
        fields["witness"] = _check_witness(result, start, plies)
    return fields


def _check_witness(result: Result[Any], start: Position, plies: Mapping[Position, int]) -> Finding:
    """The places win as soon as any, and the capture time counts the cops' moves from there: not the plies of placing
    everybody."""
    from perfectplay.checks.verdict import refuted, settled

    places, cops = result.witness["places"], result.answer
    if start not in plies:
        return refuted("the robber escapes")
    if len(places) != cops or not set(places) <= set(start.state.board.vertices):
        return refuted(f"the places are not those of {plural(cops, 'cops')}")
    chosen = Position(start.system, start.state.with_cops(places))
    if plies.get(chosen) != plies[start] - cops:
        return refuted("from these places the cops do not win as soon as from others")
    moves = (plies[start] - cops) // 2
    how = f"recomputed by the rules: {plural(moves, 'moves')} of the cops, and no places are better"
    return settled(result.witness["capture_time"] == moves, how, f"by the rules the capture time is {moves}")


def _read_witness(position: Position, raw: Any, details: Mapping[str, Any]) -> dict[str, Any]:
    order = position.state.board.index
    places = sorted((text(each) for each in listed(raw["places"])), key=lambda name: order.get(name, len(order)))
    return {"places": places, "capture_time": integer(raw["capture_time"])}


QUESTION: Question[Result[int]] = Question(
    "cop_number",
    "how many cops it takes to catch the robber",
    rank=95,
    means=_is_chase,
    needs="Cops and Robbers",
    answer=Form({"type": "integer", "minimum": 1}, lambda position, raw, details: integer(raw)),
    witness=Form(record(places=list_of(STRING), capture_time=NATURAL), _read_witness),
    describe=_described,
    check=_check,
)
