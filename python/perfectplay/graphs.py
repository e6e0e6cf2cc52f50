"""Graphs that people try first, with places that look right, and graphs in the formats of other programs.

>>> pp.graphs.cycle(4)
<Graph of 4 vertices and 4 edges>
>>> pp.outcome(pp.load("col", pp.graphs.petersen()))
P

Each function is also a text that is read wherever a graph is: ``petersen()``, ``grid(3,4); b2=x``. Vertices are
numbered from 0 unless their names are said to be others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from itertools import combinations, pairwise
from math import comb, cos, pi, sin
from random import Random
from typing import Any

from perfectplay.board.foreign import whole_graph as _whole_graph
from perfectplay.board.graphs import MOST, MOST_VERTICES, Graph
from perfectplay.board.grids import column_letters
from perfectplay.board.plain import Places
from perfectplay.board.writing import FORMS, write_plain
from perfectplay.errors import NotApplicable, ParseError, kind_of, quote

__all__ = [
    "complete",
    "complete_bipartite",
    "cube",
    "cycle",
    "dodecahedron",
    "generalized_petersen",
    "grid",
    "heawood",
    "hypercube",
    "icosahedron",
    "kneser",
    "octahedron",
    "paley",
    "path",
    "petersen",
    "random",
    "random_digraph",
    "random_regular",
    "read",
    "star",
    "tetrahedron",
    "tree",
    "wheel",
    "write",
]


def path(n: int) -> Graph:
    """n vertices in a row."""
    _size(n)
    return _numbered(n, pairwise(range(n)), [(float(x), 0.0) for x in range(n)])


def cycle(n: int) -> Graph:
    """n vertices in a circle, three or more."""
    _size(n, 3)
    return _numbered(n, [(v, (v + 1) % n) for v in range(n)], _ring(n))


def complete(n: int) -> Graph:
    """n vertices, each joined to all others."""
    _size(n)
    return _numbered(n, combinations(range(n), 2), _ring(n))


def complete_bipartite(m: int, n: int) -> Graph:
    """m vertices, each joined to n others."""
    _size(m + n)
    _size(min(m, n))
    rows = [
        ((2 * x - (count - 1)) * max(m, n) / count / 2, y) for count, y in ((m, 2.0), (n, 0.0)) for x in range(count)
    ]
    return _numbered(m + n, [(a, m + b) for a in range(m) for b in range(n)], rows)


def star(n: int) -> Graph:
    """Vertex 0 in the middle, joined to n others."""
    _size(n + 1, 2)
    return _numbered(n + 1, [(0, leaf) for leaf in range(1, n + 1)], [(0.0, 0.0), *_ring(n, max(1.0, n / 2 / pi))])


def wheel(n: int) -> Graph:
    """A cycle of n vertices, three or more, and vertex 0 in the middle, joined to all of them."""
    _size(n + 1, 4)
    rim = [(v, v % n + 1) for v in range(1, n + 1)]
    spokes = [(0, v) for v in range(1, n + 1)]
    return _numbered(n + 1, [*spokes, *rim], [(0.0, 0.0), *_ring(n, max(1.0, n / 2 / pi))])


def grid(rows: int, cols: int) -> Graph:
    """A rectangle of vertices, named as cells of a board are: a1 in the corner, b1 to the right of it."""
    for side in (rows, cols):
        _size(side)
    _size(rows * cols)
    name = [[f"{column_letters(col)}{row + 1}" for col in range(cols)] for row in range(rows)]
    across = [(line[col], line[col + 1]) for line in name for col in range(cols - 1)]
    down = [(above[col], below[col]) for above, below in pairwise(name) for col in range(cols)]
    places = {name[row][col]: (float(col), float(-row)) for row in range(rows) for col in range(cols)}
    return Graph(places, across + down, places=places)


def tree(code: str | Sequence[int]) -> Graph:
    """From a Prüfer code, n - 2 numbers below n, or from parentheses: from the first vertex of ``(()(()))`` hang two
    others, and from the second of these another one. Vertex 0 is on top of the picture.

    >>> [edge[:2] for edge in tree("1,1").edges] == [edge[:2] for edge in tree([1, 1]).edges]
    True
    >>> tree("(()(()))").text("....").partition(";")[0]
    '0-1 0-2 2-3'
    """
    if isinstance(code, str) and "(" in code:
        parents = _nested(code)
        edges = [(parent, child) for child, parent in enumerate(parents) if parent >= 0]
        return _numbered(len(parents), edges, _hung(len(parents), edges))
    try:
        numbers = [int(word) for word in code.replace(",", " ").split()] if isinstance(code, str) else list(code)
    except ValueError:
        raise ParseError(f"tree code {quote(str(code))}", expected="numbers, or parentheses such as (()())") from None
    size = len(numbers) + 2
    _size(size)
    for number in numbers:
        if not isinstance(number, int) or not 0 <= number < size:
            raise ParseError(f"{number!r:.20} in a tree code", expected=f"numbers from 0 to {size - 1}")
    degrees = [1 + numbers.count(v) for v in range(size)]
    edges = []
    for number in numbers:
        leaf = degrees.index(1)
        edges.append((leaf, number))
        degrees[leaf] -= 1
        degrees[number] -= 1
    last = [v for v in range(size) if degrees[v] == 1]
    edges.append((last[0], last[1]))
    return _numbered(size, edges, _hung(size, edges))


def petersen() -> Graph:
    """The Petersen graph: an outer pentagon 0 to 4, an inner pentagram 5 to 9."""
    return generalized_petersen(5, 2)


def generalized_petersen(n: int, k: int) -> Graph:
    """An outer cycle of n vertices, each joined to one of n inner vertices, which are joined in steps of k."""
    _size(2 * n, 6)
    if not 0 < 2 * k < n:
        raise ParseError(f"steps of {k} in {n} vertices", expected="more than 0 and less than a half")
    outer = [(v, (v + 1) % n) for v in range(n)]
    inner = [(n + v, n + (v + k) % n) for v in range(n)]
    radius = max(2.0, 1.5 * n / 2 / pi)
    return _numbered(
        2 * n, [*outer, *((v, n + v) for v in range(n)), *inner], [*_ring(n, radius), *_ring(n, radius / 2)]
    )


def hypercube(d: int) -> Graph:
    """2^d vertices, named by their d bits, joined if they differ in one."""
    if not 1 <= d <= 9:
        raise ParseError(f"a hypercube of {d} dimensions", expected="1 to 9")
    names = [f"{number:0{d}b}" for number in range(1 << d)]
    edges = [(names[v], names[v | 1 << bit]) for v in range(1 << d) for bit in reversed(range(d)) if not v >> bit & 1]
    if d == 1:
        spots = [(0.0, 0.0), (1.0, 0.0)]
    elif d <= 3:  # squares inside each other
        corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        size = [1.0 if v >> 2 else 2.2 for v in range(1 << d)]
        spots = [(size[v] * corners[v & 3][0], size[v] * corners[v & 3][1]) for v in range(1 << d)]
    elif d == 4:  # each bit is a step in its own direction
        steps = [(cos(pi * n / 4), sin(pi * n / 4)) for n in range(4)]
        taken = [[steps[n] for n in range(4) if v >> n & 1] for v in range(16)]
        spots = [(sum(x for x, _ in each), sum(y for _, y in each)) for each in taken]
    else:
        return _laid_out(names, edges)
    return Graph(names, edges, places=dict(zip(names, spots, strict=True)))


def kneser(n: int, k: int) -> Graph:
    """The k-element sets of the numbers 1 to n, joined if they have no number in common; they are named by their
    numbers, 13 or (from n = 10 on) 1_13."""
    if not 1 <= k <= n or n > MOST_VERTICES or comb(n, k) > MOST_VERTICES:
        raise ParseError(f"sets of {k} of {n} numbers", expected=f"1 to {MOST_VERTICES} sets")
    sets = list(combinations(range(1, n + 1), k))
    name = {each: ("_" if n > 9 else "").join(map(str, each)) for each in sets}
    return _laid_out(name.values(), [(name[a], name[b]) for a, b in combinations(sets, 2) if not set(a) & set(b)])


def paley(q: int) -> Graph:
    """The numbers modulo a prime q = 4k + 1, joined if their difference is a square."""
    _size(q, 5)
    if q % 4 != 1 or any(q % factor == 0 for factor in range(2, q) if factor * factor <= q):
        raise ParseError(f"a Paley graph of {q} vertices", expected="a prime that leaves 1 when divided by 4")
    squares = {v * v % q for v in range(1, q)}
    return _numbered(q, [(a, b) for a, b in combinations(range(q), 2) if b - a in squares], _ring(q))


def heawood() -> Graph:
    """The Heawood graph: a cycle of 14 vertices, and chords from the even ones to the fifth after them."""
    rim = [(v, (v + 1) % 14) for v in range(14)]
    return _numbered(14, [*rim, *((v, (v + 5) % 14) for v in range(0, 14, 2))], _ring(14))


def tetrahedron() -> Graph:
    """Three corners around one."""
    return _numbered(4, combinations(range(4), 2), [(0.0, 0.0), *_ring(3, 1.5)])


def cube() -> Graph:
    """A square 0 to 3 around a square 4 to 7."""
    ends = [edge for v in range(4) for edge in ((v, (v + 1) % 4), (v, v + 4), (v + 4, 4 + (v + 1) % 4))]
    return _numbered(8, ends, [*_ring(4, 2.5, 0.5), *_ring(4, 1.1, 0.5)])


def octahedron() -> Graph:
    """A triangle 0 to 2 around a triangle 3 to 5."""
    ends = [pair for pair in combinations(range(6), 2) if pair[1] - pair[0] != 3]
    return _numbered(6, ends, [*_ring(3, 2.6), *_ring(3, 0.8, 1.5)])


def dodecahedron() -> Graph:
    """A pentagon 0 to 4 around a ring 5 to 14 around a pentagon 15 to 19."""
    ends: list[tuple[int, int]] = []
    for v in range(5):
        ends += [(v, (v + 1) % 5), (v, 5 + 2 * v), (6 + 2 * v, 15 + v), (15 + v, 15 + (v + 1) % 5)]
    ends += [(5 + v, 5 + (v + 1) % 10) for v in range(10)]
    return _numbered(20, ends, [*_ring(5, 4.0), *_ring(10, 2.5), *_ring(5, 1.1, 0.5)])


def icosahedron() -> Graph:
    """A triangle 0 to 2 around a ring 3 to 8 around a triangle 9 to 11."""
    ends: list[tuple[int, int]] = []
    for v in range(3):
        ends += [(v, (v + 1) % 3), (9 + v, 9 + (v + 1) % 3)]
        ends += [(v, 3 + (2 * v + step) % 6) for step in (-1, 0, 1)]
        ends += [(9 + v, 3 + (2 * v + step) % 6) for step in (0, 1, 2)]
    ends += [(3 + v, 3 + (v + 1) % 6) for v in range(6)]
    return _numbered(12, ends, [*_ring(3, 5.0), *_ring(6, 1.7), *_ring(3, 0.7, 0.5)])


def random(n: int, p: float, seed: int = 0) -> Graph:
    """n vertices, of which each pair is joined with probability p; the same graph for the same seed."""
    _size(n)
    source = _chances(p, seed)
    return _laid_out(
        map(str, range(n)), [(str(a), str(b)) for a, b in combinations(range(n), 2) if source.random() < p]
    )


def random_digraph(n: int, p: float, seed: int = 0) -> Graph:
    """n vertices, with an arc from each to each other with probability p; the same graph for the same seed."""
    _size(n)
    source = _chances(p, seed)
    arcs = [(str(a), str(b)) for a in range(n) for b in range(n) if a != b and source.random() < p]
    return _laid_out(map(str, range(n)), arcs, directed=True)


def random_regular(n: int, d: int, seed: int = 0) -> Graph:
    """n vertices, each joined to d others, almost uniformly at random; the same graph for the same seed."""
    _size(n)
    if not 0 <= d < n or n * d % 2:
        raise ParseError(f"{n} vertices of degree {d}", expected="a degree below their number, and an even product")
    import networkx

    found = networkx.random_regular_graph(d, n, seed=Random(seed))
    edges = sorted((min(edge), max(edge)) for edge in found.edges)
    return _laid_out(map(str, range(n)), [(str(a), str(b)) for a, b in edges])


NAMED: Mapping[str, Callable[..., Graph]] = {name: globals()[name] for name in __all__ if name not in ("read", "write")}


def named(text: str) -> Graph:
    """The graph that a text such as ``grid(3,4)`` names.

    >>> named("cycle(5)") == cycle(5)
    True
    """
    match = re.fullmatch(r"(\w+)\((.*)\)", text, re.DOTALL)
    if not match:
        raise ParseError(f"unexpected {quote(text)}", expected="a graph such as cycle(5)")
    function = NAMED.get(match[1])
    if function is None:
        raise ParseError(f"no graph is called {quote(match[1])}", expected=f"one of: {', '.join(NAMED)}")
    if function is tree:
        return tree(match[2])
    words = [word.strip() for word in match[2].split(",")] if match[2].strip() else []
    wanted = signature(function).parameters
    least = sum(parameter.default is parameter.empty for parameter in wanted.values())
    if not least <= len(words) <= len(wanted):
        raise ParseError(f"{match[1]} with {len(words)} numbers", expected=f"{match[1]}({', '.join(wanted)})")
    numbers: list[float] = []
    for word, (name, parameter) in zip(words, wanted.items(), strict=False):
        form = r"\d{0,9}\.?\d{1,9}" if parameter.annotation == "float" else r"-?\d{1,9}"
        if not re.fullmatch(form, word):
            kind = "a number" if parameter.annotation == "float" else "a whole number"
            raise ParseError(f"{match[1]}: {name} is {quote(word)}", expected=kind)
        numbers.append(float(word) if parameter.annotation == "float" else int(word))
    return function(*numbers)


def read(source: object) -> Graph:
    """A graph from any form that games on graphs read: text of our own, DOT, GraphML, graph6, digraph6, sparse6, an
    edge list, a name, or an object of networkx or rustworkx. Letters are left out.

    >>> pp.graphs.read("graph { a -- b -- c }").edges
    (('a', 'b', 1), ('b', 'c', 1))
    """
    return Graph.parse(source)[0]


def write(graph: Graph, form: str = "text") -> Any:
    """A graph as ``text``, ``dot``, ``graphml``, ``graph6``, ``digraph6``, ``sparse6``, ``edges`` (a list of them), or
    as an object of ``networkx``. Names of vertices are lost in the formats that end in 6, and places in those and in
    lists of edges.

    >>> pp.graphs.write(pp.graphs.path(4), "graph6")
    '>>graph6<<Ch'
    """
    if not isinstance(graph, Graph):
        raise NotApplicable(f"write: expected a graph, got {kind_of(graph)}")
    if form == "text":
        return graph.written(f"{graph.name(edge)}={kind}" for edge, kind in graph.letters().items())
    if form not in (*FORMS, "networkx"):
        raise NotApplicable(f"write: no form {form!r} (expected one of: text, {', '.join(FORMS)}, networkx)")
    return write_plain(_whole_graph(graph, MOST), form)


# places -------------------------------------------------------------------------------------------------------------


def _size(count: int, low: int = 1) -> None:
    if not low <= count <= MOST_VERTICES:
        raise ParseError(f"a graph of {count} vertices", expected=f"{low} to {MOST_VERTICES}")


def _chances(p: float, seed: int) -> Random:
    if not 0 <= p <= 1:
        raise ParseError(f"a probability of {p}", expected="0 to 1")
    return Random(seed)


def _numbered(size: int, ends: Iterable[tuple[int, int]], places: Sequence[tuple[float, float]]) -> Graph:
    names = [str(vertex) for vertex in range(size)]
    edges = [(names[a], names[b]) for a, b in ends]
    return Graph(names, edges, places=dict(zip(names, places, strict=True)))


def _ring(size: int, radius: float | None = None, turn: float = 0.0) -> list[tuple[float, float]]:
    """Places on a circle, clockwise from the top or that part of a step after it; a unit apart unless a radius says
    otherwise."""
    if radius is None:
        radius = 0.0 if size == 1 else 0.5 / sin(pi / size)
    angles = [2 * pi * (number + turn) / size for number in range(size)]
    return [(radius * sin(angle), radius * cos(angle)) for angle in angles]


def _laid_out(names: Iterable[str], edges: Iterable[tuple[str, str]], directed: bool = False) -> Graph:
    from perfectplay.picture.layout import layout

    bare = Graph(names, edges, directed)
    number = {vertex: n for n, vertex in enumerate(bare.vertices)}
    points = layout(len(number), tuple((number[a], number[b]) for a, b, _ in bare.edges), 1.0)
    places: Places = {vertex: (x, -y) for vertex, (x, y) in zip(bare.vertices, points, strict=True)}
    return Graph(bare.vertices, bare.edges, directed, places=places)


def _nested(code: str) -> list[int]:
    """The vertex below each vertex of a tree that is written in parentheses, -1 for the first."""
    parents: list[int] = []
    open_: list[int] = []
    for letter in code.replace(" ", ""):
        if letter == "(" and (open_ or not parents):
            parents.append(open_[-1] if open_ else -1)
            open_.append(len(parents) - 1)
            _size(len(parents))
        elif letter == ")" and open_:
            open_.pop()
        else:
            raise ParseError(f"tree code {quote(code)}", expected="nested parentheses such as (()())")
    if open_:
        raise ParseError(f"tree code {quote(code)}", expected="as many ) as (")
    return parents


def _hung(size: int, edges: Iterable[tuple[int, int]]) -> list[tuple[float, float]]:
    """A tree with vertex 0 on top: each vertex is above the middle of those that hang from it."""
    near: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    order, below, depth = [0], {0: -1}, {0: 0}
    for vertex in order:  # the list grows
        for other in near[vertex]:
            if other not in depth:
                below[other], depth[other] = vertex, depth[vertex] + 1
                order.append(other)
    across: dict[int, float] = {}
    leaves = 0
    todo = [0]
    while todo:
        vertex = todo[-1]
        hanging = [other for other in near[vertex] if other != below[vertex]]
        if hanging and hanging[0] not in across:
            todo.extend(reversed(hanging))
            continue
        todo.pop()
        across[vertex] = (across[hanging[0]] + across[hanging[-1]]) / 2 if hanging else float(leaves)
        leaves += not hanging
    return [(across[vertex], -1.2 * depth[vertex]) for vertex in range(size)]
