"""Lines in notebooks, in a real browser: stepped through by mouse and keyboard without a script, and still to be read
where styles are stripped, as in a notebook that is not trusted."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import perfectplay as pp
from perfectplay.notebook.display import embedded
from perfectplay.notebook.layers import common_box
from perfectplay.picture.shapes import svg_of

LINE = pp.solve(pp.load("sokoban"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False, offline=True)
    yield context.new_page()
    context.close()


def test_a_line_is_stepped_through(page: Page) -> None:
    page.set_content(f"{LINE._repr_html_()}{LINE.answer._repr_html_() if LINE.answer is not None else ''}")
    first, second = page.locator(".pp-steps").all()
    shown = first.locator("img:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("alt", "start")
    first.get_by_text("on ›").locator("visible=true").click()  # noqa: RUF001
    first.get_by_text("on ›").locator("visible=true").click()  # noqa: RUF001
    expect(shown).to_have_attribute("alt", "2 of 21: l")
    first.get_by_text("‹ back").locator("visible=true").click()  # noqa: RUF001
    expect(shown).to_have_attribute("alt", "1 of 21: l")
    first.locator("input").nth(1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("alt", "3 of 21: u")
    expect(second.locator("img:visible")).to_have_attribute("alt", "start")


def test_without_styles_the_first_and_the_last_position_are_seen(page: Page) -> None:
    page.set_content(re.sub(r"<style>.*?</style>", "", LINE._repr_html_() or "", flags=re.DOTALL))
    seen = page.locator(".pp-steps img:visible")
    assert [each.get_attribute("alt") for each in seen.all()] == ["start", "21 of 21: L"]
    expect(page.locator("input:visible")).to_have_count(0)
    expect(page.get_by_text("4 pushes")).to_be_visible()


DIFFERENT = """async (pictures) => {
  const points = await Promise.all(pictures.map(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const drawn = new OffscreenCanvas(image.width, image.height).getContext("2d");
    drawn.drawImage(image, 0, 0);
    return drawn.getImageData(0, 0, image.width, image.height).data;
  }));
  const [one, other] = points;
  if (one.length !== other.length) return 1;
  return one.filter((value, n) => Math.abs(value - other[n]) > 64).length / one.length;
}"""
"""The part of two screenshots that is not alike."""


@pytest.mark.parametrize("key", ["sokoban", "rush_hour", "peg_solitaire", "fifteen", "lunar_lockout"])
def test_a_frame_upon_its_background_looks_like_its_picture(page: Page, browser: Browser, key: str) -> None:
    """But for a few points where borders meet."""
    solution = pp.solve(pp.load(key))
    assert solution.answer is not None
    steps = len(solution) // 2
    page.set_content(solution._repr_html_() or "")
    page.locator(".pp-steps > input").nth(steps).check()
    frame = page.locator(".pp-steps img:visible")
    expect(frame).to_have_class("pp-over")
    shots = [frame.screenshot()]
    pictures = [each.picture() for each in solution.answer.positions()]
    whole = svg_of(pictures[steps].shapes, common_box(pictures))
    page.set_content(f'<img src="{embedded(whole)}" style="max-width:100%;border-radius:4px">')
    shots.append(page.locator("img").screenshot())
    other = browser.new_page()
    differing = other.evaluate(DIFFERENT, [b64encode(shot).decode() for shot in shots])
    other.close()
    assert differing < 0.002
