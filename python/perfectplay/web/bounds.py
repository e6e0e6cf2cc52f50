"""Every figure that keeps the server within bounds, in one place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30

# what a request may be -----------------------------------------------------------------------------------------------

LARGEST_BODY = 256 * KB
LARGEST_HEAD = 32 * KB
"""Of all headers of a request together, its first line included."""
LONGEST_ADDRESS = 8 * KB
LARGEST_SOURCE = 64 * KB
"""Of a game of one's own."""
DEEPEST = 100
"""Lists and objects in one another, in JSON."""
SECONDS_TO_SEND = 15.0
"""For the head of a request, and for its body."""
SECONDS_TO_READ = 60.0
"""For a client that does not take what it is sent."""
SECONDS_OF_SILENCE = 60
"""After which a connection on which nothing is asked is closed."""
MOST_CONNECTIONS = 2000
MOST_STREAMS = 1000
"""Of events, at the same time."""

# what is kept --------------------------------------------------------------------------------------------------------

LARGEST_ANSWER = 16 * MB
MOST_WAITING = 2000
"""Jobs in the queue."""
WAITING_BYTES = 64 * MB
"""Of the requests of all unfinished jobs."""
MOST_PER_CLIENT = 32
"""Unfinished jobs of a client that has given itself a name."""
MOST_PER_ADDRESS = 1000
"""Unfinished jobs of all the others at an address."""
MOST_CLIENTS = 5000
MOST_CLIENTS_PER_ADDRESS = 500
MOST_FINISHED = 512
"""Jobs whose answers are kept for whoever asks."""
FINISHED_BYTES = 64 * MB
FINISHED_SECONDS = 600.0
CACHE_BYTES = 32 * MB
CACHED_ANSWER = 256 * KB
"""No larger answer is kept for those who ask the same."""
MOST_SOURCES = 64

# the life of jobs and workers ----------------------------------------------------------------------------------------

PATIENCE = 0.5
"""Seconds of a processor after which a question counts as a long one."""
STARVED = 8
"""So many times as long it may take where the processors are busy with other things, before it counts as one."""
TICK = 0.1
"""How often clocks are looked at."""
STOPS_WITHIN = 0.7
"""A worker that does not let go of its job by then is killed."""
OVERTIME = 2.0
"""Seconds beyond its limit after which a question that does not look at the clock is stopped."""
STARTS_WITHIN = 60.0
ABANDONED = 15.0
"""A job whose listeners have all gone for so long is stopped."""
REPORTS_EVERY = 0.2
"""Seconds between two reports of progress."""
NICE = 10
"""By how much long questions yield to short ones."""
FATTEST = 600 * MB
"""A worker that holds more memory after a job is replaced."""


def _workers() -> int:
    """One for each processor, and two that are warm when others are kept by long questions."""
    return min(max(2, os.cpu_count() or 1), 8) + 2


@dataclass(frozen=True)
class Bounds:
    """What the server was started with."""

    time: float = 60.0
    """Seconds that a question may take."""
    memory: int = 2 * GB
    """Bytes of tables that it may take."""
    positions: int = 1_000_000_000
    """Positions that it may visit."""
    jobs: int = 4
    """Long questions that are worked on at the same time."""
    workers: int = field(default_factory=_workers)
    """Processes that wait for short questions."""
    trust: bool = False
    """Are games that visitors write run?"""

    @property
    def hard_memory(self) -> int:
        """What the system lets a worker have at most: the tables, and the program around them."""
        return self.memory + self.memory // 4 + 768 * MB
