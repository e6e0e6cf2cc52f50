"""What rules depend on is part of a system's identity: no answer is ever that of other rules."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import perfectplay as pp
from perfectplay.board import EAST
from perfectplay.games.cram import Cram

LENGTHS = (2, 3, 4)
RIGHT_ONES = [1, 2, 1]
"""Nimbers of a row of seven cells for bars of 2, 3 and 4."""
LENGTH = 2
SIZES = [2]


class Bars(pp.RewriteGame):
    cells = ".#"
    impartial = True

    def __init__(self, k: int) -> None:
        super().__init__()
        self.k = k

    def moves(self, board: Any) -> Iterator[Any]:
        for bar in board.runs(EAST, self.k):
            yield None, dict.fromkeys(bar, ".#")


class FromGlobal(pp.RewriteGame):
    cells = ".#"
    impartial = True

    def moves(self, board: Any) -> Iterator[Any]:
        for bar in board.runs(EAST, LENGTH):
            yield None, dict.fromkeys(bar, ".#")


class FromList(FromGlobal):
    def moves(self, board: Any) -> Iterator[Any]:
        for bar in board.runs(EAST, SIZES[0]):
            yield None, dict.fromkeys(bar, ".#")


def longest() -> int:
    return LENGTH


class FromHelper(FromGlobal):
    def moves(self, board: Any) -> Iterator[Any]:
        for bar in board.runs(EAST, longest()):
            yield None, dict.fromkeys(bar, ".#")


class Take(pp.PlainGame):
    """Take 1 or LENGTH."""

    def moves(self, n: int) -> list[int]:  # type: ignore[override]
        return [k for k in (1, LENGTH) if k <= n]

    def play(self, n: int, k: int) -> int:
        return n - k


def nimber(position: pp.Position) -> int:
    result = pp.grundy(position)
    assert pp.verify(result), "by the rules as they are now"
    return int(result)


def test_instances_with_other_attributes_have_other_rules() -> None:
    assert [nimber(Bars(k).load(".......")) for k in LENGTHS] == RIGHT_ONES
    assert Bars(2) != Bars(3) and Bars(2) == Bars(2) and Bars(2).load("..") != Bars(3).load("..")
    assert [nimber(pickle.loads(pickle.dumps(Bars(k).load(".......")))) for k in LENGTHS] == RIGHT_ONES
    assert pickle.loads(pickle.dumps(Bars(3))).k == 3 and "k=3" in repr(Bars(3))
    assert [str(pp.value(-Bars(k).load("......."))) for k in LENGTHS] == ["*", "*2", "*"]


def test_a_changed_attribute_changes_the_rules() -> None:
    game = Bars(2)
    start = game.load(".......")
    found = []
    for game.k in LENGTHS:
        found.append(nimber(start))
    assert found == RIGHT_ONES


def test_a_class_that_is_defined_again_has_its_own_rules() -> None:
    def define(k: int) -> type[pp.RewriteGame]:
        class Mine(pp.RewriteGame):
            cells = ".#"
            impartial = True

            def moves(self, board: Any) -> Iterator[Any]:
                for bar in board.runs(EAST, k):
                    yield None, dict.fromkeys(bar, ".#")

        return Mine

    assert [nimber(define(k)().load(".......")) for k in LENGTHS] == RIGHT_ONES


def test_a_changed_global_changes_the_rules() -> None:
    global LENGTH
    for cls in (FromGlobal, FromHelper):
        game = cls()
        start = game.load(".......")
        found = []
        for LENGTH in LENGTHS:  # noqa: B007
            found.append((nimber(start), nimber(game.load(".......")), nimber(cls().load("......."))))
        LENGTH = 2
        assert found == [(n, n, n) for n in RIGHT_ONES], cls


def test_a_list_that_is_changed_in_place_changes_the_rules() -> None:
    start = FromList().load(".......")
    found = []
    for SIZES[0] in LENGTHS:
        found.append(nimber(start))
    SIZES[0] = 2
    assert found == RIGHT_ONES


def test_a_method_that_is_replaced_changes_the_rules() -> None:
    class Mine(FromGlobal):
        pass

    start = Mine().load(".......")
    assert nimber(start) == 1

    def moves(self: Any, board: Any) -> Iterator[Any]:
        for bar in board.runs(EAST, 3):
            yield None, dict.fromkeys(bar, ".#")

    Mine.moves = moves  # type: ignore[method-assign]
    assert nimber(start) == 2


def test_plain_rules_that_depend_on_a_global_are_followed() -> None:
    global LENGTH
    start = Take().position(5)
    found = []
    for LENGTH in (2, 3, 4):  # noqa: B007
        found.append(nimber(start))
    LENGTH = 2
    assert found == [2, 1, 0]


def test_sums_follow_their_components() -> None:
    game = Bars(2)
    total = game.load(".......") + pp.load("nim", "1")
    assert nimber(total) == 0
    game.k = 3
    assert nimber(total) == 3


def test_an_old_answer_is_not_verified_by_new_rules() -> None:
    game = Bars(2)
    result = pp.grundy(game.load("......."))
    game.k = 3
    assert pp.verify(result).refuted


def test_a_class_that_inherits_from_the_catalogue_is_another_system() -> None:
    class Long(Cram):
        def moves(self, board: Any) -> Iterator[Any]:
            for bar in board.runs(EAST, 3):
                yield None, dict.fromkeys(bar, ".#")

    assert pp.load("cram", "..").system.key == "cram" and Long().key == ""
    start = Long().load("...|...")
    assert pp.outcome(start) == "P" and pp.outcome(start).method not in ("cram symmetry", "cram two rows")
    assert pp.outcome(Long().load("....|....|....")) == "N" and pp.verify(pp.outcome(start))


def test_one_instance_serves_all_positions_of_the_catalogue() -> None:
    one, other = pp.load("cram", "..").system, pp.load("cram", "...", impartial=True).system
    assert one is other and pp.load("cram", "..", misere=True).system is not one
    assert pickle.loads(pickle.dumps(one)) is one
