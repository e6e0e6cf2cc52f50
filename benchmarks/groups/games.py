"""Games on boards, with heaps of boxes or with clauses: outcomes, nimbers and scores."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import perfectplay as pp
from groups.case import Case, Found, Setting, Target, of
from groups.questions import outcome

TITLE = "Games"
OUTCOMES: list[tuple[int, str, tuple[Target, ...]]] = [
    (5, "P", ()),
    (6, "N", (Target("wall", 0.5),)),
    (7, "N", (Target("wall", 2),)),
    (8, "N", (Target("wall", 60),)),
]
NIMBERS: list[tuple[int, int, str, tuple[Target, ...], str]] = [
    (4, 6, "0", (Target("wall", 10),), ""),
    (5, 5, "0", (Target("wall", 10),), ""),
    (3, 10, "2", (Target("wall", 1.3),), "1.3 s"),
    (3, 11, "0", (Target("wall", 4),), "4 s"),
    (3, 12, "1", (Target("wall", 19),), "19 s"),
    (4, 7, "3", (Target("wall", 2),), "2 s"),
    (4, 8, "0", (Target("wall", 9),), "9 s"),
    (5, 6, "2", (Target("wall", 7),), "7 s"),
    (5, 7, "1", (Target("wall", 98),), "98 s"),
    (6, 6, "0", (Target("wall", 289),), "289 s"),
]
BOXES: list[tuple[str, str, tuple[Target, ...]]] = [
    ("3x3", "-3", (Target("wall", 10),)),
    ("3x4", "0", ()),
    ("4x4", "0", ()),
]
CLAUSES = (
    ("maker_breaker", 20, 4, "R"),
    ("maker_breaker", 20, 5, "L"),
    ("maker_breaker", 24, 4, "R"),
    ("maker_breaker", 24, 5, "L"),
    ("avoid_true", 20, 4, "P"),
    ("seek_true", 20, 4, "P"),
)


def rectangle(rows: int, cols: int) -> str:
    return "|".join(["." * cols] * rows)


def chequered(rows: int, cols: int) -> str:
    return "|".join(("xo" * cols)[row % 2 :][:cols] for row in range(rows))


def sets_to_hit(variables: int, clauses: int, width: int) -> str:
    """A conjunction of random clauses without negations."""
    rng = random.Random(variables + clauses + width)
    found = (rng.sample(range(1, variables + 1), width) for _ in range(clauses))
    return " & ".join(f"({' | '.join(f'x{number}' for number in clause)})" for clause in found)


def nimber(text: str, setting: Setting, _: None) -> Found:
    result = pp.grundy(pp.load("cram", text), method="sums", limits=setting.limits)  # not by a theorem
    return of(result, str(result))


def score(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.score(pp.load(key, text), limits=setting.limits)
    return of(result, str(result))


def cases() -> Iterator[Case]:
    for side, expected, targets in OUTCOMES:
        run = partial(outcome, "domineering", rectangle(side, side), "sums")  # not by a theorem
        title = f"Domineering {side}x{side}, outcome"
        yield Case(f"domineering-{side}x{side}", title, run, expected, targets, quick=side < 7)
    for rows, cols, expected, targets, beside in NIMBERS:
        run, quick = partial(nimber, rectangle(rows, cols)), rows * cols <= 32
        title = f"Cram {rows}x{cols}, nimber"
        yield Case(f"cram-{rows}x{cols}", title, run, expected, targets, quick=quick, beside=beside)
    for rows, cols, expected in ((4, 4, "N"), (3, 7, "N")):
        run = partial(outcome, "clobber", chequered(rows, cols), None)
        yield Case(f"clobber-{rows}x{cols}", f"Clobber {rows}x{cols}, outcome", run, expected, quick=cols < 7)
    for size, expected, targets in BOXES:
        run, title = partial(score, "dots_and_boxes", size), f"Dots-and-Boxes {size} boxes, score"
        yield Case(f"dots-{size}", title, run, expected, targets, quick=size != "4x4")
    run = partial(outcome, "konane", "@six", "proof-number")
    yield Case("konane-6x6", "Konane 6x6, two stones taken in the middle, outcome", run, "P", quick=False)
    yield Case("tic-tac-toe", "Tic-tac-toe, outcome", partial(outcome, "tic_tac_toe", None, None), "D")
    for key, variables, width, expected in CLAUSES:
        run = partial(outcome, key, sets_to_hit(variables, 40, width), None)
        title = f"{pp.system(key).name}, 40 clauses of {width} in {variables} variables, outcome"
        yield Case(f"{key}-{variables}-{width}".replace("_", "-"), title, run, expected, quick=variables == 20)
