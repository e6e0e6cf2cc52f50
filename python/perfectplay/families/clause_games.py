"""Games on clauses: players give values to the variables of a formula, or choose elements of sets.

A state is a formula in conjunctive or disjunctive normal form, which stays the same, and a letter for each variable:
``.`` not set, ``L`` or ``R`` not set and to be set by Left or by Right only, ``0`` false, ``1`` true. A family of sets
to be hit is such a formula without negations: a set is the clause of its elements, and a chosen element is true.

Call a clause *closed* when it no longer matters, because a literal of it is true (in a disjunction of terms: when a
literal of a term is false), and *broken* when all its literals have the other value. So a conjunction is true once all
its clauses are closed, and false once one is broken; a disjunction is false once all are closed, and true once one is
broken. Nothing else decides a formula early.

Moves are plain Python. The native kernel is one of masks wherever the rules can be written as masks of reasonable size
(:mod:`perfectplay.families.clause_masks`), otherwise it asks Python for moves.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import ClassVar

from perfectplay._native import Kernel
from perfectplay.errors import ParseError
from perfectplay.families.clause_masks import OWN, Masks, avoid_sets, avoid_terms, seek_terms
from perfectplay.families.clause_texts import (
    draw_clauses,
    read_formula_text,
    read_sets,
    read_values,
    write_formula,
    write_sets,
    write_values,
)
from perfectplay.kinds.plain import PlainGame
from perfectplay.limits import watched
from perfectplay.picture import Picture
from perfectplay.players import LEFT, Player
from perfectplay.system import Kept

UNSET = ".LR"


@dataclass(frozen=True)
class Clauses:
    """A formula: names, clauses of literals (2 is the second name, -2 its negation), and how they are joined."""

    names: tuple[str, ...]
    clauses: tuple[tuple[int, ...], ...]
    conjunctive: bool = True
    """A conjunction of disjunctions, or else a disjunction of conjunctions."""
    first: int = 0
    """How many of the clauses belong to a first collection, where there are two."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.names, self.clauses, self.conjunctive, self.first))

    @cached_property
    def variables(self) -> tuple[frozenset[int], ...]:
        """Of each clause, by number from 0."""
        return tuple(frozenset(abs(literal) - 1 for literal in clause) for clause in self.clauses)

    @property
    def closing(self) -> str:
        """The value of a literal that closes its clause."""
        return "1" if self.conjunctive else "0"

    def is_closed(self, clause: int, values: str) -> bool:
        return any(value_of(literal, values) == self.closing for literal in self.clauses[clause])

    def closed(self, values: str) -> list[bool]:
        return [self.is_closed(clause, values) for clause in range(len(self.clauses))]

    def decided(self, values: str) -> bool | None:
        """Is the formula true or false already?"""
        every = True
        for clause in self.clauses:
            known = {value_of(literal, values) for literal in clause}
            if self.closing in known:
                continue
            if "" not in known:
                return not self.conjunctive
            every = False
        return self.conjunctive if every else None


def value_of(literal: int, values: str) -> str:
    """``0`` or ``1``, or nothing if the variable is not set."""
    value = values[abs(literal) - 1]
    return "" if value in UNSET else value if literal > 0 else "10"[int(value)]


@dataclass(frozen=True)
class Valuation:
    """A state: the formula and a letter for each variable."""

    formula: Clauses
    values: str

    def unset(self, player: Player) -> list[int]:
        """The variables that a player may set."""
        return [number for number, value in enumerate(self.values) if value in OWN[player]]

    def with_value(self, name: str, value: str) -> Valuation:
        number = self.formula.names.index(name)
        return Valuation(self.formula, self.values[:number] + value + self.values[number + 1 :])


class ClauseGame(PlainGame):
    """What these games share: text, picture, and the native kernel."""

    kind = "clauses"
    letters: ClassVar[str] = "01"
    """What a text may say of a variable."""
    positive: ClassVar[bool] = False
    """Formulas have no negations."""
    symbols: ClassVar[str] = ".01"
    """The letters of the variables in the kernel, where no variable has an owner."""

    def parse(self, text: str) -> Valuation:
        names, clauses, conjunctive, rest = read_formula_text(text, self.positive)
        return self.checked(Valuation(Clauses(names, clauses, conjunctive), read_values(rest, names, self.letters)))

    def checked(self, state: Valuation) -> Valuation:
        """Refuse states that cannot be played."""
        return state

    def text(self, state: Valuation) -> str:
        formula = state.formula
        return write_formula(formula.names, formula.clauses, formula.conjunctive) + write_values(
            formula.names, state.values
        )

    def picture(self, state: Valuation) -> Picture:
        formula = state.formula
        rows = [[(literal, value_of(literal, state.values)) for literal in clause] for clause in formula.clauses]
        return draw_clauses(formula.names, state.values, rows, formula.closed(state.values), self.name)

    def wins(self, player: Player) -> Player:
        """The winner of a play that the rules give to this player, variants applied."""
        return player.opponent if self.mirrored != self.misere else player

    # the kernel

    @abstractmethod
    def masks(self, formula: Clauses, symbols: str) -> Masks | None:
        """The rules as masks: cells are the variables, and then what :meth:`further` says; None if that is too much."""

    def further(self, state: Valuation) -> str:
        """The letters on the other cells of the kernel: ``1`` on that of each clause that is closed."""
        return "".join(".1"[closed] for closed in state.formula.closed(state.values))

    def _symbols(self, state: Valuation) -> str:
        return self.symbols + "LR" if "L" in state.values or "R" in state.values else self.symbols

    def kernel(self, state: Valuation) -> tuple[Kernel, bytes]:
        kernel = _kernel(self.kept, state.formula, self._symbols(state))
        return super().kernel(state) if kernel is None else (kernel, self.encode(state, state))

    def encode(self, start: Valuation, state: Valuation) -> bytes:
        if start.formula != state.formula:
            raise ValueError("another formula")
        symbols, values = self._symbols(start), state.values
        kernel = _kernel(self.kept, start.formula, symbols)
        if kernel is None:
            return super().encode(start, state)
        set_ones = values.replace("L", ".").replace("R", ".")
        owners = values.replace("0", ".").replace("1", ".") if "L" in symbols else ""
        return kernel.encode([symbols.index(letter) for letter in set_ones + self.further(state) + owners])

    def decode(self, state: Valuation, code: bytes) -> Valuation:
        symbols, variables = self._symbols(state), len(state.values)
        kernel = _kernel(self.kept, state.formula, symbols)
        if kernel is None:
            found: Valuation = super().decode(state, code)
            return found
        letters = "".join(symbols[number] for number in kernel.decode(code))
        owners = letters[-variables:] if "L" in symbols else "." * variables
        values = "".join(who if value == "." else value for value, who in zip(letters, owners, strict=False))
        return Valuation(state.formula, values)


@lru_cache(maxsize=16)
def _kernel(kept: Kept, formula: Clauses, symbols: str) -> Kernel | None:
    masks = kept.system.masks(formula, symbols)
    return None if masks is None else masks.kernel(kept.system)


class TruthGame(ClauseGame):
    """Left wants the formula to become true, Right false; play ends once it is decided."""

    def sets(self, formula: Clauses, number: int) -> Iterator[tuple[Player, str]]:
        """Who may set this variable, and to what."""
        for player in Player:
            yield from ((player, value) for value in "01")

    def before(self, number: int) -> range:
        """The variables that have to be set before this one."""
        return range(0)

    def moves(self, state: Valuation, player: Player) -> Iterator[str]:
        for number in watched(state.unset(player)):
            if not any(state.values[earlier] in UNSET for earlier in self.before(number)):
                for setter, value in self.sets(state.formula, number):
                    if setter is player:
                        yield f"{state.formula.names[number]}={value}"

    def play(self, state: Valuation, move: str) -> Valuation:
        return state.with_value(*move.split("="))

    def winner(self, state: Valuation) -> Player | None:
        decided = state.formula.decided(state.values)
        return None if decided is None else self.wins(LEFT if decided else Player.RIGHT)

    def masks(self, formula: Clauses, symbols: str) -> Masks | None:
        variables, closing = len(formula.names), formula.closing
        masks = Masks(variables, len(formula.clauses), symbols)
        closes: dict[tuple[int, str], list[int]] = {}
        for clause, literals in enumerate(formula.clauses, variables):
            for literal in literals:
                value = closing if literal > 0 else "10"[int(closing)]
                closes.setdefault((abs(literal) - 1, value), []).append(clause)
        for number in watched(range(variables)):
            earlier = {each: ("01", "") for each in self.before(number)}
            for player, value in self.sets(formula, number):
                closed = {clause: (symbols, "1") for clause in closes.get((number, value), ())}
                masks.choice(number, value, player, {**earlier, **closed})
                if masks.is_full:
                    return None
        won, lost = (LEFT, Player.RIGHT) if formula.conjunctive else (Player.RIGHT, LEFT)
        for literals in formula.clauses:
            if not any(-literal in literals for literal in literals):
                broken = {abs(n) - 1: ("10" if n > 0 else "01")[int(closing)] for n in literals}
                masks.goal(self.wins(lost), broken)
        masks.goal(self.wins(won), dict.fromkeys(range(variables, variables + len(formula.clauses)), "1"))
        return masks


class ChoiceGame(ClauseGame):
    """A move makes a variable true, and all others count as false. A player who cannot move loses."""

    positive = True
    letters = "1"
    symbols = ".1"

    def is_true(self, state: Valuation) -> bool:
        true = frozenset(number for number, value in enumerate(state.values) if value == "1")
        if state.formula.conjunctive:
            return all(not clause.isdisjoint(true) for clause in watched(state.formula.variables))
        return any(clause <= true for clause in watched(state.formula.variables))

    def completing(self, state: Valuation) -> frozenset[int]:
        """The variables each of which would make the formula true, if it is not."""
        formula, values = state.formula, state.values
        missing = [frozenset(n for n in clause if values[n] != "1") for clause in watched(formula.variables)]
        if formula.conjunctive:
            unhit = (left for left, clause in zip(missing, formula.variables, strict=True) if left == clause)
            return frozenset.intersection(*unhit)
        return frozenset(chain.from_iterable(left for left in missing if len(left) == 1))

    def play(self, state: Valuation, move: str) -> Valuation:
        return state.with_value(move, "1")


class Avoiding(ChoiceGame):
    """A move must not make the formula true."""

    impartial = True

    def checked(self, state: Valuation) -> Valuation:
        if self.is_true(state):
            raise ParseError("the end is there already", expected="a position in which nobody has lost")
        return state

    def moves(self, state: Valuation, player: Player) -> Iterator[str]:
        completing = self.completing(state)
        yield from (state.formula.names[n] for n in state.unset(player) if n not in completing)

    def further(self, state: Valuation) -> str:
        return super().further(state) if state.formula.conjunctive else ""

    def masks(self, formula: Clauses, symbols: str) -> Masks | None:
        """A set that is left unhit, or a variable that is left in each term: the first such of several."""
        if formula.conjunctive:
            return avoid_sets(formula.variables, len(formula.names), symbols, apart=True)
        return avoid_terms(formula.variables, len(formula.names), symbols)


class Seeking(ChoiceGame):
    """Nobody moves once the formula is true, so that the player who makes it true wins."""

    impartial = True

    def moves(self, state: Valuation, player: Player) -> Iterator[str]:
        if not self.is_true(state):
            yield from (state.formula.names[number] for number in state.unset(player))

    def further(self, state: Valuation) -> str:
        return super().further(state) if state.formula.conjunctive else ".1"[self.is_true(state)]

    def masks(self, formula: Clauses, symbols: str) -> Masks | None:
        if formula.conjunctive:
            return avoid_sets(formula.variables, len(formula.names), symbols, apart=False)
        return seek_terms(formula.variables, len(formula.names), symbols)


class SetText(ChoiceGame):
    """The text is sets, in one collection or two, and the elements chosen so far."""

    collections: ClassVar[int] = 1

    def parse(self, text: str) -> Valuation:
        names, found, values = read_sets(text, self.collections)
        sets = tuple(chain.from_iterable(found))
        return self.checked(Valuation(Clauses(names, sets, first=len(found[0])), values))

    def text(self, state: Valuation) -> str:
        sets, first = state.formula.clauses, state.formula.first
        return write_sets(state.formula.names, [sets[:first], sets[first:]][: self.collections], state.values)
