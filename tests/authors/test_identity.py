"""What rules depend on is part of a system's identity: no answer is ever that of other rules."""

from __future__ import annotations

import pickle
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any, ClassVar

import pytest

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

    def moves(self, n: int) -> list[int]:
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


class Careless(pp.PlainGame):
    """Its ``__init__`` does not call that of the library."""

    def __init__(self, width: int) -> None:
        self.width = width

    def moves(self, n: int) -> list[int]:
        return [k for k in range(1, self.width + 1) if k <= n]

    def play(self, n: int, k: int) -> int:
        return n - k


def test_an_init_of_its_own_is_part_of_what_a_game_is() -> None:
    assert [nimber(Careless(k).position(5)) for k in (2, 3, 4)] == [2, 1, 0]
    assert Careless(2) == Careless(2) != Careless(3) and hash(Careless(2)) == hash(Careless(2))
    assert Careless(2).position(5) != Careless(3).position(5)
    assert repr(Careless(2)) == "Careless(width=2)" and repr(Careless(2).position(5)) == "Careless(width=2).load('5')"
    again = pickle.loads(pickle.dumps(Careless(3).position(5)))
    assert again == Careless(3).position(5) and nimber(again) == 1
    assert repr(Careless(2).with_options(misere=True)) == "Careless(misere=True, width=2)"
    assert pp.outcome(Careless(2).with_options(misere=True).position(1)) == "P"
    with pytest.raises(pp.NotApplicable, match=r"^Careless: check_rules cannot make an instance: .*'width'"):
        pp.check_rules(Careless, 3)


def test_keywords_that_no_rule_declares_are_refused() -> None:
    with pytest.raises(pp.ParseError) as refused:
        Take(width=5)
    assert str(refused.value) == (
        "Take has no option 'width' (expected impartial, mirrored, misere; "
        "options = {'width': 5} in the class would declare it)"
    )


class Config:
    def __init__(self, k: int) -> None:
        self.k = k


class Slotted:
    __slots__ = ("k",)

    def __init__(self, k: int) -> None:
        self.k = k


CONFIG, SLOTTED = Config(2), Slotted(2)
QUEUE, COUNTS, ARRAY = deque([2]), Counter(k=2), array("i", [2])


class Constants:
    K = 2


def chosen(offset: int, n: int) -> int:
    return n + offset


NEXT = partial(chosen, 0)

SOURCES: dict[str, tuple[Callable[[], int], Callable[[int], object]]] = {
    "a field of an object": (lambda: CONFIG.k, lambda k: setattr(CONFIG, "k", k)),
    "a slot of an object": (lambda: SLOTTED.k, lambda k: setattr(SLOTTED, "k", k)),
    "an attribute of a class": (lambda: Constants.K, lambda k: setattr(Constants, "K", k)),
    "a deque": (lambda: QUEUE[0], lambda k: QUEUE.__setitem__(0, k)),
    "a counter": (lambda: COUNTS["k"], lambda k: COUNTS.__setitem__("k", k)),
    "an array": (lambda: ARRAY[0], lambda k: ARRAY.__setitem__(0, k)),
    "a constant of another module": (lambda: elsewhere.K, lambda k: setattr(elsewhere, "K", k)),
    "a partial function": (lambda: NEXT(2), lambda k: globals().__setitem__("NEXT", partial(chosen, k - 2))),
}
elsewhere: Any = ModuleType("elsewhere")
elsewhere.K = 2


@pytest.mark.parametrize("name", SOURCES)
def test_whatever_rules_see_may_change(name: str) -> None:
    read, change = SOURCES[name]

    class Mine(pp.PlainGame):
        def moves(self, n: int) -> list[int]:
            return [k for k in (1, read()) if k <= n]

        def play(self, n: int, k: int) -> int:
            return n - k

    start = Mine().position(5)
    found = []
    for k in LENGTHS:
        change(k)
        found.append((nimber(start), len(start.moves())))
    change(2)
    assert found == [(2, 2), (1, 2), (0, 2)]


def test_moves_winners_and_boards_are_those_of_the_rules_as_they_are() -> None:
    """Also where no question was asked in between."""
    game = Bars(2)
    start = game.load(".......")
    assert [len(start.moves()) for game.k in LENGTHS] == [6, 5, 4]

    class Mine(Careless):
        def winner(self, n: int) -> pp.Player | None:
            return pp.LEFT if n == self.width else None

    other = Mine(3)
    position = other.position(3)
    assert position.winner is pp.LEFT and position.moves() == []
    other.width = 2
    assert position.winner is None and len(position.moves()) == 2


def test_a_changed_class_attribute_changes_the_rules() -> None:
    class Mine(FromGlobal):
        size = 2
        sizes: ClassVar[list[int]] = [2]

        def moves(self, board: Any) -> Iterator[Any]:
            for bar in board.runs(EAST, max(self.size, *self.sizes, 0)):
                yield None, dict.fromkeys(bar, ".#")

    start = Mine().load(".......")
    found = []
    for Mine.size in LENGTHS:
        found.append(nimber(start))
    Mine.size = 2
    for Mine.sizes[0] in LENGTHS:
        found.append(nimber(start))
    assert found == RIGHT_ONES + RIGHT_ONES
