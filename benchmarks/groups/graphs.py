"""Games on graphs: loopy ones by retrograde analysis, pursuit, annihilation, switching and Geography.

Shannon's switching game, Bridg-it and Geography are answered by theorems; the certificate is checked in the same run,
and is expected to hold.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Setting, Target, of
from groups.questions import outcome
from perfectplay.limits import control_now
from perfectplay.method import certified
from perfectplay.values.universe import current

TITLE = "Games on graphs"
LOOPY: tuple[tuple[int, int, str, tuple[Target, ...]], ...] = (
    (16, 3, "Pv", ()),
    (20, 4, "D", ()),
    (27, 4, "D", (Target("peak", 8e9),)),  # takes minutes
)
"""Cells, tokens of each player, outcome, targets."""
CHASES = (
    (30, 90, "2 cops, capture time 5"),
    (60, 120, "3 cops, capture time 4"),
    (100, 300, "3 cops, capture time 8"),
)
"""Vertices, edges, cop number."""
ANNIHILATION = (
    ("sparse", 2, False, "D"),
    ("dense", 60, False, "D"),
    ("acyclic", 60, True, "N"),
)
"""Name, arcs out of each vertex, without cycles?, outcome."""
SWITCHING = ((300, 2000, "L"), (1200, 2000, "R"), (3000, 20_000, "L"), (13_000, 20_000, "R"))
"""Vertices, edges, outcome."""
VERTICES = "NRLRLRNLRRNLNLRNNLNL"
ARCS = "NNLNNRLLRN"
"""Outcomes of random graphs."""
GEOGRAPHY = (
    ("vertex", 1000, 3000, "maximum matching", "N"),
    ("edge", 1000, 3000, "even kernel", "N"),
)
"""What is erased, vertices, edges, theorem, outcome."""


class Blocking(pp.RewriteGame):
    """Tokens x of Left and o of Right on a strip step one or three cells forward, onto free cells, and back along two
    arcs; a player who cannot move loses."""

    cells = ".xo"
    sample = "xo.."
    loopy = True

    def moves(self, board: Any) -> Iterable[Any]:
        cells = list(board.cells)
        arcs = [(a, a + step) for step in (1, 3) for a in range(len(cells) - step)]
        for a, b in [*arcs, (8, 1), (15, 5)]:
            for player, token in ((pp.LEFT, "x"), (pp.RIGHT, "o")):
                yield player, {cells[a]: f"{token}.", cells[b]: f".{token}"}


def blocking(cells: int, tokens: int, setting: Setting, _: None) -> Found:
    start = Blocking().load(("xo" * tokens).ljust(cells, "."))
    result = pp.outcome(start, limits=setting.limits)
    each = result.stats.memory / result.stats.positions
    return of(result, str(result), f"{each:.0f} bytes of tables for each position", bytes=each)


def random_graph(vertices: int, edges: int, bipartite: bool = False) -> str:
    """A tree, and edges besides; perhaps only between even and odd vertices."""
    rng, step = random.Random(vertices + edges), 2 if bipartite else 1
    pairs = {(rng.randrange((vertex + 1) % step, vertex, step), vertex) for vertex in range(1, vertices)}
    while len(pairs) < edges:
        a, b = sorted(rng.sample(range(vertices), 2))
        if (b - a - 1) % step == 0:
            pairs.add((a, b))
    return " ".join(f"{a}-{b}" for a, b in sorted(pairs))


def cop_number(graph: str, setting: Setting, _: None) -> Found:
    result = pp.cop_number(pp.load("cops_and_robbers", graph), limits=setting.limits)
    return of(result, f"{result} cops, capture time {result.witness['capture_time']}")


def chase(graph: str, cops: int, setting: Setting, _: None) -> Found:
    result = pp.outcome(pp.load("cops_and_robbers", graph, cops=cops), limits=setting.limits)
    return of(result, str(result))


def digraph(vertices: int, heads: int, acyclic: bool) -> str:
    """So many arcs out of each vertex but the last ten, and a token on every other one; perhaps only arcs to later
    vertices."""
    rng = random.Random(vertices + heads)
    drawn = [(tail, head) for tail in range(vertices - 10) for head in sorted(rng.sample(range(vertices), heads))]
    arcs = " ".join(f"v{tail}>v{head}" for tail, head in drawn if tail < head or not acyclic)
    names = " ".join(f"v{n}" for n in range(vertices))
    return f"{names} {arcs}; {' '.join(f'v{n}=@' for n in range(0, vertices, 2))}"


def random_switching(vertices: int, edges: int, link: str = "-") -> str:
    rng = random.Random(vertices)
    pairs = " ".join(f"v{rng.randrange(vertices)}{link}v{rng.randrange(vertices)}" for _ in range(edges))
    return f"v0 v1 {pairs}; v0={'S' if link == '>' else 'T'} v1=T"


def hexagons(rows: int, cols: int) -> str:
    """Hex as a game on vertices: Left joins the left side to the right side."""
    edges = [f"s-c{row}_0 c{row}_{cols - 1}-t" for row in range(rows)]
    for row in range(rows):
        for col in range(cols):
            near = ((row, col + 1), (row + 1, col), (row + 1, col - 1))
            edges += [f"c{row}_{col}-c{r}_{c}" for r, c in near if r < rows and 0 <= c < cols]
    return f"s t {' '.join(edges)}; s=T t=T"


def proved(key: str, text: str, method: str | None, setting: Setting, _: None) -> Found:
    """By theorem, with the time of reading and of checking the certificate."""
    began = time.perf_counter()
    position = pp.load(key, text)
    read = time.perf_counter()
    result = pp.outcome(position, method=method, limits=setting.limits)
    answered = time.perf_counter()
    finding = certified(result)
    checked = time.perf_counter() - answered
    status = finding.status if finding else "no certificate"
    note = f"reading {read - began:.2f} s, answer {answered - read:.2f} s, certificate {status} in {checked:.2f} s"
    return of(result, f"{result}, {status}", note, answering=answered - began)


def connected(texts: tuple[str, ...], key: str, plain: bool, setting: Setting, _: None) -> Found:
    """By proof numbers, with or without bounds, forced moves and the exclusion of what does not matter."""
    positions, seconds, answers = 0, 0.0, ""
    for text in texts:
        position = pp.load(key, text)
        system, board = position.system, position.state.board
        kernel = system.native(board, plain)
        code = system.kernel(position.state)[1]
        with setting.limits:
            (left, right), stats = kernel.winners(code, "proof-number", current().native, control_now())
        answers += {("left", "left"): "L", ("right", "right"): "R"}.get((left, right), "N")
        positions += stats[0]
        seconds += stats[1]
    return Found(answers, positions, seconds)


def cases() -> Iterator[Case]:
    for cells, tokens, expected, targets in LOOPY:
        title = f"Blocking tokens, {tokens} against {tokens} on {cells} cells, outcome with draws"
        run = partial(blocking, cells, tokens)
        yield Case(f"loopy-{cells}", title, run, expected, targets, quick=cells == 16, named=cells == 27)
    for vertices, edges, expected in CHASES:
        title = f"Cops and Robbers, cop number of a graph with {vertices} vertices and {edges} edges"
        run = partial(cop_number, random_graph(vertices, edges))
        yield Case(f"cops-{vertices}-{edges}", title, run, expected)
    for edges in (60, 300):
        title = f"Cops and Robbers, three cops on 30 vertices with {edges} edges, outcome"
        run = partial(chase, random_graph(30, edges), 3)
        yield Case(f"three-cops-{edges}", title, run, "L", (Target("wall", 10),))
    for name, heads, acyclic, expected in ANNIHILATION:
        run = partial(outcome, "annihilation", digraph(60, heads, acyclic), "fraenkel yesha")
        title = f"Annihilation, 60 vertices, {name}, 30 tokens, outcome"
        yield Case(f"annihilation-{name}", title, run, expected, (Target("wall", 10),))
    yield from switching()
    yield from connecting()
    for kind, vertices, edges, method, expected in GEOGRAPHY:
        graph = random_graph(vertices, edges, bipartite=kind == "edge")
        run = partial(proved, f"{kind}_geography", f"{graph}; 0=@", method)
        what = f"{'bipartite, ' if kind == 'edge' else ''}{edges:,} edges on {vertices:,} vertices"
        title = f"{kind.capitalize()} Geography, {what}, outcome and certificate"
        yield Case(f"{kind}-geography-{vertices}-{edges}", title, run, f"{expected}, verified")


def switching() -> Iterator[Case]:
    for vertices, edges, expected in SWITCHING:
        run = partial(proved, "shannon_switching", random_switching(vertices, edges), None)
        title = f"Shannon's switching game, {edges:,} edges on {vertices:,} vertices, outcome and certificate"
        targets = (Target("answering", 1),) if edges == 2000 else ()
        yield Case(f"switching-{vertices}-{edges}", title, run, f"{expected}, verified", targets)
    for size in ("32", "100"):
        run = partial(proved, "bridgit", size, None)
        yield Case(f"bridgit-{size}", f"Bridg-it {size}, outcome and certificate", run, "N, verified")


def connecting() -> Iterator[Case]:
    vertices = tuple(random_switching(n, 2 * n) for n in range(10, 30))
    arcs = tuple(random_switching(n, 3 * n, ">") for n in range(5, 15))
    for name, title, key, texts, expected in (
        ("hex-4x4", "Hex 4x4", "vertex_switching", (hexagons(4, 4),), "N"),
        ("hex-4x5", "Hex 4x5", "vertex_switching", (hexagons(4, 5),), "R"),
        ("vertex-switching", "Vertex switching, 20 random graphs", "vertex_switching", vertices, VERTICES),
        ("directed-switching", "Directed switching, 10 random graphs", "directed_switching", arcs, ARCS),
    ):
        run = partial(connected, texts, key, False)
        yield Case(name, f"{title}, proof numbers with bounds", run, expected)
        run = partial(connected, texts, key, True)
        yield Case(f"{name}-plain", f"{title}, proof numbers without bounds", run, expected, quick=False)
