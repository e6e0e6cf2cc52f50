"""What the theorems about compounds of games share: components under the compound's play convention, and moves that are
put together from moves in components."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from perfectplay.games.compound import Compound, Joint
from perfectplay.method import Found
from perfectplay.players import Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

if TYPE_CHECKING:
    from perfectplay.result import Result


def all_impartial(position: Position[Compound]) -> bool:
    return all(component.impartial for component in position.state)


def is_as_given(position: Position[Compound]) -> bool:
    """Does each player have the moves of the components? The impartial variant of partizan ones gives away more."""
    return not position.impartial or all_impartial(position)


def owner(position: Position[Compound], player: Player) -> Player:
    """Whose moves in the components a player makes."""
    return player.opponent if position.system.mirrored else player


def components(position: Position[Compound], *, misere: bool) -> list[Position]:
    """The components, each in normal or in misère play."""
    return [as_played(component, misere=misere) for component in position.state]


def as_played(component: Position, *, misere: bool) -> Position:
    return Position(component.system.with_options(misere=True), component.state) if misere else component


def by_parity(position: Position[Compound], length: int, player: Player) -> Player:
    """Who wins a play of this length that a player begins: the player who cannot move loses, or wins in misère play."""
    stuck = player if length % 2 == 0 else player.opponent
    return stuck if position.system.misere else stuck.opponent


def outcome_by(position: Position[Compound], winner: Callable[[Player], Player]) -> Found:
    found = Outcome(*(winner(player) for player in Player))
    return Found(found, promises(position, found))


def joined(position: Position[Compound], player: Player, winner: Player, chosen: Mapping[int, Move]) -> Found:
    """The move that consists of these, by number of component, for a player, with the strategy of the winner."""
    move = Joint(tuple((number, _plain(position, number, chosen[number])) for number in sorted(chosen)))
    after = Position(position.system, position.system.play(position.state, move))
    return Found(Move(str(move), player, after), Strategy(position, winner, player))


def _plain(position: Position[Compound], number: int, move: Move) -> Move:
    """The same move with the component's own rules, which are those of normal play."""
    return Move(move.text, move.player, Position(position.state[number].system, move.after.state))


def by_length(
    position: Position[Compound],
    player: Player,
    length: Callable[[Position, Player], Result[int]] | Callable[[Position, Player], Result[int | None]],
) -> tuple[list[int], dict[int, Move]]:
    """How long each component lasts if the player begins there, and a move for it in each in which there is one: one
    with which it lasts as long."""
    mover = owner(position, player)
    lengths, chosen = [], {}
    for number, component in enumerate(components(position, misere=position.system.misere)):
        found = length(component, mover).answer
        assert found is not None  # positions do not repeat
        lengths.append(found)
        for move in component.moves(mover):
            if length(move.after, mover.opponent).answer == found - 1:  # the definition of both lengths
                chosen[number] = move
                break
    return lengths, chosen
