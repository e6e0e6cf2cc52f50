"""One check at two depths: as much of it as every run can afford, and more of the same with ``--full``."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

full = False
"""Is this the full suite? `conftest.py` sets it before any test is read."""


def depth(few: T, many: T) -> T:
    """How much of something: ``few`` in `make test`, ``many`` in `make test-full`."""
    return many if full else few
