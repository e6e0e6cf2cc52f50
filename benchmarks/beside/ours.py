"""One measurement of the library, in a process of its own. Reads JSON from standard input and prints JSON.

The clock runs from the text of the instance to the answer. Starting Python and importing modules are not counted: a
small position is read and its methods are listed first, which imports what the game needs and tells which is to be
asked where theorems are passed over, and the question is asked of another game, which imports the rest, so that no
table of this game is warm. (Puzzles keep no tables, so that a small one of the same kind is asked.)
"""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Any

import perfectplay as pp
from perfectplay.folders import files_in

OTHERS = {"outcome": ("col", ".."), "grundy": ("arc_kayles", "a-b")}
"""A game that is in no race, for each question about games."""


def main() -> None:
    asked = json.load(sys.stdin)
    question = getattr(pp, asked["question"])
    limits = pp.Limits(time=asked["limit"])
    small = pp.load(asked["key"], asked["small"]) if asked["small"] else pp.load(asked["key"])
    method = search(asked["question"], small) if asked["search"] else None
    if asked["question"] in OTHERS:
        question(pp.load(*OTHERS[asked["question"]]))
    else:
        question(small)
    begin = time.perf_counter()
    try:
        position = pp.load(asked["key"], asked["text"], **asked["options"])
        result = question(position, method=method, limits=limits)
    except pp.LimitReached as reached:
        json.dump({"stopped": str(reached), "peak": peak()}, sys.stdout)
        return
    took = time.perf_counter() - begin
    row = {"seconds": took, "answer": said(asked["question"], result), "method": result.method, "peak": peak()}
    json.dump(row | {"positions": result.stats.positions, "core": result.stats.seconds}, sys.stdout)


def search(question: str, position: pp.Position) -> str:
    """The first method that is no theorem."""
    theorems = {name.replace("_", " ") for name in files_in("theorems")}
    return next(name for name in pp.methods(question, position) if name not in theorems)


def said(question: str, result: pp.Result[Any]) -> str:
    if question == "solve":
        answer = result.answer
        return "no solution" if answer is None else str(getattr(answer, "cost", "solved"))
    if question == "unique":
        return "unique" if result else "not unique" if result.answer.solutions else "no solution"
    return str(result)


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    main()
