"""The folder for tables that are worth keeping: ``PERFECTPLAY_CACHE``, else ``$XDG_CACHE_HOME/perfectplay``, else
``~/.cache/perfectplay``."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

from perfectplay.log import listening

T = TypeVar("T")
COMPONENTS = "components"


def cache_folder() -> str:
    """Plain text: a short question has no time to import ``pathlib``."""
    named = os.environ.get("PERFECTPLAY_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return named or os.path.join(base, "perfectplay")


def component_folder() -> str:
    """Where databases of components are (:mod:`perfectplay.tabulated`)."""
    return os.path.join(cache_folder(), COMPONENTS)


def with_cache(work: Callable[[str], T]) -> T:
    """Do something with the folder, and tell which of its files were written."""
    folder, log = cache_folder(), listening()
    if log is None:
        return work(folder)
    before = _files(folder)
    found = work(folder)
    for name, (size, time) in _files(folder).items():
        if before.get(name) != (size, time):
            log.info(
                "%s the table %s (%d bytes)", "rebuilt" if name in before else "built", os.path.join(folder, name), size
            )
    return found


def _files(folder: str) -> dict[str, tuple[int, int]]:
    try:
        return {each.name: (each.stat().st_size, each.stat().st_mtime_ns) for each in os.scandir(folder)}
    except OSError:
        return {}
