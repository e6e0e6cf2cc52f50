"""One worker process as the server sees it: its life, and the messages from and to it.

Everything happens in callbacks of the event loop, in which nothing waits: what is decided about jobs is decided in one
go, and needs no locks. A worker is in one of five states:

- *starting*, until it says that it is ready;
- *idle*;
- *busy* with a job;
- *stopping*: its job has been taken away, and it has been interrupted. It is idle again once it has answered a ping: by
  then the interrupt has reached it, and cannot hit the next job. If that takes too long, it is killed;
- *gone*.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, cast

from perfectplay.processes import command, ended
from perfectplay.web.bounds import LARGEST_ANSWER, NICE, Bounds

if TYPE_CHECKING:
    from perfectplay.web.job import Job

STARTING, IDLE, BUSY, STOPPING, GONE = "starting", "idle", "busy", "stopping", "gone"
COMMAND = command("perfectplay.web.worker")


class Owner(Protocol):
    """Who is told what a worker says."""

    def heard(self, link: Link, kind: str, payload: bytes, resident: int) -> None: ...

    def lost(self, link: Link) -> None: ...


class Link(asyncio.SubprocessProtocol):
    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        self.state = STARTING
        self.since = asyncio.get_running_loop().time()
        """When it got into this state."""
        self.ready = False
        """Has it ever been?"""
        self.job: Job | None = None
        self.given = 0.0
        """When it got its job."""
        self.mark: float | None = None
        """What it had used of the processors when its job was first looked at."""
        self.nice = False
        """Does it yield to others? There is no way back from this."""
        self.transport: asyncio.SubprocessTransport | None = None
        self.ended = asyncio.Event()
        self._buffer = bytearray()
        self._head: list[bytes] = []

    @classmethod
    async def start(cls, owner: Owner, bounds: Bounds) -> Link:
        link = cls(owner)
        inherited = None if os.environ.get("PERFECTPLAY_TRACEBACK") == "1" else asyncio.subprocess.DEVNULL
        loop = asyncio.get_running_loop()
        await loop.subprocess_exec(lambda: link, *COMMAND, str(bounds.hard_memory), stderr=inherited)
        return link

    def turn(self, state: str) -> None:
        if self.state != GONE:
            self.state, self.since = state, asyncio.get_running_loop().time()

    # what the server does with it

    def give(self, job: Job) -> None:
        self.job = job
        self.turn(BUSY)
        self.given, self.mark = self.since, None
        self._send("job", job.request)

    def stop(self) -> None:
        """Take its job away."""
        self.job = None
        self.turn(STOPPING)
        if sys.platform == "win32":
            self.kill()
        elif self.transport is not None:
            with suppress(ProcessLookupError):
                self.transport.send_signal(signal.SIGINT)

    def ping(self) -> None:
        self._send("ping")

    def yield_to_others(self) -> None:
        """Let shorter questions have the processors first."""
        self.nice = True
        if sys.platform != "win32" and self.transport is not None:
            with suppress(OSError):  # the whole group: a system may know the priority of each thread apart
                os.setpriority(os.PRIO_PGRP, self.transport.get_pid(), NICE)

    def kill(self) -> None:
        self.turn(STOPPING)
        if self.transport is not None:
            with suppress(ProcessLookupError):
                self.transport.kill()

    def used(self) -> float | None:
        """Seconds of processors, all threads together, for which it has worked on its job since this was first asked;
        none where the system does not tell."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as file:
                ticks = sum(map(int, file.read().rpartition(b")")[2].split()[11:13]))
        except (OSError, ValueError):
            return None
        spent = ticks / os.sysconf("SC_CLK_TCK")
        if self.mark is None:
            self.mark = spent
        return spent - self.mark

    @property
    def pid(self) -> int | None:
        return None if self.transport is None else self.transport.get_pid()

    @property
    def verdict(self) -> str:
        """How the process ended."""
        return ended(None if self.transport is None else self.transport.get_returncode())

    def _send(self, kind: str, payload: bytes = b"") -> None:
        """To a worker that is ending nothing can be sent; what it was to do is given back when its end is told."""
        stream = None if self.transport is None else self.transport.get_pipe_transport(0)
        if stream is not None and self.state != GONE:
            with suppress(RuntimeError):  # uvloop's word for a pipe that is closed already
                cast(asyncio.WriteTransport, stream).write(b"%s %d\n%s" % (kind.encode(), len(payload), payload))

    # what the event loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes | Any) -> None:
        self._buffer += data
        while self._message():
            pass

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """The first sign of its end: nobody is to give it another job."""
        if self.state == IDLE:
            self.kill()

    def _message(self) -> bool:
        """Hand the next message on, if it has arrived as a whole."""
        buffer = self._buffer
        if not self._head:
            end = buffer.find(b"\n")
            if end < 0:
                return False
            self._head = bytes(buffer[:end]).split()
            del buffer[: end + 1]
        kind, length, *figures = self._head
        if int(length) > LARGEST_ANSWER:
            self.kill()
            return False
        if len(buffer) < int(length):
            return False
        payload = bytes(buffer[: int(length)])
        del buffer[: int(length)]
        self._head = []
        self.owner.heard(self, kind.decode(), payload, int(figures[0]) if figures else 0)
        return True

    def process_exited(self) -> None:
        if self.state != GONE:
            self.turn(GONE)
            self.ended.set()
            self.owner.lost(self)
            if self.transport is not None:
                self.transport.close()
