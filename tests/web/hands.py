"""What a visitor does with mouse and keyboard, in the coordinates of pictures."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

SCALE = 40
"""Units of the drawing for one unit of a picture."""
CENTRES = """(svg, points) => points.map(([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
})"""


def on_screen(drawing: Locator, *points: tuple[float, float]) -> list[tuple[float, float]]:
    """Where points of a picture are in the window."""
    drawing.scroll_into_view_if_needed()
    found: list[tuple[float, float]] = drawing.evaluate(CENTRES, [[SCALE * x, SCALE * y] for x, y in points])
    return found


def click(page: Page, drawing: Locator, *points: tuple[float, float], button: str = "left") -> None:
    for x, y in on_screen(drawing, *points):
        page.mouse.click(x, y, button="right" if button == "right" else "left")


def drag(page: Page, drawing: Locator, *points: tuple[float, float]) -> None:
    (x, y), *others = on_screen(drawing, *points)
    page.mouse.move(x, y)
    page.mouse.down()
    for x, y in others:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def ask(page: Page, question: str) -> Locator:
    """Choose a question, ask it, and wait for its answer."""
    page.get_by_role("radiogroup", name="Question").get_by_text(question, exact=True).click()
    page.get_by_role("button", name="Ask", exact=True).click()
    answer = page.locator(".answer").first
    expect(answer).to_contain_text(question)
    return answer


def tab_to(page: Page, control: Locator) -> None:
    """Press Tab until a control has the focus."""
    expect(control).to_be_visible()
    for _ in range(100):
        if control.evaluate("(control) => control === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {control}")


def board(page: Page) -> Locator:
    """The picture that is played on."""
    return page.locator(".board svg.drawing").first


def sheet(page: Page) -> Locator:
    """The picture that is filled in or edited: the one that can be seen."""
    return page.locator(".sheet-board svg.drawing").locator("visible=true").first


def fits(page: Page) -> bool:
    """Is nothing wider than the window?"""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return found
