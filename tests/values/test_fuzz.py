"""Notation under fire: 20,000 texts that mean nothing or almost something, and texts nested 100,000 deep.

Every text is either read, and then written and read again as the same value, or refused by a `ParseError` that points
into the text. The tokens that are looked at are counted: there may be only a few for each character.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from tests.tiers import depth
from tests.values.standin import TooLarge, universes
from tests.values.test_notation import ERRORS, MEANINGS

from perfectplay.errors import ParseError
from perfectplay.values import Value, reading
from perfectplay.values.notation import parse, text, unicode

UNIVERSES = universes()
ROUNDS = depth(3_000, 10_000)
DEEP = depth(20_000, 100_000)
ALPHABET = "0123456789" * 2 + "+-*^v{}|,()." * 4 + "{}|" * 8 + "/[]<>_& \nabonTtMmiy±−↑↓⇑⤊∗½¾²₂⧾⧿‖" + "\x00é٣"  # noqa: RUF001
WORDS = ["Tiny(", "Miny(", "^[2]", "^<3>", "+-", "+_", "-_", "||", "|||", "{0|*}", "1/2", "2.", "on", "a{", "vv", "*3"]


class Counting:
    """The pattern of tokens, counting how often it is asked."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.steps = 0

    def match(self, written: str, at: int) -> re.Match[str] | None:
        self.steps += 1
        return self.pattern.match(written, at)


@pytest.fixture(params=list(UNIVERSES))
def zero(request: pytest.FixtureRequest) -> Any:
    return UNIVERSES[request.param]


def noise(chance: random.Random) -> str:
    return "".join(
        chance.choice(WORDS) if chance.random() < 0.15 else chance.choice(ALPHABET)
        for _ in range(chance.randrange(1, 25))
    )


def mutant(chance: random.Random, valid: list[str]) -> str:
    """A valid text with a few letters left out, put in, doubled or exchanged, or with a piece of another one."""
    letters = list(chance.choice(valid))
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(letters) + 1)
        change = chance.randrange(5)
        if change == 0:
            del letters[at : at + chance.randrange(1, 3)]
        elif change == 1:
            letters.insert(at, chance.choice(ALPHABET))
        elif change == 2:
            letters[at : at + 1] *= 2
        elif change == 3:
            letters[at : at + 1] = chance.choice(ALPHABET)
        else:
            other = chance.choice(valid)
            start = chance.randrange(len(other))
            letters[at:at] = other[start : start + chance.randrange(1, 8)]
    return "".join(letters)


LOOPY = re.compile(r"on|off|over|under|dud|tis|pass|&|[^\W\d]\{")


def survives(written: str, zero: Any, tokens: Counting, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether the text was read, refused, or asks too much of the reference, which knows no loops."""
    if LOOPY.search(written) and not isinstance(zero, Value):
        return "too large"
    try:
        with monkeypatch.context() as patch:
            patch.setattr(reading, "_TOKEN", tokens)
            patch.setattr(reading, "MOST_WORK", 200)
            patch.setattr(reading, "MOST_ORDER", 6)
            value = parse(written, zero)
    except ParseError as error:
        lines = written.split("\n")
        assert error.row is not None and error.column is not None
        assert 1 <= error.row <= len(lines) and 1 <= error.column <= len(lines[error.row - 1]) + 1, written
        assert "\n" not in str(error)
        return "refused"
    except TooLarge:
        return "too large"
    with suppress(TooLarge):
        assert parse(text(value), zero) == value, written
        assert parse(unicode(value), zero) == value, written
    return "read"


def noises(chance: random.Random) -> Iterator[str]:
    while True:
        yield noise(chance)


def mutants(chance: random.Random) -> Iterator[str]:
    valid = [row[0] for row in MEANINGS] + [row[0] for row in ERRORS if 0 < len(row[0]) < 50]
    while True:
        yield mutant(chance, valid)


@pytest.mark.parametrize("kind", [noises, mutants])
def test_random_texts(kind: Any, zero: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = kind(random.Random(2))
    count = {"read": 0, "refused": 0, "too large": 0}
    for _ in range(ROUNDS):
        written = next(texts)
        tokens = Counting(reading._TOKEN)
        count[survives(written, zero, tokens, monkeypatch)] += 1
        assert tokens.steps <= 3 * len(written) + 5, written
    assert count["read"] > ROUNDS / 100
    assert count["refused"] > ROUNDS / 100
    assert count["too large"] < ROUNDS / (20 if isinstance(zero, Value) else 2)


def expression(chance: random.Random, zero: Any, depth: int) -> tuple[str, Any]:
    """A random text, and its value worked out beside it."""
    if depth == 0:
        number, ups, nimber = chance.randrange(-4, 5), chance.randrange(-2, 3), chance.randrange(4)
        arrows = ("^" if ups > 0 else "v") * abs(ups)
        shown = f"{Fraction(number, 2)}{arrows}" + (f"*{nimber}" if nimber else "")
        return shown, zero.nus(Fraction(number, 2), ups, nimber)
    (a, x), (b, y), (c, w) = (expression(chance, zero, chance.randrange(depth)) for _ in range(3))
    n = chance.randrange(-2, 3)
    total = zero.number(0)
    for _ in range(abs(n)):
        total = total + x
    kinds: list[tuple[str, Callable[[], Any]]] = [
        (f"({a})+({b})", lambda: x + y),
        (f"( {a} )-({b})", lambda: x - y),
        (f"-({a})", lambda: -x),
        (f"{n}.({a})", lambda: total if n >= 0 else -total),
        (f"+-({a})", lambda: zero.game([x], [-x])),
        (f"+-{{{a}, {b}}}", lambda: zero.game([x, y], [-x, -y])),
        (f"Tiny({a})", lambda: zero.game([0], [zero.game([0], [-x])])),
        (f"-_({a})", lambda: zero.game([zero.game([x], [0])], [0])),
        (f"{{{a},{b}|{c}}}", lambda: zero.game([x, y], [w])),
        (f"{{{a}|{b},{c}}}", lambda: zero.game([x], [y, w])),
        (f"{{{a}||{b}|{c}}}", lambda: zero.game([x], [zero.game([y], [w])])),
        (f"{{{a} | {b} ||| {c}}}", lambda: zero.game([zero.game([x], [y])], [w])),
    ]
    shown, value = chance.choice(kinds)
    return shown, value()


def test_random_expressions(zero: Any) -> None:
    chance = random.Random(3)
    for _ in range(1500):
        try:
            written, value = expression(chance, zero, 3)
        except TooLarge:
            continue
        assert parse(written, zero) == value, written
        assert parse(text(value), zero) == value, written


READ_DEEPLY = {
    "signs": ("-" * DEEP + "1", "1"),
    "brackets": ("(" * DEEP + "1" + ")" * DEEP, "1"),
    "negatives": ("-(" * DEEP + "^" + ")" * DEEP, "^"),
    "integers": ("{|" * (DEEP // 2) + "}" * (DEEP // 2), str(1 - DEEP // 2)),
    "terms": ("^-" * DEEP + "^", f"{'v'}{DEEP - 1}"),
    "multiples": ("1.(" * DEEP + "*" + ")" * DEEP, "*"),
    "bars": ("{1" + "|" * DEEP + "}", "2"),
    "arrows": ("v" * DEEP, f"v{DEEP}"),
    "spaces": (" " * DEEP + "1", "1"),
}


@pytest.mark.parametrize("name", READ_DEEPLY)
def test_deep_texts_are_read(name: str, zero: Any) -> None:
    written, shown = READ_DEEPLY[name]
    assert text(parse(written, zero)) == shown


@pytest.mark.parametrize(
    "written",
    [
        "{" * DEEP,
        "(" * DEEP,
        "{|" * DEEP,
        "{0,{" * DEEP,
        "}" * DEEP,
        "|" * DEEP,
        "{" + "|0" * DEEP,
        "{" + "0,|" * DEEP,
        "+-" * DEEP,
        "+-{" * DEEP,
        "Tiny(" * DEEP,
        "Tiny " * DEEP,
        "Tiny" + " " * DEEP,
        "+_" * DEEP,
        "1." * DEEP,
        "2.(" * DEEP + "1" + ")" * DEEP,
        "^[" * DEEP,
        "^[" + "9" * DEEP + "]",
        "*" * DEEP,
        "9" * DEEP,
        "1/" * DEEP,
        "v" * DEEP + "x",
        "a" * DEEP,
        "(1" + "+1" * DEEP,
    ],
    ids=lambda written: str(written)[:12],
)
def test_deep_texts_are_refused(written: str, zero: Any) -> None:
    with pytest.raises(ParseError) as caught:
        parse(written, zero)
    assert caught.value.row == 1
    assert 1 <= (caught.value.column or 0) <= len(written) + 1
    assert len(str(caught.value)) < 400
