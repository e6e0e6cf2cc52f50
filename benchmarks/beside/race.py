"""What a race is, what a peer is, and how a program is built and timed.

A race is one question that a peer and the library are asked, about one instance or about several. A peer says where its
sources are looked for, how they are built, what it is asked, and how its words become an answer.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

Row = dict[str, Any]
HERE = Path(__file__).resolve().parent
BUILT = HERE.parents[1] / "target" / "peers"
"""Where copies of the peers' sources are built; nothing is written into the sources themselves."""
GRACE = 10.0
"""Seconds after the limit until a process is ended that did not end itself."""
LEAST = 0.0001
"""Seconds. What is left of a time without the start of the program is no less than this."""
TURNS, PATIENCE = 5, 0.1
"""Turns that a short process and its start take at least, and seconds after which there are no more."""
CLEAR = 2.0
"""So many starts of the program are not hidden by how they vary."""


class Missing(Exception):
    """A peer cannot be asked, and why."""


@dataclass(frozen=True)
class Heat:
    """One instance: our text of it, and what the peer is given."""

    text: str
    theirs: Any = None
    options: dict[str, Any] = field(default_factory=dict)
    """Of our system."""


@dataclass(frozen=True)
class Race:
    name: str
    title: str
    question: str
    key: str
    heats: tuple[Heat, ...]
    goal: float | None = 1.0
    """The ratio that is aimed at; None: no goal."""
    over: float = 0.0
    """The goal holds if the peer takes more seconds than this."""
    most: bool = False
    """The goal is to be quicker on most instances instead."""
    every: bool = False
    """The goal is to answer every instance instead."""
    small: str = ""
    """A position that is read first, so that no module is imported while the clock runs."""
    search: bool = False
    """Theorems are passed over."""
    limit: float | None = None
    """Seconds for each, if less than usual."""
    long: bool = False
    """It runs only when long races are asked for."""


@dataclass(frozen=True)
class Setting:
    """What a run is given."""

    limit: float = 120.0
    boards: int = 40
    """How many instances a race takes from a collection."""
    folders: dict[str, Path] = field(default_factory=dict)
    """What was given by path, by the names of the variables."""
    rebuild: bool = False

    def folder(self, name: str, holds: str) -> Path:
        if name not in self.folders:
            raise Missing(f"{name} names no folder with {holds}")
        return self.folders[name]


class Peer(ABC):
    """Another program. ``variable`` names the environment variable that holds the path of its sources."""

    name: str
    variable: str
    title: str
    timing: str
    """What is timed, as a sentence of the report."""
    alone: bool = False
    """There is no other program: only ours is asked."""

    @abstractmethod
    def prepare(self, setting: Setting) -> None:
        """Build it, or raise :class:`Missing`."""

    def version(self, setting: Setting) -> str:
        return commit(self.source(setting))

    @abstractmethod
    def races(self, setting: Setting) -> Iterator[Race]: ...

    @abstractmethod
    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        """``seconds`` and ``answer``, or why there are none: ``stopped`` or ``failed``."""

    def ours(self, race: Race, heat: Heat, limit: float) -> Row:
        return ask_ours(race, heat, limit)

    def same(self, race: Race, heat: Heat, ours: Row, theirs: Row) -> bool:
        return bool(ours["answer"] == theirs["answer"])

    def source(self, setting: Setting) -> Path:
        folder = setting.folder(self.variable, "its sources")
        if not folder.is_dir():
            raise Missing(f"{self.variable}: no folder {folder.name!r}")
        return folder


# the two sides --------------------------------------------------------------------------------------------------------


def ask_ours(race: Race, heat: Heat, limit: float) -> Row:
    """One measurement of ours, in a process of its own, with an empty cache folder."""
    asked = {
        "question": race.question,
        "key": race.key,
        "text": heat.text,
        "options": heat.options,
        "small": race.small,
        "search": race.search,
        "limit": limit,
    }
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"PERFECTPLAY_CACHE": cache}
        ran = run([sys.executable, str(HERE / "ours.py")], json.dumps(asked), limit + GRACE, environment)
    return read_json(ran)


@dataclass(frozen=True)
class Ran:
    """What a process printed and took; None as code: it was ended."""

    code: int | None
    said: str = ""
    complained: str = ""
    seconds: float = 0.0

    @property
    def last(self) -> str:
        return ((self.complained or self.said).strip().splitlines() or [f"exit code {self.code}"])[-1]


def run(command: Sequence[str | Path], said: str, limit: float, environment: dict[str, str] | None = None) -> Ran:
    begin = time.perf_counter()
    try:
        done = subprocess.run(
            [str(word) for word in command],
            input=said,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(None, seconds=limit)
    return Ran(done.returncode, done.stdout, done.stderr, time.perf_counter() - begin)


def read_json(ran: Ran) -> Row:
    if ran.code is None:
        return {"stopped": f"ended after {ran.seconds:.0f} s"}
    try:
        row: Row = json.loads(ran.said)
    except ValueError:
        return {"failed": ran.last}
    return row


def net(command: Sequence[str | Path], said: str, limit: float, idle: tuple[Sequence[str | Path], str]) -> Ran:
    """A process timed as a whole, without what the same program takes for a task that is none.

    Starting a program may take longer than the task, and varies. So both take turns, and the difference of their
    medians counts: one turn of a long process, and the more the less of a short one is left without the start.
    """
    starts: list[float] = []
    wholes: list[float] = []
    while True:
        starts.append(run(idle[0], idle[1], limit).seconds)
        ran = run(command, said, limit)
        if ran.code is None:
            return ran
        wholes.append(ran.seconds)
        start = median(starts)
        took = median(wholes) - start
        if sum(starts) + sum(wholes) > PATIENCE or (len(wholes) >= TURNS and took > CLEAR * start):
            return Ran(ran.code, ran.said, ran.complained, max(took, LEAST))


def late(limit: float) -> Row:
    return {"stopped": f"no answer in {limit:g} s"}


# building -------------------------------------------------------------------------------------------------------------

LEFT_BEHIND = shutil.ignore_patterns(".git", "target", "build", "node_modules", "*.o", "*.tar", "experiments")


def built(name: str, source: Path, program: str, commands: Iterable[Sequence[str]], setting: Setting) -> Path:
    """The program that these commands make in a copy of the sources. It is made again when the sources have changed."""
    folder, log, stamp = BUILT / name, BUILT / f"{name}.log", BUILT / f"{name}.stamp"
    mark = f"{source.resolve()} {newest(source)}"
    if (folder / program).is_file() and not setting.rebuild and stamp.is_file() and stamp.read_text() == mark:
        return folder / program
    shutil.rmtree(folder, ignore_errors=True)
    BUILT.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, folder, ignore=LEFT_BEHIND)
    return make(folder, program, commands, log, stamp, mark)


def make(folder: Path, program: str, commands: Iterable[Sequence[str]], log: Path, stamp: Path, mark: str) -> Path:
    with log.open("w", encoding="utf-8") as said:
        for command in commands:
            print(f"building {folder.name}: {' '.join(command)}", file=sys.stderr)
            try:
                done = subprocess.run(command, cwd=folder, stdout=said, stderr=subprocess.STDOUT, check=False)
            except OSError as fault:
                raise Missing(f"{command[0]} cannot be run: {fault.strerror}") from None
            if done.returncode:
                raise Missing(f"{command[0]} failed; see target/peers/{log.name}")
    if not (folder / program).is_file():
        raise Missing(f"the build made no {program}; see target/peers/{log.name}")
    stamp.write_text(mark)
    return folder / program


def newest(source: Path) -> float:
    """When a file of the sources last changed."""
    latest = 0.0
    for folder, inner, files in os.walk(source):
        inner[:] = [name for name in inner if name not in (".git", "target", "build")]
        latest = max([latest, *(os.lstat(Path(folder) / file).st_mtime for file in files)])
    return latest


def commit(source: Path) -> str:
    """The commit of a folder that is the root of a work tree; otherwise nothing is known."""
    if not (source / ".git").exists():
        return ""
    done = subprocess.run(
        ["git", "-C", str(source), "log", "-1", "--date=short", "--format=%h of %ad"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def installed(python: Path, package: str) -> str:
    """The version of a package that a Python has."""
    return run([python, "-c", f"import importlib.metadata as m; print(m.version({package!r}))"], "", 60).said.strip()


def rectangle(size: str, cell: str = ".") -> str:
    rows, cols = map(int, size.split("x"))
    return "|".join([cell * cols] * rows)


def chequered(size: str) -> str:
    rows, cols = map(int, size.split("x"))
    return "|".join(("xo" * cols)[row % 2 :][:cols] for row in range(rows))


OUTCOMES = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
"""By whether Left wins as starter, and whether Right does."""
