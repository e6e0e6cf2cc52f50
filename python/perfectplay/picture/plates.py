"""Perforated plates in a box, each pushed in or pulled out, with the places where one sees through all of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from perfectplay.picture.shapes import Disc, Label, Picture, Polygon, Shape, Stroke

_ROLES = {"L": "left_tint", "R": "right_tint"}
_HEIGHT = 0.8


def draw_plates(plates: Sequence[tuple[str, str, bool]], width: int, seen: Collection[int], title: str) -> Picture:
    """Plates from top to bottom, each with its owner, its places and whether it is pulled out (to the left).

    In text the window of the box is between bars, and the last line has an o under every place that is open.
    """
    shapes: list[Shape] = []
    lines = []
    margin = len(str(len(plates)))
    for row, (owner, holes, out) in enumerate(plates):
        top, bottom = row + (1 - _HEIGHT) / 2, row + (1 + _HEIGHT) / 2
        left = -1 if out else 0
        right = left + len(holes)
        shapes.append(Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), _ROLES.get(owner, "block")))
        for place, letter in enumerate(holes, left):
            if letter == "o":
                role = "yellow" if place in seen else "paper"
                shapes.append(Disc((place + 0.5, row + 0.5), 0.28, role))
        name = f"{row + 1} {owner}" if owner in _ROLES else f"{row + 1}"
        shapes.append(Label((-1.8, row + 0.5), name, "ink", 0.4))
        outside, inside = (holes[:1], holes[1:]) if out else (" ", holes)
        lines.append(f"{row + 1:{margin}} {owner} {outside}|{inside[:width]}|{inside[width:]}")
    for x in (0, width):
        shapes.append(Stroke(((x, -0.3), (x, len(plates) + 0.3)), "wall", 0.08))
    for place in seen:
        shapes.append(Stroke(((place + 0.5, -0.5), (place + 0.5, len(plates) + 0.5)), "goal", 0.06, dashed=True))
    lines.append(f"{'':{margin}}    |{''.join('o' if place in seen else ' ' for place in range(width))}|")
    return Picture(tuple(shapes), tuple(line.rstrip() for line in lines), title)
