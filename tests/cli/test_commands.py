"""The command line, run in this process: every command for every system, and what it says to wrong input."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.plays import GAMES, KEYS, PUZZLES, near_goal, small
from tests.tiers import depth

import perfectplay as pp
from perfectplay.cli import main
from perfectplay.system import has_value
from perfectplay.words import plural


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
    return tuple(q for q in pp.questions.questions_for(pp.system(key)) if q not in ("check", "another"))


def small_instance(key: str) -> str:
    """Something that every question is soon answered about; the samples are larger."""
    return str(small(key)[0] if key in GAMES else near_goal(key)[-1] if key in PUZZLES else pp.load(key))


@pytest.mark.parametrize("key", KEYS)
def test_every_question_answers_in_words_and_in_json_and_verifies(cli, key):  # type: ignore[no-untyped-def]
    first = cli(questions_of(key)[0], key)
    assert (first.code, first.err) == (0, "") and first.out.strip()
    instance = depth([small_instance(key)], [])  # nothing is the sample
    for question in questions_of(key):
        if question in ("reachable", "cluster") and key in ("fifteen", "rubik"):
            continue  # 10^13 positions and more
        ran = cli(question, key, *instance)
        if question in ("value", "thermograph") and ran.code == 2 and not has_value(pp.load(key, *instance).system):
            assert re.fullmatch(r"perfectplay: \w+: [^\n]*(simple kos|thermograph|no stopper)[^\n]*\n", ran.err), (
                ran.err
            )
            continue  # where positions repeat, only some of them have one
        assert ran.code in (0, 1) and ran.err == "", ran.err
        assert ran.out.strip()
        assert "\033" not in ran.out  # no colour where there is no terminal
        ran = cli(question, key, *instance, "--json")
        data = json.loads(ran.out)
        assert {"question", "system", "position", "answer", "method", "witness", "stats"} <= set(data)
        if data["stats"]["positions"] < 100_000:
            ran = cli("verify", "-", "--positions", "300", stdin=ran.out)
            verdict = {0: "verified", 3: "not checked"}
            assert ran.code in verdict and ran.err == "", ran.err
            assert ran.out.startswith(verdict[ran.code])


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


def test_the_atlas_is_shown_filtered_and_written(cli):  # type: ignore[no-untyped-def]
    ran = cli("atlas")
    assert (ran.code, ran.err) == (0, "") and len(ran.out.splitlines()) == len(pp.atlas())
    assert [line[:4] for line in cli("atlas", "domineering").out.splitlines()] == ["A094", "A095"]
    assert cli("atlas", "S069").out == cli("atlas", "domineering").out
    assert cli("atlas", "a205").out.splitlines()[0].startswith("A205  1 x 1 Rush Hour")
    choices: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("--class", "PSPACE-complete", "--players", "1"), {"complexity": "PSPACE-complete", "players": 1}),
        (("--class=np-hard", "--length", "bounded"), {"complexity": "NP-hard", "bounded": True}),
        (("--kind", "solved", "--length", "unbounded"), {"kind": "solved", "bounded": False}),
        (("--open",), {"open": True}),
        (("--changed", "--text", "arxiv"), {"changed": True, "text": "arXiv"}),
        (("sokoban",), {"key": "sokoban"}),
    ]
    for words, asked in choices:
        assert cli("atlas", *words).out == f"{pp.atlas(**asked)}\n"
        assert json.loads(cli("atlas", *words, "--json").out) == pp.atlas(**asked).to_json()


def test_the_atlas_says_no_and_refuses_nonsense(cli):  # type: ignore[no-untyped-def]
    ran = cli("atlas", "nim", "--changed")
    assert (ran.code, ran.out, ran.err) == (1, "", "")
    ran = cli("atlas", "nim", "--changed", "--json")
    assert (ran.code, json.loads(ran.out)) == (1, {"version": 1, "records": []})
    for words, hint in [
        (("--class", "PSPACE-compleat"), "did you mean PSPACE-complete?"),
        (("--kind", "harder"), "did you mean hard?"),
        (("domineerin",), "did you mean domineering?"),
        (("A9999",), "no record or row 'A9999'"),
        (("--players", "3"), "expected 0, 1 or 2"),
        (("--players", "two"), "invalid int value"),
        (("--length", "short"), "invalid choice"),
    ]:
        ran = cli("atlas", *words)
        assert ran.code == 2 and ran.out == "" and hint in ran.err and ran.err.count("\n") == 1, ran.err


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
    assert ran.code == 1 and ran.out.startswith("refuted")


def test_options_reach_the_rules(cli):  # type: ignore[no-untyped-def]
    assert cli("outcome", "nim", "1 1", "--set", "misere=yes", "--quiet").out.startswith("N")
    assert cli("outcome", "nim", "1 1", "--quiet").out.startswith("P")
    assert cli("grundy", "domineering", "..|..", "--set", "impartial=1", "--quiet").out.strip() == "0"
    assert cli("outcome", "tic_tac_toe", "....", "--set", "k=2", "--quiet").out.startswith("N")


def test_a_value_is_described(cli):  # type: ignore[no-untyped-def]
    out = cli("value", "domineering", "..|..").out.splitlines()
    assert out[0] == "+-1  the first player wins"
    assert out[1] == "mean 0, temperature 1, Left stop 1, Right stop -1, birthday 2"
    assert out[2].startswith("method canonical forms")
    assert "atomic weight 1" in cli("value", "clobber", "xo.xxo").out
    assert cli("value", "domineering", "..|..", "--quiet").out == "+-1\n"
    assert cli("value", "nim", "3 5", "--method", "nimbers", "--quiet").out == "*6\n"
    assert json.loads(cli("value", "domineering", "..|..", "--json").out)["answer"] == "+-1"


def test_a_thermograph_is_described_and_drawn(cli, tmp_path):  # type: ignore[no-untyped-def]
    out = cli("thermograph", "domineering", "..|..").out.splitlines()
    assert out[:3] == ["mean 0, temperature 1", "Left wall  2 at -1, 0 at 1", "Right wall -2 at -1, 0 at 1"]
    assert cli("thermograph", "domineering", "..|..", "--svg", "-").out.startswith("<svg")
    file = tmp_path / "t.svg"
    ran = cli("thermograph", "domineering", "..|..", "--method", "moves", "--svg", str(file))
    assert ran.code == 0 and ran.out.splitlines()[:3] == out[:3] and file.read_text().startswith("<svg")
    assert cli("temperature", "domineering", "..|..").out.startswith("1  hot\n")
    assert cli("temperature", "clobber", "xo").out.startswith("0  tepid\n")
    assert cli("temperature", "domineering", "..").out.startswith("-1  cold: a number\n")
    data = json.loads(cli("thermograph", "domineering", "..|..", "--json").out)
    assert (data["answer"]["mean"], data["answer"]["temperature"], data["witness"]) == ("0", "1", "+-1")


def test_lengths_of_play_take_the_player(cli):  # type: ignore[no-untyped-def]
    assert cli("remoteness", "kayles", "5", "--quiet").out == "5\n"
    assert cli("suspense", "kayles", "5", "--quiet", "--method", "depth-first").out == "3\n"
    for question in ("remoteness", "suspense"):
        for player in ("left", "right"):
            found = getattr(pp, question)(pp.load("domineering", "...|..."), pp.Player(player.capitalize()))
            ran = cli(question, "domineering", "...|...", "--player", player)
            assert ran.code == 0 and ran.out.startswith(f"{found}  moves to the end")


def test_the_reason_of_a_best_move_is_shown(cli, monkeypatch):  # type: ignore[no-untyped-def]
    asked = pp.best

    def explained(*positional, **named):  # type: ignore[no-untyped-def]
        result = asked(*positional, **named)
        result.details["why"] = "from +-1 to 1: incentive {0|-2}"
        return result

    monkeypatch.setattr("perfectplay.questions.best.best", explained)
    out = cli("best", "domineering", "..|..").out.splitlines()
    assert out[1] == "from +-1 to 1: incentive {0|-2}"


def test_expressions_are_evaluated(cli, tmp_path):  # type: ignore[no-untyped-def]
    out = cli("evaluate", "{1|-1} + ^*2").out.splitlines()
    assert out[0] == "{1^*2|-1^*2}  the first player wins"
    assert out[1] == "mean 0, temperature 1, Left stop 1, Right stop -1, birthday 6"
    assert cli("evaluate", "-1^", "--quiet").out == "-1^\n"  # it begins with a dash
    assert cli("evaluate", "-", "--quiet", stdin="*3 + *5\n").out == "*6\n"
    assert cli("evaluate", "1/2", "--latex").out == "\\frac{1}{2}\n"
    assert cli("evaluate", "^3*", "--json").code == 0
    data = json.loads(cli("evaluate", "^3*", "--json").out)
    assert data["value"] == "^3*" and data["atomic_weight"] == "3" and data["outcome"] == "L"
    for option in ("--svg", "--tree"):
        assert cli("evaluate", "+-1", option, "-").out.startswith("<svg")
        file = tmp_path / f"{option}.svg"
        ran = cli("evaluate", "+-1", option, str(file))
        assert ran.code == 0 and ran.out.startswith("+-1") and file.read_text().startswith("<svg")
    assert cli("evaluate", "{3|1||0|-2}", "--memory", "10").code == 3
    assert pp.values.universe.current() is not None


def test_wrong_expressions_are_refused_with_the_column(cli):  # type: ignore[no-untyped-def]
    assert "column 10: unknown name 'foo'" in cli("evaluate", "{1|-1} + foo").err


def test_values_are_written_in_the_signs_of_the_books_on_a_terminal(cli, monkeypatch):  # type: ignore[no-untyped-def]
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert cli("value", "clobber", "xo.xxo").out.startswith("↑∗  ")  # noqa: RUF001
    assert cli("evaluate", "^*").out.startswith("↑∗  ")  # noqa: RUF001
    assert cli("evaluate", "^*", "--quiet").out == "^*\n"


WRONG = [
    ("evaluate",),
    ("evaluate", ""),
    ("evaluate", "{1|"),
    ("evaluate", "1/3"),
    ("evaluate", "*", "*2"),
    ("evaluate", "1", "--memory", "much"),
    ("evaluate", "1", "--svg", "/no/such/folder/x.svg"),
    ("value", "tic_tac_toe"),
    ("value", "sokoban"),
    ("value", "nim", "3", "--set", "misere=1"),
    ("value", "domineering", "..", "--method", "magic"),
    ("thermograph", "domineering", "..", "--svg", "/no/such/folder/x.svg"),
    ("temperature", "tic_tac_toe"),
    ("remoteness", "tic_tac_toe"),
    ("remoteness", "domineering", "..", "--method", "magic"),
    ("suspense", "domineering", "..", "--player", "both"),
    ("verify", '{"question": "value", "system": "nim", "position": "3", "answer": "{1|"}'),
    ("verify", '{"question": "thermograph", "system": "nim", "position": "3", "answer": {}}'),
    ("verify", '{"question": "temperature", "system": "nim", "position": "3", "answer": "hot"}'),
    ("verify", '{"question": "temperature", "system": "nim", "position": "3", "answer": "1/0"}'),
    ("verify", '{"question": "remoteness", "system": "nim", "position": "3", "answer": 3}'),
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
    assert ran.code == 0 and f"Solved in {plural(line.cost, line.details['metric'])}." in ran.out
    ran = cli("play", key, stdin="hint\n" + str(line).replace(" ", "\n") + "\n")
    assert ran.code == 0 and "to go" in ran.out


@pytest.mark.parametrize("question", ["solve", "solutions", "count"])
@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("fifteen", "@loyd", "parity: "),
        ("sliding_blocks", "ab|cd -> ..|.a", "order: there is no free cell"),
        ("sliding_blocks", "aabb|cd.e|cd.e|ffgg -> move f", "exhausted: 4 positions"),
        ("unit_rush_hour", "Hh|vv -> move", "frozen: the car on a1"),
        ("token_puzzle", "@two_exchanged", "group: "),
    ],
)
def test_no_solution_comes_with_its_reason(cli, question, key, text, reason):  # type: ignore[no-untyped-def]
    ran = cli(question, key, text)
    assert ran.code == 1 and f"no solution: {reason}" in ran.out


def test_export_writes_the_usual_format_of_a_system_or_the_one_named(cli):  # type: ignore[no-untyped-def]
    assert cli("export", "slitherlink", "0..|2.1").out == "https://puzz.link/p?slither/3/2/a7b\n"
    assert cli("export", "sat", "(x1 | ~x2) & x2").out == "p cnf 2 2\n1 -2 0\n2 0\n"
    assert cli("export", "sat", "x1", "--to", "aag").out == "aag 1 1 0 1 0\n2\n2\n"
    assert cli("export", "sat", "-", "--to", "text", stdin="p cnf 2 1\n1 -2 0\n").out == "(x1 | ~x2)\n"
    refused = cli("export", "sat", "a", "--to", "url")
    assert refused.code == 2 and refused.err == "perfectplay: sat: no form 'url' (expected one of: text, dimacs, aag)\n"


@pytest.mark.about("cops_and_robbers")
def test_options_before_the_command_are_told_their_place(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--json", "outcome", "nim", "3"], ["--log", "debug", "outcome", "nim", "3"]):
        assert main(words) == 2
        said = f"'{words[0]}' before the command (expected options after it: COMMAND … --json)"
        assert capsys.readouterr().err == f"perfectplay: {said}\n"


def test_a_hyphen_in_a_command_is_as_good_as_an_underscore(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("cop-number", "cop_number"):
        assert main([name, "cops_and_robbers", "petersen()"]) == 0
        assert capsys.readouterr().out.startswith("3  ")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("chek", "perfectplay: no command 'chek'; did you mean check?\n"),
        ("frobnicate", "perfectplay: no command 'frobnicate' (perfectplay --help lists them)\n"),
    ],
)
def test_an_unknown_command_is_told_in_one_line(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 2
    assert capsys.readouterr().err == said
