"""Pairing: whoever can answer every move with its mirror image has the last move.

Moves here only take moves away: a domino of Cram covers two cells, a vertex of Node Kayles removes itself and its
neighbours, a vertex of Snort removes itself and closes its neighbours to the opponent. Let s be a symmetry of the board
with s(s(c)) = c, and call a move *crossing* if it closes a cell of its own image to the opponent.

Theorem. A wins moving second if every cell that is open to B has an image that is open to A, and B has no crossing
move. For A answers each move m with s(m). It is legal: its cells are images of cells that were open to B, and m has not
closed them. And the two moves together close to A the image of what they close to B, so that everything is as before.
A wins moving first if a move leads to such a position. In an impartial game the first case is nimber 0.

Cram: even x even cells are won by the second player (half a turn; no domino meets its image), even x odd cells by the
first (the middle domino, then half a turn), after Gardner 1974; odd x odd cells are open. Snort: even x even cells are
won by the second player, all other rectangles by the first, who takes the centre or one of the two cells nearest to it,
which closes its neighbours to the other player only. Node Kayles: even x even second, odd x odd first.

Only geometric symmetries of the board are tried, half a turn and the reflections; graphs have none. Misère play is not
covered: there nobody wants the last move.

>>> pp.outcome(pp.load("cram", "|".join(["." * 20] * 20)))
P
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from perfectplay.board import Board, Lattice
from perfectplay.kinds.rewrite import Arrangement
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("cram", "domineering", "node_kayles", "snort")

Cells = frozenset[int]
"""Cells by their number on the board."""


@dataclass(frozen=True)
class Placement:
    """A way to play: the cells that a move needs, those it closes to the mover, and those it closes to the other."""

    needs: Cells
    own: Cells
    theirs: Cells


def _dominoes(board: Board) -> Iterator[Placement]:
    for number, cell in enumerate(board.cells):
        for other in board.neighbours(cell):
            if board.index[other] > number:
                pair = frozenset((number, board.index[other]))
                yield Placement(pair, pair, pair)


def _vertices(board: Board, closes_to_mover: bool) -> Iterator[Placement]:
    for number, cell in enumerate(board.cells):
        around = frozenset(board.index[other] for other in board.neighbours(cell)) | {number}
        yield Placement(frozenset((number,)), around if closes_to_mover else frozenset((number,)), around)


PLACEMENTS: dict[str, Callable[[Board], Iterable[Placement]]] = {
    "cram": _dominoes,
    "domineering": _dominoes,
    "node_kayles": lambda board: _vertices(board, True),
    "snort": lambda board: _vertices(board, False),
}


@dataclass(frozen=True)
class Mirror:
    image: tuple[int, ...]
    crossing: tuple[Placement, ...]


@dataclass(frozen=True)
class Field:
    """A board with its mirrors, and the moves that close each cell to the other player."""

    mirrors: tuple[Mirror, ...]
    closing: tuple[tuple[Placement, ...], ...]


@lru_cache(maxsize=32)
def _field(key: str, board: Board) -> Field:
    turns = [image for image in board.symmetries() if all(image[there] == here for here, there in enumerate(image))]
    moves = list(PLACEMENTS[key](board)) if turns else []
    mirrors = tuple(
        Mirror(image, tuple(move for move in moves if any(image[cell] in move.theirs for cell in move.needs)))
        for image in turns
    )
    closing: list[list[Placement]] = [[] for _ in board.cells]
    for move in moves:
        for cell in move.theirs:
            closing[cell].append(move)
    return Field(mirrors, tuple(map(tuple, closing)))


# who wins -----------------------------------------------------------------------------------------------------------


def _open(position: Position, state: Arrangement, player: Player) -> Cells:
    """The cells on which the player may play."""
    letters = "."
    if position.system.key == "snort":
        owner = player.opponent if position.system.mirrored else player
        letters += "x" if owner is LEFT else "o"
    return frozenset(number for number, letter in enumerate(state.cells) if letter in letters)


def _obstacle(mirror: Mirror, mine: Cells, theirs: Cells) -> Cells | None:
    """Cells of which one must be closed to the other player before mine is a win moving second; None if it is one."""
    for cell in theirs:
        if mirror.image[cell] not in mine:
            return frozenset((cell,))
    return next((move.needs for move in mirror.crossing if move.needs <= theirs), None)


def _is_second(field: Field, mine: Cells, theirs: Cells) -> bool:
    return any(_obstacle(mirror, mine, theirs) is None for mirror in field.mirrors)


def _first(field: Field, mine: Cells, theirs: Cells) -> Placement | None:
    """A move that makes mine a win moving second. It has to remove the obstacle that is in its way now."""
    for mirror in field.mirrors:
        for cell in _obstacle(mirror, mine, theirs) or ():
            for move in field.closing[cell]:
                if move.needs <= mine and _obstacle(mirror, mine - move.own, theirs - move.theirs) is None:
                    return move
    return None


def _settle(position: Position, starter: Player) -> tuple[Player | None, Placement | None]:
    """Who wins when ``starter`` moves next, and by which move if it is he; None where no mirror tells."""
    state: Arrangement = position.state
    field = _field(position.system.key, state.board)
    mine, theirs = _open(position, state, starter), _open(position, state, starter.opponent)
    if _is_second(field, theirs, mine):
        return starter.opponent, None
    move = _first(field, mine, theirs)
    return (starter, move) if move else (None, None)


# the questions ------------------------------------------------------------------------------------------------------

LARGE = 24
"""Cells from which on a move may be asked for though only one of the players is known to win when he is to move."""


def _is_covered(position: Position) -> bool:
    system, state = position.system, position.state
    if system.misere or not isinstance(state, Arrangement) or not isinstance(state.board, Lattice):
        return False
    return bool(position.impartial != (system.key == "snort"))


def applies(position: Position) -> bool:
    players = [LEFT] if position.impartial else list(Player)
    return _is_covered(position) and all(_settle(position, player)[0] for player in players)


def best_applies(position: Position) -> bool:
    if not _is_covered(position) or position.impartial or len(position.state.cells) < LARGE:
        return applies(position)
    return any(_settle(position, player)[0] for player in Player)


def grundy_applies(position: Position) -> bool:
    return _is_covered(position) and _settle(position, LEFT)[0] is LEFT.opponent


def outcome(position: Position, asked: Asked) -> Found:
    left, right = _settle(position, Player.LEFT)[0], _settle(position, Player.RIGHT)[0]
    assert left is not None and right is not None
    found = Outcome(left, right)
    return Found(found, promises(position, found))


def best(position: Position, asked: Asked) -> Found | None:
    player: Player = asked.details["player"]
    winner, placement = _settle(position, player)
    if winner is None:
        return None
    moves = position.moves(player)
    move = _find(position, moves, player, placement) if placement else next(iter(moves), None)
    return Found(move, Strategy(position, winner, player) if move else None)


def grundy(position: Position, asked: Asked) -> Found:
    return Found(0)


def _find(position: Position, moves: Iterable[Move], player: Player, wanted: Placement) -> Move:
    """The legal move that does what the placement does."""
    state: Arrangement = position.state
    mine = _open(position, state, player) - wanted.own
    theirs = _open(position, state, player.opponent) - wanted.theirs
    for move in moves:
        after: Arrangement = move.after.state
        if any(after.cells[cell] == state.cells[cell] for cell in wanted.needs):
            continue
        if _open(position, after, player) == mine and _open(position, after, player.opponent) == theirs:
            return move
    raise AssertionError("the mirror found a move that the rules do not have")
