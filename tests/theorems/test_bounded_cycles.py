"""Cycles of bounded length: words that solve, not more than c n^2 of them, and swaps of neighbours exactly."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from tests.test_permutation_puzzle import puzzle, some_permutation

import perfectplay as pp
from perfectplay.kinds.permutation import Images

pytestmark = pytest.mark.about("permutation_puzzle")


def cycle(degree: int, places: list[int]) -> Images:
    images = list(range(degree))
    for place, image in zip(places, places[1:] + places[:1], strict=True):
        images[place] = image
    return tuple(images)


def chain(degree: int, length: int, shared: int = 1) -> list[Images]:
    """Cycles along a line, each sharing places with the next."""
    starts = range(0, degree - length + 1, length - shared)
    return [cycle(degree, list(range(start, start + length))) for start in starts]


def odd(images: Images) -> bool:
    return bool(sum(a > b for i, a in enumerate(images) for b in images[i + 1 :]) % 2)


FAMILIES = [(chain(n, length, shared), n) for n in (9, 13, 25) for length, shared in ((2, 1), (3, 1), (5, 1), (4, 2))]


@pytest.mark.parametrize(("generators", "n"), FAMILIES)
def test_solutions_have_at_most_2_n_squared_moves(generators: list[Images], n: int) -> None:
    rng = random.Random(f"cycles {n} {len(generators)}")
    used = max(place for images in generators for place in range(n) if images[place] != place) + 1
    generators = [images[:used] for images in generators]
    even = all(len([p for p in range(used) if images[p] != p]) % 2 for images in generators)
    for _ in range(6):
        start = some_permutation(rng, used)
        position = puzzle(generators, start)
        if even and odd(start):
            assert pp.solve(position).answer is None
            with pytest.raises(pp.NotApplicable):
                pp.solve(position, method="bounded cycles")
            continue
        assert "bounded cycles" in pp.methods("solve", position)
        result = pp.solve(position, method="bounded cycles")
        assert result.answer is not None and pp.check(position, result)
        assert result.answer.cost <= 2 * used * used
        assert pp.verify(result)


def test_random_trees_of_cycles() -> None:
    rng = random.Random("trees of cycles")
    for _ in range(12):
        parts, n = [], 1
        while n < 12:
            length = rng.randint(2, 4)
            parts.append([rng.randrange(n), *range(n, n + length - 1)])
            n += length - 1
        generators = [cycle(n, places) for places in parts]
        if all(len(places) % 2 for places in parts):
            continue
        position = puzzle(generators, some_permutation(rng, n))
        line = pp.solve(position, method="bounded cycles").answer
        assert line is not None and pp.check(position, line) and line.cost <= 2 * n * n


def test_blocks_and_small_orbits_are_left_to_others() -> None:
    blocks = [cycle(8, [2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 3]) for i in range(3)]
    for generators in (blocks, [cycle(4, [0, 1, 2]), cycle(4, [1, 2, 3])]):
        position = puzzle(generators, tuple(range(len(generators[0]))))
        assert "bounded cycles" not in pp.methods("solve", position)
        assert "schreier sims" in pp.methods("solve", position)


def test_swaps_of_neighbours_need_as_many_moves_as_there_are_inversions() -> None:
    swaps = chain(5, 2)
    for start in permutations(range(5)):
        position = puzzle(swaps, start)
        result = pp.solve(position)
        inversions = sum(a > b for i, a in enumerate(start) for b in start[i + 1 :])
        assert result.method == "adjacent swaps" and result.answer is not None and result.answer.cost == inversions
        assert pp.check(position, result)
        plain = pp.solve(position, method="a*").answer
        assert plain is not None and plain.cost == inversions


def test_the_line_may_be_numbered_in_any_way() -> None:
    position = pp.load("permutation_puzzle", "a=(3 1); b=(1 4); c=(4 2) : (1 2)(3 4)")
    result = pp.solve(position)
    plain = pp.solve(position, method="breadth-first").answer
    assert result.method == "adjacent swaps" and result.answer is not None and plain is not None
    assert result.answer.cost == plain.cost and pp.verify(result)


def test_a_ring_of_swaps_is_no_line() -> None:
    ring = [*chain(5, 2), cycle(5, [4, 0])]
    position = puzzle(ring, (1, 2, 3, 4, 0))
    assert pp.solve(position).method == "a*"


@pytest.mark.full
def test_longer_chains() -> None:
    rng = random.Random("long chains")
    for n, length in ((40, 2), (61, 2), (61, 3), (61, 5)):
        generators = chain(n, length)
        used = max(place for images in generators for place in range(n) if images[place] != place) + 1
        generators = [images[:used] for images in generators]
        start = some_permutation(rng, used)
        if odd(start):
            start = (start[1], start[0], *start[2:])
        line = pp.solve(puzzle(generators, start), method="bounded cycles").answer
        assert line is not None and line.cost <= 2 * used * used
