"""Rewrites as data: what an author says of each move, on one board, and how plain Python plays by it.

This is the reference. What the native mask kernel makes of the same rewrites is in :mod:`perfectplay.kinds.rewrite`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import Any

from perfectplay.board import Board, Cell
from perfectplay.limits import watched
from perfectplay.players import Player
from perfectplay.records import dataclass

MOST_CHANGES = 1_000_000
"""Cells of all rewrites together: what can be written down in a second or two."""
MOST_WAYS = 4096
"""In which a move that turns over cells is written out: twelve cells of two symbols."""


@dataclass(frozen=True)
class Rewrite:
    """One move as data.

    ``changes`` maps each cell to two symbols: what must stand there (``?`` for anything) and what stands there
    afterwards. Where that depends on what stands there, the cell is mapped to two lists: ``".o>x#"`` says that a dot
    becomes x, that o becomes #, and that nothing else may stand there.

    >>> push = pp.Rewrite({"a1": "@.", "b1": "$@", "c1": ".$"}, piece=("a1", "b1"), tag="push")
    >>> push.tag, push.player
    ('push', None)
    """

    changes: Mapping[Any, str]
    player: Player | None = None
    """Whose move it is; None: either player's."""
    piece: tuple[Cell, Cell] | None = None
    """The cell where the moving piece stands before and after; chains of moves follow it."""
    tag: str = ""
    """The kind of move (a direction, "push" …); metrics refer to it."""
    name: str = ""
    """Text form; by default the names of the piece's cells, or of all changed cells."""
    again: bool = False
    """The same player moves on."""
    score: int = 0
    """Points for the player who makes it."""
    rank: int = 0
    """A legal move of lower rank forbids those of higher rank (forced capture)."""


ANY = "?"
"""In a rewrite: whatever stands there."""

Changes = tuple[tuple[int, Mapping[str, str]], ...]
"""The cells of a rewrite by number, each with what the symbols that may stand there become."""

Pattern = Mapping[Any, str]
"""A goal: for each cell the symbols that may stand there."""


@dataclass(frozen=True)
class Goal:
    """The goal of a puzzle, where its text states it: for some cells the symbols that may stand there."""

    wanted: tuple[tuple[Any, str], ...]
    away: bool = False
    """The opposite: solved once what stands on the only cell stands on another one."""

    def patterns(self, board: Board) -> Iterator[Pattern]:
        if not self.away:
            yield dict(self.wanted)
            return
        ((left, symbols),) = self.wanted
        for cell in board.cells:
            if cell != left:
                yield {cell: symbols}


@dataclass(frozen=True)
class Layout:
    """What stays the same throughout a play: the board, the symbols, whatever else the rules depend on, and the goal if
    it is part of the text."""

    board: Board
    symbols: str
    extra: Any = ()
    goal: Goal | None = None

    def __hash__(self) -> int:
        """Caches ask for it at every step."""
        known = self.__dict__.get("hashed")
        if known is None:
            known = self.__dict__["hashed"] = hash((self.board, self.symbols, self.extra, self.goal))
        return int(known)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "hashed"}


@dataclass(frozen=True)
class Arrangement:
    """A state: the layout and the symbol on each cell."""

    layout: Layout
    cells: str

    @property
    def board(self) -> Board:
        return self.layout.board

    def __getitem__(self, cell: Cell) -> str:
        return self.cells[self.layout.board.index[cell]]


class Ruleset:
    """The rewrites and goals of one layout, numbered."""

    def __init__(self, reading: Reading, goals: Iterable[tuple[Player, Pattern]], impartial: bool = False) -> None:
        index = reading.layout.board.index
        self.layout, self.impartial, self.reading = reading.layout, impartial, reading
        self.everywhere = dict.fromkeys(self.layout.symbols, "")
        self.goals = [
            (who, {index[cell]: allowed for cell, allowed in goal.items()}) for who, goal in watched(goals, 1)
        ]
        self.ranked = any(manner[3] for manner in reading.manners)

    @cached_property
    def rewrites(self) -> list[Rewrite]:
        """As the author would have written them out."""
        return list(self.reading.rewrites())

    @cached_property
    def changes(self) -> list[Changes]:
        """The cells that each of them changes, by number."""
        return list(self.reading.changes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and (self.rewrites, self.goals) == (other.rewrites, other.goals)

    __hash__ = object.__hash__

    @cached_property
    def names(self) -> list[str]:
        """The text forms of the rewrites."""
        names = [
            rewrite.name or _default_name(rewrite, changes, self.layout)
            for rewrite, changes in watched(zip(self.rewrites, self.changes, strict=True))
        ]
        if self.impartial:
            self._tell_apart(names)
        return names

    def _tell_apart(self, names: list[str]) -> None:
        """Rewrites of one name that can be legal together say what they leave behind: ``b2=x`` and ``b2=o``.

        This happens when a game in which the players make different marks is played impartially.
        """
        by_name: dict[str, list[int]] = {}
        for number, name in enumerate(names):
            by_name.setdefault(name, []).append(number)
        for name, numbers in watched(by_name.items()):
            if len({self.rewrites[n].player for n in numbers}) > 1 and any(
                self._compatible(a, b) for i, a in enumerate(numbers) for b in numbers[i + 1 :]
            ):
                for n in numbers:
                    made = [dict.fromkeys(a for b, a in becomes.items() if a != b) for _, becomes in self.changes[n]]
                    names[n] = f"{name}={''.join(symbol for symbols in made for symbol in symbols)}"

    def _compatible(self, a: int, b: int) -> bool:
        accepted = dict(self.changes[a])
        return all(not accepted.get(index, becomes).keys().isdisjoint(becomes) for index, becomes in self.changes[b])

    @cached_property
    def compiled(self) -> list[tuple[Rewrite, Changes]]:
        """The rewrites as the native rules take them, where every bit of a cell becomes a constant or stays as it is. A
        cell that is turned over does neither, so that such a rewrite is written out for each symbol on these cells."""
        if not self.turning:
            return list(zip(self.rewrites, self.changes, strict=True))
        found: list[tuple[Rewrite, Changes]] = []
        turning = {id(becomes) for becomes in self.turning}
        for rewrite, changes in watched(zip(self.rewrites, self.changes, strict=True)):
            turned = [index for index, becomes in changes if id(becomes) in turning]
            if not turned:
                found.append((rewrite, changes))
                continue
            ways = [
                [{b: a} for b, a in becomes.items()] if index in turned else [becomes] for index, becomes in changes
            ]
            if prod(map(len, ways)) > MOST_WAYS or len(found) > MOST_CHANGES:
                raise ValueError(f"a move turns over {len(turned)} cells (expected at most 12 for native rules)")
            cells = [index for index, _ in changes]
            found += [(rewrite, tuple(zip(cells, each, strict=True))) for each in product(*ways)]
        return found

    def natively(self) -> tuple[list[int], list[Mapping[str, str]]]:
        """The same as numbers, as :class:`Reading` has them, and what cells become."""
        reading = self.reading
        if not self.turning:
            return reading.numbers, reading.becomes
        numbers: list[int] = []
        becomes: dict[tuple[tuple[str, str], ...], int] = {}
        for rewrite, changes in watched(self.compiled):
            numbers += *reading.head(rewrite), len(changes)
            for cell, each in changes:
                numbers += cell, becomes.setdefault(tuple(each.items()), len(becomes))
        return numbers, [dict(each) for each in becomes]

    def native_tags(self) -> list[str]:
        """Their tags."""
        return [rewrite.tag for rewrite in self.rewrites] if not self.turning else [r.tag for r, _ in self.compiled]

    @cached_property
    def turning(self) -> list[Mapping[str, str]]:
        """What becomes of cells that are turned over."""
        return [becomes for becomes in self.reading.becomes if _turns_over(becomes)]

    @cached_property
    def tags(self) -> list[str]:
        return sorted({manner[4] for manner in self.reading.manners})

    @cached_property
    def _watching(self) -> dict[str, dict[int, list[int]]]:
        """The rewrites by the cell where the fewest symbols may stand and by what stands there: those worth trying."""
        found: dict[str, dict[int, list[int]]] = {}
        for number, changes in enumerate(self.changes):
            index, becomes = min(changes, key=lambda change: len(change[1]), default=(0, self.everywhere))
            for symbol in becomes:
                found.setdefault(symbol, {}).setdefault(index, []).append(number)
        return found

    @cached_property
    def _named(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, name in enumerate(self.names):
            found.setdefault(name, []).append(number)
        return found

    def legal(self, cells: str, name: str | None = None) -> Iterator[int]:
        """The legal rewrites; only those with this name, if one is given."""
        if name is None:
            tried: list[int] = []
            for symbol, watching in self._watching.items():
                place = cells.find(symbol)
                while place >= 0:
                    tried += watching.get(place, ())
                    place = cells.find(symbol, place + 1)
            tried.sort()
        else:
            tried = self._named.get(name, [])
        for number in tried:
            for index, becomes in self.changes[number]:
                if cells[index] not in becomes:
                    break
            else:
                yield number

    def apply(self, number: int, cells: str) -> str:
        after = cells
        for index, becomes in self.changes[number]:
            symbol = becomes[cells[index]]
            if symbol != cells[index]:
                after = f"{after[:index]}{symbol}{after[index + 1 :]}"
        return after

    def leads(self, number: int, cells: str, after: str) -> bool:
        """Does a legal rewrite lead there? Most are told apart by the first cell that they change."""
        for index, becomes in self.changes[number]:
            if becomes[cells[index]] != after[index]:
                return False
        return self.apply(number, cells) == after


@lru_cache(maxsize=1024)
def _read_change(change: str, symbols: str) -> Mapping[str, str]:
    """What each symbol that may stand on the cell becomes."""
    before, arrow, after = change.partition(">")
    if arrow and before:
        return dict(zip(before, after, strict=True))
    return dict.fromkeys(symbols if change[0] == ANY else change[0], change[1])


def _turns_over(becomes: Mapping[str, str]) -> bool:
    """Do the symbols change places with each other?"""
    return set(becomes) == set(becomes.values()) and any(before != after for before, after in becomes.items())


def _default_name(rewrite: Rewrite, changes: Changes, layout: Layout) -> str:
    """The cells of the piece, or those that change and where not everything may stand. (A cell that is turned over,
    whatever stands there, is one of them.)"""
    board, everything = layout.board, len(layout.symbols)
    cells: Iterable[Cell] = rewrite.piece or [
        board.cells[index]
        for index, becomes in changes
        if (len(becomes) < everything or len(set(becomes.values())) == everything)
        and any(before != after for before, after in becomes.items())
    ]
    return "-".join(board.name(cell) for cell in cells)


Manner = tuple[Player | None, bool, int, int, str]
"""Everything about a rewrite but its changes, its piece and its name: player, again, score, rank, tag."""


PLAIN = (False, 0, 0, "")
"""The rest of the manner of a rewrite that says no more than the player."""


class Reading:
    """Reads rewrites as numbers. Many are alike but for their cells: of those whose changes and manner are known to be
    right, only the cells are looked at. What is not like others is looked at by `of_rewrite` first."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.count = 0
        """Of the rewrites. They themselves are not kept: so many objects would set off the collector of garbage."""
        self.names: dict[int, str] = {}
        """Those that the author gave, by the number of the rewrite."""
        self.numbers: list[int] = []
        """For each rewrite its manner; the cells of its piece, counted from 1, or 0 and 0; how many changes, and for
        each of them the cell and what it becomes."""
        self.becomes: list[Mapping[str, str]] = []
        self.texts: list[str] = []
        """How the author writes what a cell becomes."""
        self.manners: list[Manner] = []
        self.size = 0
        """Changes of all rewrites."""
        self._index = dict(layout.board.index)
        self._known: dict[str, int] = {}
        """What was read from the changes of rewrites without a fault, by number."""
        self._numbered: dict[Manner, int] = {}
        self._players: dict[Player | None, int] = {}
        """The manners of those who say no more than the player."""
        self._words: set[str] = {""}
        """Their names."""

    def short(self, item: tuple[Player | None, Mapping[Any, str]]) -> bool:
        """Read a player and changes; False if they have to be looked at."""
        player, changes = item
        if type(changes) is not dict or not changes:
            return False
        try:
            manner = self._players[player]
            numbers = [manner, 0, 0, len(changes)]
            for cell, change in changes.items():
                numbers += self._index[cell], self._known[change]
        except (KeyError, TypeError):
            return False
        self.numbers += numbers
        self.count += 1
        self.size += len(changes)
        return True

    def long(self, rewrite: Rewrite) -> bool:
        """Read a rewrite; False if it has to be looked at."""
        own = rewrite.__dict__
        changes, piece, name = own["changes"], own["piece"], own["name"]
        if type(changes) is not dict or not changes or type(rewrite) is not Rewrite:
            return False
        try:
            if name not in self._words or type(name) is not str:
                return False
            again, score, rank, tag = own["again"], own["score"], own["rank"], own["tag"]
            if type(score) is not int or type(rank) is not int or type(again) is not bool or type(tag) is not str:
                return False
            manner = self._numbered[own["player"], again, score, rank, tag]
            index, known = self._index, self._known
            if piece is None:
                numbers = [manner, 0, 0, len(changes)]
            else:
                if type(piece) is not tuple:
                    return False
                before, after = piece
                numbers = [manner, index[before] + 1, index[after] + 1, len(changes)]
            for cell, change in changes.items():
                numbers += index[cell], known[change]
        except (KeyError, TypeError, ValueError):
            return False
        if name:
            self.names[self.count] = name
        self.numbers += numbers
        self.count += 1
        self.size += len(changes)
        return True

    def learn(self, rewrite: Rewrite) -> None:
        """Read a rewrite that has no fault."""
        self._words.add(rewrite.name)
        for change in rewrite.changes.values():
            if change not in self._known:
                self._known[change] = len(self.becomes)
                self.becomes.append(_read_change(change, self.layout.symbols))
                self.texts.append(change)
        manner = rewrite.player, rewrite.again, rewrite.score, rewrite.rank, rewrite.tag
        if manner not in self._numbered:
            number = self._numbered[manner] = len(self.manners)
            self.manners.append(manner)
            if manner[1:] == PLAIN:
                self._players[rewrite.player] = number
        self.numbers += *self.head(rewrite), len(rewrite.changes)
        for cell, change in rewrite.changes.items():
            self.numbers += self._index[cell], self._known[change]
        if rewrite.name:
            self.names[self.count] = rewrite.name
        self.count += 1
        self.size += len(rewrite.changes)

    def head(self, rewrite: Rewrite) -> tuple[int, int, int]:
        """The manner and the piece of a rewrite that was read."""
        number = self._numbered[rewrite.player, rewrite.again, rewrite.score, rewrite.rank, rewrite.tag]
        if rewrite.piece is None:
            return number, 0, 0
        before, after = rewrite.piece
        return number, self._index[before] + 1, self._index[after] + 1

    def changes(self) -> Iterator[Changes]:
        """The changes of each rewrite."""
        numbers, becomes, place = self.numbers, self.becomes, 0
        for _ in watched(range(self.count)):
            end = place + 4 + 2 * numbers[place + 3]
            cells, maps = numbers[place + 4 : end : 2], numbers[place + 5 : end : 2]
            yield tuple(zip(cells, map(becomes.__getitem__, maps), strict=True))
            place = end

    def rewrites(self) -> Iterator[Rewrite]:
        """Each of them, written out."""
        numbers, cells, place = self.numbers, self.layout.board.cells, 0
        for number in watched(range(self.count)):
            manner, before, after, count = numbers[place : place + 4]
            end = place + 4 + 2 * count
            pairs = zip(numbers[place + 4 : end : 2], numbers[place + 5 : end : 2], strict=True)
            player, again, score, rank, tag = self.manners[manner]
            piece = (cells[before - 1], cells[after - 1]) if before else None
            changes = {cells[index]: self.texts[text] for index, text in pairs}
            yield Rewrite(changes, player, piece, tag, self.names.get(number, ""), again, score, rank)
            place = end
