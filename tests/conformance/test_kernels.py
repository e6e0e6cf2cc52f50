"""The native kernels against the plain Python rules, and against themselves without symmetries and splitting."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.plays import (
    PLAYED,
    REWRITES,
    SMALL,
    near_goal,
    plays,
    puzzle_positions,
    random_play,
    samples,
    small,
    some,
    starts,
    switches,
    to_move,
)
from tests.reference.games import reach
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, Player, Position
from perfectplay._native import Kernel
from perfectplay.kinds.rewrite import RewriteSystem
from perfectplay.values.universe import current

every_system = pytest.mark.parametrize("key", PLAYED)
every_rewrite_system = pytest.mark.parametrize("key", REWRITES)
UNLIMITED: Any = (None, None, None, None, None)


def compare(position: Position) -> None:
    """Moves and goal of one position, by the kernel and by the plain rules, for both players."""
    system, state = position.system, position.state
    kernel, code = system.kernel(state)
    assert system.decode(state, code) == state
    goal = kernel.goal(code)
    winner = system.winner(state)
    assert goal == (None if winner is None else winner.value.lower()), str(position)
    if winner is None:
        for player in [LEFT] if system.players == 1 else list(Player):
            native = {system.decode(state, there) for there in kernel.moves(code, player is LEFT)}
            plain = {there for _, there, *_ in system.legal(state, player)}
            assert native == plain, f"{position}, {player} to move"


@every_system
def test_compiled_rules_equal_interpreted_rules_along_plays(key: str) -> None:
    for play in plays(key):
        for position in some(play, 12):
            compare(position)


@every_system
def test_compiled_rules_equal_interpreted_rules_with_options(key: str) -> None:
    for options in switches(key)[1:]:
        for start in starts(key, **options):
            for position in some(tuple(random_play(start, options)), depth(3, 6)):
                compare(position)


@every_system
def test_compiled_rules_equal_interpreted_rules_near_the_end(key: str) -> None:
    for play in plays(key):
        for position in play[-4:]:
            compare(position)
    if pp.system(key).players == 1:
        for position in near_goal(key):
            compare(position)


@every_rewrite_system
def test_codes_of_the_kernel_round_trip(key: str) -> None:
    for play in plays(key):
        for position in some(play, 5):
            kernel, code = position.system.kernel(position.state)
            assert kernel.encode(kernel.decode(code)) == code


@every_rewrite_system
def test_a_kernel_without_symmetries_has_one_and_any_other_those_of_the_board(key: str) -> None:
    for position in samples(key):
        used, plain, _ = both(position)
        most = 1 + len(position.state.layout.board.symmetries())
        assert plain.symmetries == 1 <= used.symmetries <= most


def spec(position: Position) -> dict[str, Any]:
    assert isinstance(position.system, RewriteSystem)
    start = position.state.cells if position.system.players == 1 else None
    return position.system.spec(position.state.layout, start)


def both(position: Position) -> tuple[Kernel, Kernel, bytes]:
    """The kernel as it is used, the same without symmetries and splitting, and the position's code."""
    used, plain = Kernel.masks(**spec(position)), Kernel.masks(**spec(position), plain=True)
    symbols = [position.state.layout.symbols.index(symbol) for symbol in position.state.cells]
    assert used.encode(symbols) == plain.encode(symbols)
    return used, plain, plain.encode(symbols)


@every_rewrite_system
def test_splitting_and_symmetries_do_not_change_outcomes_and_nimbers(key: str) -> None:
    if pp.system(key).players != 2:
        pytest.skip("a puzzle")
    for options in switches(key):
        for position in small(key):
            position = pp.load(key, str(position), **options)
            used, plain, code = both(position)
            play = position.system.convention
            methods = ("sums", "alpha-beta", "proof-number", "retrograde") if play.short else ("retrograde",)
            found = {
                (name, method): kernel.winners(code, method, current().native, UNLIMITED)[0]
                for name, kernel in (("used", used), ("plain", plain))
                for method in methods
                if method != "sums" or kernel.sums
            }
            assert len(set(found.values())) == 1, f"{position!r}: {found}"
            if position.impartial and not (play.misere or play.draws or play.loops or play.goals):
                values = {k.nimber(code, m, UNLIMITED)[0] for k in (used, plain) for m in ("sums", "mex")}
                assert len(values) == 1, repr(position)


@every_rewrite_system
def test_symmetries_do_not_change_what_can_be_reached(key: str) -> None:
    for position in small(key):
        used, _, code = both(position)
        layers = [len(layer) for layer in reach(position, 10 * SMALL)]
        (representatives, positions, found, _, _), _ = used.reachable(code, position.system.players, UNLIMITED)
        assert (positions, found) == (sum(layers), layers)
        assert 0 < representatives <= positions


@every_rewrite_system
def test_symmetries_do_not_change_solutions(key: str) -> None:
    if pp.system(key).players != 1:
        pytest.skip("a game")
    for position in puzzle_positions(key):
        used, plain, code = both(position)
        for metric in position.system.metrics:
            data = position.system.metric_data(position.state, metric)
            counts = {kernel.count(code, data, UNLIMITED)[0] for kernel in (used, plain)}
            assert len(counts) == 1, f"{position!r}, {metric}"
            one, other = (kernel.solve(code, data, "breadth-first", UNLIMITED)[0] for kernel in (used, plain))
            assert (one is None) == (other is None)


@pytest.mark.full
@every_system
def test_compiled_rules_equal_interpreted_rules_on_many_plays(key: str) -> None:
    for options in switches(key):
        for start in samples(key, **options):
            for seed in range(10):
                for position in random_play(start, f"many {seed}"):
                    compare(position)
                    assert to_move(position)
