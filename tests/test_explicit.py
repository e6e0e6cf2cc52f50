"""Abstract games and puzzles against slow solvers of bare graphs; their text, DOT and networkx."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.reference.loopy import generalized
from tests.tiers import depth

import perfectplay as pp
from perfectplay import DRAW, LEFT, RIGHT, Outcome, Player, Position, Value

about_games = pytest.mark.about("abstract_game")
about_puzzles = pytest.mark.about("abstract_puzzle")
about_both = pytest.mark.about("abstract_game", "abstract_puzzle")

Sides = dict[str, tuple[str, str]]
"""Positions named by one letter, each with Left's and Right's options."""


def text_of(sides: Sides, marks: dict[str, str] | None = None) -> str:
    marked = marks or {}
    return "; ".join(
        f"{name}{'=' + marked[name] if name in marked else ''}: {' '.join(left)} | {' '.join(right)}"
        for name, (left, right) in sides.items()
    )


def slow_outcome(sides: Sides, marks: dict[str, str], start: str, misere: bool = False) -> Outcome:
    """Results that follow from certain ones become certain, until nothing changes; the others are draws."""
    known: dict[tuple[str, Player], Any] = {}
    changed = True
    while changed:
        changed = False
        for name, player in itertools.product(sides, Player):
            if (name, player) in known:
                continue
            options = sides[name][player is RIGHT]
            found = [known.get((option, player.opponent)) for option in options]
            if name in marks:
                result: Any = {"L": LEFT, "R": RIGHT, "D": DRAW}[marks[name]]
                result = result.opponent if misere and result is not DRAW else result
            elif not options:
                result = player if misere else player.opponent
            elif player in found:
                result = player
            elif None not in found:
                result = DRAW if DRAW in found else player.opponent
            else:
                continue
            known[name, player] = result
            changed = True
    return Outcome(known.get((start, LEFT), DRAW), known.get((start, RIGHT), DRAW))


def slow_value(sides: Sides, name: str) -> Value:
    left, right = ([slow_value(sides, option) for option in side] for side in sides[name])
    return Value.of(left, right)


def graphs(arcs: list[tuple[str, str]], names: str, number: int) -> Iterator[Sides]:
    """Every graph in which each of the arcs is absent, Left's, Right's or of both; or so many, chosen at random."""
    every = 4 ** len(arcs)
    chosen = range(every) if every <= number else random.Random(number).sample(range(every), number)
    for code in chosen:
        sides = {name: ["", ""] for name in names}
        for n, (tail, head) in enumerate(arcs):
            owner = code >> 2 * n & 3
            sides[tail][0] += head * (owner & 1)
            sides[tail][1] += head * (owner >> 1)
        yield {name: (left, right) for name, (left, right) in sides.items()}


@about_games
def test_acyclic_graphs_have_the_values_and_outcomes_of_the_definitions() -> None:
    """All partizan graphs of four positions, the first of which is the start."""
    for sides in graphs(list(itertools.combinations("abcd", 2)), "abcd", depth(250, 4096)):
        position = pp.load("abstract_game", text_of(sides))
        assert not position.system.loopy
        value = slow_value(sides, "a")
        assert pp.value(position) == value, str(position)
        for method in pp.methods("outcome", position):
            assert pp.outcome(position, method=method) == value.outcome == slow_outcome(sides, {}, "a")


@about_games
def test_graphs_with_cycles_have_the_outcomes_of_the_definition() -> None:
    rng = random.Random(1)
    seen = set()
    for sides in graphs(list(itertools.product("abcd", "abcd")), "abcd", depth(300, 20_000)):
        ends = {name: rng.choice("LRD") for name in "cd" if rng.random() < 0.3}
        for name in ends:
            sides[name] = ("", "")
        misere = rng.random() < 0.3
        position = pp.load("abstract_game", text_of(sides, ends), misere=misere)
        assert position.system.decided == bool(ends)
        found = pp.outcome(position)
        assert found == slow_outcome(sides, ends, "a", misere), str(position)
        assert pp.verify(found), str(position)
        seen.add(found.answer.letter)
    assert len(seen) >= 8, seen


@about_games
def test_impartial_graphs_are_recognised_and_have_nimbers() -> None:
    """All impartial graphs of three positions."""
    arcs = list(itertools.product("abc", repeat=2))
    for bits in itertools.product((0, 1), repeat=len(arcs)):
        options = {
            name: "".join(head for (tail, head), bit in zip(arcs, bits, strict=True) if bit and tail == name)
            for name in "abc"
        }
        position = pp.load("abstract_game", "; ".join(f"{name}: {' '.join(heads)}" for name, heads in options.items()))
        assert position.impartial
        sides = {name: (heads, heads) for name, heads in options.items()}
        assert pp.outcome(position) == slow_outcome(sides, {}, "a")
        assert pp.grundy(position) == (generalized(options)["a"] if position.system.loopy else mex(options, "a"))


def mex(options: dict[str, str], name: str) -> int:
    taken = {mex(options, option) for option in options[name]}
    return next(n for n in itertools.count() if n not in taken)


@about_games
def test_a_graph_is_loopy_if_it_has_a_cycle_which_is_named() -> None:
    loopy = 0
    for sides in graphs(list(itertools.product("abcd", "abcd")), "abcd", depth(300, 20_000)):
        sides = {name: (left[:1], right[:1]) for name, (left, right) in sides.items()}
        after = {name: set(left + right) for name, (left, right) in sides.items()}
        position = pp.load("abstract_game", text_of(sides))
        reached = {name: set(options) for name, options in after.items()}
        for middle, one, other in itertools.product("abcd", repeat=3):
            if middle in reached[one] and other in reached[middle]:
                reached[one].add(other)
        assert position.system.loopy == any(name in reached[name] for name in "abcd"), str(position)
        if position.system.loopy:
            loopy += 1
            with pytest.raises(pp.NotApplicable) as caught:
                pp.temperature(position)
            walk = str(caught.value).partition("here positions repeat: ")[2].partition(" (")[0].split(" > ")
            assert walk[0] == walk[-1] and len(set(walk)) == len(walk) - 1
            assert all(b in after[a] for a, b in itertools.pairwise(walk)), (str(position), walk)
    assert loopy > 50


@about_games
def test_a_question_is_refused_for_what_stands_in_its_way() -> None:
    both = pp.load("abstract_game", "a: b | c; b: a; c=L")
    with pytest.raises(pp.NotApplicable, match="; here positions repeat: a > b > a and c=L ends play "):
        pp.temperature(both)
    with pytest.raises(pp.NotApplicable, match=r"suspense needs .*; here positions repeat: a > b > a \("):
        pp.suspense(both)
    with pytest.raises(pp.NotApplicable, match=r"abstract_game: solve needs a puzzle[^;]*$"):
        pp.solve(both)
    with pytest.raises(pp.NotApplicable, match=r"value needs [^;]*; here c=L ends play \("):
        pp.value(pp.load("abstract_game", "a: b | c; c=L"))
    assert pp.remoteness(pp.load("abstract_game", "a: b | c; c=L")) == 1
    with pytest.raises(pp.NotApplicable, match="games without draws"):
        pp.remoteness(pp.load("abstract_game", "a: b | c; b=D"))


@about_both
@pytest.mark.parametrize(
    ("key", "given", "written"),
    [
        ("abstract_game", "a", "a"),
        ("abstract_game", "a: b | b", "a: b"),
        ("abstract_game", "a: b c | c b", "a: b c"),
        ("abstract_game", "a:b,c|d\nb:|c;\n\nd:", "a: b c | d; b: | c"),
        ("abstract_game", "d; c: a | ; a: d", "c: a |; a: d; @d"),
        ("abstract_game", "@a: b; b: a", "a: b; b: a"),
        ("abstract_game", "a: b; @b: a", "a: b; @b: a"),
        ("abstract_game", "a: b; b=D; x", "a: b; b=D; x"),
        (
            "abstract_game",
            'digraph { "a" -> b -> c; a -> c [player=Left] c -> a [label="r"] }',
            "a: b c | b; b: c; c: | a",
        ),
        ("abstract_game", "digraph { a -> b; b [winner=draw start=true] }", "a: b; @b=D"),
        ("abstract_puzzle", "digraph { a -> b -> c; a [goal=true]; b [goal=no] }", "a=G: b; b: c"),
        ("abstract_puzzle", " a : b c ; b = G", None),
        ("abstract_puzzle", "a: b c; b=G: c", "a: b c; b=G: c"),
    ],
)
def test_a_graph_has_one_text(key: str, given: str, written: str | None) -> None:
    if written is None:
        with pytest.raises(pp.ParseError):
            pp.load(key, given)
    else:
        assert str(pp.load(key, given)) == written
        assert pp.load(key, given) == pp.load(key, written) and hash(pp.load(key, given)) == hash(pp.load(key, written))


@about_both
def test_graphs_of_networkx_are_read() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.MultiDiGraph()
    graph.add_edge("a", "b", player="L")
    graph.add_edge("a", "c", player=RIGHT)
    graph.add_edge("a", "b", player="right")
    graph.add_edge("b", "c")
    graph.add_node("c", start=True, winner="Left")
    assert str(pp.load("abstract_game", graph)) == "a: b | b c; b: c; @c=L"
    lattice = networkx.DiGraph(networkx.grid_2d_graph(2, 2))
    assert str(pp.load("abstract_puzzle", lattice)).startswith("0_0: 1_0 0_1; ")
    for wrong in (networkx.path_graph(3), networkx.MultiDiGraph([(1, 2), (1, 2)]), networkx.DiGraph([(1, "1")])):
        with pytest.raises(pp.ParseError, match=r"^abstract_game: "):
            pp.load("abstract_game", wrong)


EXAMPLE = "with its options, such as a: b c)"
EXAMPLES = "with its options, such as a: b c | d)"
NAMES = "(expected at most 32 letters, digits and underscores)"


@about_both
@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("abstract_game", "a: b; a: c", "row 1, column 7: 'a' is described twice"),
        ("abstract_game", "a: b b", "row 1, column 1: option 'b' is written twice (expected once for each player)"),
        ("abstract_game", "@a: b; @c", "row 1, column 9: two current positions (expected one)"),
        ("abstract_game", "a: b\nb=Q", "row 2, column 2: unexpected '=Q' (expected =L, =R, =D)"),
        ("abstract_game", "a=L: b", "a=L has options (expected none where play ends)"),
        ("abstract_puzzle", "a=L: b", "row 1, column 2: unexpected '=L' (expected =G)"),
        ("abstract_puzzle", "a: b | c", "row 1, column 6: unexpected '|' (expected a position " + EXAMPLE),
        ("abstract_game", "a: b\n c: ?", "row 2, column 5: unexpected '?' (expected a position " + EXAMPLES),
        ("abstract_game", ";;", "no positions (expected positions with their options, such as a: b c | d; b: c)"),
        ("abstract_game", "digraph { a -> b [player=X] }", "player 'X' of the arc a>b (expected Left or Right)"),
        ("abstract_game", "digraph { a -> b; a -> b }", "two arcs of one player lead from 'a' to one position"),
        ("abstract_game", "digraph { a [winner=me] }", "winner 'me' of a position (expected Left, Right or draw)"),
        ("abstract_game", "graph { a -- b }", "the graph is undirected (expected a directed graph)"),
        ("abstract_game", 'digraph { "a b" }', "'a b' cannot name a position " + NAMES),
    ],
)
def test_what_is_wrong_is_said(key: str, text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, text)
    assert str(caught.value) == f"{key}: {message}"


def shortest(after: dict[str, str], goals: str, start: str) -> tuple[int, int] | None:
    """The length and the number of the shortest paths to a goal, by listing all paths of each length."""
    paths = [start]
    for length in range(len(after) + 1):
        solved = sum(path[-1] in goals for path in paths)
        if solved:
            return length, solved
        paths = [path + option for path in paths for option in after[path[-1]]]
    return None


@about_puzzles
def test_puzzles_are_solved_as_by_listing_all_paths() -> None:
    rng = random.Random(2)
    solved = 0
    for _ in range(depth(150, 3000)):
        names = "abcde"
        after = {name: "".join(other for other in names if rng.random() < 0.3) for name in names}
        marked = "".join(name for name in names if rng.random() < 0.2)
        text = "; ".join(f"{n}{'=G' if n in marked else ''}: {' '.join(after[n])}" for n in names)
        position = pp.load("abstract_puzzle", text)
        goals = marked or "".join(name for name in names if not after[name])
        expected = shortest(after, goals, "a")
        line = pp.solve(position).answer
        assert (None if line is None else len(line)) == (None if expected is None else expected[0]), text
        assert pp.count(position) == (0 if expected is None else expected[1])
        assert len(pp.solutions(position, limit=1000)) == (0 if expected is None else expected[1])
        assert pp.cluster(position).answer.depth == (None if expected is None else expected[0])
        solved += expected is not None
    assert solved > 50


@about_games
def test_a_large_graph_is_loaded_asked_and_drawn() -> None:
    size = depth(3000, 100_000)
    position: Position = pp.load("abstract_game", "; ".join(f"p{n}: p{n + 1} p{n + 2} p{n + 3}" for n in range(size)))
    assert pp.grundy(position) == size % 4 and pp.reachable(position).answer.positions == size + 3
    assert pp.load("abstract_game", str(position)) == position
    assert f"and {size + 3 - 40:,} more positions" in str(position.picture())
    around = pp.load("abstract_game", "; ".join(f"p{n}: p{(n + 1) % size}" for n in range(size)))
    with pytest.raises(pp.NotApplicable, match=r"here positions repeat: .* > … > ") as caught:
        pp.temperature(around)
    assert len(str(caught.value)) < 400
