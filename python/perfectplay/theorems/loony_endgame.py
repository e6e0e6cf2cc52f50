"""Loony endgames: positions of long independent chains and loops, in which every move is loony.

Let v be the number of points by which the player in control beats the opener. With nothing left v = 0; otherwise the
opener chooses a component, and the other player either takes all of it and has to open next, or gives back 2 coins of a
chain or 4 of a loop and stays in control:

    v(G) = min over components C of k - 2 + |v(G - C) - 2| for a chain, k - 4 + |v(G - C) - 4| for a loop of k coins

(*Winning Ways*, chapter 16). It suffices to open the shortest chain or the shortest loop: v(H + chain of k) changes by
at most 1 when k does, since each term of the minimum does, by induction; so opening a is no worse than opening b > a.
The same holds for loops. This leaves (chains + 1)(loops + 1) positions to evaluate. (Buzzard & Ciere, "Playing simple
loony dots and boxes endgames optimally", 2014, need only time proportional to the number of components.) If all loops
are even, as on boards of Dots-and-Boxes, and the controlled value (see `families.dots_and_boxes.anatomy`) is 2 or
more, it is v (Berlekamp 2000). This is not used here, but tested; with odd loops it fails, as for a chain of 4 and two
loops of 7: the controlled value is 2, and v is 4.

Where a chain or loop has been opened, everything that can be captured, T coins, is captured, and the mover either opens
next or gives back n coins: n = 2 if some half-open chain has two coins or more, else 4 if some chain with two free ends
has four. So the mover gets T - v or T - 2n + v.

In Nimstring a position with such a choice is loony, and any other one here has the nimber 0: what can be captured does
not matter, and every other move is loony.
"""

from __future__ import annotations

from functools import lru_cache

from perfectplay.families.dots_and_boxes.anatomy import Anatomy, Piece
from perfectplay.families.dots_and_boxes.game import StringsGame
from perfectplay.method import Asked, Found
from perfectplay.nimbers import LOONY
from perfectplay.players import DRAW, LEFT, Outcome, Player, Winner
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises

systems = ("dots_and_boxes", "strings_and_coins", "nimstring")

Lengths = tuple[int, ...]


def applies(position: Position[StringsGame]) -> bool:
    """Every chain that is tied at both ends is long and tied to the ground, and every loop is long."""
    if position.system.misere:
        return False
    tangle = position.state
    if any(len(tangle.at(coin)) > 2 for coin in tangle.tied):
        return False
    return all(piece.free or piece.is_long for piece in Anatomy(tangle).pieces)


@lru_cache(maxsize=256)
def controller_gets(chains: Lengths, loops: Lengths) -> int:
    """v, of long chains and loops in increasing order."""
    return _table(chains, loops)[0][0]


@lru_cache(maxsize=256)
def _table(chains: Lengths, loops: Lengths) -> list[list[int]]:
    """``table[i][j]``: v without the i shortest chains and the j shortest loops."""
    table = [[0] * (len(loops) + 1) for _ in range(len(chains) + 1)]
    for i in reversed(range(len(chains) + 1)):
        for j in reversed(range(len(loops) + 1)):
            terms = []
            if i < len(chains):
                terms.append(chains[i] - 2 + abs(table[i + 1][j] - 2))
            if j < len(loops):
                terms.append(loops[j] - 4 + abs(table[i][j + 1] - 4))
            table[i][j] = min(terms, default=0)
    return table


class Endgame:
    """The parts of such a position."""

    def __init__(self, position: Position[StringsGame]) -> None:
        pieces = Anatomy(position.state).pieces
        self.closed = [piece for piece in pieces if not piece.free]
        self.open = [piece for piece in pieces if piece.free]
        self.chains = tuple(sorted(len(piece) for piece in self.closed if not piece.is_loop))
        self.loops = tuple(sorted(len(piece) for piece in self.closed if piece.is_loop))

    @property
    def given_back(self) -> int:
        """The fewest coins that can be given back, 0 if none can."""
        kept = [_last(piece) for piece in self.open]
        return min((coins for coins in kept if coins), default=0)

    @property
    def takes_all(self) -> int:
        """What the mover gets by taking all and opening next."""
        return sum(map(len, self.open)) - controller_gets(self.chains, self.loops)

    @property
    def stays_in_control(self) -> int | None:
        """What the mover gets by giving back, if that can be done."""
        if not self.given_back:
            return None
        return sum(map(len, self.open)) - 2 * self.given_back + controller_gets(self.chains, self.loops)

    @property
    def score(self) -> int:
        """For the player to move."""
        kept = self.stays_in_control
        return self.takes_all if kept is None else max(self.takes_all, kept)


def _last(piece: Piece) -> int:
    """How many coins of an open piece can be given back."""
    if piece.free == 1:
        return 2 if len(piece) >= 2 else 0
    return 4 if len(piece) >= 4 else 0


def score(position: Position[StringsGame], asked: Asked) -> Found:
    found = Endgame(position).score
    return Found(found if asked.details["player"] is LEFT else -found)


def grundy(position: Position[StringsGame], asked: Asked) -> Found:
    return Found(LOONY if Endgame(position).given_back else 0)


def _winner(position: Position[StringsGame], endgame: Endgame, mover: Player) -> Winner:
    if not position.system.convention.points:
        return mover if endgame.given_back else mover.opponent
    return DRAW if endgame.score == 0 else mover if endgame.score > 0 else mover.opponent


def outcome(position: Position[StringsGame], asked: Asked) -> Found:
    endgame = Endgame(position)
    found = Outcome(*(_winner(position, endgame, player) for player in Player))
    return Found(found, promises(position, found))


def best(position: Position[StringsGame], asked: Asked) -> Found:
    """Capture, give back, or open the shortest chain or loop."""
    player: Player = asked.details["player"]
    if not position.state.left:
        return Found(None)
    endgame = Endgame(position)
    winner = _winner(position, endgame, player)
    string = _capture(position, endgame) if endgame.open else _opening(position, endgame)
    move = position.move(position.state.web.strings[string], player)
    keeper = player if winner is DRAW else winner
    assert isinstance(keeper, Player)
    return Found(move, Strategy(position, keeper, player, draw=winner is DRAW))


def _opening(position: Position[StringsGame], endgame: Endgame) -> int:
    table = _table(endgame.chains, endgame.loops)
    is_loop = not endgame.chains or (bool(endgame.loops) and endgame.loops[0] - 4 + abs(table[0][1] - 4) == table[0][0])
    shortest = endgame.loops[0] if is_loop else endgame.chains[0]
    piece = next(each for each in endgame.closed if each.is_loop == is_loop and len(each) == shortest)
    return min(piece.strings)


def _capture(position: Position[StringsGame], endgame: Endgame) -> int:
    """Take a coin, or give the last ones back once nothing else can be taken."""
    tangle = position.state
    kept = endgame.stays_in_control
    gives_back = kept is not None and (not position.system.convention.points or kept > endgame.takes_all)
    left = endgame.given_back
    last = next((piece for piece in endgame.open if _last(piece) == left), None) if gives_back else None
    for piece in endgame.open:
        if piece is not last or len(piece) > left:
            return next(string for string in sorted(piece.strings) if tangle.freed_by(string))
    # two coins of a half-open chain: its tied end; four coins with free ends: the string in the middle
    assert last is not None
    strings = [string for string in sorted(last.strings) if not tangle.freed_by(string)]
    return strings[0]
