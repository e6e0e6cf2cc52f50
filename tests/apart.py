"""Run something in a process of its own, so that what hangs or eats memory fails a test and not the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.interrupts import HANGS

import perfectplay as pp

ROOM = 6 << 30
"""Bytes of address space that it gets."""

BEGINNING = f"""
import faulthandler, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
faulthandler.dump_traceback_later({HANGS - 10}, exit=True)
try:
    import resource
except ImportError:
    pass
else:
    resource.setrlimit(resource.RLIMIT_AS, ({ROOM}, {ROOM}))
"""


def run_apart(statements: str) -> str:
    """What the statements print; an AssertionError with all that was said if they fail or do not end."""
    environment = {**os.environ, "PYTHONPATH": str(Path(pp.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", BEGINNING + statements],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
