"""Questions with one core and with all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Missing, Setting
from groups.databases import Question, own_cache, sized
from groups.games import chequered, rectangle
from perfectplay.kinds.rewrite import forget_kernels

TITLE = "All cores: the times are those of all, the remarks say what one takes"


SEARCH = {"outcome": "sums", "grundy": "sums"}
"""Theorems are passed over."""


def asked(question: Question, key: str, text: str, setting: Setting) -> tuple[pp.Result[Any], float]:
    """By search, with cold tables."""
    forget_kernels()
    with own_cache(), pp.Universe():
        position = pp.load(key, text)
        began = time.perf_counter()
        found = question(position, method=SEARCH.get(question.__name__), limits=setting.limits)
        return found, time.perf_counter() - began


def compare(question: Question, key: str, text: str, setting: Setting, _: Any) -> Found:
    if not hasattr(os, "sched_setaffinity"):
        raise Missing("this system does not bind a process to one core")
    all_cores = os.sched_getaffinity(0)
    if len(all_cores) < 2:
        raise Missing("there is only one core")
    os.sched_setaffinity(0, {max(all_cores)})
    try:
        alone, one = asked(question, key, text, setting)
    finally:
        os.sched_setaffinity(0, all_cores)
    found, took = asked(question, key, text, setting)
    answer = "the same" if str(found) == str(alone) else f"{found}, with one core {alone}"
    note = f"{one:.2f} s with one core, {took:.2f} s with {len(all_cores)}: {one / took:.2f} times as fast"
    stats = found.stats
    return Found(answer, stats.positions, stats.seconds, stats.memory, note, {"one": one, "all": took})


def case(question: Question, key: str, text: str, quick: bool = False) -> Case:
    name, size = question.__name__, sized(text)
    title = f"{name} of {key.capitalize()} {size}"
    return Case(f"cores-{name}-{key}-{size}", title, partial(compare, question, key, text), "the same", quick=quick)


def cases() -> Iterator[Case]:
    yield case(pp.outcome, "domineering", rectangle(7, 9), quick=True)
    yield case(pp.outcome, "domineering", rectangle(8, 9))
    yield case(pp.outcome, "domineering", rectangle(4, 17))
    yield case(pp.outcome, "clobber", chequered(5, 5))
    yield case(pp.outcome, "col", rectangle(5, 6))
    yield case(pp.grundy, "cram", rectangle(5, 7))
    yield case(pp.grundy, "cram", rectangle(5, 8))
    yield case(pp.value, "domineering", rectangle(5, 6))
