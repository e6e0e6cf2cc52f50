"""Maker-Breaker and quantified pairs: what theorems and the solver say against definitions and searches."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from tests.reference import clauses as reference
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position

THEOREMS = ("erdos selfridge", "private pairs", "pairs and paths", "must play")
EXCHANGED = {LEFT: RIGHT, RIGHT: LEFT}


def text(formula: list[list[int]], terms: bool) -> str:
    outer, inner = (" | ", " & ") if terms else (" & ", " | ")
    return outer.join(f"({inner.join(f'x{n}' for n in clause)})" for clause in formula)


def random_sets(rng: random.Random, variables: int) -> list[list[int]]:
    widest = rng.randint(1, min(5, variables))
    number = rng.randint(1, 3 * variables)
    return [rng.sample(range(1, variables + 1), rng.randint(min(2, widest), widest)) for _ in range(number)]


def check_all(position: Position, expected: pp.Outcome, seen: dict[str, int]) -> None:
    """Every method that applies finds this outcome, and moves that keep it."""
    for method in pp.methods("outcome", position):
        if method in THEOREMS:
            seen[method] = seen.get(method, 0) + 1
            assert pp.outcome(position, method=method) == expected, f"{position!r} by {method}"
    for method in set(pp.methods("best", position)) & set(THEOREMS):
        for player in Player:
            try:
                move = pp.best(position, player, method=method).answer
            except pp.NotApplicable:  # the theorem speaks of the other player
                continue
            if expected.when(player) is player and position.winner is None:
                assert move is not None, f"{position!r}, {player} by {method}"
                assert winner(move.after, player.opponent) is player, f"{position!r}, {player} by {method}"


def winner(position: Position, starter: Player) -> object:
    return pp.outcome(position, method="alpha-beta").answer.when(starter)


@pytest.mark.about("maker_breaker")
def test_theorems_about_maker_breaker_agree_with_the_definition() -> None:
    rng = random.Random("maker and breaker")
    seen: dict[str, int] = {}
    for _ in range(depth(150, 4000)):
        variables = rng.randint(1, 7)
        formula = random_sets(rng, variables)
        for terms in (False, True):
            joined = any if terms else all
            used = sorted({n for clause in formula for n in clause})
            renamed = [[used.index(n) + 1 for n in clause] for clause in formula]
            left = [reference.positive_game(renamed, joined, len(used), starts) for starts in (True, False)]
            expected = pp.Outcome(*(LEFT if wins else RIGHT for wins in left))
            check_all(pp.load("maker_breaker", text(renamed, terms)), expected, seen)
    assert all(seen.get(each, 0) >= 20 for each in THEOREMS), seen


@pytest.mark.about("maker_breaker")
def test_theorems_hold_along_plays() -> None:
    """Also where something is set already, and where play has ended."""
    rng = random.Random("plays")
    seen: dict[str, int] = {}
    for _ in range(depth(20, 400)):
        position = pp.load("maker_breaker", text(random_sets(rng, 8), rng.random() < 0.5))
        while True:
            check_all(position, pp.outcome(position, method="alpha-beta").answer, seen)
            moves = position.moves()
            if not moves:
                break
            position = rng.choice(moves).after


@pytest.mark.about("maker_breaker")
def test_all_graphs_of_pairs() -> None:
    """Every graph of up to four vertices with loops as singles: pairs and paths against search."""
    candidates = [[n] for n in range(1, 5)] + [list(pair) for pair in combinations(range(1, 5), 2)]
    for number in range(1, 2 ** len(candidates), depth(7, 1)):
        chosen = [each for place, each in enumerate(candidates) if number >> place & 1]
        for terms in (False, True):
            if terms and all(len(each) == 1 for each in chosen):
                continue  # that is one clause, which may have more than two variables
            position = pp.load("maker_breaker", text(chosen, terms))
            found = pp.outcome(position, method="pairs and paths")
            assert found == pp.outcome(position, method="alpha-beta"), repr(position)


@pytest.mark.about("maker_breaker")
def test_larger_positions_are_the_same_by_solver_and_search() -> None:
    rng = random.Random("larger")
    for _ in range(depth(6, 60)):
        formula = [rng.sample(range(1, 13), rng.choice((3, 4))) for _ in range(rng.randint(8, 22))]
        position = pp.load("maker_breaker", text(formula, rng.random() < 0.5))
        assert pp.outcome(position, method="must play") == pp.outcome(position, method="proof-number"), repr(position)


@pytest.mark.about("maker_breaker")
def test_the_solver_keeps_limits() -> None:
    rng = random.Random(0)
    hard = text([rng.sample(range(1, 41), 6) for _ in range(150)], False)
    for limits in (pp.Limits(time=0.1), pp.Limits(positions=500), pp.Limits(memory=1 << 20)):
        with pytest.raises(pp.LimitReached):
            pp.outcome(pp.load("maker_breaker", hard), method="must play", limits=limits)


@pytest.mark.about("maker_breaker")
def test_theorems_leave_variants_alone() -> None:
    for options in ({"misere": True}, {"impartial": True}, {"mirrored": True}):
        position = pp.load("maker_breaker", "a & b | c & d", **options)
        assert not set(THEOREMS) & set(pp.methods("outcome", position))


# quantified pairs ---------------------------------------------------------------------------------------------------


def check_pairs(formula: list[list[int]], variables: int) -> bool:
    names = " ".join(f"x{n}" for n in range(1, variables + 1))
    shown = " & ".join(f"({' | '.join('~' * (n < 0) + f'x{abs(n)}' for n in clause)})" for clause in formula)
    position = pp.load("formula_game", f"over {names}; {shown}", ordered=True)
    found = pp.outcome(position, method="quantified pairs").answer
    for starter in Player:
        left = reference.assignment_game(formula, all, variables, starter is LEFT, ordered=True)
        assert found.when(starter) is (LEFT if left else RIGHT), repr(position)
        move = pp.best(position, starter, method="quantified pairs").answer
        if found.when(starter) is starter and position.winner is None:
            assert move is not None and winner(move.after, starter.opponent) is starter, repr(position)
    return found.left_starts is LEFT


@pytest.mark.about("formula_game")
def test_quantified_pairs_of_random_formulas() -> None:
    rng = random.Random("pairs")
    true = 0
    cases = depth(200, 6000)
    for _ in range(cases):
        variables = rng.randint(1, 7)
        formula = [
            [rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(rng.choice((1, 2, 2, 2, 2)))]
            for _ in range(rng.randint(1, variables))
        ]
        true += check_pairs([list(dict.fromkeys(clause)) for clause in formula], variables)
    assert cases // 20 < true < cases - cases // 20


@pytest.mark.about("formula_game")
def test_quantified_pairs_of_small_formulas() -> None:
    """Formulas of three clauses over three variables, evenly chosen from all."""
    literals = [1, -1, 2, -2, 3, -3]
    clauses = [list(pair) for pair in combinations(literals, 2)] + [[each] for each in literals]
    for number, chosen in enumerate(product(clauses, repeat=3)):
        if number % depth(60, 3) == 0:
            check_pairs(list(chosen), 3)


@pytest.mark.about("formula_game")
def test_quantified_pairs_reach_far() -> None:
    """A chain of equivalences between Right's variables and Left's next ones; turned about, Left cannot know."""
    size = 400
    chain = " & ".join(f"(~x{n} | x{n + 1}) & (x{n} | ~x{n + 1})" for n in range(1, size, 2))
    found = pp.outcome(pp.load("formula_game", chain, ordered=True), method="quantified pairs").answer
    assert found.right_starts is LEFT and found.left_starts is RIGHT


@pytest.mark.about("formula_game")
def test_quantified_pairs_stay_in_their_field() -> None:
    for source, options in (
        ("(a | b)", {}),
        ("(a | b | c) & d", {"ordered": True}),
        ("a & b | c & d", {"ordered": True}),
        ("(a | b); a=L", {"ordered": True}),
        ("(a | b)", {"ordered": True, "misere": True}),
    ):
        position = pp.load("formula_game", source, **options)
        assert "quantified pairs" not in pp.methods("outcome", position), source
    assert "quantified pairs" in pp.methods("outcome", pp.load("formula_game", "(a | b | c); a=0", ordered=True))
