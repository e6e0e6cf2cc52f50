"""martin-t/sokoban-solver: the fewest pushes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import perfectplay as pp
from beside.race import BUILT, Heat, Missing, Peer, Race, Row, Setting, built, late, net

LIMIT = 10.0
SMALL = "#######|#@ $ .#|#######"


class SokobanSolver(Peer):
    name = "sokoban-solver"
    variable = "SOKOBAN_SOLVER"
    title = "Sokoban, the fewest pushes"
    timing = (
        "The time of the process of sokoban-solver (-p), without that for a level of one push. The levels are those "
        "of the folder SOKOBAN_LEVELS, or else those that come with its sources: of the half with more cells some at "
        "equal distances, since the others take it less than a process can be timed by. What is not answered within "
        "10 s counts as that."
    )

    def prepare(self, setting: Setting) -> None:
        commands = [["cargo", "+nightly", "build", "--release"]]
        self.easy = BUILT / "one_push.txt"
        BUILT.mkdir(parents=True, exist_ok=True)
        self.easy.write_text(SMALL.replace("|", "\n") + "\n", encoding="utf-8")
        self.program = built("sokoban-solver", self.source(setting), "target/release/sokoban-solver", commands, setting)

    def races(self, setting: Setting) -> Iterator[Race]:
        folder = setting.folders.get("SOKOBAN_LEVELS", self.source(setting) / "levels")
        found = levels(folder)
        heats = spread(found[len(found) // 2 :], setting.boards)
        if not heats:
            raise Missing("no levels (files .txt or .xsb) in the folder SOKOBAN_LEVELS")
        yield Race(
            "sokoban",
            f"{len(heats)} levels of Sokoban",
            "solve",
            "sokoban",
            tuple(heats),
            None,
            most=True,
            small=SMALL,
            limit=LIMIT,
        )

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        ran = net([self.program, "-p", heat.theirs], "", limit, ([self.program, "-p", self.easy], ""))
        if ran.code is None:
            return late(limit)
        pushes = re.search(r"^Pushes: (\d+)", ran.said, re.MULTILINE)
        if not pushes and "No solution" not in ran.said:
            return {"failed": ran.last}
        return {"seconds": ran.seconds, "answer": pushes[1] if pushes else "no solution"}


def levels(folder: Path) -> list[Heat]:
    """Those that can be read, the small ones first."""
    found = []
    for file in sorted([*folder.rglob("*.txt"), *folder.rglob("*.xsb")]):
        text = file.read_text(encoding="utf-8", errors="replace")
        try:
            found.append((len(pp.load("sokoban", text).state.cells), Heat(text, file)))
        except pp.ParseError:
            continue
    return [heat for _, heat in sorted(found, key=lambda pair: pair[0])]


def spread(found: list[Heat], number: int) -> list[Heat]:
    """At most so many, at equal distances."""
    if len(found) <= number:
        return found
    return [found[index * (len(found) - 1) // max(number - 1, 1)] for index in range(number)]
