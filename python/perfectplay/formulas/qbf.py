"""Quantified formulas in prenex form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from perfectplay.errors import ParseError, quote
from perfectplay.formulas.cnf import CNF, clauses_text, read_matrix
from perfectplay.formulas.dimacs import is_dimacs, names_of, read_dimacs, write_dimacs
from perfectplay.formulas.formula import Formula
from perfectplay.formulas.text import Tokens, checked_names

Prefix = tuple[tuple[str, tuple[str, ...]], ...]

EXISTS, FORALL = "exists", "forall"


@dataclass(frozen=True, repr=False)
class QBF:
    """Blocks of quantified names, the outermost first, and a matrix in conjunctive normal form.

    Blocks alternate: neighbours with the same quantifier become one. Variables of the matrix that are not bound are
    bound by an outermost ``exists``. The names of the matrix are those of the prefix in their order. A matrix of any
    other form is turned into clauses with further variables in an innermost ``exists``.

    >>> qbf = QBF.read("exists a b; forall c; (a | c) & (b | ~c)")
    >>> qbf.prefix
    (('exists', ('a', 'b')), ('forall', ('c',)))
    >>> qbf.matrix.clauses
    ((1, 3), (2, -3))
    >>> print(QBF.read("forall a; exists b; a ^ b"))
    forall a; exists b; (a | b) & (~a | ~b)
    >>> print(QBF.read("p cnf 2 1\\na 2 0\\n1 -2 0"))
    exists x1; forall x2; (x1 | ~x2)
    """

    prefix: Prefix
    matrix: CNF

    def __init__(self, prefix: Iterable[tuple[str, Iterable[str]]], matrix: CNF | Formula) -> None:
        given = [(quantifier, tuple(names)) for quantifier, names in prefix]
        for quantifier, _ in given:
            if quantifier not in (EXISTS, FORALL):
                raise ParseError(f"the quantifier {quantifier!r}", expected=f"{EXISTS} or {FORALL}")
        bound = checked_names(name for _, names in given for name in names)
        known = set(bound)
        if isinstance(matrix, Formula):
            names = (*bound, *(name for name in matrix.names if name not in known))
            matrix = matrix.cnf(names)
            further = matrix.names[len(names) :]
            given.append((EXISTS, further))
            bound += further
            known.update(further)
        free = tuple(name for name in matrix.names if name not in known)
        for name in (EXISTS, FORALL):
            if name in bound or name in free:
                raise ParseError(f"the name {quote(name)}", expected="a name that is not a quantifier")
        blocks: list[tuple[str, tuple[str, ...]]] = []
        for quantifier, names in [(EXISTS, free), *given]:
            if blocks and blocks[-1][0] == quantifier:
                blocks[-1] = (quantifier, blocks[-1][1] + names)
            elif names:
                blocks.append((quantifier, names))
        number = {name: place for place, name in enumerate((*free, *bound), 1)}
        places = [0, *(number[name] for name in matrix.names)]
        signed = places + [-place for place in reversed(places[1:])]
        object.__setattr__(self, "prefix", tuple(blocks))
        object.__setattr__(self, "matrix", CNF(number, ([signed[lit] for lit in clause] for clause in matrix.clauses)))

    @classmethod
    def read(cls, text: str) -> QBF:
        """From text, or from QDIMACS, which a line ``p cnf`` announces."""
        if is_dimacs(text):
            variables, blocks, clauses = read_dimacs(text, quantified=True)
            names = names_of(variables)
            used = {abs(literal) for clause in clauses for literal in clause}
            used.update(number for _, block in blocks for number in block)
            number = {old: new for new, old in enumerate(sorted(used), 1)}
            kept = ([number[abs(lit)] if lit > 0 else -number[abs(lit)] for lit in clause] for clause in clauses)
            matrix = CNF((names[old - 1] for old in number), kept)
            return cls([(quantifier, [names[number - 1] for number in block]) for quantifier, block in blocks], matrix)
        tokens = Tokens(text)
        for at, word in enumerate(tokens.words):
            if word in (EXISTS, FORALL) and at > 0 and tokens.words[at - 1] != ";":
                tokens.fail("a name that is not a quantifier", at=at)
        prefix: list[tuple[str, list[str]]] = []
        bound: list[str] = []
        while tokens.word in (EXISTS, FORALL):
            quantifier = tokens.name()
            block = tokens.names(bound, "a variable")
            tokens.demand(";", "another variable or ;")
            prefix.append((quantifier, block))
            bound += block
        return cls(prefix, read_matrix(tokens))

    def __str__(self) -> str:
        blocks = (f"{quantifier} {' '.join(names)}; " for quantifier, names in self.prefix)
        return "".join(blocks) + clauses_text(self.matrix.names, self.matrix.clauses)

    def __repr__(self) -> str:
        return f"QBF.read({str(self)!r})"

    @property
    def names(self) -> tuple[str, ...]:
        """All variables, the outermost first."""
        return self.matrix.names

    def qdimacs(self) -> str:
        """The file of QBF solvers."""
        return write_dimacs(self.matrix.names, self.matrix.clauses, self.prefix, gaps=True)

    def formula(self) -> Formula:
        """The matrix as a formula."""
        return self.matrix.formula()
