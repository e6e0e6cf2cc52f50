"""Stacks of cubes, counted with turns in space: a stack that is turned as a whole is the same solution."""

from __future__ import annotations

import random
from itertools import product

import pytest

import perfectplay as pp

pytestmark = pytest.mark.about("instant_insanity")

Vector = tuple[int, int, int]
FACES: list[Vector] = [(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)]
"""Front, right, back, left, top, bottom."""


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def minus(a: Vector) -> Vector:
    return -a[0], -a[1], -a[2]


def shown(cube: str) -> set[str]:
    """The four sides for every choice of what is above and in front."""
    colour = dict(zip(FACES, cube, strict=True))
    found = set()
    for above, front in product(FACES, FACES):
        right = cross(above, front)
        if right != (0, 0, 0):
            found.add("".join(colour[each] for each in (front, right, minus(front), minus(right))))
    return found


def looks(stack: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """From all four sides, the stack standing or on its head."""
    turned = [tuple((word * 2)[n : n + 4] for word in stack) for n in range(4)]
    return frozenset(turned + [tuple(word[::-1] for word in each) for each in turned])


def test_solutions_are_stacks_up_to_turning() -> None:
    rng = random.Random("cubes")
    seen = set()
    for _ in range(120):
        number = rng.choice([1, 2, 2, 3])
        cubes = ["".join(rng.choice("RGB"[:number]) for _ in range(6)) for _ in range(number)]
        colours = set("".join(cubes))
        stacks = [
            stack
            for stack in product(*map(shown, cubes))
            if all(sorted(side) == sorted(colours) for side in zip(*stack, strict=True))
        ]
        position = pp.load("instant_insanity", " ".join(cubes))
        found = pp.solutions(position, limit=1000).answer
        assert len(found) == len({looks(stack) for stack in stacks})
        assert all(pp.check(position, " ".join(stack)) for stack in stacks[:50])
        seen.add(min(2, len(found)))
    assert seen == {0, 1, 2}


def test_every_way_to_write_the_solution_is_understood() -> None:
    sample = pp.load("instant_insanity")
    solved = pp.unique(sample)
    assert solved.answer
    for stack in looks(tuple(str(solved.solutions[0]).split())):
        assert pp.check(sample, " ".join(stack)) and pp.another(sample, " ".join(stack)).answer is None
