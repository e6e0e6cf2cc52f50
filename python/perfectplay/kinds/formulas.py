"""Formulas to be made true: what is given is a formula, clauses or a circuit, and an answer has a value, 0 or 1, for
each variable.

Clauses are read from text or DIMACS, circuits from text or ASCII AIGER; any other text is a formula. A formula is kept
as it was given, so that answers speak of its own variables only. Answers are written ``a=1 b=0``, with ``?`` for what
is open; the lines ``v 1 -2 0`` of SAT solvers are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, TypeAlias

from perfectplay.constraints import Assignment, Unknown, Value
from perfectplay.errors import NotApplicable, ParseError, error_at, quote
from perfectplay.formulas import CNF, Circuit, Formula
from perfectplay.formulas.aiger import is_aiger
from perfectplay.formulas.cnf import over, read_matrix, read_over
from perfectplay.formulas.dimacs import is_dimacs, numbers_of
from perfectplay.formulas.text import Tokens
from perfectplay.picture import Disc, Label, Picture, Polygon, Shape
from perfectplay.system import Posed, State

OPEN = "?"
VALUES = (0, 1)
MOST_ROWS = 200
"""Clauses that are drawn."""
MOST_BOXES = 40
"""Literals of a clause that are drawn."""
WIDTH = 100
"""Characters of a line in a terminal."""


@dataclass(frozen=True)
class Statement:
    """A formula that is not just clauses, and its variables; there may be more than it has."""

    names: tuple[str, ...]
    formula: Formula

    def __str__(self) -> str:
        return over(self.names, self.formula.names) + str(self.formula)

    @property
    def parts(self) -> tuple[Formula, ...]:
        """What has to be true."""
        return self.formula.parts if self.formula.operator == "&" else (self.formula,)


Given: TypeAlias = CNF | Statement | Circuit


def variables(state: Given) -> tuple[str, ...]:
    return state.inputs if isinstance(state, Circuit) else state.names


class Formulas(Posed):
    """States are clauses, formulas and circuits, all of whose outputs are to be true."""

    kind: ClassVar[str] = "formula"
    longest: ClassVar[int] = 1 << 24

    def from_object(self, source: object) -> State:
        """The values themselves."""
        if isinstance(source, Formula):
            return self.read(str(source))
        if isinstance(source, CNF):
            return source
        return _with_outputs(source) if isinstance(source, Circuit) else super().from_object(source)

    def parse(self, text: str) -> Given:
        if is_dimacs(text):
            return CNF.read(text)
        if is_aiger(text) or "=" in text:
            return _with_outputs(Circuit.read(text))
        tokens = Tokens(text)
        listed = read_over(tokens)
        found = read_matrix(tokens, listed)
        if isinstance(found, CNF):
            return found
        return Statement(found.names if listed is None else listed, found)

    def text(self, state: Given) -> str:
        return str(state)

    def unknowns(self, state: Given) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(variables(state), VALUES)

    def write(self, state: Given, answer: Assignment) -> str:
        return " ".join(f"{name}={answer.get(name, OPEN)}" for name in variables(state))

    def read_answer(self, state: Given, text: str) -> dict[Unknown, Value]:
        if re.match(r"(c.*\n|\s)*[sv](\s|$)", text):
            return _read_lines(state, text)
        names, found = set(variables(state)), dict[Unknown, Value]()
        seen: set[str] = set()
        for word in re.finditer(r"[^\s,]+", text):
            name, equals, value = word[0].partition("=")
            if not equals or name not in names:
                expected = "a variable and its value, such as a=1"
                raise error_at(text, word.start(), f"unexpected {quote(word[0])}", expected)
            if value not in ("0", "1", OPEN):
                where = word.start() + len(name) + 1
                what = f"unexpected {quote(value)}" if value else f"no value for {name}"
                raise error_at(text, where, what, f"0, 1 or {OPEN}")
            if name in seen:
                raise error_at(text, word.start(), f"{quote(name)} has a value already")
            seen.add(name)
            if value != OPEN:
                found[name] = int(value)
        return found

    @property
    def forms(self) -> tuple[str, ...]:
        return "dimacs", "aag"

    def exported(self, state: Given, form: str, answer: Assignment | None = None) -> str:
        """Clauses as DIMACS, an answer as the lines of a SAT solver; anything as a circuit."""
        if answer is not None:
            if form != "dimacs":
                raise NotApplicable("export: a circuit holds no answer (expected one of: text, dimacs)")
            return _lines(state, answer)
        if form == "dimacs":
            return clauses_of(state).dimacs()
        return circuit_of(state).aag()

    # pictures -------------------------------------------------------------------------------------------------------

    def picture(self, state: Given) -> Picture:
        return self.draw(state, {})

    def draw(self, state: Given, answer: Assignment) -> Picture:
        values = [f"{name}={answer.get(name, OPEN)}" for name in variables(state)] if answer else []
        return drawn(state, answer, values, self.name)


def drawn(state: Given, answer: Assignment, above: list[str], title: str) -> Picture:
    """A row for each clause, in which the literals that are true stand out, and words above."""
    rows, more = _rows(state, answer)
    lines = [*_wrapped(above), *_table(rows, bool(answer)), *more]
    return Picture(tuple(_shapes(rows, above[:MOST_BOXES], more)), tuple(lines), title)


def _with_outputs(circuit: Circuit) -> Circuit:
    if not circuit.outputs:
        raise ParseError("a circuit without outputs", expected="an output that shall be true")
    return circuit


def clauses_of(state: Given) -> CNF:
    """Clauses with the same solutions; what needs variables of its own gets them behind the others."""
    if isinstance(state, Statement):
        return state.formula.cnf(state.names)
    return state if isinstance(state, CNF) else state.cnf()


def circuit_of(state: Given) -> Circuit:
    if isinstance(state, Circuit):
        return state
    return Circuit.of(state.formula() if isinstance(state, CNF) else state.formula, state.names)


# the lines of SAT solvers -------------------------------------------------------------------------------------------


def _lines(state: Given, answer: Assignment) -> str:
    names = variables(state)
    values = [(number, answer.get(name)) for name, number in zip(names, numbers_of(names, False), strict=True)]
    signed = [str(number if value else -number) for number, value in values if value is not None]
    return f"s SATISFIABLE\nv {' '.join([*signed, '0'])}\n"


def _read_lines(state: Given, text: str) -> dict[Unknown, Value]:
    names = variables(state)
    name_of = dict(zip(numbers_of(names, False), names, strict=True))
    last = len(clauses_of(state).names)  # variables of parts may have values too
    found: dict[Unknown, Value] = {}
    seen: set[int] = set()
    for row, line in enumerate(text.split("\n"), 1):
        if line[:1] == "c" or not line.strip():
            continue
        if line[0] == "s":
            if line.split() != ["s", "SATISFIABLE"]:
                raise ParseError(f"unexpected {quote(line.strip())}", row, 1, "s SATISFIABLE")
            continue
        for word in re.finditer(r"\S+", line):
            if word.start() == 0 and word[0] == "v":
                continue
            number = int(word[0]) if re.fullmatch(r"-?[0-9]{1,9}", word[0]) else None
            if line[0] != "v" or number is None or abs(number) > last or 0 in seen:
                raise ParseError(f"unexpected {quote(word[0])}", row, word.start() + 1, "v, literals, and 0 at the end")
            if abs(number) in seen:
                raise ParseError(f"variable {abs(number)} has a value already", row, word.start() + 1)
            seen.add(abs(number))
            if abs(number) in name_of:
                found[name_of[abs(number)]] = int(number > 0)
    return found


# pictures -----------------------------------------------------------------------------------------------------------

Row: TypeAlias = tuple[list[tuple[str, bool | None]], bool | None]
"""Literals or parts, each with its value, and the value of the whole; None if that is open."""


def _rows(state: Given, answer: Assignment) -> tuple[list[Row], list[str]]:
    """The rows that are drawn, and what is said about the others."""
    values: Any = answer
    rows: list[Row] = []
    if isinstance(state, CNF):
        number = len(state.clauses)
        for clause in state.clauses[:MOST_ROWS]:
            signed = ((state.names[abs(literal) - 1], literal > 0) for literal in clause)
            cells = [(("" if sign else "~") + name, _true(values.get(name), sign)) for name, sign in signed]
            known = [value for _, value in cells]
            whole = True if True in known else None if None in known else False
            if len(cells) > MOST_BOXES:
                cells[MOST_BOXES:] = [(f"… {len(cells) - MOST_BOXES} more", None)]
            rows.append((cells or [("0", False)], whole))
        return rows, _others(number, "clauses")
    if isinstance(state, Statement):
        number = len(state.parts)
        for part in islice(state.parts, MOST_ROWS):
            value = part.decided(values)
            rows.append(([(_cut(str(part)), value)], value))
        return rows, _others(number, "parts")
    for name, _ in state.outputs[:MOST_ROWS]:
        value = state.formula(name).decided(values)
        rows.append(([(name, value)], value))
    return rows, [*_others(len(state.outputs), "outputs"), *_wrapped([f"{each};" for each in str(state).split("; ")])]


def _true(value: int | None, sign: bool) -> bool | None:
    return None if value is None else bool(value) == sign


def _others(number: int, noun: str) -> list[str]:
    return [f"… and {number - MOST_ROWS:,} more {noun}"] if number > MOST_ROWS else []


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"


def _wrapped(words: Sequence[str]) -> list[str]:
    """The words in lines of some width, MOST_ROWS lines at most."""
    lines: list[str] = []
    for word in map(_cut, words):
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        elif len(lines) == MOST_ROWS:
            return [*lines, "…"]
        else:
            lines.append(word)
    return lines


def _table(rows: list[Row], answered: bool) -> Iterator[str]:
    """Literals in columns; with an answer the true ones are in brackets, and a sign tells whether the row is true."""
    if not rows:
        yield "no clauses"
    width = max((len(text) for cells, _ in rows for text, _ in cells if len(cells) > 1), default=0)
    for cells, whole in rows:
        shown = [(f"[{text}]" if value and answered else f" {text} ").ljust(width + 2) for text, value in cells]
        sign = {True: "✓", False: "✗", None: "?"}[whole] if answered else " "
        yield f"{sign} {' | '.join(shown)}".rstrip()


def _shapes(rows: list[Row], values: list[str], more: list[str]) -> Iterator[Shape]:
    size = 0.45
    longest = max((len(text) for cells, _ in rows for text, _ in cells), default=1)
    wide = 0.6 * size * max(longest, max(map(len, values), default=0)) + 0.4
    top = 0.0
    for place, text in enumerate(values):
        yield Label(((place + 0.5) * wide, top + 0.4), text, "left", size)
    top += 1.0 if values else 0.0
    for cells, whole in rows:
        for place, (text, value) in enumerate(cells):
            left, role = place * (wide + 0.15), "green" if value and whole else "empty"
            corners = ((left, top), (left + wide, top), (left + wide, top + 0.8), (left, top + 0.8))
            yield Polygon(corners, role)
            yield Label(
                (left + wide / 2, top + 0.4), text, "faint" if value is False else role, size, value is not False
            )
        if values:
            yield Disc((-0.5, top + 0.4), 0.2, {True: "green", False: "right", None: "empty"}[whole])
        top += 1.0
    for text in more[:MOST_ROWS]:
        yield Label((0.3 * size * len(text), top + 0.4), text, "faint", size)
        top += 0.6
