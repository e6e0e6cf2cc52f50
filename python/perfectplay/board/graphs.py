"""Graphs as boards: vertices, and in some games edges, carry symbols.

Text: tokens separated by blanks or commas, `a-b` an edge, `a>b` an arc, `c` a vertex; then, after `;`, the letters
that differ from the first letter of the alphabet: `a=@`, `b-c=x`, and `b-c#2=x` for the second of parallel edges; and
perhaps where all vertices are in a picture: `a(0,1)`, to the right and upwards, with three decimals at most. Vertices
are ordered as they first appear, edges as they are written. All forms of other programs are read too
(:mod:`perfectplay.board.foreign`); there vertices and edges may have their letters as the attribute `letter`.

Invariants: an undirected edge is labelled (u, v, k) with u no later than v among the vertices, and k counts parallel
edges from 1; a graph without edges is undirected, since its text does not show which it is. Places belong to a board,
and to no rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Self, TypeAlias

from perfectplay.board.directions import Alphabet, Board, Cell, Letters
from perfectplay.board.plain import PLACE, Most, Places, PlainGraph, all_placed, written_place
from perfectplay.errors import ParseError, error_at, quote

Edge: TypeAlias = tuple[str, str, int]

MOST_VERTICES = 16384
MOST_EDGES = 32768
MOST = Most(MOST_VERTICES, MOST_EDGES)
LONGEST_NAME = 32

_NAME = r"[A-Za-z0-9_]+"
_TOKEN = re.compile(r"[^\s,]+")
_ITEM = re.compile(rf"({_NAME})(?:([->])({_NAME}))?")
_ITEM_START = re.compile(rf"(?:{_NAME}(?:[->](?:{_NAME})?)?)?")
_GIVEN = re.compile(rf"({_NAME}(?:[->]{_NAME}(?:#[1-9][0-9]{{0,3}})?)?)=(.+)")
_PLACE = re.compile(rf"({_NAME}){PLACE}")
_TOKENS = ("token", "a vertex and its token, such as a=1")
_TAIL_TOKEN = re.compile(rf"{_NAME}\([^()]*\)|[^\s,]+")


class _Source:
    """A text that can turn an offset into a row and column."""

    def __init__(self, text: str) -> None:
        from perfectplay.board.foreign import MOST_CHARACTERS

        if len(text) > MOST_CHARACTERS:
            raise ParseError(f"the graph has {len(text)} characters", expected=f"at most {MOST_CHARACTERS}")
        self.text = text
        self.head, _, self.tail = text.partition(";")

    def error(self, what: str, offset: int, expected: str | None = None) -> ParseError:
        return error_at(self.text, offset, what, expected)

    def unexpected(self, offset: int, expected: str) -> ParseError:
        if offset >= len(self.text) or self.text[offset].isspace():
            return self.error("the token ends too soon", offset, expected)
        return self.error(f"unexpected {quote(self.text[offset])}", offset, expected)


class _Collector:
    """Vertices and edges in the order in which they are read, within the limits."""

    def __init__(self) -> None:
        self.vertices: dict[str, int] = {}
        self.edges: list[tuple[str, str]] = []

    def vertex(self, name: str) -> None:
        if name in self.vertices:
            return
        if len(name) > LONGEST_NAME or not re.fullmatch(_NAME, name):
            wanted = f"at most {LONGEST_NAME} letters, digits and underscores"
            raise ParseError(f"{quote(name)} cannot name a vertex", expected=wanted)
        if len(self.vertices) == MOST_VERTICES:
            raise ParseError("too many vertices", expected=f"at most {MOST_VERTICES}")
        self.vertices[name] = len(self.vertices)

    def edge(self, tail: str, head: str) -> None:
        self.vertex(tail)
        self.vertex(head)
        if len(self.edges) == MOST_EDGES:
            raise ParseError("too many edges", expected=f"at most {MOST_EDGES}")
        self.edges.append((tail, head))

    def labels(self, directed: bool) -> Iterator[Edge]:
        copies: dict[tuple[str, str], int] = {}
        for tail, head in self.edges:
            if not directed and self.vertices[tail] > self.vertices[head]:
                tail, head = head, tail
            copies[tail, head] = copies.get((tail, head), 0) + 1
            yield tail, head, copies[tail, head]


class _Reading(NamedTuple):
    """What was read before letters are given a meaning."""

    found: _Collector
    directed: bool
    text: _Source | None
    """Where letters and places follow."""
    plain: PlainGraph | None
    """Where they are attributes."""


class Graph(Board):
    """A graph or digraph, with loops and parallel edges. Its cells are the vertices, or the vertices followed by the
    edges.

    >>> graph, state = Graph.parse("a-b b-c; b=x")
    >>> state, graph.neighbours("b"), graph.text("x..")
    ('.x.', ('a', 'c'), 'a-b b-c; a=x')
    """

    vertices: tuple[str, ...]
    edges: tuple[Edge, ...]
    directed: bool
    alphabet: Alphabet
    edge_alphabet: Alphabet | None
    """The letters of the edges; None where edges are not cells."""
    kinds: str
    """The letters of kinds of edges, the usual one first, where edges are of several kinds that never change."""
    kinds_by_edge: str
    """One of them for each edge; empty where there are none."""
    places: Places
    """Where each vertex is in a picture; empty where that is left to whoever draws it."""

    def __init__(
        self,
        vertices: Iterable[str],
        edges: Iterable[Sequence[Any]] = (),
        directed: bool = False,
        marks: Mapping[str, Iterable[Cell]] | None = None,
        letters: Letters | None = None,
        places: Places | None = None,
    ) -> None:
        found = _Collector()
        for vertex in vertices:
            found.vertex(vertex)
        for tail, head, *_ in edges:
            found.edge(tail, head)
        self._fix_graph(found, directed, marks, _alphabet(letters), None)
        self._fix_places(places or {})

    def _fix_graph(
        self,
        found: _Collector,
        directed: bool,
        marks: Mapping[str, Iterable[Cell]] | None,
        alphabet: Alphabet,
        edge_alphabet: Alphabet | None,
        kinds: str = "",
    ) -> None:
        if not found.vertices:
            raise ParseError("empty board")
        vertices = tuple(found.vertices)
        directed = directed and bool(found.edges)
        edges = tuple(found.labels(directed))
        self._fix(vertices=vertices, edges=edges, directed=directed, alphabet=alphabet, edge_alphabet=edge_alphabet)
        self._fix(kinds=kinds, kinds_by_edge=kinds[:1] * len(edges), places={})
        self._fix_cells((*vertices, *edges) if edge_alphabet else vertices, marks)

    def _fix_places(self, places: Places) -> None:
        """Give all vertices a place, or none."""
        if places:
            self._fix(places=all_placed(self.vertices, places))

    @classmethod
    def _rebuild(
        cls,
        vertices: Iterable[str],
        edges: Iterable[Edge],
        directed: bool,
        marks: Mapping[str, Iterable[Cell]],
        alphabet: Alphabet,
        edge_alphabet: Alphabet | None,
        kinds: str = "",
        kinds_by_edge: str = "",
        places: Places | None = None,
    ) -> Self:
        found = _Collector()
        for vertex in vertices:
            found.vertex(vertex)
        for tail, head, _ in edges:
            found.edge(tail, head)
        board = cls.__new__(cls)
        board._fix_graph(found, directed, marks, alphabet, edge_alphabet, kinds)
        board._fix(kinds_by_edge=kinds_by_edge)
        board._fix_places(places or {})
        return board

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return type(self)._rebuild, (
            self.vertices,
            self.edges,
            self.directed,
            dict(self.marks),
            self.alphabet,
            self.edge_alphabet,
            self.kinds,
            self.kinds_by_edge,
            self.places,
        )

    @property
    def _identity(self) -> tuple[Hashable, ...]:
        marks = frozenset(self.marks.items())
        kinds, places = (self.kinds, self.kinds_by_edge), tuple(self.places.values())
        return self.vertices, self.edges, self.directed, marks, self.alphabet, self.edge_alphabet, kinds, places

    def with_edges_as_cells(self, edge_letters: Letters | None = None) -> Self:
        """The same graph whose cells are the vertices followed by the edges."""
        alphabet = _alphabet(edge_letters)
        return self._rebuild(
            self.vertices, self.edges, self.directed, self.marks, self.alphabet, alphabet, places=self.places
        )

    @classmethod
    def parse(
        cls,
        source: object,
        letters: Letters | None = None,
        edge_letters: Letters | None = None,
        edge_cells: bool = False,
        directed: bool | None = None,
        kinds: str = "",
    ) -> tuple[Self, str]:
        """Read a graph and a state from text, or from a graph of another program.

        The first of `letters` stands on all vertices for which the text gives no other; without `letters` each letter
        is its own symbol and the first is a dot. Edges are cells if `edge_cells` is set or `edge_letters` are given.
        `directed` says which kind of edge is expected, if only one kind is. Where edges are not cells, `kinds` are the
        letters that may be given to them all the same: something that never changes, such as an owner. The first is
        that of all edges for which the text gives no other.

        >>> graph, _ = Graph.parse("a>b b>c; b>c=L", kinds="-LR")
        >>> [graph.kind(edge) for edge in graph.edges], graph.text("...")
        (['-', 'L'], 'a>b b>c; b>c=L')
        """
        alphabet = _alphabet(letters)
        edge_alphabet = _alphabet(edge_letters) if edge_cells or edge_letters is not None else None
        reading = _read(source, directed)
        board = cls.__new__(cls)
        board._fix_graph(reading.found, reading.directed, None, alphabet, edge_alphabet, kinds)
        written = board._given(reading, lettered=True)
        symbols: list[str] = []
        marks: dict[str, list[Cell]] = {}
        if kinds:
            board._fix(kinds_by_edge="".join(written.get(edge, kinds[0]) for edge in board.edges))
        for cell in board.cells:
            symbol, mark = board._alphabet_of(cell).read(written.get(cell, board._alphabet_of(cell).first)) or ("", "")
            symbols.append(symbol or "")
            if mark:
                marks.setdefault(mark, []).append(cell)
        if marks:
            board._fix_cells(board.cells, marks)
        return board, "".join(symbols)

    @classmethod
    def labelled(cls, source: object, directed: bool | None = None) -> tuple[Self, dict[Cell, str]]:
        """Read a graph whose vertices have tokens with labels instead of letters, `a=12`; returns the labels."""
        reading = _read(source, directed)
        board = cls.__new__(cls)
        board._fix_graph(reading.found, reading.directed, None, _alphabet(None), None)
        return board, board._given(reading, lettered=False)

    def _given(self, reading: _Reading, lettered: bool) -> dict[Cell, str]:
        """What is given to cells: letters, each checked to be one that its cell may have, or any words. Places are
        kept."""
        written: dict[Cell, str] = {}
        if reading.plain:
            from perfectplay.board.foreign import letter_in

            plain = reading.plain
            names = zip(self.vertices, plain.nodes.values(), strict=True)
            edges = zip(self.edges, (attributes for *_, attributes in plain.edges), strict=True)
            for cell, attributes in (*names, *edges):
                word = letter_in(attributes, self.name(cell)) if attributes else None
                if word is None:
                    continue
                if not isinstance(cell, str) and not (self.edge_alphabet or self.kinds):
                    raise ParseError(f"letter {quote(word)} of {self.name(cell)}", expected="letters of vertices only")
                known, expected = self._letters_of(cell)
                if lettered and not (len(word) == 1 and known(word)):
                    raise ParseError(f"letter {quote(word)} of {self.name(cell)}", expected=expected)
                written[cell] = word
            self._fix_places(plain.places())
        if reading.text:
            self._read_tail(reading.text, written, lettered)
        return written

    def _read_tail(self, source: _Source, written: dict[Cell, str], lettered: bool) -> None:
        """What follows the semicolon."""
        places: dict[str, tuple[float, float]] = {}
        what, form = ("letter", "a cell and its letter, such as a=x") if lettered else _TOKENS
        start = len(source.text) - len(source.tail)
        said: set[Cell] = set()
        for token in _TAIL_TOKEN.finditer(source.tail):
            offset = start + token.start()
            place = _PLACE.fullmatch(token[0])
            match = place or _GIVEN.fullmatch(token[0])
            if not match or (lettered and not place and len(match[2]) > 1):
                raise source.error(f"unexpected {quote(token[0])}", offset, form)
            try:
                cell = self.cell(match[1])
            except ParseError as error:
                raise source.error(error.what, offset, error.expected) from None
            if place:
                if match[1] in places:
                    raise source.error(f"{quote(match[1])} has a place already", offset)
                places[match[1]] = (float(match[2]), float(match[3]))
                continue
            if cell in said:
                raise source.error(f"{quote(match[1])} has a {what} already", offset)
            known, expected = self._letters_of(cell)
            if lettered and not known(match[2]):
                raise source.unexpected(offset + match.start(2), expected)
            said.add(cell)
            written[cell] = match[2]
        try:
            self._fix_places(places)
        except ParseError as error:
            raise source.error(error.what, start, error.expected) from None

    def _letters_of(self, cell: Cell) -> tuple[Callable[[str], bool], str]:
        """Which letters may be given to a cell, or to an edge that is none."""
        if self.kinds and not isinstance(cell, str):
            return self.kinds.__contains__, f'one of "{self.kinds}"'
        alphabet = self._alphabet_of(cell)
        return (lambda letter: alphabet.read(letter) is not None), alphabet.expected

    def _alphabet_of(self, cell: Cell) -> Alphabet:
        return self.edge_alphabet if self.edge_alphabet and not isinstance(cell, str) else self.alphabet

    def text(self, state: str) -> str:
        return self.written(f"{self.name(cell)}={letter}" for cell, letter in self.letters(state).items())

    def letters(self, state: str | None = None) -> dict[Cell, str]:
        """The letters that are not the usual ones: those of a state, and of kinds of edges."""
        found: dict[Cell, str] = {}
        if state is not None:
            self._check(state)
            for cell, symbol in zip(self.cells, state, strict=True):
                alphabet = self._alphabet_of(cell)
                letter = alphabet.write(symbol, self.marks_of(cell))
                if letter != alphabet.first:
                    found[cell] = letter
        for edge, kind in zip(self.edges, self.kinds_by_edge, strict=False):
            if kind != self.kinds[0]:
                found[edge] = kind
        return found

    def written(self, given: Iterable[str]) -> str:
        """The text of the graph with letters or words such as `a=x`."""
        link = ">" if self.directed else "-"
        tokens: list[str] = []
        fresh = list(reversed(self.vertices))
        seen: set[str] = set()

        def introduce() -> str:
            seen.add(fresh[-1])
            return fresh.pop()

        for tail, head, _ in self.edges:
            # A vertex is written alone where its first appearance in this edge would come out of order.
            while not {tail, head} <= seen:
                new = [vertex for vertex in dict.fromkeys((tail, head)) if vertex not in seen]
                if new == fresh[: -len(new) - 1 : -1]:
                    seen.update(new)
                    del fresh[-len(new) :]
                else:
                    tokens.append(introduce())
            tokens.append(f"{tail}{link}{head}")
        while fresh:
            tokens.append(introduce())
        tail = " ".join([*given, *map(self.placed, self.places)])
        return " ".join(tokens) + (f"; {tail}" if tail else "")

    def placed(self, vertex: str) -> str:
        """The place of a vertex as it is written, `a(0,1)`."""
        return written_place(vertex, self.places[vertex])

    def name(self, cell: Cell) -> str:
        """The name of a vertex or of an edge, whether or not edges are cells."""
        if isinstance(cell, str) and cell in self._arcs:
            return cell
        if cell not in self._edge_set:
            raise KeyError(cell)
        tail, head, copy = self._edge_set[cell]
        return f"{tail}{'>' if self.directed else '-'}{head}" + (f"#{copy}" if copy > 1 else "")

    def cell(self, name: str) -> Cell:
        cell = self._by_name.get(name)
        if cell is None:
            kind = "a vertex or an edge" if self.edge_alphabet or self.kinds else "a vertex"
            raise ParseError(f"no cell is called {quote(name)}", expected=kind)
        return cell

    def kind(self, edge: Edge) -> str:
        """The letter of an edge, where edges are of several kinds."""
        return self._kinds[edge]

    @cached_property
    def _kinds(self) -> Mapping[Edge, str]:
        return dict(zip(self.edges, self.kinds_by_edge, strict=True))

    @cached_property
    def _edge_set(self) -> Mapping[Cell, Edge]:
        return {edge: edge for edge in self.edges}

    @cached_property
    def _by_name(self) -> Mapping[str, Cell]:
        lettered = (*self.cells, *self.edges) if self.kinds else self.cells
        names = {self.name(cell): cell for cell in lettered}
        if (self.edge_alphabet or self.kinds) and not self.directed:
            for tail, head, copy in self.edges:
                names[f"{head}-{tail}" + (f"#{copy}" if copy > 1 else "")] = (tail, head, copy)
        return names

    @cached_property
    def _arcs(self) -> Mapping[str, tuple[tuple[Edge, str], ...]]:
        found: dict[str, list[tuple[Edge, str]]] = {vertex: [] for vertex in self.vertices}
        for edge in self.edges:
            tail, head, _ = edge
            found[tail].append((edge, head))
            if not self.directed and tail != head:
                found[head].append((edge, tail))
        return {vertex: tuple(arcs) for vertex, arcs in found.items()}

    def arcs(self, vertex: str) -> tuple[tuple[Edge, str], ...]:
        """The edges at `vertex`, or the arcs out of it, each with its other end; a loop comes once."""
        return self._arcs[vertex]

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The vertices that one edge or arc leads to (a loop leads back), without repetition.

        The neighbours of an edge are the other edges that share an end with it, those of an arc the arcs that begin
        where it ends.
        """
        if isinstance(cell, str):
            return tuple(dict.fromkeys(head for _, head in self._arcs[cell]))
        tail, head, _ = self._edge_set[cell]
        ends = (head,) if self.directed else (tail, head)
        return tuple(dict.fromkeys(edge for end in ends for edge, _ in self._arcs[end] if edge != cell))

    def symmetries(self) -> list[tuple[int, ...]]:
        """None: the drawing of a graph has no meaning, and its automorphisms are not computed."""
        return []

    def __repr__(self) -> str:
        kind = "arcs" if self.directed else "edges"
        return f"<{type(self).__name__} of {len(self.vertices)} vertices and {len(self.edges)} {kind}>"


def _alphabet(letters: Letters | None) -> Alphabet:
    alphabet = Alphabet.of(letters, reserved=" ,;")
    if alphabet.entries and any(symbol is None for _, symbol, _ in alphabet.entries):
        raise ParseError("a graph has no void places", expected="a symbol for every letter")
    return alphabet


def _read(source: object, directed: bool | None) -> _Reading:
    from perfectplay.board.foreign import read_foreign

    text = _Source(source) if isinstance(source, str) else None
    found = _Collector()
    foreign = read_foreign(source, MOST)
    if foreign is None:
        assert text is not None
        return _Reading(found, _read_text(text, found, directed), text, None)
    plain = foreign.graph
    try:
        is_directed = plain.is_directed(directed)
    except ParseError as error:
        raise error if text is None else text.error(error.what, 0, error.expected) from None
    for name in plain.nodes:
        found.vertex(name)
    for tail, head, _ in plain.edges:
        found.edge(tail, head)
    if text:
        text.tail = text.text[foreign.tail :] if foreign.tail >= 0 else ""
    return _Reading(found, is_directed, text, plain)


def _read_text(source: _Source, found: _Collector, directed: bool | None) -> bool:
    """Read what precedes the semicolon; returns whether it is directed."""
    link = None if directed is None else ">" if directed else "-"
    for token in _TOKEN.finditer(source.head):
        match = _ITEM.fullmatch(token[0])
        if not match:
            start_of_item = _ITEM_START.match(token[0])
            end = start_of_item.end() if start_of_item else 0
            raise source.unexpected(token.start() + end, "a vertex such as a, an edge a-b or an arc a>b")
        if match[2] and link and match[2] != link:
            why = "edges and arcs cannot be mixed" if directed is None else f"such as a{link}b"
            raise source.unexpected(token.start() + match.start(2), f"{quote(link)}: {why}")
        link = match[2] or link
        try:
            if match[2]:
                found.edge(match[1], match[3])
            else:
                found.vertex(match[1])
        except ParseError as error:
            raise source.error(error.what, token.start(), error.expected) from None
    return link == ">"
