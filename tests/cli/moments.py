"""The command line, sent a signal at every moment: a program that `test_processes.py` runs.

At every import, and at every line of the first module, a copy of the process is made and sent the signal. How each
copy ended and what it said is a line of the report. With ``twice`` only the copy that is made while the command works
is sent the signal, and copies of that copy are sent a second one.

Arguments: the file descriptor of the report, the signal, ``once`` or ``twice``, and the words of the command.
"""

from __future__ import annotations

import json
import os
import sys
from types import FrameType
from typing import Any

import perfectplay.cli as cli

WORK = "perfectplay.games.nim"
"""What is first imported while a command works."""


class Moments:
    def __init__(self, report: int, signal: int, twice: bool) -> None:
        self.report, self.signal, self.twice = report, signal, twice
        self.copied = False
        self.silent = os.open(os.devnull, os.O_WRONLY)

    def __call__(self, where: str) -> None:
        said = os.memfd_create("said")
        if self.copied:
            os.write(said, os.pread(2, 4096, 0))
        copy = os.fork()
        if copy == 0:
            os.dup2(self.silent, 1)
            os.dup2(said, 2)
            if not self.twice:
                sys.settrace(None)
                sys.meta_path.remove(self)
            self.copied, self.twice = True, False
            os.kill(os.getpid(), self.signal)
            return
        code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        os.write(self.report, f"{json.dumps([where, code, os.pread(said, 4096, 0).decode()])}\n".encode())
        os.close(said)

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if not self.twice or name == WORK:
            self(name)

    def trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != cli.__file__:
            return None
        if event == "line" and not self.twice:
            self(f"{frame.f_code.co_name}, line {frame.f_lineno}")
        return self.trace


if __name__ == "__main__":
    moments = Moments(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "twice")
    sys.argv = ["perfectplay", *sys.argv[4:]]
    sys.meta_path.insert(0, moments)
    sys.settrace(moments.trace)
    cli.entry()
