"""Rows about misère forms and quotients: what is asked of a form, and how the answer is written there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from tests.reference.published import Case, Check, Row

import perfectplay as pp
from perfectplay.misere.forms import MisereForm, heap, made_of

GENTLE = ("tame", "reversibly tame", "tameable")
PROPERTIES: dict[str, Callable[[MisereForm], Any]] = {
    "Birthday": lambda form: form.birthday,
    "NimValue": lambda form: form.genus.nimber,
    "MisereNimValue": lambda form: form.genus[0],
    "MisereOutcomeClass": lambda form: form.outcome,
    "IsNimHeap": lambda form: form.nimber is not None,
    "IsTame": lambda form: form.kind == "tame",
    "IsRestive": lambda form: form.kind == "restive",
    "IsRestless": lambda form: form.kind == "restless",
    "IsGenerallyTame": lambda form: form.kind in GENTLE,
    "IsTameable": lambda form: form.kind in GENTLE,
    "IsGenerallyRestive": lambda form: form.kind in ("restive", "reversibly restive"),
    "IsHalfTame": lambda form: is_half_tame(form),
    "Mate": lambda form: text_of(form.mate),
    "Options": lambda form: {text_of(each) for each in form.options},
}
LATER = "parts, partitions and the finer classes of misère forms"


def is_half_tame(form: MisereForm) -> bool:
    """Not tame in any sense, while twice the game is, and behaves like *2 + *2."""
    twice = form + form
    return form.kind not in GENTLE and twice.kind in GENTLE and twice.genus.nimber == 0 and twice.genus[0] == 0


def text_of(form: MisereForm) -> str:
    """As the source writes it, without commas; a nim heap in brackets."""
    text = str(form).replace(",", "")
    return text if "[" in text else f"*[{text.removeprefix('*') or '1'}]"


def misere_rows(row: Row) -> Iterator[Case]:
    kind, text, expected = row["area"], row["input"], str(row["expected"])
    name = f"{kind} {text}"
    asked = re.fullmatch(r"\((.*)\)\.(\w+)", text)
    if kind == "census":
        yield Case(name, lambda: has_census(expected), "", row)
    elif kind == "misere_quotient":
        check, disputed = quotient_check(text, expected)
        yield Case(name, check, "", row, disputed=disputed)
    elif re.search(r"\w\[|\)\[", expected):
        yield Case(name, lambda: None, "", row, later="sums written as sums, with a form in brackets behind another")
    elif kind == "misere.canonical_form":
        yield Case(name, lambda: is_written(text, expected), "", row)
    elif asked and asked[2] == "Genus":
        yield Case(name, lambda: has_genus(asked[1], expected), "", row)
    elif asked and asked[2] in PROPERTIES:
        yield Case(name, lambda: has_property(asked[1], asked[2], expected), "", row)
    else:
        yield Case(name, lambda: None, "", row, later=LATER)


def is_written(text: str, expected: str) -> None:
    assert text_of(pp.misere_form(text)) == expected


def has_genus(text: str, expected: str) -> None:
    """The source leaves out digits at the end that follow from those before them."""
    found = pp.genus(text)
    nimber, _, digits = expected.partition("^")
    assert found.nimber == int(nimber)
    assert "".join(map(str, found.digits)).startswith(digits) and found.is_nim_heap == (not digits)


def has_property(text: str, asked: str, expected: str) -> None:
    found = PROPERTIES[asked](pp.misere_form(text))
    if isinstance(found, set):
        assert found == set(re.findall(r"\*\[[^\]]*\]", expected))
    elif asked == "Mate":
        assert found == expected
    else:
        assert str(found).lower() == expected.lower()


def has_census(expected: str) -> None:
    """Days 0 to 4 here; day 5 has a test of its own."""
    games, counts = [heap(0)], [1]
    for _ in range(4):
        games = list({made_of(each) for size in range(len(games) + 1) for each in combinations(games, size)})
        counts.append(len(games))
    assert expected.startswith(",".join(map(str, counts)))


def quotient_check(text: str, expected: str) -> tuple[Check, bool]:
    """0.115 has 42 classes; 14 is the length of its period."""
    numbers = [int(each) for each in re.findall(r"\d+", expected)]

    def check() -> None:
        if "0.115" in text:
            found = pp.misere_quotient("0.115")
            assert found.order == 42 != numbers[0] and found.period is not None and found.period.length == numbers[0]
            assert pp.check_misere_quotient(found) == ""
            return
        largest = int(re.findall(r"<= (\d+)", text)[0]) if "<=" in text else 1
        found = pp.misere_quotient(f"*{largest}")
        assert [found.order, len(found.p_portion)][: len(numbers)] == numbers

    return check, "0.115" in text
