"""A wheel of the tree, installed where there is nothing else, and run there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "perfectplay"
pytestmark = pytest.mark.full

USED = """
import perfectplay as pp
assert pp.verify(pp.outcome(pp.load("domineering", "...|...")))
assert pp.solve(pp.load("fifteen", "1 2 3|4 5 6|7 0 8")).cost == 1
assert pp.certify(pp.load("gadget", "@rush_or")) and pp.atlas("domineering") and pp.graphs.petersen()
assert str(pp.Value("^") + pp.Value("^")) == "^^"
print(pp.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    maturin = Path(sys.executable).with_name("maturin")
    subprocess.run([maturin, "build", "--release", "--quiet", "--out", out], cwd=ROOT, check=True)
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment that has the wheel and what it requires, and nothing else."""
    home = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", home / "env"], check=True)
    programs = home / "env" / ("Scripts" if os.name == "nt" else "bin")
    done = subprocess.run(
        [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel],
        capture_output=True,
        text=True,
    )
    if done.returncode and ("No matching distribution" in done.stderr or "connection" in done.stderr.lower()):
        pytest.skip("what the wheel requires cannot be downloaded")
    assert done.returncode == 0, done.stderr
    return programs


def run(programs: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Somewhere else, and without the source tree on the path."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [programs / words[0], *words[1:]], capture_output=True, text=True, cwd=programs.parent, env=alone
    )


def test_the_wheel_is_for_every_python_from_3_11_on(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_has_everything_and_no_tests(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    data = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    wanted = {str(path.relative_to(PACKAGE.parent)) for path in data if path.suffix not in (".so", ".pyd")}
    assert wanted <= inside, sorted(wanted - inside)
    for name in ("py.typed", "__init__.pyi", "survey/systems.csv", "web/page/index.html"):
        assert f"perfectplay/{name}" in inside, name
    assert any(name.startswith("perfectplay/gadgets/") and name.endswith(".txt") for name in inside)
    top = {name.partition("/")[0] for name in inside}
    assert {name for name in top if not name.endswith(".dist-info")} == {"perfectplay"}
    assert not [name for name in inside if "/tests/" in name or "__pycache__" in name]


def test_the_wheel_says_who_made_it_and_where_it_comes_from(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
    said = archive.read(name).decode()
    for line in ("Author: ", "Project-URL: Documentation", "Provides-Extra: completion", "License-Expression: MIT"):
        assert line in said, line


def test_the_wheel_works_in_an_empty_environment(installed: Path) -> None:
    done = run(installed, "python", "-c", USED)
    assert done.returncode == 0, done.stderr
    assert str(installed.parent.name) in done.stdout and str(ROOT) not in done.stdout


def test_the_command_line_works_in_an_empty_environment(installed: Path) -> None:
    done = run(installed, "perfectplay", "outcome", "domineering", "....|....|....|....", "--json")
    assert (done.returncode, json.loads(done.stdout)["answer"]) == (0, "N"), done.stderr
    assert len(run(installed, "perfectplay", "list").stdout.splitlines()) > 100
    done = run(installed, "perfectplay", "unique", "sudoku")
    assert done.returncode == 0 and done.stdout, done.stderr
    done = run(installed, "perfectplay", "serve")
    assert (done.returncode, done.stderr) == (
        2,
        'perfectplay: serve needs the extra "web": pip install "perfectplay[web]"\n',
    )
