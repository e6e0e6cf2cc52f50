"""Compounds of games: what the theorems say against search, in all twelve ways, and against values of short games."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position
from perfectplay.games.compound import WAYS

pytestmark = pytest.mark.about("compound")

IMPARTIAL = [
    *("nim[0]", "nim[1]", "nim[2]", "nim[3]", "nim[1 2]", "kayles[1]", "kayles[3]", "kayles[4]", "cram[..|..]"),
    *("wythoff[1 2]", "fibonacci_nim[5]", "grundys_game[5]"),
]
PARTIZAN = [
    *("toads_and_frogs[x..o]", "toads_and_frogs[xx.o]", "domineering[..|.#]", "domineering[..]", "domineering[.|.]"),
    *("clobber[xo.]", "clobber[xxo]", "-clobber[xxo]", "nim[1]", "nim[0]"),
]
SEARCHES = {"sums", "alpha-beta", "proof-number", "retrograde"}


def some(dice: random.Random, way: str, misere: bool, parts: list[str]) -> Position:
    text = " + ".join(dice.choice(parts) for _ in range(dice.choice((1, 2, 2, 3)))).replace("+ -", "- ")
    return pp.load("compound", text, way=way, misere=misere)


@cache
def first_wins(position: Position, player: Player) -> bool:
    """Plain play."""
    after = [move.after for move in position.moves(player)]
    if not after:
        return bool(position.system.misere)
    return any(not first_wins(each, player.opponent) for each in after)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("parts", [IMPARTIAL, PARTIZAN], ids=["impartial", "partizan"])
def test_theorems_and_searches_agree_with_plain_play(parts: list[str], way: str, misere: bool) -> None:
    dice = random.Random(f"{way} {misere}")
    for _ in range(depth(12, 120)):
        p = some(dice, way, misere, parts)
        for method in pp.methods("outcome", p):
            found = pp.outcome(p, method=method).answer
            assert [found.when(player) is player for player in Player] == [first_wins(p, each) for each in Player], p
        for player in Player:
            for method in pp.methods("best", p):
                move = pp.best(p, player, method=method).answer
                assert (move is None) == (not p.moves(player))
                if move is not None:
                    assert p.play(move.text, player) == move.after
                    assert first_wins(p, player) is not first_wins(move.after, player.opponent), (p, method, move)
        for name in ("remoteness", "suspense", "grundy"):
            if name != "grundy" or (p.impartial and not misere):
                assert len({getattr(pp, name)(p, method=each).answer for each in pp.methods(name, p)}) == 1


@pytest.mark.parametrize(
    ("way", "misere", "theorem"),
    [
        *((way, misere, name) for way, name in [
            ("conjunctive", "least remoteness"),
            ("continued", "greatest suspense"),
            ("selective", "selective compounds"),
            ("shortened", "selective compounds"),
            ("diminished", "foreclosed nimbers"),
        ] for misere in (False, True)),
        ("disjunctive", False, "foreclosed nimbers"),
    ],
)  # fmt: skip
def test_eleven_of_the_twelve_ways_have_a_theorem_and_are_verified(way: str, misere: bool, theorem: str) -> None:
    p = pp.load("compound", "nim[2] + kayles[4] + nim[1]", way=way, misere=misere)
    found = pp.outcome(p)
    assert found.method == theorem and pp.verify(found) and pp.verify(found.to_json())
    assert pp.verify(pp.best(p)) and not pp.verify(found.to_json() | {"answer": "P" if found == "N" else "N"})
    for name in ("remoteness", "suspense"):
        assert pp.verify(getattr(pp, name)(p))


def test_the_disjunctive_way_in_misere_play_is_left_to_search() -> None:
    p = pp.load("compound", "nim[1] + nim[1] + nim[1]", way="disjunctive", misere=True)
    assert set(pp.methods("outcome", p)) <= SEARCHES and pp.outcome(p) == "P" and pp.verify(pp.outcome(p))


@pytest.mark.parametrize(
    ("way", "compound"),
    [
        ("conjunctive", pp.Value.conjunctive),
        ("continued", pp.Value.continued_conjunctive),
        ("selective", pp.Value.selective),
        ("shortened", pp.Value.shortened_selective),
        ("diminished", pp.Value.diminished),
        ("disjunctive", pp.Value.__add__),
    ],
)
def test_positions_in_canonical_form_are_worth_the_compounds_of_their_values(way: str, compound: object) -> None:
    """Nim heaps, and games given as graphs, whose moves are those of canonical forms."""
    forms = {"nim[2]": "*2", "nim[3]": "*3", "abstract_game[u: e | s; s: e]": "^", "abstract_game[b: a |; a: e |]": "2"}
    for one, value in forms.items():
        for two, other in forms.items():
            p = pp.load("compound", f"{one} + {two}", way=way)
            assert pp.value(p) == compound(pp.Value(value), pp.Value(other)), p  # type: ignore[operator]


def test_nim_heaps() -> None:
    """A heap is won by emptying it, in misère play by leaving one token, if it has more."""
    assert pp.remoteness(pp.load("compound", "nim[7] + nim[9]")) == 1
    assert pp.suspense(pp.load("compound", "nim[7] + nim[9]", way="continued")) == 1
    for way, length, outcome in (("conjunctive", pp.remoteness, "P"), ("continued", pp.suspense, "N")):
        p = pp.load("compound", "nim[1] + nim[5]", way=way, misere=True)
        assert length(p) == (1 if outcome == "P" else 2) and pp.outcome(p) == outcome


def test_large_compounds_are_answered_by_their_components() -> None:
    p = pp.load("compound", " + ".join(f"kayles[{n}]" for n in range(5, 25)), way="selective")
    first = pp.best(p).answer
    assert pp.outcome(p) == "N" and first is not None and pp.outcome(first.after) == "P"
    with pytest.raises(pp.LimitReached, match="more than 100000 moves are too many to list"):
        p.moves(LEFT)
    q = pp.load("compound", "kayles[12] + kayles[13] + nim[4 5 6]")
    move = pp.best(q, RIGHT).answer
    assert pp.outcome(q) == "N" and move is not None and pp.outcome(move.after) == "P"


class Subtraction(pp.PlainGame):
    def moves(self, n: int) -> list[int]:
        return [k for k in (1, 2) if k <= n]

    def play(self, n: int, k: int) -> int:
        return n - k


def test_components_of_ones_own() -> None:
    from perfectplay.registry import adopt

    adopt(Subtraction, "taken_away")
    p = pp.load("compound", "taken_away[3] + nim[1]", way="selective")
    assert pp.outcome(p) == "N" and pp.outcome(p, method="alpha-beta") == "N" and len(p.moves(LEFT)) == 2 + 1 + 2


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("nim[1]", {"way": "sideways"}, "compound: option way=sideways (expected conjunctive, continued, selective, "
         "shortened, disjunctive, diminished)"),
        ("nim[1] + chess[]", {}, "compound: row 1, column 10: no system 'chess'"),
        ("nim[1] + tic_tac_toe[...|...|...]", {}, "compound: row 1, column 10: tic_tac_toe: only games in normal play"),
        ("abstract_game[a: b; b: a]", {}, "compound: positions of abstract_game may repeat (expected games that end)"),
        ("", {}, "compound: row 1, column 1: unexpected the end of the text"),
    ],
)  # fmt: skip
def test_refusals(text: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load("compound", text, **options)
    assert str(caught.value).startswith(message)
