"""The gadgets that come with the library: text files in this folder."""

from __future__ import annotations

import os
from functools import cache


@cache
def shipped() -> dict[str, str]:
    """The texts of all gadgets by name, in alphabetical order."""
    folder = os.path.dirname(__file__)
    found = {}
    for file in sorted(os.listdir(folder)):
        if file.endswith(".txt"):
            with open(os.path.join(folder, file), encoding="utf-8") as lines:
                found[file[:-4]] = lines.read()
    return found
