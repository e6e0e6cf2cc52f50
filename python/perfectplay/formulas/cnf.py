"""Formulas in conjunctive normal form: names, and clauses of signed numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from perfectplay.errors import ParseError, quote
from perfectplay.formulas.dimacs import Clause, is_dimacs, names_of, read_dimacs, write_dimacs
from perfectplay.formulas.text import NAME, Tokens, checked_names, in_order

if TYPE_CHECKING:
    from perfectplay.formulas.formula import Formula

OVER = "over"
"""Begins a list of variables in front of a formula."""


@dataclass(frozen=True, repr=False)
class CNF:
    """Clauses over named variables: the literal 2 is the second name, -2 its negation.

    Text lists the variables in front only if they are not just those of the clauses in the order of their names.

    >>> cnf = CNF(("a", "b", "c"), [(1, -2), (2, 3)])
    >>> print(cnf)
    (a | ~b) & (b | c)
    >>> cnf == CNF.read("(a | ~b) & (b | c)")
    True
    >>> print(CNF(("b", "a", "unused"), [(1,), (-2, 1)]))
    over b a unused; b & (~a | b)
    >>> CNF.read("p cnf 2 1\\n1 -2 0")
    CNF.read('(x1 | ~x2)')
    """

    names: tuple[str, ...]
    clauses: tuple[Clause, ...]

    def __init__(self, names: Iterable[str], clauses: Iterable[Iterable[int]]) -> None:
        object.__setattr__(self, "names", checked_names(names))
        object.__setattr__(self, "clauses", tuple(map(tuple, clauses)))
        for literal in set(chain.from_iterable(self.clauses)):
            if type(literal) is not int or not 0 < abs(literal) <= len(self.names):
                expected = f"a number from 1 to {len(self.names)}, or its negative"
                raise ParseError(f"the literal {literal!r}", expected=expected)

    @classmethod
    def read(cls, text: str) -> CNF:
        """From text, or from DIMACS, which a line ``p cnf`` announces; its variables are named x1, x2, …"""
        if is_dimacs(text):
            variables, _, clauses = read_dimacs(text)
            return cls(names_of(variables), clauses)
        tokens = Tokens(text)
        listed = read_over(tokens)
        found = read_clauses(tokens)
        if tokens.word:
            tokens.fail("& and another clause, or the end")
        return named(found, listed, tokens)

    @classmethod
    def of(cls, formula: Formula) -> CNF:
        """A formula that is a conjunction of clauses already; others are turned into one by :meth:`Formula.cnf`.

        >>> CNF.of(CNF.read("(a | b) & ~c").formula())
        CNF.read('(a | b) & ~c')
        """
        if not is_clausal(formula):
            raise ParseError("a formula that is not just clauses", expected="a conjunction of clauses")
        return formula.cnf()

    def __str__(self) -> str:
        return over(self.names, self.used()) + clauses_text(self.names, self.clauses)

    def __repr__(self) -> str:
        return f"CNF.read({str(self)!r})"

    def dimacs(self) -> str:
        """The file of SAT solvers."""
        return write_dimacs(self.names, self.clauses)

    def used(self) -> tuple[str, ...]:
        """The names in the clauses, in their order."""
        return in_order(self.names[number - 1] for number in set(map(abs, chain.from_iterable(self.clauses))))

    def evaluate(self, values: Mapping[str, int]) -> bool:
        """Is there a true literal in every clause?

        >>> CNF.read("(a | ~b) & c").evaluate({"a": 0, "b": 0, "c": 1})
        True
        """
        signs = [0, *(1 if value_of(values, name) else -1 for name in self.names)]
        return all(any(signs[abs(literal)] * literal > 0 for literal in clause) for clause in self.clauses)

    def formula(self) -> Formula:
        """The same as a formula; it has no variables that are in no clause."""
        from perfectplay.formulas.formula import Formula, Node

        number = len(self.names)
        nodes: list[Node] = [*self.names, *(("~", place) for place in range(number)), "0", "1"]
        clauses = []
        for clause in self.clauses:
            literals = [abs(literal) - 1 + (literal < 0) * number for literal in clause]
            if len(literals) > 1:
                nodes.append(("|", *literals))
                literals = [len(nodes) - 1]
            clauses += literals or [2 * number]
        if len(clauses) > 1:
            nodes.append(("&", *clauses))
            clauses = [len(nodes) - 1]
        root = clauses[0] if clauses else 2 * number + 1
        return Formula(nodes[: root + 1])


def value_of(values: Mapping[str, int], name: str) -> int:
    if name not in values:
        raise ParseError(f"no value for {quote(name)}", expected="0 or 1 for each variable")
    return values[name]


def over(names: tuple[str, ...], used: tuple[str, ...]) -> str:
    """The list of variables in front of a formula, where it is needed."""
    return "" if names == used else f"{' '.join((OVER, *names))}; "


def read_over(tokens: Tokens) -> tuple[str, ...] | None:
    """The inverse: None if there is no list."""
    if ";" not in tokens.words:
        return None
    tokens.demand(OVER, f"{OVER} and the variables")
    listed = tuple(tokens.names((), "the variables")) if tokens.word != ";" else ()
    tokens.demand(";", "another variable or ;")
    return listed


def read_clauses(tokens: Tokens) -> list[list[tuple[bool, str, int]]]:
    """Clauses, each literal with its sign, its name and its place among the tokens."""
    words = tokens.words
    if tokens.skip("1"):
        return []
    found: list[list[tuple[bool, str, int]]] = []
    at = tokens.at
    while True:
        opened = words[at] == "("
        at += opened
        clause: list[tuple[bool, str, int]] = []
        if not opened and words[at] == "0":
            at += 1
        else:
            while True:
                sign = words[at] != "~"
                at += not sign
                word = words[at]
                if not NAME.match(word):
                    tokens.fail("a variable, ~ and a variable, or 0" if not clause else "a literal", at=at)
                clause.append((sign, word, at))
                at += 1
                if words[at] != "|":
                    break
                at += 1
        found.append(clause)
        if opened:
            if words[at] != ")":
                tokens.fail("| and another literal, or )", at=at)
            at += 1
        more = words[at] == "&"
        if not opened and len(clause) > 1 and (more or len(found) > 1):
            tokens.fail("parentheses around each clause", at=at if more else clause[1][2] - 1)
        if not more:
            tokens.at = at
            return found
        at += 1


def read_matrix(tokens: Tokens, listed: tuple[str, ...] | None = None) -> CNF | Formula:
    """Clauses if it is clauses that follow to the end, any other formula otherwise."""
    from perfectplay.formulas.formula import read_formula

    start = tokens.at
    try:
        found = read_clauses(tokens)
    except ParseError:
        tokens.at = start
    if tokens.at > start and not tokens.word:
        return named(found, listed, tokens)
    tokens.at = start
    formula = read_formula(tokens)
    known = set(listed or ())
    for name in formula.names if listed is not None else ():
        if name not in known:
            tokens.fail("one of the variables that are listed", at=tokens.words.index(name, start))
    return formula.cnf(listed) if is_clausal(formula) else formula


def is_clausal(formula: Formula) -> bool:
    """Is it just clauses? Then its text is read as clauses, and turning it into clauses changes nothing."""
    nodes = formula.nodes

    def literal(place: int) -> bool:
        node = nodes[place]
        name = nodes[int(node[1])] if node[0] == "~" else node
        return isinstance(name, str) and name not in ("0", "1")

    def clause(place: int) -> bool:
        node = nodes[place]
        return node == "0" or literal(place) or (node[0] == "|" and all(literal(int(each)) for each in node[1:]))

    root = nodes[-1]
    return root == "1" or (all(clause(int(each)) for each in root[1:]) if root[0] == "&" else clause(len(nodes) - 1))


def named(clauses: list[list[tuple[bool, str, int]]], listed: tuple[str, ...] | None, tokens: Tokens) -> CNF:
    """The clauses over the variables that are listed, or over their own."""
    names = in_order({name for clause in clauses for _, name, _ in clause}) if listed is None else listed
    number = {name: place for place, name in enumerate(names, 1)}
    for _, name, at in chain.from_iterable(clauses) if listed is not None else ():
        if name not in number:
            tokens.fail("one of the variables that are listed", at=at)
    return CNF(names, ([number[name] if sign else -number[name] for sign, name, _ in clause] for clause in clauses))


def clauses_text(names: tuple[str, ...], clauses: Iterable[Clause]) -> str:
    written = ["", *names, *(f"~{name}" for name in reversed(names))]
    shown = []
    for clause in clauses:
        words = " | ".join([written[literal] for literal in clause])
        shown.append(f"({words})" if len(clause) > 1 else words or "0")
    return " & ".join(shown) or "1"
