"""Whatever text comes in: it loads and plays, or a ParseError of one line that names the system says why not."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conformance.plays import KEYS, first_options, samples
from tests.tiers import depth

import perfectplay as pp
from perfectplay.kinds.rewrite import RewriteSystem

every_system = pytest.mark.parametrize("key", KEYS)
LONGEST = 110


def letters_of(key: str) -> str:
    """The system's own letters, those of its samples, and what texts are made of."""
    cls = pp.system(key)
    own = cls.cells + "".join(cls.letters) if issubclass(cls, RewriteSystem) else ""
    return "".join(dict.fromkeys(own + "".join([cls.sample, *cls.samples.values()]) + "|/\n\t ;=->,:.0123456789"))


def texts(key: str) -> st.SearchStrategy[str]:
    """Random characters, the system's own letters, ragged rows, numbers, and samples with small accidents."""
    cls = pp.system(key)
    own = st.sampled_from(letters_of(key))
    row = st.text(own, max_size=9)
    known = st.sampled_from([cls.sample, *cls.samples.values()])
    accident = st.tuples(
        st.sampled_from(["insert", "delete", "replace", "repeat"]), st.integers(0, 10_000), own | st.characters()
    )
    return st.one_of(
        st.text(max_size=40),
        st.text(own, max_size=LONGEST),
        st.text(st.sampled_from("\x00\x07\x1b\x7f\x85\u2028\ufeff\u0660²①é \n.") | own, max_size=30),
        st.lists(row, max_size=9).map("|".join),
        st.lists(row, max_size=9).map("\n".join),
        st.lists(st.integers(-9, 12_000), max_size=9).map(lambda numbers: " ".join(map(str, numbers))),
        st.lists(st.integers(10**6, 10**40), min_size=1, max_size=3).map(lambda numbers: " ".join(map(str, numbers))),
        st.tuples(known, st.lists(accident, min_size=1, max_size=4)).map(lambda pair: damaged(*pair)),
        st.tuples(known, st.randoms(use_true_random=False)).map(lambda pair: shuffled(*pair)),
    )


def damaged(text: str, accidents: list[tuple[str, int, str]]) -> str:
    for kind, number, letter in accidents:
        place = number % (len(text) + 1)
        if kind == "insert":
            text = text[:place] + letter + text[place:]
        elif kind == "delete":
            text = text[:place] + text[place + 1 :]
        elif kind == "replace":
            text = text[:place] + letter + text[place + 1 :]
        elif len(text) < LONGEST:
            text = text[:place] + text[place:] * 2
    return text


def shuffled(text: str, rng: random.Random) -> str:
    letters = list(text)
    rng.shuffle(letters)
    return "".join(letters)


def check_text(key: str, text: str) -> bool:
    """Does it load? Anything but a position that works, or one line that starts with the key, is a failure."""
    try:
        position = pp.load(key, text)
    except pp.ParseError as error:
        message = str(error)
        assert message.startswith(f"{key}: "), message
        assert message.isprintable() and len(message) <= 400, repr(message)
        loaded = False
    else:
        again = pp.load(key, str(position))
        assert again == position and str(again) == str(position)
        if not re.search(r"\d{4}", text):  # heaps too large to list their options have a test of their own below
            for after in first_options(position, 3):
                assert pp.load(key, str(after)) == after
        assert str(position.picture()) is not None
        loaded = True
    return loaded


@every_system
def test_random_texts_load_or_are_refused_in_one_line(key: str) -> None:
    @settings(max_examples=depth(60, 20_000), suppress_health_check=list(HealthCheck))
    @given(texts(key))
    def try_it(text: str) -> None:
        check_text(key, text)

    try_it()


@every_system
def test_samples_with_one_letter_changed_load_or_are_refused(key: str) -> None:
    """Places of the samples, all of them in the full suite, and four other letters: some load and some do not."""
    rng = random.Random(key)
    changed = [
        text[:place] + letter + text[place + 1 :]
        for text in map(str, samples(key))
        for place in range(len(text))
        for letter in rng.sample(letters_of(key), 4)
    ]
    changed = depth(rng.sample(changed, min(len(changed), 100)), changed)
    assert {check_text(key, text) for text in changed} == {True, False}


@every_system
def test_odd_texts_load_or_are_refused(key: str) -> None:
    for text in [
        "",
        " ",
        "\n",
        "|",
        "||",
        "\x00",
        "\ufeff",
        "\u0663 \u0664",
        "²",
        "-1",
        "1e3",
        "0x10",
        "None",
        "@",
        ";",
        "=",
    ]:
        check_text(key, text)
    for text in [
        "a=@",
        "%s%n",
        "{}",
        "\\",
        "'",
        "x" * 70_000,
        "|" * 60_000,
        "\n" * 60_000,
        "- " * 30_000,
        "a-" * 30_000,
    ]:
        check_text(key, text)


@every_system
def test_what_is_not_text_is_refused_in_one_line(key: str) -> None:
    for source in (7, 1.5, b"..", [None], {}, object(), (), True):
        with pytest.raises(pp.ParseError) as caught:
            pp.load(key, source)
        assert str(caught.value).startswith(f"{key}: ") and str(caught.value).isprintable()


@every_system
def test_megabytes_of_noise_are_refused(key: str) -> None:
    rng, size = random.Random(key), depth(pp.system(key).longest + 10_000, 10_000_000)
    chunk = "".join(rng.choices(letters_of(key) + "\x00é\u2028", k=10_000))
    for text in (chunk * (size // len(chunk)), rng.choice(letters_of(key)) * size, "|" * size, "9" * size):
        with pytest.raises(pp.ParseError) as caught:
            pp.load(key, text)
        assert str(caught.value).startswith(f"{key}: ") and len(str(caught.value)) <= 400


@every_system
def test_a_wrong_letter_on_a_board_is_placed_by_row_and_column(key: str) -> None:
    cls = pp.system(key)
    if "|" not in cls.sample:
        pytest.skip("the sample has no rows")
    rows = cls.sample.split("|")
    rows[1] = rows[1][:-1] + "\N{SNOWMAN}"
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, "|".join(rows))
    on_one_line = (
        "&" in cls.sample or "{" in cls.sample or cls.kind in ("explicit", "constraint graph")
    )  # the bar means something else
    assert ("row 1, column " if on_one_line else "row 2") in str(caught.value)
