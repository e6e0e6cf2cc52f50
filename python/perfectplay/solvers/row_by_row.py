"""A solution of sliding tiles on a board of any size, in O(n^3) moves on n x n cells; not a shortest one.

Tiles are brought home one by one and then left alone: the upper rows from left to right, then the columns of the last
two rows. A tile takes a step when the free cell has been brought to the side where it has to go, which takes a bounded
number of slides, and it takes fewer steps than there are rows and columns. The last two tiles of a line are brought
near their homes and enter together, by a search among six cells; the last four cells are solved in the same way.
(Parberry 1995 shows that 5 n^3 slides are enough for such a scheme.)
"""

from collections.abc import Callable

from perfectplay._native import Tiles
from perfectplay.board import Place
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.puzzles.fifteen import Fifteen
from perfectplay.solvers.pattern_databases import slid, tiles_of

systems = ("fifteen",)
shortest = False


def applies(position: Position[Fifteen]) -> bool:
    rows, start, goal = tiles_of(position)
    cols = len(start) // rows
    return min(rows, cols) > 1 and Tiles.solvable(rows, cols, start, goal)


def solve(position: Position[Fifteen], asked: Asked) -> Found:
    rows = position.system.rows(position.state)
    if position.system.blank == "first":
        # turned upside down, with the tiles named from the other end, the free cell is last
        most = len(rows) * len(rows[0])
        turned = [[(most - number) % most for number in reversed(row)] for row in reversed(rows)]
        slides = [most - number for number in Board(turned, watch_now()).solved()]
    else:
        slides = Board(rows, watch_now()).solved()
    return slid(position, slides, asked)


class Board:
    """Tiles in reading order are the goal, with the free cell last."""

    def __init__(self, rows: list[list[int]], look: Callable[[], None]) -> None:
        self.height, self.width = len(rows), len(rows[0])
        self.at = {(r, c): number for r, row in enumerate(rows) for c, number in enumerate(row)}
        self.where = {number: cell for cell, number in self.at.items()}
        self.fixed: set[Place] = set()
        self.slides: list[int] = []
        self.look = look
        self.astray = sum(number not in (0, self.home(cell)) for cell, number in self.at.items())
        self.enough = 0 if not self.astray else None
        """The number of slides after which the puzzle was first solved: no slide is legal after that."""

    def solved(self) -> list[int]:
        for top in range(self.height - 2):
            self.line([(top, col) for col in range(self.width)], (1, 0))
        bottom = self.height - 1
        for left in range(self.width - 2):
            self.line([(bottom - 1, left), (bottom, left)], (0, 1))
        self.settle([cell for cell in self.at if cell not in self.fixed])
        return self.slides[: self.enough]

    def home(self, cell: Place) -> int:
        return cell[0] * self.width + cell[1] + 1

    def line(self, cells: list[Place], inwards: Place) -> None:
        """Bring the tiles of a line home; ``inwards`` is the step away from what is done already."""
        for cell in cells[:-2]:
            self.bring(self.home(cell), cell, set())
            self.fixed.add(cell)
        two = cells[-2:]
        window = [*two, *(step(cell, inwards) for cell in two)]
        window += [step(cell, inwards) for cell in window[2:]]
        first, last = map(self.home, two)
        while not {self.where[first], self.where[last], self.where[0]} <= set(window):
            self.bring(first, two[1], set())
            self.bring(last, step(two[1], inwards), {two[1]})
            free = [cell for cell in window if cell not in (self.where[first], self.where[last])]
            self.lead(free[-2], set(), {self.where[first], self.where[last]})
        self.settle(window, {first, last})
        self.fixed.update(cells)

    def bring(self, number: int, goal: Place, avoid: set[Place]) -> None:
        """Walk a tile to a cell, past those that are fixed."""
        while self.where[number] != goal:
            self.look()
            here = self.where[number]
            target = (self.path(here, goal, avoid) or self.path(here, goal, set()))[1]
            self.lead(target, {here}, avoid - {target})
            self.slide(here)

    def lead(self, goal: Place, past: set[Place], avoid: set[Place]) -> None:
        """Walk the free cell past some cells, and past others if that is possible."""
        for cell in (self.path(self.where[0], goal, past | avoid) or self.path(self.where[0], goal, past))[1:]:
            self.slide(cell)

    def path(self, start: Place, goal: Place, avoid: set[Place]) -> list[Place]:
        """A shortest way past what is fixed or to be avoided; empty if there is none."""
        before: dict[Place, Place] = {start: start}
        for cell in (queue := [start]):
            for near in self.beside(cell):
                if near not in before and near not in self.fixed and near not in avoid:
                    before[near] = cell
                    queue.append(near)
        if goal not in before:
            return []
        way = [goal]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[::-1]

    def beside(self, cell: Place) -> list[Place]:
        near = (step(cell, way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        return [each for each in near if each in self.at]

    def slide(self, cell: Place) -> None:
        """The tile on this cell goes to the free one."""
        number, free = self.at[cell], self.where[0]
        self.at[cell], self.at[free] = 0, number
        self.where[0], self.where[number] = cell, free
        self.slides.append(number)
        self.astray += (number == self.home(cell)) - (number == self.home(free))
        if not self.astray and self.enough is None:
            self.enough = len(self.slides)

    def settle(self, cells: list[Place], wanted: set[int] | None = None) -> None:
        """Bring tiles among these cells home (all of them, unless some are named) by breadth-first search."""
        index = {cell: n for n, cell in enumerate(cells)}
        shown = {self.at[cell] for cell in cells} if wanted is None else {0, *wanted}
        start = tuple(self.at[cell] if self.at[cell] in shown else -1 for cell in cells)
        goal = {number: index[cell] for cell in cells if (number := self.home(cell) % len(self.at)) in shown - {0}}
        before: dict[tuple[int, ...], tuple[tuple[int, ...], Place]] = {start: (start, cells[0])}
        for state in (queue := [start]):
            if all(state[at] == number for number, at in goal.items()):
                break
            free = state.index(0)
            for near in self.beside(cells[free]):
                if near in index:
                    other = list(state)
                    other[free], other[index[near]] = other[index[near]], 0
                    if (after := tuple(other)) not in before:
                        before[after] = (state, near)
                        queue.append(after)
        way = []
        while state != start:
            state, cell = before[state]
            way.append(cell)
        for cell in reversed(way):
            self.slide(cell)


def step(cell: Place, way: Place) -> Place:
    return cell[0] + way[0], cell[1] + way[1]
