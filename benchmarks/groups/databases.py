"""Questions with and without a database of small components, and what making that takes."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Setting
from groups.games import chequered, rectangle
from perfectplay.kinds.rewrite import forget_kernels

TITLE = "Databases of small components: the times are those with one, the remarks say what it costs"

Question = Callable[..., pp.Result[Any]]


def asked(question: Question, key: str, text: str, setting: Setting) -> tuple[pp.Result[Any], float]:
    """With cold tables."""
    forget_kernels()
    with pp.Universe():
        position = pp.load(key, text)
        began = time.perf_counter()
        return question(position, limits=setting.limits), time.perf_counter() - began


def own_cache() -> tempfile.TemporaryDirectory[str]:
    """A cache folder of its own: what another case has tabulated would answer here, too."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    os.environ["PERFECTPLAY_CACHE"] = folder.name
    return folder


def compare(question: Question, key: str, text: str, made: dict[str, Any], setting: Setting, _: None) -> Found:
    """The same question before and after the database was made."""
    with own_cache():
        return compared(question, key, text, made, setting)


def compared(question: Question, key: str, text: str, made: dict[str, Any], setting: Setting) -> Found:
    plain, before = asked(question, key, text, setting)
    built = pp.tabulate(key, limits=setting.limits, **made)
    found, after = asked(question, key, text, setting)
    answer = "the same" if str(found) == str(plain) else f"{found}, without a database {plain}"
    note = f"{before:.3f} s without, {after:.3f} s with; {built.components:,} components in {built.seconds:.1f} s"
    figures = {"without": before, "with": after, "built": built.seconds}
    stats = found.stats
    return Found(answer, stats.positions, stats.seconds, stats.memory, f"{note}, {built.bytes / 1e6:.1f} MB", figures)


def sized(text: str) -> str:
    return f"{text.count('|') + 1}x{text.index('|')}" if "|" in text else text


def case(question: Question, key: str, text: str, quick: bool, **made: Any) -> Case:
    what = [sized(each) for each in made.get("positions", ())] or [str(made["cells"])]
    of = f"up to {what[0]} cells" if "cells" in made else f"of {' and '.join(what)}"
    size = sized(text)
    name = f"database-{question.__name__}-{key}-{size}-{'-'.join(what)}"
    title = f"{question.__name__} of {key.capitalize()} {size}, components {of}"
    return Case(name, title, partial(compare, question, key, text, made), "the same", quick=quick)


def cases() -> Iterator[Case]:
    yield case(pp.value, "domineering", rectangle(5, 5), True, cells=10)
    yield case(pp.value, "domineering", rectangle(5, 5), False, cells=12)
    yield case(pp.value, "domineering", rectangle(4, 7), False, positions=["4x6", "5x5"])
    yield case(pp.value, "domineering", rectangle(5, 6), False, positions=["5x5", "4x6"])
    yield case(pp.outcome, "domineering", rectangle(8, 8), False, cells=12)
    yield case(pp.outcome, "domineering", rectangle(7, 8), False, positions=["5x6"])
    yield case(pp.value, "clobber", chequered(4, 4), False, cells=8)
    yield case(pp.value, "clobber", chequered(4, 4), False, positions=[chequered(3, 5)])
    yield case(pp.outcome, "clobber", chequered(4, 4), True, cells=7)
    yield case(pp.grundy, "cram", rectangle(4, 7), False, cells=12)
    yield case(pp.grundy, "cram", rectangle(4, 7), False, positions=["4x6"])
