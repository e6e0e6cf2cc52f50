"""Puzzles from formats of others, and back."""

from __future__ import annotations

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
