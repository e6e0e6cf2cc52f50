"""Quantified formulas: the truth with a strategy, beside DepQBF and CAQE where these are installed; and a table.

    python benchmarks/quantified.py --output benchmarks/quantified.md   everything; without --output it is printed
    python benchmarks/quantified.py --case 3x15                         one family (may be repeated); --list names them
    python benchmarks/quantified.py --alone                             ours only

The formulas are random, with fixed seeds: blocks of equal size, the innermost one Exists', clauses of five different
variables, two of them Forall's (Chen & Interian 2005). How many clauses there are is chosen so that both answers occur.
The peers are separate programs that are looked for by name (``apt-get install depqbf``); they answer true or false,
ours gives a strategy besides, which is verified. Answers are compared, and a difference makes the run fail.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from run import machine, publish, run_as_command, seconds, table

import perfectplay as pp
from perfectplay import _native

PEERS = {"depqbf": "DepQBF", "caqe": "CAQE"}
TRUE, FALSE = 10, 20
"""Exit codes of QBF solvers."""


@dataclass
class Family:
    """Random formulas of one size."""

    blocks: int
    size: int
    clauses: int
    seeds: int = 10
    ours: list[float] = field(default_factory=list)
    checks: list[float] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    true: int = 0
    late: int = 0
    theirs: dict[str, list[float]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.blocks}x{self.size}"

    def formula(self, seed: int) -> str:
        """In QDIMACS."""
        rng = random.Random(f"{self.name} {self.clauses} {seed}")
        numbers = [list(range(b * self.size + 1, (b + 1) * self.size + 1)) for b in range(self.blocks)]
        own = [n for b, block in enumerate(numbers) if (self.blocks - b) % 2 for n in block]
        others = [n for n in range(1, self.blocks * self.size + 1) if n not in own]
        lines = [f"p cnf {self.blocks * self.size} {self.clauses}"]
        lines += [f"{'ae'[(self.blocks - b) % 2]} {' '.join(map(str, block))} 0" for b, block in enumerate(numbers)]
        for _ in range(self.clauses):
            chosen = rng.sample(own, 3) + rng.sample(others, 2)
            lines.append(" ".join(str(n * rng.choice((1, -1))) for n in chosen) + " 0")
        return "\n".join(lines) + "\n"


FAMILIES = [
    Family(2, 10, 85),
    Family(2, 20, 185),
    Family(3, 10, 110),
    Family(3, 15, 145),
    Family(3, 20, 185),
    Family(4, 10, 120),
    Family(5, 8, 125),
    Family(6, 6, 100),
]


def measure(family: Family, limit: float, peers: list[str]) -> list[str]:
    """Fill in a family's figures; what was wrong."""
    faults = []
    for seed in range(family.seeds):
        text = family.formula(seed)
        position = pp.load("qbf", text)
        begin = time.perf_counter()
        try:
            result: pp.Result[Any] = pp.solve(position, limits=pp.Limits(time=limit))
        except pp.LimitReached:
            family.late += 1
            family.ours.append(limit)
            continue
        family.ours.append(time.perf_counter() - begin)
        family.true += result.found
        strategy = result.answer if result.found else result.witness["strategy"]
        family.choices.append(sum(map(len, strategy.lists)))
        begin = time.perf_counter()
        verdict = pp.verify(result)
        family.checks.append(time.perf_counter() - begin)
        if not verdict:
            faults.append(f"{family.name}, seed {seed}: {verdict}")
        for peer in peers:
            took, answer = ask(peer, text, limit)
            family.theirs.setdefault(peer, []).append(took)
            if answer is not None and answer != result.found:
                faults.append(f"{family.name}, seed {seed}: {PEERS[peer]} says {answer}")
    return faults


def ask(peer: str, text: str, limit: float) -> tuple[float, bool | None]:
    """Seconds, and what a peer says; None if it does not."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "formula.qdimacs"
        file.write_text(text, encoding="utf-8")
        begin = time.perf_counter()
        try:
            code = subprocess.run([peer, str(file)], capture_output=True, timeout=limit, check=False).returncode
        except subprocess.TimeoutExpired:
            return limit, None
    return time.perf_counter() - begin, {TRUE: True, FALSE: False}.get(code)


EXPLANATION = """\
Random formulas, {seeds} of each size: blocks x variables in each. Times are the median and the longest, in seconds;
ours are from a loaded position to the strategy, those of the peers with the start of the program. *Choices* is the
median number of entries in a strategy's decision lists, *check* the median time in which `verify` proves it right."""


def report(families: list[Family], peers: list[str]) -> list[str]:
    head = ["formulas", "clauses", "true", "median", "longest", "choices", "check"]
    head += [f"{PEERS[peer]} {what}" for peer in peers for what in ("median", "longest")]
    rows = []
    for each in families:
        known = each.seeds - each.late
        row = [each.name, str(each.clauses), f"{each.true} of {known}"]
        row += [seconds(statistics.median(each.ours)), seconds(max(each.ours))]
        row += [f"{statistics.median(each.choices):g}" if known else "", seconds(statistics.median(each.checks or [0]))]
        for peer in peers:
            times = each.theirs.get(peer, [0.0])
            row += [seconds(statistics.median(times)), seconds(max(times))]
        rows.append([*row, f"{each.late} stopped" if each.late else ""])
    left_out = [PEERS[peer] for peer in PEERS if peer not in peers]
    missing = f"Not found, and so left out: {', '.join(left_out)}." if left_out else ""
    return [
        "## Quantified formulas",
        "",
        *EXPLANATION.format(seeds=families[0].seeds).splitlines(),
        *([missing] if missing else []),
        "",
        *table([*head, "remarks"], rows),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--case", action="append", help="a family (may be repeated)")
    parser.add_argument("--list", action="store_true", help="name the families")
    parser.add_argument("--alone", action="store_true", help="ours only")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one formula (default: 60)")
    parser.add_argument("--output", type=Path, help="write the table to this file")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(family.name for family in FAMILIES))
        return 0
    families = [family for family in FAMILIES if not asked.case or family.name in asked.case]
    if not families:
        parser.error(f"no family {asked.case[0]!r} (expected one of: {', '.join(each.name for each in FAMILIES)})")
    peers = [] if asked.alone else [peer for peer in PEERS if shutil.which(peer)]
    load = os.getloadavg()[0]
    faults = [fault for family in families for fault in measure(family, asked.limit, peers)]
    lines = ["# Benchmarks of quantified formulas", "", "Written by `benchmarks/quantified.py`.", ""]
    text = "\n".join([*lines, *machine(_native.__version__, load), "", *report(families, peers)]) + "\n"
    publish(text, asked.output)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    run_as_command(main)
