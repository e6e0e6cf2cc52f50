"""Pictures as data: shapes in unit coordinates with roles instead of colours, and the same drawing as lines of text.

`draw_board` turns a board and a state into a `Picture`; a `Look` says how a symbol is shown. A picture prints as text
and is shown as SVG in notebooks.

Layout: one unit is the width of a square or a hexagon, y grows downwards. Vertices of graphs lie on a circle in their
order, clockwise from the top, so that the same graph is always drawn in the same way.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfectplay.picture.boards import draw_board
    from perfectplay.picture.compose import beside, picture_of_text, towards
    from perfectplay.picture.graphs import draw_rooted
    from perfectplay.picture.pieces import PIECES, draw_blocks, draw_cakes, draw_heaps
    from perfectplay.picture.shapes import PALETTE, Disc, Label, Look, Picture, Point, Polygon, Shape, Stroke

__all__ = [
    "PALETTE",
    "PIECES",
    "Disc",
    "Label",
    "Look",
    "Picture",
    "Point",
    "Polygon",
    "Shape",
    "Stroke",
    "beside",
    "draw_blocks",
    "draw_board",
    "draw_cakes",
    "draw_heaps",
    "draw_rooted",
    "picture_of_text",
    "towards",
]

_MODULES = {
    "boards": ("draw_board",),
    "compose": (
        "beside",
        "picture_of_text",
        "towards",
    ),
    "graphs": ("draw_rooted",),
    "pieces": (
        "PIECES",
        "draw_blocks",
        "draw_cakes",
        "draw_heaps",
    ),
    "shapes": (
        "PALETTE",
        "Disc",
        "Label",
        "Look",
        "Picture",
        "Point",
        "Polygon",
        "Shape",
        "Stroke",
    ),
}


def __getattr__(name: str) -> Any:
    """Each name is imported when it is first wanted: most answers are no pictures."""
    for module, names in _MODULES.items():
        if name in names:
            globals()[name] = found = getattr(import_module(f"{__name__}.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
