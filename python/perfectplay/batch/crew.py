"""Worker processes that answer entries side by side, while their answers come out in the order of the entries.

Each process has a thread here that speaks with it. Entries are handed out some at a time, so many that they take about
a tenth of a second, so that messages cost little and all processes end at about the same time. How far the others may
run ahead of a slow entry is bounded, and with it the memory that a batch takes, whatever the size of the collection. A
process that ends before it has answered is an error of the entry that it was working on; another takes over the rest. A
process that has grown fat is replaced between two entries.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from perfectplay._native import Cancel
from perfectplay.batch.asking import ERROR
from perfectplay.collection import Entry
from perfectplay.errors import LimitReached, PerfectPlayError
from perfectplay.own import elsewhere, marked
from perfectplay.processes import TRACEBACK, Channel, command, ended

SLICE = 0.1
"""Seconds that the entries of one message should take."""
MOST_ENTRIES = 256
"""In one message."""
AHEAD = 4096
"""Entries that may be handed out before the first of them is answered."""
AHEAD_BYTES = 1 << 26
"""Of answers that wait for an earlier one."""
FATTEST = 1 << 10
"""Megabytes after which a process is replaced."""
TICK = 0.1
RETURNED = "returned"
"""The status of an entry that a worker cannot answer, since it does not know these rules: they are answered here."""


class Questioner(Protocol):
    """What is asked about each entry; it is sent to the workers once."""

    def prepare(self) -> None: ...

    def line(self, entry: Entry) -> tuple[str, bytes]: ...

    def lost(self, entry: Entry, how: str) -> bytes: ...


class Reply(NamedTuple):
    entry: Entry
    status: str
    line: bytes


class Alone:
    """Nobody but this process, for a system that no other process can find."""

    def __init__(self, asking: Questioner) -> None:
        self.asking = asking

    def answers(self, entries: Iterable[Entry]) -> Iterator[Reply]:
        for entry in entries:
            yield Reply(entry, *self.asking.line(entry))


class Crew:
    """``jobs`` processes at most, each started when there is something to do for it."""

    def __init__(self, asking: Questioner, jobs: int, cancel: Cancel | None = None) -> None:
        self.asking, self.jobs, self.cancel = asking, jobs, cancel
        self.hands: list[Hand] = []
        self.replies: SimpleQueue[Reply | Hand | Exception] = SimpleQueue()
        self.pace = SLICE
        """Seconds that an entry takes, more or less."""

    def answers(self, entries: Iterable[Entry]) -> Iterator[Reply]:
        """The answers in the order of the entries."""
        try:
            yield from self._answers(iter(entries))
        finally:
            for hand in self.hands:
                hand.stop()
            for hand in self.hands:
                hand.join()

    def _answers(self, entries: Iterator[Entry]) -> Iterator[Reply]:
        order: dict[int, Reply | None] = {}  # handed out, and not yet passed on
        kept = 0
        idle: list[Hand] = []
        more = True
        while True:
            while more and len(order) < AHEAD and kept < AHEAD_BYTES and (idle or len(self.hands) < self.jobs):
                chunk = self._chunk(entries)
                if not chunk:
                    more = False
                    break
                order.update((entry.number, None) for entry in chunk)
                if not idle:
                    idle.append(self._hired())
                idle.pop().give(chunk)
            if not order and not more:
                return
            reply = self._next()
            if isinstance(reply, Hand):
                idle.append(reply)
                self.pace = (self.pace + reply.pace) / 2
            else:
                if reply.status == RETURNED:
                    reply = Reply(reply.entry, *self.asking.line(reply.entry))
                order[reply.entry.number] = reply
                kept += len(reply.line)
            while order:
                first = next(iter(order))
                done = order[first]
                if done is None:
                    break
                del order[first]
                kept -= len(done.line)
                yield done

    def _chunk(self, entries: Iterator[Entry]) -> list[Entry]:
        size = max(1, min(MOST_ENTRIES, int(SLICE / self.pace))) if self.pace else MOST_ENTRIES
        return list(islice(entries, size))

    def _hired(self) -> Hand:
        self.hands.append(Hand(self.asking, self.replies))
        return self.hands[-1]

    def _next(self) -> Reply | Hand:
        while True:
            if self.cancel is not None and self.cancel.is_set():
                raise LimitReached("cancelled", kind="cancelled")
            try:
                found = self.replies.get(timeout=TICK if self.cancel is not None or sys.platform == "win32" else None)
            except Empty:
                continue
            if isinstance(found, Exception):
                raise found
            return found


def origins(chunk: list[Entry]) -> tuple[list[str], list[str], dict[str, str]]:
    """What a worker opens for these entries, where modules are looked for, and marks of the rules that it must find
    there; empty marks for rules that it cannot find."""
    found = {key: elsewhere(key) for key in {entry.key for entry in chunk} if key}
    words = [word for word in found.values() if word]
    marks = {key: marked(key) if word else "" for key, word in found.items() if word != ""}
    return words, sys.path if words else [], marks


class Hand:
    """One worker process, and the thread that speaks with it. It says itself when it has nothing to do."""

    def __init__(self, asking: Questioner, replies: SimpleQueue[Any]) -> None:
        self.asking, self.replies = asking, replies
        self.pace = SLICE
        self.stopped = False
        self.process: subprocess.Popen[bytes] | None = None
        self.channel: Channel | None = None
        self._tasks: SimpleQueue[list[Entry] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def give(self, chunk: list[Entry]) -> None:
        self._tasks.put(chunk)

    def stop(self) -> None:
        self.stopped = True
        self._tasks.put(None)
        if self.process is not None:
            self.process.kill()

    def join(self) -> None:
        """Wait until the process has gone, if that does not take long."""
        self._thread.join(timeout=2)

    # in its thread

    def _work(self) -> None:
        """The process is started here: it ends with this thread, should that ever end first."""
        try:
            while (chunk := self._tasks.get()) is not None and not self.stopped:
                if self.channel is None:
                    self._start()
                begun = time.monotonic()
                self._answer(chunk)
                self.pace = (time.monotonic() - begun) / len(chunk)
                self.replies.put(self)
        except Exception as error:
            self.replies.put(error)
        finally:
            self._end()

    def _answer(self, chunk: list[Entry]) -> None:
        done = 0
        while done < len(chunk) and not self.stopped:
            channel = self.channel or self._start()
            with suppress(OSError):  # it has ended, and has nothing to say either
                channel.send("entries", pickle.dumps((*origins(chunk), chunk[done:])))
            while (message := channel.receive()) is not None:
                kind, payload = message
                if kind == "idle":
                    if int(payload) > FATTEST:
                        self._end()
                    return
                self.replies.put(Reply(chunk[done], kind, payload))
                done += 1
            if done < len(chunk) and not self.stopped:
                how = f"the process that worked on it was ended {self._end()}".rstrip()
                self.replies.put(Reply(chunk[done], ERROR, self.asking.lost(chunk[done], how)))
                done += 1

    def _start(self) -> Channel:
        self.process = subprocess.Popen(
            command("perfectplay.batch.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if TRACEBACK else subprocess.DEVNULL,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.channel = Channel(self.process.stdout, self.process.stdin.fileno())  # type: ignore[arg-type]
        if self.stopped:
            self.process.kill()
        with suppress(OSError):
            self.channel.send("question", pickle.dumps(self.asking))
        if self.channel.receive() is None and not self.stopped:
            raise PerfectPlayError(f"a worker process could not begin: it ended {self._end()}")
        return self.channel

    def _end(self) -> str:
        """How the process ended, which it now does if it has not yet."""
        process, self.process, self.channel = self.process, None, None
        if process is None:
            return ""
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()  # which makes it end
        try:
            code = process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        process.stdout.close()
        return ended(code)
