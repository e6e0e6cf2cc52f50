"""Published facts about loopy values: expressions, and what is asked about them.

The expressions are those of :mod:`tests.values.cgscript`, but ``Value`` reads all of them by itself: here are only
names that are given first, lists, and the last method with its argument.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.reference.published import Case, Row
from tests.values.cgscript import attribute, split

import perfectplay as pp
from perfectplay.values.loopy.ordinal import subordinate_to

METHOD = re.compile(r"\.([A-Z]\w*)(?:\((.*)\))?$")
FORM = re.compile(r"'\{(.*)\|(.*)\}'")


def substituted(text: str) -> str:
    """The expression with a name that is given first replaced by what it stands for."""
    found = re.fullmatch(r"\(?(?:begin )?(\w+) := (.*?); (.*?)(?: end)?\)?", text)
    return re.sub(rf"\b{found[1]}\b", lambda _: f"({found[2]})", found[3]) if found else text


def evaluated(text: str) -> Any:
    """A value, or what its last method returns."""
    given = re.fullmatch(r"(\(?begin.*end\)?|.*?)(\.[A-Z].*)?", text)
    if given and given[2] and ":=" in given[1]:
        text = f"({substituted(given[1])}){given[2]}"
    text = substituted(text)
    each = re.fullmatch(r"\[(.*) for x in (\[.*\])\]", text)
    if each:
        return [pp.Value(each[1].replace("x", f"({option})")) for option in split(each[2])]
    method = METHOD.search(text)
    if not method:
        return pp.Value(text)
    g = evaluated(text[: method.start()])
    name, argument = attribute(method[1]), method[2]
    if argument is None:
        return getattr(g, name)
    form = FORM.fullmatch(argument)
    if form and name == "subordinate":
        return subordinate_to(g, (pp.Value(form[1]),), (pp.Value(form[2]),))
    return getattr(g, name)(evaluated(argument))


def is_expected(answer: Any, expected: str) -> bool:
    if isinstance(answer, bool):
        return expected == str(answer).lower()
    if isinstance(answer, tuple | list):
        wanted = [pp.Value(each) for each in split(expected)]
        alike = answer == wanted if isinstance(answer, list) else set(answer) == set(wanted)
        return alike and len(answer) == len(wanted)
    if isinstance(answer, pp.Outcome):
        return answer.letter == expected
    return bool(pp.Value(answer) == pp.Value(expected))


def loopy_row(row: Row) -> Case:
    text, expected = row["input"], row["expected"]

    def check() -> None:
        if expected.startswith("ERROR"):
            with pytest.raises(pp.NotApplicable) as caught:
                evaluated(text)
            assert "\n" not in str(caught.value)
            return
        answer = evaluated(text)
        assert is_expected(answer, expected), f"{text} is {answer}, not {expected}"

    return Case(f"{row['area']} {text}", check, "", row)
