"""Shortest solutions of the 3 x 3 x 3 cube by IDA* (Korf 1985; Reid 1997).

The lower bound is the distance to the subgroup in which nothing is twisted or flipped and the middle layer has its own
edges, along each of the three axes. The limit on memory decides which table of these distances is used:

- from 645 MB on, or without a limit: 563 MB, distances and the moves that lead nearer (about half a minute to build);
- from 76 MB on: 70 MB, distances alone (about ten seconds), about five times slower for cubes of 17 moves;
- below that: the tables of the two phases, much slower.

Each metric has a table of its own. It is built when a cube needs more than 12 moves for the first time and kept in the
user's cache folder (``PERFECTPLAY_CACHE`` names another). In half turns a solution by two phases comes first, and the
search ends when nothing shorter is left. Of beginnings that are equivalent under symmetries of the cube only one is
tried. Threads share the work.
"""

from perfectplay.cache import with_cache
from perfectplay.families.cubes import native
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Position
from perfectplay.puzzles.rubik import Rubik
from perfectplay.solvers.two_phase import applies as applies
from perfectplay.solvers.two_phase import solver, written

systems = ("rubik",)


def solve(position: Position[Rubik], asked: Asked) -> Found:
    metric = asked.details["metric"]
    quarter = metric == "qtm" or not position.system.half_turns
    places = native(position.state.places)
    moves, stats = with_cache(lambda folder: solver().optimal(places, quarter, folder, asked.control))
    line = written(position, moves, metric)
    return Found(line, line, stats_of(stats))
