"""What the library tells about its work, to those who listen."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.cli import main


def test_the_logger_tells_which_methods_were_tried_and_which_answered(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "perfectplay"):
        pp.outcome(pp.load("domineering", "....|...."))
    said = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("outcome of domineering: ") and line.endswith("does not apply") for line in said), said
    assert any(line.startswith("outcome of domineering: answered by ") for line in said), said


def test_the_logger_tells_which_tables_were_built(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path))
    with caplog.at_level(logging.INFO, "perfectplay"):
        assert pp.solve(pp.load("fifteen", "1 2 3 4|5 6 7 8|9 10 0 11"), method="pattern databases").cost == 1
    built = [record.getMessage() for record in caplog.records]
    assert built and all(line.startswith(f"built the table {tmp_path}") for line in built), built


LISTENS = (
    "import sys\nfrom perfectplay.cli import main\nmain(['outcome', 'nim', '1 2'])\nprint('logging' in sys.modules)"
)


def test_nothing_is_said_nor_imported_where_nobody_listens() -> None:
    done = subprocess.run([sys.executable, "-c", LISTENS], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "False" and not done.stderr
    warns = "import logging\nfrom perfectplay.log import listening\nlistening().warning('nobody asked')"
    assert subprocess.run([sys.executable, "-c", warns], capture_output=True, text=True).stderr == ""


@pytest.mark.parametrize("words", [["--log", "debug"], []], ids=["option", "variable"])
def test_the_command_line_tells_it_on_standard_error(words: list[str]) -> None:
    asked = [sys.executable, "-m", "perfectplay", "grundy", "nim", "3 5", "--quiet", *words]
    environment = {"PERFECTPLAY_LOG": "" if words else "DEBUG", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(asked, capture_output=True, text=True, env=environment)
    assert (done.stdout, done.returncode) == ("6\n", 0)
    assert "perfectplay: DEBUG: grundy of nim: answered by nim sum" in done.stderr


def test_an_unknown_level_is_bad_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "nim", "--log", "loud"]) == 2
    monkeypatch.setenv("PERFECTPLAY_LOG", "loud")
    assert main(["list", "nim"]) == 2
    assert "PERFECTPLAY_LOG is 'loud' (expected one of debug, info, warning)" in capsys.readouterr().err
