"""Piles of falling coloured blocks: the board of Clickomania, for one player or two.

A pile is a tuple of columns from left to right, each a string of colours from the bottom up, none of them empty. When
blocks are removed, those above fall down, and empty columns close up.

>>> pile = read_pile("a..|bb.|aab")
>>> pile
('aba', 'ab', 'b')
>>> [sorted(group) for group in groups(pile)]
[[(0, 1), (1, 1)], [(0, 0), (1, 0)]]
>>> print(write_pile(without(pile, {(0, 1), (1, 1)})))
a..|aab
"""

from __future__ import annotations

from collections.abc import Collection

from perfectplay.board.grids import Grid
from perfectplay.errors import ParseError

Pile = tuple[str, ...]
Block = tuple[int, int]
"""Column and height, from 0."""

COLOURS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
EMPTY = "."


def read_pile(text: str) -> Pile:
    """A pile from its rows, the highest first, with ``.`` where there is no block."""
    board, cells = Grid.parse(text, {letter: (letter, "") for letter in COLOURS + EMPTY})
    rows = board.lines(cells)
    pile = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    for number, column in enumerate(pile, 1):
        height = len(column.rstrip(EMPTY))
        hole = column[:height].find(EMPTY)
        if hole >= 0:
            raise ParseError("a block hangs in the air", len(rows) - hole - 1, number, "blocks on top of each other")
    columns = [column.rstrip(EMPTY) for column in pile]
    while columns and not columns[-1]:
        columns.pop()
    if "" in columns:
        raise ParseError("an empty column", 1, columns.index("") + 1, "columns side by side")
    return tuple(columns)


def write_pile(pile: Pile) -> str:
    """The rows of a pile; ``.`` for one without blocks."""
    height = max(map(len, pile), default=0)
    rows = ("".join(column[level : level + 1] or EMPTY for column in pile) for level in range(height - 1, -1, -1))
    return "|".join(rows) or EMPTY


def groups(pile: Pile) -> list[set[Block]]:
    """The groups of at least two blocks of one colour that share sides, in reading order."""
    found: list[set[Block]] = []
    seen: set[Block] = set()
    height = max(map(len, pile), default=0)
    for level in range(height - 1, -1, -1):
        for column in range(len(pile)):
            if level < len(pile[column]) and (column, level) not in seen:
                group = _group(pile, (column, level))
                seen |= group
                if len(group) > 1:
                    found.append(group)
    return found


def _group(pile: Pile, start: Block) -> set[Block]:
    colour = pile[start[0]][start[1]]
    group, todo = {start}, [start]
    while todo:
        column, level = todo.pop()
        for side, at in ((column - 1, level), (column + 1, level), (column, level - 1), (column, level + 1)):
            block = side, at
            if block not in group and 0 <= side < len(pile) and 0 <= at < len(pile[side]) and pile[side][at] == colour:
                group.add(block)
                todo.append(block)
    return group


def without(pile: Pile, blocks: Collection[Block]) -> Pile:
    """What is left when blocks are removed, the others have fallen and empty columns have closed up."""
    left = (
        "".join(colour for level, colour in enumerate(column) if (number, level) not in blocks)
        for number, column in enumerate(pile)
    )
    return tuple(filter(None, left))
