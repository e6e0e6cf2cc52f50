"""Quantified formulas by plain expansion, and strategies by playing them out. Nothing here knows the library's values:
a formula is a list of blocks and a list of clauses, and a strategy is its JSON form."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

Block = tuple[str, list[str]]
Literal = tuple[str, bool]
Formula = tuple[list[Block], list[list[Literal]]]


def text(formula: Formula) -> str:
    blocks, clauses = formula
    prefix = "".join(f"{quantifier} {' '.join(names)}; " for quantifier, names in blocks)
    return prefix + (
        " & ".join(f"({' | '.join(name if sign else '~' + name for name, sign in c)})" for c in clauses) or "1"
    )


def read(written: str) -> Formula:
    """The inverse; variables that have a value are put in."""
    *prefix, matrix = written.split("; ")
    blocks: list[Block] = []
    known: dict[str, bool] = {}
    for quantifier, *names in (part.split() for part in prefix):
        known |= {name[:-2]: name[-1] == "1" for name in names if "=" in name}
        blocks.append((quantifier, [name for name in names if "=" not in name]))
    left = (clause for clause in read_clauses(matrix) if not any(known.get(name) == sign for name, sign in clause))
    return [block for block in blocks if block[1]], [[lit for lit in clause if lit[0] not in known] for clause in left]


def read_clauses(written: str) -> list[list[Literal]]:
    if written == "1":
        return []
    parts = [re.findall(r"~?[A-Za-z_][\w']*", part) for part in written.split(" & ")]
    return [[(word.lstrip("~"), word[0] != "~") for word in part] for part in parts]


def holds(formula: Formula) -> bool:
    """One variable after the other; clauses that are true are dropped, and literals that are false."""
    blocks, clauses = formula
    order = [(quantifier, name) for quantifier, names in blocks for name in names]

    def expanded(place: int, left: list[list[Literal]]) -> bool:
        if not left:
            return True
        if [] in left:
            return False
        quantifier, name = order[place]
        join = any if quantifier == "exists" else all
        return join(
            expanded(place + 1, [[lit for lit in c if lit[0] != name] for c in left if (name, value) not in c])
            for value in (False, True)
        )

    return expanded(0, clauses)


def met(clauses: list[list[Literal]], values: dict[str, bool]) -> bool:
    return all(any(values[name] == sign for name, sign in clause) for clause in clauses)


def wins(formula: Formula, strategy: dict[str, Any]) -> bool:
    """Does a strategy win against all values of the other's variables, and look at earlier variables only?"""
    blocks, clauses = formula
    side = strategy["quantifier"]
    free = [name for quantifier, names in blocks if quantifier != side for name in names]
    for bits in product((False, True), repeat=len(free)):
        others = dict(zip(free, bits, strict=True))
        values: dict[str, bool] = {}
        for quantifier, names in blocks:
            if quantifier != side:
                values.update((name, others[name]) for name in names)
                continue
            chosen: dict[str, bool] = {}
            for choices in strategy["lists"]:
                if choices[0]["play"].split()[0].lstrip("~") in names:
                    play = next(each["play"] for each in choices if met(read_clauses(each["when"]), values))
                    chosen |= {word.lstrip("~"): word[0] != "~" for word in play.split()}
            if sorted(chosen) != sorted(names):
                return False
            values |= chosen
        if met(clauses, values) != (side == "exists"):
            return False
    return True


def random_formula(rng: random.Random, blocks: int, variables: int, density: float) -> Formula:
    """Blocks of random sizes, the innermost one Exists'; clauses of three literals, at most one of them Forall's."""
    names = [f"v{n}" for n in range(variables)]
    cuts = sorted(rng.sample(range(1, variables), blocks - 1))
    prefix = [
        ("exists" if (blocks - number) % 2 else "forall", names[start:end])
        for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, variables], strict=True))
    ]
    mine = [name for quantifier, block in prefix if quantifier == "exists" for name in block]
    others = [name for name in names if name not in mine]
    clauses = []
    for _ in range(round(density * variables)):
        chosen = rng.sample(mine, min(len(mine), 2)) + ([rng.choice(others)] if others and rng.random() < 0.7 else [])
        clauses.append([(name, rng.random() < 0.5) for name in chosen or names[:1]])
    return prefix, clauses
