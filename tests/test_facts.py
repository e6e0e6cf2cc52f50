"""Published results, where the folder with them is present: every row about a system of the catalogue.

Rows are grouped by what they say; a row that nothing here understands fails. What is known about values, heaps and
the games of other value systems has its own test, in ``tests/values``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.reference.games import outcome as reference_outcome
from tests.reference.games import reach
from tests.reference.published import (
    Case,
    case,
    has_nimber,
    has_outcome,
    limits,
    parameters,
    rectangle,
    sized,
)
from tests.reference.shared import ABSENT, facts, shared

import perfectplay as pp
from perfectplay import LEFT, RIGHT

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
SLOW_LEVELS = {
    "aymeric-picocosmos/3",
    "aymeric-picocosmos/4",
    "aymeric-picocosmos/8",
    "microban1/117",
    "microban1/138",
}
"""Five seconds or more each."""
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
            check = hardest_of_its_cluster("rush_hour", text, row["reachable_states"], expected)
            yield Case(f"rush hour {text} cluster", check, "rush_hour", row)
        elif puzzle == "rush hour":  # numbers from 0: that of the last board is one less than there are boards
            yield case(f"rush hour {text.split(',')[0]} enumeration", lambda: None, row, "rush_hour")
        elif puzzle == "sokoban" and "format" in row:
            name = f"sokoban {number} {row.get('name', '')}"
            if question == "solvable?":
                yield Case(f"{name} solvable", solvable("sokoban", text, expected), "sokoban", row)
            elif question == "minimum number of pushes":
                check = solved_in("sokoban", text, "pushes", expected)
                yield Case(
                    f"{name} pushes", check, "sokoban", row, full=expected > QUICK_PUSHES or row["name"] in SLOW_LEVELS
                )
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
    """The boards of the list are the hardest of their clusters."""

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
    if shared() is None:
        pytest.skip(ABSENT)
    assert len(CASES) > 500


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    case.run()


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
        "graph puzzle (Wilson)",
        "rubik 2x2x2",
        "rubik 3x3x3",
        "permutation puzzle",
    },
}


def test_every_row_about_our_systems_is_understood() -> None:
    """Nothing is left out silently: each row is a case above, or is about a game that is not in the catalogue."""
    if shared() is None:
        pytest.skip(ABSENT)
    read = [each.values[0].row for each in CASES]
    wanted = [row for name, kinds in OURS.items() for row in facts(name) if row.get("game", row.get("puzzle")) in kinds]
    assert len(wanted) > 300
    assert not [row for row in wanted if row not in read]


@pytest.mark.parametrize("size", ["1x1", "1x5", "2x2", "2x3", "3x2", "3x3", "2x5", "5x2", "3x4", "4x3"])
def test_small_rectangles_of_domineering_by_recursion(size: str) -> None:
    """Facts from memory are believed only after this: the same boards by the definitions."""
    position = pp.load("domineering", rectangle(*sized(size)))
    assert reference_outcome(position) == pp.outcome(position)
    assert sum(map(len, reach(position, 100_000))) == pp.reachable(position)
