"""Values of positions, measured beside another system, and a table of it.

    make bench-values                           everything; writes benchmarks/values.md
    python benchmarks/values.py                 everything; prints the table (--output FILE writes it)
    python benchmarks/values.py --quick         the small boards only
    python benchmarks/values.py --case 4x5      one case (may be repeated); --list names them
    python benchmarks/values.py --alone         ours only, and nothing is installed

The peer is cgt-py, the Python package of cgt-tools (a core in Rust). It is installed into ``.venv-peers`` at the
project's root, with anywidget, which it needs and does not declare. Every measurement is a process of its own, for
each system and case, so that all tables are cold and memory belongs to one case; one that takes less than ``SHORT``
seconds is repeated, and the quickest counts. A board of two cells is valued first, so that what loads late is loaded.
Both systems' answers are compared by value, and a wrong one makes the run fail. This file plays all parts, so only
the parts that need a package import it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from dataclasses import dataclass
from pathlib import Path

from run import (
    HERE,
    REPEATS,
    SHORT,
    Row,
    machine,
    megabytes,
    publish,
    run_as_command,
    script,
    seconds,
    table,
)

PEERS = HERE.parent / ".venv-peers"
REQUIREMENTS = HERE / "requirements-values.txt"
PEER = "cgt-py"
LONGEST_TEXT = 28


@dataclass(frozen=True)
class Case:
    name: str
    group: str
    title: str
    expected: str = ""
    """The value, where it is published."""
    peer: bool = False
    """Is the peer asked too?"""
    quick: bool = False
    game: str = "domineering"
    position: str = ""
    """Empty: the board of the size that the name says."""

    @property
    def text(self) -> str:
        return self.position or board(self.name)


def board(size: str) -> str:
    rows, cols = map(int, size.split("x"))
    return "|".join("." * cols for _ in range(rows))


BESIDE = "Empty Domineering boards, beside cgt-py"
AMAZONS = "Amazons, beside cgt-py"
ALONE = "Larger boards, ours alone"
LISTED = "The benchmark list of CGSuite"

CASES = {
    case.name: case
    for case in [
        Case("4x4", BESIDE, "Domineering 4x4", peer=True, quick=True),
        Case("4x5", BESIDE, "Domineering 4x5", "1", peer=True, quick=True),
        Case("4x6", BESIDE, "Domineering 4x6", peer=True),
        Case("5x5", BESIDE, "Domineering 5x5", "0", peer=True),
        Case("3x8", BESIDE, "Domineering 3x8", peer=True),
        Case("2x12", BESIDE, "Domineering 2x12", peer=True, quick=True),
        Case("2x16", BESIDE, "Domineering 2x16", peer=True),
        *(
            Case(
                f"amazons-{name}",
                AMAZONS,
                "Amazons " + text.replace("|", "\\|"),
                value,
                peer=True,
                quick=quick,
                game="amazons",
                position=text,
            )
            for name, text, value, quick in [
                ("2x4", "x...|o...", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}", True),
                ("2x5", "x....|....o", "", True),
                ("2x5-side", "x....|o....", "", True),
                ("2x6", "x.....|.....o", "", False),
                ("2x6-side", "x.....|o.....", "", False),
                ("2x6-four", "x....x|o....o", "", False),
                ("3x3-four", "x.x|...|o.o", "", True),
                ("3x4-holes", "x..#|....|.#.o", "", True),
            ]
        ),
        Case("4x7", ALONE, "Domineering 4x7"),
        Case("5x6", ALONE, "Domineering 5x6"),
        Case("6x6", ALONE, "Domineering 6x6"),
        Case("heat", LISTED, "\\*14 heated by 1", quick=True),
        Case("kayles", LISTED, "nimber of a Kayles heap of 40,000", "1"),
        Case("clobber", LISTED, "Clobber 4x4, chequered", quick=True, game="clobber", position="xoxo|oxox|xoxo|oxox"),
        Case("amazons-2x7", LISTED, "Amazons x......\\|o......", game="amazons", position="x......|o......"),
    ]
}


# one measurement, in a process of its own -----------------------------------------------------------------------------


def ours(name: str, limit: float) -> Row:
    """What the library answers and what that costs, from the text of the position on."""
    import perfectplay as pp
    from perfectplay.values import Value

    limits = pp.Limits(time=limit)
    for game, small in (("domineering", ".."), ("clobber", "xo"), ("amazons", "x.o")):  # what loads late
        pp.value(pp.load(game, small))
    Value("*2").heat(1)
    begin = time.perf_counter()
    try:
        if name == "heat":
            star = Value("*14")
            answer = star.heat(1)
        elif name == "kayles":
            answer = Value(int(pp.grundy(pp.load("kayles", "40000"), limits=limits)))
        else:
            answer = pp.value(pp.load(CASES[name].game, CASES[name].text), limits=limits).answer
    except pp.LimitReached as reached:
        return {"stopped": str(reached), "peak": peak()}
    row = {"seconds": time.perf_counter() - begin, "peak": peak()}
    # What must hold whatever the value is: cooling undoes heating, a quarter turn of an empty square of Domineering or
    # of a chequered one of Clobber with an even side exchanges the players, and so does a half turn or a reflection of
    # these boards of Amazons, but for the one with holes.
    sound = True
    if name == "heat":
        sound = answer.cool(1) == star
    elif name in ("4x4", "6x6", "clobber") or (CASES[name].game == "amazons" and name != "amazons-3x4-holes"):
        sound = answer == -answer
    known = CASES[name].expected
    row["correct"] = sound and (not known or answer == Value(known))
    row["answer"] = shown(answer)
    return row


def shown(value: object) -> str:
    """The value if it is short, otherwise what is left of it when the details are forgotten."""
    text = repr(value)
    if len(text) <= LONGEST_TEXT:
        return text.replace("*", "\\*").replace("|", "\\|")
    return f"mean {value.mean}, temperature {value.temperature}"  # type: ignore[attr-defined]


def theirs(name: str) -> Row:
    """The same by the peer. Its answer is kept as text, for :func:`compare`."""
    import cgt_py  # type: ignore[import-not-found, unused-ignore]

    cgt_py.Domineering("..").canonical_form  # noqa: B018 - what loads late
    game = {"domineering": cgt_py.Domineering, "amazons": cgt_py.Amazons}[CASES[name].game]
    begin = time.perf_counter()
    answer = game(CASES[name].text).canonical_form
    took = time.perf_counter() - begin
    return {"seconds": took, "peak": peak(), "text": repr(answer).removeprefix("CanonicalForm('").removesuffix("')")}


def compare(name: str, file: Path) -> Row:
    """Whether the peer's text denotes our value."""
    import perfectplay as pp
    from perfectplay.values import Value

    mine = pp.value(pp.load(CASES[name].game, CASES[name].text)).answer
    return {"same": bool(mine == Value(file.read_text(encoding="utf-8")))}


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


# many measurements ----------------------------------------------------------------------------------------------------


def install() -> str:
    """Why the peer cannot be asked; empty if it can."""
    python = peer_python()
    if not python.exists():
        venv.create(PEERS, with_pip=True)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", REQUIREMENTS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"{PEER} could not be installed: {(done.stderr.strip().splitlines() or ['pip failed'])[-1]}"
    return ""


def peer_python() -> Path:
    return PEERS / "bin" / "python"


def best(python: Path | str, part: str, name: str, limit: float) -> Row:
    """The quickest of several cold runs of one case by one system."""
    runs: list[Row] = []
    while len(runs) < REPEATS:
        command = [str(HERE / "values.py"), "--part", part, "--case", name, "--limit", str(limit)]
        runs.append(script(python, *command, seconds=limit + 30))
        if "seconds" not in runs[-1] or runs[-1]["seconds"] > SHORT:
            break
    chosen = min(runs, key=lambda row: float(row.get("seconds", 0)))
    return chosen | {"runs": len(runs)}


def measure(case: Case, limit: float, ask_peer: bool) -> Row:
    row: Row = {"case": case, "ours": best(sys.executable, "ours", case.name, limit)}
    if case.peer and ask_peer:
        row["theirs"] = best(peer_python(), "theirs", case.name, limit)
        if "text" in row["theirs"] and "answer" in row["ours"]:
            row |= compared(case.name, row["theirs"].pop("text"))
    return row


def compared(name: str, text: str) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "value"
        file.write_text(text, encoding="utf-8")
        found = script(
            sys.executable, str(HERE / "values.py"), "--part", "compare", "--case", name, "--text", str(file)
        )
    return {"same": found.get("same", False), "fault": found.get("failed", "")}


def wrong(row: Row) -> bool:
    failed = "failed" in row["ours"] or not row["ours"].get("correct", True)
    return failed or not row.get("same", True)


# the table ------------------------------------------------------------------------------------------------------------

EXPLANATION = """\
Canonical forms, from the text of the position to the value. Every measurement is a process of its own with cold tables;
one that takes less than {short:g} s is run {repeats} times, and the quickest counts. *Peak* is the largest resident
size of the process; of ours, Python and the package take about 30 MB. *Ratio* is the peer's time over ours. Both
answers are compared as values, ours also with the published value where there is one."""


def section(rows: list[Row], fault: str = "") -> list[str]:
    """The report's part about values, as lines of Markdown."""
    lines = ["## Values", "", *EXPLANATION.format(short=SHORT, repeats=REPEATS).splitlines()]
    lines += ["", f"The peer was left out: {fault}."] if fault else []
    for group in dict.fromkeys(row["case"].group for row in rows):
        chosen = [row for row in rows if row["case"].group == group]
        with_peer = any("theirs" in row for row in chosen)
        head = ["case", "answer", "seconds", "peak MB"]
        head += [f"{PEER} s", f"{PEER} MB", "ratio"] if with_peer else []
        lines += ["", f"### {group}", "", *table([*head, "remarks"], [cells(row, with_peer) for row in chosen])]
    return lines


def cells(row: Row, with_peer: bool) -> list[str]:
    mine, peers, remarks = row["ours"], row.get("theirs", {}), []
    answer = mine.get("answer", "no answer")
    if not mine.get("correct", True):
        answer = f"WRONG: {answer}"
    remarks += [mine[word] for word in ("failed", "stopped") if word in mine]
    found = [row["case"].title, answer, time_of(mine), memory_of(mine)]
    if with_peer:
        ratio = f"{peers['seconds'] / mine['seconds']:,.1f}" if "seconds" in peers and "seconds" in mine else ""
        remarks += [f"{PEER}: {peers[word]}" for word in ("failed", "stopped") if word in peers]
        if not row.get("same", True):
            remarks.append(f"DIFFERS from {PEER}" + (f" ({row['fault']})" if row["fault"] else ""))
        found += [time_of(peers), memory_of(peers), ratio]
    return [*found, "; ".join(remarks)]


def time_of(row: Row) -> str:
    return seconds(row["seconds"]) if "seconds" in row else ""


def memory_of(row: Row) -> str:
    return megabytes(row["peak"]) if "peak" in row else ""


def report(rows: list[Row], fault: str, load: float) -> str:
    import perfectplay as pp

    lines = ["# Benchmarks of values", "", "Written by `benchmarks/values.py`.", "", *machine(pp.__version__, load)]
    return "\n".join([*lines, "", *section(rows, fault)]) + "\n"


# the command line -----------------------------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/values.py", description="Measure values and write the table.")
    parser.add_argument("--case", action="append", choices=list(CASES), help="only this case (may be repeated)")
    parser.add_argument("--quick", action="store_true", help="the small boards only")
    parser.add_argument("--list", action="store_true", help="name the cases and stop")
    parser.add_argument("--alone", action="store_true", help="do not ask (or install) the peer")
    parser.add_argument("--limit", type=float, default=900, metavar="S", help="seconds for one run (default 900)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where the table goes")
    parser.add_argument("--part", choices=["ours", "theirs", "compare"], help=argparse.SUPPRESS)
    parser.add_argument("--text", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def part(asked: argparse.Namespace) -> Row:
    [name] = asked.case
    if asked.part == "ours":
        return ours(name, asked.limit)
    return theirs(name) if asked.part == "theirs" else compare(name, asked.text)


def main() -> int:
    asked = arguments()
    if asked.part:
        json.dump(part(asked), sys.stdout)
        return 0
    chosen = [case for case in CASES.values() if case.quick or not asked.quick]
    chosen = [case for case in chosen if not asked.case or case.name in asked.case]
    if asked.list:
        for case in chosen:
            print(f"{case.name:18} {case.title}")
        return 0
    ask_peer = not asked.alone and any(case.peer for case in chosen)
    fault = install() if ask_peer else ""
    if fault:
        print(fault, file=sys.stderr)
    load = os.getloadavg()[0]
    rows = []
    for case in chosen:
        print(f"{case.name:18} ", end="", file=sys.stderr, flush=True)
        rows.append(measure(case, asked.limit, ask_peer and not fault))
        told = [f"{side} {time_of(rows[-1][side]) or 'no answer'}" for side in ("ours", "theirs") if side in rows[-1]]
        print(", ".join(told) + (" WRONG" if wrong(rows[-1]) else ""), file=sys.stderr)
    text = report(rows, fault, load)
    publish(text, asked.output)
    return 1 if any(map(wrong, rows)) else 0


if __name__ == "__main__":
    run_as_command(main)
