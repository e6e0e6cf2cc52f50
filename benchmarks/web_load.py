"""The web server under load: many clients with small questions while long ones are worked on.

    python benchmarks/web_load.py                      a minute each way; prints a table
    python benchmarks/web_load.py --seconds 10         shorter
    python benchmarks/web_load.py --clients 50 --pause 0

It starts ``perfectplay serve`` on a free port of this machine and lets every client keep one connection, on which it
asks a small question, waits for the answer, pauses and asks the next. Questions are about several systems and drawn at
random, so that most of them are new to the server; the share of questions that had been asked before, which its memory
may answer, is reported. Meanwhile four questions that take minutes are worked on; one that ends is asked again. In the
middle the worker of one of them is killed (SIGKILL), and what the server says about its question is reported.

Clients run in one process beside the server, on the same processors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

LONG: list[tuple[str, dict[str, str]]] = [
    ("ask/outcome", {"system": "clobber", "position": "7x7"}),
    ("ask/grundy", {"system": "cram", "position": "9x9"}),
    ("ask/outcome", {"system": "clobber", "position": "8x7"}),
    ("ask/value", {"system": "domineering", "position": "7x7"}),
]
SETTLES = 4.0
"""Seconds until the server has found out which questions are long."""
Question = tuple[str, dict[str, Any]]


def board(rng: random.Random, rows: int, cols: int, letters: str) -> str:
    return "|".join("".join(rng.choice(letters) for _ in range(cols)) for _ in range(rows))


def small(rng: random.Random) -> Question:
    """What somebody in front of a page may ask next."""
    heaps = " ".join(str(rng.randint(1, 12)) for _ in range(3))
    dominoes = {"system": "domineering", "position": board(rng, 3, 4, "...#")}
    stones = {"system": "clobber", "position": board(rng, 2, 4, "xo.")}
    match rng.randrange(9):
        case 0:
            return "position", dominoes
        case 1:
            return "ask/outcome", {"system": "nim", "position": heaps}
        case 2:
            return "ask/best", {"system": "nim", "position": heaps}
        case 3:
            return "ask/grundy", {"system": "kayles", "position": heaps}
        case 4:
            return "ask/outcome", stones
        case 5:
            return "ask/value", dominoes
        case 6:
            return "value", {"expressions": [f"{{{rng.randint(1, 30)}|-{rng.randint(1, 30)}}}+^*{rng.randint(1, 9)}"]}
        case 7:
            return "picture", stones
        case _:
            pegs = board(rng, 3, 4, "oo.")
            return "ask/solve", {"system": "peg_solitaire", "position": pegs if {"o", "."} <= {*pegs} else "oo."}


# HTTP, as little of it as is needed -----------------------------------------------------------------------------------


class Caller(asyncio.Protocol):
    """One connection that stays open."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.waiting: asyncio.Future[tuple[int, bytes]] | None = None
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head = self.buffer.find(b"\r\n\r\n")
        if head < 0 or self.waiting is None:
            return
        length = re.search(rb"content-length: (\d+)", self.buffer[:head])
        end = head + 4 + int(length[1] if length else 0)
        if len(self.buffer) >= end:
            status, body = int(self.buffer[9:12]), bytes(self.buffer[head + 4 : end])
            del self.buffer[:end]
            if not self.waiting.done():
                self.waiting.set_result((status, body))

    def connection_lost(self, error: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(error or ConnectionError("closed"))

    async def ask(self, method: str, path: str, body: Any = None, client: str = "load") -> tuple[int, bytes]:
        payload = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api/v1/{path} HTTP/1.1\r\nhost: 127.0.0.1:{PORT[0]}\r\nx-client: {client}\r\n"
        if payload:
            head += f"content-type: application/json\r\ncontent-length: {len(payload)}\r\n"
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(head.encode() + b"\r\n" + payload)
        return await self.waiting


PORT = [0]


async def connect() -> Caller:
    _, caller = await asyncio.get_running_loop().create_connection(Caller, "127.0.0.1", PORT[0])
    return caller


# measuring ------------------------------------------------------------------------------------------------------------


@dataclass
class Run:
    pause: float
    clients: int
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)
    repeated: int = 0
    before: tuple[int, int] = (0, 0)
    after: tuple[int, int] = (0, 0)
    most: tuple[int, int] = (0, 0)
    killed: str = "none was killed"
    waited: float = 0.0
    """For the report about the question whose worker was killed."""
    long_ended: Counter[str] = field(default_factory=Counter)


async def client(number: int, run: Run, end: float) -> None:
    rng = random.Random(f"{run.pause} {number}")
    caller = await connect()
    await asyncio.sleep(rng.random() * min(run.pause, 1))
    while (now := time.perf_counter()) < end:
        operation, body = small(rng)
        key = f"{operation} {json.dumps(body)}"
        run.repeated += key in run.seen
        run.seen.add(key)
        try:
            status, answer = await asyncio.wait_for(caller.ask("POST", operation, body, f"client-{number}"), 60)
            if status != 200:
                run.errors[f"{status} {answer[:150].decode()}"] += 1
        except (OSError, TimeoutError) as error:
            run.errors[type(error).__name__] += 1
            caller = await connect()
        run.times.append(time.perf_counter() - now)
        if run.pause:
            await asyncio.sleep(run.pause)


async def long_job(number: int, run: Run, end: float, ids: list[str]) -> None:
    """Keep one long question going."""
    caller = await connect()
    operation, body = LONG[number % len(LONG)]
    while time.perf_counter() < end:
        status, answer = await caller.ask("POST", "jobs", {"operation": operation, "body": body}, f"long-{number}")
        if status != 202:
            run.errors[f"{status} {answer[:150].decode()}"] += 1
            return
        ids[number] = json.loads(answer)["id"]
        while time.perf_counter() < end:
            _, answer = await caller.ask("GET", f"jobs/{ids[number]}", client=f"long-{number}")
            job = json.loads(answer)
            if job["state"] not in ("waiting", "running"):
                kind = (job.get("error") or {}).get("kind", "")
                run.long_ended[f"{job['state']} {kind}".strip()] += 1
                if kind == "died":
                    run.killed = f"{job['state']}: {job['error']['message']}"
                    run.waited = time.perf_counter() - KILLED[0]
                break
            await asyncio.sleep(0.05)
    await caller.ask("DELETE", f"jobs/{ids[number]}", client=f"long-{number}")


KILLED = [0.0]


async def kill_in_the_middle(server: int, run: Run, middle: float) -> None:
    await asyncio.sleep(max(0.0, middle - time.perf_counter()))
    for pid in children(server):
        if niceness(pid) > 0:
            KILLED[0] = time.perf_counter()
            os.kill(pid, signal.SIGKILL)
            return
    run.errors["no worker was busy with a long question"] += 1


async def watch_memory(server: int, run: Run, end: float) -> None:
    while time.perf_counter() < end:
        run.most = max(run.most, memory(server), key=sum)
        await asyncio.sleep(1)


async def measure(server: int, run: Run, seconds: float) -> None:
    ids = [""] * len(LONG)
    run.before = memory(server)
    begun = time.perf_counter()
    longs = [asyncio.create_task(long_job(n, run, begun + SETTLES + seconds, ids)) for n in range(len(LONG))]
    await asyncio.sleep(SETTLES)
    begun = time.perf_counter()
    end = begun + seconds
    watchers = [kill_in_the_middle(server, run, begun + seconds / 2), watch_memory(server, run, end)]
    await asyncio.gather(*(client(number, run, end) for number in range(run.clients)), *watchers)
    run.seconds = time.perf_counter() - begun
    await asyncio.gather(*longs)
    await asyncio.sleep(2)
    run.after = memory(server)


# processes ------------------------------------------------------------------------------------------------------------


def children(parent: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and stat_of(int(name))[1:2] == [str(parent)]:
            found.append(int(name))
    return sorted(found)


def stat_of(pid: int) -> list[str]:
    """The fields of /proc/PID/stat that follow the name."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def niceness(pid: int) -> int:
    fields = stat_of(pid)
    return int(fields[16]) if fields else 0


def resident(pid: int) -> int:
    fields = stat_of(pid)
    return int(fields[21]) * os.sysconf("SC_PAGE_SIZE") >> 20 if fields else 0


def memory(server: int) -> tuple[int, int]:
    """Megabytes of the server, and of its workers together."""
    return resident(server), sum(map(resident, children(server)))


@contextmanager
def serving(*options: str) -> Iterator[int]:
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", "--no-browser", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r":(\d+)/", said)
            assert found, said
            PORT[0] = int(found[1])
            yield process.pid
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


# the report -----------------------------------------------------------------------------------------------------------


def table(runs: list[Run]) -> Iterator[str]:
    yield "| pause | questions | a second | asked before | errors | median | 95 % | 99 % | longest |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for run in runs:
        cuts = statistics.quantiles(run.times, n=100)
        figures = [statistics.median(run.times), cuts[94], cuts[98], max(run.times)]
        shown = " | ".join(f"{1000 * figure:.0f} ms" for figure in figures)
        share = f"{100 * run.repeated / len(run.times):.0f} %"
        rate = len(run.times) / run.seconds
        yield f"| {run.pause:g} s | {len(run.times)} | {rate:.0f} | {share} | {run.errors.total()} | {shown} |"
    yield ""
    yield "| pause | memory: server + workers before | at most | after | worker killed: its question | told after |"
    yield "|---|---|---|---|---|---|"
    for run in runs:
        used = " | ".join(f"{server} + {workers} MB" for server, workers in (run.before, run.most, run.after))
        yield f"| {run.pause:g} s | {used} | {run.killed} | {run.waited:.2f} s |"
    for run in runs:
        for what, many in run.errors.items():
            yield f"- pause {run.pause:g} s: {many} x {what}"
        yield f"- pause {run.pause:g} s: long questions that ended meanwhile: {dict(run.long_ended) or 'none'}"


async def every_run(server: int, runs: list[Run], seconds: float) -> None:
    for run in runs:
        await measure(server, run, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--pause", type=float, action="append", help="seconds between answer and next question")
    arguments = parser.parse_args()
    runs = [Run(pause, arguments.clients) for pause in arguments.pause or [1.0, 0.0]]
    try:
        from uvloop import run as run_loop
    except ImportError:
        run_loop = asyncio.run
    busy = os.getloadavg()[0]
    with serving("--time", f"{arguments.seconds + 60}s") as server:
        run_loop(every_run(server, runs, arguments.seconds))
    print(f"{arguments.clients} clients, {len(LONG)} long questions, {arguments.seconds:g} s each way;")
    print(f"{os.cpu_count()} processors ({platform.machine()}), load average before the run {busy:.1f};")
    print(f"Python {platform.python_version()}\n")
    print("\n".join(table(runs)))
    return 1 if any(run.errors for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
