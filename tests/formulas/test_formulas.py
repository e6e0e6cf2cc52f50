"""Formulas, clauses, circuits and quantified formulas as values: what they mean, and how they go out and come back."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver
from tests.formulas.trees import assignments, random_clauses, random_tree, truth, written
from tests.tiers import depth

import perfectplay as pp
from perfectplay.errors import LimitReached, ParseError
from perfectplay.formulas import CNF, QBF, Circuit, Formula, conjunction, disjunction

NAMES = ("a", "b", "c", "x1", "x10", "y'")
EXAMPLES = depth(150, 5000)


def same(value: Any) -> None:
    """A value goes out and comes back as text and as a pickle, and hashes alike."""
    again = type(value).read(str(value))
    assert again == value and hash(again) == hash(value) and str(again) == str(value)
    assert eval(repr(value), {type(value).__name__: type(value)}) == value
    assert pickle.loads(pickle.dumps(value)) == value


# what they mean -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_formula_means_what_its_tree_means_in_every_form(seed: int) -> None:
    rng = Random(seed)
    for _ in range(EXAMPLES // 4):
        tree = random_tree(rng, rng.randint(0, 4), NAMES[: rng.randint(1, 5)])
        formula = Formula.read(written(tree))
        same(formula)
        distributed = formula.cnf(distributed=True)
        circuit = Circuit.of(formula)
        tseitin = formula.cnf()
        for value in (distributed, circuit, tseitin):
            same(value)
        try:
            clauses = CNF.read(str(formula))
        except ParseError:
            with pytest.raises(ParseError, match="not just clauses"):
                CNF.of(formula)
        else:
            assert CNF.of(formula) == clauses == tseitin
        assert distributed.names == circuit.inputs == formula.names == tseitin.names[: len(formula.names)]
        with Solver(name="minisat22", bootstrap_with=tseitin.clauses) as solver:
            for values in assignments(formula.names):
                meant = bool(truth(tree, values))
                assert formula.evaluate(values) == meant
                assert distributed.evaluate(values) == meant
                assert circuit.evaluate(values) == {"y1": meant}
                given = [place if values[name] else -place for place, name in enumerate(formula.names, 1)]
                assert solver.solve(assumptions=given) == meant
        assert not any(set(clause) & {-lit for lit in clause} for clause in distributed.clauses)


def test_every_solution_of_a_formula_is_one_of_its_clauses_in_exactly_one_way() -> None:
    rng = Random(5)
    for _ in range(depth(60, 1000)):
        tree = random_tree(rng, 3, NAMES[:4])
        formula = Formula.read(written(tree))
        clauses = formula.cnf()
        number = sum(truth(tree, values) for values in assignments(formula.names))
        with Solver(name="minisat22", bootstrap_with=[*clauses.clauses, *([n, -n] for n in range(1, 7))]) as solver:
            # pysat counts over the variables that it has seen: those of the clauses, and six at least
            models = {tuple(model[: len(clauses.names)]) for model in solver.enum_models()}
        assert len(models) == number, str(formula)


def test_what_is_decided_by_some_values_is_what_all_further_values_say() -> None:
    rng = Random(6)
    for _ in range(depth(100, 2000)):
        tree = random_tree(rng, 3, NAMES[:4])
        formula = Formula.read(written(tree))
        some = {name: rng.randint(0, 1) for name in formula.names if rng.random() < 0.5}
        said = formula.decided(some)
        open_names = [name for name in formula.names if name not in some]
        meant = {bool(truth(tree, some | values)) for values in assignments(open_names)}
        assert said is None or meant == {said}
        if not open_names:
            assert said is not None


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("~a & b", "(~a) & b"),
        ("a & b | c", "(a & b) | c"),
        ("a | b ^ c", "(a | b) ^ c"),
        ("a ^ b -> c", "(a ^ b) -> c"),
        ("a -> b <-> c", "(a -> b) <-> c"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("a <-> b <-> c", "(a <-> b) <-> c"),
        ("~~a", "~(~a)"),
        ("~a -> ~b & c | a ^ 1 <-> 0", "((~a) -> ((((~b) & c) | a) ^ 1)) <-> 0"),
    ],
)
def test_operators_bind_in_the_order_of_the_list(short: str, full: str) -> None:
    assert Formula.read(short) == Formula.read(full)
    assert str(Formula.read(full)) == short


@pytest.mark.parametrize("text", ["(a & b) & c", "a & (b & c)", "(a -> b) -> c", "a <-> (b <-> c)", "~(a & b)"])
def test_parentheses_that_matter_are_written(text: str) -> None:
    assert str(Formula.read(text)) == text


def test_operators_of_python_make_the_same_formulas() -> None:
    a, b, c = map(Formula.variable, "abc")
    assert a & b & c == Formula.read("a & b & c") == conjunction([a, b, c])
    assert a & (b & c) == Formula.read("a & (b & c)")
    assert ~a | b ^ c == Formula.read("~a | (b ^ c)")
    assert a.implies(b).equals(c) == Formula.read("(a -> b) <-> c")
    assert conjunction([]) == Formula.constant(1) and disjunction([]) == Formula.constant(0)
    assert disjunction([a]) == a
    formula = Formula.read("a & (b | c)")
    assert formula.operator == "&" and formula.parts == (a, b | c) and a.parts == ()
    with pytest.raises(AttributeError):
        formula.nodes = ()
    with pytest.raises(ParseError):
        a & True  # type: ignore[operator]


def test_shared_parts_cost_nothing_until_they_are_written() -> None:
    formula = Formula.variable("a")
    for _ in range(100):
        formula = (formula ^ formula) | formula
    assert len(formula.nodes) == 201 and formula.evaluate({"a": 1})
    assert repr(formula) == "<formula of 201 parts>"
    with pytest.raises(LimitReached, match="a formula of 201 parts has"):
        str(formula)


@pytest.mark.parametrize("opening", depth(["~(", "(a & "], ["~(", "(a & ", "(a -> ", "((", "(~", "(a ^ "]))
def test_nothing_recurses_on_the_depth_of_a_formula(opening: str) -> None:
    many = 10_000
    text = opening * many + "b & c" + ")" * many * opening.count("(")
    formula = Formula.read(text)
    same(formula)
    values = {"a": 1, "b": 1, "c": 1}
    said = formula.evaluate(values)
    circuit = Circuit.of(formula)
    same(circuit)
    assert circuit.evaluate(values) == {"y1": said}
    clauses = formula.cnf()
    given = [place for place, name in enumerate(clauses.names, 1) if name in values]
    with Solver(name="minisat22", bootstrap_with=clauses.clauses) as solver:
        assert solver.solve(assumptions=given) == said


def test_multiplying_out_stops_at_a_limit() -> None:
    text = " | ".join(f"a{n} & b{n}" for n in range(40))
    assert len(Formula.read(text).cnf().clauses) < 200
    with pytest.raises(LimitReached, match="multiplying out"):
        Formula.read(text).cnf(distributed=True)


# clauses ------------------------------------------------------------------------------------------------------------


def test_clauses_go_out_and_come_back() -> None:
    rng = Random(7)
    for _ in range(EXAMPLES):
        variables = rng.randint(1, 12)
        plain = [f"x{n}" for n in range(1, variables + 1)]
        clauses = random_clauses(rng, variables, rng.randint(0, 8))
        if rng.random() < 0.1:
            clauses.append([])
        cnf = CNF(plain, clauses)
        same(cnf)
        assert CNF.read(cnf.dimacs()) == cnf and cnf.dimacs().startswith("p cnf")
        names = rng.sample(["a", "b", "over", "exists", "_", "z9", "z10", "q'", *plain], variables)
        other = CNF(names, clauses)
        same(other)
        assert CNF.read(other.dimacs()).clauses == other.clauses or set(names) == set(plain)
        formula = other.formula()
        same(formula)
        values = {name: rng.randint(0, 1) for name in names}
        meant = all(any(values[names[abs(lit) - 1]] == (lit > 0) for lit in clause) for clause in clauses)
        assert other.evaluate(values) == formula.evaluate(values) == meant
        assert CNF.of(formula) == CNF.read(str(formula))
        assert CNF.of(formula).evaluate(values) == meant


def test_names_are_ordered_as_people_do() -> None:
    assert CNF.read("x10 & x9 & b & a1 & a").names == ("a", "a1", "b", "x9", "x10")
    assert str(CNF(["b", "a"], [[1]])) == "over b a; b"
    assert str(CNF(["a"], [])) == "over a; 1" and str(CNF([], [])) == "1" and str(CNF([], [[]])) == "0"
    assert CNF.read("over; 1") == CNF([], [])


def test_dimacs_as_it_is_written_elsewhere() -> None:
    text = "c a comment\nc\np  cnf 4 3\r\n1 -2\n 0 3\n\nc inside\n4 0 -1 0\n%\n0\n"
    assert CNF.read(text) == CNF(["x1", "x2", "x3", "x4"], [[1, -2], [3, 4], [-1]])
    assert CNF.read("p cnf 0 1\n0") == CNF([], [[]])


def test_numbers_stay_where_names_are_numbers() -> None:
    assert CNF(["x2", "x1"], [[1]]).dimacs() == "p cnf 2 1\n2 0\n"
    assert CNF(["x3", "x1"], [[1]]).dimacs() == "c 1 is x3\nc 2 is x1\np cnf 2 1\n1 0\n"
    text = "p cnf 9 1\ne 9 0\na 3 0\n3 -9 0\n"
    assert QBF.read(text).qdimacs() == text


# quantifiers --------------------------------------------------------------------------------------------------------


def test_quantified_formulas_go_out_and_come_back() -> None:
    rng = Random(8)
    for _ in range(EXAMPLES):
        variables = rng.randint(1, 9)
        names = rng.sample(["a", "b", "c", *(f"x{n}" for n in range(1, 10))], variables)
        left, prefix = list(names), []
        while left and rng.random() < 0.8:
            number = rng.randint(1, len(left))
            prefix.append((rng.choice(("exists", "forall")), left[:number]))
            left = left[number:]
        qbf = QBF(prefix, CNF(names, random_clauses(rng, variables, rng.randint(0, 6))))
        same(qbf)
        again = QBF.read(qbf.qdimacs())
        assert again.matrix.clauses == qbf.matrix.clauses and len(again.names) == len(qbf.names) == variables
        assert [(q, len(block)) for q, block in again.prefix] == [(q, len(block)) for q, block in qbf.prefix]
        assert [name for _, block in qbf.prefix for name in block] == list(qbf.names)
        assert all(one[0] != two[0] for one, two in zip(qbf.prefix, qbf.prefix[1:], strict=False))
        assert not left or (qbf.prefix[0][0] == "exists" and set(left) <= set(qbf.prefix[0][1]))


def test_a_matrix_of_any_form_gets_variables_in_an_innermost_block() -> None:
    qbf = QBF.read("forall a _1; exists b; (a & _1) ^ b")
    assert [quantifier for quantifier, _ in qbf.prefix] == ["forall", "exists"]
    assert qbf.prefix[1][1] == ("b", "__1") and qbf == QBF.read(str(qbf))
    assert QBF.read("forall a; a & b | c").prefix[-1] == ("exists", ("_1",))
    assert QBF([("forall", "a")], Formula.read("a & b")) == QBF.read("exists b; forall a; a & b")


# circuits -----------------------------------------------------------------------------------------------------------


def test_circuits_go_out_and_come_back() -> None:
    rng = Random(9)
    for _ in range(EXAMPLES):
        trees = {name: random_tree(rng, rng.randint(0, 3), NAMES[:4]) for name in ("_g", "p", "q")[: rng.randint(0, 3)]}
        inner = trees.pop("_g", None)
        if inner is not None:
            trees = {name: ("^", "_g", tree) for name, tree in trees.items()}
        parts = ([f"_g = {written(inner)}"] if inner is not None else []) + [
            f"{n} = {written(t)}" for n, t in trees.items()
        ]
        circuit = Circuit.read("; ".join(parts))
        same(circuit)
        assert Circuit.read(circuit.aag()) == circuit
        clauses, formula = circuit.cnf(), circuit.formula()
        for values in assignments(circuit.inputs):
            known = values | ({} if inner is None else {"_g": truth(inner, values)})
            meant = {name: bool(truth(tree, known)) for name, tree in trees.items()}
            assert circuit.evaluate(values) == meant
            assert formula.evaluate(values) == all(meant.values())
            for name in meant:
                assert circuit.formula(name).evaluate(values) == meant[name]
        assert clauses.names[: len(circuit.inputs)] == circuit.inputs


def test_aiger_in_any_order_with_names_and_a_comment() -> None:
    text = "aag 9 2 0 2 3\n2\n18\n6\n9\n6 13 8\n8 2 18\n12 3 19\ni1 b\no0 odd\nc\nanything\n"
    circuit = Circuit.read(text)
    assert circuit.inputs == ("x1", "b") and [name for name, _ in circuit.outputs] == ["odd", "y2"]
    for values in assignments(("x1", "b")):
        both, none = values["x1"] & values["b"], 1 - (values["x1"] | values["b"])
        assert circuit.evaluate(values) == {"odd": bool(both and not none), "y2": not both}
    assert Circuit.read("aag 1 1 0 2 0\n2\n0\n3\n").evaluate({"x1": 0}) == {"y1": False, "y2": True}


def test_equal_gates_are_one_and_unused_ones_none() -> None:
    assert len(Circuit.read("p = a & b | a & b; _q = c & a").gates) == 2
    assert Circuit(("a",), [(2, 3), (2, 2)], [("o", 6)]).gates == ((2, 2),)


# errors -------------------------------------------------------------------------------------------------------------

WRONG: list[tuple[Any, str, str]] = [
    (Formula, "", "row 1, column 1: the text ends too early"),
    (Formula, "a b", "row 1, column 3: unexpected 'b'"),
    (Formula, "a &\n& b", "row 2, column 1: unexpected '&'"),
    (Formula, "(a | b", "row 1, column 7: the text ends too early"),
    (Formula, "a | b)", "row 1, column 6: unexpected ')'"),
    (Formula, "a ~ b", "row 1, column 3: unexpected '~'"),
    (Formula, "a & 2", "row 1, column 5: unexpected '2'"),
    (Formula, "a & é", "row 1, column 5: unexpected 'é'"),
    (Formula, "a; b", "row 1, column 2: unexpected ';'"),
    (Formula, "a = b", "row 1, column 3: unexpected '='"),
    (Formula, "()", "row 1, column 2: unexpected ')'"),
    (CNF, "a -> b", "row 1, column 3: unexpected '->'"),
    (CNF, "a | b & c", "row 1, column 7: unexpected '&' (expected parentheses around each clause)"),
    (CNF, "a & b | c", "row 1, column 7: unexpected '|' (expected parentheses around each clause)"),
    (CNF, "(a | (b | c))", "row 1, column 6: unexpected '('"),
    (CNF, "~~a", "row 1, column 2: unexpected '~'"),
    (CNF, "a & 1", "row 1, column 5: unexpected '1'"),
    (CNF, "over a; a & b", "row 1, column 13: unexpected 'b' (expected one of the variables that are listed)"),
    (CNF, "over a a; a", "row 1, column 8: the name 'a' twice"),
    (CNF, "p cnf 2\n1 0", "row 1, column 1: unexpected 'p cnf 2'"),
    (CNF, "p cnf 2 1\n1 3 0", "row 2, column 3: unexpected '3' (expected a number from -2 to 2)"),
    (CNF, "p cnf 2 1\n1 x 0", "row 2, column 3: unexpected 'x'"),
    (CNF, "p cnf 2 1\n1 1-2 0", "row 2, column 3: unexpected '1-2'"),
    (CNF, "p cnf 2 1\n1 \u0662 0", "row 2, column 3: unexpected '\u0662'"),
    (CNF, "p cnf 2 1\n1 2", "row 2, column 4: the last clause has no end (expected 0)"),
    (CNF, "p cnf 2 2\n1 0", "row 2: 1 clauses (expected 2, as the header says)"),
    (CNF, "p cnf 2 1\np cnf 2 1\n1 0", "row 2, column 1: unexpected 'p'"),
    (CNF, "1 0\np cnf 1 1\n", "row 1, column 1: unexpected '1 0'"),
    (CNF, "p cnf 9999999 0", "row 1, column 7: 9999999 variables"),
    (CNF, "p cnf 2 1\na 1 0\n2 0", "row 2, column 1: unexpected 'a' (expected a number from -2 to 2: quantifiers"),
    (QBF, "exists a; forall a; a", "row 1, column 18: the name 'a' twice"),
    (QBF, "exists; a", "row 1, column 7: unexpected ';'"),
    (QBF, "exists a, b; a", "row 1, column 9: unexpected ','"),
    (QBF, "forall a; exists exists; a", "row 1, column 18: unexpected 'exists'"),
    (QBF, "forall a", "row 1, column 9: the text ends too early"),
    (QBF, "forall a; a &", "row 1, column 14: the text ends too early"),
    (QBF, "a &\nforall", "row 2, column 1: unexpected 'forall' (expected a name that is not a quantifier)"),
    (QBF, "p cnf 2 1\ne 1 0\na 2 1 0\n1 0", "row 3, column 5: variable 1 is bound twice"),
    (QBF, "p cnf 2 1\ne 1 0\ne 2\n1 0", "row 3, column 1: unexpected 'e 2'"),
    (QBF, "p cnf 2 1\ne -1 0\n1 0", "row 2, column 1: unexpected 'e -1 0'"),
    (QBF, "p cnf 2 1\ne 3 0\n1 0", "row 2, column 3: unexpected '3'"),
    (QBF, "p cnf 2 2\n1 0\ne 2 0\n2 0", "row 3, column 1: unexpected 'e'"),
    (Circuit, "p", "row 1, column 2: the text ends too early"),
    (Circuit, "p = a;", "row 1, column 7: the text ends too early"),
    (Circuit, "p = a; p = b", "row 1, column 8: 'p' is defined twice"),
    (Circuit, "p = q; q = a", "row 1, column 5: 'q' is used before it is defined"),
    (Circuit, "p = a & p", "row 1, column 9: 'p' is used before it is defined"),
    (Circuit, "over a; p = a & b", "row 1, column 17: unexpected 'b'"),
    (Circuit, "over a; a = 1", "row 1, column 9: 'a' is an input"),
    (Circuit, "p = (a; q = b", "row 1, column 7: unexpected ';'"),
    (Circuit, "aag 1 1 1 0 0\n2\n", "row 1: a latch (expected none: a circuit without memory)"),
    (Circuit, "aag 1 1 0 1\n2\n2\n", "row 1, column 1: unexpected 'aag 1 1 0 1'"),
    (Circuit, "aag 1 1 0 1 1\n", "row 1: 1 inputs and 1 gates"),
    (Circuit, "aag 1 1 0 1 0\n2\n", "row 3: the file ends too early"),
    (Circuit, "aag 1 1 0 1 0\n3\n2\n", "row 2, column 1: unexpected 3"),
    (Circuit, "aag 1 1 0 1 0\n2\n4\n", "row 3, column 1: unexpected 4 (expected at most 3)"),
    (Circuit, "aag 2 1 0 1 0\n2\n4\n", "row 3: 4 is not defined"),
    (Circuit, "aag 2 1 0 1 1\n2\n4\n4 2\n", "row 4, column 1: 2 numbers"),
    (Circuit, "aag 2 1 0 1 1\n2\n4\n2 2 2\n", "row 4, column 1: 2 is defined twice"),
    (Circuit, "aag 3 1 0 1 2\n2\n4\n4 6 2\n6 4 2\n", "row 4: the gate 4 depends on itself"),
    (Circuit, "aag 1 1 0 1 0\n2\n2\ni1 a\n", "row 4, column 1: unexpected 'i1 a'"),
    (Circuit, "aag 1 1 0 1 0\n2\n2\ni0 a[0]\n", "row 4, column 4: unexpected 'a[0]'"),
    (Circuit, "aag 1 1 0 1 0\n2\n2\ni0 a\ni0 b\n", "row 5, column 1: i0 has a name already"),
    (Circuit, "aag 1 1 0 1 0\n2\n2\ni0 y1\n", "the name 'y1' twice"),
    (Circuit, "aig 1 1 0 1 0\n2\n", "row 1, column 1: a binary file"),
]


@pytest.mark.parametrize(("kind", "text", "said"), WRONG, ids=[f"{kind.__name__} {text!r}" for kind, text, _ in WRONG])
def test_what_is_wrong_is_said_with_its_place(kind: Any, text: str, said: str) -> None:
    with pytest.raises(ParseError) as caught:
        kind.read(text)
    message = str(caught.value)
    assert message.startswith(said) and message.isprintable(), message


@pytest.mark.parametrize(
    "make",
    [
        lambda: CNF(["a", "a"], []),
        lambda: CNF(["a b"], []),
        lambda: CNF(["a"], [[2]]),
        lambda: CNF(["a"], [[0]]),
        lambda: CNF(["a"], [[True]]),
        lambda: CNF([1], []),  # type: ignore[list-item]
        lambda: QBF([("some", ["a"])], CNF(["a"], [])),
        lambda: QBF([("exists", ["a"]), ("forall", ["a"])], CNF(["a"], [])),
        lambda: QBF([], CNF(["forall"], [])),
        lambda: Formula([]),
        lambda: Formula(["a", ("&", 0)]),
        lambda: Formula(["a", ("~", 1)]),
        lambda: Formula(["a", ("?", 0, 0)]),
        lambda: Formula(["a b"]),
        lambda: Formula.variable("1"),
        lambda: Formula.read("a & b").cnf(["a"]),
        lambda: Formula.read("a").evaluate({}),
        lambda: CNF.read("a").evaluate({"b": 1}),
        lambda: Circuit(["a"], [(4, 2)], []),
        lambda: Circuit(["a"], [], [("a", 2)]),
        lambda: Circuit(["a"], [], [("_o", 2)]),
        lambda: Circuit(["a"], [], [("o", 4)]),
        lambda: Circuit.read("p = a").formula("q"),
        lambda: Circuit.of(Formula.read("a"), ["b"]),
    ],
)
def test_values_that_make_no_sense_are_refused(make: Any) -> None:
    with pytest.raises(ParseError) as caught:
        make()
    assert str(caught.value).isprintable()


SOURCES: list[tuple[Any, str]] = [
    (Formula, "(a & ~b | c) ^ 1 -> (x10 <-> y')"),
    (CNF, "over a b c d; (a | ~b) & c & 0 & (~a | b | ~c)"),
    (CNF, "c hello\np cnf 4 3\n1 -2 0\n3 4\n-1 0\n0\n"),
    (QBF, "exists a b; forall c; exists d; (a | c) & (b | ~c | d)"),
    (QBF, "c hello\np cnf 4 2\ne 1 2 0\na 3 0\n1 -2 0\n3 4 -1 0\n"),
    (Circuit, "over a b c; _g = a ^ b; sum = _g ^ c; carry = a & b | _g & c"),
    (Circuit, "aag 9 2 0 2 3\n2\n18\n6\n9\n6 13 8\n8 2 18\n12 3 19\ni1 b\no0 odd\nc\nanything\n"),
]


@pytest.mark.parametrize(("kind", "source"), SOURCES, ids=[f"{kind.__name__} {text[:9]!r}" for kind, text in SOURCES])
def test_damaged_texts_are_read_or_refused_in_one_line(kind: Any, source: str) -> None:
    rng = Random(source)
    letters = "".join(dict.fromkeys(source)) + "()&|~^->;= \n\t\r0123456789%pcaeovx\x00é\u0663\u2028"
    outcomes = set()
    for _ in range(depth(400, 20_000)):
        text = source
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text) + 1)
            cut = rng.choice((0, 1, 1, 2, 9))
            text = text[:place] + rng.choice(("", rng.choice(letters), text[place:])) + text[place + cut :]
        try:
            value = kind.read(text)
        except ParseError as error:
            assert str(error).isprintable() and len(str(error)) <= 400, repr(text)
            outcomes.add("refused")
        else:
            same(value)
            outcomes.add("read")
    assert outcomes == {"refused", "read"}


def test_they_are_a_part_of_the_package() -> None:
    assert pp.formulas.CNF is CNF and "formulas" not in dir(pp)
    listed = re.findall(r"\w+", " ".join(pp.formulas.__all__))
    assert all(hasattr(pp.formulas, name) for name in listed)
