"""Switching games: theorems against search on random graphs, strategies against every reply, forged certificates."""

from __future__ import annotations

import copy
import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from tests.large import switching
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position
from perfectplay.checks.verdict import REFUTED, VERIFIED
from perfectplay.method import certified
from perfectplay.theorems.gross_pairing import pairing
from perfectplay.values.universe import current

pytestmark = pytest.mark.about("shannon_switching", "directed_switching", "vertex_switching", "bridgit")

NO_LIMITS = (None, None, None, None, None)
BOARDS = ("bridgit", "shannon_switching")


def random_graph(rng: random.Random, key: str, most: int) -> str:
    """A graph with loops and parallel edges and its terminals, some of it claimed."""
    names = "abcdefgh"[: rng.randint(2, 7)]
    link = ">" if key == "directed_switching" else "-"
    edges: list[str] = []
    given = [f"{names[0]}={'S' if link == '>' else 'T'}", f"{names[1]}=T"]
    copies: Counter[frozenset[str] | tuple[str, str]] = Counter()
    for _ in range(rng.randint(0, most)):
        a, b = rng.choice(names), rng.choice(names)
        edges.append(f"{a}{link}{b}")
        ends: Any = (a, b) if link == ">" else frozenset((a, b))
        copies[ends] += 1
        letter = rng.choice("-----+x")
        if letter != "-" and key != "vertex_switching":
            given.append(f"{a}{link}{b}{f'#{copies[ends]}' if copies[ends] > 1 else ''}={letter}")
    if key == "vertex_switching":
        given += [f"{name}={rng.choice('xo')}" for name in names[2:] if rng.random() < 0.2]
    return f"{' '.join(names)} {' '.join(edges)}; {' '.join(given)}"


def random_bridgit(rng: random.Random, size: int, free: float) -> str:
    rows = (
        "".join(rng.choice("xo") if rng.random() > free else "." for _ in range(size - row % 2))
        for row in range(2 * size - 1)
    )
    return "|".join(rows)


def random_position(rng: random.Random, key: str, most: int = 10, **options: Any) -> Position:
    text = random_bridgit(rng, rng.randint(1, 3), 0.8) if key == "bridgit" else random_graph(rng, key, most)
    return pp.load(key, text, **options)


def wins_against_every_reply(position: Position, player: Player, to_move: Player, method: str) -> bool:
    """Follows the theorem's moves of a player, by the plain rules."""
    seen: set[tuple[Position, Player]] = set()
    todo = [(position, to_move)]
    while todo:
        here, mover = todo.pop()
        if (here, mover) in seen:
            continue
        seen.add((here, mover))
        if here.winner is not None:
            if here.winner is not player:
                return False
        elif mover is player:
            move = pp.best(here, player, method=method).answer
            assert move is not None
            todo.append((move.after, mover.opponent))
        else:
            todo.extend((move.after, mover.opponent) for move in here.moves(mover))
    return True


@pytest.mark.parametrize("key", BOARDS)
def test_theorems_agree_with_search_and_prove_it(key: str) -> None:
    rng = random.Random(f"agree {key}")
    seen: Counter[str] = Counter()
    for number in range(depth(150, 5000)):
        position = random_position(rng, key, mirrored=number % 5 == 0)
        searched = pp.outcome(position, method="alpha-beta")
        for method in pp.methods("outcome", position):
            if method in ("two trees", "gross pairing"):
                result = pp.outcome(position, method=method)
                assert result == searched, f"{position!r} by {method}"
                assert certified(result).status == VERIFIED, f"{position!r} by {method}"  # type: ignore[union-attr]
                seen[f"{result} by {method}"] += 1
    assert all(seen[f"{answer} by two trees"] > 10 for answer in "LRN"), seen


@pytest.mark.parametrize("key", BOARDS)
def test_strategies_win_against_every_reply(key: str) -> None:
    rng = random.Random(f"follow {key}")
    followed = 0
    for _ in range(depth(40, 1000)):
        position = random_position(rng, key, 8)
        if sum(1 for _ in position.moves(LEFT)) > 8:
            continue
        found = pp.outcome(position)
        for starter in Player:
            winner = found.answer.when(starter)
            assert isinstance(winner, Player)
            assert wins_against_every_reply(position, winner, starter, "two trees"), f"{position!r}, {starter} starts"
            followed += 1
    assert followed > 30


@pytest.mark.parametrize("key", BOARDS)
def test_forged_certificates_are_refuted(key: str) -> None:
    rng = random.Random(f"forge {key}")
    forged = 0
    for _ in range(depth(60, 1000)):
        result = pp.outcome(random_position(rng, key))
        certificate = result.witness["certificate"]

        def status(data: Any, result: pp.Result[Any] = result) -> str:
            finding = certified(replace(result, witness={**result.witness, "certificate": data}))
            assert finding is not None
            return finding.status

        for who, told in certificate.items():
            parts = "sets" if "sets" in told else "pairs"
            if len(certificate) == 1:
                assert status({"cut" if who == "short" else "short": told}) == REFUTED
                assert status({**certificate, "cut" if who == "short" else "short": told}) == REFUTED
            assert status({**certificate, who: {**told, "more": 1}}) == REFUTED
            assert status({**certificate, who: {**told, parts: [["nothing"], ["at all"]]}}) == REFUTED
            assert status({**certificate, who: {**told, parts: 5}}) == REFUTED
            if "first" in told:
                assert status({**certificate, who: {parts: told[parts]}}) == REFUTED
                assert status({**certificate, who: {**told, "first": "nowhere"}}) == REFUTED
            for place in range(len(told[parts])):
                shorter = copy.deepcopy(told)
                if shorter[parts][place]:
                    # without one edge the sets no longer have the same rank; one edge twice is not disjoint
                    removed = shorter[parts][place].pop()
                    assert status({**certificate, who: shorter}) == REFUTED
                    shorter[parts][place].append(removed)
                    shorter[parts][place].append(removed)
                    assert status({**certificate, who: shorter}) == REFUTED
                    forged += 1
        for answer in "LRNP":
            other = replace(result, answer=type(result.answer).of(answer))
            assert (certified(other).status == VERIFIED) == (answer == str(result.answer))  # type: ignore[union-attr]
    assert forged > 25


@pytest.mark.parametrize("player", [LEFT, RIGHT])
def test_every_choice_from_gross_pairs_joins_the_sides(player: Player) -> None:
    """What the strategy rests on: after the first crossing, one of each pair is enough."""
    rng = random.Random("pairs")
    for size in range(1, depth(5, 9)):
        corner, pairs = pairing(size, player is LEFT)
        assert sorted([corner, *(each for pair in pairs for each in pair)]) == list(range(size**2 + (size - 1) ** 2))
        every = product((0, 1), repeat=len(pairs))
        some = ([rng.randrange(2) for _ in pairs] for _ in range(depth(100, 2000)))
        game = pp.load("bridgit", str(size))
        for choice in every if 2 ** len(pairs) <= depth(64, 4096) else some:
            own = {corner, *(pair[which] for pair, which in zip(pairs, choice, strict=True))}
            short = sum(1 << n for n in range(len(game.state.board.edges)) if (n in own) == (player is LEFT))
            everything = (1 << len(game.state.board.edges)) - 1
            full = game.system.position(replace(game.state, short=short, cut=everything & ~short))
            assert full.winner is player


@pytest.mark.parametrize("starter", [LEFT, RIGHT])
def test_grosss_answers_win_against_every_reply(starter: Player) -> None:
    for size in range(1, depth(3, 4)):
        assert wins_against_every_reply(pp.load("bridgit", str(size)), starter, starter, "gross pairing")


def test_the_pairs_of_an_untouched_board_prove_its_outcome() -> None:
    for size in range(1, depth(12, 40)):
        corners = [n for n, _ in (pairing(size, short) for short in (True, False))]
        for player, corner in zip(Player, corners, strict=True):
            position = pp.load("bridgit", str(size))
            for each in (position, position.play(position.system.name_of(position.state.board, corner), player)):
                result = pp.outcome(each, method="gross pairing")
                assert certified(result).status == VERIFIED  # type: ignore[union-attr]


def test_an_answer_by_the_pair_is_the_partner() -> None:
    position = pp.load("bridgit", "5").play("a9", LEFT)
    for move in position.moves(RIGHT):
        result = pp.best(move.after, LEFT)
        assert result.method == "gross pairing" and result.answer is not None
        number = position.system.numbers(position.state.board)
        assert {number[move.text], number[result.answer.text]} in [set(pair) for pair in pairing(5, True)[1]]


@pytest.mark.parametrize("key", ["directed_switching", "vertex_switching", "shannon_switching", "bridgit"])
def test_what_helps_searches_changes_no_answer(key: str) -> None:
    """Bounds, forced moves and elements that do not matter, against a kernel that has none of them."""
    rng = random.Random(f"help {key}")
    universe = current().native
    for number in range(depth(60, 2000)):
        options: dict[str, Any] = [{}, {}, {"mirrored": True}, {"misere": True}][number % 4]
        position = random_position(rng, key, 12, **options)
        system, board = position.system, position.state.board
        helped, code = system.kernel(position.state)
        plain = system.native(board, plain=True)
        if system.misere and len(position.moves(LEFT)) > 9:
            continue  # nothing helps there
        answers = {
            kernel.winners(code, method, universe, NO_LIMITS)[0]
            for kernel in (helped, plain)
            for method in ("alpha-beta", "proof-number")
        }
        assert len(answers) == 1, repr(position)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a-b; a=T b=T", "N"),
        ("a-b a-b; a=T b=T", "L"),
        ("a b; a=T b=T", "R"),
        ("a-a b-b a-c; a=T b=T", "R"),
        ("a-b a-a b-b; a=T b=T", "N"),
        ("a-b c-d d-c; a=T b=T a-b=+", "L"),
        ("a-b c-d; a=T b=T a-b=x", "R"),
        ("a-c c-b a-c; a=T b=T", "N"),
        ("a-c a-c c-b c-b; a=T b=T", "L"),
        ("a-c c-b; a=T b=T", "R"),
    ],
)
def test_corner_cases(text: str, answer: str) -> None:
    result = pp.outcome(pp.load("shannon_switching", text))
    assert result == answer and result.method == "two trees"
    assert pp.outcome(pp.load("shannon_switching", text), method="alpha-beta") == answer
    assert pp.verify(result)


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("shannon_switching", "a-b; a=T", "1 vertices with the letter T (expected two, as in a=T b=T)"),
        ("shannon_switching", "a-b b-c; a=T b=T c=T", "3 vertices with the letter T (expected two, as in a=T b=T)"),
        ("shannon_switching", "a", "0 vertices with the letter T (expected two, as in a=T b=T)"),
        ("directed_switching", "a>b; b=T", "0 vertices with the letter S (expected one, as in a=S b=T)"),
        ("directed_switching", "a-b; a=S b=T", "row 1, column 2: unexpected '-' (expected '>': such as a>b)"),
        ("bridgit", "..|..|..", "row 2 has 2 crossings (expected 1)"),
        ("bridgit", "..|.", "2 rows (expected an odd number)"),
        ("bridgit", "..|?|..", """unexpected '?' in row 2, column 1 (expected one of ".xo")"""),
        ("bridgit", "101", "101 dots in a row (expected at most 100)"),
    ],
)
def test_errors(key: str, text: str, said: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, text)
    assert str(caught.value) == f"{key}: {said}"


def test_bare_graphs_have_their_terminals_at_the_ends() -> None:
    assert str(pp.load("shannon_switching", ">>graph6<<Bw")) == "0-1 0-2 1-2; 0=T 2=T"
    for key in ("shannon_switching", "vertex_switching"):
        position = pp.load(key, "a-b b-c")
        assert position.system.terminals(position.state.board) == ("a", "c")
    position = pp.load("directed_switching", "a>b b>c; b>c=x")
    assert str(position) == "a>b b>c; a=S c=T b>c=x" and position.winner is RIGHT


@pytest.mark.parametrize(("vertices", "edges"), [(1200, 2000), (900, 2001), (300, 2000), (8000, 20_000)])
def test_large_graphs_have_certificates(vertices: int, edges: int) -> None:
    """For either player, within the plain checks; and a move that keeps the promise."""
    position = pp.load("shannon_switching", switching(vertices, edges))
    result = pp.outcome(position)
    assert certified(result).status == VERIFIED  # type: ignore[union-attr]
    winner = result.answer.left_starts
    move = pp.best(position, LEFT).answer
    assert move is not None and pp.outcome(move.after).answer.right_starts is winner


def test_boards_that_are_too_large_to_search_say_so() -> None:
    position = pp.load("shannon_switching", switching(500, 1025))
    with pytest.raises(pp.NotApplicable, match="1025 elements are too many to search"):
        pp.outcome(position, method="alpha-beta")
