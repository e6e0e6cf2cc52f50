"""Boxes of unit blocks: the theorem against search, for every goal on small boxes, every box of 3 x 3 with walls, and
samples of larger ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations
from math import perm

import pytest

import perfectplay as pp
from perfectplay import Position
from perfectplay.families.pebbles.loops import can_reach_some
from perfectplay.families.pebbles.partial import complete
from perfectplay.families.pebbles.webs import Web
from perfectplay.theorems import unit_blocks

pytestmark = pytest.mark.about("sliding_blocks")

METHOD = "unit blocks"


def load(rows: int, cols: int, start: dict[int, str], goal: dict[int, str]) -> Position:
    def text(letters: dict[int, str]) -> str:
        cells = [letters.get(n, ".") for n in range(rows * cols)]
        return "|".join("".join(cells[i : i + cols]) for i in range(0, rows * cols, cols))

    return pp.load("sliding_blocks", f"{text(start)} -> {text(goal)}")


def goals(rows: int, cols: int, number: int, shown: int) -> Iterator[Position]:
    """All goals for the first ``shown`` of this many blocks, which stand in the first cells."""
    start = dict(enumerate("abcdefghi"[:number]))
    for places in permutations(range(rows * cols), shown):
        yield load(rows, cols, start, dict(zip(places, "abcdefghi", strict=False)))


def compare(position: Position) -> bool:
    """Does the theorem say no? It must exactly where search does."""
    says_no = bool(unit_blocks.refusal(position))
    assert says_no == (pp.solve(position, method="breadth-first").answer is None), str(position)
    if says_no:
        assert unit_blocks.confirm(position)
        assert pp.solve(position).method == METHOD and not pp.solutions(position) and pp.count(position) == 0
    return says_no


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (4, 1), (2, 2), (2, 3), pytest.param(3, 2, marks=pytest.mark.full)])
def test_every_goal_on_small_boxes(rows: int, cols: int) -> None:
    refused = 0
    for number in range(1, rows * cols + 1):
        for shown in range(1, number + 1):
            positions = list(goals(rows, cols, number, shown))
            if len(positions) > 60:
                positions = random.Random(f"{rows} {cols} {number} {shown}").sample(positions, 60)
            refused += sum(map(compare, positions))
    assert refused > 10


@pytest.mark.full
@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (2, 3), (3, 2)])
def test_every_goal_on_small_boxes_without_exception(rows: int, cols: int) -> None:
    assert sum(compare(p) for n in range(1, rows * cols + 1) for s in range(1, n + 1) for p in goals(rows, cols, n, s))


@pytest.mark.parametrize(("rows", "cols", "holes"), [(2, 4, 1), (2, 4, 2), (3, 3, 1), (3, 3, 2), (1, 7, 3)])
def test_random_goals_on_larger_boxes(rows: int, cols: int, holes: int) -> None:
    rng = random.Random(f"{rows} {cols} {holes}")
    number = rows * cols - holes
    for _ in range(12):
        start = dict(zip(rng.sample(range(rows * cols), number), "abcdefghi", strict=False))
        shown = rng.randint(max(1, number - 3), number)
        goal = dict(zip(rng.sample(range(rows * cols), shown), "abcdefghi", strict=False))
        compare(load(rows, cols, start, goal))


def test_a_large_box_is_refused_at_once_and_the_reason_is_checked_again() -> None:
    start = "abcde|fghij|klmno|pqrst|uvwx."
    result = pp.solve(pp.load("sliding_blocks", f"{start} -> {start.replace('wx', 'xw')}"))
    assert result.answer is None and "parity" in result.witness["reason"]
    assert "checked again" in str(pp.verify(result))
    assert not unit_blocks.refusal(pp.load("sliding_blocks", f"{start} -> ba...|.....|.....|.....|....."))


def test_larger_blocks_and_what_can_be_solved_are_left_to_search() -> None:
    for text in ("aab|..c -> ...|c..", "ab#|.c. -> ba#|...", "ab|.. -> ab|..", "a.#|b.c -> move a"):
        assert METHOD not in pp.methods("solve", pp.load("sliding_blocks", text))


# boxes with walls, and goals for some blocks only ---------------------------------------------------------------------

Cells = tuple[tuple[int, int], ...]


def graph(cells: Cells) -> Web:
    number = {cell: n for n, cell in enumerate(cells)}
    return tuple(
        tuple(number[near] for near in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if near in number)
        for r, c in cells
    )


def boxes(rows: int, cols: int, sizes: range) -> list[Cells]:
    """All sets of this many cells, one of those that are reflections of each other."""
    places = [(r, c) for r in range(rows) for c in range(cols)]

    def least(cells: Cells) -> Cells:
        turned = [cells, tuple((rows - 1 - r, c) for r, c in cells), tuple((r, cols - 1 - c) for r, c in cells)]
        turned.append(tuple((rows - 1 - r, cols - 1 - c) for r, c in cells))
        return min(tuple(sorted(each)) for each in turned)

    return sorted({least(cells) for size in sizes for cells in combinations(places, size)})


def arrangements(web: Web, start: list[int]) -> set[tuple[int, ...]]:
    """All that can be reached, by moving single blocks."""
    first = tuple(start)
    seen, todo = {first}, [first]
    for here in todo:
        for hole, token in enumerate(here):
            for near in () if token else web[hole]:
                if here[near]:
                    after = list(here)
                    after[hole], after[near] = here[near], 0
                    if tuple(after) not in seen:
                        seen.add(tuple(after))
                        todo.append(tuple(after))
    return seen


def compare_goals(cells: Cells, most: int, tries: int, rng: random.Random) -> tuple[int, int]:
    """For every number of blocks and of those that the goal shows, goals that can be reached and others; how many there
    were and how many were refused."""
    web, asked, refused = graph(cells), 0, 0
    for number in range(1, len(cells) + 1):
        if perm(len(cells), number) > most:
            continue
        start = [0] * len(cells)
        for token, cell in enumerate(rng.sample(range(len(cells)), number), 1):
            start[cell] = token
        reached = arrangements(web, start)
        chosen = rng.sample(sorted(reached), min(len(reached), tries))
        for shown in range(1, number + 1):
            tokens = range(number - shown + 1, number + 1)
            possible = {tuple(map(after.index, tokens)) for after in reached}
            goals = {tuple(map(after.index, tokens)) for after in chosen}
            goals |= {tuple(rng.sample(range(len(cells)), shown)) for _ in range(tries)}
            for places in sorted(goals):
                goal = [0] * len(cells)
                for token, cell in zip(tokens, places, strict=True):
                    goal[cell] = token
                found = complete(web, start, goal)
                assert found is not None and isinstance(found, list) == (places in possible), (cells, start, goal)
                if isinstance(found, list):
                    assert tuple(found) in reached and all(
                        want in (0, has) for has, want in zip(found, goal, strict=True)
                    )
                if rng.random() < 0.05:
                    assert can_reach_some(web, start, goal) == (places in possible)
                asked, refused = asked + 1, refused + (places not in possible)
    return asked, refused


def sums(pairs: Iterator[tuple[int, int]]) -> tuple[int, int]:
    asked, refused = zip(*pairs, strict=True)
    return sum(asked), sum(refused)


def test_every_box_of_nine_cells_with_walls() -> None:
    rng = random.Random("three by three")
    asked, refused = sums(compare_goals(box, 6000, 8, rng) for box in boxes(3, 3, range(1, 10)))
    assert asked > 10_000 and refused > 5_000


@pytest.mark.full
@pytest.mark.parametrize(("rows", "cols", "sizes", "most"), [(3, 3, range(7, 10), 400_000), (2, 5, range(5, 11), 6000)])
def test_boxes_with_walls_and_many_blocks(rows: int, cols: int, sizes: range, most: int) -> None:
    rng = random.Random(f"{rows} {cols}")
    asked, refused = sums(compare_goals(box, most, 12, rng) for box in boxes(rows, cols, sizes))
    assert asked > 5000 and refused > 1000


@pytest.mark.full
def test_boxes_of_twelve_cells_with_corridors() -> None:
    rng = random.Random("three by four")
    asked, refused = sums(compare_goals(box, 3000, 6, rng) for box in boxes(3, 4, range(7, 9)))
    assert asked > 30_000 and refused > 10_000


REFUSED = [
    ("abc|d#e|fg. -> bac|d#e|fg.", "order: round a ring"),
    ("ab.|#c# -> ...|#a#", "cut cells: "),
    ("abc#|de.# -> bac#|de.#", "parity: "),
    ("ab#.|cd#e -> ..#a|..#.", "components: "),
    ("ab#.|cd#e -> ba#.|..#.", "order: there is no free cell (a1 b1 a2 b2)"),
    ("ab#.|cd#e -> move a", "order: there is no free cell (a1 b1 a2 b2)"),
    ("#a##|bcde|#.## -> #b##|acde|#.##", "cut cells: "),
    ("#####a##|bcdefg..|#####h## -> #####a##|cbdefg..|#####h##", "classes: "),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_reasons_are_named_and_checked_again(text: str, reason: str) -> None:
    position = pp.load("sliding_blocks", text)
    result = pp.solve(position)
    assert result.answer is None and result.method == METHOD and result.witness["reason"].startswith(reason)
    assert unit_blocks.confirm(position) and pp.verify(result)
    assert pp.solve(position, method="breadth-first").answer is None


def shuffled(rng: random.Random, rows: int, cols: int, walls: int, holes: int, shown: int) -> Position:
    """A box with walls; the goal shows this many blocks."""
    cells = rng.sample(range(rows * cols), rows * cols)
    wall, cells = dict.fromkeys(cells[:walls], "#"), cells[walls:]
    letters = [chr(ord("a") + n) if n < 26 else chr(ord("A") + n - 26) for n in range(len(cells) - holes)]
    start = dict(zip(cells, letters, strict=False))
    goal = dict(zip(rng.sample(cells, len(cells)), letters[:shown], strict=False))
    return load(rows, cols, wall | start, wall | goal)


def test_some_solution_is_constructed() -> None:
    rng, solved = random.Random("constructed"), 0
    for rows, cols, walls, holes, shown in [(3, 3, 1, 1, 9), (3, 4, 2, 2, 9), (4, 4, 1, 1, 9), (5, 5, 3, 3, 6)] * 8:
        position = shuffled(rng, rows, cols, walls, holes, shown)
        if unit_blocks.refusal(position):
            assert "token exchanges" not in pp.methods("solve", position)
            continue
        solved += 1
        result = pp.solve(position, method="token exchanges")
        line, size = result.answer, rows * cols - walls
        assert line is not None and line.end.winner is not None and len(line) <= size**3
        assert line.cost == pp.check(position, line, metric="moves").answer.cost
        slides, steps = (pp.check(position, line, metric=metric).answer.cost for metric in ("slides", "steps"))
        assert line.cost <= (slides or 0) <= (steps or 0) == len(line)
    assert solved > 12


def test_a_large_box_is_solved_by_exchanges_and_not_called_shortest() -> None:
    position = shuffled(random.Random(8), 6, 6, 0, 3, 50)
    result = pp.solve(position, method="token exchanges")
    assert pp.verify(result) and "shortest" not in str(pp.verify(result))
    with pytest.raises(pp.LimitReached):
        pp.solve(position, method="token exchanges", limits=pp.Limits(time=0))
