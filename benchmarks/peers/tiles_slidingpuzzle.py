"""A hardest position of the Eight Puzzle, solved by the package slidingpuzzle: A* in Python, two of its heuristics.

Prints JSON, as every file here.
"""

import importlib.metadata
import json
import sys
import time

import slidingpuzzle  # type: ignore[import-not-found, unused-ignore]

HARDEST = ([8, 6, 7], [2, 5, 4], [3, 0, 1])


def main() -> None:
    version = importlib.metadata.version("slidingpuzzle")
    rows = []
    for name in ("manhattan_distance", "linear_conflict_distance"):
        board = slidingpuzzle.from_rows(*HARDEST)
        begin = time.perf_counter()
        found = slidingpuzzle.search(board, "a*", heuristic=getattr(slidingpuzzle, name))
        rows.append(
            {
                "peer": f"slidingpuzzle {version}",
                "case": "eight-hardest",
                "how": f"A*, {name.replace('_', ' ')}",
                "answer": f"{len(found.solution)} moves",
                "seconds": time.perf_counter() - begin,
            }
        )
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
