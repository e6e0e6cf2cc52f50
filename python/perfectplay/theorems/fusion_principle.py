"""Green Hackenbush: fuse what lies on cycles, then count from the leaves down.

The fusion principle: the nimber of a green picture does not change when the vertices of a cycle are identified (its
edges become loops, and a loop is equivalent to an edge with a free end). So each maximal part without a bridge may be
fused into one vertex, which carries 1 if the part has an odd number of edges. What is left is a tree, and by the colon
principle a bridge below a part worth x is worth x + 1; the branches at a vertex are added by exclusive or. (Berlekamp,
Conway & Guy, *Winning Ways*, chapter 7; Guy 1991, Impartial games.) All ground vertices are one. Linear time.

A move to a smaller nimber is found from the ground upwards: at each vertex either some bridge has to change to a
smaller nimber, and the search continues there, or an edge of the fused part has to be cut. An edge whose removal leaves
no bridge will do; in general they are tried, from the middle outwards.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from perfectplay.families.hackenbush import GROUND, Bush
from perfectplay.families.numbers import best_of
from perfectplay.games.hackenbush import Hackenbush
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import promises
from perfectplay.values.value import Value

systems = ("hackenbush",)
Ends = Mapping[int, tuple[int, int]]


@dataclass
class Part:
    """A maximal part without a bridge: its lowest vertex, its edges, and the bridges that lead on from its vertices."""

    root: int
    edges: list[int] = field(default_factory=list)
    bridges: list[tuple[int, int, int]] = field(default_factory=list)
    """Edge, vertex where it begins, and number of the part that it leads to."""


def applies(position: Position[Hackenbush]) -> bool:
    left, right = position.system.owned(position.state)
    return left == right and not position.system.misere


def parts_of(ends: Ends, root: int) -> list[Part]:
    """The parts of a connected graph; a part above a bridge comes after the one below it."""
    at: dict[int, list[int]] = {root: []}
    for edge, (a, b) in ends.items():
        at.setdefault(a, []).append(edge)
        if a != b:
            at.setdefault(b, []).append(edge)
    seen, low, came = {root: 0}, {root: 0}, {root: -1}
    order = [root]
    path = [(root, iter(at[root]))]
    while path:
        vertex, edges = path[-1]
        for edge in edges:
            other = sum(ends[edge]) - vertex
            if edge == came[vertex]:
                continue
            if other not in seen:
                seen[other] = low[other] = len(seen)
                came[other] = edge
                order.append(other)
                path.append((other, iter(at[other])))
                break
            low[vertex] = min(low[vertex], seen[other])
        else:
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[vertex])
    parts: list[Part] = []
    part_of: dict[int, int] = {}
    for vertex in order:
        edge = came[vertex]
        below = sum(ends[edge]) - vertex if edge >= 0 else vertex
        if edge < 0 or low[vertex] > seen[below]:  # nothing above leads back below: a bridge
            part_of[vertex] = len(parts)
            parts.append(Part(vertex))
            if edge >= 0:
                parts[part_of[below]].bridges.append((edge, below, part_of[vertex]))
        else:
            part_of[vertex] = part_of[below]
    bridges = {edge for part in parts for edge, _, _ in part.bridges}
    for edge, (a, _) in ends.items():
        if edge not in bridges:
            parts[part_of[a]].edges.append(edge)
    return parts


def nimbers(parts: list[Part], hung: Mapping[int, int], ends: Ends) -> list[int]:
    """The nimber of each part with everything above it; ``hung`` are nimbers on vertices."""
    found = [len(part.edges) % 2 for part in parts]
    vertices = [{part.root, *(vertex for edge in part.edges for vertex in ends[edge])} for part in parts]
    for number in range(len(parts) - 1, -1, -1):
        for vertex in vertices[number]:
            found[number] ^= hung.get(vertex, 0)
        for _, _, above in parts[number].bridges:
            found[number] ^= found[above] + 1
    return found


def nimber(ends: Ends, root: int, hung: Mapping[int, int]) -> int:
    return nimbers(parts_of(ends, root), hung, ends)[0]


def picture(position: Position[Hackenbush]) -> dict[int, tuple[int, int]]:
    bush: Bush = position.state
    return {edge: bush.frame.ends[edge] for edge in bush.edges}


def grundy(position: Position[Hackenbush], asked: Asked) -> Found:
    return Found(nimber(picture(position), GROUND, {}))


def value(position: Position[Hackenbush], asked: Asked) -> Found:
    return Found(Value(0).nus(0, 0, nimber(picture(position), GROUND, {})))


def outcome(position: Position[Hackenbush], asked: Asked) -> Found:
    first = nimber(picture(position), GROUND, {}) != 0
    found = Outcome(LEFT, RIGHT) if first else Outcome(RIGHT, LEFT)
    return Found(found, promises(position, found))


def best(position: Position[Hackenbush], asked: Asked) -> Found:
    """An edge whose cut leaves nimber 0; any edge where there is none."""
    player: Player = asked.details["player"]
    bush: Bush = position.state
    ends = picture(position)
    if not ends:
        return best_of(position, player, None, False)
    parts = parts_of(ends, GROUND)
    worth = nimbers(parts, {}, ends)
    edge = winning_edge(ends, parts, worth) if worth[0] else next(iter(ends))
    move = Move(bush.frame.names[edge], player, Position(position.system, bush.cut(edge)))
    return best_of(position, player, move, worth[0] != 0)


def winning_edge(ends: Ends, parts: list[Part], worth: list[int]) -> int:
    """Where to cut so that the nimber, which is not 0, becomes 0."""
    here, wanted = 0, 0
    while True:
        change = worth[here] ^ wanted
        for edge, _, above in parts[here].bridges:
            target = (worth[above] + 1) ^ change
            if target == 0:
                return edge
            if target <= worth[above]:
                here, wanted = above, target - 1
                break
        else:
            return inner_edge(ends, parts[here], worth, wanted)


def inner_edge(ends: Ends, part: Part, worth: list[int], wanted: int) -> int:
    """The edge of a part whose cut makes its nimber ``wanted``, with all bridges left as they are."""
    hung: dict[int, int] = {}
    for _, vertex, above in part.bridges:
        hung[vertex] = hung.get(vertex, 0) ^ (worth[above] + 1)
    edges = {edge: ends[edge] for edge in part.edges}
    for edge in outwards(part.edges):
        rest = {each: pair for each, pair in edges.items() if each != edge}
        if nimber(rest, part.root, hung) == wanted:
            return edge
    raise AssertionError("a nimber has moves to all smaller ones")


def outwards(edges: list[int]) -> Iterable[int]:
    """From the middle of a list to its ends."""
    middle = len(edges) // 2
    return (edges[i] for i in sorted(range(len(edges)), key=lambda i: abs(i - middle)))
