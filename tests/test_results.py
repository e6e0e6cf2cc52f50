"""What a result is when something was looked for: found, be it empty, or proved not to be there."""

from __future__ import annotations

import copy
import operator
import pickle
from typing import Any, assert_type

import pytest

import perfectplay as pp
from perfectplay.cli import main

SOLVED = pp.load("fifteen", "1 2 3|4 5 6|7 8 0")
LOYD = pp.load("fifteen", "@loyd")
FINISHED = pp.load("nim", "0")
EMPTY = pp.load("slitherlink", "..")
"""Nothing is forced, and there are several solutions."""
CONTRADICTORY = pp.load("slitherlink", "00|33")
ONE = pp.load("slitherlink", "22|22")

THERE: dict[str, pp.Result[Any]] = {
    "a line": pp.solve(pp.load("peg_solitaire", "oo.")),
    "a line without moves": pp.solve(SOLVED),
    "a sheet": pp.solve(ONE),
    "nothing forced": pp.forced(EMPTY),
    "another": pp.another(EMPTY, pp.solve(EMPTY)),
    "a move": pp.best(pp.load("nim", "3")),
    "solutions": pp.solutions(ONE),
    "one solution without moves": pp.solutions(SOLVED),
    "a count": pp.count(SOLVED),
    "unique": pp.unique(ONE),
    "checked": pp.check(SOLVED, ""),
}
NOT_THERE: dict[str, tuple[pp.Result[Any], str]] = {
    "no line": (
        pp.solve(LOYD),
        "fifteen: there is no solution: parity: the permutation of the tiles has the wrong sign",
    ),
    "no line by search": (
        pp.solve(pp.load("lunar_lockout", "@crossing", revisits="cells")),
        "lunar_lockout: there is no solution: "
        "exhausted: 27 positions searched, none left that could lead to a solution",
    ),
    "no sheet": (pp.solve(CONTRADICTORY), "slitherlink: there is no solution: the rules contradict each other"),
    "nothing to force": (
        pp.forced(CONTRADICTORY),
        "slitherlink: there is no solution: the rules contradict each other",
    ),
    "no other": (pp.another(ONE, pp.solve(ONE)), "slitherlink: there is no other solution"),
    "no move": (pp.best(FINISHED), "nim: there is no move"),
}
NO: dict[str, pp.Result[Any]] = {
    "no solutions": pp.solutions(LOYD),
    "none of nothing": pp.count(LOYD),
    "no sheets": pp.solutions(CONTRADICTORY),
    "not unique": pp.unique(EMPTY),
    "unique of nothing": pp.unique(CONTRADICTORY),
    "not checked": pp.check(LOYD, ""),
}


@pytest.mark.parametrize("name", THERE)
def test_what_is_found_is_true_also_where_it_is_empty(name: str) -> None:
    result = THERE[name]
    assert result.found and result and result.answer is not None and result.reason == ""


@pytest.mark.parametrize("name", NOT_THERE)
def test_what_is_not_there_is_false_and_says_why(name: str) -> None:
    result, said = NOT_THERE[name]
    assert result.answer is None and not result and not result.found and result == None and str(result) == "None"  # noqa: E711
    wanted: list[Any] = [
        lambda: result.cost,
        lambda: result.text,
        lambda: result.picture(),
        lambda: len(result),
        lambda: list(result),
        lambda: result[0],
        lambda: int(result),
        lambda: result + 1,
        lambda: 1 + result,
        lambda: -result,
        lambda: result < result,
    ]
    for want in wanted:
        with pytest.raises(pp.NoAnswer) as caught:
            want()
        assert str(caught.value) == said
        assert isinstance(caught.value, pp.NotApplicable | AttributeError)
    assert not hasattr(result, "cost") and getattr(result, "cost", 7) == 7
    assert pp.verify(result)


@pytest.mark.parametrize("name", NO)
def test_no_is_false(name: str) -> None:
    result = NO[name]
    assert not result and not result.found and result.answer is not None


def test_numbers_and_other_answers_are_always_found() -> None:
    zero = pp.grundy(pp.load("nim", "1 1"))
    assert zero.found and not zero and zero == 0 and zero.reason == ""
    assert pp.value(pp.load("domineering", ".")).found and pp.outcome(FINISHED).found
    assert pp.reachable(SOLVED).found and pp.reachable(SOLVED).solved == 1


def test_a_solution_says_whether_it_solves() -> None:
    assert pp.solve(SOLVED).solved and pp.solve(SOLVED).cost == 0 and pp.solve(SOLVED).moves == ()
    assert pp.solve(SOLVED).end == SOLVED and pp.solve(SOLVED).metric == "moves"
    assert not pp.solve(LOYD).solved
    assert isinstance(pp.solve(ONE), pp.Solution) and pp.solve(ONE).solved


@pytest.mark.parametrize("position", [ONE, pp.load("qbf")], ids=["a sheet", "a strategy"])
@pytest.mark.parametrize("name", ["cost", "metric", "moves", "end"])
def test_a_solution_without_moves_says_that_it_has_none(position: pp.Position, name: str) -> None:
    result = pp.solve(position)
    assert result.solved and result.found and result and not hasattr(result, name)
    with pytest.raises(pp.NoAnswer) as caught:
        getattr(result, name)
    wanted = f"{position.system.title}: the solution has no {name}, since it is not made of moves"
    assert str(caught.value) == wanted


@pytest.mark.parametrize("position", [LOYD, CONTRADICTORY], ids=["moves", "a sheet"])
def test_no_solution_is_what_one_expects_of_it(position: pp.Position) -> None:
    result = pp.solve(position)
    assert (result.solved, result.found, bool(result), result.answer) == (False, False, False, None)
    said = f"{position.system.title}: there is no solution: {result.reason}"
    assert result.reason and "\n" not in said
    for name in ("cost", "metric", "moves", "end", "picture"):
        with pytest.raises(pp.NoAnswer) as caught:
            getattr(result, name)
        assert str(caught.value) == said
    for use in (len, list, iter, int):
        with pytest.raises(pp.NoAnswer) as caught:
            use(result)
        assert str(caught.value) == said


@pytest.mark.parametrize("name", [*THERE, *NOT_THERE, *NO])
def test_results_are_formatted_as_their_text_where_their_answers_have_no_forms(name: str) -> None:
    result = ({**THERE, **NO} | {key: found for key, (found, _) in NOT_THERE.items()})[name]
    assert f"{result}" == str(result)
    width = len(str(result)) + 3
    assert f"{result:<{width}}" == format(result.answer if isinstance(result.answer, int) else str(result), f"<{width}")
    assert f"{pp.grundy(pp.load('nim', '3 5')):04d}" == "0006"


def test_a_line_is_true() -> None:
    line = pp.solve(SOLVED).answer
    assert line is not None and len(line) == 0 and line


@pytest.mark.parametrize("result", [pp.solve(SOLVED), pp.solve(LOYD)], ids=["found", "not found"])
def test_results_can_be_copied_and_pickled(result: pp.Solution) -> None:
    for again in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert again == result and again.found == result.found and operator.eq(again.reason, result.reason)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, ("solve", "fifteen", "1 2 3|4 5 6|7 8 0")),
        (1, ("solve", "fifteen", "@loyd")),
        (1, ("solutions", "fifteen", "@loyd")),
        (1, ("count", "fifteen", "@loyd")),
        (0, ("forced", "slitherlink", "..")),
        (1, ("forced", "slitherlink", "00|33")),
        (1, ("unique", "slitherlink", "..")),
        (1, ("unique", "slitherlink", "00|33")),
        (1, ("another", "slitherlink", "22|22", "┌─┐|│·│|└─┘")),
        (0, ("best", "nim", "3")),
        (1, ("best", "nim", "0")),
        (0, ("grundy", "nim", "1 1")),
        (0, ("value", "domineering", ".")),
        (0, ("check", "fifteen", "1 2 3|4 5 6|7 8 0", "")),
        (1, ("check", "fifteen", "1 2 3|4 5 6|7 0 8", "")),
    ],
)
def test_exit_codes_say_whether_something_was_found(code: int, words: tuple[str, ...]) -> None:
    assert main(words) == main([*words[:1], "--json", *words[1:]]) == code


@pytest.mark.parametrize("limit", [None, 0, -1, "2", 2.5, True])
def test_a_limit_that_is_no_positive_number_is_refused_when_it_is_read(limit: Any) -> None:
    data = {**pp.solutions(pp.load("fifteen", "1 2 3|4 0 5")).to_json(), "limit": limit}
    with pytest.raises(pp.NotApplicable, match="verify: solutions: the details cannot be read: "):
        pp.verify(data)


def test_types_of_results_are_known() -> None:
    """This is for the type checker, which reads the suite like the code of any user."""
    result = pp.solve(SOLVED)
    assert_type(result.cost, int)
    assert_type(result.solved, bool)
    assert_type(result.found, bool)
    assert_type(result.reason, str)
    assert_type(result.answer, pp.Line | None)
    assert_type(pp.best(FINISHED).answer, pp.Move | None)
