"""Starting up: what a program waits for before its first answer, and small questions one after another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import perfectplay as pp
from groups.case import Case, Found, Setting, Target

TITLE = "Starting up"
BEGINNING = """
import json, time
begin = time.process_time()
import perfectplay as pp
ready = time.process_time()
position = pp.load("nim", "3 5 7")
loaded = time.process_time()
found = pp.outcome(position)
done = time.process_time()
print(json.dumps([ready - begin, loaded - ready, done - loaded - found.stats.seconds, str(found)]))
"""
TIMES = 15
MANY = 10_000


def started(*words: str) -> str:
    """What another Python says, which finds its modules compiled, as they are once they have been used."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "perfectplay-bytecode")
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, check=True, text=True, env=environment).stdout


def first_question(part: int, setting: Setting, _: None) -> Found:
    """The least CPU time of several programs: of the import, of the first position, or of the first question, without
    its search."""
    rows = [json.loads(started("-c", BEGINNING)) for _ in range(1 + TIMES)][1:]
    return Found(rows[0][3], figures={"cpu": min(row[part] for row in rows)})


def command(setting: Setting, _: None) -> Found:
    """The quickest of several runs of the command line, from its start to its end."""
    seconds, said = [], ""
    for _run in range(TIMES):
        begin = time.perf_counter()
        said = started("-m", "perfectplay", "outcome", "nim", "3 5 7", "--quiet")
        seconds.append(time.perf_counter() - begin)
    return Found(said.strip(), figures={"quickest": min(seconds)})


def tiny(question: str, setting: Setting, _: None) -> Found:
    """One question after another about a position that is there already: the time of each."""
    ask, position = getattr(pp, question), pp.load("nim", "3 5 7")
    begin = time.perf_counter()
    for _run in range(MANY):
        found = ask(position)
    return Found(str(found), figures={"each": (time.perf_counter() - begin) / MANY})


def cases() -> Iterator[Case]:
    run = partial(first_question, 0)
    yield Case("import", "import perfectplay", run, "N", (Target("cpu", 0.030),))
    yield Case("first-position", "Nim 3 5 7, the first position of a program", partial(first_question, 1), "N")
    title = "Nim 3 5 7, the first question of a program, without its search"
    yield Case("first-question", title, partial(first_question, 2), "N", (Target("cpu", 0.015),))
    yield Case("command", 'perfectplay outcome nim "3 5 7"', command, "N", (Target("quickest", 0.120),))
    for question, expected in (("outcome", "N"), ("grundy", "1"), ("value", "*")):
        title = f"Nim 3 5 7, {question}, ten thousand times"
        yield Case(f"tiny-{question}", title, partial(tiny, question), expected, (Target("each", 40e-6),))
