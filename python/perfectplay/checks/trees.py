"""Positions as they matter for play: without what can no longer change, split into independent parts.

In a game of rewrites without goals and without ranks a move needs and changes some cells and nothing else. What may
ever stand on a cell is bounded by applying every possible rewrite, again and again, without ever removing a symbol; a
rewrite that is impossible even then is dead for good. Two cells belong to the same part if a live rewrite depends on
both. So every move stays within one part, and a position plays like the collection of its parts: the tree of its moves
is the same. Many positions share such a collection, and nimbers of parts add up (Sprague 1935, Grundy 1939); both make
complete checks reach much further. This is plain Python over the plain rules, and knows nothing of the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from perfectplay.kinds.heap import HeapGame
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Ruleset
from perfectplay.kinds.sum import Sum
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.system import Game

Items = frozenset[tuple[int, str]]
"""Cells and what stands on them."""


class Part:
    """An independent part of a position: hashable, with the collections of parts that moves turn it into."""

    __slots__ = ("hashed", "home", "key")

    def __init__(self, home: Any, key: Any) -> None:
        self.home = home
        self.key = key
        self.hashed = hash((id(home), key))

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self.home is other.home and self.key == other.key

    def after(self, player: Player) -> list[tuple[Part, ...]]:
        """What the moves of a player turn it into, each once."""
        found: list[tuple[Part, ...]] = self.home.after(self.key, player)
        return found


class Cells:
    """Parts of positions on one board: cells with their symbols."""

    def __init__(self, system: RewriteGame, rules: Ruleset) -> None:
        self.rules = rules
        self.movers = [system.acts(rewrite) for rewrite in rules.rewrites]
        self.living: dict[Items, tuple[int, ...]] = {}

    def parts(self, items: Iterable[tuple[int, str]], numbers: Iterable[int]) -> tuple[Part, ...]:
        """The parts of some cells, of whose rewrites only these can be live."""
        symbols = dict(items)
        possible = {cell: {symbol} for cell, symbol in symbols.items()}
        alive: set[int] = set()
        changes = self.rules.changes
        waiting, grown = list(numbers), True
        while grown:
            grown = False
            for number in waiting:
                if number not in alive:
                    if not all(
                        cell not in possible or not becomes.keys().isdisjoint(possible[cell])
                        for cell, becomes in changes[number]
                    ):
                        continue
                    alive.add(number)
                for cell, becomes in changes[number]:
                    here = possible.get(cell)
                    if here is not None:
                        more = {becomes[symbol] for symbol in here if symbol in becomes} - here
                        if more:
                            here |= more
                            grown = True
        return self._joined(symbols, possible, sorted(alive))

    def _joined(self, symbols: dict[int, str], possible: dict[int, set[str]], alive: list[int]) -> tuple[Part, ...]:
        leader = {cell: cell for cell in symbols}

        def find(cell: int) -> int:
            while leader[cell] != cell:
                leader[cell] = cell = leader[leader[cell]]
            return cell

        places: list[int] = []
        for number in alive:
            looked_at = [
                cell
                for cell, becomes in self.rules.changes[number]
                if cell in symbols and any(becomes.get(symbol) != symbol for symbol in possible[cell])
            ]
            if not looked_at:
                raise ValueError("a move that changes nothing")
            places.append(looked_at[0])
            for cell in looked_at[1:]:
                leader[find(cell)] = find(looked_at[0])
        groups: dict[int, tuple[list[int], list[int]]] = {}
        for number, cell in zip(alive, places, strict=True):
            groups.setdefault(find(cell), ([], []))[1].append(number)
        for cell in symbols:
            root = find(cell)
            if root in groups:
                groups[root][0].append(cell)
        found = []
        for cells, numbers in groups.values():
            items = frozenset((cell, symbols[cell]) for cell in cells)
            self.living[items] = tuple(numbers)
            found.append(Part(self, items))
        return tuple(found)

    def after(self, items: Items, player: Player) -> list[tuple[Part, ...]]:
        symbols, living = dict(items), self.living[items]
        found: dict[Items, None] = {}
        for number in living:
            changes = self.rules.changes[number]
            if player in self.movers[number] and all(
                cell not in symbols or symbols[cell] in becomes for cell, becomes in changes
            ):
                moved = dict(symbols)
                for cell, becomes in changes:
                    if cell in symbols:
                        moved[cell] = becomes[symbols[cell]]
                found[frozenset(moved.items())] = None
        return [self.parts(each, living) for each in found]


class Heaps:
    """Parts of positions of a heap game: single heaps."""

    def __init__(self, system: HeapGame) -> None:
        self.system = system

    def after(self, heap: int, player: Player) -> list[tuple[Part, ...]]:
        return [tuple(Part(self, each) for each in parts if each) for parts in self.system.options_of(heap)]


class Wholes:
    """Positions that are not split."""

    def after(self, position: Position, player: Player) -> list[tuple[Part, ...]]:
        return [(Part(self, after),) for after in dict.fromkeys(move.after for move in position.moves(player))]


class Trees:
    """The trees of positions, as collections of parts."""

    def __init__(self) -> None:
        self.homes: dict[Any, Any] = {}

    def parts(self, position: Position) -> tuple[Part, ...]:
        system, state = position.system, position.state
        if isinstance(system, Sum):
            return tuple(part for component in state for part in self.parts(component))
        if isinstance(system, HeapGame):
            home = self.homes.setdefault(system, Heaps(system))
            return tuple(Part(home, heap) for heap in state)
        if isinstance(system, RewriteGame) and not system.convention.goals:
            rules = system.ruleset(state.layout)
            if not rules.ranked:
                if (system, state.layout) not in self.homes:
                    self.homes[system, state.layout] = Cells(system, rules)
                found: tuple[Part, ...] = self.homes[system, state.layout].parts(
                    enumerate(state.cells), range(len(rules.rewrites))
                )
                return found
        return (Part(self.homes.setdefault("whole", Wholes()), position),)


class Bag:
    """A collection of parts in play, as a value."""

    __slots__ = ("hashed", "parts")

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = tuple(sorted(parts, key=_order))
        self.hashed = hash(self.parts)

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag) and self.parts == other.parts

    def after(self, player: Player) -> list[Bag]:
        """What the moves of a player lead to, each once."""
        found: dict[Bag, None] = {}
        seen: set[Part] = set()
        for number, part in enumerate(self.parts):
            if part not in seen:
                seen.add(part)
                rest = self.parts[:number] + self.parts[number + 1 :]
                for more in part.after(player):
                    found[Bag(rest + more)] = None
        return list(found)


def _order(part: Part) -> int:
    return part.hashed


def is_plain(position: Position) -> bool:
    """Does nothing but moves matter: no points, no goals, nobody moves twice in a row?"""
    system = position.system
    return isinstance(system, Game) and system.convention.plain


def bag_of(position: Position) -> Bag:
    return Bag(Trees().parts(position))
