"""The single-colour endgame of Amazons: the players cannot interfere with each other, and each makes as many moves as
possible.

If no region (cells that are not burnt, connected by king's moves) has amazons of both players, a region is worth the
largest number of moves that its amazons can make, negative for Right, and the position is worth the sum. The maximum is
NP-complete to find (Buro 2000); it is searched with the number of free cells as bound, since each move burns one. The
witness is a line of that many moves for each player, who moves alone in it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from perfectplay.checks.verdict import SMALL, Finding, not_checked, refuted, verified
from perfectplay.errors import IllegalMove
from perfectplay.games.amazons import QUEEN
from perfectplay.method import Asked, Found, stats_of
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Line, Move, Position
from perfectplay.result import Result, Stats
from perfectplay.strategies import Strategy, promises
from perfectplay.values.value import Value

systems = ("amazons",)


def applies(position: Position) -> bool:
    system: Any = position.system
    return not (system.impartial or system.misere) and room(position) is not None


def room(position: Position) -> dict[Player, int] | None:
    """The free cells in the regions of each player, or None if there are amazons of both in one region."""
    state, board = position.state, position.state.board
    found = dict.fromkeys(Player, 0)
    seen = set()
    for start in board.cells:
        if start in seen or state[start] == "#":
            continue
        seen.add(start)
        region = [start]
        for here in region:
            for direction in QUEEN:
                near = board.step(here, direction)
                if near is not None and near not in seen and state[near] != "#":
                    seen.add(near)
                    region.append(near)
        letters = [state[cell] for cell in region]
        free, owners = letters.count("."), {"x", "o"} & set(letters)
        if free and len(owners) == 2:
            return None
        for letter in owners:
            [owner] = position.system.acts_for(LEFT if letter == "x" else RIGHT)
            found[owner] += free
    return found


def lines(position: Position, asked: Asked) -> tuple[dict[Player, Line], Stats]:
    """A longest line of each player."""
    system = position.system
    kernel, code = system.kernel(position.state)
    found, costs = {}, []
    for player in Player:
        codes, stats = kernel.longest(code, player is LEFT, asked.control)
        moves, here = [], position.state
        for after in codes:
            state = system.decode(position.state, after)
            step = next(step for step in system.legal(here, player) if step.state == state)
            moves.append(Move(step.text, player, Position(system, state)))
            here = state
        found[player] = Line(position, moves)
        costs.append(stats)
    return found, stats_of(*costs)


def value(position: Position, asked: Asked) -> Found:
    found, stats = lines(position, asked)
    count = len(found[LEFT]) - len(found[RIGHT])
    return Found(Value(count), {str(player): line for player, line in found.items()}, stats)


def winner(count: int, first: Player) -> Player:
    """Who wins an integer."""
    return first.opponent if count == 0 else LEFT if count > 0 else RIGHT


def outcome(position: Position, asked: Asked) -> Found:
    found, stats = lines(position, asked)
    count = len(found[LEFT]) - len(found[RIGHT])
    result = Outcome(winner(count, LEFT), winner(count, RIGHT))
    return Found(result, promises(position, result), stats)


def best(position: Position, asked: Asked) -> Found:
    """The first move of a longest line."""
    player: Player = asked.details["player"]
    found, stats = lines(position, asked)
    if not found[player].moves:
        return Found(None, None, stats)
    move: Move = found[player][0]
    keeper = winner(len(found[LEFT]) - len(found[RIGHT]), player)
    return Found(move, Strategy(position, keeper, player), stats)


def certified(result: Result[Any]) -> Finding | None:
    """Does the witness prove the value?

    The lines are replayed by the plain rules. That neither can do better is clear where all free cells are burnt in the
    end; otherwise the maximum is recomputed where there are few positions.
    """
    free, texts = room(result.position), _texts(result.witness)
    if free is None or texts is None:
        return None
    complete = True
    for player, moves in texts.items():
        here = result.position
        for text in moves:
            try:
                here = here.play(text, player)
            except IllegalMove as error:
                return refuted(str(error))
        if len(moves) < free[player]:
            most = _most_moves(result.position, player)
            if most is not None and most != len(moves):
                return refuted(f"{player} can make {most} moves")
            complete = complete and most is not None
    lengths = {player: len(moves) for player, moves in texts.items()}
    claimed = Value(lengths[LEFT] - lengths[RIGHT])
    how = f"replayed {lengths[LEFT]} moves of Left and {lengths[RIGHT]} of Right"
    if result.answer != claimed:
        return refuted(f"{how}, which makes {claimed}")
    return (
        verified(f"{how}; there are no longer lines")
        if complete
        else not_checked(f"no longer lines were looked for; {how}")
    )


def _texts(told: object) -> dict[Player, list[str]] | None:
    """The moves of both lines, as they are or as JSON has them."""
    if not isinstance(told, Mapping) or set(told) != {str(player) for player in Player}:
        return None
    found = {}
    for player in Player:
        line = told[str(player)]
        moves = line.get("moves") if isinstance(line, Mapping) else line
        if not isinstance(moves, Sequence):
            return None
        found[player] = [str(move) for move in moves]
    return found


def _most_moves(position: Position, player: Player) -> int | None:
    """By layers of positions; None if there are too many."""
    layer, count, seen = {position}, 0, 0
    while True:
        after = {move.after for here in layer for move in here.moves(player)}
        seen += len(after)
        if not after:
            return count
        if seen > SMALL:
            return None
        layer, count = after, count + 1
