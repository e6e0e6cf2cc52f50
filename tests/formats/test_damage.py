"""Sources of every format and type, damaged: each is a position, or refused in one clear line, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.conformance.plays import PENCIL
from tests.formats.test_loading import NON
from tests.formats.test_tatham import KNOWN as IDS
from tests.tiers import depth

import perfectplay as pp
from perfectplay.formats.types import type_of

PUZZLES = [key for key in PENCIL if getattr(pp.system(key), "pzpr", "")]
LETTERS = "0123456789abcdefgjkmquxyzABWZ-+=%@*$./?!_:;,#| \n\té٣"
DAMAGED = depth(60, 200)
"""Of each source."""


def damaged(text: str, rng: random.Random) -> str:
    """One or two places are changed, or an end is missing."""
    for _ in range(rng.randint(1, 2)):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + 6)
        letters = "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 3)))
        text = rng.choice(
            [
                text[:at],
                text[at:],
                text[:at] + text[to:],
                text[:at] + letters + text[at:],
                text[:at] + letters + text[at + len(letters) :],
                text[:at] + text[at:to] * 3 + text[to:],
                text[:at] + text[at:to][::-1] + text[to:],
            ]
        )
    return text


def read_or_refused(*source: str) -> pp.Position | None:
    try:
        return pp.load(*source)
    except pp.PerfectPlayError as error:
        assert isinstance(error, pp.ParseError) or len(source) == 1, error
        assert str(error) and "\n" not in str(error) and len(str(error)) <= 400
        return None


def sources(key: str) -> dict[str, str]:
    sample = pp.load(key)
    solved: Any = pp.solve(sample).answer
    found = {
        "address": pp.export(sample),
        "short": pp.export(sample).split("?")[1],
        "problem": pp.export(sample, "pzprv3"),
        "answer": pp.export(solved, "pzprv3").replace("/", "\n"),
    }
    found |= {f"ID {number}": text for number, (_, text, name, _) in enumerate(IDS) if name == key}
    return found | ({"file": NON} if key == "nonogram" else {})


@pytest.mark.parametrize("key", PUZZLES)
def test_damaged_sources(key: str) -> None:
    rng = random.Random(key)
    for form, text in sources(key).items():
        whole = pp.load(key, text)
        good = 0
        for _ in range(DAMAGED):
            wrong = damaged(text, rng)
            read_or_refused(wrong)
            found = read_or_refused(key, wrong)
            if found is not None:
                good += 1
                assert pp.load(key, str(found), **found.system.settings) == found
        assert whole is not None and good < DAMAGED, form


@pytest.mark.parametrize("key", PUZZLES)
def test_damaged_answers(key: str) -> None:
    """A file with an answer is checked, or refused."""
    rng = random.Random(key)
    text = sources(key)["answer"]
    puzzle = pp.load(text)
    for _ in range(DAMAGED // 2):
        try:
            assert pp.check(puzzle, damaged(text, rng)).question == "check"
        except pp.ParseError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("key", PUZZLES)
def test_what_goes_in_from_an_address_goes_out_again(key: str) -> None:
    rng = random.Random(key)
    query = pp.export(pp.load(key)).split("?")[1]
    for _ in range(DAMAGED):
        found = read_or_refused(key, damaged(query, rng))
        if found is not None:
            for form in ("text", "url", "pzprv3"):
                assert pp.load(key, pp.export(found, form), **found.system.settings) == found


WRONG = [
    ("{name}", "no size"),
    ("{name}/", "no size"),
    ("{name}/4", "no size"),
    ("{name}/4/", "no size"),
    ("{name}//4/a", "no size"),
    ("{name}/0/4/a", "the size '0'"),
    ("{name}/4/0/a", "the size '0'"),
    ("{name}/-4/4/a", "the size '-4'"),
    ("{name}/4.5/4/a", "the size '4.5'"),
    ("{name}/101/101/a", "a side of 101 cells"),
    ("{name}/999999999/999999999/a", "a side of 999999999 cells"),
    ("{name}/4/" + "9" * 3000 + "/a", "the size '999"),
    ("{name}/4/4", "the body ends too early"),
    ("{name}/4/4/!!!!", "unexpected '!'"),
    ("{name}/4/4/" + "é" * 40, "unexpected 'é'"),
    ("{name}/v:other/4/4/a", "the variant 'v:other' is not supported"),
    ("{name}/qq/4/4/a", "the flag 'q' is not supported"),
    ("{body}~", "character"),
    ("{body}" + "0" * 300, "character"),
]


@pytest.mark.parametrize(("form", "message"), WRONG)
@pytest.mark.parametrize("key", PUZZLES)
def test_wrong_addresses_of_every_type(key: str, form: str, message: str) -> None:
    name = type_of(key).address or type_of(key).name
    body = pp.export(pp.load(key)).split("?")[1].rstrip("/")
    with pytest.raises(pp.ParseError) as error:
        pp.load(key, "https://puzz.link/p?" + form.format(name=name, body=body))
    assert str(error.value).startswith(f"{key}: ") and message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("key", PUZZLES)
def test_a_puzzle_of_another_type(key: str) -> None:
    other = next(each for each in PUZZLES if each != key)
    for form in ("url", "pzprv3"):
        with pytest.raises(pp.ParseError, match=f"^{key}: a puzzle of the type {type_of(other).name}"):
            pp.load(key, pp.export(pp.load(other), form))
