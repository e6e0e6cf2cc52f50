"""Puzzles from formats of others, and back."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.errors import ParseError

# Battleships: the fleet is an option of the puzzle and a part of an address


def test_the_fleet_of_an_address_is_that_of_the_puzzle() -> None:
    puzzle = pp.load("battleships", "https://puzz.link/p?battleship/4/3/1110201h4o/2/11g/21o")
    assert puzzle == pp.load("battleships", "..>.|....|....;201;1110", fleet="2,1")
    assert pp.export(puzzle) == "https://puzz.link/p?battleship/4/3/1110201h4o/2/11g/21o"
    assert str(pp.solve(puzzle)) == ".##.|....|#..."


def test_a_fleet_that_was_set_must_be_the_one_of_the_address() -> None:
    address = pp.export(pp.load("battleships", "..|..;..;..", fleet="2,1"))
    assert pp.load("battleships", address, fleet="2,1").system.settings["fleet"] == "2,1"
    with pytest.raises(ParseError, match="battleships: option fleet='3'"):
        pp.load("battleships", address, fleet="3")


def test_an_answer_to_another_fleet_is_one_to_another_puzzle() -> None:
    one, other = (pp.load("battleships", "..|..;..;..", fleet=fleet) for fleet in ("1", "2"))
    solved: Any = pp.solve(one).answer
    with pytest.raises(ParseError, match="option fleet='2'"):
        pp.check(other, pp.export(solved, "pzprv3"))


def test_no_ships_at_all() -> None:
    assert str(pp.solve(pp.load("battleships", "https://puzz.link/p?battleship/2/1/ih//z"))) == ".."


# Heyawake: the number of a room may stand in any of its cells


def test_the_number_of_a_room_comes_back_wherever_it_stood() -> None:
    for row, col in product(range(3), range(3)):
        clues = [["."] * 3 for _ in range(3)]
        clues[row][col] = "1"
        puzzle = pp.load("heyawake", "|".join("".join(words) for words in clues) + ";aab|aac|add")
        assert str(puzzle).count("1") == 1
        for form in ("text", "url", "pzprv3"):
            assert pp.load("heyawake", pp.export(puzzle, form)) == puzzle
    assert pp.load("heyawake", "..1|...;aaa|aaa") == pp.load("heyawake", "...|.1.;aaa|aaa")
    with pytest.raises(ParseError, match="heyawake: row 2, column 1: a second number in a room"):
        pp.load("heyawake", "..1|1..;aaa|aaa")
