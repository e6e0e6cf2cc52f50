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
from tests.conformance.plays import KEYS, PLAYED
from tests.conformance.test_garbage import letters_of
from tests.interrupts import HANGS
from tests.tiers import depth

import perfectplay as pp

every_system = pytest.mark.parametrize("key", KEYS)
SIZES = (1000, 1700, 10_000)


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


def largest_texts(key: str) -> list[str]:
    """Texts of the largest size that is read at all, of the system's first letters; and large numbers."""
    own = letters_of(key)
    letters = dict.fromkeys([own[0], own[min(1, len(own) - 1)], "."])
    found = ["1000000", "9" * 18, "|".join(["xo" * 32] * 64)]
    return found + [
        text for letter in letters for text in (letter * 4000, letter * 60_000, "|".join([letter * 64] * 64))
    ]


FIRST = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 4 << 30))
import perfectplay as pp
from perfectplay.questions import questions_for
key, read, asked, seconds = json.load(sys.stdin)
for text in read:
    try:
        position = pp.load(key, text)
        position.system.played and position.moves()
    except pp.PerfectPlayError as error:
        print(json.dumps(["refused", str(error)]), flush=True)
    else:
        print(json.dumps(["read", text[:20]]), flush=True)
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
for text in asked:
    try:
        position = pp.load(key, text)
    except pp.ParseError as error:
        print(json.dumps(["refused", str(error)]), flush=True)
        continue
    known = questions_for(position.system)
    question = next(name for name in ("outcome", "solve", "score", "count") if name in known)
    try:
        said = str(getattr(pp, question)(position, limits=pp.Limits(time=seconds, positions=50)))
    except (pp.LimitReached, pp.NotApplicable) as error:
        said = str(error)
    print(json.dumps(["asked", said]), flush=True)
"""


@every_system
def test_large_texts_are_refused_at_load_or_can_be_asked(key: str) -> None:
    """In a process of its own: two gigabytes to read, four to answer, because that is what failing looks like here."""
    read, asked = largest_texts(key), list(dict.fromkeys(large_texts(key))) if key in PLAYED else []
    done = subprocess.run(
        [sys.executable, "-c", FIRST],
        input=json.dumps([key, read, asked, depth(0.1, 2.0)]),
        capture_output=True,
        text=True,
        timeout=HANGS,
        env={**os.environ, "PYTHONPATH": str(Path(pp.__file__).parents[1])},
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(lines) == len(read) + len(asked), done.stderr[-500:]
    refusals = [said for what, said in lines if what == "refused"]
    assert refusals and all(said.startswith(f"{key}: ") and said.isprintable() for said in refusals)
