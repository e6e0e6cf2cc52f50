"""Reading and writing loopy values."""

from __future__ import annotations

import pytest

import perfectplay as pp
from perfectplay import Value

WRITTEN = {
    "{0|pass}": "over",
    "a{0|a}": "over",
    "a{b{a|}|}": "on",
    "on & off": "dud",
    "1 & 0": "tis",
    "0 & -1": "tisn",
    "^[on]": "upon",
    "^[on]*": "upon*",
    "-upon": "v[on]",
    "{0||0|0,pass}": "^<on>",
    "5 + {0||0|0,pass} + *": "5^<on>*",
    "under - 3/2": "-3/2under",
    "{0||0|under}": "Tiny(over)",
    "{on|0||0} + 2": "2Miny(on)",
    "+-{5|pass}": "+-(5over)",
    "upon+upon": "{0|upon*}",
    "{-1|pass,0}": "{-1|0,pass}",
    "over - over": "over & under",
    " on  &  off ": "dud",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_written(text: str) -> None:
    value = Value(text)
    assert Value(str(value)) == value and Value(value.unicode()) == value
    assert str(value) == WRITTEN[text] or value == Value(WRITTEN[text])
    assert value.latex() and repr(value)


NAMED = ["on", "off", "over", "under", "upon", "upon*", "dud", "tis", "tisn", "^<on>", "v<on>*", "7/8over", "-2upon*3"]


@pytest.mark.parametrize("text", NAMED)
def test_names_are_kept(text: str) -> None:
    assert str(Value(text)) == text


MISTAKES = {
    "pass": "'pass' outside of braces",
    "a": "unknown name 'a'",
    "a{0|b}": "unknown name 'b'",
    "{0|a}": "unknown name 'a'",
    "a{0|a+1}": "inside of its own braces in a sum",
    "a{0|-a}": "inside of its own braces in a sum",
    "a{0|Tiny(a)}": "inside of its own braces in a sum",
    "a{0|a{1|a}}": "two games around each other are called 'a'",
    "on & off & on": "a second &",
    "on &": "the text ends too early",
    "& on": "unknown name '&'",
    "{on & |0}": "unexpected '|'",
    "off & on": "at least its offside",
    "on on": "unexpected 'on'",
    "a{0}": "unexpected '}'",
    "^[off]": "unexpected 'off'",
    "over.5": "unexpected '.'",
    "on(": "unexpected '('",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_are_told_in_one_line(text: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        Value(text)
    assert MISTAKES[text] in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 300 + "0|pass" + "}" * 300,
        "{pass|" * 200 + "0" + "}" * 200,
        "over+" * 300 + "1",
        "100000over",
        "9.(+-{9|pass})",
    ],
)
def test_texts_that_ask_for_much_end(text: str) -> None:
    try:
        assert isinstance(Value(text), Value)
    except pp.PerfectPlayError as error:
        assert "\n" not in str(error)
