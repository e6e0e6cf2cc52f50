"""Octal games: one row a code, for all codes of two and three digits, and tables of it.

    python benchmarks/octals.py periods CSV --time 10       periods of nimbers; writes benchmarks/octal_periods.md
    python benchmarks/octals.py misere CSV --time 3         misère quotients; writes benchmarks/misere_octals.md
    python benchmarks/octals.py peer OGSOLVE                speed beside ogsolve; writes benchmarks/octal_speed.md

The first two run a census of codes (``perfectplay census octal --codes``) into the CSV file, within so many seconds for
each code, and continue it if it is there; ``--codes`` and ``--heaps`` choose others than ``0.__,4.__,0.___`` and the
heaps that codes with long preperiods need. Each result in the tables is proved; the misère quotients are proved once
more by other code, and with ``--check`` the periods, within the time.

The third runs the program ``ogsolve`` of Piotr Beling (github.com/beling/impartial-games, built with
``RUSTFLAGS="-C target-cpu=native" cargo build --release -p ogsolve``), whose path is given. Both compute the same heaps
of the same codes in turn, and the nimbers are compared by a checksum. Times are user time of the process.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import perfectplay as pp
from perfectplay.heap_codes import Nimbers
from perfectplay.kinds.heap import read_code

HERE = Path(__file__).resolve().parent
CODES = "0.__,4.__,0.___"
HEAPS = 500_000_000

PUBLISHED = {
    "0.07": (34, 52),
    "0.137": (34, 51),
    "0.77": (12, 70),
    "0.45": (20, 497),
    "0.156": (349, 3478),
    "0.356": (142, 7314),
    "0.644": (442, 3255),
    "0.165": (1550, 5180),
    "0.16": (149459, 105350),
    "0.56": (144, 326639),
    "0.127": (4, 46577),
    "0.376": (4, 2268247),
    "0.354": (1180, 10061915),
    "0.104": (11770282, 197769597),
    "0.454": (60620715, 160949018),
    "0.1777": (60620715, 160949017),
}
"""Periods and last exceptions of octal codes as they are published (Guy & Smith 1956; Gangolli & Plambeck 1989;
Flammenkamp's list), .56 as corrected in docs/errata.md. The nimbers of .455 to .457 and .474 to .477 are published as
those of .454 (OEIS A071509)."""


def machine() -> str:
    """What the figures were measured on."""
    name = "a processor of unknown make"
    for line in Path("/proc/cpuinfo").read_text().splitlines() if os.path.exists("/proc/cpuinfo") else ():
        if line.startswith("model name"):
            name = line.partition(":")[2].strip()
            break
    return f"{name}, {os.cpu_count()} cores, Python {sys.version.split()[0]}, perfectplay {pp.__version__}"


def census(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    def progress(done: int, total: int, here: int, seconds: float) -> None:
        print(f"\r{done} of {total} codes, {seconds:.0f} s", end="", file=sys.stderr, flush=True)

    found = pp.code_census(
        arguments.codes,
        misere=arguments.what == "misere",
        heaps=None if arguments.what == "misere" else arguments.heaps,
        check=arguments.what == "misere" or arguments.check,
        jobs=arguments.jobs,
        output=arguments.csv,
        limits=pp.Limits(time=arguments.time),
        progress=progress,
    )
    print(file=sys.stderr)
    return list(found)


def periods(arguments: argparse.Namespace) -> str:
    """The table of periods."""
    rows = {row["code"]: row for row in census(arguments)}
    proved = [row for row in rows.values() if row["status"] == "proved"]
    checked = sum(row["checked"] == "verified" for row in proved)
    lines = [
        "# Periods of octal games",
        "",
        f"{len(rows)} codes: {len(proved)} with a period that is proved ({checked} of them once more, by other "
        f"code), {len(rows) - len(proved)} without one within the limits. Made by "
        f"`benchmarks/octals.py periods`. {machine()}; seconds are processor time of one core.",
        "",
        "## Periods that are published",
        "",
        "| code | published period | last exception | found | preperiod | proved by heaps up to | seconds |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for code, (period, last) in PUBLISHED.items():
        row = rows.get(code) or rows.get(code + "0") or {}
        found = [row.get(name) for name in ("period", "preperiod", "bound")]
        if row.get("status") == "proved":
            assert found[:2] == [period, last + 1], f"{code} has period {found[0]} from {found[1]} on"
            cells = [*map(str, found), str(row["seconds"])]
        else:
            cells = ["not within the limits" if row else "not asked", "", "", str(row.get("seconds", ""))]
        lines.append(f"| {code} | {period} | {last} | {' | '.join(cells)} |")
    lines += [
        "",
        "## All periods that were proved",
        "",
        "| code | period | preperiod | largest nimber | at heap | proved by heaps up to | seconds |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    names = ("code", "period", "preperiod", "largest", "largest_at", "bound", "seconds")
    lines += [f"| {' | '.join(str(row[name]) for name in names)} |" for row in proved]
    rest = [row for row in rows.values() if row["status"] != "proved"]
    lines += ["", "## Without a period within the limits", "", "The largest heap that was computed in brackets.", ""]
    lines.append(", ".join(f"{row['code']} ({row['reached']})" for row in rest) + ".")
    return "\n".join(lines) + "\n"


def misere(arguments: argparse.Namespace) -> str:
    """The table of quotients."""
    rows = census(arguments)
    proved = [row for row in rows if row["status"] == "proved"]
    wild = [row for row in proved if row["tame"] == "wild"]
    assert all(row["checked"] == "verified" for row in proved)
    lines = [
        "# Misère quotients of octal games",
        "",
        f"{len(rows)} codes: {len(proved)} with a finite quotient and a period that are proved, and proved once more "
        f"by other code; {len(wild)} of them are wild. Made by `benchmarks/octals.py misere`, {arguments.time:g} s at "
        f"most for each code. {machine()}; seconds are processor time of one core, the second proof among them.",
        "",
        "| code | order | P-portion | | period | from heap | seconds |",
        "|---|---:|---:|---|---:|---:|---:|",
    ]
    names = ("code", "order", "p_portion", "tame", "period", "preperiod", "seconds")
    lines += [f"| {' | '.join(str(row[name]) for name in names)} |" for row in proved]
    rest = ", ".join(f"{row['code']} ({row['classes']})" for row in rows if row["status"] != "proved")
    lines += ["", "## Without a finite quotient within the limits", ""]
    lines += [f"The number of classes that there are at least in brackets.\n\n{rest}."]
    return "\n".join(lines) + "\n"


# beside ogsolve -----------------------------------------------------------------------------------------------------

RACES = {
    "0.156": 2_000_000,
    "0.16": 2_000_000,
    "0.56": 2_000_000,
    "0.127": 500_000,
    "0.354": 2_000_000,
    "0.376": 300_000,
    "0.104": 200_000,
    "0.454": 200_000,
    "0.007": 50_000,
    "0.6": 50_000,
}
METHODS = ("rc", "rc2")


def checksum(nimbers: list[int]) -> str:
    """As ogsolve prints it."""
    first = second = 0
    for nimber in nimbers:
        first = (first + nimber) & 0xFFFF
        second = (second + first) & 0xFFFF
    return f"{second << 16 | first:X}"


def ours(code: str, heaps: int) -> tuple[float, str]:
    nimbers = Nimbers(read_code(code))
    begun = time.process_time()
    nimbers.native.extend(heaps, (None, None, None, None, None))
    took = time.process_time() - begun
    return took, checksum(nimbers.native.values(heaps))


def theirs(program: str, code: str, heaps: int, method: str) -> tuple[float, str]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([program, code, "-n", str(heaps), "-m", method], capture_output=True, text=True, check=True)
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = re.search(r"checksum: ([0-9A-F]+)", done.stdout)
    assert found, done.stdout
    return took, found[1]


def peer(arguments: argparse.Namespace) -> str:
    """Both in turn, the quickest of some rounds each."""
    lines = [
        "# Nimbers of octal games beside ogsolve",
        "",
        f"All nimbers of heaps up to a size, by both programs in turn, the quickest of {arguments.rounds}; "
        "the nimbers are the same, by checksum. Made by `benchmarks/octals.py peer`. Of ogsolve it is the user time of "
        "the whole process, which looks at the end for a period of what it has; of ours that of the nimbers alone. "
        f"{machine()}; seconds.",
        "",
        "| code | heaps | perfectplay | ogsolve rc | ogsolve rc2 | times as fast as the better one |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for code, heaps in RACES.items():
        mine, other = [], {method: [] for method in METHODS}  # type: ignore[var-annotated]
        for _ in range(arguments.rounds):
            took, mark = ours(code, heaps)
            mine.append(took)
            for method in METHODS:
                took, same = theirs(arguments.csv, code, heaps, method)
                other[method].append(took)
                assert same == mark, f"{code}: checksums differ"
        best = {method: min(times) for method, times in other.items()}
        ratio = min(best.values()) / min(mine)
        cells = [f"{heaps:,}", f"{min(mine):.2f}", *(f"{best[method]:.2f}" for method in METHODS), f"{ratio:.1f}"]
        lines.append(f"| {code} | {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr)
    return "\n".join(lines) + "\n"


FILES = {"periods": "octal_periods.md", "misere": "misere_octals.md", "peer": "octal_speed.md"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=FILES)
    parser.add_argument("csv", help="the CSV file of the census; for peer the program ogsolve")
    parser.add_argument("--codes", default=CODES)
    parser.add_argument("--heaps", type=int, default=HEAPS)
    parser.add_argument("--time", type=float, default=10.0)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="prove periods once more by other code, within the time")
    parser.add_argument("--output", help="another file for the table")
    arguments = parser.parse_args()
    text = {"periods": periods, "misere": misere, "peer": peer}[arguments.what](arguments)
    Path(arguments.output or HERE / FILES[arguments.what]).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
