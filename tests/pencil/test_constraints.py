"""Every constraint on all small boards: what its plain definition accepts is what the constraint finds no fault with,
and what the solver finds.

Boards have up to three by four cells, and all answers are tried on each. Clues are all that there are where these are
few, and otherwise drawn at random, half of them from an answer. Where a board of three by four cells has too many
answers to try, the case says so.
"""

from __future__ import annotations

import inspect
import random
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, permutations, product
from typing import Any

import pytest
from tests.formulas.trees import random_tree, truth, written
from tests.pencil import definitions as plain
from tests.tiers import depth

import perfectplay.constraints
from perfectplay.board import Place
from perfectplay.constraints import (
    Ahead,
    AllDifferent,
    AnyOf,
    Apart,
    Around,
    Atom,
    Blocks,
    Connected,
    Constraint,
    Count,
    DistinctSum,
    EachAnyOf,
    Field,
    Fleet,
    Foremost,
    Given,
    HalfTurn,
    Holds,
    InRegions,
    Islands,
    Lattice,
    LatticeLoop,
    NoneAcross,
    NoneInSight,
    NoTurningBack,
    OnceInLine,
    OneArea,
    Paths,
    Poster,
    Rectangles,
    Sea,
    SelfSized,
    Sides,
    Sight,
    Sights,
    SingleLoop,
    SomeInSight,
    Spread,
    StraightOn,
    Tetromino,
    ToBorder,
    Total,
    UnlikeNeighbours,
    Visits,
    Weighty,
)
from perfectplay.formulas import Formula
from perfectplay.kinds.sheet import Sheet

NO_LIMITS = (None, None, None, None, None)
Answer = dict[Any, Any]


@dataclass
class Case:
    constraints: tuple[Constraint, ...]
    """The one that is looked at, and others on which it relies."""
    domains: Mapping[Any, Sequence[Any]]
    holds: Callable[[Answer], bool]
    """All of them by the plain definition."""
    answers: Iterable[Answer] | None = None
    """All that could hold; without them, every value of every unknown is tried."""


def every_answer(domains: Mapping[Any, Sequence[Any]]) -> Iterator[Answer]:
    return (dict(zip(domains, values, strict=True)) for values in product(*domains.values()))


def solved(case: Case) -> set[tuple[Any, ...]]:
    poster = Poster(case.domains)
    for constraint in case.constraints:
        constraint.post(poster)
    (found, complete, _, _), _ = poster.model.solutions(poster.answer_lits(), 1 << 20, NO_LIMITS)
    assert complete
    answers = [tuple(poster.read(solution).values()) for solution in found]
    assert len(set(answers)) == len(answers)
    return set(answers)


def agree(case: Case) -> tuple[int, int]:
    """How many answers hold, and how many do not."""
    good, tried = set(), 0
    for answer in every_answer(case.domains) if case.answers is None else case.answers:
        tried += 1
        holds = case.holds(answer)
        faults = [constraint.faults(answer) for constraint in case.constraints]
        assert all(each is None for each in faults) == holds, (case.constraints, answer)
        if holds:
            good.add(tuple(answer[unknown] for unknown in case.domains))
    assert solved(case) == good, case.constraints
    return len(good), tried - len(good)


def blank(rows: int, cols: int) -> Sheet:
    return Sheet(rows, cols, (".",) * (rows * cols))


SHEETS = [blank(rows, cols) for rows in (1, 2, 3) for cols in (1, 2, 3, 4)]
LARGEST = SHEETS[-1]
CASES: dict[type[Constraint], Callable[[int, random.Random], Iterator[Case]]] = {}
"""For each constraint its cases; the number says how many large boards are drawn at random."""


def about(kind: type[Constraint]) -> Callable[[Any], Any]:
    def keep(cases: Callable[[int, random.Random], Iterator[Case]]) -> Any:
        CASES[kind] = cases
        return cases

    return keep


def shading(sheet: Sheet) -> dict[Place, tuple[str, str]]:
    return dict.fromkeys(sheet.cells, (".", "#"))


def dark(answer: Answer) -> list[Any]:
    return [unknown for unknown, value in answer.items() if value == "#"]


def drawn(answer: Answer) -> list[Any]:
    return [line for line, value in answer.items() if value == 1]


def strewn(sheet: Sheet, rng: random.Random) -> list[Place]:
    """Some of the cells."""
    share = rng.choice([0.2, 0.5, 0.8])
    return [cell for cell in sheet.cells if rng.random() < share]


# Numbers of atoms ----------------------------------------------------------------------------------------------------


@about(Count)
def counts(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        size = len(sheet.cells)
        atoms: tuple[Atom, ...] = tuple((cell, "#") for cell in sheet.cells)
        bounds = [(low, high) for low in range(size + 2) for high in range(-1, size + 2)]
        for low, high in bounds if size < 5 else rng.sample(bounds, amount):
            yield Case((Count(atoms, low, high),), shading(sheet), partial(between, low, high))
    # an atom may come twice, as a double bridge does
    atoms = ((0, 1), (0, 2), (0, 2), (1, 1), (1, 2), (1, 2), (2, 0))
    for number in range(9):
        domains = dict.fromkeys(range(3), range(3))
        yield Case((Count.exactly(atoms, number),), domains, partial(counted, number, number))
        yield Case((Count.at_most(atoms, number),), domains, partial(counted, 0, number))


def between(low: int, high: int, answer: Answer) -> bool:
    return low <= len(dark(answer)) <= high


def counted(low: int, high: int, answer: Answer) -> bool:
    number: int = answer[0] + answer[1] + (answer[2] == 0)
    return low <= number <= high


@about(AnyOf)
def any_of(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _ in range(amount):
            cells = strewn(sheet, rng)
            some = AnyOf(tuple((cell, "#") for cell in cells))
            yield Case((some,), shading(sheet), partial(meets, set(cells)))


@about(EachAnyOf)
def each_any_of(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        yield Case(
            (EachAnyOf.of_pairs(sheet.pairs, "#"),), shading(sheet), partial(meets_each, list(map(set, sheet.pairs)))
        )
        for number in range(amount):
            sets = [set(strewn(sheet, rng)) for _ in range(number)]
            some = EachAnyOf(tuple(tuple((cell, "#") for cell in cells) for cells in sets))
            yield Case((some,), shading(sheet), partial(meets_each, sets))


def meets_each(sets: list[set[Place]], answer: Answer) -> bool:
    return all(meets(cells, answer) for cells in sets)


def meets(cells: set[Place], answer: Answer) -> bool:
    return bool(cells & set(dark(answer)))


@about(Ahead)
def ahead(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _ in range(amount):
            line: list[Atom | None] = [(cell, "#") if rng.random() < 0.8 else None for cell in sheet.cells]
            tail = rng.randint(0, len(line))
            rest = rng.randint(0, tail)
            number = rng.randint(0, len(line))
            far = [atom for atom in line[len(line) - tail :] if atom]
            touching = [(a, b) for a, b in pairwise(line) if a and b]
            apart = tuple(AnyOf(((a[0], "."), (b[0], "."))) for a, b in touching)

            def right(
                answer: Answer,
                told: tuple[int, int] = (number, rest),
                atoms: tuple[list[Atom], ...] = ([atom for atom in line if atom], far),
                touching: list[tuple[Atom, Atom]] = touching,
            ) -> bool:
                there = tuple(sum(answer[cell] == "#" for cell, _ in each) for each in atoms)
                return there == told and not any(answer[a[0]] == answer[b[0]] == "#" for a, b in touching)

            constraints = (Ahead(tuple(line), number, tail, rest), Count.exactly(far, rest), *apart)
            yield Case(constraints, shading(sheet), right)


@about(AllDifferent)
def all_different(amount: int, rng: random.Random) -> Iterator[Case]:
    """Five unknowns with five values, and twelve cells with two values each; twelve cells with twelve values have 12 to
    the 12th answers."""
    for number, values in product(range(1, 6), repeat=2):
        line = tuple(range(number))
        yield Case((AllDifferent(line),), dict.fromkeys(line, range(values)), partial(different, line))
    for sheet in SHEETS:
        domains = {cell: rng.sample(range(4), 2) for cell in sheet.cells}
        for some in [strewn(sheet, rng) for _ in range(amount)]:
            yield Case((AllDifferent(tuple(some)),), domains, partial(different, some))


def different(some: Sequence[Any], answer: Answer) -> bool:
    return len({answer[each] for each in some}) == len(some)


@about(DistinctSum)
def distinct_sums(amount: int, rng: random.Random) -> Iterator[Case]:
    """Four unknowns with six values, and twelve cells with two values; twelve cells with nine digits have 9 to the
    12th answers."""
    for number, total in product(range(5), range(20)):
        line = tuple(range(number))
        yield Case((DistinctSum(line, total),), dict.fromkeys(line, range(1, 7)), partial(adds_up, line, total))
    for sheet in SHEETS:
        domains = {cell: rng.sample(range(1, 10), 2) for cell in sheet.cells}
        for some in [tuple(strewn(sheet, rng)[:6]) for _ in range(amount)]:
            total = sum(rng.choice(domains[cell]) for cell in some)
            yield Case((DistinctSum(some, total),), domains, partial(adds_up, some, total))


def adds_up(some: Sequence[Any], total: int, answer: Answer) -> bool:
    return different(some, answer) and sum(answer[each] for each in some) == total


@about(Spread)
def spreads(amount: int, rng: random.Random) -> Iterator[Case]:
    """Lines of seven cells with three numbers, and of twelve with two; a board is no more than its lines."""
    for length, values in [(length, 3) for length in range(1, 8)] + [(length, 2) for length in range(8, 13)]:
        line = tuple(range(length))
        yield Case((Spread(line),), dict.fromkeys(line, range(1, values + 1)), partial(far_enough, [line]))
    for sheet in SHEETS:
        domains = {cell: rng.sample(range(1, 5), 2) for cell in sheet.cells}
        lines = sheet.lines()
        yield Case(tuple(Spread(tuple(line)) for line in lines), domains, partial(far_enough, lines))


def far_enough(lines: Sequence[Sequence[Any]], answer: Answer) -> bool:
    places = [(line, i, j) for line in lines for j in range(len(line)) for i in range(j)]
    return all(len(line[i + 1 : j]) >= answer[line[i]] for line, i, j in places if answer[line[i]] == answer[line[j]])


@about(Blocks)
def block_lengths(amount: int, rng: random.Random) -> Iterator[Case]:
    """Lines of up to nine cells with all lengths that fit, and some that do not; of twelve with some of them."""
    for length in range(13):
        line = tuple((n, "#") for n in range(length))
        possible = sorted({plain.blocks(row) for row in product((False, True), repeat=length)})
        possible += [(length + 1,), (length, 1), (1,) * (length // 2 + 2)]
        for lengths in possible if length < 7 else rng.sample(possible, min(amount, len(possible))):

            def right(answer: Answer, lengths: tuple[int, ...] = lengths) -> bool:
                return plain.blocks([value == "#" for value in answer.values()]) == lengths

            yield Case((Blocks(line, lengths),), dict.fromkeys(range(length), (".", "#")), right)


# Areas ---------------------------------------------------------------------------------------------------------------


@about(Connected)
def connected(amount: int, rng: random.Random) -> Iterator[Case]:
    """Also with links that may be missing: among up to nine points all of them, among twelve those of some."""
    for sheet in SHEETS:
        links = dict.fromkeys(sheet.pairs)
        vertices: dict[Any, Atom | None] = {cell: (cell, "#") for cell in sheet.cells}
        yield Case((Connected(vertices, links),), shading(sheet), partial(whole_with, []))
        for _ in range(amount):
            always = strewn(sheet, rng)
            some = vertices | dict.fromkeys(always)
            together = Connected(some, links)
            never = {cell: (".",) for cell in strewn(sheet, rng)}
            yield Case((Connected(vertices, links),), {**shading(sheet), **never}, partial(whole_with, []))
            yield Case((together,), shading(sheet), partial(whole_with, always))
    for sheet in SHEETS:
        loose = rng.sample(sheet.pairs, min(12, len(sheet.pairs)))
        links = {pair: (pair, 1) if pair in loose else None for pair in sheet.pairs}

        def whole(answer: Answer, sheet: Sheet = sheet, loose: list[tuple[Place, Place]] = loose) -> bool:
            there = [pair for pair in sheet.pairs if pair not in loose or answer[pair]]
            return len(plain.parts(sheet.cells, there)) < 2

        yield Case((Connected(dict.fromkeys(sheet.cells), links),), dict.fromkeys(loose, (0, 1)), whole)


def whole_with(always: list[Place], answer: Answer) -> bool:
    return len(plain.areas([*always, *dark(answer)])) < 2


@about(Islands)
def islands(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        size = len(sheet.cells)
        for clues in product(range(size + 1), repeat=size) if size < 4 else (None,) * amount:
            if clues is not None:
                sizes = {cell: number for cell, number in zip(sheet.cells, clues, strict=True) if number}
            elif rng.random() < 0.7:
                sizes = {rng.choice(sorted(area)): len(area) for area in plain.areas(strewn(sheet, rng))}
            else:
                sizes = {cell: rng.randint(0, 4) for cell in rng.sample(sheet.cells, 2)}

            def right(answer: Answer, sizes: dict[Place, int] = sizes) -> bool:
                land = [cell for cell in answer if answer[cell] == "."]
                told = [([sizes[cell] for cell in area if cell in sizes], len(area)) for area in plain.areas(land)]
                return set(sizes) <= set(land) and all(numbers in ([size], [0]) for numbers, size in told)

            beside = {cell: sheet.beside(cell) for cell in sheet.cells}
            yield Case((Islands({c: (c, ".") for c in sheet.cells}, beside, sizes),), shading(sheet), right)


@about(Sea)
def seas(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        beside = {cell: sheet.beside(cell) for cell in sheet.cells}
        for certain in [[], *([cell] for cell in sheet.cells), *(strewn(sheet, rng) for _ in range(amount))]:
            sea = Sea({cell: (cell, "#") for cell in sheet.cells}, beside, frozenset(certain))
            company = [AnyOf(((cell, "#"),)) for cell in certain]

            def right(answer: Answer, certain: list[Place] = certain) -> bool:
                return set(certain) <= set(dark(answer)) and len(plain.areas(dark(answer))) < 2

            yield Case((sea, *company), shading(sheet), right)


@about(SelfSized)
def self_sized(amount: int, rng: random.Random) -> Iterator[Case]:
    """Up to six cells with all numbers; on larger boards each cell has two or three of them, as the neighbourhood of
    given numbers leaves it, because twelve cells with twelve numbers have 12 to the 12th answers."""

    def right(answer: Answer) -> bool:
        of_number = {n: plain.areas(cell for cell in answer if answer[cell] == n) for n in answer.values()}
        return all(len(area) == n for n, found in of_number.items() for area in found)

    for sheet in SHEETS:
        size = len(sheet.cells)
        if size < 6:
            yield Case((SelfSized(sheet.rows, sheet.cols),), dict.fromkeys(sheet.cells, range(1, size + 1)), right)
        for _ in range(amount):
            # a board from an answer: areas grow until nothing is left
            left, numbers = set(sheet.cells), dict[Place, int]()
            while left:
                area = [rng.choice(sorted(left))]
                for r, c in area:
                    near = sorted({(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & left - set(area))
                    area += [cell for cell in near if len(area) < 5 and rng.random() < 0.6]
                left -= set(area)
                numbers |= dict.fromkeys(area, len(area))
            domains = {
                cell: sorted({numbers[cell]} | ({rng.randint(1, 5)} if rng.random() < 0.85 else set()))
                for cell in sheet.cells
            }
            yield Case((SelfSized(sheet.rows, sheet.cols),), domains, right)


@about(Rectangles)
def rectangles(amount: int, rng: random.Random) -> Iterator[Case]:
    """Each cell may belong to two of the rectangles, to all of them on small boards: twelve cells with three
    rectangles have half a million answers. Half of the boards come from a division."""
    for sheet in SHEETS:
        every = plain.rectangles(sheet.rows, sheet.cols)
        for _ in range(amount):
            names: dict[Place, str] = {}
            clues: dict[Any, tuple[Place, int]] = {}
            for cell, name in zip(sheet.cells, string.ascii_letters, strict=False):
                fitting = [each for each in every if min(each) == cell and not each & names.keys()]
                if fitting and cell not in names:
                    chosen = rng.choice(fitting)
                    names |= dict.fromkeys(chosen, name)
                    clues[name] = (rng.choice(sorted(chosen)), len(chosen) + (rng.random() < 0.1))
            if rng.random() < 0.3:
                clues = {name: (rng.choice(sheet.cells), size) for name, (_, size) in clues.items()}
            clues |= {name: (cell, 0) for name, (cell, _) in clues.items() if rng.random() < 0.2}  # of any size
            all_names = len(clues) ** len(sheet.cells) < 1000
            others = {cell: {*clues} if all_names else {names[cell], rng.choice([*clues])} for cell in sheet.cells}

            def right(answer: Answer, clues: dict[Any, tuple[Place, int]] = clues, every: Any = every) -> bool:
                found = {name: {cell for cell in answer if answer[cell] == name} for name in clues}
                return all(
                    found[name] in every and number in (0, len(found[name])) and cell in found[name]
                    for name, (cell, number) in clues.items()
                )

            domains = {cell: sorted(some) for cell, some in others.items()}
            yield Case((Rectangles(clues, sheet.rows, sheet.cols),), domains, right)


@about(HalfTurn)
def half_turns(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        centres = list(product(range(2 * sheet.rows - 1), range(2 * sheet.cols - 1)))
        for centre in centres if len(sheet.cells) < 7 else rng.sample(centres, amount // 2):
            twin = {cell: next(iter(plain.upside_down([cell], centre))) for cell in sheet.cells}

            def right(answer: Answer, twin: dict[Place, Place] = twin) -> bool:
                return {twin[cell] for cell in dark(answer)} == set(dark(answer))

            yield Case((HalfTurn("#", centre, tuple(sheet.cells)),), shading(sheet), right)


@about(Sight)
def sights(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        possible = list(product(sheet.cells, range(sheet.rows + sheet.cols + 2)))
        for (row, col), number in possible if len(sheet.cells) < 7 else rng.sample(possible, amount):
            before, after = [(row, c) for c in range(col)][::-1], [(row, c) for c in range(col + 1, sheet.cols)]
            above, below = [(r, col) for r in range(row)][::-1], [(r, col) for r in range(row + 1, sheet.rows)]
            rays = (before, after, above, below)

            def right(answer: Answer, here: Place = (row, col), rays: Any = rays, number: int = number) -> bool:
                far = plain.seen([[answer[cell] == "." for cell in ray] for ray in rays])
                return answer[here] == "." and 1 + far == number

            atoms = tuple(tuple((cell, ".") for cell in ray) for ray in rays)
            yield Case((Sight(((row, col), "."), atoms, number),), shading(sheet), right)


# All cells of a rectangle --------------------------------------------------------------------------------------------


def shadings(sheet: Sheet, rng: random.Random) -> Iterator[Mapping[Any, Sequence[Any]]]:
    """All cells in bulk, all one by one, some in bulk, and some of them with one value only."""
    yield Field(sheet.rows, sheet.cols, (".", "#"))
    yield shading(sheet)
    yield Field(sheet.rows, sheet.cols, (".", "#"), [rng.random() < 0.8 for _ in sheet.cells])
    yield {cell: rng.choice([(".", "#"), (".", "#"), (".",), ("#",)]) for cell in strewn(sheet, rng)}


@about(Apart)
def apart(amount: int, rng: random.Random) -> Iterator[Case]:
    def right(answer: Answer) -> bool:
        return not plain.sides(dark(answer))

    for sheet in SHEETS:
        for domains in shadings(sheet, rng):
            yield Case((Apart(sheet.rows, sheet.cols, "#"),), domains, right)


@about(OneArea)
def one_area(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for domains in shadings(sheet, rng):
            yield Case((OneArea(sheet.rows, sheet.cols, "#"),), domains, partial(whole_with, []))


@about(ToBorder)
def to_border(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in [*SHEETS[5:], blank(4, 3)]:

        def right(answer: Answer, rows: int = sheet.rows, cols: int = sheet.cols) -> bool:
            return all(
                any(r in (0, rows - 1) or c in (0, cols - 1) for r, c in area) for area in plain.areas(dark(answer))
            )

        for domains in shadings(sheet, rng):
            yield Case((ToBorder(sheet.rows, sheet.cols, "#"),), domains, right)
    # what is inside of three by three cells is one cell; here there are more
    inner = [(row, col) for row in (1, 2) for col in (1, 2, 3)]
    ways_out = [(0, 2), (3, 1), (2, 4)]
    yield Case((ToBorder(4, 5, "#"),), dict.fromkeys([*inner, *ways_out], (".", "#")), reach_one_of(ways_out))


def reach_one_of(ways_out: list[Place]) -> Callable[[Answer], bool]:
    return lambda answer: all(area.intersection(ways_out) for area in plain.areas(dark(answer)))


@about(Around)
def around(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for number, domains in product(range(amount // 4), shadings(sheet, rng)):
            diagonal = number % 2 == 1
            numbers = {cell: rng.choice([0, 1, 1, 2, 3]) for cell in sheet.cells if rng.random() < 0.15}

            def right(answer: Answer, numbers: dict[Place, int] = numbers, diagonal: bool = diagonal) -> bool:
                wanted = [[0, 1], [1, 1]] if diagonal else [[0, 1]]
                for (row, col), n in numbers.items():
                    far = [sorted((abs(row - r), abs(col - c))) for r, c in dark(answer)]
                    if sum(each in wanted for each in far) != n:
                        return False
                return True

            yield Case((Around(sheet.rows, sheet.cols, "#", numbers, diagonal),), domains, right)


@about(OnceInLine)
def once_in_line(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _, domains in product(range(amount // 8), shadings(sheet, rng)):
            signs = [rng.choice(["1", "1", "2", "3", None]) for _ in sheet.cells]
            named = dict(zip(sheet.cells, signs, strict=True))

            def right(answer: Answer, sheet: Sheet = sheet, named: Any = named) -> bool:
                left = {cell: sign for cell, sign in named.items() if answer.get(cell) == "." and sign}
                kept = [[left[cell] for cell in line if cell in left] for line in sheet.lines()]
                return all(len(set(line)) == len(line) for line in kept)

            yield Case((OnceInLine(sheet.rows, sheet.cols, ".", signs),), domains, right)


def in_view(sheet: Sheet, walls: Iterable[Place]) -> dict[Place, set[Place]]:
    """What is seen from each cell that is no wall, itself included: the parts into which walls cut lines."""
    found: dict[Place, set[Place]] = {cell: {cell} for cell in sheet.cells if cell not in walls}
    for line in sheet.lines():
        for a, b in product(line, repeat=2):
            between = [cell for cell in line if min(a, b) <= cell <= max(a, b)]
            if not set(between).intersection(walls):
                found[a].add(b)
    return found


@about(NoneInSight)
def none_in_sight(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _, domains in product(range(amount // 8), shadings(sheet, rng)):
            walls = frozenset(cell for cell in sheet.cells if rng.random() < 0.2)
            views = in_view(sheet, walls)

            def right(answer: Answer, views: Any = views) -> bool:
                lamps = dark(answer)
                return all(len(view.intersection(lamps)) < 2 for cell, view in views.items() if cell in lamps)

            yield Case((NoneInSight(sheet.rows, sheet.cols, "#", walls),), domains, right)


@about(SomeInSight)
def some_in_sight(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _, domains in product(range(amount // 8), shadings(sheet, rng)):
            walls = frozenset(cell for cell in sheet.cells if rng.random() < 0.2)
            views = in_view(sheet, walls)

            def right(answer: Answer, views: Any = views) -> bool:
                return all(view.intersection(dark(answer)) for view in views.values())

            yield Case((SomeInSight(sheet.rows, sheet.cols, "#", walls),), domains, right)


@about(InRegions)
def in_regions(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _, domains in product(range(amount // 4), shadings(sheet, rng)):
            regions = dict(zip(sheet.cells, rng.choices(range(3), k=len(sheet.cells)), strict=True))
            numbers = {region: rng.randrange(3) for region in range(3) if rng.random() < 0.5}

            def right(answer: Answer, numbers: dict[int, int] = numbers, regions: dict[Place, int] = regions) -> bool:
                painted = [regions[cell] for cell in dark(answer)]
                return all(painted.count(region) == number for region, number in numbers.items())

            rule = InRegions(sheet.rows, sheet.cols, "#", tuple(regions.values()), numbers)
            yield Case((rule,), domains, right)


@about(NoneAcross)
def none_across(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _, domains in product(range(amount // 8), shadings(sheet, rng)):
            regions = dict(zip(sheet.cells, rng.choices(range(3), k=len(sheet.cells)), strict=True))

            def right(answer: Answer, sheet: Sheet = sheet, regions: dict[Place, int] = regions) -> bool:
                for line in sheet.lines():
                    for start, end in product(range(len(line)), repeat=2):
                        strip = line[start : end + 1]
                        open_strip = all(answer.get(cell) == "." for cell in strip)
                        if open_strip and sum(regions[a] != regions[b] for a, b in pairwise(strip)) == 2:
                            return False
                return True

            yield Case((NoneAcross(sheet.rows, sheet.cols, ".", tuple(regions.values())),), domains, right)


@about(Sights)
def all_sights(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for _, domains in product(range(amount // 2), shadings(sheet, rng)):
            chosen = rng.sample(sheet.cells, min(len(sheet.cells), rng.choice([0, 1, 1, 1, 2])))
            numbers = {cell: rng.choice([None, *range(sheet.rows + sheet.cols + 1)]) for cell in chosen}

            def right(answer: Answer, numbers: Any = numbers, sheet: Sheet = sheet) -> bool:
                views = in_view(sheet, [cell for cell in sheet.cells if answer.get(cell) != "."])
                return all(cell in views and n in (None, len(views[cell])) for cell, n in numbers.items())

            yield Case((Sights(sheet.rows, sheet.cols, ".", numbers),), domains, right)


@about(Given)
def given(amount: int, rng: random.Random) -> Iterator[Case]:
    for size in range(1, 7):
        for _ in range(amount):
            domains = {n: rng.sample(range(5), 4 if size < 6 else 3) for n in range(size)}
            numbers = {n: rng.randrange(5) for n in range(size) if rng.random() < 0.4}
            yield Case((Given(numbers),), domains, partial(numbers_in, numbers))
            words: dict[int, list[Any]] = {**domains, size: ["a", "b"]}
            yield Case((Given(numbers),), words, partial(numbers_in, numbers))


def numbers_in(numbers: dict[int, int], answer: Answer) -> bool:
    return answer | numbers == answer


@about(Total)
def totals(amount: int, rng: random.Random) -> Iterator[Case]:
    for size in range(1, 6):
        for _ in range(2 * amount):
            domains = {n: rng.sample(range(-2, 6), rng.randint(1, 4) if size < 5 else 5) for n in range(size)}
            some = tuple(n for n in range(size) if rng.random() < 0.8)
            total = sum(rng.choice(domains[n]) for n in some) + rng.choice([0, 0, 1])
            yield Case((Total(some, total),), domains, partial(sums_to, some, total))


def sums_to(some: Sequence[int], total: int, answer: Answer) -> bool:
    return bool(sum(answer[n] for n in some) == total)


@about(Fleet)
def fleets(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        possible = {tuple(plain.ship_lengths(dark(a)) or [9]) for a in every_answer(shading(sheet))}
        fleets = sorted({*possible, (), (1, 1), (3, 1), (4, 2)})
        for lengths in fleets if len(sheet.cells) < 7 else rng.sample(fleets, min(amount, len(fleets))):
            afloat = {cell: (cell, "#") for cell in sheet.cells}

            def right(answer: Answer, lengths: tuple[int, ...] = lengths) -> bool:
                return plain.ship_lengths(dark(answer)) == sorted(lengths)

            yield Case((Fleet(afloat, lengths[::-1]),), shading(sheet), right)


@about(Tetromino)
def tetrominoes(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS:
        for room in [sheet.cells, *(strewn(sheet, rng) for _ in range(amount // 2))]:

            def right(answer: Answer, room: Any = frozenset(room)) -> bool:
                inside = room.intersection(dark(answer))
                return len(inside) == 4 and plain.letter(inside) is not None

            yield Case((Tetromino(tuple(room), "#"),), shading(sheet), right)


@about(UnlikeNeighbours)
def unlike_neighbours(amount: int, rng: random.Random) -> Iterator[Case]:
    for sheet in SHEETS[-5:]:
        for _ in range(amount):
            cut = [(rng.random(), cell) for cell in sheet.cells] if rng.random() < 0.5 else enumerate(sheet.cells)
            cells = [cell for _, cell in sorted(cut)]
            split = rng.choice([4, len(cells) // 2, len(cells) - 4])
            rooms = [rest for rest in (cells[:split], cells[split:]) if len(rest) >= 4]
            if rng.random() < 0.3 and len(cells) == 12:
                rooms = [cells[:4], cells[4:8], cells[8:]]

            def right(answer: Answer, rooms: list[list[Place]] = rooms) -> bool:
                pieces = [{cell for cell in room if answer[cell] == "#"} for room in rooms]
                letters = [plain.letter(piece) if len(piece) == 4 else None for piece in pieces]
                alike = [(a, b) for a in range(len(rooms)) for b in range(a) if letters[a] == letters[b]]
                touch = [len(plain.areas(pieces[a] | pieces[b])) == 1 for a, b in alike if None not in letters]
                return None not in letters and not any(touch)

            home = {cell for room in rooms for cell in room}
            domains = {cell: (".", "#") for cell in sheet.cells if cell in home}
            company = [Tetromino(tuple(room), "#") for room in rooms]
            unlike = UnlikeNeighbours(tuple(tuple(room) for room in rooms), "#")
            yield Case((unlike, *company), domains, right)


# Lines ---------------------------------------------------------------------------------------------------------------


def outlines(sheet: Sheet) -> Iterator[Answer]:
    """All drawings between the corners of the cells in which an even number of lines meet at each point: those are the
    outlines of all sets of cells, so that no others can be a loop."""
    corners = blank(sheet.rows + 1, sheet.cols + 1)
    for answer in every_answer(shading(sheet)):
        inside = set(dark(answer))
        drawing = {}
        for (r, c), other in corners.pairs:
            near = [(r - 1, c), (r, c)] if other == (r, c + 1) else [(r, c - 1), (r, c)]
            drawing[(r, c), other] = int((near[0] in inside) != (near[1] in inside))
        yield drawing


@about(SingleLoop)
def single_loops(amount: int, rng: random.Random) -> Iterator[Case]:
    """Around the cells of three by four, and through points of three by three with everything that can be drawn; of
    three by four points, which have 131072 drawings, where there is time."""
    for sheet in SHEETS[1:]:
        for points, answers in ((sheet, None), (blank(sheet.rows + 1, sheet.cols + 1), list(outlines(sheet)))):
            if points.pairs and not (answers is None and len(points.pairs) > 12 and amount < 20):
                domains = dict.fromkeys(points.pairs, (0, 1))
                links = {pair: (pair, 1) for pair in points.pairs}
                yield Case((SingleLoop(links),), domains, lambda answer: plain.is_one_loop(drawn(answer)), answers)
                needed = tuple((pair, 1) for pair in rng.sample(points.pairs, 1 + len(points.pairs) // 5))
                loop = SingleLoop(links, (needed,))
                yield Case((loop, AnyOf(needed)), domains, loop_through(needed), answers)


def loop_through(needed: tuple[Atom, ...]) -> Callable[[Answer], bool]:
    def right(answer: Answer) -> bool:
        return plain.is_one_loop(drawn(answer)) and any(answer[line] for line, _ in needed)

    return right


@about(LatticeLoop)
def lattice_loops(amount: int, rng: random.Random) -> Iterator[Case]:
    """The same on all lines of a rectangle, with everything that may be told to the solver besides."""

    def right(answer: Answer) -> bool:
        return plain.is_one_loop(drawn(answer))

    for sheet in SHEETS:
        for points, answers in ((sheet, None), (blank(sheet.rows + 1, sheet.cols + 1), list(outlines(sheet)))):
            rows, cols = points.rows, points.cols
            if answers is None and len(points.pairs) > 12 and amount < 20:
                continue
            for inside in (False, True):
                yield Case((LatticeLoop(rows, cols, inside=inside),), Lattice(rows, cols, (0, 1)), right, answers)
            some = {pair: (0, 1) for pair in points.pairs if rng.random() < 0.85}
            free = [rng.random() < 0.9 for _ in points.cells]
            for domains in (some, Lattice(rows, cols, (0, 1), free)):
                if len(domains) < 13:
                    yield Case((LatticeLoop(rows, cols, inside=True),), domains, right)
            for told in (False, True) if answers else ():
                passed = tuple(rng.sample(points.cells, 2))
                through = tuple(((a, b), 1) for a, b in points.pairs if a in passed or b in passed)
                loop = LatticeLoop(rows, cols, (passed,), told=told, inside=told)
                yield Case((loop, AnyOf(through)), Lattice(rows, cols, (0, 1)), loop_through(through), answers)
                cell = rng.choice(sheet.cells)
                around = tuple((pair, 1) for pair in lines_around(cell))
                loop = LatticeLoop(rows, cols, cells=(cell,), told=told)
                yield Case((loop, AnyOf(around)), Lattice(rows, cols, (0, 1)), loop_through(around), answers)


def lines_around(cell: Place) -> list[tuple[Place, Place]]:
    """The corners of the cell that are one step apart."""
    corners = [(cell[0] + down, cell[1] + right) for down in (0, 1) for right in (0, 1)]
    return [(a, b) for a in corners for b in corners if b in ((a[0] + 1, a[1]), (a[0], a[1] + 1))]


@about(Sides)
def sides(amount: int, rng: random.Random) -> Iterator[Case]:
    for points in SHEETS:
        cells = [(row, col) for row, col in points.cells if row < points.rows - 1 and col < points.cols - 1]
        for _ in range(amount if len(points.pairs) < 13 else amount // 16):
            numbers = {cell: rng.randint(0, 4) for cell in cells if rng.random() < 0.4}

            def right(answer: Answer, numbers: dict[Place, int] = numbers) -> bool:
                there = set(drawn(answer))
                return all(len(there.intersection(lines_around(cell))) == n for cell, n in numbers.items())

            rule = Sides(points.rows, points.cols, numbers)
            yield Case((rule,), Lattice(points.rows, points.cols, (0, 1)), right)
            yield Case((rule,), dict.fromkeys(points.pairs, (0, 1)), right)


@about(Visits)
def visits(amount: int, rng: random.Random) -> Iterator[Case]:
    """Points that are shaded or have lines; there are not too many points, or not too many of both."""
    for points in SHEETS:
        rows, cols = points.rows, points.cols
        for share in (1, 0.7, 0.4):
            free = [rng.random() < share for _ in points.cells]
            domains = Field(rows, cols, (".", "#"), free) | Lattice(rows, cols, (0, 1), free)

            def right(answer: Answer) -> bool:
                lines = drawn({each: value for each, value in answer.items() if value in (0, 1)})
                points = {each: value for each, value in answer.items() if value not in (0, 1)}
                number = {point: sum(point in line for line in lines) for point in points}
                return all(n >= 2 if points[each] == "." else n == 0 for each, n in number.items())

            if len(domains) < 14:
                yield Case((Visits(rows, cols, "."),), domains, right)
                yield Case((Visits(rows, cols, "."),), dict(domains), right)


@about(Paths)
def paths(amount: int, rng: random.Random) -> Iterator[Case]:
    """Everything that can be drawn through points of up to three by three; of three by four points, which have 131072
    drawings, with some links left out unless there is time."""
    for sheet in SHEETS[1:]:
        for number in (0, 1, 2, 3):
            if len(sheet.cells) < 2 * number:
                continue
            ends = rng.sample(sheet.cells, 2 * number)
            pairs = tuple(zip(ends[::2], ends[1::2], strict=True))
            whole = amount > 20 and number == 2
            few = sheet.pairs if whole else rng.sample(sheet.pairs, min(12, len(sheet.pairs)))
            links = {pair: (pair, 1) for pair in few}

            def right(answer: Answer, pairs: Any = pairs) -> bool:
                return plain.are_paths(drawn(answer), pairs)

            yield Case((Paths(links, pairs),), dict.fromkeys(few, (0, 1)), right)


# Orders --------------------------------------------------------------------------------------------------------------


def orders(stones: list[Place]) -> Iterator[Answer]:
    return (dict(zip(order, range(1, len(order) + 1), strict=True)) for order in permutations(stones))


def stone_sets(amount: int, rng: random.Random) -> Iterator[list[Place]]:
    """All of up to four stones on the largest board, on which all smaller boards lie too, and some of up to six; twelve
    stones have twelve factorial orders, and are looked at where the puzzle is."""
    for chosen in product((False, True), repeat=12):
        stones = [cell for cell, there in zip(LARGEST.cells, chosen, strict=True) if there]
        if len(stones) < 4 or rng.random() < amount * {4: 0.02, 5: 0.01, 6: 0.001}.get(len(stones), 0):
            yield stones


@about(StraightOn)
def straight_on(amount: int, rng: random.Random) -> Iterator[Case]:
    for stones in stone_sets(amount, rng):
        domains = dict.fromkeys(stones, range(1, len(stones) + 1))
        constraints = (StraightOn(tuple(stones)), AllDifferent(tuple(stones)))
        yield Case(constraints, domains, lambda answer: steps(answer) is not None, orders(stones))


@about(NoTurningBack)
def no_turning_back(amount: int, rng: random.Random) -> Iterator[Case]:
    def right(answer: Answer) -> bool:
        ways = steps(answer)
        return ways is not None and all((b - a) % 4 != 2 for a, b in pairwise(ways))

    for stones in stone_sets(amount, rng):
        own = tuple(stones)
        domains = dict.fromkeys(stones, range(1, len(stones) + 1))
        yield Case((NoTurningBack(own), StraightOn(own), AllDifferent(own)), domains, right, orders(stones))


@about(Foremost)
def foremost(amount: int, rng: random.Random) -> Iterator[Case]:
    """Words of two or three letters are written backwards, with other letters, or both; twelve cells have a letter."""
    other = str.maketrans("ab", "ba")
    looks: list[Callable[[str], str]] = [
        lambda w: w[::-1],
        lambda w: w.translate(other),
        lambda w: w[::-1].translate(other),
    ]
    for length, number in [(1, 4), (1, 12), (2, 1), (2, 3), (2, 5), (3, 3)]:
        words = ["".join(letters) for letters in product("ab", repeat=length)]
        for some in (looks[:1], looks[1:2], looks):
            maps = tuple({word: look(word) for word in words} for look in some)
            least = Foremost(tuple(range(number)), maps)
            yield Case((least,), dict.fromkeys(range(number), words), partial(is_least, some))


@about(Weighty)
def weighty(amount: int, rng: random.Random) -> Iterator[Case]:
    """Up to ten weights, some of them large."""

    def meant(weights: tuple[int, ...], low: int, answer: Answer) -> bool:
        return sum(weight for weight, value in zip(weights, answer.values(), strict=True) if value) >= low

    for _ in range(10 * amount):
        size = rng.randrange(1, 11)
        weights = tuple(rng.choice((1, 2, 3, 7, 100)) for _ in range(size))
        low = rng.randrange(sum(weights) + 2)
        rule = Weighty(tuple((n, 1) for n in range(size)), weights, low)
        yield Case((rule,), dict.fromkeys(range(size), (0, 1)), partial(meant, weights, low))


@about(Holds)
def holds(amount: int, rng: random.Random) -> Iterator[Case]:
    """Formulas of up to five variables, and a few of ten."""

    def meant(tree: Any, answer: Answer) -> bool:
        return bool(truth(tree, answer))

    for names in ["abcde"] * 40 * amount + ["abcdefghij"] * amount:
        tree = random_tree(rng, rng.randint(0, 4), names)
        yield Case((Holds(Formula.read(written(tree))),), dict.fromkeys(names, (0, 1)), partial(meant, tree))


def is_least(looks: list[Callable[[str], str]], answer: Answer) -> bool:
    own = list(answer.values())
    return own == min([own, *([look(word) for word in own] for look in looks)])


def steps(answer: Answer) -> list[int] | None:
    return plain.walk(sorted(answer, key=lambda stone: answer[stone]), 4)


# The tests -----------------------------------------------------------------------------------------------------------


def below(kind: type[Any]) -> set[type[Any]]:
    found: set[type[Any]] = set(kind.__subclasses__())
    return found.union(*(below(each) for each in found))


def test_every_constraint_has_cases() -> None:
    exported = {getattr(perfectplay.constraints, name) for name in perfectplay.constraints.__all__}
    kinds = below(Constraint)
    assert {kind for kind in kinds if kind.__module__.startswith("perfectplay.")} <= exported
    assert set(CASES) == kinds & exported


def mentioned(code: Any) -> set[str]:
    """The names in a piece of code, and in what it contains."""
    return set(code.co_names).union(*(mentioned(each) for each in code.co_consts if hasattr(each, "co_names")))


def reached(kind: type[Constraint], start: str) -> set[Any]:
    """The functions and methods of constraints that a method uses, and those that these use."""
    module = sys.modules[kind.__module__]
    names, found = [start], dict[Any, None]()
    for name in names:
        for function in (getattr(kind, name, None), getattr(module, name, None)):
            inner = inspect.unwrap(getattr(function, "func", function)) if function is not None else None
            code = getattr(inner, "__code__", None)
            if code is not None and code not in found and "constraints" in code.co_filename:
                found[code] = None
                names += mentioned(code)
    return set(found)


@pytest.mark.parametrize("kind", CASES)
def test_check_and_solver_share_no_code(kind: type[Constraint]) -> None:
    assert len(reached(kind, "faults")) >= 1 and len(reached(kind, "post")) >= 1
    assert not reached(kind, "faults") & reached(kind, "post")


@pytest.mark.parametrize("kind", CASES)
def test_definition_check_and_solver_agree(kind: type[Constraint]) -> None:
    good = bad = largest = 0
    for case in CASES[kind](depth(8, 40), random.Random(kind.__name__)):
        assert type(case.constraints[0]) is kind
        right, wrong = agree(case)
        good, bad, largest = good + right, bad + wrong, max(largest, right + wrong)
    # both kinds of answers are there, and boards with many answers
    assert good > 50 and bad > 50 and largest > 600, (good, bad, largest)


@pytest.mark.parametrize(("size", "loops"), [((2, 2), 1), ((2, 3), 3), ((3, 3), 13), ((3, 4), 40), ((4, 4), 213)])
def test_the_number_of_loops_is_the_known_one(size: tuple[int, int], loops: int) -> None:
    """The numbers of cycles in grids of that many points (Iwashita et al. 2013)."""
    points = blank(*size)
    domains = dict.fromkeys(points.pairs, (0, 1))
    case = Case((SingleLoop({pair: (pair, 1) for pair in points.pairs}),), domains, lambda answer: True)
    assert len(solved(case)) == loops


@pytest.mark.parametrize(("size", "fillings"), [((1, 1), 1), ((1, 2), 1), ((1, 4), 4), ((2, 2), 5), ((2, 3), 33)])
def test_the_number_of_fillings_is_the_known_one(size: tuple[int, int], fillings: int) -> None:
    sheet = blank(*size)
    domains = dict.fromkeys(sheet.cells, range(1, len(sheet.cells) + 1))
    assert len(solved(Case((SelfSized(*size),), domains, lambda answer: True))) == fillings
