"""Obsequi (Bullock 2002): Domineering, who wins for each starter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from beside.race import BUILT, OUTCOMES, Heat, Missing, Peer, Race, Row, Setting, built, late, net, rectangle

BOARDS = ("6x6", "6x7", "7x7", "7x8", "8x8", "5x12", "6x8", "6x9", "6x10", "4x13", "4x15", "4x17", "7x9", "8x9", "6x12")
LONG = ("9x9", "7x10", "8x10", "4x19")
FLAGS = "-std=c++11 -O3 -march=native -include cstdio -include cstdlib -include cstring"
"""The flags of its own makefile, and headers that compilers of its time included by themselves."""
SMALL_TABLE, LARGE_TABLE, FEW = 20, 24, 100_000
"""Bits of its table, and the positions up to which the small one is ample. The large one is what its page recommends,
but to clear it takes longer than to solve a small board, which could not be timed."""


class Obsequi(Peer):
    name = "Obsequi"
    variable = "OBSEQUI"
    title = "Domineering, the outcome for both starters"
    timing = (
        "Obsequi is asked twice, once for each starter, and both times are added; of each the time of the process "
        "counts without that for a board of 2x2 with a table of the same size. Its table has 2^24 entries; a board "
        "with fewer than 100,000 positions is asked again with 2^20, and that counts. Ours answers for both starters "
        "by search; theorems are passed over."
    )

    def prepare(self, setting: Setting) -> None:
        source = self.source(setting)
        inner = source / "obsequi" if (source / "obsequi").is_dir() else source
        if not (inner / "negamax.cc").is_file():
            raise Missing(f"{self.variable}: no negamax.cc there")
        # Only its page for browsers needs protocol buffers, but the solver is compiled with one of their structures.
        BUILT.mkdir(parents=True, exist_ok=True)
        header = BUILT / "obsequi.pb.h"
        header.write_text(structure(inner / "obsequi.proto"), encoding="utf-8")
        commands = [["mkdir", "-p", "objs"], ["cp", str(header), "."], ["make", "Obsequi", f"CPPFLAGS={FLAGS}"]]
        self.program = built("obsequi", inner, "Obsequi", commands, setting)

    def races(self, setting: Setting) -> Iterator[Race]:
        for size in (*BOARDS, *LONG):
            yield Race(
                f"domineering-{size}",
                f"Domineering {size}",
                "outcome",
                "domineering",
                (Heat(rectangle(size), size),),
                small="..|..",
                search=True,
                long=size in LONG,
            )

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        row = self.solved(heat.theirs, LARGE_TABLE, limit)
        return self.solved(heat.theirs, SMALL_TABLE, limit) if row.get("positions", FEW) < FEW else row

    def solved(self, size: str, bits: int, limit: float) -> Row:
        rows, cols = map(int, size.split("x"))
        took, nodes, wins = 0.0, 0, []
        for starter in "VH":  # Left places vertical dominoes
            idle = [self.program], f"solve rows 2 cols 2 bits {bits} {starter}\n"
            ran = net([self.program], f"solve rows {rows} cols {cols} bits {bits} {starter}\n", limit - took, idle)
            took += ran.seconds
            if ran.code is None or took >= limit:
                return late(limit)
            found = re.search(r"winner ([VH]), .*nodes ([\d,]+)", ran.said)
            if not found:
                return {"failed": ran.last}
            wins.append(found[1] == starter)
            nodes += int(found[2].replace(",", ""))
        return {"seconds": took, "answer": OUTCOMES[wins[0], wins[1]], "positions": nodes}


def structure(proto: Path) -> str:
    """A C++ header in place of the one that the compiler of protocol buffers would make: setters that do nothing."""
    text = proto.read_text(encoding="utf-8") if proto.is_file() else ""
    message = re.search(r"message ScoreMetrics \{(.*?)\n\}", text, re.DOTALL)
    names = re.findall(r"optional int32 (\w+) =", message[1]) if message else []
    setters = "".join(f"  void set_{name}(int) {{}}\n" for name in names)
    return f"#pragma once\nnamespace proto {{\nstruct ScoreMetrics {{\n{setters}}};\n}}\n"
