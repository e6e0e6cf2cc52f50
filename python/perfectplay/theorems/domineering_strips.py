"""Domineering on strips, by cutting them into blocks (Lachmann, Moore & Rapaport 2000).

*One hand tied.* Let Horizontal promise never to place a domino across certain vertical lines. This only restricts him,
and a vertical domino lies in one column, hence between two of the lines. So the position is at least as good for him as
the sum of the blocks between the lines, whatever cells are filled: he wins moving second if he wins every block moving
second (he answers in the block where Vertical moved), and he wins moving first if he wins one block moving first and
all others moving second. Rotated by a right angle, the same holds for Vertical and horizontal lines.

*Strips.* On m rows let hs be the lengths n for which Horizontal wins the empty m x n board moving second, and hf those
for which he wins moving first. If a and b are in hs, so is a + b; if a is in hs and b in hf, then a + b is in hf. The
table of small boards beside this file, closed under these rules and those of the rotated boards, settles

====  ==================================================  ===========================================
rows  columns 1, 2, 3, … (V, H: wins whoever starts)      and beyond
====  ==================================================  ===========================================
1     P H                                                 H
2     V N N H V N N H V N N H P N N H H N N H H H N H     H from 24 on, except 27: N
3     V N N                                               H
4     V V V N V N V H V H V H P H H                       H for 16, 18 and from 20 on
5     V H V H P                                           H
6     V N V N V N V H V                                   H for multiples of 8
7     V N V H V H N H H                                   H for 10 and from 12 on
9     V H V H V H V                                       H for even lengths
11    V N V H V                                           H for multiples of 4
====  ==================================================  ===========================================

It is silent about 4 x 17, 4 x 19, 7 x 11, about all larger boards of 6 and 8 rows that the last column does not name,
odd lengths from 9 on of 9 rows, and the other lengths of 11 rows; see :func:`open_cases`. The blocks used have at most
64 cells. The table was computed by search; the rest is proved from it. Published results without a strategy that could
be played (11 x 11, 6 x 17, 8 x 12, 9 x 11 …; Uiterwijk 2016) are not used.

*Play.* ``best`` cuts the strip as the table does, finds the block that needs a move and searches that block; in
positions that do not arise in such play it looks for a cut into blocks with few free cells. The first reply in a block
of more than 40 cells is taken from the table, where search would take seconds. One block is missing, 7 x 9: on 7 rows
and an odd number of columns the first replies can take minutes.

>>> outcome_on(4, 100), outcome_on(4, 17)
('H', None)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from perfectplay.games.domineering import Domineering
from perfectplay.kinds.rewrite import MOST_CELLS, RewriteGame
from perfectplay.kinds.rulesets import Arrangement, Layout
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found, stats_of
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.records import dataclass, field
from perfectplay.strategies import Strategy, promises
from perfectplay.values.universe import current

systems = ("domineering",)

Block = tuple[str, ...]
"""Consecutive lines of a board. For Horizontal the lines are columns; for Vertical they are rows, and everything below
is stated as if he were Horizontal on the rotated board."""
Sizes = tuple[int, ...]
"""A cut: the numbers of lines of its blocks, in order."""

QUICK = 40
"""Free cells up to which search is quick."""
HARD = 48
"""Free cells above which search takes seconds."""
WORD = 64
"""Cells of the largest blocks."""
SMALL = 24
"""Free cells of the blocks that are tried where the table knows no cut."""


# what is known about empty boards -----------------------------------------------------------------------------------


@cache
def _data() -> dict[str, Any]:
    import tomllib
    from pathlib import Path

    with Path(__file__).with_suffix(".toml").open("rb") as file:
        return tomllib.load(file)


@cache
def table() -> dict[tuple[int, int], str]:
    """Who wins on the empty board with this many rows and columns: V, H, N or P; found by search, in both
    orientations."""
    found = {}
    for rows, letters in _data()["outcomes"].items():
        for cols, letter in enumerate(letters, 1):
            found[int(rows), cols] = letter
            found[cols, int(rows)] = letter.translate(str.maketrans("VH", "HV"))
    return found


@cache
def _blocks(rows: int) -> dict[int, str]:
    """The lengths of the table for this many rows, the shortest first."""
    return {cols: letter for (m, cols), letter in sorted(table().items()) if m == rows and m * cols <= WORD}


@lru_cache(maxsize=64)
def _steps(rows: int, most: int) -> list[int]:
    """For each length up to ``most`` the first block of a cut into blocks of hs as short as possible; 0: there is none.

    >>> _steps(4, 16)
    [0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 10, 0, 12, 13, 14, 15, 8]
    """
    steps = [0] * (most + 1)
    for size, letter in _blocks(rows).items():
        for length in range(size, most + 1) if letter in "HP" else ():
            if not steps[length] and (length == size or steps[length - size]):
                steps[length] = size
    return steps


def _sum(rows: int, cols: int) -> Sizes | None:
    """Such a cut of ``cols`` columns."""
    steps = _steps(rows, 1 << cols.bit_length())
    cut = []
    while cols and steps[cols]:
        cut.append(steps[cols])
        cols -= steps[cols]
    return None if cols else tuple(cut)


@lru_cache(maxsize=4096)
def cuts(rows: int, cols: int) -> tuple[Sizes, ...]:
    """The cuts by which Horizontal wins on the empty board, moving second or first or both.

    >>> cuts(4, 21), cuts(7, 11), cuts(4, 9)
    (((8, 13),), ((7, 4),), ())
    """

    def with_one(letter: str) -> Sizes | None:
        found = [
            (size, *rest)
            for size, each in _blocks(rows).items()
            if each == letter and size <= cols and (rest := _sum(rows, cols - size)) is not None
        ]
        return min(found, key=lambda cut: (max(cut), len(cut)), default=None)

    strong = with_one("H")
    return (strong,) if strong else tuple(cut for cut in (_sum(rows, cols), with_one("N")) if cut)


def _wins(rows: int, cols: int, first: bool) -> bool:
    """Is it known that Horizontal wins on the empty board, moving first or second?"""
    found = [[_blocks(rows)[size] for size in cut] for cut in cuts(rows, cols)]
    if first:
        return any(letter in "HN" for letters in found for letter in letters)
    return any(all(letter in "HP" for letter in letters) for letters in found)


def known(rows: int, cols: int) -> tuple[Player | None, Player | None]:
    """Who wins on the empty board when Vertical starts and when Horizontal starts, None where nothing is known.

    >>> known(4, 17)
    (None, RIGHT)
    """
    upright = RIGHT if _wins(rows, cols, False) else LEFT if _wins(cols, rows, True) else None
    level = RIGHT if _wins(rows, cols, True) else LEFT if _wins(cols, rows, False) else None
    return upright, level


def outcome_on(rows: int, cols: int) -> str | None:
    """V, H, N or P for the empty board, None where the theorem is silent."""
    letters = {(LEFT, LEFT): "V", (RIGHT, RIGHT): "H", (LEFT, RIGHT): "N", (RIGHT, LEFT): "P"}
    return letters.get(known(rows, cols))  # type: ignore[arg-type]


def open_cases(rows: int, most: int | None = None) -> list[int]:
    """The numbers of columns, up to ``most``, about which the theorem is silent.

    >>> open_cases(2), open_cases(4), open_cases(7), open_cases(9, 20)
    ([], [17, 19], [11], [9, 11, 13, 15, 17, 19])
    """
    return [cols for cols in range(1, (most or MOST_CELLS // rows) + 1) if outcome_on(rows, cols) is None]


# first replies ------------------------------------------------------------------------------------------------------


@cache
def _openings() -> dict[Block, Block]:
    """Large blocks in which Horizontal is to move, all reflections, and what they become by his move."""
    found: dict[Block, Block] = {}
    for size, moves in _data()["openings"].items():
        rows, cols = map(int, size.split("x"))
        for before, reply in moves.items():
            empty = {(row, col): "." for col in range(cols) for row in range(rows)}
            here = empty | dict.fromkeys([] if before == "first" else _cells(before), "#")
            there = here | dict.fromkeys(_cells(reply), "#")
            for block, after in zip(_reflections(here, rows, cols), _reflections(there, rows, cols), strict=True):
                found.setdefault(block, after)
    return found


def _cells(move: str) -> list[tuple[int, int]]:
    return [(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in move.split("-")]


def _reflections(cells: dict[tuple[int, int], str], rows: int, cols: int) -> Iterator[Block]:
    for down in (range(rows), range(rows)[::-1]):
        for across in (range(cols), range(cols)[::-1]):
            yield tuple("".join(cells[row, col] for row in down) for col in across)


@cache
def _kept() -> frozenset[Block]:
    """The results of those moves: he wins moving second."""
    return frozenset(_openings().values())


# blocks -------------------------------------------------------------------------------------------------------------


@cache
def _frame(rows: int) -> Layout:
    """The board on which all blocks of this many rows are searched, so that they share their tables."""
    cols = max(1, WORD // rows)
    return Domineering().parse("|".join(["." * cols] * rows)).layout


def _is_empty(block: Block) -> bool:
    return all("#" not in line for line in block)


def _free(block: Block) -> int:
    return sum(line.count(".") for line in block)


def _halves(block: Block) -> Iterator[tuple[Block, Block]]:
    """A block with so many free cells that search takes seconds is cut again, if possible."""
    for size in range(1, len(block)) if _free(block) > HARD else ():
        left, right = block[:size], block[size:]
        if max(_free(left), _free(right)) <= HARD:
            yield left, right


@dataclass
class Search:
    """Answers questions about blocks, within the given limits."""

    asked: Asked
    stats: list[tuple[int, float, int]] = field(default_factory=list)

    def knows(self, block: Block) -> bool:
        """Is it known without search who wins when Vertical starts?"""
        return _is_empty(block) or block in _kept()

    def second(self, block: Block) -> bool:
        """Does Horizontal win this block moving second?"""
        if _is_empty(block) and len(block) in _blocks(len(block[0])):
            return _blocks(len(block[0]))[len(block)] in "HP"
        if block in _kept() or any(self.second(left) and self.second(right) for left, right in _halves(block)):
            return True
        return self._play(block, LEFT)[0] == "right"

    def first(self, block: Block) -> Block | None:
        """The block after a winning move of Horizontal, if there is one."""
        if block in _openings():
            return _openings()[block]
        if _is_empty(block) and _blocks(len(block[0])).get(len(block)) in ("V", "P"):
            return None
        for left, right in _halves(block):
            if self.second(left) and (after := self.first(right)):
                return left + after
            if self.second(right) and (after := self.first(left)):
                return after + right
        winner, after = self._play(block, RIGHT)
        return after if winner == "right" else None

    def _play(self, block: Block, player: Player) -> tuple[str, Block | None]:
        layout = _frame(len(block[0]))
        width = len(layout.board.cells) // len(block[0])
        cells = "".join("".join(column).ljust(width, "#") for column in zip(*block, strict=True))
        system = Domineering()
        kernel, code = system.kernel(Arrangement(layout, cells))
        found, stats = kernel.best(code, player is LEFT, "sums", current().native, self.asked.control)
        watch_now().visit(stats[0])
        self.stats.append(stats)
        if found is None:
            return player.opponent.value.lower(), None
        after = system.decode(Arrangement(layout, cells), found[0]).cells
        return found[1], tuple(after[col::width] for col in range(len(block)))


# cuts ---------------------------------------------------------------------------------------------------------------

Cut = tuple[int, Block] | None
"""Where in the lines a block is to be replaced, and by what; None where Horizontal can only wait."""


def win(lines: Block, first: bool, search: Search) -> tuple[bool, Cut]:
    """Does some cut show that Horizontal wins, moving first or second? And if first, by which move?"""
    fixed = cuts(len(lines[0]), len(lines))
    easy = all(max(cut) * len(lines[0]) <= QUICK for cut in fixed)
    for cut in fixed if easy else ():
        if (found := _by_sizes(lines, cut, first, search))[0]:
            return found
    if (found := _by_small_blocks(lines, first, search))[0]:
        return found
    for cut in () if easy else fixed:
        if (found := _by_sizes(lines, cut, first, search))[0]:
            return found
    return False, None


def _by_sizes(lines: Block, sizes: Sizes, first: bool, search: Search) -> tuple[bool, Cut]:
    """Only this cut. The block that is hardest to search comes last: if the other player has just moved in it, only a
    reply is needed there."""
    blocks, start = [], 0
    for size in sizes:
        blocks.append((start, lines[start : start + size]))
        start += size
    blocks.sort(key=lambda each: (not search.knows(each[1]), _free(each[1])))
    *others, hardest = blocks
    bad = []
    for each in others:
        if not search.second(each[1]):
            bad.append(each)
            if not first or len(bad) > 1:
                return False, None
    if first and not bad:
        found = _one_move([hardest], search)
        if found[0] or not others:
            return found
    if not search.second(hardest[1]):
        return False, None
    return _one_move(bad or others, search) if first else (True, None)


def _one_move(blocks: list[tuple[int, Block]], search: Search) -> tuple[bool, Cut]:
    for start, block in blocks:
        after = search.first(block)
        if after is not None:
            return True, (start, after)
    return False, None


def _by_small_blocks(lines: Block, first: bool, search: Search) -> tuple[bool, Cut]:
    """Any cut into blocks with few free cells."""
    count, most = len(lines), WORD // len(lines[0])
    won: dict[tuple[int, int], bool] = {}

    def small(start: int) -> Iterator[int]:
        free = 0
        for stop in range(start + 1, min(start + most, count) + 1):
            free += lines[stop - 1].count(".")
            if free > SMALL:
                break
            yield stop

    def second(start: int, stop: int) -> bool:
        if (start, stop) not in won:
            won[start, stop] = search.second(lines[start:stop])
        return won[start, stop]

    before = [True, *[False] * count]  # can the lines before this one be cut so that he wins moving second?
    for start in range(count):
        for stop in small(start) if before[start] else ():
            before[stop] = before[stop] or second(start, stop)
    if not first:
        return before[count], None
    after = [*[False] * count, True]
    for start in range(count - 1, -1, -1):
        after[start] = any(after[stop] and second(start, stop) for stop in small(start))
    blocks = [
        (start, lines[start:stop])
        for start in range(count)
        for stop in (small(start) if before[start] else ())
        if after[stop]
    ]
    return _one_move(sorted(blocks, key=lambda each: _free(each[1])), search)


# positions ----------------------------------------------------------------------------------------------------------


def applies(position: Position[RewriteGame]) -> bool:
    system, state = position.system, position.state
    if system.misere or system.impartial:
        return False
    rows, cols = state.board.rows, state.board.cols
    free = state.cells.count(".")
    if free <= QUICK:
        return False
    if free == rows * cols:
        return outcome_on(rows, cols) is not None
    return rows * cols > WORD or _is_worth_cutting(rows, cols) or _is_worth_cutting(cols, rows)


def _is_worth_cutting(rows: int, cols: int) -> bool:
    return any(len(cut) > 1 or f"{rows}x{cols}" in _data()["openings"] for cut in cuts(rows, cols))


def _horizontal(position: Position[RewriteGame]) -> Player:
    return LEFT if position.system.mirrored else RIGHT


def _lines(position: Position[RewriteGame], player: Player) -> Block:
    """The lines along which the player may cut."""
    cells, cols = position.state.cells, position.state.board.cols
    if player is _horizontal(position):
        return tuple(cells[col::cols] for col in range(cols))
    return tuple(cells[start : start + cols] for start in range(0, len(cells), cols))


def _winner(position: Position[RewriteGame], starter: Player, search: Search) -> tuple[Player | None, Cut]:
    """Who wins when ``starter`` moves next, and with which block, if a cut shows it."""
    longer = _horizontal(position)
    if position.state.board.rows > position.state.board.cols:
        longer = longer.opponent
    for player in (longer, longer.opponent):
        wins, found = win(_lines(position, player), player is starter, search)
        if wins:
            return player, found
    return None, None


def outcome(position: Position[RewriteGame], asked: Asked) -> Found | None:
    search = Search(asked)
    rows, cols = position.state.board.rows, position.state.board.cols
    if position.state.cells.count(".") == rows * cols:
        upright, level = known(rows, cols)
        if position.system.mirrored:
            upright, level = (level and level.opponent), (upright and upright.opponent)
    else:
        upright = _winner(position, LEFT, search)[0]
        level = _winner(position, RIGHT, search)[0] if upright else None
    if upright is None or level is None:
        return None
    found = Outcome(upright, level)
    return Found(found, promises(position, found), stats_of(*search.stats))


def best(position: Position[RewriteGame], asked: Asked) -> Found | None:
    player, search = asked.details["player"], Search(asked)
    winner, found = _winner(position, player, search)
    if winner is None:
        return None
    if winner is player:
        assert found is not None
        move: Move | None = _move(position, player, *found)
    else:
        move = next(iter(position.moves(player)), None)
    strategy = Strategy(position, winner, player)
    return Found(move, strategy if move else None, stats_of(*search.stats))


def _move(position: Position[RewriteGame], player: Player, start: int, after: Block) -> Move:
    """The move that replaces the lines from ``start`` on by these."""
    board, cells = position.state.board, position.state.cells
    lines = _lines(position, player)
    level = player is _horizontal(position)
    covered = [
        (place, line) if level else (line, place)
        for line, letters in enumerate(after, start)
        for place, letter in enumerate(letters)
        if letter != lines[line][place]
    ]
    left = "".join("#" if cell in covered else letter for cell, letter in zip(board.cells, cells, strict=True))
    text = "-".join(board.name(cell) for cell in covered)
    return Move(text, player, position.system.position(Arrangement(position.state.layout, left)))
