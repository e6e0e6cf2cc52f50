"""The interactive Hamiltonicity game.

Edges of a graph are in or out, and some of them belong to a player. A player changes one of his own edges from out to
in or from in to out, or passes (unless ``passing`` is set to false); the first player after whose move the edges that
are in contain a Hamiltonian cycle wins. Where there is one from the beginning, play is over, and the player to move has
lost. Play that goes on for ever is a draw.
Text: edges ``a-b``, then their letters: ``a-b b-c c-a; a-b=L b-c=r``. Letters: ``L`` an edge of Left that is in, ``l``
one that is out, ``R`` and ``r`` the same for Right; an edge without a letter (``-``) belongs to nobody and is in. The
graph is simple and has 3 to 20 vertices.

Complexity: EXPTIME-complete, with passing (Stockmeyer & Chandra 1979). Without it a player who has no edge loses when
he must move.

>>> pp.outcome(pp.load("hamiltonicity_game", "a-b b-c c-d d-a a-c b-d; a-b=L b-c=l c-d=R a-c=l b-d=l"))
L
"""

from collections.abc import Iterator

from perfectplay.errors import NotApplicable
from perfectplay.families.owned_edges import EdgeGame, Net
from perfectplay.kinds.toggles import Setting
from perfectplay.limits import watch_now, watched

MOST_PATHS = 1_000_000
"""Followed while Hamiltonian cycles are listed, which takes some seconds."""


class HamiltonicityGame(EdgeGame):
    name = "Interactive Hamiltonicity game"
    systems = ("S039",)
    source = "Stockmeyer & Chandra 1979, Provably difficult combinatorial games"
    sample = "a-b b-c c-d d-a a-c b-d; a-b=L b-c=l c-d=R a-c=l b-d=l"
    samples = {
        "square": "a-b b-c c-d d-a a-c b-d; a-b=L b-c=r c-d=l d-a=R a-c=l",
        "house": "a-b b-c c-d d-e e-a b-e; b-c=R c-d=l d-e=r e-a=r b-e=l",
        "tug": "a-b b-c c-d d-a a-c b-d; a-b=L b-c=l c-d=R d-a=l a-c=l b-d=l",
        "wheel": "h-a h-b h-c h-d a-b b-c c-d d-a; h-a=r h-b=r h-c=L h-d=R a-b=L b-c=r d-a=r",
        "prism": "a-b b-c c-a d-e e-f f-d a-d b-e c-f; b-c=l c-a=R e-f=l f-d=r a-d=l b-e=L c-f=l",
    }

    def over(self, state: Setting) -> bool:
        """A search through paths from the first vertex; those with the same vertices and the same end are alike."""
        vertices = state.frame.board.vertices
        number = {vertex: n for n, vertex in enumerate(vertices)}
        around: list[set[int]] = [set() for _ in vertices]
        for tail, head, _ in self.edges_in(state):
            around[number[tail]].add(number[head])
            around[number[head]].add(number[tail])
        todo = [(1, 0)] if all(len(others) > 1 for others in around) else []
        known = set(todo)
        watch = watch_now()
        while todo:
            watch()
            seen, end = todo.pop()
            if seen == (1 << len(vertices)) - 1 and 0 in around[end]:
                return True
            longer = {(seen | 1 << n, n) for n in around[end] if not seen >> n & 1} - known
            known |= longer
            todo.extend(longer)
        return False

    def endings(self, frame: Net) -> Iterator[tuple[int, int]]:
        """Every Hamiltonian cycle of the whole graph, found edge by edge: its edges that have an owner must be in."""
        switch = {edge: 1 << number for number, edge in enumerate(frame.moving)}
        first, size = frame.board.vertices[0], len(frame.board.vertices)
        todo: list[tuple[tuple[str, ...], int]] = [((first,), 0)]
        for _ in watched(range(MOST_PATHS)):
            if not todo:
                return
            path, needed = todo.pop()
            for edge, vertex in frame.board.arcs(path[-1]):
                then = needed | switch.get(edge, 0)
                if vertex not in path:
                    todo.append(((*path, vertex), then))
                elif vertex == first and len(path) == size and path[1] < path[-1]:
                    yield then, then
        raise NotApplicable(f"{self.title}: too many paths to look for Hamiltonian cycles (at most {MOST_PATHS:,})")
