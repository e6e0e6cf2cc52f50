"""Every example in the documentation is run: docstrings of all modules, and the Markdown files."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from fractions import Fraction
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay import values
from perfectplay.method import modules
from perfectplay.registry import FOLDERS, keys

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(pp.__path__, "perfectplay.")
    if not module.name.endswith(("__main__", "._native"))
)
PAGES = sorted(
    path for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("**/*.md")] if path.is_file()
)
FLAGS = doctest.ELLIPSIS
VALUES = {"Fraction": Fraction} | {name: getattr(values, name) for name in values.__all__}
"""What examples in the docstrings of `perfectplay.values` may use besides their own module, as its users see it."""


def run(test: doctest.DocTest) -> None:
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


def subjects(name: str) -> tuple[str, ...]:
    """The systems that a module is about: its own, or those of a theorem or solver."""
    folder, _, last = name.removeprefix("perfectplay.").rpartition(".")
    if name in modules():
        return tuple(key for key in modules()[name] if key in keys())
    return (last,) if folder in FOLDERS else ()


@pytest.mark.parametrize(
    "name", ["perfectplay", *(pytest.param(name, marks=pytest.mark.about(*subjects(name))) for name in MODULES)]
)
def test_examples_in_docstrings_hold(name: str) -> None:
    module = importlib.import_module(name)
    names = {"pp": pp} | (VALUES if name.startswith("perfectplay.values") else {})
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, extraglobs=names):
        if test.examples:
            run(test)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_in_pages_hold(path: Path) -> None:
    # A fence ends what an example prints, as an empty line does.
    text = re.sub(r"^[ \t]*(```|~~~).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {"pp": pp}, path.name, str(path), 0)
    if test.examples:
        run(test)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_in_pages_compiles(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for block in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        if ">>>" not in block:
            compile(block, str(path), "exec")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (path.parent / target).exists(), target


def test_public_names_are_documented() -> None:
    for name in dir(pp):
        value = getattr(pp, name)
        if callable(value) and name not in {"Cancel"}:
            assert (value.__doc__ or "").strip(), f"{name} has no docstring"


def test_examples_in_the_reference_of_values_hold() -> None:
    """The last column of its tables: `expression` → `what it prints`."""
    text = (ROOT / "docs" / "values.md").read_text(encoding="utf-8").replace(r"\|", "|")
    examples = re.findall(r"`([^`]+)` → `([^`]+)` \|$", text, re.MULTILINE)
    assert len(examples) > 60
    for source, printed in examples:
        assert repr(eval(source, {"pp": pp, **VALUES})) == printed, source


def test_operations_on_values_are_documented() -> None:
    """Each member of Value has a definition and an example in its docstring, and a row in the reference."""
    reference = (ROOT / "docs" / "values.md").read_text(encoding="utf-8")
    for name, member in inspect.getmembers(pp.Value):
        if not name.startswith("_"):
            assert ">>>" in (inspect.getdoc(member) or ""), f"Value.{name} has no example"
            assert re.search(rf"^\| `{name}\b", reference, re.MULTILINE), f"Value.{name} is not in docs/values.md"
