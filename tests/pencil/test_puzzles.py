"""Every pencil puzzle: the sample is unique, each sentence can be broken, a second solver finds the same answers."""

from __future__ import annotations

import pickle
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Solver
from tests.conformance.plays import PENCIL

import perfectplay as pp
from perfectplay import Position
from perfectplay.kinds.pencil import Filled, Pencil
from perfectplay.kinds.sheet import Sheet
from perfectplay.questions.pencil import broken, posted

BOARDS = {key: tomllib.loads((Path(__file__).parent / f"{key}.toml").read_text(encoding="utf-8")) for key in PENCIL}
every_puzzle = pytest.mark.parametrize("key", PENCIL)
MISTAKES = [
    pytest.param(key, each, id=f"{key}: {each['sentence']}") for key in PENCIL for each in BOARDS[key]["broken"]
]
SMALL = 60
"""Random boards of each puzzle."""
MANY = 300
"""Solutions that are counted on them."""


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
    problems = [pp.load(key, each["problem"]) for each in BOARDS[key]["broken"]]
    assert {each["sentence"] for each in BOARDS[key]["broken"]} >= set().union(*map(sentences, samples + problems))
    for sentence in set().union(*map(sentences, samples)):
        assert sentence[0].isupper() and sentence.endswith(".")


@pytest.mark.parametrize(("key", "mistake"), MISTAKES)
def test_a_broken_board_breaks_its_sentence(key: str, mistake: dict[str, Any]) -> None:
    position = pp.load(key, mistake["problem"])
    found = pp.check(position, mistake["answer"])
    assert not found and mistake["sentence"] in found.broken
    assert pp.verify(found)


@every_puzzle
def test_an_answer_that_leaves_something_open_is_not_finished(key: str) -> None:
    sample = pp.load(key)
    solved: pp.Result[Any] = pp.solve(sample)
    values: dict[Any, Any] = dict(solved.answer)
    first = next(iter(values))
    left = {unknown: value for unknown, value in values.items() if unknown != first}
    assert "Everything is filled in." in pp.check(sample, left).broken


@every_puzzle
def test_pictures_show_problem_and_answer(key: str) -> None:
    sample = pp.load(key)
    solved: Any = pp.solve(sample).answer
    assert isinstance(solved, Filled)
    assert sample.picture().svg() != solved.picture().svg() and solved.picture().text()


def random_sheets(key: str) -> list[Position]:
    """Small boards with clues of the sample strewn at random; what does not load is left out."""
    rng = random.Random(key)
    system = pp.system(key)()
    sample = system.load(system.sample).state
    if type(sample) is not Sheet:
        return []
    words = [word for word in sample.clues if word != "."]
    found: list[Position] = []
    for _ in range(10 * SMALL):
        rows, cols = rng.choice([(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (3, 4), (4, 3)])
        share = rng.choice([0.15, 0.3, 0.5, 1.0])
        clues = tuple(rng.choice(words) if words and rng.random() < share else "." for _ in range(rows * cols))
        sheet = Sheet(rows, cols, clues)
        if sample.regions:
            rooms = rng.randint(1, 4)
            sheet = Sheet(rows, cols, clues, tuple(rng.randrange(rooms) for _ in clues))
        try:
            found.append(system.load(sheet.text()))
        except pp.ParseError:
            continue
        if len(found) == SMALL:
            break
    return found


def second_opinion(position: Position) -> set[str] | None:
    """All solutions by another solver: it gets the clauses only, and what breaks a rule is thrown away after the fact.
    None if there are too many to look at."""
    poster = posted(position)
    lits = poster.answer_lits()
    found: set[str] = set()
    with Solver(name="glucose4", bootstrap_with=[clause for clause in poster.model.formula() if clause]) as solver:
        if any(not clause for clause in poster.model.formula()):
            return found
        for _ in range(10 * MANY):
            if not solver.solve():
                return found
            true = {lit for lit in solver.get_model() or () if lit > 0}
            values = [(abs(lit) in true) == (lit > 0) for lit in lits]
            answer = Filled(position, poster.read(values))
            if not broken(position, answer):
                found.add(str(answer))
            solver.add_clause([-lit if value else lit for lit, value in zip(lits, values, strict=True)])
    return None


@every_puzzle
def test_a_second_solver_finds_the_same_solutions(key: str) -> None:
    compared = 0
    for position in random_sheets(key):
        result = pp.solutions(position, limit=MANY)
        assert all(not broken(position, answer) for answer in result.answer)
        if not result.details["all"]:
            continue
        expected = second_opinion(position)
        if expected is not None:
            assert {str(answer) for answer in result.answer} == expected, repr(position)
            unique = pp.unique(position)
            assert len(unique.solutions) == min(2, len(expected))
            compared += 1
    assert compared >= SMALL // 3 or not random_sheets(key)


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
