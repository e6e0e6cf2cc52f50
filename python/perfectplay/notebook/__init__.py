"""Widgets for notebooks: boards played by clicking, sheets filled in, lines with a slider, values with tree and
thermograph.

They are the pictures and controls of the page (:mod:`perfectplay.web`), without its server: what those would ask a
server is asked of the notebook's kernel. The package anywidget is needed, ``pip install "perfectplay[notebook]"``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.errors import PerfectPlayError
from perfectplay.players import Player

if TYPE_CHECKING:
    from perfectplay.notebook.widget import Widget


def show(thing: Any, *, opponent: str | None = None, player: Player | None = None) -> Widget:
    """Show something in a notebook.

    A position can be played on, or filled in if it is a pencil puzzle; with ``opponent="perfect"`` the library replies,
    and ``player`` is whom the reader plays (by default Left, or whoever is to move). A line or a solution is stepped
    through. Values have their tree and thermograph; results, thermographs, pictures and filled-in sheets are shown,
    too. What the reader has made of a position is the widget's ``position`` and ``answer``.

    >>> board = pp.show(pp.load("domineering", "....|...."))  # doctest: +SKIP
    >>> pp.value(board.position)                              # doctest: +SKIP
    {1|0||-1/4}
    """
    try:
        from perfectplay.notebook.widget import widget_for
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise PerfectPlayError('widgets need anywidget: pip install "perfectplay[notebook]"') from None
    return widget_for(thing, opponent, player)
