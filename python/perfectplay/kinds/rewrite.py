"""Games and puzzles whose moves are cell rewrites.

An author writes what a move does to the cells that it touches: ``{a: "x.", b: "ox"}`` says that x leaves a and the o on
b becomes x. Here rewrites are read, interpreted in plain Python (the reference), and passed to the native mask kernel,
which answers questions about them at full speed. The two share no code and are compared by the conformance suite.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay._native import Kernel
from perfectplay.board import Grid, Lattice
from perfectplay.errors import IllegalMove, NotApplicable, ParseError, RulesError, shown
from perfectplay.kinds.faults import listed, of_goal, of_letters, of_player, of_rewrite, of_source, of_symbols
from perfectplay.kinds.rulesets import MOST_CHANGES, Arrangement, Layout, Manner, Pattern, Reading, Rewrite, Ruleset
from perfectplay.limits import watched
from perfectplay.mistakes import in_one_line, told_board
from perfectplay.picture.shapes import Look, Picture
from perfectplay.players import LEFT, Player, Winner
from perfectplay.position import Position
from perfectplay.system import Game, Kept, Played, Puzzle, Step, System

if TYPE_CHECKING:
    from perfectplay.board import Graph
    from perfectplay.editing import Editing


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

    def rewrites(self, layout: Layout) -> Iterable[Any]:
        """The same where they depend on more than the board."""
        return listed(self.moves(layout.board), lambda: self.where("moves", layout), self.shorthand)

    def where(self, method: str, layout: Layout) -> str:
        """What an author's method was asked, for a message."""
        return f"{self.title}: {method}({told_board(layout.board, layout.symbols)})"

    def undeclared(self, rewrite: Rewrite) -> str:
        """What a rewrite does that the class does not declare, whatever its cells; empty if nothing."""
        return ""

    @abstractmethod
    def read_rewrite(self, item: Any, where: Callable[[], str]) -> Rewrite:
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
        if not self.key:
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
        numbers, maps = rules.natively()
        board = layout.board
        full = (board.rows, board.cols) if isinstance(board, Grid) else None
        return {
            "cells": len(board.cells),
            "symbols": len(layout.symbols),
            "rewrites": array("I", numbers).tobytes(),
            "manners": [self._native_manner(manner, rules.tags) for manner in rules.reading.manners],
            "maps": [[(number[before], number[after]) for before, after in each.items()] for each in maps],
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

    def _native_manner(self, manner: Manner, tags: Sequence[str]) -> tuple[bool, bool, bool, int, int, int]:
        player, again, score, rank, tag = manner
        rewrite = Rewrite({}, player, tag=tag, again=again, score=score, rank=rank)
        actors = self.acts(rewrite)
        return LEFT in actors, Player.RIGHT in actors, again, self.points(rewrite), rank, tags.index(tag)


def _numbers(state: Arrangement) -> list[int]:
    return list(map(state.layout.symbols.index, state.cells))


FEW_CELLS = 100
"""Boards of up to this many cells are loaded without counting their moves."""
MOST_BITS = 1024
"""Of a position in the native mask kernel."""


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
    reading = Reading(layout)
    if not system.key:
        fault = of_source(type(system).moves)
        if fault:
            raise RulesError(f"{system.title}: moves: {fault}")

    def where() -> str:
        return system.where("moves", layout)

    pairs = system.players == 2
    for item in watched(system.rewrites(layout)):
        if type(item) is Rewrite:
            known = reading.long(item)
        elif pairs:
            known = type(item) is tuple and len(item) == 2 and reading.short(item)
        else:
            known = type(item) is dict and reading.short((None, item))
        if not known:
            rewrite = system.read_rewrite(item, where)
            fault = of_rewrite(rewrite, layout, system.nobody) or system.undeclared(rewrite)
            if fault:
                raise RulesError(f"{where()} yields {fault}")
            reading.learn(rewrite)
        if reading.size > MOST_CHANGES:
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
    return Ruleset(reading, goals, isinstance(system, Game) and system.impartial)


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

    def read_rewrite(self, item: Any, where: Callable[[], str]) -> Rewrite:
        if isinstance(item, Rewrite):
            return item
        if not isinstance(item, tuple) or len(item) != 2:
            expected = f"{self.shorthand}, such as pp.LEFT, {{a: '.x'}}, or None, {{a: '.x'}} for a move of either"
            raise RulesError(f"{where()} yields {shown(item)} (expected {expected})")
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

        def where() -> str:
            return self.where("goals", layout)

        for item in listed(self.goals(layout.board), where, expected):
            if not isinstance(item, tuple) or len(item) != 2 or of_player(item[0]):
                raise RulesError(f"{where()} yields {shown(item)} (expected {expected}, such as pp.LEFT, {{a: 'x'}})")
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

    def read_rewrite(self, item: Any, where: Callable[[], str]) -> Rewrite:
        return item if isinstance(item, Rewrite) else Rewrite(item)

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        expected = "mappings from cells to the symbols that may stand there"
        goals = self.goals(layout.board) if layout.goal is None else layout.goal.patterns(layout.board)
        for pattern in listed(goals, lambda: self.where("goals", layout), expected):
            yield LEFT, pattern

    def metric_data(self, state: Arrangement, metric: str) -> tuple[list[int], str]:
        """The cost of each rewrite and the chain rule, for the kernel."""
        chosen = self.metrics[metric]
        return [chosen.cost(tag) for tag in self.ruleset(state.layout).native_tags()], chosen.chain

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
