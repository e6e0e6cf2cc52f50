"""Bars of Chomp with an explicit strategy.

A *hook*, one row and one column that meet at the poisoned square, is Nim with its two arms: its nimber is the exclusive
or of their lengths. A *square* of at least 2 x 2 is won by taking the square diagonally next to the poisoned one, which
leaves a hook with equal arms. *Two rows* are lost iff the upper is longer by exactly one, and likewise two columns.
(Gale 1974; Winning Ways, chapter 18.) Normal play; other bars are left to search.
"""

from perfectplay.board import Place
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises

systems = ("chomp",)

Rows = tuple[int, ...]


def rows_of(position: Position) -> Rows:
    """The lengths of the rows, without empty ones."""
    lines = str(position).split("|")
    return tuple(length for line in lines if (length := len(line.rstrip("."))))


def turned(rows: Rows) -> Rows:
    """The lengths of the columns."""
    return tuple(sum(length > column for length in rows) for column in range(rows[0]))


def _is_hook(rows: Rows) -> bool:
    return len(rows) == 1 or rows[1] == 1


def _is_square(rows: Rows) -> bool:
    return len(set(rows)) == 1 and len(rows) == rows[0]


def applies(position: Position) -> bool:
    rows = rows_of(position)
    if position.system.misere:
        return False
    return len(rows) <= 2 or rows[0] <= 2 or _is_hook(rows) or _is_square(rows)


def winning_square(rows: Rows) -> Place | None:
    """Row and column, from 0, of a square to take; None in a lost position."""
    if _is_hook(rows):
        across, down = rows[0] - 1, len(rows) - 1
        return None if across == down else (0, down + 1) if across > down else (across + 1, 0)
    if _is_square(rows):
        return 1, 1
    if len(rows) == 2:
        upper, lower = rows
        return None if upper == lower + 1 else (1, lower - 1) if upper == lower else (0, lower + 1)
    square = winning_square(turned(rows))
    return square and (square[1], square[0])


def outcome(position: Position, asked: Asked) -> Found:
    found = Outcome(LEFT, RIGHT) if winning_square(rows_of(position)) else Outcome(RIGHT, LEFT)
    return Found(found, promises(position, found))


def best(position: Position, asked: Asked) -> Found:
    rows, player = rows_of(position), asked.details["player"]
    if rows == (1,):
        return Found(None)
    square = winning_square(rows)
    row, column = square or ((0, rows[0] - 1) if rows[0] > 1 else (len(rows) - 1, 0))
    move = position.move(position.state.board.name((row, column)), player)
    return Found(move, Strategy(position, player if square else player.opponent, player))
