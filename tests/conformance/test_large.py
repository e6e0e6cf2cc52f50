"""Large texts: too large ones are refused when they are loaded, and what loads can be asked.

A first question about a position that was loaded is answered, or reaches a limit, or has no method here; that the board
is too large is not found out then.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.plays import PLAYED

import perfectplay as pp

every_system = pytest.mark.parametrize("key", PLAYED)
SIZES = (1000, 1700, 10_000)
PATIENCE = 300
"""Seconds for all texts of a system: what takes longer does not end."""


def tiled(rows: list[str], height: int, width: int) -> str:
    return "|".join((rows[n % len(rows)] * width)[:width] for n in range(height))


def padded(rows: list[str], letter: str, height: int, width: int) -> str:
    return "|".join([row.ljust(width, letter) for row in rows] + [letter * width] * (height - len(rows)))


def large_texts(key: str) -> Iterator[str]:
    """The sample over and over, in squares and strips; the sample in a corner of a free board; sizes; long lists."""
    cls = pp.system(key)
    rows = cls.sample.replace("\n", "|").split("|")
    usual = Counter(cls.sample.replace("|", "")).most_common(1)[0][0]
    for cells in SIZES:
        side = int(cells**0.5)
        yield tiled(rows, -(-side // len(rows)) * len(rows), -(-side // len(rows[0])) * len(rows[0]))
        yield tiled(rows, 1, cells)
        yield padded(rows, usual, side, side)
        yield " ".join(map(str, range(1, cells)))
        yield " ".join(f"v{n}-v{n + 1}" for n in range(cells))
        yield str(cells)
    if cls.tile:
        yield from ("40x40", "41x41", "100x100", "999x999", "2x999")


FIRST = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
import perfectplay as pp
from perfectplay.questions import questions_for
key, texts = json.load(sys.stdin)
for text in texts:
    try:
        position = pp.load(key, text)
    except pp.ParseError as error:
        print(json.dumps(["refused", str(error)]), flush=True)
        continue
    known = questions_for(position.system)
    question = next(name for name in ("outcome", "solve", "score", "count") if name in known)
    try:
        said = str(getattr(pp, question)(position, limits=pp.Limits(time=2, positions=50)))
    except (pp.LimitReached, pp.NotApplicable) as error:
        said = str(error)
    print(json.dumps(["asked", said]), flush=True)
"""


@every_system
def test_large_texts_are_refused_at_load_or_can_be_asked(key: str) -> None:
    """In a process of its own, with four gigabytes, because that is what failing looks like here."""
    texts = list(dict.fromkeys(large_texts(key)))
    done = subprocess.run(
        [sys.executable, "-c", FIRST],
        input=json.dumps([key, texts]),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(Path(pp.__file__).parents[1])},
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(lines) == len(texts), done.stderr[-500:]
    refusals = [said for what, said in lines if what == "refused"]
    assert refusals and all(said.startswith(f"{key}: ") and said.isprintable() for said in refusals)
