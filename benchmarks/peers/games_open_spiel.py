"""Small games solved by OpenSpiel's own exact solvers: states in C++, the search in Python.

Its alpha-beta search keeps no table and answers for one starter; its minimax solver keeps the value of every state.
Both are asked where both can answer. Prints JSON, as every file here.
"""

import importlib.metadata
import json
import sys
import time

import pyspiel  # type: ignore[import-not-found, unused-ignore]
from open_spiel.python.algorithms.minimax import alpha_beta_search  # type: ignore[import-not-found, unused-ignore]
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver  # type: ignore[import-not-found, unused-ignore]

GAMES = {
    "tic-tac-toe": ("tic_tac_toe", {0.0: "D"}),
    # A reflection of the 4x4 board exchanges the colours, so one starter's result is the other's.
    "clobber-4x4": ("clobber(rows=4,columns=4)", {1.0: "N", -1.0: "P"}),
}
LARGE = {"clobber-4x4"}
"""With so many states the table is the slower way."""


def main() -> None:
    version = importlib.metadata.version("open_spiel")
    rows = []
    for case, (name, words) in GAMES.items():
        begin = time.perf_counter()
        value, _ = alpha_beta_search(pyspiel.load_game(name))
        answers = [("alpha-beta without a table, one starter", value, time.perf_counter() - begin)]
        if case not in LARGE:
            begin = time.perf_counter()
            table = MinimaxSolver(name).solve()
            value = table[str(pyspiel.load_game(name).new_initial_state())].value
            how = f"minimax over all {len(table):,} states, one starter"
            answers.append((how, value, time.perf_counter() - begin))
        rows += [
            {
                "peer": f"OpenSpiel {version}",
                "case": case,
                "how": how,
                "answer": words.get(float(value), f"value {value}"),
                "seconds": seconds,
            }
            for how, value, seconds in answers
        ]
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
