"""The vocabulary that all boards share: directions, cells, letters, and the abstract `Board`.

Text is written in *letters*, a state in *symbols*: a letter stands for a symbol together with the static mark of the
cell below it (Sokoban's `*` is a box on a goal), or for a void place that is not a cell. Several letters may have the
same meaning; the first one is written.

Invariants: a board never changes after `__init__`; two boards are equal iff their geometry, cell order, marks and
letters are, that is, iff no method can distinguish them; every board is rebuilt from its identity when unpickled.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from perfectplay.errors import ParseError, quote
from perfectplay.records import dataclass

Cell: TypeAlias = Hashable
Letters: TypeAlias = Mapping[str, tuple[str | None, str]]
"""What each letter of the text means: its symbol (None: no cell here) and the mark of its cell ("": unmarked)."""


class Direction(Enum):
    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"
    NORTHEAST = "ne"
    SOUTHEAST = "se"
    SOUTHWEST = "sw"
    NORTHWEST = "nw"

    @property
    def opposite(self) -> Direction:
        return Direction(self.value.translate(_TURNED))


_TURNED = str.maketrans("nesw", "swne")

NORTH, EAST, SOUTH, WEST = Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST
NORTHEAST, SOUTHEAST = Direction.NORTHEAST, Direction.SOUTHEAST
SOUTHWEST, NORTHWEST = Direction.SOUTHWEST, Direction.NORTHWEST


@dataclass(frozen=True)
class Alphabet:
    """Letters in both directions. Without entries it is open: a letter is its own symbol and a space is void."""

    entries: tuple[tuple[str, str | None, str], ...] = ()

    @classmethod
    def of(cls, letters: Letters | None, reserved: str = "|") -> Alphabet:
        if letters is None:
            return _OPEN
        return _alphabet(tuple([(letter, *meaning) for letter, meaning in letters.items()]), reserved)

    @classmethod
    def checked(cls, entries: tuple[tuple[str, str | None, str], ...], reserved: str) -> Alphabet:
        if not entries:
            raise ParseError("no letters are defined")
        for letter, symbol, mark in entries:
            if len(letter) != 1 or not letter.isprintable() or letter in reserved:
                raise ParseError(f"{quote(letter)} cannot be a letter", expected="one printable character")
            if symbol is not None and len(symbol) != 1:
                raise ParseError(f"{quote(symbol)} cannot be a symbol", expected="one character")
            if symbol is None and mark:
                raise ParseError(f"letter {quote(letter)} marks a void place {quote(mark)}", expected="marks on cells")
        return cls(entries)

    @cached_property
    def meanings(self) -> Mapping[str, tuple[str | None, str]]:
        return {letter: (symbol, mark) for letter, symbol, mark in self.entries}

    @cached_property
    def plain(self) -> Mapping[str, str]:
        """The letters that stand for a symbol without a mark."""
        return {letter: symbol for letter, symbol, mark in self.entries if symbol is not None and not mark}

    @cached_property
    def _written(self) -> Mapping[tuple[str | None, str], str]:
        return {(symbol, mark): letter for letter, symbol, mark in reversed(self.entries)}

    @cached_property
    def _marks(self) -> frozenset[str]:
        return frozenset(mark for _, _, mark in self.entries if mark)

    @property
    def first(self) -> str:
        return self.entries[0][0] if self.entries else "."

    @property
    def void(self) -> str | None:
        """The letter for a void place when none is given."""
        return self._written.get((None, "")) if self.entries else " "

    @property
    def expected(self) -> str:
        return f'one of "{"".join(self.meanings)}"' if self.entries else "a printable character other than |/,;"

    def read(self, letter: str) -> tuple[str | None, str] | None:
        """The meaning of `letter`, or None if it has none."""
        if self.entries:
            return self.meanings.get(letter)
        if letter == " ":
            return None, ""
        return (letter, "") if letter.isprintable() and letter not in "|/,;" else None

    def write(self, symbol: str, marks: Iterable[str]) -> str:
        """The letter for `symbol` on a cell with these marks; marks that no letter mentions are not written."""
        shown = [mark for mark in marks if mark in self._marks]
        if self.entries:
            letter = self._written.get((symbol, shown[0] if shown else "")) if len(shown) < 2 else None
        else:
            letter = symbol if self.read(symbol) == (symbol, "") else None
        if letter is None:
            on = f" on a cell marked {', '.join(sorted(shown))}" if shown else ""
            raise ParseError(f"no letter stands for {quote(symbol)}{on}")
        return letter


_OPEN = Alphabet()


@lru_cache(maxsize=256)
def _alphabet(entries: tuple[tuple[str, str | None, str], ...], reserved: str) -> Alphabet:
    """Most boards are written in the letters of the one before."""
    return Alphabet.checked(entries, reserved)


class Board(ABC):
    """Cells in a fixed order, which of them are neighbours, and static marks on them."""

    cells: tuple[Cell, ...]
    index: Mapping[Cell, int]
    """The index of each cell in `cells`, and so in a state."""
    marks: Mapping[str, frozenset[Cell]]
    """The marked cells of each mark that occurs."""

    @abstractmethod
    def name(self, cell: Cell) -> str:
        """The short name of a cell, as in moves."""

    @abstractmethod
    def cell(self, name: str) -> Cell:
        """The cell of that name; the inverse of `name`."""

    @abstractmethod
    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells next to `cell`, in a fixed order."""

    @abstractmethod
    def text(self, state: str) -> str:
        """The canonical form on one line: `parse` reads exactly this board and this state from it."""

    @abstractmethod
    def symmetries(self) -> list[tuple[int, ...]]:
        """The geometric symmetries, without the identity, that keep cells and marks: `p[i]` is where cell `i` goes."""

    @abstractmethod
    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]: ...

    @property
    @abstractmethod
    def _identity(self) -> tuple[Hashable, ...]:
        """All that distinguishes this board from others of its class."""

    def marked(self, mark: str) -> frozenset[Cell]:
        """The cells with this mark; none if the mark does not occur."""
        return self.marks.get(mark, frozenset())

    def marks_of(self, cell: Cell) -> tuple[str, ...]:
        """The marks on one cell, sorted."""
        return self._marks_by_cell.get(cell, ())

    @cached_property
    def _marks_by_cell(self) -> Mapping[Cell, tuple[str, ...]]:
        found: dict[Cell, tuple[str, ...]] = {}
        for mark in sorted(self.marks):
            for cell in self.marks[mark]:
                found[cell] = (*found.get(cell, ()), mark)
        return found

    @cached_property
    def _hash(self) -> int:
        return hash((type(self), self._identity))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (type(self) is type(other) and self._identity == other._identity)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a board is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a board is immutable: cannot delete {name!r}")

    def _fix(self, **values: object) -> None:
        """Set attributes, once, from `__init__`."""
        vars(self).update(values)

    def _fix_cells(self, cells: tuple[Cell, ...], marks: Mapping[str, Iterable[Cell]] | None) -> None:
        index = {cell: number for number, cell in enumerate(cells)}
        kept: dict[str, frozenset[Cell]] = {}
        for mark, chosen in (marks or {}).items():
            kept[mark] = frozenset(chosen)
            for cell in kept[mark]:
                if cell not in index:
                    raise ParseError(f"mark {quote(mark)} stands on {quote(str(cell))}, which is not a cell")
        self._fix(
            cells=cells,
            index=MappingProxyType(index),
            marks=MappingProxyType({mark: kept[mark] for mark in sorted(kept) if kept[mark]}),
        )

    def _check(self, state: str) -> None:
        if len(state) != len(self.cells):
            raise ParseError(f"the state has {len(state)} symbols", expected=f"{len(self.cells)}, one per cell")
