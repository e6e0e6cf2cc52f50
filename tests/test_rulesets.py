"""Rewrites as numbers against the same rewrites as they were written."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.board import Grid
from perfectplay.kinds.rulesets import Arrangement, Rewrite, Ruleset

CHANGES = ("ab", "bc", "c?", "?a", "ab>bb", "abc>acc", "a>b")
TURNS = ("ab>ba", "abc>bca", "?b>b?")


def random_rewrites(source: random.Random, board: Grid, turns: bool) -> Iterator[Any]:
    for _ in range(source.randint(1, 12)):
        cells = source.sample(board.cells, source.randint(1, 3))
        known = CHANGES[:2] + CHANGES[3:] + TURNS[: 2 * turns]
        changes = {cell: source.choice(known) for cell in cells}
        player = source.choice([pp.LEFT, pp.RIGHT, None])
        if source.random() < 0.5:
            yield player, changes
        else:
            piece = (cells[0], cells[-1]) if source.random() < 0.5 else None
            tag, name = source.choice(["", "up", "down"]), source.choice(["", "n", "m"])
            yield Rewrite(changes, player, piece, tag, name, rank=source.randint(0, 1))


def written(items: list[Any]) -> list[Rewrite]:
    return [item if isinstance(item, Rewrite) else Rewrite(item[1], item[0]) for item in items]


def becomes(change: str, symbol: str) -> str | None:
    """What a change makes of a symbol, by the words of its description; None: it may not stand there."""
    if ">" in change:
        before, after = change.split(">")
        return after[before.index(symbol)] if symbol in before else None
    return change[1] if change[0] in ("?", symbol) else None


def rules_of(items: list[Any]) -> tuple[pp.RewriteGame, Ruleset, Arrangement]:
    class Game(pp.RewriteGame):
        cells = "abc"

        def moves(self, board: Grid) -> Iterator[Any]:
            yield from items

    game = Game()
    state = game.parse("ab|ca")
    return game, game.ruleset(state.layout), state


@pytest.mark.parametrize("seed", range(40))
def test_numbers_say_what_was_written(seed: int) -> None:
    source = random.Random(seed)
    items = list(random_rewrites(source, Grid(2, 2), turns=seed % 2 == 1))
    game, rules, state = rules_of(items)
    expected = written(items)
    assert rules.rewrites == expected
    assert rules.ranked == any(rewrite.rank for rewrite in expected)
    for rewrite, changes in zip(expected, rules.changes, strict=True):
        assert [state.board.cells[index] for index, _ in changes] == list(rewrite.changes)
        for (_, each), change in zip(changes, rewrite.changes.values(), strict=True):
            assert {symbol: each.get(symbol) for symbol in "abc"} == {
                symbol: becomes(change, symbol) for symbol in "abc"
            }
    if any(change in TURNS for rewrite in expected for change in rewrite.changes.values()):
        return  # written out, which other tests are about
    spec = game.spec(state.layout, None)
    numbers = array("I", spec["rewrites"]).tolist()
    for rewrite in expected:
        manner, before, after, count, *numbers = numbers
        piece = None if not before else (state.board.cells[before - 1], state.board.cells[after - 1])
        left, right = rewrite.player is not pp.RIGHT, rewrite.player is not pp.LEFT
        assert spec["manners"][manner] == (left, right, False, 0, rewrite.rank, rules.tags.index(rewrite.tag))
        assert (piece, count) == (rewrite.piece, len(rewrite.changes))
        for cell, change in rewrite.changes.items():
            where, number, *numbers = numbers
            assert state.board.cells[where] == cell
            pairs = {"abc"[a]: "abc"[b] for a, b in spec["maps"][number]}
            whole = {symbol: becomes(change, symbol) for symbol in "abc"}
            assert pairs == {symbol: after for symbol, after in whole.items() if after is not None}
    assert numbers == []


def test_a_later_fault_is_told_although_others_were_right() -> None:
    a, b = ((0, 0), (0, 1))
    good: list[Any] = [(pp.LEFT, {a: "ab", b: "bc"}), Rewrite({a: "ab"}, pp.RIGHT, (a, b), "up")]
    for bad, told in (
        ((pp.LEFT, {a: "ab", (5, 5): "bc"}), "not on the board"),
        ((pp.LEFT, {a: "ad"}), "no symbol"),
        (("left", {a: "ab"}), "player 'left'"),
        ((pp.LEFT, {}), "changes {}"),
        ((pp.LEFT, [a]), "changes"),
        ((pp.LEFT, {a: 3}), "change 3"),
        (Rewrite({a: "ab"}, pp.RIGHT, (a, (7, 7)), "up"), "piece"),
        (Rewrite({a: "ab"}, pp.RIGHT, (a,), "up"), "piece"),  # type: ignore[arg-type]
        (Rewrite({a: "ab"}, pp.RIGHT, (a, b), 1), "tag 1"),  # type: ignore[arg-type]
        (Rewrite({a: "ab"}, pp.RIGHT, (a, b), "up", "x y"), "without spaces"),
        (Rewrite({a: "ab"}, pp.RIGHT, (a, b), "up", again=True), "moves_on"),
        (Rewrite({a: "ab"}, pp.RIGHT, (a, b), "up", score=True), "score True"),
        (Rewrite({a: "ab"}, pp.RIGHT, (a, b), "up", score=1), "scored"),
        ({a: "ab"}, "expected pairs"),
        ((pp.LEFT, {a: "ab"}, 1), "expected pairs"),
    ):
        with pytest.raises(pp.PerfectPlayError, match="Game: moves") as error:
            rules_of([*good, *good, bad])
        assert told in str(error.value) and "\n" not in str(error.value)
