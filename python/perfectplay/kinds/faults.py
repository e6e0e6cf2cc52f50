"""What can be wrong with the rules that an author wrote, each in one line: what was found and what was expected.

These are called once, when the rules of a board are first read. Each returns the fault, or an empty string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from perfectplay.board import Board
from perfectplay.errors import RulesError, shown
from perfectplay.players import Player

if TYPE_CHECKING:
    from perfectplay.kinds.rulesets import Layout, Rewrite

SPECIAL = {"?": "stands for any symbol in a rewrite", "|": "ends a row", "\n": "ends a row"}
"""What cannot be a symbol, and why."""


def of_symbols(cells: object) -> str:
    """The symbols of a rewrite system."""
    if not isinstance(cells, str) or not cells:
        return f"cells = {shown(cells)} (expected the symbols as text, the usual background first, such as '.xo')"
    for symbol in cells:
        if cells.count(symbol) > 1:
            return f"cells = {cells!r} has {symbol!r} twice (expected each symbol once)"
        if symbol in SPECIAL:
            return f"cells = {cells!r}: {symbol!r} {SPECIAL[symbol]} (expected another symbol)"
    return ""


def of_letters(letters: object, cells: str) -> str:
    """The further letters of a text form."""
    if not isinstance(letters, Mapping):
        return f"letters = {shown(letters)} (expected a mapping from letters to pairs of a symbol and a mark)"
    for letter, meaning in letters.items():
        pair = isinstance(meaning, tuple) and len(meaning) == 2 and isinstance(meaning[1], str)
        if not (isinstance(letter, str) and pair and (meaning[0] is None or isinstance(meaning[0], str))):
            return f"letters: {shown(letter)}: {shown(meaning)} (expected a symbol or None, and a mark)"
        if meaning[0] is not None and meaning[0] not in cells:
            return f"letters: {letter!r} stands for {meaning[0]!r} (expected one of {cells!r})"
    return ""


def listed(things: Any, where: Callable[[], str], expected: str) -> Iterable[Any]:
    """What an author's method returned, if it can be iterated over; ``where`` tells what it was asked."""
    if things is None:
        raise RulesError(f"{where()} returned None (expected {expected}; is a yield or a return missing?)")
    if isinstance(things, str | bytes) or not isinstance(things, Iterable):
        raise RulesError(f"{where()} returned {shown(things)} (expected {expected})")
    return things


def of_player(player: object, none: str = "") -> str:
    """A player given by an author; ``none`` says what None would mean, if it is allowed."""
    if isinstance(player, Player) or (player is None and none):
        return ""
    return f"player {shown(player)} (expected pp.LEFT or pp.RIGHT{none and f', or None for {none}'})"


def of_rewrite(rewrite: Rewrite, layout: Layout, none: str) -> str:
    """A rewrite on a board; ``none`` says what player None means."""
    changes, board = rewrite.changes, layout.board
    fault = of_player(rewrite.player, none)
    if fault:
        return f"{shown(changes)}: {fault}"
    if not isinstance(changes, Mapping) or not changes:
        return f"changes {shown(changes)} (expected a mapping from cells to pairs of symbols, such as {{a: '.x'}})"
    for cell, change in changes.items():
        fault = of_cell(cell, board) or of_change(change, layout.symbols)
        if fault:
            return f"{shown(changes)}: {fault}"
    piece = rewrite.piece
    if piece is not None:
        if not isinstance(piece, tuple) or len(piece) != 2:
            return f"piece {shown(piece)} (expected the cells where it stands before and after)"
        fault = of_cell(piece[0], board) or of_cell(piece[1], board)
        if fault:
            return f"piece {shown(piece)}: {fault}"
    for name, kind in (("tag", str), ("name", str), ("again", bool), ("score", int), ("rank", int)):
        value = getattr(rewrite, name)
        if type(value) is kind:
            continue
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            return f"{name} {shown(value)} (expected {'text' if kind is str else f'a value of type {kind.__name__}'})"
    if rewrite.name and any(letter.isspace() for letter in rewrite.name):
        return f"name {rewrite.name!r} (expected a name without spaces: a line is written as names with spaces between)"
    return ""


def of_cell(cell: object, board: Board) -> str:
    try:
        known = cell in board.index
    except TypeError:
        known = False
    return "" if known else f"cell {shown(cell)} is not on the board (expected one of board.cells)"


def of_change(change: object, symbols: str) -> str:
    """What a rewrite does to one cell."""
    return _of_text(change, symbols) if type(change) is str else _of_change(change, symbols)


def _of_change(change: object, symbols: str) -> str:
    one, other = symbols[0], symbols[-1]
    turned = f"or two lists, such as '{one}{other}>{other}{one}' for a cell that is turned over"
    expected = f"two of the symbols {symbols!r}, before and after, {turned}"
    if not isinstance(change, str):
        return f"change {shown(change)} (expected {expected})"
    before, arrow, after = change.partition(">")
    if not (arrow and before):
        before, after = change[:1], change[1:]
        if len(change) != 2:
            return f"change {change!r} (expected {expected})"
    elif len(before) != len(after) or len(set(before)) < len(before):
        return f"change {change!r} (expected as many different symbols before > as there are after it)"
    for symbol in before + after:
        if symbol not in symbols and not (symbol == "?" and symbol == change[0]):
            return f"change {change!r}: {symbol!r} is no symbol (expected one of {symbols!r})"
    return ""


_of_text = lru_cache(maxsize=1024)(_of_change)
"""The same few texts are written for every cell."""


@lru_cache(maxsize=256)
def of_source(method: Callable[..., Any]) -> str:
    """A cell that is written twice in one mapping: Python keeps the last and says nothing."""
    import ast
    import inspect
    import textwrap

    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    except (OSError, TypeError, SyntaxError):
        return ""
    for mapping in ast.walk(tree):
        if isinstance(mapping, ast.Dict):
            keys = [ast.unparse(key) for key in mapping.keys if isinstance(key, ast.Name | ast.Tuple | ast.Constant)]
            twice = [key for number, key in enumerate(keys) if key in keys[:number]]
            if twice:
                return (
                    f"{ast.unparse(mapping)[:60]} has {twice[0]} twice, of which Python keeps the last "
                    f"(expected each cell once; two lists say what each symbol becomes: {{{twice[0]}: '.x>x.'}})"
                )
    return ""


def of_goal(who: object, pattern: object, layout: Layout) -> str:
    """A pattern that ends the game."""
    fault = of_player(who)
    if fault:
        return f"{shown(pattern)}: {fault}"
    if not isinstance(pattern, Mapping):
        return f"pattern {shown(pattern)} (expected a mapping from cells to the symbols that may stand there)"
    for cell, allowed in pattern.items():
        fault = of_cell(cell, layout.board)
        if not fault and not (isinstance(allowed, str) and allowed):
            fault = f"symbols {shown(allowed)} (expected some of {layout.symbols!r})"
        strange = "" if fault else "".join(symbol for symbol in allowed if symbol not in layout.symbols)
        if fault or strange:
            return f"{shown(pattern)}: {fault or f'{strange[0]!r} is no symbol (expected some of {layout.symbols!r})'}"
    return ""
