"""Databases of small components, one for each set of rules: values that every later question looks up.

A component is known by its shape (``crates/core/src/tablebase``), so that one file serves boards of all sizes. Files
are in the folder ``components`` of the cache (:mod:`perfectplay.cache`). Their names and their contents bear a mark of
the rules: options and code of the class, and the version of the library. Rules that have changed have another mark, so
that they never meet an old file.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfectplay._native import Kernel, __version__
from perfectplay.cache import component_folder
from perfectplay.errors import NotApplicable, ParseError, PerfectPlayError
from perfectplay.identity import fingerprint
from perfectplay.kinds.rewrite import RewriteGame, forget_kernels
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.log import listening
from perfectplay.position import Position
from perfectplay.registry import rules_of
from perfectplay.system import System
from perfectplay.words import plural

MOST_CELLS = 16
"""Beyond that even Domineering has too many components."""


@dataclass(frozen=True)
class Tabulated:
    """What a database holds, and where it is.

    >>> found = pp.tabulate("domineering", cells=4)
    >>> print(found)
    domineering: 8 components, all with at most 4 cells
    >>> found.path.exists()
    True
    """

    system: str
    """The rules, as results name them."""
    cells: int
    """All components with at most so many cells are there; 0 if none was asked for."""
    components: int
    """Components up to names: wherever they stand, turned or with the players exchanged."""
    values: int
    """Different values among them that are more than a number, ups and a star, and those that are needed for these."""
    bytes: int
    """Of the file."""
    seconds: float
    """What making it took."""
    path: Path
    """The file."""

    def __str__(self) -> str:
        whole = f", all with at most {plural(self.cells, 'cells')}" if self.cells else ""
        return f"{self.system}: {plural(self.components, 'components')}{whole}"


def tabulate(
    system: str | System,
    cells: int | None = None,
    *,
    positions: Iterable[Position | str] = (),
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
    **options: Any,
) -> Tabulated:
    """Work out the values of all components with at most ``cells`` cells, and of all that ``positions`` lead to, once
    and for all.

    They are kept in the cache folder, and from then on values, outcomes and nimbers of this game look them up, on every
    board. The game must be one of cell rewrites, in normal play, without goals or points; for ``cells`` it must be
    played on a grid with the same rules everywhere. Every symbol that matters may stand in a cell, so that a game with
    more of them has far more components of a size. All cores are used. The file is written after each size and after
    each position: work that was stopped has lost no more than what it was at, and what is there already is not made
    again.

    >>> print(pp.tabulate("clobber", 4))
    clobber: 14 components, all with at most 4 cells
    >>> print(pp.tabulate("clobber", positions=["xoxo|oxox"]))
    clobber: 50 components, all with at most 4 cells
    """
    rules = _rules(system, options)
    if cells is not None and (isinstance(cells, bool) or not isinstance(cells, int) or not 1 <= cells <= MOST_CELLS):
        raise ParseError(f"components of {cells!r} cells", expected=f"a number from 1 to {MOST_CELLS}")
    starts = [rules.load(each) if isinstance(each, str) else each for each in positions]
    for start in starts:
        if not isinstance(start, Position) or start.system != rules:
            raise ParseError(f"{start!r}", expected=f"a position of {rules.title} with the same options")
    if cells is None and not starts:
        raise ParseError("nothing to tabulate", expected="cells=10, or positions=['4x5']")
    folder, (name, mark) = Path(component_folder()), place_of(rules)
    found, seconds = (0, 0, 0, 0), 0.0
    try:
        with limits as watch:
            if cells is not None:
                layout = rules.parse("|".join([rules.cells[:1] * cells] * cells)).layout
                kernel = Kernel.masks(**rules.spec(layout, None))
                kernel.attach(folder, name, mark)
                found, (_, seconds, _) = kernel.tabulate(cells, folder, name, mark, watch.control(progress))
            for start in starts:
                forget_kernels()
                kernel, code = rules.kernel(start.state)
                found, (_, more, _) = kernel.tabulate_from([code], folder, name, mark, watch.control(progress))
                seconds += more
    except ValueError as error:
        raise NotApplicable(f"{rules.title}: {error}") from None
    finally:
        forget_kernels()  # they know of no database, or of the one before
    log = listening()
    if log is not None:
        log.info("the components of %s are in %s (%d bytes)", rules.title, folder / name, found[3])
    return Tabulated(rules.title, *found, seconds, folder / name)


def _rules(system: str | System, options: dict[str, Any]) -> RewriteGame:
    if isinstance(system, str):
        rules: System = rules_of(system, **options)
    elif isinstance(system, System):
        rules = system.with_options(**options) if options else system
    else:
        raise ParseError(f"a {type(system).__name__}", expected="the key of a system, or a system")
    if not isinstance(rules, RewriteGame):
        raise NotApplicable(f"{rules.title}: a database of components needs a game of cell rewrites on a grid")
    return rules


def place_of(rules: System) -> tuple[str, str]:
    """The name of the file for these rules, and the mark that it must bear."""
    mark = f"{__version__} {type(rules).__module__}:{type(rules).__qualname__} {fingerprint(rules)} {_source(rules)}"
    digest = hashlib.blake2b(mark.encode("utf-8", "replace"), digest_size=8).hexdigest()
    word = re.sub(r"[^A-Za-z0-9_]", "", rules.title)[:40]
    return f"{word}-{digest}", mark


def _source(rules: System) -> str:
    """A digest of the files that the class and its bases are written in, as far as they are ours: their code is not
    part of the fingerprint."""
    digest = hashlib.blake2b(digest_size=8)
    for base in type(rules).__mro__:
        file = getattr(sys.modules.get(base.__module__), "__file__", None)
        if base.__module__.startswith("perfectplay.games.") and file:
            try:
                digest.update(Path(file).read_bytes())
            except OSError:
                continue
    return digest.hexdigest()


def attach(kernel: Kernel, rules: System) -> None:
    """Let a kernel use the database of its rules, if there is one. Rules that cannot be told apart have none."""
    try:
        name, mark = place_of(rules)
    except (PerfectPlayError, TypeError, ValueError):
        return
    kernel.attach(component_folder(), name, mark)


__all__ = ["Tabulated", "tabulate"]
