"""Values as JSON: what is shown agrees with the library, and nothing is unbounded."""

from __future__ import annotations

import json
import shutil
import subprocess
from fractions import Fraction
from typing import Any

import pytest
from tests.interrupts import HANGS

import perfectplay as pp
from perfectplay.limits import Limits
from perfectplay.notebook.joined import PAGE
from perfectplay.values.tree import tree
from perfectplay.views.values import (
    LONGEST_EXPRESSION,
    LONGEST_TEXT,
    MOST_EXPRESSIONS,
    MOST_OPTIONS,
    evaluate,
    value_view,
)

SOME = ["0", "3/8", "*", "^", "^^*", "+-1", "{3||2|1}", "Tiny(2)", "{5|3,{4|-1}}", "{2*|1*}", "1/2^3*2", "{^3|vv}"]


@pytest.mark.parametrize("text", SOME)
def test_what_is_shown_is_what_the_library_says(text: str) -> None:
    value = pp.Value(text)
    view = value_view(value, text)
    assert json.loads(json.dumps(view)) == view
    assert view["expression"] == text
    assert pp.Value(view["text"]) == pp.Value(view["pretty"]) == value
    assert view["latex"] == value.latex()
    assert (view["outcome"], view["sentence"]) == (value.outcome.letter, value.outcome.sentence)
    assert view["number"] is value.is_number
    figures = view["figures"]
    assert figures["mean"] == str(value.mean)
    assert figures["temperature"] == str(value.temperature)
    assert (figures["left_stop"], figures["right_stop"]) == (str(value.left_stop), str(value.right_stop))
    assert figures["birthday"] == str(value.birthday)
    assert pp.Thermograph.from_json(view["thermograph"]) == value.thermograph
    assert {pp.Value(each) for each in view["left"]} == set(value.left)
    assert {pp.Value(each) for each in view["right"]} == set(value.right)
    assert {pp.Value(each) for each in view["left_incentives"]} == set(value.left_incentives)
    assert {pp.Value(each) for each in view["right_incentives"]} == set(value.right_incentives)
    assert view["tree"] == tree(value).to_json()


def test_figures_that_not_every_value_has() -> None:
    def figures(text: str) -> dict[str, Any]:
        found: dict[str, Any] = value_view(pp.Value(text))["figures"]
        return found

    assert figures("{^3|vv}")["atomic_weight"] == "{1|0}"
    assert figures("+-1")["atomic_weight"] is None
    assert figures("{2*|1*}")["reduced"] == "{2|1}"
    assert figures("{2|1}")["reduced"] is None
    assert [figures(text)["confusion"] for text in ("1/2", "^", "*", "{3||2|1}")] == [None, None, "0", "(2, 3]"]


def test_facts() -> None:
    assert value_view(pp.Value("1/2"))["facts"] == ["a number: nobody gains by moving in it"]
    assert "its own negative" in value_view(pp.Value("+-1"))["facts"]
    assert value_view(pp.Value("{3|1}"))["facts"] == ["hot: both players want to move"]
    assert any(fact.startswith("all-small") for fact in value_view(pp.Value("^"))["facts"])


def test_several_are_compared() -> None:
    found = evaluate({"expressions": ["^", "*", "0", "{0|*}", "1"]})
    assert found["order"] == [
        ["=", "|", ">", "=", "<"],
        ["|", "=", "|", "|", "<"],
        ["<", "|", "=", "<", "<"],
        ["=", "|", ">", "=", "<"],
        [">", ">", ">", ">", "="],
    ]


def test_a_mistake_stands_in_its_place_and_the_others_are_answered() -> None:
    found = evaluate({"expressions": ["^", "{1|", "*"]})
    first, wrong, last = found["values"]
    assert (first["text"], last["text"]) == ("^", "*")
    assert wrong["expression"] == "{1|"
    assert (wrong["error"]["kind"], wrong["error"]["row"], wrong["error"]["column"]) == ("parse", 1, 4)
    assert "\n" not in wrong["error"]["message"]
    assert found["order"] == [["=", "|"], ["|", "="]]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"expressions": "^"},
        {"expressions": [1]},
        {"expressions": []},
        {"expressions": ["0"] * (MOST_EXPRESSIONS + 1)},
        {"expressions": ["0"], "depth": 99},
        {"expressions": ["0"], "depth": True},
        {"expressions": ["0"], "depth": "x" * 1000},
    ],
)
def test_requests_that_make_no_sense(body: dict[str, Any]) -> None:
    with pytest.raises(pp.ParseError) as told:
        evaluate(body)
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("text", ["", "  ", "pass", "1+", "{{{{", "1/3", "\x00", "9" * (LONGEST_EXPRESSION + 1)])
def test_wrong_expressions_are_one_line(text: str) -> None:
    (view,) = evaluate({"expressions": [text]})["values"]
    assert view["error"]["message"].isprintable()
    assert len(json.dumps(view)) < 3 * LONGEST_TEXT


def test_depth_is_that_of_the_tree() -> None:
    def size(depth: int) -> int:
        (view,) = evaluate({"expressions": ["{5||4|2|||1}"], "depth": depth})["values"]
        return len(view["tree"]["shapes"])

    assert size(0) < size(1) < size(2)


@pytest.mark.parametrize(
    "text",
    [
        *("1823437481924", "-1" + "0" * 4000, "*1000", "*1000000", "^1000000", "1823437481924v1823437481924*3"),
        *("^[300]", "{1823437481924|-1823437481924}", "Tiny(1000000000)", "{^100000|v100000}"),
        "+".join(f"{{{3**n}|-{3**n + n}}}" for n in range(11)),
    ],
)
def test_large_values_are_shown_in_short(text: str) -> None:
    with Limits(time=HANGS):
        (view,) = evaluate({"expressions": [text]})["values"]
    assert len(json.dumps(view)) < 20 * LONGEST_TEXT
    if "error" not in view:
        assert (
            max(len(view[name]) for name in ("left", "right", "left_incentives", "right_incentives"))
            <= MOST_OPTIONS + 1
        )
        if view["left_incentives"] == view["right_incentives"] == []:
            assert "incentives are omitted, since the value is large" in view["facts"]


def test_limits_of_the_caller_hold() -> None:
    with Limits(time=0):
        (view,) = evaluate({"expressions": ["{5|3}+{7|-9}"]})["values"]
    assert (view["error"]["kind"], view["error"]["limit"]) == ("limit", "time")


def test_cancelling_ends_the_calculation() -> None:
    cancel = pp.Cancel()
    cancel.set()
    with pytest.raises(pp.LimitReached), Limits(cancel=cancel):
        evaluate({"expressions": ["{5|3}+{7|-9}"]})


READER = """
import {{ read, unitFor, written }} from "{page}/fraction.js";
import {{ wallAt }} from "{page}/thermograph.js";
console.log(JSON.stringify({asked}.map(([{{ left_wall, right_wall }}, temperatures]) => {{
  const unit = unitFor([temperatures, left_wall, right_wall].flat(2));
  return [left_wall, right_wall].map((corners) => {{
    const wall = corners.map(([t, x]) => ({{ t: read(t, unit), x: read(x, unit) }}));
    return temperatures.map((t) => written(wallAt(wall, read(t, unit)), unit));
  }});
}})));
"""


def test_what_the_page_reads_off_is_exact() -> None:
    """The page reads walls off by its own arithmetic."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, so the page's arithmetic is not tried")
    graphs = [pp.Value(text).thermograph for text in [*SOME, "{10000000000000000000000|-1/1024}", "{9||5|-7}+{2|1/4}"]]
    temperatures = [Fraction(n, 16) for n in range(-16, 100, 3)] + [Fraction(10**30, 3), Fraction(1, 10**30)]
    asked = json.dumps([[graph.to_json(), [str(t) for t in temperatures]] for graph in graphs])
    code = READER.format(page=PAGE.as_uri(), asked=asked)
    told = subprocess.run(
        [node, "--input-type=module"], input=code, capture_output=True, text=True, check=False, timeout=60
    )
    assert told.returncode == 0, told.stderr
    for graph, (left, right) in zip(graphs, json.loads(told.stdout), strict=True):
        assert [Fraction(x) for x in left] == [graph.left_at(t) for t in temperatures]
        assert [Fraction(x) for x in right] == [graph.right_at(t) for t in temperatures]


def test_the_calculator_leaves_nothing_behind() -> None:
    with pp.Universe() as universe:
        evaluate({"expressions": ["{5||3|-2}+{7|-9}"]})
        assert universe.records == 0
