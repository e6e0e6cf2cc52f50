"""What is seen at once of islands and the sea, compared with all answers of small boards."""

import random
from itertools import combinations, product

from tests.pencil import rulebook
from tests.pencil.definitions import areas
from tests.tiers import depth

import perfectplay as pp
from perfectplay.constraints.reach import LAND, SEA, Reach, certain
from perfectplay.kinds.sheet import grid_text

SHAPES = [(1, 6), (2, 4), (3, 3), (3, 4)]


def test_what_is_certain_holds_in_all_answers() -> None:
    rng = random.Random("reach")
    learnt = closed = 0
    for rows, cols in SHAPES:
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
        beside = {
            (row, col): [(row + down, col + right) for down, right in steps if (row + down, col + right) in cells]
            for row, col in cells
        }
        squares = [
            [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
            for row in range(rows - 1)
            for col in range(cols - 1)
        ]
        shadings = [
            [cell for cell, land in zip(cells, shades, strict=True) if land]
            for shades in product((False, True), repeat=len(cells))
        ]
        islands = [areas(land) for land in shadings]
        with_sea = [
            n
            for n, land in enumerate(shadings)
            if len(areas(set(cells) - set(land))) < 2 and all(set(square) & set(land) for square in squares)
        ]
        for round_ in range(depth(60, 600)):
            joined = round_ % 3 > 0
            possible = with_sea if joined else range(len(shadings))
            if round_ % 5:
                sizes = {
                    rng.choice(sorted(area)): len(area) if rng.random() < 0.9 else 0
                    for area in islands[rng.choice(possible)]
                }
            else:
                sizes = {cell: rng.randint(0, 5) for cell in rng.sample(cells, rng.randint(1, 3))}
            seen = certain(beside, sizes, squares if joined else (), joined)
            answers = [
                islands[n]
                for n in possible
                if set(sizes) <= set(shadings[n])
                and all([sizes[cell] for cell in area if cell in sizes] in ([len(area)], [0]) for area in islands[n])
            ]
            for answer in answers:
                land = set().union(*answer)
                assert all((cell in land) == (state == LAND) for cell, state in seen.state.items()), (sizes, joined)
                for area in answer:
                    (start,) = area & set(sizes)
                    assert area <= seen.far[start].keys(), (sizes, joined)
            learnt += len(seen.state) > len(sizes)
            closed += len(answers) == 1 and len(seen.state) == len(cells)
    assert learnt > 50 and closed > 20, (learnt, closed)


def test_a_contradiction_is_left_to_the_solver() -> None:
    beside = {0: [1], 1: [0, 2], 2: [1]}
    seen = certain(beside, {0: 2, 2: 2}, (), True)
    assert seen.state == {0: LAND, 2: LAND} and seen.far == Reach(beside, {0: 2, 2: 2}).begun().far
    assert pp.solve(pp.load("nurikabe", "2.2")).answer is None


def test_a_line_is_told_at_once() -> None:
    """Between two numbers is sea, and so is what nobody reaches; the rest is needed."""
    beside = {cell: [near for near in (cell - 1, cell + 1) if 0 <= near < 6] for cell in range(6)}
    seen = certain(beside, {0: 1, 2: 1, 5: 2}, (), False)
    assert seen.state == {0: LAND, 1: SEA, 2: LAND, 3: SEA, 4: LAND, 5: LAND}


def test_a_small_sea_is_counted() -> None:
    """Boards whose numbers leave little sea, against all ways to paint that many cells."""
    rng = random.Random("small seas")
    several = 0
    for _ in range(depth(40, 400)):
        rows, cols = rng.choice([(3, 3), (3, 4), (4, 4), (2, 6)])
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        painted = set(rng.sample(cells, rng.randint(1, len(cells) // 3)))
        printed = {rng.choice(sorted(area)): str(len(area)) for area in areas(set(cells) - painted)}
        text = grid_text([printed.get(cell, ".") for cell in cells], cols)
        position = pp.load("nurikabe", text)
        wanted = 0
        for sea in combinations(cells, len(painted)):
            answer = {cell: "#" if cell in sea else "." for cell in cells}
            wanted += rulebook.nurikabe(position.state, answer, position.system)
        assert pp.count(position).answer == wanted, text
        several += wanted > 1
        result = pp.unique(position)
        assert len(result.answer.solutions) == min(wanted, 2), text
        assert pp.verify(result), text
    assert several > 3
