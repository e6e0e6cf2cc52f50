"""The quantifier game: a quantified formula, the values that were set so far, and strategies as functions.

The variables of a strategy's player get values that depend on earlier blocks only: Skolem functions for Exists,
Herbrand functions for Forall. A strategy consists of decision lists, one or more for each block of its player: the
first choice whose condition holds sets the variables of its list.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from perfectplay.errors import ParseError, error_at, quote
from perfectplay.formulas import CNF, EXISTS, FORALL, QBF, Formula, conjunction, disjunction
from perfectplay.formulas.cnf import clauses_text, value_of
from perfectplay.formulas.dimacs import Clause, is_dimacs

FEW = 5
"""Variables that a function may depend on to be written in its shortest form."""
_SET = re.compile(r"(?<![\w'])([A-Za-z_][\w']*)(=[01])")


@dataclass(frozen=True)
class Stage:
    """A formula, and values of its first variables."""

    qbf: QBF
    values: tuple[int, ...] = ()

    def __hash__(self) -> int:
        return hash((self.qbf.prefix, self.values))

    @classmethod
    def read(cls, text: str) -> Stage:
        """From the text of a formula, in which the variables that have a value are written ``a=1``."""
        if is_dimacs(text):
            return cls(QBF.read(text))
        prefix = text.rpartition(";")[0]
        found = list(_SET.finditer(prefix))
        blank = _SET.sub(lambda match: match[1] + " " * len(match[2]), prefix)
        qbf = QBF.read(blank + text[len(prefix) :])
        for match, name in zip(found, qbf.names, strict=False):
            if match[1] != name:
                raise error_at(text, match.start(), f"a value of {quote(match[1])}", f"one of {name} before it")
        return cls(qbf, tuple(int(match[2][1]) for match in found))

    def __str__(self) -> str:
        written = [f"{name}={value}" for name, value in zip(self.qbf.names, self.values, strict=False)]
        written += self.qbf.names[len(written) :]
        start, blocks = 0, ""
        for quantifier, names in self.qbf.prefix:
            blocks += f"{quantifier} {' '.join(written[start : start + len(names)])}; "
            start += len(names)
        return blocks + clauses_text(self.qbf.names, self.qbf.matrix.clauses)

    @property
    def quantifier(self) -> str | None:
        """That of the next variable; None if all have values."""
        if len(self.values) == len(self.qbf.names):
            return None
        ends = list(accumulate(len(names) for _, names in self.qbf.prefix))
        return self.qbf.prefix[bisect_right(ends, len(self.values))][0]

    def then(self, value: int) -> Stage:
        return Stage(self.qbf, (*self.values, value))

    @property
    def holds(self) -> bool:
        """Is the matrix true, when all variables have values?"""
        return all(any(self.values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in self.qbf.matrix.clauses)

    @cached_property
    def blocks(self) -> tuple[tuple[str, range], ...]:
        """What is left of the prefix: quantifiers and the numbers of variables, counted from 1."""
        left, start = [], 1
        for quantifier, names in self.qbf.prefix:
            numbers = range(max(start, len(self.values) + 1), start + len(names))
            if numbers:
                left.append((quantifier, numbers))
            start += len(names)
        return tuple(left)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """What is left of the matrix."""
        known = len(self.values)
        left = []
        for clause in self.qbf.matrix.clauses:
            if not any(abs(lit) <= known and self.values[abs(lit) - 1] == (lit > 0) for lit in clause):
                left.append(tuple(lit for lit in clause if abs(lit) > known))
        return tuple(left)

    @property
    def rest(self) -> QBF:
        """What is left as a formula of its own."""
        names, known = self.qbf.names, len(self.values)
        prefix = [(quantifier, [names[number - 1] for number in numbers]) for quantifier, numbers in self.blocks]
        shifted = ([lit - known if lit > 0 else lit + known for lit in clause] for clause in self.clauses)
        return QBF(prefix, CNF(names[known:], shifted))


class Choice(NamedTuple):
    when: tuple[Clause, ...]
    """Clauses about earlier variables; none: always."""
    play: Clause
    """A literal for each variable of the list."""


def _true(literal: int, values: Sequence[int]) -> bool:
    return bool(values[abs(literal) - 1]) == (literal > 0)


@dataclass(frozen=True, repr=False)
class Functions:
    """A strategy for the variables of one quantifier. It prints as functions, and can be called with the values of the
    other's variables.

    >>> strategy = pp.solve(pp.load("qbf", "forall a b; exists c; (~a | c) & (~b | c) & (a | b | ~c)")).answer
    >>> strategy({"a": 0, "b": 1})
    {'c': 1}
    >>> print(strategy.function("c"))
    a | b
    """

    stage: Stage
    """Where it begins."""
    quantifier: str
    lists: tuple[tuple[Choice, ...], ...]
    """Choices, the last of which has no condition. Each variable is in one list, and all of a list are in one block."""

    @cached_property
    def cases(self) -> dict[int, list[tuple[tuple[Clause, ...], int]]]:
        """Of each variable of the quantifier, in their order, conditions and values, without those that change nothing;
        the first condition that holds counts."""
        found = {}
        for choices in self.lists:
            for place, literal in enumerate(choices[0].play):
                cases = [(choice.when, int(choice.play[place] > 0)) for choice in choices]
                while len(cases) > 1 and cases[-2][1] == cases[-1][1]:
                    del cases[-2]
                found[abs(literal)] = cases
        return dict(sorted(found.items()))

    def reply(self, values: Sequence[int]) -> int:
        """The value of the next variable, which is one of the player's, after these of the first ones."""
        return next(
            value
            for when, value in self.cases[len(values) + 1]
            if all(any(_true(lit, values) for lit in clause) for clause in when)
        )

    def agrees(self, values: Sequence[int]) -> bool:
        """Do these values of the first variables follow it?"""
        if tuple(values[: len(self.stage.values)]) != self.stage.values:
            return False
        own = (number for number in self.cases if number <= len(values))
        return all(self.reply(values[: number - 1]) == values[number - 1] for number in own)

    def __call__(self, values: Mapping[str, int]) -> dict[str, int]:
        """The values of the player's variables against these of the others."""
        names = self.stage.qbf.names
        found = list(self.stage.values)
        own: dict[str, int] = {}
        for quantifier, numbers in self.stage.blocks:
            for number in numbers:
                name = names[number - 1]
                if quantifier == self.quantifier:
                    own[name] = self.reply(found)
                found.append(own[name] if name in own else int(bool(value_of(values, name))))
        return own

    def function(self, name: str) -> Formula:
        """The value of a variable as a formula of earlier ones."""
        names = self.stage.qbf.names
        for number, cases in self.cases.items():
            if names[number - 1] == name:
                return self._formula(cases)
        own = ", ".join(names[number - 1] for number in self.cases)
        raise ParseError(f"no function for {quote(name)}", expected=own or "none")

    def _formula(self, cases: list[tuple[tuple[Clause, ...], int]]) -> Formula:
        names = self.stage.qbf.names
        depends = sorted({abs(lit) for when, _ in cases for clause in when for lit in clause})
        if len(depends) <= FEW:
            return _sum_of_terms(names, depends, cases)
        found = Formula.constant(cases[-1][1])
        for when, value in reversed(cases[:-1]):
            condition = conjunction(disjunction(_literal(names, lit) for lit in clause) for clause in when)
            if found.operator in ("0", "1"):
                found = condition if value else ~condition
            else:
                found = condition | found if value else ~condition & found
        return found

    def __str__(self) -> str:
        names = self.stage.qbf.names
        said = (f"{names[number - 1]} = {self._said(cases)}" for number, cases in self.cases.items())
        return "; ".join(said) or "nothing to set"

    def _said(self, cases: list[tuple[tuple[Clause, ...], int]]) -> str:
        depends = {abs(lit) for when, _ in cases for clause in when for lit in clause}
        if len(cases) <= 2 or len(depends) <= FEW:
            return str(self._formula(cases))
        names = self.stage.qbf.names
        tests = (f"if {clauses_text(names, when)} then {value} else " for when, value in cases[:-1])
        return "".join(tests) + str(cases[-1][1])

    def __repr__(self) -> str:
        return str(self)

    # written and read -------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        names = self.stage.qbf.names

        def literals(play: Clause) -> str:
            return " ".join(names[lit - 1] if lit > 0 else f"~{names[-lit - 1]}" for lit in play)

        def choice(each: Choice) -> dict[str, str]:
            return {"when": clauses_text(names, each.when), "play": literals(each.play)}

        return {"quantifier": self.quantifier, "lists": [list(map(choice, choices)) for choices in self.lists]}

    @classmethod
    def from_json(cls, stage: Stage, raw: Any) -> Functions:
        """KeyError, TypeError or ValueError where it cannot be read; what it says need not be a strategy."""
        if set(raw) != {"quantifier", "lists"} or raw["quantifier"] not in (EXISTS, FORALL):
            raise ValueError("a strategy has a quantifier and lists")
        number = {name: place for place, name in enumerate(stage.qbf.names, 1)}

        def condition(text: str) -> tuple[Clause, ...]:
            read = CNF.read(text)
            place = [0, *(number[name] for name in read.names)]
            return tuple(tuple(place[lit] if lit > 0 else -place[-lit] for lit in clause) for clause in read.clauses)

        def literals(text: str) -> Clause:
            return tuple(-number[word[1:]] if word.startswith("~") else number[word] for word in text.split())

        def choice(each: Any) -> Choice:
            if set(each) != {"when", "play"} or not all(isinstance(text, str) for text in each.values()):
                raise TypeError("a choice has two texts, when and play")
            return Choice(condition(each["when"]), literals(each["play"]))

        if not isinstance(raw["lists"], list) or not all(isinstance(each, list) for each in raw["lists"]):
            raise TypeError("lists are lists of choices")
        return cls(stage, raw["quantifier"], tuple(tuple(map(choice, each)) for each in raw["lists"]))


def _literal(names: Sequence[str], lit: int) -> Formula:
    variable = Formula.variable(names[abs(lit) - 1])
    return variable if lit > 0 else ~variable


def _sum_of_terms(names: Sequence[str], depends: list[int], cases: list[tuple[tuple[Clause, ...], int]]) -> Formula:
    """A decision list over few variables as a short disjunction of conjunctions: the prime implicants, each taken only
    if it covers something new (Quine 1955)."""
    place = {number: bit for bit, number in enumerate(depends)}

    def value(row: int) -> int:
        def met(clause: Clause) -> bool:
            return any((row >> place[abs(lit)] & 1) == (lit > 0) for lit in clause)

        return next(value for when, value in cases if all(map(met, when)))

    rows = {row for row in range(1 << len(depends)) if value(row)}
    terms = {(row, 0) for row in rows}
    """Rows and their bits that do not matter."""
    prime: set[tuple[int, int]] = set()
    while terms:
        pairs = [(row, free, 1 << bit) for row, free in terms for bit in range(len(depends)) if not free >> bit & 1]
        joined = [(row, free, bit) for row, free, bit in pairs if (row ^ bit, free) in terms]
        prime |= terms - {(row, free) for row, free, _ in joined}
        terms = {(row & ~bit, free | bit) for row, free, bit in joined}
    chosen: list[tuple[int, int]] = []
    covered: set[int] = set()
    for row, free in sorted(prime, key=lambda term: (-term[1].bit_count(), term)):
        own = {each for each in rows if each & ~free == row}
        if not own <= covered:
            covered |= own
            chosen.append((row, free))
    return disjunction(
        conjunction(
            _literal(names, number if row >> bit & 1 else -number)
            for bit, number in enumerate(depends)
            if not free >> bit & 1
        )
        for row, free in chosen
    )
