"""What a case is, what it is given, and what it finds."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import perfectplay as pp


class Missing(Exception):
    """Something that a case needs is not on this machine."""


@dataclass(frozen=True)
class Setting:
    """What a case is given."""

    limits: pp.Limits
    facts: Path


@dataclass
class Found:
    """What a case found, and what that cost in the core."""

    answer: str
    positions: int = 0
    core: float = 0.0
    tables: int = 0
    note: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    """Further measures that targets may name."""


@dataclass(frozen=True)
class Target:
    """``measure`` must be below ``bound`` (at least ``bound`` for a rate). Seconds, bytes, or positions per second."""

    measure: str
    bound: float


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    run: Callable[[Setting, Any], Found]
    expected: str
    targets: tuple[Target, ...] = ()
    prepare: Callable[[Setting], Any] = lambda setting: None
    quick: bool = True
    """Is it part of the quick run?"""
    named: bool = False
    """Does it run only if it is named?"""
    beside: str = ""
    """A printed figure of another system for the same question."""


def of(result: pp.Result[Any], answer: str, note: str = "", **figures: float) -> Found:
    stats = result.stats
    return Found(answer, stats.positions, stats.seconds, stats.memory, note, figures)


def total(results: Iterable[pp.Result[Any]], answer: str, note: str = "") -> Found:
    """Several questions as one case: sums, and the median and the largest time in the core."""
    stats = [result.stats for result in results]
    seconds = [each.seconds for each in stats]
    median, slowest = statistics.median(seconds), max(seconds)
    return Found(
        answer,
        sum(each.positions for each in stats),
        sum(seconds),
        max(each.memory for each in stats),
        f"core: median {1000 * median:.1f} ms, slowest {1000 * slowest:.0f} ms{'; ' if note else ''}{note}",
        {"median": median},
    )


def facts(setting: Setting, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    file = setting.facts / "puzzles.json"
    rows = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    found = [row for row in rows if wanted(row)]
    if not found:
        raise Missing(f"no such rows in {file.name} (--facts names another folder)")
    return found
