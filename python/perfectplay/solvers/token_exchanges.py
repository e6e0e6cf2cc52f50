"""A solution for labelled tokens in O(n^3) moves, not a shortest one; also for blocks of one cell, which are tokens on
the cells of their box.

With two holes or more tokens are exchanged two at a time; with one hole blocks are made smaller vertex by vertex and
what is left is sorted by 3-cycles. `families.pebbles.construct` says how. Blocks with one hole that cannot be
made smaller and have more than 26 vertices are left out, and so are graphs of more than 144 (a hundred tokens on 12 x
12 cells take about 70,000 moves, and half a minute).
"""

from perfectplay.families.pebbles.construct import construct
from perfectplay.families.pebbles.puzzle import TokenMotion, web
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.position import Line, Position
from perfectplay.theorems import unit_blocks, wilsons_theorem

systems = ("token_puzzle", "labelled_tokens", "sliding_blocks")
shortest = False

MOST_VERTICES = 144


def applies(position: Position) -> bool:
    if len(position.state.cells) > MOST_VERTICES:
        return False
    if isinstance(position.system, TokenMotion):
        return not wilsons_theorem.refusal(position)
    return unit_blocks.is_unit(position) and isinstance(unit_blocks.completed(position.state), list)


def solve(position: Position, asked: Asked) -> Found | None:
    if isinstance(position.system, TokenMotion):
        start, goal = position.system.configurations(position.state)
        shown = goal
    else:
        _, start, shown = unit_blocks.configurations(position.state)
        found = unit_blocks.completed(position.state)
        assert isinstance(found, list)
        goal = found
    steps = construct(web(position.state.board), start, goal, watch_now())
    if steps is None:
        return None
    names = [position.state.board.name(cell) for cell in position.state.board.cells]
    texts: list[str] = []
    for a, b in steps:
        if start == goal or (
            shown != goal and all(want in (0, token) for token, want in zip(start, shown, strict=True))
        ):
            break  # solved on the way
        start[a], start[b] = 0, start[a]
        texts.append(f"{names[a]}-{names[b]}")
    line = Line.replay(position, texts, asked.details["metric"])
    return Found(line, line)
