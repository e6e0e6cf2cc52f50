"""A question mark is an unknown clue: its solutions are those of all numbers together."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import perfectplay as pp

NUMBERS = [str(number) for number in range(1, 10)]
WITH_ZERO = ["0", *NUMBERS]
ARROWS = [f"{number}>" for number in range(4)]
TOLD: dict[str, tuple[list[str], list[str]]] = {
    "battleships": (list("ox<>^v"), ["{}..|...|...;...;...", ".{}.|...|...;...;..."]),
    "corral": (NUMBERS, ["{}.|.2", "...|.{}.|..3", "{}{}.|3.."]),
    "fillomino": (NUMBERS, ["{}.2|3..", "{}..|..1", ".{}.|..."]),
    "hashiwokakero": (NUMBERS[:8], ["{}.3|...|2.1", "2.{}|...|..1", "{}.2"]),
    "heyawake": (WITH_ZERO, ["{}..|...;aab|aab", "...|.1{};aab|aab"]),
    "kuromasu": (NUMBERS, ["{}..|...|..3", ".{}.|3..|..."]),
    "minesweeper": (WITH_ZERO[:9], ["{}.|.2", "...|.{}.|1.."]),
    "nurikabe": (NUMBERS, ["{}..|..1", "..{}|2..|...", "{}.{}|...", ".....|..{}..|2...."]),
    "ripple_effect": (NUMBERS[:4], ["{}..|..2;aab|abb"]),
    "shikaku": (NUMBERS, ["{}..|..2", "..{}.|....|4...", "...|.{}.|...|..3"]),
    "slitherlink": (WITH_ZERO[:5], ["{}.|.2", "..{}|3..", "{}"]),
    "sudoku": (NUMBERS[:4], ["{}...|..3.|.4..|...2"]),
    "yajilin": (
        ARROWS,
        [". . . .|. {} . .|. . . .", "{} . {} .|. . . .|. . . .|. . . .", "{} . .|. . .|. . ."],
    ),
}


OPTIONS = {"battleships": {"fleet": "2,1"}}


def load(key: str, text: str) -> pp.Position:
    return pp.load(key, text, **OPTIONS.get(key, {}))


def all_solutions(key: str, text: str) -> set[str]:
    result = pp.solutions(load(key, text), limit=10_000)
    assert result.details["all"]
    return {str(answer) for answer in result.answer}


def question(key: str) -> list[str]:
    return ["?>", "?"] if key == "yajilin" else ["?"]


def marked(answers: set[str], key: str) -> set[str]:
    """Without what an answer shows of the clue itself, unless numbers are the answer."""
    if key in ("fillomino", "ripple_effect", "sudoku"):
        return answers
    return {"".join("·" if letter in "0123456789?" else letter for letter in answer) for answer in answers}


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, (_, texts) in TOLD.items() for text in texts])
def test_an_unknown_number_is_any_number(key: str, text: str) -> None:
    count = text.count("{}")
    told = set[str]()
    for words in product(TOLD[key][0], repeat=count):
        told |= all_solutions(key, text.format(*words))
    for sign in question(key):
        found = all_solutions(key, text.format(*[sign] * count))
        assert found and marked(found, key) == marked(told, key)


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, (_, texts) in TOLD.items() for text in texts])
def test_question_marks_go_out_and_come_back(key: str, text: str) -> None:
    for sign in question(key):
        puzzle = load(key, text.format(*[sign] * text.count("{}")))
        for form in ("text", "url", "pzprv3"):
            assert load(key, pp.export(puzzle, form)) == puzzle
        solved: Any = pp.solve(puzzle).answer
        assert pp.check(puzzle, pp.export(solved, "pzprv3"))
        for shown in (puzzle, solved):
            assert shown.picture().svg() and shown.picture().text()


@pytest.mark.parametrize("key", ["hitori", "kakuro", "light_up", "lits", "masyu", "number_link"])
def test_where_the_rules_have_none(key: str) -> None:
    with pytest.raises(pp.ParseError, match=f"{key}: row 1, column 1: unexpected '\\?'"):
        pp.load(key, "? .;a a" if key == "lits" else "? .")
