"""Rooted graphs with coloured edges, the pictures of Hackenbush: text forms, drawings, and what a cut leaves.

A :class:`Bush` is a :class:`Frame`, which stays the same throughout a play, and the edges that are still there: those
that Left may cut and those that Right may cut, as bit sets (a green edge is in both). Vertex 0 of a frame is the
ground; all vertices on the ground are identified with it.

*Stalks.* A letter is an edge that goes up from where the last one ended, ``(x;y)`` branches, ``:A`` or ``:{name}``
gives the vertex a name, and vertices with the same name are identified; ``x + y`` are two pictures side by side. So
``lrl`` is a stalk, ``l(l;rl)`` a tree, ``:Geee:G`` a triangle on the ground, and ``0`` nothing. (This is the notation
of CGSuite.)

*Graphs.* As in :mod:`perfectplay.board.graphs`: ``a-b b-c c-a; a=# a-b=l b-c=r``, with ``#`` on the ground.

An edge that is not connected to the ground is read as cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from perfectplay.board import Graph
from perfectplay.board.foreign import is_foreign
from perfectplay.errors import ParseError, error_at, quote
from perfectplay.picture import Label, Look, Picture, draw_rooted
from perfectplay.picture.graphs import graph_shapes

GROUND = 0
MOST_EDGES = 16_384
MOST_CHARACTERS = 1 << 17

_COLOURS = {"l": "l", "b": "l", "r": "r", "e": "e", "g": "e", ".": "."}
"""The letters of edges, and how they are written."""
_EDGES: dict[str, tuple[str | None, str]] = {letter: (_COLOURS[letter], "") for letter in "elr.bg"}
_VERTICES: dict[str, tuple[str | None, str]] = {".": (".", ""), "#": ("#", "")}
_WORD = r"[lrebg.();+]|:[A-Za-z0-9_]|:\{[A-Za-z0-9_ ]{1,32}\}"
_TOKEN = re.compile(rf"\s*({_WORD})\s*")
_STALKS = re.compile(rf"(?:\s|{_WORD})*")
"""What the short form consists of, among which is what could be taken for a form of another program."""
_EXAMPLES = "edges such as lrl, l(l;rl) or a-b b-c; a=#"
_LETTERS = {("0", "0"): ".", ("1", "0"): "l", ("0", "1"): "r", ("1", "1"): "e"}
"""By who may cut: Left, Right."""
ROLES = {"l": "left", "r": "right", "e": "green", ".": ""}
LOOKS = {
    "#": Look("block", "wall"),
    "o": Look("empty"),
    **{letter: Look("block", role) if role else Look("none") for letter, role in ROLES.items()},
    " ": Look("none"),
}
"""In a graph that is drawn where its vertices are."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The ends of each edge, and how the graph is written: as stalks (``pieces`` stand between the letters) or as a
    graph (``grounds`` are the letters of its vertices)."""

    ends: tuple[tuple[int, int], ...]
    pieces: tuple[str, ...] = ()
    board: Graph | None = None
    grounds: str = ""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each edge: its number, or in a graph its ends."""
        if self.board is None:
            return tuple(str(number) for number in range(1, len(self.ends) + 1))
        return tuple(self.board.name(edge) for edge in self.board.edges)

    @cached_property
    def at(self) -> dict[int, list[int]]:
        """The edges at each vertex, a loop once."""
        found: dict[int, list[int]] = {GROUND: []}
        for edge, ends in enumerate(self.ends):
            for vertex in set(ends):
                found.setdefault(vertex, []).append(edge)
        return found

    def across(self, edge: int, vertex: int) -> int:
        a, b = self.ends[edge]
        return a + b - vertex

    @cached_property
    def _hash(self) -> int:
        return hash((self.ends, self.board, self.grounds))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frame):
            return NotImplemented
        return self is other or (self.ends, self.board, self.grounds) == (other.ends, other.board, other.grounds)

    def __reduce__(self) -> tuple[Any, ...]:
        return Frame, (self.ends, self.pieces, self.board, self.grounds)


@dataclass(frozen=True)
class Bush:
    """A picture: the edges that Left may cut, and those that Right may cut."""

    frame: Frame
    left: int
    right: int

    @classmethod
    def of(cls, frame: Frame, letters: Iterable[str]) -> Bush:
        """The picture with these colours, as far as it is connected to the ground."""
        left = right = 0
        for edge, letter in enumerate(letters):
            left |= (letter in "le") << edge
            right |= (letter in "re") << edge
        keep = standing(frame, left | right)
        return cls(frame, left & keep, right & keep)

    @property
    def alive(self) -> int:
        return self.left | self.right

    @property
    def letters(self) -> str:
        """The colour of each edge, a dot where it is gone."""
        size = len(self.frame.ends)
        return "".join(map(_LETTERS.__getitem__, zip(_bits(self.left, size), _bits(self.right, size), strict=True)))

    @cached_property
    def edges(self) -> list[int]:
        """The numbers of the edges that are there."""
        return [edge for edge, bit in enumerate(_bits(self.alive, len(self.frame.ends))) if bit == "1"]

    def keeping(self, edges: int) -> Bush:
        return Bush(self.frame, self.left & edges, self.right & edges)

    def cut(self, edge: int) -> Bush:
        """What is left when one edge is cut."""
        return self.keeping(standing(self.frame, self.alive & ~(1 << edge)))

    def __str__(self) -> str:
        frame, letters = self.frame, self.letters
        if frame.board is not None:
            return frame.board.text(frame.grounds + letters)
        return "".join(piece + letter for piece, letter in zip(frame.pieces, letters + " ", strict=True))[:-1] or "0"

    def picture(self, title: str) -> Picture:
        roles = [ROLES[letter] for letter in self.letters]
        names: dict[int, str] = {}
        if self.frame.board is not None and self.frame.board.places:
            return self._placed(self.frame.board, title)
        if self.frame.board is not None:
            standing = dict(zip(self.frame.board.vertices, _numbered(self.frame.grounds), strict=True))
            names = {number: vertex for vertex, number in standing.items() if number != GROUND}
        return draw_rooted(self.frame.ends, roles, names, str(self), title)

    def _placed(self, board: Graph, title: str) -> Picture:
        """Where the graph says where its vertices are, the ground is wherever its vertices are; what has fallen is not
        drawn."""
        there = {end for edge in self.edges for end in board.edges[edge][:2]}
        known = zip(board.vertices, self.frame.grounds, strict=True)
        grounds = "".join("#" if letter == "#" else "o" if vertex in there else " " for vertex, letter in known)
        fallen = {vertex for vertex, letter in zip(board.vertices, grounds, strict=True) if letter == " "}
        shapes = graph_shapes(board, grounds + self.letters, LOOKS, dict.fromkeys(board.vertices, ()), {})
        kept = (shape for shape in shapes if not (isinstance(shape, Label) and shape.text in fallen))
        return Picture(tuple(kept), (str(self),), title)


def _bits(mask: int, size: int) -> str:
    return f"{mask:0{size}b}"[::-1] if size else ""


def standing(frame: Frame, alive: int) -> int:
    """The edges that are connected to the ground."""
    there = _bits(alive, len(frame.ends))
    found = ["0"] * len(there)
    seen = {GROUND}
    todo = [GROUND]
    while todo:
        vertex = todo.pop()
        for edge in frame.at[vertex]:
            if there[edge] == "1":
                found[edge] = "1"
                other = frame.across(edge, vertex)
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
    return int("".join(reversed(found)) or "0", 2)


def falling(bush: Bush) -> dict[int, int]:
    """For each edge what falls when it is cut, itself included.

    One traversal from the ground finds them all: an edge up to a vertex carries everything visited above it, unless
    some edge from there leads back below (Tarjan 1974 on bridges).
    """
    frame = bush.frame
    alive = set(bush.edges)
    falls = {edge: 1 << edge for edge in alive}
    seen, low, above = {GROUND: 0}, {GROUND: 0}, {GROUND: 0}
    followed: set[int] = set()
    path: list[tuple[int, int, Iterator[int]]] = [(GROUND, -1, iter(frame.at[GROUND]))]
    while path:
        vertex, came, edges = path[-1]
        for edge in edges:
            if edge not in alive or edge in followed:
                continue
            followed.add(edge)
            above[vertex] |= 1 << edge
            other = frame.across(edge, vertex)
            if other not in seen:
                seen[other] = low[other] = len(seen)
                above[other] = 0
                path.append((other, edge, iter(frame.at[other])))
                break
            low[vertex] = min(low[vertex], seen[other])
        else:
            path.pop()
            if path:
                below = path[-1][0]
                if low[vertex] > seen[below]:
                    falls[came] |= above[vertex]
                low[below] = min(low[below], low[vertex])
                above[below] |= above[vertex]
    return falls


def climb(bush: Bush) -> list[tuple[int, int, int]] | None:
    """The edges of a forest with their lower and their upper vertex, none before one below it; None if there is a
    cycle. A loop is equivalent to an edge with a free end, and is treated as one."""
    frame = bush.frame
    alive = set(bush.edges)
    found: list[tuple[int, int, int]] = []
    seen, order = {GROUND}, [GROUND]
    for vertex in order:
        for edge in frame.at.get(vertex, ()):
            if edge not in alive:
                continue
            alive.remove(edge)
            other = frame.across(edge, vertex)
            if other == vertex:
                other = -1 - edge
            elif other in seen:
                return None
            seen.add(other)
            order.append(other)
            found.append((edge, vertex, other))
    return found


# reading ------------------------------------------------------------------------------------------------------------


def read(source: object) -> Bush:
    """A picture from either text form, or from a graph of another program: where that gives no letters, the first
    vertex is the ground and all edges are green."""
    foreign = True
    if isinstance(source, str):
        foreign = not _STALKS.fullmatch(source) and is_foreign(source)
        if not foreign and not re.search(r"[-=>]", source):
            return _read_stalks(source)
    board, symbols = Graph.parse(source, _VERTICES, _EDGES, directed=False)
    grounds = symbols[: len(board.vertices)]
    if "#" not in grounds:
        if not foreign:
            raise ParseError("no vertex is on the ground", expected="one or more, written as in a-b b-c; a=#")
        grounds = "#" + grounds[1:]
    numbers = dict(zip(board.vertices, _numbered(grounds), strict=True))
    ends = tuple((numbers[a], numbers[b]) for a, b, _ in board.edges)
    return Bush.of(Frame(ends, board=board, grounds=grounds), symbols[len(grounds) :])


def _numbered(grounds: str) -> list[int]:
    """The numbers of the vertices of a graph: those on the ground have the same one."""
    numbers = iter(range(1, len(grounds) + 1))
    return [GROUND if letter == "#" else next(numbers) for letter in grounds]


def _read_stalks(text: str) -> Bush:
    reader = _Stalks(text)
    reader.read()
    vertices = {reader.find(GROUND): GROUND}
    ends = [tuple(vertices.setdefault(reader.find(vertex), len(vertices)) for vertex in ends) for ends in reader.ends]
    frame = Frame(tuple((a, b) for a, b in ends), tuple(reader.pieces))
    return Bush.of(frame, reader.letters)


class _Stalks:
    """Reads the short form from left to right; vertices with the same name are identified."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends: list[tuple[int, int]] = []
        self.letters: list[str] = []
        self.pieces = [""]
        self.joined = [GROUND]
        self.names: dict[str, int] = {}

    def find(self, vertex: int) -> int:
        while self.joined[vertex] != vertex:
            self.joined[vertex] = self.joined[self.joined[vertex]]
            vertex = self.joined[vertex]
        return vertex

    def unexpected(self, offset: int, expected: str) -> ParseError:
        offset = len(self.text) - len(self.text[offset:].lstrip())
        what = f"unexpected {quote(self.text[offset])}" if offset < len(self.text) else "the text ends too soon"
        return error_at(self.text, offset, what, expected)

    def read(self) -> None:
        if self.text.strip() == "0":
            return
        here, bases = GROUND, list[int]()
        branch = 0  # the number of edges when the branch began
        offset, closed = 0, False
        while offset < len(self.text):
            token = _TOKEN.match(self.text, offset)
            if not token:
                raise self.unexpected(offset, "l, r, e, (, ;, ), + or :A")
            word, place = token[1], token.start(1)
            if word in ";)+":
                if len(self.ends) == branch:
                    raise self.unexpected(place, "an edge l, r or e")
                if bool(bases) == (word == "+"):
                    raise self.unexpected(place, "+ between pictures, ; and ) after (")
                here = bases.pop() if word == ")" else bases[-1] if bases else GROUND
                closed = word == ")"
                branch = -1 if closed else len(self.ends)
                self.pieces[-1] += " + " if word == "+" else word
            elif closed:
                raise self.unexpected(place, "; or ) or + after a branch")
            elif word in _COLOURS:
                here = self.edge(here, _COLOURS[word])
            else:
                if word == "(":
                    bases.append(here)
                    branch = len(self.ends)
                else:
                    self.name(here, word[1:].strip("{}"))
                self.pieces[-1] += word
            offset = token.end()
        if bases or len(self.ends) == branch:
            raise self.unexpected(len(self.text), "')'" if bases else f"{_EXAMPLES}, or 0 for nothing")

    def edge(self, here: int, letter: str) -> int:
        if len(self.ends) == MOST_EDGES:
            raise ParseError("too many edges", expected=f"at most {MOST_EDGES}")
        self.joined.append(len(self.joined))
        self.ends.append((here, len(self.joined) - 1))
        self.letters.append(letter)
        self.pieces.append("")
        return len(self.joined) - 1

    def name(self, vertex: int, name: str) -> None:
        a, b = sorted((self.find(vertex), self.find(self.names.setdefault(name, vertex))))
        self.joined[b] = a
