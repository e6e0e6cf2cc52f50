"""igsolve (Beling & Rogalski 2020): nimbers of Cram."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beside.race import Heat, Peer, Race, Row, Setting, built, commit, late, rectangle, run

BOARDS = ("4x7", "5x6", "4x9", "5x7", "3x12", "5x8")
LONG = ("6x7", "5x9", "4x11", "7x7")
PIN = "cargo update --package ph@0.11.0 --precise 0.10.0"
"""One of the libraries that it uses accepts any version of ph, and cannot be compiled with 0.11."""
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


class Igsolve(Peer):
    name = "igsolve"
    variable = "IGSOLVE"
    title = "Cram, the nimber"
    timing = "The time that igsolve prints, by its usual method and table. Ours is by search; theorems are passed over."

    def prepare(self, setting: Setting) -> None:
        command = ["cargo", "rustc", "--release", "--package", "igsolve", "--bin", "igsolve"]
        commands = [["sh", "-c", f"{PIN} || true"], [*command, "--", "-C", "target-cpu=native"]]
        self.program = built("igsolve", self.source(setting), "target/release/igsolve", commands, setting)

    def version(self, setting: Setting) -> str:
        said = run([self.program, "--version"], "", 10).said.removeprefix("igsolve").strip()
        return ", ".join(filter(None, [said, commit(self.source(setting))]))

    def races(self, setting: Setting) -> Iterator[Race]:
        for size in (*BOARDS, *LONG):
            heats = (Heat(rectangle(size), size.split("x")),)
            yield Race(
                f"cram-{size}", f"Cram {size}", "grundy", "cram", heats, small="..", search=True, long=size in LONG
            )

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        ran = run([self.program, "cram", *heat.theirs], "", limit)
        if ran.code is None:
            return late(limit)
        nimber = re.search(r"Nimber of initial position: (\d+)", ran.said)
        took = re.search(r"Calculation time: ([\d.]+)(ns|µs|ms|s)", ran.said)
        if not nimber or not took:
            return {"failed": ran.last}
        return {"seconds": float(took[1]) * UNITS[took[2]], "answer": nimber[1]}
