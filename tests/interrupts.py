"""Interrupting another process when it is known to be at work, so that no test waits for a while and hopes.

Run as a program, this file is the command line; at its first report of progress it says ``working``.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import perfectplay as pp

HANGS = 300
"""Seconds after which a program that should have ended is given up. No test is about how long it takes."""
WORKING = "working\n"
ROOT = Path(__file__).parents[1]
PATHS = [str(ROOT), str(Path(pp.__file__).parents[1])]


def telling(when: Callable[[], bool] = lambda: True) -> Callable[..., None]:
    """A callback for progress that says once that the work is under way."""
    told = False

    def report(*figures: object) -> None:
        nonlocal told
        if not told and when():
            told = True
            print(WORKING, end="", file=sys.stderr, flush=True)

    return report


def interrupted(command: Sequence[str], *signals: int) -> tuple[int, str, str]:
    """Send signals, Ctrl-C if nothing else is said, to a program once it works: its exit code, output and errors."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            assert said == WORKING, said + process.stderr.read()
            for number in signals or (signal.SIGINT,):
                process.send_signal(number)
            out, err = process.communicate(timeout=HANGS)
        finally:
            process.kill()
    return process.returncode, out, err


def python(*lines: str) -> list[str]:
    """The command that runs these lines, with this repository and the package on its path."""
    return [sys.executable, "-c", "\n".join([f"import sys; sys.path[:0] = {PATHS!r}", *lines])]


def asking(question: str) -> list[str]:
    """The command that asks a question, written in Python with ``progress=progress``, and says how it ended."""
    return python(
        "from tests.interrupts import telling",
        "progress = telling()",
        "try:",
        f"    {question}",
        "except KeyboardInterrupt:",
        "    print('interrupted')",
        "else:",
        "    print('answered')",
    )


if __name__ == "__main__":
    from perfectplay.cli import asking as questions
    from perfectplay.cli import entry

    @contextmanager
    def shown(quiet: bool) -> Iterator[Callable[..., None]]:
        yield telling()

    vars(questions)["shown"] = shown
    entry()
