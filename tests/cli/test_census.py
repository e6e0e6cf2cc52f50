"""The command `census`: tables, summaries, stopping and going on, and what it says to wrong input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.interrupts import HANGS, interrupted, python

import perfectplay as pp
from perfectplay.cli import main

COMMAND = [sys.executable, "-m", "perfectplay"]
Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["census", *words])
        return code, *capsys.readouterr()

    return run


def test_a_table_is_written_and_summed_up(cli: Cli) -> None:
    code, out, err = cli("domineering", "--rows", "3", "--cols", "3")
    table = pp.census("domineering", rows=3, cols=3)
    head, *rest = str(table).split("\n")
    assert (code, err) == (0, "") and out.split("\n")[:-2] == [f"{head}, in domineering-3x3.csv", *rest]
    lines = Path("domineering-3x3.csv").read_text().splitlines()
    assert lines[0] == "position,orbit,outcome,value,left_stop,right_stop,mean,temperature"
    assert len(lines) == 1 + len(table) and lines[1] == "...|...|...,1,N,+-1,1,-1,0,1"
    code, out, err = cli("domineering", "--rows", "3", "--cols", "3")
    assert (code, out) == (2, "") and err.startswith("perfectplay: domineering-3x3.csv exists already")
    assert cli("domineering", "--rows", "3", "--cols", "3", "--force", "--quiet") == (0, "", "")


def test_names_of_tables_say_what_is_in_them(cli: Cli) -> None:
    words = ("domineering", "--rows", "1-2", "--cols", "2", "--all", "--connected", "--set", "misere=true")
    assert cli(*words)[0] == 0
    assert cli("nim", "--heaps", "4", "--piles", "2")[0] == 0
    assert sorted(path.name for path in Path().iterdir()) == [
        "domineering-1-2x2-all-connected-misere.csv",
        "nim-heaps-4-piles-2.csv",
    ]


def test_a_table_on_standard_output(cli: Cli) -> None:
    code, out, err = cli("kayles", "--heaps", "5", "--columns", "nimber", "--output", "-")
    assert (code, out, err) == (0, "position,nimber\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n", "")
    code, out, err = cli("clobber", "--rows", "1", "--cols=2", "--symbols", "xo", "--all", "--output", "-")
    assert [line.split(",")[0] for line in out.splitlines()] == ["position", "xx", "xo", "ox", "oo"]


def test_the_summary_alone(cli: Cli) -> None:
    code, out, err = cli("cram", "--rows", "3", "--cols", "3", "--summary")
    assert (code, err) == (0, "") and "nimbers " in out and not list(Path().iterdir())
    code, out, err = cli("cram", "--rows", "3", "--cols", "3", "--summary", "--json")
    data = json.loads(out)
    assert (data["positions"], data["output"], data["columns"][-1]) == (512, None, "nimber")


def test_a_limit_stops_it_and_the_same_command_goes_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("domineering", "--rows", "3-4", "--cols", "4")
    assert cli(*words, "--output", "whole.csv")[0] == 0
    with monkeypatch.context() as slowly:
        slowly.setattr(sys.modules["perfectplay.census"], "BLOCK_SECONDS", 0.0)
        code, out, err = cli(*words, "--positions", "2k")
    assert (code, out) == (3, "")
    assert err.startswith("perfectplay: limit of 2000 positions reached; ") and err.count("\n") == 1
    assert err.endswith(" of 69,632 fillings are done, and the same question continues from there\n")
    assert cli(*words)[0] == 0
    assert Path("domineering-3-4x4.csv").read_bytes() == Path("whole.csv").read_bytes()


IN_PARTS = """
import contextlib, pathlib, sys
import perfectplay.cli.census as command
from perfectplay.cli import entry
from tests.interrupts import telling

sys.modules["perfectplay.census"].PART_ROWS = 0  # every block is a part of the table


@contextlib.contextmanager
def shown(quiet):
    yield telling(lambda: len(list(pathlib.Path(sys.argv[-1] + ".parts").glob("*.json"))) > 1)


command._shown = shown
entry()
"""


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    path, folder = tmp_path / "t.csv", tmp_path / "t.csv.parts"
    words = ["census", "domineering", "--rows", "5", "--cols", "5", "--columns", "outcome", "--output", str(path)]
    code, out, err = interrupted([*python(IN_PARTS), *words])
    assert code == 130 and out == ""
    kept = f"{folder} holds what is done, and the same command continues from there"
    assert err == f"perfectplay: interrupted; {kept}\n"
    assert not path.exists() and not list(folder.glob("*.tmp"))
    parts = len(list(folder.glob("*.csv")))
    ran = subprocess.run([*COMMAND, *words, "--positions", "1"], capture_output=True, text=True, timeout=HANGS)
    assert ran.returncode == 3 and len(list(folder.glob("*.csv"))) == parts + 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("domineering",), "domineering: a census of boards takes rows and cols"),
        (("domineering", "--rows", "x", "--cols", "2"), "--rows 'x' (expected a number such as 4, or a range"),
        (("domineering", "--rows", "3-2", "--cols", "2"), "--rows '3-2' (expected"),
        (("domineering", "--rows", "2"), "domineering: a census of boards takes"),
        (("nim", "--heaps", "many"), "--heaps 'many' (expected a number)"),
        (("domineering", "--rows", "2", "--cols", "2", "--columns", "hat"), "domineering: no column 'hat' (expected"),
        (("domineering", "--rows", "2", "--cols", "2", "--output", "t.xls"), "output 't.xls' (expected a name"),
        (("domineering", "--rows", "2", "--cols", "2", "--set", "hat=1"), "domineering: no option 'hat=1'"),
        (("domineering", "--rows", "2", "--cols", "2", "--memory", "lots"), "memory limit 'lots'"),
        (("domineering", "..|.."), "unrecognized arguments"),
        (("nothing", "--rows", "2", "--cols", "2"), "no system 'nothing'"),
    ],
)
def test_wrong_command_lines_are_answered_in_one_line(cli: Cli, words: tuple[str, ...], said: str) -> None:
    code, out, err = cli(*words)
    assert (code, out) == (2, "") and err.startswith(f"perfectplay: {said}") and err.count("\n") == 1
    assert not list(Path().iterdir())
