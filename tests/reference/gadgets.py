"""Gadgets once more, from their texts alone: slow, obvious, and without the library.

A gadget's configurations are enumerated from its text: every orientation of a constraint graph edge by edge, every
position of cars or blocks letter by letter, every completion of a sheet cell by cell. What comes out is the relation
between the ports, and whether it is exact.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple


class Figures(NamedTuple):
    """Configurations, port states with their components, flips that some component lacks, and forbidden things."""

    configurations: int
    states: dict[frozenset[str], int]
    """The number of components of each possible port state."""
    missing: set[tuple[frozenset[str], str]]
    """A port state and a port that some component cannot flip."""
    turning: set[tuple[frozenset[str], str]]
    """A port state and a port that some component can flip."""
    mishap: bool

    @property
    def components(self) -> int:
        return max(self.states.values(), default=0)

    def exact(self, declared: set[frozenset[str]], held: Collection[tuple[frozenset[str], str]] = ()) -> bool:
        """``held`` are port states in which what is remembered must not change."""
        lacking = {(out, port) for out, port in self.missing if out ^ {port} in declared and (out, port) not in held}
        return set(self.states) == declared and not lacking and not self.mishap and not self.turning & set(held)


class Parts(NamedTuple):
    """The lines of a gadget's text."""

    system: str
    ports: dict[str, tuple[str, str]]
    """The place and the letters of each; of what is remembered, too."""
    never: list[tuple[str, str]]
    given: list[tuple[str, str]]
    relation: list[str]
    held: list[tuple[str, str]]
    states: list[str]
    board: list[str]


def parts(text: str) -> Parts:
    head, _, board = text.partition("board:\n")
    lines = [line.partition(": ") for line in head.splitlines() if line and not line.startswith("#")]
    values = {key: [value for other, _, value in lines if other == key] for key, _, _ in lines}
    ports = {}
    for word in values["ports"][0].split():
        name, _, place = word.partition("=")
        ports[name] = _condition(place or name)
    never, given = (
        [_condition(word) for line in values.get(key, []) for word in line.split()] for key in ("never", "given")
    )
    rows = [row[2:] for row in board.rstrip("\n").split("\n")]
    for word in (word for line in values.get("memory", []) for word in line.split()):
        name, _, place = word.partition("=")
        ports[name] = _condition(place)
    held = [(name, formula) for line in values.get("held", []) for name, _, formula in [line.partition(" = ")]]
    return Parts(
        values["system"][0], ports, never, given, values.get("relation", []), held, values.get("state", []), rows
    )


def _condition(word: str) -> tuple[str, str]:
    place, _, letters = word.partition(":")
    return place, letters


def declared(relation: list[str], ports: Iterable[str]) -> set[frozenset[str]]:
    """The port states that satisfy all formulas, by Python's own operators."""
    names = list(ports)
    found = set()
    for values in itertools.product((False, True), repeat=len(names)):
        given: dict[str, Any] = dict(zip(names, values, strict=True))
        if all(eval(_python(formula), {}, given) for formula in relation):
            found.add(frozenset(name for name in names if given[name]))
    return found


def frozen(held: list[tuple[str, str]], ports: Iterable[str]) -> set[tuple[frozenset[str], str]]:
    """The port states in which what is remembered is held, before or after it would change."""
    names = list(ports)
    found = set()
    for name, formula in held:
        states = declared([formula], names)
        found |= {(each, name) for state in states for each in (state, state ^ {name})}
    return found


def _python(formula: str) -> str:
    """Implications and equivalences bind least, and none of our formulas has two of them."""
    for sign, way in (("<->", "({0}) == ({1})"), ("->", "not ({0}) or ({1})")):
        before, found, after = formula.partition(sign)
        if found:
            return way.format(_python(before), _python(after))
    words = formula.replace("&", " and ").replace("|", " or ").replace("~", " not ")
    return f"bool({words})".strip()


def figures(text: str) -> Figures:
    """Of a gadget whose ports move."""
    found = parts(text)
    if found.system == "constraint_graph":
        return _graph(found)
    return _blocks(found, lanes=found.system == "rush_hour")


def explore(
    starts: Iterable[Any], after: Callable[[Any], Iterable[Any]], out: Callable[[Any], frozenset[str]], ports: list[str]
) -> tuple[dict[Any, list[Any]], Figures]:
    graph: dict[Any, list[Any]] = {}
    todo = list(starts)
    while todo:
        state = todo.pop()
        if state not in graph:
            graph[state] = list(after(state))
            todo += graph[state]
    state_of = {state: out(state) for state in graph}
    seen: set[Any] = set()
    components: dict[frozenset[str], int] = {}
    missing: set[tuple[frozenset[str], str]] = set()
    turning: set[tuple[frozenset[str], str]] = set()
    jump = False
    for start in graph:
        if start in seen:
            continue
        own = state_of[start]
        components[own] = components.get(own, 0) + 1
        flips: set[frozenset[str]] = set()
        inside = [start]
        seen.add(start)
        while inside:
            state = inside.pop()
            for other in graph[state]:
                if state_of[other] != own:
                    flips.add(state_of[other])
                elif other not in seen:
                    seen.add(other)
                    inside.append(other)
        jump |= any(len(own ^ other) > 1 for other in flips)
        missing |= {(own, port) for port in ports if own ^ {port} not in flips}
        turning |= {(own, port) for port in ports if own ^ {port} in flips}
    return graph, Figures(len(graph), components, missing, turning, jump)


def _graph(found: Parts) -> Figures:
    edges_text, _, minima_text = " ".join(found.board).partition(";")
    edges = []
    for word in edges_text.split():
        a, _, rest = word.partition("-")
        if not rest:
            return Figures(0, {}, set(), set(), False)  # a vertex without edges lacks its inflow
        b, _, weight = rest.partition(":")
        edges.append((a, b, int(weight or 1)))
    minima = dict.fromkeys([v for a, b, _ in edges for v in (a, b)], 2)
    minima |= {name: int(low) for name, low in (word.split("=") for word in minima_text.split())}
    last = {v: max(n for n, (a, b, _) in enumerate(edges) if v in (a, b)) for v in minima}

    def enough(turns: tuple[int, ...], vertex: str) -> bool:
        """A turn says which end of its edge the arrow points to; a loop points to its vertex either way."""
        return sum(edges[n][2] for n, turn in enumerate(turns) if edges[n][turn] == vertex) >= minima[vertex]

    def legal() -> Iterator[tuple[int, ...]]:
        todo: list[tuple[int, ...]] = [()]
        while todo:
            turns = todo.pop()
            if all(enough(turns, v) for v in minima if last[v] == len(turns) - 1):
                if len(turns) == len(edges):
                    yield turns
                else:
                    todo += [(*turns, 0), (*turns, 1)]

    def after(turns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for n, turn in enumerate(turns):
            turned = (*turns[:n], 1 - turn, *turns[n + 1 :])
            if enough(turned, str(edges[n][turn])):
                yield turned

    def out(turns: tuple[int, ...]) -> frozenset[str]:
        heads = {edges[n][turn] for n, turn in enumerate(turns)}
        heads |= {f"{edges[n][1 - turn]}>{edges[n][turn]}" for n, turn in enumerate(turns)}
        return frozenset(name for name, (vertex, _) in found.ports.items() if vertex in heads)

    return explore(legal(), after, out, list(found.ports))[1]


def _blocks(found: Parts, lanes: bool) -> Figures:
    rows = list(itertools.takewhile(lambda row: not row.startswith("->"), found.board))
    wall = "x" if lanes else "#"
    free = {(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != wall}
    pieces: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in (wall, "."):
                pieces.setdefault(letter, []).append((r, c))
    letters = sorted(pieces)

    def ways(cells: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
        across = len({r for r, _ in cells}) == 1
        if not lanes:
            return [(0, 1), (0, -1), (1, 0), (-1, 0)]
        return [(0, 1), (0, -1)] if across else [(1, 0), (-1, 0)]

    # In Rush Hour every car is one of its own; sliding blocks of one shape are interchangeable.
    start: Any = tuple(frozenset(pieces[letter]) for letter in letters)

    def normal(state: Any) -> Any:
        return state if lanes else frozenset(state)

    def after(state: Any) -> Iterator[Any]:
        listed: list[frozenset[tuple[int, int]]] = list(state)
        taken = {cell for cells in listed for cell in cells}
        for n, cells in enumerate(listed):
            for dr, dc in ways(cells):
                moved = frozenset((r + dr, c + dc) for r, c in cells)
                if moved <= free and not (moved - cells) & taken:
                    yield normal((*listed[:n], moved, *listed[n + 1 :]))

    def holds(state: Any, place: str, wanted: str) -> bool:
        cell, here = _cell(place), "."
        for n, cells in enumerate(list(state)):
            if cell in cells:
                here = letters[n] if lanes else "*"
        return here in wanted if wanted else here != "."

    def out(state: Any) -> frozenset[str]:
        return frozenset(name for name, (place, wanted) in found.ports.items() if holds(state, place, wanted))

    graph, told = explore([normal(start)], after, out, list(found.ports))
    never = any(holds(state, place, wanted) for state in graph for place, wanted in found.never)
    return told._replace(mishap=told.mishap or never)


# on paper -----------------------------------------------------------------------------------------------------------


def completions(text: str) -> dict[frozenset[str], int]:
    """How many completions each port state has, by trying every cell in turn."""
    found = parts(text)
    rows = found.board
    clue = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    cells = [cell for cell, letter in clue.items() if letter == "."]
    rule = _mines if found.system == "minesweeper" else _lamps
    wanted = rule(clue)
    last: dict[int, list[Any]] = {}
    for around, least, most in wanted:
        for_cell = max((cells.index(cell) for cell in around), default=-1)
        last.setdefault(for_cell, []).append((around, least, most))
    if any(least > 0 for around, least, _ in last.get(-1, [])):
        return {}
    counted: dict[frozenset[str], int] = {}
    todo: list[tuple[bool, ...]] = [()]
    while todo:
        marks = todo.pop()
        on = {cell for cell, mark in zip(cells, marks, strict=False) if mark}
        if any(not least <= len(on & around) <= most for around, least, most in last.get(len(marks) - 1, [])):
            continue
        if len(marks) < len(cells):
            todo += [(*marks, False), (*marks, True)]
            continue
        given = ("*" if _cell(place) in on else "." for place, _ in found.given)
        if all(here in letters for here, (_, letters) in zip(given, found.given, strict=True)):
            out = frozenset(n for n, (place, v) in found.ports.items() if ("*" if _cell(place) in on else ".") in v)
            counted[out] = counted.get(out, 0) + 1
    return counted


def _cell(place: str) -> tuple[int, int]:
    match = re.fullmatch(r"([a-z])(\d+)", place)
    assert match
    return int(match[2]) - 1, ord(match[1]) - ord("a")


Sets = list[tuple[set[tuple[int, int]], int, int]]
"""Sets of cells, each with the least and the greatest number of marks."""


def _mines(clue: dict[tuple[int, int], str]) -> Sets:
    found: Sets = []
    for (r, c), letter in clue.items():
        if letter.isdigit():
            ring = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
            found.append(({cell for cell in ring if clue.get(cell) == "."}, int(letter), int(letter)))
    return found


def _lamps(clue: dict[tuple[int, int], str]) -> Sets:
    found: Sets = []
    for (r, c), letter in clue.items():
        if letter.isdigit():
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
            found.append(({cell for cell in near if clue.get(cell) == "."}, int(letter), int(letter)))
        if letter == ".":
            seen = {(r, c)}
            for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                ray: set[tuple[int, int]] = set()
                at = (r + i, c + j)
                while clue.get(at) == ".":
                    ray.add(at)
                    at = (at[0] + i, at[1] + j)
                seen |= ray
                if (i, j) in ((0, 1), (1, 0)):  # two lamps that see each other
                    found += [({(r, c), other}, 0, 1) for other in ray]
            found.append((seen, 1, len(seen)))
    return found


# passages -----------------------------------------------------------------------------------------------------------


def walks_as_declared(text: str) -> bool:
    """Can nobody who walks through a Sokoban gadget tell it from its declared automaton, and does nothing forbidden
    happen?"""
    found = parts(text)
    floor = {(r, c): letter for r, row in enumerate(found.board) for c, letter in enumerate(row) if letter != "#"}
    doors = {name: _cell(place) for name, (place, _) in found.ports.items()}
    start = frozenset(cell for cell, letter in floor.items() if letter in "$*")
    steps: dict[Any, set[tuple[str, str, Any]]] = {}
    todo = [start]
    while todo:
        boxes = todo.pop()
        if boxes in steps:
            continue
        steps[boxes] = set()
        for entry, door in doors.items():
            seen = {(door, boxes)} - {(cell, boxes) for cell in boxes}
            inside = list(seen)
            while inside:
                man, now = inside.pop()
                if any(_cell(place) in now for place, letters in found.never if "$" in letters):
                    return False
                for leaving, cell in doors.items():
                    if man == cell:
                        steps[boxes].add((entry, leaving, now))
                        todo.append(now)
                for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                    to, beyond = (man[0] + i, man[1] + j), (man[0] + 2 * i, man[1] + 2 * j)
                    if to not in floor or (to in now and (beyond not in floor or beyond in now)):
                        continue
                    after = (to, now - {to} | {beyond} if to in now else now)
                    if after not in seen:
                        seen.add(after)
                        inside.append(after)
    for line in found.states:
        name, _, passages = line.partition("=")
        steps[name.strip()] = {
            (*word.split()[0].split(">"), word.split()[1])  # type: ignore[misc]
            for word in passages.split(",")
            if word.strip()
        }
    names = [line.partition("=")[0].strip() for line in found.states]
    alike = {(one, two) for one in steps for two in steps}
    while True:
        gone = {(one, two) for one, two in alike if not (_answers(steps, alike, one, two))}
        gone |= {(two, one) for one, two in gone}
        if not gone:
            break
        alike -= gone
    reached = [boxes for boxes in steps if not isinstance(boxes, str)]
    return (start, names[0]) in alike and all(any((boxes, name) in alike for boxes in reached) for name in names)


def _answers(steps: dict[Any, set[tuple[str, str, Any]]], alike: set[tuple[Any, Any]], one: Any, two: Any) -> bool:
    """Can the other do whatever this one does, and get to something alike? To turn back is always possible."""
    return all(
        (a == b and (then, two) in alike) or any((a, b, True) == (c, d, (then, x) in alike) for c, d, x in steps[two])
        for a, b, then in steps[one]
    )
