"""Notation: what a text means, what a value is written as, that both agree, and what errors say."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.reference.facts import facts
from tests.values import standin
from tests.values.standin import Standin, TooLarge, universes

from perfectplay.errors import LimitReached, ParseError
from perfectplay.picture import Picture
from perfectplay.values import Value, reading
from perfectplay.values.notation import brief, latex, parse, text, unicode
from perfectplay.values.tree import tree
from perfectplay.values.writing import texts

UNIVERSES = universes()
STANDIN: Any = standin.ZERO
HALF = Fraction(1, 2)


@pytest.fixture(params=list(UNIVERSES))
def zero(request: pytest.FixtureRequest) -> Any:
    return UNIVERSES[request.param]


def star(z: Any, nimber: int = 1) -> Any:
    return z.nus(0, 0, nimber)


def up(z: Any, ups: int = 1, nimber: int = 0) -> Any:
    return z.nus(0, ups, nimber)


def switch(z: Any, *options: Any) -> Any:
    values = [z.game([], []) + option for option in options]
    return z.game(values, [-value for value in values])


def tiny(z: Any, of: Any) -> Any:
    return z.game([0], [z.game([0], [-(z.game([], []) + of)])])


# A text, its value from the primitives, and how that is written (as the text itself if nothing is said).
MEANINGS: list[tuple[str, Callable[[Any], Any], str | None]] = [
    ("0", lambda z: z.number(0), None),
    ("-7", lambda z: z.number(-7), None),
    ("+7", lambda z: z.number(7), "7"),
    ("007", lambda z: z.number(7), "7"),
    ("3/4", lambda z: z.number(Fraction(3, 4)), None),
    ("-5/8", lambda z: z.number(Fraction(-5, 8)), None),
    ("6/4", lambda z: z.number(Fraction(3, 2)), "3/2"),
    ("½", lambda z: z.number(HALF), "1/2"),
    ("−1¾", lambda z: z.number(Fraction(-7, 4)), "-7/4"),  # noqa: RUF001
    (
        "123456789012345678901234567890/2",
        lambda z: z.number(61728394506172839450617283945),
        "61728394506172839450617283945",
    ),
    ("*", star, None),
    ("*1", star, "*"),
    ("*0", lambda z: z.number(0), "0"),
    ("*12", lambda z: star(z, 12), None),
    ("★2", lambda z: star(z, 2), "*2"),
    ("^", up, None),
    ("v", lambda z: up(z, -1), None),
    ("^^", lambda z: up(z, 2), None),
    ("^^^*", lambda z: up(z, 3, 1), "^3*"),
    ("vvv", lambda z: up(z, -3), "v3"),
    ("^1", up, "^"),
    ("^0", lambda z: z.number(0), "0"),
    ("^4*2", lambda z: up(z, 4, 2), None),
    ("v3*2", lambda z: up(z, -3, 2), None),
    ("↓∗", lambda z: up(z, -1, 1), "v*"),  # noqa: RUF001
    ("⇑⋆3", lambda z: up(z, 2, 3), "^^*3"),
    ("⤊", lambda z: up(z, 3), "^3"),
    ("⇓⇓", lambda z: up(z, -4), "v4"),
    ("^9223372036854775807", lambda z: up(z, 2**63 - 1), None),
    ("*4294967295", lambda z: star(z, 2**32 - 1), None),
    ("1*", lambda z: z.nus(1, 0, 1), None),
    ("1^", lambda z: z.nus(1, 1, 0), None),
    ("3*2", lambda z: z.nus(3, 0, 2), None),
    ("3/4v*2", lambda z: z.nus(Fraction(3, 4), -1, 2), None),
    ("73/16v9*8", lambda z: z.nus(Fraction(73, 16), -9, 8), None),
    ("-1^", lambda z: z.nus(-1, 1, 0), None),
    ("-1^^*5", lambda z: z.nus(-1, 2, 5), None),
    ("-(1^)", lambda z: z.nus(-1, -1, 0), "-1v"),
    ("--1^", lambda z: z.nus(1, -1, 0), "1v"),
    ("2-1^", lambda z: z.nus(1, -1, 0), "1v"),
    ("-^*2", lambda z: up(z, -1, 2), "v*2"),
    ("1+^-*2", lambda z: z.nus(1, 1, 2), "1^*2"),
    (" 1 + ^\n- *2 ", lambda z: z.nus(1, 1, 2), "1^*2"),
    ("1 + -2", lambda z: z.number(-1), "-1"),
    ("^^^^^^+vvv*+^19*3+v14", lambda z: up(z, 8, 2), "^8*2"),
    ("3.^", lambda z: up(z, 3), "^3"),
    ("4.^*", lambda z: up(z, 4, 1), "^4*"),
    ("4.(^*)", lambda z: up(z, 4), "^4"),
    ("-3.^^*2", lambda z: up(z, -6, 2), "v6*2"),
    ("3.*2", lambda z: star(z, 2), "*2"),
    ("2.*2", lambda z: z.number(0), "0"),
    ("0.{1|0}", lambda z: z.number(0), "0"),
    ("3.(1/2)", lambda z: z.number(Fraction(3, 2)), "3/2"),
    ("2.{2|1}", lambda z: z.number(3), "3"),
    ("3.{2|1}", lambda z: z.game([5], [4]), "{5|4}"),
    ("1000001.(+-1)", lambda z: switch(z, 1), "+-1"),
    ("^[1]", up, "^"),
    ("^<1>", up, "^"),
    ("^[2]", lambda z: z.game([up(z)], [star(z)]), None),
    ("^<2>", lambda z: z.game([0], [up(z, -1, 1)]), None),
    ("^<2>*", lambda z: z.game([0, star(z)], [up(z, -1)]), None),
    ("v<2>", lambda z: z.game([up(z, 1, 1)], [0]), None),
    ("v[3]", lambda z: z.game([star(z)], [z.game([star(z)], [up(z, -1)])]), None),
    ("↑²", lambda z: z.game([0], [up(z, -1, 1)]), "^<2>"),
    ("↓₂", lambda z: z.game([up(z, 1, 1)], [0]), "v<2>"),
    ("-1/2^[2]*", lambda z: z.game([up(z)], [star(z)]) + z.nus(-HALF, 0, 1), None),
    ("^[2]*2-*3", lambda z: z.game([0, up(z, 1, 1)], [0]), "^[2]*"),
    ("2.^<2>*2-^<2>", lambda z: z.game([0], [up(z, -1, 1)]) + star(z, 2), "^<2>*2"),
    ("+^", up, "^"),
    ("-+^", lambda z: up(z, -1), "v"),
    ("3.^[2]", lambda z: parse("^[2]+^[2]+^[2]", z), "{0||0|^[2]}"),
    ("+-1", lambda z: switch(z, 1), None),
    ("±1/2", lambda z: switch(z, HALF), "+-1/2"),
    ("+-(1/2)", lambda z: switch(z, HALF), "+-1/2"),
    ("+-{1,1*}", lambda z: switch(z, 1, z.nus(1, 0, 1)), None),
    ("+-{2}", lambda z: switch(z, 2), "+-2"),
    ("+-{2|1}", lambda z: switch(z, z.game([2], [1])), None),
    ("+-1^", lambda z: switch(z, z.nus(1, 1, 0)), "+-(1^)"),
    ("+-(1*)", lambda z: switch(z, z.nus(1, 0, 1)), None),
    ("+--1", lambda z: z.number(0), "0"),
    ("-+-1", lambda z: switch(z, 1), "+-1"),
    ("+-+-1", lambda z: switch(z, switch(z, 1)), "0"),
    ("1+-2", lambda z: z.game([3], [-1]), "{3|-1}"),
    ("1±2", lambda z: z.game([3], [-1]), "{3|-1}"),
    ("1-+-2", lambda z: z.game([3], [-1]), "{3|-1}"),
    ("Tiny(2)", lambda z: tiny(z, 2), None),
    ("Miny(1/4)", lambda z: -tiny(z, Fraction(1, 4)), None),
    ("tiny ( 2 )", lambda z: tiny(z, 2), "Tiny(2)"),
    ("+_2", lambda z: tiny(z, 2), "Tiny(2)"),
    ("-_1/2", lambda z: -tiny(z, HALF), "Miny(1/2)"),
    ("⧾_{3|1}", lambda z: tiny(z, z.game([3], [1])), "Tiny({3|1})"),
    ("⧿₁₂", lambda z: -tiny(z, 12), "Miny(12)"),
    ("Tiny(0)", up, "^"),
    ("3Tiny({3|1})", lambda z: tiny(z, z.game([3], [1])) + 3, None),
    ("-1Miny(2)", lambda z: -tiny(z, 2) - 1, None),
    ("1+_2", lambda z: tiny(z, 2) + 1, "1Tiny(2)"),
    ("1-_2", lambda z: -tiny(z, 2) + 1, "1Miny(2)"),
    ("-Tiny(2)", lambda z: -tiny(z, 2), "Miny(2)"),
    ("-^+_2", lambda z: tiny(z, 2) - up(z), "{*,v||v|-2v}"),
    ("^Tiny(1)-^", lambda z: tiny(z, 1), "Tiny(1)"),
    ("vTiny(1)+^", lambda z: tiny(z, 1), "Tiny(1)"),
    ("2.Tiny(1)", lambda z: tiny(z, 1) + tiny(z, 1), "{0||0,{0|-1}|-1}"),
    ("{|}", lambda z: z.number(0), "0"),
    ("{ | }", lambda z: z.number(0), "0"),
    ("{1|}", lambda z: z.number(2), "2"),
    ("{|{^|-2}}", lambda z: z.number(0), "0"),
    ("{||1|2}", lambda z: z.number(0), "0"),
    ("{3/4|7/8}", lambda z: z.number(Fraction(13, 16)), "13/16"),
    ("{0,*|1,2}", lambda z: z.number(HALF), "1/2"),
    ("{1|0}", lambda z: z.game([1], [0]), None),
    ("{1||||0}", lambda z: z.game([1], [0]), "{1|0}"),
    ("{3||2*|1*}", lambda z: z.game([3], [z.game([z.nus(2, 0, 1)], [z.nus(1, 0, 1)])]), None),
    ("{3‖2*|1*}", lambda z: z.game([3], [z.game([z.nus(2, 0, 1)], [z.nus(1, 0, 1)])]), "{3||2*|1*}"),
    ("{4|3||2|1}", lambda z: z.game([z.game([4], [3])], [z.game([2], [1])]), None),
    ("{{4|0},2|-2}", lambda z: z.game([2, z.game([4], [0])], [-2]), "{2,{4|0}|-2}"),
    ("{2,4|3||2|1}", lambda z: z.game([z.game([4], [3])], [z.game([2], [1])]), "{4|3||2|1}"),
    ("{8||||7|||6||5|4}", lambda z: z.game([8], [z.game([7], [z.game([6], [z.game([5], [4])])])]), None),
    (
        "{10|9|||||8||||7|||6||5|4}",
        lambda z: z.game([z.game([10], [9])], [z.game([8], [z.game([7], [z.game([6], [z.game([5], [4])])])])]),
        "{10|9||{8||||7|||6||5|4}}",
    ),
    ("{1|0}+{0|1}", lambda z: z.game([Fraction(3, 2)], [HALF]), "{3/2|1/2}"),
    ("((1)+(^))", lambda z: z.nus(1, 1, 0), "1^"),
]


@pytest.mark.parametrize(("written", "build", "shown"), MEANINGS, ids=[row[0] for row in MEANINGS])
def test_meaning(zero: Any, written: str, build: Callable[[Any], Any], shown: str | None) -> None:
    value = parse(written, zero)
    assert value == build(zero)
    assert text(value) == (written if shown is None else shown)
    agree(value, zero)


def agree(value: Any, zero: Any) -> None:
    """What is written is read as the same value, and means the same to LaTeX's brackets."""
    assert parse(text(value), zero) == value
    assert text(value).isascii()
    assert parse(unicode(value), zero) == value
    shown = latex(value)
    assert shown.isascii()
    assert shown.replace(r"\{", "").count("{") == shown.replace(r"\}", "").count("}")
    assert len(brief(value, 20)) <= 20
    assert brief(value, 10**6) == text(value)
    assert texts([value, zero, value], len(text(value))) == [text(value), "0", text(value)]
    assert texts([value], len(text(value)) - 1) == [None]


UNICODE_AND_LATEX = [
    ("-3/4v*2", "−3/4↓∗2", r"-\frac{3}{4}{\downarrow}{\ast}2"),  # noqa: RUF001
    ("^^", "⇑", r"{\Uparrow}"),
    ("^3", "↑3", r"{\uparrow}3"),
    ("^[3]*", "↑[3]∗", r"{\uparrow}^{[3]}{\ast}"),  # noqa: RUF001
    ("^<12>", "↑¹²", r"{\uparrow}^{12}"),
    ("v<3>", "↓₃", r"{\downarrow}_{3}"),
    ("+-{1,1*}", "±{1,1∗}", r"\pm \{1, 1{\ast}\}"),  # noqa: RUF001
    ("+-(1*)", "±(1∗)", r"\pm (1{\ast})"),  # noqa: RUF001
    ("1Tiny(1/4)", "1⧾_1/4", r"1{\boldsymbol{+}}_{\frac{1}{4}}"),
    ("Miny({3|1})", "⧿_{3|1}", r"{\boldsymbol{-}}_{\{3 \mid 1\}}"),
    ("{3||2|1}", "{3||2|1}", r"\{3\mathrel{|\!|}2 \mid 1\}"),
]


@pytest.mark.parametrize(("plain", "signs", "mathematics"), UNICODE_AND_LATEX)
def test_unicode_and_latex(zero: Any, plain: str, signs: str, mathematics: str) -> None:
    value = parse(plain, zero)
    assert (text(value), unicode(value), latex(value)) == (plain, signs, mathematics)


# Powers of up


def test_powers_of_up(zero: Any) -> None:
    """^<n> is the difference of ^[n] and ^[n-1]; powers fall so fast that no multiple of one reaches the one before."""
    for n in range(2, 5):
        assert parse(f"^[{n}]-^[{n - 1}]", zero) == parse(f"^<{n}>", zero)
        for k in range(6):
            assert parse(f"^[{n}]*{k}", zero) == parse(f"^[{n}]+*{k}", zero)
            assert parse(f"v<{n}>*{k}", zero) == parse(f"*{k}-^<{n}>", zero)
    assert text(parse("^<2>+^<2>-^", zero)).startswith("{")


@pytest.mark.parametrize("sign", ["^", "v"])
@pytest.mark.parametrize("brackets", ["[]", "<>"])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_powers_are_recognised(zero: Any, sign: str, brackets: str, n: int) -> None:
    for number, nimber in product(("", "3", "-1/2"), ("", "*", "*2", "*3", "*4", "*5")):
        written = f"{number}{sign}{brackets[0]}{n}{brackets[1]}{nimber}"
        assert text(parse(written, zero)) == written
        agree(parse(written, zero), zero)


# All small values


def antichains(values: list[Any]) -> Iterator[tuple[Any, ...]]:
    for size in range(len(values) + 1):
        yield from combinations(values, size)


def days(z: Any) -> list[list[Any]]:
    """The values born by day 0, 1, 2, each with all subsets of the day before as options."""
    found = [[z.number(0)]]
    for _ in range(2):
        sides = list(antichains(found[-1]))
        found.append(list({z.game(left, right): None for left in sides for right in sides}))
    return found


def test_all_values_of_day_2(zero: Any) -> None:
    values = days(zero)[2]
    assert len(values) == 22
    assert len({text(value) for value in values}) == 22
    for value in values:
        agree(value, zero)


def test_all_values_of_day_3() -> None:
    if "library" not in UNIVERSES:
        pytest.skip("the reference takes too long")
    zero = UNIVERSES["library"]
    sides: list[tuple[Any, ...]] = [()]
    for value in days(zero)[2]:
        sides += [(*side, value) for side in sides if all(value.fuzzy(other) for other in side)]
    values = {zero.game(left, right) for left in sides for right in sides}
    assert len(values) == 1474
    assert len({text(value) for value in values}) == 1474
    for value in values:
        agree(value, zero)


def test_random_values_of_day_3_and_their_sums(zero: Any) -> None:
    chance = random.Random(1)
    small = days(zero)[2]
    values = [zero.game(*(chance.sample(small, chance.randrange(1, 4)) for _ in "LR")) for _ in range(400)]
    values += [
        zero.game([a + number], [b - number])
        for a, b, number in zip(values[:60], values[60:], (0, 1, 3) * 20, strict=False)
    ]
    assert len({*values}) > 200
    assert len({text(value) for value in values}) == len({*values})
    for value in {*values}:
        agree(value, zero)


def test_all_values_born_of_hot_and_tiny_ones(zero: Any) -> None:
    parts = ["2", "1*", "^", "{3|1}", "+-2", "Tiny(1)", "^[2]", "{2|*||-1}"]
    for a, b in product(parts, repeat=2):
        for written in (
            f"{{{a}|{b}}}",
            f"{{{a},{b}|-1}}",
            f"{{4||{a}|{b}}}",
            f"+-{{{a},{b}}}",
            f"Tiny({{{a}|-({b})}})",
        ):
            agree(parse(written, zero), zero)


def test_the_order_of_options_depends_on_values_only(monkeypatch: pytest.MonkeyPatch) -> None:
    zero = STANDIN
    written = [
        "{0,v*|vv}",
        "+-{1,1*,{2|0}}",
        "{{3|1},{4||0|-5}|-1,{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
    ]
    shown = [text(parse(each, zero)) for each in written]
    forwards = {side: getattr(Standin, side).func for side in ("left", "right")}
    monkeypatch.setattr(Standin, "left", property(lambda self: forwards["left"](self)[::-1]))
    monkeypatch.setattr(Standin, "right", property(lambda self: forwards["right"](self)[::-1]))
    assert [text(parse(each, zero)) for each in written] == shown
    assert shown[0] == "{0,v*|vv}"
    assert shown[1] == "+-{1,1*,{2|0}}"


# Published texts

VALUES_IN = {
    "notation",
    "canonical_form",
    "companion",
    "cooling_heating",
    "freeze",
    "norton_product",
    "reduced_canonical_form",
    "rules.clobber.value",
    "rules.domineering.value",
    "rules.snort.value",
    "rules.toads_and_frogs.value",
}


def rows(*areas: str) -> list[dict[str, Any]]:
    return [row for row in facts("values") if row["area"] in areas]


@pytest.mark.parametrize("row", rows("notation", "canonical_form"), ids=lambda row: str(row["input"]))
def test_published_canonical_forms(zero: Any, row: dict[str, Any]) -> None:
    try:
        value = parse(row["input"], zero)
    except TooLarge:
        pytest.skip("too large for the reference")
    assert value == parse(row["expected"], zero)
    assert text(value) == row["expected"]


@pytest.mark.parametrize("row", rows(*VALUES_IN), ids=lambda row: str(row["input"]))
def test_published_texts_are_read(zero: Any, row: dict[str, Any]) -> None:
    assert not row["expected"].startswith("ERROR")
    agree(parse_or_skip(row["expected"], zero), zero)


def parse_or_skip(written: str, zero: Any) -> Any:
    try:
        return parse(written, zero)
    except TooLarge:
        pytest.skip("too large for the reference")


def test_published_loopy_games_are_read_and_written() -> None:
    loopy = [row["expected"] for row in rows("loopy.canonical_stopper", "loopy.notation", "loopy.degree")]
    loopy = [each for each in loopy if any(word in each for word in ("on", "off", "over", "under", "dud", "a{", "&"))]
    assert len(loopy) > 8
    for written in loopy:
        if written.startswith("["):
            continue
        value = Value(written)
        assert Value(text(value)) == value and Value(unicode(value)) == value


def test_a_published_multiple(zero: Any) -> None:
    assert text(parse("5.{3||2|1}", zero)) == "{12|||11||10,{11|10}|9Tiny({2|1})}"


# Errors

ERRORS = [
    ("", 1, "the text ends too early"),
    ("   ", 4, "the text ends too early"),
    ("1+", 3, "the text ends too early"),
    ("1/3", 3, "a power of two"),
    ("1/0", 3, "a power of two"),
    ("1/", 2, "unexpected '/'"),
    ("1 2", 3, "unexpected '2'"),
    ("3 * 2", 3, "unexpected '*'"),
    ("1 ^", 3, "unexpected '^'"),
    ("3*{1|0}", 3, "3.G"),
    ("3.5", 3, "unexpected '5'"),
    ("3.", 3, "the text ends too early"),
    ("3..^", 3, "unexpected '.'"),
    ("1/2.^", 1, "a multiple by a fraction"),
    ("*^", 2, "unexpected '^'"),
    ("^v", 2, "unexpected 'v'"),
    ("^^3", 3, "unexpected '3'"),
    ("^[", 2, "unexpected '['"),
    ("^[]", 3, "a whole number"),
    ("^<x>", 3, "a whole number"),
    ("1+^<0>", 5, "a whole number from 1"),
    ("^[0]", 3, "a whole number from 1"),
    ("{1|0", 5, "the { at character 1 is not closed"),
    ("{1|(0", 6, "the ( at character 4 is not closed"),
    ("{1|0)", 5, "unexpected ')'"),
    ("(1}", 3, "unexpected '}'"),
    ("(1|0)", 3, "unexpected '|'"),
    ("()", 2, "unexpected ')'"),
    ("1|0", 2, "unexpected '|'"),
    ("1,2", 2, "unexpected ','"),
    ("1)", 2, "unexpected ')'"),
    ("{1,|2}", 4, "unexpected '|'"),
    ("{,1|2}", 2, "unexpected ','"),
    ("{1|2,}", 6, "unexpected '}'"),
    ("{1|-}", 5, "unexpected '}'"),
    ("{+|1}", 3, "unexpected '|'"),
    ("{1|+-}", 6, "unexpected '}'"),
    ("{}", 2, "bars between"),
    ("{1,2}", 5, "bars between"),
    ("+-{}", 4, "bars between"),
    ("{1|2|3}", 5, "two runs of bars of the same length"),
    ("{1 | | 2}", 6, "two runs of bars of the same length"),
    ("{1||2|3||4}", 8, "two runs of bars of the same length"),
    ("Tiny", 1, "unknown name 'Tiny'"),
    ("Tiny 2", 1, "unknown name 'Tiny'"),
    ("Tiny()", 6, "unexpected ')'"),
    ("+_", 3, "the text ends too early"),
    ("+_*", 3, "unexpected '*'"),
    ("x", 1, "unknown name 'x'"),
    ("1+foo(2)", 3, "unknown name 'foo'"),
    ("pass", 1, "'pass' outside of braces"),
    ("{0|on_}", 4, "unknown name 'on_'"),
    ("5offer", 2, "unexpected 'offer'"),
    ("a{0|b}", 5, "unknown name 'b'"),
    ("a{0|a{1|a}}", 5, "two games around each other"),
    ("^[off]", 3, "unexpected 'off'"),
    ("1 &", 4, "the text ends too early"),
    ("1 & 0 & 0", 7, "a second &"),
    ("1 = 2", 3, "unexpected '='"),
    ("#", 1, "unexpected '#'"),
    ("1+\x00", 3, "unexpected '\\x00'"),
    ("^9223372036854775808", 2, "at most 9223372036854775807"),
    ("1+^9223372036854775807+^", 24, "the multiple of up is too large"),
    ("*4294967296", 2, "at most 4294967295"),
    ("^[10001]", 3, "at most 10000"),
    ("9" * 4097, 1, "at most 4096 digits"),
    ("1+1/" + "4" * 4097, 5, "at most 4096 digits"),
    ("9" * 4000 + ".(" + "9" * 4000 + ")", 1, "at most 4096 digits"),
    ("٣", 1, "unexpected"),
]


@pytest.mark.parametrize(("written", "column", "message"), ERRORS, ids=[row[0][:30] for row in ERRORS])
def test_errors_say_where_and_what(zero: Any, written: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(written, zero)
    assert (caught.value.row, caught.value.column) == (1, column)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_errors_on_later_lines(zero: Any) -> None:
    with pytest.raises(ParseError) as caught:
        parse("{1\n |2\n |3}", zero)
    assert (caught.value.row, caught.value.column) == (3, 2)


def test_only_text_is_read(zero: Any) -> None:
    with pytest.raises(ParseError, match="cannot read a value from 'int'"):
        parse(3, zero)  # type: ignore[arg-type]
    with pytest.raises(ParseError, match="at most 1000000"):
        parse(" " * 1_000_001, zero)


def test_sums_are_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_WORK", 300)
    written = "+".join(f"+-{{{k}|{k - 1}}}" for k in (3, 6, 9, 12, 15))
    with pytest.raises(ParseError, match="too large to compute") as caught:
        parse("1+" + written, STANDIN)
    assert caught.value.column in [
        place + 1 for place in range(len(written) + 2) if ("1+" + written).startswith("+-", place)
    ]
    with pytest.raises(ParseError, match="too large to compute"):
        parse("{1|-1}+^1000000000", STANDIN)
    with pytest.raises(ParseError, match="too large to compute"):
        parse("1000000.{2|1||0}", STANDIN)


# Large values


class Plain:
    """A game that stays as it is, for what only writing needs: nothing is simplified."""

    is_loopy = _long = False

    def __init__(self, left: tuple[Any, ...], right: tuple[Any, ...]) -> None:
        self.left, self.right = left, right
        self.as_nus = None
        self.is_number = False
        self.left_stop, self.right_stop = Fraction(1), Fraction(0)


def test_long_texts_are_refused_and_abbreviated() -> None:
    one, two, three = (STANDIN.number(n) for n in (1, 2, 3))
    value: Any = Plain((two,), (one,))
    for _ in range(60):
        value = Plain((three, value), (one, value))
    with pytest.raises(LimitReached, match="characters"):
        text(value)
    with pytest.raises(LimitReached, match="characters"):
        latex(value)
    assert brief(value, 30) == "{3,{3,{3,…|1,…}|1,…}|1,…}"
    assert brief(value, 5) == "…"
    assert ElementTree.fromstring(tree(value, 100).svg()).tag.endswith("svg")


def test_deep_values_are_written() -> None:
    one, two = (STANDIN.number(n) for n in (1, 2))
    value: Any = Plain((two,), (one,))
    for _ in range(10_000):
        value = Plain((Plain((value,), (one,)),), (two,))
    shown = text(value)
    assert shown.count("1") == 10_001
    assert 60_000 < len(shown) < 120_000
    assert brief(value, 40) == "{…|2}"
    assert brief(value, 4) == "…"


def test_numbers_of_very_many_digits() -> None:
    number = STANDIN.number(10**4096 - 1)
    assert text(number) == "9" * 4096
    assert brief(number, 10) == "999999999…"
    with pytest.raises(LimitReached, match="4096 digits"):
        text(STANDIN.number(10**4096))
    assert brief(STANDIN.number(10**4096)) == "…"


# Trees


def labels(drawn: Picture) -> list[tuple[float, float, str]]:
    root = ElementTree.fromstring(drawn.svg())
    found = root.iter("{http://www.w3.org/2000/svg}text")
    return [(float(each.attrib["x"]), float(each.attrib["y"]), each.text or "") for each in found]


def test_trees(zero: Any) -> None:
    root, *others = labels(tree(parse("{2|1*||0}", zero)))
    assert root[2] == "{2|1∗||0}"  # noqa: RUF001
    level = [other for other in others if other[1] == others[0][1]]
    assert [name for _, _, name in level] == ["{2|1∗}", "0"]  # noqa: RUF001
    assert level[0][0] < root[0] < level[1][0]
    assert sorted(name for _, _, name in others if name not in [each[2] for each in level]) == ["1", "1", "1∗", "2"]  # noqa: RUF001
    assert [name for _, _, name in labels(tree(parse("{2|1*||0}", zero), depth=1))] == ["{2|1∗||0}", "{2|1∗}", "…", "0"]  # noqa: RUF001
    assert [name for _, _, name in labels(tree(parse("{2|1*||0}", zero), depth=0))] == ["{2|1∗||0}", "…"]  # noqa: RUF001


def test_trees_of_numbers_and_nimbers(zero: Any) -> None:
    assert [name for *_, name in labels(tree(zero))] == ["0"]
    assert [name for *_, name in labels(tree(zero.number(3)))] == ["3", "2"]
    assert [name for *_, name in labels(tree(zero.number(HALF)))] == ["1/2", "0", "1"]
    assert [name for *_, name in labels(tree(star(zero, 10**9)))] == ["∗1000000000"]  # noqa: RUF001
    assert len(labels(tree(star(zero, 30), 10**9))) < 700
    many = [name for *_, name in labels(tree(star(zero, 30), 1))]
    assert many.count("…") == 2 + 24 - 2  # both sides go on, and so does all but zero below


def test_boxes_of_trees_do_not_overlap(zero: Any) -> None:
    for written in ("{3|||2||1|0,*||||-1/2}", "+-{1,{2|0}}+^*", "^3*", "{0|||0||-1|-3}", "*4"):
        rows_of: dict[float, list[tuple[float, float]]] = {}
        for x, y, name in labels(tree(parse(written, zero), 4)):
            half = 0.3 * 0.4 * 40 * len(name)
            rows_of.setdefault(y, []).append((x - half, x + half))
        for row in rows_of.values():
            ordered = sorted(row)
            assert all(before[1] < after[0] for before, after in pairwise(ordered))


def test_depth_is_checked(zero: Any) -> None:
    with pytest.raises(ValueError, match="negative"):
        tree(zero, -1)
