"""Who wins?"""

from __future__ import annotations

from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.players import DRAW, Outcome, Player
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.questions.strategy import APPLIES, WINNERS, Strategy
from perfectplay.result import Result
from perfectplay.system import Position, System
from perfectplay.values.universe import current


def is_game(system: type[System] | System) -> bool:
    return system.players == 2


def _search(name: str) -> Method:
    def run(position: Position, asked: Asked) -> Answer:
        kernel, code = position.system.kernel(position.state)
        (left, right), stats = kernel.winners(code, name, current().native, asked.control)
        found = Outcome(WINNERS[left], WINNERS[right])
        return Answer(found, witness(position, found), stats_of(stats))

    return Method(name, run, APPLIES[name])


def witness(position: Position, found: Outcome) -> dict[str, Strategy]:
    """A strategy for whoever wins (for both players where it is a draw), by who starts."""
    strategies = {}
    for starter in Player:
        result = found.when(starter)
        players = list(Player) if result is DRAW else [result]
        for player in players:
            assert isinstance(player, Player)
            name = f"{player} when {starter} starts"
            strategies[name] = Strategy(position, player, starter, draw=result is DRAW)
    return strategies


_SEARCHES = [_search(name) for name in APPLIES]
OUTCOME = Question("outcome", is_game, "a game for two players", _SEARCHES)


def outcome(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Outcome]:
    """Who wins under perfect play, by who starts: N, P, L, R, or a class with draws.

    Methods: theorems where they apply; ``points`` (where they decide: who gets more from here on), ``sums`` (positions
    are split into components, cheap ones replaced by their values), ``nimbers`` (for impartial games whose moves may go
    on), ``alpha-beta`` (win/loss search of whole positions), ``proof-number`` (depth-first, for deep narrow games),
    ``retrograde`` (for games whose positions can repeat). The witness holds a winning strategy for each starter;
    :func:`verify` plays it out.

    >>> pp.outcome(pp.load("domineering", "...|...|..."))
    N
    """
    return ask(OUTCOME, position, method, Asked(limits, progress))
