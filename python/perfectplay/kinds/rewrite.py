"""Games and puzzles whose moves are cell rewrites.

An author writes what a move does to the cells that it touches: ``{a: "x.", b: "ox"}`` says that x leaves a and the o on
b becomes x. Here rewrites are read, interpreted in plain Python (the reference), and passed to the native mask kernel,
which answers questions about them at full speed. The two share no code and are compared by the conformance suite.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay._native import Kernel
from perfectplay.board import Board, Cell, Grid, Lattice
from perfectplay.errors import IllegalMove, NotApplicable, ParseError, RulesError, shown
from perfectplay.kinds.faults import listed, of_goal, of_letters, of_player, of_rewrite, of_source, of_symbols
from perfectplay.limits import watched
from perfectplay.mistakes import in_one_line, told_board
from perfectplay.picture.shapes import Look, Picture
from perfectplay.players import LEFT, Player, Winner
from perfectplay.position import Position
from perfectplay.records import dataclass
from perfectplay.system import Game, Kept, Played, Puzzle, Step, System

if TYPE_CHECKING:
    from perfectplay.board import Graph
    from perfectplay.editing import Editing


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


def editing(system: System, state: Arrangement, letters: Sequence[str], typed: bool = False) -> Editing | None:
    """On squares and graphs all letters of the text; on other boards the symbols of the cells that are there."""
    from perfectplay.board import Graph
    from perfectplay.editing import Editing, areas, on_graph, on_squares, replaced

    board, picture = state.board, system.picture(state)
    if type(board) is Grid:
        known = 0 < len(letters) <= MOST_LETTERS
        return on_squares(board, letters, system.text(state), picture, typed) if known else None
    if isinstance(board, Graph):
        return on_graph(board, state.cells, system.text(state), picture) if state.layout.symbols.isascii() else None
    if not isinstance(board, Lattice):
        return None

    def put(letters: Mapping[int, str]) -> str:
        return system.text(Arrangement(state.layout, "".join(replaced(state.cells, letters))))

    names = [board.name(cell) for cell in board.cells]
    return Editing(tuple(state.layout.symbols), tuple(zip(names, areas(board, board.cells, picture), strict=True)), put)


MOST_LETTERS = 64
"""Of a board that is edited by letters."""


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


MOST_CELLS = 1600


class RewriteSystem(Played):
    """What rewrite games and rewrite puzzles have in common."""

    kind: ClassVar[str] = "rewrite"
    lists: ClassVar[str] = "rows"
    cells: ClassVar[str]
    """The symbols, the usual background first."""
    letters: ClassVar[Mapping[str, tuple[str | None, str]]] = {}
    """Further letters of the text form: the symbol and the mark that each stands for (symbol None: no cell there)."""
    boards: ClassVar[type[Grid] | type[Graph] | type[Any]] = Grid
    most_cells: ClassVar[int] = MOST_CELLS
    """Of a board; more where a theorem answers large boards."""
    looks: ClassVar[Mapping[str, Look]] = {}
    shorthand: ClassVar[str]
    """What ``moves`` may yield, in words."""
    renaming: ClassVar[str] = ", such as pp.Rewrite(changes, player, name='…')"
    nobody: ClassVar[str]
    """What player None means in a rewrite, in words."""

    def moves(self, board: Any) -> Iterable[Any]:
        """Yield every rewrite on this board."""
        raise RulesError(f"{self.title} has no method moves (expected moves(self, board) that yields {self.shorthand})")

    def rewrites(self, layout: Layout) -> Iterable[Rewrite]:
        """The same where they depend on more than the board."""
        where = self.where("moves", layout)
        for item in listed(self.moves(layout.board), where, self.shorthand):
            yield self.read_rewrite(item, where)

    def where(self, method: str, layout: Layout) -> str:
        """What an author's method was asked, for a message."""
        return f"{self.title}: {method}({told_board(layout.board, layout.symbols)})"

    def undeclared(self, rewrite: Rewrite) -> str:
        """What a rewrite does that the class does not declare; empty if nothing."""
        return ""

    @abstractmethod
    def read_rewrite(self, item: Any, where: str) -> Rewrite:
        """A :class:`Rewrite` from the shorthand that an author may yield; ``where`` it was yielded, for a message."""

    @abstractmethod
    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        """Yield the winner and the pattern of each goal."""

    def ruleset(self, layout: Layout) -> Ruleset:
        return _ruleset(self.kept, layout)

    # text

    @in_one_line
    def load(self, source: object) -> Position:
        """What is too large for every question is refused here, not by the first question."""
        position = super().load(source)
        try:
            self._check_size(position.state)
        except ParseError as error:
            raise error.within(self.title) from None
        return position

    def _check_size(self, state: Arrangement) -> None:
        cells, most = len(state.board.cells), self.most_cells
        # In a game every cell gets the same bits, so that the limit is known without the rules; in a puzzle, cells that
        # pieces cannot reach get fewer.
        bits = (len(state.layout.symbols) - 1).bit_length()
        if self.players == 2 and cells * bits > MOST_BITS:
            from perfectplay.method import modules_about

            most = most if modules_about(self) else MOST_BITS // bits
        if cells > most:
            raise ParseError(f"a board of {cells} cells", expected=f"at most {most}")
        if cells > FEW_CELLS:
            self.ruleset(state.layout)  # are there too many moves?

    def start(self, rows: int, cols: int) -> str:
        """A class outside the catalogue that says nothing about sizes starts from its background."""
        text = super().start(rows, cols)
        if not issubclass(self.boards, Lattice):
            return text
        if not text and not self.key:
            text = "|".join([self.cells[:1] * cols] * rows)
        return self.boards.laid_out(text.split("|"))

    def parse(self, text: str) -> Arrangement:
        fault = of_symbols(getattr(self, "cells", None)) or of_letters(self.letters, self.cells)
        if fault:
            raise RulesError(f"{self.title}: {fault}")
        letters = self.alphabet(text)
        symbols = "".join(dict.fromkeys(symbol for symbol, _ in letters.values() if symbol is not None))
        board, cells = self.boards.parse(text, letters)
        return self.checked(Arrangement(Layout(board, symbols), cells))

    def alphabet(self, text: str) -> dict[str, tuple[str | None, str]]:
        """The symbol and the mark that each letter of a text stands for."""
        return {symbol: (symbol, "") for symbol in self.cells} | dict(self.letters)

    def checked(self, state: Arrangement) -> Arrangement:
        """Refuse states that cannot be played; the place for a game's own conditions."""
        return state

    def text(self, state: Arrangement) -> str:
        return state.board.text(state.cells)

    def picture(self, state: Arrangement) -> Picture:
        from perfectplay.picture import draw_board

        return draw_board(state.board, state.cells, self.looks, title=self.name or self.title)

    def editing(self, state: Arrangement) -> Editing | None:
        """Where letters name pieces, those on the board are offered, and others may be typed."""
        letters = [letter for letter in self.alphabet(self.text(state)) if letter.isprintable()]
        return editing(self, state, letters, typed=type(self).alphabet is not RewriteSystem.alphabet)

    # play

    def legal_numbers(self, state: Arrangement, player: Player) -> list[int]:
        rules = self.ruleset(state.layout)
        legal = [n for n in rules.legal(state.cells) if player in self.acts(rules.rewrites[n])]
        if rules.ranked and legal:
            lowest = min(rules.rewrites[n].rank for n in legal)
            legal = [n for n in legal if rules.rewrites[n].rank == lowest]
        return legal

    def acts(self, rewrite: Rewrite) -> tuple[Player, ...]:
        """The players who may make this move; it depends on the player that it names."""
        return (LEFT,)

    def points(self, rewrite: Rewrite) -> int:
        """What this move counts for the player who makes it."""
        return rewrite.score

    def legal(self, state: Arrangement, player: Player) -> Iterator[Step]:
        return self._steps(state, self.legal_numbers(state, player))

    def named(self, state: Arrangement, player: Player, text: str) -> Iterable[Step]:
        rules = self.ruleset(state.layout)
        if rules.ranked:
            return super().named(state, player, text)
        return self._steps(state, (n for n in rules.legal(state.cells, text) if player in self.acts(rules.rewrites[n])))

    def _steps(self, state: Arrangement, numbers: Iterable[int]) -> Iterator[Step]:
        rules = self.ruleset(state.layout)
        for number in numbers:
            rewrite = rules.rewrites[number]
            after = Arrangement(state.layout, rules.apply(number, state.cells))
            yield Step(rules.names[number], after, rewrite.again, self.points(rewrite))

    def winner(self, state: Arrangement) -> Winner | None:
        for who, pattern in self.ruleset(state.layout).goals:
            if all(state.cells[index] in allowed for index, allowed in pattern.items()):
                return who
        return None

    # the kernel

    def kernel(self, state: Arrangement) -> tuple[Kernel, bytes]:
        kernel = self._opened(state)
        return kernel, kernel.encode(_numbers(state))

    def _opened(self, start: Arrangement) -> Kernel:
        return _kernel(self.kept, start.layout, start.cells if self.players == 1 else None)

    def decode(self, state: Arrangement, code: bytes) -> Arrangement:
        kernel, symbol = self._opened(state), state.layout.symbols.__getitem__
        return Arrangement(state.layout, "".join(map(symbol, kernel.decode(code))))

    def decoded(self, state: Arrangement, codes: Sequence[bytes]) -> Iterator[Arrangement]:
        layout = state.layout
        return (Arrangement(layout, cells) for cells in self._opened(state).texts(codes, layout.symbols))

    def step_to(self, state: Arrangement, player: Player, after: Arrangement) -> Step | None:
        """As always, but no other moves are written down."""
        rules, cells = self.ruleset(state.layout), state.cells
        if rules.ranked:
            return super().step_to(state, player, after)
        for number in rules.legal(cells):
            if rules.leads(number, cells, after.cells) and player in self.acts(rules.rewrites[number]):
                rewrite = rules.rewrites[number]
                return Step(rules.names[number], after, rewrite.again, self.points(rewrite))
        return None

    def encode(self, start: Arrangement, state: Arrangement) -> bytes:
        if state.layout != start.layout:
            raise ValueError("another board")
        return self._opened(start).encode(_numbers(state))

    def spec(self, layout: Layout, start: str | None) -> dict[str, Any]:
        """The rules in the kernel's words; see ``_native.pyi``."""
        rules = self.ruleset(layout)
        number = {symbol: n for n, symbol in enumerate(layout.symbols)}
        tags = {tag: n for n, tag in enumerate(rules.tags)}
        shared = {becomes: pairs(each, number) for becomes, each in rules._becomes.items()}
        board = layout.board
        index = board.index
        full = (board.rows, board.cols) if isinstance(board, Grid) else None

        whose: dict[Player | None, tuple[bool, bool]] = {}
        for rewrite in rules.rewrites:
            if rewrite.player not in whose:
                actors = self.acts(rewrite)
                whose[rewrite.player] = LEFT in actors, Player.RIGHT in actors
        return {
            "cells": len(board.cells),
            "symbols": len(layout.symbols),
            "rewrites": [
                (
                    [(cell, shared.get(id(becomes)) or pairs(becomes, number)) for cell, becomes in changes],
                    *whose[rewrite.player],
                    rewrite.again,
                    self.points(rewrite),
                    rewrite.rank,
                    (index[rewrite.piece[0]], index[rewrite.piece[1]]) if rewrite.piece else None,
                    tags[rewrite.tag],
                )
                for rewrite, changes in watched(rules.compiled)
            ],
            "goals": [
                (who.value.lower(), [(cell, [number[symbol] for symbol in allowed]) for cell, allowed in goal.items()])
                for who, goal in watched(rules.goals, 1)
            ],
            "symmetries": board.symmetries(),
            "rectangle": full if full is not None and len(board.cells) == full[0] * full[1] else None,
            "stuck": self.convention.stuck.value if isinstance(self, Game) else "loses",
            "game": self.players == 2,
            "start": None if start is None else [number[symbol] for symbol in start],
        }


def pairs(becomes: Mapping[str, str], number: Mapping[str, int]) -> list[tuple[int, int]]:
    """What each symbol becomes, by the numbers of symbols."""
    return [(number[before], number[after]) for before, after in becomes.items()]


def _numbers(state: Arrangement) -> list[int]:
    return list(map(state.layout.symbols.index, state.cells))


MOST_CHANGES = 1_000_000
"""Cells of all rewrites together: what can be written down in a second or two."""
MOST_WAYS = 4096
"""In which a move that turns over cells is written out: twelve cells of two symbols."""
FEW_CELLS = 100
"""Boards of up to this many cells are loaded without counting their moves."""
MOST_BITS = 1024
"""Of a position in the native mask kernel."""


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


@lru_cache(maxsize=64)
def _ruleset(kept: Kept, layout: Layout) -> Ruleset:
    """The rules of one board, as they are when they are first read. Those of a user's own class are read twice: if
    moves changed from call to call, no answer could be trusted."""
    found = read_rules(kept.system, layout)
    if not kept.system.key:
        again = read_rules(kept.system, layout)
        for method, one, other in (("moves", found.rewrites, again.rewrites), ("goals", found.goals, again.goals)):
            if one != other:
                said = (shown([getattr(each, "changes", each) for each in few]) for few in (one, other))
                where = kept.system.where(method, layout)
                raise RulesError(f"{where} changes: {' and then '.join(said)} (expected the same from call to call)")
    return found


def read_rules(system: RewriteSystem, layout: Layout) -> Ruleset:
    """Ask a system for its rules; a fault in them is reported with the class and what was expected."""
    if len(layout.board.cells) > system.most_cells:
        raise ParseError(
            f"{system.title}: a board of {len(layout.board.cells)} cells", expected=f"at most {system.most_cells}"
        )
    rewrites, changes, read = [], 0, []
    usual = Usual(layout)
    if not system.key:
        fault = of_source(type(system).moves)
        if fault:
            raise RulesError(f"{system.title}: moves: {fault}")
    undeclared = type(system).undeclared is not RewriteSystem.undeclared
    for rewrite in watched(system.rewrites(layout)):
        found = usual.read(rewrite)
        fault = of_rewrite(rewrite, layout, system.nobody) if found is None else ""
        if undeclared:
            fault = fault or system.undeclared(rewrite)
        if fault:
            raise RulesError(f"{system.where('moves', layout)} yields {fault}")
        rewrites.append(rewrite)
        read.append(usual.learn(rewrite) if found is None else found)
        changes += len(rewrite.changes)
        if changes > MOST_CHANGES:
            raise ParseError(
                f"{system.title}: too many possible moves on a board of {len(layout.board.cells)} cells",
                expected=f"moves that change at most {MOST_CHANGES} cells in all",
            )
    goals = []
    for who, pattern in system.goal_patterns(layout):
        fault = of_goal(who, pattern, layout)
        if fault:
            raise RulesError(f"{system.where('goals', layout)} yields {fault}")
        goals.append((who, pattern))
    return Ruleset(rewrites, goals, layout, isinstance(system, Game) and system.impartial, read)


@lru_cache(maxsize=16)
def _kernel(kept: Kept, layout: Layout, start: str | None) -> Kernel:
    try:
        kernel = Kernel.masks(**kept.system.spec(layout, start))
    except ValueError as error:
        raise NotApplicable(f"{kept.system.title}: {error}") from None
    from perfectplay.cache import component_folder

    if kept.system.players == 2 and os.path.isdir(component_folder()):
        from perfectplay.tabulated import attach

        attach(kernel, kept.system)
    return kernel


def forget_kernels() -> None:
    """Open kernels anew when they are wanted next."""
    _kernel.cache_clear()


class RewriteGame(RewriteSystem, Game):
    """A game for two players on a board, by cell rewrites: native rules without a line of native code. A class needs:

        cells = ".xo"               the symbols, the usual background first
        moves(self, board)          yields player, {cell: "before after"} for every move that may ever be legal

    ``pp.LEFT, {a: "x.", b: ".x"}`` says: where x stands on a and b is free, Left may move x from a to b. Player None is
    either. ``{a: ".x>x."}`` has two lists, what may stand there and what each becomes: this cell is turned over. ``?``
    is anything: ``{a: "?."}`` empties a. More is said by :class:`Rewrite`. The class may also have:

        goals(self, board)          yields winner, {cell: "symbols"} for the positions that end the game
        boards = TriangularGrid     what it is played on (:mod:`perfectplay.board`); by default squares
        letters, looks              further letters of the text, and what symbols look like
        impartial = True            either player may make any move
        loopy = True                positions can repeat, and an endless play is a draw
        draws, scored, moves_on     see :class:`perfectplay.system.Game`
        options = {"length": 3}     options of the rules with their defaults, such as self.length
        name, sample                a title, and the text of a position

    ``load(text)`` makes positions; :func:`perfectplay.check_rules` compares all readings of the rules on small ones.

    >>> class Slide(pp.RewriteGame):
    ...     cells = ".x"
    ...     def moves(self, board):
    ...         for a, b in board.runs(pp.board.EAST, 2):
    ...             yield pp.LEFT, {a: "x.", b: ".x"}
    >>> pp.value(Slide().load("x..|.x."))
    3
    """

    shorthand: ClassVar[str] = "pairs of a player and a mapping of changes, or rewrites"
    nobody: ClassVar[str] = "a move of either"
    placement: ClassVar[bool] = False
    """Do moves only close cells, to one player or to both, for good? (They do in strong placement games.) Theorems then
    read from the rewrites which cells a move closes to whom: :mod:`perfectplay.theorems.mirror`."""

    def goals(self, board: Any) -> Iterable[tuple[Player, Pattern]]:
        """Yield the winner and the pattern of each kind of position that ends the game."""
        return ()

    def read_rewrite(self, item: Any, where: str) -> Rewrite:
        if isinstance(item, Rewrite):
            return item
        if not isinstance(item, tuple) or len(item) != 2:
            expected = f"{self.shorthand}, such as pp.LEFT, {{a: '.x'}}, or None, {{a: '.x'}} for a move of either"
            raise RulesError(f"{where} yields {shown(item)} (expected {expected})")
        return Rewrite(item[1], item[0])

    def undeclared(self, rewrite: Rewrite) -> str:
        if rewrite.again and not self.convention.again:
            return "again=True (expected moves_on = True in the class, because a player may have to move on)"
        if rewrite.score and not self.convention.points:
            return f"score={rewrite.score} (expected scored = True in the class, because points decide)"
        return ""

    @classmethod
    def ends_early(cls) -> bool:
        return cls.goals is not RewriteGame.goals

    def acts(self, rewrite: Rewrite) -> tuple[Player, ...]:
        return self.acts_for(rewrite.player)

    def points(self, rewrite: Rewrite) -> int:
        return self.counted(rewrite.score)

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        expected = "pairs of the winner and a mapping from cells to symbols"
        where = self.where("goals", layout)
        for item in listed(self.goals(layout.board), where, expected):
            if not isinstance(item, tuple) or len(item) != 2 or of_player(item[0]):
                raise RulesError(f"{where} yields {shown(item)} (expected {expected}, such as pp.LEFT, {{a: 'x'}})")
            who, pattern = item
            yield (who.opponent if self.mirrored != self.misere else who), pattern


class RewritePuzzle(RewriteSystem, Puzzle):
    """A puzzle on a board, by cell rewrites: native rules without a line of native code. A class needs:

        cells = ".x"                the symbols, the usual background first
        moves(self, board)          yields {cell: "before after"} for every move that may ever be legal
        goals(self, board)          yields {cell: "symbols"}, a pattern for every way to be solved

    ``{a: "x.", b: ".x"}`` says: where x stands on a and b is free, x may go from a to b. ``{a: ".x>x."}`` has two
    lists, what may stand there and what each becomes: this cell is turned over. ``?`` is anything: ``{a: "?."}``
    empties a. More is said by :class:`Rewrite`. The class may also have:

        metrics = {"moves": ...}    what "shortest" may count (:class:`perfectplay.Metric`), the first by default
        boards = TriangularGrid     what it is played on (:mod:`perfectplay.board`); by default squares
        letters, looks              further letters of the text, and what symbols look like
        options = {"length": 3}     options of the rules with their defaults, such as self.length
        name, sample                a title, and the text of a position

    >>> class Home(pp.RewritePuzzle):
    ...     cells = ".x"
    ...     def moves(self, board):
    ...         for a, b in board.runs(pp.board.EAST, 2):
    ...             yield {a: ".x", b: "x."}
    ...     def goals(self, board):
    ...         yield {board.cells[0]: "x"}
    >>> pp.solve(Home().load("..x"))
    b1-c1 a1-b1
    """

    shorthand: ClassVar[str] = "mappings of changes, or rewrites"
    nobody: ClassVar[str] = "the only one who moves"

    def goals(self, board: Any) -> Iterable[Pattern]:
        """Yield every pattern that counts as solved."""
        expected = "goals(self, board) that yields mappings from cells to the symbols that may stand there"
        raise RulesError(f"{self.title} has no method goals (expected {expected})")

    def read_rewrite(self, item: Any, where: str) -> Rewrite:
        return item if isinstance(item, Rewrite) else Rewrite(item)

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        expected = "mappings from cells to the symbols that may stand there"
        goals = self.goals(layout.board) if layout.goal is None else layout.goal.patterns(layout.board)
        for pattern in listed(goals, self.where("goals", layout), expected):
            yield LEFT, pattern

    def metric_data(self, state: Arrangement, metric: str) -> tuple[list[int], str]:
        """The cost of each rewrite and the chain rule, for the kernel."""
        chosen = self.metrics[metric]
        return [chosen.cost(rewrite.tag) for rewrite, _ in self.ruleset(state.layout).compiled], chosen.chain

    def cost_of(self, state: Arrangement, texts: Sequence[str], metric: str) -> int:
        """The cost of these moves under a metric, by the plain rules."""
        chosen = self.metrics[metric]
        rules, cells = self.ruleset(state.layout), state.cells
        total, last = 0, None
        for text in texts:
            number = next(rules.legal(cells, text), None)
            if number is None:
                where = self.text(Arrangement(state.layout, cells))
                raise IllegalMove(f"{self.title}: no legal move {text[:40]!r} in {where[:40]!r}")
            rewrite = rules.rewrites[number]
            goes_on = (
                bool(chosen.chain)
                and last is not None
                and last.piece is not None
                and rewrite.piece is not None
                and last.piece[1] == rewrite.piece[0]
                and (chosen.chain == "piece" or last.tag == rewrite.tag)
            )
            total += 0 if goes_on else chosen.cost(rewrite.tag)
            last = rewrite
            cells = rules.apply(number, cells)
        return total

    def join(self, texts: list[str], metric: str) -> list[str]:
        """The moves of a line as they are written under a metric: a chain is one path such as ``a1-a3-c3``."""
        if not self.metrics[metric].chain:
            return texts
        joined: list[str] = []
        for text in texts:
            first, _, rest = text.partition("-")
            if joined and rest and joined[-1].rpartition("-")[2] == first and self.chains(joined[-1], text, metric):
                joined[-1] += f"-{rest}"
            else:
                joined.append(text)
        return joined

    def chains(self, path: str, step: str, metric: str) -> bool:
        """May this step go on after that path as one move?"""
        if self.metrics[metric].chain == "piece":
            return True
        cells = path.split("-")[-2:] + step.split("-")[1:]
        return len({_heading(a, b) for a, b in pairwise(cells)}) == 1

    def expand(self, text: str) -> list[str]:
        """The single moves of a path: the inverse of :meth:`join`."""
        cells = text.split("-")
        return [f"{a}-{b}" for a, b in pairwise(cells)] if len(cells) > 2 else [text]


def _heading(a: str, b: str) -> tuple[int, int]:
    """The direction from one cell of a grid to another, by name."""
    (c, r), (d, s) = ((name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))) for name in (a, b))
    return ((len(d), d) > (len(c), c) and 1) or -((len(d), d) < (len(c), c)), (s > r) - (s < r)
