"""Pencil puzzles: from text to the solution and the proof that there is no other, beside other solvers; and a table.

    python benchmarks/pencil.py --output benchmarks/pencil.md       everything; without --output it is printed
    python benchmarks/pencil.py --case masyu                        one kind (may be repeated); --list names the boards
    python benchmarks/pencil.py --alone                             ours only, and nothing is installed
    python benchmarks/pencil.py --phases                            where our processor time goes, instead

The boards are those in ``benchmarks/boards/pencil``, made by ``make_pencil.py``. All processes of a run are bound to
the same core. Ours loads the text anew each time, ``REPEATS`` times; the peers, which are installed into
``.venv-peers`` at the project's root, are asked in a process of their own for each board. Answers are compared, and a
difference makes the run fail; a missed target does not.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import venv
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from make_pencil import SIZES, read_boards
from run import HERE, SHORT, Row, machine, publish, run_as_command, seconds, table

import perfectplay as pp
from perfectplay import _native
from perfectplay.constraints import Poster
from perfectplay.kinds.pencil import Filled

PEERS_HOME = HERE.parent / ".venv-peers"
PYTHON = PEERS_HOME / "bin" / "python"
REQUIREMENTS = HERE / "requirements-pencil.txt"
PEERS = ("python-sat", "CP-SAT")
WITHOUT_PEERS = {"fillomino", "hashiwokakero", "hitori", "light_up", "nurikabe"}
REPEATS = 7
PEER_LIMIT = 30.0
NO_LIMITS = (None, None, None, None, None)
TARGETS = {
    "heyawake-31x45": 0.3,
    "kuromasu-31x45": 0.8,
    "masyu-40x58": 2.0,
    "nonogram-30x40": 0.03,
    "nurikabe-20x36": 1.5,
    "shikaku-50x40": 0.1,
    "slitherlink-30x45": 0.3,
    "slitherlink-60x60": 1.5,
    "sudoku-25x25": 0.1,
    "yajilin-39x57": 1.0,
}
CORE_TARGET = 0.0002
"""For a hard Sudoku of 9 x 9 cells, in native code."""


@dataclass
class Board:
    key: str
    size: str
    seed: int
    text: str
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    core: list[float] = field(default_factory=list)
    conflicts: int = 0
    unique: bool = False
    there: list[str] = field(default_factory=list)
    """What makes up the solution, as the peers write it."""
    peers: dict[str, Row] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return f"{self.key}-{self.size}"

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.seed}"

    @property
    def differs(self) -> list[str]:
        """The peers that have another answer."""
        answered = {name: row for name, row in self.peers.items() if "there" in row}
        return [name for name, row in answered.items() if (row["solutions"], row["there"]) != (1, self.there)]

    @property
    def wrong(self) -> bool:
        return not self.unique or bool(self.differs)


# measuring ------------------------------------------------------------------------------------------------------------


def measure(board: Board, repeats: int) -> None:
    for _ in range(repeats):
        begin, spent = time.perf_counter(), time.process_time()
        result = pp.unique(pp.load(board.key, board.text))
        board.wall.append(time.perf_counter() - begin)
        board.cpu.append(time.process_time() - spent)
        board.core.append(result.stats.seconds)
    board.conflicts, board.unique = result.stats.positions, bool(result)
    if board.unique:
        board.there = things(board.key, result.answer.solutions[0])


def things(key: str, answer: Filled) -> list[str]:
    """The lines, the painted cells, the numbers or the rectangles of a solution."""
    if key == "sudoku":
        found: list[Any] = list(answer.items())
    elif key == "shikaku":
        areas: dict[Any, list[Any]] = {}
        for cell, name in answer.items():
            areas.setdefault(name, []).append(cell)
        corners = [(min(area), max(area)) for area in areas.values()]
        found = [(top, left, bottom - top + 1, right - left + 1) for (top, left), (bottom, right) in corners]
    else:
        found = [unknown for unknown, value in answer.items() if value in ("#", 1)]
    return sorted(map(repr, found))


def ask_peer(python: Path, board: Board, peer: str) -> Row:
    """The middle one of three runs, or the first if it takes long."""
    runs: list[Row] = []
    while len(runs) < 3:
        runs.append(ask_once(python, board, peer))
        if runs[-1].get("seconds", SHORT) >= SHORT:
            return runs[-1]
    return sorted(runs, key=lambda row: float(row["seconds"]))[1]


def ask_once(python: Path, board: Board, peer: str) -> Row:
    command = [str(python), str(HERE / "peers" / "pencil" / "ask.py"), board.key, peer]
    try:
        done = subprocess.run(
            [*command, "--limit", str(PEER_LIMIT)],
            input=board.text,
            capture_output=True,
            text=True,
            timeout=PEER_LIMIT + 10,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"stopped": f"no answer in {PEER_LIMIT:g} s"}
    try:
        row: Row = json.loads(done.stdout)
    except ValueError:
        return {"failed": (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]}
    return row


def measure_core(boards: list[Board], rounds: int) -> list[float]:
    """Seconds in native code for each Sudoku, up to two solutions; the median of many runs."""
    found = []
    for board in boards:
        givens = [0 if sign == "." else int(sign) for sign in board.text.replace("|", "")]
        times = []
        for _ in range(rounds):
            solutions, (_, took, _) = _native.sudoku(givens, 2, NO_LIMITS)
            times.append(took)
        assert len(solutions) == 1
        found.append(statistics.median(times))
    return found


def phases(board: Board) -> list[float]:
    """Processor seconds to read the text, to make unknowns, to post the rules, to search, and to read the solution."""
    marks = [time.process_time()]
    position = pp.load(board.key, board.text)
    marks.append(time.process_time())
    system: Any = position.system
    poster = Poster(system.unknowns(position.state))
    marks.append(time.process_time())
    for _, constraint in system.rules(position.state):
        constraint.post(poster)
    marks.append(time.process_time())
    (found, *_), _ = poster.model.solutions(poster.answer_lits(), 2, NO_LIMITS)
    marks.append(time.process_time())
    for each in found:
        Filled(position, poster.read(each))
    marks.append(time.process_time())
    return [after - before for before, after in pairwise(marks)]


def install() -> str:
    """Why the peers cannot be asked; empty if they can."""
    if not PYTHON.exists():
        venv.create(PEERS_HOME, with_pip=True)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--requirement", str(REQUIREMENTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stderr.strip().splitlines() or ["pip failed"])[-1] if done.returncode else ""


# the table ------------------------------------------------------------------------------------------------------------

EXPLANATION = """\
From the text of a puzzle to its solution and the proof that there is no other, everything on one core. *Median* and
*worst* are of {repeats} runs, each of which reads the text anew; *core* is the part in native code, as the result
reports it, *CPU* the processor time of the whole (medians too), and *conflicts* are those of the search. A target is
met if the median is below it. The boards are made by `benchmarks/make_pencil.py` (the last number is the seed) and have
one solution.

The peers are CaDiCaL 1.9.5 through python-sat, and CP-SAT of OR-Tools with one worker, on the plain models in
`benchmarks/peers/pencil`: solve, forbid the solution, solve again. Loops and areas that hang together are cut out
lazily; CP-SAT has a constraint of its own for loops and one for the lines of a nonogram. *Ratio* is the peer's time
over our median; both begin with the text, and importing packages does not count. A peer is asked three times, or once
if it takes more than {short:g} s; it stops after {limit:g} s and is then not asked for more boards of the kind."""


def report(boards: list[Board], core: list[float], fault: str, load: float) -> str:
    lines = ["# Benchmarks of pencil puzzles", "", "Written by `benchmarks/pencil.py`.", ""]
    lines += [*machine(pp.__version__, load), ""]
    kinds = list(dict.fromkeys(board.kind for board in boards))
    missed = [kind for kind in kinds if kind in TARGETS and not met(boards, kind)]
    targets = [kind for kind in kinds if kind in TARGETS]
    if core:
        targets.append("sudoku-9x9")
        missed += ["sudoku-9x9"] if max(core) > CORE_TARGET else []
    lines += [f"{len(targets) - len(missed)} of {len(targets)} targets met."]
    lines += [f"Not met: {', '.join(missed)}."] if missed else []
    lines += ["", EXPLANATION.format(repeats=REPEATS, short=SHORT, limit=PEER_LIMIT)]
    lines += ["", f"The peers were left out: {fault}."] if fault else []
    peers = [peer for peer in PEERS if any(peer in board.peers for board in boards)]
    head = ["board", "conflicts", "core s", "CPU s", "median s", "worst s", "target"]
    head += [column for peer in peers for column in (f"{peer} s", "ratio")]
    lines += ["", "## Boards", "", *table([*head, "remarks"], [cells(board, peers) for board in boards])]
    if core:
        verdict = "met" if max(core) <= CORE_TARGET else "not met"
        lines += ["", "## Sudoku in native code", ""]
        lines += [
            f"{len(core)} minimal Sudokus of 9 x 9 cells, each the hardest for the search of many, solved and found"
        ]
        lines += [
            f"unique: median {1000 * statistics.median(core):.3f} ms, slowest {1000 * max(core):.3f} ms;"
            f" target {1000 * CORE_TARGET:g} ms: **{verdict}**."
        ]
    return "\n".join(lines) + "\n"


def met(boards: list[Board], kind: str) -> bool:
    return all(statistics.median(board.wall) < TARGETS[kind] for board in boards if board.kind == kind)


def cells(board: Board, peers: list[str]) -> list[str]:
    median = statistics.median(board.wall)
    target = TARGETS.get(board.kind)
    verdict = "" if target is None else f"{target:g} s: **{'met' if median < target else 'not met'}**"
    parts = [seconds(statistics.median(times)) for times in (board.core, board.cpu)]
    found = [board.name, f"{board.conflicts:,}", *parts, seconds(median), seconds(max(board.wall)), verdict]
    remarks = [] if board.unique else ["NOT UNIQUE"]
    for peer in peers:
        row = board.peers.get(peer, {})
        took = row.get("seconds")
        found += [seconds(took), f"{took / median:,.1f}"] if took else ["", ""]
        remarks += [f"{peer}: {row[word]}" for word in ("failed", "stopped") if word in row]
    remarks += [f"DIFFERS from {peer}" for peer in board.differs]
    return [*found, "; ".join(remarks)]


def phase_table(boards: list[Board]) -> str:
    rows = []
    for board in boards:
        runs = [phases(board) for _ in range(REPEATS)]
        middle = [statistics.median(column) for column in zip(*runs, strict=True)]
        rows.append([board.name, *(f"{1000 * each:.1f}" for each in [*middle, sum(middle)])])
    head = ["board", "reading ms", "unknowns ms", "rules ms", "search ms", "answer ms", "sum ms"]
    return "\n".join(table(head, rows)) + "\n"


# the command line -----------------------------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/pencil.py", description="Measure pencil puzzles.")
    parser.add_argument("--case", action="append", choices=list(SIZES), help="only this kind (may be repeated)")
    parser.add_argument("--list", action="store_true", help="name the boards and stop")
    parser.add_argument("--alone", action="store_true", help="do not ask (or install) the peers")
    parser.add_argument("--peers-python", type=Path, metavar="FILE", help="a Python that has the peers")
    parser.add_argument("--phases", action="store_true", help="where our processor time goes")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where the table goes")
    return parser.parse_args()


def chosen_boards(keys: list[str] | None) -> list[Board]:
    return [
        Board(key, size, seed, text)
        for key, sizes in SIZES.items()
        if not keys or key in keys
        for size in sizes
        for seed, text in enumerate(read_boards(key, size), 1)
    ]


def main() -> int:
    asked = arguments()
    everything = chosen_boards(asked.case)
    small = [board for board in everything if board.kind == "sudoku-9x9"]
    boards = [board for board in everything if board not in small[3:]]
    if asked.list:
        print("\n".join(board.name for board in boards))
        return 0
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for key in {board.key for board in boards}:  # what loads late
        pp.unique(pp.load(key))
    if asked.phases:
        print(phase_table(boards), end="")
        return 0
    fault = "" if asked.alone or asked.peers_python else install()
    load = os.getloadavg()[0]
    hopeless: set[tuple[str, str]] = set()
    for board in boards:
        print(f"{board.name:22} ", end="", file=sys.stderr, flush=True)
        measure(board, REPEATS)
        print(f"{statistics.median(board.wall):.4f} s", end="", file=sys.stderr, flush=True)
        if not asked.alone and not fault and board.key not in WITHOUT_PEERS:
            for peer in PEERS:
                if (board.kind, peer) in hopeless:
                    continue
                board.peers[peer] = ask_peer(asked.peers_python or PYTHON, board, peer)
                if "stopped" in board.peers[peer]:
                    hopeless.add((board.kind, peer))
                took = board.peers[peer].get("seconds")
                print(f", {peer} {took and round(took, 3)}", end="", file=sys.stderr, flush=True)
        print(" WRONG" if board.wrong else "", file=sys.stderr)
    text = report(boards, measure_core(small, 25), fault, load)
    publish(text, asked.output)
    return 1 if any(board.wrong for board in boards) else 0


if __name__ == "__main__":
    run_as_command(main)
