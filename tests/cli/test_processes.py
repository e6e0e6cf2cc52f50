"""The command line as a program of its own: signals, pipes and start-up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.interrupts import HANGS, ROOT, interrupted, python

import perfectplay
from perfectplay.cli import TRACEBACK

COMMAND = [sys.executable, "-m", "perfectplay"]
TELLING = [sys.executable, "-m", "tests.interrupts"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
linux = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="copies of the process write to files in memory")


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(*words: str, **keywords: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=HANGS, **keywords)  # type: ignore[call-overload, no-any-return]


def test_the_program_answers_and_returns_its_exit_code() -> None:
    ran = run("outcome", "domineering", "..|..")
    assert (ran.returncode, ran.stderr) == (0, "") and ran.stdout.startswith("N")
    assert run("solve", "fifteen", "@loyd").returncode == 1
    assert run("outcome", "nothing").returncode == 2


# signals ------------------------------------------------------------------------------------------------------------

LONG = [
    ("outcome", "domineering", "|".join(["." * 12] * 12)),
    ("value", "domineering", "|".join(["." * 8] * 8)),
    ("thermograph", "domineering", "|".join(["." * 8] * 8), "--method", "moves"),
    ("grundy", "cram", "|".join(["." * 9] * 7)),
    ("count", "peg_solitaire", "@english"),
    ("solve", "peg_solitaire", "@english", "--method", "breadth-first"),
]


@posix
@pytest.mark.parametrize("words", LONG, ids=lambda words: words[0])
def test_ctrl_c_stops_a_long_question(words: tuple[str, ...]) -> None:
    assert interrupted([*TELLING, *words]) == (130, "", "perfectplay: interrupted\n")


@posix
def test_sigterm_stops_a_long_question_and_so_do_many_signals() -> None:
    assert interrupted([*TELLING, *LONG[0]], signal.SIGTERM) == (143, "", "perfectplay: terminated\n")
    many = [signal.SIGINT] * 20
    assert interrupted([*TELLING, *LONG[0]], *many) == (130, "", "perfectplay: interrupted\n")


def moments(number: int, *words: str, twice: bool = False) -> list[tuple[str, int, str]]:
    """Where a signal was sent to the command line, and with which exit code and words it ended."""
    read, write = os.pipe()
    command = [sys.executable, "-m", "tests.cli.moments", str(write), str(number), "twice" if twice else "once", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pass_fds=[write]) as ran:
        os.close(write)
        with open(read) as report:
            found = [json.loads(line) for line in report]
        _, err = ran.communicate(timeout=HANGS)
    assert ran.returncode == 0, err
    return [(where, code, said) for where, code, said in found]


@linux
@pytest.mark.parametrize(("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")])
def test_a_signal_at_any_moment_is_answered_in_one_line(number: int, word: str) -> None:
    found = moments(number, "outcome", "nim", "3 5")
    places = [where for where, _, _ in found]
    assert {"perfectplay.cli.commands", "perfectplay._native", "perfectplay.games.nim"} <= set(places)
    assert any(where.startswith("leave") for where in places) and len(places) > 100
    # until they are installed, Python answers Ctrl-C by an exception, which `entry` catches behind its first line
    installed = places.index("perfectplay.errors")
    for where, code, said in found[1:] if number == signal.SIGINT else found[installed:]:
        assert (code, said) == (128 + number, f"perfectplay: {word}\n"), where


@linux
def test_a_second_signal_at_any_moment_is_answered_in_one_line() -> None:
    found = moments(signal.SIGINT, "outcome", "nim", "3 5", twice=True)
    assert any(where.startswith("complain") for where, _, _ in found) and len(found) > 10
    for where, code, said in found:
        assert (code, said) == (130, "perfectplay: interrupted\n"), where


@posix
def test_a_signal_that_is_ignored_stays_ignored() -> None:
    ignoring = "import signal, perfectplay.cli as cli, sys; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    lines = ["cli.Signals.guard()", "signal.raise_signal(signal.SIGINT)", "cli.entry()"]
    ran = subprocess.run([*python(ignoring, *lines), "--version"], capture_output=True, text=True, timeout=HANGS)
    assert (ran.returncode, ran.stderr) == (0, "") and ran.stdout.startswith("perfectplay ")


@posix
def test_an_interrupt_where_nothing_can_be_raised_is_not_lost() -> None:
    lines = [
        "import signal, perfectplay.cli as cli, perfectplay.cli.program as commands",
        "class Thing:",
        "    def __del__(self): signal.raise_signal(signal.SIGINT)",
        "def run(words): Thing(); return 0",
        "commands.run = run",
        "cli.entry()",
    ]
    ran = subprocess.run(python(*lines), capture_output=True, text=True, timeout=HANGS)
    assert (ran.returncode, ran.stderr) == (130, "perfectplay: interrupted\n")


# pipes --------------------------------------------------------------------------------------------------------------

MUCH = ("census", "kayles", "--heaps", "9000", "--output", "-")
"""A command that writes more than a pipe holds."""


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen([*COMMAND, *MUCH], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("position")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(HANGS) == 0


@posix
def test_ctrl_c_stops_a_program_whose_output_nobody_reads() -> None:
    with subprocess.Popen([*COMMAND, *MUCH], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.read(1) == "p"  # it writes, and cannot end: the rest is more than a pipe holds
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "perfectplay: interrupted\n"
        assert process.wait(HANGS) == 130


@posix
def test_closed_streams_are_not_written_to() -> None:
    for words, code in ((("list",), 0), (("outcome", "nothing"), 2)):
        for closed in (1, 2):
            ran = subprocess.run(
                ["bash", "-c", f'exec "$@" {closed}>&-', "bash", *COMMAND, *words], capture_output=True, timeout=HANGS
            )
            assert ran.returncode == code
            assert (ran.stdout if code or closed == 1 else ran.stderr) == b""


# start-up -----------------------------------------------------------------------------------------------------------


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; before = {*sys.modules}; import perfectplay; print({*sys.modules} - before)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "{'perfectplay'}\n"


def test_the_first_module_of_the_command_line_imports_nothing_heavy() -> None:
    code = "import os, sys; before = {*sys.modules}; import perfectplay.cli; print(sorted({*sys.modules} - before))"
    environment = {**os.environ, "PYTHONPATH": str(Path(perfectplay.__file__).parents[1])}
    ran = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=environment)
    assert ran.stdout == "['__future__', 'perfectplay', 'perfectplay.cli']\n", ran.stderr


def test_using_the_package_does_not_import_the_terminal_libraries() -> None:
    code = "import sys, perfectplay; perfectplay.load; print([m for m in ('rich', 'argparse') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def failing(error: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command line whose commands all fail with this error."""
    lines = [
        "import perfectplay.cli.program as commands",
        "class Panic(BaseException): pass",
        f"def broken(words): raise {error}",
        "commands.run = broken",
        "from perfectplay.cli import entry",
        "entry()",
    ]
    env = {name: value for name, value in os.environ.items() if name != TRACEBACK} | environment
    return subprocess.run(python(*lines), capture_output=True, text=True, env=env, timeout=HANGS)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        ("RuntimeError('first line\\nsecond')", 70, "internal error: RuntimeError: first line\\nsecond"),
        ("KeyError()", 70, "internal error: KeyError"),
        ("ValueError('x' * 1000)", 70, "internal error: ValueError: xxxx"),
        ("AssertionError", 70, "internal error: AssertionError"),
        ("RecursionError('deep')", 70, "internal error: RecursionError: deep"),
        ("Panic('index out of range')", 70, "internal error: Panic: index out of range"),
        ("MemoryError", 3, "out of memory"),
        ("PermissionError(13, 'Permission denied', 'table.csv')", 2, "'table.csv': Permission denied"),
        ("OSError(28, 'No space left on device')", 74, "cannot write the output: No space left on device"),
    ],
)
def test_unexpected_errors_are_one_line_too(error: str, code: int, said: str) -> None:
    ran = failing(error)
    assert (ran.returncode, ran.stdout) == (code, "")
    assert ran.stderr.startswith(f"perfectplay: {said}") and ran.stderr.count("\n") == 1 and len(ran.stderr) < 500
    assert (f"({TRACEBACK}=1 shows more)\n" in ran.stderr) == (code == 70)


def test_a_traceback_is_shown_to_whoever_asks_for_it() -> None:
    ran = failing("RuntimeError('first line')", **{TRACEBACK: "1"})
    assert ran.returncode == 70 and ran.stderr.startswith("Traceback") and "RuntimeError: first line" in ran.stderr
    ran = failing("KeyError('x')", **{TRACEBACK: "0"})
    assert ran.returncode == 70 and ran.stderr.count("\n") == 1


STRICT = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}


@posix
@pytest.mark.parametrize(
    ("words", "before", "code", "said"),
    [
        (
            ("solve", "sokoban", "-"),
            "exec 0<&-;",
            2,
            "perfectplay: no standard input to read the file from: it is closed\n",
        ),
        (("play", "tic_tac_toe"), "exec 0<&-;", 0, ""),
        (
            ("play", "tic_tac_toe"),
            "printf '\\xff\\n' |",
            2,
            "perfectplay: the input is not text: byte 0 (expected UTF-8)\n",
        ),
    ],
)
def test_input_that_cannot_be_read(words: tuple[str, ...], before: str, code: int, said: str) -> None:
    command = ["bash", "-c", f'{before} "$@"', "bash", *COMMAND, *words]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, env=STRICT)
    assert (ran.returncode, ran.stderr) == (code, said)


def test_the_demo_runs() -> None:
    ran = subprocess.run([sys.executable, "-m", "perfectplay.demo"], capture_output=True, text=True, timeout=HANGS)
    assert ran.returncode == 0 and "[81, 90, 116]" in ran.stdout
