"""Boards of Rush Hour and Sokoban that the project made for itself, solved by plain search.

Boards that people have designed are not the project's to hold. Those of Rush Hour come from the library's generator,
those of Sokoban are what takes longest in rooms that dice have made. The searches know nothing of the library: they are
breadth-first over all positions. The rows of tests/tables/facts about such boards are what this prints:

    python -m tests.reference.boards
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

Row = dict[str, Any]
Cell = tuple[int, int]
Node = TypeVar("Node", bound=Hashable)
SOURCE = "a board of our own, by plain search (tests/reference/boards.py)"


def distances(starts: Iterable[Node], after: Callable[[Node], Iterable[tuple[Node, int]]]) -> dict[Node, int]:
    """Every position that can be reached, with its distance; a step costs 0 or 1."""
    found: dict[Node, int] = {}
    queue = deque((start, 0) for start in starts)
    while queue:
        here, cost = queue.popleft()
        if here in found:
            continue
        found[here] = cost
        for there, step in after(here):
            if there not in found:
                (queue.append if step else queue.appendleft)((there, cost + step))
    return found


# Rush Hour ----------------------------------------------------------------------------------------------------------

SIDE = 6
BOARDS = 86
Traffic = tuple[int, ...]
"""The place of every vehicle along its own line."""


class Street:
    """The vehicles of a board, in the order of their letters: A, the target, is the first."""

    def __init__(self, text: str) -> None:
        places: dict[str, list[Cell]] = {}
        for number, letter in enumerate(text.replace("|", "")):
            places.setdefault(letter, []).append(divmod(number, SIDE))
        self.walls = set(places.pop("x", []))
        self.letters = sorted(set(places) - {".", "o"})
        spans = [places[letter] for letter in self.letters]
        self.lying = [span[0][0] == span[1][0] for span in spans]
        self.line = [span[0][0 if lying else 1] for span, lying in zip(spans, self.lying, strict=True)]
        self.length = [len(span) for span in spans]
        self.start = tuple(span[0][1 if lying else 0] for span, lying in zip(spans, self.lying, strict=True))

    def cells(self, vehicle: int, place: int) -> set[Cell]:
        line, along = self.line[vehicle], range(place, place + self.length[vehicle])
        return {(line, each) if self.lying[vehicle] else (each, line) for each in along}

    def after(self, traffic: Traffic) -> Iterator[tuple[Traffic, int]]:
        """One vehicle moved any distance."""
        taken = self.walls.union(*(self.cells(n, place) for n, place in enumerate(traffic)))
        for vehicle, place in enumerate(traffic):
            others = taken - self.cells(vehicle, place)
            for way in (-1, 1):
                there = place + way
                while 0 <= there <= SIDE - self.length[vehicle] and others.isdisjoint(self.cells(vehicle, there)):
                    yield (*traffic[:vehicle], there, *traffic[vehicle + 1 :]), 1
                    there += way

    def text(self, traffic: Traffic) -> str:
        shown = dict.fromkeys(self.walls, "x")
        for vehicle, place in enumerate(traffic):
            shown.update(dict.fromkeys(self.cells(vehicle, place), self.letters[vehicle]))
        return "".join(shown.get((row, col), "o") for row in range(SIDE) for col in range(SIDE))


def hardest(board: str) -> Row:
    """The hardest position that can be reached from a board. Moves can be taken back, so distances go both ways."""
    street = Street(board)
    cluster = distances([street.start], street.after)
    far = distances([each for each in cluster if each[0] == SIDE - street.length[0]], street.after)
    cost = max(far.values())
    return {
        "puzzle": "rush hour",
        "instance": street.text(min(traffic for traffic in far if far[traffic] == cost)),
        "question": "fewest moves (a move = one vehicle any distance); A to the right edge",
        "expected": cost,
        "source": SOURCE,
        "reachable_states": len(cluster),
        "walls": len(street.walls),
    }


def rush_hour_rows() -> Iterator[Row]:
    import perfectplay as pp

    for seed in range(BOARDS):
        made = pp.generate("rush_hour", least=12 + seed % 18, walls=seed % 3, seed=seed)
        yield hardest(str(made.answer))


# Sokoban ------------------------------------------------------------------------------------------------------------

SOLVABLE, UNSOLVABLE = 50, 18
ROOMS = 12
"""Rooms made for each one that is kept: the one that takes the most pushes, or has the most positions."""
Boxes = tuple[Cell, frozenset[Cell]]
"""The keeper and the boxes."""


def beside(cell: Cell) -> Iterator[tuple[Cell, Cell, Cell]]:
    """Each cell beside this one, with the next one in the same direction and the one in the opposite direction."""
    row, col = cell
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        yield (row + down, col + right), (row + 2 * down, col + 2 * right), (row - down, col - right)


class Room:
    def __init__(self, text: str) -> None:
        self.at = {(row, col): letter for row, line in enumerate(text.split("\n")) for col, letter in enumerate(line)}
        self.floor = {cell for cell, letter in self.at.items() if letter != "#"}
        self.goals = {cell for cell, letter in self.at.items() if letter in ".*+"}
        [keeper] = [cell for cell, letter in self.at.items() if letter in "@+"]
        self.start: Boxes = keeper, frozenset(cell for cell, letter in self.at.items() if letter in "$*")

    def fewest(self, metric: str) -> tuple[int | None, int]:
        """The least number of pushes or moves (steps and pushes) that takes every box to a goal, and how many positions
        can be reached."""

        def after(here: Boxes) -> Iterator[tuple[Boxes, int]]:
            keeper, boxes = here
            for there, beyond, _ in beside(keeper):
                if there in boxes and beyond in self.floor and beyond not in boxes:
                    yield (there, boxes - {there} | {beyond}), 1
                elif there in self.floor and there not in boxes:
                    yield (there, boxes), int(metric == "moves")

        found = distances([self.start], after)
        return min((cost for (_, boxes), cost in found.items() if boxes <= self.goals), default=None), len(found)

    def farthest(self) -> tuple[str, int]:
        """A position that takes the most pushes, and how many: backwards from all that are solved, by pulls."""

        def before(here: Boxes) -> Iterator[tuple[Boxes, int]]:
            keeper, boxes = here
            for there, _, behind in beside(keeper):
                if there in self.floor and there not in boxes:
                    yield (there, boxes), 0
                    if behind in boxes:
                        yield (there, boxes - {behind} | {keeper}), 1

        goals = frozenset(self.goals)
        found = distances([(keeper, goals) for keeper in sorted(self.floor - goals)], before)
        cost, _, keeper, boxes = max((cost, sorted(boxes), keeper, boxes) for (keeper, boxes), cost in found.items())
        return self.text((keeper, boxes)), cost

    def text(self, here: Boxes) -> str:
        keeper, boxes = here
        letters = {cell: " ."[cell in self.goals] if cell in self.floor else "#" for cell in self.at}
        letters |= {cell: "$*"[cell in self.goals] for cell in boxes}
        letters[keeper] = "@+"[keeper in self.goals]
        rows = max(row for row, _ in self.at) + 1
        return "\n".join("".join(letters[cell] for cell in sorted(letters) if cell[0] == row) for row in range(rows))


def random_room(rng: random.Random, things: str) -> str:
    """Walls around four to six rows and five to seven columns, some walls inside, and these things on the floor."""
    rows, cols = rng.randrange(4, 7), rng.randrange(5, 8)
    inside = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]
    letters = dict.fromkeys(inside, " ")
    rng.shuffle(inside)
    letters.update(zip(inside, things, strict=False))
    letters.update(dict.fromkeys(inside[-rng.randrange(len(inside) // 3) - 1 :], "#"))
    return "\n".join("".join(letters.get((row, col), "#") for col in range(cols + 2)) for row in range(rows + 2))


def sokoban_rows() -> Iterator[Row]:
    def row(question: str, expected: object) -> Row:
        shown = {"puzzle": "sokoban", "instance": text, "question": question, "expected": expected}
        return {**shown, "source": SOURCE, "format": "XSB", "name": f"own/{seed}"}

    for seed in range(SOLVABLE + UNSOLVABLE):
        rng = random.Random(f"sokoban {seed}")
        if seed < SOLVABLE:
            made = [Room(random_room(rng, "@***")).farthest() for _ in range(ROOMS)]
            text, cost = max(made, key=lambda each: each[1])
            pushes, _ = Room(text).fewest("pushes")
            assert pushes == cost
            yield row("minimum number of pushes", pushes)
            yield row("minimum number of player moves (pushes included)", Room(text).fewest("moves")[0])
        else:
            rooms = {each: Room(each).fewest("pushes") for each in (random_room(rng, "@$$..") for _ in range(ROOMS))}
            text = max((each for each in rooms if rooms[each][0] is None), key=lambda each: rooms[each][1])
            yield row("solvable?", False)


if __name__ == "__main__":
    for make in (rush_hour_rows, sokoban_rows):
        for each in make():
            print(json.dumps(each), flush=True)
