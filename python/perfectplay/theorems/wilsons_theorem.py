"""Wilson's theorem: which token puzzles with one hole can be solved.

On a 2-connected graph with n vertices that is not a cycle, bring the hole back to where it was: the n - 1 tokens may
have undergone any permutation if the graph is not bipartite, any even one if it is, except on one graph with seven
vertices (Tricky Six: two vertices joined by paths with 1, 2 and 2 vertices between them), where it is one of 120, the
group PGL(2, 5). On a cycle it is a rotation (Wilson 1974). A graph with cut vertices is treated block by block, since
with one hole no token leaves its block; :mod:`perfectplay.families.pebbles.feasible` has the statement.

The theorem answers where there is no solution; a shortest one is left to search. Two functions give more:

>>> components(pp.load("token_puzzle", "@tricky_six"))
(6, 840)
>>> group(pp.load("token_puzzle", "@cut_vertices"))
[(('a', 'b', 'c'), 'rotations'), (('c', 'd'), '1'), (('d', 'e'), '1'), (('e', 'f', 'g'), 'rotations')]
"""

from functools import lru_cache
from math import factorial

from perfectplay.families.pebbles.feasible import ALTERNATING, PROJECTIVE, ROTATIONS, SYMMETRIC, group_of
from perfectplay.families.pebbles.feasible import refusal as obstruction
from perfectplay.families.pebbles.loops import can_reach
from perfectplay.families.pebbles.puzzle import TokenMotion, web
from perfectplay.families.pebbles.webs import blocks, parts, restricted
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.position import Position

systems = ("token_puzzle",)


@lru_cache(maxsize=256)
def reason(system: TokenMotion, state: Arrangement) -> str:
    """Why there is no solution; empty if there is one."""
    found = obstruction(web(state.board), *system.configurations(state))
    if found is None:
        return ""
    said, vertices = found
    names = [state.board.name(state.board.cells[v]) for v in sorted(vertices)]
    return said if len(names) == len(state.cells) else f"{said} ({' '.join(names)})"


def refusal(position: Position) -> str:
    assert isinstance(position.system, TokenMotion)
    return reason(position.system, position.state)


def confirm(position: Position) -> bool | None:
    """Is it outside the group that the loops of the holes generate? None if there are too many sets of holes."""
    assert isinstance(position.system, TokenMotion)
    found = can_reach(web(position.state.board), *position.system.configurations(position.state))
    return None if found is None else not found


def group(position: Position) -> list[tuple[tuple[str, ...], str]]:
    """The blocks of the part of the graph that has the hole, each with the group that permutes its tokens."""
    board = position.state.board
    whole = web(board)
    hole = position.system.configurations(position.state)[0].index(0)
    part = next(part for part in parts(whole) if hole in part)
    inside = restricted(whole, part)
    found = [sorted(part[v] for v in block) for block in blocks(inside)]
    return [
        (tuple(board.name(board.cells[v]) for v in block), group_of(restricted(whole, block)))
        for block in sorted(found)
    ]


def components(position: Position) -> tuple[int, int]:
    """The number of classes of mutually reachable configurations on this (connected) graph, and the number of
    configurations in each."""
    size = len(position.state.cells)
    order = 1
    for block, name in group(position):
        tokens = len(block) - 1
        order *= {
            SYMMETRIC: factorial(tokens),
            ALTERNATING: factorial(tokens) // 2,
            ROTATIONS: tokens,
            PROJECTIVE: 120,
        }.get(name, 1)
    return factorial(size - 1) // order, size * order
