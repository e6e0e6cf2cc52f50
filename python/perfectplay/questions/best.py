"""What to play?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from perfectplay.errors import IllegalMove, LimitReached, NotApplicable
from perfectplay.forms import STRATEGY, Form, or_none, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.loopy import is_loopy_sum, move_in_sum
from perfectplay.method import Asked, Found, Method
from perfectplay.players import DRAW, LEFT, Player, Winner
from perfectplay.position import Move, Position
from perfectplay.question import PLAYER, Detail, Question
from perfectplay.questions.outcome import begins_well, is_game, proved_winner
from perfectplay.records import dataclass, replace
from perfectplay.result import Result, Stats
from perfectplay.strategies import APPLIES, Strategy, best_move
from perfectplay.system import has_value
from perfectplay.words import bold

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Finding, Room
    from perfectplay.values.value import Value
    from perfectplay.words import Said


@dataclass(frozen=True)
class Why:
    """What a move does: in the system's own words (:meth:`Played.explain`), or else by the values before and after it,
    where they are found quickly."""

    position: Position
    move: Move
    limits: Limits = NO_LIMITS
    """Those of the question whose answer is explained."""

    @cached_property
    def words(self) -> str:
        return str(self.position.system.explain(self.position, self.move))

    @cached_property
    def _values(self) -> tuple[Value, Value] | None:
        from perfectplay.questions.value import value

        if not has_value(self.position.system):
            return None
        try:
            with self.limits:
                return value(self.position, limits=SOON).answer, value(self.move.after, limits=SOON).answer
        except (LimitReached, NotApplicable):
            return None

    @property
    def before(self) -> Value | None:
        return self._values[0] if self._values else None

    @property
    def after(self) -> Value | None:
        return self._values[1] if self._values else None

    @property
    def incentive(self) -> Value | None:
        """What the mover gains: G^L - G for Left, G - G^R for Right (*Winning Ways*, chapter 6)."""
        if not self._values:
            return None
        before, after = self._values
        return after - before if self.move.player is LEFT else before - after

    def __str__(self) -> str:
        from perfectplay.values.notation import brief

        if self.words or not self._values:
            return self.words
        before, after = (brief(each, width=40) for each in self._values)
        assert self.incentive is not None
        return f"from {before} to {after}, incentive {brief(self.incentive, width=40)}"

    def to_json(self) -> str | None:
        return str(self) or None


SOON = Limits(positions=50_000, time=5.0)
"""What may be spent on the reasons for a move."""


def _search(name: str) -> Method:
    def run(position: Position, asked: Asked) -> Found:
        player: Player = asked.details["player"]
        return _promising(position, player, *best_move(position, player, name, asked.control))

    return Method(name, run, APPLIES[name])


def _by_generalized_nimbers(position: Position, asked: Asked) -> Found:
    player: Player = asked.details["player"]
    return _promising(position, player, *move_in_sum(position, player, asked))


def _promising(position: Position, player: Player, move: Move | None, winner: Winner | None, stats: Stats) -> Found:
    """The move, with the strategy of the player who wins with it."""
    if move is None or winner is None:
        return Found(None)
    keeper = player if winner is DRAW else winner
    assert isinstance(keeper, Player)
    return Found(move, Strategy(position, keeper, player, draw=winner is DRAW), stats)


def best(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Move | None]:
    """A best move for ``player``: one that wins, else one that draws, else any; None where there is no move. In a game
    played for points it is a move that gets the most.

    By default ``player`` is the one whose move it is, if the position says so, else Left. The witness is the strategy
    of the player who wins from here. ``details["why"]`` says why in the terms of the game, or, in a game with values,
    by the value before and after the move, and the incentive.

    >>> board = pp.load("domineering", "...|...")
    >>> print(pp.best(board, pp.LEFT).details["why"])
    from {2|-1/2} to 2, incentive {5/2|0}

    >>> pp.best(pp.load("nim", "3 5 7"))
    3:2
    """
    result: Result[Move | None] = QUESTION.ask(position, method, limits, progress, player=player)
    if result.answer is None:
        return result
    result.details["why"] = Why(position, result.answer, limits)
    if result.witness.player is result.details["player"]:
        return replace(result, witness=replace(result.witness, opening=result.answer.text))
    return result


def _described(result: Result[Any]) -> Iterator[Said]:
    if result.answer is None:
        yield "no move"
        return
    strategy, player = result.witness, result.details["player"]
    kept = "draws" if strategy.draw else "wins" if strategy.player is player else "loses in any case"
    yield bold(result.answer.text), f"  {player} {kept}"
    if str(result.details.get("why") or ""):
        yield str(result.details["why"])


def _check(result: Result[Any], room: Room) -> Fields:
    """A move is best if no other leads to more."""
    from perfectplay.checks.verdict import refuted, settled

    player: Player = result.details["player"]
    position = result.position
    if result.answer is None:
        fields = {"answer": settled(not position.moves(player), "there is no legal move", "there are legal moves")}
        if result.witness is not None:
            fields["witness"] = refuted("a strategy where there is no move")
        return fields
    try:
        move = position.move(result.answer.text, player)
    except IllegalMove:
        return {"answer": refuted("the move is not legal")}
    if position.system.convention.points:
        fields = {"answer": _most_points(result, move, room)}
        winner = None
    else:
        finding, winner = _best_result(result, move, room)
        fields = {"answer": finding}
    if result.witness is not None:
        fields["witness"] = _promised(result, move, winner, room)
    if str(result.details.get("why") or ""):
        fields["why"] = _reasons(result, move, room)
    return fields


def _reasons(result: Result[Any], move: Move, room: Room) -> Finding:
    """The words that come with a move: those of the system, or values, which are compared with the positions."""
    from perfectplay.checks.values import equals
    from perfectplay.checks.verdict import TooMany, not_checked, refuted, settled, verified

    why = Why(result.position, move)
    told = result.details["why"]
    if not str(why):
        return not_checked("no reasons were found quickly")
    if (told if isinstance(told, str) else str(told)) != str(why):
        return refuted(f"asked again, the reasons are {str(why)!r}")
    if why.words or why.before is None or why.after is None:
        return verified("the system gives the same reason again")
    try:
        holds = equals(result.position, why.before, room) and equals(move.after, why.after, room)
    except TooMany:
        return not_checked(room.excuse)
    return settled(holds, "the values were compared with the positions")


def _most_points(result: Result[Any], move: Move, room: Room) -> Finding:
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.definitions import node_after, plain_score
    from perfectplay.checks.verdict import TooMany, not_checked, settled

    there, mover, lead = node_after(move)
    try:
        holds = lead + plain_score(there, mover, room) == plain_score(result.position, move.player, room)
        return settled(holds, "recomputed by the definition that no move gets more points", "another gets more points")
    except TooMany:
        pass
    try:
        claimed = lead + int(room.ask("score", there, player=mover))
    except LimitReached:
        return not_checked(room.excuse)
    details = {"player": move.player}
    return asked_again(Result("score", result.position, claimed, "", details=details), room)


def _best_result(result: Result[Any], move: Move, room: Room) -> tuple[Finding, Winner | None]:
    """Whether no move leads to more, and who wins, if that is known."""
    from perfectplay.checks.definitions import node_after, plain_winner
    from perfectplay.checks.following import followed, worst
    from perfectplay.checks.verdict import VERIFIED, TooMany, not_checked, settled, verified

    player, position = move.player, result.position
    there, mover, _ = node_after(move)
    try:
        proved = proved_winner(position, player, room)
        if proved is not None and proved is proved_winner(there, mover, room):
            return verified("certificates prove that no move leads to more"), proved
    except LimitReached:
        pass
    try:
        most, got = plain_winner(position, player, room), plain_winner(there, mover, room)
        how = "recomputed by the definition that no move leads to more"
        return settled(most is got, how, f"by the definition it leads to {got}, and another to {most}"), most
    except TooMany:
        pass
    try:
        winner: Winner = room.ask("outcome", position).when(player)
    except LimitReached:
        return not_checked(room.excuse), None
    start = (position, player, 0)
    if winner is player.opponent:
        finding = followed(Strategy(position, player.opponent, player), start, room)
        how = f"{player.opponent} wins against every move, and so against this one"
    else:
        kept = Strategy(position, player, player, draw=winner is DRAW)
        findings = [followed(kept, node_after(move), room)]
        if winner is DRAW:  # and the opponent can hold the draw
            findings.append(followed(Strategy(position, player.opponent, player, draw=True), start, room))
        finding = worst(findings)
        how = f"followed {player}'s strategy after the move against every reply"
    return (verified(how) if finding.status == VERIFIED else finding), winner


def _promised(result: Result[Any], move: Move, winner: Winner | None, room: Room) -> Finding:
    """The strategy that comes with a move: the player's if the player wins or draws, else the opponent's."""
    from perfectplay.checks.following import as_found, followed, unlike
    from perfectplay.checks.verdict import refuted

    player, promise = move.player, result.witness
    if winner is not None:
        keeper = player if winner is DRAW else winner
        assert isinstance(keeper, Player)
        fault = unlike(promise, Strategy(result.position, keeper, player, draw=winner is DRAW))
        if fault:
            return refuted(f"the strategy {fault}")
    if promise.player is player and promise.says(as_found(result.position, promise.position)) != move.text:
        return refuted("the strategy begins with another move")
    return followed(promise, (result.position, player, 0), room, lambda promise: begins_well(promise, room))


_MOVE = Form({"type": "string"}, lambda position, raw, details: position.move(text(raw), details["player"]))

_WHY = Form({"type": ["string", "null"]}, lambda position, raw, details: raw)

QUESTION: Question[Result[Move | None]] = Question(
    "best",
    "a best move",
    rank=20,
    means=is_game,
    needs="a game for two players",
    arguments=(PLAYER,),
    searches=[
        Method("smith", _by_generalized_nimbers, is_loopy_sum),
        *(_search(name) for name in APPLIES),
    ],
    answer=or_none(_MOVE),
    witness=STRATEGY,
    details=(Detail("why", _WHY, lambda system: False),),
    describe=_described,
    none="there is no move",
    check=_check,
)
