"""Makers of pencil puzzles with one solution: one function for each kind, called with rows, columns and a generator of
random numbers; it returns the puzzle's text. ``benchmarks/make_pencil.py`` calls them."""

from __future__ import annotations

import random
from collections.abc import Callable

from makers import divided, loops, more, numbers, shaded

MAKERS: dict[str, Callable[[int, int, random.Random], str]] = {
    "fillomino": more.fillomino,
    "hashiwokakero": more.hashiwokakero,
    "heyawake": shaded.heyawake,
    "hitori": more.hitori,
    "kuromasu": shaded.kuromasu,
    "light_up": more.light_up,
    "masyu": loops.masyu,
    "nonogram": shaded.nonogram,
    "nurikabe": shaded.nurikabe,
    "shikaku": divided.shikaku,
    "slitherlink": loops.slitherlink,
    "sudoku": numbers.sudoku,
    "yajilin": loops.yajilin,
}
