"""Text and pictures of games on clauses.

``(a | ~b) & (b | c); a=1`` is a formula and what is set so far; sets are written ``{a b} {b c}; a`` with the elements
chosen so far. Variables are in the order of their names; another order, or variables that do not occur, are listed in
front: ``over c b a d; (a | b) & c``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from perfectplay.errors import ParseError, error_at, quote
from perfectplay.formulas import CNF
from perfectplay.formulas.cnf import OVER, over
from perfectplay.formulas.dimacs import is_dimacs
from perfectplay.formulas.formula import Formula, Node, read_formula
from perfectplay.formulas.text import Tokens, in_order
from perfectplay.limits import watched
from perfectplay.picture import Disc, Label, Picture, Shape

Literals = tuple[tuple[int, ...], ...]
MOST_VARIABLES = 5000
NORMAL = "clauses such as (a | ~b) & c, or terms such as a & ~b | c"


# formulas -----------------------------------------------------------------------------------------------------------


def read_formula_text(text: str, positive: bool) -> tuple[tuple[str, ...], Literals, bool, Tokens]:
    """Names, clauses, whether they are joined by &, and the tokens of what is set."""
    if is_dimacs(text):
        cnf = CNF.read(text)
        return cnf.names, _usable(cnf.clauses, cnf.names, positive), True, Tokens("")
    tokens = Tokens(text)
    listed = None
    if tokens.skip(OVER):
        listed = tuple(tokens.names((), "the variables"))
        tokens.demand(";", "another variable or ;")
    formula = read_formula(tokens.part())
    tokens.skip(";")
    names = formula.names if listed is None else listed
    missing = [name for name in formula.names if name not in set(names)]
    if missing:
        raise ParseError(f"{missing[0]} is not listed", expected=f"all variables after {OVER!r}")
    clauses, conjunctive = _normal(formula, {name: number for number, name in enumerate(names, 1)})
    found = _usable(clauses, names, positive)
    if not conjunctive and all(len(term) == 1 for term in found):  # a | b, which is one clause as well
        found, conjunctive = (tuple(dict.fromkeys(chain.from_iterable(found))),), True
    return names, found, conjunctive, tokens


def _normal(formula: Formula, number: dict[str, int]) -> tuple[list[list[int]], bool]:
    """The literals of each clause, and whether the clauses are joined by &."""
    nodes = formula.nodes

    def literal(place: int) -> int | None:
        node, sign = nodes[place], 1
        if isinstance(node, tuple) and node[0] == "~":
            node, sign = nodes[int(node[1])], -1
        return sign * number[node] if isinstance(node, str) and node in number else None

    def joined(place: int, operator: str) -> list[int]:
        node: Node = nodes[place]
        return [int(each) for each in node[1:]] if isinstance(node, tuple) and node[0] == operator else [place]

    for outer, inner in (("&", "|"), ("|", "&")):
        clauses = [[literal(each) for each in joined(part, inner)] for part in joined(len(nodes) - 1, outer)]
        found = [[each for each in clause if each is not None] for clause in clauses]
        if found == clauses:
            return found, outer == "&"
    raise ParseError("a formula that is not in normal form", expected=NORMAL)


def _usable(clauses: Sequence[Sequence[int]], names: Sequence[str], positive: bool) -> Literals:
    """Each literal once; no clause is empty, and there is one."""
    if len(names) > MOST_VARIABLES:
        raise ParseError(f"{len(names)} variables", expected=f"at most {MOST_VARIABLES}")
    if not clauses or not all(clauses):
        raise ParseError("an empty clause" if clauses else "no clauses", expected="clauses of at least one literal")
    found = tuple(tuple(dict.fromkeys(clause)) for clause in watched(clauses))
    if positive:
        negated = next((literal for literal in chain.from_iterable(found) if literal < 0), None)
        if negated is not None:
            raise ParseError(f"~{names[-negated - 1]}", expected="a formula without negations")
    return found


def read_values(tokens: Tokens, names: Sequence[str], letters: str) -> str:
    """What the rest of a text says of the variables."""
    number = {name: place for place, name in enumerate(names)}
    values = ["."] * len(names)
    expected = f"a variable and one of {' '.join(letters)}, such as {names[0] if names else 'a'}={letters[0]}"
    while tokens.word:
        name = tokens.name(expected)
        if name not in number:
            tokens.fail("a variable of the formula", at=tokens.at - 1)
        if values[number[name]] != ".":
            tokens.fail("each variable once", f"the name {quote(name)} twice", at=tokens.at - 1)
        tokens.demand("=", expected)
        if tokens.word not in list(letters):
            tokens.fail(expected)
        values[number[name]] = tokens.word
        tokens.at += 1
    return "".join(values)


def write_formula(names: tuple[str, ...], clauses: Literals, conjunctive: bool) -> str:
    if conjunctive:
        return str(CNF(names, clauses))
    written = ["", *names, *(f"~{name}" for name in reversed(names))]
    terms = " | ".join(" & ".join(written[literal] for literal in clause) for clause in clauses)
    return over(names, _used(names, clauses)) + terms


def _used(names: Sequence[str], clauses: Literals) -> tuple[str, ...]:
    return in_order(names[abs(literal) - 1] for literal in chain.from_iterable(clauses))


def write_values(names: Sequence[str], values: str) -> str:
    told = [f"{name}={value}" for name, value in zip(names, values, strict=True) if value != "."]
    return f"; {' '.join(told)}" if told else ""


# sets ---------------------------------------------------------------------------------------------------------------

_WORD = re.compile(r"[A-Za-z0-9_']+|\S")
_NAME = re.compile(r"[A-Za-z0-9_']+")
SETS = "sets such as {a b} {b c}"


def read_sets(text: str, collections: int) -> tuple[tuple[str, ...], list[list[tuple[int, ...]]], str]:
    """The elements, the sets of each collection, and a letter for each element: ``1`` if it is chosen."""
    words = [(match[0], match.start()) for match in _WORD.finditer(text)]
    words.append(("", len(text)))
    at = 0

    def fail(expected: str, what: str = "") -> ParseError:
        word, offset = words[at]
        return error_at(text, offset, what or (f"unexpected {quote(word)}" if word else "the text ends"), expected)

    def elements(known: Sequence[str] | None, expected: str) -> list[str]:
        nonlocal at
        found: dict[str, None] = {}
        while _NAME.match(words[at][0]):
            name = words[at][0]
            if name in found:
                raise fail("each element once", f"{quote(name)} twice")
            if known is not None and name not in known:
                raise fail(expected)
            found[name] = None
            at += 1
        return list(found)

    listed = None
    if words[0][0] == OVER and words[1][0] != "}":
        at = 1
        listed = elements(None, "the elements")
        if words[at][0] != ";":
            raise fail("another element or ;")
        at += 1
    known = None if listed is None else dict.fromkeys(listed)
    found: list[list[list[str]]] = [[]]
    while words[at][0] not in ("", ";"):
        if words[at][0] == "/" and found[-1] and len(found) < collections:
            found.append([])
            at += 1
            continue
        if words[at][0] != "{":
            raise fail(SETS)
        at += 1
        members = elements(known, "an element that is listed")  # type: ignore[arg-type]
        if words[at][0] != "}" or not members:
            raise fail("an element" if not members else "another element or }")
        at += 1
        found[-1].append(members)
    if len(found) < collections or not found[-1]:
        raise fail(SETS if collections == 1 else f"{SETS} / {{a c}}")
    names = in_order(chain.from_iterable(chain.from_iterable(found))) if listed is None else tuple(listed)
    if len(names) > MOST_VARIABLES:
        raise ParseError(f"{len(names)} elements", expected=f"at most {MOST_VARIABLES}")
    at += words[at][0] == ";"
    chosen = set(elements(dict.fromkeys(names), "an element of a set"))  # type: ignore[arg-type]
    if words[at][0]:
        raise fail("an element of a set, or the end")
    number = {name: place for place, name in enumerate(names, 1)}
    numbered = [[tuple(number[name] for name in members) for members in collection] for collection in found]
    return names, numbered, "".join(".1"[name in chosen] for name in names)


def write_sets(names: tuple[str, ...], collections: Sequence[Sequence[Sequence[int]]], values: str) -> str:
    written = " / ".join(
        " ".join(f"{{{' '.join(names[number - 1] for number in each)}}}" for each in sets) for sets in collections
    )
    used = _used(names, tuple(tuple(each) for each in chain.from_iterable(collections)))
    chosen = [name for name, value in zip(names, values, strict=True) if value == "1"]
    return over(names, used) + written + (f"; {' '.join(chosen)}" if chosen else "")


# pictures -----------------------------------------------------------------------------------------------------------

ROLES = {".": "empty", "L": "left_tint", "R": "right_tint", "0": "wall", "1": "goal"}


def draw_clauses(
    names: Sequence[str], values: str, rows: Sequence[Sequence[tuple[int, str]]], closed: Sequence[bool], title: str
) -> Picture:
    """Variables in the first row, coloured by their values; below each clause its literals, coloured by theirs, with a
    ring around those of a clause that matters no longer."""
    shapes: list[Shape] = []
    lines = [" ".join(f"{name}={value}" for name, value in zip(names, values, strict=True))]
    for column, (name, value) in enumerate(zip(names, values, strict=True)):
        shapes.append(Disc((column, 0.0), 0.4, ROLES[value]))
        shapes.append(Label((column, 0.0), name, ROLES[value], min(0.4, 0.9 / len(name)), upon=True))
    for row, (literals, done) in enumerate(zip(rows, closed, strict=True), 1):
        shown = []
        for literal, value in literals:
            column, name = abs(literal) - 1, names[abs(literal) - 1]
            text = name if literal > 0 else f"~{name}"
            role = ROLES[value or "."]
            shapes.append(Disc((column, row * 1.0), 0.3, role))
            shapes.append(Label((column, row * 1.0), text, role, min(0.3, 0.7 / len(text)), upon=True))
            shown.append(f"{text}={value}" if value else text)
        if done:
            shapes.append(Label((len(names) - 0.2, row * 1.0), "✓", "faint", 0.4))
        lines.append(f"{'-' if done else ' '} {' '.join(shown)}")
    return Picture(tuple(shapes), tuple(lines), title)
