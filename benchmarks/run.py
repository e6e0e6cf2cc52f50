"""Run the benchmarks and write the table.

    python benchmarks/run.py                    everything; writes benchmarks/results.md
    python benchmarks/run.py --quick            a part of it, in less than a minute; prints the table
    python benchmarks/run.py --case korf        one case; prints the table
    python benchmarks/run.py --list             the cases
    python benchmarks/run.py --peers            other packages beside ours, installed into benchmarks/peers/.venv
    python benchmarks/run.py --before ~/old/python     an earlier version of the library beside this one

Each case runs in a process of its own (``cases.py``); one that takes less than ``SHORT`` seconds runs three times and
the quickest counts. A wrong answer makes the run fail; a missed target is only reported, for machines differ.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PEERS = HERE / "peers"
SHORT = 3.0
REPEATS = 3
GRACE = 30.0
"""Seconds after the limit until a process is ended that did not end itself."""
SLOWER = 1.1
"""A case that takes so many times as long as with an earlier version is named above the tables."""
WORDS = {"median": "median core", "rate": "positions/s", "cpu": "CPU"}
"""Measures that are not called by their names in the table."""
Row = dict[str, Any]


@dataclass
class Measured:
    case: Row
    best: Row
    runs: int = 1
    earlier: Row | None = None
    """What an earlier version of the library took, if there is one beside ours."""

    @property
    def wrong(self) -> bool:
        return not self.best.get("correct", True) or "failed" in self.best

    @property
    def before(self) -> float | None:
        """The time of the earlier version over ours; None if one of them has no answer."""
        if not self.earlier or "wall" not in self.earlier or "wall" not in self.best:
            return None
        return float(self.earlier["wall"] / self.best["wall"])


# measuring ------------------------------------------------------------------------------------------------------------


def script(python: Path | str, *arguments: str, seconds: float | None = None, cache: str = "") -> Any:
    """What a script prints, read as JSON; a row with ``failed`` or ``stopped`` if it did not get that far."""
    environment = os.environ | ({"PERFECTPLAY_CACHE": cache} if cache else {})
    command = [str(python), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return {"stopped": f"ended after {seconds:.0f} s"}
    try:
        return json.loads(done.stdout)
    except ValueError:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return {"failed": lines[-1]}


def measure(case: Row, limit: float, facts: Path | None, cache: str, before: Path | None = None) -> Measured:
    """Both versions, if there are two, take turns. The earlier one has cases of its own, if it came with them."""
    arguments = [case["name"], "--time", str(limit), *(["--facts", str(facts)] if facts else [])]
    sides: list[Path | None] = [before, None] if before else [None]
    runs: dict[Path | None, list[Row]] = {side: [] for side in sides}
    while len(runs[None]) < REPEATS:
        for side in sides:
            kept = f"{cache}/{'before' if side else 'ours'}"
            own = side.parent / "benchmarks" / "cases.py" if side else HERE / "cases.py"
            file = own if own.is_file() else HERE / "cases.py"
            with library(side):
                runs[side].append(script(sys.executable, str(file), *arguments, seconds=limit + GRACE, cache=kept))
        if not runs[None][-1].get("correct") or any(rows[-1].get("wall", 0.0) > SHORT for rows in runs.values()):
            break
    return Measured(case, best_of(runs[None]), len(runs[None]), best_of(runs[before]) if before else None)


def best_of(runs: list[Row]) -> Row:
    """The quickest, or the first that failed."""
    failed = [run for run in runs if not run.get("correct")]
    return failed[0] if failed else min(runs, key=lambda run: float(run["wall"]))


@contextlib.contextmanager
def library(folder: Path | None) -> Iterator[None]:
    """Children import the package from here; from where this process does, if no folder is given."""
    kept = os.environ.get("PYTHONPATH")
    if folder:
        os.environ["PYTHONPATH"] = str(folder)
    try:
        yield
    finally:
        if folder and kept is None:
            del os.environ["PYTHONPATH"]
        elif folder and kept is not None:
            os.environ["PYTHONPATH"] = kept


def verdict(target: tuple[str, float], row: Row) -> tuple[str, bool]:
    """The target in words, and whether it was met."""
    measure, bound = target
    name = WORDS.get(measure, measure)
    if measure == "rate":
        return f"{name} ≥ {bound / 1e6:g} million", row[measure] >= bound
    words = f"{bound / 1e9:g} GB" if measure == "peak" else f"{bound:g} s" if bound >= 0.1 else f"{1000 * bound:g} ms"
    return f"{name} < {words}", row[measure] < bound


# peers ----------------------------------------------------------------------------------------------------------------


def peers_python() -> Path:
    return PEERS / ".venv" / "bin" / "python"


def install_peers() -> str:
    """What went wrong, if anything."""
    python = peers_python()
    if not python.exists():
        venv.create(PEERS / ".venv", with_pip=True)
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*command, "--requirement", str(PEERS.parent / "requirements-peers.txt")], check=False)
    return "the peers could not be installed" if done.returncode else ""


def measure_peers(python: Path) -> list[Row]:
    rows: list[Row] = []
    for file in sorted(PEERS.glob("*.py")):
        best: dict[tuple[str, str], Row] = {}
        for _ in range(REPEATS):
            found = script(python, str(file), seconds=300)
            if isinstance(found, dict):
                best[file.stem, ""] = {"peer": file.stem, "case": "", "how": "", **found}
                break
            for row in found:
                known = best.setdefault((row["case"], row["how"]), row)
                if row["seconds"] < known["seconds"]:
                    best[row["case"], row["how"]] = row
            if sum(row["seconds"] for row in found) > SHORT:
                break
        rows += best.values()
    return rows


# the machine ----------------------------------------------------------------------------------------------------------


def cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def system_name() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.release()}"


def rustc_version() -> str:
    try:
        return (
            subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True)
            .stdout.split("(")[0]
            .strip()
        )
    except (OSError, subprocess.CalledProcessError):
        return "rustc not found"


def machine(version: str, load: float) -> list[str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores = f"{os.cpu_count()} cores, {memory:.0f} GB"
    return [
        f"- perfectplay {version}, {datetime.date.today():%Y-%m-%d}",
        f"- {cpu_model()} ({platform.machine()}), {cores}; load average before the run {load:.1f}",
        f"- {system_name()}, Python {platform.python_version()}, {rustc_version()}",
    ]


# the report -----------------------------------------------------------------------------------------------------------


def seconds(value: float) -> str:
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def megabytes(value: float) -> str:
    return f"{value / 2**20:,.1f}" if value < 10 * 2**20 else f"{value / 2**20:,.0f}"


def rate(value: float) -> str:
    return "" if not value else f"{value / 1e6:.2f} M" if value >= 1e5 else f"{value:,.0f}"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    numbers = {
        "positions",
        "core s",
        "wall s",
        "CPU s",
        "positions/s",
        "tables MB",
        "peak MB",
        "seconds",
        "ours",
        "before",
        "ratio",
    }
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join('--:' if name in numbers else '---' for name in head)}|"]
    return lines + [f"| {' | '.join(row)} |" for row in rows]


HEAD = [
    "case",
    "answer",
    "positions",
    "core s",
    "wall s",
    "CPU s",
    "positions/s",
    "tables MB",
    "peak MB",
    "target",
    "remarks",
]


def row_of(measured: Measured) -> list[str]:
    case, best = measured.case, measured.best
    if "answer" not in best:
        reason = best.get("skipped") or best.get("stopped") or f"FAILED: {best['failed']}"
        state = "not run" if "skipped" in best else "no answer"
        return [case["title"], state, *[""] * 6, megabytes(best["peak"]) if "peak" in best else "", "", reason]
    words = [verdict((name, bound), best) for name, bound in case["targets"]]
    remarks = [best["note"]] if best["note"] else []
    if best["prepared"] > 0.1:
        remarks.append(f"{best['prepared']:.1f} s of preparation not counted")
    if case["beside"]:
        remarks.append(f"MCGS prints {case['beside']}, on another machine")
    return [
        case["title"],
        best["answer"] if best["correct"] else f"WRONG: {best['answer']}, expected {case['expected']}",
        f"{best['positions']:,}" if best["positions"] else "",
        seconds(best["core"]),
        seconds(best["wall"]),
        seconds(best["cpu"]),
        rate(best["rate"]),
        megabytes(best["tables"]),
        megabytes(best["peak"]),
        "; ".join(f"{text}: **{'met' if met else 'not met'}**" for text, met in words),
        "; ".join(remarks),
    ]


def peer_table(rows: list[Row], ours: dict[str, Measured]) -> list[str]:
    lines = []
    for row in rows:
        measured = ours.get(row["case"])
        if "seconds" not in row:
            reason = row.get("failed") or row.get("stopped", "")
            lines.append([row["peer"], "", "", reason, "", "", ""])
        elif measured and "wall" in measured.best:
            wall = measured.best["wall"]
            same = row["answer"] == measured.best["answer"]
            answer = row["answer"] if same else f"DIFFERS: {row['answer']}"
            ratio = f"{row['seconds'] / wall:,.1f}"
            title = measured.case["title"]
            lines.append([row["peer"], title, answer, row["how"], seconds(row["seconds"]), seconds(wall), ratio])
    return table(["peer", "question", "answer", "how the peer does it", "seconds", "ours", "ratio"], lines)


EXPLANATION = """\
Every case runs in its own process, and three times if it takes less than {short:g} s; the quickest run counts. *Wall*
is from the text of the instance to the answer with its witness, without starting Python and importing the package;
*core* is the part in native code, as the result reports it; *CPU* is the processor time of all threads. *Positions* are
those that the search visited, once or more often; in an enumeration, those that it found new (up to symmetry, where it
uses symmetry); *positions/s* is per second of core time. *Tables* are the search's own as it reports them, or files
where the case builds files; *peak* is the largest resident size of the process, of which Python and the package take
about 30 MB. Every answer is compared with the expected one; a wrong answer makes the run fail."""

PEER_EXPLANATION = """\
Other packages on the same questions, in the same run; *ratio* is their time over ours (wall). All three are driven by
Python code, so the ratios say what a native core is worth, not who has the better algorithm; what each of them does for
its answer is in the fourth column, and more in `benchmarks/README.md`."""


BEFORE = """\
*Before* is the time of an earlier version of the library over ours, in the same run, taking turns: below 1 that version
was quicker."""


def with_before(item: Measured) -> list[str]:
    """The row with a further column, before the target."""
    row = row_of(item)
    row.insert(HEAD.index("target"), "" if item.before is None else f"{item.before:.2f}")
    return row


def report(
    results: list[Measured], peers: list[Row], version: str, load: float, left_out: list[str], before: bool = False
) -> str:
    verdicts = [
        (item.case["title"], *verdict((name, bound), item.best))
        for item in results
        if "answer" in item.best
        for name, bound in item.case["targets"]
    ]
    missed = [f"{title} ({text})" for title, text, met in verdicts if not met]
    open_cases = [f"{item.case['title']} ({row_of(item)[-1]})" for item in results if "answer" not in item.best]
    lines = ["# Benchmarks", "", "Written by `benchmarks/run.py`.", "", *machine(version, load), ""]
    lines += [f"{len(verdicts) - len(missed)} of {len(verdicts)} targets met."]
    lines += [f"Not met: {'; '.join(missed)}."] if missed else []
    lines += [f"Without an answer: {'; '.join(open_cases)}."] if open_cases else []
    if len(left_out) > len(results):
        lines += [f"A part of the cases: {len(results)} of {len(results) + len(left_out)}."]
    elif left_out:
        lines += [f"Left out of this run: {'; '.join(left_out)}."]
    lines += [
        "",
        "Values and pencil puzzles have tables of their own: [values](values.md), [pencil puzzles](pencil.md).",
    ]
    lines += ["", EXPLANATION.format(short=SHORT)]
    head, cells = HEAD, row_of
    if before:
        slower = [f"{item.case['title']} ({item.before:.2f})" for item in results if (item.before or 1) < 1 / SLOWER]
        lines += ["", BEFORE, "", f"Slower than before by more than 10 %: {'; '.join(slower) or 'none'}."]
        at = HEAD.index("target")
        head, cells = [*HEAD[:at], "before", *HEAD[at:]], with_before
    for group in dict.fromkeys(item.case["group"] for item in results):
        chosen = [item for item in results if item.case["group"] == group]
        lines += ["", f"## {group}", "", *table(head, [cells(item) for item in chosen])]
    if peers:
        ours = {item.case["name"]: item for item in results}
        lines += ["", "## Beside other packages", "", PEER_EXPLANATION, "", *peer_table(peers, ours)]
    return "\n".join(lines) + "\n"


# the command line -----------------------------------------------------------------------------------------------------


def publish(text: str, output: Path | None) -> None:
    """Into a file, or on the screen."""
    if output:
        output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


def run_as_command(main: Callable[[], int]) -> None:
    try:
        status = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        status = 130
    except BrokenPipeError:  # whoever was to read has left, and what is flushed at the end goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 74
    sys.exit(status)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/run.py", description="Run the benchmarks and write the table.")
    parser.add_argument("--quick", action="store_true", help="a part that takes less than a minute")
    parser.add_argument("--case", action="append", metavar="NAME", help="only this case (may be repeated)")
    parser.add_argument(
        "--skip", action="append", metavar="NAME", default=[], help="all but this case (may be repeated)"
    )
    parser.add_argument("--list", action="store_true", help="name the cases and stop")
    parser.add_argument("--limit", type=float, default=900, metavar="S", help="seconds for one case (default 900)")
    parser.add_argument("--facts", type=Path, metavar="FOLDER", help="known results (default tests/tables/facts)")
    parser.add_argument("--peers", action="store_true", help="install the peers first, into benchmarks/peers/.venv")
    parser.add_argument("--peers-python", type=Path, metavar="FILE", help="a Python that has the peers")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="a folder with an earlier package perfectplay")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where the table goes")
    return parser.parse_args()


def choose(cases: list[Row], asked: argparse.Namespace) -> list[Row]:
    names = [case["name"] for case in cases]
    for name in [*(asked.case or []), *asked.skip]:
        if name not in names:
            print(f"no case {name!r}; --list names them", file=sys.stderr)
            sys.exit(2)
    if asked.case:
        return [case for case in cases if case["name"] in asked.case]
    usual = [case for case in cases if not case["named"] and (case["quick"] or not asked.quick)]
    return [case for case in usual if case["name"] not in asked.skip]


def main() -> int:
    asked = arguments()
    listed = script(sys.executable, str(HERE / "cases.py"), "--list")
    if "failed" in listed:
        raise SystemExit(f"the cases cannot be read: {listed['failed']}")
    chosen = choose(listed["cases"], asked)
    if asked.list:
        for case in chosen:
            print(f"{case['name']:18} {case['title']}")
        return 0
    if asked.peers and (fault := install_peers()):
        print(fault, file=sys.stderr)
    load = os.getloadavg()[0]
    results = []
    with tempfile.TemporaryDirectory() as cache:
        for case in chosen:
            print(f"{case['name']:18} ", end="", file=sys.stderr, flush=True)
            measured = measure(case, asked.limit, asked.facts, cache, asked.before)
            results.append(measured)
            _, answer, *_, remarks = row_of(measured)
            wall = (
                f"{seconds(measured.best['wall'])} s, best of {measured.runs}" if "wall" in measured.best else remarks
            )
            wall += f", {measured.before:.2f} times that before" if measured.before else ""
            print(f"{answer}: {wall}", file=sys.stderr)
    python = asked.peers_python or peers_python()
    peers = measure_peers(python) if python.exists() and not asked.case else []
    left_out = [case["title"] for case in listed["cases"] if case not in chosen]
    text = report(results, peers, listed["version"], load, left_out, bool(asked.before))
    publish(text, asked.output or (None if asked.quick or asked.case else HERE / "results.md"))
    wrong = [item.case["name"] for item in results if item.wrong]
    wrong += [f"{row['peer']} (peer)" for row in peers if _differs(row, results)]
    if wrong:
        print(f"wrong answers: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


def _differs(row: Row, results: list[Measured]) -> bool:
    ours = [item.best.get("answer") for item in results if item.case["name"] == row["case"]]
    return "answer" in row and bool(ours) and row["answer"] != ours[0]


if __name__ == "__main__":
    run_as_command(main)
