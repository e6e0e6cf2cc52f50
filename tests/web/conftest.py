"""A server of our own and a real browser for the tests of the page.

The browser is Debian's chromium, or any other that is found; where there is none, these tests are left out and say so.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.web.serving import serving

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 60_000
"""Milliseconds until something has to have happened: machines may be busy, so that nothing depends on them."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with serving() as server:
        yield server.address.rstrip("/")


@pytest.fixture(scope="module")  # its driver has an event loop of its own, which must not be there for other tests
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium was found: the page is not tested in a browser")
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield found
        found.close()


Opener = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens pages; whatever the browser complains about fails the test."""
    complaints: list[str] = []
    contexts = []

    def visit(path: str, *, width: int = 1280, dark: bool = False, touch: bool = False, at: str = "") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=touch,
            accept_downloads=True,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _is_complaint(said.text, said.type) else None)
        page.goto((at or address) + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


def _is_complaint(text: str, kind: str) -> bool:
    """Answers that say no are logged as errors of the network; the page shows them."""
    return kind in ("error", "warning") and "Failed to load resource" not in text
