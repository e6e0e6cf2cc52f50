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

    def __init__(
        self,
        rewrites: Iterable[Rewrite],
        goals: Iterable[tuple[Player, Pattern]],
        layout: Layout,
        impartial: bool = False,
        changes: Iterable[Changes] = (),
    ) -> None:
        """``changes`` are those of the rewrites, if they have been read already."""
        index = layout.board.index
        self.everywhere = dict.fromkeys(layout.symbols, "")
        self.rewrites = list(rewrites)
        self.goals = [
            (who, {index[cell]: allowed for cell, allowed in goal.items()}) for who, goal in watched(goals, 1)
        ]
        self.changes: list[Changes] = list(changes) or [
            tuple((index[cell], _read_change(change, layout.symbols)) for cell, change in rewrite.changes.items())
            for rewrite in watched(self.rewrites)
        ]
        self.layout, self.impartial = layout, impartial
        self.ranked = any(rewrite.rank for rewrite in self.rewrites)

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
        found: list[tuple[Rewrite, Changes]] = []
        turning = {id(becomes) for becomes in self._becomes.values() if _turns_over(becomes)}
        for rewrite, changes in watched(zip(self.rewrites, self.changes, strict=True)):
            turned = [index for index, becomes in changes if id(becomes) in turning] if turning else ()
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

    @cached_property
    def _becomes(self) -> dict[int, Mapping[str, str]]:
        """What cells become, by identity: many changes are written alike, and share it."""
        return {id(becomes): becomes for changes in self.changes for _, becomes in changes}

    @cached_property
    def tags(self) -> list[str]:
        return sorted({rewrite.tag for rewrite in self.rewrites})

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


class Usual:
    """Reads the changes of rewrites that are like others on the same board: each symbol of them is known to be right,
    and nothing else about them is out of the ordinary. What is not like others is looked at by `of_rewrite` first."""

    def __init__(self, layout: Layout) -> None:
        self.index, self.symbols = layout.board.index, layout.symbols
        self.known: dict[str, Mapping[str, str]] = {}
        """What was read from the changes of rewrites without a fault."""
        self.words: set[str] = {""}
        """Their names."""

    def read(self, rewrite: Rewrite) -> Changes | None:
        """None if it has to be looked at."""
        own = rewrite.__dict__
        changes, piece = own["changes"], own["piece"]
        if not (
            type(changes) is dict
            and changes
            and type(rewrite) is Rewrite
            and type(own["tag"]) is str
            and type(own["score"]) is int
            and type(own["rank"]) is int
            and type(own["again"]) is bool
            and (own["player"] is None or type(own["player"]) is Player)
        ):
            return None
        try:
            if own["name"] not in self.words or type(own["name"]) is not str:
                return None
            if piece is not None and (type(piece) is not tuple or len(piece) != 2):
                return None
            index, known = self.index, self.known
            if piece is not None and not (piece[0] in index and piece[1] in index):
                return None
            return tuple([(index[cell], known[change]) for cell, change in changes.items()])
        except (KeyError, TypeError):
            return None

    def learn(self, rewrite: Rewrite) -> Changes:
        """The changes of a rewrite that has no fault."""
        self.words.add(rewrite.name)
        for change in rewrite.changes.values():
            self.known[change] = _read_change(change, self.symbols)
        return tuple((self.index[cell], self.known[change]) for cell, change in rewrite.changes.items())
