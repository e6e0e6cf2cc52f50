"""What shows itself in a notebook.

The class says what there is to see, as parts: words, drawings, lines of play, tables. How that becomes HTML is said in
one place, :mod:`perfectplay.notebook.display`, which is imported when something is shown, and not before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part


class Shown:
    """Something that a notebook shows in words first, then as a picture."""

    __slots__ = ()

    def _shown(self) -> Iterable[Part]:
        """What there is to see, in order."""
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        from perfectplay.notebook.display import html

        return html(self)
