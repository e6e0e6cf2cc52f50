"""Games and puzzles of users, in plain Python: the same questions, answered through callbacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from tests.reference import games as reference

import perfectplay as pp
from perfectplay import DRAW, LEFT, RIGHT, Outcome, Player


class Subtraction(pp.PlainGame):
    """Take one, two or three."""

    def moves(self, state: int) -> list[int]:
        return [k for k in (1, 2, 3) if k <= state]

    def play(self, state: int, move: int) -> int:
        return state - move


class Toads(pp.PlainGame):
    """Toads and Frogs: Left's T go right, Right's F go left, a step or a jump over one of the other kind."""

    def moves(self, state: str, player: Player) -> Iterable[int]:
        own, other, step = ("T", "F", 1) if player is LEFT else ("F", "T", -1)
        for place, letter in enumerate(state):
            if letter == own:
                for length, over in ((1, ""), (2, other)):
                    to = place + step * length
                    between = state[place + step] if length == 2 and 0 <= to < len(state) else ""
                    if 0 <= to < len(state) and state[to] == "." and between == over:
                        yield place * 100 + to

    def play(self, state: str, move: int) -> str:
        place, to = divmod(move, 100)
        cells = list(state)
        cells[to], cells[place] = cells[place], "."
        return "".join(cells)


class Heaps(pp.PlainGame):
    """Kayles on several rows, told that rows are independent."""

    def moves(self, state: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = []
        for i, row in enumerate(state):
            rest = state[:i] + state[i + 1 :]
            for taken in (1, 2):
                for left in range((row - taken) // 2 + 1):
                    parts = tuple(p for p in (left, row - taken - left) if p)
                    found.append(tuple(sorted(rest + parts)))
        return list(dict.fromkeys(found))

    def play(self, state: tuple[int, ...], move: tuple[int, ...]) -> tuple[int, ...]:
        return move


class SplitHeaps(Heaps):
    def split(self, state: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        return [(row,) for row in state] if len(state) > 1 else None


class Race(pp.PlainGame):
    """A token on a ring walks one or two steps; Left wins on 3, Right on 5, and it may go round for ever."""

    loopy = True

    def moves(self, state: int) -> list[int]:
        return [1, 2]

    def play(self, state: int, move: int) -> int:
        return (state + move) % 7

    def winner(self, state: int) -> Player | None:
        return LEFT if state == 3 else RIGHT if state == 5 else None


class Shuttle(pp.PlainGame):
    """Nobody can ever be stopped."""

    loopy = True

    def moves(self, state: int) -> list[int]:
        return [1 - state]

    def play(self, state: int, move: int) -> int:
        return move


class Water(pp.PlainPuzzle):
    """Two jugs of 3 and 5: measure 4."""

    def moves(self, state: tuple[int, int]) -> list[str]:
        return ["fill 3", "fill 5", "empty 3", "empty 5", "3 to 5", "5 to 3"]

    def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        a, b = state
        match move:
            case "fill 3":
                return 3, b
            case "fill 5":
                return a, 5
            case "empty 3":
                return 0, b
            case "empty 5":
                return a, 0
            case "3 to 5":
                poured = min(a, 5 - b)
                return a - poured, b + poured
            case _:
                poured = min(b, 3 - a)
                return a + poured, b - poured

    def solved(self, state: tuple[int, int]) -> bool:
        return state[1] == self.wanted()

    def wanted(self) -> int:
        return 4


class Impossible(Water):
    def wanted(self) -> int:
        return 9


# games --------------------------------------------------------------------------------------------------------------


def test_ten_lines_answer_outcome_nimber_best_move_and_verify() -> None:
    for n in range(25):
        position = Subtraction().position(n)
        assert pp.grundy(position) == n % 4
        assert pp.outcome(position) == ("P" if n % 4 == 0 else "N")
        if n % 4:
            assert str(pp.best(position)) == str(n % 4)
        for result in (pp.outcome(position), pp.grundy(position), pp.best(position)):
            assert pp.verify(result)


def test_a_wrong_answer_about_a_users_game_is_refuted() -> None:
    position = Subtraction().position(9)
    assert not pp.verify(replace(pp.grundy(position), answer=2))
    assert not pp.verify(replace(pp.outcome(position), answer=Outcome.of("P")))


def test_all_methods_agree_on_a_users_game() -> None:
    for n in range(12):
        position = Subtraction().position(n)
        assert len({str(pp.outcome(position, method=m)) for m in ("alpha-beta", "proof-number", "retrograde")}) == 1
        assert pp.grundy(position, method="sums") == pp.grundy(position, method="mex")


@pytest.mark.parametrize("start", ["T.F", "TT.FF", "T..F", "TTF..F", "T.TF", "TT..F", "TTT.FFF"])
def test_partizan_outcomes_are_those_of_the_reference(start: str) -> None:
    for options in ({}, {"misere": True}, {"mirrored": True}):
        position = Toads(**options).position(start)
        expected = reference.outcome(position)
        for method in ("alpha-beta", "proof-number", "retrograde"):
            assert pp.outcome(position, method=method) == expected, (start, options, method)
        assert pp.verify(pp.outcome(position))


def test_a_partizan_game_has_no_nimber_and_best_is_a_move_of_the_player() -> None:
    position = Toads().position("TT.FF")
    with pytest.raises(pp.NotApplicable, match="Toads: grundy needs"):
        pp.grundy(position)
    assert pp.best(position).details["player"] is LEFT
    assert pp.best(position, LEFT).answer in position.moves(LEFT)
    assert pp.best(Toads().position("F.T"), LEFT).answer is None


def test_misere_play_is_an_option_and_a_class_attribute() -> None:
    class Misere(Subtraction):
        misere = True

    for n in range(1, 20):
        expected = "P" if n % 4 == 1 else "N"
        assert pp.outcome(Subtraction(misere=True).position(n)) == expected
        assert pp.outcome(Misere().position(n)) == expected
    with pytest.raises(pp.NotApplicable):
        pp.grundy(Misere().position(3))


def test_sums_that_are_declared_have_the_same_answers() -> None:
    for state in [(), (1,), (3, 4), (2, 2), (5, 6, 7), (1, 2, 3, 4), (9, 9)]:
        whole, split = Heaps().position(state), SplitHeaps().position(state)
        assert pp.grundy(whole) == pp.grundy(split) == reference.nimber(whole)
        assert pp.outcome(whole) == pp.outcome(split)
        native = pp.load("kayles", " ".join(map(str, state)) or "0")
        assert pp.grundy(native) == pp.grundy(split)
        assert pp.verify(pp.outcome(split))


def test_declared_sums_are_used() -> None:
    position = SplitHeaps().position((20, 21, 22, 23))
    assert pp.grundy(position) == pp.grundy(pp.load("kayles", "20 21 22 23"))


def test_games_that_repeat_are_solved_backwards_with_draws() -> None:
    for start in range(7):
        position = Race().position(start)
        result = pp.outcome(position)
        assert result.method == "retrograde"
        assert result == reference.loopy_outcome(position), start
        assert pp.verify(result)
    assert pp.outcome(Shuttle().position(0)) == Outcome(DRAW, DRAW)
    assert pp.outcome(Shuttle().position(0)) == "D"
    assert {str(pp.outcome(Race().position(n))) for n in range(7)} >= {"L", "R"}


def test_only_retrograde_analysis_is_offered_for_games_that_repeat() -> None:
    with pytest.raises(pp.NotApplicable, match="expected one of: retrograde"):
        pp.outcome(Race().position(0), method="alpha-beta")
    with pytest.raises(pp.NotApplicable):
        pp.grundy(Race().position(0))


def test_a_position_that_is_won_ends_the_play() -> None:
    won = Race().position(3)
    assert won.winner is LEFT and won.moves() == []
    assert pp.outcome(won) == "L"
    assert pp.best(won).answer is None


def test_draws_of_players_who_cannot_move() -> None:
    class Full(pp.PlainGame):
        draws = True

        def moves(self, state: int) -> list[int]:
            return list(range(state))

        def play(self, state: int, move: int) -> int:
            return move

    assert pp.outcome(Full().position(3)) == "D"
    with pytest.raises(pp.NotApplicable):
        pp.grundy(Full().position(3))


def test_what_can_be_reached_in_a_users_game() -> None:
    assert pp.reachable(Subtraction().position(10)) == 11
    assert pp.reachable(Subtraction().position(10)).layers == (1, 3, 3, 3, 1)
    assert pp.verify(pp.reachable(Subtraction().position(10)))


def test_text_forms_are_python_literals_unless_the_user_says_otherwise() -> None:
    game = Heaps()
    position = game.load("(3, 4)")
    assert position == game.position((3, 4)) and str(position) == "(3, 4)" and game.load(str(position)) == position
    for text in ("(3,", "[3]", "import os", "x" * 100_000, "(" * 5000, "{}", "\x00"):
        with pytest.raises(pp.ParseError) as caught:
            game.load(text)
        assert str(caught.value).startswith("Heaps: ") and str(caught.value).isprintable()


def test_users_positions_show_themselves() -> None:
    position = Heaps().position((3, 4))
    assert "3" in str(position.picture()) and position._repr_svg_().startswith("<svg")
    assert position.to_json() == {"system": f"{__name__}:Heaps", "position": "(3, 4)", "options": {}}


# puzzles ------------------------------------------------------------------------------------------------------------


def test_a_users_puzzle_is_solved_counted_and_explored() -> None:
    start = Water().position((0, 0))
    result = pp.solve(start)
    assert result.answer is not None and result.answer.cost == 6
    assert [move.text for move in result.answer] == ["fill 5", "5 to 3", "empty 3", "5 to 3", "fill 5", "5 to 3"]
    assert result.answer.end.state[1] == 4
    assert pp.verify(result)
    for method in ("a*", "breadth-first", "ida*"):
        assert pp.solve(start, method=method).answer.cost == 6  # type: ignore[union-attr]
    assert pp.count(start) == 1 and len(pp.solutions(start)) == 1
    assert pp.verify(pp.count(start)) and pp.verify(pp.solutions(start))
    assert not pp.verify(replace(pp.count(start), answer=2))
    everything = {(0, 0)}
    todo = [(0, 0)]
    while todo:
        here = todo.pop()
        for move in Water().moves(here):
            there = Water().play(here, move)
            if there not in everything:
                everything.add(there)
                todo.append(there)
    assert pp.reachable(start) == len(everything)


def test_a_users_puzzle_without_a_solution_is_proved_so() -> None:
    start = Impossible().position((0, 0))
    assert pp.solve(start).answer is None and pp.count(start) == 0 and pp.solutions(start).answer == []
    assert pp.verify(pp.solve(start))
    assert not pp.verify(replace(pp.solve(Water().position((0, 0))), answer=None))


def test_a_users_puzzle_is_no_game() -> None:
    with pytest.raises(pp.NotApplicable, match="Water: outcome needs a game for two players"):
        pp.outcome(Water().position((0, 0)))
    with pytest.raises(pp.NotApplicable, match="Subtraction: solve needs a puzzle"):
        pp.solve(Subtraction().position(3))


def test_a_solved_puzzle_needs_no_move() -> None:
    line = pp.solve(Water().position((0, 4))).answer
    assert line is not None and len(line) == 0


# mistakes of users --------------------------------------------------------------------------------------------------


class Mistake(Exception):
    pass


def broken(where: str) -> type[pp.PlainGame]:
    class Broken(Subtraction):
        def moves(self, state: int) -> list[int]:
            if where == "moves" and state == 2:
                raise Mistake("in moves")
            return super().moves(state)

        def play(self, state: int, move: int) -> int:
            if where == "play" and state == 2:
                raise Mistake("in play")
            return super().play(state, move)

        def split(self, state: int) -> list[int] | None:
            if where == "split" and state == 2:
                raise Mistake("in split")
            return None

    class Ending(Broken):
        def winner(self, state: int) -> Player | None:
            if state == 2:
                raise Mistake("in winner")
            return None

    return Ending if where == "winner" else Broken


@pytest.mark.parametrize("where", ["moves", "play", "winner", "split"])
@pytest.mark.parametrize("question", [pp.outcome, pp.grundy, pp.best, pp.reachable], ids=lambda q: q.__name__)
def test_exceptions_of_users_are_the_cause_of_one_line(where: str, question: Any) -> None:
    if where == "split" and question is pp.reachable:
        pytest.skip("what can be reached does not ask for sums")
    if where == "winner" and question is pp.grundy:
        with pytest.raises(pp.NotApplicable, match="without goals"):
            question(broken(where)().position(7))
        return
    with pytest.raises(pp.RulesError, match=rf"{where}\(2.*\) raised Mistake: in {where} at test_plain.py:") as caught:
        question(broken(where)().position(7))
    assert isinstance(caught.value.__cause__, Mistake)


def test_a_game_works_again_after_an_exception() -> None:
    class Moody(Subtraction):
        mood = ["bad"]

        def moves(self, state: int) -> list[int]:
            if self.mood and state == 1:
                raise Mistake(self.mood.pop())
            return super().moves(state)

    game = Moody()
    with pytest.raises(pp.RulesError, match="raised Mistake: bad"):
        pp.outcome(game.position(7))
    assert pp.outcome(game.position(7)) == "N" and pp.grundy(game.position(7)) == 3


def test_states_that_cannot_be_hashed_give_a_clear_error() -> None:
    class Lists(pp.PlainGame):
        def moves(self, state: Any) -> list[int]:
            return [1] if len(state) < 3 else []

        def play(self, state: Any, move: int) -> Any:
            return [*state, move]

    with pytest.raises(pp.RulesError, match=r"Lists: play\(\(\), 1\) returned \[1\] .*one that can be hashed"):
        pp.outcome(Lists().position(()))
    with pytest.raises(pp.RulesError, match=r"Lists: the state \[\] .expected one that can be hashed"):
        pp.outcome(Lists().position([]))


def test_missing_members_are_named() -> None:
    class Empty(pp.PlainGame):
        pass

    class NoPlay(pp.PlainGame):
        def moves(self, state: Any) -> list[int]:
            return [1]

    class NoGoal(pp.PlainPuzzle):
        pass

    with pytest.raises(pp.RulesError, match="Empty has no method moves"):
        pp.outcome(Empty().position(0))
    with pytest.raises(pp.RulesError, match="NoPlay has no method play"):
        pp.outcome(NoPlay().position(0))
    with pytest.raises(pp.RulesError, match="NoGoal has no method solved"):
        pp.solve(NoGoal().position(0))


def test_random_games_have_the_outcome_of_the_reference() -> None:
    import random

    for seed in range(60):
        rng = random.Random(seed)
        size = rng.randint(3, 14)
        arcs = {player: {n: [m for m in range(n) if rng.random() < 0.35] for n in range(size)} for player in Player}

        class Arcs(pp.PlainGame):
            graph = arcs

            def moves(self, state: int, player: Player) -> list[int]:
                return self.graph[player][state]

            def play(self, state: int, move: int) -> int:
                return move

        for options in ({}, {"misere": True}):
            position = Arcs(**options).position(size - 1)
            expected = reference.outcome(position)
            for method in ("alpha-beta", "proof-number", "retrograde"):
                assert pp.outcome(position, method=method) == expected, (seed, options, method)


@pytest.mark.parametrize("winner", [None, *Player])
def test_random_loopy_games_have_the_outcome_of_the_reference(winner: Player | None) -> None:
    """An endless play is a draw, or won by a player."""
    import random

    seen, kept = set(), winner  # the class below has a method of that name
    for seed in range(80 if winner is None else 40):
        rng = random.Random(seed)
        size = rng.randint(3, 12)
        arcs = {player: {n: [m for m in range(size) if rng.random() < 0.2] for n in range(size)} for player in Player}
        ends = {n: rng.choice(list(Player)) for n in range(size) if rng.random() < 0.1}

        class Arcs(pp.PlainGame):
            loopy = True
            endless = kept
            graph = arcs
            over = ends

            def moves(self, state: int, player: Player) -> list[int]:
                return self.graph[player][state]

            def play(self, state: int, move: int) -> int:
                return move

            def winner(self, state: int) -> Player | None:
                return self.over.get(state)

        position = Arcs().position(0)
        drawn = reference.loopy_outcome(position)
        both = (drawn.left_starts, drawn.right_starts)
        expected = pp.Outcome(*((winner or each) if each is pp.DRAW else each for each in both))
        result = pp.outcome(position)
        assert result == expected, seed
        for found in (result, pp.best(position, LEFT), pp.best(position, RIGHT)):
            verdict = pp.verify(found)
            assert verdict, f"{seed}: {verdict}"
        seen.add(expected.letter)
    assert len(seen) >= (6 if winner is None else 3), seen
