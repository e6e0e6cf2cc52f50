"""Sliding Tokens and Subway Shuffle against rules written down once more, and the text forms of tokens on graphs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeVar

import networkx
import pytest

import perfectplay as pp

pytestmark = pytest.mark.about("sliding_tokens", "subway_shuffle", "labelled_tokens", "token_puzzle")

T = TypeVar("T")


def least(start: T, following: Callable[[T], Iterator[T]], solved: Callable[[T], bool]) -> int | None:
    """The fewest moves to a solved state."""
    far, order = {start: 0}, [start]
    for here in order:
        if solved(here):
            return far[here]
        for there in following(here):
            if there not in far:
                far[there] = far[here] + 1
                order.append(there)
    return None


def agrees(key: str, text: str, expected: int | None) -> None:
    result = pp.solve(pp.load(key, text))
    assert (None if result.answer is None else result.answer.cost) == expected, text
    assert pp.verify(result)


def random_graph(rng: random.Random, size: int) -> networkx.Graph:
    graph = networkx.random_labeled_tree(size, seed=rng.randrange(10**6))
    for _ in range(rng.randrange(5)):
        graph.add_edge(*rng.sample(range(size), 2))
    return graph


def test_sliding_tokens_by_the_definition() -> None:
    rng = random.Random(11)
    answers = []
    for _ in range(150):
        graph = random_graph(rng, rng.randrange(4, 10))
        start, goal = (frozenset(networkx.maximal_independent_set(graph, seed=rng.randrange(10**6))) for _ in range(2))
        size = rng.randrange(1, min(len(start), len(goal)) + 1)
        start, goal = (frozenset(rng.sample(sorted(chosen), size)) for chosen in (start, goal))
        moved = rng.choice(sorted(start)) if rng.random() < 0.4 else None

        def following(here: frozenset[int], graph: networkx.Graph = graph) -> Iterator[frozenset[int]]:
            for token in here:
                for v in graph[token]:
                    there = here - {token} | {v}
                    if len(there) == len(here) and not any(graph.has_edge(a, b) for a in there for b in there):
                        yield there

        if moved is None:
            expected = least(start, following, lambda here, goal=goal: here == goal)  # type: ignore[misc]
            letters = {v: ".xoO"[(v in goal) + 2 * (v in start)] for v in graph}
        else:
            expected = least(start, following, lambda here, moved=moved: moved not in here)  # type: ignore[misc]
            letters = {v: "@" if v == moved else ".o"[v in start] for v in graph}
        text = " ".join(f"{a}-{b}" for a, b in graph.edges) + "; " + " ".join(f"{v}={s}" for v, s in letters.items())
        agrees("sliding_tokens", text, expected)
        answers.append(expected)
    assert answers.count(None) > 15 and sum(bool(answer) for answer in answers) > 40


def test_subway_shuffle_by_the_definition() -> None:
    rng = random.Random(12)
    answers = []
    for _ in range(400):
        graph = random_graph(rng, rng.randrange(4, 10))
        colours = rng.choice(["rb", "rbg", "rbgy"])
        lines = {(a, b): rng.choice(colours) for a, b in graph.edges}
        stations = rng.sample(sorted(graph), rng.randrange(1, len(graph) - 1))
        cars = {v: rng.choice(colours) for v in stations}
        cars[stations[0]] = cars[stations[0]].upper()
        goal = rng.choice(sorted(graph))

        def following(
            here: frozenset[tuple[int, str]], lines: dict[tuple[int, int], str] = lines
        ) -> Iterator[frozenset[tuple[int, str]]]:
            taken = {v for v, _ in here}
            for (a, b), colour in lines.items():
                for u, v in ((a, b), (b, a)):
                    for car in (colour, colour.upper()):
                        if (u, car) in here and v not in taken:
                            yield here - {(u, car)} | {(v, car)}

        def solved(here: frozenset[tuple[int, str]], goal: int = goal) -> bool:
            return any(v == goal and car.isupper() for v, car in here)

        expected = least(frozenset(cars.items()), following, solved)
        given = [f"{v}={car}" for v, car in cars.items()] + [f"{a}-{b}={colour}" for (a, b), colour in lines.items()]
        text = f"{' '.join(f'{a}-{b}' for a, b in lines)}; {' '.join(given)} -> {goal}"
        agrees("subway_shuffle", text, expected)
        answers.append(expected)
    assert answers.count(None) > 15 and sum(bool(answer) for answer in answers) > 40


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("token_puzzle", "a-b b-c; a=1 -> b=1", "2 holes (expected one)"),
        ("token_puzzle", "a-b", "no goal (expected one after an arrow"),
        ("labelled_tokens", "a-b; a=1 -> b=2", "token '1' is missing on one side"),
        ("labelled_tokens", "a-b; a=1 b=1 -> a=1 b=1", "token '1' for the second time"),
        ("labelled_tokens", "a-b; a=1 a=2 -> a=1 b=2", "'a' has a token already"),
        ("labelled_tokens", "a-b; c=1 -> a=1", "no cell is called 'c' (expected a vertex)"),
        ("labelled_tokens", "a-b; a -> a", "unexpected 'a' (expected a vertex and its token, such as a=1)"),
        ("labelled_tokens", "a>b; a=1 -> b=1", "unexpected '>'"),
        ("token_shifts", "a-b; a=o", "1 tokens and 0 marked vertices"),
        ("sliding_tokens", "a-b b-c; a=o b=o c=x", "the token on a has a neighbour"),
        ("sliding_tokens", "a-b b-c; a=o", "no goal"),
        ("subway_shuffle", "a-b; a=R", "no goal"),
        ("subway_shuffle", "a-b; a=R -> c", "goal: no place is called 'c'"),
        ("subway_shuffle", "a-b; a=r -> b", "0 target cars"),
    ],
)
def test_errors_say_what_is_wrong(key: str, text: str, said: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, text)
    assert said in str(caught.value)


def test_loops_and_parallel_edges_change_nothing() -> None:
    plain = pp.solve(pp.load("token_puzzle", "a-b b-c c-a; a=1 b=2 -> b=1 c=2"))
    other = pp.solve(pp.load("token_puzzle", "a-b a-b b-b b-c c-a; a=1 b=2 -> b=1 c=2"))
    assert str(plain) == str(other) == "b-c a-b"


def test_shifts_of_labelled_tokens_count_a_walk_once() -> None:
    position = pp.load("labelled_tokens", "a-b b-c c-d b-e; a=1 e=2 -> d=1 a=2")
    line = pp.solve(position, metric="shifts").answer
    assert line is not None and line.cost == 2 and str(line) == "a-b-c-d e-b-a"


def test_two_vertices_joined_by_lines_of_two_colours() -> None:
    assert str(pp.solve(pp.load("subway_shuffle", "@both_colours"))) == "b-c a-b"
