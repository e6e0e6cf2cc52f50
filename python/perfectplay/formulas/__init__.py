"""Propositional formulas as values: they are immutable and hashable, and have text and files of other programs.

>>> from perfectplay.formulas import CNF, QBF, Formula
>>> print(Formula.read("a -> b & ~c").cnf(distributed=True))
(~a | b) & (~a | ~c)
>>> print(CNF.read("(a | ~b) & c").dimacs(), end="")
c 1 is a
c 2 is b
c 3 is c
p cnf 3 2
1 -2 0
3 0
>>> print(QBF.read("forall a; exists b; a <-> b"))
forall a; exists b; (~a | b) & (a | ~b)
"""

from perfectplay.formulas.circuit import Circuit
from perfectplay.formulas.cnf import CNF
from perfectplay.formulas.formula import Formula, conjunction, disjunction
from perfectplay.formulas.qbf import EXISTS, FORALL, QBF

__all__ = ["CNF", "EXISTS", "FORALL", "QBF", "Circuit", "Formula", "conjunction", "disjunction"]
