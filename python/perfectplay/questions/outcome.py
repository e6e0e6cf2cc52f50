"""Who wins?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from perfectplay.errors import PerfectPlayError
from perfectplay.forms import STRATEGY, STRATEGY_SCHEMA, Form, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.loopy import is_loopy_sum, outcome_of, worths
from perfectplay.method import Asked, Found, Method, certified, has_certificates, stats_of
from perfectplay.nimbers import total
from perfectplay.players import Outcome, Player, Winner
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.records import replace
from perfectplay.result import Result
from perfectplay.strategies import APPLIES, Written, promises, starters
from perfectplay.system import Game, Strategic, System, is_a
from perfectplay.values.universe import current
from perfectplay.words import bold

if TYPE_CHECKING:
    from perfectplay.checks.following import Promise
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


CERTIFICATE = "certificate"
"""The entry of a witness, beside the strategies, with which a theorem proves the outcome."""


def is_game(system: type[System] | System) -> bool:
    return is_a(system, Game)


def _search(name: str) -> Method:
    def run(position: Position, asked: Asked) -> Found:
        kernel, code = position.system.kernel(position.state)
        winners, stats = kernel.winners(code, name, current().native, asked.control)
        left, right = map(position.system.convention.named, winners)
        mover = position.to_move
        found = Outcome(left, right) if mover is None else Outcome(*(2 * [left if mover is Player.LEFT else right]))
        return Found(found, promises(position, found), stats_of(stats))

    return Method(name, run, APPLIES[name])


def _by_generalized_nimbers(position: Position, asked: Asked) -> Found:
    found = worths(position, asked)
    outcome = outcome_of(total(each.nimber for each in found))
    return Found(outcome, promises(position, outcome), stats_of(*(each.stats for each in found)))


def outcome(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Outcome]:
    """Who wins under perfect play, depending on who starts: N, P, L, R, or a class with draws. (If the position says
    whose move it is, that player starts, and L or R is the winner.)

    Methods: theorems where they apply; ``points`` (in games for points: who gets more from here on), ``sums``
    (positions are split into components, cheap ones replaced by their values), ``nimbers`` (for impartial games whose
    moves may continue), ``alpha-beta`` (win/loss search of whole positions), ``proof-number`` (depth-first, for deep
    narrow games), ``smith`` (sums of impartial games in which positions can repeat, by generalized nimbers),
    ``retrograde`` (for all games in which positions can repeat). The witness holds a winning strategy for each starter,
    which :func:`verify` plays out; that of a theorem may hold a ``certificate``, which proves the outcome at once.

    >>> pp.outcome(pp.load("domineering", "...|...|..."))
    N
    """
    return QUESTION.ask(position, method, limits, progress)


MOMENT = Limits(time=0.5)
"""What may be spent on more than was asked for."""


def _described(result: Result[Any]) -> Iterator[Said]:
    from perfectplay.questions.best import best

    found: Outcome = result.answer
    position = result.position
    mover = position.to_move
    yield bold(str(found)), f"  {found.sentence if mover is None else f'{found.said(mover)}, {mover} being to move'}"
    for player in [Player.LEFT] if position.impartial else starters(position):
        if found.when(player) is player:
            try:
                move = best(position, player, limits=MOMENT).answer
            except PerfectPlayError:  # a theorem may know the winner where no search finds the move
                continue
            yield f"{'a winning move' if position.impartial else f'{player} starts with'}: {move}"


def _check(result: Result[Any], room: Room) -> Fields:
    """Checks the answer by the certificate of a theorem, by following strategies against every reply, or else by the
    definition. Strategies of the witness are followed first; where they fail, or where there are none, others are
    found."""
    from perfectplay.checks.definitions import by_definition, plain_outcome
    from perfectplay.checks.following import all_kept, misfit
    from perfectplay.checks.verdict import NOT_CHECKED, REFUTED, VERIFIED, refuted

    position = result.position
    if position.to_move is not None and result.answer.left_starts is not result.answer.right_starts:
        return {"answer": refuted(f"{position.to_move} is to move, so there is one winner")}
    needed = promises(position, result.answer)
    given: dict[str, Promise] = {name: each for name, each in (result.witness or {}).items() if name != CERTIFICATE}
    fault = misfit(given, needed) if given else ""
    if CERTIFICATE in (result.witness or {}):
        certificate = certified(result) or refuted("the method does not have certificates")
        if certificate.status != VERIFIED:
            return {CERTIFICATE: certificate, **_check(replace(result, witness=given or None), room)}
        fields = {"answer": certificate, CERTIFICATE: certificate}
        if given:
            kept = all_kept(given, position, room, lambda promise: begins_well(promise, room))
            fields["witness"] = refuted(fault) if fault else kept
        return fields
    found = all_kept(needed if fault else {**needed, **given}, position, room)
    answer, witness = found, refuted(fault) if fault else found
    if found.status == REFUTED and any(isinstance(each, Written) for each in given.values()):
        answer = all_kept(needed, position, room)  # that a strategy fails says nothing about others
    if answer.status == NOT_CHECKED and isinstance(position.system, Strategic):
        from perfectplay.checks.functions import decided

        answer = decided(result, room)
    if answer.status == NOT_CHECKED:
        answer = by_definition(result, lambda: plain_outcome(position, room), room)
    return {"answer": answer, "witness": witness} if given else {"answer": answer}


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Outcome:
    return Outcome.of(text(raw))


def begins_well(promise: Promise, room: Room) -> bool:
    """Does a strategy say only what it promises, and perhaps a first move, and does a certificate prove that?"""
    position, player = promise.position, promise.player
    if isinstance(promise, Written) and promise.replies is not None:
        return False
    first = promise.first if isinstance(promise, Written) else promise.opening
    try:
        if first is None:
            return proved_winner(position, promise.starter, room) is player
        return proved_winner(position.move(first, player).after, player.opponent, room) is player
    except PerfectPlayError:
        return False


def proved_winner(position: Position, starter: Player, room: Room) -> Winner | None:
    """Who wins if this player starts, where a theorem has a certificate for it, which is checked; None if none has."""
    from perfectplay.checks.verdict import VERIFIED

    if not has_certificates(position):
        return None
    found = room.result("outcome", position)
    proof = certified(found) if CERTIFICATE in (found.witness or {}) else None
    return found.answer.when(starter) if proof is not None and proof.status == VERIFIED else None


def _read_witness(position: Position, raw: Any, details: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _plain(each) if name == CERTIFICATE else STRATEGY.read(position, each, details)
        for name, each in raw.items()
    }


def _plain(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise TypeError("a certificate that is no record")
    return raw


QUESTION: Question[Result[Outcome]] = Question(
    "outcome",
    "who wins, depending on who starts",
    rank=10,
    means=is_game,
    needs="a game for two players",
    searches=[Method("smith", _by_generalized_nimbers, is_loopy_sum), *(_search(name) for name in APPLIES)],
    answer=Form({"enum": Outcome.letters()}, _read),
    witness=Form(
        {
            "type": "object",
            "properties": {CERTIFICATE: {"type": "object"}},
            "additionalProperties": STRATEGY_SCHEMA,
        },
        _read_witness,
    ),
    describe=_described,
    check=_check,
)
