"""Loony endgames: the theorem against search, against recursion over all components, and against play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

import pytest
from tests.reference.games import Known, is_best
from tests.reference.strings import Web, chain, loop, random_web, text

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position
from perfectplay.families.dots_and_boxes import anatomy
from perfectplay.families.dots_and_boxes.anatomy import controlled_value, pieces
from perfectplay.theorems import loony_endgame
from perfectplay.theorems.loony_endgame import controller_gets

pytestmark = pytest.mark.about("dots_and_boxes", "strings_and_coins", "nimstring")

METHOD = "loony endgame"
Component = tuple[int, bool]
"""Length, and whether it is a loop."""


@cache
def controlled(components: tuple[Component, ...]) -> int:
    """v, by opening every component in turn."""
    terms = []
    for number, (length, is_loop) in enumerate(components):
        kept = 4 if is_loop else 2
        rest = controlled(components[:number] + components[number + 1 :])
        terms.append(length - kept + abs(rest - kept))
    return min(terms, default=0)


def multisets(sizes: list[Component], most: int) -> Iterator[tuple[Component, ...]]:
    for number in range(most + 1):
        yield from combinations_with_replacement(sizes, number)


def web(components: tuple[Component, ...]) -> Web:
    parts = [loop(f"l{n}_", k) if is_loop else chain(f"c{n}_", k) for n, (k, is_loop) in enumerate(components)]
    return tuple(string for part in parts for string in part)


def lengths(components: tuple[Component, ...], loops: bool) -> tuple[int, ...]:
    return tuple(sorted(length for length, is_loop in components if is_loop is loops))


SIZES = [*((k, False) for k in range(3, 9)), *((k, True) for k in range(4, 9))]


def test_the_shortest_chain_and_the_shortest_loop_suffice() -> None:
    checked = 0
    for components in multisets(SIZES, 5):
        found = controller_gets(lengths(components, False), lengths(components, True))
        assert found == controlled(components), components
        checked += 1
    assert checked > 4000


def test_a_controlled_value_of_two_or_more_is_the_value_if_all_loops_are_even() -> None:
    applied = 0
    for components in multisets([size for size in SIZES if not size[1] or size[0] % 2 == 0], 6):
        fully, value = controlled_value(components)
        assert fully == sum(k - 4 for k in lengths(components, False)) + sum(k - 8 for k in lengths(components, True))
        if value >= 2:
            assert controlled(components) == value, components
            applied += 1
        # in any case the controller gets no less, and who gets how much has the parity of the coins
        assert controlled(components) >= value or not components
        assert (controlled(components) - value) % 2 == 0
    assert applied > 1500
    # with loops of seven coins, which no board of Dots-and-Boxes has, it fails
    odd = ((4, False), (7, True), (7, True))
    assert controlled_value(odd) == (-2, 2) and controlled(odd) == 4


def both(position: Position, player: Player) -> tuple[int, int]:
    return int(pp.score(position, player, method=METHOD)), int(pp.score(position, player, method="alpha-beta"))


def test_scores_are_those_of_search_on_chains_and_loops() -> None:
    small = [*((k, False) for k in (3, 4, 5, 7)), *((k, True) for k in (4, 5, 6, 8))]
    for components in multisets(small, 4):
        position = pp.load("strings_and_coins", text(web(components)))
        assert pp.score(position).method == METHOD
        one, other = both(position, LEFT)
        assert one == other == -controlled(components), components
        assert both(position, RIGHT) == (-one, -one)


def opened(rng: random.Random) -> Iterator[Position]:
    """Endgames after some random cuts."""
    components = tuple(rng.choice(SIZES) for _ in range(rng.randint(1, 4)))
    position = pp.load("strings_and_coins", text(web(components)))
    for _ in range(rng.randint(0, 8)):
        moves = position.moves(LEFT)
        if not moves:
            return
        position = rng.choice(moves).after
        yield position


def test_scores_are_those_of_search_after_any_cuts() -> None:
    rng = random.Random(5)
    checked = 0
    while checked < 1500:
        for position in opened(rng):
            assert loony_endgame.applies(position)
            one, other = both(position, LEFT)
            assert one == other, repr(position)
            checked += 1


def test_the_move_gets_the_score_and_outcomes_agree() -> None:
    rng = random.Random(6)
    checked = 0
    while checked < 400:
        for position in opened(rng):
            found = pp.outcome(position, method=METHOD)
            assert found == pp.outcome(position, method="points"), repr(position)
            for player in Player:
                score = int(pp.score(position, player))
                move = pp.best(position, player, method=METHOD).answer
                if move is None:
                    assert not position.moves(player)
                    continue
                sign = 1 if player is LEFT else -1
                then = player if move.again else player.opponent
                assert sign * move.points + int(pp.score(move.after, then)) == score, f"{position!r}: {move}"
            checked += 1


def test_nimstring_endgames_are_zero_or_loony() -> None:
    rng = random.Random(7)
    found = set()
    for _ in range(60):
        for other in opened(rng):
            position = pp.load("nimstring", str(other))
            answers = {str(pp.grundy(position, method=method)) for method in (METHOD, "sums")}
            assert len(answers) == 1, repr(position)
            assert pp.outcome(position, method=METHOD) == pp.outcome(position, method="alpha-beta")
            if len(position.state.left) <= 10:
                known: Known = {}
                move = pp.best(position, LEFT, method=METHOD).answer
                assert move is None or is_best(position, move, known, {}), repr(position)
            found |= answers
    assert found == {"0", "loony"}


def test_it_says_nothing_where_it_does_not_reach() -> None:
    refused = ["a-b b-ground", "a-ground a-ground", "a-b a-b", "a-b b-c c-a", "a-b a-c a-d b-ground c-ground d-ground"]
    expected = [True, False, False, False, False]
    for strings, reaches in zip(refused, expected, strict=True):
        assert loony_endgame.applies(pp.load("strings_and_coins", strings)) is reaches, strings
    three = text(chain("a", 3))
    assert loony_endgame.applies(pp.load("strings_and_coins", three))
    assert not loony_endgame.applies(pp.load("strings_and_coins", three, misere=True))
    assert not loony_endgame.applies(pp.load("dots_and_boxes", "2x2"))
    assert loony_endgame.applies(pp.load("dots_and_boxes", "@columns"))


def test_random_webs_on_which_it_applies() -> None:
    """Webs that were not made for it: double strings, strings from a coin to itself, coins without strings."""
    rng = random.Random(8)
    applied = 0
    for _ in range(3000):
        position = pp.load("strings_and_coins", text(random_web(rng, rng.randint(1, 9))))
        if loony_endgame.applies(position):
            one, other = both(position, LEFT)
            assert one == other, repr(position)
            applied += 1
    assert applied > 100


@pytest.mark.parametrize("sample", ["columns", "loop"])
def test_boards_of_dots_and_boxes_by_search(sample: str) -> None:
    position = pp.load("dots_and_boxes", f"@{sample}")
    one, other = both(position, LEFT)
    assert one == other == {"columns": -1, "loop": -1}[sample]
    assert pp.verify(pp.outcome(position))


def test_every_embedded_endgame_of_small_boards() -> None:
    """Random plays on boards of Dots-and-Boxes, as soon as they have come to a loony endgame."""
    rng = random.Random(9)
    reached = 0
    for size in ("3x3", "2x5", "4x4") * 20:
        position = pp.load("dots_and_boxes", size)
        while position.state.left:
            if loony_endgame.applies(position):
                one, other = both(position, LEFT)
                assert one == other, repr(position)
                reached += any(not piece.free for piece in pieces(position.state))
            safe = anatomy(position).safe
            position = position.play(rng.choice(safe)) if safe else rng.choice(position.moves(LEFT)).after
    assert reached > 50


def test_a_large_endgame_is_answered_and_its_strategy_holds() -> None:
    components = ((3, False),) * 12 + ((4, False),) * 9 + ((4, True),) * 14 + ((9, False), (12, True), (40, False))
    position = pp.load("strings_and_coins", text(web(components)))
    result = pp.score(position)
    assert result.method == METHOD
    assert result == -controller_gets(lengths(components, False), lengths(components, True))
    lead, player = 0, LEFT
    while position.state.left:
        move = pp.best(position, player).answer
        assert move is not None
        lead += move.points if player is LEFT else -move.points
        position, player = move.after, player if move.again else player.opponent
    assert lead == result


@pytest.mark.full
def test_many_more_multisets_by_search() -> None:
    sizes = [*((k, False) for k in range(3, 8)), *((k, True) for k in (4, 6, 8))]
    for components in multisets(sizes, 5):
        if sum(k for k, _ in components) <= 28:
            one, other = both(pp.load("strings_and_coins", text(web(components))), LEFT)
            assert one == other == -controlled(components), components
