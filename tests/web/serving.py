"""A server in a process of its own, as a user starts it."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from tests.interrupts import HANGS

COMMAND = [sys.executable, "-m", "perfectplay", "serve"]


@dataclass
class Serving:
    process: subprocess.Popen[str]
    address: str
    port: int

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=HANGS)

    def raw(self, sent: bytes, end: bool = False) -> bytes:
        """What is answered to these bytes until the connection is closed; ``end``: nothing else will be sent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=HANGS) as connection:
            connection.sendall(sent)
            if end:
                connection.shutdown(socket.SHUT_WR)
            received = b""
            while part := connection.recv(1 << 16):
                received += part
        return received

    def workers(self) -> list[int]:
        """The processes that it has started."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                if path.read_text().rpartition(")")[2].split()[1] == str(self.process.pid):
                    found.append(int(path.parent.name))
            except OSError:
                continue
        return found


@contextmanager
def serving(*options: str) -> Iterator[Serving]:
    command = [*COMMAND, "--port", "0", "--no-browser", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stderr is not None
            said = process.stdout.readline()
            match = re.fullmatch(r"perfectplay is at (http://127\.0\.0\.1:(\d+)/) \(Ctrl-C ends it\)\n", said)
            assert match, said + process.stderr.read()
            yield Serving(process, match[1], int(match[2]))
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                _, errors = process.communicate(timeout=HANGS)
                assert (errors, process.returncode) == ("perfectplay: interrupted\n", 130), errors
        finally:
            process.kill()


def wait_for(found: Callable[[], bool]) -> None:
    """Look at something outside of this process until it is so."""
    end = time.monotonic() + HANGS
    while not found():
        assert time.monotonic() < end
        time.sleep(0.01)
