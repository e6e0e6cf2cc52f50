"""A job, who asked for it, the line in which it waits, and answers that are kept for others."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from perfectplay.web.bounds import CACHED_ANSWER

if TYPE_CHECKING:
    from perfectplay.web.link import Link

WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"


class Client:
    """Somebody who asks."""

    def __init__(self, most: int) -> None:
        self.most = most
        """How many unfinished jobs are allowed."""
        self.unfinished = 0
        self.used = 0.0
        """Seconds of workers for short questions, lately."""
        self.long = 0
        """Long questions of this client that are being worked on."""


class Job:
    def __init__(self, client: Client, operation: str, request: bytes, cache: bytes | None, kept: bool) -> None:
        self.id = secrets.token_urlsafe(12)
        self.client, self.operation, self.request = client, operation, request
        self.cache = cache
        """Under what its answer is kept for others who ask the same, if at all."""
        self.kept = kept
        """Can it be found by its id?"""
        self.state = WAITING
        self.long = False
        self.progress: bytes | None = None
        self.answer: bytes | None = None
        self.error: bytes | None = None
        self.link: Link | None = None
        self.ended = 0.0
        self.lost = 0
        """Workers that have ended while they had it."""
        self.listeners: set[asyncio.Event] = set()
        self.alone: float | None = None
        """Since when nobody listens any longer."""

    @property
    def over(self) -> bool:
        return self.state not in (WAITING, RUNNING)

    def tell(self) -> None:
        for listener in self.listeners:
            listener.set()

    def view(self, ahead: int = 0) -> bytes:
        """As JSON; the answer, which may be large, is put in as it came."""
        parts = [b'{"id":"%s","state":"%s"' % (self.id.encode(), self.state.encode())]
        parts.append(b'"progress":%s,"ahead":%d' % (self.progress or b"null", ahead))
        if self.answer is not None:
            parts.append(b'"answer":%s' % self.answer)
        if self.error is not None:
            parts.append(b'"error":%s' % self.error)
        return b",".join(parts) + b"}"


class Line:
    """Jobs that wait, a queue for each client; the client with the least weight is next."""

    def __init__(self, weight: Callable[[Client], tuple[int, ...]]) -> None:
        self.weight = weight
        self.queues: dict[Client, deque[Job]] = {}
        """Those who have waited longest for a turn first."""
        self.size = 0

    def add(self, job: Job) -> None:
        self.queues.setdefault(job.client, deque()).append(job)
        self.size += 1

    def take(self) -> Job:
        client = min(self.queues, key=self.weight)
        queue = self.queues.pop(client)
        job = queue.popleft()
        if queue:
            self.queues[client] = queue
        self.size -= 1
        return job

    def drop(self, job: Job) -> None:
        queue = self.queues[job.client]
        queue.remove(job)
        if not queue:
            del self.queues[job.client]
        self.size -= 1

    def ahead(self, job: Job) -> int:
        """How many jobs come first, if clients take turns from now on."""
        place = self.queues[job.client].index(job)
        found, before = place, True
        for client in sorted(self.queues, key=self.weight):
            if client is job.client:
                before = False
            else:
                found += min(len(self.queues[client]), place + before)
        return found


class Cache:
    """Answers to those who ask what somebody has asked before, the most recent ones."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self.answers: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, key: bytes) -> bytes | None:
        found = self.answers.get(key)
        if found is not None:
            self.answers.move_to_end(key)
        return found

    def put(self, key: bytes, answer: bytes) -> None:
        if key not in self.answers and len(key) + len(answer) <= CACHED_ANSWER:
            self.answers[key] = answer
            self.size += len(key) + len(answer)
            while self.size > self.most:
                old, gone = self.answers.popitem(last=False)
                self.size -= len(old) + len(gone)
