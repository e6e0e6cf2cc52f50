"""The library beside other programs: both are asked the same in turn, on one core, and the ratios become a table.

    make bench-peers OBSEQUI=~/obsequi IGSOLVE=~/impartial-games       writes benchmarks/peers.md
    python benchmarks/peers.py --source MCGS=~/MCGS                    prints the table (--output FILE writes it)
    python benchmarks/peers.py --peer Obsequi --race 8x8               some races only; --list names them
    python benchmarks/peers.py --before ~/old/python                   an earlier version of the library beside both

The sources of a peer are given by path, as an environment variable or by ``--source``; they are copied to
``target/peers`` and built there by the peers' own means. A peer that is not given, or cannot be built, is reported as
not run. A ratio is the peer's time over ours: below 1 we lose. Different answers make the run fail; a missed goal is
only reported.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap

from beside import PEERS
from beside.race import PATIENCE, Heat, Missing, Peer, Race, Row, Setting
from run import library, machine, publish, run_as_command, seconds, table

import perfectplay as pp

FOLDERS = ("SOKOBAN_LEVELS", "PENCIL_BOARDS")
VARIABLES = tuple(dict.fromkeys([*(peer.variable for peer in PEERS), *FOLDERS]))
ROUNDS, FEW = 5, 3
SHORT, LONG = 1.0, 10.0
"""A round that takes more seconds than this is repeated less often, or not at all."""
MANY, BRIEF = 10, 0.02
"""From so many instances on each that takes more seconds than this is asked once: the median is over the instances."""


@dataclass
class Times:
    """What one side took for an instance, and what it said."""

    runs: list[float] = field(default_factory=list)
    row: Row = field(default_factory=dict)

    @property
    def median(self) -> float | None:
        return statistics.median(self.runs) if self.runs else None

    @property
    def stopped(self) -> bool:
        return "stopped" in self.row

    @property
    def fault(self) -> str:
        return str(self.row.get("failed", ""))


@dataclass
class Measured:
    peer: Peer
    race: Race
    limit: float
    heats: list[dict[str, Times]] = field(default_factory=list)
    differs: int = 0

    def times(self, side: str) -> list[float]:
        """For each instance that no side failed at; what was stopped counts as the limit."""
        whole = [heat for heat in self.heats if side in heat and not any(each.fault for each in heat.values())]
        return [heat[side].median or self.limit for heat in whole]

    def stopped(self, side: str) -> int:
        return sum(heat[side].stopped for heat in self.heats if side in heat)

    @property
    def ratio(self) -> float | None:
        return self.over("ours")

    def over(self, side: str) -> float | None:
        """The peer's time over that of a side of ours; None if nothing can be said."""
        ours, theirs = self.times(side), self.times("theirs")
        if not ours or not theirs or (self.stopped(side) and self.stopped("theirs") and len(ours) == 1):
            return None
        return statistics.median(theirs) / statistics.median(ours)

    @property
    def quicker(self) -> int:
        return sum(a < b for a, b in zip(self.times("ours"), self.times("theirs"), strict=True))

    @property
    def slower(self) -> int:
        """What neither answers is neither quicker nor slower."""
        return sum(a > b for a, b in zip(self.times("ours"), self.times("theirs"), strict=True))

    @property
    def met(self) -> bool | None:
        """Was the goal met? None if there is none, or if it cannot be said."""
        if self.race.every:
            return not self.stopped("ours")
        ratio = self.ratio
        if self.race.most and ratio is not None:
            return self.quicker > self.slower
        if self.race.goal is None or ratio is None or statistics.median(self.times("theirs")) < self.race.over:
            return None
        return ratio > self.race.goal


# measuring ------------------------------------------------------------------------------------------------------------


def measure(peer: Peer, race: Race, asked: argparse.Namespace) -> Measured:
    limit = min(asked.limit, race.limit or asked.limit)
    found = Measured(peer, race, limit)
    for heat in race.heats:
        found.heats.append(measure_heat(peer, race, heat, limit, asked.rounds, asked.before))
        ours, theirs = (found.heats[-1].get(side, Times()).row for side in ("ours", "theirs"))
        if "seconds" in ours and "seconds" in theirs and not peer.same(race, heat, ours, theirs):
            found.differs += 1
    return found


def measure_heat(
    peer: Peer, race: Race, heat: Heat, limit: float, rounds: int, before: Path | None
) -> dict[str, Times]:
    sides = {"ours": Times(), **({"before": Times()} if before else {}), **({} if peer.alone else {"theirs": Times()})}
    for number in range(rounds):
        for side, times in sides.items():
            if "seconds" not in times.row and times.row:
                continue  # stopped or failed
            with library(before if side == "before" else None):
                times.row = peer.ask(race, heat, limit) if side == "theirs" else peer.ours(race, heat, limit)
            times.runs += [times.row["seconds"]] if "seconds" in times.row else []
            if "seconds" not in times.row:
                times.runs = []
        spent = max(times.runs[-1] if times.runs else limit for times in sides.values())
        if spent > (BRIEF if len(race.heats) >= MANY else LONG) or (spent > SHORT and number + 1 >= FEW):
            break
    return sides


# the table ------------------------------------------------------------------------------------------------------------

EXPLANATION = """\
All processes are bound to one core, and take turns: ours, the peer, ours, the peer. Times are medians of {rounds}
runs each, of {few} if a run takes more than {short:g} s, and of one if it takes more than {long:g} s, or more than
{brief:g} s where there are {many} instances or more; a run is stopped after {limit:g} s unless a section says
otherwise. Of ours it is the time from the text of the instance to the answer with its witness, in a fresh process
with an empty cache folder; starting Python and importing modules are not counted. Where a peer is timed as a
process, without that of a task that is none, the two take turns for about {patience:g} s in each run, or for a few
turns where they differ much, and the difference of their medians counts. *Ratio* is the peer's time over ours: below
1 we lose. A ratio with < or > is a bound, where one side was stopped. Answers are compared, and one that differs
makes the run fail."""


def report(
    results: list[Measured], left_out: dict[str, str], versions: dict[str, str], asked: argparse.Namespace
) -> str:
    verdicts = [each.met for each in results if each.met is not None]
    missed = [f"{each.race.title} ({each.peer.name})" for each in results if each.met is False]
    lines = ["# Beside other programs", "", "Written by `benchmarks/peers.py`.", ""]
    lines += [*machine(pp.__version__, asked.load), f"- load average after the run {os.getloadavg()[0]:.1f}"]
    told = {peer.name: versions[peer.name] for peer in PEERS if peer.name in versions and not peer.alone}
    lines += [f"- {name}{f' {version}' if version else ', version unknown'}" for name, version in told.items()]
    lines += ["", f"{sum(verdicts)} of {len(verdicts)} goals met."]
    lines += [f"Not met: {'; '.join(missed)}."] if missed else []
    lines += ["", "Not run:", "", *(f"- {name}: {reason}" for name, reason in left_out.items())] if left_out else []
    numbers = {"few": FEW, "short": SHORT, "long": LONG, "brief": BRIEF, "many": MANY, "patience": PATIENCE}
    text = EXPLANATION.format(rounds=asked.rounds, limit=asked.limit, **numbers)
    lines += ["", *wrap(text, 120)]
    if asked.before:
        lines += ["", "*Before* is the ratio of an earlier version of the library, in the same run."]
    for peer in PEERS:
        chosen = [each for each in results if each.peer is peer]
        if chosen:
            before = ["before"] if asked.before else []
            theirs = "" if peer.alone else f"{peer.name} s"
            head = ["case", "answer", "ours s", theirs, *before, "ratio", "goal", "remarks"]
            rows = [cells(each, bool(before)) for each in chosen]
            lines += [
                "",
                f"## {peer.title}{'' if peer.alone else f': {peer.name}'}",
                "",
                *wrap(peer.timing, 120),
                "",
                *table(head, rows),
            ]
    return "\n".join(lines) + "\n"


def cells(found: Measured, before: bool) -> list[str]:
    race, single = found.race, len(found.race.heats) == 1
    remarks = [f"DIFFERS on {found.differs}" if not single else "DIFFERS"] if found.differs else []
    shown, answer = [], ""
    for side in ("ours", "theirs"):
        times = found.times(side)
        row = found.heats[0].get(side, Times()).row
        if single and found.stopped(side):
            shown.append(f"> {found.limit:g}")
        else:
            shown.append(seconds(statistics.median(times)) if times else "")
        if single:
            answer = answer or str(row.get("answer", ""))
        elif found.stopped(side):
            remarks.append(f"{'ours' if side == 'ours' else found.peer.name} answered {answered(found, side)}")
        faults = [each[side].fault for each in found.heats if side in each and each[side].fault]
        if faults:
            where = "" if single else f" on {len(faults)}"
            remarks.append(f"{'ours' if side == 'ours' else found.peer.name} failed{where}: {faults[0]}")
    if not single and found.times("ours") and found.times("theirs"):
        total = sum(found.times("theirs")) / sum(found.times("ours"))
        compared = f"quicker on {found.quicker} and slower on {found.slower} of {len(found.times('ours'))}"
        remarks.append(f"{compared}, {total:.1f} in total")
    goal = (
        "all answered"
        if race.every
        else "quicker on more"
        if race.most
        else f"> {race.goal:g}"
        if race.goal is not None
        else ""
    )
    if found.met is not None:
        goal += f": **{'met' if found.met else 'not met'}**"
    elif race.over and race.goal is not None:
        goal = f"{goal} from {race.over:g} s on"
    ratios = [bounded(found, side) for side in ((["before"] if before else []) + ["ours"])]
    return [race.title, answer, *shown, *ratios, goal, "; ".join(remarks)]


def answered(found: Measured, side: str) -> str:
    return f"{len(found.heats) - found.stopped(side)} of {len(found.heats)}"


def bounded(found: Measured, side: str) -> str:
    ratio = found.over(side)
    if ratio is None:
        return ""
    bound = ""
    if len(found.heats) == 1:
        bound = "< " if found.stopped(side) else "> " if found.stopped("theirs") else ""
    return bound + (f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}")


# the command line -----------------------------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/peers.py", description="The library beside other programs.")
    names = [peer.name for peer in PEERS]
    parser.add_argument("--peer", action="append", choices=names, help="only this peer (may be repeated)")
    parser.add_argument("--race", action="append", metavar="TEXT", help="only races whose names have this in them")
    parser.add_argument("--list", action="store_true", help="name the races and stop")
    parser.add_argument(
        "--source",
        action="append",
        default=[],
        metavar="NAME=PATH",
        help=f"a path, also taken from the environment: {', '.join(VARIABLES)}",
    )
    parser.add_argument("--long", action="store_true", help="the largest boards too")
    parser.add_argument("--limit", type=float, default=120.0, metavar="S", help="seconds for one run (default 120)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"runs of each (default {ROUNDS})")
    parser.add_argument("--boards", type=int, default=40, metavar="N", help="of each collection (default 40)")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="a folder with an earlier package perfectplay")
    parser.add_argument("--rebuild", action="store_true", help="build the peers anew")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where the table goes")
    parser.add_argument("--raw", type=Path, metavar="FILE", help="where all times go, as JSON")
    return parser.parse_args()


def setting_of(asked: argparse.Namespace) -> Setting:
    given = {name: os.environ[name] for name in VARIABLES if os.environ.get(name)}
    for each in asked.source:
        name, equals, path = each.partition("=")
        if not equals or name not in VARIABLES:
            raise SystemExit(f"--source {each}: expected NAME=PATH with a name of {', '.join(VARIABLES)}")
        given[name] = path
    folders = {name: Path(path).expanduser() for name, path in given.items()}
    return Setting(asked.limit, asked.boards, folders, asked.rebuild)


def races_of(peer: Peer, setting: Setting, asked: argparse.Namespace) -> list[Race]:
    wanted = asked.race or [""]
    usual = [race for race in peer.races(setting) if asked.long or not race.long or asked.race]
    return [race for race in usual if any(text in race.name for text in wanted)]


def raw(results: list[Measured]) -> list[Row]:
    return [
        {
            "peer": each.peer.name,
            "race": each.race.name,
            "heats": [{side: {"runs": times.runs, **times.row} for side, times in heat.items()} for heat in each.heats],
        }
        for each in results
    ]


def main() -> int:
    asked = arguments()
    setting = setting_of(asked)
    left_out = {peer.name: "not asked for" for peer in PEERS if asked.peer and peer.name not in asked.peer}
    versions: dict[str, str] = {}
    chosen: list[tuple[Peer, Race]] = []
    for peer in PEERS:  # all are built before one is measured
        if peer.name in left_out:
            continue
        try:
            if not asked.list:
                peer.prepare(setting)
                versions[peer.name] = peer.version(setting)
            chosen += [(peer, race) for race in races_of(peer, setting, asked)]
        except Missing as reason:
            print(f"{peer.name}: not run: {reason}", file=sys.stderr)
            left_out[peer.name] = str(reason)
    if asked.list:
        print("\n".join(f"{peer.name:14} {race.name}" for peer, race in chosen))
        return 0
    asked.load = os.getloadavg()[0]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    results: list[Measured] = []
    for peer, race in chosen:
        print(f"{peer.name:14} {race.name:32} ", end="", file=sys.stderr, flush=True)
        results.append(measure(peer, race, asked))
        print(" | ".join(cells(results[-1], False)[1:]), file=sys.stderr)
    if asked.raw:
        asked.raw.write_text(json.dumps(raw(results), indent=1), encoding="utf-8")
    text = report(results, left_out, versions, asked)
    publish(text, asked.output)
    return 1 if any(each.differs for each in results) else 0


if __name__ == "__main__":
    run_as_command(main)
