"""General codes of taking and breaking: against the definition, how they are written, partizan heaps, mistakes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import games as reference
from tests.tiers import depth

import perfectplay as pp
from perfectplay.families.breaking import read_general
from perfectplay.games.subtraction import Subtraction

CONDITIONS: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "": lambda parts: True,
    "!": lambda parts: len(set(parts)) == len(parts),
    "?": lambda parts: len(parts) < 2 or len(set(parts)) > 1,
    "=": lambda parts: len(set(parts)) < 2,
}
Spec = tuple[tuple[int, str, bool], ...]
"""Numbers of heaps, each with a condition, and whether more heaps are allowed, too."""


def written(spec: Spec) -> str:
    return "{" + ",".join(f"{number}{sign}{'+' if more else ''}" for number, sign, more in spec) + "}"


def allowed(spec: Spec, tokens: int) -> set[tuple[int, ...]]:
    """By the definition: all multisets of heaps, each tried."""
    found = set()
    for count in range(tokens + 1):
        for number, sign, more in spec:
            if count == number or (more and count > number):
                for parts in combinations_with_replacement(range(1, tokens + 1), count):
                    if sum(parts) == tokens and CONDITIONS[sign](parts):
                        found.add(parts)
    return found


SIGNS = st.sampled_from(["", "!", "?", "="])


@st.composite
def specs(draw: st.DrawFn, least: int = 0) -> Spec:
    numbers = sorted(draw(st.sets(st.integers(least, 5), min_size=1, max_size=3)))
    more = draw(st.booleans())
    return tuple((number, draw(SIGNS), more and number == numbers[-1]) for number in numbers)


@settings(max_examples=depth(60, 400), deadline=None)
@given(specs(2), st.lists(specs(), min_size=1, max_size=3), st.booleans())
def test_options_are_those_of_the_definition(first: Spec, rest: list[Spec], repeats: bool) -> None:
    text = f"{written(first)}.{''.join(map(written, rest[:-1]))}" + ("({})" if repeats else "{}").format(
        written(rest[-1])
    )
    code = read_general(text)
    assert read_general(str(code)) == code or str(read_general(str(code))) == str(code)
    for heap in range(8):
        expected = set()
        for taken in range(heap + 1):
            spec = first if taken == 0 else rest[min(taken, len(rest)) - 1] if repeats or taken <= len(rest) else ()
            expected |= allowed(spec, heap - taken)
        for each in (code, read_general(str(code))):
            assert set(each.options(heap)) == expected, (text, str(code), heap)
        moves = pp.load("take_and_break", str(heap), code=text).moves() if heap else []
        assert sorted(move.text for move in moves) == sorted(
            {f"{heap}:{'+'.join(map(str, parts)) or '0'}" for parts in expected if heap}
        )


@pytest.mark.about("take_and_break")
@pytest.mark.parametrize("code", ["{2+}!.0", "{2+}=.0", "0.*", "4?.3", "80.0", "0.({0,2!,3})"])
def test_nimbers_by_the_definition(code: str) -> None:
    rules = read_general(code)

    @cache
    def nimber(heap: int) -> int:
        reached = {reduce(xor, map(nimber, parts), 0) for parts in rules.options(heap)}
        return next(n for n in range(len(reached) + 1) if n not in reached)

    for heap in range(1, 13):
        assert pp.grundy(pp.load("take_and_break", str(heap), code=code)) == nimber(heap)
    assert pp.grundy(pp.load("take_and_break", "12 9 5", code=code)) == nimber(12) ^ nimber(9) ^ nimber(5)


@pytest.mark.about("take_and_break", "octal")
@pytest.mark.parametrize("code", ["0.77", "4!.0", "0.(3)", "0.3F", "0.156", "8!.3"])
def test_octal_codes_mean_the_same_everywhere(code: str) -> None:
    for heap in range(1, 13):
        general, octal = (pp.load(key, str(heap), code=code) for key in ("take_and_break", "octal"))
        assert {str(move.after) for move in general.moves()} == {str(move.after) for move in octal.moves()}
        assert pp.grundy(general) == pp.grundy(octal)


@pytest.mark.about("partizan_octal", "partizan_subtraction")
def test_partizan_heaps_by_the_definition() -> None:
    for left, right in (("0.3", "0.07"), ("0.77", "0.3"), ("4!.0", "0.33"), ("{2+}=.0", "0.(3)")):
        for heaps in ("1", "3", "5", "2 4", "1 2 3"):
            position = pp.load("partizan_octal", heaps, left=left, right=right)
            assert pp.outcome(position) == reference.outcome(position)
            value = pp.value(position)
            assert pp.verify(value) and pp.load("partizan_octal", heaps, left=right, right=left)
            assert pp.value(pp.load("partizan_octal", heaps, left=right, right=left)) == -value.answer
    sets = pp.load("partizan_subtraction", "7", left="1 2", right="1 3")
    codes = pp.load("partizan_octal", "7", left="0.33", right="0.303")
    for player in pp.LEFT, pp.RIGHT:
        assert [move.text for move in sets.moves(player)] == [move.text for move in codes.moves(player)]
    assert pp.value(sets) == pp.value(codes).answer


@pytest.mark.about("subtraction")
def test_sets_are_codes() -> None:
    asked: list[tuple[dict[str, Any], str]] = [
        ({"taken": "2 3 7"}, "0.0330003"),
        ({"taken": "2 3 7", "all_but": True}, "0.3003330(3)"),
    ]
    asked += [({"taken": "1 3", "splits": True}, "0.707")]
    for options, code in asked:
        position = pp.load("subtraction", "12 5", **options)
        assert position.system.code == code
        assert pp.grundy(position) == pp.grundy(pp.load("octal", "12 5", code=code))
    assert pp.nim_sequence(Subtraction(taken="1 3 4"), 6) == [0, 1, 0, 1, 2, 3, 2]


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("take_and_break", {"code": ""}),
        ("take_and_break", {"code": "20.017"}),
        ("take_and_break", {"code": "1.0"}),
        ("take_and_break", {"code": "0.{1+,3}"}),
        ("take_and_break", {"code": "0.{x}"}),
        ("take_and_break", {"code": "0." + "3" * 2000}),
        ("take_and_break", {"code": "0.#"}),
        ("partizan_octal", {"left": "0"}),
        ("partizan_octal", {"right": "77"}),
        ("partizan_subtraction", {"left": "0 1"}),
        ("partizan_subtraction", {"right": "x"}),
        ("subtraction", {"taken": ""}),
        ("subtraction", {"taken": "0"}),
        ("subtraction", {"taken": "-1"}),
        ("octal", {"code": "0.8x"}),
    ],
)
def test_mistakes_are_one_line(key: str, options: dict[str, str]) -> None:
    with pytest.raises(pp.ParseError, match="expected") as caught:
        pp.load(key, "5", **options)
    assert "\n" not in str(caught.value)


@pytest.mark.about("take_and_break")
def test_too_many_moves_are_a_limit() -> None:
    with pytest.raises(pp.LimitReached, match="too many moves"):
        pp.load("take_and_break", "300", code="{2+}.0").moves()
