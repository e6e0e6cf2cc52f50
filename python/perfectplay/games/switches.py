"""Switches: the simplest hot games, and a number.

A switch {a|b}, with a at least b, is moved in once: Left turns it into the number a, Right into b, and that is added to
the number beside the switches. A number is moved in as well: Left makes a positive integer one less, Right a negative
one, and a fraction m/2^k becomes (m-1)/2^k by Left's move and (m+1)/2^k by Right's. So whoever the number favours has
moves to spare. A player who cannot move loses.
Text: ``{2|1} {1|0} -3/4``, denominators being powers of two. The move ``{2|1}:2`` is made in a switch, ``-3/4:-1`` in
the number.

Complexity: polynomial: the players take the switches in the order of their temperatures, half of a - b (Conway 1976).

>>> p = pp.load("switches", "{2|1}")
>>> interval = pp.value(p).confusion_interval
>>> print(pp.outcome(p), interval.low, interval.high)
L 1 2
>>> pp.best(pp.load("switches", "{2|1} {7|-7} {3|0} -3"), pp.LEFT)
{7|-7}:7
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from perfectplay.errors import ParseError, error_at, quote
from perfectplay.kinds.plain import PlainGame
from perfectplay.players import LEFT, Player

_NUMBER = r"-?[0-9]{1,30}(?:/[0-9]{1,30})?"
_TERM = re.compile(rf"\s*+(?:\{{\s*({_NUMBER})\s*\|\s*({_NUMBER})\s*\}}|({_NUMBER})(?=\s|$))")
EXPECTED = "switches and a number, such as {2|1} {1|0} -3/4"

Switch = tuple[Fraction, Fraction]


class Heat(NamedTuple):
    """The state: switches, the largest first, and the number."""

    switches: tuple[Switch, ...]
    number: Fraction


class Switches(PlainGame):
    name = "Switches"
    systems = ("S003",)
    source = "Conway, On Numbers and Games (1976), chapters 8 and 9; Winning Ways, chapter 6"
    sample = "{2|1} {1|0}"
    samples = {"survey": "{2|1}", "four": "{5|-4} {3|-1} {1|1} {1/2|-1} -1/4"}

    def parse(self, text: str) -> Heat:
        switches: list[Switch] = []
        numbers: list[Fraction] = []
        end = 0
        while end < len(text.rstrip()) or not (switches or numbers):
            match = _TERM.match(text, end)
            if not match:
                at = end + len(text[end:]) - len(text[end:].lstrip())
                what = f"unexpected {quote(text[at : at + 20])}" if text[at:].strip() else "the text ends too early"
                raise error_at(text, at, what, EXPECTED)
            read = [_read(text, match, group) for group in (1, 2, 3) if match[group]]
            if len(read) == 1:
                numbers.append(read[0])
            elif read[0] < read[1]:
                raise error_at(text, match.start(1), f"{{{read[0]}|{read[1]}}} is no switch", "{a|b} with a at least b")
            else:
                switches.append((read[0], read[1]))
            end = match.end()
        if len(numbers) > 1:
            raise ParseError(f"{len(numbers)} numbers", expected="one at most")
        return Heat(tuple(sorted(switches, reverse=True)), sum(numbers, Fraction(0)))

    def text(self, state: Heat) -> str:
        shown = [f"{{{a}|{b}}}" for a, b in state.switches]
        return " ".join([*shown, *([str(state.number)] if state.number or not shown else [])])

    def moves(self, state: Heat, player: Player) -> Iterator[str]:
        for a, b in dict.fromkeys(state.switches):
            yield f"{{{a}|{b}}}:{a if player is LEFT else b}"
        sign = 1 if player is LEFT else -1
        x = state.number
        if x.denominator > 1 or sign * x > 0:
            yield f"{x}:{x - Fraction(sign, x.denominator)}"

    def play(self, state: Heat, move: str) -> Heat:
        before, _, after = move.partition(":")
        if not before.startswith("{"):
            return Heat(state.switches, Fraction(after))
        a, b = map(Fraction, before[1:-1].split("|"))
        at = state.switches.index((a, b))
        return Heat(state.switches[:at] + state.switches[at + 1 :], state.number + Fraction(after))

    def split(self, state: Heat) -> list[Heat] | None:
        parts = [Heat((each,), Fraction(0)) for each in state.switches]
        parts += [Heat((), state.number)] if state.number else []
        return parts if len(parts) > 1 else None


def _read(text: str, match: re.Match[str], group: int) -> Fraction:
    _, _, below = match[group].partition("/")
    if below and (int(below) == 0 or int(below) & (int(below) - 1)):
        at = match.start(group) + match[group].index("/") + 1
        raise error_at(text, at, f"the denominator {quote(below)}", "a power of two")
    return Fraction(match[group])
