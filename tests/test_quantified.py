"""Quantified formulas: the solver against plain expansion, strategies played out, checks and their refutations."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.forgeries import test_forgeries as forgeries
from tests.reference import quantified
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Limits, Outcome, Position
from perfectplay.checks.functions import misshapen, substituted
from perfectplay.families.quantified import Choice, Functions, Stage
from perfectplay.formulas import QBF

pytestmark = pytest.mark.about("qbf")


def formulas(number: int, seed: int, most: int = 20) -> Iterator[quantified.Formula]:
    """Up to six blocks and ``most`` variables; about half of them are true."""
    rng = random.Random(seed)
    for _ in range(number):
        blocks = rng.randint(1, 6)
        yield quantified.random_formula(rng, blocks, rng.randint(max(blocks, most // 2), most), rng.uniform(1.0, 2.0))


def solved(position: Position) -> pp.Result[Any]:
    return pp.solve(position)


def strategy_of(result: pp.Result[Any]) -> Functions:
    """Of whoever wins."""
    found = result.witness["strategy"] if result.answer is None else result.answer
    assert isinstance(found, Functions)
    return found


def test_random_formulas_have_the_truth_of_plain_expansion_and_strategies_win() -> None:
    number = depth(40, 2000)
    true = 0
    for formula in formulas(number, 1, depth(14, 20)):
        position = pp.load("qbf", quantified.text(formula))
        result = pp.solve(position)
        expected = quantified.holds(formula)
        assert result.found == expected, position
        assert pp.outcome(position) == Outcome(*[LEFT if expected else RIGHT] * 2)
        strategy = strategy_of(result)
        assert quantified.wins(quantified.read(str(position)), strategy.to_json()), position
        assert not misshapen(strategy) and substituted(strategy) == "", position
        true += expected
    assert number / 5 < true < number * 4 / 5


def test_results_are_verified_and_come_back_from_json() -> None:
    for formula in formulas(depth(20, 200), 2, 12):
        result = pp.solve(pp.load("qbf", quantified.text(formula)))
        data = json.loads(json.dumps(result.to_json()))
        assert pp.verify(result) and pp.verify(data), result.position
        raw = data["answer"] or data["witness"]["strategy"]
        assert Functions.from_json(result.position.state, raw) == strategy_of(result)


def test_functions_are_what_is_played() -> None:
    rng = random.Random(3)
    for formula in formulas(depth(20, 200), 4, 12):
        position = pp.load("qbf", quantified.text(formula))
        strategy = strategy_of(pp.solve(position))
        names = position.state.qbf.names
        values = {name: rng.randint(0, 1) for name in names}
        own = strategy(values)
        values |= own
        assert strategy.agrees([values[name] for name in names])
        assert own == {name: int(strategy.function(name).evaluate(values)) for name in own}
        end = replace(position.state, values=tuple(values[name] for name in names))
        assert Position(position.system, end).winner is position.system.player_of(strategy.quantifier)


def test_nobody_beats_the_best_moves() -> None:
    """Against random moves, also from positions that the winner would not have reached."""
    rng = random.Random(5)
    for formula in formulas(depth(10, 100), 6, 12):
        position = pp.load("qbf", quantified.text(formula))
        for _ in range(rng.randint(0, 4)):
            position = rng.choice(position.moves()).after
        winner = pp.outcome(position).answer.left_starts
        while position.winner is None:
            mover = position.to_move
            move = pp.best(position).answer if mover is winner else rng.choice(position.moves())
            assert move is not None and move.again == (move.after.to_move is mover and move.after.winner is None)
            position = move.after
        assert position.winner is winner


@pytest.mark.parametrize("text", ["@false", "@qdimacs", "forall a b; exists c d; (a <-> c) & (b <-> d)"])
def test_no_forged_strategy_is_called_verified(text: str) -> None:
    rng = random.Random(text)
    assert forgeries.check(pp.solve(pp.load("qbf", text)), rng, depth(40, None))


def copies(number: int) -> str:
    """For all a, b, ... there are equal ones, and not just for some."""
    left, right = ([f"{letter}{n}" for n in range(number)] for letter in "xy")
    same = " & ".join(f"({x} | ~{y}) & (~{x} | {y})" for x, y in zip(left, right, strict=True))
    return f"forall {' '.join(left)}; exists {' '.join(right)}; {same}"


def copying(position: Position, number: int) -> Functions:
    """The strategy for it, one choice for each variable would do, but a block has one list: by brute force."""
    choices = []
    for bits in range(1 << number):
        values = [bits >> n & 1 for n in range(number)]
        when = tuple((n + 1 if value else -n - 1,) for n, value in enumerate(values))
        play = tuple(number + n + 1 if value else -number - n - 1 for n, value in enumerate(values))
        choices.append(Choice(when if bits < (1 << number) - 1 else (), play))
    return Functions(position.state, "exists", (tuple(choices),))


def test_large_strategies_are_checked_by_a_refutation() -> None:
    position = pp.load("qbf", copies(5))
    good = copying(position, 5)
    found = replace(solved(position), answer=good, witness=good)
    verdict = pp.verify(found, limits=Limits(positions=8))
    assert verdict and "step by step" in str(verdict)
    (choices,) = good.lists
    wrong = Choice(choices[9].when, choices[10].play)
    bad = replace(good, lists=((*choices[:9], wrong, *choices[10:]),))
    for limits in (Limits(positions=8), Limits(positions=1000)):
        verdict = pp.verify(replace(found, answer=bad, witness=bad), limits=limits)
        assert verdict.refuted and "it loses if x0=1 x1=0 x2=0 x3=1 x4=0" in str(verdict)


CHAIN = "exists a; forall b; exists c; forall d; exists e; (a | b | c) & (~c | d | e) & (~b | ~d | ~e) & (~a | c | ~e)"


@pytest.mark.parametrize(
    "lists",
    [
        (),
        (((), (1,)),),
        ([((), (1,))], [((), (3,))], [((), (5,))], [((), (5,))]),
        ([((), (1,))], [], [((), (5,))]),
        ([((), (1,))], [((), (2,))], [((), (5,))]),
        ([((), (1,))], [((), (3, 5))], [((), (5,))]),
        ([((), (1,))], [(((4,),), (3,)), ((), (-3,))], [((), (5,))]),
        ([((), (1,))], [(((3,),), (3,)), ((), (-3,))], [((), (5,))]),
        ([((), (1,))], [(((2,),), (3,))], [((), (5,))]),
        ([((), (1,))], [((), (3,)), ((), (-3,))], [((), (5,))]),
    ],
)
def test_what_is_no_strategy_is_refuted(lists: Any) -> None:
    position = pp.load("qbf", CHAIN)
    made = tuple(tuple(Choice(*each) for each in choices) for choices in lists if isinstance(choices, list))
    wrong = Functions(position.state, "exists", made)
    assert misshapen(wrong)
    assert pp.verify(replace(solved(position), answer=wrong, witness=wrong)).refuted


def test_outcomes_of_large_formulas_are_proved_by_strategies() -> None:
    for text in (copies(12), "exists a; " + copies(12).replace("~y0", "~a")):
        result = pp.outcome(pp.load("qbf", text))
        assert pp.verify(result, limits=Limits(positions=100)).fields["answer"].status == "verified"
        wrong = replace(result, answer=Outcome.of("R" if result.answer == Outcome.of("L") else "L"), witness=None)
        assert pp.verify(wrong, limits=Limits(positions=100)).refuted


def test_a_strategy_of_the_wrong_side_or_formula_is_refuted() -> None:
    true, false = pp.load("qbf", "forall a; exists b; (a | b) & (~a | ~b)"), pp.load("qbf", "exists b; forall a; a ^ b")
    found, none = solved(true), solved(false)
    assert pp.verify(found) and pp.verify(none) and none.reason == "forall has a winning strategy"
    other = replace(found.answer, quantifier="forall")
    elsewhere = replace(found.answer, stage=Stage(QBF.read("forall a; exists b; (a | b)")))
    for wrong in (other, elsewhere, none.witness["strategy"]):
        assert pp.verify(replace(found, answer=wrong, witness=wrong)).refuted
    assert pp.verify(replace(found, answer=None, witness=None)).refuted
    assert pp.verify(replace(found, answer=None, witness={**none.witness, "strategy": other})).refuted
    assert pp.verify(replace(none, witness={**none.witness, "reason": "nobody wins"})).refuted
    assert pp.verify(replace(none, witness={"reason": none.reason})).refuted


@pytest.mark.parametrize(
    ("text", "name", "function"),
    [
        ("forall a b; exists c d; (a <-> c) & (b <-> d)", "d", "b"),
        ("forall a b; exists c; c <-> a ^ b", "c", "a & ~b | ~a & b"),
        ("exists a; forall b; a | b", "a", "1"),
        ("forall a b c; exists d; d <-> (a & b | c)", "d", "c | a & b"),
    ],
)
def test_functions_are_written_shortly(text: str, name: str, function: str) -> None:
    strategy = strategy_of(pp.solve(pp.load("qbf", text)))
    assert str(strategy.function(name)) == function and f"{name} = {function}" in str(strategy).split("; ")


def test_a_formula_without_variables_has_an_empty_strategy() -> None:
    assert str(pp.solve(pp.load("qbf", "1"))) == "nothing to set" and pp.solve(pp.load("qbf", "0")).answer is None


def test_positions_in_the_middle_of_a_block_are_solved_from_there() -> None:
    position = pp.load("qbf", "exists a=0 b; forall c; exists d; (a | b) & (c | d) & (~c | ~d)")
    assert str(pp.solve(position)) == "b = 1; d = ~c"
    lost = position.play("b=0")
    assert lost.to_move is RIGHT and pp.outcome(lost) == "R" and pp.verify(pp.solve(lost))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exists a; forall b=1; a", "row 1, column 18: a value of 'b' (expected one of a before it)"),
        ("exists a=2; a", "row 1, column 9: unexpected '='"),
        ("exists a; forall a; a", "row 1, column 18: the name 'a' twice"),
        ("exists a; a |", "row 1, column 14"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as error:
        pp.load("qbf", text)
    assert message in str(error.value)


def test_limits_hold_for_hard_formulas() -> None:
    rng = random.Random(8)
    names = [[f"{letter}{n}" for n in range(60)] for letter in "abcd"]
    clauses = [[(rng.choice(block), rng.random() < 0.5) for block in (*names, *names[1::2])] for _ in range(900)]
    prefix = [("exists" if number % 2 else "forall", block) for number, block in enumerate(names)]
    position = pp.load("qbf", quantified.text((prefix, clauses)))
    for limits in (Limits(time=0.05), Limits(positions=5)):
        with pytest.raises(pp.LimitReached):
            pp.solve(position, limits=limits)


class Sweets(pp.PlainGame):
    """A heap of sweets; whoever takes two takes again, and whoever takes the last one wins."""

    moves_on = True

    def moves(self, state: int) -> list[int]:
        return [k for k in (1, 2, 3) if k <= state]

    def play(self, state: int, move: int) -> int:
        return state - move

    def again(self, state: int, move: int) -> bool:
        return move == 2 and state > 2


def test_moves_of_plain_games_may_go_on() -> None:
    from tests.reference import games

    for n in range(12):
        position = Sweets().position(n)
        for method in pp.methods("outcome", position):
            assert pp.outcome(position, method=method) == games.outcome(position), (n, method)
        for method in pp.methods("grundy", position):
            assert pp.grundy(position, method=method) == games.nimber(position, {}), (n, method)
    assert [move.again for move in Sweets().position(5).moves()] == [False, True, False]


def test_a_plain_game_whose_moves_go_on_says_so() -> None:
    class Silent(Sweets):
        moves_on = False

    with pytest.raises(pp.RulesError, match="moves_on = True"):
        Silent().position(5).moves()
