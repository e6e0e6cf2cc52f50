"""DIMACS and QDIMACS, the files of SAT and QBF solvers.

``c`` begins a comment; ``p cnf V C`` announces variables and clauses; a clause is numbers and then 0, on any lines. In
QDIMACS lines ``e 1 2 0`` and ``a 3 0`` stand before the clauses. A line ``%`` ends a file, as in the files of SATLIB.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NoReturn

from perfectplay.errors import ParseError, quote
from perfectplay.formulas.text import NUMBERED

Clause = tuple[int, ...]
Block = tuple[str, list[int]]

MOST_VARIABLES = 1_000_000
_HEADER = re.compile(r"^p[ \t]+cnf\b", re.MULTILINE)
_COUNTS = re.compile(r"p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})\s*")
_NUMBERS = re.compile(r"[-0-9\s]*")
QUANTIFIERS = {"e": "exists", "a": "forall"}
LETTERS = {"exists": "e", "forall": "a"}


def is_dimacs(text: str) -> bool:
    return _HEADER.search(text) is not None


def read_dimacs(text: str, quantified: bool = False) -> tuple[int, list[Block], list[Clause]]:
    """The number of variables, the blocks of quantifiers (none if they are not allowed), and the clauses."""
    variables = announced = -1
    blocks: list[Block] = []
    clauses: list[Clause] = []
    open_clause: list[int] = []
    seen: set[int] = set()
    lines = text.split("\n")
    for row, line in enumerate(lines, 1):
        if line[:1] == "c":
            continue
        if variables < 0:
            if line.strip():
                variables, announced = _header(line, row)
            continue
        if line.strip() == "%":
            break
        if line[:1] in QUANTIFIERS and quantified and not clauses and not open_clause:
            bound = _numbers(line[1:], row, variables, quantified, before=1)
            if len(bound) < 2 or bound[-1] or min(bound) < 0 or 0 in bound[:-1]:
                raise ParseError(f"unexpected {quote(line.strip())}", row, 1, "positive numbers, then 0")
            for word in re.finditer("[0-9]+", line):
                if int(word[0]) in seen:
                    raise ParseError(f"variable {word[0]} is bound twice", row, word.start() + 1)
                seen.add(int(word[0]) or -1)
            blocks.append((QUANTIFIERS[line[0]], bound[:-1]))
            continue
        numbers = _numbers(line, row, variables, quantified)
        if not open_clause and numbers and not numbers[-1] and numbers.count(0) == 1:
            clauses.append(tuple(numbers[:-1]))
            continue
        for number in numbers:
            if number:
                open_clause.append(number)
            else:
                clauses.append(tuple(open_clause))
                open_clause = []
    if variables < 0:
        raise ParseError("no header", expected="a line such as p cnf 3 2")
    if open_clause:
        raise ParseError("the last clause has no end", row, len(lines[row - 1]) + 1, "0")
    if len(clauses) != announced:
        raise ParseError(f"{len(clauses)} clauses", row, expected=f"{announced}, as the header says")
    return variables, blocks, clauses


def _header(line: str, row: int) -> tuple[int, int]:
    counts = _COUNTS.fullmatch(line)
    if not counts:
        raise ParseError(f"unexpected {quote(line.strip())}", row, 1, "p cnf and the numbers of variables and clauses")
    if int(counts[1]) > MOST_VARIABLES:
        raise ParseError(f"{counts[1]} variables", row, counts.start(1) + 1, f"at most {MOST_VARIABLES}")
    return int(counts[1]), int(counts[2])


def _numbers(line: str, row: int, variables: int, quantified: bool, before: int = 0) -> list[int]:
    """The numbers of a line, each that of a variable, or 0; ``before`` characters of it are not given."""
    try:
        numbers = list(map(int, line.split())) if _NUMBERS.fullmatch(line) else None
    except ValueError:
        numbers = None
    if numbers is None or (numbers and not -variables <= min(numbers) <= max(numbers) <= variables):
        _explain(line, row, variables, quantified, before)
    return numbers


def _explain(line: str, row: int, variables: int, quantified: bool, before: int) -> NoReturn:
    """Say which word of a line is wrong."""
    for word in re.finditer(r"\S+", line):
        if not re.fullmatch(r"-?[0-9]{1,9}", word[0]) or abs(int(word[0])) > variables:
            expected = f"a number from {-variables} to {variables}"
            if word[0] in QUANTIFIERS and not quantified:
                expected += ": quantifiers belong to qbf"
            raise ParseError(f"unexpected {quote(word[0])}", row, before + word.start() + 1, expected)
    raise AssertionError("a line that has nothing wrong")


def names_of(variables: int) -> tuple[str, ...]:
    """
    >>> names_of(3)
    ('x1', 'x2', 'x3')
    """
    return tuple(f"x{number}" for number in range(1, variables + 1))


def numbers_of(names: Sequence[str], gaps: bool) -> list[int]:
    """The number of each variable in a file: that in its name if all are named x1, x2, …, else that of its place.

    >>> numbers_of(["x3", "x1", "x2"], False), numbers_of(["x3", "x1"], False), numbers_of(["x3", "x1"], True)
    ([3, 1, 2], [1, 2], [3, 1])
    """
    named = [int(match[1]) if (match := NUMBERED.fullmatch(name)) else 0 for name in names]
    if 0 in named or (not gaps and max(named, default=0) != len(named)) or max(named, default=0) > MOST_VARIABLES:
        return list(range(1, len(names) + 1))
    return named


def write_dimacs(
    names: Sequence[str],
    clauses: Sequence[Clause],
    prefix: Iterable[tuple[str, Sequence[str]]] = (),
    gaps: bool = False,
) -> str:
    """A file, with a comment for each variable whose name it cannot keep."""
    numbers = numbers_of(names, gaps)
    number_of = dict(zip(names, numbers, strict=True))
    lines = [f"c {number} is {name}" for name, number in number_of.items() if name != f"x{number}"]
    lines.append(f"p cnf {max(numbers, default=0)} {len(clauses)}")
    for quantifier, block in prefix:
        lines.append(" ".join([LETTERS[quantifier], *(str(number_of[name]) for name in block), "0"]))
    signed = [0, *numbers, *(-number for number in reversed(numbers))]
    lines += [" ".join([str(signed[literal]) for literal in clause] + ["0"]) for clause in clauses]
    return "\n".join(lines) + "\n"
