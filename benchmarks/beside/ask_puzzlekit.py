"""One measurement of puzzlekit, by a Python that has it. Reads JSON from standard input and prints JSON."""

import contextlib
import io
import json
import sys
import time

import puzzlekit  # type: ignore[import-not-found, unused-ignore]
from puzzlekit.solvers import get_solver_class  # type: ignore[import-not-found, unused-ignore]

SOLVED = ("Optimal", "Feasible")


def main() -> None:
    asked = json.load(sys.stdin)
    get_solver_class(asked["type"])  # imports it
    options = {"time_limit_sec": asked["limit"], "num_search_workers": 1}
    with contextlib.redirect_stdout(io.StringIO()):
        begin = time.perf_counter()
        result = puzzlekit.solve(asked["problem"], asked["type"], solver_options=options)
        took = time.perf_counter() - begin
    status = str(result.solution_data.get("status"))
    if status in SOLVED:
        json.dump({"seconds": took, "answer": "solved"}, sys.stdout)
    elif status == "Timeout":
        json.dump({"stopped": f"no answer in {asked['limit']:g} s"}, sys.stdout)
    else:
        json.dump({"failed": f"status {status}"}, sys.stdout)


if __name__ == "__main__":
    main()
