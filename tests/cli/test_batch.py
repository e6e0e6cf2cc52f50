"""The command `batch`: lines, summaries, exit codes, being killed and going on; and `verify` of what it wrote."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.interrupts import HANGS, WORKING, python
from tests.test_batch import heaps, linux, stable, workers

from perfectplay.cli import main

COMMAND = [sys.executable, "-m", "perfectplay"]
Cli = Callable[..., tuple[int, str, str]]
LEVELS = "; One\n#####\n#@$.#\n#####\n\n; Two\n#####\n#@$#.#\n#####\n"


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        return code, *capsys.readouterr()

    return run


def test_a_line_for_each_entry_and_a_summary(cli: Cli) -> None:
    Path("levels.xsb").write_text(LEVELS)
    code, out, err = cli("batch", "solve", "levels.xsb", "--metric", "moves")
    one, two = map(json.loads, out.splitlines())
    assert (one["title"], one["status"], one["answer"]["text"], one["metric"]) == ("One", "answered", "R", "moves")
    assert (two["title"], two["status"], two["answer"]) == ("Two", "no", None)
    assert code == 1 and err.count("\n") == 1
    assert err.startswith("perfectplay: 2 entries: 1 answered, 1 answered no, 0 limits, 0 errors; ")
    assert cli("batch", "solve", "sokoban", "levels.xsb", "--quiet", "--output", "out.jsonl") == (1, "", "")
    assert cli("batch", "solve", "--key=sokoban", "levels.xsb", "--quiet", "--output", "out.jsonl") == (1, "", "")
    assert cli("verify", "out.jsonl") == (0, "2 verified\n", "")


def test_the_exit_code_is_the_worst(cli: Cli) -> None:
    Path("boards.txt").write_text("\n".join(["..|..", "|".join(["." * 12] * 12)]))
    code, out, err = cli("batch", "outcome", "domineering", "boards.txt", "--quiet", "--positions", "50")
    assert code == 3 and json.loads(out.splitlines()[1])["limit"] == "limit of 50 positions reached"
    assert err.startswith("perfectplay: 2 entries: 1 answered, 0 answered no, 1 limits, 0 errors; ")
    Path("boards.txt").write_text("..|..\n..\n.x\n")
    code, out, err = cli("batch", "outcome", "domineering", "boards.txt", "--jobs", "1")
    assert code == 2 and json.loads(out.splitlines()[2])["error"].startswith("line 3: domineering: ")
    Path("boards.txt").write_text("..|..\n")
    assert cli("batch", "outcome", "domineering", "boards.txt")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "the following arguments are required: QUESTION, [KEY] FILE"),
        (("outcome", "nim", "none.txt"), "file 'none.txt': No such file or directory"),
        (("outcome", "nim", "kayles", "in.txt"), "2 systems: nim, kayles (expected one key and one file)"),
        (("outcome", "nim", "in.txt", "--key", "nim"), "2 systems: nim, nim"),
        (("outcome", "in.txt"), "no key, and nothing that says which puzzle it is"),
        (("outcome", "nimm", "in.txt"), "no system 'nimm'; did you mean nim?"),
        (("win", "in.txt"), "no question 'win'"),
        (("check", "nim", "in.txt"), "batch: check is not asked about many positions"),
        (
            ("outcome", "nim", "in.txt", "--player", "left"),
            "outcome has no option --player (expected of its own: none)",
        ),
        (("best", "nim", "in.txt", "--player", "up"), "--player 'up' (expected one of: left, right)"),
        (("count", "nim", "in.txt", "--limit", "x"), "--limit 'x' (expected "),
        (("outcome", "nim", "in.txt", "--jobs", "many"), "--jobs 'many' (expected a number from 1 to 1024)"),
        (("outcome", "nim", "in.txt", "--set", "colour=1"), "nim: no option 'colour=1'"),
        (("outcome", "in.txt", "--set", "misere=1"), "--set 'misere=1' (expected the key of a system with it)"),
        (("outcome", "nim", "in.txt", "--time", "soon"), "time limit 'soon'"),
        (("outcome", "nim", "in.txt", "--output", "in.txt"), "'in.txt' is the input (expected another output)"),
        (("outcome", "nim", "in.txt", "--output", "no/out"), "cannot write 'no/out': No such file"),
        (("outcome", "nim", "."), "file '.': Is a directory"),
    ],
)
def test_what_makes_no_sense_is_one_line(cli: Cli, words: tuple[str, ...], said: str) -> None:
    Path("in.txt").write_text("1 2\n")
    code, out, err = cli("batch", *words)
    assert (code, out) == (2, "") and err.startswith(f"perfectplay: {said}") and err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["in.txt"]


def test_graphs_come_through_a_pipe() -> None:
    words = ["batch", "grundy", "node_kayles", "-", "--jobs", "1"]
    ran = subprocess.run([*COMMAND, *words], input="DQc\nDqK\n", capture_output=True, text=True, timeout=HANGS)
    assert ran.returncode == 0 and [json.loads(line)["answer"] for line in ran.stdout.splitlines()] == [3, 0]


# verify -------------------------------------------------------------------------------------------------------------


def test_lines_are_verified_one_after_the_other(cli: Cli) -> None:
    Path("in.txt").write_text("1 2\n3 3\nx\n")
    assert cli("batch", "outcome", "nim", "in.txt", "--output", "out.jsonl")[0] == 2
    assert cli("verify", "out.jsonl") == (0, "2 verified, 1 without an answer\n", "")
    first, second, third = Path("out.jsonl").read_text().splitlines()
    wrong = second.replace('"answer": "P"', '"answer": "N"')
    Path("wrong.jsonl").write_text("\n".join([first, wrong, "", third, "nonsense"]))
    code, out, err = cli("verify", "wrong.jsonl")
    assert (code, err) == (1, "") and out.splitlines()[0].startswith("line 2: refuted: ")
    assert out.splitlines()[1:] == ["line 5: not JSON", "1 verified, 1 refuted, 1 without an answer, 1 unreadable"]
    code, out, err = cli("verify", "wrong.jsonl", "--json")
    assert code == 1 and [json.loads(line)["line"] for line in out.splitlines()] == [1, 2, 5]
    Path("bad.jsonl").write_text(f"{first}\n[]\n")
    assert cli("verify", "bad.jsonl")[0] == 2
    Path("one.jsonl").write_text(f"{third}\n")
    assert cli("verify", "one.jsonl") == (0, "1 without an answer\n", "")


# signals ------------------------------------------------------------------------------------------------------------

STOPPING = """
import contextlib, os, signal, sys
import perfectplay.cli.batch as command
from perfectplay.cli import entry

many = int(os.environ["LINES"])


@contextlib.contextmanager
def shown(quiet):
    def report(tally):
        if tally.total == many:
            print("working", file=sys.stderr, flush=True)
            while True:
                signal.pause()
    yield report


command._shown = shown
entry()
"""
"""The command line, which waits for a signal once it has written so many lines."""


def stopped(words: list[str], lines: int, number: int) -> tuple[int, str]:
    """Send a signal to a batch that has written some lines: its exit code, and what it said. No process is left."""
    environment = {**os.environ, "LINES": str(lines)}
    with subprocess.Popen([*python(STOPPING), *words], stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert said == WORKING, said
        hands = [os.pidfd_open(each) for each in workers(process.pid)]
        assert hands
        process.send_signal(number)
        _, err = process.communicate(timeout=HANGS)
    for hand in hands:
        assert select.select([hand], [], [], HANGS)[0], "a worker is left"
        os.close(hand)
    return process.returncode, err


@linux
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_batch_goes_on_where_it_was(tmp_path: Path, jobs: str) -> None:
    source, output, whole = tmp_path / "in.txt", tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    source.write_text(heaps(60))
    words = ["batch", "outcome", "nim", str(source), "--quiet", "--output"]
    assert main([*words, str(whole)]) == 0
    words += [str(output), "--jobs", jobs]
    for lines in (7, 25):
        assert stopped(words, lines, signal.SIGKILL) == (-signal.SIGKILL, "")
        kept = output.read_bytes()
        assert kept.count(b"\n") == lines and stable(output) == stable(whole)[:lines]
    output.write_bytes(kept[:-10])  # as if it had been cut
    assert main(words) == 0
    assert stable(output) == stable(whole) and output.read_bytes().startswith(b"".join(kept.splitlines(True)[:-1]))


@linux
@pytest.mark.parametrize(("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")])
def test_ctrl_c_leaves_a_file_that_goes_on(tmp_path: Path, number: int, word: str) -> None:
    source, output = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text(heaps(60))
    words = ["batch", "outcome", "nim", str(source), "--output", str(output), "--jobs", "2"]
    code, err = stopped(words, 5, number)
    kept = f"{output} holds 5 entries, and the same command continues from there"
    assert (code, err) == (128 + number, f"perfectplay: {word}; {kept}\n")
    assert main([*words, "--quiet"]) == 0
    assert [json.loads(line)["number"] for line in output.open()] == list(range(1, 61))


@linux
def test_a_reader_that_has_gone_ends_a_batch() -> None:
    words = [*COMMAND, "batch", "outcome", "nim", "-", "--jobs", "1"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(heaps(5000).encode())
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=HANGS) == 0
