"""Graphs as boards: vertices, and in some games edges, carry symbols.

Text: tokens separated by blanks or commas, `a-b` an edge, `a>b` an arc, `c` a vertex; then, after `;`, the letters
that differ from the first letter of the alphabet: `a=@`, `b-c=x`, and `b-c#2=x` for the second of parallel edges.
Vertices are ordered as they first appear, edges as they are written. Also read: graph6 and digraph6 with their headers
(the layout is that of nauty's formats.txt: a size, then the bits of the upper triangle of the adjacency matrix by
columns, or of the whole matrix by rows, six to a character from 63 on), and any object with `nodes`, `edges` and
`is_directed()` such as those of networkx, where a vertex may have its letter as the attribute `letter`.

Invariants: an undirected edge is labelled (u, v, k) with u no later than v among the vertices, and k counts parallel
edges from 1; a graph without edges is undirected, since its text does not show which it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import isqrt
from typing import Any, Protocol, Self, TypeAlias

from perfectplay.board.directions import Alphabet, Board, Cell, Letters
from perfectplay.errors import ParseError, error_at, quote

Edge: TypeAlias = tuple[str, str, int]

MOST_VERTICES = 16384
MOST_EDGES = 32768
MOST_CHARACTERS = 1 << 23
LONGEST_NAME = 32

_NAME = r"[A-Za-z0-9_]+"
_TOKEN = re.compile(r"[^\s,]+")
_ITEM = re.compile(rf"({_NAME})(?:([->])({_NAME}))?")
_ITEM_START = re.compile(rf"(?:{_NAME}(?:[->](?:{_NAME})?)?)?")
_GIVEN = re.compile(rf"({_NAME}(?:[->]{_NAME}(?:#[1-9][0-9]{{0,3}})?)?)=(.)")
_HEADERS = {">>graph6<<": False, ">>digraph6<<": True}


class GraphLike(Protocol):
    """What is needed of a foreign graph, of networkx or any other library."""

    @property
    def nodes(self) -> Iterable[Any]: ...
    @property
    def edges(self) -> Iterable[Sequence[Any]]: ...
    def is_directed(self) -> bool: ...


class _Source:
    """A text that can turn an offset into a row and column."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_CHARACTERS:
            raise ParseError(f"the graph has {len(text)} characters", expected=f"at most {MOST_CHARACTERS}")
        self.text = text
        self.head, self.separator, self.tail = text.partition(";")

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

    def __init__(
        self,
        vertices: Iterable[str],
        edges: Iterable[Sequence[Any]] = (),
        directed: bool = False,
        marks: Mapping[str, Iterable[Cell]] | None = None,
        letters: Letters | None = None,
    ) -> None:
        found = _Collector()
        for vertex in vertices:
            found.vertex(vertex)
        for tail, head, *_ in edges:
            found.edge(tail, head)
        self._fix_graph(found, directed, marks, _alphabet(letters), None)

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
        self._fix(kinds=kinds, kinds_by_edge=kinds[:1] * len(edges))
        self._fix_cells((*vertices, *edges) if edge_alphabet else vertices, marks)

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
    ) -> Self:
        found = _Collector()
        for vertex in vertices:
            found.vertex(vertex)
        for tail, head, _ in edges:
            found.edge(tail, head)
        board = cls.__new__(cls)
        board._fix_graph(found, directed, marks, alphabet, edge_alphabet, kinds)
        board._fix(kinds_by_edge=kinds_by_edge)
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
        )

    @property
    def _identity(self) -> tuple[Hashable, ...]:
        marks = frozenset(self.marks.items())
        kinds = self.kinds, self.kinds_by_edge
        return self.vertices, self.edges, self.directed, marks, self.alphabet, self.edge_alphabet, kinds

    def with_edges_as_cells(self, edge_letters: Letters | None = None) -> Self:
        """The same graph whose cells are the vertices followed by the edges."""
        return self._rebuild(
            self.vertices, self.edges, self.directed, self.marks, self.alphabet, _alphabet(edge_letters)
        )

    @classmethod
    def parse(
        cls,
        source: str | GraphLike,
        letters: Letters | None = None,
        edge_letters: Letters | None = None,
        edge_cells: bool = False,
        directed: bool | None = None,
        kinds: str = "",
    ) -> tuple[Self, str]:
        """Read a graph and a state from text or from a foreign graph.

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
        found = _Collector()
        board = cls.__new__(cls)
        if isinstance(source, str):
            text = _Source(source)
            is_directed = _read_text(text, found, directed)
            board._fix_graph(found, is_directed, None, alphabet, edge_alphabet, kinds)
            written = board._given(text)
        else:
            is_directed, letters_of = _read_foreign(source, found, directed)
            board._fix_graph(found, is_directed, None, alphabet, edge_alphabet, kinds)
            written = board._foreign_letters(letters_of)
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

    def _given(self, source: _Source) -> dict[Cell, str]:
        """The letters after the semicolon."""
        written: dict[Cell, str] = {}
        for token in _TOKEN.finditer(source.tail):
            offset = len(source.head) + 1 + token.start()
            match = _GIVEN.fullmatch(token[0])
            if not match:
                raise source.error(f"unexpected {quote(token[0])}", offset, "a cell and its letter, such as a=x")
            try:
                cell = self.cell(match[1])
            except ParseError as error:
                raise source.error(error.what, offset, error.expected) from None
            if cell in written:
                raise source.error(f"{quote(match[1])} has a letter already", offset)
            known, expected = self._letters_of(cell)
            if not known(match[2]):
                raise source.unexpected(offset + match.start(2), expected)
            written[cell] = match[2]
        return written

    def _foreign_letters(self, letters_of: Mapping[str, Any]) -> dict[Cell, str]:
        written: dict[Cell, str] = {}
        for vertex, letter in letters_of.items():
            if not isinstance(letter, str) or len(letter) != 1 or self.alphabet.read(letter) is None:
                shown = quote(letter) if isinstance(letter, str) else f"a {type(letter).__name__}"
                raise ParseError(f"letter {shown} at {vertex}", expected=self.alphabet.expected)
            written[vertex] = letter
        return written

    def _letters_of(self, cell: Cell) -> tuple[Callable[[str], bool], str]:
        """Which letters may be given to a cell, or to an edge that is none."""
        if self.kinds and not isinstance(cell, str):
            return self.kinds.__contains__, f'one of "{self.kinds}"'
        alphabet = self._alphabet_of(cell)
        return (lambda letter: alphabet.read(letter) is not None), alphabet.expected

    def _alphabet_of(self, cell: Cell) -> Alphabet:
        return self.edge_alphabet if self.edge_alphabet and not isinstance(cell, str) else self.alphabet

    def text(self, state: str) -> str:
        self._check(state)
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
        given: list[str] = []
        for cell, symbol in zip(self.cells, state, strict=True):
            alphabet = self._alphabet_of(cell)
            letter = alphabet.write(symbol, self.marks_of(cell))
            if letter != alphabet.first:
                given.append(f"{self.name(cell)}={letter}")
        for edge, kind in zip(self.edges, self.kinds_by_edge, strict=False):
            if kind != self.kinds[0]:
                given.append(f"{self.name(edge)}={kind}")
        return " ".join(tokens) + ("; " + " ".join(given) if given else "")

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


def _read_text(source: _Source, found: _Collector, directed: bool | None) -> bool:
    """Read what precedes the semicolon; returns whether it is directed."""
    for header, is_directed in _HEADERS.items():
        start = len(source.head) - len(source.head.lstrip())
        if source.head.startswith(header, start):
            if directed not in (None, is_directed):
                wanted = "a directed graph" if directed else "an undirected graph"
                raise source.error(f"unexpected {quote(header)}", start, wanted)
            _read_graph6(source, start + len(header), found, is_directed)
            return is_directed
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


def _read_graph6(source: _Source, start: int, found: _Collector, directed: bool) -> None:
    end = len(source.head.rstrip())
    if directed:
        if source.head[start:end][:1] != "&":
            raise source.unexpected(start, "'&', which begins a digraph6 string")
        start += 1
    for offset in range(start, end):
        if not 63 <= ord(source.head[offset]) <= 126:
            raise source.unexpected(offset, "a character from '?' to '~'")
    sextets = [ord(letter) - 63 for letter in source.head[start:end]]
    # The size takes 1 character up to 62; after one '~' it takes 3, after two 6.
    skip, width = (0, 1) if sextets[:1] != [63] else (1, 3) if sextets[1:2] != [63] else (2, 6)
    if len(sextets) < skip + width:
        raise source.error("the string ends within its size", end, "the number of vertices")
    size = 0
    for sextet in sextets[skip : skip + width]:
        size = size << 6 | sextet
    if size > MOST_VERTICES:
        raise source.error(f"the graph has {size} vertices", start, f"at most {MOST_VERTICES}")
    bits = size * size if directed else size * (size - 1) // 2
    body = sextets[skip + width :]
    if len(body) != -(-bits // 6):
        what = f"{len(body)} characters after the size"
        raise source.error(what, start + skip + width, f"{-(-bits // 6)} for {size} vertices")
    for vertex in range(size):
        found.vertex(str(vertex))
    for number, sextet in enumerate(body):
        for bit in range(6) if sextet else ():
            if not sextet >> (5 - bit) & 1:
                continue
            at = 6 * number + bit
            if at >= bits:
                raise source.error("a padding bit is set", start + skip + width + number, "zeros after the matrix")
            if directed:
                tail, head = divmod(at, size)
            else:
                head = (1 + isqrt(1 + 8 * at)) // 2
                tail = at - head * (head - 1) // 2
            found.edge(str(tail), str(head))


def _read_foreign(source: object, found: _Collector, directed: bool | None) -> tuple[bool, dict[str, Any]]:
    """Read a foreign graph; returns whether it is directed, and the letters of its vertices.

    The object may be anything and its code may raise anything: whatever it raises means that it is not a graph.
    """
    try:
        return _taken_from(source, found, directed)  # type: ignore[arg-type]
    except ParseError:
        raise
    except Exception:
        what = f"cannot read a graph from {quote(type(source).__name__)}"
        raise ParseError(what, expected="text, or an object with nodes, edges and is_directed()") from None


def _taken_from(source: GraphLike, found: _Collector, directed: bool | None) -> tuple[bool, dict[str, Any]]:
    """A vertex that is a tuple, as in lattices of networkx, is named by its entries: (0, 1) is 0_1."""
    is_directed = bool(source.is_directed())
    if directed not in (None, is_directed):
        raise ParseError(
            f"the graph is {'directed' if is_directed else 'undirected'}",
            expected=f"{'a directed' if directed else 'an undirected'} graph",
        )
    names: dict[Any, str] = {}
    for node in source.nodes:
        name = "_".join(map(str, node)) if isinstance(node, tuple) else str(node)
        if name in found.vertices:
            raise ParseError(f"two vertices are called {quote(name)}")
        found.vertex(name)
        names[node] = name
    for tail, head, *_ in source.edges:
        if tail not in names or head not in names:
            raise ParseError(f"edge {quote(f'{tail}-{head}')} has an end that is not a vertex")
        found.edge(names[tail], names[head])
    attributes = getattr(source.nodes, "data", None)
    letters = attributes("letter") if callable(attributes) else ()
    return is_directed, {names[node]: letter for node, letter in letters if letter is not None}
