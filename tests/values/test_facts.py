"""Published facts about values: every row, tested or with the reason why not.

Rows are expressions (``({^^^|vv}).StopCount``), positions of games, or heaps. Every row is classified: tested; not
answered, with what was measured; disputed, with a witness against it; or about a part of the library that is not built
yet. A row that nothing here understands fails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.reference.facts import facts
from tests.reference.published import Case, Check, Row, has_outcome, parameters, rectangle
from tests.values.cgscript import agrees, evaluate, parse
from tests.values.heaps import heap_rows
from tests.values.misere import misere_rows
from tests.values.numbers import is_about_numbers, number_row
from tests.values.rules import rule_rows

import perfectplay as pp

LATER = {
    "loopy": "loopy games",
}
"""Areas whose rows wait for another part of the library, by the word before the first point."""
LOOPY = re.compile(r"\b(pass|on|off|over|under|upon|uponth|dud)\b|\b[ab]\{|&")
OTHER = {
    "(-32).Lb": "functions of plain integers",
    "[14 UglyProduct n for n from 1 to 16]": "arithmetic of nimbers",
    "[2^31,-2^31,2^31-1,-2^31-1].Apply(x -> x.IsSmallInteger)": "how another system stores integers, no mathematics",
    "Integer.SetSeed(0); [Integer.Random(100) from 1 to 5]": "random numbers of another system, no mathematics",
    "17 % 5": "functions of plain integers",
    "1/2 + 1/3": "fractions that are not dyadic, so no values of short games",
}
"""Single rows that are not about values of short games."""

DISPUTED = {
    # These belong to -1/2, the entry after -1823437481924 in the list they were taken from.
    "(-1823437481924).Companion": "-1823437481924",
    "(-1823437481924).FollowerCount": "1823437481925",
    "(-1823437481924).LeftStop": "-1823437481924",
    "(-1823437481924).Temperature": "-1",
    "(-1823437481924).Thermograph": "Thermograph(-1823437481924,[],[0],-1823437481924,[],[0])",
}
"""Rows that are wrong, with what is true; docs/errata.md tells the story where it is worth telling."""

AREAS = {
    "reduced_canonical_form": "({}).ReducedCanonicalForm",
}
"""Areas whose rows may give a value alone, and what is asked about it."""


def expression_row(row: Row) -> Case:
    """A row whose input is an expression, and the check that its value is the expected one."""
    text, expected = row["input"], row["expected"]
    name = f"{row['area']} {text}"
    if row["area"] in AREAS and "." not in text:
        text = AREAS[row["area"]].format(text)
    if text in DISPUTED:
        return Case(name, is_rather(text, expected, DISPUTED[text]), "", row, disputed=True)
    if row["area"] == "temper":
        return Case(name, is_not_tempered(text, expected), "", row)
    if expected.startswith("ERROR"):
        return Case(name, is_refused(text), "", row)
    return Case(name, has_value(text, expected), "", row)


def has_value(text: str, expected: str) -> Check:
    def check() -> None:
        answer = evaluate(text)
        assert agrees(answer, expected), f"{text} is {answer}, not {expected}"

    return check


def is_rather(text: str, claimed: str, true: str) -> Check:
    """A witness against a row: the true answer, which is not the one claimed."""

    def check() -> None:
        answer = evaluate(text)
        assert agrees(answer, true) and not agrees(answer, claimed)

    return check


def is_refused(text: str) -> Check:
    def check() -> None:
        parse(text)
        with pytest.raises((pp.PerfectPlayError, TypeError, ValueError)) as caught:
            evaluate(text)
        message = str(caught.value)
        assert message and "\n" not in message

    return check


def is_not_tempered(text: str, expected: str) -> Check:
    assert expected == "none"

    def check() -> None:
        assert not evaluate(f"({text}).IsEvenTempered") and not evaluate(f"({text}).IsOddTempered")

    return check


def classify(row: Row) -> Iterator[Case]:
    """The cases of a row; none if it is not understood."""
    kind, text = row["area"].split(".")[0], row["input"]
    whole = f"{text} {row['expected']}"
    if kind == "rules":
        yield from rule_rows(row)
    elif kind == "heap":
        yield from heap_rows(row)
    elif kind in ("misere", "misere_quotient") or (kind == "census" and "misere" in text):
        yield from misere_rows(row)
    elif kind == "misere_outcome" and "Domineering" in text:
        rows, cols = map(int, re.findall(r"\d+", text))
        check = has_outcome("domineering", rectangle(rows, cols), row["expected"], misere=True)
        yield Case(f"domineering misere {rows}x{cols}", check, "domineering", row)
    elif kind == "misere_outcome":
        yield Case(f"{row['area']} {text}", has_misere_outcome(text, row["expected"]), "", row)
    elif is_about_numbers(row):
        yield number_row(row)
    elif kind in LATER and (kind != "loopy" or LOOPY.search(whole)):
        yield waiting(row, LATER[kind])
    elif LOOPY.search(whole):
        yield waiting(row, LATER["loopy"])
    elif text in OTHER:
        yield Case(f"{row['area']} {text}", lambda: None, "", row, beyond=OTHER[text])
    else:
        yield expression_row(row)


class Forms(pp.PlainGame):
    """A value as the game that its canonical form is."""

    def moves(self, state: pp.Value, player: pp.Player) -> list[pp.Value]:
        return list(state.left if player is pp.LEFT else state.right)

    def play(self, state: pp.Value, move: pp.Value) -> pp.Value:
        return move


def has_misere_outcome(text: str, expected: str) -> Check:
    """Of the canonical form, played out: equal values may have different misère outcomes."""

    def check() -> None:
        value = pp.Value(re.fullmatch(r"\((.*)\)\.MisereOutcomeClass", text)[1])  # type: ignore[index]
        assert pp.outcome(Forms(misere=True).position(value)) == expected

    return check


def waiting(row: Row, part: str) -> Case:
    return Case(f"{row['area']} {row['input']}", lambda: None, "", row, later=part)


STATES = ["tested", "disputed", "beyond", "later"]
ROWS = facts("values")
CASES = [list(classify(row)) for row in ROWS]


@pytest.mark.parametrize("case", parameters(case for cases in CASES for case in cases))
def test_published_fact(case: Case) -> None:
    case.run()


def test_every_row_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is left out silently. A row with many cases counts as tested if one of them is."""
    assert not [row for row, cases in zip(ROWS, CASES, strict=True) if not cases]
    best = [min((case.state for case in cases), key=STATES.index) for cases in CASES]
    counts = Counter(best)
    waits = Counter(
        cases[0].later or f"{cases[0].needs} is not in the catalogue"
        for state, cases in zip(best, CASES, strict=True)
        if state == "later"
    )
    with capsys.disabled():
        print(f"\nfacts about values: {len(ROWS)} rows, " + ", ".join(f"{counts[state]} {state}" for state in STATES))
        print("\n".join(f"  {number:4} later: {part}" for part, number in waits.most_common()))
    assert sum(counts.values()) == len(ROWS)
    assert counts["tested"] > counts["later"]


NO_EXPRESSIONS = ("rules.", "heap.", "misere", "census")


def test_expressions_are_read() -> None:
    """Every expression of a tested row is read to its end, whether or not it can be evaluated."""
    asked = [case.row for cases in CASES for case in cases if case.state in ("tested", "disputed")]
    asked = [row for row in asked if not is_about_numbers(row)]
    texts = [row["input"] for row in asked if not row["area"].startswith(NO_EXPRESSIONS)]
    for text in texts:
        if "Domineering" not in text:
            parse(text)
