"""Widgets in a real browser, without a notebook: a page is their host, as anywidget is, this process their kernel."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import PATIENCE
from tests.web.hands import board, click, drag, sheet

import perfectplay as pp
from perfectplay.notebook.joined import script

pytest.importorskip("anywidget", reason="widgets need anywidget")

ADDRESS = "http://notebook.example/"
HOST = """<!doctype html><title>A notebook</title><body style="background: %s"><div id="cell"></div></body>"""
RENDER = """async (view) => {
  const { default: widget } = await import("/widget.js");
  const heard = new Set();
  const data = { view, now: {} };
  const model = {
    get: (name) => data[name],
    set: (name, value) => void (data[name] = value),
    save_changes: () => keep(data.now),
    on: (name, hear) => heard.add(hear),
    off: (name, hear) => heard.delete(hear),
    send: async (message) => { for (const reply of await kernel(message)) for (const hear of heard) hear(reply, []); },
  };
  widget.render({ model, el: document.getElementById("cell") });
}"""
"""A model as widgets know it, and a cell to draw in."""

Shower = Callable[..., tuple[Any, Page]]


@pytest.fixture
def shown(browser: Browser) -> Iterator[Shower]:
    """Shows a widget; whatever the browser complains about, or asks for elsewhere, fails the test."""
    complaints: list[str] = []
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)

    def shown(thing: Any, ground: str = "white", **more: Any) -> tuple[Any, Page]:
        widget = pp.show(thing, **more)
        sent: list[Any] = []
        widget.send = lambda content, buffers=None: sent.append(json.loads(json.dumps(content)))

        def kernel(message: Any) -> list[Any]:
            widget._asked(widget, message, [])
            for thread, _ in list(widget.running.values()):
                thread.join()
            replies = sent[:]
            sent.clear()
            return replies

        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route("**/*", lambda route: route.abort())
        page.route(ADDRESS, lambda route: route.fulfill(body=HOST % ground, content_type="text/html"))
        page.route("**/widget.js", lambda route: route.fulfill(body=script(), content_type="text/javascript"))
        page.expose_function("kernel", kernel)
        page.expose_function("keep", lambda now: setattr(widget, "now", now))
        page.goto(ADDRESS)
        page.on("request", lambda request: complaints.append(request.url) if "widget.js" not in request.url else None)
        page.evaluate(RENDER, dict(widget.view))
        return widget, page

    yield shown
    context.close()
    assert complaints == []


def test_a_board_is_played_by_clicking(shown: Shower) -> None:
    widget, page = shown(pp.load("domineering", "3x4"))
    click(page, board(page), (0.5, 0.5), (0.5, 1.5))
    expect(page.locator(".turn")).to_contain_text("Right to move")
    assert widget.position == pp.load("domineering", "#...|#...|....")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".turn")).to_contain_text("Left to move")
    assert widget.position == pp.load("domineering", "3x4")


def test_the_opponent_replies(shown: Shower) -> None:
    widget, page = shown(pp.load("domineering", "3x4"), opponent="perfect")
    click(page, board(page), (0.5, 0.5), (0.5, 1.5))
    expect(page.get_by_text("Record (2 moves)")).to_be_visible()
    expect(page.locator(".turn")).to_contain_text("Left (you) to move")
    assert str(widget.position).count("#") == 4


def test_a_puzzle_is_played_by_keys(shown: Shower) -> None:
    widget, page = shown(pp.load("sokoban", "#####|#@$.#|#####"))
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".turn")).to_contain_text("Solved")
    assert widget.position == pp.load("sokoban", "#####|# @*#|#####")


def test_a_sheet_is_filled_in_and_checked(shown: Shower) -> None:
    puzzle = pp.load("slitherlink", "33|..")
    widget, page = shown(puzzle)
    drag(page, sheet(page), (0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1), (0, 0))
    page.get_by_role("button", name="Forced").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".sheet-said")).to_contain_text("Solved")
    assert widget.answer == pp.solve(puzzle).answer


def test_a_line_has_a_slider(shown: Shower) -> None:
    _, page = shown(pp.solve(pp.load("sokoban")))
    expect(page.locator(".said")).to_contain_text("4 pushes")
    page.get_by_role("slider").press("End")
    expect(page.locator(".stepper")).to_contain_text("21 of 21")


def test_values_have_tree_and_thermograph(shown: Shower) -> None:
    _, page = shown(pp.value(pp.load("domineering", "2x3")))
    expect(page.locator(".value")).to_contain_text(re.compile(r"\{2\|[-\u2212](1/2|½)\}"))
    expect(page.locator(".value-tree svg")).to_be_visible()
    thermograph = page.locator(".thermo-drawing")
    thermograph.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".thermo")).to_contain_text("Left wall")


@pytest.mark.parametrize(("ground", "theme"), [("#ffffff", "light"), ("#111111", "dark")])
def test_a_widget_is_light_or_dark_as_its_notebook(shown: Shower, ground: str, theme: str) -> None:
    _, page = shown(pp.load("nim", "3 5"), ground)
    expect(page.locator("#cell")).to_have_attribute("data-theme", theme)
