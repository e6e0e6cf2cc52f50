"""Short solutions of the 3 x 3 x 3 cube by two phases (Kociemba 1992): about twenty moves in a few milliseconds."""

from functools import cache

from perfectplay._native import Cube
from perfectplay.families.cubes import FACES, native
from perfectplay.limits import control_now
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Line, Position
from perfectplay.puzzles.rubik import Rubik
from perfectplay.theorems import group_membership

systems = ("rubik",)
shortest = False

ENOUGH = 20
"""The search ends with a solution of this many moves."""
EFFORT = 200_000
"""How many positions are searched for a shorter one."""


@cache
def solver() -> Cube:
    """The tables, which take about half a second to make."""
    return Cube(control_now())


def applies(position: Position[Rubik]) -> bool:
    return position.system.size == 3 and not group_membership.refusal(position)


def written(position: Position[Rubik], moves: list[int], metric: str) -> Line:
    """The line of native moves; a half turn is two quarter turns where there are no half turns."""
    half = position.system.half_turns
    ends = ([""], ["2"] if half else ["", ""], ["'"])
    texts = [FACES[move // 3] + end for move in moves for end in ends[move % 3]]
    line = Line.replay(position, texts, metric)
    return line


def solve(position: Position[Rubik], asked: Asked) -> Found:
    moves, stats = solver().two_phase(native(position.state.places), ENOUGH, EFFORT, asked.control)
    line = written(position, moves, asked.details["metric"])
    return Found(line, line, stats_of(stats))
