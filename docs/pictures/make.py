"""Makes the pictures of the page that are in the documentation: each in light and in dark colours.

``.venv/bin/python docs/pictures/make.py`` starts a server, visits eight pages with a real browser as a person would,
and writes the pictures beside this file. They are made anew when the page looks different, and looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from tests.web.conftest import CHROMIUM, PATIENCE, QUIET  # noqa: E402
from tests.web.hands import ask, board, click, drag, sheet  # noqa: E402
from tests.web.serving import serving  # noqa: E402

import perfectplay as pp  # noqa: E402

WIDTHS = {"phone": 390}
HEIGHTS = {
    "catalogue": 1120,
    "play": 1080,
    "fill": 900,
    "solution": 1240,
    "value": 1900,
    "unique": 1100,
    "values": 1000,
    "phone": 980,
}


def settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")


def play(page: Page) -> None:
    """Some moves of Domineering against perfection."""
    page.get_by_label("Opponent").select_option("Right")
    for number, (first, second) in enumerate((((1.5, 1.5), (1.5, 2.5)), ((4.5, 1.5), (4.5, 2.5))), 1):
        click(page, board(page), first, second)
        expect(board(page).locator("polygon.role-block")).to_have_count(4 * number)
        expect(page.locator(".turn")).to_contain_text("Left")


LOOP = "3.31..3|1......|..11..1|1....3.|11.31.1|.3...3."


def fill(page: Page) -> None:
    """The larger part of the loop of a Slitherlink, drawn in one go, and what Check says about it."""
    answer = pp.solve(pp.load("slitherlink", LOOP)).answer
    assert answer is not None
    lines = {line for line, drawn in answer.items() if drawn == 1}
    dots = [min(lines)[0]]
    while len(dots) < 36:
        line = min(line for line in lines if dots[-1] in line)
        lines.remove(line)
        dots.append(line[line[0] == dots[-1]])
    drag(page, sheet(page), *((column, row) for row, column in dots))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".sheet-said")).not_to_be_empty()


def solution(page: Page) -> None:
    """A solution of Sokoban in the middle."""
    answer = ask(page, "Solve")
    for _ in range(9):
        answer.get_by_role("button", name="Next").click()


def asked(question: str) -> Callable[[Page], None]:
    return lambda page: expect(ask(page, question)).to_be_visible()


PAGES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "catalogue": ("/?find=slide", settled),
    "play": ("/s/domineering?p=6x6", play),
    "fill": ("/s/slitherlink?p=" + quote(LOOP), fill),
    "solution": ("/s/sokoban", solution),
    "value": ("/s/domineering?p=2x3", asked("Value")),
    "unique": ("/s/light_up?p=" + quote("#......|.#....#|..1..1#|...#.##|..1#1..|1...0.."), asked("Unique")),
    "values": (f"/values?e={quote('{3||2|1}')}&e={quote('{2|-1/2}')}", settled),
    "phone": ("/s/hackenbush", settled),
}


def main() -> None:
    with serving() as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        for name, (path, act) in PAGES.items():
            for scheme in ("light", "dark"):
                page = browser.new_context(
                    viewport={"width": WIDTHS.get(name, 1280), "height": HEIGHTS[name]},
                    color_scheme="dark" if scheme == "dark" else "light",
                    reduced_motion="reduce",
                ).new_page()
                page.set_default_timeout(PATIENCE)
                page.goto(server.address.rstrip("/") + path)
                page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'")  # pictures have no bars
                settled(page)
                act(page)
                settled(page)
                page.evaluate("scrollTo(0, 0)")
                page.mouse.move(0, 0)
                page.screenshot(path=HERE / f"{name}{'-dark' if scheme == 'dark' else ''}.png")
                page.context.close()


if __name__ == "__main__":
    main()
