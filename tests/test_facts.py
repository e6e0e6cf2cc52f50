"""Published results, where the folder with them is present: every row about a system of the catalogue.

Rows are grouped by what they say. A row that takes more than about five seconds is marked ``full``. A row that cannot
be answered is skipped with its reason, which stands in ``BEYOND`` below; a row that nothing here understands fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.reference.games import outcome as reference_outcome
from tests.reference.games import reach
from tests.reference.shared import ABSENT, facts, shared

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Position

KEYS = {entry.key for entry in pp.catalogue()}
SECONDS = 240.0

BEYOND = {
    # Domineering on large rectangles: alpha-beta on 7x8 takes minutes; 8x8 and more need dedicated solvers.
    "domineering 10x10": "solved by Bullock 2002 with a dedicated program; far beyond a few minutes",
    "domineering 11x11": "solved by Uiterwijk 2016 with a dedicated program in months",
    "domineering 14x8": "solved by Uiterwijk 2016; beyond a few minutes",
    "domineering 6x17": "solved by Uiterwijk 2016; beyond a few minutes",
    "domineering 11x10": "solved by Uiterwijk 2016; beyond a few minutes",
    # Cram: 3x14 takes 13 s, 5x7 and 6x6 6 s each; the tables grow about fourfold with every two columns.
    "cram 3x17": "minutes and more than two gigabytes of tables",
    "cram 3x20": "Lemoine & Viennot's record; hours",
    "cram 4x12": "hours",
    "cram 4x13": "hours",
    "cram 4x14": "hours",
    "cram 4x15": "hours",
    "cram 5x9": "hours",
    "cram 5x11": "days",
    "cram 6x8": "hours",
    "cram 7x8": "days",
    "cram 7x9": "days",
    # Clobber: no values are used yet, so that long alternating strips do not fall apart into known sums early.
    "clobber 2x17": "more than ten minutes without values of components",
    "clobber 2x15": "more than ten minutes without values of components",
    "clobber 2x14": "more than ten minutes without values of components",
    "mnk 15,15,5": "Go-Moku; solved by Allis 1994 with threat-space search",
    "mnk 6,6,5": "about 3^36 positions; needs more than search without threats",
    "peg solitaire English": "the fewest moves of the whole English board take minutes and gigabytes",
    "15-puzzle 4x4": "statistics over all 10^13 positions",
    "rush hour 6x6": "a count of all boards, not of positions that can be reached",
    "rush hour 7x7": "a count of all boards, not of positions that can be reached",
    "sliding blocks simple^3": "a census of all puzzles of a kind",
    "sokoban XSokoban": "what other programs solve",
}

FULL = {
    "domineering 7x7",
    "cram 3x14",
    "cram 3x13",
    "cram 5x7",
    "cram 6x6",
    "clobber 3x8",
    "clobber 3x7",
    "clobber 2x11",
    "mnk 5,5,5",
}

# Questions that the library does not have yet.
UNASKED = {
    "rules.domineering.mean": "means",
    "rules.domineering.temperature": "temperatures",
    "rules.domineering.thermograph": "thermographs",
    "rules.clobber.bounds": "values",
    "heap.octal_period": "periods of other octal games",
    "heap.periodicity": "periods of octal games",
    "heap.code": "codes of other systems' games",
    "heap.code_normalization": "codes of other systems' games",
    "heap.genus_0_20": "genera of games that are not in the catalogue",
}


@dataclass(frozen=True)
class Case:
    name: str
    check: Callable[[], None]
    needs: str
    """The key that must be in the catalogue."""
    row: dict[str, Any]
    full: bool = False
    beyond: str = ""


def rectangle(rows: int, cols: int, text: str = ".") -> str:
    return "|".join(text * cols for _ in range(rows))


def checkerboard(rows: int, cols: int) -> str:
    return "|".join("".join("xo"[(row + col) % 2] for col in range(cols)) for row in range(rows))


def sized(text: str) -> tuple[int, int]:
    match = re.search(r"(\d+)x(\d+)", text)
    assert match, text
    return int(match[1]), int(match[2])


def limits() -> pp.Limits:
    return pp.Limits(time=SECONDS, memory=3 << 30)


def has_outcome(key: str, text: str, expected: str, **options: Any) -> Callable[[], None]:
    def check() -> None:
        assert pp.outcome(pp.load(key, text, **options), limits=limits()) == expected

    return check


def has_nimber(key: str, text: str, expected: int, **options: Any) -> Callable[[], None]:
    def check() -> None:
        assert pp.grundy(pp.load(key, text, **options), limits=limits()) == expected

    return check


def case(name: str, check: Callable[[], None], row: dict[str, Any], needs: str) -> Case:
    beyond = next((why for what, why in BEYOND.items() if name == what or name.startswith(what + " ")), "")
    return Case(name, check, needs, row, name in FULL, beyond)


# two-player games ---------------------------------------------------------------------------------------------------


def domineering_rows() -> Iterator[Case]:
    for row in facts("games.json") + facts("games_computed.json"):
        if row["game"] != "domineering":
            continue
        instance, expected = row["instance"], row["expected"]
        if isinstance(expected, dict):  # by who starts: Black is Left
            yield case(f"domineering {instance}", by_starter("domineering", instance, expected), row, "domineering")
        elif "starts" in instance:
            rows, cols = sized(instance)
            starter = LEFT if "Vertical starts" in instance else RIGHT
            winner = LEFT if expected == "Vertical" else RIGHT

            def check(text: str = rectangle(rows, cols), starter: Any = starter, winner: Any = winner) -> None:
                assert pp.outcome(pp.load("domineering", text), limits=limits()).answer.when(starter) is winner

            yield case(f"domineering {rows}x{cols}", check, row, "domineering")
        else:
            rows, cols = sized(instance)
            letter = {"V": "L", "H": "R"}.get(expected[0], expected[0])
            check_it = has_outcome("domineering", rectangle(rows, cols), letter)
            yield case(f"domineering {rows}x{cols}", check_it, row, "domineering")


def by_starter(key: str, text: str, expected: dict[str, str]) -> Callable[[], None]:
    def check() -> None:
        found = pp.outcome(pp.load(key, text), limits=limits()).answer
        assert (found.left_starts is LEFT) == (expected["black_first"] == "win")
        assert (found.right_starts is RIGHT) == (expected["white_first"] == "win")

    return check


def game_rows() -> Iterator[Case]:
    for row in facts("games.json"):
        instance, expected = row["instance"], row["expected"]
        if row["game"] == "cram":
            rows, cols = sized(instance)
            text = rectangle(rows, cols)
            if row["question"].startswith("winner"):
                yield case(f"cram {rows}x{cols} winner", has_outcome("cram", text, "P"), row, "cram")
                assert expected == "second player"
            else:
                yield case(f"cram {rows}x{cols}", has_nimber("cram", text, expected), row, "cram")
        elif row["game"] == "kayles":
            values = list(expected)
            for n, value in enumerate(values):
                yield case(f"kayles {n}", has_nimber("kayles", str(n), value), row, "kayles")
        elif row["game"] == "linear_cram" and instance == "1xn":
            for n in range(64):
                letter = "P" if n in expected else "N"
                yield case(f"linear cram winner {n}", has_outcome("linear_cram", str(n), letter), row, "linear_cram")
        elif row["game"] == "linear_cram":
            n = sized(instance)[1]
            yield case(f"linear cram {n}", has_nimber("linear_cram", str(n), expected), row, "linear_cram")
            if n <= 28:  # the same stretch as a board of Cram
                yield case(f"cram 1x{n}", has_nimber("cram", "." * n, expected), row, "cram")
        elif row["game"] == "mnk":
            rows, cols, k = map(int, instance.split(","))
            letter = "D" if expected == "draw" else "N"
            check = has_outcome("tic_tac_toe", rectangle(rows, cols), letter, k=k)
            yield case(f"mnk {instance}", check, row, "tic_tac_toe")


# rows of values.json ------------------------------------------------------------------------------------------------


def outcome_of_value(value: str) -> str | None:
    """The outcome class that a value's text shows at a glance, None where it does not."""
    value = value.replace(" ", "")
    if re.fullmatch(r"\*\d*", value):
        return "N"
    if value in ("^", "v"):
        return "L" if value == "^" else "R"
    number = re.fullmatch(r"(-?)(\d+)(/\d+)?\*?", value)
    if number:
        return "P" if number[2] == "0" else "R" if number[1] else "L"
    switch = re.fullmatch(r"\{(-?\d+)(?:/\d+)?\|(-?\d+)(?:/\d+)?\}", value)
    if switch and not value.startswith("{-") and "|-" in value:
        return "N"
    if value.startswith("Tiny("):
        return "L"
    return None


def value_rows() -> Iterator[Case]:
    for row in facts("values.json"):
        area, text, expected = row["area"], row["input"], row["expected"]
        board = text.split(" ")[-1].lower()
        if area == "rules.clobber.outcome":
            yield from clobber_outcome(row)
        elif area.startswith("rules.impartial_clobber"):
            found = Case(
                f"impartial clobber {board}",
                has_nimber("clobber", board, int(expected), impartial=True),
                "clobber",
                row,
                full=len(board) > LONGEST_QUICK_STRIP,
            )
            yield found
        elif area == "rules.cram.nim_value":
            rows, cols = sized(text)
            yield case(f"cram {rows}x{cols}", has_nimber("cram", rectangle(rows, cols), int(expected)), row, "cram")
        elif area == "rules.cram_(impartial_domineering).nim_value":
            rows, cols = board.count("|") + 1, len(board.split("|")[0])
            smaller, larger = sorted((rows, cols))
            yield case(f"cram {smaller}x{larger}", has_nimber("cram", board, int(expected)), row, "cram")
        elif area == "rules.grid.cram":
            board = re.findall(r'"(.*?)"', text)[0]
            yield case(f"cram {board}", has_nimber("cram", board, int(expected[1:])), row, "cram")
        elif area == "rules.cram.identity":
            yield case("cram 1xn is linear cram", cram_is_linear_cram, row, "cram")
        elif area == "rules.domineering.outcome":
            board = text.split(" ")[1]
            yield case(f"domineering {board}", has_outcome("domineering", board, expected), row, "domineering")
        elif area in ("rules.domineering.value", "rules.clobber.value", "rules.konane.value"):
            key = area.split(".")[1]
            quoted = re.findall(r'"(.*?)"', text)
            board = quoted[0] if quoted else rectangle(*sized(text))
            letter = outcome_of_value(expected)
            name = f"{key} value {board}"
            if letter is None:
                yield Case(name, lambda: None, key, row, beyond=f"the outcome of {expected} needs values")
            else:
                yield case(name, has_outcome(key, board, letter), row, key)
        elif area == "misere_outcome" and "Domineering" in text:
            rows, cols = map(int, re.findall(r"\d+", text))
            check = has_outcome("domineering", rectangle(rows, cols), expected, misere=True)
            yield case(f"domineering misere {rows}x{cols}", check, row, "domineering")
        elif area == "heap.nim_sequence" and text.startswith("octal "):
            check = octal_sequence(text.split(" ")[1], [int(n) for n in expected.split(",")])
            yield case(f"octal {text.split(' ')[1]} sequence", check, row, "nim")
        elif area == "heap.octal_period" and "base-36" in text:
            yield case(f"octal {text.split(':')[0][6:]}", octal_period(text, expected), row, "nim")
        elif area == "heap.nim_sequence" and "heap.Nim." in text:
            for n, value in enumerate(map(int, re.findall(r"\d+", expected)), 1):
                yield case(f"nim {n}", has_nimber("nim", str(n), value), row, "nim")
        elif area == "heap.option_count" and re.search(r"heap\.(Kayles|DawsonsKayles)\(", text):
            key = "kayles" if "heap.Kayles" in text else "linear_cram"
            heap = re.findall(r"\((\d+)\)", text)[0]
            yield case(f"{key} options of {heap}", has_options(key, heap, int(expected)), row, key)
        elif area == "heap.options" and re.fullmatch(r"options of heap \d+ in \d\.[0-7]*(\[[0-7]\])?", text):
            yield case(f"heap {text}", lists_options(text, expected), row, "kayles")
        elif area == "heap.misere" and "octal 0." in text:
            yield from misere_octal(row)
        elif area == "heap.misere_nim_values_0_20" and "heap.Nim(" in text:
            values = [int(n) for n in re.findall(r"\d+", expected)]
            for n, value in enumerate(values):
                check = misere_nimber("nim", n, value)
                yield case(f"misere nim {n}", check, row, "nim")
        elif area in UNASKED and re.search("Kayles|Domineering|Clobber|Nim|octal|Dawson|domineering|Grundy", text):
            yield Case(f"{area}: {text[:60]}", lambda: None, "nim", row, beyond=f"no question about {UNASKED[area]}")


LONGEST_QUICK_STRIP = 70


def clobber_outcome(row: dict[str, Any]) -> Iterator[Case]:
    text, expected = row["input"], row["expected"]
    board = re.match(r"clobber (\S+)", text)
    if "checkerboard" in text:
        rows, cols = sized(text)
        yield case(f"clobber {rows}x{cols}", has_outcome("clobber", checkerboard(rows, cols), expected), row, "clobber")
    elif board:
        yield case(f"clobber {board[1]}", has_outcome("clobber", board[1].lower(), expected), row, "clobber")
    else:
        assert text == "linear Clobber (XO)^n for n=1..50" and expected == "P only at n=3, otherwise N"
        for n in range(1, 51):
            check = has_outcome("clobber", "xo" * n, "P" if n == 3 else "N")
            beyond = "more than a few minutes without values of components" if n > 20 else ""
            yield Case(f"clobber (xo)^{n}", check, "clobber", row, full=n > 16, beyond=beyond)


def cram_is_linear_cram() -> None:
    for n in range(1, 29):
        assert pp.grundy(pp.load("cram", "." * n)) == pp.grundy(pp.load("linear_cram", str(n)))


def has_options(key: str, heap: str, number: int) -> Callable[[], None]:
    def check() -> None:
        assert len(pp.load(key, heap).moves()) == number

    return check


def lists_options(text: str, expected: str) -> Callable[[], None]:
    """Options of one heap in a game given by its code: the library's class for such games, with that code."""

    def check() -> None:
        match = re.fullmatch(r"options of heap (\d+) in (\S+)", text)
        assert match

        after = {str(move.after) for move in coded(match[2], int(match[1])).moves()}
        options = {" ".join(parts.split(",")) if parts != "-" else "0" for parts in expected.split("  ") if parts}
        assert after == options

    return check


def misere_nimber(key: str, heap: int, value: int) -> Callable[[], None]:
    """The misère nimber: the one heap of Nim that, added, makes the second player win in misère play."""

    def check() -> None:
        for size in range(value + 1):
            total = nim_and(key, heap, size)
            assert (pp.outcome(total) == "P") == (size == value)

    return check


def nim_and(key: str, heap: int, size: int) -> Position:
    """A heap of a take-and-break game plus a heap of Nim, in misère play, as one plain game."""

    class Sum(pp.PlainGame):
        misere = True

        def moves(self, state: tuple[str, int]) -> list[tuple[str, int]]:  # type: ignore[override]
            text, nim = state
            options = [(str(move.after), nim) for move in pp.load(key, text).moves()]
            return options + [(text, smaller) for smaller in range(nim)]

        def play(self, state: tuple[str, int], move: tuple[str, int]) -> tuple[str, int]:
            return move

    return Sum().position((str(heap), size))


def coded(code: str, heap: int, **options: Any) -> Position:
    """A heap of the octal game with this code, by the library's class for such games."""
    written = ("0" if code.startswith(".") else "") + code.replace("[", "(").replace("]", ")")

    class Coded(pp.HeapGame):
        code = written

    return Coded(**options).load(str(heap))


def octal_sequence(code: str, values: list[int]) -> Callable[[], None]:
    def check() -> None:
        assert [int(pp.grundy(coded(code, n))) for n in range(len(values))] == values

    return check


MOST_HEAP = 320


def octal_period(text: str, expected: str) -> Callable[[], None]:
    """The nimbers as printed, and one more period."""
    code = text.split(" ")[1].rstrip(":")
    prefix, period = re.fullmatch(r"(\w*)\((\w+)\)", expected.split("|")[2].strip()).groups()  # type: ignore[union-attr]
    return octal_sequence(code, [int(digit, 36) for digit in prefix + period * 2][:MOST_HEAP])


def misere_octal(row: dict[str, Any]) -> Iterator[Case]:
    code, heap = re.findall(r"octal (\S+) .*?heap (\d+)|octal (\S+) heap (\d+)", row["input"])[0][:2]
    normal, misere = map(int, re.findall(r"\d+", row["expected"])[:2])

    def check() -> None:
        assert pp.grundy(coded(code, int(heap))) == normal
        assert (pp.outcome(coded(code, int(heap), misere=True)) == "P") == (misere == 0)
        if code == "0.77":
            assert pp.grundy(pp.load("kayles", heap)) == normal

    yield case(f"octal {code} heap {heap} misere", check, row, "kayles")
    if code == "0.77" and int(heap) <= 13:
        yield case(f"misere nimber of kayles {heap}", misere_nimber("kayles", int(heap), misere), row, "kayles")


# puzzles ------------------------------------------------------------------------------------------------------------


def solved_in(key: str, text: str, metric: str | None, cost: int, **options: Any) -> Callable[[], None]:
    def check() -> None:
        position = pp.load(key, text, **options)
        line = pp.solve(position, metric=metric, limits=limits()).answer
        assert line is not None and line.cost == cost
        assert pp.check(position, line, metric=metric)

    return check


def solvable(key: str, text: str, expected: bool) -> Callable[[], None]:
    def check() -> None:
        line = pp.solve(pp.load(key, text), limits=limits()).answer
        assert (line is not None) == expected

    return check


def grid_text(numbers: str, width: int) -> str:
    values = numbers.split()
    return "|".join(" ".join(values[i : i + width]) for i in range(0, len(values), width))


HARD_KORF = 30_000_000
"""Nodes that Korf's program took, above which an instance is left to the full suite."""
QUICK_PUSHES = 60
QUICK_WALK = 120


def puzzle_rows() -> Iterator[Case]:
    for number, row in enumerate(facts("puzzles.json")):
        puzzle, text, question, expected = row["puzzle"], row["instance"], row["question"], row["expected"]
        if puzzle == "15-puzzle":
            if "korf_ida_md_nodes" in row:
                check = solved_in("fifteen", grid_text(text, 4), None, expected, blank="first")
                full = row["korf_ida_md_nodes"] > HARD_KORF
                yield Case(f"15-puzzle {row['name']}", check, "fifteen", row, full=full)
            else:
                yield case("15-puzzle 4x4 " + question, lambda: None, row, "fifteen")
        elif puzzle == "n-puzzle" and question == "optimal slides":
            numbers = text.partition("(")[0]
            check = solved_in("fifteen", grid_text(numbers, 3), None, expected, blank="last")
            yield case("8-puzzle farthest", check, row, "fifteen")
        elif puzzle == "n-puzzle":
            yield Case("8-puzzle distances", eight_puzzle_layers(expected), "fifteen", row)
        elif puzzle == "sliding blocks" and "Klotski" in text:
            start = text.split(" ")[0].replace("/", "|")
            goal = f"{start} -> ....|....|....|.bb.|.bb."
            yield Case("klotski", solved_in("sliding_blocks", goal, "moves", expected), "sliding_blocks", row)
        elif puzzle == "sliding blocks" and "straight" in question:
            start = text.split(";")[0].replace("/", "|")
            goal = f"{start} -> ....|....|....|aa..|aa.."
            yield Case("dad's puzzle", solved_in("sliding_blocks", goal, "slides", expected), "sliding_blocks", row)
        elif puzzle == "sliding blocks":
            yield case("sliding blocks simple^3 census", lambda: None, row, "sliding_blocks")
        elif puzzle == "rush hour" and "reachable_states" in row:
            yield Case(f"rush hour {text} moves", solved_in("rush_hour", text, "moves", expected), "rush_hour", row)
            reachable = has_reach("rush_hour", text, row["reachable_states"])
            yield Case(f"rush hour {text} reachable", reachable, "rush_hour", row)
        elif puzzle == "rush hour":
            yield case(f"rush hour {text.split(',')[0]} enumeration", lambda: None, row, "rush_hour")
        elif puzzle == "sokoban" and "format" in row:
            name = f"sokoban {number} {row.get('name', '')}"
            if question == "solvable?":
                yield Case(f"{name} solvable", solvable("sokoban", text, expected), "sokoban", row)
            elif question == "minimum number of pushes":
                check = solved_in("sokoban", text, "pushes", expected)
                yield Case(f"{name} pushes", check, "sokoban", row, full=expected > QUICK_PUSHES)
            else:
                check = solved_in("sokoban", text, "moves", expected)
                yield Case(f"{name} moves", check, "sokoban", row, full=expected > QUICK_WALK)
        elif puzzle == "sokoban":
            yield case(f"sokoban XSokoban {question[:50]}", lambda: None, row, "sokoban")
        elif puzzle == "peg solitaire 1D":
            pegs = text.replace("1", "o").replace("0", ".")
            yield case(f"peg solitaire row {pegs}", solvable("peg_solitaire", pegs, expected), row, "peg_solitaire")
        elif puzzle == "peg solitaire" and "triangle" in text:
            for hole in range(15):
                yield case(
                    f"triangle {hole}", solvable("peg_solitaire", triangle(hole), expected), row, "peg_solitaire"
                )
        elif puzzle == "peg solitaire":
            yield case("peg solitaire English fewest moves", lambda: None, row, "peg_solitaire")


def triangle(hole: int) -> str:
    """Fifteen holes, all pegs but one."""
    letters = iter("." if n == hole else "o" for n in range(15))
    return "|".join(
        " " * (4 - row) + " ".join(next(letters) for _ in range(row + 1)) + " " * (4 - row) for row in range(5)
    )


def has_reach(key: str, text: str, number: int) -> Callable[[], None]:
    def check() -> None:
        assert pp.reachable(pp.load(key, text), limits=limits()) == number

    return check


def eight_puzzle_layers(expected: list[int]) -> Callable[[], None]:
    def check() -> None:
        found = pp.reachable(pp.load("fifteen", "1 2 3|4 5 6|7 8 0"), limits=limits()).answer
        assert list(found.layers) == expected

    return check


# ---------------------------------------------------------------------------------------------------------------------


def all_cases() -> list[Any]:
    found: dict[str, Any] = {}
    for each in [*domineering_rows(), *game_rows(), *value_rows(), *puzzle_rows()]:
        name = each.name if each.name not in found else f"{each.name} ({len(found)})"
        marks = [pytest.mark.full] if each.full else []
        found[name] = pytest.param(each, id=re.sub(r"\s+", "_", name), marks=marks)
    return list(found.values())


CASES = all_cases()


def test_the_facts_are_there() -> None:
    if shared() is None:
        pytest.skip(ABSENT)
    assert len(CASES) > 500


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    if case.needs not in KEYS:
        pytest.skip(f"{case.needs} is not in the catalogue yet")
    if case.beyond:
        pytest.skip(f"not answered: {case.beyond}")
    case.check()


OURS = {
    "games.json": {"cram", "domineering", "kayles", "linear_cram", "mnk"},
    "games_computed.json": {"domineering"},
    "puzzles.json": {
        "15-puzzle",
        "n-puzzle",
        "sliding blocks",
        "rush hour",
        "sokoban",
        "peg solitaire",
        "peg solitaire 1D",
    },
}
OUR_AREAS = re.compile(r"rules\.(clobber|cram|domineering|konane|impartial_clobber|grid\.cram)|misere_outcome|heap\.")
NOT_OURS = re.compile(
    r"Spawning|TakeAndBreak|Subtraction|4!\.0|80\.0|0\.\*|0\.3[fF]|0\.\{|0\.3\[1\]|partizan_|coin_|coordinate|^heap.subtraction"
)
"""Codes beyond octal, and other families of games."""


def test_every_row_about_our_systems_is_understood() -> None:
    """Nothing is left out silently: each row is a case above, or is about a game that is not in the catalogue."""
    if shared() is None:
        pytest.skip(ABSENT)
    read = [each.values[0].row for each in CASES]
    wanted = [row for name, kinds in OURS.items() for row in facts(name) if row.get("game", row.get("puzzle")) in kinds]
    for row in facts("values.json"):
        about_a_value = row["area"] == "misere_outcome" and "Domineering" not in row["input"]
        if OUR_AREAS.match(row["area"]) and not NOT_OURS.search(f"{row['area']} {row['input']}") and not about_a_value:
            wanted.append(row)
    assert len(wanted) > 450
    assert not [row for row in wanted if row not in read]


@pytest.mark.parametrize("size", ["1x1", "1x5", "2x2", "2x3", "3x2", "3x3", "2x5", "5x2", "3x4", "4x3"])
def test_small_rectangles_of_domineering_by_recursion(size: str) -> None:
    """Facts from memory are believed only after this: the same boards by the definitions."""
    position = pp.load("domineering", rectangle(*sized(size)))
    assert reference_outcome(position) == pp.outcome(position)
    assert sum(map(len, reach(position, 100_000))) == pp.reachable(position)
