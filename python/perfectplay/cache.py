"""The folder for tables that are worth keeping: ``PERFECTPLAY_CACHE``, else ``$XDG_CACHE_HOME/perfectplay``, else
``~/.cache/perfectplay``."""

import os
from pathlib import Path


def cache_folder() -> Path:
    named = os.environ.get("PERFECTPLAY_CACHE")
    base = os.environ.get("XDG_CACHE_HOME")
    return Path(named) if named else (Path(base) if base else Path.home() / ".cache") / "perfectplay"
