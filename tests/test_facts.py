"""Published results: every row about a system of the catalogue.

Rows are grouped by what they say; a row that nothing here understands fails. What is known about values, heaps and
the games of other value systems has its own test, in ``tests/values``.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.reference import boards
from tests.reference.facts import FOLDER, facts
from tests.reference.games import outcome as reference_outcome
from tests.reference.games import reach
from tests.reference.published import (
    KEYS,
    Case,
    case,
    has_nimber,
    has_outcome,
    limits,
    parameters,
    rectangle,
    sized,
)

import perfectplay as pp
from perfectplay import LEFT, RIGHT

# two-player games ---------------------------------------------------------------------------------------------------


def domineering_rows() -> Iterator[Case]:
    for row in facts("games"):
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
    for row in facts("games"):
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


# puzzles ------------------------------------------------------------------------------------------------------------


def solved_in(key: str, text: str, metric: str | None, cost: int, **options: Any) -> Callable[[], None]:
    def check() -> None:
        position = pp.load(key, text, **options)
        line = pp.solve(position, metric=metric, limits=limits()).answer
        assert line is not None and line.cost == cost
        assert pp.check(position, line, metric=metric)

    return check


def not_shorter(key: str, text: str, method: str, least: int) -> Callable[[], None]:
    """A method that need not be shortest finds a solution, and none below the least that is known."""

    def check() -> None:
        position = pp.load(key, text)
        line = pp.solve(position, method=method, limits=limits()).answer
        assert line is not None and line.cost >= least and pp.check(position, line)

    return check


def pocket_layers(expected: list[int], quarter: bool) -> Callable[[], None]:
    def check() -> None:
        solved = pp.load("rubik", "()", size=2, half_turns=not quarter)
        assert list(pp.reachable(solved).answer.layers) == expected

    return check


def has_order(key: str, text: str, expected: int) -> Callable[[], None]:
    def check() -> None:
        assert pp.order(pp.load(key, text)) == expected

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


def puzzle_rows() -> Iterator[Case]:
    for row in facts("puzzles"):
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
        elif puzzle == "rubik 2x2x2":
            yield Case("rubik 2x2x2 distances", pocket_layers(expected, "quarter" in question), "rubik", row)
        elif puzzle == "permutation puzzle" and question == "order":
            yield Case("pyraminx order", has_order("permutation_puzzle", "@pyraminx", expected), "rubik", row)
        elif puzzle == "rubik 3x3x3" and text == "all positions":
            yield case("rubik 3x3x3 " + question, lambda: None, row, "rubik")  # not for one machine
        elif puzzle == "rubik 3x3x3":
            yield Case(f"rubik {row['name']}", not_shorter("rubik", text, "two phase", expected), "rubik", row)
        elif puzzle == "n-puzzle":
            yield Case("8-puzzle distances", eight_puzzle_layers(expected), "fifteen", row)
        elif puzzle == "sliding blocks" and text.startswith("@"):
            metric = "slides" if "straight" in question else "moves"
            check = solved_in("sliding_blocks", text, metric, expected)
            yield Case(f"sliding blocks {text}", check, "sliding_blocks", row)
        elif puzzle == "sliding blocks":
            yield case("sliding blocks simple^3 census", lambda: None, row, "sliding_blocks")
        elif puzzle == "rush hour" and "reachable_states" in row:
            yield Case(f"rush hour {text} moves", solved_in("rush_hour", text, "moves", expected), "rush_hour", row)
            reachable = has_reach("rush_hour", text, row["reachable_states"])
            yield Case(f"rush hour {text} reachable", reachable, "rush_hour", row)
            check = hardest_of_its_cluster("rush_hour", text, row["reachable_states"], expected)
            yield Case(f"rush hour {text} cluster", check, "rush_hour", row)
        elif puzzle == "rush hour":  # numbers from 0: that of the last board is one less than there are boards
            yield case(f"rush hour {text.split(',')[0]} enumeration", lambda: None, row, "rush_hour")
        elif puzzle == "sokoban" and "format" in row:
            name = f"sokoban {row['name']}"
            if question == "solvable?":
                yield Case(f"{name} solvable", solvable("sokoban", text, expected), "sokoban", row)
            elif question == "minimum number of pushes":
                yield Case(f"{name} pushes", solved_in("sokoban", text, "pushes", expected), "sokoban", row)
            else:
                yield Case(f"{name} moves", solved_in("sokoban", text, "moves", expected), "sokoban", row)
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
        elif puzzle == "graph puzzle (Wilson)":
            edges = re.findall(r"\d+-\d+", text)
            yield case(f"token puzzle on {' '.join(edges)}", has_components(edges, expected), row, "token_puzzle")
        elif puzzle == "peg solitaire":
            yield case("peg solitaire English fewest moves", lambda: None, row, "peg_solitaire")


def triangle(hole: int) -> str:
    """Fifteen holes, all pegs but one."""
    letters = iter("." if n == hole else "o" for n in range(15))
    return "|".join(
        " " * (4 - row) + " ".join(next(letters) for _ in range(row + 1)) + " " * (4 - row) for row in range(5)
    )


def has_components(edges: list[str], expected: list[int]) -> Callable[[], None]:
    """All configurations with the hole on the last vertex: those that lead to one another, and how many there are."""

    def check() -> None:
        names = sorted({name for edge in edges for name in edge.split("-")})

        def puzzle(start: tuple[int, ...], goal: tuple[int, ...]) -> pp.Position:
            both = [" ".join(f"{v}={n}" for v, n in zip(names[:-1], order, strict=True)) for order in (start, goal)]
            return pp.load("token_puzzle", f"{' '.join(edges)}; {both[0]} -> {both[1]}")

        left = list(itertools.permutations(range(1, len(names))))
        sizes = []
        while left:
            sizes.append(pp.reachable(puzzle(left[0], left[0])).answer.positions)
            left = [order for order in left if pp.solve(puzzle(left[0], order), limits=limits()).answer is None]
        assert sorted(sizes) == sorted(expected)

    return check


def hardest_of_its_cluster(key: str, text: str, positions: int, cost: int) -> Callable[[], None]:
    """The board is a hardest one of its cluster; it is read as lists of boards have it."""

    def check() -> None:
        found = pp.cluster(pp.load(key, f"{cost} {text} {positions}"), limits=limits())
        assert (found.positions, found.most, found.depth) == (positions, cost, cost)
        assert found.witness.cost == cost and pp.check(found.witness.start, found.witness)

    return check


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


CASES = parameters([*domineering_rows(), *game_rows(), *puzzle_rows()])


def test_the_facts_are_there() -> None:
    assert len(CASES) > 500


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    case.run()


OURS = {
    "games": {"cram", "domineering", "kayles", "linear_cram", "mnk"},
    "puzzles": {
        "15-puzzle",
        "n-puzzle",
        "sliding blocks",
        "rush hour",
        "sokoban",
        "peg solitaire",
        "peg solitaire 1D",
        "graph puzzle (Wilson)",
        "rubik 2x2x2",
        "rubik 3x3x3",
        "permutation puzzle",
    },
}


def test_every_row_about_our_systems_is_understood() -> None:
    """Nothing is left out silently: each row is a case above, or another test's, or waits for its system."""
    read = [each.values[0].row for each in CASES]
    wanted = [row for name, kinds in OURS.items() for row in facts(name) if row.get("game", row.get("puzzle")) in kinds]
    assert len(wanted) > 300
    assert not [row for row in wanted if row not in read]


ELSEWHERE = {"amazons", "bridgit", "cops_and_robbers", "dots_and_boxes", "hackenbush", "jenga", "node_kayles", "snort"}
"""Games whose rows have a test of their own, beside this one."""


def waiting() -> dict[str, int]:
    """Systems that nothing reads rows about, with the number of their rows."""
    ours = OURS["games"] | OURS["puzzles"] | ELSEWHERE
    named = [str(row.get("game", row.get("puzzle"))) for name in OURS for row in facts(name)]
    return Counter(name for name in named if name not in ours)


@pytest.mark.parametrize("name", sorted(waiting()))
def test_rows_wait_for_their_system_only(name: str) -> None:
    """Once the system is in the catalogue, its rows are to be read."""
    number, key = waiting()[name], name.partition(" ")[0]
    assert key not in KEYS, f"{key} is in the catalogue, and no test reads the {number} published rows about it"


# the rows themselves ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["games", "puzzles", "values"])
def test_a_row_has_what_it_needs_and_a_source(name: str) -> None:
    subject, needed = {
        "games": ("game", {"game", "instance", "question", "expected", "source"}),
        "puzzles": ("puzzle", {"puzzle", "instance", "question", "expected", "source"}),
        "values": ("area", {"area", "input", "expected", "source"}),
    }[name]
    for row in facts(name):
        assert set(row) >= needed and row[subject], row
        assert len(row["source"]) >= 5 and "memory" not in row["source"], row


@pytest.mark.parametrize("name", ["games", "puzzles", "values"])
def test_one_row_a_line_and_none_twice(name: str) -> None:
    first, *lines, last = (FOLDER / f"{name}.json").read_text(encoding="utf-8").splitlines()
    assert (first, last) == ("[", "]")
    assert [json.loads(line.removesuffix(",")) for line in lines] == list(facts(name))
    assert len(set(lines)) == len(lines)


# by other means -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["1x1", "1x5", "2x2", "2x3", "3x2", "3x3", "2x5", "5x2", "3x4", "4x3"])
def test_small_rectangles_of_domineering_by_recursion(size: str) -> None:
    """Facts from memory are believed only after this: the same boards by the definitions."""
    position = pp.load("domineering", rectangle(*sized(size)))
    assert reference_outcome(position) == pp.outcome(position)
    assert sum(map(len, reach(position, 100_000))) == pp.reachable(position)


OWN = [row for row in facts("puzzles") if row["source"] == boards.SOURCE]
FEW = 1000
"""Positions of a board that plain search goes through here."""


ENUMERATED = "Fogleman database"
"""Boards of Rush Hour that a machine has enumerated, each the hardest of its cluster."""


def test_the_boards_are_nobodys_design() -> None:
    """Boards that people have designed are not copied: whoever adds a board makes it, or names one of the samples."""
    shown = [row for row in facts("puzzles") if row["puzzle"] in ("rush hour", "sokoban") and len(row["instance"]) > 30]
    assert len(shown) > 280
    assert all(row["source"] == boards.SOURCE or row["source"].startswith(ENUMERATED) for row in shown)


def test_our_own_boards_of_rush_hour_by_plain_search() -> None:
    rows = [row for row in OWN if row["puzzle"] == "rush hour" and row["reachable_states"] < FEW]
    assert len(rows) > 5
    assert [boards.hardest(row["instance"]) for row in rows] == rows


def test_our_own_boards_of_sokoban_by_plain_search() -> None:
    rows = [row for row in OWN if row["puzzle"] == "sokoban"]
    assert len(rows) > 100
    for row in rows[:: len(rows) // 4]:
        metric = "moves" if "moves" in row["question"] else "pushes"
        cost, _ = boards.Room(row["instance"]).fewest(metric)
        assert (cost is not None if row["question"] == "solvable?" else cost) == row["expected"]
