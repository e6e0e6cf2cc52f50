"""Witnesses for docs/errata.md: one test for each entry, named after it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.reference.facts import ROOT
from tests.reference.published import coded, nimbers, periodic
from tests.values.heaps import exceptions_of_56

import perfectplay as pp
from perfectplay.values import Value


def test_every_entry_has_a_witness() -> None:
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert len(entries) >= 8
    for entry in entries:
        name = "test_" + re.sub(r"\W+", "_", entry.replace("'", "").replace(".", "")).lower()
        assert name in globals(), f"no test for the entry {entry!r}"


# selective sums -----------------------------------------------------------------------------------------------------

Pair = tuple[Value, Value]


def compound(g: Value, h: Value, after: Callable[[Value, Value, bool], Value]) -> Value:
    """Move in either component or both, and go on with ``after(g, h, both moved)``."""

    def options(g_options: tuple[Value, ...], h_options: tuple[Value, ...]) -> list[Value]:
        one = [after(x, h, False) for x in g_options] + [after(g, y, False) for y in h_options]
        return one + [after(x, y, True) for x in g_options for y in h_options]

    return g.game(options(g.left, h.left), options(g.right, h.right))


def selective(g: Value, h: Value, known: dict[Pair, Value]) -> Value:
    """The definition, without the library's own recursion."""
    if (g, h) not in known:
        known[g, h] = compound(g, h, lambda x, y, both: selective(x, y, known))
    return known[g, h]


def conjunctive(g: Value, h: Value) -> Value:
    return g.game(
        [conjunctive(x, y) for x in g.left for y in h.left], [conjunctive(x, y) for x in g.right for y in h.right]
    )


def as_in_cgsuite(g: Value, h: Value) -> Value:
    """After one move the plain sum or, if both components were moved in, the conjunctive one."""
    return compound(g, h, lambda x, y, both: conjunctive(x, y) if both else x + y)


@pytest.mark.parametrize(
    ("g", "h", "claimed", "true"),
    [("*5", "*6", "*8", "*11"), ("+-1", "^^", "{1^^|-1}", "{1^^|-1^*,-1^^}"), ("1/2", "1/2", "3/4", "1")],
)
def test_selective_sums_in_cgsuite(g: str, h: str, claimed: str, true: str) -> None:
    left, right = Value(g), Value(h)
    assert selective(left, right, {}) == left.selective(right) == Value(true) != Value(claimed)
    assert as_in_cgsuite(left, right) == Value(claimed), "the claim has another cause than the one given"


def test_selective_sums_of_nimbers_add() -> None:
    for a in range(5):
        for b in range(5):
            assert Value(f"*{a}").selective(Value(f"*{b}")) == Value(0).nus(0, 0, a + b)


# octal games --------------------------------------------------------------------------------------------------------


def test_octal_game_27() -> None:
    """Both are periodic from heap 1 on, for ever, with the same period; .06 has a nimber that they never have."""
    for code in (".27", ".26"):
        assert periodic(code, 1, 4) and nimbers(code, 5) == [0, 0, 1, 2, 3]
    assert nimbers(".06", 16)[15] == 4


def test_octal_game_314() -> None:
    """A shift of heaps would not help: .31 is periodic from heap 3 on, with nimbers up to 2."""
    assert periodic(".31", 3, 2) and nimbers(".31", 5) == [0, 1, 2, 0, 1]
    found = nimbers(".314", 15)
    assert found[5] == 2 and found[14] == 5


def test_octal_game_161() -> None:
    ours, theirs = nimbers(".161", 520), nimbers(".36", 520)
    assert ours[:519] == theirs[:519] and (ours[519], theirs[519]) == (2, 4)
    for code, heap, nimber in ((".161", 519, 2), (".36", 519, 4)):  # the same by itself, from the options alone
        options = {by_parts(code, str(move.after)) for move in coded(code, heap).moves()}
        assert min(set(range(len(options) + 1)) - options) == nimber


def by_parts(code: str, heaps: str) -> int:
    total = 0
    for heap in heaps.split():
        total ^= int(pp.grundy(coded(code, int(heap))))
    return total


@pytest.mark.full
def test_the_last_exception_of_56() -> None:
    exceptions_of_56()


def test_the_exceptions_of_dawsons_chess() -> None:
    period, start = 34, 52
    assert periodic("0.137", start, period)
    values = nimbers("0.137", 4 * period)
    steady = {n % period: values[n] for n in range(start, start + period)}
    assert [n for n in range(3 * period) if values[n] != steady[n % period]] == [0, 14, 16, 17, 31, 34, 51]
    unlike_the_next = [n for n in range(3 * period) if values[n] != values[n + period]]
    assert unlike_the_next == [14, 16, 31, 34, 51], "the claim has another cause than the one given"


# the survey ---------------------------------------------------------------------------------------------------------


def test_a_switch_that_is_positive() -> None:
    switch = Value("{2|1}")
    assert switch > 0 and switch.outcome == "L"
    assert all(switch.fuzzy(n) for n in (1, 2)) and Value("1*") > 0


def test_who_wins_konane() -> None:
    """A jump that Right cannot answer is a move for Left, so a good thing for her."""
    jump = pp.load("konane", "xo.")
    assert len(jump.moves(pp.LEFT)) == 1 and not jump.moves(pp.RIGHT)
    assert pp.outcome(jump) == "L" and pp.outcome(pp.load("konane", "xo.", misere=True)) == "R"


# gadgets ------------------------------------------------------------------------------------------------------------


def test_gates_of_minesweeper_and_light_up() -> None:
    """Seven of twenty-four do not hold; `tests/gadgets/test_faults.py` has what is wrong with each."""
    from tests.gadgets.test_faults import PUBLISHED, harnessed

    held = [bool(pp.certify(pp.load("gadget", harnessed(entry, known=True)))) for entry in PUBLISHED]
    assert (len(held), held.count(False)) == (24, 7)
