"""Every pencil puzzle: the sample is unique, each sentence can be broken, a second solver finds the same answers."""

from __future__ import annotations

import pickle
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.plays import PENCIL
from tests.pencil.boards import boards
from tests.pencil.rulebook import is_solution
from tests.pencil.second import all_solutions, domains
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Position
from perfectplay.kinds.lines import Lines
from perfectplay.kinds.pencil import Pencil
from perfectplay.position import Filled

BOARDS = {key: tomllib.loads((Path(__file__).parent / f"{key}.toml").read_text(encoding="utf-8")) for key in PENCIL}
every_puzzle = pytest.mark.parametrize("key", PENCIL)
MISTAKES = [
    pytest.param(key, each, id=f"{key}: {each['sentence']}") for key in PENCIL for each in BOARDS[key]["broken"]
]
MANY = 100
"""Solutions that are looked at on a random board."""


def sentences(position: Position) -> set[str]:
    assert isinstance(position.system, Pencil)
    return {sentence for sentence, _ in position.system.rules(position.state)}


@every_puzzle
def test_the_sample_has_one_solution_with_a_proof(key: str) -> None:
    sample = pp.load(key)
    result = pp.unique(sample, proof=True)
    assert result.answer and result.proof.drat().endswith("0\n")
    assert str(result.solutions[0]) == BOARDS[key]["solution"]
    assert pp.verify(result) and pp.verify(result.to_json()) and pp.verify(pickle.loads(pickle.dumps(result)))
    solved: pp.Result[Any] = pp.solve(sample)
    shared: pp.Result[Any] = pp.forced(sample)
    assert solved == result.solutions[0] and pp.check(sample, str(solved)) and pp.count(sample) == 1
    assert pp.another(sample, str(solved)).answer is None
    assert dict(shared.answer) == dict(solved.answer)
    for other in (pp.solve, pp.solutions, pp.forced, pp.count):
        assert pp.verify(other(sample)), other


@every_puzzle
def test_there_is_a_broken_board_for_every_sentence(key: str) -> None:
    samples = [pp.load(key, text) for text in (pp.system(key).sample, *pp.system(key).samples.values())]
    problems = [pp.load(key, each["problem"], **each.get("set", {})) for each in BOARDS[key]["broken"]]
    assert {each["sentence"] for each in BOARDS[key]["broken"]} >= set().union(*map(sentences, samples + problems))
    for sentence in set().union(*map(sentences, samples)):
        assert sentence[0].isupper() and sentence.endswith(".")


@pytest.mark.parametrize(("key", "mistake"), MISTAKES)
def test_a_broken_board_breaks_its_sentence(key: str, mistake: dict[str, Any]) -> None:
    position = pp.load(key, mistake["problem"], **mistake.get("set", {}))
    found = pp.check(position, mistake["answer"])
    assert not found and mistake["sentence"] in found.broken
    assert pp.verify(found)


@every_puzzle
def test_every_option_changes_what_is_a_solution(key: str) -> None:
    tried = BOARDS[key].get("option", [])
    assert {name for each in tried for name in each["set"]} == set(pp.system(key).all_options())
    for each in tried:
        result = pp.unique(pp.load(key, each["problem"], **each["set"]), proof=True)
        assert result.answer and pp.verify(result) and str(result.solutions[0]) == each["solution"]
        assert str(pp.unique(pp.load(key, each["problem"]))) == each["otherwise"]


@every_puzzle
def test_an_answer_that_leaves_something_open_is_not_finished(key: str) -> None:
    sample = pp.load(key)
    solved: pp.Result[Any] = pp.solve(sample)
    values: dict[Any, Any] = dict(solved.answer)
    first = next(iter(values))
    left = {unknown: value for unknown, value in values.items() if unknown != first}
    assert "Everything is filled in." in pp.check(sample, left).broken


@every_puzzle
def test_answers_that_leave_something_open_come_back_from_text(key: str) -> None:
    sample = pp.load(key)
    assert isinstance(sample.system, Pencil)
    solved: Any = pp.solve(sample).answer
    rng = random.Random(key)
    for share in (0.0, 0.1, 0.5, 0.9, 1.0):
        some = {unknown: value for unknown, value in solved.items() if rng.random() < share}
        partial = Filled(sample, some)
        assert sample.system.read_answer(sample.state, str(partial)) == some, str(partial)
        if 0 < len(some) < len(solved):
            assert len({each.picture().svg() for each in (partial, solved, sample)}) == 3
            assert len({each.picture().text() for each in (partial, solved, sample)}) == 3


@pytest.mark.parametrize(
    ("key", "problem", "answer", "said"),
    [
        ("slitherlink", "3.", "┌─╴?·|│·?·?|╵?·?x", "row 3, column 5: unexpected 'x'"),
        ("slitherlink", "3.", "┌─┐?·|│·?·?|╵?·?·", "row 1, column 3: unexpected '┐' (expected ╴"),
        ("slitherlink", "3.", "┌─╴?·|│??·?|╵?·?·", "row 2, column 2: unexpected '?' (expected ·"),
        ("slitherlink", "3.", "┌─╴?|│·?·|╵?·?", "an answer of 3 x 4 signs (expected 2 x 3"),
        ("yajilin", ". . .|. 0> .|. . .", "┌───┐|│···│|│·#·│|│···│|└───┘", "row 3, column 3: unexpected '#'"),
        (
            "hashiwokakero",
            "2.2|...|1.1",
            "2─··2|│···│|│···│|│···│|1···1",
            "row 1, column 3: a bridge that leads nowhere",
        ),
        ("hashiwokakero", "2.2|...|1.1", "2───2|│···│|│·x·│|│···│|1···1", "row 3, column 3: unexpected 'x'"),
    ],
)
def test_signs_that_do_not_fit_are_named(key: str, problem: str, answer: str, said: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.check(pp.load(key, problem), answer)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_answers_to_the_largest_sheets_are_read() -> None:
    whole = pp.load("slitherlink", "|".join(["." * 100] * 100))
    assert pp.check(whole, "|".join(["·" * 101] * 101)).broken == (
        "The lines form one closed loop that does not branch or cross.",
    )


@every_puzzle
def test_pictures_show_problem_and_answer(key: str) -> None:
    sample = pp.load(key)
    solved: Any = pp.solve(sample).answer
    assert isinstance(solved, Filled)
    assert sample.picture().svg() != solved.picture().svg() and solved.picture().text()


@every_puzzle
def test_terminals_show_every_clue_in_straight_columns(key: str) -> None:
    sample = pp.load(key)
    for picture in (sample.picture(), pp.forced(sample).answer.picture()):  # type: ignore[union-attr]
        lines = picture.text().split("\n")
        assert all(line == line.rstrip() for line in lines)
        if lines[0].startswith("┌") and not isinstance(sample.system, Lines):
            assert len(set(map(len, lines))) == 1
    shown = Counter("".join(sample.picture().text().split()))
    assert not Counter(re.sub(r"[\s.,;|/]", "", str(sample).split(";a")[0])) - shown


def test_terminals_keep_columns_straight_with_long_clues() -> None:
    lines = pp.load("kuromasu", "12 . 3|. 5 .").picture().text().split("\n")
    assert lines == ["12  .  3", " .  5  ."]
    lines = pp.load("ripple_effect", "1 . 12|. 10 .;aaa|bbb").picture().text().split("\n")
    assert lines == ["┌────────┐", "│ 1  . 12│", "├────────┤", "│ . 10  .│", "└────────┘"]
    lines = pp.load("number_link", "12 . 12|7 . 7").picture().text().split("\n")
    assert lines == ["12 ·  12", "", "7  ·  7"]
    lines = pp.load("nonogram", "10,1 1/2,1 1").picture().text().split("\n")
    assert lines == ["       1", "     2 1", " 10  . .", "1 1  . ."]


def attempts(position: Position, solved: list[Any], rng: random.Random) -> Iterator[dict[Any, Any]]:
    """Solutions, what is near to them, and anything."""
    possible = domains(position)
    for known in solved[:10]:
        yield dict(known)
        for _ in range(10):
            changed = rng.sample(list(possible), min(len(possible), rng.randint(1, 3)))
            yield {**known, **{unknown: rng.choice(possible[unknown]) for unknown in changed}}
    for _ in range(20):
        yield {unknown: rng.choice(values) for unknown, values in possible.items()}


@every_puzzle
def test_the_rules_are_those_of_the_rule_book(key: str) -> None:
    rng, number = random.Random(f"rules of {key}"), depth(30, 500)
    verdicts: Counter[bool] = Counter()
    for position in islice(boards(key, rng), number):
        solved: list[Any] = list(pp.solutions(position, limit=30).answer)
        assert all(is_solution(position, each) for each in solved), repr(position)
        for answer in attempts(position, solved, rng):
            right = is_solution(position, answer)
            wrong = [sentence for sentence, _ in position.system.broken(position.state, answer)]
            assert right == (not wrong), (repr(position), str(Filled(position, answer)))
            assert "Only possible values are used." not in wrong  # a rule says why they are not possible
            verdicts[right] += 1
    assert len(verdicts) == 2 and verdicts[True] > number // 4, verdicts


@every_puzzle
def test_a_second_engine_finds_the_same_solutions(key: str) -> None:
    verdicts: Counter[str] = Counter()
    tried, number = 0, depth(50, 1000)
    for position in boards(key, random.Random(key)):
        assert isinstance(position.system, Pencil)
        tried += 1
        ours = pp.solutions(position, limit=MANY)
        theirs = all_solutions(position, MANY) if ours.details["all"] else None
        assert all(pp.check(position, str(each)) for each in ours.answer), repr(position)
        if theirs is None:  # too many to compare
            continue
        assert {str(each) for each in ours.answer} == {str(Filled(position, each)) for each in theirs}, repr(position)
        assert len(ours.answer) == len(theirs)
        verdict = pp.unique(position)
        assert len(verdict.solutions) == min(2, len(theirs)), repr(position)
        verdicts[str(verdict)] += 1
        shared: Any = pp.forced(position).answer
        if verdicts.total() % 10 == 0:
            assert pp.verify(verdict), repr(position)
            assert all(each.picture().svg() and each.picture().text() for each in (position, *verdict.solutions))
            assert shared is None or shared.picture().svg()
        assert (shared is None) == (not theirs)
        if theirs:
            common = {u: value for u, value in theirs[0].items() if all(each[u] == value for each in theirs)}
            assert dict(shared) == common == position.system.read_answer(position.state, str(shared)), repr(position)
        if verdicts.total() >= (number if len(verdicts) == 3 else 4 * number):
            break
    # all three kinds of boards are there, and few were too large
    assert len(verdicts) == 3 and tried < 2 * verdicts.total(), (verdicts, tried)


def test_a_path_of_one_step_is_a_loop_of_two_lines_to_the_solver() -> None:
    """Between ends side by side: the line, and the one that the solver adds from the end to the start."""
    for text in ("1..|1..", ".11.|....|....", "11"):
        assert pp.verify(pp.unique(pp.load("number_link", text, fill=True)))


@pytest.mark.parametrize("key", [key for key in PENCIL if getattr(pp.system(key), "pzpr", "")])
def test_problems_go_out_and_come_back(key: str) -> None:
    for text in (pp.system(key).sample, *pp.system(key).samples.values()):
        position = pp.load(key, text)
        for form in ("text", "url", "pzprv3"):
            assert pp.load(key, pp.export(position, form)) == position, form
    other = next(each for each in PENCIL if getattr(pp.system(each), "pzpr", "") and each != key)
    for wrong in (
        pp.export(pp.load(other)),
        "https://puzz.link/p?",
        "https://puzz.link/p?nosuch/3/3/a",
        "pzprv3/x/1/1/",
    ):
        with pytest.raises(pp.ParseError) as caught:
            pp.load(key, wrong)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("key", [key for key in PENCIL if getattr(pp.system(key), "pzpr", "")])
def test_answers_go_to_files_and_come_back(key: str) -> None:
    sample = pp.load(key)
    solved: Any = pp.solve(sample).answer
    file = pp.export(solved, "pzprv3")
    assert pp.load(key, file) == sample
    assert pp.check(sample, file), pp.check(sample, file)
    assert not pp.check(sample, pp.export(sample, "pzprv3"))  # nothing is filled in
