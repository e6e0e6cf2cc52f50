"""Annihilation with one type of tokens: linear algebra against retrograde analysis of all positions."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay.theorems.fraenkel_yesha import Digraph, Labels, Theory, certified, moves

pytestmark = pytest.mark.about("annihilation")

METHOD = "fraenkel yesha"


def digraphs(number: int, vertices: int, seed: int) -> Iterator[Digraph]:
    """Random ones, with loops, of all densities, some without cycles."""
    rng = random.Random(seed)
    for n in range(number):
        density = rng.choice([0.5, 1, 1.5, 2, 3, 5]) / vertices
        acyclic = n % 10 == 9
        heads = [[h for h in range(vertices) if rng.random() < density] for _ in range(vertices)]
        yield tuple(tuple(h for h in row if not acyclic or h > tail) for tail, row in enumerate(heads))


def text(digraph: Digraph, tokens: int, token: str = "@") -> str:
    """Vertex n is called vn; all are named first, so that they keep their order."""
    vertices = " ".join(f"v{n}" for n in range(len(digraph)))
    arcs = " ".join(f"v{tail}>v{head}" for tail, heads in enumerate(digraph) for head in heads)
    given = " ".join(f"v{n}={token}" for n in range(len(digraph)) if tokens >> n & 1)
    return f"{vertices} {arcs}; {given}"


def options(digraph: Digraph) -> list[list[int]]:
    """Of all sets of vertices: one token goes along an arc, and two on one vertex vanish."""
    found = []
    for tokens in range(1 << len(digraph)):
        after = []
        for tail, heads in enumerate(digraph):
            if tokens >> tail & 1:
                without = tokens & ~(1 << tail)
                after += [without & ~(1 << h) if without >> h & 1 else without | 1 << h for h in heads]
        found.append(after)
    return found


def outcomes(digraph: Digraph) -> list[str]:
    """Of all sets of vertices, settled backwards from the ends."""
    after = options(digraph)
    before: list[list[int]] = [[] for _ in after]
    for tokens, there in enumerate(after):
        for option in there:
            before[option].append(tokens)
    waiting = [len(there) for there in after]
    found = ["P" if not number else "D" for number in waiting]
    settled = [tokens for tokens, number in enumerate(waiting) if not number]
    for tokens in settled:  # the list grows
        for earlier in before[tokens]:
            waiting[earlier] -= 1
            if found[earlier] == "D" and (found[tokens] == "P" or not waiting[earlier]):
                found[earlier] = "N" if found[tokens] == "P" else "P"
                settled.append(earlier)
    return found


def smith(digraph: Digraph) -> list[int | None]:
    """Labels of all sets of vertices by their definition; None: infinite."""
    after = options(digraph)
    finite: dict[int, int] = {}
    unlabelled, now = set(range(len(after))), 0
    while unlabelled:
        changed = True
        while changed:
            leads = {tokens for tokens, there in enumerate(after) if any(finite.get(option) == now for option in there)}
            changed = False
            for tokens in sorted(unlabelled - leads):
                rest = [option for option in after[tokens] if finite.get(option, now) >= now]
                if all(option in leads for option in rest):
                    finite[tokens] = now
                    unlabelled.remove(tokens)
                    changed = True
                    break
        unlabelled &= leads
        now += 1
    return [finite.get(tokens) for tokens in range(len(after))]


@pytest.mark.parametrize("part", range(10))
def test_outcomes_are_those_of_retrograde_analysis(part: int) -> None:
    """1,000 digraphs of 10 vertices in the full suite, with all 1,024 sets of tokens on each."""
    seen = set()
    for digraph in digraphs(depth(3, 100), 10, part):
        theory = Theory(digraph, 4)
        expected = outcomes(digraph)
        seen.update(expected)
        assert [theory.first_player(tokens) for tokens in range(1 << 10)] == expected, digraph
    assert seen >= {"N", "P"}


def test_moves_keep_what_they_promise_and_lost_positions_come_down() -> None:
    """From every lost position every move is answered, and with a lower code: so the play ends."""
    answered = drawn = 0
    for digraph in digraphs(depth(40, 400), 7, 1):
        theory = Theory(digraph, 4)
        expected = outcomes(digraph)
        for tokens, result in enumerate(expected):
            best = theory.best(tokens)
            if result == "D":
                assert best is not None
                assert expected[tokens ^ 1 << best[0] ^ 1 << best[1]] == "D"
                drawn += 1
            if result != "P":
                continue
            _, code = theory.lost.reduced(tokens)
            for _, _, after in moves(digraph, tokens):
                tail, head = theory.best(after) or (0, 0)
                assert after >> tail & 1 and head in digraph[tail]
                residue, lower = theory.lost.reduced(after ^ 1 << tail ^ 1 << head)
                assert residue == 0 and lower < code, (digraph, tokens)
                answered += 1
    assert answered > 1000 and drawn > 100


def test_labels_are_those_of_their_definition() -> None:
    seen = set()
    for digraph in digraphs(depth(30, 300), 6, 2):
        labels = Labels(digraph, 4)
        expected = smith(digraph)
        for tokens, value in enumerate(expected):
            after = {expected[option] for _, _, option in moves(digraph, tokens)}
            assert labels.label(tokens) == (after - {None} if value is None else value), (digraph, tokens)
        seen.update(expected)
    assert seen >= {None, 0, 1, 2}


def test_labels_and_outcomes_agree() -> None:
    for digraph in digraphs(depth(20, 200), 9, 3):
        theory, labels = Theory(digraph, 4), Labels(digraph, 4)
        for tokens in range(1 << 9):
            value = labels.label(tokens)
            expected = ("N" if value else "P") if isinstance(value, int) else "N" if 0 in value else "D"
            assert theory.first_player(tokens) == expected


@pytest.mark.parametrize("vertices", [16, 24, 32])
def test_opponents_who_resist_lose_in_the_end(vertices: int) -> None:
    """The loser chooses at random, or what leaves the highest code."""
    rng = random.Random(vertices)
    ended = 0
    for digraph in digraphs(depth(6, 60), vertices, vertices):
        theory = Theory(digraph, 4)
        for resists in (False, True):
            tokens = 0
            for member in theory.lost.members:
                tokens ^= member * rng.randrange(2)
            assert theory.first_player(tokens) == "P"
            while replies := [after for _, _, after in moves(digraph, tokens)]:
                answers = []
                for after in replies if resists else [rng.choice(replies)]:
                    tail, head = theory.best(after) or (0, 0)
                    answers.append(after ^ 1 << tail ^ 1 << head)
                codes = [theory.lost.reduced(answer) for answer in answers]
                assert all(residue == 0 for residue, _ in codes)
                assert max(codes)[1] < theory.lost.reduced(tokens)[1]
                tokens = answers[codes.index(max(codes))]
            ended += 1
    assert ended == 2 * depth(6, 60)


def test_positions_of_the_game_by_every_method() -> None:
    rng = random.Random(4)
    for digraph in digraphs(depth(6, 150), 8, 5):
        for token in "@2":
            position = pp.load("annihilation", text(digraph, rng.randrange(1 << 8), token))
            found = pp.outcome(position)
            assert found.method == METHOD
            assert found == pp.outcome(position, method="retrograde")
            one, two = pp.best(position), pp.best(position, method="retrograde")
            move, other = one.answer, two.answer
            assert (move is None) == (other is None)
            if move is not None and other is not None:
                assert (one.witness.player, one.witness.draw) == (two.witness.player, two.witness.draw)
                assert pp.outcome(move.after) == pp.outcome(other.after)
            assert pp.verify(found).status == "verified"


def some_positions(number: int, seed: int) -> Iterator[pp.Position]:
    rng = random.Random(seed)
    for digraph in digraphs(number, 7, seed):
        yield pp.load("annihilation", text(digraph, rng.randrange(1 << 7), rng.choice("@2")))


def test_certificates_are_verified() -> None:
    answers = set()
    for position in some_positions(depth(12, 80), 6):
        found = pp.outcome(position)
        verdict = pp.verify(found.to_json())
        assert verdict and verdict.fields["certificate"].status == "verified", str(position)
        answers.add(found.answer.letter)
    assert answers == {"N", "P", "D"}


WRONG: list[Any] = [None, 7, "zz", ["zz"], [["zz", "v0"]], {}, [[]], [["v0", "v0"]], [["v0", "v1", "v2", "v3", "v4"]]]


def forged(certificate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in certificate:
        yield {other: entry for other, entry in certificate.items() if other != name}
        for wrong in WRONG:
            if wrong != certificate[name]:
                yield {**certificate, name: wrong}
    lost = certificate["lost"]
    for number, part in enumerate(lost):
        yield {**certificate, "lost": lost[:number] + lost[number + 1 :]}
        yield {**certificate, "lost": [*lost, part]}
        yield {**certificate, "lost": [*lost[:number], part[1:], *lost[number + 1 :]]}
    yield {**certificate, "more": 1}


def test_forged_certificates_are_refuted() -> None:
    for position in some_positions(depth(4, 40), 8):
        data = pp.outcome(position).to_json()
        for certificate in forged(data["witness"]["certificate"]):
            changed = copy.deepcopy(data)
            changed["witness"]["certificate"] = certificate
            assert pp.verify(changed).refuted, (str(position), certificate)
        for other in {"N", "P", "D"} - {data["answer"]}:
            assert pp.verify({**data, "answer": other}).refuted


def test_a_certificate_that_takes_too_long_is_not_called_verified() -> None:
    digraph = tuple(tuple((n + step) % 60 for step in (1, 2, 5, 9, 14)) if n % 6 else () for n in range(60))
    position = pp.load("annihilation", text(digraph, (1 << 60) - 1))
    proof = certified(pp.outcome(position))
    assert proof.status == "not checked" and "moves of few tokens to go through" in proof.how


def test_a_type_uses_its_own_arcs() -> None:
    graph = "a>b b>c c>d a>c; a>b=1 a>c=2 "
    assert pp.outcome(pp.load("annihilation", graph + "a=1"), method=METHOD) == "N"
    assert pp.outcome(pp.load("annihilation", graph + "a=2"), method=METHOD) == "P"
    assert pp.outcome(pp.load("annihilation", graph + "a=3"), method=METHOD) == "P"
    assert pp.outcome(pp.load("annihilation", graph + "a=@"), method=METHOD) == "N"


@pytest.mark.parametrize(("tokens", "options"), [("a=@ b=@", {"misere": True}), ("a=1 b=2", {}), ("a=@ b=1", {})])
def test_it_is_about_one_type_in_normal_play(tokens: str, options: dict[str, bool]) -> None:
    position = pp.load("annihilation", f"a>b b>c c>a; {tokens}", **options)
    assert METHOD not in pp.methods("outcome", position)


@pytest.mark.parametrize("heads", [2, 59])
def test_sixty_vertices(heads: int) -> None:
    """With few tokens a search can tell as well; with many of them, two equal halves are never lost by the second
    player, who can do in one what was done in the other."""
    rng = random.Random(heads)
    digraph = tuple(tuple(sorted(rng.sample(range(60), heads))) for _ in range(60))
    for number in (1, 2, depth(2, 3)):
        tokens = sum(1 << n for n in rng.sample(range(60), number))
        position = pp.load("annihilation", text(digraph, tokens))
        assert pp.outcome(position) == pp.outcome(position, method="retrograde")
    half = tuple(tuple(sorted({h % 30 for h in row})) for row in digraph[:30])
    doubled = half + tuple(tuple(head + 30 for head in row) for row in half)
    tokens = rng.randrange(1 << 30)
    both = pp.load("annihilation", text(doubled, tokens << 30 | tokens))
    assert pp.outcome(both).answer in ("P", "D") and pp.outcome(both).method == METHOD


def test_limits_hold() -> None:
    rng = random.Random(1)
    digraph = tuple(tuple(sorted(rng.sample(range(50), 3))) for _ in range(50))
    position = pp.load("annihilation", text(digraph, (1 << 50) - 1))
    for limits in (pp.Limits(positions=100), pp.Limits(memory=1000), pp.Limits(time=0)):
        with pytest.raises(pp.LimitReached):
            pp.outcome(position, method=METHOD, limits=limits)


def test_labels_of_positions() -> None:
    """The set of an infinite label has the finite labels of what follows."""
    for text, expected in (
        ("a>b b>c c>d; a=@", 1),
        ("a>b b>a; a=@", pp.Infinite()),
        ("a>a a>b; a=@", pp.Infinite({0})),
        ("a>a a>b b>c; a=@", pp.Infinite({1})),
    ):
        found = pp.grundy(pp.load("annihilation", text))
        assert found.method == "fraenkel yesha" and found == expected
        assert pp.verify(found) and pp.verify(found.to_json())
