"""Jenga: the rules of stability against Zwick's patterns, triples against towers, mirroring against search."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from tests.reference import games as reference

import perfectplay as pp
from perfectplay import Position
from perfectplay.families.towers import is_stable
from perfectplay.theorems import jenga_mirror as mirror
from perfectplay.theorems import jenga_triples as triples

pytestmark = pytest.mark.about("jenga")

Tower = tuple[str, ...]


def rows(k: int) -> list[str]:
    return ["".join(row) for row in product("o.", repeat=k)]


def has_no_forbidden_pattern(tower: Tower) -> bool:
    """Zwick 2002, as the survey quotes it: no level below the top is a single outer block (or empty), and the three
    topmost levels are none of four patterns."""
    if "..." in tower or any(level in ("o..", "..o") for level in tower[:-1]):
        return False
    forbidden = [(".o.", ".o.", "o.."), (".o.", ".o.", "..o"), (".oo", ".o.", "o.."), ("oo.", ".o.", "..o")]
    return tower[-3:] not in forbidden


@pytest.mark.parametrize("levels", [1, 2, 3, 4, 5])
def test_stability_is_what_zwick_says(levels: int) -> None:
    towers = list(product(rows(3), repeat=levels))
    assert [is_stable(tower) for tower in towers] == [has_no_forbidden_pattern(tower) for tower in towers]


def followers(start: Position, most: int = 100_000) -> list[Position]:
    return [position for layer in reference.reach(start, most) for position in layer]


@pytest.mark.parametrize("levels", [1, 2, 3, 4])
def test_a_tower_moves_as_its_triple(levels: int) -> None:
    for tower in followers(pp.load("jenga", str(levels))):
        there = {triples.triple(move.after) for move in tower.moves()}
        assert there == set(triples.moves(*triples.triple(tower))), str(tower)


@cache
def nimber(triple: tuple[int, int, int]) -> int:
    values = {nimber(after) for after in triples.moves(*triple)}
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def wins_misere(triple: tuple[int, int, int]) -> bool:
    after = list(triples.moves(*triple))
    return not after or any(not wins_misere(each) for each in after)


def table_nimber(x: int, y: int, z: int) -> int:
    return nimber(triples.reduced(x, y, z))


def table_misere(x: int, y: int, z: int) -> bool:
    return wins_misere(triples.reduced(x, y, z))


def test_the_periodic_tables_satisfy_the_recursion() -> None:
    """The proof. A move changes x and y by at most one and needs x > 1 or y > 0. So a triple with x >= 7 or y >= 7 has
    the moves of the triple with 3 less, each with 3 less, and the tables agree there: checking up to 7 is enough."""
    for x, y, z in product(range(1, 9), range(9), range(3)):
        after = list(triples.moves(x, y, z))
        values = {table_nimber(*each) for each in after}
        assert table_nimber(x, y, z) == next(n for n in range(9) if n not in values), (x, y, z)
        assert table_misere(x, y, z) == (not after or not all(table_misere(*each) for each in after)), (x, y, z)


def test_the_tables_agree_with_the_recursion_far_out() -> None:
    for x, y, z in product(range(1, 16), range(16), range(3)):
        assert table_nimber(x, y, z) == nimber((x, y, z))
        assert table_misere(x, y, z) == wins_misere((x, y, z))


def test_complete_towers() -> None:
    for n in range(1, 101):
        first = n == 2 or (n >= 4 and n % 3 in (1, 2))
        result = pp.outcome(pp.load("jenga", str(n)))
        assert result == ("N" if first else "P") and result.method == "jenga triples"


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("levels", [1, 2, 3])
def test_every_tower_has_the_outcome_of_search(levels: int, misere: bool) -> None:
    known: reference.Known = {}
    nimbers: dict[tuple[Position, int], bool] = {}
    for tower in followers(pp.load("jenga", str(levels), misere=misere)):
        expected = reference.winner(tower, pp.LEFT, known) is pp.LEFT
        assert pp.outcome(tower, method="jenga triples") == ("N" if expected else "P"), str(tower)
        move = pp.best(tower, method="jenga triples").answer
        if move is None:
            assert not tower.moves()
            continue
        assert (reference.winner(move.after, pp.RIGHT, known) is pp.LEFT) == expected
        if not misere:
            assert pp.grundy(tower, method="jenga triples") == reference.nimber(tower, nimbers)


@pytest.mark.parametrize("levels", [3, 4])
def test_searches_agree_on_towers(levels: int) -> None:
    tower = pp.load("jenga", str(levels))
    for method in ("sums", "alpha-beta"):
        assert pp.outcome(tower, method=method) == pp.outcome(tower)
    assert pp.grundy(tower, method="sums") == pp.grundy(tower)


@pytest.mark.parametrize(("k", "levels"), [(2, 3), (4, 2), (4, 3), (6, 2)])
def test_mirroring_wins_every_even_tower(k: int, levels: int) -> None:
    known: reference.Known = {}
    even = answered = 0
    for tower in followers(pp.load("jenga", str(levels), k=k)):
        if not mirror.applies(tower):
            continue
        first = reference.winner(tower, pp.LEFT, known) is pp.LEFT
        assert first == (not mirror.is_even(tower.state))
        assert pp.outcome(tower, method="jenga mirror") == ("N" if first else "P")
        move = pp.best(tower, method="jenga mirror").answer
        if first:
            assert move is not None and mirror.is_even(move.after.state)
            answered += 1
        even += not first
    assert even and (answered or k == 2)


@pytest.mark.parametrize(("k", "levels"), [(4, 3), (4, 6), (6, 4), (8, 3), (10, 3)])
def test_every_move_in_an_even_tower_has_a_mirrored_answer(k: int, levels: int) -> None:
    """Down a play, always with the first move that leads on."""
    tower = pp.load("jenga", str(levels), k=k)
    for _ in range(6):
        moves = tower.moves()
        for move in moves[:: max(1, len(moves) // 40)]:
            answer = pp.best(move.after).answer
            assert answer is not None and mirror.is_even(answer.after.state)
        if not moves:
            break
        answer = pp.best(moves[len(moves) // 2].after).answer
        assert answer is not None
        tower = answer.after


def test_theorems_stay_in_their_fields() -> None:
    five = pp.load("jenga", "3", k=5)
    assert not {"jenga triples", "jenga mirror"} & set(pp.methods("outcome", five))
    assert "jenga mirror" not in pp.methods("outcome", pp.load("jenga", "3", k=4, misere=True))
    assert "jenga triples" in pp.methods("outcome", pp.load("jenga", "3", misere=True))


def test_five_blocks_are_searched() -> None:
    two = pp.load("jenga", "2", k=5)
    assert pp.outcome(two) == reference.outcome(two) and pp.grundy(two) == reference.nimber(two)


@pytest.mark.parametrize(
    "text", ["", "0", "101", "ooo|ooo|o..", "oo|oo", "o..|o..|ooo", "oox|ooo", "...|ooo", "o.o|o..|ooo|ooo|ooo"]
)
def test_towers_that_are_none(text: str) -> None:
    with pytest.raises(pp.ParseError, match="jenga: "):
        pp.load("jenga", text)


@pytest.mark.full
def test_every_tower_of_four_levels() -> None:
    known: reference.Known = {}
    for tower in followers(pp.load("jenga", "4")):
        expected = reference.winner(tower, pp.LEFT, known) is pp.LEFT
        assert pp.outcome(tower, method="jenga triples") == ("N" if expected else "P"), str(tower)
