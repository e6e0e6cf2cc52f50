"""One broken game for every mistake that an author can make, with the line that it gets.

The line names the class, where it happened, what was found there and what was expected. It is the same whatever is
asked first, and nothing that can be asked gives a traceback.
"""

from __future__ import annotations

import inspect
import itertools
import pickle
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.board import EAST
from perfectplay.cli import main
from perfectplay.constraints import AllDifferent, AnyOf
from perfectplay.kinds.cells import Shading
from perfectplay.registry import adopt

Make = Callable[[], pp.Position]


def made(base: type, members: dict[str, Any], load: Callable[[Any], pp.Position]) -> Make:
    """A position of a class with these members; those that are None are left out, but for symbols that are. What
    changes from call to call begins anew."""

    def make() -> pp.Position:
        global numbers
        numbers = itertools.count()
        kept = {name: member for name, member in members.items() if member is not None or name == "cells"}
        return load(type("Mine", (base,), kept)())

    return make


def rewrite_game(text: str = "...", **members: Any) -> Make:
    return made(pp.RewriteGame, {"cells": ".x", **members}, lambda game: game.load(text))


def puzzle(**members: Any) -> Make:
    usual = {"cells": ".x", "moves": yields({(0, 0): ".x"})}
    return made(pp.RewritePuzzle, usual | members, lambda game: game.load(".."))


FINE: dict[str, Any] = {"moves": lambda self, n: range(1, n + 1), "play": lambda self, n, k: n - k}
"""Take what you like."""


def plain_game(start: Any = 3, **members: Any) -> Make:
    return made(pp.PlainGame, FINE | members, lambda game: game.position(start))


def plain_puzzle(**members: Any) -> Make:
    return made(pp.PlainPuzzle, FINE | members, lambda game: game.position(3))


def paper(**members: Any) -> Make:
    return made(Shading, members, lambda game: game.load("..|.."))


def heaps(**members: Any) -> Make:
    return made(pp.HeapGame, members, lambda game: game.load("3 5"))


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


GOOD = everywhere(pp.LEFT, ".x")
numbers = itertools.count()


def changing(self: Any, board: Any) -> Iterator[Any]:
    cells = list(board.cells)
    yield pp.LEFT, {cells[next(numbers) % 2]: ".x"}


def twice(self: Any, board: Any) -> Iterator[Any]:
    for a in board.cells:
        yield pp.LEFT, {a: ".x", a: "x."}  # noqa: F602


def homonyms(self: Any, board: Any) -> Iterator[Any]:
    for cell in board.cells:
        yield pp.Rewrite({cell: ".x"}, pp.LEFT)
        yield pp.Rewrite({cell: ".o"}, pp.LEFT)


def walk(self: Any, board: Any) -> Iterator[Any]:
    for a, b in board.runs(EAST, 2):
        yield None, {a: "x.", b: ".x"}
        yield None, {a: ".x", b: "x."}


def helper(n: int) -> list[int]:
    return [{1: 1}[n]]


class Silent:
    """Moves that all look the same."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __str__(self) -> str:
        return "move"


class Bare:
    """A state that equals no other."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __repr__(self) -> str:
        return "Bare()"


def generating(self: Any, n: int, k: int) -> Iterator[int]:
    yield n - k


CASES: dict[str, tuple[Make, str]] = {
    "a player as text": (
        rewrite_game(moves=everywhere("left", ".x")),
        "Mine: moves('...') yields {(0, 0): '.x'}: player 'left' (expected pp.LEFT or pp.RIGHT, or None for "
        "a move of either)",
    ),
    "a player as a number": (
        rewrite_game(moves=everywhere(0, ".x")),
        "Mine: moves('...') yields {(0, 0): '.x'}: player 0 (expected pp.LEFT or pp.RIGHT, or None for a "
        "move of either)",
    ),
    "a symbol twice": (
        rewrite_game(cells="..x", moves=GOOD),
        "Mine: cells = '..x' has '.' twice (expected each symbol once)",
    ),
    "no symbols": (
        rewrite_game(cells=None, moves=GOOD),
        "Mine: cells = None (expected the symbols as text, the usual background first, such as '.xo')",
    ),
    "symbols as a list": (
        rewrite_game(cells=[".", "x"], moves=GOOD),
        "Mine: cells = ['.', 'x'] (expected the symbols as text, the usual background first, such as '.xo')",
    ),
    "? as a symbol": (
        rewrite_game(cells=".?", moves=GOOD),
        "Mine: cells = '.?': '?' stands for any symbol in a rewrite (expected another symbol)",
    ),
    "| as a symbol": (
        rewrite_game(cells=".|", moves=GOOD),
        "Mine: cells = '.|': '|' ends a row (expected another symbol)",
    ),
    "an unknown symbol after": (
        rewrite_game(moves=everywhere(pp.LEFT, ".o")),
        "Mine: moves('...') yields {(0, 0): '.o'}: change '.o': 'o' is no symbol (expected one of '.x')",
    ),
    "an unknown symbol before": (
        rewrite_game(moves=everywhere(pp.LEFT, "o.")),
        "Mine: moves('...') yields {(0, 0): 'o.'}: change 'o.': 'o' is no symbol (expected one of '.x')",
    ),
    "? after": (
        rewrite_game(moves=everywhere(pp.LEFT, ".?")),
        "Mine: moves('...') yields {(0, 0): '.?'}: change '.?': '?' is no symbol (expected one of '.x')",
    ),
    "a change of one letter": (
        rewrite_game(moves=everywhere(pp.LEFT, "x")),
        "Mine: moves('...') yields {(0, 0): 'x'}: change 'x' (expected two of the symbols '.x', before and "
        "after, or two lists, such as '.x>x.' for a cell that is turned over)",
    ),
    "a change of three letters": (
        rewrite_game(moves=everywhere(pp.LEFT, ".xx")),
        "Mine: moves('...') yields {(0, 0): '.xx'}: change '.xx' (expected two of the symbols '.x', before "
        "and after, or two lists, such as '.x>x.' for a cell that is turned over)",
    ),
    "a change that is no text": (
        rewrite_game(moves=everywhere(pp.LEFT, (".", "x"))),
        "Mine: moves('...') yields {(0, 0): ('.', 'x')}: change ('.', 'x') (expected two of the symbols "
        "'.x', before and after, or two lists, such as '.x>x.' for a cell that is turned over)",
    ),
    "both ways in one change": (
        rewrite_game(moves=everywhere(pp.LEFT, ".xx.")),
        "Mine: moves('...') yields {(0, 0): '.xx.'}: change '.xx.' (expected two of the symbols '.x', before "
        "and after, or two lists, such as '.x>x.' for a cell that is turned over)",
    ),
    "both ways as two changes": (
        rewrite_game(moves=everywhere(pp.LEFT, [".x", "x."])),
        "Mine: moves('...') yields {(0, 0): ['.x', 'x.']}: change ['.x', 'x.'] (expected two of the symbols "
        "'.x', before and after, or two lists, such as '.x>x.' for a cell that is turned over)",
    ),
    "a cell twice in one mapping": (
        rewrite_game(moves=twice),
        "Mine: moves: {a: '.x', a: 'x.'} has a twice, of which Python keeps the last (expected each cell "
        "once; two lists say what each symbol becomes: {a: '.x>x.'})",
    ),
    "lists of different length": (
        rewrite_game(moves=everywhere(pp.LEFT, ".x>x")),
        "Mine: moves('...') yields {(0, 0): '.x>x'}: change '.x>x' (expected as many different symbols "
        "before > as there are after it)",
    ),
    "a symbol twice before": (
        rewrite_game(moves=everywhere(pp.LEFT, "..>x.")),
        "Mine: moves('...') yields {(0, 0): '..>x.'}: change '..>x.' (expected as many different symbols "
        "before > as there are after it)",
    ),
    "a cell off the board": (
        rewrite_game(moves=yields((pp.LEFT, {(9, 9): ".x"}))),
        "Mine: moves('...') yields {(9, 9): '.x'}: cell (9, 9) is not on the board (expected one of board.cells)",
    ),
    "a cell that is none": (
        rewrite_game(moves=yields((pp.LEFT, {"a1": ".x"}))),
        "Mine: moves('...') yields {'a1': '.x'}: cell 'a1' is not on the board (expected one of board.cells)",
    ),
    "moves returns None": (
        rewrite_game(moves=lambda self, board: None),
        "Mine: moves('...') returned None (expected pairs of a player and a mapping of changes, or rewrites; "
        "is a yield or a return missing?)",
    ),
    "moves returns a number": (
        rewrite_game(moves=lambda self, board: 7),
        "Mine: moves('...') returned 7 (expected pairs of a player and a mapping of changes, or rewrites)",
    ),
    "no method moves": (
        rewrite_game(),
        "Mine has no method moves (expected moves(self, board) that yields pairs of a player and a mapping "
        "of changes, or rewrites)",
    ),
    "a rewrite without its player": (
        rewrite_game(moves=yields({(0, 0): ".x"})),
        "Mine: moves('...') yields {(0, 0): '.x'} (expected pairs of a player and a mapping of changes, or "
        "rewrites, such as pp.LEFT, {a: '.x'}, or None, {a: '.x'} for a move of either)",
    ),
    "a move that is None": (
        rewrite_game(moves=yields(None)),
        "Mine: moves('...') yields None (expected pairs of a player and a mapping of changes, or rewrites, "
        "such as pp.LEFT, {a: '.x'}, or None, {a: '.x'} for a move of either)",
    ),
    "changes that are no mapping": (
        rewrite_game(moves=yields((pp.LEFT, "xx"))),
        "Mine: moves('...') yields changes 'xx' (expected a mapping from cells to pairs of symbols, such as {a: '.x'})",
    ),
    "no changes": (
        rewrite_game(moves=yields((pp.LEFT, {}))),
        "Mine: moves('...') yields changes {} (expected a mapping from cells to pairs of symbols, such as {a: '.x'})",
    ),
    "moves that change from call to call": (
        rewrite_game(moves=changing),
        "Mine: moves('...') changes: [{(0, 0): '.x'}] and then [{(0, 1): '.x'}] (expected the same from call to call)",
    ),
    "two moves with one name": (
        rewrite_game(cells=".xo", moves=homonyms),
        "Mine: two moves of '...' have the text 'a1', one to 'x..' and one to 'o..' (expected a text of its "
        "own for each, such as pp.Rewrite(changes, player, name='…'))",
    ),
    "a piece that is no pair": (
        rewrite_game(moves=rewrite(piece=0)),
        "Mine: moves('...') yields piece 0 (expected the cells where it stands before and after)",
    ),
    "a piece off the board": (
        rewrite_game(moves=rewrite(piece=((0, 0), (5, 5)))),
        "Mine: moves('...') yields piece ((0, 0), (5, 5)): cell (5, 5) is not on the board (expected one of "
        "board.cells)",
    ),
    "a tag that is no text": (rewrite_game(moves=rewrite(tag=3)), "Mine: moves('...') yields tag 3 (expected text)"),
    "a name with a space": (
        rewrite_game(moves=rewrite(name="a b")),
        "Mine: moves('...') yields name 'a b' (expected a name without spaces: a line is written as names "
        "with spaces between)",
    ),
    "points that are text": (
        rewrite_game(moves=rewrite(score="3")),
        "Mine: moves('...') yields score '3' (expected a value of type int)",
    ),
    "points in a game without": (
        rewrite_game(moves=rewrite(score=3)),
        "Mine: moves('...') yields score=3 (expected scored = True in the class, because points decide)",
    ),
    "moves that go on unsaid": (
        rewrite_game(moves=rewrite(again=True)),
        "Mine: moves('...') yields again=True (expected moves_on = True in the class, because a player may "
        "have to move on)",
    ),
    "a rank that is none": (
        rewrite_game(moves=rewrite(rank=None)),
        "Mine: moves('...') yields rank None (expected a value of type int)",
    ),
    "goals without a winner": (
        rewrite_game(moves=GOOD, goals=yields({(0, 0): "x"})),
        "Mine: goals('...') yields {(0, 0): 'x'} (expected pairs of the winner and a mapping from cells to "
        "symbols, such as pp.LEFT, {a: 'x'})",
    ),
    "a goal won by text": (
        rewrite_game(moves=GOOD, goals=yields(("left", {(0, 0): "x"}))),
        "Mine: goals('...') yields ('left', {(0, 0): 'x'}) (expected pairs of the winner and a mapping from "
        "cells to symbols, such as pp.LEFT, {a: 'x'})",
    ),
    "goals returns None": (
        rewrite_game(moves=GOOD, goals=lambda self, board: None),
        "Mine: goals('...') returned None (expected pairs of the winner and a mapping from cells to symbols; "
        "is a yield or a return missing?)",
    ),
    "a goal off the board": (
        rewrite_game(moves=GOOD, goals=yields((pp.LEFT, {(7, 7): "x"}))),
        "Mine: goals('...') yields {(7, 7): 'x'}: cell (7, 7) is not on the board (expected one of board.cells)",
    ),
    "a goal of no symbol": (
        rewrite_game(moves=GOOD, goals=yields((pp.LEFT, {(0, 0): "o"}))),
        "Mine: goals('...') yields {(0, 0): 'o'}: 'o' is no symbol (expected some of '.x')",
    ),
    "a goal of nothing": (
        rewrite_game(moves=GOOD, goals=yields((pp.LEFT, {(0, 0): ""}))),
        "Mine: goals('...') yields {(0, 0): ''}: symbols '' (expected some of '.x')",
    ),
    "letters for unknown symbols": (
        rewrite_game(moves=GOOD, letters={"+": ("q", "")}),
        "Mine: letters: '+' stands for 'q' (expected one of '.x')",
    ),
    "letters that are no pairs": (
        rewrite_game(moves=GOOD, letters={"+": "x"}),
        "Mine: letters: '+': 'x' (expected a symbol or None, and a mark)",
    ),
    "a key of its own": (
        rewrite_game(moves=GOOD, key="cram"),
        "Mine: key = 'cram' (expected none: keys are the names of our own files)",
    ),
    "positions that repeat": (
        rewrite_game("x..", moves=walk),
        "Mine: positions repeat: x.. -> .x. -> x.. (expected loopy = True in the class)",
    ),
    "an exception in rewrites": (
        rewrite_game(moves=lambda self, board: [board.nothing]),
        "Mine: moves('...') raised AttributeError: 'Grid' object has no attribute 'nothing' at "
        "test_mistakes.py:0 (expected the legal moves)",
    ),
    "a puzzle without goals": (
        puzzle(),
        "Mine has no method goals (expected goals(self, board) that yields mappings from cells to the "
        "symbols that may stand there)",
    ),
    "a puzzle whose goal is a pair": (
        puzzle(goals=yields((pp.LEFT, {(0, 0): "x"}))),
        "Mine: goals('..') yields pattern (LEFT, {(0, 0): 'x'}) (expected a mapping from cells to the "
        "symbols that may stand there)",
    ),
    "a puzzle that yields a player": (
        puzzle(moves=yields((pp.LEFT, {(0, 0): ".x"})), goals=yields()),
        "Mine: moves('..') yields changes (LEFT, {(0, 0): '.x'}) (expected a mapping from cells to pairs of "
        "symbols, such as {a: '.x'})",
    ),
    "plain: no method moves": (
        plain_game(moves=None),
        "Mine has no method moves (expected moves(self, state) or moves(self, state, player))",
    ),
    "plain: no method play": (
        plain_game(play=None),
        "Mine has no method play (expected play(self, state, move), the state after a move)",
    ),
    "plain: moves returns None": (
        plain_game(moves=lambda self, n: None),
        "Mine: moves(3) returned None (expected the legal moves, an empty list if there are none; is a yield "
        "or a return missing?)",
    ),
    "plain: moves returns a number": (
        plain_game(moves=lambda self, n: n),
        "Mine: moves(3) returned 3 (expected the legal moves, an empty list if there are none)",
    ),
    "plain: moves returns text": (
        plain_game(moves=lambda self, n: "12"),
        "Mine: moves(3) returned '12' (expected the legal moves, an empty list if there are none)",
    ),
    "plain: play returns None": (
        plain_game(play=lambda self, n, k: None),
        "Mine: play(3, 1) returned None (expected the state after the move; is a return missing?)",
    ),
    "plain: play returns a list": (
        plain_game(play=lambda self, n, k: [n - k]),
        "Mine: play(3, 1) returned [2] (expected the state after the move, one that can be hashed, such as (2,))",
    ),
    "plain: winner returns True": (
        plain_game(winner=lambda self, n: n == 3 or None),
        "Mine: winner(3) returned True (expected pp.LEFT, pp.RIGHT, pp.DRAW, or None while play continues)",
    ),
    "plain: winner as text": (
        plain_game(winner=lambda self, n: "left"),
        "Mine: winner(3) returned 'left' (expected pp.LEFT, pp.RIGHT, pp.DRAW, or None while play continues)",
    ),
    "plain: who moves as text": (
        plain_game(moves=lambda self, n, player: [], to_move=lambda self, n: "L"),
        "Mine: to_move(3) returned 'L' (expected pp.LEFT, pp.RIGHT, or None if either may start)",
    ),
    "plain: again returns text": (
        plain_game(moves_on=True, again=lambda self, n, k: "yes"),
        "Mine: again(3, 1) returned 'yes' (expected True or False)",
    ),
    "plain: moves that go on unsaid": (
        plain_game(again=lambda self, n, k: True),
        "Mine: again(3, 1) returned True (expected moves_on = True in the class of the game, because a "
        "player may have to move on)",
    ),
    "plain: states that are lists": (
        plain_game([3], moves=lambda self, s: [1]),
        "Mine: the state [3] (expected one that can be hashed, such as (3,))",
    ),
    "plain: two moves with one text": (
        plain_game(moves=lambda self, n: [Silent(1), Silent(2)], play=lambda self, n, k: k.size),
        "Mine: moves(3): two moves have the text 'move', one to 1 and one to 2 (expected a text of its own "
        "for each: numbers, tuples, or a class with __str__)",
    ),
    "plain: moves that change from call to call": (
        plain_game(moves=lambda self, n: [1 + next(numbers) % 2]),
        "Mine: moves of '3' change from call to call: 1, and then 2 (expected the same each time)",
    ),
    "plain: moves with too many arguments": (
        plain_game(moves=lambda self, a, b, c, d: []),
        "Mine: moves(self, a, b, c, d) (expected moves(self, state), or moves(self, state, player) in a partizan game)",
    ),
    "plain: positions that repeat": (
        plain_game(moves=lambda self, n: [1, 4], play=lambda self, n, k: (n + k) % 5),
        "Mine: positions repeat: 3 -> 4 -> 3 (expected loopy = True in the class)",
    ),
    "plain: endless play won by a word": (
        plain_game(endless="robber", loopy=True),
        "Mine: endless = 'robber' (expected pp.LEFT, pp.RIGHT or None)",
    ),
    "plain: endless play won and drawn": (
        plain_game(endless=pp.RIGHT, draws=True, loopy=True),
        "Mine: endless = RIGHT and draws = True (expected one of them)",
    ),
    "plain: split that is no list": (
        plain_game(split=lambda self, n: n),
        "Mine: split(3) returned 3 (expected a list of states, or None)",
    ),
    "plain: split into itself": (
        plain_game(split=lambda self, n: [n, 1]),
        "Mine: split(3) returned [3, 1] (expected smaller states, or None if it does not come apart)",
    ),
    "plain: an exception in moves": (
        plain_game(moves=lambda self, n: [[1, 2][n]]),
        "Mine: moves(3) raised IndexError: list index out of range at test_mistakes.py:0 (expected the legal moves)",
    ),
    "plain: an exception in play": (
        plain_game(play=lambda self, n, k: {}[n - k]),
        "Mine: play(3, 1) raised KeyError: 2 at test_mistakes.py:0 (expected the state after the move)",
    ),
    "plain: an exception in winner": (
        plain_game(winner=lambda self, n: n.winner),
        "Mine: winner(3) raised AttributeError: 'int' object has no attribute 'winner' at test_mistakes.py:0 "
        "(expected pp.LEFT, pp.RIGHT, pp.DRAW, or None while play continues)",
    ),
    "plain: an exception in split": (
        plain_game(split=lambda self, n: n / 0),
        "Mine: split(3) raised ZeroDivisionError: division by zero at test_mistakes.py:0 (expected a list of "
        "states, or None)",
    ),
    "plain: an exception in a helper": (
        plain_game(moves=lambda self, n: helper(n)),
        "Mine: moves(3) raised KeyError: 3 at test_mistakes.py:0 (expected the legal moves)",
    ),
    "plain: an exception deeper down": (
        plain_game(moves=lambda self, n: [1 + 0 // n]),
        "Mine: moves(0) raised ZeroDivisionError: integer division or modulo by zero at test_mistakes.py:0 "
        "(expected the legal moves)",
    ),
    "plain: a text that is none": (
        plain_game(text=lambda self, n: n),
        "Mine: text(3) returned 3 (expected the text form of the state)",
    ),
    "plain: an option that is a list": (
        plain_game(options={"sizes": [1, 2]}),
        "Mine: option sizes = [1, 2] (expected a value that cannot change, such as (1, 2))",
    ),
    "plain: an option that hides a method": (
        plain_game(options={"play": 2}),
        "Mine: option 'play' hides the method play (expected another name)",
    ),
    "plain: options that are a list": (
        plain_game(options=["size"]),
        "Mine: options = ['size'] (expected a mapping from names to defaults, such as {'size': 3})",
    ),
    "plain puzzle: no method solved": (
        plain_puzzle(),
        "Mine has no method solved (expected solved(self, state), True or False)",
    ),
    "plain puzzle: solved returns None": (
        plain_puzzle(solved=lambda self, n: None),
        "Mine: solved(3) returned None (expected True or False; is a return missing?)",
    ),
    "plain: states that are not equal": (
        plain_game(Bare(1), moves=lambda self, bare: range(bare.size), play=lambda self, bare, k: Bare(0)),
        "Mine: 0 from 'Bare()' leads to Bare(), and then to Bare() (expected equal states; a class of states "
        "needs __eq__ and __hash__)",
    ),
    "plain: play that yields": (
        plain_game(play=generating),
        "Mine: 1 from '3' leads to <generator object generating>, and then to <generator object generating> "
        "(expected equal states; a class of states needs __eq__ and __hash__)",
    ),
    "plain: play without the move": (
        plain_game(play=lambda self, n: n),
        "Mine: play(self, n) (expected play(self, state, move))",
    ),
    "plain: play with a player": (
        plain_game(play=lambda self, n, k, player: n),
        "Mine: play(self, n, k, player) (expected play(self, state, move))",
    ),
    "plain: winner without the state": (
        plain_game(winner=lambda self: None),
        "Mine: winner(self) (expected winner(self, state))",
    ),
    "plain: moves that are no method": (
        plain_game(moves=3),
        "Mine: moves = 3 (expected moves(self, state), or moves(self, state, player) in a partizan game)",
    ),
    "plain: a winner that is no method": (
        plain_game(winner=pp.LEFT),
        "Mine: winner = LEFT (expected a method winner(self, state))",
    ),
    "plain: split into nothing": (
        plain_game(split=lambda self, n: [None]),
        "Mine: split(3) returned [None] (expected smaller states, or None if it does not come apart)",
    ),
    "plain: parse returns None": (
        made(pp.PlainGame, FINE | {"parse": lambda self, text: None}, lambda game: game.load("3")),
        "Mine: parse('3') returned None (expected the state that a text describes, or a ValueError for other "
        "texts; is a return missing?)",
    ),
    "plain: a state in place of a text": (
        made(pp.PlainGame, FINE, lambda game: game.load(3)),
        "Mine: an int (expected text; position(…) takes a state, as in Mine().position(3))",
    ),
    "moves of a board with a player": (
        rewrite_game(moves=lambda self, board, player: []),
        "Mine: moves(self, board, player) (expected moves(self, board))",
    ),
    "goals with too much": (
        rewrite_game(moves=GOOD, goals=lambda self, board, player: []),
        "Mine: goals(self, board, player) (expected goals(self, board))",
    ),
    "loopy as text": (rewrite_game(moves=GOOD, loopy="yes"), "Mine: loopy = 'yes' (expected True or False)"),
    "loopy as a method": (
        rewrite_game(moves=GOOD, loopy=changing),
        "Mine: loopy = <function changing> (expected True or False)",
    ),
    "a sample that is no text": (rewrite_game(moves=GOOD, sample=3), "Mine: sample = 3 (expected text)"),
    "boards that are no class": (
        rewrite_game(moves=GOOD, boards="hex"),
        "Mine: boards = 'hex' (expected a class of perfectplay.board, such as HexGrid)",
    ),
    "boards of another kind": (
        rewrite_game(moves=GOOD, boards=int),
        "Mine: boards = <class 'int'> (expected a class of perfectplay.board, such as HexGrid)",
    ),
    "looks that are none": (
        rewrite_game(moves=GOOD, looks={"x": "disc"}),
        "Mine: looks: 'x': 'disc' (expected a perfectplay.picture.Look)",
    ),
    "metrics that are a list": (puzzle(metrics=["moves"]), "Mine: metrics = ['moves'] (expected a mapping)"),
    "a metric that is a number": (
        puzzle(metrics={"moves": 1}),
        "Mine: metrics: 'moves': 1 (expected names with what they count, a pp.Metric)",
    ),
    "on paper: no method rules": (
        paper(),
        "Mine has no method rules (expected rules(self, state): Sentences, and what they require; a sentence "
        "may occur as often as there are cells.)",
    ),
    "on paper: rules returns None": (
        paper(rules=lambda self, sheet: None),
        "Mine: rules('..|..') returned None (expected pairs of a sentence and a constraint; is a return missing?)",
    ),
    "on paper: a rule without its sentence": (
        paper(rules=lambda self, sheet: [AnyOf((((0, 0), "#"),))]),
        "Mine: rules('..|..') yields AnyOf(atoms=(((0, 0), '#'),)) (expected pairs of a sentence and a "
        "constraint, such as 'No two neighbours are black.', AnyOf(…))",
    ),
    "on paper: a rule that is no constraint": (
        paper(rules=lambda self, sheet: [("Something is black.", True)]),
        "Mine: rules('..|..') yields ('Something is black.', True) (expected pairs of a sentence and a "
        "constraint, such as 'No two neighbours are black.', AnyOf(…))",
    ),
    "on paper: an exception in rules": (
        paper(rules=lambda self, sheet: [sheet.nothing]),
        "Mine: rules('..|..') raised AttributeError: 'Sheet' object has no attribute 'nothing' at "
        "test_mistakes.py:0 (expected pairs of a sentence and a constraint)",
    ),
    "on paper: unknowns that are a list": (
        paper(unknowns=lambda self, sheet: [], rules=lambda self, sheet: []),
        "Mine: unknowns('..|..') returned [] (expected a mapping from unknowns to their values)",
    ),
    "on paper: clues that are text": (
        paper(clues="0123", rules=lambda self, sheet: []),
        "Mine: clues = '0123' (expected what may be printed in a cell, such as Clues(0, 9) from "
        "perfectplay.kinds.clues)",
    ),
    "on paper: a cell off the sheet": (
        paper(rules=lambda self, sheet: [("Something is black.", AnyOf((((9, 9), "#"),)))]),
        "Mine: rules('..|..') yields 'Something is black.': (9, 9) is '#' (expected unknowns such as (0, 0), "
        "(0, 1) with values such as '.', '#')",
    ),
    "on paper: a value that there is not": (
        paper(rules=lambda self, sheet: [("Something is black.", AnyOf((((0, 0), "x"),)))]),
        "Mine: rules('..|..') yields 'Something is black.': (0, 0) is 'x' (expected unknowns such as (0, 0), "
        "(0, 1) with values such as '.', '#')",
    ),
    "on paper: a cell in place of an atom": (
        paper(rules=lambda self, sheet: [("Something is black.", AnyOf(((0, 0),)))]),
        "Mine: rules('..|..') yields 'Something is black.': 0 is 0 (expected unknowns such as (0, 0), (0, 1) "
        "with values such as '.', '#')",
    ),
    "on paper: all different off the sheet": (
        paper(rules=lambda self, sheet: [("All differ.", AllDifferent(((0, 0), (9, 9))))]),
        "Mine: rules('..|..') yields 'All differ.': AllDifferent(unknowns=((0, 0), (9, 9))) raised KeyError: "
        "(9, 9) (expected unknowns such as (0, 0), (0, 1) with values such as '.', '#')",
    ),
    "heaps: no code": (
        heaps(),
        "Mine: no code (expected code = '0.77' in the class: octal digits such as 0.77, 4!.0 or 0.(3))",
    ),
    "heaps: a code that is a number": (
        heaps(code=0.77),
        "Mine: a code that is a float (expected octal digits such as 0.77, 4!.0 or 0.(3))",
    ),
    "heaps: a code that cannot be read": (
        heaps(code="kayles"),
        "Mine: code 'kayles' (expected octal digits such as 0.77, 4!.0 or 0.(3))",
    ),
}


def said_by(ask: Callable[[], object]) -> str:
    """The one line of the error; any other exception fails the test. Lines of this file are written as 0, and places in
    memory are left out."""
    try:
        ask()
    except pp.PerfectPlayError as error:
        return re.sub(r" at 0x[0-9a-f]+", "", re.sub(r"(test_mistakes\.py):\d+", r"\1:0", str(error)))
    return ""


def ask_first(position: pp.Position) -> object:
    return pp.outcome(position) if position.system.players == 2 else pp.solve(position)


DOORS: dict[str, Callable[[pp.Position], object]] = {
    "moves": lambda position: position.moves(),
    "text": str,
    "repr": repr,
    "picture": lambda position: position.picture(),
    "winner": lambda position: position.winner,
    "pickle": lambda position: pickle.loads(pickle.dumps(position.state)),
    **{
        name: partial(pp.questions.function(name))
        for name in ("outcome", "value", "grundy", "best", "reachable", "remoteness", "solve", "count", "unique")
    },
    "verify": lambda position: pp.verify(pp.Result("outcome", position, pp.Outcome.of("N"), "by hand")),
    "check_rules": pp.check_rules,
}
"""Through which a user may come first."""


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_told_in_one_line(name: str) -> None:
    make, line = CASES[name]
    said = said_by(lambda: ask_first(make()))
    assert said == line and "\n" not in said and said.startswith("Mine")


@pytest.mark.parametrize("name", CASES)
def test_nothing_that_is_asked_first_gives_a_traceback(name: str) -> None:
    make, _ = CASES[name]
    try:
        make()
    except pp.PerfectPlayError:
        return  # nothing can be asked
    for door, ask in DOORS.items():
        said = said_by(lambda ask=ask: ask(make()))  # type: ignore[misc]
        assert "\n" not in said, door
    report = None
    said = said_by(lambda: pp.check_rules(make()))
    if not said:
        report = pp.check_rules(make())
        assert not report, report


def test_the_line_of_the_author_is_told_and_the_exception_is_the_cause() -> None:
    number = inspect.getsourcelines(helper)[1] + 1
    with pytest.raises(pp.RulesError, match=f"at test_mistakes.py:{number} ") as caught:
        pp.outcome(plain_game(moves=lambda self, n: helper(n))())
    assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(pp.RulesError) as deeper:  # out of native code
        pp.outcome(plain_game(moves=lambda self, n: [1 + 0 // n])())
    assert isinstance(deeper.value.__cause__, ZeroDivisionError)


def test_exceptions_that_are_not_the_authors_stay_what_they_are() -> None:
    def progress(*numbers: Any) -> None:
        raise ZeroDivisionError

    with pytest.raises(KeyboardInterrupt):
        pp.outcome(plain_game(moves=interrupted)())
    with pytest.raises(pp.IllegalMove):
        pp.load("nim", "3").move("nothing")


def interrupted(self: Any, n: int) -> list[int]:
    raise KeyboardInterrupt


def test_a_text_that_parse_cannot_read_is_wrong_input() -> None:
    class Mine(pp.PlainGame):
        def moves(self, n: int) -> range:
            return range(n)

        def play(self, n: int, k: int) -> int:
            return k

        def parse(self, text: str) -> int:
            return int(text)

    assert Mine().load("3").state == 3
    with pytest.raises(pp.ParseError, match=r"^Mine: invalid literal for int\(\) with base 10: 'three'$"):
        Mine().load("three")


def test_the_same_games_without_a_mistake_are_answered() -> None:
    assert pp.outcome(rewrite_game(moves=GOOD)()) == "L" and pp.outcome(plain_game()()) == "N"
    assert pp.solve(puzzle(goals=yields({(0, 0): "x"}))()).cost == 1
    assert pp.solve(plain_puzzle(solved=lambda self, n: n == 0)()).cost == 1
    black = ("Something is black.", AnyOf(tuple((cell, "#") for cell in ((0, 0), (0, 1)))))
    assert pp.count(paper(rules=lambda self, sheet: [black])()) == 12
    assert pp.grundy(heaps(code="0.77")()) == 7


@pytest.mark.parametrize("question", ["outcome", "value", "grundy", "best", "remoteness", "suspense", "temperature"])
@pytest.mark.parametrize("kind", ["rewrite", "plain", "partizan"])
def test_a_forgotten_loopy_is_named_with_the_positions_that_repeat(kind: str, question: str) -> None:
    if kind == "partizan" and question == "grundy":
        return
    position, cycle = {
        "rewrite": (rewrite_game("x..", moves=walk, impartial=True), "x.. -> .x. -> x.."),
        "plain": (CASES["plain: positions that repeat"][0], "3 -> 4 -> 3"),
        "partizan": (
            plain_game(moves=lambda self, n, player: [1, 4], play=lambda self, n, k: (n + k) % 5),
            "3 -> 4 -> 3",
        ),
    }[kind]
    for method in [None, *pp.methods(question, position())]:
        if method != "retrograde":  # which knows what to do
            said = said_by(lambda method=method: pp.questions.function(question)(position(), method=method))  # type: ignore[misc]
            assert said == f"Mine: positions repeat: {cycle} (expected loopy = True in the class)", method


@pytest.mark.parametrize("name", ["a player as text", "positions that repeat", "plain: an exception in play"])
def test_the_command_line_tells_the_same_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    make, line = CASES[name]
    position = make()
    adopt(type(position.system), "own-mistake")
    assert main(["outcome", "own-mistake", str(position)]) == 2
    said = capsys.readouterr().err
    assert re.sub(r"\.py:\d+", ".py:0", said) == f"perfectplay: {line}\n"


def test_a_sum_tells_the_mistakes_of_its_components() -> None:
    for name in (
        "positions that repeat",
        "plain: moves that change from call to call",
        "plain: an exception deeper down",
    ):
        make, line = CASES[name]
        said = said_by(lambda make=make: pp.outcome(make() + pp.load("nim", "1")))  # type: ignore[misc]
        assert said == line


def test_a_metric_that_no_search_can_use_is_told_in_one_line() -> None:
    made = puzzle(goals=yields({(0, 0): "x"}), metrics={"free": pp.Metric({"": 0})})
    assert said_by(lambda: pp.solve(made())) == "Mine: rewrite 0 costs nothing but cannot be taken back"


@pytest.mark.parametrize(
    ("costs", "chain", "line"),
    [
        ({"up": -1}, "", "Metric: 'up' costs -1 (expected a number from 0 to 1000000)"),
        ({"up": 0.5}, "", "Metric: 'up' costs 0.5 (expected a number from 0 to 1000000)"),
        (["up"], "", "Metric: costs ['up'] (expected a mapping from tags, such as {'walk': 0})"),
        (None, "pieces", "Metric: chain 'pieces' (expected one of '', 'piece', 'line')"),
    ],
)
def test_a_metric_that_means_nothing_is_told_in_one_line(costs: Any, chain: str, line: str) -> None:
    assert said_by(lambda: pp.Metric(costs, chain)) == line


def test_what_is_no_position_is_told_with_what_would_be_one() -> None:
    mine: Any = type(plain_game()().system)
    such = "outcome: expected a position, such as MyGame().load(text), got"
    wrong: dict[str, Any] = {"a class, Mine": mine, "a system, Mine": mine(), "an int": 3}
    for name, given in wrong.items():
        assert said_by(partial(pp.outcome, given)) == f"{such} {name}"
    assert said_by(lambda: pp.load(mine, "3")) == (
        "a system's key is text, not a class, Mine (a class loads its own positions: MyGame().load(text))"
    )
    assert said_by(lambda: mine(3)) == "Mine takes options by name only (expected for a position: Mine().position(3))"
    assert said_by(lambda: mine(misere="yes")) == "Mine: option misere='yes' (expected a value like False)"


def test_methods_may_be_written_in_other_ways() -> None:
    """With further arguments that have defaults, with any arguments at all, without self."""
    for play in (
        lambda self, n, k, more=0: n - k,
        lambda self, *given: given[0] - given[1],
        staticmethod(lambda n, k: n - k),
        classmethod(lambda cls, n, k: n - k),
    ):
        assert pp.grundy(plain_game(play=play)()) == 3
