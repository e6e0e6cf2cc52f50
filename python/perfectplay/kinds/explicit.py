"""Systems that are given as an explicit graph: every position, and the positions that each player's moves lead to.

Text: ``a: b c | d; b: c; @c`` says that Left can move from a to b and to c and Right from a to d, that both can move
from b to c, and that c is the current position. Parts are separated by semicolons or ends of lines. Without a ``|`` the
options belong to both players. A position that only occurs as an option has no moves. Without an ``@`` the first
position is the current one. A mark behind a name, such as ``d=L``, is explained by the system. A part may say where all
positions are in a picture, ``a(0,0) b(1,0.5)``, to the right and upwards. A move is called after the position that it
leads to.

Also read are digraphs of other programs, in all forms of :mod:`perfectplay.board.foreign`. There an arc may have the
attribute ``player`` or ``label`` (Left or Right, of both players without it), and a position the attributes ``start``,
``pos`` and those of its system.

Invariant: a graph lists first the positions with options or marks, or that no option leads to, as they are written, and
then the others in the order in which they are mentioned. So a graph is determined by its text.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from perfectplay._native import Kernel
from perfectplay.board import Graph
from perfectplay.board.foreign import is_foreign, whole_graph
from perfectplay.board.plain import PLACE, Most, PlainGraph, all_placed, written_place
from perfectplay.errors import ParseError, error_at, quote
from perfectplay.limits import watched
from perfectplay.picture import Look, Picture, draw_board
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.position import Position
from perfectplay.system import Game, Kept, Played, Puzzle, Step

MOST_POSITIONS = 1 << 20
MOST = Most(MOST_POSITIONS, 1 << 22)
"""Positions and arcs of graphs of other programs."""
MOST_DRAWN = 40
"""Positions in a picture."""
LONGEST_NAME = 32

_NAME = r"[A-Za-z0-9_]+"
_PLACED = re.compile(rf"({_NAME}){PLACE}")
_PLACES = re.compile(rf"(?:\s*{_PLACED.pattern})+\s*")
_PART = re.compile(r"[^;\n]+")
_ITEM = re.compile(rf"\s*(@?)({_NAME})(?:=({_NAME}))?\s*(?::([A-Za-z0-9_,\s|]*))?")


class OptionGraph:
    """Positions by number, with the options of both players."""

    def __init__(
        self,
        names: tuple[str, ...],
        left: tuple[tuple[int, ...], ...],
        right: tuple[tuple[int, ...], ...],
        marks: tuple[tuple[int, str], ...],
        heads: int,
        places: tuple[tuple[float, float], ...] = (),
    ) -> None:
        self.names = names
        self.left = left
        self.right = right
        self.marks = marks
        self.heads = heads
        """Positions with a part of their own in the text: so many of the first ones."""
        self.places = places
        """Where each position is in a picture; empty where that is left to whoever draws it."""
        self._identity = (names, left, right, marks, places)
        self._hash = hash(self._identity)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, OptionGraph) and self._identity == other._identity)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<{len(self.names)} positions>"

    def options(self, player: Player) -> tuple[tuple[int, ...], ...]:
        return self.left if player is LEFT else self.right

    @cached_property
    def mark(self) -> Mapping[int, str]:
        return dict(self.marks)

    @property
    def impartial(self) -> bool:
        """Have both players the same options everywhere?"""
        return self.left == self.right

    @cached_property
    def cycle(self) -> tuple[int, ...]:
        """Positions of which each is an option of the one before, and the first of the last; none if there are none.

        Positions that are no option of any position left are taken away as long as there are any; from every other a
        walk backwards goes on for ever.
        """
        waiting = [0] * len(self.names)
        for side in (self.left, self.right):
            for options in side:
                for option in options:
                    waiting[option] += 1
        free = [number for number, times in enumerate(waiting) if not times]
        for number in free:  # the list grows
            for option in (*self.left[number], *self.right[number]):
                waiting[option] -= 1
                if not waiting[option]:
                    free.append(option)
        before = {
            option: number
            for number, times in enumerate(waiting)
            if times
            for option in (*self.left[number], *self.right[number])
            if waiting[option]
        }
        here = next(iter(before), None)
        walk: dict[int, int] = {}
        while here is not None and here not in walk:
            walk[here] = len(walk)
            here = before[here]
        return () if here is None else tuple(walk)[: walk[here] - 1 if walk[here] else None : -1]

    def text(self, at: int) -> str:
        parts = [self.part(number, at) for number in range(self.heads)]
        if at >= self.heads:
            parts.append(f"@{self.names[at]}")
        if self.places:
            parts.append(" ".join(map(written_place, self.names, self.places)))
        return "; ".join(parts)

    def part(self, number: int, at: int) -> str:
        """What the text says about one position, where ``at`` is the current one."""
        mark = f"={self.mark[number]}" if number in self.mark else ""
        head = f"{'@' if number == at > 0 else ''}{self.names[number]}{mark}"
        left, right = ([self.names[option] for option in side[number]] for side in (self.left, self.right))
        if not left and not right:
            return head
        return " ".join([f"{head}:", *left, *([] if left == right else ["|", *right])])


@dataclass(frozen=True)
class Place:
    """A state: the graph and the current position."""

    graph: OptionGraph
    at: int

    @property
    def name(self) -> str:
        return self.graph.names[self.at]


class _Numbers(dict[str, int]):
    """The positions in the order in which they are first named; a new name gets the next number."""

    def __missing__(self, name: str) -> int:
        if len(name) > LONGEST_NAME or not re.fullmatch(_NAME, name):
            wanted = f"at most {LONGEST_NAME} letters, digits and underscores"
            raise ParseError(f"{quote(name)} cannot name a position", expected=wanted)
        if len(self) == MOST_POSITIONS:
            raise ParseError("too many positions", expected=f"at most {MOST_POSITIONS}")
        self[name] = number = len(self)
        return number


class _Collector:
    """Positions as they are read."""

    def __init__(self) -> None:
        self.numbers = _Numbers()
        self.options: dict[int, tuple[list[int], list[int]]] = {}
        self.marks: dict[int, str] = {}
        self.places: dict[str, tuple[float, float]] = {}
        self.current: int | None = None

    def choose(self, number: int) -> None:
        if self.current is not None:
            raise ParseError("two current positions", expected="one")
        self.current = number

    def built(self) -> Place:
        if not self.options:
            raise ParseError("no positions", expected="positions with their options, such as a: b c | d; b: c")
        if self.current is None:
            self.current = next(iter(self.options))
        mentioned = bytearray(len(self.numbers))
        for sides in self.options.values():
            for side in sides:
                for option in side:
                    mentioned[option] = 1
        order = {
            number: None
            for number, (left, right) in self.options.items()
            if left or right or number in self.marks or not mentioned[number]
        }
        heads = len(order)
        for number in list(order):
            for side in self.options[number]:
                order.update(dict.fromkeys(side))
        place = [0] * len(self.numbers)
        for new, number in enumerate(order):
            place[number] = new
        lefts, rights = [], []
        for number in order:
            left, right = self.options.get(number, ((), ()))
            lefts.append(tuple([place[option] for option in left]))
            same = left is right or (len(left) == len(right) and set(left) == set(right))
            rights.append(lefts[-1] if same else tuple([place[option] for option in right]))
        names = list(self.numbers)
        marks = tuple(sorted((place[number], mark) for number, mark in self.marks.items()))
        ordered = tuple([names[number] for number in order])
        for name in self.places:
            if name not in self.numbers:
                raise ParseError(f"a place for {quote(name)}", expected="one of the positions")
        places = tuple(all_placed(ordered, self.places).values()) if self.places else ()
        graph = OptionGraph(ordered, tuple(lefts), tuple(rights), marks, heads, places)
        return Place(graph, place[self.current])


class ExplicitSystem(Played):
    kind: ClassVar[str] = "explicit"
    longest: ClassVar[int] = 1 << 23
    marks: ClassVar[Mapping[str, str]] = {}
    """The marks that a position may have, each with what it means."""
    one_sided: ClassVar[bool] = False
    """Is there one player only?"""

    @abstractmethod
    def read_mark(self, attributes: Mapping[str, Any]) -> str | None:
        """The mark that the attributes of a node of a foreign graph give it."""

    def checked(self, state: Place) -> Place:
        """Refuse what cannot be played."""
        return state

    # text

    def parse(self, text: str) -> Place:
        if _is_foreign(text):
            return self.from_object(text)
        found = _Collector()
        for part in watched(_PART.finditer(text)):
            if not part[0].isspace():
                self._read_part(found, text, part)
        return self.checked(found.built())

    def _read_part(self, found: _Collector, text: str, part: re.Match[str]) -> None:
        if _PLACES.fullmatch(part[0]):
            for place in _PLACED.finditer(part[0]):
                if place[1] in found.places:
                    raise error_at(text, part.start() + place.start(), f"{quote(place[1])} has a place already")
                found.places[place[1]] = (float(place[2]), float(place[3]))
            return
        item = _ITEM.fullmatch(part[0])
        if not item:
            begun = _ITEM.match(part[0])
            end = begun.end() if begun else len(part[0]) - len(part[0].lstrip(" \t@"))
            what = f"unexpected {quote(part[0][end])}" if end < len(part[0]) else "a name is missing"
            raise error_at(text, part.start() + end, what, self._form)
        mark, options = item[3], item[4] or ""
        if mark is not None and mark not in self.marks:
            known = ", ".join(f"={each}" for each in self.marks)
            raise error_at(text, part.start() + item.start(3) - 1, f"unexpected {quote('=' + mark)}", known)
        sides = options.split("|")
        if len(sides) > (1 if self.one_sided else 2):
            raise error_at(text, part.start() + part[0].rindex("|"), "unexpected '|'", self._form)
        numbers, name = found.numbers, item[2]
        try:
            number = numbers[name]
            if number in found.options:
                raise ParseError(f"{quote(name)} is described twice")
            if item[1]:
                found.choose(number)
            if mark is not None:
                found.marks[number] = mark
            read = []
            for side in sides:
                words = side.replace(",", " ").split()
                read.append([numbers[name] for name in words])
                if len(set(read[-1])) < len(words):
                    name = next(name for name in words if words.count(name) > 1)
                    raise ParseError(f"option {quote(name)} is written twice", expected="once for each player")
            found.options[number] = (read[0], read[-1])
        except ParseError as error:
            raise error_at(text, part.start() + item.start(2), error.what, error.expected) from None

    @property
    def _form(self) -> str:
        return "a position with its options, such as " + ("a: b c" if self.one_sided else "a: b c | d")

    def from_object(self, source: object) -> Place:
        return self.checked(self._taken_from(whole_graph(source, MOST)))

    def _taken_from(self, source: PlainGraph) -> Place:
        source.is_directed(True)
        found = _Collector()
        found.places = dict(source.places())
        for name, attributes in watched(source.nodes.items()):
            number = found.numbers[name]
            found.options[number] = ([], [])
            mark = self.read_mark(attributes) if attributes else None
            if mark is not None:
                found.marks[number] = mark
            if attributes and is_true(attributes.get("start")):
                found.choose(number)
        names = list(found.numbers)
        for tail, head, attributes in watched(source.edges):
            number, option = found.numbers[tail], found.numbers[head]
            left, right = found.options[number]
            if self.one_sided or not attributes:
                left.append(option)
                right.append(option)
            else:
                for side in _sides(names[number], names[option], attributes):
                    (left, right)[side].append(option)
        for number, sides in found.options.items():
            if any(len(set(side)) < len(side) for side in sides):
                raise ParseError(f"two arcs of one player lead from {quote(names[number])} to one position")
        return found.built()

    def text(self, state: Place) -> str:
        return state.graph.text(state.at)

    # play

    def options_of(self, state: Place, player: Player) -> Iterable[int]:
        """The numbers of the positions that the moves of a player lead to."""
        return state.graph.options(player)[state.at]

    def legal(self, state: Place, player: Player) -> Iterator[Step]:
        for option in self.options_of(state, player):
            yield Step(state.graph.names[option], Place(state.graph, option))

    def kernel(self, state: Place) -> tuple[Kernel, bytes]:
        return _kernel(self.kept, state.graph), state.at.to_bytes(4, "little")

    def decode(self, state: Place, code: bytes) -> Place:
        return Place(state.graph, int.from_bytes(code, "little"))

    def encode(self, start: Place, state: Place) -> bytes:
        if state.graph != start.graph:
            raise ValueError("another graph")
        return state.at.to_bytes(4, "little")

    def picture(self, state: Place) -> Picture:
        """The graph, or as much of it as follows the current position closely: Left's arcs blue, Right's red, others
        black."""
        graph = state.graph
        shown = sorted(_nearest(state)) if len(graph.names) > MOST_DRAWN else range(len(graph.names))
        names = [graph.names[number] for number in shown]
        inside = set(shown)
        arcs: dict[tuple[int, int], str] = {}
        for player, letter in ((LEFT, "l"), (RIGHT, "r")):
            for number in shown:
                for option in graph.options(player)[number]:
                    if option in inside:
                        arcs[number, option] = arcs.get((number, option), "") + letter
        places = {graph.names[number]: graph.places[number] for number in shown} if graph.places else None
        board = Graph(names, [(graph.names[a], graph.names[b]) for a, b in arcs], directed=True, places=places)
        cells = "".join("@" if number == state.at else graph.mark.get(number, ".")[0] for number in shown)
        drawn = board.with_edges_as_cells() if arcs else board
        owners = "".join({"l": "<", "r": ">", "lr": "="}[owner] for owner in arcs.values())
        picture = draw_board(drawn, cells + owners, _LOOKS, title=self.name or self.title)
        lines = [f"{'>' if number == state.at else ' '} {graph.part(number, 0)}" for number in shown]
        if len(names) < len(graph.names):
            lines.append(f"  and {len(graph.names) - len(names):,} more positions")
        return Picture(picture.shapes, tuple(lines), picture.title)


_LOOKS = {
    "@": Look("disc", "accent"),
    "L": Look("disc", "left", "L"),
    "R": Look("disc", "right", "R"),
    "D": Look("disc", "block", "D"),
    "G": Look("disc", "goal", "G"),
    "<": Look("empty", "left"),
    ">": Look("empty", "right"),
    "=": Look("empty", "ink"),
}


def _nearest(state: Place) -> list[int]:
    """The current position and those that follow it, the nearest first."""
    found = {state.at: None}
    todo = [state.at]
    for number in todo:  # the list grows
        for option in (*state.graph.left[number], *state.graph.right[number]):
            if option not in found and len(found) < MOST_DRAWN:
                found[option] = None
                todo.append(option)
    return list(found)


def _is_foreign(text: str) -> bool:
    """A graph of another program? A colon that begins a text is no sparse6 here, which has no arcs."""
    return not text.lstrip().startswith(":") and is_foreign(text)


def is_true(value: object) -> bool:
    """Does an attribute of a node say yes?"""
    return value is not None and str(value).strip().lower() in ("true", "1", "yes")


def player_named(value: object) -> Player | None:
    """The player whom an attribute names, None if it names none."""
    word = str(value.value if isinstance(value, Player) else value).strip().lower()
    return {"l": LEFT, "left": LEFT, "r": RIGHT, "right": RIGHT}.get(word)


def _sides(tail: str, head: str, attributes: Mapping[str, Any]) -> Sequence[int]:
    """Whose options an arc belongs to: 0 for Left's, 1 for Right's."""
    for name in ("player", "label"):
        if name in attributes:
            player = player_named(attributes[name])
            if player is None:
                given = quote(str(attributes[name]))
                raise ParseError(f"{name} {given} of the arc {tail}>{head}", expected="Left or Right")
            return (0,) if player is LEFT else (1,)
    return 0, 1


class _Source:
    """The rules for native searches: positions have the numbers that they have in the graph."""

    def __init__(self, system: ExplicitSystem, graph: OptionGraph) -> None:
        self.system = system
        self.graph = graph

    def moves(self, number: int, left: bool) -> list[int]:
        return list(self.system.options_of(Place(self.graph, number), LEFT if left else RIGHT))

    def goal(self, number: int) -> str | None:
        winner = self.system.winner(Place(self.graph, number))
        return None if winner is None else winner.value.lower()

    def split(self, number: int) -> list[int] | None:
        return None


@lru_cache(maxsize=16)
def _kernel(kept: Kept, graph: OptionGraph) -> Kernel:
    system: ExplicitSystem = kept.system
    game = system if isinstance(system, Game) else None
    return Kernel.callback(
        _Source(system, graph),
        impartial=game is not None and game.impartial,
        stuck="loses" if game is None else game.convention.stuck.value,
        splits=False,
    )


class ExplicitGame(ExplicitSystem, Game):
    """A game. Whether it is impartial, whether positions can repeat and whether some of them end play follows from the
    graph: reading one sets these options."""

    options: ClassVar = {"loopy": False, "decided": False}
    loopy: bool = False
    decided: bool = False

    def load(self, source: object) -> Position:
        position = super().load(source)
        graph: OptionGraph = position.state.graph
        found = {"impartial": graph.impartial, "loopy": bool(graph.cycle), "decided": bool(graph.marks)}
        implied = {name: True for name, is_so in found.items() if is_so and not getattr(self, name)}
        return Position(self.with_options(**implied), position.state) if implied else position

    def hindrance(self, state: Place, means: Callable[[Any], bool]) -> str:
        names = state.graph.names
        reasons = {}
        if state.graph.cycle:
            shown = [names[number] for number in (*state.graph.cycle, state.graph.cycle[0])]
            walk = " > ".join(shown if len(shown) <= 12 else [*shown[:10], "…", shown[-1]])
            reasons["loopy"] = f"positions repeat: {walk}"
        if state.graph.marks:
            number, mark = state.graph.marks[0]
            reasons["decided"] = f"{names[number]}={mark} ends play"
        if not reasons or not means(self.with_options(**dict.fromkeys(reasons, False))):
            return ""
        return " and ".join(
            reason
            for option, reason in reasons.items()
            if not means(self.with_options(**{**dict.fromkeys(reasons, False), option: True}))
        )

    def options_of(self, state: Place, player: Player) -> Iterable[int]:
        if self.impartial:
            return dict.fromkeys((*state.graph.left[state.at], *state.graph.right[state.at]))
        return super().options_of(state, player.opponent if self.mirrored else player)


class ExplicitPuzzle(ExplicitSystem, Puzzle):
    """A puzzle."""

    one_sided: ClassVar[bool] = True
