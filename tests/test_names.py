"""Other words for systems: names that people use, capitals, hyphens and spaces; sizes as positions."""

from __future__ import annotations

import json
import re

import pytest

import perfectplay as pp
from perfectplay.cli import main
from perfectplay.registry import canonical, keys


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("akari", "light_up"),
        ("galaxies", "tentai_show"),
        ("picross", "nonogram"),
        ("Hashi", "hashiwokakero"),
        ("15", "fifteen"),
        ("klotski", "sliding_blocks"),
        ("Peg Solitaire", "peg_solitaire"),
        ("peg-solitaire", "peg_solitaire"),
        ("DOMINEERING", "domineering"),
        ("Tic-tac-toe", "tic_tac_toe"),
        ("Rubik's Cube", "rubik"),
        ("rushhour", "rush_hour"),
        ("SameGame", "clickomania_game"),
        ("Wythoff's game", "wythoff"),
        ("constraint graph satisfiability", "constraint_graph"),
    ],
)
def test_a_system_is_found_by_other_words(word: str, key: str) -> None:
    assert canonical(word) == key
    assert pp.load(word).system is pp.load(key).system


def test_names_and_aliases_mean_one_system_each() -> None:
    owners: dict[str, str] = {}
    for key in keys():
        cls = pp.system(key)
        assert isinstance(cls.aliases, tuple), key
        for word in (cls.name, *cls.aliases):
            plain = re.sub(r"[\W_]+", "_", word.replace("'", "").lower()).strip("_")
            assert owners.setdefault(plain, key) == key, word
            assert canonical(word) == key, word
            assert plain not in keys() or plain == key, word


def test_the_name_of_a_sample_is_that_sample() -> None:
    assert pp.load("klotski") == pp.load("sliding_blocks", "@klotski")


def test_positions_speak_of_keys() -> None:
    assert repr(pp.load("Nim", "3 5")) == "load('nim', '3 5')"
    assert pp.load("akari").to_json()["system"] == "light_up"
    assert pp.verify({**pp.outcome(pp.load("nim", "3 5")).to_json(), "system": "Nim"})


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("picros", "no system 'picros'; did you mean nonogram?"),
        ("dominering", "no system 'dominering'; did you mean domineering?"),
        ("qqqqqq", "no system 'qqqqqq'; the catalogue lists them all"),
        ("", "no system ''; the catalogue lists them all"),
        (
            "games:Mine",
            "no system 'games:Mine' is loaded (import its module first; on the command line: --system FILE.py:Class)",
        ),
    ],
)
def test_an_unknown_word_is_told_in_one_line(word: str, said: str) -> None:
    with pytest.raises(pp.UnknownSystem) as refused:
        pp.load(word)
    assert str(refused.value) == said


def test_the_command_line_understands_the_same_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["outcome", "Cram", "3x3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["system"] == "cram"
    assert main(["render", "klotski"]) == 0
    assert capsys.readouterr().out == pp.load("klotski").picture().text() + "\n"
    assert main(["list", "akari"]) == 0 and "light_up" in capsys.readouterr().out
    assert main(["atlas", "akari"]) == 0 and "light_up" in capsys.readouterr().out
    assert main(["outcome", "dominering", "3x3"]) == 2
    assert capsys.readouterr().err == "perfectplay: no system 'dominering'; did you mean domineering?\n"


SIZES = {
    "konane": ("4x5", "xoxox|o..xo|xoxox|oxoxo"),
    "chomp": ("2x3", "poo|ooo"),
    "fifteen": ("2x3", "1 2 3|4 5 0"),
    "amazons": ("6x6", ".o..o.|o....o|......|......|x....x|.x..x."),
    "tic_tac_toe": ("3x3", "...|...|..."),
    "bridgit": ("2x2", "..|.|.."),
    "pentominoes": ("1x5", ".....|FILNPTUVWXYZ"),
    "clobber": ("2x3", "xox|oxo"),
}


@pytest.mark.parametrize("key", SIZES)
def test_a_size_is_the_usual_start(key: str) -> None:
    size, text = SIZES[key]
    assert str(pp.load(key, size)) == text
    assert pp.system(key)().sized
    for sign in ("X", " x ", "\u00d7"):
        assert pp.load(key, size.replace("x", sign)) == pp.load(key, size)


def test_a_size_without_a_usual_start_is_refused() -> None:
    with pytest.raises(pp.ParseError, match="sokoban: row 1, column 1: unexpected 'x'"):
        pp.load("sokoban", "4x4")
    with pytest.raises(pp.ParseError, match="amazons"):
        pp.load("amazons", "5x5")


def test_the_order_of_tiles_follows_the_blank() -> None:
    assert str(pp.load("fifteen", "2x2", blank="first")) == "0 1|2 3"
    assert pp.solve(pp.load("fifteen", "4x4")).cost == 0


@pytest.mark.parametrize("question", ["best", "remoteness", "suspense"])
@pytest.mark.parametrize(("player", "word"), [(None, None), (pp.LEFT, "left"), (pp.RIGHT, "right")])
def test_the_command_line_and_python_agree_on_who_moves(
    question: str, player: pp.Player | None, word: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [] if word is None else ["--player", word]
    asked = {} if player is None else {"player": player}
    assert main([question, "domineering", "..|..|..", "--quiet", *given]) == 0
    assert capsys.readouterr().out.strip() == str(getattr(pp, question)(pp.load("domineering", "..|..|.."), **asked))
