"""Games in which positions repeat: draws, remoteness, generalized nimbers and sums, against the definitions."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.reference import games as reference
from tests.reference import loopy
from tests.tiers import depth

import perfectplay as pp
from perfectplay import DRAW, LEFT, RIGHT, Infinite
from perfectplay.board import EAST


def at(graph: dict[str, list[str]], name: str) -> pp.Position:
    return pp.load("abstract_game", loopy.written(graph, name))


def outcome_of(label: int | Infinite) -> str:
    if isinstance(label, Infinite):
        return "N" if 0 in label.to else "D"
    return "N" if label else "P"


# generalized nimbers ------------------------------------------------------------------------------------------------


def test_infinite_values_add_up_by_smiths_rules() -> None:
    assert str(Infinite({2, 0})) == repr(Infinite([0, 2])) == "inf{0,2}" and str(Infinite()) == "inf{}"
    assert Infinite({0, 2}) == Infinite((2, 0)) != Infinite({0}) and len({Infinite({1}), Infinite([1])}) == 1
    assert Infinite({0, 2}) ^ 3 == 3 ^ Infinite({0, 2}) == Infinite({3, 1})
    assert Infinite({0}) ^ Infinite({0}) == Infinite()
    assert bool(Infinite())
    with pytest.raises(TypeError):
        Infinite() ^ "1"
    with pytest.raises(TypeError):
        pp.LOONY ^ Infinite()


def test_labels_outcomes_counters_and_remoteness_of_random_digraphs() -> None:
    rng = random.Random(1966)
    seen: dict[str, int] = {}
    for _ in range(depth(400, 4000)):
        graph = loopy.random_digraph(rng, 9)
        labels = loopy.generalized(graph)
        counters = loopy.counters(graph, labels)
        for name in graph:
            position = at(graph, name)
            found = pp.grundy(position)
            assert found == labels[name], position
            assert pp.outcome(position) == outcome_of(labels[name])
            if not position.system.loopy:
                continue
            seen[found.method] = seen.get(found.method, 0) + 1
            kind = "infinite" if isinstance(labels[name], Infinite) else "finite"
            seen[kind] = seen.get(kind, 0) + 1
            assert found.witness == [counters.get(name)]
            assert pp.remoteness(position) == loopy.length(position, LEFT)
    assert seen["smith"] > 300 and seen["infinite"] > 100 and seen["finite"] > 100


def test_sums_of_two_random_digraphs() -> None:
    rng = random.Random(1975)
    for _ in range(depth(150, 1500)):
        one, other = loopy.random_digraph(rng, 5), loopy.random_digraph(rng, 5)
        labels = loopy.generalized(loopy.product(one, other))
        for _ in range(3):
            a, b = rng.choice(list(one)), rng.choice(list(other))
            position = at(one, a) + at(other, b)
            assert pp.grundy(position) == labels[a, b]
            for method in ["smith", "retrograde"] if position.system.loopy else [None]:
                assert pp.outcome(position, method=method) == outcome_of(labels[a, b])


def test_strategies_in_sums_come_to_an_end() -> None:
    """Following them against every reply shows that a winner wins and that nobody loses a draw."""
    rng = random.Random(1986)
    seen = set()
    for _ in range(depth(60, 600)):
        graphs = [loopy.random_digraph(rng, 4) for _ in range(rng.choice((2, 2, 3)))]
        position = at(graphs[0], "a")
        for graph in graphs[1:]:
            position = position + at(graph, "a")
        if rng.random() < 0.5:
            position = position + pp.load("nim", str(rng.randint(0, 2)))
        found = pp.outcome(position)
        verdict = pp.verify(found)
        assert verdict, (position, verdict)
        assert pp.verify(pp.grundy(position))
        for player in pp.Player:
            assert pp.verify(pp.best(position, player)), position
        if position.system.loopy:
            seen.add(found.answer.letter)
    assert seen == {"N", "P", "D"}


def test_a_winner_who_does_not_make_progress_is_refuted() -> None:
    """Two replies lead to 0, and one of them only back to where play was."""
    start = at({"a": ["b"], "b": ["a", "c"], "c": []}, "a")
    assert pp.grundy(start) == 0 and pp.outcome(start) == "P"
    result = json.loads(json.dumps(pp.outcome(start).to_json()))
    replies = result["witness"]["Right when Left starts"]["replies"]
    assert list(replies.values()) == ["c"]
    replies[next(iter(replies))] = "a"
    assert pp.verify(result).refuted


def forged(result: Any, *path: Any, value: Any) -> Any:
    data = json.loads(json.dumps(result.to_json()))
    inside = data
    for name in path[:-1]:
        inside = inside[name]
    inside[path[-1]] = value
    return data


def test_forged_nimbers_sets_and_counters_are_refuted() -> None:
    finite = pp.grundy(at({"a": ["b", "d"], "b": ["a", "c"], "c": ["d"], "d": []}, "b"))
    infinite = pp.grundy(pp.load("abstract_game", "a: b end; b: a c; c: b") + pp.load("nim", "2"))
    assert infinite == Infinite({2}) and infinite.witness == [None, None]
    for result in (finite, infinite):
        assert pp.verify(result) and pp.verify(json.loads(json.dumps(result.to_json())))
    no_nimbers: list[Any] = [{"infinite": []}, {"infinite": [0]}, "loony"]
    for answer in (5, *no_nimbers):
        assert pp.verify(forged(finite, "answer", value=answer)).refuted
    for answer in (0, 2, {"infinite": [2, 3]}, *no_nimbers):
        assert pp.verify(forged(infinite, "answer", value=answer)).refuted
    assert not pp.verify(forged(finite, "witness", value=None)).refuted
    for counters in ([7], [None], []):
        assert pp.verify(forged(finite, "witness", value=counters)).refuted
    assert pp.verify(forged(infinite, "witness", value=[None, 0])).refuted
    unreadable: list[Any] = [{"infinite": [-1, "x"]}, {"infinity": []}, {"infinite": 2}, [1]]
    for wrong in unreadable:
        with pytest.raises(pp.NotApplicable, match="the answer cannot be read"):
            pp.verify(forged(infinite, "answer", value=wrong))


def test_what_is_too_large_is_named_as_not_checked() -> None:
    names = [f"v{n}" for n in range(300)]
    ring = "; ".join(f"{name}: {names[(n + 1) % 300]}" for n, name in enumerate(names))
    verdict = pp.verify(pp.grundy(pp.load("abstract_game", ring)), limits=pp.Limits(positions=100))
    assert not verdict and not verdict.refuted and verdict.fields["answer"].status == "not checked"


def test_generalized_nimbers_are_for_impartial_games_in_normal_play() -> None:
    for text, options in (("a: b | c; b: a", {}), ("a: b c; b: a; c=L", {}), ("a: b; b: a", {"misere": True})):
        with pytest.raises(pp.NotApplicable, match="grundy needs"):
            pp.grundy(pp.load("abstract_game", text, **options))


# sums ---------------------------------------------------------------------------------------------------------------


def test_which_games_can_be_added() -> None:
    loop = pp.load("abstract_game", "a: b; b: a c")
    mixed = loop + pp.load("domineering", "..|..") - pp.load("clobber", "xo.")
    assert mixed.system.convention.loops and not mixed.impartial
    assert pp.load("sum", str(mixed)) == mixed and (-mixed).system == mixed.system
    assert not (pp.load("nim", "1") + pp.load("nim", "2")).system.convention.loops
    for other in (pp.load("abstract_game", "a: b; b: a c; c=D"), pp.load("abstract_game", "a: b; b: a", misere=True)):
        with pytest.raises(pp.NotApplicable, match="can be added"):
            loop + other
    with pytest.raises(pp.NotApplicable, match="temperature needs"):
        pp.temperature(mixed)
    parts = (pp.value(part).answer for part in (loop, pp.load("domineering", "..|.."), -pp.load("clobber", "xo.")))
    found = pp.value(mixed)
    assert found == next(parts) + next(parts) + next(parts) and not pp.verify(found).refuted


def partizan(rng: random.Random) -> str:
    def some() -> str:
        return " ".join(rng.sample("abc", rng.randint(0, 2)))

    return "; ".join(f"{name}: {some()} | {some()}" for name in "abc")


def test_partizan_loopy_sums_are_searched_as_they_are() -> None:
    rng = random.Random(12)
    letters = set()
    for _ in range(depth(60, 600)):
        one, other = (pp.load("abstract_game", partizan(rng)) for _ in range(2))
        position = one - other
        found = pp.outcome(position)
        assert found == reference.loopy_outcome(position), position
        assert pp.verify(found)
        letters.add(found.answer.letter)
    assert len(letters) >= 5


# draws and lengths --------------------------------------------------------------------------------------------------


class Ladder(pp.PlainGame):
    """A token on a ladder: either player moves it up or down one rung, and Left alone may jump off at the top, after
    which nobody can move."""

    loopy = True

    def moves(self, state: int, player: pp.Player) -> list[int]:
        if state < 0:
            return []
        rungs = [rung for rung in (state - 1, state + 1) if 0 <= rung <= 4]
        return [*rungs, -1] if state == 4 and player is LEFT else rungs

    def play(self, state: int, move: int) -> int:
        return move


class Tokens(pp.RewriteGame):
    """Tokens that move forwards or backwards on a strip, and annihilate those that they move onto."""

    name = "Tokens"
    cells = ".x"
    sample = "x.x.."
    loopy = True
    impartial = True

    def moves(self, board: Any) -> Iterator[Any]:
        for number, (one, other) in enumerate(board.runs(EAST, 2)):
            yield None, {one: "x.", other: ".x"}
            yield None, {one: "x.", other: "x."}
            if number % 2 == 0:
                yield None, {one: ".x", other: "x."}


def positions() -> Iterator[pp.Position]:
    for rung in range(5):
        yield Ladder().position(rung)
    for text in ("x....", "xx...", "x.x..", "xxxxx", ".x.x."):
        yield Tokens().load(text)
        yield Tokens(misere=True).load(text)
    yield pp.load("abstract_game", "a: b | c; b: c d | a; c: a | d e; d: | e")
    yield pp.load("peek", "L in o.o|R in .oo|L out ..o")
    yield pp.load("two_player_cl")


def test_everything_about_small_loopy_games_is_verified() -> None:
    letters, lengths = set(), set()
    for position in positions():
        found = pp.outcome(position)
        assert found == reference.loopy_outcome(position), position
        letters.add(found.answer.letter)
        room = pp.Limits(positions=20_000)
        assert pp.verify(found, limits=room), position
        if position.system.key:
            assert pp.verify(json.loads(json.dumps(found.to_json())), limits=room), position
        for player in pp.Player:
            best = pp.best(position, player)
            assert pp.verify(best, limits=room) or best.answer is None
            moves = pp.remoteness(position, player)
            assert pp.verify(moves, limits=room), position
            assert (moves.answer is None) == (found.answer.when(player) is DRAW)
            lengths.add(moves.answer)
            for wrong in {None, 0, 1, 2, 3} - {moves.answer}:
                assert pp.verify(replace(moves, answer=wrong), limits=room).refuted
            if position.system.key:
                assert pp.verify(json.loads(json.dumps(moves.to_json())), limits=room)
    assert {"D", "L"} <= letters and None in lengths and len(lengths) > 4


def test_a_winner_comes_closer_to_the_end_and_a_draw_is_never_lost() -> None:
    for position in positions():
        for player in (LEFT, RIGHT):
            found = pp.outcome(position).answer.when(player)
            move = pp.best(position, player).answer
            if move is None:
                continue
            then = player if move.again else player.opponent
            assert pp.outcome(move.after).answer.when(then) is found
            if found is player:
                left = pp.remoteness(move.after, then).answer
                assert left is not None and left + 1 == pp.remoteness(position, player)


def test_suspense_is_refused_where_positions_repeat() -> None:
    with pytest.raises(pp.NotApplicable, match="suspense needs a game without draws in which positions do not repeat"):
        pp.suspense(pp.load("abstract_game", "a: b; b: a c"))
