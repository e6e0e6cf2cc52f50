"""Pictures beside each other, and pictures of plain text."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.picture.shapes import Label, Picture, Point, Polygon, Shape, Stroke
from perfectplay.records import replace


def picture_of_text(text: str, title: str = "") -> Picture:
    """Plain text as a picture: one label a line."""
    lines = tuple(text.split("\n"))
    return Picture(tuple(Label((0.0, float(row)), line, "ink") for row, line in enumerate(lines) if line), lines, title)


def beside(pictures: Sequence[Picture], title: str = "", sign: str = "+") -> Picture:
    """Pictures in a row, with signs between them."""
    shapes: list[Shape] = []
    columns: list[list[str]] = []
    x, origin = 0.0, (0.0, 0.0)
    middle = max((picture.box()[3] - picture.box()[1] for picture in pictures), default=1.0) / 2
    for number, picture in enumerate(pictures):
        if number:
            shapes.append(Label((x + 0.5, middle), sign, "ink", 0.7))
            columns.append([f" {sign} "])
            x += 1.0
        left, top, right, bottom = picture.box()
        move = (x - left, middle - (top + bottom) / 2)
        if not number:
            origin = move[0] + picture.origin[0], move[1] + picture.origin[1]
        shapes.extend(moved(shape, move) for shape in picture.shapes)
        columns.append(list(picture.lines))
        x += right - left
    height = max(map(len, columns), default=0)
    for column in columns:
        width = max(map(len, column), default=0)
        column[:] = [line.ljust(width) for line in column] + [" " * width] * (height - len(column))
    lines = tuple("".join(row).rstrip() for row in zip(*columns, strict=True))
    return Picture(tuple(shapes), lines, title, origin)


def towards(picture: Picture, goal: Picture, away: bool = False) -> Picture:
    """A position and its goal, or what it should differ from: in the text beside the last lines."""
    arrow = "-> not" if away else "->"
    both = replace(beside([picture, goal], sign="≠" if away else "→"), title=picture.title)
    if len(picture.lines) == len(goal.lines) == 1:
        return replace(both, lines=(f"{picture.lines[0]} {arrow} {goal.lines[0]}".rstrip(),))
    lines = [*[""] * (len(goal.lines) - len(picture.lines)), *picture.lines]
    width = max(map(len, lines))
    for number, line in enumerate(goal.lines, len(lines) - len(goal.lines)):
        sign = arrow if number == len(lines) - len(goal.lines) // 2 - 1 else " " * len(arrow)
        lines[number] = f"{lines[number].ljust(width)}  {sign}  {line}"
    return replace(both, lines=tuple(line.rstrip() for line in lines))


def moved(shape: Shape, by: Point) -> Shape:
    def move(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    if isinstance(shape, Polygon | Stroke):
        return replace(shape, points=tuple(map(move, shape.points)))
    return replace(shape, centre=move(shape.centre))
