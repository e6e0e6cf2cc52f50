"""Folders whose files are found by name: systems, questions, theorems, solvers, generators. There is no list of
them."""

from __future__ import annotations

import os


def files_in(folder: str) -> dict[str, str]:
    """The names of the modules in a folder of the package, in alphabetical order, each with its file."""
    path = os.path.join(os.path.dirname(__file__), folder)
    names = sorted(name for name in os.listdir(path) if name.endswith(".py") and not name.startswith("_"))
    return {name[:-3]: os.path.join(path, name) for name in names}
