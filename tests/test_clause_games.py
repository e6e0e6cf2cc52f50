"""Schaefer's games on formulas and sets against definitions written separately, and against each other."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
from tests.reference import clauses as reference
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Outcome
from perfectplay.families import clause_games, clause_masks

NAMES = "abcdefgh"
CASES = depth(60, 1500)


def written(formula: list[list[int]], joined: Any) -> str:
    outer, inner = (" & ", " | ") if joined is all else (" | ", " & ")
    shown = [inner.join("~" * (n < 0) + NAMES[abs(n) - 1] for n in clause) for clause in formula]
    return outer.join(f"({each})" for each in shown)


def over(variables: int) -> str:
    return f"over {' '.join(NAMES[:variables])}; "


def sets(formula: list[list[int]]) -> str:
    return " ".join(f"{{{' '.join(NAMES[n - 1] for n in each)}}}" for each in formula)


def random_formula(rng: random.Random, variables: int, signed: bool) -> list[list[int]]:
    """Clauses of different widths, with few literals of each variable."""
    found = []
    for _ in range(rng.randint(1, variables + 2)):
        chosen = rng.sample(range(1, variables + 1), rng.randint(1, min(3, variables)))
        found.append([n * rng.choice((-1, 1)) if signed else n for n in chosen])
    return found


def random_owners(rng: random.Random, variables: int, letters: str = "LR") -> str:
    return "".join(rng.choice(letters) for _ in range(variables))


def owned(owners: str) -> str:
    told = [f"{name}={who}" for name, who in zip(NAMES, owners, strict=False) if who != "."]
    return f"; {' '.join(told)}" if told else ""


def outcome_of(left_wins: Iterable[bool]) -> Outcome:
    """Given whether Left wins when Left starts, and when Right starts."""
    return Outcome(*(LEFT if won else RIGHT for won in left_wins))


def check(key: str, text: str, expected: Outcome, **options: Any) -> None:
    position = pp.load(key, text, **options)
    for method in pp.methods("outcome", position):
        assert pp.outcome(position, method=method) == expected, f"{position!r} by {method}"


@pytest.mark.about("formula_game")
@pytest.mark.parametrize("joined", [all, any])
@pytest.mark.parametrize("rule", ["free", "ordered", "owned"])
def test_the_formula_game_is_that_of_the_definition(joined: Any, rule: str) -> None:
    rng = random.Random(f"{rule} {joined}")
    for _ in range(CASES):
        variables = 2 * rng.randint(1, 2) if rule == "owned" else rng.randint(1, 5 if rule == "ordered" else 4)
        formula = random_formula(rng, variables, True)
        told = "".join(rng.sample("LR" * (variables // 2), variables)) if rule == "owned" else ""
        expected = outcome_of(
            reference.assignment_game(formula, joined, variables, starts, told, rule == "ordered")
            for starts in (True, False)
        )
        text = over(variables) + written(formula, joined) + owned(told)
        position = pp.load("formula_game", text, ordered=rule == "ordered")
        assert pp.outcome(position) == expected, repr(position)


@pytest.mark.about("formula_game")
def test_a_player_without_a_variable_loses_unless_the_formula_is_decided() -> None:
    check("formula_game", "a & b; a=L b=L", Outcome.of("L"))
    check("formula_game", "a | b; a=R b=R", Outcome.of("R"))
    check("formula_game", "a & b; a=R b=R", Outcome.of("R"))
    check("formula_game", "(a | b) & (a | c); a=R b=L c=L", Outcome.of("L"))


@pytest.mark.about("maker_breaker")
@pytest.mark.parametrize("joined", [all, any])
def test_maker_breaker_is_the_game_of_the_definition(joined: Any) -> None:
    rng = random.Random(f"positive {joined}")
    for _ in range(2 * CASES):
        variables = rng.randint(1, 6)
        formula = random_formula(rng, variables, False)
        expected = outcome_of(reference.positive_game(formula, joined, variables, starts) for starts in (True, False))
        check("maker_breaker", over(variables) + written(formula, joined), expected)


@pytest.mark.about("avoid_true", "seek_true", "partizan_avoid_true", "partizan_seek_true")
@pytest.mark.parametrize("joined", [all, any])
@pytest.mark.parametrize("seek", [False, True])
def test_avoiding_and_seeking_are_the_games_of_the_definition(joined: Any, seek: bool) -> None:
    rng = random.Random(f"{seek} {joined}")
    for _ in range(CASES):
        variables = rng.randint(1, 6)
        formula = random_formula(rng, variables, False)
        text = over(variables) + written(formula, joined)
        wins = reference.choice_game(formula, joined, variables, seek)
        check("seek_true" if seek else "avoid_true", text, outcome_of((wins, not wins)))
        owners = random_owners(rng, variables, "LR.")
        expected = outcome_of(
            reference.choice_game(formula, joined, variables, seek, owners, who) == (who == "L") for who in "LR"
        )
        check("partizan_seek_true" if seek else "partizan_avoid_true", text + owned(owners), expected)


@pytest.mark.about("avoid_true", "seek_true")
def test_misere_seek_true_has_the_winners_of_avoid_true() -> None:
    rng = random.Random("misere")
    for _ in range(CASES):
        formula = random_formula(rng, 6, False)
        for joined in (all, any):
            text = written(formula, joined)
            assert pp.outcome(pp.load("seek_true", text, misere=True)) == pp.outcome(pp.load("avoid_true", text))


@pytest.mark.about("alternating_hitting_set")
def test_alternating_hitting_set_is_avoid_true_on_clauses() -> None:
    rng = random.Random("sets")
    for _ in range(CASES):
        formula = random_formula(rng, 6, False)
        wins = reference.choice_game(formula, all, 6, False)
        check("alternating_hitting_set", over(6) + sets(formula), outcome_of((wins, not wins)))
        one, other = over(6) + sets(formula), over(6) + written(formula, all)
        assert pp.grundy(pp.load("alternating_hitting_set", one)) == pp.grundy(pp.load("avoid_true", other))


@pytest.mark.about("sift")
def test_sift_is_the_game_of_the_definition() -> None:
    rng = random.Random("sift")
    for _ in range(2 * CASES):
        elements = rng.randint(1, 6)
        mine, others = random_formula(rng, elements, False), random_formula(rng, elements, False)
        expected = outcome_of(reference.sift(mine, others, elements, starts) for starts in (True, False))
        check("sift", f"{over(elements)}{sets(mine)} / {sets(others)}", expected)


@pytest.mark.about("formula_game")
def test_the_ordered_game_asks_for_the_truth_of_a_quantified_formula() -> None:
    """Exists and forall in turn: expanded outermost first, without any thought of a game."""

    def holds(formula: list[list[int]], values: tuple[bool, ...], exists: bool) -> bool:
        if len(values) == 5:
            true = frozenset(n for n, value in enumerate(values, 1) if value)
            return reference.is_true(formula, all, true)
        return (any if exists else all)(holds(formula, (*values, each), not exists) for each in (False, True))

    rng = random.Random("quantified")
    for _ in range(CASES):
        formula = random_formula(rng, 5, True)
        position = pp.load("formula_game", over(5) + written(formula, all), ordered=True)
        found = pp.outcome(position)
        assert (found.left_starts is LEFT) == holds(formula, (), True), repr(position)
        assert (found.right_starts is LEFT) == holds(formula, (), False), repr(position)


@pytest.mark.about("maker_breaker", "formula_game")
def test_a_formula_and_its_dual_are_the_same_game_with_the_players_exchanged() -> None:
    rng = random.Random("dual")
    for _ in range(CASES):
        formula = random_formula(rng, 6, False)
        for key in ("maker_breaker", "formula_game"):
            clauses, terms = (pp.outcome(pp.load(key, over(6) + written(formula, each))) for each in (all, any))
            exchanged = {LEFT: RIGHT, RIGHT: LEFT}
            assert clauses.left_starts is exchanged[terms.right_starts]
            assert clauses.right_starts is exchanged[terms.left_starts]


@pytest.mark.about("maker_breaker", "formula_game")
def test_nobody_wants_to_set_a_variable_against_himself() -> None:
    """Without negations the formula game is Maker-Breaker, though players may choose values."""
    rng = random.Random("monotone")
    for _ in range(CASES):
        text = over(5) + written(random_formula(rng, 5, False), rng.choice((all, any)))
        assert pp.outcome(pp.load("formula_game", text)) == pp.outcome(pp.load("maker_breaker", text))


@pytest.mark.about("avoid_true", "node_kayles", "partizan_avoid_true", "bigraph_node_kayles")
def test_avoiding_terms_of_two_variables_is_node_kayles() -> None:
    rng = random.Random("kayles")
    for _ in range(CASES):
        pairs = rng.sample(list(combinations(NAMES[:7], 2)), rng.randint(1, 12))
        vertices = sorted({name for pair in pairs for name in pair})
        graph, terms = " ".join(f"{a}-{b}" for a, b in pairs), " | ".join(f"{a} & {b}" for a, b in pairs)
        assert pp.grundy(pp.load("node_kayles", graph)) == pp.grundy(pp.load("avoid_true", terms))
        owners = {name: rng.choice("LR.") for name in vertices}
        mine = " ".join(f"{name}={who}" for name, who in owners.items() if who != ".")
        theirs = mine.replace("=L", "=x").replace("=R", "=o")
        partizan = pp.load("partizan_avoid_true", f"{terms}; {mine}" if mine else terms)
        assert pp.value(pp.load("bigraph_node_kayles", f"{graph}; {theirs}")) == pp.value(partizan)


@pytest.mark.about("maker_breaker", "tic_tac_toe")
def test_maker_wins_three_in_a_row_but_not_four() -> None:
    """Tic-tac-toe is a draw, but Maker, who need not block, wins it; 4 x 4 is Breaker's (Beck 2008)."""
    for side, expected in ((2, "L"), (3, "N"), (4, "R")):
        cells = [[f"{'abcd'[row]}{col}" for col in range(side)] for row in range(side)]
        lines = [*cells, *zip(*cells, strict=True), [cells[n][n] for n in range(side)]]
        lines.append([cells[n][side - 1 - n] for n in range(side)])
        assert pp.outcome(pp.load("maker_breaker", " | ".join(" & ".join(line) for line in lines))) == expected


@pytest.mark.about("avoid_true", "seek_true", "formula_game", "sift")
@pytest.mark.parametrize("key", ["avoid_true", "seek_true", "formula_game", "sift", "partizan_seek_true"])
def test_rules_that_are_too_many_for_masks_are_asked_for_in_python(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (pp.system(key).sample, *pp.system(key).samples.values()):
        expected = pp.outcome(pp.load(key, text))
        monkeypatch.setattr(clause_masks, "MOST_BITS", 0)
        monkeypatch.setattr(clause_masks, "MOST_CHANGES", 0)
        clause_games._kernel.cache_clear()
        position = pp.load(key, text)
        assert clause_games._kernel(position.system.kept, position.state.formula, ".01") is None
        assert pp.outcome(position) == expected
        monkeypatch.undo()
        clause_games._kernel.cache_clear()


READ = [
    ("formula_game", "(a|~b)&c ; c=1", "(a | ~b) & c; c=1"),
    ("formula_game", "over b a z; (a & b) | (~a)", "over b a z; a & b | ~a"),
    ("formula_game", "p cnf 3 2\n1 -2 0\n3 0\n", "(x1 | ~x2) & x3"),
    ("formula_game", "x10 | x9; x9=L x10=R", "(x10 | x9); x9=L x10=R"),
    ("maker_breaker", "a | a | b", "(a | b)"),
    ("avoid_true", "a & b | c;", "a & b | c"),
    ("alternating_hitting_set", "{1 2}{2  10}; 10", "{1 2} {2 10}; 10"),
    ("sift", "over c a b; {a}{b} /{c};b", "over c a b; {a} {b} / {c}; b"),
]


@pytest.mark.parametrize(("key", "text", "canonical"), READ)
def test_texts_are_read_and_written(key: str, text: str, canonical: str) -> None:
    position = pp.load(key, text)
    assert str(position) == canonical
    assert pp.load(key, canonical) == position


REFUSED = [
    ("formula_game", "", "row 1, column 1: the text ends too early"),
    ("formula_game", "a -> b", "a formula that is not in normal form (expected clauses"),
    ("formula_game", "(a | b & c) & d", "a formula that is not in normal form (expected clauses"),
    ("formula_game", "1", "a formula that is not in normal form (expected clauses"),
    ("formula_game", "over a; a | b", "b is not listed"),
    ("formula_game", "a | b; a=2", "row 1, column 10: unexpected '2'"),
    ("formula_game", "a | b; a=1 a=0", "row 1, column 12: the name 'a' twice"),
    ("formula_game", "a | b; c=1", "row 1, column 8: unexpected 'c'"),
    ("formula_game", "p cnf 2 1\n0\n", "an empty clause"),
    ("maker_breaker", "a | ~b", "~b (expected a formula without negations)"),
    ("maker_breaker", "a | b; a=L", "row 1, column 10: unexpected 'L'"),
    ("avoid_true", "a | b; a=1", "the end is there already"),
    ("avoid_true", "a & b; a=0", "row 1, column 10: unexpected '0'"),
    ("alternating_hitting_set", "{a b} {}", "row 1, column 8: unexpected '}' (expected an element)"),
    ("alternating_hitting_set", "{a b}; c", "row 1, column 8: unexpected 'c' (expected an element of a set)"),
    ("alternating_hitting_set", "{a b", "row 1, column 5: the text ends (expected another element or })"),
    ("alternating_hitting_set", "{a b} / {c}", "row 1, column 7: unexpected '/'"),
    ("sift", "{a b}", "row 1, column 6: the text ends (expected sets"),
    ("sift", "{a} / {b}; a b", "both collections are hit"),
]


@pytest.mark.parametrize(("key", "text", "message"), REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line(key: str, text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, text)
    assert str(caught.value).startswith(f"{key}: {message}")
    assert "\n" not in str(caught.value)
