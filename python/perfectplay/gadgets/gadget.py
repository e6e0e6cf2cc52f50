"""A gadget: a board with ports, and what is said about them. As text, a file of lines ``key: value``:

    name: straight
    about: a wire of cars
    system: rush_hour
    ports: W=a2:. E=m2:.
    never: b2:. l2:.
    relation: ~(W & E)
    board:
      xxxxxxxxxxxxx
      wwAAABBBCC.XX
      xxxxxxxxxxxxx

``about``, ``set``, ``relation`` and ``state`` may be repeated; several relations hold together. ``set`` is an option of
the system, ``misere=true``. A line that begins with ``#`` is a comment, except in the board, which comes last and goes
on to the end; its rows may be indented by two blanks.

A port is ``name=place:letters``: it is *out* (in a pencil puzzle: true) if one of these letters stands on that place,
or, without letters, if anything stands there. In a constraint graph it is ``name=vertex``, or the name alone if the
vertex has that name; the vertex has one edge, and the port is out if that edge points to it. ``never`` lists what must
not happen in any configuration, ``given`` what is known of the cells of a pencil puzzle. ``relation`` is a formula over
the ports (:mod:`perfectplay.formulas`), true for the port states that are to be possible.

A gadget that remembers something has ``memory: v=u>w``, what it remembers: an edge inside, true if it points to w, or a
place on the board like that of a port. The relation speaks of it as of ports, and lines ``held: v = a | b`` say when it
does not change: never while that holds before or afterwards, and always otherwise, if the relation allows it.

Where somebody walks about, ``agent`` is the letter for that, ports are places where the agent enters and leaves, and in
place of a relation there are lines ``state: open = W>E shut, E>E shut``: in state ``open`` whoever enters at W can
leave at E, and the gadget is then in state ``shut``. The first state is that of the board. To leave by where one has
entered without a change is always possible, and not declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NoReturn

from perfectplay.errors import ParseError, UnknownSystem, quote
from perfectplay.formulas import Formula
from perfectplay.gadgets.places import GRAPH, PAPER, PASSAGES, Condition, check_place, index_at, way_of
from perfectplay.position import Position, changed_options

MOST_PORTS = 12
"""All port states are listed."""
KEYS = (
    *("name", "about", "system", "set", "ports", "memory", "agent", "never", "given", "relation", "held", "state"),
    "parsimonious",
)
REPEATED = ("about", "set", "relation", "held", "state")
INDENT = "  "
_NAME = r"[A-Za-z_][A-Za-z0-9_']*"
_PORT = re.compile(rf"({_NAME})(?:=([A-Za-z0-9_]+)(?::(\S+))?)?")
_MEMORY = re.compile(rf"({_NAME})=([A-Za-z0-9_]+(?:>[A-Za-z0-9_]+)?)(?::(\S+))?")
_CONDITION = re.compile(r"([A-Za-z0-9_]+)(?::(\S+))?")
_PASSAGE = re.compile(rf"({_NAME})>({_NAME})[ \t]+({_NAME})")


@dataclass(frozen=True)
class Port:
    name: str
    when: Condition
    """When it is out."""

    def __str__(self) -> str:
        return self.name if self.when == Condition(self.name) else f"{self.name}={self.when}"


@dataclass(frozen=True)
class Behaviour:
    """A state of a gadget that is walked through, and its passages: entry, exit, state afterwards."""

    name: str
    passages: tuple[tuple[str, str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.name} = {', '.join(f'{a}>{b} {then}' for a, b, then in self.passages)}".rstrip()


@dataclass(frozen=True)
class Gadget:
    name: str
    position: Position
    ports: tuple[Port, ...]
    relation: tuple[Formula, ...] = ()
    states: tuple[Behaviour, ...] = ()
    about: tuple[str, ...] = ()
    never: tuple[Condition, ...] = ()
    given: tuple[Condition, ...] = ()
    agent: str = ""
    parsimonious: bool = False
    """Has each port state exactly one completion?"""
    memory: tuple[Port, ...] = ()
    """What is remembered inside, and seen by the relation like a port."""
    held: tuple[tuple[str, Formula], ...] = ()
    """When which of that does not change."""

    @cached_property
    def way(self) -> str:
        """What its ports are: edges of a ``graph``, ``pieces``, ``passages``, or cells on ``paper``."""
        return way_of(self.position, self.agent)

    @cached_property
    def seen(self) -> tuple[Port, ...]:
        """What a port state tells: the ports, and what is remembered."""
        return self.ports + self.memory

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(port.name for port in self.seen)

    @cached_property
    def declared(self) -> frozenset[int]:
        """The port states of the relation; in each, bit p says that port p is out."""
        found = set()
        for values in product((False, True), repeat=len(self.seen)):
            given = dict(zip(self.names, values, strict=True))
            if all(formula.evaluate(given) for formula in self.relation):
                found.add(sum(1 << number for number, value in enumerate(values) if value))
        return frozenset(found)

    def out(self, state: int) -> tuple[str, ...]:
        """The ports that are out in a port state."""
        return tuple(name for number, name in enumerate(self.names) if state >> number & 1)

    def state_of(self, out: tuple[str, ...]) -> int:
        return sum(1 << self.names.index(name) for name in out)

    def holds(self, state: int, number: int) -> bool:
        """Is what is remembered under this number held in a port state?"""
        given = {name: bool(state >> place & 1) for place, name in enumerate(self.names)}
        return any(formula.evaluate(given) for name, formula in self.held if name == self.names[number])

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        system = self.position.system
        yield f"name: {self.name}"
        yield from (f"about: {line}" for line in self.about)
        yield f"system: {system.key}"
        yield from (f"set: {name}={str(value).lower()}" for name, value in changed_options(system).items())
        yield f"ports: {' '.join(map(str, self.ports))}"
        if self.memory:
            yield f"memory: {' '.join(map(str, self.memory))}"
        if self.agent:
            yield f"agent: {self.agent}"
        if self.never:
            yield f"never: {' '.join(map(str, self.never))}"
        if self.given:
            yield f"given: {' '.join(map(str, self.given))}"
        yield from (f"relation: {formula}" for formula in self.relation)
        yield from (f"held: {name} = {formula}" for name, formula in self.held)
        yield from (f"state: {state}" for state in self.states)
        if self.parsimonious:
            yield "parsimonious: yes"
        yield "board:"
        yield from (INDENT + row for row in self._rows())

    def _rows(self) -> list[str]:
        """The rows of the board one below the other, where that can be read; otherwise its text as it is."""
        text = str(self.position)
        rows = text.replace(" -> ", "|-> ").split("|")
        try:
            whole = len(rows) > 1 and self.position.system.load("\n".join(rows)) == self.position
        except ParseError:
            whole = False
        return rows if whole else [text]


@dataclass(frozen=True)
class _Line:
    """The value of a line, and where it begins."""

    value: str
    row: int
    column: int

    def error(self, what: str, offset: int = 0, expected: str | None = None) -> ParseError:
        return ParseError(what, self.row, self.column + offset, expected)

    def words(self) -> Iterator[_Line]:
        for word in re.finditer(r"\S+", self.value):
            yield _Line(word[0], self.row, self.column + word.start())


def read_gadget(text: str) -> Gadget:
    """The gadget of a text form."""
    return _Reading(text).gadget()


class _Reading:
    def __init__(self, text: str) -> None:
        self.found: dict[str, list[_Line]] = {}
        self.rows: list[str] = []
        self.first = 0
        """The row of the text in which the board begins."""
        lines = text.splitlines()
        for row, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            key, colon, value = line.partition(":")
            if key == "board" and colon:
                self._board(lines[row:], value, row)
                return
            if key not in KEYS or not colon:
                what = f"unexpected {quote(key if colon else line)}"
                raise ParseError(what, row, 1, f"one of {', '.join(KEYS)} or board, followed by ':'")
            if key in self.found and key not in REPEATED:
                raise ParseError(f"{key} twice", row, 1)
            column = len(key) + 2 + len(value) - len(value.lstrip())
            self.found.setdefault(key, []).append(_Line(value.strip(), row, column))
        self._missing("board")

    def _board(self, rows: list[str], beside: str, row: int) -> None:
        if beside.strip():
            raise ParseError(
                f"unexpected {quote(beside.strip())}", row, len("board:") + 1, "the board in the next lines"
            )
        while rows and not rows[-1].strip():
            rows = rows[:-1]
        if not rows:
            self._missing("board")
        indented = all(line.startswith(INDENT) or not line for line in rows)
        self.rows = [line[len(INDENT) :] for line in rows] if indented else rows
        self.first, self.margin = row + 1, len(INDENT) if indented else 0

    def _missing(self, key: str) -> NoReturn:
        raise ParseError(f"no {key}", expected=f"a line that begins with '{key}:'")

    def _line(self, key: str) -> _Line:
        return self.found[key][0] if key in self.found else self._missing(key)

    def _lines(self, key: str) -> list[_Line]:
        return self.found.get(key, [])

    def gadget(self) -> Gadget:
        name = self._line("name")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name.value):
            raise name.error(f"unexpected {quote(name.value)}", expected="a name of small letters, digits and _")
        position = self._position()
        agent = self._agent()
        try:
            way = way_of(position, agent)
        except ParseError as error:
            raise self._line("system").error(error.what, expected=error.expected) from None
        ports = tuple(self._ports())
        memory = tuple(self._memory({port.name for port in ports}))
        self._check_places(way, position, agent)
        names = [port.name for port in ports + memory]
        relation = tuple(self._formula(line, names) for line in self._lines("relation"))
        states = tuple(self._behaviours(names))
        if agent:
            self._only("relation", "lines that begin with 'state:', because there is an agent")
            if not states:
                self._missing("state")
        else:
            self._only("state", "an agent, who goes through the gadget")
            if not relation:
                self._missing("relation")
        return Gadget(
            name.value,
            position,
            ports,
            relation,
            states,
            tuple(line.value for line in self._lines("about")),
            tuple(self._conditions("never")),
            tuple(self._conditions("given")),
            agent,
            self._yes("parsimonious"),
            memory,
            tuple(self._held([port.name for port in memory], names)),
        )

    def _check_places(self, way: str, position: Position, agent: str) -> None:
        """Everything that is said about places can be said there."""
        for key in ("never",) if way in (GRAPH, PAPER) else ():
            self._only(key, "a puzzle of moves")
        for key in ("given", "parsimonious") if way != PAPER else ():
            self._only(key, "a pencil puzzle")
        for key in ("memory", "held") if way in (PAPER, PASSAGES) else ():
            self._only(key, "ports that move")
        if way in (GRAPH, PAPER) and agent:
            self._only("agent", "a puzzle of moves")
        for key in ("ports", "memory", "never", "given"):
            for word in (word for line in self._lines(key) for word in line.words()):
                _, _, condition = word.value.rpartition("=")
                place, _, letters = condition.partition(":")
                try:
                    check_place(way, position, Condition(place, letters), agent)
                except ParseError as error:
                    raise word.error(error.what, word.value.rfind("=") + 1, error.expected) from None
        if way == GRAPH and set(position.state.arrows) - {"-"}:
            directed = zip(position.state.graph.names, position.state.arrows, strict=True)
            name = next(name for name, arrow in directed if arrow != "-")
            raise ParseError(f"{name} has a direction", self.first, None, "none: all of them are gone through")
        if agent and way not in (GRAPH, PAPER):
            self._check_agent(position, agent)

    def _check_agent(self, position: Position, agent: str) -> None:
        line, cells = self._line("agent"), position.state.cells
        if agent not in position.state.layout.symbols:
            raise line.error(f"no {quote(agent)} in {position.system.title}")
        doors = [index_at(position.state, port.when) for port in self._ports()]
        if cells.count(agent) != 1 or cells.index(agent) not in doors:
            raise line.error(f"{quote(agent)} stands elsewhere", expected="it on one of the ports")

    def _only(self, key: str, expected: str) -> None:
        for line in self._lines(key):
            raise ParseError(f"unexpected {key}", line.row, 1, expected)

    def _yes(self, key: str) -> bool:
        for line in self._lines(key):
            if line.value not in ("yes", "no"):
                raise line.error(f"unexpected {quote(line.value)}", expected="yes or no")
            return line.value == "yes"
        return False

    def _agent(self) -> str:
        for line in self._lines("agent"):
            if len(line.value) != 1:
                raise line.error(f"unexpected {quote(line.value)}", expected="one letter")
            return line.value
        return ""

    def _ports(self) -> Iterator[Port]:
        seen: set[str] = set()
        for word in self._line("ports").words():
            match = _PORT.fullmatch(word.value)
            if not match:
                raise word.error(f"unexpected {quote(word.value)}", expected="a port such as N or W=a5:.")
            if match[1] in seen:
                raise word.error(f"port {match[1]} twice")
            if len(seen) == MOST_PORTS:
                raise word.error("too many ports", expected=f"at most {MOST_PORTS}")
            seen.add(match[1])
            yield Port(match[1], Condition(match[2] or match[1], match[3] or ""))
        if not seen:
            raise self._line("ports").error("no port", expected="at least one")

    def _memory(self, seen: set[str]) -> Iterator[Port]:
        for word in (word for line in self._lines("memory") for word in line.words()):
            match = _MEMORY.fullmatch(word.value)
            if not match:
                raise word.error(f"unexpected {quote(word.value)}", expected="memory such as v=u>w or v=a5:.")
            if match[1] in seen:
                raise word.error(f"{match[1]} twice")
            if len(seen) == MOST_PORTS:
                raise word.error("too much memory", expected=f"at most {MOST_PORTS} with the ports")
            seen.add(match[1])
            yield Port(match[1], Condition(match[2], match[3] or ""))

    def _held(self, memory: list[str], names: list[str]) -> Iterator[tuple[str, Formula]]:
        for line in self._lines("held"):
            head, tail = _split(line, "=")
            if head.value not in memory:
                raise head.error(f"no memory {quote(head.value)}", expected=", ".join(memory) or "a line of memory")
            yield head.value, self._formula(tail, names)

    def _conditions(self, key: str) -> Iterator[Condition]:
        for word in (word for line in self._lines(key) for word in line.words()):
            match = _CONDITION.fullmatch(word.value)
            if not match:
                raise word.error(f"unexpected {quote(word.value)}", expected="a place and letters, such as a5:.")
            yield Condition(match[1], match[2] or "")

    def _formula(self, line: _Line, names: list[str]) -> Formula:
        try:
            formula = Formula.read(line.value)
        except ParseError as error:
            raise line.error(error.what, (error.column or 1) - 1, error.expected) from None
        for name in formula.names:
            if name not in names:
                at = re.search(rf"(?<![A-Za-z0-9_']){re.escape(name)}(?![A-Za-z0-9_'])", line.value)
                raise line.error(f"no port {name}", at.start() if at else 0, f"one of {', '.join(names)}")
        return formula

    def _behaviours(self, names: list[str]) -> Iterator[Behaviour]:
        lines = [(line, *_split(line, "=")) for line in self._lines("state")]
        known = [head.value for _, head, _ in lines]
        for number, (_, head, tail) in enumerate(lines):
            if not re.fullmatch(_NAME, head.value):
                raise head.error(f"unexpected {quote(head.value)}", expected="a state such as open = W>E shut")
            if head.value in known[:number]:
                raise head.error(f"state {head.value} twice")
            passages = tuple(_passage(part, names, known) for part in _parts(tail))
            yield Behaviour(head.value, tuple(dict.fromkeys(passages)))

    def _position(self) -> Position:
        from perfectplay.registry import read_option, rules_of, system

        line = self._line("system")
        try:
            known = system(line.value).all_options()
        except UnknownSystem as error:
            raise line.error(str(error)) from None
        if line.value in ("gadget", "sum"):
            raise line.error(f"a board of {line.value}", expected="a system with boards")
        options: dict[str, Any] = {}
        for each in self._lines("set"):
            try:
                name, value = read_option(known, each.value, line.value)
            except ParseError as error:
                raise each.error(error.what, expected=error.expected) from None
            options[name] = value
        try:
            return rules_of(line.value, **options).load("\n".join(self.rows))
        except ParseError as error:
            if error.row is None:
                raise ParseError(f"{line.value}: {error.what}", self.first - 1, None, error.expected) from None
            column = None if error.column is None else error.column + self.margin
            what = re.sub(r"^row \d+ ", "the row ", error.what)  # its own count of rows
            row = self.first + error.row - 1
            raise ParseError(f"{line.value}: {what}", row, column, error.expected) from None


def _split(line: _Line, sign: str) -> tuple[_Line, _Line]:
    head, _, tail = line.value.partition(sign)
    after = len(head) + len(sign) + len(tail) - len(tail.lstrip())
    return _Line(head.rstrip(), line.row, line.column), _Line(tail.strip(), line.row, line.column + after)


def _parts(line: _Line) -> Iterator[_Line]:
    """What stands between commas."""
    for part in re.finditer(r"[^,]+", line.value):
        at = part.start() + len(part[0]) - len(part[0].lstrip())
        yield _Line(part[0].strip(), line.row, line.column + at)


def _passage(part: _Line, names: list[str], states: list[str]) -> tuple[str, str, str]:
    match = _PASSAGE.fullmatch(part.value)
    if not match:
        raise part.error(f"unexpected {quote(part.value)}", expected="a passage such as W>E shut")
    for group in (1, 2):
        if match[group] not in names:
            raise part.error(f"no port {match[group]}", match.start(group), f"one of {', '.join(names)}")
    if match[3] not in states:
        raise part.error(f"no state {match[3]}", match.start(3), f"one of {', '.join(states)}")
    return match[1], match[2], match[3]
