"""The questions, one complete file each; the file's name is the question's.

A module here has the function that asks, named like the file, and ``QUESTION``, the record of everything else
(:mod:`perfectplay.question`). There is no list: questions are found by file name, and a question's module is imported
when it is first asked.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

from perfectplay.errors import NotApplicable
from perfectplay.folders import files_in
from perfectplay.position import Position
from perfectplay.question import Question, methods_for
from perfectplay.result import Result
from perfectplay.system import System


@cache
def names() -> tuple[str, ...]:
    """Of all questions, in alphabetical order."""
    return tuple(files_in("questions"))


def record(name: str) -> Question[Any]:
    """The record of a question."""
    if name not in names():
        raise NotApplicable(f"no question {name!r} (expected one of: {', '.join(names())})")
    found: Question[Any] = importlib.import_module(f"{__name__}.{name}").QUESTION
    return found


def function(name: str) -> Callable[..., Result[Any]]:
    """The function that asks it."""
    record(name)
    found: Callable[..., Result[Any]] = getattr(importlib.import_module(f"{__name__}.{name}"), name)
    return found


@cache
def records() -> tuple[Question[Any], ...]:
    """All of them, in the order in which they are shown."""
    return tuple(sorted((record(name) for name in names()), key=lambda question: question.rank))


def questions_for(system: type[System] | System) -> tuple[str, ...]:
    """The names of the questions about positions that have a meaning for a system."""
    return tuple(each.name for each in records() if each.about == "position" and each.means(system))


def methods(question: str, position: Position) -> list[str]:
    """The names of the methods that answer a question about this position, the preferred one first.

    >>> pp.methods("grundy", pp.load("nim", "3 5"))
    ['nim sum', 'sums', 'mex']
    """
    found = record(question)
    found.demand(position)
    return [method.name for method in methods_for(found, position)]


def default_methods(question: str, position: Position) -> list[str]:
    """Those that need not be requested by name."""
    found = record(question)
    found.demand(position)
    return [method.name for method in methods_for(found, position) if method.by_default]
