"""How the command line reads positions, files and answers, and what it leaves to scripts."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.interrupts import HANGS

import perfectplay as pp
from perfectplay.cli import main
from perfectplay.cli.arguments import options_first
from perfectplay.words import plural

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_positions_may_begin_with_a_dash_or_with_the_player(cli: Run) -> None:
    wanted = (0, "R\n", "")
    assert cli("solve", "sokoban", "-@$.", "--quiet") == wanted
    assert cli("solve", "--quiet", "sokoban", "-@$.") == wanted
    assert cli("solve", "sokoban", "--quiet", "--", "-@$.") == wanted
    assert cli("solve", "sokoban", "@$.", "--quiet") == wanted
    assert cli("solve", "sokoban", "------|-@$.--|------", "--metric", "pushes", "--quiet") == wanted
    code, out, _ = cli("solve", "sokoban", "@$.", "--json")
    assert code == 0 and cli("verify", "-", stdin=out)[0] == 0


def test_options_keep_their_values_when_words_are_put_in_order() -> None:
    words = ["sokoban", "--metric", "pushes", "-@$.", "--time=3s", "--set", "a=b", "--", "--json"]
    wanted = ["--metric", "pushes", "--time=3s", "--set", "a=b", "--", "sokoban", "-@$.", "--json"]
    assert options_first(words, {"--metric", "--set", "--time"}) == wanted
    assert options_first(["--version"], set()) == ["--version"]
    assert options_first([], set()) == []


def test_an_unknown_option_is_not_taken_for_a_position(cli: Run) -> None:
    code, out, err = cli("outcome", "nim", "--frobnicate")
    assert (code, out) == (2, "") and "--frobnicate" in err


def test_text_that_looks_like_a_path_is_text_unless_there_is_a_file(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("outcome", "domineering", "..", "--quiet") == (0, "R\n", "")  # also the name of a folder
    code, _, err = cli("outcome", "domineering", "board.txt")
    assert code == 2 and err.count("\n") == 1 and "no file of this name" in err
    (tmp_path / "board.txt").write_bytes(b"\xef\xbb\xbf..\r\n..\r\n")
    assert cli("outcome", "domineering", "board.txt", "--quiet") == (0, "N\n", "")
    (tmp_path / "board.txt").write_text("..\n.x\n")
    code, _, err = cli("outcome", "domineering", "board.txt")
    assert code == 2 and err.startswith("perfectplay: board.txt: domineering: row 2, column 2")


def test_a_missing_result_file_is_called_missing(cli: Run) -> None:
    code, out, err = cli("verify", "nowhere.json")
    assert (code, out) == (2, "") and err.startswith("perfectplay: no file 'nowhere.json'")


RESULT = {"question": "outcome", "system": "nim", "position": "3 4", "answer": "N", "options": {}}
MANGLED: list[dict[str, object]] = [
    {"options": "ab"},
    {"options": [1]},
    {"options": {"misere": "x"}},
    {"question": None},
    {"system": 3},
    {"system": "nothing"},
    {"position": None},
    {"position": "3 x"},
    {"answer": None},
    {"answer": ["N"]},
    {"question": "solve", "metric": "moves"},
]


@pytest.mark.parametrize("change", MANGLED, ids=str)
def test_a_mangled_result_is_bad_input(cli: Run, change: dict[str, object]) -> None:
    assert cli("verify", "-", stdin=json.dumps(RESULT))[0] == 0
    code, out, err = cli("verify", "-", stdin=json.dumps(RESULT | change))
    assert (code, out, err.count("\n")) == (2, "", 1), err


def test_a_move_that_is_none_is_refuted(cli: Run) -> None:
    change = {"question": "best", "player": "Left", "answer": "9:9"}
    code, out, err = cli("verify", "-", stdin=json.dumps(RESULT | change))
    assert (code, err) == (1, "") and out.startswith("refuted: nim: no legal move '9:9'")


def test_quiet_leaves_the_bare_answer(cli: Run) -> None:
    triangle = ("peg_solitaire", "@triangle", "--quiet")
    code, out, err = cli("solve", *triangle)
    assert (code, err) == (0, "") and pp.check(pp.load("peg_solitaire", "@triangle"), out)
    assert out.count("\n") == 1  # in one piece, however long
    assert len(cli("solutions", *triangle, "--limit", "5")[1].splitlines()) == 5
    assert cli("count", *triangle)[1] == f"{int(pp.count(pp.load('peg_solitaire', '@triangle')))}\n"
    assert cli("solve", "peg_solitaire", "o..o", "--quiet") == (1, "", "")
    assert cli("grundy", "nim", "3 5", "--quiet") == (0, "6\n", "")


def test_long_solutions_are_not_folded_where_there_is_no_terminal(cli: Run) -> None:
    _, out, _ = cli("solve", "sliding_blocks", "@klotski")
    line = out.splitlines()[0]
    assert pp.check(pp.load("sliding_blocks", "@klotski"), line)


@pytest.mark.parametrize(
    ("number", "noun", "wanted"),
    [(1, "pushes", "1 push"), (2, "pushes", "2 pushes"), (1, "moves", "1 move"), (1, "half turns", "1 half turn")],
)
def test_one_of_a_kind(number: int, noun: str, wanted: str) -> None:
    assert plural(number, noun) == wanted


def test_in_play_numbers_that_are_moves_are_not_places_in_the_list(cli: Run) -> None:
    # The gap is in the middle: 2, 4, 6 and 8 can move; 1 is the first of the list, and cannot.
    start = "1 2 3|4 0 6|7 5 8"
    moves = [move.text for move in pp.load("fifteen", start).moves()]
    assert "1" not in moves
    _, out, _ = cli("play", "fifteen", start, stdin="1\n")
    assert "No move '1' here" in out
    _, out, _ = cli("play", "fifteen", start, stdin="#1\nquit\n")
    assert "No move" not in out and pp.load("fifteen", start).play(moves[0]).picture().text() in out


def test_who_resigns_loses(cli: Run) -> None:
    code, out, _ = cli("play", "nim", "3 5", "--player", "right", "--first", "right", stdin="resign\n")
    assert code == 0 and out.endswith("Right resigns.\nLeft wins.\n")


def process(script: str) -> subprocess.CompletedProcess[str]:
    script = script.replace("perfectplay", f"{sys.executable} -m perfectplay")
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=HANGS)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_one_line() -> None:
    ran = process("perfectplay list > /dev/full")
    assert ran.returncode == 74
    assert ran.stderr == "perfectplay: cannot write the output: No space left on device\n"


def test_without_standard_output_the_exit_code_answers() -> None:
    ran = process("perfectplay outcome nim '1 1' >&-; perfectplay solve peg_solitaire o..o >&-")
    assert (ran.returncode, ran.stderr) == (1, "")


def test_the_shells_process_substitution_is_a_file() -> None:
    ran = process("perfectplay outcome domineering <(printf '..\\n..\\n') --quiet")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "N\n", "")
