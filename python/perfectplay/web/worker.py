"""A worker process: carries out one operation at a time, and reports.

It is started by :mod:`perfectplay.web.link` and speaks with it in messages (:mod:`perfectplay.processes`). In: ``job``
and ``ping``. Out: ``ready`` once, then ``progress`` now and then, and ``done``, ``failed`` or ``stopped`` for every
job; ``pong`` for a ping.

SIGINT stops the job at hand, and nothing else. It may arrive before the job has been read: then the job is not begun.
And it may arrive when the job is done: a ping, which the server sends after every interrupt, makes it forgotten.
While a module is imported it waits: of a package that was imported by half, the other half would be missing for good.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from perfectplay.processes import TRACEBACK, Channel, begin, resident
from perfectplay.web.bounds import LARGEST_ANSWER, REPORTS_EVERY

OPENAPI = "/openapi"
"""The description of the interface, which is no operation: it is made from them."""


LATER = 0.01
"""Seconds after which an interrupt that met an import tries again."""


class Interrupt:
    """SIGINT is a `KeyboardInterrupt`, but only while a job is at work, once, and not in the middle of an import."""

    def __init__(self) -> None:
        self.armed = self.pending = False
        signal.signal(signal.SIGINT, self._answer)
        if sys.platform != "win32":
            signal.signal(signal.SIGALRM, self._answer_later)

    def _answer(self, number: int, frame: FrameType | None) -> None:
        if not self.armed:
            self.pending = True
            return
        if sys.platform != "win32" and _importing(frame):
            signal.setitimer(signal.ITIMER_REAL, LATER)
            return
        self.armed = False
        raise KeyboardInterrupt

    def _answer_later(self, number: int, frame: FrameType | None) -> None:
        if self.armed:
            self._answer(number, frame)

    def arm(self) -> None:
        self.armed = True
        if self.pending:
            self.armed = self.pending = False
            raise KeyboardInterrupt

    def disarm(self) -> None:
        self.armed = False
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)


def _importing(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
        frame = frame.f_back
    return frame is not None


def main() -> None:
    """Serve until the server ends."""
    interrupt = Interrupt()
    channel = begin(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    channel.send("ready", _dumped(_preload()))
    _warm_up(channel.read.fileno())
    while (message := channel.receive()) is not None:
        kind, payload = message
        if kind == "ping":
            interrupt.pending = False
            channel.send("pong")
        else:
            channel.send(*_answered(payload, channel, interrupt), resident())
    os._exit(0)  # without a look at what is left: there may be a lot


def _answered(payload: bytes, channel: Channel, interrupt: Interrupt) -> tuple[str, bytes]:
    """The last message about a job."""
    from perfectplay.errors import LimitReached
    from perfectplay.limits import Limits
    from perfectplay.views.errors import error_view

    try:
        try:
            interrupt.arm()
            job = json.loads(payload)
            with Limits(**job["limits"]):
                found = _dumped(_carried_out(job, _reporter(channel)))
        finally:
            interrupt.disarm()
        if len(found) > LARGEST_ANSWER:
            raise LimitReached(f"the answer is too large: {len(found) >> 20} MB (at most {LARGEST_ANSWER >> 20} MB)")
        return "done", found
    except KeyboardInterrupt:
        return "stopped", b""
    except BaseException as error:  # a panic of native code is not an Exception
        if TRACEBACK:
            import traceback

            traceback.print_exception(error)
        view = error_view(error)
        if view["kind"] == "internal" and _own(payload):
            view |= {"kind": "rules", "message": view["message"].removeprefix("internal error: ")}
        return "failed", _dumped(view)


def _own(payload: bytes) -> bool:
    """Is the job about a game that a visitor wrote, so that the mistake is probably there?"""
    return bool(json.loads(payload)["sources"])


def _carried_out(job: dict[str, Any], progress: Callable[[int, float, int], None]) -> Any:
    from perfectplay.views.operations import carry_out

    if job["operation"] == OPENAPI:
        from perfectplay.web.openapi import document

        return document()
    if job["sources"]:
        from perfectplay.views.own import adopt

        for key, source in job["sources"].items():
            adopt(key, source)
    return carry_out(job["operation"], job["body"], progress)


def _reporter(channel: Channel) -> Callable[[int, float, int], None]:
    begun = last = time.monotonic()

    def report(positions: int, seconds: float, depth: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= REPORTS_EVERY:
            last = now
            channel.send("progress", b'{"positions":%d,"seconds":%.2f,"depth":%d}' % (positions, now - begun, depth))

    return report


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


# the process ---------------------------------------------------------------------------------------------------------


def _preload() -> dict[str, Any]:
    """Import what every question needs, and say what can be asked for."""
    from perfectplay._native import __version__
    from perfectplay.registry import listed
    from perfectplay.views.operations import operations

    return {"version": __version__, "operations": list(operations()), "systems": listed()}


def _warm_up(stream: int) -> None:
    """Import the systems, too, for as long as nothing is asked."""
    if sys.platform == "win32":
        return
    import select

    from perfectplay.registry import listed, system

    for key in listed():
        if select.select([stream], [], [], 0)[0]:
            break
        system(key)


if __name__ == "__main__":
    main()
