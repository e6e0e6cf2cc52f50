"""Published results about placement games: every row about them.

Those about values of Clobber, Col, Konane, Toads and Frogs and the like have their test in ``tests/values``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.reference.facts import facts
from tests.reference.games import nimber as reference_nimber
from tests.reference.published import Case, Check, Row, case, has_nimber, limits, parameters, rectangle, sized
from tests.values.cgscript import agrees
from tests.values.graphs import coloured_graph

import perfectplay as pp

OURS = {"node_kayles", "snort"}


def path(length: int) -> str:
    return " ".join(f"v{n}-v{n + 1}" for n in range(1, length))


def classify(row: Row) -> Iterator[Case]:
    instance, expected = row["instance"], row["expected"]
    if row["game"] == "node_kayles" and (found := re.fullmatch(r"path P_(\d+)", instance)):
        length = int(found[1])
        yield case(
            f"node kayles row of {length}", has_nimber("node_kayles", "." * length, expected), row, "node_kayles"
        )
        yield case(f"node kayles path {length}", has_nimber("node_kayles", path(length), expected), row, "node_kayles")
    elif row["game"] == "node_kayles" and re.match(r"\d+x\d+ grid", instance):
        rows, cols = sized(instance)
        check = has_nimber("node_kayles", rectangle(rows, cols), expected)
        yield case(f"node kayles {rows}x{cols}", check, row, "node_kayles")
    elif row["game"] == "snort" and instance.startswith("path "):
        text = coloured_graph(instance.removeprefix("path "), {"L": "x", "R": "o"})
        yield case(f"snort {instance}", has_value("snort", text, expected), row, "snort")


def has_value(key: str, text: str, expected: str) -> Check:
    def check() -> None:
        assert agrees(pp.value(pp.load(key, text), limits=limits()).answer, expected)

    return check


ROWS = [row for row in facts("games") if row["game"] in OURS]
CASES = [list(classify(row)) for row in ROWS]


@pytest.mark.parametrize("case", parameters(case for cases in CASES for case in cases))
def test_published_result(case: Case) -> None:
    case.run()


def test_every_row_about_our_games_is_understood() -> None:
    assert len(ROWS) >= 24
    assert not [row for row, cases in zip(ROWS, CASES, strict=True) if not cases]


@pytest.mark.parametrize("text", ["...|...", "....|....", ".......", "..#.|....|#...", "a-b b-c c-d d-a a-c; d=#"])
def test_small_boards_of_node_kayles_by_the_definition(text: str) -> None:
    position = pp.load("node_kayles", text)
    assert pp.grundy(position) == reference_nimber(position)
