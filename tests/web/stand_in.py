"""A worker with operations of its own, each of which does one thing that a question may do to its worker.

It is started like a real one, by the desk of `test_jobs.py`.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

from perfectplay.errors import ParseError
from perfectplay.limits import Progress, watch_now
from perfectplay.web import worker


def echo(body: Any, progress: Progress) -> Any:
    return body


def pid(body: Any, progress: Progress) -> Any:
    return {"pid": os.getpid(), "nice": os.getpriority(os.PRIO_PROCESS, 0)}


def search(body: Any, progress: Progress) -> Any:
    """Works until it is stopped, and reports; lets go at once."""
    positions = 0
    while True:
        positions += 1
        watch_now()()
        progress(positions, 0.0, positions)


def stubborn(body: Any, progress: Progress) -> Any:
    """Lets nobody stop it, and reports that it works."""
    while True:
        with suppress(KeyboardInterrupt):
            while True:
                time.sleep(0.01)
                progress(1, 0.0, 1)


def blind(body: Any, progress: Progress) -> Any:
    """Does not look at the clock."""
    while True:
        time.sleep(0.01)


def load(body: Any, progress: Progress) -> Any:
    """Imports a module, which takes until somebody wants to stop it; then works on."""
    sys.meta_path.append(Slow(progress))
    importlib.import_module(Slow.name)
    return search(body, progress)


def loaded(body: Any, progress: Progress) -> Any:
    return {"whole": "whole" in vars(sys.modules.get(Slow.name, object)), "pid": os.getpid()}


class Slow(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Knows a module that is whole once an interrupt waits for it."""

    name = "slow_to_import"

    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.machinery.ModuleSpec(name, self) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        while not any(signal.getitimer(signal.ITIMER_REAL)):
            self.progress(1, 0.0, 1)
        vars(module)["whole"] = True


def die(body: Any, progress: Progress) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def abort(body: Any, progress: Progress) -> Any:
    os.abort()


def leave(body: Any, progress: Progress) -> Any:
    os._exit(3)


def talk(body: Any, progress: Progress) -> Any:
    """Prints wherever it can, and reads."""
    print("done 2\n{}", flush=True)
    os.write(1, b"failed 2\n{}")
    sys.stderr.write("nonsense\n")
    return {"read": sys.stdin.read()}


def large(body: Any, progress: Progress) -> Any:
    return "x" * body["bytes"]


def greedy(body: Any, progress: Progress) -> Any:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def wrong(body: Any, progress: Progress) -> Any:
    raise ParseError("unexpected 'x'", 1, 2)


def defect(body: Any, progress: Progress) -> Any:
    raise KeyError("secret")


KNOWN = [echo, pid, search, stubborn, blind, load, loaded, die, abort, leave, talk, large, greedy, wrong, defect]
OPERATIONS: dict[str, Callable[[Any, Progress], Any]] = {each.__name__: each for each in KNOWN}


if __name__ == "__main__":
    from perfectplay.views import operations

    vars(operations)["carry_out"] = lambda name, body, progress: OPERATIONS[name](body, progress)
    vars(worker)["_preload"] = lambda: {"version": "test", "operations": list(OPERATIONS), "systems": []}
    vars(worker)["_warm_up"] = lambda stream: None
    worker.main()
