"""Checks of certificates: the configurations of a gadget are gone through once more, by the plain rules.

Constraint graphs are oriented edge by edge, pieces are moved by ``legal``, somebody who walks about is followed from
every port, and completions are found again and every other one is refuted. Nothing of :mod:`perfectplay.gadgets` that
enumerates is used here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from perfectplay.checks.filled import REFUTATION, fault_of, refutation_fails
from perfectplay.checks.verdict import Fields, Finding, Room, TooMany, not_checked, refuted, settled
from perfectplay.constraints.base import true_in
from perfectplay.errors import PerfectPlayError
from perfectplay.gadgets.certificate import FILLED, MOVED, WALKED, Certificate
from perfectplay.gadgets.gadget import Gadget, read_gadget
from perfectplay.gadgets.places import GRAPH, PAPER, PASSAGES, Condition, atoms_at
from perfectplay.players import Player
from perfectplay.result import Result

State = Any
INNER = (([1, 1, 2], 2), ([2, 2, 2], 2))
"""The weights and the minimum inflow of an AND and of an OR."""


class OneWay(Exception):
    """A move that cannot be taken back."""


def check_certificate(result: Result[Any], room: Room) -> Fields:
    gadget, found = result.position.state, result.answer
    how = {PASSAGES: WALKED, PAPER: FILLED}.get(gadget.way, MOVED)
    if found.by != how:
        return {"answer": refuted(f"ports of this gadget are not certified by {found.by}")}
    if found.parsimonious != gadget.parsimonious:
        return {"answer": refuted("whether it is said to be parsimonious is written in the gadget")}
    check = {WALKED: _walked, FILLED: _filled, MOVED: _moved}[how]
    try:
        finding = check(gadget, found, room)
    except TooMany:
        return {"answer": not_checked(room.excuse)}
    except OneWay:
        return {"answer": refuted("a move cannot be taken back, so that components mean nothing")}
    fields = {"answer": finding}
    if found.smallest is not None:
        fields["answer.smallest"] = _smaller(gadget, found.smallest, room)
    return fields


def same_states(gadget: Gadget, found: Certificate, counted: Mapping[int, tuple[int, int]]) -> str:
    """What is wrong with the port states of a certificate, given configurations and components of each."""
    told = [gadget.state_of(state.out) for state in found.states]
    if told != sorted(gadget.declared | counted.keys()):
        return "other port states are possible or declared"
    for number, state in zip(told, found.states, strict=True):
        if gadget.out(number) != state.out or state.declared != (number in gadget.declared):
            return "a port state is declared, or is not, unlike the certificate says"
        if (state.configurations, state.components) != counted.get(number, (0, 0)):
            return f"recounted, {', '.join(state.out) or 'nothing'} out differs"
        if bool(state.shown) != (not state.declared):
            return "a configuration is shown just where a port state is not declared"
    if found.configurations != sum(number for number, _ in counted.values()):
        return "recounted, there are more or fewer configurations"
    return ""


# ports that move ----------------------------------------------------------------------------------------------------


@dataclass
class Moving:
    """How a gadget's configurations change, plainly."""

    starts: Iterable[State]
    after: Callable[[State], Iterable[State]]
    holds: Callable[[State, Condition], bool]
    read: Callable[[str], State]


def _moving(gadget: Gadget, room: Room) -> Moving:
    system: Any = gadget.position.system
    if gadget.way == GRAPH:
        start = gadget.position.state
        graph = start.graph

        def points_out(state: State, condition: Condition) -> bool:
            """The edge at a port, or the first one inside between two vertices ``u>w``, points to the last of them."""
            *tail, head = map(graph.number, condition.place.split(">"))
            edge = min(edge for edge in graph.at[head] if not tail or {*tail, head} == set(graph.edges[edge][:2]))
            return head in state.heads(edge)

        def turned(state: State) -> Iterator[State]:
            return (state.turned([edge]) for edge in range(len(graph.edges)) if state.may_turn(edge))

        return Moving(_legal(start, room), turned, points_out, lambda text: system.load(text).state)

    def moved(state: State) -> Iterator[State]:
        return (step.state for player in Player for step in system.legal(state, player))

    def stands(state: State, condition: Condition) -> bool:
        """The letter on the cell, as the board's text has it."""
        cell = state.board.cell(condition.place)
        free: str = system.blanks[0] if hasattr(system, "lettered") else system.cells[0]
        here: str = system.lettered(state).get(cell, free) if hasattr(system, "lettered") else state[cell]
        return here in condition.letters if condition.letters else here != free

    return Moving([gadget.position.state], moved, stands, lambda text: system.load(text).state)


def _legal(start: State, room: Room) -> Iterator[State]:
    """All legal configurations of a constraint graph: edges are given directions one after the other, and a vertex all
    of whose edges have one must have its inflow."""
    graph = start.graph
    last = [max(edges, default=-1) for edges in graph.at]
    ready: dict[int, list[int]] = defaultdict(list)
    for vertex, edge in enumerate(last):
        ready[edge].append(vertex)

    def enough(arrows: str, vertex: int) -> bool:
        inflow = 0
        for edge in graph.at[vertex]:
            first, second, weight, _ = graph.edges[edge]
            if first == second or (second if arrows[edge] == ">" else first) == vertex:
                inflow += weight
        low: int = graph.minima[vertex]
        return inflow >= low

    todo, number = [""], 0
    while todo:
        number += 1
        if number % 256 == 0:
            room.watch()
        arrows = todo.pop()
        if not all(enough(arrows, vertex) for vertex in ready[len(arrows) - 1]):
            continue
        if len(arrows) == len(graph.edges):
            yield type(start)(graph, arrows)
        else:
            todo += [arrows + "<", arrows + ">"]


@dataclass
class Figures:
    """All configurations of a gadget, by port state."""

    after: dict[State, list[State]]
    within: dict[State, int]
    """The ports that are out, and above them what must never happen, as bits."""
    part: dict[State, int]
    """The component of each configuration."""
    counted: dict[int, tuple[int, int]]
    """Configurations and components of each port state."""
    lacking: dict[tuple[int, int], set[int]]
    """By port state and port: the components that lack a flip which the relation allows."""
    jumps: set[tuple[int, int]]
    """Port states between which one move turns several ports."""
    slips: set[tuple[int, int]]
    """Port states in which something that is remembered changes although it is held, and what."""


def _figures(gadget: Gadget, moving: Moving, room: Room) -> Figures:
    ports = len(gadget.seen)
    mask = (1 << ports) - 1
    conditions = [*(port.when for port in gadget.seen), *gadget.never]
    after: dict[State, list[State]] = {}
    todo = list(dict.fromkeys(_few(moving.starts, room)))
    known = set(todo)
    while todo:
        state = todo.pop()
        after[state] = list(moving.after(state))
        fresh = [each for each in dict.fromkeys(after[state]) if each not in known]
        known.update(fresh)
        todo += fresh
        room.hold(len(known))
    if any(state not in after[other] for state, others in after.items() for other in others):
        raise OneWay
    within = {
        state: sum(1 << n for n, condition in enumerate(conditions) if moving.holds(state, condition))
        for state in after
    }
    part = _components(after, within)
    parts: dict[int, set[int]] = defaultdict(set)
    flips: dict[int, set[int]] = defaultdict(set)
    number: dict[int, int] = defaultdict(int)
    jumps = set()
    for state, here in within.items():
        low = here & mask
        parts[low].add(part[state])
        number[low] += 1
        for there in {within[each] & mask for each in after[state]} - {low}:
            changed = low ^ there
            if changed & (changed - 1):
                jumps.add((low, there))
            else:
                flips[part[state]].add(changed.bit_length() - 1)
    never = any(here > mask for here in within.values())  # then flips are not looked at
    lacking = {
        (low, port): {each for each in parts[low] if port not in flips[each]}
        for low in gadget.declared & number.keys()
        for port in range(ports)
        if low ^ (1 << port) in gadget.declared and not never and not _is_held(gadget, low, port)
    }
    counted = {low: (number[low], len(parts[low])) for low in number}
    slips = {
        (low, port)
        for low, those in parts.items()
        for port in range(len(gadget.ports), ports)
        if not never and _is_held(gadget, low, port) and any(port in flips[each] for each in those)
    }
    return Figures(after, within, part, counted, lacking, jumps, slips)


def _is_held(gadget: Gadget, state: int, number: int) -> bool:
    """May what is remembered not change in this port state?"""
    for name, formula in gadget.held:
        for here in (state, state ^ (1 << number)):
            values = {other: here >> place & 1 for place, other in enumerate(gadget.names)}
            if name == gadget.names[number] and formula.evaluate(values):
                return True
    return False


def _moved(gadget: Gadget, found: Certificate, room: Room) -> Finding:
    if found.automaton or found.missing:
        return refuted("nobody walks through")
    moving = _moving(gadget, room)
    told = _figures(gadget, moving, room)
    mask = (1 << len(gadget.seen)) - 1
    fault = same_states(gadget, found, told.counted)
    if fault:
        return refuted(fault)
    flips = [(gadget.state_of(flip.out), gadget.names.index(flip.port), flip.components) for flip in found.flips]
    if flips != sorted((low, port, len(who)) for (low, port), who in told.lacking.items() if who):
        return refuted("recounted, the missing flips differ")
    try:
        for flip, (low, port, _) in zip(found.flips, flips, strict=True):
            if told.part.get(moving.read(flip.shown)) not in told.lacking[low, port]:
                return refuted(f"{flip.port} is not stuck there")
        for each in found.states:
            shown = moving.read(each.shown) if each.shown else None
            if each.shown and (shown not in told.within or told.within[shown] & mask != gadget.state_of(each.out)):
                return refuted("the configuration shown has another port state, or is none")
        fault = _mishaps(gadget, found, moving, told)
    except PerfectPlayError as error:
        return refuted(f"a configuration cannot be read: {error}")
    return settled(not fault, f"went through {len(told.after)} configurations by the plain rules", fault)


def _few(states: Iterable[State], room: Room) -> Iterator[State]:
    for number, state in enumerate(states, 1):
        room.hold(number)
        yield state


def _components(after: Mapping[State, list[State]], within: Mapping[State, int]) -> dict[State, int]:
    """The component of each state: moves may be one-way, so neighbours in both directions count."""
    near: dict[State, list[State]] = defaultdict(list)
    for state, others in after.items():
        for other in others:
            if within[other] == within[state]:
                near[state].append(other)
                near[other].append(state)
    part: dict[State, int] = {}
    for number, state in enumerate(after):
        todo = [state] if state not in part else []
        for each in todo:
            if each not in part:
                part[each] = number
                todo += [other for other in near[each] if other not in part]
    return part


def _mishaps(gadget: Gadget, found: Certificate, moving: Moving, told: Figures) -> str:
    within, after = told.within, told.after
    mask = (1 << len(gadget.seen)) - 1
    happens = {
        f"{condition} happens": 1 << (len(gadget.seen) + n)
        for n, condition in enumerate(gadget.never)
        if any(here >> (len(gadget.seen) + n) & 1 for here in within.values())
    }
    moves = {turn_of(gadget, a, b): (a, b) for a, b in told.jumps}
    for low, port in told.slips:
        out = ", ".join(gadget.out(low)) or "nothing"
        moves[f"with {out} out, {gadget.names[port]} turns although it is held"] = (low, low ^ (1 << port))
    if sorted(each.what for each in found.mishaps) != sorted([*happens, *moves]):
        return "recounted, other things happen that must not"
    for each in found.mishaps:
        state = moving.read(each.shown)
        if state not in within:
            return "a configuration is shown that is none"
        if each.what in happens and not within[state] & happens[each.what]:
            return f"{each.what} does not hold there"
        if each.what in moves:
            a, b = moves[each.what]
            if within[state] & mask != a or not any(within[other] & mask == b for other in after[state]):
                return f"{each.what} is not possible there"
    return ""


def turn_of(gadget: Gadget, before: int, after: int) -> str:
    """Several ports that turn in one move."""
    changed = gadget.out(before ^ after)
    return f"with {', '.join(gadget.out(before)) or 'nothing'} out, {' and '.join(changed)} turn in one move"


# completions --------------------------------------------------------------------------------------------------------


def _filled(gadget: Gadget, found: Certificate, room: Room) -> Finding:
    """All completions are found again; each obeys the rules, and a refutation of any other is checked."""
    if found.flips or found.mishaps or found.automaton or found.missing:
        return refuted("nothing moves in a pencil puzzle")
    position, system = gadget.position, gadget.position.system
    given = [atoms_at(position, condition) for condition in gadget.given]
    ports = [atoms_at(position, port.when) for port in gadget.ports]
    poster = system.posted(position.state)
    for each in given:
        poster.clauses.append(poster.lits(each))
    lits = poster.answer_lits()
    (raw, complete, _, _), _ = poster.model.solutions(lits, room.most, room.watch.control())
    if not complete:
        raise TooMany
    answers = [poster.read(solution) for solution in raw]
    fault = fault_of(position, [system.filled(position, each) for each in answers])
    if not fault and any(not any(true_in(answer, atom) for atom in each) for answer in answers for each in given):
        fault = "a completion lacks what is given"
    if fault:
        return refuted(fault)
    counted: dict[int, tuple[int, int]] = {}
    for answer in answers:
        state = sum(1 << n for n, port in enumerate(ports) if any(true_in(answer, atom) for atom in port))
        counted[state] = (counted.get(state, (0, 0))[0] + 1, 0)
    fault = same_states(gadget, found, counted)
    if fault:
        return refuted(fault)
    for told in found.states:
        if told.shown:
            try:
                answer = dict(system.filled(position, told.shown))
            except PerfectPlayError as error:
                return refuted(f"a completion cannot be read: {error}")
            state = sum(1 << n for n, port in enumerate(ports) if any(true_in(answer, atom) for atom in port))
            if answer not in answers or state != gadget.state_of(told.out):
                return refuted("the completion shown has other port values, or is none")
    again = system.posted(position.state)
    for each in given:
        again.clauses.append(again.lits(each))
    fault = refutation_fails(again, again.answer_lits(), [again.written(answer) for answer in answers], None)
    return settled(not fault, f"found {len(answers)} completions again, each by the rules, and {REFUTATION}", fault)


# passages -----------------------------------------------------------------------------------------------------------


@dataclass
class Walked:
    """What somebody who walks through can do, configuration by configuration."""

    leads: dict[State, set[tuple[str, str, State]]] = field(default_factory=dict)
    inside: set[State] = field(default_factory=set)
    """Positions with somebody in them."""
    happens: set[str] = field(default_factory=set)


def _walked(gadget: Gadget, found: Certificate, room: Room) -> Finding:
    """The automaton of all configurations is made anew, one passage at a time, and the certificate's automaton must be
    its quotient: a map of configurations to classes under which every passage is that of its class."""
    system, start = gadget.position.system, gadget.position.state
    doors = {port.name: start.board.cell(port.when.place) for port in gadget.ports}
    agent, floor = gadget.agent, system.cells[0]

    def put(state: State, cell: Hashable, symbol: str) -> State:
        index = state.board.index[cell]
        return type(state)(state.layout, state.cells[:index] + symbol + state.cells[index + 1 :])

    def without(state: State) -> State:
        return put(state, state.board.cells[state.cells.index(agent)], floor)

    walked, visited = Walked(), 0
    todo = [without(start)]
    while todo:
        bare = todo.pop()
        if bare in walked.leads:
            continue
        walked.leads[bare] = set()
        for entry, door in doors.items():
            if bare[door] != floor:
                continue
            inside = {put(bare, door, agent)}
            fresh = list(inside)
            while fresh:
                state = fresh.pop()
                visited += 1
                room.hold(visited)
                for condition in gadget.never:
                    here = state[state.board.cell(condition.place)]
                    if here in condition.letters or (not condition.letters and here not in (floor, agent)):
                        walked.happens.add(f"{condition} happens")
                for leaving, cell in doors.items():
                    if state[cell] == agent:
                        walked.leads[bare].add((entry, leaving, without(state)))
                        todo.append(without(state))
                for step in system.legal(state, Player.LEFT):
                    if step.state not in inside:
                        inside.add(step.state)
                        fresh.append(step.state)
            walked.inside |= inside
    if {each.what for each in found.mishaps} != walked.happens or len(found.mishaps) != len(walked.happens):
        return refuted("recounted, other things happen that must not")
    if found.states or found.flips:
        return refuted("passages have no port states")
    fault = _quotient(gadget, found, walked, without(start), lambda text: without(system.load(text).state))
    if not fault:
        fault = _shown_mishaps(gadget, found, system, walked)
    return settled(not fault, f"walked through {len(walked.leads)} configurations by the plain rules", fault)


def _shown_mishaps(gadget: Gadget, found: Certificate, system: Any, walked: Walked) -> str:
    """A position that is shown can be reached, and has what it is shown for."""
    for each in found.mishaps:
        condition = next(condition for condition in gadget.never if f"{condition} happens" == each.what)
        try:
            state = system.load(each.shown).state
        except PerfectPlayError as error:
            return f"a configuration cannot be read: {error}"
        here = state[state.board.cell(condition.place)] if state in walked.inside else system.cells[0]
        if here not in (condition.letters or here) or here == system.cells[0]:
            return f"{each.what} does not hold there, or nobody gets there"
    return ""


def _quotient(gadget: Gadget, found: Certificate, walked: Walked, start: State, read: Callable[[str], State]) -> str:
    """What is wrong with an automaton as the quotient of all configurations."""
    if found.configurations != len(walked.leads):
        return "recounted, there are more or fewer configurations"
    declared = {
        state.name: {(a, b, then) for a, b, then in state.passages if a != b or then != state.name}
        for state in gadget.states
    }
    alike = _alike(walked.leads, declared)
    classes: dict[State, int] = {}
    try:
        shown = [read(each.shown) for each in found.automaton]
    except PerfectPlayError as error:
        return f"a configuration cannot be read: {error}"
    for state in walked.leads:
        own = [number for number, other in enumerate(shown) if ("", state, "", other) in alike]
        if len(own) != 1:
            return "the states of the automaton are not the classes of configurations"
        classes[state] = own[0]
    names = [each.name for each in found.automaton]
    if len(set(names)) != len(names) or not shown or classes.get(start) != 0:
        return "the automaton does not begin with the board, or names a state twice"
    for number, each in enumerate(found.automaton):
        if sum(own == number for own in classes.values()) != each.configurations:
            return f"recounted, state {each.name} differs"
        leads = {
            f"{a}>{b} {names[classes[then]]}"
            for a, b, then in walked.leads[shown[number]]
            if a != b or classes[then] != number
        }
        if tuple(sorted(leads)) != each.passages:
            return f"the passages of state {each.name} differ"
        same = [name for name in declared if ("", shown[number], name, None) in alike]
        others = sum(not earlier.declared for earlier in found.automaton[: number + 1])
        if each.declared != bool(same) or each.name != (same[0] if same else str(others)):
            return f"state {each.name} is not the declared one of that name"
    holds = ("", start, gadget.states[0].name, None) in alike
    idle = [name for name in declared if not any(("", state, name, None) in alike for state in shown)]
    if bool(found.missing) != (not holds or bool(idle)):
        return "whether the automaton is the declared one is told wrongly"
    return "" if list(found.missing) == _reasons(gadget, found, holds, idle) else "the reasons differ"


def _reasons(gadget: Gadget, found: Certificate, holds: bool, idle: list[str]) -> list[str]:
    """In what the declared automaton differs, in the words of a certificate."""
    first, board = gadget.states[0], found.automaton[0]
    if holds:
        return [f"state {name}: declared, but the gadget is never in it" for name in idle]
    could = {passage.split()[0] for passage in board.passages}
    should = {f"{a}>{b}" for a, b, then in first.passages if (a, then) != (b, first.name)}
    said = [
        f"state {first.name}: {each} is {words}, as in {board.shown}"
        for words, those in (
            ("declared, but impossible", should - could),
            ("possible, but not declared", could - should),
        )
        for each in sorted(those)
    ]
    leads = ", ".join(board.passages) or "no passages"
    return said or [f"state {first.name}: the states behind its passages differ from the declared ones: {leads}"]


def _alike(leads: Mapping[State, Any], declared: Mapping[str, Any]) -> set[tuple[Any, ...]]:
    """Which configurations behave like each other, and like which declared states: the largest relation in which each
    answers every passage of the other; to turn back without a visible change is always possible. By removal of pairs
    until none has to go."""
    nodes: dict[Any, set[tuple[str, str, Any]]] = {("", state): set() for state in leads}
    for state, steps in leads.items():
        nodes["", state] = {(a, b, ("", then)) for a, b, then in steps}
    for name, steps in declared.items():
        nodes[name, None] = {(a, b, (then, None)) for a, b, then in steps}
    pairs = {(one, two) for one in nodes for two in nodes}

    def answered(one: Any, two: Any) -> bool:
        return all(
            (a == b and (then, two) in pairs)
            or any((a, b) == (c, d) and (then, other) in pairs for c, d, other in nodes[two])
            for a, b, then in nodes[one]
        )

    while True:
        gone = {(one, two) for one, two in pairs if not (answered(one, two) and answered(two, one))}
        if not gone:
            break
        pairs -= gone | {(two, one) for one, two in gone}
    return {(*one, *two) for one, two in pairs}


# smaller gadgets ----------------------------------------------------------------------------------------------------


def _smaller(gadget: Gadget, text: str, room: Room) -> Finding:
    """The gadget that was found has the same ports and relation, consists of ANDs and ORs, and is exact."""
    if not text:
        return not_checked("that there is none")
    try:
        other = read_gadget(text)
    except PerfectPlayError as error:
        return refuted(f"it cannot be read: {error}")
    if other.names != gadget.names or other.relation != gadget.relation or other.way != GRAPH:
        return refuted("it has other ports, or another relation")
    graph = other.position.state.graph
    for vertex, name in enumerate(graph.vertices):
        if name not in other.names and (sorted(graph.weights_at(vertex)), graph.minima[vertex]) not in INNER:
            return refuted(f"{name} is neither an AND nor an OR")
    moving = _moving(other, room)
    told = _figures(other, moving, room)
    if told.counted.keys() != other.declared or any(told.lacking.values()):
        return refuted("it is not exact")
    return not_checked("it is exact; that none is smaller")
