"""The client in the guide to the page is run as it stands there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "web.md"


def test_the_client_of_the_guide_gets_an_answer(address: str) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    found = re.search(r"<!-- client -->\n```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(found[1], {"ADDRESS": address})
    assert f"this prints `{said.getvalue().strip()}`" in text
