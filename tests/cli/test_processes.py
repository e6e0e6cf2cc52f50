"""The command line as a program of its own: signals, pipes and start-up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-m", "perfectplay"]


def run(*words: str, **keywords: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=60, **keywords)  # type: ignore[call-overload, no-any-return]


def test_the_program_answers_and_returns_its_exit_code() -> None:
    ran = run("outcome", "domineering", "..|..")
    assert (ran.returncode, ran.stderr) == (0, "") and ran.stdout.startswith("N")
    assert run("solve", "fifteen", "@loyd").returncode == 1
    assert run("outcome", "nothing").returncode == 2


LONG = [
    ("outcome", "domineering", "|".join(["." * 12] * 12)),
    ("value", "domineering", "|".join(["." * 8] * 8)),
    ("thermograph", "domineering", "|".join(["." * 8] * 8), "--method", "moves"),
    ("grundy", "cram", "|".join(["." * 9] * 7)),
    ("count", "peg_solitaire", "@english"),
    ("solve", "peg_solitaire", "@english", "--method", "breadth-first"),
]


@pytest.mark.parametrize("words", LONG, ids=lambda words: words[0])
def test_ctrl_c_stops_a_long_question_at_once(words: tuple[str, ...]) -> None:
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1.5)
        assert process.poll() is None
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
        assert time.monotonic() - started < 5  # 0.2 s on an idle machine; generous, since machines are noisy
    assert process.returncode == 130
    assert err == "perfectplay: interrupted\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    words = " ".join([*COMMAND, "solutions", "peg_solitaire", "--limit", "20000"])
    script = f"{words} | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert ran.stderr == ""


def test_importing_the_package_does_not_import_the_terminal_libraries() -> None:
    code = "import sys, perfectplay; print([m for m in ('rich', 'argparse') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_internal_errors_are_one_line_too() -> None:
    code = (
        "import perfectplay.cli.commands as c, sys\n"
        "def broken(words): raise RuntimeError('first line\\nsecond')\n"
        "c.run = broken\n"
        "from perfectplay.cli import main\n"
        "sys.exit(main(['list']))\n"
    )
    env = {name: value for name, value in os.environ.items() if name != "PERFECTPLAY_DEBUG"}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert ran.returncode == 70
    assert ran.stderr.startswith("perfectplay: internal error: RuntimeError") and ran.stderr.count("\n") == 1


def test_the_demo_runs() -> None:
    ran = subprocess.run([sys.executable, "-m", "perfectplay.demo"], capture_output=True, text=True, timeout=110)
    assert ran.returncode == 0 and "[81, 90, 116]" in ran.stdout
