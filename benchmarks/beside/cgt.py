"""cgt-py: canonical forms. Cases, both sides and the comparison of their answers are those of ``values.py``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from beside.race import Heat, Missing, Peer, Race, Row, Setting, installed
from values import CASES, compared, install, peer_python, script

GOAL, OVER = 50.0, 0.5
VALUES = Path(__file__).resolve().parents[1] / "values.py"


class CgtPy(Peer):
    name = "cgt-py"
    variable = "PEERS_PYTHON"
    title = "Canonical forms of Domineering and Amazons"
    timing = (
        "Each in a process of its own, from the text to the value, without importing the packages; before that both "
        "have valued a board of two cells."
    )

    def prepare(self, setting: Setting) -> None:
        self.python = setting.folders.get(self.variable, peer_python())
        fault = "" if self.variable in setting.folders else install()
        if fault:
            raise Missing(fault)

    def version(self, setting: Setting) -> str:
        return installed(self.python, "cgt-py")

    def races(self, setting: Setting) -> Iterator[Race]:
        for case in CASES.values():
            if case.peer:
                yield Race(
                    f"value-{case.name}", case.title, "value", case.game, (Heat(case.text, case.name),), GOAL, over=OVER
                )

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        return self._part(self.python, "theirs", heat, limit)

    def ours(self, race: Race, heat: Heat, limit: float) -> Row:
        return self._part(sys.executable, "ours", heat, limit)

    def _part(self, python: Path | str, part: str, heat: Heat, limit: float) -> Row:
        words = ["--part", part, "--case", heat.theirs, "--limit", str(limit)]
        row: Row = script(python, str(VALUES), *words, seconds=limit + 10)
        return row if "seconds" not in row else {"answer": "", **row}

    def same(self, race: Race, heat: Heat, ours: Row, theirs: Row) -> bool:
        return bool(ours.get("correct", True)) and bool(compared(heat.theirs, theirs["text"])["same"])
