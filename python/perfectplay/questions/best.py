"""What to play?"""

from __future__ import annotations

from typing import Any

from perfectplay.errors import NotApplicable
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.players import DRAW, LEFT, Player
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask
from perfectplay.questions.outcome import is_game
from perfectplay.questions.strategy import APPLIES, Strategy, best_move
from perfectplay.result import Result
from perfectplay.system import Move, Position


def _search(name: str) -> Method:
    def run(position: Position, asked: Asked) -> Answer:
        player: Player = asked.details["player"]
        move, winner, stats = best_move(position, player, name, asked.control)
        if move is None or winner is None:
            return Answer(None)
        keeper = player if winner is DRAW else winner
        assert isinstance(keeper, Player)
        return Answer(move, Strategy(position, keeper, player, draw=winner is DRAW), stats)

    return Method(name, run, APPLIES[name])


_SEARCHES = [_search(name) for name in APPLIES if name != "proof-number"]
BEST = Question("best", is_game, "a game for two players", _SEARCHES)


def best(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Move | None]:
    """A best move for ``player``: one that wins, else one that draws, else any; None where there is no move.

    The player may be left out in an impartial game. The witness is the strategy of whoever wins from here.

    >>> pp.best(pp.load("nim", "3 5 7"))
    3:2
    """
    BEST.check(position)
    if player is None:
        if not position.impartial:
            raise NotApplicable(f"{position.system.title}: best needs the player to move, LEFT or RIGHT")
        player = LEFT
    details: dict[str, Any] = {"player": player}
    return ask(BEST, position, method, Asked(limits, progress, details))
