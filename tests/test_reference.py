"""The reference: every public name has a docstring with an example and is in it, and the site can be built."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import schema

ROOT = Path(__file__).parents[1]
FIRST_MET = ("Position", "Move", "Value", "Result", "Solution", "Line", "Limits", "Outcome", "Player", "Verdict")
"""Classes that every program meets, whose methods need an example each."""
WITHOUT = ("__version__",)
"""Names that have no example of their own."""


def pages() -> ModuleType:
    """The hook that makes the pages; it can be imported without mkdocs."""
    spec = importlib.util.spec_from_file_location("pages", ROOT / "docs" / "pages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["pages"] = module
    spec.loader.exec_module(module)
    return module


PUBLIC: dict[str, str] = pages().public_names()


def written(name: str) -> str:
    """The docstring of a public name; constants and native classes have theirs in the source."""
    value, module = getattr(pp, name), PUBLIC[name]
    if not module or inspect.isfunction(value) or (inspect.isclass(value) and "_native" not in module):
        return inspect.getdoc(value) or ""
    where = ROOT / "python" / Path(*module.split("."))
    source = next(path for path in (where.with_suffix(".pyi"), where.with_suffix(".py")) if path.exists())
    return dict(_documented(ast.parse(source.read_text(encoding="utf-8")))).get(name, "")


def _documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Classes and assignments of a module, with their docstrings."""
    for here, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(here, ast.ClassDef):
            yield here.name, ast.get_docstring(here) or ""
        elif isinstance(here, ast.Assign | ast.AnnAssign) and isinstance(following, ast.Expr):
            target = here.targets[0] if isinstance(here, ast.Assign) else here.target
            if isinstance(target, ast.Name) and isinstance(following.value, ast.Constant):
                yield target.id, inspect.cleandoc(str(following.value.value))


def test_every_name_of_the_package_is_a_public_name() -> None:
    assert {*dir(pp)} <= {*PUBLIC} and {"graphs", "formulas"} <= {*PUBLIC}


@pytest.mark.parametrize("name", [name for name in PUBLIC if name not in WITHOUT])
def test_every_public_name_has_an_example(name: str) -> None:
    text = written(name)
    assert ">>>" in text, f"{name} has no example"
    if not (inspect.isclass(getattr(pp, name)) or callable(getattr(pp, name))) or name == "Cancel":
        said: list[str] = []  # those of functions and classes are run with their modules
        test = doctest.DocTestParser().get_doctest(text, {"pp": pp}, name, None, 0)
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append).failed == 0, said


def _methods(cls: type[Any]) -> Iterator[tuple[str, Any]]:
    for name, member in inspect.getmembers_static(cls):
        plain = getattr(member, "__func__", getattr(member, "fget", getattr(member, "func", member)))
        if not name.startswith("_") and inspect.isfunction(plain) and plain.__module__.startswith("perfectplay"):
            yield name, plain


@pytest.mark.parametrize("name", FIRST_MET)
def test_every_method_that_programs_meet_first_has_an_example(name: str) -> None:
    for method, function in _methods(getattr(pp, name)):
        assert ">>>" in (function.__doc__ or ""), f"{name}.{method} has no example"


def test_every_public_name_is_in_the_reference() -> None:
    listed = dict(pages().reference())
    text = "\n".join(listed.values())
    for name, module in PUBLIC.items():
        found = re.findall(rf"^::: {re.escape(module or 'perfectplay')}\.{name}$", text, re.MULTILINE)
        assert len(found) == 1, f"{name} is {len(found)} times in the reference"
    for page in listed:
        assert f"- {page}" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), f"{page} is not in mkdocs.yml"


def test_every_system_is_in_the_catalogue_of_the_documentation() -> None:
    listed = dict(pages().catalogue())
    for entry in pp.catalogue():
        assert f"catalogue/{entry.key}.svg" in listed and f"#{entry.key})" in listed["catalogue/index.md"]


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for path in sorted((ROOT / "docs").rglob("*.md")):
        assert path.relative_to(ROOT / "docs").as_posix() in navigation, path


def test_the_addresses_are_the_same_everywhere() -> None:
    """They are defined in pyproject.toml; other files that need them cannot read it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source, documentation = project["urls"]["Source"], project["urls"]["Documentation"]
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert f"site_url: {documentation}\n" in site and f"repository: {source} " in site and f"link: {source}\n" in site
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"repository-code: {source}\n" in cited and f"url: {documentation}\n" in cited
    assert schema.ADDRESS.startswith(documentation)
    assert all(address.startswith((source, documentation)) for address in project["urls"].values())


def test_the_version_is_the_same_everywhere() -> None:
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]
    assert pp.__version__ == cargo
    assert f"\nversion: {cargo}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## [{cargo}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_readme_has_every_exit_code() -> None:
    from perfectplay import cli

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    codes = (cli.ANSWERED, cli.NO, cli.BAD_INPUT, cli.LIMIT, cli.DEFECT, cli.UNWRITABLE)
    for code in (*codes, *(128 + number for number in cli.SIGNALS)):
        assert f"\n| {code} | " in readme, code


@pytest.mark.full
def test_the_site_is_built_without_a_broken_link(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    site = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", site],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (site / "schema" / "v1.json").exists()
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (site / "reference").rglob("*.html"))
    for name, module in PUBLIC.items():
        assert f'id="{module or "perfectplay"}.{name}"' in pages, name
    loaded = re.compile(r'<(?:script|img|iframe|link rel="(?!canonical|prev|next)[^"]*")[^>]*(?:src|href)="https?://')
    for path in site.rglob("*.html"):
        assert not loaded.search(path.read_text(encoding="utf-8")), f"{path} loads something from elsewhere"
