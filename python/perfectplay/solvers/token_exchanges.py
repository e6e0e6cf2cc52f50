"""A solution for labelled tokens with at most a multiple of n^3 moves, not a shortest one.

With two holes or more tokens are exchanged two at a time; with one hole blocks are made smaller vertex by vertex and
what is left is sorted by 3-cycles. :mod:`perfectplay.tokens.construct` says how. Blocks with one hole that cannot be
made smaller and have more than 26 vertices are left out, and so are graphs of more than 64.
"""

from perfectplay.kinds.tokens import TokenMotion, web
from perfectplay.questions.ask import Answer, Asked
from perfectplay.questions.solve import line_cost
from perfectplay.system import Line, Position
from perfectplay.theorems import wilsons_theorem
from perfectplay.tokens.construct import construct

systems = ("token_puzzle", "labelled_tokens")
shortest = False

MOST_VERTICES = 64


def applies(position: Position) -> bool:
    return len(position.state.cells) <= MOST_VERTICES and not wilsons_theorem.applies(position)


def solve(position: Position, asked: Asked) -> Answer | None:
    assert isinstance(position.system, TokenMotion)
    start, goal = position.system.configurations(position.state)
    steps = construct(web(position.state.board), start, goal, asked.limits.watch())
    if steps is None:
        return None
    names = [position.state.board.name(cell) for cell in position.state.board.cells]
    texts: list[str] = []
    for a, b in steps:
        if start == goal:  # on the way, before all is done
            break
        start[a], start[b] = 0, start[a]
        texts.append(f"{names[a]}-{names[b]}")
    line = Line.replay(position, texts, asked.details["metric"])
    line.cost = line_cost(position, line, line.metric)
    return Answer(line, line)
