"""Asks another solver for the solution of a pencil puzzle and whether there is a second one. Prints JSON.

python benchmarks/peers/pencil/ask.py slitherlink CP-SAT --limit 30 < board
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time

from models import MODELS
from solvers import SOLVERS, TooLong

MODULES = {"python-sat": ["pysat.solvers", "pysat.card"], "CP-SAT": ["ortools.sat.python.cp_model"]}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("key", choices=list(MODELS))
    parser.add_argument("solver", choices=list(SOLVERS))
    parser.add_argument("--limit", type=float, default=30, help="seconds")
    asked = parser.parse_args()
    text = sys.stdin.read()
    for module in MODULES[asked.solver]:  # not counted, as our own import
        importlib.import_module(module)
    begin = time.perf_counter()
    try:
        solver = SOLVERS[asked.solver](asked.limit)
        things = MODELS[asked.key](text, solver)
        built = time.perf_counter() - begin
        found = solver.solve()
        there: list[object] = []
        second = None
        if found is not None:
            there = [thing for thing, lit in things.items() if found[abs(lit)] == (lit > 0)]
            solver.clause([-lit if found[abs(lit)] == (lit > 0) else lit for lit in things.values()])
            second = solver.solve()
        seconds = time.perf_counter() - begin
    except TooLong:
        json.dump({"stopped": f"no answer in {asked.limit:g} s"}, sys.stdout)
        return
    number = (found is not None) + (second is not None)
    json.dump({"seconds": seconds, "built": built, "solutions": number, "there": sorted(map(repr, there))}, sys.stdout)


if __name__ == "__main__":
    main()
