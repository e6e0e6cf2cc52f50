"""Misère canonical forms, their sums and genera: the census, the definitions, notation, positions of the catalogue."""

from __future__ import annotations

import pickle
import random
from itertools import combinations

import pytest
from tests.reference.misere import Play, octal_rules
from tests.tiers import depth

import perfectplay as pp
from perfectplay.misere.forms import MisereForm, heap, made_of
from perfectplay.registry import keys


def born_by(day: int) -> list[MisereForm]:
    games = [heap(0)]
    for _ in range(day):
        games = list({made_of(each) for size in range(len(games) + 1) for each in combinations(games, size)})
    return sorted(games, key=lambda each: each.number)


def plain_sum_is_p(games: tuple[MisereForm, ...], known: dict[tuple[MisereForm, ...], bool]) -> bool:
    """Misère play of a sum, without any theory."""
    key = tuple(sorted((each for each in games if each.options), key=lambda each: each.number))
    if key not in known:
        options = [(*key[:at], after, *key[at + 1 :]) for at, each in enumerate(key) for after in each.options]
        known[key] = bool(options) and not any(plain_sum_is_p(each, known) for each in options)
    return known[key]


FEW = born_by(4)


@pytest.mark.parametrize(("day", "number"), [(0, 1), (1, 2), (2, 3), (3, 5), (4, 22)])
def test_the_census_by_birthday(day: int, number: int) -> None:
    games = born_by(day)
    assert len(games) == number and max(each.birthday for each in games) == day


def test_the_census_of_day_five() -> None:
    """Every set of the 22 games is one, except those that revert. A set reverts to t if it is the options of t together
    with games that have t as an option, at least one; to 0 if a P-position is among them."""
    found = 1 << len(FEW)
    for t in born_by(3):
        above = [each for each in FEW if t in each.options]
        quiet = [each for each in above if not each.is_p]
        found -= 2 ** len(above) - (1 if t.options else 2 ** len(quiet))
    assert found == 4_171_780


def test_sums_are_those_of_plain_play() -> None:
    known: dict[tuple[MisereForm, ...], bool] = {}
    for g in FEW:
        for h in FEW:
            assert (g + h).is_p == plain_sum_is_p((g, h), known)
            assert g + h == h + g
    for g, h, k in random.Random(1).sample([(g, h, k) for g in FEW for h in FEW for k in FEW], depth(60, 1000)):
        assert (g + h) + k == g + (h + k)


def test_a_game_and_its_mate() -> None:
    for g in FEW:
        assert (g + g.mate).outcome == "P" and g.mate.mate == g
    assert heap(1) + heap(1) == 0 and heap(2) + heap(2) != 0
    assert 3 * heap(2) == heap(2) + heap(2) + heap(2) and 0 * heap(5) == 0


def test_digits_of_the_genus_are_misere_nimbers_of_sums() -> None:
    for g in FEW:
        for number in range(5):
            beside = g + number * heap(2)
            nimber = next(n for n in range(20) if (beside + heap(n)).is_p)
            assert g.genus[number] == nimber, (g, number)


def test_sums_of_tame_games() -> None:
    tame = [each for each in FEW if each.kind == "tame"]
    assert len(tame) == 14
    for g in tame:
        for h in tame:
            both = g.genus.nimber ^ h.genus.nimber
            assert (g + h).is_p == (both == int(g.genus.is_fickle and h.genus.is_fickle))


def test_restive_games_beside_nim_heaps() -> None:
    for g in FEW:
        if g.kind == "restive":
            for a in range(6):
                for b in range(6):
                    like = g.genus[0] if {a, b} <= {0, 1, g.genus[0], g.genus[0] ^ 1} else g.genus.nimber
                    assert (g + heap(a) + heap(b)).is_p == (heap(like) + heap(a) + heap(b)).is_p


SEQUENCES = {
    "0.77": "1 2 3 1 4^146 3 2 1^13 4^046 2",
    "0.75": "1 2 1 2 1^431 2 1^431 2 1^13 2 1^13",
    "0.123": "1 0 2 2 1 0^02 0 2^1420 1^20 1 0^02 0 2^1420 1^20",
    "0.26": "0 1 2 3 0 1 2 3 0^420 1^531 2^0420",
}


@pytest.mark.parametrize("code", SEQUENCES)
def test_genus_sequences(code: str) -> None:
    """As published for Kayles; the others as computed twice."""

    class Coded(pp.HeapGame):
        pass

    Coded.code = code  # type: ignore[method-assign, assignment]
    expected = SEQUENCES[code].split()
    assert [str(pp.genus(Coded().load(str(n)))) for n in range(1, len(expected) + 1)] == expected


def test_text_comes_back() -> None:
    for g in FEW:
        assert pp.misere_form(str(g)) is g and pickle.loads(pickle.dumps(g)) is g
    for text in ("{0,*2}", "*[2,0]", "{*2, 0}"):
        assert pp.misere_form(text) == 1
    assert str(pp.misere_form("*[[2],1]")) == "*[2#,1]" and pp.misere_form("*") == 1
    assert pp.misere_form("{}") == pp.misere_form([]) == pp.misere_form("0") == 0
    assert pp.misere_form({frozenset({2}), 1}) == pp.misere_form("{2#,1}") == pp.misere_form([["*2"], 1])
    assert pp.misere_form("*2+*2") == heap(2) + heap(2)
    assert {heap(3), 3} == {3} and heap(3) != 2 and heap(3) != "3" and pp.misere_form("{2#,0}") != 1


@pytest.mark.parametrize(
    "text",
    ["", "{", "}", "{0", "{0,}", "{,0}", "#", "*[2", "2+", "+2", "{2+}", "0 0", "x", "*99999", "(2]", "{0}}", "1,2"],
)
def test_other_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(pp.ParseError, match="expected") as refused:
        pp.misere_form(text)
    assert "\n" not in str(refused.value)


def test_other_things_are_refused_in_one_line() -> None:
    endless: list[object] = []
    endless.append(endless)
    for thing in (1.5, -1, True, None, [None], endless, [[0], endless]):
        with pytest.raises(pp.ParseError, match="expected"):
            pp.misere_form(thing)  # type: ignore[arg-type]
    for key, text in (("domineering", "..|.."), ("tic_tac_toe", "...|...|..."), ("fifteen", "1 2|3 0")):
        with pytest.raises(pp.NotApplicable, match="impartial"):
            pp.misere_form(pp.load(key, text))


def test_deep_brackets_are_no_recursion() -> None:
    deep = pp.misere_form("{" * 5000 + "2" + "}" * 5000)
    assert deep.birthday == 5002 and deep.kind == "tame" and deep.mate is not None
    nested: list[object] = [2]
    for _ in range(4999):
        nested = [nested]
    assert pp.misere_form(nested) is deep


def test_limits_are_kept() -> None:
    with pytest.raises(pp.LimitReached):
        pp.misere_form(pp.load("kayles", "60"), limits=pp.Limits(time=0.05))
    for limits, kind in ((pp.Limits(positions=50), "positions"), (pp.Limits(memory=20_000), "memory")):
        with pytest.raises(pp.LimitReached) as reached:
            pp.misere_form(pp.load("cram", "....|....|...."), limits=limits)
        assert reached.value.kind == kind


def test_sums_of_different_games() -> None:
    both = pp.load("nim", "2 3") + pp.load("kayles", "5") + pp.load("nim", "1")
    parts = [pp.misere_form(pp.load(key, text)) for key, text in (("nim", "2 3 1"), ("kayles", "5"))]
    assert pp.misere_form(both) == parts[0] + parts[1]


def test_a_game_of_ones_own_with_and_without_components() -> None:
    class Taking(pp.PlainGame):
        """One or two tokens from a heap."""

        impartial = True

        def moves(self, heaps: tuple[int, ...]) -> list[tuple[int, int]]:
            return [(at, taken) for at, heap in enumerate(heaps) for taken in (1, 2) if taken <= heap]

        def play(self, heaps: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
            at, taken = move
            return (*heaps[:at], heaps[at] - taken, *heaps[at + 1 :])

    class Split(Taking):
        def split(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]] | None:
            return [(heap,) for heap in heaps] if len(heaps) > 1 else None

    for state in ((4, 5), (3, 3, 1), (7,)):
        whole, apart = Taking().position(state), Split().position(state)
        assert pp.misere_form(whole) == pp.misere_form(apart)
        assert pp.misere_form(whole).outcome == pp.outcome(Taking(misere=True).position(state))


def impartial_keys() -> list[str]:
    found = []
    for key in keys():
        rules = pp.system(key)
        convention = getattr(rules, "convention", None)
        if rules.players == 2 and rules.impartial and convention and convention.plain and not convention.loops:
            found.append(key)
    return found


SMALL = {"kayles": "4 5", "nim": "2 3", "cram": "...|...", "grundys_game": "9", "linear_cram": "7", "node_kayles": ""}


@pytest.mark.parametrize("key", impartial_keys())
def test_forms_of_positions_have_the_outcomes_of_search(key: str) -> None:
    """A few moves into the sample: the form of a position, with or without the option misere, agrees with search."""
    choose = random.Random(key)
    for _ in range(depth(2, 6)):
        position = pp.load(key, SMALL.get(key) or pp.system(key).sample)
        while len(position.moves()) > 9:
            position = choose.choice(position.moves()).after
        try:
            form = pp.misere_form(position, limits=pp.Limits(time=5))
        except pp.LimitReached:
            continue
        reversed_ = position.system.with_options(misere=True).load(str(position)) if key != "sum" else None
        assert pp.grundy(position) == form.genus.nimber
        if reversed_ is not None:
            assert pp.outcome(reversed_) == form.outcome
            assert pp.misere_form(reversed_) == form


def test_forms_of_kayles_by_recursion() -> None:
    play = Play(octal_rules("0.77"))
    for n in range(1, 9):
        for m in range(n, 9):
            assert pp.misere_form(pp.load("kayles", f"{n} {m}")).is_p == play.is_p((n, m))
