"""What worker processes have in common: how they speak with whoever started them, and that they end with it.

A worker speaks through its standard input and output. A message is a line with its kind and its length, then that many
bytes. The two streams are moved away from where Python finds them, so that nothing that a game prints gets in between.
A worker is in a process group of its own, so that Ctrl-C in a terminal is not sent to it. It ends with the process that
started it, however that ends: when the other end of its input is closed, and on Linux by the system.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import BinaryIO

TRACEBACK = os.environ.get("PERFECTPLAY_TRACEBACK") == "1"


def command(module: str) -> tuple[str, ...]:
    """What starts a worker. Without -P a module of the current folder could take the place of one of Python's."""
    return (sys.executable, "-P", "-m", module)


class Channel:
    """Messages from and to the other process."""

    def __init__(self, read: BinaryIO, write: int) -> None:
        self.read, self.write = read, write

    def receive(self) -> tuple[str, bytes] | None:
        """The next message; none once the other process has gone."""
        head = self.read.readline().split()
        if len(head) < 2:
            return None
        length = int(head[1])
        payload = self.read.read(length)
        return (head[0].decode(), payload) if len(payload) == length else None

    def send(self, kind: str, payload: bytes = b"", *figures: int) -> None:
        rest = memoryview(
            b"%s %d%s\n%s" % (kind.encode(), len(payload), b"".join(b" %d" % n for n in figures), payload)
        )
        while rest:  # what fits into a pipe at once is written at once, so that an interrupt cannot cut it in two
            rest = rest[os.write(self.write, rest) :]


def begin(memory: int = 0) -> Channel:
    """Make this process a worker that may have so much memory (0: any), and return its channel."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # Ctrl-C is not sent to it; and threads get their priority by group
    channel = _moved_away()
    _die_with_the_other(channel.read.fileno())
    _hold_memory(memory)
    return channel


def _moved_away() -> Channel:
    """The two streams on other numbers; where they were, there is nothing to read, and what is written is lost."""
    read, write = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    if not TRACEBACK:
        os.dup2(nothing, 2)
    os.close(nothing)
    return Channel(os.fdopen(read, "rb"), write)


def _die_with_the_other(stream: int) -> None:
    """End when the process that started this one has gone, even in the middle of a job."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)

    def watch() -> None:
        import select

        hung_up = select.poll()
        hung_up.register(stream, 0)  # only that the other end is closed
        hung_up.poll()
        os._exit(1)

    if sys.platform != "win32":
        threading.Thread(target=watch, daemon=True).start()


def _hold_memory(most: int) -> None:
    """The system refuses more memory than this; and no image of the memory is written when native code aborts."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if most and (hard == resource.RLIM_INFINITY or most < hard):
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def resident() -> int:
    """Megabytes of memory that this process holds now; at its highest, where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError):
        pass
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> 20 if sys.platform == "darwin" else most >> 10


def ended(code: int | None) -> str:
    """How a process ended, in words, from its exit code."""
    if code is not None and code < 0:
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        short = {"SIGABRT", "SIGKILL"}  # of native code that gets no memory; of a system that has none left
        return f"by {name}{', perhaps for lack of memory' if name in short else ''}"
    return "" if code is None else f"with code {code}"
