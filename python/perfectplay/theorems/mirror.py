"""Pairing: a player who can answer every move with its mirror image makes the last move.

In strong placement games moves only remove moves: a domino of Cram covers two cells, a vertex of Node Kayles removes
itself and its neighbours, a vertex of Snort removes itself and closes its neighbours to the opponent, a vertex of Col
closes them to the mover. Let s be a symmetry of the board with s(s(c)) = c that makes every move of B a move of A, and
call a move *crossing* if it closes a cell of its own image to the opponent.

Theorem. A wins moving second if every cell that is open to B has an image that is open to A, and B has no crossing
move. For A answers each move m with s(m). It is legal: its cells are images of cells that were open to B, and m has not
closed them. And the two moves together close to A the image of what they close to B, so that the hypothesis holds
again.
A wins moving first if a move leads to such a position. In an impartial game the first case is nimber 0.

Cram: the second player wins even x even boards (half-turn; no domino meets its image), the first player even x odd
boards (the middle domino, then half-turn), after Gardner 1974; odd x odd boards are open. Snort: the second player wins
even x even boards, the first player all other rectangles, by taking the centre or one of the two cells nearest to it,
which closes its neighbours to the other player only. Node Kayles: the second player wins even x even boards, the first
player odd x odd ones. Col: the second player wins if a half-turn or a reflection fixes no cell. Chomp: the first player
wins a square bar by leaving its first row and column, which are reflections of each other.

Which cells a move needs and which it closes to whom is read from the rewrites of a game that declares ``placement``.
Where the moves of a variant are not determined by the open cells, as in impartial Snort, the theorem does not apply.

Only geometric symmetries of the board are tried, the half-turn and the reflections; graphs have none. Misère play is
not covered: there nobody wants the last move.

>>> pp.outcome(pp.load("cram", "|".join(["." * 20] * 20)))
P
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Arrangement, Layout
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.records import dataclass
from perfectplay.strategies import Strategy, promises
from perfectplay.system import Kept, System, has_value

Cells = frozenset[int]
"""Cells by their number on the board."""


kinds = ("rewrite",)


def about(system: System) -> bool:
    return isinstance(system, RewriteGame) and system.placement


@dataclass(frozen=True)
class Placement:
    """A way to play: the cells that a move needs, those it closes to the mover, and those it closes to the other."""

    needs: Cells
    own: Cells
    theirs: Cells

    def under(self, image: tuple[int, ...]) -> Placement:
        return Placement(*(frozenset(image[cell] for cell in cells) for cells in (self.needs, self.own, self.theirs)))


# what the rewrites say ----------------------------------------------------------------------------------------------


Symbols = Mapping[Player, frozenset[str]]
"""The symbols that are open to each player."""


def placements(system: RewriteGame, layout: Layout) -> tuple[Symbols, Mapping[Player, set[Placement]]] | None:
    """The open symbols and the placements of each player, which can be made if and only if all cells that they need are
    open to that player; None if the rewrites require more than that."""
    rules, everything = system.ruleset(layout), len(layout.symbols)
    if rules.ranked:
        return None
    moves = [
        (player, changes)
        for rewrite, changes in watched(zip(rules.rewrites, rules.changes, strict=True))
        for player in system.acts(rewrite)
    ]
    symbols: dict[Player, frozenset[str]] = {player: frozenset() for player in Player}
    for player, changes in watched(moves):
        symbols[player] = symbols[player].union(*(becomes for _, becomes in changes if len(becomes) < everything))
    found: dict[tuple[Player, Placement], frozenset[str]] = {}
    for player, changes in watched(moves):
        closed: dict[Player, set[int]] = {each: set() for each in Player}
        for cell, becomes in changes:
            for each, are_open in symbols.items():
                if are_open.isdisjoint(becomes.values()):
                    closed[each].add(cell)
                elif any((before in are_open) != (after in are_open) for before, after in becomes.items()):
                    return None
        needs = {cell: frozenset(becomes) for cell, becomes in changes if len(becomes) < everything}
        made = Placement(frozenset(needs), frozenset(closed[player]), frozenset(closed[player.opponent]))
        if made.needs.isdisjoint(made.own):
            return None
        # moves with the same effect on the same cell may differ in what stands there
        if len(needs) == 1 or set(needs.values()) == {symbols[player]}:
            found[player, made] = found.get((player, made), frozenset()).union(*needs.values())
        else:
            found.setdefault((player, made), frozenset())
    if any(accepted != symbols[player] for (player, _), accepted in found.items()):
        return None
    return symbols, {player: {made for mover, made in found if mover is player} for player in Player}


@dataclass(frozen=True)
class Mirror:
    """A symmetry by which a player may answer, and the other's moves that it does not answer."""

    image: tuple[int, ...]
    crossing: tuple[Placement, ...]


@dataclass(frozen=True)
class Field:
    """A board with the open symbols and the mirrors of each player, and by cell the moves that close it to the other
    player."""

    symbols: Symbols
    mirrors: Mapping[Player, tuple[Mirror, ...]]
    closing: Mapping[Player, Mapping[int, list[Placement]]]

    def open_to(self, player: Player, state: Arrangement) -> Cells:
        """The cells on which the player may play."""
        return frozenset(number for number, symbol in enumerate(state.cells) if symbol in self.symbols[player])


@lru_cache(maxsize=32)
def _field(kept: Kept, layout: Layout) -> Field | None:
    symmetries = layout.board.symmetries()
    turns = [image for image in symmetries if all(image[there] == here for here, there in enumerate(image))]
    read = placements(kept.system, layout) if turns else None
    if read is None:
        return None
    symbols, made = read
    mirrors: dict[Player, tuple[Mirror, ...]] = {}
    closing: dict[Player, dict[int, list[Placement]]] = {player: {} for player in Player}
    for player in Player:
        others = made[player.opponent]
        mirrors[player] = tuple(
            Mirror(image, tuple(move for move in others if any(image[cell] in move.theirs for cell in move.needs)))
            for image in turns
            if all(move.under(image) in made[player] for move in watched(others))
        )
        for move in made[player]:
            for cell in move.theirs:
                closing[player].setdefault(cell, []).append(move)
    return Field(symbols, mirrors, closing)


def _field_of(position: Position) -> Field | None:
    """None where the theorem says nothing."""
    return _field(position.system.kept, position.state.layout) if has_value(position.system) else None


# who wins -----------------------------------------------------------------------------------------------------------


def _obstacle(mirror: Mirror, mine: Cells, theirs: Cells) -> Cells | None:
    """Cells of which one must be closed to the other player before mine is a win moving second; None if it is one."""
    for cell in theirs:
        if mirror.image[cell] not in mine:
            return frozenset((cell,))
    return next((move.needs for move in mirror.crossing if move.needs <= theirs), None)


def _first(field: Field, player: Player, mine: Cells, theirs: Cells) -> Placement | None:
    """A move that makes mine a win moving second. It has to remove the present obstacle."""
    for mirror in field.mirrors[player]:
        for cell in _obstacle(mirror, mine, theirs) or ():
            for move in field.closing[player].get(cell, ()):
                if move.needs <= mine and _obstacle(mirror, mine - move.own, theirs - move.theirs) is None:
                    return move
    return None


def _settle(position: Position, starter: Player) -> tuple[Player | None, Placement | None]:
    """Who wins when ``starter`` moves next, and by which move if it is the starter; None where no mirror shows it."""
    field, other = _field_of(position), starter.opponent
    if field is None:
        return None, None
    mine, theirs = field.open_to(starter, position.state), field.open_to(other, position.state)
    if any(_obstacle(mirror, theirs, mine) is None for mirror in field.mirrors[other]):
        return other, None
    move = _first(field, starter, mine, theirs)
    return (starter, move) if move else (None, None)


# the questions ------------------------------------------------------------------------------------------------------

LARGE = 24
"""The number of cells from which on ``best`` applies even if the winner is known for one starter only."""


def applies(position: Position) -> bool:
    players = [LEFT] if position.impartial else list(Player)
    return all(_settle(position, player)[0] for player in players)


def best_applies(position: Position) -> bool:
    if position.impartial or len(position.state.cells) < LARGE:
        return applies(position)
    return any(_settle(position, player)[0] for player in Player)


def grundy_applies(position: Position) -> bool:
    return _settle(position, LEFT)[0] is LEFT.opponent


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
    field = _field_of(position)
    assert field is not None
    mine = field.open_to(player, position.state) - wanted.own
    theirs = field.open_to(player.opponent, position.state) - wanted.theirs
    for move in moves:
        after: Arrangement = move.after.state
        if field.open_to(player, after) == mine and field.open_to(player.opponent, after) == theirs:
            return move
    raise AssertionError("the mirror found a move that the rules do not have")
