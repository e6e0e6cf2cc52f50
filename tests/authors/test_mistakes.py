"""One broken game for every mistake that an author can make: each is told in one line, when rules are first read."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.board import EAST

Case = tuple[str, Callable[[], object]]


def rewrite_game(text: str = "...", **members: Any) -> Callable[[], object]:
    """Load a game with these members, and ask who wins."""

    def ask() -> object:
        made = type("Mine", (pp.RewriteGame,), {"cells": ".x", **members})
        return pp.outcome(made().load(text))

    return ask


def yields(*items: Any) -> Callable[[Any, Any], Iterator[Any]]:
    def moves(self: Any, board: Any) -> Iterator[Any]:
        yield from items

    return moves


def everywhere(player: Any, change: Any) -> Callable[[Any, Any], Iterator[Any]]:
    def moves(self: Any, board: Any) -> Iterator[Any]:
        for cell in board.cells:
            yield player, {cell: change}

    return moves


def rewrite(**arguments: Any) -> Callable[[Any, Any], Iterator[Any]]:
    def moves(self: Any, board: Any) -> Iterator[Any]:
        yield pp.Rewrite(**{"changes": {board.cells[0]: ".x"}, "player": pp.LEFT, **arguments})

    return moves


def plain_game(start: Any = 3, **members: Any) -> Callable[[], object]:
    def ask() -> object:
        usual = {"moves": lambda self, n: range(1, n + 1), "play": lambda self, n, k: n - k}
        made = type("Mine", (pp.PlainGame,), {**usual, **members})
        return pp.outcome(made().position(start))

    return ask


def puzzle(**members: Any) -> Callable[[], object]:
    def ask() -> object:
        made = type("Mine", (pp.RewritePuzzle,), {"cells": ".x", "moves": yields({(0, 0): ".x"}), **members})
        return pp.solve(made().load(".."))

    return ask


GOOD = everywhere(pp.LEFT, ".x")
numbers = itertools.count()


def changing(self: Any, board: Any) -> Iterator[Any]:
    cells = list(board.cells)
    yield pp.LEFT, {cells[next(numbers) % len(cells)]: ".x"}


CASES: dict[str, Case] = {
    "a player as text": ("player 'left'", rewrite_game(moves=everywhere("left", ".x"))),
    "a player as a number": ("player 0", rewrite_game(moves=everywhere(0, ".x"))),
    "a symbol twice": ("'.' twice", rewrite_game(cells="..x", moves=GOOD)),
    "no symbols": ("cells = None", rewrite_game(cells=None, moves=GOOD)),
    "symbols as a list": ("cells = ['.', 'x']", rewrite_game(cells=[".", "x"], moves=GOOD)),
    "? as a symbol": ("'?' stands for any symbol", rewrite_game(cells=".?", moves=GOOD)),
    "| as a symbol": ("'|' ends a row", rewrite_game(cells=".|", moves=GOOD)),
    "an unknown symbol after": ("'o' is no symbol", rewrite_game(moves=everywhere(pp.LEFT, ".o"))),
    "an unknown symbol before": ("'o' is no symbol", rewrite_game(moves=everywhere(pp.LEFT, "o."))),
    "? after": ("'?' is no symbol", rewrite_game(moves=everywhere(pp.LEFT, ".?"))),
    "a change of one letter": ("change 'x'", rewrite_game(moves=everywhere(pp.LEFT, "x"))),
    "a change of three letters": ("change '.xx'", rewrite_game(moves=everywhere(pp.LEFT, ".xx"))),
    "a change that is no text": ("change ('.', 'x')", rewrite_game(moves=everywhere(pp.LEFT, (".", "x")))),
    "lists of different length": ("as many different symbols", rewrite_game(moves=everywhere(pp.LEFT, ".x>x"))),
    "a symbol twice before": ("as many different symbols", rewrite_game(moves=everywhere(pp.LEFT, "..>x."))),
    "a cell off the board": ("cell (9, 9) is not on the board", rewrite_game(moves=yields((pp.LEFT, {(9, 9): ".x"})))),
    "a cell that is none": ("cell 'a1' is not on the board", rewrite_game(moves=yields((pp.LEFT, {"a1": ".x"})))),
    "moves returns None": ("moves(board) returned None", rewrite_game(moves=lambda self, board: None)),
    "moves returns a number": ("moves(board) returned 7", rewrite_game(moves=lambda self, board: 7)),
    "no method moves": ("needs a method moves", rewrite_game()),
    "a move that is no pair": ("moves(board) yields", rewrite_game(moves=yields({(0, 0): ".x"}))),
    "a move that is None": ("moves(board) yields None", rewrite_game(moves=yields(None))),
    "changes that are no mapping": ("changes 'xx'", rewrite_game(moves=yields((pp.LEFT, "xx")))),
    "no changes": ("changes {}", rewrite_game(moves=yields((pp.LEFT, {})))),
    "moves that change": ("change from call to call", rewrite_game(moves=changing)),
    "a piece that is no pair": ("piece (0, 0)", rewrite_game(moves=rewrite(piece=0)))
    and (
        "piece 0",
        rewrite_game(moves=rewrite(piece=0)),
    ),
    "a piece off the board": ("is not on the board", rewrite_game(moves=rewrite(piece=((0, 0), (5, 5))))),
    "a tag that is no text": ("tag 3", rewrite_game(moves=rewrite(tag=3))),
    "a name with a space": ("name 'a b'", rewrite_game(moves=rewrite(name="a b"))),
    "points that are text": ("score '3'", rewrite_game(moves=rewrite(score="3"))),
    "points in a game without": ("scored = True", rewrite_game(moves=rewrite(score=3))),
    "moves that go on unsaid": ("moves_on = True", rewrite_game(moves=rewrite(again=True))),
    "a rank that is none": ("rank None", rewrite_game(moves=rewrite(rank=None))),
    "a goal without winner": ("goals(board) yields", rewrite_game(moves=GOOD, goals=yields({(0, 0): "x"}))),
    "goals returns None": ("goals(board) returned None", rewrite_game(moves=GOOD, goals=lambda self, board: None)),
    "a goal off the board": ("is not on the board", rewrite_game(moves=GOOD, goals=yields((pp.LEFT, {(7, 7): "x"})))),
    "a goal of no symbol": ("'o' is no symbol", rewrite_game(moves=GOOD, goals=yields((pp.LEFT, {(0, 0): "o"})))),
    "a goal of nothing": ("symbols ''", rewrite_game(moves=GOOD, goals=yields((pp.LEFT, {(0, 0): ""})))),
    "letters for unknown symbols": ("stands for 'q'", rewrite_game(moves=GOOD, letters={"+": ("q", "")})),
    "letters that are no pairs": ("letters: '+'", rewrite_game(moves=GOOD, letters={"+": "x"})),
    "a key of its own": ("key = 'cram'", rewrite_game(moves=GOOD, key="cram")),
    "a puzzle without goals": ("needs a method goals", puzzle()),
    "a puzzle whose goal is a pair": ("pattern (LEFT,", puzzle(goals=yields((pp.LEFT, {(0, 0): "x"})))),
    "a puzzle that yields a player": (
        "changes (LEFT,",
        puzzle(moves=yields((pp.LEFT, {(0, 0): ".x"})), goals=yields()),
    ),
    "plain moves None": ("moves of 3 returned None", plain_game(moves=lambda self, n: None)),
    "plain moves a number": ("moves of 3 returned 3", plain_game(moves=lambda self, n: n)),
    "plain play None": ("returned None (expected a state)", plain_game(play=lambda self, n, k: None)),
    "winner True": ("is True", plain_game(winner=lambda self, n: n == 0 or None)),
    "winner as text": ("is 'left'", plain_game(winner=lambda self, n: "left")),
    "states that are lists": ("expected something hashable", plain_game(start=[3], moves=lambda self, s: [1])),
    "two moves with one text": (
        "two have the text",
        plain_game(moves=lambda self, n: [Silent(), Silent()], play=lambda self, n, k: k),
    ),
    "moves with too many arguments": ("expected moves(self, state)", plain_game(moves=lambda self, a, b, c, d: [])),
    "endless play won by a word": ("endless = 'robber'", plain_game(endless="robber", loopy=True)),
    "endless play won and drawn": ("endless = RIGHT and draws", plain_game(endless=pp.RIGHT, draws=True, loopy=True)),
    "split that is no list": ("split(3) returned 3", plain_game(split=lambda self, n: n)),
}


class Silent:
    """Moves that all look the same."""

    def __str__(self) -> str:
        return "move"


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_told_in_one_line(name: str) -> None:
    expected, ask = CASES[name]
    with pytest.raises(pp.RulesError) as caught:
        ask()
    said = str(caught.value)
    assert expected in said and "\n" not in said and said.startswith(("Mine", "moves", "<lambda>")), said


def test_the_same_game_without_a_mistake_is_answered() -> None:
    assert rewrite_game(moves=GOOD)() == "L" and plain_game()() == "N"
    assert puzzle(goals=yields({(0, 0): "x"}))() is not None


def test_a_fault_is_told_whatever_is_asked_first() -> None:
    class Mine(pp.RewriteGame):
        cells = ".x"

        def moves(self, board: Any) -> Iterator[Any]:
            for bar in board.runs(EAST, 2):
                yield "right", dict.fromkeys(bar, ".x")

    start = Mine().load("....")
    for ask in (start.moves, lambda: pp.value(start), lambda: pp.reachable(start), lambda: pp.best(start, pp.LEFT)):
        with pytest.raises(pp.RulesError, match="player 'right'"):
            ask()
