"""Throughput: positions per second of a plain breadth-first search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Setting, Target
from perfectplay._native import Kernel

TITLE = "Breadth-first throughput on 64-bit masks, without symmetry"
PEGS = {
    "10m": "  .oo  |  .oo  |ooo.ooo|o.oO..o|o.ooooo|  ooo  |  ooo  ",
    "18m": "  .oo  |  .oo  |ooo.ooo|o.oxooo|o.ooooo|  ooo  |  ooo  ",
    "42m": "oooooo|oooooo|oo.ooo|oooooo|oooooo",
}
"""English boards in the middle of a play, and a full 5 x 6 board with one hole. Recounted by a plain C program."""


def breadth_first(text: str, setting: Setting, _: None) -> Found:
    """In a search that ends by itself every position is new exactly once; symmetry and splitting are off."""
    position = pp.load("peg_solitaire", text)
    system, state = position.system, position.state
    spec: dict[str, Any] = system.spec(state.layout, state.cells)
    kernel = Kernel.masks(**(spec | {"symmetries": []}), plain=True)
    code = kernel.encode([state.layout.symbols.index(symbol) for symbol in state.cells])
    (new, every, _layers, _solved, _far), stats = kernel.reachable(
        code, 1, (setting.limits.time, setting.limits.memory, None, None, None)
    )
    if new != every:
        return Found(f"only {new:,} of {every:,} positions were searched")
    return Found(f"{new:,} new positions", new, stats[1], stats[2], f"{kernel.bits} bits a position")


def cases() -> Iterator[Case]:
    for size, title, number in (
        ("10m", "Peg solitaire, English board after 6 jumps", 9_988_260),
        ("18m", "Peg solitaire, English board after 5 jumps", 17_797_989),
        ("42m", "Peg solitaire, full 5x6 board", 41_799_401),
    ):
        run, expected = partial(breadth_first, PEGS[size]), f"{number:,} new positions"
        yield Case(f"throughput-{size}", title, run, expected, (Target("rate", 3e6),), quick=size == "10m")
