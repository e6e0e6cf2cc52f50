"""Random formulas as nested tuples, with a text and a meaning of their own: the reference for everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

Tree = Any
"""A name, 0, 1, or a tuple of an operator and trees."""
BINARY = ("&", "|", "^", "->", "<->")


def random_tree(rng: Random, depth: int, names: Sequence[str]) -> Tree:
    if not depth or rng.random() < 0.2:
        return rng.choice((0, 1)) if rng.random() < 0.05 else rng.choice(names)
    operator = rng.choice(("~", *BINARY))
    number = 1 if operator == "~" else rng.choice((2, 2, 3, 4)) if operator in ("&", "|", "^") else 2
    return (operator, *(random_tree(rng, depth - 1, names) for _ in range(number)))


def written(tree: Tree) -> str:
    """With parentheses around everything that is made of something."""
    if not isinstance(tree, tuple):
        return str(tree)
    operator, *parts = tree
    if operator == "~":
        return f"~({written(parts[0])})"
    return f" {operator} ".join(f"({written(part)})" for part in parts)


def truth(tree: Tree, values: dict[str, int]) -> int:
    if not isinstance(tree, tuple):
        return values[tree] if isinstance(tree, str) else int(tree)
    operator, *parts = tree
    known = [truth(part, values) for part in parts]
    match operator:
        case "~":
            return 1 - known[0]
        case "&":
            return min(known)
        case "|":
            return max(known)
        case "^":
            return sum(known) % 2
        case "->":
            return int(known[0] <= known[1])
        case _:
            return int(known[0] == known[1])


def assignments(names: Sequence[str]) -> Iterator[dict[str, int]]:
    for values in product((0, 1), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


def random_clauses(rng: Random, variables: int, number: int, most: int = 3) -> list[list[int]]:
    """Literals may occur twice in a clause, or with both signs."""
    return [
        [rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(rng.randint(1, most))] for _ in range(number)
    ]
