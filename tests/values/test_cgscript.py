"""The reader of published expressions: what it makes of them, before any value is computed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.values.cgscript import (
    Unreadable,
    attribute,
    parse,
    split,
    thermograph_by_points,
    thermograph_by_slopes,
    uptimal_parts,
)

TREES = {
    "^^^^^^+vvv*+^19*3+v14": "+(+(+(^^^^^^, vvv*), ^19*3), v14)",
    "({^^^|vv}).StopCount": "StopCount({^^^|vv})",
    "*2 Heat 2": "Heat(*2, 2)",
    "^* Heat 2": "Heat(^*, 2)",
    "{3||2+*|1+*}.Heat(-2)": "Heat({3||2+*|1+*}, -(2))",
    "(6+^*).AtomicWeight": "AtomicWeight(+(6, ^*))",
    "(73/16+v9*8).LeftOptions": "LeftOptions(+(73/16, v9*8))",
    "({3||2+*|1+*}).Incentives": "Incentives({3||2+*|1+*})",
    "((1/2) : (1/4)).CanonicalForm": "CanonicalForm(OrdinalSum(1/2, 1/4))",
    "(('{*|*}') : (3)).CanonicalForm": "CanonicalForm(OrdinalSum('{*|*}', 3))",
    "g := '{*|*}':1": "OrdinalSum('{*|*}', 1)",
    "(-2 * '{|-1}').CanonicalForm": "CanonicalForm(*(-(2), '{|-1}'))",
    "5*{3||2|1}": "*(5, {3||2|1})",
    "(*6 ConwayProduct '{0,*|0,*}').CanonicalForm": "CanonicalForm(ConwayProduct(*6, '{0,*|0,*}'))",
    "((+-1) ConwayProduct (^^)).CanonicalForm": "CanonicalForm(ConwayProduct(+-1, ^^))",
    "+-(1/2)": "+-(1/2)",
    "+-{1,1+*}": "+-{1,1+*}",
    "*(3+5)": "Nimber(+(3, 5))",
    "*2 ? *": "?(*2, *)",
    "1Tiny(2)": "1Tiny(2)",
    "3Tiny({3|1})": "3Tiny({3|1})",
    "+-1 + Tiny(2) + Tiny(2)": "+(+(+-1, Tiny(2)), Tiny(2))",
    "73/16v8*9": "73/16v8*9",
    "^[4]*": "^[4]*",
    "-1823437481924": "-(1823437481924)",
    "{0||0|-2}.Pow(7/4)": "Pow({0||0|-2}, 7/4)",
    "^.PowTo(3)": "PowTo(^, 3)",
    "2 - 3/4 <= 1": "<=(-(2, 3/4), 1)",
}


@pytest.mark.parametrize("text", TREES)
def test_an_expression_is_read(text: str) -> None:
    assert str(parse(text)) == TREES[text]


@pytest.mark.parametrize("text", ["omega+1", "1/2 +", "({1|0}", "{1|0)}", "(1).", "", "1 2", "17 % 5"])
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse(text)


def test_sets_are_split_outside_of_inner_brackets() -> None:
    assert split("{}") == []
    assert split("{0,*,{0|^<2>},{1,2|3}}") == ["0", "*", "{0|^<2>}", "{1,2|3}"]
    assert split("(*,*2)") == ["*", "*2"]
    assert split("{*|*}", "|") == ["*", "*"]


def test_methods_have_the_names_of_the_library() -> None:
    assert attribute("IsEvenTempered") == "is_even_tempered"
    assert attribute("OrdinalProduct") == "ordinal_product"
    assert attribute("LeftOptions") == "left"


def test_an_uptimal_expansion_is_read() -> None:
    assert uptimal_parts("0.0202") == (Fraction(0), 0, (0, 2, 0, 2))
    assert uptimal_parts("*.1-") == (Fraction(0), 1, (-1,))
    assert uptimal_parts("73/16*8.9-") == (Fraction(73, 16), 8, (-9,))
    assert uptimal_parts("5.0") == (Fraction(5), 0, ())


def test_a_thermograph_is_read() -> None:
    """25/16 below its temperature: options 3/2 and 13/8, cooled by less than nothing."""
    half, eighth, place = Fraction(1, 2), Fraction(1, 8), Fraction(25, 16)
    found = thermograph_by_slopes("Thermograph(25/16,[-1/16,-1/2],[0,-1,0],25/16,[-1/16,-1/8,-1/2],[0,1,0,1])")
    assert [found.left_at(t) for t in (1, 0, -half, -1)] == [place, place, 2, 2]
    assert [found.right_at(t) for t in (0, -eighth, -half, -1)] == [place, Fraction(3, 2), Fraction(3, 2), 1]


def test_both_notations_of_thermographs_say_the_same() -> None:
    switch = thermograph_by_slopes("Thermograph(0,[1],[0,-1],0,[1],[0,1])")
    assert switch == thermograph_by_points("L:(2, -1) (0, 1) R:(-2, -1) (0, 1)")
    number = thermograph_by_slopes("Thermograph(5,[],[0],5,[],[0])")
    assert number == thermograph_by_points("L:(5, -1) R:(5, -1)") and number.mean == 5
