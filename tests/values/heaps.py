"""Published rows about heaps as test cases: nimbers, periods and options of octal games, by the class ``HeapGame``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.reference.published import (
    Case,
    Check,
    Row,
    case,
    coded,
    has_nimber,
    nimbers,
    octal,
    periodic,
    sparse_nimbers,
)

import perfectplay as pp
from perfectplay import Position
from perfectplay._native import nim_sequence
from perfectplay.families.breaking import read_general

LONG = "hundreds of millions of nimbers; benchmarks/octal_periods.md has them"
OCTAL = r"(?:[048C]!?)?\.(?:[0-7]!?|[89A-Fa-f])*(?:\[[0-7]\])?"
ALL_BUT_2_3_7 = "0.3003330[3]"
LONGEST_MISERE = 16
"""Of misère nimbers, which are found by trying heaps of Nim beside."""
LONGEST_GENUS = 13
"""Of genera, which are those of canonical forms."""
EXCEPTIONS = {"0.137": [0, 14, 16, 17, 31, 34, 51]}
"""Where the row has not all of them; see docs/errata.md."""
LONGEST_PREFIX = 1000
"""Longer ones are for the full suite."""
LONGEST_TRIED = 10_000
"""By all options of each heap."""
LONGEST_PROVED = 20_000_000
"""By rare heaps."""
MOST_HEAP = 320
"""Of printed sequences, where the rest repeats."""


def heap_rows(row: Row) -> Iterator[Case]:
    area, text, expected = row["area"].removeprefix("heap."), row["input"], row["expected"]
    code = re.match(rf"octal ({OCTAL})[ :]", text)
    if area == "nim_sequence" and code:
        yield case(f"octal {code[1]} sequence", has_nimbers(code[1], [int(n) for n in expected.split(",")]), row, "")
    elif area == "nim_sequence" and "heap.Nim." in text:
        for n, value in enumerate(map(int, re.findall(r"\d+", expected)), 1):
            yield case(f"nim {n}", has_nimber("nim", str(n), value), row, "nim")
    elif area == "nim_sequence" and "heap.Subtraction([2,3,7], allbut => true)" in text:
        yield case("all but 2, 3, 7", has_nimbers(ALL_BUT_2_3_7, [0, *read_list(expected)]), row, "")
    elif area == "code" and ("heap.Nim.code" in text or "heap.Subtraction([2,3,7], allbut" in text):
        yield case(f"code {text}", has_code("heap.Nim" in text, expected), row, "nim")
    elif area == "subtraction":
        yield subtraction(row)
    elif area == "coordinate" and "heap.GenWythoff(x -> x + 2)((10,n))" in text:
        for n, value in enumerate(read_list(expected)):
            yield case(f"wythoff 10 {n}", has_nimber("wythoff", f"10 {n}", value, a=2), row, "wythoff")
    elif area == "periodicity" and text == "game.heap.Nim.CheckPeriodicity(2000)":
        yield case("nim has no period", has_no_period("0.(3)"), row, "nim")
    elif area == "octal_period" and code and "base-36" in text:
        yield case(f"octal {code[1]}", has_printed_nimbers(code[1], expected), row, "")
    elif area == "octal_period" and code:
        yield octal_period(code[1], row)
    elif area == "periodicity" and code:
        period = re.search(r"period (\d+)", text)
        assert period
        claimed = [int(n) for n in re.findall(r"\d+", expected)]
        exceptions = EXCEPTIONS.get(code[1], claimed)
        check = has_exceptions(code[1], int(period[1]), exceptions)
        yield Case(f"octal {code[1]} exceptions", check, "", row, disputed=exceptions != claimed)
    elif area == "option_count" and re.search(r"heap\.(Kayles|DawsonsKayles)\(", text):
        key = "kayles" if "heap.Kayles" in text else "linear_cram"
        heap = re.findall(r"\((\d+)\)", text)[0]
        yield case(f"{key} options of {heap}", has_options(key, heap, int(expected)), row, key)
    elif area == "options" and re.fullmatch(rf"options of heap \d+ in {OCTAL}", text):
        yield case(f"heap {text}", lists_options(text, expected), row, "")
    elif area == "misere" and code:
        yield from misere_octal(code[1], row)
    elif area == "misere_nim_values_0_20" and "heap.Nim(" in text:
        for n, value in enumerate(map(int, re.findall(r"\d+", expected))):
            yield case(f"misere nim {n}", misere_nimber(octal("0.[3]"), n, value), row, "nim")
    elif area == "misere_nim_values_0_20" and (taking := re.search(rf'TakeAndBreak\("({OCTAL})"\)', text)):
        for n, value in enumerate(map(int, re.findall(r"\d+", expected))):
            if n <= LONGEST_MISERE:
                yield case(f"misere nimber of {taking[1]} {n}", misere_nimber(octal(taking[1]), n, value), row, "")
    elif area == "genus_0_20" and (taking := re.search(rf'TakeAndBreak\("({OCTAL})"\)', text)):
        yield case(f"genus of {taking[1]}", has_genera(octal(taking[1]), expected), row, "")
    elif area == "genus_0_20" and "Subtraction([2,3,7], allbut" in text:
        yield case("genus of all but 2, 3, 7", has_genera(octal(ALL_BUT_2_3_7), expected), row, "")
    else:
        yield from beyond_octal(row)


# beyond octal codes ---------------------------------------------------------------------------------------------------


def beyond_octal(row: Row) -> Iterator[Case]:
    """Codes with conditions, coin turning, heaps with a memory, and partizan games of two numbers."""
    area, text, expected = row["area"].removeprefix("heap."), row["input"], row["expected"]
    spawning = re.search(r'heap\.Spawning\("([^"]+)"\)', text)
    if area == "code_normalization":
        yield case(f"code {text}", is_written(text, expected), row, "")
    elif area == "options" and (asked := re.fullmatch(r"options of heap (\d+) in (\S+)", text)):
        yield case(f"heap {text}", breaks_into(asked[2], asked[1], expected), row, "take_and_break")
    elif area == "coin_turning" and spawning:
        yield case(f"coins {spawning[1]}", turns_have(spawning[1], read_list(expected)), row, "coin_turning")
    elif area == "coin_turning" and "[a,b] for a from 0 to k - 1 for b from 0 to a - 1" in text:
        # A heap of k becomes two different smaller ones, of which the empty one counts as a heap: coins from 0 on.
        yield case("coins: three of them", pairs_have(read_list(expected)), row, "mock_turtles")
    elif area == "option_count" and spawning:
        yield case(f"turns of {spawning[1]}", has_turns(spawning[1], text, int(expected)), row, "coin_turning")
    elif area in ("coordinate", "coordinate.genus") and (
        taking := re.search(r"heap\.(TakeAway\(3\)|GenMem\(.*\))\(\(10,n", text)
    ):
        yield case(f"{area} {taking[1]}", remembers(taking[1], area, expected), row, "")
    elif area == "partizan_coordinate":
        yield case(f"{area} {text[:40]}", has_partizan_values(text, expected), row, "")


def is_written(code: str, expected: str) -> Check:
    def check() -> None:
        assert str(read_general(code)) == expected

    return check


def breaks_into(code: str, heap: str, expected: str) -> Check:
    def check() -> None:
        moves = pp.load("take_and_break", heap, code=code).moves()
        listed = {parts if parts != "-" else "0" for parts in expected.split("  ") if parts}
        assert {move.text.partition(":")[2].replace("+", ",") for move in moves} == listed

    return check


def turns_have(code: str, values: list[int]) -> Check:
    def check() -> None:
        for n, value in enumerate(values):
            assert pp.grundy(pp.load("coin_turning", "T" * n + "H", code=code)) == value

    return check


def pairs_have(values: list[int]) -> Check:
    """A heap leads two smaller ones, of which the empty one is the first coin: Triplets, from its second coin on."""

    class Pairs(pp.PlainGame):
        def moves(self, state: tuple[int, ...]) -> list[tuple[int, int, int]]:
            return [(k, a, b) for k in sorted(set(state)) for a in range(k) for b in range(a)]

        def play(self, state: tuple[int, ...], move: tuple[int, int, int]) -> tuple[int, ...]:
            rest = list(state)
            rest.remove(move[0])
            return tuple(sorted(heap for heap in (*rest, *move[1:]) if heap))

        def split(self, state: tuple[int, ...]) -> list[tuple[int, ...]]:
            return [(heap,) for heap in state]

    def check() -> None:
        assert [pp.grundy(Pairs().position((k,))) for k in range(1, 11)] == values[:10]
        coins = [pp.grundy(pp.load("triplets", "T" * n + "H")) for n in range(1, len(values) + 1)]
        assert coins == values

    return check


def has_turns(code: str, text: str, number: int) -> Check:
    def check() -> None:
        coin = int(re.findall(r"\((\d+)\)\.Options", text)[0])
        position = pp.load("coin_turning", "T" * (coin - 1) + "H", code=code)
        assert len(position.moves()) == number

    return check


def remembers(rule: str, area: str, expected: str) -> Check:
    """A heap of 10 with a memory of n: what may be taken depends on what was taken last."""

    class Memory(pp.PlainGame):
        def moves(self, state: tuple[int, int]) -> list[int]:
            heap, last = state
            allowed = range(1, heap + 1)
            return [k for k in allowed if k <= 3 * last] if "TakeAway" in rule else [k for k in allowed if k != last]

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return state[0] - move, move

    def check() -> None:
        asked = pp.grundy if area == "coordinate" else pp.genus
        found = [str(asked(Memory().position((10, n)))) for n in range(21)]
        assert found == expected.strip("[]").split(",")

    return check


Pair = tuple[int, int]


class Pairs(pp.PlainGame):
    """Sums of pairs of numbers; what a player may do to a pair is a list of sums."""

    def options_of(self, pair: Pair, player: pp.Player) -> list[tuple[Pair, ...]]:
        raise NotImplementedError

    def moves(self, state: tuple[Pair, ...], player: pp.Player) -> list[tuple[Pair, tuple[Pair, ...]]]:
        return [(pair, after) for pair in sorted(set(state)) for after in self.options_of(pair, player)]

    def play(self, state: tuple[Pair, ...], move: tuple[Pair, tuple[Pair, ...]]) -> tuple[Pair, ...]:
        rest = list(state)
        rest.remove(move[0])
        return tuple(sorted([*rest, *move[1]]))

    def split(self, state: tuple[Pair, ...]) -> list[tuple[Pair, ...]]:
        return [(pair,) for pair in state]


class PartizanEuclid(Pairs):
    def options_of(self, pair: Pair, player: pp.Player) -> list[tuple[Pair, ...]]:
        p, q = pair
        if q == 0 or p % q == 0:
            return []
        return [((q, p % q if player is pp.LEFT else q - p % q),)]


class TwistedMaundyCake(Pairs):
    """Left divides the first side into equal parts, Right the second, and then the sides change places."""

    def options_of(self, pair: Pair, player: pp.Player) -> list[tuple[Pair, ...]]:
        m, n = pair
        twisted = (n, m)
        side = twisted[1] if player is pp.LEFT else twisted[0]
        found = []
        for parts in range(2, side + 1):
            if side % parts == 0:
                part = side // parts
                found.append(((twisted[0], part) if player is pp.LEFT else (part, twisted[1]),) * parts)
        return found


def has_partizan_values(text: str, expected: str) -> Check:
    rules = PartizanEuclid() if "PartizanEuclid" in text else TwistedMaundyCake()

    def check() -> None:
        listed = re.findall(r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|[^,\[\]{}]+)", expected)
        for n, value in enumerate(listed):
            assert pp.value(rules.position(((8, n),))) == pp.Value(value), (n, value)
        assert len(listed) == 9

    return check


# nimbers ------------------------------------------------------------------------------------------------------------


def has_nimbers(code: str, values: list[int]) -> Check:
    def check() -> None:
        assert nimbers(code, len(values)) == values

    return check


def read_list(expected: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", expected)]


def has_code(nim: bool, expected: str) -> Check:
    """Codes are written with round brackets here; a subtraction game is told from its nimbers."""

    def check() -> None:
        code = expected.replace("[", "(").replace("]", ")")
        assert code == (pp.load("nim").system.code if nim else "0.3003330(3)")
        allowed = {taken for taken in range(1, 12) if nim or taken not in (2, 3, 7)}
        assert {11 - int(str(move.after)) for move in coded(expected, 11).moves()} == allowed

    return check


def subtraction(row: Row) -> Case:
    taken = read_list(row["input"])[0]
    *values, period = read_list(row["expected"])
    code = f"0.{'0' * (taken - 1)}3"

    def check() -> None:
        assert nim_sequence(code, 1000, (None,) * 5)[0][1] == (0, period)
        assert nimbers(code, len(values)) == values and len(values) == period

    return case(f"subtraction of {taken}", check, row, "")


def has_no_period(code: str) -> Check:
    def check() -> None:
        assert nim_sequence(code, 2000, (None,) * 5)[0][1] is None

    return check


def has_printed_nimbers(code: str, expected: str) -> Check:
    """The nimbers as printed, and one more period."""
    prefix, period = re.fullmatch(r"(\w*)\((\w+)\)", expected.split("|")[2].strip()).groups()  # type: ignore[union-attr]
    return has_nimbers(code, [int(digit, 36) for digit in prefix + period * 2][:MOST_HEAP])


def octal_period(code: str, row: Row) -> Case:
    """A period and where it begins: proved by the periodicity theorem, and no shorter one will do."""
    numbers = [int(n) for n in re.findall(r"\d+", row["expected"])]
    if "last exception" in row["input"]:
        period, start = numbers[0], numbers[1] + 1
        largest = None
    else:
        start, period = numbers[:2]
        largest = numbers[2:]

    def check() -> None:
        assert periodic(code, start, period)
        values = nimbers(code, start + 2 * period)
        assert start == 0 or values[start - 1] != values[start - 1 + period]
        for shorter in range(1, period):
            if period % shorter == 0:
                assert values[start : start + period] != values[start + shorter : start + shorter + period]
        if largest:
            assert [values.index(max(values)), max(values)] == largest

    name = f"octal {code} period"
    if code == ".560":  # wrong, says the witness for docs/errata.md
        return Case(name, exceptions_of_56, "", row, full=True, disputed=True)
    if start + period > LONGEST_PROVED:
        return Case(name, check, "", row, beyond=LONG)
    if start > LONGEST_TRIED:
        return Case(name, has_long_period(code, start, period, largest), "", row, full=True)
    return Case(name, check, "", row, full=start > LONGEST_PREFIX)


def has_long_period(code: str, start: int, period: int, largest: list[int] | None) -> Check:
    def check() -> None:
        found = pp.periodicity("0" + code, up_to=3 * (start + period))
        assert found.proved and (found.preperiod, found.period) == (start, period)
        assert not largest or [found.largest_at, found.largest] == largest

    return check


def exceptions_of_56() -> None:
    """A witness against heap 326637 as the last exception of .56, which it is not: that is heap 326639."""
    period, last = 144, 326639
    assert sparse_nimbers(".56", 600, 0x5B) == nimbers(".56", 600)
    values = sparse_nimbers(".56", last + 8 * period, 0x5B)
    assert (values[last], values[last + period]) == (26, 16)
    assert values[326637] == values[326637 + period]
    assert all(values[n] == values[n + period] for n in range(last + 1, last + 7 * period))


def has_exceptions(code: str, period: int, exceptions: list[int]) -> Check:
    """The heaps whose nimber is not the one that the period gives them."""

    def check() -> None:
        start = exceptions[-1] + 1
        assert periodic(code, start, period)
        values = nimbers(code, start + 2 * period)
        multiple = period * (start // period + 1)
        steady = {n % period: values[n] for n in range(start, start + period)}
        assert [n for n in range(multiple) if values[n] != steady[n % period]] == exceptions

    return check


# options ------------------------------------------------------------------------------------------------------------


def has_options(key: str, heap: str, number: int) -> Check:
    def check() -> None:
        assert len(pp.load(key, heap).moves()) == number

    return check


def lists_options(text: str, expected: str) -> Check:
    def check() -> None:
        match = re.fullmatch(r"options of heap (\d+) in (\S+)", text)
        assert match
        after = {str(move.after) for move in coded(match[2], int(match[1])).moves()}
        options = {" ".join(parts.split(",")) if parts != "-" else "0" for parts in expected.split("  ") if parts}
        assert after == options

    return check


# misère play --------------------------------------------------------------------------------------------------------


def misere_octal(code: str, row: Row) -> Iterator[Case]:
    heap = int(re.findall(r"heap (\d+)", row["input"])[0])
    normal, misere = map(int, re.findall(r"\d+", row["expected"])[:2])

    def check() -> None:
        assert pp.grundy(coded(code, heap)) == normal
        assert (pp.outcome(coded(code, heap, misere=True)) == "P") == (misere == 0)
        if code == "0.77":
            assert pp.grundy(pp.load("kayles", str(heap))) == normal

    yield case(f"octal {code} heap {heap} misere", check, row, "kayles")
    if heap <= 13:
        yield case(f"misere nimber of {code} {heap}", misere_nimber(octal(code), heap, misere), row, "")


def has_genera(rules: pp.HeapGame, expected: str) -> Check:
    """The genera of heaps from 0 on. The source leaves out digits at the end that follow from those before them."""

    def check() -> None:
        texts = re.findall(r"\d+(?:\^(?:\d+|\([^)]*\)))?", expected)
        for n, text in list(enumerate(texts))[:LONGEST_GENUS]:
            nimber, _, above = text.partition("^")
            digits = tuple(map(int, above.strip("()").split(",") if "(" in above else above))
            found = pp.genus(rules.load(str(n)))
            assert found.nimber == int(nimber) and found.digits[: len(digits)] == digits
            assert found.is_nim_heap == (not digits)

    return check


def misere_nimber(rules: pp.HeapGame, heap: int, value: int) -> Check:
    """The misère nimber: the one heap of Nim that, added, makes the second player win in misère play."""

    def check() -> None:
        for size in range(value + 1):
            assert (pp.outcome(nim_and(rules, heap, size)) == "P") == (size == value)

    return check


def nim_and(rules: pp.HeapGame, heap: int, size: int) -> Position:
    """A heap of a take-and-break game plus a heap of Nim, in misère play, as one plain game."""

    class Sum(pp.PlainGame):
        misere = True

        def moves(self, state: tuple[str, int]) -> list[tuple[str, int]]:
            text, nim = state
            options = [(str(move.after), nim) for move in rules.load(text).moves()]
            return options + [(text, smaller) for smaller in range(nim)]

        def play(self, state: tuple[str, int], move: tuple[str, int]) -> tuple[str, int]:
            return move

    return Sum().position((str(heap), size))
