"""The system of formulas: every question against truth tables, larger ones against a second solver."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver
from tests.formulas.trees import assignments, random_clauses, random_tree, truth, written
from tests.tiers import depth

import perfectplay as pp
from perfectplay.formulas import CNF, Circuit, Formula
from perfectplay.position import Filled, Position

pytestmark = pytest.mark.about("sat")

NAMES = ("a", "b", "c", "d", "x2", "x10")


def random_positions(rng: Random) -> Iterator[tuple[Position, list[dict[str, int]]]]:
    """Clauses, formulas and circuits, each with all of its solutions."""
    while True:
        number = rng.randint(0, 5)
        names = sorted(rng.sample(NAMES, number), key=NAMES.index)
        match rng.randrange(4 if number else 1):
            case 0:
                clauses = random_clauses(rng, number, rng.randint(0, 9)) if number else [[]] * rng.randint(0, 1)
                table = [
                    values
                    for values in assignments(names)
                    if all(any(values[names[abs(lit) - 1]] == (lit > 0) for lit in clause) for clause in clauses)
                ]
                cnf = CNF(names, clauses)
                yield pp.load("sat", rng.choice([cnf, str(cnf)])), table
            case 1:
                tree = random_tree(rng, 3, names)
                used = Formula.read(written(tree)).names
                yield pp.load("sat", written(tree)), [v for v in assignments(used) if truth(tree, v)]
            case 2:
                tree = random_tree(rng, 2, names)
                text = f"over {' '.join(names)}; {written(tree)}"
                yield pp.load("sat", text), [v for v in assignments(names) if truth(tree, v)]
            case _:
                trees = [random_tree(rng, 2, names) for _ in range(rng.randint(1, 3))]
                circuit = Circuit.read("; ".join(f"o{n} = {written(tree)}" for n, tree in enumerate(trees)))
                table = [v for v in assignments(circuit.inputs) if all(truth(tree, v) for tree in trees)]
                yield pp.load("sat", rng.choice([circuit, circuit.aag()])), table


def checked(result: Any) -> Any:
    verdict = pp.verify(result)
    assert verdict, (result.position, result.question, str(verdict))
    return result.answer


@pytest.mark.parametrize("seed", range(4))
def test_every_question_against_the_truth_table(seed: int) -> None:
    rng = Random(seed)
    for _, (position, table) in zip(range(depth(40, 1000)), random_positions(rng), strict=False):
        assert pp.load("sat", str(position)) == position
        solved = checked(pp.solve(position))
        assert (solved is None) == (not table)
        assert solved is None or dict(solved) in table
        limit = rng.randint(1, 40)
        several = pp.solutions(position, limit=limit)
        found = [dict(each) for each in checked(several)]
        assert len(found) == min(limit, len(table)) and all(each in table for each in found)
        assert len({tuple(each.items()) for each in found}) == len(found)
        assert several.details["all"] == (len(table) <= limit)
        assert checked(pp.count(position)) == len(table)
        counted = pp.count(position, limit=limit)
        assert checked(counted) == min(limit, len(table)) and counted.details["all"] == (len(table) <= limit)
        assert len(checked(pp.unique(position, proof=True)).solutions) == min(2, len(table))
        common = checked(pp.forced(position))
        if table:
            same = {n: v for n, v in table[0].items() if all(each[n] == v for each in table)}
            assert dict(common) == same
            other = checked(pp.another(position, rng.choice(table)))
            assert (other is None) == (len(table) == 1)
        else:
            assert common is None
        for values in assignments(list(position.system.unknowns(position.state))):
            assert bool(checked(pp.check(position, values))) == (values in table)
            filled = Filled(position, values)
            assert position.system.filled(position, str(filled)) == filled
            assert position.system.filled(position, pp.export(filled, "dimacs")) == filled


def test_exported_clauses_and_circuits_have_the_same_solutions() -> None:
    rng = Random(11)
    for _, (position, table) in zip(range(depth(60, 2000)), random_positions(rng), strict=False):
        names = list(position.system.unknowns(position.state))
        file = CNF.read(pp.export(position, "dimacs"))
        circuit = Circuit.read(pp.export(position, "aag"))
        assert list(circuit.inputs) == names
        number = {name: place for place, name in enumerate(names, 1)}
        if set(names) == {f"x{n}" for n in range(1, len(names) + 1)}:
            number = {name: int(name[1:]) for name in names}
        with Solver(name="minisat22", bootstrap_with=file.clauses) as solver:
            for values in assignments(names):
                given = [number[name] if value else -number[name] for name, value in values.items()]
                assert solver.solve(assumptions=given) == (values in table)
                assert all(circuit.evaluate(values).values()) == (values in table)


@pytest.mark.parametrize("seed", range(depth(3, 40)))
def test_larger_clauses_against_a_second_solver(seed: int) -> None:
    """Near the threshold of three literals a clause, where some have solutions and some do not."""
    rng = Random(seed)
    size = depth(40, 70)
    rows = (rng.sample(range(1, size + 1), 3) for _ in range(round(4.2 * size)))
    clauses = [[rng.choice((1, -1)) * each for each in row] for row in rows]
    position = pp.load("sat", CNF([f"x{n}" for n in range(1, size + 1)], clauses))
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        possible = solver.solve()
        backbone = {
            f"x{n}": int(not solver.solve(assumptions=[-n]))
            for n in range(1, size + 1)
            if possible and not (solver.solve(assumptions=[n]) and solver.solve(assumptions=[-n]))
        }
    assert (checked(pp.solve(position)) is not None) == possible
    common = checked(pp.forced(position))
    assert (common is not None) == possible
    assert common is None or dict(common) == backbone
    counted = checked(pp.count(position, limit=50))
    assert bool(counted) == possible


def test_a_pigeon_too_many_is_refuted() -> None:
    holes = 5
    every = [" | ".join(f"p{pigeon}_{hole}" for hole in range(holes)) for pigeon in range(holes + 1)]
    apart = [
        f"~p{one}_{hole} | ~p{two}_{hole}" for hole in range(holes) for two in range(holes + 1) for one in range(two)
    ]
    position = pp.load("sat", " & ".join(f"({clause})" for clause in every + apart))
    result = pp.unique(position, proof=True)
    assert not result and result.answer.proof is not None and result.answer.proof.drat()
    assert checked(result).solutions == ()
    assert checked(pp.solve(position)) is None and checked(pp.solutions(position)) == []


# answers ------------------------------------------------------------------------------------------------------------

POSITION = "(a | ~b) & (b | c)"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=1 b=0 c=1", {"a": 1, "b": 0, "c": 1}),
        ("c=1,a=1\nb=?", {"a": 1, "c": 1}),
        ("", {}),
        ("v 1 -2 3 0", {"a": 1, "b": 0, "c": 1}),
        ("c comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n", {"a": 1, "b": 0, "c": 1}),
        ("v -3\n", {"c": 0}),
    ],
)
def test_answers_are_read(text: str, values: dict[str, int]) -> None:
    position = pp.load("sat", POSITION)
    assert dict(position.system.filled(position, text)) == values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a=1 d=1", "row 1, column 5: unexpected 'd=1'"),
        ("a=1\nb=2", "row 2, column 3: unexpected '2' (expected 0, 1 or ?)"),
        ("a", "row 1, column 1: unexpected 'a' (expected a variable and its value"),
        ("a= b=1", "row 1, column 3: no value for a"),
        ("a=1 a=0", "row 1, column 5: 'a' has a value already"),
        ("v 1 4 0", "row 1, column 5: unexpected '4'"),
        ("v 1 x 0", "row 1, column 5: unexpected 'x'"),
        ("v 1 -1 0", "row 1, column 5: variable 1 has a value already"),
        ("v 1 0 2", "row 1, column 7: unexpected '2'"),
        ("s UNSATISFIABLE", "row 1, column 1: unexpected 's UNSATISFIABLE'"),
        ("s SATISFIABLE\n1 2 0", "row 2, column 1: unexpected '1'"),
    ],
)
def test_wrong_answers_are_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.check(pp.load("sat", POSITION), text)
    assert str(caught.value).startswith(f"sat: {said}") and str(caught.value).isprintable(), str(caught.value)


def test_variables_of_parts_in_the_lines_of_a_solver_are_passed_over() -> None:
    position = pp.load("sat", "a & b | c & d")
    file = CNF.read(pp.export(position))
    assert len(file.names) > 4
    with Solver(name="minisat22", bootstrap_with=file.clauses) as solver:
        solver.solve()
        lines = f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0"
    assert pp.check(position, lines)


def test_a_clause_that_is_broken_is_named_by_its_variables() -> None:
    position = pp.load("sat", POSITION)
    found = pp.check(position, "a=0 b=0 c=0")
    assert found.answer.broken == ("Every clause has a true literal.",) and found.answer.cells == (("b", "c"),)
    formula = pp.check(pp.load("sat", "(a -> b) & (b ^ c)"), "a=1 b=0 c=1")
    assert formula.answer.broken == ("The formula is true.",) and formula.answer.cells == (("a", "b"),)
    circuit = pp.check(pp.load("sat", "p = a & b; q = c"), "a=1 b=0 c=1")
    assert circuit.answer.broken == ("Every output is true.",) and circuit.answer.cells == (("a", "b"),)
    half = pp.check(position, "a=1 b=1")
    assert half.answer.broken == ("Everything is filled in.",)


# limits, pictures, formats ------------------------------------------------------------------------------------------


def test_limits_on_the_number_of_solutions() -> None:
    position = pp.load("sat", "over a b c; 1")
    for limit, complete in ((7, False), (8, True), (9, True), (1 << 62, True)):
        result = pp.solutions(position, limit=limit)
        assert len(result) == min(8, limit) and result.details["all"] is complete and pp.verify(result)
    for wrong in (0, -1, (1 << 62) + 1, 10**5000, True, 1.5, "3"):
        with pytest.raises(pp.NotApplicable, match=r"^sat: limit must be a positive number up to 2\*\*62, not "):
            pp.solutions(position, limit=wrong)  # type: ignore[arg-type]


def test_the_picture_marks_what_is_true() -> None:
    position = pp.load("sat", POSITION)
    assert str(position.picture()).splitlines() == ["   a   |  ~b", "   b   |  c"]
    answer = position.system.filled(position, "a=1 b=0 c=0")
    assert str(answer.picture()).splitlines() == ["a=1 b=0 c=0", "✓ [a]  | [~b]", "✗  b   |  c"]
    green = [shape for shape in answer.picture().shapes if type(shape).__name__ == "Polygon" and shape.role == "green"]
    assert len(green) == 2
    part = position.system.filled(position, "b=0")
    assert str(part.picture()).splitlines()[1:] == ["✓  a   | [~b]", "?  b   |  c"]


def test_large_pictures_are_cut() -> None:
    many = pp.load("sat", " & ".join(f"x{n}" for n in range(1000)))
    assert "… and 800 more clauses" in str(many.picture()) and len(many.picture().svg()) < 200_000
    wide = pp.load("sat", " | ".join(f"x{n}" for n in range(1000)))
    assert "… 960 more" in str(wide.picture()) and len(wide.picture().svg()) < 200_000
    deep = pp.load("sat", "~(" * 10_000 + "a & b" + ")" * 10_000)
    assert len(deep.picture().svg()) < 10_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p cnf 1 1\n2 0", "sat: row 2, column 1: unexpected '2'"),
        ("aag 1 1 1 1 0\n2\n2 2\n2\n", "sat: row 1: a latch"),
        ("aag 1 1 0 0 0\n2\n", "sat: a circuit without outputs"),
        ("_p = a", "sat: a circuit without outputs"),
        ("a &\n| b", "sat: row 2, column 1: unexpected '|'"),
        ("over a; a ^ b", "sat: row 1, column 13: unexpected 'b' (expected one of the variables that are listed)"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load("sat", text)
    assert str(caught.value).startswith(said) and str(caught.value).isprintable()


def test_what_cannot_be_exported() -> None:
    position = pp.load("sat", "a")
    with pytest.raises(pp.NotApplicable, match=r"^sat: no form 'url' \(expected one of: text, dimacs, aag\)$"):
        pp.export(position, "url")
    with pytest.raises(pp.NotApplicable, match=r"^export: a circuit holds no answer"):
        pp.export(pp.solve(position).answer, "aag")  # type: ignore[arg-type]
    with pytest.raises(pp.NotApplicable, match=r"^slitherlink: no form 'dimacs'"):
        pp.export(pp.load("slitherlink"), "dimacs")
    with pytest.raises(pp.NotApplicable, match=r"^nim: only its text can be exported$"):
        pp.export(pp.load("nim"))
    assert pp.export(pp.load("nim"), "text") == str(pp.load("nim"))
    with pytest.raises(pp.ParseError, match=r"^sat: an int"):
        pp.load("sat", 3)


def test_values_load_as_they_are() -> None:
    for value in (CNF.read("a & b"), Circuit.read("p = a ^ b")):
        assert pp.load("sat", value).state == value
    assert pp.load("sat", Formula.read("a -> b")) == pp.load("sat", "a -> b")
