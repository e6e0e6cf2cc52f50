"""Cops and Robbers against value iteration: every state, every rule; known cop numbers; both winners' strategies."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import networkx
import pytest
from tests.reference.chases import Rules, best_start, captures
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Outcome, Player, Position
from perfectplay.method import Asked
from perfectplay.solvers import pursuit_tables

pytestmark = pytest.mark.about("cops_and_robbers")

KEY = "cops_and_robbers"
TABLES = "pursuit tables"


def loaded(graph: str, **options: Any) -> Position:
    return pp.load(KEY, graph, **options)


def written(out: list[list[int]], directed: bool) -> str:
    """A graph as text; in an undirected one each edge is listed at both ends."""
    names = [f"v{n}" for n in range(len(out))]
    pairs = [(a, b) for a, heads in enumerate(out) for b in heads if directed or a <= b]
    return " ".join([*names, *(f"{names[a]}{'>' if directed else '-'}{names[b]}" for a, b in dict.fromkeys(pairs))])


def at(graph: str, rules: Rules, state: tuple[tuple[int, ...], int, bool], **options: Any) -> Position:
    """The position in which cops and robber stand so."""
    cops, robber, cops_move = state
    letters = {f"v{cop}": ".C23456789"[cops.count(cop)] for cop in cops}
    letters[f"v{robber}"] = "X" if robber in cops else "R" if cops_move else "r"
    given = " ".join(f"{vertex}={letter}" for vertex, letter in letters.items())
    return loaded(f"{graph}; {given}", **rules.options(), **options)


def chances(number: int, seed: str, largest: int = 6) -> Iterator[tuple[list[list[int]], bool, Rules]]:
    """Random graphs with random rules."""
    rng = random.Random(seed)
    for _ in range(number):
        size = rng.randint(2, largest)
        directed = rng.random() < 0.6
        out: list[list[int]] = [[] for _ in range(size)]
        for _ in range(rng.randint(1, 3 * size)):
            a, b = rng.randrange(size), rng.randrange(size)
            out[a].append(b)
            if not directed:
                out[b].append(a)
        out = [sorted(set(heads)) for heads in out]
        if not any(out):
            continue
        cops_pass, robber_passes, one = (rng.random() < 0.5 for _ in range(3))
        stuck = rng.choice(["stay", "stay", "lose", "win"])
        yield out, directed, Rules(rng.randint(1, 3), cops_pass, robber_passes, one, stuck)


def lengths(position: Position) -> int | None:
    """Plies to the capture, as the solver's answer to a question that others ask."""
    found: int | None = pursuit_tables.remoteness(position, Asked(None, {"player": position.to_move or LEFT})).value
    return found


def test_every_state_of_random_graphs_is_that_of_value_iteration() -> None:
    """Directed and undirected, 1 to 3 cops, all rules: who wins, and in how many plies."""
    rng = random.Random("states")
    seen = 0
    for out, directed, rules in chances(depth(60, 500), "random rules"):
        plies = captures(out, rules)
        graph = written(out, directed)
        places = itertools.combinations_with_replacement(range(len(out)), rules.cops)
        states = [(place, robber, turn) for place in places for robber in range(len(out)) for turn in (True, False)]
        for state in rng.sample(states, min(len(states), depth(12, 60))):
            position = at(graph, rules, state)
            winner = LEFT if state in plies else RIGHT
            assert pp.outcome(position, method=TABLES) == Outcome(winner, winner), repr(position)
            if pursuit_tables.remoteness_applies(position):
                expected = 0 if position.to_move is None else plies.get(state)
                assert lengths(position) == expected, repr(position)
            seen += 1
        start = loaded(graph, cops=rules.cops, **rules.options())
        longest = best_start(out, rules, plies)
        assert pp.outcome(start, method=TABLES) == ("R" if longest is None else "L"), repr(start)
        if longest is not None:
            assert lengths(start) == rules.cops + 1 + longest
    assert seen > depth(500, 15_000)


def test_the_general_search_agrees() -> None:
    for out, directed, rules in chances(depth(15, 150), "searched", 4):
        rules = replace(rules, cops=min(rules.cops, 2))
        start = loaded(written(out, directed), cops=rules.cops, **rules.options())
        for position in (start, *(move.after for move in start.moves()[:2])):
            assert pp.outcome(position, method="retrograde") == pp.outcome(position, method=TABLES), repr(position)


def test_strategies_of_both_winners_hold_against_every_reply() -> None:
    won: set[str] = set()
    for out, directed, rules in chances(depth(25, 250), "followed", 5):
        rules = replace(rules, cops=min(rules.cops, 2))
        for mirrored in (False, True):
            start = loaded(written(out, directed), cops=rules.cops, mirrored=mirrored, **rules.options())
            found = pp.outcome(start, method=TABLES)
            assert pp.verify(found, limits=pp.Limits(positions=20_000)), repr(start)
            won.add(f"{found} {mirrored}")
            assert pp.verify(pp.best(start)), repr(start)
    assert len(won) == 4


def test_a_strategy_of_the_cops_never_goes_round_in_circles() -> None:
    """Where they could take their time: the robber is caught in as many plies as were promised, whatever it does."""
    position = loaded("a-b b-c c-d d-e e-f; a=C f=R")
    promised = lengths(position)
    while position.winner is None:
        move = pp.best(position).answer
        assert move is not None and promised is not None and promised == lengths(position)
        position, promised = move.after, promised - 1
    assert promised == 0


# cop numbers --------------------------------------------------------------------------------------------------------


def named(graph: Any) -> Position:
    return loaded(networkx.convert_node_labels_to_integers(graph))


KNOWN = [
    ("path", networkx.path_graph(9), 1, 4, "the radius of a tree"),
    ("tree", networkx.balanced_tree(2, 3), 1, 3, "the radius of a tree"),
    ("cycle", networkx.cycle_graph(8), 2, 2, "Aigner & Fromme 1984"),
    ("complete", networkx.complete_graph(7), 1, 1, "one step"),
    ("two sides", networkx.complete_bipartite_graph(3, 4), 2, 1, "one cop on each side"),
    ("petersen", networkx.petersen_graph(), 3, 1, "Aigner & Fromme 1984: girth 5, degree 3"),
    ("dodecahedron", networkx.dodecahedral_graph(), 3, None, "Aigner & Fromme 1984: planar, girth 5"),
    ("icosahedron", networkx.icosahedral_graph(), 2, None, "Aigner & Fromme 1984"),
    *(
        (f"grid {m}x{n}", networkx.grid_2d_graph(m, n), 2, (m + n) // 2 - 1, "Mehrabian 2011")
        for m, n in ((2, 2), (2, 5), (3, 4), (4, 4), (5, 6))
    ),
    *(
        (f"hypercube {d}", networkx.hypercube_graph(d), (d + 2) // 2, None, "Neufeld & Nowakowski 1998")
        for d in (1, 2, 3, 4)
    ),
    ("apart", networkx.disjoint_union(networkx.cycle_graph(4), networkx.path_graph(7)), 3, 3, "2 + 1, the longer"),
    ("no edges", networkx.empty_graph(12), 12, 0, "one on every vertex"),
    ("alone", networkx.empty_graph(1), 1, 0, "the robber has nowhere to go"),
]


@pytest.mark.parametrize(("name", "graph", "number", "time", "source"), KNOWN, ids=[row[0] for row in KNOWN])
def test_cop_numbers_of_the_literature(name: str, graph: Any, number: int, time: int | None, source: str) -> None:
    found = pp.cop_number(named(graph))
    assert found == number and len(found.witness["places"]) == number
    assert time is None or found.witness["capture_time"] == time


def test_three_cops_on_thirty_vertices() -> None:
    """Sparse and dense; the work is counted in the benchmarks."""
    for degree in (3, 12):
        graph = networkx.random_regular_graph(degree, 30, seed=degree)
        start = loaded(graph, cops=3)
        cops = pp.cop_number(start, limits=pp.Limits(time=60)).answer
        assert (pp.outcome(start) == "L") == (cops <= 3)


def connected(most: int) -> list[Any]:
    return [graph for graph in networkx.graph_atlas_g()[1:] if len(graph) <= most and networkx.is_connected(graph)]


def least_number(out: list[list[int]], rules: Rules) -> tuple[int, int]:
    """Of cops who win from places of their choice, and their moves until then."""
    for cops in itertools.count(1):
        more = replace(rules, cops=cops)
        plies = best_start(out, more, captures(out, more))
        if plies is not None:
            return cops, (plies + 1) // 2
    raise AssertionError


def test_capture_times_of_all_small_connected_graphs() -> None:
    graphs = connected(depth(5, 7))
    assert len(graphs) == depth(31, 996)
    for graph in graphs:
        out = [sorted(graph[vertex]) for vertex in range(len(graph))]
        found = pp.cop_number(named(graph))
        assert (found.answer, found.witness["capture_time"]) == least_number(out, Rules())
        assert found.answer <= 2, "the Petersen graph is the least that needs three (Baird and others 2013)"


def test_cop_numbers_by_all_rules() -> None:
    for out, directed, rules in chances(depth(30, 300), "cop numbers", 5):
        least = least_number(out, rules)
        found = pp.cop_number(loaded(written(out, directed), **rules.options()))
        assert (found.answer, found.witness["capture_time"]) == least, (out, rules)
        if found.answer <= 3:
            assert pp.verify(found, limits=pp.Limits(positions=20_000)), (out, rules)


@pytest.mark.parametrize("graph", ["a-b b-c c-d d-a", "a>b b>c c>a a>d", "a-b b-c c-d; a=C d=r", "a b c"])
def test_a_cop_number_is_verified_and_forgeries_are_refuted(graph: str) -> None:
    found = pp.cop_number(loaded(graph))
    assert pp.verify(found) and pp.verify(found.to_json())
    for answer in {0, 1, 2, 3, 4, 5} - {found.answer}:
        assert pp.verify(replace(found, answer=answer)).refuted
    places, time = found.witness["places"], found.witness["capture_time"]
    for forged in (
        {"places": places, "capture_time": time + 1},
        {"places": [*places, places[0]], "capture_time": time},
        {"places": ["nowhere", *places[1:]], "capture_time": time},
    ):
        assert pp.verify(replace(found, witness=forged)).refuted, forged


def test_what_was_checked_of_a_large_cop_number_is_said() -> None:
    found = pp.cop_number(loaded("@petersen"))
    verdict = pp.verify(found)
    assert not verdict and not verdict.refuted
    assert "by the rules the robber escapes from 2 cops; for 3, more than 3000 positions" in str(verdict)


@pytest.mark.full
def test_the_cop_number_of_the_petersen_graph_is_verified() -> None:
    assert pp.verify(pp.cop_number(loaded("@petersen")), limits=pp.Limits(positions=10_000))


# limits -------------------------------------------------------------------------------------------------------------


def test_limits_stop_a_table_and_say_what_is_known() -> None:
    graph = networkx.convert_node_labels_to_integers(networkx.dodecahedral_graph())
    with pytest.raises(pp.LimitReached, match="at least 2 cops are needed"):
        pp.cop_number(loaded(graph), limits=pp.Limits(positions=500))
    apart = networkx.disjoint_union(networkx.disjoint_union(networkx.cycle_graph(7), graph), networkx.path_graph(2))
    with pytest.raises(pp.LimitReached, match="at least 5 cops are needed") as caught:
        pp.cop_number(loaded(apart), limits=pp.Limits(positions=1000))
    assert caught.value.best == 5
    with pytest.raises(pp.LimitReached, match="MB allowed"):
        pp.outcome(loaded(networkx.grid_2d_graph(20, 20), cops=2), limits=pp.Limits(memory=1 << 20))
    cancel = pp.Cancel()
    cancel.set()
    with pytest.raises(pp.LimitReached, match="cancelled"):
        pp.cop_number(loaded(networkx.path_graph(50)), limits=pp.Limits(cancel=cancel))


def test_what_no_memory_holds_is_refused_in_order() -> None:
    with pytest.raises(pp.LimitReached, match="memory"):
        pp.outcome(loaded(networkx.path_graph(1000), cops=9, mover="one"))


# text, moves and turns ----------------------------------------------------------------------------------------------


def test_places_are_chosen_first_by_the_cops_and_then_by_the_robber() -> None:
    start = loaded("a-b b-c c-d", cops=2)
    assert start.to_move is LEFT and [move.again for move in start.moves()] == [True] * 4
    one = start.play("b")
    assert (str(one), one.to_move) == ("a-b b-c c-d; b=C", LEFT) and not any(move.again for move in one.moves())
    two = one.play("b")
    assert (str(two), two.to_move) == ("a-b b-c c-d; b=2", RIGHT)
    there = two.play("d")
    assert (str(there), there.to_move) == ("a-b b-c c-d; b=2 d=R", LEFT)
    caught = two.play("b")
    assert (str(caught), caught.winner, caught.to_move, caught.moves()) == ("a-b b-c c-d; b=X", LEFT, None, [])


def texts(position: Position, player: Player | None = None) -> list[str]:
    return sorted(move.text for move in position.moves(player))


@pytest.mark.parametrize(
    ("graph", "options", "moves"),
    [
        ("a-b b-c; a=C c=R", {}, ["a-b", "pass"]),
        ("a-b b-c; a=C c=r", {}, ["c-b", "pass"]),
        ("a-b b-c; a=C c=R", {"passing": "robber"}, ["a-b"]),
        ("a-b b-c; a=C c=r", {"passing": "cops"}, ["c-b"]),
        ("a-b b-c c-d; a=C b=C d=R", {}, ["a-b", "a-b,b-a", "a-b,b-c", "b-a", "b-c", "pass"]),
        ("a-b b-c c-d; a=C b=C d=R", {"mover": "one"}, ["a-b", "b-a", "b-c", "pass"]),
        ("a-b b-c c-d; a=C b=C d=R", {"passing": "nobody"}, ["a-b,b-a", "a-b,b-c"]),
        (
            "a-b a-c a-d; a=2 d=R",
            {"passing": "nobody"},
            ["a-b,a-b", "a-b,a-c", "a-b,a-d", "a-c,a-c", "a-c,a-d", "a-d,a-d"],
        ),
        ("a>b b>c; a=C c=r", {"passing": "nobody"}, ["pass"]),
        ("a>b b>c; a=C c=r", {"passing": "nobody", "stuck": "lose"}, []),
        ("a>b b>c d; a=C d=C c=R", {"passing": "nobody"}, ["a>b"]),
        ("a>b b>c d; a=C d=C c=R", {"passing": "nobody", "stuck": "lose"}, []),
        ("a>b b>c d; a=C d=C c=R", {"passing": "nobody", "stuck": "lose", "mover": "one"}, ["a>b"]),
        ("a-a a-b b-c; a=C c=R", {"passing": "nobody"}, ["a-b", "pass"]),
    ],
)
def test_moves_by_all_rules(graph: str, options: dict[str, Any], moves: list[str]) -> None:
    assert texts(loaded(graph, **options)) == moves


def test_a_robber_who_must_move_may_run_into_a_cop() -> None:
    position = loaded("a>b b>a; a=C b=r", passing="nobody")
    (move,) = position.moves()
    assert move.after.winner is LEFT and str(move.after) == "a>b b>a; a=X"
    assert lengths(position) == 1


def test_the_robber_takes_the_letter_of_whoever_caught_it() -> None:
    """How many cops stand there does not matter any more."""
    two = loaded("a-b b-c; a=2 b=R").play("a-b,a-b")
    one = loaded("a-b b-c; a=2 b=r").play("b-a")
    assert (str(two), str(one)) == ("a-b b-c; b=X", "a-b b-c; a=X")


@pytest.mark.parametrize(
    ("graph", "options", "message"),
    [
        ("a-b; a=R b=r", {}, "2 robbers (expected one at most)"),
        ("a-b; a=R", {}, "no cops (expected 1 to 9, written as in a-b b-c; a=C c=R)"),
        ("a-b b-c; a=9 b=C c=R", {}, "10 cops (expected 1 to 9, written as in a-b b-c; a=C c=R)"),
        ("a-b", {"cops": 0}, "option cops=0 (expected 1 to 9)"),
        ("a-b", {"cops": 10}, "option cops=10 (expected 1 to 9)"),
        ("a-b", {"passing": "all"}, "option passing='all' (expected both or cops or robber or nobody)"),
        ("a-b", {"mover": "two"}, "option mover='two' (expected all or one)"),
        ("a-b", {"stuck": "win"}, "option stuck='win' (expected stay or lose)"),
        ("a-b", {"cops": "2"}, "option cops='2' (expected a value like 1)"),
        ("a-b; a=1", {}, "row 1, column 8: unexpected '1' (expected one of \".C23456789RrX\")"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(graph: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        loaded(graph, **options)
    assert str(caught.value).removeprefix(f"{KEY}: ") == message


def test_moves_that_could_not_be_listed_are_refused_with_the_graph() -> None:
    star = networkx.star_graph(60)
    with pytest.raises(pp.ParseError, match="4 cops with up to 61 moves each"):
        loaded(star, cops=4)
    assert loaded(star, cops=4, mover="one").moves()


def test_foreign_graphs_are_read_with_their_letters() -> None:
    graph = networkx.cycle_graph(5)
    graph.nodes[0]["letter"] = "C"
    graph.nodes[2]["letter"] = "R"
    assert str(loaded(graph)).endswith("; 0=C 2=R")
    assert pp.outcome(loaded(graph)) == "R"
