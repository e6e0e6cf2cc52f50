"""How long does it last?"""

from __future__ import annotations

from functools import partial

from perfectplay.errors import NotApplicable
from perfectplay.kinds.game import Game
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.players import LEFT, Player
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.result import Result
from perfectplay.system import Position, System


def _ends(system: type[System] | System) -> bool:
    if not (isinstance(system, Game) or (isinstance(system, type) and issubclass(system, Game))):
        return False
    return not system.loopy and not system.draws


def _search(position: Position, asked: Asked, delay: str) -> Answer:
    kernel, code = position.system.kernel(position.state)
    try:
        (_, remoteness, suspense), stats = kernel.tempo(code, asked.details["player"] is LEFT, asked.control)
    except ValueError as error:
        raise NotApplicable(f"{position.system.title}: {error}") from None
    return Answer(remoteness if delay == "loser" else suspense, None, stats_of(stats))


NEEDS = "a game without draws in which positions do not repeat"
REMOTENESS = Question("remoteness", _ends, NEEDS, [Method("depth-first", partial(_search, delay="loser"))])
SUSPENSE = Question("suspense", _ends, NEEDS, [Method("depth-first", partial(_search, delay="winner"))])


def _ask(
    question: Question,
    position: Position,
    player: Player | None,
    method: str | None,
    limits: Limits,
    progress: Progress | None,
) -> Result[int]:
    question.check(position)
    if player is None:
        if not position.impartial:
            raise NotApplicable(f"{position.system.title}: {question.name} needs the player to move, LEFT or RIGHT")
        player = LEFT
    return ask(question, position, method, Asked(limits, progress, {"player": player}))


def remoteness(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """The number of moves to the end if the winner hurries and the loser delays (Steinhaus 1925; *Winning Ways*,
    chapter 9). It decides conjunctive sums that end with the first component to end: even means a loss for the mover.

    >>> pp.remoteness(pp.load("kayles", "5"))
    5
    """
    return _ask(REMOTENESS, position, player, method, limits, progress)


def suspense(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """The number of moves to the end if the winner delays and the loser hurries (*On Numbers and Games*, chapter 14).
    It decides conjunctive sums that end with the last component to end.

    >>> pp.suspense(pp.load("kayles", "5"))
    3
    """
    return _ask(SUSPENSE, position, player, method, limits, progress)
