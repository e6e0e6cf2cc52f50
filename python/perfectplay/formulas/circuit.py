"""Combinational circuits as and-inverter graphs.

A literal is twice the number of a variable, plus one if it is negated, as in AIGER: variable 0 is false, then come the
inputs, then the gates, each the conjunction of two literals before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from perfectplay.errors import ParseError, quote
from perfectplay.formulas.aiger import is_aiger, read_aiger, write_aiger
from perfectplay.formulas.cnf import CNF, OVER, over, read_over, value_of
from perfectplay.formulas.formula import Formula, Node, conjunction, read_formula, text_of
from perfectplay.formulas.text import Tokens, checked_names, fresh_names, in_order

Gate = tuple[int, int]

INNER = "_"
"""Names of gates begin with it, those of outputs do not."""


@dataclass(frozen=True, repr=False)
class Circuit:
    """Inputs, gates and named outputs. Equal gates are one gate, and gates that no output needs are left out.

    As text each part is ``name = expression`` over inputs and over names defined before; names that begin with ``_``
    are inside, all others are outputs. What is used but not defined is an input; a list of inputs stands in front if
    they are not just those in the order of their names.

    >>> adder = Circuit.read("_odd = a ^ b; sum = _odd ^ c; carry = a & b | _odd & c")
    >>> adder.inputs, len(adder.gates), [name for name, _ in adder.outputs]
    (('a', 'b', 'c'), 9, ['sum', 'carry'])
    >>> adder.evaluate({"a": 1, "b": 0, "c": 1})
    {'sum': False, 'carry': True}
    >>> print(Circuit.read("both = a & b; none = ~(a | b)"))
    both = a & b; none = ~a & ~b
    >>> print(Circuit.read("both = a & b").aag(), end="")
    aag 3 2 0 1 1
    2
    4
    6
    6 2 4
    i0 a
    i1 b
    o0 both
    """

    inputs: tuple[str, ...]
    gates: tuple[Gate, ...]
    outputs: tuple[tuple[str, int], ...]

    def __init__(
        self, inputs: Iterable[str], gates: Iterable[tuple[int, int]], outputs: Iterable[tuple[str, int]]
    ) -> None:
        names, made, wanted = checked_names(inputs), list(gates), list(outputs)
        checked_names([*names, *(name for name, _ in wanted)])
        for place, (a, b) in enumerate(made, len(names)):
            _check(a, place)
            _check(b, place)
        for name, literal in wanted:
            _check(literal, len(names) + len(made))
            if name.startswith(INNER):
                raise ParseError(f"the output {quote(name)}", expected=f"a name that does not begin with {INNER}")
        kept, new = _needed(len(names), made, [literal for _, literal in wanted])
        object.__setattr__(self, "inputs", names)
        object.__setattr__(self, "gates", tuple(kept))
        object.__setattr__(self, "outputs", tuple((name, new[each >> 1] ^ (each & 1)) for name, each in wanted))

    @classmethod
    def read(cls, text: str) -> Circuit:
        """From text, or from ASCII AIGER, which begins with ``aag``."""
        if is_aiger(text):
            return cls(*read_aiger(text))
        return _read(text)

    @classmethod
    def of(cls, formula: Formula, inputs: Iterable[str] | None = None, output: str = "y1") -> Circuit:
        """The circuit of a formula, with one output.

        >>> print(Circuit.of(Formula.read("a -> b")))
        y1 = ~(a & ~b)
        """
        names = formula.names if inputs is None else checked_names(inputs)
        known = {name: 2 * place for place, name in enumerate(names, 1)}
        for name in formula.names:
            if name not in known:
                raise ParseError(f"the variable {name} is not among the inputs")
        gates: list[Gate] = []
        literal = _built(formula, known, len(names), gates)
        return cls(names, gates, [(output, literal)])

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return f"Circuit.read({str(self)!r})"

    def aag(self) -> str:
        """The file of circuits, ASCII AIGER."""
        return write_aiger(self.inputs, self.gates, self.outputs)

    def evaluate(self, values: Mapping[str, int]) -> dict[str, bool]:
        """The outputs with these values, 0 or 1, of the inputs."""
        known = [False, *(bool(value_of(values, name)) for name in self.inputs)]
        for a, b in self.gates:
            known.append(known[a >> 1] != bool(a & 1) and known[b >> 1] != bool(b & 1))
        return {name: known[literal >> 1] != bool(literal & 1) for name, literal in self.outputs}

    def formula(self, output: str | None = None) -> Formula:
        """One output as a formula, or all of them joined by ``&``; shared gates are shared parts."""
        named = dict(self.outputs)
        if output is not None and output not in named:
            raise ParseError(f"no output {quote(output)}", expected=", ".join(named) or "none: there are none")
        nodes: list[Node] = ["0", *self.inputs]
        nodes += (("~", place) for place in range(len(nodes)))
        place = [(each, each + 1 + len(self.inputs)) for each in range(1 + len(self.inputs))]
        for a, b in self.gates:
            nodes.append(("&", place[a >> 1][a & 1], place[b >> 1][b & 1]))
            nodes.append(("~", len(nodes) - 1))
            place.append((len(nodes) - 2, len(nodes) - 1))
        literals = list(named.values()) if output is None else [named[output]]
        roots = [place[literal >> 1][literal & 1] for literal in literals]
        if len(roots) == 1:
            return Formula(nodes[: roots[0] + 1])
        return Formula([*nodes, ("&", *roots)]) if roots else conjunction(())

    def cnf(self) -> CNF:
        """Clauses that say that all outputs are true: the inputs, then variables for gates."""
        return self.formula().cnf(self.inputs)


def _check(literal: int, last: int) -> None:
    if type(literal) is not int or not 0 <= literal <= 2 * last + 1:
        raise ParseError(f"the literal {literal!r}", expected=f"a number from 0 to {2 * last + 1}")


def _needed(inputs: int, gates: list[Gate], outputs: list[int]) -> tuple[list[Gate], dict[int, int]]:
    """The gates that the outputs need, in the order in which they are first met, equal ones once; and the new literal
    of each old variable."""
    new = {place: 2 * place for place in range(inputs + 1)}
    kept: dict[Gate, int] = {}
    for output in outputs:
        waiting = [output >> 1]
        while waiting:
            place = waiting[-1]
            if place in new:
                waiting.pop()
                continue
            a, b = gates[place - inputs - 1]
            missing = [each >> 1 for each in (b, a) if each >> 1 not in new]
            if missing:
                waiting += missing
                continue
            gate = (new[a >> 1] ^ (a & 1), new[b >> 1] ^ (b & 1))
            new[place] = 2 * kept.setdefault(gate, inputs + 1 + len(kept))
            waiting.pop()
    return list(kept), new


# text ---------------------------------------------------------------------------------------------------------------


def _read(text: str) -> Circuit:
    tokens = Tokens(text)
    listed = read_over(tokens) if tokens.words[0] == OVER and tokens.words[1] != "=" else None
    parts: dict[str, tuple[int, Formula]] = {}
    while tokens.word or parts:
        start = tokens.at
        name = tokens.name("the name of an output or a gate")
        tokens.demand("=", "=")
        if name in parts:
            tokens.fail("", f"{quote(name)} is defined twice", at=start)
        parts[name] = start, read_formula(tokens.part())
        if not tokens.skip(";"):
            break
    inputs = in_order(each for _, formula in parts.values() for each in formula.names if each not in parts)
    if listed is not None:
        strange = set(inputs).difference(listed)
        if strange:
            places = (at for at, word in enumerate(tokens.words) if word in strange)
            tokens.fail("one of the inputs that are listed", at=next(places))
        inputs = listed
    known = {name: 2 * place for place, name in enumerate(inputs, 1)}
    gates: list[Gate] = []
    for name, (start, formula) in parts.items():
        if name in known:
            tokens.fail("another name", f"{quote(name)} is an input", at=start)
        for each in formula.names:
            if each not in known:
                tokens.fail("", f"{quote(each)} is used before it is defined", at=tokens.words.index(each, start + 1))
        known[name] = _built(formula, known, len(inputs), gates)
    return Circuit(inputs, gates, [(name, known[name]) for name in parts if not name.startswith(INNER)])


def _built(formula: Formula, known: Mapping[str, int], inputs: int, gates: list[Gate]) -> int:
    """The literal of a formula, made of gates."""

    def both(a: int, b: int) -> int:
        gates.append((a, b))
        return 2 * (inputs + len(gates))

    literals: list[int] = []
    for node in formula.nodes:
        if isinstance(node, str):
            literals.append(int(node) if node in "01" else known[node])
            continue
        values = [literals[int(place)] for place in node[1:]]
        found = values[0]
        match node[0]:
            case "~":
                found ^= 1
            case "&":
                for value in values[1:]:
                    found = both(found, value)
            case "|":
                for value in values[1:]:
                    found = both(found ^ 1, value ^ 1) ^ 1
            case "->":
                found = both(found, values[1] ^ 1) ^ 1
            case _:
                found ^= node[0] == "<->"
                for value in values[1:]:
                    found = both(both(found, value ^ 1) ^ 1, both(found ^ 1, value) ^ 1) ^ 1
        literals.append(found)
    return literals[-1]


def _text(circuit: Circuit) -> str:
    """Gates with one use are written where they are used, others get names."""
    first = len(circuit.inputs) + 1
    uses = [0] * (first + len(circuit.gates))
    for used in [each for gate in circuit.gates for each in gate] + [each for _, each in circuit.outputs]:
        uses[used >> 1] += 1
    shared = [place for place in range(first, len(uses)) if uses[place] > 1]
    names = dict(enumerate(circuit.inputs, 1))
    names.update(zip(shared, fresh_names(circuit.inputs, len(shared)), strict=True))
    nodes: list[Node] = ["0", "1"]
    places: dict[int, int] = {0: 0, 1: 1}

    def literal(each: int) -> int:
        """The node of a literal."""
        if each not in places:
            if each & 1:
                nodes.append(("~", literal(each ^ 1)))
            else:
                nodes.append(names[each >> 1])
            places[each] = len(nodes) - 1
        return places[each]

    written: list[str] = []
    for place, (a, b) in enumerate(circuit.gates, first):
        arguments = literal(a), literal(b)
        nodes.append(("&", *arguments))
        if place in names:
            written.append(f"{names[place]} = {text_of(nodes, len(nodes) - 1, chained=True)}")
        else:
            places[2 * place] = len(nodes) - 1
    written += [f"{name} = {text_of(nodes, literal(each), chained=True)}" for name, each in circuit.outputs]
    return over(circuit.inputs, in_order(names[place] for place in range(1, first) if uses[place])) + "; ".join(written)
