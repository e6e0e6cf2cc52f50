"""Puzzles on paper are filled in by hand, all the way to their solution: once by mouse, once by keys alone.

The hands know nothing about a puzzle but what the page knows: where its unknowns lie, and which values they may have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.tiers import depth
from tests.web.conftest import Opener
from tests.web.hands import click, drag, sheet

import perfectplay as pp
from perfectplay.views.operations import carry_out

Point = tuple[float, float]
SMALL = {
    "nurikabe": "1.1|...|1.1",  # shaded
    "light_up": "...|...|..1",  # marked; walls are last, since keys do not walk through them
    "sudoku": "12..|..12|21..|..2.",  # numbers
    "slitherlink": "33|..",  # lines between dots
    "masyu": ".w.|...|...",  # lines through cells
    "hashiwokakero": "2.3|...|..1",  # bridges, some of them double
    "shikaku": "2.|.2",  # areas
    "yajilin": "...|...|...",  # shaded cells and lines
}
EVERY = {entry.key: "" for entry in pp.catalogue() if entry.kind == "pencil"}
PUZZLES = depth(SMALL, EVERY | SMALL)


@dataclass
class Unknown:
    """What is to be filled in, and with what."""

    kind: str
    area: list[Point]
    """Its corners, or the ends of a link."""
    value: int
    text: str

    @property
    def at(self) -> Point:
        xs, ys = zip(*self.area, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)


def unknowns(position: pp.Position) -> list[Unknown]:
    """All of them, with their values in a solution."""
    place = {"system": position.system.key, "position": str(position)}
    seen = carry_out("position", place)["sheet"]
    solution = pp.solve(position).answer
    solved = dict(carry_out("sheet", {**place, "answer": str(solution)})["draft"])
    found = []
    for number, (_, domain, area) in enumerate(seen["unknowns"]):
        values = seen["domains"][domain]
        kind = "given" if len(values) < 2 else "link" if area[0] == "stroke" else "area" if seen["regions"] else ""
        kind = kind or ("mark" if values[0] == "." and len(values) <= 4 else "number")
        value = solved.get(number, 0)
        found.append(Unknown(kind, [(x, y) for x, y in area[2]], value, values[value]))
    return found


def grown(cells: list[Unknown]) -> Iterator[tuple[Unknown, Unknown]]:
    """Each cell of an area after one beside it, beginning with one that is given or named."""
    inside = [cell for cell in cells if cell.kind == "given"][:1] or cells[:1]
    left = [cell for cell in cells if cell is not inside[0]]
    while left:
        beside = ((old, new) for old in inside for new in left if near(old.at, new.at))
        old, new = next(beside)
        inside.append(new)
        left.remove(new)
        yield old, new


def near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) < 1.1


def puzzle(visit: Opener, name: str) -> tuple[Page, list[Unknown]]:
    position = pp.load(name, PUZZLES[name]) if PUZZLES[name] else pp.load(name)
    page = visit(f"/s/{name}?p={quote(str(position))}")
    expect(sheet(page)).to_be_visible()
    return page, unknowns(position)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_sheet_is_solved_by_mouse(visit: Opener, name: str) -> None:
    page, found = puzzle(visit, name)
    drawing = sheet(page)
    for each in found:
        if each.kind == "link":
            for _ in range(each.value):
                drag(page, drawing, *each.area)
        elif each.kind == "mark":
            click(page, drawing, *[each.at] * each.value)
        elif each.kind == "number":
            write(page, drawing, each)
    for letter in {each.text: None for each in found if each.kind == "area"}:
        area = [each for each in found if each.kind in ("area", "given") and each.text == letter]
        if not any(each.kind == "given" for each in area):
            write(page, drawing, area[0])
        for old, new in grown(area):
            drag(page, drawing, old.at, new.at)
    expect(page.locator(".sheet-said")).to_contain_text("Solved!")


def write(page: Page, drawing: Locator, unknown: Unknown) -> None:
    click(page, drawing, unknown.at)
    page.keyboard.type(unknown.text)


@pytest.mark.parametrize("name", SMALL)
def test_a_sheet_is_solved_by_keys(visit: Opener, name: str) -> None:
    page, found = puzzle(visit, name)
    page.locator(".sheet-board").locator("visible=true").first.focus()
    page.keyboard.press("Home")
    here = min((spot for each in found for spot in spots(each)), key=lambda at: (at[1], at[0]))
    for each in found:
        if each.kind == "link" and each.value:
            one, other = each.area
            here = walk(page, here, one)
            for n in range(each.value):
                press(page, here, other if n % 2 == 0 else one, "Shift+")
                here = other if n % 2 == 0 else one
        elif each.kind in ("mark", "number", "area") and each.value + (each.kind != "mark"):
            here = walk(page, here, each.at)
            page.keyboard.type(" " * each.value if each.kind == "mark" else each.text)
    expect(page.locator(".sheet-said")).to_contain_text("Solved!")


def spots(unknown: Unknown) -> list[Point]:
    return unknown.area if unknown.kind == "link" else [unknown.at]


def walk(page: Page, here: Point, there: Point) -> Point:
    """Along the row, then along the column, a cell with each key."""
    for to in ((there[0], here[1]), there):
        while here != to:
            step = (here[0] + (to[0] > here[0]) - (to[0] < here[0]), here[1] + (to[1] > here[1]) - (to[1] < here[1]))
            press(page, here, step)
            here = step
    return here


def press(page: Page, here: Point, there: Point, held: str = "") -> None:
    sideways = here[0] != there[0]
    arrow = ("Right" if there[0] > here[0] else "Left") if sideways else ("Down" if there[1] > here[1] else "Up")
    page.keyboard.press(f"{held}Arrow{arrow}")
