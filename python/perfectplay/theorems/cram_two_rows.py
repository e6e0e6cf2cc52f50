"""Cram on two rows: the nimber of 2 x n is n mod 2.

Theorem. Where every column of two rows is wholly free or wholly covered, the nimber is the number of free columns
mod 2. Proof. Let their number be even. A domino that fills a column is answered by one that fills another; a horizontal
domino is answered by one in the same columns, in the other row. Both leave an even number of free columns, so the
second player makes the last move: nimber 0. An odd number is made even by adding a board of one free column, which has
nimber 1; so the nimber is 1.

The position after the first move of such a pair is settled, too: the reply wins. The same holds with rows and columns
exchanged. Published for n up to 26 as part of tables (Lemoine & Viennot 2012). Normal play only.

>>> pp.grundy(pp.load("cram", "." * 501 + "|" + "." * 501))
1
"""

from __future__ import annotations

from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.method import Asked, Found
from perfectplay.players import Outcome, Player
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises

systems = ("cram", "domineering")

Cells = tuple[int, int]
"""Two cells by number."""


def _columns(position: Position[RewriteGame]) -> list[Cells] | None:
    """The pairs of cells across the board; None if it does not have two rows or two columns, or in misère play."""
    board, system = position.state.board, position.system
    if system.misere or not position.impartial or 2 not in (board.rows, board.cols):
        return None
    if board.rows == 2:
        return [(col, col + board.cols) for col in range(board.cols)]
    return [(row * 2, row * 2 + 1) for row in range(board.rows)]


def _look(position: Position[RewriteGame]) -> tuple[list[Cells], list[Cells]] | None:
    """The free columns, and the half-free ones if there are none, or two of them that one domino fills."""
    columns, cells = _columns(position), position.state.cells
    if columns is None:
        return None
    free = [pair for pair in columns if cells[pair[0]] + cells[pair[1]] == ".."]
    half = [number for number, pair in enumerate(columns) if cells[pair[0]] != cells[pair[1]]]
    if half and (len(half) != 2 or half[1] - half[0] != 1):
        return None
    found = [columns[number] for number in half]
    if found and cells[found[0][0]] != cells[found[1][0]]:
        return None
    return free, found


def applies(position: Position[RewriteGame]) -> bool:
    looked = _look(position)
    return looked is not None and (not looked[1] or len(looked[0]) % 2 == 0)


def grundy_applies(position: Position[RewriteGame]) -> bool:
    looked = _look(position)
    return looked is not None and not looked[1]


def grundy(position: Position[RewriteGame], asked: Asked) -> Found:
    looked = _look(position)
    assert looked is not None
    return Found(len(looked[0]) % 2)


def _reply(position: Position[RewriteGame]) -> Cells | None:
    """The cells of a winning domino, None where there is none."""
    looked = _look(position)
    assert looked is not None
    free, half = looked
    if half:
        top = position.state.cells[half[0][0]] == "."
        return (half[0][0], half[1][0]) if top else (half[0][1], half[1][1])
    return free[0] if len(free) % 2 else None


def outcome(position: Position[RewriteGame], asked: Asked) -> Found:
    found = Outcome.of("N" if _reply(position) else "P")
    return Found(found, promises(position, found))


def best(position: Position[RewriteGame], asked: Asked) -> Found:
    player: Player = asked.details["player"]
    reply, board = _reply(position), position.state.board
    if reply is None:
        move = next(iter(position.moves(player)), None)
        return Found(move, Strategy(position, player.opponent, player) if move else None)
    text = "-".join(board.name(board.cells[number]) for number in reply)
    return Found(position.move(text, player), Strategy(position, player, player))
