"""Groups, words and shortest solutions of permutation puzzles against multiplying everything out."""

from __future__ import annotations

import random
from itertools import pairwise
from math import factorial, prod

import pytest
from tests.reference.facts import facts

import perfectplay as pp
from perfectplay.families import solids
from perfectplay.kinds.permutation import Group, Images, cycles, inverse, product, read_cycles

pytestmark = pytest.mark.about("permutation_puzzle")


def closure(generators: list[Images], most: int) -> set[Images] | None:
    """All elements, by multiplying; None if they are too many."""
    start = tuple(range(len(generators[0])))
    known, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for generator in generators:
            there = product(here, generator)
            if there not in known:
                known.add(there)
                todo.append(there)
        if len(known) > most:
            return None
    return known


def some_permutation(rng: random.Random, degree: int, swaps: int | None = None) -> Images:
    images = list(range(degree))
    if swaps is None:
        rng.shuffle(images)
    for _ in range(swaps or 0):
        a, b = rng.sample(range(degree), 2)
        images[a], images[b] = images[b], images[a]
    return tuple(images)


def puzzle(generators: list[Images], start: Images, **options: bool) -> pp.Position:
    text = "; ".join(cycles(images) for images in generators)
    return pp.load("permutation_puzzle", f"{text} : {cycles(start)}", **options)


def group_of(position: pp.Position) -> Group:
    group: Group = position.system.group(position)
    return group


def made_by(position: pp.Position, names: list[str]) -> Images:
    images = {turn.name: turn.images for turn in position.state.moving.turns}
    element = tuple(range(position.state.moving.degree))
    for name in names:
        element = product(element, images[name])
    return element


def test_orders_members_and_words_are_those_of_the_closure() -> None:
    rng = random.Random("groups")
    compared = 0
    for number in range(300):
        degree = rng.randint(3, 7)
        swaps = None if number % 3 == 0 else rng.randint(1, 3)
        generators = [some_permutation(rng, degree, swaps) for _ in range(rng.randint(1, 3))]
        generators = [images for images in generators if images != tuple(range(degree))]
        if not generators:
            continue
        position = puzzle(generators, tuple(range(degree)), inverses=number % 2 == 0)
        group = group_of(position)
        degree = position.state.moving.degree
        generators = [images[:degree] for images in generators]
        every = closure(generators, 5040)
        assert every is not None and group.order == len(every)
        for _ in range(5):
            element = some_permutation(rng, degree)
            assert (element in group) == (element in every)
            word = group.word(element)
            assert (word is None) == (element not in every)
            assert word is None or made_by(position, word) == element
            compared += word is not None
    assert compared > 300


def test_shortest_solutions_are_those_of_breadth_first_search_and_the_rest_is_refused() -> None:
    rng = random.Random("shortest")
    refused = 0
    for number in range(60):
        generators = [some_permutation(rng, 6, rng.randint(1, 2)) for _ in range(2)]
        generators = [images for images in generators if images != tuple(range(6))]
        if not generators:
            continue
        start = some_permutation(rng, 6)
        if number % 2:
            start = tuple(range(6))
            for _ in range(20):
                start = product(start, rng.choice(generators))
        position = puzzle(generators, start)
        found = {name: pp.solve(position, method=name).answer for name in ("a*", "breadth-first")}
        costs = {None if line is None else line.cost for line in found.values()}
        assert len(costs) == 1
        result = pp.solve(position)
        assert (None if result.answer is None else result.answer.cost) in costs
        assert pp.verify(result)
        if result.answer is None:
            refused += 1
            assert result.method == "group membership" and "group" in result.witness["reason"]
            assert pp.count(position) == 0 and len(pp.solutions(position)) == 0
        else:
            longer = pp.solve(position, method="schreier sims")
            assert longer.answer is not None and longer.answer.cost >= result.answer.cost and pp.verify(longer)
    assert 5 < refused < 55


def test_moves_without_inverses_are_undone_by_repeating_them() -> None:
    position = pp.load("permutation_puzzle", "a=(1 2 3 4 5); b=(1 2) : (1 5 4 3 2)", inverses=False)
    assert str(pp.solve(position)) == "a"
    back = pp.load("permutation_puzzle", "a=(1 2 3 4 5); b=(1 2) : (1 2 3 4 5)", inverses=False)
    assert str(pp.solve(back)) == "a a a a"
    assert pp.check(back, pp.solve(back, method="schreier sims"))


def test_a_goal_of_its_own() -> None:
    position = pp.load("permutation_puzzle", "a=(1 2 3); b=(3 4) : (1 2 3) : (3 4)")
    line = pp.solve(position).answer
    assert line is not None and line.cost == 2 and line.end.state.places == (0, 1, 3, 2)
    assert pp.load("permutation_puzzle", str(position)) == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "unexpected ''"),
        ("a=(1 2)", "moves : arrangement"),
        ("a=(1 2) : (1 1)", "1 for the second time"),
        ("a=(1 2); a=(2 3) : ()", "a for the second time"),
        ("a=(1) : ()", "a moves nothing"),
        ("a=(0 2) : ()", "0 as a place"),
        ("a=(1 2 : ()", "unexpected"),
        ("a=(1 5000) : ()", "5000 as a place"),
    ],
)
def test_wrong_text_is_said_to_be_wrong(text: str, said: str) -> None:
    with pytest.raises(pp.ParseError, match="permutation_puzzle: ") as caught:
        pp.load("permutation_puzzle", text)
    assert said in str(caught.value)


def test_known_orders() -> None:
    pyraminx = group_of(pp.load("permutation_puzzle", "@pyraminx"))
    rows = [row for row in facts("puzzles") if row["puzzle"] == "permutation puzzle"]
    expected = {row["instance"]: row["expected"] for row in rows}
    assert pyraminx.order == expected["pyraminx incl. trivial tips, group order"] == 75582720
    assert group_of(pp.load("permutation_puzzle", "@top_spin")).order == factorial(20)
    assert group_of(pp.load("permutation_puzzle", "@swaps")).order == factorial(6)


def megaminx() -> list[Images]:
    """Twelve faces, each turning five corners and five edges: built from the vertices of a dodecahedron.

    A corner sticker is a pair (vertex, face at it), an edge sticker a pair (edge, face beside it)."""
    golden = (1 + 5**0.5) / 2
    faces = [
        tuple(sign * c for sign, c in zip(signs, turned, strict=True))
        for base in ((0.0, 1.0, golden),)
        for turned in (base, base[1:] + base[:1], base[2:] + base[:2])
        for signs in ((a, b, c) for a in (1, -1) for b in (1, -1) for c in (1, -1))
    ]
    normals = sorted({tuple(0.0 if abs(x) < 1e-9 else x for x in face) for face in faces})
    assert len(normals) == 12

    def dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
        return sum(x * y for x, y in zip(a, b, strict=True))

    near = {a: [b for b in range(12) if a != b and dot(normals[a], normals[b]) > 0] for a in range(12)}
    corners = [(a, b, c) for a in range(12) for b in near[a] for c in near[a] if a < b < c and c in near[b]]
    edges = [(a, b) for a in range(12) for b in near[a] if a < b]
    assert len(corners) == 20 and len(edges) == 30
    stickers = [(piece, face) for piece in (*corners, *edges) for face in piece]
    number = {sticker: n for n, sticker in enumerate(stickers)}
    generators = []
    for face in range(12):
        ring = [near[face][0]]
        while len(ring) < 5:
            ring.append(next(f for f in near[ring[-1]] if f in near[face] and f not in ring))
        if len(ring) == 5 and ring[0] not in near[ring[-1]]:
            raise AssertionError("the faces around a face form a ring")
        after = {face: face} | {a: b for a, b in pairwise([*ring, ring[0]])}
        images = list(range(len(stickers)))
        for (piece, side), n in number.items():
            if face in piece:
                images[n] = number[tuple(sorted(after[f] for f in piece)), after[side]]
        generators.append(tuple(images))
    return generators


def test_the_order_of_the_megaminx() -> None:
    generators = megaminx()
    position = puzzle(generators, tuple(range(120)))
    order = group_of(position).order
    assert order == group_of(pp.load("permutation_puzzle", "@megaminx")).order
    assert order == factorial(20) // 2 * factorial(30) // 2 * 3**19 * 2**29


def test_the_skewb() -> None:
    assert group_of(pp.load("permutation_puzzle", "@skewb")).order == factorial(6) // 2 * factorial(4) // 2 * 3**6


@pytest.mark.full
def test_every_position_of_the_skewb() -> None:
    """Eleven moves are enough (Scherphuis)."""
    reach = pp.reachable(pp.load("permutation_puzzle", solids.skewb().split(":")[0] + ": ()"))
    assert reach.answer.layers == (1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90)


def test_cycles_round_trip() -> None:
    rng = random.Random("cycles")
    for _ in range(200):
        images = some_permutation(rng, rng.randint(1, 12))
        moved = read_cycles(cycles(images))
        assert tuple(moved.get(place, place) for place in range(len(images))) == images
        assert product(images, inverse(images)) == tuple(range(len(images)))


def test_the_pancake_numbers_are_diameters() -> None:
    """Prefix reversals: 0, 1, 3, 4, 5, 7, 8 (Gates & Papadimitriou 1979)."""
    for n, diameter in ((3, 3), (4, 4), (5, 5), (6, 7), (7, 8)):
        flips = [tuple([*range(k - 1, -1, -1), *range(k, n)]) for k in range(2, n + 1)]
        reach = pp.reachable(puzzle(flips, tuple(range(n)))).answer
        assert reach.eccentricity == diameter and reach.positions == factorial(n)


def test_the_order_is_the_product_along_the_base() -> None:
    group = group_of(pp.load("permutation_puzzle", "@swaps"))
    assert group.order == prod(number for _, number in group.native.base) and len(group.base) == 5
    assert "(1 6)" in group and "(1 2 3)" in group and repr(group) == "a group of order 720 on 6 places"
