"""Published rows about positions of games as test cases: outcomes, nimbers, values, temperatures, thermographs.

A row switches itself on when its game is in the catalogue: the row's name for the game is the key, and its board is
read as the game reads boards (``X`` and ``O`` as small letters). What each question answers is compared by value.
Graphs are written in another way there; ``tests/values/graphs.py`` translates them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.reference.published import (
    KEYS,
    Case,
    Check,
    Row,
    case,
    checkerboard,
    has_nimber,
    has_outcome,
    limits,
    rectangle,
    sized,
)
from tests.values.cgscript import agrees, evaluate, thermograph_by_points
from tests.values.graphs import coloured_graph, edge_graph

import perfectplay as pp

LONGEST_STRIP = 20
"""Pairs of stones in a row of Clobber, for outcomes: 21, 22 and 23 were stopped after 60 s each."""
LONGEST_VALUE = 18
"""Pairs of stones in a row of Clobber, for values: 18 take about 40 s, and each further one twice as long."""

KEYS_OF = {
    "cram (impartial domineering)": "cram",
    "impartial clobber 1xn": "clobber",
    "impartial clobber": "clobber",
    "nogo": "no_go",
    "impartial nogo 1xn": "no_go",
    "impartial nogo": "no_go",
    "impartial linear NoGo, empty": "no_go",
    "toppling_dominoes(#=grey)": "toppling_dominoes",
    "gen_toads(min slide,max slide,max jump,friendly jump)": "toads_and_frogs",
    "cannibal_clobber": "clobber",
}
"""Where the row's name for a game is not the key."""

GRAPHS = {
    "snort": lambda text: coloured_graph(text, {"L": "x", "R": "o"}),
    "col": lambda text: coloured_graph(text, {"L": "o", "R": "x"}),  # there a letter says whose colour is beside it
    "partizan_arc_kayles": edge_graph,
}
"""How the graphs of a game are written as the library writes them."""


def key_of(name: str) -> str:
    """``ToadsAndFrogs`` is ``toads_and_frogs``."""
    return KEYS_OF.get(name) or re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def rule_rows(row: Row) -> Iterator[Case]:
    area, text, expected = row["area"].removeprefix("rules."), row["input"], row["expected"]
    board_row = re.fullmatch(r"(.+?) ([^ ]*[.#XO|]+)(?: \(X=Black=Left\))?", text)
    points_row = re.fullmatch(r"(\w+) (\S+) scaffolds as \(value,temperature\) points, X=Left", text)
    call_row = re.fullmatch(r'(?:game\.\w+\.)?(\w+)\("(.*)"\)(?:\.CanonicalForm| temperature| \(x=Left\))?', text)
    size_row = re.fullmatch(r"(?:(mean|temperature) of )?(\w+) empty (\d+x\d+)(?: \(.*\))?", text)
    path_row = re.fullmatch(r"(\w+) on path P(\d+)", text)

    if area == "clobber.bounds":
        yield from clobber_bounds(row)
    elif text.startswith("linear Clobber"):
        yield from clobber_strips(row)
    elif text.startswith("Clobber checkerboard"):
        rows, cols = sized(text)
        yield case(f"clobber {rows}x{cols}", has_outcome("clobber", checkerboard(rows, cols), expected), row, "clobber")
    elif area == "cram.identity":
        yield case("cram 1xn is linear cram", cram_is_linear_cram, row, "cram")
    elif area == "cram.nim_value":
        rows, cols = sized(text)
        yield case(f"cram {rows}x{cols}", has_nimber("cram", rectangle(rows, cols), int(expected)), row, "cram")
    elif area == "grid.cram" and call_row:
        yield case(f"cram {call_row[2]}", has_nimber("cram", call_row[2], int(expected[1:])), row, "cram")
    elif area == "strip.turning":
        yield Case(f"{area} {text[:60]}", turns_to(text, int(row["expected"])), "mock_turtles", row)
    elif area.endswith("nim_value") and (board_row or "1x" in text):
        name, board = (board_row[1], board_row[2].lower()) if board_row else text.rsplit(" ", 1)
        board = board if board_row else rectangle(*sized(board))
        yield nimber_case(key_of(name), board, row)
    elif area.endswith(".outcome") and board_row:
        key = key_of(board_row[1])
        board, options = as_we_write(board_row[1], board_row[2].lower())
        yield case(f"{key} {board}", has_outcome(key, board, expected, **options), row, key)
    elif points_row:
        key, board = key_of(points_row[1]), points_row[2].lower()
        yield case(f"{key} thermograph {board}", has_thermograph(key, board, expected), row, key)
    elif size_row:
        key, board = key_of(size_row[2]), rectangle(*sized(size_row[3]))
        yield case(f"{key} {size_row[1] or 'value'} {size_row[3]}", answers(size_row[1], key, board, row), row, key)
    elif call_row and not area.startswith(("graph.", "col.")):
        key = key_of(call_row[1])
        board = call_row[2] if key == "ski_jumps" else call_row[2].lower()  # there small letters are other pieces
        asked = "temperature" if text.endswith("temperature") else None
        yield case(f"{key} {asked or 'value'} {board}", answers(asked, key, board, row), row, key)
    elif path_row:
        key, length = key_of(path_row[1]), int(path_row[2])
        yield case(f"{key} path of {length}", answers(None, key, path(length), row), row, key)
    elif call_row and area == "graph.hackenbush":
        yield from hackenbush_rows(call_row[2], row)
    elif call_row:
        key = key_of(call_row[1])
        if key in GRAPHS:
            yield case(f"{key} {call_row[2]}", answers(None, key, GRAPHS[key](call_row[2]), row), row, key)
        else:
            yield case(f"{key} {call_row[2]}", foreign_graph(call_row[2]), row, key)


def as_we_write(name: str, board: str) -> tuple[str, dict[str, Any]]:
    """The board in the letters of the game, and the options that make it the game of that name."""
    if name == "cannibal_clobber":
        return board, {"cannibal": True}
    if name.startswith("toppling_dominoes"):
        return board.replace("#", "e"), {}
    if name.startswith("gen_toads"):
        numbers, _, board = board.partition(":")
        shortest, slide, jump, friendly = map(int, numbers.split(","))
        assert shortest == 1
        return board, {"slide": slide, "jump": jump, "friendly": bool(friendly)}
    return board, {}


# checks -------------------------------------------------------------------------------------------------------------


LONG = 20
"""Cells of an impartial board from which on its nimber takes long."""


def nimber_case(key: str, board: str, row: Row) -> Case:
    if key == "cram":
        smaller, larger = sorted((board.count("|") + 1, len(board.split("|")[0])))
        return case(f"cram {smaller}x{larger}", has_nimber("cram", board, int(row["expected"])), row, key)
    check = has_nimber(key, board, int(row["expected"]), impartial=True)
    return replace(case(f"impartial {key} {board}", check, row, key), full=len(board) > LONG)


def answers(asked: str | None, key: str, board: str, row: Row) -> Check:
    """The value of a position, or its mean or temperature; the outcome and the temperature must fit the value."""
    expected = row["expected"]

    def check() -> None:
        position = pp.load(key, board)
        value = pp.value(position, limits=limits()).answer
        if asked is None:
            assert agrees(value, expected)
        elif asked == "mean":
            assert value.mean == Fraction(expected)
        else:
            assert value.temperature == Fraction(expected)
        assert pp.temperature(position, limits=limits()) == value.temperature
        assert pp.outcome(position, limits=limits()) == str(value.outcome)

    return check


def has_thermograph(key: str, board: str, expected: str) -> Check:
    def check() -> None:
        position = pp.load(key, board)
        drawn = thermograph_by_points(expected)
        assert pp.thermograph(position, limits=limits()) == drawn
        assert pp.value(position, limits=limits()).answer.thermograph == drawn

    return check


def path(length: int) -> str:
    """A path in the text of graphs: ``1-2 2-3``."""
    return " ".join(f"{n}-{n + 1}" for n in range(1, length)) or "1;"


def foreign_graph(text: str) -> Check:
    def check() -> None:
        raise AssertionError(f"the game is there now: write the graph {text!r} as the library writes graphs")

    return check


LONGEST_HACKENBUSH = 24
"""Edges of a picture that is also valued by search in the quick suite."""


def hackenbush_rows(text: str, row: Row) -> Iterator[Case]:
    """The notation is read as it is: by theorems, and by search."""
    position = pp.load("hackenbush", text) if "hackenbush" in KEYS else None
    long = position is not None and len(position.moves()) > LONGEST_HACKENBUSH
    for method in [None, "canonical forms"]:

        def check(method: str | None = method) -> None:
            found = pp.value(pp.load("hackenbush", text), method=method, limits=limits()).answer
            assert agrees(found, row["expected"])

        name = f"hackenbush {text} by {method or 'the preferred method'}"
        yield Case(name, check, "hackenbush", row, full=long and method is not None)


def cram_is_linear_cram() -> None:
    for n in range(1, 29):
        assert pp.grundy(pp.load("cram", "." * n)) == pp.grundy(pp.load("linear_cram", str(n)))


def turns_to(text: str, value: int) -> Check:
    def check() -> None:
        coins = re.findall(r'\("([ht]+)"\)', text)[0]
        assert '"1-3"' in text and pp.grundy(pp.load("mock_turtles", coins.upper())) == value

    return check


def clobber_strips(row: Row) -> Iterator[Case]:
    assert row["input"] == "linear Clobber (XO)^n for n=1..50" and row["expected"] == "P only at n=3, otherwise N"
    for n in range(1, 51):
        check = has_outcome("clobber", "xo" * n, "P" if n == 3 else "N")
        beyond = "pairs beyond 20 were not finished in 60 s (21 to 23) or not tried" if n > LONGEST_STRIP else ""
        yield Case(f"clobber (xo)^{n}", check, "clobber", row, full=n > 16, beyond=beyond)


def clobber_bounds(row: Row) -> Iterator[Case]:
    assert row["input"] == "linear Clobber (XO)^n, 5<n<25" and row["expected"] == "v < (XO)^n < ^"
    for n in range(6, 25):

        def check(n: int = n) -> None:
            value = pp.value(pp.load("clobber", "xo" * n), limits=limits()).answer
            assert evaluate("v") < value < evaluate("^")

        beyond = "more than 18 pairs were not tried" if n > LONGEST_VALUE else ""
        yield Case(f"clobber (xo)^{n} between down and up", check, "clobber", row, full=n > 14, beyond=beyond)
