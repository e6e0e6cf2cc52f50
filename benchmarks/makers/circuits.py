"""Constraint graphs of a size: one that is all freedom, and circuits for formulas."""

from __future__ import annotations

import random


def free_edges(number: int) -> str:
    """Edges that may all be reversed at any time, and one that never may: everything has to be looked at."""
    edges = [f"a{n}>b{n}" for n in range(number)]
    low = [f"a{n}=0 b{n}=0" for n in range(number)]
    return f"{' '.join(edges)} x>y; {' '.join(low)} x=0 y=1 -> y>x"


def circuit(variables: int, clauses: int, seed: int) -> str:
    """Bounded Nondeterministic Constraint Logic for random clauses of three literals: the edges of a variable and its
    opposite, of which one can leave; splits with converters between them; clauses; and a tree of ANDs to the target.
    All edges point back to where signals come from."""
    rng = random.Random(seed)
    edges, low = list[str](), dict[str, int]()
    uses: dict[int, list[str]] = {}
    for clause in range(clauses):
        for variable in rng.sample(range(1, variables + 1), 3):
            uses.setdefault(rng.choice((1, -1)) * variable, []).append(f"c{clause}")

    def vertex(kind: str, minimum: int) -> str:
        name = f"{kind}{len(low)}"
        low[name] = minimum
        return name

    def edge(source: str, target: str, weight: int) -> None:
        edges.append(f"{source}<{target}:{weight}")

    for literal in (sign * variable for variable in range(1, variables + 1) for sign in (1, -1)):
        here, left = f"x{abs(literal)}", uses.get(literal, [])
        while len(left) > 1:
            split, converter = vertex("s", 2), vertex("k", 1)
            edge(here, split, 2)
            edge(split, left.pop(), 1)
            edge(split, converter, 1)
            here = converter
        end = vertex("k", 1 if left else 0)
        edge(here, end, 2)
        if left:
            edge(end, left[0], 1)
    low.update({f"c{clause}": 1 for clause in range(clauses)})
    ends = [f"c{clause}" for clause in range(clauses)]
    while len(ends) > 1:
        both, converter = vertex("a", 2), vertex("k", 1)
        edge(ends.pop(0), both, 1)
        edge(ends.pop(0), both, 1)
        edge(both, converter, 2)
        ends.append(converter)
    edge(ends[0], "t", 1)
    minima = " ".join(f"{name}={value}" for name, value in {**low, "t": 0}.items() if value != 2)
    return f"{' '.join(edges)}; {minima} -> {ends[0]}>t"
