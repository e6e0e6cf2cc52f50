"""Propositional formulas.

A formula is kept as a tuple of nodes in which arguments come before what is made of them, left to right, and equal
parts stand once; the last node is the whole. So formulas compare, hash and pickle like any tuple, and nothing here
recurses: a formula may be nested as deep as memory allows, and may share parts, as circuits do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from perfectplay.errors import LimitReached, ParseError, quote
from perfectplay.formulas.cnf import CNF, value_of
from perfectplay.formulas.text import NAME, Tokens, checked_names, fresh_names, in_order

Node = str | tuple[str | int, ...]
"""A variable, 0, 1, or an operator with the places of its arguments."""

BINDING = {"~": 6, "&": 5, "|": 4, "^": 3, "->": 2, "<->": 1}
"""From the tightest."""
CHAINED = ("&", "|", "^")
"""Operators that take any number of arguments; of the others ``->`` groups to the right, ``<->`` to the left."""
LONGEST = 10_000_000
"""Characters of text that are written: shared parts are written each time."""


class Formula:
    """A formula of variables, ``0``, ``1``, ``~``, ``&``, ``|``, ``^``, ``->`` and ``<->``, in this order of binding.

    >>> formula = Formula.read("a & ~b -> c | a ^ 1")
    >>> print(formula, formula.names)
    a & ~b -> c | a ^ 1 ('a', 'b', 'c')
    >>> formula.evaluate({"a": 1, "b": 0, "c": 1})
    False
    >>> a, b = Formula.variable("a"), Formula.variable("b")
    >>> print(~(a & b) | a.implies(b) ^ a.equals(b))
    ~(a & b) | ((a -> b) ^ (a <-> b))
    """

    __slots__ = ("nodes",)
    nodes: tuple[Node, ...]

    def __init__(self, nodes: Iterable[Node]) -> None:
        """From nodes, each after its arguments; the last is the whole. Other ways to make one are :meth:`read`,
        :meth:`variable` and the operators."""
        given = list(nodes)
        _check(given)
        object.__setattr__(self, "nodes", _reached(given, len(given) - 1))

    @classmethod
    def read(cls, text: str) -> Formula:
        """From text."""
        tokens = Tokens(text)
        return read_formula(tokens)

    @classmethod
    def variable(cls, name: str) -> Formula:
        return cls(checked_names([name]))

    @classmethod
    def constant(cls, value: int) -> Formula:
        return cls(["1" if value else "0"])

    @property
    def names(self) -> tuple[str, ...]:
        """Its variables, in the order of their names."""
        return in_order(node for node in self.nodes if isinstance(node, str) and node not in "01")

    @property
    def operator(self) -> str:
        """The outermost operator; of a variable or constant its name."""
        root = self.nodes[-1]
        return root if isinstance(root, str) else str(root[0])

    @property
    def parts(self) -> tuple[Formula, ...]:
        """The arguments of the outermost operator."""
        return tuple(_of(_reached(self.nodes, place)) for place in _arguments(self.nodes[-1]))

    def evaluate(self, values: Mapping[str, int]) -> bool:
        """Is it true with these values, 0 or 1, of its variables?"""
        for name in self.names:
            value_of(values, name)
        return self.decided(values) is True

    def decided(self, values: Mapping[str, int]) -> bool | None:
        """The same with values of some variables: None if the operators do not decide it (Kleene's three values).

        >>> formula = Formula.read("a | b & c")
        >>> formula.decided({"a": 1}), formula.decided({"a": 0, "c": 0}), formula.decided({"b": 1})
        (True, False, None)
        """
        found: list[bool | None] = []
        for node in self.nodes:
            if isinstance(node, str):
                value = int(node) if node in "01" else values.get(node)
                found.append(None if value is None else bool(value))
            else:
                found.append(_applied(str(node[0]), [found[place] for place in _arguments(node)]))
        return found[-1]

    def cnf(self, names: Sequence[str] | None = None, *, distributed: bool = False) -> CNF:
        """Clauses that hold under the same values of its variables.

        Parts that are no clauses get variables of their own, defined by further clauses (Tseitin), after the others;
        each solution of the formula is one of the clauses in exactly one way. ``distributed`` multiplies out instead:
        no further variables, but perhaps very many clauses. ``names`` are the variables, if there are more than it has.

        >>> print(Formula.read("a & b | c").cnf())
        over a b c _1; (~_1 | a) & (~_1 | b) & (_1 | ~a | ~b) & (_1 | c)
        >>> print(Formula.read("a & b | c").cnf(distributed=True))
        (a | c) & (b | c)
        """
        from perfectplay.formulas.clauses import distribute, encode

        own = self.names
        known = own if names is None else checked_names(names)
        number = {name: place for place, name in enumerate(known, 1)}
        for name in own:
            if name not in number:
                raise ParseError(f"the variable {name} is not among the names")
        if distributed:
            return CNF(known, distribute(self, number))
        further: list[int] = []
        clauses: list[list[int]] = []

        def fresh() -> int:
            further.append(len(known) + len(further) + 1)
            return further[-1]

        encode(self, number, fresh, clauses.append)
        return CNF((*known, *fresh_names(known, len(further))), clauses)

    # operators ------------------------------------------------------------------------------------------------------

    def __invert__(self) -> Formula:
        return _made("~", [self])

    def __and__(self, other: Formula) -> Formula:
        return _made("&", [self, other])

    def __or__(self, other: Formula) -> Formula:
        return _made("|", [self, other])

    def __xor__(self, other: Formula) -> Formula:
        return _made("^", [self, other])

    def implies(self, other: Formula) -> Formula:
        return _made("->", [self, other])

    def equals(self, other: Formula) -> Formula:
        """True where both have the same value; ``==`` compares the formulas themselves."""
        return _made("<->", [self, other])

    # as a value -----------------------------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("formulas cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and self.nodes == other.nodes

    def __hash__(self) -> int:
        return hash(self.nodes)

    def __reduce__(self) -> tuple[type[Formula], tuple[tuple[Node, ...]]]:
        return Formula, (self.nodes,)

    def __str__(self) -> str:
        length = _length(self.nodes)
        if length > LONGEST:
            raise LimitReached(f"a formula of {len(self.nodes)} parts has {length} characters", kind="size")
        return text_of(self.nodes, len(self.nodes) - 1)

    def __repr__(self) -> str:
        if _length(self.nodes) > LONGEST:
            return f"<formula of {len(self.nodes)} parts>"
        return f"Formula.read({str(self)!r})"


def _arguments(node: Node) -> tuple[int, ...]:
    return () if isinstance(node, str) else node[1:]  # type: ignore[return-value]


def _applied(operator: str, values: list[bool | None]) -> bool | None:
    if operator == "->":
        operator, values = "|", [_applied("~", values[:1]), values[1]]
    if operator == "&":
        return False if False in values else None if None in values else True
    if operator == "|":
        return True if True in values else None if None in values else False
    if None in values:
        return None
    odd = values.count(True) % 2 == 1
    return odd if operator == "^" else not odd  # ~ and <->


# making formulas ----------------------------------------------------------------------------------------------------


def _check(nodes: list[Node]) -> None:
    if not nodes:
        raise ParseError("a formula without nodes")
    for place, node in enumerate(nodes):
        if isinstance(node, str):
            if node not in ("0", "1") and not NAME.fullmatch(node):
                raise ParseError(f"{quote(node)} as a variable", expected="a name")
        elif not _sound(node, place):
            raise ParseError(f"the node {node!r}", expected="an operator and the places of its arguments, before it")


def _reached(nodes: Sequence[Node], root: int) -> tuple[Node, ...]:
    """The nodes that one is made of, in the order in which they are first met from left to right."""
    found: dict[Node, int] = {}
    new: dict[int, int] = {}
    waiting = [root]
    while waiting:
        place = waiting[-1]
        if place in new:
            waiting.pop()
            continue
        node = nodes[place]
        missing = [each for each in _arguments(node) if each not in new]
        if missing:
            waiting += reversed(missing)
            continue
        waiting.pop()
        renamed = node if isinstance(node, str) else (node[0], *(new[each] for each in _arguments(node)))
        new[place] = found.setdefault(renamed, len(found))
    return tuple(found)


def _of(nodes: tuple[Node, ...]) -> Formula:
    """The formula of nodes that are in order."""
    found = object.__new__(Formula)
    object.__setattr__(found, "nodes", nodes)
    return found


def _sound(node: Node, place: int) -> bool:
    if not isinstance(node, tuple) or not node or node[0] not in BINDING:
        return False
    wanted = 1 if node[0] == "~" else 2
    right = len(node) - 1 >= wanted if node[0] in CHAINED else len(node) - 1 == wanted
    return right and all(type(each) is int and 0 <= each < place for each in node[1:])


def _made(operator: str, parts: Sequence[Formula]) -> Formula:
    """An operator applied; what is already a chain of it on the left goes on, so that ``a & b & c`` is one chain."""
    nodes: list[Node] = []
    arguments: list[int] = []
    for number, part in enumerate(parts):
        if not isinstance(part, Formula):
            raise ParseError(f"a {type(part).__name__} in a formula", expected="a formula")
        start = len(nodes)
        nodes += [n if isinstance(n, str) else (n[0], *(start + place for place in _arguments(n))) for n in part.nodes]
        root = nodes[-1]
        chain = number == 0 and operator in CHAINED and root[0] == operator
        arguments += _arguments(root) if chain else [len(nodes) - 1]
    nodes.append((operator, *arguments))
    return _of(_reached(nodes, len(nodes) - 1))


def conjunction(parts: Iterable[Formula]) -> Formula:
    """All of them hold: 1 if there are none.

    >>> print(conjunction(map(Formula.variable, "abc")))
    a & b & c
    """
    return _joined("&", list(parts), "1")


def disjunction(parts: Iterable[Formula]) -> Formula:
    """One of them holds: 0 if there are none."""
    return _joined("|", list(parts), "0")


def _joined(operator: str, parts: list[Formula], empty: str) -> Formula:
    if not parts:
        return Formula([empty])
    return parts[0] if len(parts) == 1 else _made(operator, parts)


# text ---------------------------------------------------------------------------------------------------------------


def read_formula(tokens: Tokens) -> Formula:
    """The formula from here to the end, by operator precedence with stacks of its own."""
    words = tokens.words
    nodes: list[Node] = []
    values: list[int] = []
    operators: list[tuple[str, int, int]] = []  # each with the number of its arguments and its place
    at = tokens.at

    def reduce(binding: int) -> None:
        """Apply all operators that bind more tightly."""
        while operators and BINDING.get(operators[-1][0], 0) > binding:
            operator, number, _ = operators.pop()
            nodes.append((operator, *values[-number:]))
            values[-number:] = [len(nodes) - 1]

    while True:
        word = words[at]  # an argument is wanted
        if word in ("~", "("):
            operators.append((word, 1, at))
            at += 1
            continue
        if word not in ("0", "1") and not NAME.match(word):
            tokens.fail("a variable, 0, 1, ~ or (", at=at)
        nodes.append(word)
        values.append(len(nodes) - 1)
        at += 1
        while words[at] == ")":
            reduce(0)
            if not operators:
                tokens.fail("an operator or the end", at=at)
            operators.pop()
            at += 1
        word = words[at]
        if word == "":
            reduce(0)
            if operators:
                tokens.fail("an operator or )", at=at)
            return _of(_reached(nodes, len(nodes) - 1))
        if word not in BINDING or word == "~":
            tokens.fail("an operator: & | ^ -> or <->", at=at)
        reduce(BINDING[word] - (word == "<->"))
        if word in CHAINED and operators and operators[-1][0] == word:
            operators[-1] = (word, operators[-1][1] + 1, at)
        else:
            operators.append((word, 2, at))
        at += 1


def _enclosed(operator: str, node: Node, number: int, chained: bool = False) -> bool:
    """Does an argument need parentheses? A chain in a chain does, on the left unless it may become one with it."""
    if isinstance(node, str):
        return False
    inner = str(node[0])
    if operator == inner == "~":
        return False
    if operator == inner:
        return number > 0 or not chained if inner in CHAINED else number == (0 if inner == "->" else 1)
    return BINDING[inner] < BINDING[operator]


def _length(nodes: Sequence[Node]) -> int:
    """Characters of the text."""
    lengths: list[int] = []
    for node in nodes:
        if isinstance(node, str):
            lengths.append(len(node))
            continue
        operator, places = str(node[0]), _arguments(node)
        total = 1 if operator == "~" else (len(operator) + 2) * (len(places) - 1)
        enclosed = sum(2 * _enclosed(operator, nodes[place], number) for number, place in enumerate(places))
        lengths.append(total + enclosed + sum(lengths[place] for place in places))
    return lengths[-1]


def text_of(nodes: Sequence[Node], root: int, chained: bool = False) -> str:
    """The text of a node; ``chained`` writes ``a & b & c`` also for a chain of two and one more."""
    written: list[str] = []
    waiting: list[str | int] = [root]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            written.append(each)
            continue
        node = nodes[each]
        if isinstance(node, str):
            written.append(node)
            continue
        operator = str(node[0])
        pieces: list[str | int] = []
        for number, place in enumerate(_arguments(node)):
            pieces.append("~" if operator == "~" else f" {operator} " if number else "")
            pieces += ["(", place, ")"] if _enclosed(operator, nodes[place], number, chained) else [place]
        waiting += reversed(pieces)
    return "".join(written)
