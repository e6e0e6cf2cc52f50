"""What a census says about a position: its columns.

Positions of equal value have everything but position and orbit in common, so the cells of a row are computed once for
each value, many values at a time (their texts share parts). Where there are no values, only the outcome is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from perfectplay._native import Game as NativeGame
from perfectplay._native import Kernel
from perfectplay.errors import NotApplicable, ParseError, quote
from perfectplay.players import Outcome, Winner
from perfectplay.system import Game, System, has_value
from perfectplay.values.universe import Universe
from perfectplay.values.value import Value, wrap
from perfectplay.values.writing import texts

LONGEST_TEXT = 4096
"""A value whose text is longer is written as ``#`` and 16 hexadecimal digits, the same for equal values."""

Entry = str | int | float | None
NUMBERS = ("left_stop", "right_stop", "mean", "temperature")
TYPES: dict[str, type] = {
    "position": str,
    "orbit": int,
    "outcome": str,
    "nimber": int,
    "value": str,
    **dict.fromkeys(NUMBERS, str),
    **{f"{name}_float": float for name in NUMBERS},
    "birthday": int,
}
"""Every column in the order of the table, and its type. Numbers are exact fractions as text, and floats."""
OF_POSITION = ("position", "orbit")


def columns_of(system: System, asked: Sequence[str] | None, floats: bool) -> tuple[str, ...]:
    """The columns of a table: those asked for, or those that suit the game."""
    known = ["position", "orbit", "outcome"]
    if has_value(system):
        known = [name for name in TYPES if name != "nimber" or (isinstance(system, Game) and system.impartial)]
    if asked is None:
        if "nimber" in known:
            return "position", "orbit", "outcome", "nimber"
        left_out = ("birthday", *(() if floats else (f"{name}_float" for name in NUMBERS)))
        return tuple(name for name in known if name not in left_out)
    for name in asked:
        if name not in known:
            raise ParseError(f"{system.title}: no column {quote(name)}", expected=f"some of: {', '.join(known)}")
    return tuple(name for name in TYPES if name in {"position", *asked})


def _text(name: str) -> Callable[[Value], str]:
    return lambda value: str(getattr(value, name))


def _float(name: str) -> Callable[[Value], float]:
    return lambda value: float(getattr(value, name))


_CELLS: dict[str, Callable[[Value], Entry]] = {
    "outcome": lambda value: value.outcome.letter,
    "nimber": lambda value: value.as_nus[2] if value.as_nus else None,
    "birthday": lambda value: value.birthday,
    **{name: _text(name) for name in NUMBERS},
    **{f"{name}_float": _float(name) for name in NUMBERS},
}


def written(values: Sequence[Value]) -> list[str]:
    """The texts of values, or fingerprints of those that are too long to write."""
    return [
        f"#{hash(value._game) & (1 << 64) - 1:016x}" if text is None else text
        for value, text in zip(values, texts(values, LONGEST_TEXT), strict=True)
    ]


class Values:
    """Positions by their values, in a universe of their own."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = [name for name in columns if name not in OF_POSITION]
        self.start_again()

    def start_again(self) -> None:
        """Discard all values, and free their memory."""
        self.universe = Universe()
        self.numbers: dict[int, int] = {}
        self.new: list[NativeGame] = []
        self.cells: list[tuple[Entry, ...]] = []

    @property
    def memory(self) -> int:
        return self.universe.bytes

    def evaluate(self, kernel: Kernel, codes: Sequence[bytes], asked: tuple[Any, ...]) -> tuple[list[int], int]:
        """For each position the number of its cells, and the bytes of tables."""
        (games, local), stats = kernel.values(codes, self.universe.native, asked)
        numbers = []
        for game in games:
            number = self.numbers.setdefault(game.id, len(self.numbers))
            if number == len(self.cells) + len(self.new):
                self.new.append(game)
            numbers.append(number)
        return list(map(numbers.__getitem__, local)), stats[2]

    def finish(self) -> list[tuple[Entry, ...]]:
        """The cells by their numbers."""
        values = [wrap(game) for game in self.new]
        made = {"value": written(values)} if "value" in self.columns and values else {}
        rows = (made[name] if name in made else map(_CELLS[name], values) for name in self.columns if values)
        self.cells.extend(zip(*rows, strict=True) if self.columns else ((),) * len(values))
        self.new.clear()
        return self.cells


class Outcomes:
    """Positions by outcome, where there are no values: searched one after the other, with a common table."""

    def __init__(self, method: str, columns: Sequence[str], named: Callable[[str], Winner]) -> None:
        self.method = method
        self.named = named
        """The winner that a word of the kernel means."""
        self.shown = "outcome" in columns
        self.universe = Universe()
        self.letters: dict[tuple[str, str], int] = {}

    def start_again(self) -> None:
        pass

    @property
    def memory(self) -> int:
        return 0

    def evaluate(self, kernel: Kernel, codes: Sequence[bytes], asked: tuple[Any, ...]) -> tuple[list[int], int]:
        winners, stats = kernel.outcomes(codes, self.method, self.universe.native, asked)
        return [self.letters.setdefault(pair, len(self.letters)) for pair in winners], stats[2]

    def finish(self) -> list[tuple[Entry, ...]]:
        letters = (Outcome(self.named(left), self.named(right)).letter for left, right in self.letters)
        return [(letter,) if self.shown else () for letter in letters]


def evaluator(system: System, columns: Sequence[str]) -> Values | Outcomes:
    if has_value(system):
        return Values(columns)
    if system.players != 2:
        raise NotApplicable(f"{system.title}: a census needs a game for two players")
    assert isinstance(system, Game)
    return Outcomes("retrograde" if system.convention.loops else "alpha-beta", columns, system.convention.named)
