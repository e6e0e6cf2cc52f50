"""Games on clauses for the native mask kernel.

The cells are the variables, and behind them one for each clause, where the rules depend on which clauses are closed: it
is ``.`` while the clause is open and ``1`` from then on. So "all clauses are closed" is one pattern. What is not one
pattern is "some clause is open": it is taken apart by the first clause that is, which gives as many moves of the kernel
for one move of the game, of which at most one is legal. Where variables have owners, the last cells say who may set
each of them, ``.`` for both players, and for nobody in particular once it is set.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from perfectplay._native import Kernel
from perfectplay.limits import watched
from perfectplay.players import Player

if TYPE_CHECKING:
    from perfectplay.system import Game

OWN = {Player.LEFT: ".L", Player.RIGHT: ".R"}
"""The variables that a player may set."""

MOST_CHANGES = 1_000_000
"""Cells of all moves together."""
MOST_SETS = 2000
MOST_BITS = 1024
"""Of a position in the kernel."""

Changes = Mapping[int, tuple[str, str]]
"""For each cell the letters that may stand there, and the one that stands there afterwards; empty: the same."""


class Masks:
    """Moves and goals as they are collected for a kernel. Cells: variables, further ones, and perhaps owners."""

    def __init__(self, variables: int, further: int, symbols: str) -> None:
        self.symbols = symbols
        self.owners = variables + further if "L" in symbols else None
        """The first of the cells with owners."""
        self.cells = variables + further + (variables if self.owners else 0)
        self.moves: dict[tuple[tuple[int, str, str], ...], set[Player]] = {}
        self.goals: list[tuple[Player, Mapping[int, str]]] = []
        self.changes = 0
        self.splits = False
        """Can a position fall into independent parts? (To look for them costs much where it cannot.)"""

    @property
    def is_full(self) -> bool:
        """Is it more than a kernel should hold?"""
        return self.changes > MOST_CHANGES or self.cells * (len(self.symbols) - 1).bit_length() > MOST_BITS

    def choice(self, number: int, value: str, player: Player, changes: Changes) -> None:
        """The player gives a value to a variable, with these changes of other cells."""
        made = ((number, ".", value), *((cell, before, after) for cell, (before, after) in changes.items()))
        for letter in OWN[player] if self.owners else ".":
            owned = ((self.owners + number, letter, "."),) if self.owners else ()
            self.moves.setdefault(made + owned, set()).add(player)
            self.changes += len(made)

    def goal(self, winner: Player, pattern: Mapping[int, str]) -> None:
        self.goals.append((winner, pattern))
        self.changes += len(pattern)

    def kernel(self, system: Game) -> Kernel:
        number = {letter: place for place, letter in enumerate(self.symbols)}
        numbers: list[int] = []
        manners: dict[tuple[bool, bool, bool, int, int, int], int] = {}
        maps: dict[tuple[tuple[int, int], ...], int] = {}
        for made, players in watched(self.moves.items()):
            acts = {each for player in players for each in system.acts_for(player)}
            manner = Player.LEFT in acts, Player.RIGHT in acts, False, 0, 0, 0
            numbers += manners.setdefault(manner, len(manners)), 0, 0, len(made)
            for cell, before, after in made:
                becomes = tuple((number[b], number[after or b]) for b in before)
                numbers += cell, maps.setdefault(becomes, len(maps))
        return Kernel.masks(
            cells=self.cells,
            symbols=len(self.symbols),
            rewrites=array("I", numbers).tobytes(),
            manners=list(manners),
            maps=list(maps),
            goals=[
                (winner.value.lower(), [(cell, [number[letter]]) for cell, letter in pattern.items()])
                for winner, pattern in watched(self.goals)
            ],
            symmetries=[],
            rectangle=None,
            stuck=system.convention.stuck.value,
            game=True,
            plain=not self.splits,
        )


Sets = Sequence[frozenset[int]]


def avoid_sets(sets: Sets, variables: int, symbols: str, apart: bool) -> Masks | None:
    """Choose an element while a set is unhit; ``apart``: a set that does not contain the element."""
    if variables * len(sets) ** 2 > MOST_CHANGES:
        return None
    masks = Masks(variables, len(sets), symbols)
    for number in watched(range(variables)):
        hits = {variables + place: (symbols, "1") for place, each in enumerate(sets) if number in each}
        others = [variables + place for place, each in enumerate(sets) if not (apart and number in each)]
        for place, unhit in enumerate(others):
            case = {**dict.fromkeys(others[:place], ("1", "")), unhit: (".", "")}
            # a set that is required to be unhit may be the one that the element hits
            hit = {cell: (case[cell][0], "1") if cell in case else change for cell, change in hits.items()}
            for player in Player:
                masks.choice(number, "1", player, {**case, **hit})
        if masks.is_full:
            return None
    return masks


def _incomplete(sets: Sets, number: int) -> list[dict[int, tuple[str, str]]] | None:
    """The ways in which no set with this element is complete but for it, each by the first element that is missing."""
    cases: list[dict[int, tuple[str, str]]] = [{}]
    for each in sets:
        if number not in each:
            continue
        others = sorted(each - {number})
        found = []
        for case in watched(cases):
            for place, missing in enumerate(others):
                known = case.get(missing, (".", ""))[0] == "."
                if known and not any(case.get(other, ("1", ""))[0] == "." for other in others[:place]):
                    found.append({**case, **dict.fromkeys(others[:place], ("1", "")), missing: (".", "")})
        cases = found
        if len(cases) * len(sets) > MOST_CHANGES // 10:
            return None
    return cases


def _smallest(sets: Sets) -> list[frozenset[int]]:
    """Without the sets that contain others."""
    found: list[frozenset[int]] = []
    for each in watched(sorted(set(sets), key=lambda each: (len(each), sorted(each)))):
        if not any(other <= each for other in found):
            found.append(each)
    return found


def avoid_terms(sets: Sets, variables: int, symbols: str) -> Masks | None:
    """Choose an element that completes no set, where none is complete."""
    return _terms(sets, Masks(variables, 0, symbols), variables, None)


def seek_terms(sets: Sets, variables: int, symbols: str) -> Masks | None:
    """Choose an element while no set is complete. A last cell says whether one is."""
    return _terms(sets, Masks(variables, 1, symbols), variables, variables)


def _terms(sets: Sets, masks: Masks, variables: int, over: int | None) -> Masks | None:
    if len(sets) > MOST_SETS or masks.is_full:
        return None
    sets = _smallest(sets)
    masks.splits = True  # as in Node Kayles
    goes_on: Changes = {} if over is None else {over: (".", "")}
    for number in watched(range(variables)):
        cases = _incomplete(sets, number)
        if cases is None:
            return None
        for player in Player:
            for case in cases:
                masks.choice(number, "1", player, {**case, **goes_on})
            for each in sets:
                if over is not None and number in each:
                    others = dict.fromkeys(each - {number}, ("1", ""))
                    masks.choice(number, "1", player, {**others, over: (".", "1")})
        if masks.is_full:
            return None
    return masks
