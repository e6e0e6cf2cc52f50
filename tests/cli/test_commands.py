"""The command line, run in this process: every command for every system, and what it says to wrong input."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.cli import main
from perfectplay.registry import keys

KEYS = list(keys())
GAMES = [key for key in KEYS if pp.system(key).players == 2]
PUZZLES = [key for key in KEYS if pp.system(key).players == 1]


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def run(*words: str, stdin: str = "") -> Ran:
        stream = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stream)
        code = main(words)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


def questions_of(key: str) -> tuple[str, ...]:
    return tuple(q for q in pp.questions.questions_for(pp.system(key)) if q != "check")


@pytest.mark.parametrize("key", KEYS)
def test_every_question_answers_the_sample_in_words_and_in_json_and_verifies(cli, key):  # type: ignore[no-untyped-def]
    for question in questions_of(key):
        if question == "reachable" and key == "fifteen":
            continue  # 16!/2 positions
        ran = cli(question, key)
        assert (ran.code, ran.err) == (0, ""), ran.err
        assert ran.out.strip()
        assert "\033" not in ran.out  # no colour where there is no terminal
        ran = cli(question, key, "--json")
        data = json.loads(ran.out)
        assert {"question", "system", "position", "answer", "method", "witness", "stats"} <= set(data)
        if data["stats"]["positions"] < 100_000:
            ran = cli("verify", "-", stdin=ran.out)
            assert (ran.code, ran.err) == (0, ""), ran.err
            assert ran.out.startswith("verified")


@pytest.mark.parametrize("key", KEYS)
def test_show_and_render_show_the_sample(cli, key, tmp_path):  # type: ignore[no-untyped-def]
    ran = cli("show", key)
    assert ran.code == 0 and pp.system(key).name in ran.out
    data = json.loads(cli("show", key, "--json").out)
    assert data["key"] == key and data["rules"]
    assert cli("render", key).out.rstrip("\n") == pp.load(key).picture().text().rstrip("\n")
    assert cli("render", key, "--svg", "-").out.startswith("<svg")
    file = tmp_path / "p.svg"
    assert cli("render", key, "--svg", str(file)).code == 0 and file.read_text().startswith("<svg")


def test_list_has_every_system_and_can_be_filtered(cli):  # type: ignore[no-untyped-def]
    assert [line.split()[0] for line in cli("list").out.splitlines()] == KEYS
    assert [entry["key"] for entry in json.loads(cli("list", "cram", "--json").out)] == [
        "cram",
        "domineering",
        "linear_cram",
    ]
    assert cli("list", "no such word").code == 1


def test_an_instance_may_be_a_file_standard_input_or_a_sample(cli, tmp_path):  # type: ignore[no-untyped-def]
    file = tmp_path / "board.txt"
    file.write_text("..\n..\n")
    text = cli("outcome", "domineering", "..|..", "--quiet").out
    assert cli("outcome", "domineering", str(file), "--quiet").out == text
    assert cli("outcome", "domineering", "-", "--quiet", stdin="..\n..\n").out == text
    assert cli("solve", "sliding_blocks", "@dads", "--metric", "steps").out.count("83 steps") == 1


def test_answers_that_say_no_have_exit_code_1(cli):  # type: ignore[no-untyped-def]
    assert cli("solve", "fifteen", "@loyd").code == 1
    assert cli("solutions", "peg_solitaire", "o..o").code == 1
    assert cli("count", "peg_solitaire", "o..o").code == 1
    ran = cli("check", "peg_solitaire", "oo.o", "a1-c1")
    assert ran.code == 1 and "not solved" in ran.out
    assert cli("check", "peg_solitaire", "oo.o", "a1-c1 d1-b1").code == 0


def test_a_false_result_is_refuted(cli):  # type: ignore[no-untyped-def]
    data = json.loads(cli("outcome", "domineering", "..|..", "--json").out)
    data["answer"] = "P"
    ran = cli("verify", "-", stdin=json.dumps(data))
    assert ran.code == 1 and ran.out.startswith("REFUTED")


def test_options_reach_the_rules(cli):  # type: ignore[no-untyped-def]
    assert cli("outcome", "nim", "1 1", "--set", "misere=yes", "--quiet").out.startswith("N")
    assert cli("outcome", "nim", "1 1", "--quiet").out.startswith("P")
    assert cli("grundy", "domineering", "..|..", "--set", "impartial=1", "--quiet").out.strip() == "0"
    assert cli("outcome", "tic_tac_toe", "....", "--set", "k=2", "--quiet").out.startswith("N")


WRONG = [
    ("outcome",),
    ("nonsense",),
    ("outcome", "domneering"),
    ("outcome", "domineering", "..|.x"),
    ("outcome", "domineering", "..|."),
    ("outcome", "domineering", ""),
    ("outcome", "domineering", "@nothing"),
    ("outcome", "domineering", "..", "--method", "magic"),
    ("outcome", "domineering", "..", "--set", "misere"),
    ("outcome", "domineering", "..", "--set", "misere=perhaps"),
    ("outcome", "domineering", "..", "--set", "colour=red"),
    ("outcome", "domineering", "..", "--time", "soon"),
    ("outcome", "domineering", "..", "--frobnicate"),
    ("outcome", "tic_tac_toe", "...", "--set", "k=many"),
    ("grundy", "domineering", ".."),
    ("solve", "nim"),
    ("outcome", "sokoban"),
    ("solve", "sokoban", "--metric", "miles"),
    ("solutions", "sokoban", "--limit", "0"),
    ("solutions", "sokoban", "--limit", "many"),
    ("check", "nim", "3", "3:0"),
    ("verify", "{}"),
    ("verify", "not json"),
    ("verify", "[1]"),
    ("verify", '{"question": "outcome", "system": "nim", "position": "3", "answer": "Q"}'),
    ("verify", '{"question": "solve", "system": "sokoban", "position": "x", "answer": null}'),
    ("render", "nim", "--svg", "/no/such/folder/x.svg"),
    ("play", "nim", "--player", "nobody"),
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_input_gives_one_line_and_exit_code_2(cli, words):  # type: ignore[no-untyped-def]
    ran = cli(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert re.fullmatch(r"perfectplay: [^\n]+\n", ran.err), ran.err
    ran = cli(*words, "--json") if words[0] not in ("render", "play", "nonsense") else ran
    assert ran.out == "" and ran.code == 2


def test_a_mistyped_key_gets_a_suggestion(cli):  # type: ignore[no-untyped-def]
    assert "did you mean domineering?" in cli("outcome", "dominering").err


def test_a_limit_has_exit_code_3(cli):  # type: ignore[no-untyped-def]
    ran = cli("outcome", "domineering", "|".join(["." * 9] * 9), "--positions", "1k")
    assert ran.code == 3 and re.fullmatch(r"perfectplay: limit of 1000 positions[^\n]*\n", ran.err)


def test_a_file_that_is_no_text_or_too_large_is_refused(cli, tmp_path):  # type: ignore[no-untyped-def]
    file: Path = tmp_path / "noise"
    file.write_bytes(b"\xff\xfe\x00\x80" * 10)
    assert cli("outcome", "domineering", str(file)).code == 2
    file.write_bytes(b"." * (2 << 20))
    assert "too large" in cli("outcome", "domineering", str(file)).err


def test_help_and_version_are_answers(cli):  # type: ignore[no-untyped-def]
    assert cli("--help").code == 0
    assert cli("solve", "--help").code == 0
    assert cli("--version").out.startswith("perfectplay ")


@pytest.mark.parametrize("key", GAMES)
def test_a_game_can_be_played_to_its_end(cli, key):  # type: ignore[no-untyped-def]
    ran = cli("play", key, "--player", "none")
    assert ran.code == 0 and re.search(r"wins\.|A draw\.", ran.out)


def test_a_human_can_play_ask_and_take_back(cli):  # type: ignore[no-untyped-def]
    ran = cli("play", "tic_tac_toe", stdin="?\nwho\nhint\nb2\nundo\nb2\nnonsense\nboard\nhelp\n\nquit\n")
    assert ran.code == 0
    for part in ("1 a1", "It is a draw.", "draws", "Right plays", "No move 'nonsense' here", "Goodbye."):
        assert part in ran.out
    ran = cli("play", "nim", "1 2", "--player", "right", stdin="1\n1\n1\n1\n")
    assert "wins." in ran.out


@pytest.mark.parametrize("key", PUZZLES)
def test_a_puzzle_can_be_played_with_hints_until_solved(cli, key):  # type: ignore[no-untyped-def]
    line = pp.solve(pp.load(key))
    words = [move.text for move in line]
    ran = cli("play", key, stdin="?\nhint\n" + "\n".join(words[:1]) + "\nundo\n" + "\n".join(words) + "\n")
    assert ran.code == 0 and f"Solved in {len(words)} moves." in ran.out
    ran = cli("play", key, stdin="hint\n" + str(line).replace(" ", "\n") + "\n")
    assert ran.code == 0 and "to go" in ran.out
