"""The queue, and the workers that empty it.

A question is given to an idle worker, and most are answered at once. One that takes half a second of a processor
becomes a *long* one: its worker yields the processors to others, another worker takes its place, and it counts among
the long questions, of which only so many are worked on at the same time. Where there are that many already, it is
stopped and waits in a second line until one of them has ended; then it begins again. So short questions never wait
behind long ones, and nobody has to know beforehand which is which.

Both lines are fair: next is the client who has had least of the workers' time lately, in whole seconds, and among
equals the one who has waited longest for a turn.

A job is *waiting*, *running*, and then *done*, *failed* or *cancelled*. Whoever cancels one sees that at once; its
worker is given a moment to let go of it. A worker that dies is replaced. Its job fails; but a short one is first given
to other workers, for the first may have been killed for no fault of the question, and so may all that seemed idle then.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Any

from perfectplay.log import listening
from perfectplay.web.bounds import (
    ABANDONED,
    CACHE_BYTES,
    FATTEST,
    FINISHED_BYTES,
    FINISHED_SECONDS,
    MOST_CLIENTS,
    MOST_CLIENTS_PER_ADDRESS,
    MOST_FINISHED,
    MOST_PER_ADDRESS,
    MOST_PER_CLIENT,
    MOST_WAITING,
    OVERTIME,
    PATIENCE,
    STARTS_WITHIN,
    STARVED,
    STOPS_WITHIN,
    TICK,
    WAITING_BYTES,
    Bounds,
)
from perfectplay.web.job import CANCELLED, DONE, FAILED, RUNNING, WAITING, Cache, Client, Job, Line
from perfectplay.web.link import BUSY, GONE, IDLE, STARTING, STOPPING, Link
from perfectplay.web.replies import Refused, complain, dumped

FORGETS = 0.87
"""What is left after a second of what a client is said to have used: half of it after five."""
KEEP_ALIVE = 15
"""Seconds of silence in a stream of events."""
GRAIN = 1.0
"""Seconds of use that make no difference between clients: whoever asks short questions takes turns."""


class Desk:
    """Takes jobs, and sees to it that they are done."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.links: set[Link] = set()
        self.clients: dict[tuple[str, str], Client] = {}
        self.jobs: dict[str, Job] = {}
        """By their ids, finished ones included."""
        self.finished: deque[Job] = deque()
        self.finished_bytes = 0
        self.waiting_bytes = 0
        self.cache = Cache(CACHE_BYTES)
        self.hello: dict[str, Any] = {}
        """What the first worker said about itself."""
        self.died = 0
        """Workers that ended when they should not have."""
        self.streams = 0
        self._short = Line(lambda client: (int(client.used / GRAIN),))
        self._long = Line(lambda client: (client.long, int(client.used / GRAIN)))
        self._limits = dumped({"time": bounds.time, "memory": bounds.memory, "positions": bounds.positions})
        self._leaving: set[Link] = set()
        """Workers that have been killed and not yet ended."""
        self._starting: set[asyncio.Task[None]] = set()
        self._failures = 0
        self._next_start = 0.0
        self._ready = asyncio.Event()
        self._clock: asyncio.Task[None] | None = None
        self._closing = False

    # its own life

    async def start(self) -> None:
        """Returns when the first worker is ready; an error if none is."""
        self._refill()
        self._clock = asyncio.create_task(self._watch())
        await self._ready.wait()
        if not self.hello:
            await self.close()
            raise Refused("internal", "the workers do not start (PERFECTPLAY_TRACEBACK=1 shows more)")

    async def close(self) -> None:
        """Everything that is unfinished fails, and the workers end."""
        self._closing = True
        if self._clock is not None:
            self._clock.cancel()
        for link in list(self.links):
            job, link.job = link.job, None
            if job is not None:
                self._fail(job, "busy", "the server is ending")
            link.kill()
        for line in (self._short, self._long):
            while line.size:
                self._fail(line.take(), "busy", "the server is ending")
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                while self._starting:
                    await asyncio.wait(self._starting)
                for link in [*self.links, *self._leaving]:
                    await link.ended.wait()

    # jobs

    def client(self, address: str, name: str) -> Client:
        """The client of an address and a name that it chose itself. Nobody gains by choosing many."""
        found = self.clients.get((address, name))
        if found is None:
            same = sum(1 for each, _ in self.clients if each == address) if name else 0
            if name and (same >= MOST_CLIENTS_PER_ADDRESS or len(self.clients) >= MOST_CLIENTS):
                return self.client(address, "")
            found = self.clients[address, name] = Client(MOST_PER_CLIENT if name else MOST_PER_ADDRESS)
        return found

    def submit(
        self, client: Client, operation: str, body: bytes, sources: dict[str, str] | None = None, kept: bool = False
    ) -> Job:
        """A new job, which may be done already; the body is canonical JSON."""
        cache = None if sources else b"%s %s" % (operation.encode(), body)
        known = None if cache is None else self.cache.get(cache)
        if known is None:
            self._admit(client)
        request = b'{"operation":%s,"limits":%s,"sources":%s,"body":%s}' % (
            dumped(operation),
            self._limits,
            dumped(sources or {}),
            body,
        )
        job = Job(client, operation, request, cache, kept)
        if kept:
            self.jobs[job.id] = job
        client.unfinished += 1
        self.waiting_bytes += len(request)
        if known is not None:
            self._finish(job, DONE, answer=known)
        else:
            self._short.add(job)
            self._dispatch()
        return job

    def _admit(self, client: Client) -> None:
        if self._closing:
            raise Refused("busy", "the server is ending")
        if client.unfinished >= client.most:
            raise Refused("busy", f"{client.unfinished} of your questions are unfinished: cancel one, or wait for it")
        if self.waiting >= MOST_WAITING or self.waiting_bytes >= WAITING_BYTES:
            raise Refused("busy", f"{self.waiting} questions are waiting already: try again in a while")

    def cancel(self, job: Job, why: str = "cancelled") -> None:
        """Stop it, whatever it is at. A job that is over stays as it is."""
        if job.over:
            return
        self._take_away(job)
        self._finish(job, CANCELLED, error={"kind": "cancelled", "message": why})
        self._dispatch()

    def _take_away(self, job: Job) -> None:
        """From its line or from its worker."""
        if job.state == WAITING:
            (self._long if job.long else self._short).drop(job)
        elif job.link is not None:
            link = job.link
            self._account(job)
            link.stop()

    def ahead(self, job: Job) -> int:
        return (self._long if job.long else self._short).ahead(job) if job.state == WAITING else 0

    @property
    def waiting(self) -> int:
        return self._short.size + self._long.size

    @property
    def running(self) -> int:
        return sum(1 for link in self.links if link.state == BUSY)

    async def finish(self, job: Job) -> None:
        """Wait until it is over."""
        changed = asyncio.Event()
        job.listeners.add(changed)
        try:
            while not job.over:
                await changed.wait()
                changed.clear()
        finally:
            job.listeners.discard(changed)

    async def events(self, job: Job) -> AsyncIterator[tuple[str, bytes]]:
        """What happens to it: ``state`` and ``progress``, and ``end`` at last; an empty name when nothing did."""
        changed = asyncio.Event()
        job.listeners.add(changed)
        job.alone = None
        self.streams += 1
        state, shown = "", b""
        try:
            while not job.over:
                view = job.view(self.ahead(job))
                if view == shown:
                    yield "", b""
                else:
                    yield "progress" if job.state == state == RUNNING else "state", view
                state, shown = job.state, view
                try:  # its place in the line is looked at now and then
                    await asyncio.wait_for(changed.wait(), 2 if state == WAITING else KEEP_ALIVE)
                except TimeoutError:
                    continue
                changed.clear()
            yield "end", job.view()
        finally:
            self.streams -= 1
            job.listeners.discard(changed)
            if not job.listeners:
                job.alone = asyncio.get_running_loop().time()

    # what happens to jobs

    def _dispatch(self) -> None:
        """Give work to whoever is idle."""
        while self._long.size and self._busy_with_long < self.bounds.jobs:
            link = self._idle(nice=True) or self._idle(nice=False)
            if link is None:
                break
            if not link.nice:
                self._promote(link)
            self._begin(link, self._long.take())
        while self._short.size:
            link = self._idle(nice=False)
            if link is None:
                break
            self._begin(link, self._short.take())

    def _idle(self, nice: bool) -> Link | None:
        return next((link for link in self.links if link.state == IDLE and link.nice == nice), None)

    @property
    def _busy_with_long(self) -> int:
        return sum(1 for link in self.links if link.nice and link.state != IDLE)

    def _begin(self, link: Link, job: Job) -> None:
        job.state, job.link = RUNNING, link
        if job.long:
            job.client.long += 1
        link.give(job)
        job.tell()

    def _promote(self, link: Link) -> None:
        """From now on this worker is one for long questions; another is started in its place."""
        spare = self._idle(nice=True)
        if spare is not None and sum(1 for each in self.links if each.nice) >= self.bounds.jobs:
            self._retire(spare)
        link.yield_to_others()
        self._refill()

    def _account(self, job: Job) -> None:
        """Its worker no longer works on it: say who has used it, and for how long."""
        link, job.link = job.link, None
        if job.long:
            job.client.long -= 1
        elif link is not None:
            job.client.used += asyncio.get_running_loop().time() - link.given

    def _finish(self, job: Job, state: str, answer: bytes | None = None, error: Any = None) -> None:
        if job.over:
            return
        job.state, job.answer = state, answer
        job.error = None if error is None else error if isinstance(error, bytes) else dumped(error)
        job.ended = asyncio.get_running_loop().time()
        self.waiting_bytes -= len(job.request)
        job.request = b""
        job.client.unfinished -= 1
        if job.kept:
            self.finished.append(job)
            self.finished_bytes += len(answer or b"")
            while len(self.finished) > MOST_FINISHED or self.finished_bytes > FINISHED_BYTES:
                self._forget()
        job.tell()

    def _forget(self) -> None:
        old = self.finished.popleft()
        self.finished_bytes -= len(old.answer or b"")
        self.jobs.pop(old.id, None)

    def _fail(self, job: Job, kind: str, message: str, **more: Any) -> None:
        self._finish(job, FAILED, error={"kind": kind, "message": message, **more})

    # what workers tell

    def heard(self, link: Link, kind: str, payload: bytes, resident: int) -> None:
        if link.state == GONE:
            return
        if kind == "ready":
            self.hello = self.hello or json.loads(payload)
            self._failures = 0
            self._ready.set()
            link.ready = True
            link.turn(IDLE)
            _tell("worker %s is ready", link.pid)
        elif kind == "progress":
            if link.job is not None:
                link.job.progress = payload
                link.job.tell()
            return
        elif kind == "pong":
            link.turn(IDLE)
        else:
            fat = resident << 20 > FATTEST
            if link.state == STOPPING and not fat:
                link.ping()
                return
            job, link.job = link.job, None
            if job is not None:
                self._account(job)
            if fat:
                self._retire(link)
            else:
                link.turn(IDLE)
            if job is not None:
                self._settle(job, kind, payload)
        self._dispatch()

    def _settle(self, job: Job, kind: str, payload: bytes) -> None:
        """The worker has said how it ended."""
        if kind == "done":
            if job.cache is not None and not job.long:
                self.cache.put(job.cache, payload)
            self._finish(job, DONE, answer=payload)
        elif kind == "failed":
            self._finish(job, FAILED, error=payload)
            if b'"kind":"internal"' in payload:
                complain(f"{job.operation}: {json.loads(payload)['message']}")
        else:
            self._finish(job, CANCELLED, error={"kind": "cancelled", "message": "interrupted"})

    def lost(self, link: Link) -> None:
        """A worker has ended, by our will or not."""
        self.links.discard(link)
        self._leaving.discard(link)
        job, link.job = link.job, None
        if not link.ready:
            self._failed_to_start()
        _tell("worker %s ended %s%s", link.pid, link.verdict, f", at work on {job.operation}" if job else "")
        if job is not None:
            self.died += 1
            self._account(job)
            job.lost += 1
            if not job.long and job.lost <= self.bounds.workers and not self._closing:
                job.state, job.progress = WAITING, None
                self._short.add(job)
                job.tell()
                job = None
        if job is not None:
            how = f"the worker ended {link.verdict}".rstrip()
            self._fail(job, "died", f"{how}; another has taken its place, and the question may be asked again")
        if not self._closing:
            self._refill()
            self._dispatch()

    # the workers

    def _refill(self) -> None:
        """As many workers for short questions as there should be."""
        now = asyncio.get_running_loop().time()
        if self._closing or now < self._next_start:
            return
        there = sum(1 for link in self.links if not link.nice)
        for _ in range(self.bounds.workers - there - len(self._starting)):
            task = asyncio.create_task(self._spawn())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _spawn(self) -> None:
        try:
            link = await Link.start(self, self.bounds)
            if link.state != GONE:
                self.links.add(link)
            if self._closing:
                link.kill()
            self._dispatch()
        except OSError:  # no room for another process
            self._failed_to_start()

    def _failed_to_start(self) -> None:
        self._failures += 1
        self._next_start = asyncio.get_running_loop().time() + min(5.0, 0.1 * 2 ** min(self._failures, 9))
        if self._failures >= 2 * self.bounds.workers and not self.hello:
            self._ready.set()

    def _retire(self, link: Link) -> None:
        """It has done enough; a fresh one follows, if one is needed."""
        link.kill()
        self.links.discard(link)
        self._leaving.add(link)
        self._refill()

    # the clocks

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        second = 0.0
        while True:
            await asyncio.sleep(TICK)
            now = loop.time()
            try:
                for link in list(self.links):
                    self._look_at(link, now)
                self._refill()
                if now - second >= 1:
                    second = now
                    self._tidy(now)
            except Exception as error:  # without clocks nothing would ever be stopped
                complain(error)

    def _look_at(self, link: Link, now: float) -> None:
        spent = now - link.since
        job = link.job
        if link.state == STOPPING and spent > STOPS_WITHIN:
            self._retire(link)
        elif link.state == STARTING and spent > STARTS_WITHIN:
            self._failed_to_start()
            self._retire(link)
        elif job is not None and spent > self.bounds.time + OVERTIME:
            self._take_away(job)
            self._fail(job, "limit", f"time limit of {self.bounds.time:g} s reached", limit="time", best=None)
        elif job is not None and not job.long:
            used = link.used()
            if (spent if used is None else used) > PATIENCE or spent > STARVED * PATIENCE:
                self._becomes_long(link, job)

    def _becomes_long(self, link: Link, job: Job) -> None:
        if self._busy_with_long < self.bounds.jobs and not self._long.size:
            job.client.used += PATIENCE
            job.long = True
            job.client.long += 1
            self._promote(link)
        else:
            self._take_away(job)
            job.state, job.long, job.progress = WAITING, True, None
            self._long.add(job)
            job.tell()
            self._dispatch()

    def _tidy(self, now: float) -> None:
        """Once a second: forget what is old."""
        while self.finished and now - self.finished[0].ended > FINISHED_SECONDS:
            self._forget()
        for job in [each for each in self.jobs.values() if not each.over]:
            if job.alone is not None and now - job.alone > ABANDONED and not job.listeners:
                self.cancel(job, "nobody was listening any longer")
        idle: Iterable[tuple[str, str]] = [name for name, each in self.clients.items() if not each.unfinished]
        for name in idle:
            if self.clients[name].used < GRAIN / 5:
                del self.clients[name]
        for client in self.clients.values():
            client.used *= FORGETS


def _tell(text: str, *what: object) -> None:
    log = listening()
    if log is not None:
        log.info(text, *what)
