"""Shapes in unit coordinates with roles instead of colours, and the picture that they make.

The palette is that of Okabe and Ito (colours that stay distinct for all common kinds of colour blindness) on quiet
greys; Left is blue and Right is red, as the literature has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from perfectplay.errors import quote
from perfectplay.records import dataclass

Point: TypeAlias = tuple[float, float]

# For each role: the fill, the outline, and the colour of text on it.
PALETTE: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "paper": ("#ffffff", "none", "#24292f"),
        "empty": ("#f6f3ec", "#b8b0a2", "#24292f"),
        "wall": ("#4a525c", "#3a4149", "#ffffff"),
        "block": ("#8a94a0", "#5f6873", "#ffffff"),
        "black": ("#24292f", "#0d1013", "#ffffff"),
        "white": ("#ffffff", "#24292f", "#24292f"),
        "left": ("#0072b2", "#00507d", "#ffffff"),
        "right": ("#d55e00", "#984300", "#ffffff"),
        "left_tint": ("#b5d8ee", "#5b9cc4", "#24292f"),
        "right_tint": ("#f7cfae", "#d0905c", "#24292f"),
        "green": ("#009e73", "#006b4e", "#ffffff"),
        "accent": ("#56b4e9", "#2b81b3", "#24292f"),
        "second": ("#cc79a7", "#96527a", "#24292f"),
        "yellow": ("#f0e442", "#a89d12", "#24292f"),
        "goal": ("#e69f00", "#a87400", "#24292f"),
        "ink": ("#24292f", "#24292f", "#ffffff"),
        "faint": ("#8c857a", "#c9c2b4", "#24292f"),
    }
)


def _check_role(role: str) -> None:
    if role not in PALETTE:
        raise ValueError(f"unknown role {quote(role)} (expected one of {', '.join(PALETTE)})")


@dataclass(frozen=True)
class Polygon:
    points: tuple[Point, ...]
    role: str = "empty"


@dataclass(frozen=True)
class Disc:
    """A disc, or a ring if it is `hollow`."""

    centre: Point
    radius: float
    role: str = "black"
    hollow: bool = False


@dataclass(frozen=True)
class Stroke:
    """A line through points; if `curved`, the three points are start, control point and end of a quadratic curve."""

    points: tuple[Point, ...]
    role: str = "ink"
    width: float = 0.06
    curved: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Label:
    """A text centred at a point; `role` is the colour, or that of the thing below if `upon` is set."""

    centre: Point
    text: str
    role: str = "ink"
    size: float = 0.5
    upon: bool = False


Shape: TypeAlias = Polygon | Disc | Stroke | Label


@dataclass(frozen=True)
class Look:
    """How a symbol is shown: `shape` is empty, disc, block, label (prints the symbol) or none; `text` goes on top."""

    shape: str = "label"
    role: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        roles = {"empty": "empty", "disc": "black", "block": "block", "label": "ink", "none": "empty"}
        if self.shape not in roles:
            raise ValueError(f"unknown shape {quote(self.shape)} (expected one of {', '.join(roles)})")
        object.__setattr__(self, "role", self.role or roles[self.shape])
        _check_role(self.role)


USUAL_LOOKS: Mapping[str, Look] = MappingProxyType({".": Look("empty")})
_MARGIN = 0.25


@dataclass(frozen=True)
class Picture:
    shapes: tuple[Shape, ...]
    lines: tuple[str, ...]
    title: str = ""
    origin: Point = (0.0, 0.0)
    """Where the origin of the first picture has come to stand, if this one is made of several."""

    def __post_init__(self) -> None:
        for shape in self.shapes:
            _check_role(shape.role)

    def text(self) -> str:
        return "\n".join(self.lines)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self, scale: float = 40) -> str:
        """A standalone SVG document in which one unit is `scale` pixels."""
        return svg_of(self.shapes, self.box(), self.title, scale)

    def to_json(self) -> dict[str, Any]:
        """The picture as data, for programs that draw it themselves: shapes as in :func:`shape_json`."""
        return {
            "title": _clean(self.title or "board"),
            "box": [round(value, 4) for value in self.box()],
            "lines": [_clean(line) for line in self.lines],
            "shapes": [shape_json(shape) for shape in self.shapes],
        }

    def box(self) -> tuple[float, float, float, float]:
        corners = [corner for shape in self.shapes for corner in extent(shape)] or [(0.0, 0.0), (1.0, 1.0)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN


def svg_of(
    shapes: Iterable[Shape],
    box: tuple[float, float, float, float],
    title: str = "",
    scale: float = 40,
    paper: bool = True,
) -> str:
    """Shapes within a box as a standalone SVG document, on paper or on nothing."""
    from html import escape

    left, top, right, bottom = box
    width, height = _number((right - left) * scale), _number((bottom - top) * scale)
    frame = " ".join(_number(scale * value) for value in (left, top, right - left, bottom - top))
    title = _clean(title or "board")
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">'
    )
    sheet = (
        f'<rect x="{_number(left * scale)}" y="{_number(top * scale)}" '
        f'width="{width}" height="{height}" fill="{PALETTE["paper"][0]}"/>'
    )
    body = [_svg(shape, scale) for shape in shapes]
    return "\n".join([head, f"<title>{escape(title)}</title>", *([sheet] * paper), *body, "</svg>"]) + "\n"


def shape_json(shape: Shape) -> list[Any]:
    """A shape as a list: what it is, its role, where it is, and its other attributes in the order of its class.

    >>> shape_json(Disc((0.5, 2), 0.4, "left"))
    ['disc', 'left', [0.5, 2], 0.4, False]
    """
    if isinstance(shape, Polygon):
        return ["polygon", shape.role, list(map(_rounded, shape.points))]
    if isinstance(shape, Disc):
        return ["disc", shape.role, _rounded(shape.centre), round(shape.radius, 4), shape.hollow]
    if isinstance(shape, Stroke):
        points = list(map(_rounded, shape.points))
        return ["stroke", shape.role, points, round(shape.width, 4), shape.curved, shape.dashed]
    return ["label", shape.role, _rounded(shape.centre), _clean(shape.text), round(shape.size, 4), shape.upon]


def _rounded(point: Point) -> list[float]:
    return [round(value, 4) for value in point]


def extent(shape: Shape) -> tuple[Point, ...]:
    """Points between which a shape lies."""
    if isinstance(shape, Polygon | Stroke):
        return shape.points
    x, y = shape.centre
    if isinstance(shape, Disc):
        return (x - shape.radius, y - shape.radius), (x + shape.radius, y + shape.radius)
    half = 0.3 * shape.size * len(shape.text)
    return (x - half, y - shape.size / 2), (x + half, y + shape.size / 2)


def _number(value: float) -> str:
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def _clean(text: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _svg(shape: Shape, scale: float) -> str:
    fill, outline, upon = PALETTE[shape.role]
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(x * scale)},{_number(y * scale)}" for x, y in shape.points)
        width = _number(0.03 * scale)
        return f'<polygon points="{points}" fill="{fill}" stroke="{outline}" stroke-width="{width}"/>'
    if isinstance(shape, Stroke):
        places = [f"{_number(x * scale)} {_number(y * scale)}" for x, y in shape.points]
        path = f"M{places[0]}Q{' '.join(places[1:])}" if shape.curved else f"M{'L'.join(places)}"
        dashes = f' stroke-dasharray="{_number(0.12 * scale)}"' if shape.dashed else ""
        return (
            f'<path d="{path}" fill="none" stroke="{fill}" stroke-width="{_number(shape.width * scale)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{dashes}/>'
        )
    x, y = (_number(value * scale) for value in shape.centre)
    if isinstance(shape, Disc):
        paint = (
            f'fill="none" stroke="{fill}" stroke-width="{_number(0.06 * scale)}"'
            if shape.hollow
            else f'fill="{fill}" stroke="{outline}" stroke-width="{_number(0.03 * scale)}"'
        )
        return f'<circle cx="{x}" cy="{y}" r="{_number(shape.radius * scale)}" {paint}/>'
    from html import escape

    return (
        f'<text x="{x}" y="{y}" dy="0.35em" font-family="sans-serif" font-size="{_number(shape.size * scale)}" '
        f'text-anchor="middle" fill="{upon if shape.upon else fill}">{escape(_clean(shape.text))}</text>'
    )


def between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
