"""Shortest solutions of the 3 x 3 x 3 cube by IDA* (Korf 1985; Reid 1997).

The lower bound is the distance to the subgroup in which nothing is twisted or flipped and the middle layer has its own
edges, along each of the three axes. The table of these distances, 70 MB, is built when a cube needs more than 12 moves
for the first time (some ten seconds) and kept in the user's cache folder (``PERFECTPLAY_CACHE`` names another). With a
memory limit below that, smaller tables are used, and the search takes longer.
"""

from perfectplay.kinds.cube import native
from perfectplay.questions.ask import Answer, Asked, stats_of
from perfectplay.solvers.pattern_databases import cache_folder
from perfectplay.solvers.two_phase import applies as applies
from perfectplay.solvers.two_phase import solver, written
from perfectplay.system import Position

systems = ("rubik",)


def solve(position: Position, asked: Asked) -> Answer:
    metric = asked.details["metric"]
    quarter = metric == "qtm" or not position.system.half_turns  # type: ignore[attr-defined]
    moves, stats = solver().optimal(native(position.state.places), quarter, cache_folder(), asked.control)
    line = written(position, moves, metric)
    return Answer(line, line, stats_of(stats))
