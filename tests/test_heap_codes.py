"""Codes of heap games: one meaning in the plain rules, in the kernel and in a third reading here; bad ones; limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import games as reference

import perfectplay as pp
from perfectplay.heap_codes import nimbers_of

LARGEST = 14


def game(text: Any, **options: Any) -> pp.HeapGame:
    class Coded(pp.HeapGame):
        code = text

    return Coded(**options)


# three readings of a code ---------------------------------------------------------------------------------------------


def partitions(n: int, parts: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        yield from [()] if n == 0 else []
    else:
        for first in range(least, n + 1):
            yield from ((first, *rest) for rest in partitions(n - first, parts - 1, first))


def options(code: str, heap: int) -> set[tuple[int, ...]]:
    """What a heap can become, from the text of the code: bit n of a digit leaves n heaps, all different after ``!``."""
    written, _, repeated = code.upper().replace(".", "").rstrip(")").partition("(")
    digits = re.findall("[0-9A-F]!?", written)
    again = re.findall("[0-9A-F]!?", repeated) or ["0"]
    digits += again * (heap + 1)
    return {
        parts
        for taken in range(heap + 1)
        for n in range(4)
        if int(digits[taken][0], 16) >> n & 1
        for parts in partitions(heap - taken, n)
        if len(set(parts)) == n or "!" not in digits[taken]
    }


def nimber(code: str, heap: int) -> int:
    @cache
    def of(heap: int) -> int:
        found = {reduce(xor, map(of, parts), 0) for parts in options(code, heap)}
        return next(n for n in range(len(found) + 1) if n not in found)

    return of(heap)


DIGIT = st.tuples(st.sampled_from("0123456789ABCDEFabcdef"), st.sampled_from(["", "", "!"])).map("".join)
DIGITS = st.lists(DIGIT, max_size=4).map("".join)
CODES = st.tuples(
    st.sampled_from(["0", "0", "4", "8", "C", "c", "0!", "4!", "8!", "C!"]),
    DIGITS,
    st.one_of(st.just(""), st.lists(DIGIT, min_size=1, max_size=3).map(lambda digits: f"({''.join(digits)})")),
).map(lambda parts: f"{parts[0]}.{parts[1] + parts[2] or '0'}")


@settings(max_examples=150, deadline=None)
@given(CODES)
def test_moves_and_nimbers_are_those_of_the_definition(code: str) -> None:
    rules = game(code)
    for heap in range(LARGEST + 1):
        position = rules.load(str(heap))
        expected = options(code, heap)
        plain = [move.after.state for move in position.moves()]
        assert set(plain) == expected and len(plain) == len(expected), heap
        kernel, here = rules.kernel(position.state)
        for left in (True, False):
            native = [rules.decode(position.state, there) for there in kernel.moves(here, left)]
            assert set(native) == expected and len(native) == len(expected), heap
        for method in pp.methods("grundy", position):
            assert pp.grundy(position, method=method) == nimber(code, heap), (heap, method)


@settings(max_examples=60, deadline=None)
@given(CODES, st.lists(st.integers(0, 6), min_size=1, max_size=2), st.booleans())
def test_winners_are_those_of_the_definition(code: str, heaps: list[int], misere: bool) -> None:
    position = game(code, misere=misere).load(" ".join(map(str, heaps)))
    expected = reference.outcome(position)
    for method in pp.methods("outcome", position):
        assert pp.outcome(position, method=method) == expected, method


@settings(max_examples=40, deadline=None)
@given(CODES)
def test_nimbers_of_larger_heaps(code: str) -> None:
    """Where three heaps must be unequal, what the kernel keeps of pairs is used from 6 tokens on."""
    heap = 24
    assert pp.grundy(game(code).load(str(heap))) == nimber(code, heap)


@pytest.mark.parametrize(("code", "heap"), [("0.3F!", 11), ("8!.0", 9), ("C!.3", 12), ("0.9!", 10)])
def test_no_two_of_three_heaps_are_equal_after_an_exclamation_mark(code: str, heap: int) -> None:
    parts = [move.after.state for move in game(code).load(str(heap)).moves()]
    assert any(len(heaps) == 3 for heaps in parts)
    assert all(len(set(heaps)) == len(heaps) for heaps in parts)


# codes that are none --------------------------------------------------------------------------------------------------

BAD: list[Any] = [
    *(
        "",
        " ",
        "0",
        "0.",
        "4.",
        ".77",
        "5.3",
        "1.7",
        "0.G",
        "0.7(0",
        "0.7()",
        "0.7)",
        "0.7(3)4",
        "0.7!!",
        "!.7",
        "0.!7",
    ),
    *("0,77", "0. 7", "0.7\n", "0.7\x00", "\u0660.\u0667", "0.77" + "x" * 1000, "0.7(3)(3)", "0.(7)!"),
    *(None, 5, 0.77, True, b"0.77", ["0.77"], {"0.77"}, object(), pp.HeapGame),
]

ACTS: dict[str, Callable[[pp.HeapGame], object]] = {
    "load": lambda rules: rules.load("3"),
    "load of bad text": lambda rules: rules.load("three"),
    "load of an object": lambda rules: rules.load(3),
    "position": lambda rules: rules.position((3,)),
    "moves": lambda rules: pp.Position(rules, (3,)).moves(),
    "outcome": lambda rules: pp.outcome(pp.Position(rules, (3,))),
    "grundy": lambda rules: pp.grundy(pp.Position(rules, (3,))),
    "best": lambda rules: pp.best(pp.Position(rules, (3,))),
    "value": lambda rules: pp.value(pp.Position(rules, (3,))),
    "sum": lambda rules: pp.outcome(pp.Position(rules, (3,)) + pp.load("nim", "3")),
}


@pytest.mark.parametrize("code", BAD, ids=lambda code: repr(code)[:20])
@pytest.mark.parametrize("misere", [False, True])
def test_a_bad_code_is_refused_in_one_sentence_whatever_is_asked(code: Any, misere: bool) -> None:
    said = set()
    for name, act in ACTS.items():
        if misere and name in ("grundy", "value", "sum"):
            continue
        with pytest.raises(pp.ParseError) as caught:
            act(game(code, misere=misere))
        said.add(str(caught.value))
    (sentence,) = said
    assert re.fullmatch(r"Coded: .*code.* \(expected octal digits such as 0\.77, 4!\.0 or 0\.\(3\)\)", sentence)
    assert sentence.isprintable() and len(sentence) < 200


def test_a_game_without_a_code_says_so() -> None:
    class Codeless(pp.HeapGame):
        pass

    with pytest.raises(pp.ParseError, match=r"Codeless: no code \(expected code = '0\.77' in the class: octal digits"):
        Codeless().load("3")


def test_the_length_of_pieces_is_checked_whatever_is_asked() -> None:
    for k in (0, -1, 1001, 10**12):
        for act in (ACTS["load"], ACTS["position"]):
            with pytest.raises(pp.ParseError, match=rf"linear_cram: option k={k} \(expected 1 to 1000\)"):
                act(pp.system("linear_cram")(k=k))  # type: ignore[arg-type]


# codes that change ----------------------------------------------------------------------------------------------------


def nimbers(rules: pp.HeapGame) -> list[int]:
    return [int(pp.grundy(rules.load(str(heap)))) for heap in range(LARGEST)]


def test_every_game_is_answered_by_its_own_code() -> None:
    class Subtraction(pp.HeapGame):
        options = {"most": 2}
        most: int

        @property
        def code(self) -> str:
            return "0." + "3" * self.most

    games = [Subtraction(most=most) for most in (1, 2, 3, 5)]
    positions = [[rules.load(str(heap)) for heap in range(LARGEST)] for rules in games]
    for heap in range(LARGEST):
        for rules, row in zip(games, positions, strict=True):
            assert pp.grundy(row[heap]) == heap % (rules.most + 1)
            assert len(row[heap].moves()) == min(heap, rules.most)


def test_a_code_that_is_changed_counts_from_then_on() -> None:
    class Coded(pp.HeapGame):
        code = "0.77"

    rules = Coded()
    before = nimbers(rules)
    Coded.code = "0.07"
    assert nimbers(rules) == nimbers(Coded()) == [nimber("0.07", heap) for heap in range(LARGEST)] != before
    one, other = Coded(), Coded()
    one.code = "0.3"
    assert nimbers(one) == [heap % 2 for heap in range(LARGEST)] != nimbers(other)
    Coded.code = "0."
    with pytest.raises(pp.ParseError, match=r"Coded: code '0\.'"):
        rules.load("3")


# limits ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heap", [5, 50_000])
@pytest.mark.parametrize("question", [pp.grundy, pp.outcome, pp.best])
def test_the_first_question_about_a_code_keeps_its_limits(heap: int, question: Callable[..., object]) -> None:
    """The search for a period is part of the first question; what was found in vain is not kept."""
    nimbers_of.cache_clear()
    position = game("0.1337").load(str(heap))
    cancel = pp.Cancel()
    cancel.set()
    for limits in (pp.Limits(time=0), pp.Limits(cancel=cancel)):
        with pytest.raises(pp.LimitReached):
            question(position, limits=limits)
    question(position)


def test_a_question_within_another_keeps_the_limits_of_both() -> None:
    nimbers_of.cache_clear()
    with pp.Limits(time=0), pytest.raises(pp.LimitReached):
        pp.grundy(game("0.1337").load("9"), limits=pp.Limits(time=60))


@pytest.mark.parametrize(("code", "heap"), [("0.8", 10_000), ("0.(3)", 200_000)])
def test_moves_beyond_counting_are_a_limit(code: str, heap: int) -> None:
    with pytest.raises(pp.LimitReached, match=f"Coded: a heap of {heap} has too many moves to list"):
        game(code).load(str(heap)).moves()
    with pytest.raises(pp.LimitReached):
        pp.outcome(game(code, misere=True).load(str(100_000 if heap < 100_000 else heap)))
