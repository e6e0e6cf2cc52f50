"""Gadgets that somebody walks through: a configuration is what stands on the board without the agent.

For every configuration that can be left behind and every port that the agent may enter at, all ways through are
followed by the rules of the system, and wherever the agent stands on a port it may leave. That gives an automaton whose
steps are passages, *entry > exit*. Its configurations are sorted into classes by bisimulation: two are in one class if
the same passages lead to the same classes. The declared automaton is sorted together with it, so that a declared state
and a configuration that behave in the same way are found in one class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from perfectplay.errors import LimitReached
from perfectplay.gadgets.certificate import WALKED, Certificate, Class, Mishap
from perfectplay.gadgets.gadget import Gadget
from perfectplay.gadgets.places import index_at
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.limits import watch_now

Passage = tuple[str, str]
"""Entry and exit."""
Steps = Mapping[Any, frozenset[tuple[Passage, Any]]]
"""The passages of each state and where they lead; those that lead back where they began without a change are left
out."""
EACH = 512
"""Positions between two looks at the limits."""


class Walk:
    """The board of a gadget, as the agent finds it."""

    def __init__(self, gadget: Gadget) -> None:
        start: Arrangement = gadget.position.state
        self.system, self.layout = gadget.position.system, start.layout
        self.agent, self.floor = gadget.agent, self.system.cells[0]
        self.doors = {port.name: index_at(start, port.when) for port in gadget.ports}
        anything = "".join(symbol for symbol in self.layout.symbols if symbol not in (self.floor, self.agent))
        self.never = [(each, index_at(start, each), each.letters or anything) for each in gadget.never]
        self.start = start.cells.replace(self.agent, self.floor)

    def entered(self, configuration: str, door: int) -> str | None:
        """The board with the agent at a port, None if something stands there."""
        if configuration[door] != self.floor:
            return None
        return configuration[:door] + self.agent + configuration[door + 1 :]

    def shown(self, cells: str) -> str:
        """A configuration as text, with the agent at the first free port, since a board without one cannot be read."""
        if self.agent not in cells:
            inside = (self.entered(cells, door) for door in self.doors.values())
            cells = next((each for each in inside if each is not None), cells)
        return str(self.system.text(Arrangement(self.layout, cells)))


def _note(walk: Walk, cells: str, seen: dict[str, Mishap]) -> None:
    for condition, index, letters in walk.never:
        what = f"{condition} happens"
        if cells[index] in letters and what not in seen:
            seen[what] = Mishap(what, walk.shown(cells))


def automaton(walk: Walk) -> tuple[dict[str, frozenset[tuple[Passage, str]]], dict[str, Mishap], int]:
    """All configurations that can be left behind, with their passages; what should never happen; positions visited."""
    look = watch_now()
    most = look.left().positions
    rules = walk.system.ruleset(walk.layout)
    at = {door: name for name, door in walk.doors.items()}
    found: dict[str, frozenset[tuple[Passage, str]]] = {}
    wrong: dict[str, Mishap] = {}
    todo, visited = [walk.start], 0
    known = {walk.start}
    for configuration in todo:
        look()
        steps = set()
        for entry, door in walk.doors.items():
            inside = walk.entered(configuration, door)
            reached = [inside] if inside is not None else []
            seen = set(reached)
            for cells in reached:
                visited += 1
                if visited % EACH == 0:
                    look()
                if most is not None and visited > most:
                    raise LimitReached(f"limit of {most} positions reached", kind="positions")
                _note(walk, cells, wrong)
                stands = cells.index(walk.agent)
                if stands in at:
                    left = cells.replace(walk.agent, walk.floor)
                    if left not in known:
                        known.add(left)
                        todo.append(left)
                    if at[stands] != entry or left != configuration:
                        steps.add(((entry, at[stands]), left))
                for number in rules.legal(cells):
                    after = rules.apply(number, cells)
                    if after not in seen:
                        seen.add(after)
                        reached.append(after)
        found[configuration] = frozenset(steps)
    return found, wrong, visited


def classes(steps: Steps) -> dict[Any, int]:
    """The coarsest bisimulation: the class of each state, by refinement until nothing is split any more. To turn back
    within a class is no difference, since that can always be done."""
    block = dict.fromkeys(steps, 0)
    while True:
        signs = {state: (block[state], _sign(block, state, leads)) for state, leads in steps.items()}
        numbers = {sign: number for number, sign in enumerate(dict.fromkeys(signs.values()))}
        finer = {state: numbers[sign] for state, sign in signs.items()}
        if len(numbers) == len(set(block.values())):
            return finer
        block = finer


def _sign(block: Mapping[Any, int], state: Any, leads: Iterable[tuple[Passage, Any]]) -> frozenset[Any]:
    return frozenset(
        (passage, block[then]) for passage, then in leads if passage[0] != passage[1] or block[then] != block[state]
    )


def declared(gadget: Gadget) -> Steps:
    return {state.name: frozenset(((a, b), then) for a, b, then in state.passages) for state in gadget.states}


def certify(gadget: Gadget) -> tuple[Certificate, int]:
    """The certificate, and how many positions were visited."""
    walk = Walk(gadget)
    found, wrong, visited = automaton(walk)
    said = {("declared", name): _tagged(leads, "declared") for name, leads in declared(gadget).items()}
    done = {("board", cells): _tagged(leads, "board") for cells, leads in found.items()}
    block = classes({**said, **done})
    called: dict[int, str] = {}
    for _, name in said:
        called.setdefault(block["declared", name], name)
    quotient: dict[int, list[str]] = {}
    for _, cells in done:
        quotient.setdefault(block["board", cells], []).append(cells)
    others = [number for number in quotient if number not in called]
    called |= {number: str(place) for place, number in enumerate(others, 1)}
    known = {block["declared", name] for _, name in said}
    made = tuple(
        Class(
            called[number],
            number in known,
            len(members),
            tuple(
                sorted(
                    f"{a}>{b} {called[then]}"
                    for (a, b), then in _sign(block, ("board", members[0]), done["board", members[0]])
                )
            ),
            walk.shown(members[0]),
        )
        for number, members in quotient.items()
    )
    first = gadget.states[0].name
    if block["declared", first] == block["board", walk.start]:
        idle = [name for _, name in said if block["declared", name] not in quotient]
        missing = [f"state {name}: declared, but the gadget is never in it" for name in idle]
    else:
        missing = _differences(gadget, made[0])
    mishaps = tuple(wrong.values())
    return Certificate(WALKED, len(found), mishaps=mishaps, automaton=made, missing=tuple(missing)), visited


def _tagged(leads: Iterable[tuple[Passage, Any]], tag: str) -> frozenset[tuple[Passage, Any]]:
    return frozenset((passage, (tag, then)) for passage, then in leads)


def _differences(gadget: Gadget, start: Class) -> list[str]:
    """Why the board is not in the first declared state: the passages that one of them has and the other lacks; if these
    are the same, they lead to states that differ."""
    first = gadget.states[0]
    could = {passage.partition(" ")[0] for passage in start.passages}
    should = {f"{a}>{b}" for a, b, then in first.passages if a != b or then != first.name}
    faults = {each: "declared, but impossible" for each in sorted(should - could)}
    faults |= {each: "possible, but not declared" for each in sorted(could - should)}
    said = [f"state {first.name}: {each} is {fault}, as in {start.shown}" for each, fault in faults.items()]
    if not said:
        leads = ", ".join(start.passages) or "no passages"
        said = [f"state {first.name}: the states behind its passages differ from the declared ones: {leads}"]
    return said
