"""Satisfiability of propositional formulas (SAT).

Variables are to be given values, 0 or 1, so that a formula becomes true. It may be any formula, clauses in particular.
Text: ``a``, ``x12`` are variables, ``~`` is not, ``&`` and, ``|`` or, ``^`` exclusive or, ``->`` implies, ``<->`` if
and only if, in this order of binding; ``0`` and ``1`` are false and true. ``over a b c;`` in front lists the variables,
if there are more than those of the formula. An answer is written ``a=1 b=0``. Also read: DIMACS, whose variables are
named x1, x2, …, and circuits, as text ``y = a & b; z = ~a`` or as ASCII AIGER, all of whose outputs are to be true.

Complexity: NP-complete, even with three literals in each clause (Cook 1971; Levin 1973); with two in each it is solved
in linear time (Aspvall, Plass & Tarjan 1979). Counting the solutions is #P-complete (Valiant 1979).

>>> pp.solve(pp.load("sat", "(a | b) & (~a | c) & (~b | ~c)"))
a=1 b=0 c=1
>>> pp.count(pp.load("sat", "a ^ b ^ c -> a & b"))
5
"""

from collections.abc import Iterator

from perfectplay.constraints import AnyOf, Constraint, Holds
from perfectplay.formulas import CNF, Circuit
from perfectplay.kinds.formulas import Formulas, Given


class Sat(Formulas):
    name = "SAT"
    aliases = ("satisfiability", "cnf")
    systems = ("S021",)
    source = "Cook 1971, The complexity of theorem-proving procedures (STOC)"
    sample = "(a | b | ~c) & (~a | c) & (~b | c | d) & (~a | ~d) & (b | ~d)"
    samples = {
        "unique": "(a | b) & (a | ~b) & (~a | c) & (~c | b)",
        "impossible": "(a | b) & (a | ~b) & (~a | b) & (~a | ~b)",
        "formula": "(rain -> wet) & (sprinkler -> wet) & (wet <-> ~dry) & (rain ^ sprinkler)",
        "circuit": "_odd = a ^ b; sum = _odd ^ c; carry = a & b | _odd & c",
        "dimacs": "p cnf 3 3\n1 -2 0\n2 3 0\n-1 -3 0\n",
    }

    def rules(self, state: Given) -> Iterator[tuple[str, Constraint]]:
        if isinstance(state, CNF):
            for clause in state.clauses:
                literals = tuple((state.names[abs(literal) - 1], int(literal > 0)) for literal in clause)
                yield "Every clause has a true literal.", AnyOf(literals)
        elif isinstance(state, Circuit):
            for name, _ in state.outputs:
                yield "Every output is true.", Holds(state.formula(name))
        else:
            for part in state.parts:
                yield "The formula is true.", Holds(part)
