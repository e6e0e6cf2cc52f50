"""What is proved about values of Col, checked on whole families of positions."""

from __future__ import annotations

import random
from itertools import product

import pytest

import perfectplay as pp
from perfectplay import Value

pytestmark = pytest.mark.about("col")

STAR = Value("*")


def value(text: str) -> Value:
    return pp.value(pp.load("col", text)).answer


def is_number_perhaps_with_star(found: Value) -> bool:
    return found.is_number or (found + STAR).is_number


def random_graph(rng: random.Random, vertices: int) -> str:
    edges = [f"v{b}-v{a}" for a in range(vertices) for b in range(a) if rng.random() < 0.4]
    names = [f"v{a}" for a in range(vertices)]
    letters = [f"{name}={letter}" for name in names if (letter := rng.choice("....xo")) != "."]
    return " ".join(names + edges) + ";" + " ".join(letters)


def exchanged(text: str) -> str:
    head, semicolon, letters = text.rpartition(";")
    return head + semicolon + letters.translate(str.maketrans("xo", "ox"))


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (2, 2), (2, 3)])
def test_on_every_small_grid_the_value_is_a_number_perhaps_with_star(rows: int, cols: int) -> None:
    """Winning Ways, chapter 2: values of Col are z and z*, z a number."""
    for letters in product(".xo#", repeat=rows * cols):
        text = "|".join("".join(letters[r * cols : (r + 1) * cols]) for r in range(rows))
        assert is_number_perhaps_with_star(value(text)), text


def test_on_random_graphs_the_value_is_a_number_perhaps_with_star() -> None:
    rng = random.Random(1)
    stars = 0
    for _ in range(400):
        text = random_graph(rng, rng.randint(2, 9))
        found = value(text)
        assert is_number_perhaps_with_star(found), text
        assert value(exchanged(text)) == -found
        stars += not found.is_number
    assert 40 < stars < 360  # both kinds occur


@pytest.mark.full
def test_on_larger_random_graphs_the_value_is_a_number_perhaps_with_star() -> None:
    rng = random.Random(2)
    for _ in range(2000):
        text = random_graph(rng, rng.randint(8, 14))
        assert is_number_perhaps_with_star(value(text)), text


def test_who_may_take_a_vertex_is_as_good_as_taking_it_in_advance() -> None:
    """A tint for Left helps Left: x is at least a free vertex, which is at least o."""
    rng = random.Random(3)
    for _ in range(200):
        letters = [rng.choice(".xo") for _ in range(6)]
        place = rng.randrange(6)
        better, free, worse = (
            value("".join([*letters[:place], letter, *letters[place + 1 :]])) for letter in ("x", ".", "o")
        )
        assert better >= free >= worse
