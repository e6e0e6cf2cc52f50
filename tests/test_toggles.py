"""Peek and the Hamiltonicity game against slow versions that share nothing with them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import partial

import pytest
from tests.large import dodecahedron
from tests.tiers import depth

import perfectplay as pp
from perfectplay import DRAW, LEFT, RIGHT, Outcome, Player
from perfectplay.players import Winner

about_peek = pytest.mark.about("peek")
about_cycles = pytest.mark.about("hamiltonicity_game")

On = tuple[bool, ...]


def slow_outcome(owners: str, start: On, over: Callable[[On], bool], passing: bool = True) -> Outcome:
    """Who wins from all settings of the switches: results that follow from certain ones become certain."""
    settings = list(itertools.product((False, True), repeat=len(owners)))
    ended = {on for on in settings if over(on)}
    known: dict[tuple[On, Player], Winner] = {(on, player): player.opponent for on in ended for player in Player}
    changed = True
    while changed:
        changed = False
        for on, player in itertools.product(settings, Player):
            if (on, player) in known:
                continue
            after = [
                (*on[:n], not on[n], *on[n + 1 :]) for n, owner in enumerate(owners) if owner == player.value[0]
            ] + [on] * passing
            found = [known.get((there, player.opponent)) for there in after]
            if player in found or all(each is player.opponent for each in found):
                known[on, player] = player if player in found else player.opponent
                changed = True
    return Outcome(known.get((start, LEFT), DRAW), known.get((start, RIGHT), DRAW))


def sees_through(plates: list[str], out: On) -> bool:
    """Plates as sets of holes at coordinates; one that is pulled out lies one place further left. Those after the
    last that moves stay in."""
    width = len(plates[0]) - 1
    out += (False,) * (len(plates) - len(out))
    holes = [
        {x - pulled for x, letter in enumerate(plate) if letter == "o"}
        for plate, pulled in zip(plates, out, strict=True)
    ]
    return bool(set(range(width)).intersection(*holes))


@about_peek
def test_boxes_have_the_outcomes_of_the_definition() -> None:
    """Boxes of up to four plates and up to three places, chosen at random."""
    rng = random.Random(3)
    seen = set()
    for _ in range(depth(150, 5000)):
        number, width = rng.randint(1, 4), rng.randint(1, 3)
        owners = "".join(rng.choice("LR") for _ in range(number))
        plates = ["".join(rng.choice("o.") for _ in range(width + 1)) for _ in owners]
        out = tuple(rng.random() < 0.5 for _ in owners)
        rows = [f"{o} {'out' if pulled else 'in'} {p}" for o, p, pulled in zip(owners, plates, out, strict=True)]
        cover = "".join(rng.choice("ooo.") for _ in range(width))
        rows.insert(rng.randint(0, number), f"- {cover}")
        passing = rng.random() < 0.8
        position = pp.load("peek", "|".join(rows), passing=passing)

        over = partial(sees_through, [*plates, cover + "."])
        found = pp.outcome(position)
        assert found == slow_outcome(owners, out, over, passing), repr(position)
        assert pp.verify(found)
        seen.add(found.answer.letter)
    assert len(seen) >= 6, seen


@about_peek
def test_a_player_wins_with_the_hole_that_he_makes() -> None:
    position = pp.load("peek", "L in .o|R in o.|- o")
    assert {move.text for move in position.moves(LEFT)} == {"1", "pass"}
    assert {move.text for move in position.moves(RIGHT)} == {"2", "pass"}
    won = position.play("1", LEFT)
    assert str(won) == "L out .o|R in o.|- o" and won.moves() == [] and pp.outcome(won) == "P"
    assert pp.outcome(position) == "N^" and pp.outcome(pp.load("peek", str(position), misere=True)) == "D"
    assert "o" in str(won.picture()).splitlines()[-1] and "o" not in str(position.picture()).splitlines()[-1]


PLACES = "in or out, and places: L in o.o, R out ..o, or - oo)"


@about_peek
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("L in o.|X in o.", "row 2: unexpected 'X in o.' (expected an owner, " + PLACES),
        ("L up o.", "row 1: unexpected 'up' (expected in or out)"),
        ("L in o.|R in ox", "row 2, column 7: unexpected 'x' (expected o for a hole, . for none)"),
        ("L in o.|R in o..", "row 2: 3 places (expected 2)"),
        ("L in o.|- o.", "row 2: 2 places (expected 1)"),
        ("L in o", "row 1: 1 places (expected 2 to 65)"),
        ("|".join(["L in o."] * 33), "row 33: too many plates (expected at most 32 that slide, and 64 in all)"),
    ],
)
def test_what_is_wrong_with_a_box_is_said(text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load("peek", text)
    assert str(caught.value) == f"peek: {message}"


def is_hamiltonian(vertices: str, edges: set[frozenset[str]]) -> bool:
    """By trying every order of the vertices."""
    return any(
        all(frozenset(pair) in edges for pair in itertools.pairwise((vertices[0], *order, vertices[0])))
        for order in itertools.permutations(vertices[1:])
    )


def closed(vertices: str, always: set[frozenset[str]], moving: list[tuple[str, str]], on: On) -> bool:
    return is_hamiltonian(vertices, always | {frozenset(pair) for pair, is_in in zip(moving, on, strict=True) if is_in})


@about_cycles
def test_graphs_have_the_outcomes_of_the_definition() -> None:
    """Graphs of four and five vertices with up to six edges that have an owner, chosen at random."""
    rng = random.Random(4)
    seen = set()
    for _ in range(depth(120, 3000)):
        vertices = "abcde"[: rng.choice((4, 4, 5))]
        edges = [pair for pair in itertools.combinations(vertices, 2) if rng.random() < 0.9]
        moving = rng.sample(edges, min(len(edges), rng.randint(2, 6)))
        letters = {pair: rng.choice("LlRr") for pair in sorted(moving)}
        text = " ".join([*vertices, *("-".join(pair) for pair in edges)])
        text += "; " + " ".join(f"{a}-{b}={letter}" for (a, b), letter in letters.items())
        passing = rng.random() < 0.8
        position = pp.load("hamiltonicity_game", text, passing=passing)
        always = {frozenset(pair) for pair in edges if pair not in letters}

        start = tuple(letter.isupper() for letter in letters.values())
        found = pp.outcome(position)
        over = partial(closed, vertices, always, list(letters))
        assert found == slow_outcome("".join(letters.values()).upper(), start, over, passing), repr(position)
        seen.add(found.answer.letter)
    assert len(seen) >= 5, seen


@about_cycles
@pytest.mark.parametrize(
    ("graph", "number"),
    [
        ("a-b b-c c-a", 1),
        ("a-b a-c a-d b-c b-d c-d", 3),
        ("a-b a-c a-d a-e b-c b-d b-e c-d c-e d-e", 12),
        (" ".join(f"{a}-{b}" for a in "abc" for b in "xyz"), 6),
        (" ".join(f"v{a}-v{a ^ b}" for a in range(8) for b in (1, 2, 4) if a & b == 0), 6),
        (" ".join(f"a{n}-a{(n + 1) % 5} b{n}-b{(n + 2) % 5} a{n}-b{n}" for n in range(5)), 0),
        (dodecahedron().partition(";")[0], 30),
    ],
    ids=["K3", "K4", "K5", "K3,3", "cube", "Petersen", "dodecahedron"],
)
def test_known_graphs_have_their_number_of_hamiltonian_cycles(graph: str, number: int) -> None:
    edges = graph.split()
    state = pp.load("hamiltonicity_game", f"{graph}; {' '.join(f'{edge}=l' for edge in edges)}").state
    game = pp.load("hamiltonicity_game").system
    found = set(game.endings(state.frame))
    assert len(found) == number
    for asked, wanted in found:
        assert asked == wanted and game.over(type(state)(state.frame, wanted))
        assert not game.over(type(state)(state.frame, wanted & (wanted - 1)))
    assert game.over(type(state)(state.frame, (1 << len(edges)) - 1)) == (number > 0)


@about_cycles
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a-b", "2 vertices (expected 3 to 20)"),
        ("a-b b-c c-a a-b", "edge a-b (expected no loops and no parallel edges)"),
        ("a-b b-c c-c", "edge c-c (expected no loops and no parallel edges)"),
        ("a>b b>c", "row 1, column 2: unexpected '>' (expected '-': such as a-b)"),
    ],
)
def test_what_is_wrong_with_a_graph_is_said(text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load("hamiltonicity_game", text)
    assert str(caught.value) == f"hamiltonicity_game: {message}"


@about_cycles
def test_a_graph_with_too_many_paths_is_loaded_and_says_so() -> None:
    vertices = "abcdefghijklmno"
    edges = ["-".join(pair) for pair in itertools.combinations(vertices, 2) if "a" not in pair]
    position = pp.load("hamiltonicity_game", f"a-b a-c {' '.join(edges)}; a-b=l a-c=r")
    assert len(position.moves()) == 4  # each has an edge, and may pass
    assert position.play("a-b", LEFT).play("a-c", RIGHT).moves() == []
    with pytest.raises(pp.NotApplicable, match="hamiltonicity_game: too many paths"):
        pp.outcome(position)
