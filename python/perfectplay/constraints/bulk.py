"""Unknowns in bulk: the cells of a rectangle, and lines between its points. What is the same for all is kept once, and
each is made out only when somebody asks for it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from perfectplay._native import neighbours, numbered_lines

Place = tuple[int, int]


@lru_cache(maxsize=8)
def places(rows: int, cols: int) -> list[Place]:
    """The cells of a rectangle, or its points, row by row; a list that is shared and stays as it is."""
    return [(row, col) for row in range(rows) for col in range(cols)]


class Bulk(Mapping[Hashable, Sequence[int | str]]):
    """Unknowns with their values; a mapping like any other."""

    @cached_property
    def domains(self) -> dict[Hashable, Sequence[int | str]]:
        """The same written out."""
        return {unknown: part.values_of_all for part in self.parts for unknown in part.unknowns()}

    @property
    @abstractmethod
    def parts(self) -> tuple[Alike, ...]:
        """In order."""

    def __getitem__(self, unknown: Hashable) -> Sequence[int | str]:
        return self.domains[unknown]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.domains)

    def __len__(self) -> int:
        return sum(part.size for part in self.parts)

    def __contains__(self, unknown: object) -> bool:
        return unknown in self.domains

    def __or__(self, other: Bulk) -> Bulk:
        """Both, the first ones first."""
        return Together((*self.parts, *other.parts))


class Alike(Bulk):
    """Places of a rectangle that may all have the same two values."""

    def __init__(
        self, rows: int, cols: int, values: tuple[int, int] | tuple[str, str], there: Sequence[bool] | None = None
    ) -> None:
        self.rows, self.cols = rows, cols
        self.values_of_all = values
        self.there = there
        """Which of the cells or points there are; None: all of them."""

    @property
    def parts(self) -> tuple[Alike, ...]:
        return (self,)

    @property
    @abstractmethod
    def size(self) -> int:
        """How many unknowns there are."""

    @abstractmethod
    def unknowns(self) -> list[Any]:
        """Those that there are, in order."""

    @abstractmethod
    def numbered(self, first: int) -> list[int]:
        """Numbers from ``first`` on for these, with 0 in the places of the others."""


class Field(Alike):
    """Cells."""

    @cached_property
    def size(self) -> int:
        return self.rows * self.cols if self.there is None else sum(self.there)

    def unknowns(self) -> list[Place]:
        cells = places(self.rows, self.cols)
        return cells if self.there is None else [cell for cell, there in zip(cells, self.there, strict=True) if there]

    def numbered(self, first: int) -> list[int]:
        if self.there is None:
            return list(range(first, first + self.size))
        numbers = iter(range(first, first + self.size))
        return [next(numbers) if there else 0 for there in self.there]


class Lattice(Alike):
    """Lines between neighbouring points that there are."""

    @cached_property
    def size(self) -> int:
        rows, cols = self.rows, self.cols
        return 2 * rows * cols - rows - cols if self.there is None else max(self.numbered(1), default=0)

    def unknowns(self) -> list[tuple[Place, Place]]:
        lines: list[tuple[Place, Place]] = neighbours(places(self.rows, self.cols), self.cols)
        if self.there is None:
            return lines
        return [line for line, number in zip(lines, self.numbered(1), strict=True) if number]

    def numbered(self, first: int) -> list[int]:
        if self.there is None:
            return list(range(first, first + self.size))
        return numbered_lines(self.there, self.cols, first)


class Together(Bulk):
    """Several kinds of unknowns."""

    def __init__(self, parts: tuple[Alike, ...]) -> None:
        self._parts = parts

    @property
    def parts(self) -> tuple[Alike, ...]:
        return self._parts
