"""Boards: text round trips, geometry against coordinates in the plane, symmetries against brute force, and errors."""

from __future__ import annotations

import cmath
import copy
import itertools
import pickle
import random
import re
from collections.abc import Callable, Iterator
from math import dist, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.board import (
    EAST,
    NORTH,
    NORTHEAST,
    SOUTH,
    SOUTHEAST,
    WEST,
    Board,
    Direction,
    Graph,
    Grid,
    HexGrid,
    Lattice,
    TriangularGrid,
    column_letters,
)
from perfectplay.errors import (
    IllegalMove,
    LimitReached,
    NotApplicable,
    ParseError,
    PerfectPlayError,
    UnknownSystem,
    quote,
)

SOKOBAN = {
    "#": (None, ""),
    "-": (".", ""),
    "_": (".", ""),
    "$": ("$", ""),
    "@": ("@", ""),
    ".": (".", "goal"),
    "*": ("$", "goal"),
    "+": ("@", "goal"),
}
PLAIN = {".": (".", ""), "x": ("x", ""), "o": ("o", ""), " ": (None, ""), "#": (None, ""), "X": ("x", "home")}
HEX = {letter: meaning for letter, meaning in PLAIN.items() if letter != " "}
VERTEX = {".": (".", ""), "x": ("x", ""), "@": ("x", "start"), "=": ("=", "")}
EDGE = {"l": ("l", ""), "r": ("r", ""), ">": ("l", "one way"), "#": ("g", "")}


def names(board: Board, cells: object) -> list[str]:
    return [board.name(cell) for cell in cells]  # type: ignore[attr-defined]


# --- errors


def test_parse_error_says_where_and_what_on_one_line() -> None:
    error = ParseError("unexpected 'x'", row=3, column=5, expected='one of "#-$@.*+"')
    assert str(error) == "row 3, column 5: unexpected 'x' (expected one of \"#-$@.*+\")"
    assert (error.row, error.column, error.what) == (3, 5, "unexpected 'x'")
    assert isinstance(error, ValueError) and isinstance(error, PerfectPlayError)
    assert str(ParseError("empty board")) == "empty board"
    assert str(ParseError("odd", row=2)) == "row 2: odd"


@pytest.mark.parametrize(
    "kind", [PerfectPlayError, ParseError, UnknownSystem, NotApplicable, IllegalMove, LimitReached]
)
def test_messages_are_one_line_and_survive_pickling(kind: type[PerfectPlayError]) -> None:
    error = kind("two\nlines\x00 and \udc80" + "y" * 10_000)
    assert str(error).isprintable() and len(str(error)) < 450
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_limit_reached_and_parse_error_keep_their_attributes() -> None:
    assert LimitReached("out of time", best=17).best == 17
    assert LimitReached("out of time").best is None
    again = pickle.loads(pickle.dumps(LimitReached("out of time", best=17, kind="time")))
    assert (again.best, again.kind) == (17, "time")
    again = pickle.loads(pickle.dumps(ParseError("odd", 2, 3, "even")))
    assert (again.row, again.column, again.expected, str(again)) == (
        2,
        3,
        "even",
        "row 2, column 3: odd (expected even)",
    )


@given(st.text(max_size=200))
def test_quote_is_short_and_printable(text: str) -> None:
    assert len(quote(text)) <= 60 and quote(text).isprintable()
    if len(repr(text)) <= 60:
        assert quote(text) == repr(text)


# --- grids: reading and writing


def test_parse_reads_symbols_marks_and_voids() -> None:
    board, state = Grid.parse("####\n#.@#\n#$*#\n####\n", SOKOBAN)
    assert names(board, board.cells) == ["b2", "c2", "b3", "c3"]
    assert state == ".@$$"
    assert board.marked("goal") == {(1, 1), (2, 2)} and board.marked("nothing") == frozenset()
    assert board.marks_of((1, 1)) == ("goal",) and board.marks_of((1, 2)) == ()
    assert set(board.voids.values()) == {"#"} and len(board.voids) == 12
    assert board.text(state) == "####|#.@#|#$*#|####"
    assert board.text("@.$$") == "####|#+-#|#$*#|####"


def test_rows_may_be_separated_in_three_ways() -> None:
    forms = ["..|xo", "../xo", "..\nxo", "..\r\nxo\r\n", "\n\n..\nxo\n\n", "  \n..\nxo  \n "]
    letters = {letter: PLAIN[letter] for letter in ".xo"}
    assert {Grid.parse(form, letters) for form in forms} == {(Grid(2, 2, letters=letters), "..xo")}


def test_a_slash_that_is_a_letter_separates_nothing() -> None:
    board, state = Grid.parse("/.|./", {"/": ("/", ""), ".": (".", "")})
    assert (board.rows, board.cols, state) == (2, 2, "/../")


def test_leading_spaces_that_are_letters_are_kept() -> None:
    board, state = Grid.parse("\n  x\nxxx\n", PLAIN)
    assert (board.cols, len(board.cells), state) == (3, 4, "xxxx")
    floor = {" ": (".", ""), "x": ("x", "")}
    board, state = Grid.parse("   ", floor)
    assert state == "..." and Grid.parse(board.text(state), floor) == (board, state)
    assert Grid.parse("\n  \nx \n  \n", floor)[1] == "..x..."


def test_several_letters_for_one_meaning_are_written_as_the_first() -> None:
    board, state = Grid.parse("-_", SOKOBAN)
    assert board.text(state) == "--"


def test_ragged_rows_are_filled() -> None:
    board, state = Grid.parse("###\n#@-\n##", SOKOBAN, ragged=True)
    assert (board.rows, board.cols, state) == (3, 3, "@.")
    assert board.voids[2, 2] == " "
    again = Grid.parse(board.text(state), SOKOBAN, ragged=True)
    assert again == (board, state)
    assert Grid.parse("###   \n#@-\n##\n", SOKOBAN, ragged=True) == again
    filled, _ = Grid.parse("##|#", SOKOBAN, ragged=True, fill="-")
    assert names(filled, filled.cells) == ["b2"]


@pytest.mark.parametrize(
    ("text", "row", "column", "message"),
    [
        ("..|.q", 2, 2, "row 2, column 2: unexpected 'q' (expected one of \".xo #X\")"),
        ("..\n\t.", 2, 1, "row 2, column 1: unexpected '\\t' (expected one of \".xo #X\")"),
        ("..\r..", 1, 3, "row 1, column 3: unexpected '\\r' (expected one of \".xo #X\")"),
        ("..\x00", 1, 3, "row 1, column 3: unexpected '\\x00' (expected one of \".xo #X\")"),
        ("....|...", 2, 4, "row 2 has 3 cells, expected 4"),
        ("....|.....", 2, 5, "row 2 has 5 cells, expected 4"),
        ("..||..", 2, 1, "row 2 has 0 cells, expected 2"),
        ("..|", 2, 1, "row 2 has 0 cells, expected 2"),
        ("", None, None, "empty board"),
        (" \n \n", None, None, "empty board"),
        ("|", None, None, "empty board"),
        ("." * 65 + ("|" + "." * 65) * 63, None, None, "the board has 4160 places (expected at most 4096)"),
    ],
)
@pytest.mark.parametrize("shape", [Grid, TriangularGrid])
def test_bad_text(shape: type[Grid], text: str, row: int | None, column: int | None, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        shape.parse(text, PLAIN)
    assert (str(caught.value), caught.value.row, caught.value.column) == (message, row, column)


@pytest.mark.parametrize(
    ("text", "row", "column", "message"),
    [
        (" .\n. q", 2, 3, "row 2, column 3: unexpected 'q' (expected one of \".xo#X\")"),
        (" .\n.\t.", 2, 2, "row 2, column 2: unexpected '\\t' (expected one of \".xo#X\")"),
        (". .\n. .", 2, 1, "row 2, column 1: '.' is out of step (expected symbols one space apart, "),
        ("..", 1, 2, "row 1, column 2: '.' is out of step (expected symbols one space apart, "),
        (".||.", 2, 1, "row 2, column 1: no cell in this row"),
        (".|", 2, 1, "row 2, column 1: no cell in this row"),
        ("", None, None, "empty board"),
        (" \n", None, None, "empty board"),
        (". " * 4097, None, None, "the board has 4097 places (expected at most 4096)"),
    ],
)
def test_bad_hex_text(text: str, row: int | None, column: int | None, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)) as caught:
        HexGrid.parse(text, HEX)
    assert (caught.value.row, caught.value.column) == (row, column)


READERS: list[Callable[[str], tuple[Board, str]]] = [
    lambda text: Grid.parse(text, PLAIN),
    lambda text: Grid.parse(text, SOKOBAN, ragged=True),
    lambda text: Grid.parse(text, None),
    lambda text: TriangularGrid.parse(text, PLAIN),
    lambda text: HexGrid.parse(text, HEX),
    lambda text: HexGrid.parse(text, None),
    lambda text: Graph.parse(text, VERTEX, EDGE),
    lambda text: Graph.parse(text),
]


class LengthOnly(str):
    """A text of which only the length may be looked at."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"{name} was used on an overlong text")

    __iter__ = __getitem__ = __contains__ = __eq__ = __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("noise", ["x", ".|", "\n", "a-b ", " ", "\udc80", ";", ">>graph6<<"])
def test_ten_megabytes_are_refused_for_their_length_alone(read: Callable[[str], object], noise: str) -> None:
    with pytest.raises(ParseError, match=r"has \d+ characters"):
        read(LengthOnly(noise * (10_000_000 // len(noise))))


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("size", [1 << 18, 1 << 20])
@pytest.mark.parametrize("noise", ["x", ".|", "\n", "a-b ", " ", "a", "a b-", "~", "; a=x", ">>graph6<<~?O?"])
def test_noise_within_the_limit_is_refused(read: Callable[[str], object], size: int, noise: str) -> None:
    with pytest.raises(ParseError):
        read((noise * size)[:size])


@settings(max_examples=300)
@given(st.text(max_size=40) | st.text("ab-> ;=x.|/#\n\r@,1", max_size=40))
def test_garbage_is_read_back_or_is_a_parse_error(text: str) -> None:
    for read in READERS:
        try:
            board, state = read(text)
        except ParseError as error:
            assert str(error).isprintable()
        else:
            assert read(board.text(state)) == (board, state)


@pytest.mark.parametrize(
    "letters",
    [{}, {"ab": (".", "")}, {"\t": (".", "")}, {".": ("..", "")}, {"#": (None, "goal")}],
)
def test_bad_letters(letters: dict[str, tuple[str | None, str]]) -> None:
    with pytest.raises(ParseError):
        Grid.parse(".", letters)
    with pytest.raises(ParseError):
        Graph.parse("a", letters)


def test_separators_cannot_be_letters() -> None:
    for read, letter in ((Grid.parse, "|"), (HexGrid.parse, "|"), (HexGrid.parse, " "), (Graph.parse, ";")):
        with pytest.raises(ParseError, match=re.escape(f"{letter!r} cannot be a letter")):
            read("a", {".": (".", ""), letter: ("x", "")})


def test_what_cannot_be_written_is_refused_with_its_place() -> None:
    board, _ = Grid.parse(".X", PLAIN)
    with pytest.raises(ParseError, match=re.escape("row 1, column 2: no letter stands for 'o' on a cell marked home")):
        board.text("oo")
    with pytest.raises(ParseError, match=re.escape("the state has 3 symbols (expected 2, one per cell)")):
        board.text("...")
    for symbol in " |/\n;,":
        with pytest.raises(ParseError, match="no letter stands for"):
            Grid(1, 2).text("." + symbol)
        with pytest.raises(ParseError, match="no letter stands for"):
            Graph("ab").text("." + symbol)


def test_marks_that_no_letter_mentions_are_not_written() -> None:
    assert Grid(1, 2, marks={"home": [(0, 0)]}).text("xo") == "xo"


# --- round trips of random boards


def random_array(shape: type[Grid] | type[TriangularGrid], source: random.Random) -> tuple[Lattice, str, str]:
    rows, cols = source.randint(1, 6), source.randint(1, 6)
    text = "|".join("".join(source.choice(".xo #X") for _ in range(cols)) for _ in range(rows))
    if not text.strip():
        text = "." + text[1:]
    return (*shape.parse(text, PLAIN), text)


def random_hex(source: random.Random) -> tuple[Lattice, str, str]:
    rows, cols, parity = source.randint(1, 6), source.randint(2, 9), source.randint(0, 1)
    lines = [
        "".join(source.choice(".xo#X  ") if (row + x + parity) % 2 == 0 else " " for x in range(cols)).rstrip()
        for row in range(rows)
    ]
    lines = [line or " " * ((row + parity) % 2) + "." for row, line in enumerate(lines)]
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    text = "|".join(line[margin:] for line in lines)
    return (*HexGrid.parse(text, HEX), text)


def random_lattices(seed: int, count: int) -> Iterator[tuple[Lattice, str, str]]:
    source = random.Random(seed)
    for _ in range(count):
        yield random_array(Grid, source)
        yield random_array(TriangularGrid, source)
        yield random_hex(source)


def test_random_grids_round_trip() -> None:
    for board, state, text in random_lattices(1, 300):
        letters = HEX if isinstance(board, HexGrid) else PLAIN
        assert board.text(state) == text
        again, same = type(board).parse(text, letters)
        assert (again, same) == (board, state) and hash(again) == hash(board)
        for copied in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
            assert copied == board and hash(copied) == hash(board) and copied.text(state) == text
        assert list(board.index) == list(board.cells) == sorted(board.cells)
        for cell in board.cells:
            assert board.cell(board.name(cell)) == board.cell(board.name(cell).upper()) == cell


def test_a_constructed_grid_round_trips_without_letters() -> None:
    for shape in (Grid, TriangularGrid):
        board = shape(3, 4, missing=[(0, 0), (2, 3), (1, 1)])
        assert board.text("abcdefghi") == " abc|d ef|ghi "
        assert shape.parse(" abc|d ef|ghi ", None) == (board, "abcdefghi")
    hexes = HexGrid([(0, 2), (1, 1), (1, 3), (2, 0), (2, 4)])
    assert HexGrid.parse("  a| b c|d   e", None) == (hexes, "abcde")
    assert hexes.text("abcde") == "  a| b c|d   e"


def test_a_common_indentation_of_hexagons_means_nothing() -> None:
    assert HexGrid.parse("      o\n     o o\n", None) == HexGrid.parse(" o|o o", None)


def test_equality_tells_boards_apart() -> None:
    boards = [
        Grid(2, 2),
        Grid(2, 2, missing=[(0, 0)]),
        Grid(2, 2, marks={"goal": [(0, 0)]}),
        Grid(2, 2, marks={"goal": [(0, 1)]}),
        Grid(2, 2, letters=PLAIN),
        Grid(2, 2, missing={(0, 0): "#"}, letters=PLAIN),
        Grid(2, 2, missing={(0, 0): " "}, letters=PLAIN),
        Grid(1, 4),
        TriangularGrid(2, 2),
        HexGrid([(0, 0), (0, 2), (1, 1), (1, 3)]),
        Graph("ab"),
        Graph("ba"),
        Graph("ab", ["ab"]),
        Graph("ab", ["ab"], directed=True),
        Graph("ab", ["ba"], directed=True),
        Graph("ab", ["ab"]).with_edges_as_cells(),
        Graph("ab", ["ab", "ab"]),
        Graph("ab", marks={"goal": ["a"]}),
    ]
    assert len(set(boards)) == len(boards)
    for one, other in itertools.combinations(boards, 2):
        assert one != other
    assert Grid(2, 2) == Grid(2, 2, marks={"goal": []}) and Grid(2, 2) != "Grid"
    assert {pickle.loads(pickle.dumps(board)) for board in boards} == set(boards)


@pytest.mark.parametrize("board", [Grid(2, 2), HexGrid([(0, 0)]), Graph("ab", ["ab"])])
def test_boards_do_not_change(board: Board) -> None:
    with pytest.raises(AttributeError):
        board.cells = ()
    with pytest.raises(AttributeError):
        board.extra = 1
    with pytest.raises(AttributeError):
        del board.marks
    with pytest.raises(TypeError):
        board.index[board.cells[0]] = 5  # type: ignore[index]
    with pytest.raises(TypeError):
        board.marks["goal"] = frozenset()  # type: ignore[index]


@pytest.mark.parametrize(
    "build",
    [
        lambda: Grid(0, 3),
        lambda: Grid(65, 64),
        lambda: Grid(2, 2, missing=[(2, 0)]),
        lambda: Grid(2, 2, marks={"goal": [(5, 5)]}),
        lambda: Grid(1, 1, missing=[(0, 0)]),
        lambda: Grid(1, 2, missing={(0, 0): "x"}, letters=PLAIN),
        lambda: Grid(1, 2, missing=[(0, 0)], letters={".": (".", "")}),
        lambda: HexGrid([]),
        lambda: HexGrid([(0, 0), (0, 1)]),
        lambda: HexGrid([(0, 2)]),
        lambda: HexGrid([(1, 0)]),
        lambda: HexGrid([(0, 0), (2, 0)]),
        lambda: HexGrid([(0, 0)], walls={(0, 0): "#"}, letters=HEX),
        lambda: HexGrid([(row, row) for row in range(4096)]),
        lambda: HexGrid([(0, 0)], letters=PLAIN),
        lambda: Graph([]),
        lambda: Graph(["a b"]),
        lambda: Graph(["a" * 33]),
        lambda: Graph(["a"], marks={"goal": ["b"]}),
        lambda: Graph(["a"], letters={"#": (None, "")}),
        lambda: Graph(map(str, range(16385))),
        lambda: Grid.parse(["..", ".."], None),  # type: ignore[arg-type]
        lambda: Graph.parse(5),
    ],
)
def test_bad_boards(build: Callable[[], object]) -> None:
    with pytest.raises(ParseError):
        build()


# --- grids: geometry


def test_column_letters_count_on() -> None:
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    words = [*alphabet, *map("".join, itertools.product(alphabet, repeat=2)), *["aaa", "aab"]]
    assert [column_letters(number) for number in range(len(words))] == words


def test_names_beyond_the_alphabet() -> None:
    board = Grid(100, 40)
    assert board.name((11, 26)) == "aa12" and board.cell("aa12") == (11, 26)
    assert all(board.cell(board.name(cell)) == cell for cell in board.cells)


@pytest.mark.parametrize(
    "name", ["", "a", "1", "a0", "a01", "1a", "d1", "a4", "b2", "a1 ", "a" * 10**6, "a" + "1" * 10**6, "ä1", "a\u0661"]
)
def test_unknown_names(name: str) -> None:
    with pytest.raises(ParseError, match="no cell is called"):
        Grid(3, 3, missing=[(1, 1)]).cell(name)


def test_directions() -> None:
    assert [direction.opposite for direction in Direction] == [
        *(SOUTH, WEST, NORTH, EAST),
        *(Direction.SOUTHWEST, Direction.NORTHWEST, Direction.NORTHEAST, Direction.SOUTHEAST),
    ]


def centre(board: Lattice, place: tuple[int, int]) -> tuple[float, float]:
    """The centre of a cell in the plane, all lattices scaled so that neighbours are at distance 1."""
    row, col = place
    if isinstance(board, HexGrid):
        return col / 2, row * sqrt(3) / 2
    if isinstance(board, TriangularGrid):  # side sqrt(3), height 3/2, centre at a third of the height
        return col * sqrt(3) / 2, row * 1.5 + (1.0 if (row + col) % 2 == 0 else 0.5)
    return col, row


COMPASS = {
    Direction.NORTH: (0, -1),
    Direction.SOUTH: (0, 1),
    Direction.EAST: (1, 0),
    Direction.WEST: (-1, 0),
    Direction.NORTHEAST: (1, -1),
    Direction.SOUTHEAST: (1, 1),
    Direction.SOUTHWEST: (-1, 1),
    Direction.NORTHWEST: (-1, -1),
}


def test_neighbours_are_the_cells_at_distance_one() -> None:
    for board, _, _ in random_lattices(2, 60):
        where = {cell: centre(board, cell) for cell in board.cells}
        for cell in board.cells:
            near = {other for other in board.cells if abs(dist(where[cell], where[other]) - 1) < 1e-9}
            assert len(board.neighbours(cell)) == len(near) and set(board.neighbours(cell)) == near
            for direction in board.directions:
                there = board.step(cell, direction)
                if there is not None:
                    assert there in near
                    offset = [b - a for a, b in zip(where[cell], where[there], strict=True)]
                    signs = tuple(round(value / abs(value)) if abs(value) > 1e-9 else 0 for value in offset)
                    if not isinstance(board, TriangularGrid) or direction in (NORTH, SOUTH):
                        assert signs == COMPASS[direction]
                    else:
                        assert signs[0] == COMPASS[direction][0]
                    assert board.step(there, direction.opposite) == cell


def test_diagonal_steps_on_squares() -> None:
    board = Grid(3, 3)
    for direction, (right, down) in COMPASS.items():
        assert board.step((1, 1), direction) == (1 + down, 1 + right)
    assert board.step((0, 0), NORTHEAST) is None
    with pytest.raises(ValueError, match="no step north on this lattice"):
        HexGrid([(0, 0)]).step((0, 0), NORTH)
    with pytest.raises(KeyError):
        board.step((7, 7), NORTH)


def test_runs_are_repeated_steps() -> None:
    for board, _, _ in random_lattices(3, 60):
        for direction in board.offsets:
            for n in (1, 2, 3, 4):
                wanted = []
                for cell in board.cells:
                    run = [cell]
                    for _ in range(n - 1):
                        following = board.step(run[-1], direction) if run[-1] is not None else None
                        run.append(following)  # type: ignore[arg-type]
                    whole = None if None in run else tuple(run)
                    assert board.run(cell, direction, n) == whole
                    wanted += [whole] if whole else []
                assert list(board.runs(direction, n)) == wanted
    board = Grid(2, 3)
    assert [names(board, run) for run in board.runs(SOUTHEAST, 2)] == [["a1", "b2"], ["b1", "c2"]]
    with pytest.raises(ValueError, match="at least 1"):
        board.run((0, 0), EAST, 0)


def test_blocks_are_the_full_rectangles() -> None:
    source = random.Random(4)
    for _ in range(60):
        board, _, _ = random_array(Grid, source)
        assert isinstance(board, Grid)
        for height, width in itertools.product((1, 2, 3), repeat=2):
            wanted = {
                frozenset(chosen)
                for row, col in board.cells
                if (chosen := {(row + down, col + right) for down in range(height) for right in range(width)})
                <= set(board.cells)
            }
            blocks = list(board.blocks(height, width))
            assert len(blocks) == len(wanted) and set(map(frozenset, blocks)) == wanted
            assert all(list(block) == sorted(block) for block in blocks)
    with pytest.raises(ValueError, match="at least 1"):
        list(Grid(2, 2).blocks(0, 1))


# --- symmetries


def plane_symmetries(board: Lattice) -> set[tuple[int, ...]]:
    """Turns and flips of the plane about the centre of gravity, kept if they map cells and marks onto themselves.

    Cells are compared with all their corners, so that a triangle must not come to lie upside down.
    """
    order = 4 if type(board) is Grid else 6
    corners = []
    for cell in board.cells:
        x, y = centre(board, cell)
        around = 3 if isinstance(board, TriangularGrid) else order
        tilt = cmath.pi / 2 * (1 if isinstance(board, TriangularGrid) and sum(cell) % 2 else -1)
        if type(board) is Grid:
            tilt = cmath.pi / 4
        corners.append([complex(x, y) + cmath.rect(1, tilt + 2 * cmath.pi * turn / around) for turn in range(around)])
    if not corners:
        return set()
    gravity = sum(sum(group) for group in corners) / sum(map(len, corners))

    def key(group: list[complex]) -> frozenset[tuple[int, int]]:
        return frozenset((round(point.real * 1000), round(point.imag * 1000)) for point in group)

    corners = [[point - gravity for point in group] for group in corners]
    where = {key(group): number for number, group in enumerate(corners)}
    marks = [{mark for mark, cells in board.marks.items() if cell in cells} for cell in board.cells]
    found = set()
    for flip, turn in itertools.product((False, True), range(order)):
        spin = cmath.exp(2j * cmath.pi * turn / order)
        moved = [key([spin * (p.conjugate() if flip else p) for p in group]) for group in corners]
        if set(moved) == set(where) and all(marks[where[image]] == marks[here] for here, image in enumerate(moved)):
            found.add(tuple(where[image] for image in moved))
    return found - {tuple(range(len(corners)))}


def symmetric_lattices() -> Iterator[Lattice]:
    yield from (Grid(4, 4), Grid(3, 5), Grid(1, 4), Grid(1, 1), Grid(3, 3, missing=[(0, 0)]))
    yield Grid(3, 3, marks={"goal": [(0, 1), (2, 1)]})
    yield Grid(4, 5, missing=[(row, 0) for row in range(4)])
    yield Grid(3, 3, marks={"one": [(0, 0)], "two": [(2, 2)]})
    yield from (HexGrid.parse("   .|  . .| . . .|. . . .", None)[0], HexGrid.parse(". . .| . . .|  . . .", None)[0])
    yield HexGrid.parse("  . . .| . . . .|. . . . .| . . . .|  . . .", None)[0]
    yield HexGrid.parse(" . .|. X .| . .", HEX)[0]
    yield HexGrid.parse(" X .|. . .| . X", HEX)[0]
    yield TriangularGrid.parse("  .  | ... |.....", None)[0]
    yield TriangularGrid.parse("  ..... | .......| .......|  ..... ", None)[0]
    yield TriangularGrid.parse("..... |......| .....", None)[0]
    yield TriangularGrid.parse(". .|   |. .", None)[0]
    yield TriangularGrid.parse(".   .|     |  .  ", None)[0]
    yield TriangularGrid.parse(". . .", None)[0]
    yield TriangularGrid.parse(" . . ", None)[0]


def check_symmetries(board: Lattice) -> None:
    found = board.symmetries()
    assert len(found) == len(set(found))
    assert set(found) == plane_symmetries(board)
    for goes in found:
        assert sorted(goes) == list(range(len(board.cells)))
        for cell in board.cells:
            image = board.cells[goes[board.index[cell]]]
            moved = {board.cells[goes[board.index[near]]] for near in board.neighbours(cell)}
            assert moved == set(board.neighbours(image))
            assert board.marks_of(image) == board.marks_of(cell)


@pytest.mark.parametrize("board", list(symmetric_lattices()))
def test_symmetries_of_regular_boards(board: Lattice) -> None:
    check_symmetries(board)


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 1), (2, 2), (5, 3), (2, 6), (6, 6), (4, 1)])
def test_symmetries_of_rectangles(rows: int, cols: int) -> None:
    check_symmetries(Grid(rows, cols))
    check_symmetries(Grid(rows, cols, marks={"corner": [(0, 0)]}))


def test_symmetries_of_random_boards() -> None:
    for board, _, _ in random_lattices(5, 150):
        check_symmetries(board)
    source = random.Random(6)
    for _ in range(300):  # small boards are often symmetric
        rows, cols = source.randint(1, 3), source.randint(1, 4)
        text = "|".join("".join(source.choice("..  X") for _ in range(cols)) for _ in range(rows))
        if text.strip():
            check_symmetries(Grid.parse(text, PLAIN)[0])
            check_symmetries(TriangularGrid.parse(text, PLAIN)[0])


def test_numbers_of_symmetries() -> None:
    counts = [len(board.symmetries()) + 1 for board in symmetric_lattices()]
    assert counts[:8] == [8, 4, 2, 1, 2, 4, 8, 2]
    assert counts[8:13] == [6, 4, 12, 12, 4]
    assert counts[13:15] == [6, 12]
    assert Grid(2, 1, missing=[(0, 0), (1, 0)]).symmetries() == []


def test_whole_rectangles_are_read_as_any_board() -> None:
    source = random.Random(7)
    for _ in range(200):
        rows, cols = source.randint(1, 4), source.randint(1, 5)
        letters = source.choice([".xo", ".xoX", ".x#"])
        lines = ["".join(source.choice(letters) for _ in range(cols)) for _ in range(rows)]
        board, state = Grid.parse("|".join(lines), PLAIN)
        places = [(r, c) for r in range(rows) for c in range(cols)]
        voids = {(r, c): "#" for r, c in places if lines[r][c] == "#"}
        home = [(r, c) for r, c in places if lines[r][c] == "X"]
        assert board == Grid(rows, cols, missing=voids, marks={"home": home}, letters=PLAIN)
        assert state == "".join(lines).replace("#", "").replace("X", "x")
        for cell in board.cells:
            steps = [board.step(cell, direction) for direction in board.directions]
            assert board.neighbours(cell) == tuple(place for place in steps if place is not None)


# --- graphs


def test_graph_text() -> None:
    graph, state = Graph.parse("a-b, b-c\n c-c d a-b ; a=x, d=@", VERTEX)
    assert graph.vertices == ("a", "b", "c", "d")
    assert graph.edges == (("a", "b", 1), ("b", "c", 1), ("c", "c", 1), ("a", "b", 2))
    assert (state, set(graph.marked("start")), graph.directed) == ("x..x", {"d"}, False)
    assert graph.text(state) == "a-b b-c c-c a-b d; a=x d=@"
    assert graph.neighbours("a") == ("b",) and graph.neighbours("c") == ("b", "c") and graph.neighbours("d") == ()
    assert graph.arcs("b") == ((("a", "b", 1), "a"), (("b", "c", 1), "c"), (("a", "b", 2), "a"))
    assert graph.arcs("c") == ((("b", "c", 1), "b"), (("c", "c", 1), "c"))
    assert graph.symmetries() == []


def test_edges_as_cells() -> None:
    graph, state = Graph.parse("b-a a-c a-b; a-b#2=r c-a=# a-b=>", VERTEX, EDGE)
    assert graph.cells == ("b", "a", "c", ("b", "a", 1), ("a", "c", 1), ("b", "a", 2))
    assert state == "...lgr" and graph.marked("one way") == {("b", "a", 1)}
    assert names(graph, graph.cells) == ["b", "a", "c", "b-a", "a-c", "b-a#2"]
    assert graph.text(state) == "b-a a-c b-a; b-a=> a-c=# b-a#2=r"
    assert graph.cell("a-b#2") == graph.cell("b-a#2") == ("b", "a", 2)
    assert graph.neighbours(("b", "a", 1)) == (("b", "a", 2), ("a", "c", 1))
    plain, _ = Graph.parse("b-a a-c a-b", VERTEX)
    assert plain.with_edges_as_cells(EDGE) == Graph.parse("b-a a-c a-b", VERTEX, EDGE)[0]
    assert Graph.parse("a-b", edge_cells=True) == (Graph("ab", ["ab"]).with_edges_as_cells(), "...")


def test_arcs_lead_one_way() -> None:
    graph, _ = Graph.parse("a>b b>a a>b c>c b>c", edge_cells=True)
    assert graph.directed and graph.edges[:3] == (("a", "b", 1), ("b", "a", 1), ("a", "b", 2))
    assert graph.neighbours("a") == ("b",) and graph.neighbours("b") == ("a", "c") and graph.neighbours("c") == ("c",)
    assert [graph.name(edge) for edge in graph.edges] == ["a>b", "b>a", "a>b#2", "c>c", "b>c"]
    assert graph.neighbours(("a", "b", 1)) == (("b", "a", 1), ("b", "c", 1))
    with pytest.raises(ParseError):
        graph.cell("c>b")


@pytest.mark.parametrize(
    ("text", "row", "column", "message"),
    [
        ("a-b b>c", 1, 6, "unexpected '>' (expected '-': edges and arcs cannot be mixed)"),
        ("a>b\nb-c", 2, 2, "unexpected '-' (expected '>': edges and arcs cannot be mixed)"),
        ("a-b-c", 1, 4, "unexpected '-' (expected a vertex such as a, an edge a-b or an arc a>b)"),
        ("a b! c", 1, 4, "unexpected '!' (expected a vertex"),
        ("a -b", 1, 3, "unexpected '-' (expected a vertex"),
        ("a\n b- c", 2, 4, "the token ends too soon (expected a vertex"),
        ("a-b#2", 1, 4, "unexpected '#' (expected a vertex"),
        ("ä", 1, 1, "unexpected 'ä' (expected a vertex"),
        ("a " + "b" * 33, 1, 3, "cannot name a vertex (expected at most 32 letters, digits and underscores)"),
        ("a; b=x", 1, 4, "no cell is called 'b' (expected a vertex)"),
        ("a;\n a=q", 2, 4, "unexpected 'q' (expected one of \".x@=\")"),
        ("a; a=xx", 1, 4, "unexpected 'a=xx' (expected a cell and its letter, such as a=x)"),
        ("a; a=", 1, 4, "unexpected 'a=' (expected a cell and its letter, such as a=x)"),
        ("a; a=x a=x", 1, 8, "'a' has a letter already"),
        ("a-b; a-b=x", 1, 6, "no cell is called 'a-b' (expected a vertex)"),
        ("a; a=x; a=x", 1, 4, "unexpected 'a=x;'"),
        (
            " ".join(f"v{number}" for number in range(16385)),
            1,
            30 + 360 + 4500 + 54000 + 7 * 6384 + 1,
            "too many vertices (expected at most 16384)",
        ),
        ("a-b " * 32769, 1, 4 * 32768 + 1, "too many edges (expected at most 32768)"),
        (">>graph6<<", 1, 11, "the string ends within its size"),
        (">>graph6<<~?", 1, 13, "the string ends within its size"),
        (">>graph6<<~~??", 1, 15, "the string ends within its size"),
        (">>graph6<<D?", 1, 12, "1 characters after the size (expected 2 for 5 vertices)"),
        (">>graph6<<D??? ", 1, 12, "3 characters after the size (expected 2 for 5 vertices)"),
        (">>graph6<<D?@", 1, 13, "a padding bit is set (expected zeros after the matrix)"),
        (">>graph6<<D? ?", 1, 13, "the token ends too soon (expected a character from '?' to '~')"),
        (">>graph6<<D!?", 1, 12, "unexpected '!' (expected a character from '?' to '~')"),
        (">>graph6<<~C??", 1, 15, "0 characters after the size (expected 22368256 for 16384 vertices)"),
        (">>graph6<<~C?@", 1, 11, "the graph has 16385 vertices (expected at most 16384)"),
        (">>graph6<<~~???D??", 1, 11, "the graph has 20480 vertices (expected at most 16384)"),
        (">>digraph6<<B", 1, 13, "unexpected 'B' (expected '&', which begins a digraph6 string)"),
    ],
)
def test_bad_graph_text(text: str, row: int, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Graph.parse(text, VERTEX)
    assert message in str(caught.value) and str(caught.value).startswith(f"row {row}, column {column}: ")


@pytest.mark.parametrize("text", ["", " \n", ",", ";", "; a=x", ">>graph6<<?"])
def test_empty_graphs(text: str) -> None:
    with pytest.raises(ParseError, match="empty board"):
        Graph.parse(text)


def test_the_kind_of_edge_can_be_prescribed() -> None:
    assert Graph.parse("a>b", directed=True)[0].directed and not Graph.parse("a-b", directed=False)[0].directed
    assert not Graph.parse("a", directed=True)[0].directed
    for text, directed in (("a>b", False), ("a-b", True), (">>graph6<<A_", True), (">>digraph6<<&AO", False)):
        with pytest.raises(ParseError, match="row 1, column"):
            Graph.parse(text, directed=directed)


def random_graph(source: random.Random) -> tuple[Graph, str]:
    vertices = source.sample([f"v{number}" for number in range(9)] + ["a", "b", "_", "12"], source.randint(1, 9))
    edges = [source.choices(vertices, k=2) for _ in range(source.randint(0, 12))]
    graph = Graph(vertices, edges, directed=source.random() < 0.5, letters=VERTEX)
    state = "".join(source.choice(".x=") for _ in vertices)
    if source.random() < 0.5:
        graph = graph.with_edges_as_cells(EDGE)
        state += "".join(source.choice("lrg") for _ in edges)
    return graph, state


def test_random_graphs_round_trip() -> None:
    source = random.Random(7)
    for _ in range(500):
        graph, state = random_graph(source)
        letters = EDGE if graph.edge_alphabet else None
        text = graph.text(state)
        assert Graph.parse(text, VERTEX, letters) == (graph, state)
        assert "\n" not in text
        copied = pickle.loads(pickle.dumps(graph))
        assert copied == graph and hash(copied) == hash(graph) and copied.text(state) == text
        assert all(graph.cell(graph.name(cell)) == cell for cell in graph.cells)
        for vertex in graph.vertices:
            out = [(tail, head) for tail, head, _ in graph.edges if tail == vertex]
            back = [(tail, head) for tail, head, _ in graph.edges if head == vertex and tail != vertex]
            wanted = [head for _, head in out] + ([] if graph.directed else [tail for tail, _ in back])
            assert set(graph.neighbours(vertex)) == set(wanted)
            assert sorted(other for _, other in graph.arcs(vertex)) == sorted(wanted)


def test_the_largest_graph_round_trips() -> None:
    vertices = [f"{number:_>32}" for number in range(16384)]
    edges = [(vertices[number % 16384], vertices[number * 7 % 16384]) for number in range(32768)]
    graph = Graph(reversed(vertices), edges).with_edges_as_cells()
    state = "x" * len(graph.cells)
    assert Graph.parse(graph.text(state), edge_cells=True) == (graph, state)


# --- graph6 and foreign graphs


def encode6(size: int, bits: list[int]) -> str:
    """The other direction, as the format's definition has it."""
    shifts = (0,) if size <= 62 else (12, 6, 0)
    head = "~" * (size > 62) + "".join(chr((size >> shift & 63) + 63) for shift in shifts)
    bits = bits + [0] * (-len(bits) % 6)
    return head + "".join(
        chr(63 + int("".join(map(str, bits[start : start + 6])), 2)) for start in range(0, len(bits), 6)
    )


def test_graph6_by_hand() -> None:
    # The example of the format's definition: 5 vertices, edges 02, 04, 13, 34 are the bits 0 10 010 1001.
    graph, state = Graph.parse(">>graph6<<DQc")
    assert graph.text(state) == "0 1 0-2 1-3 0-4 3-4" and state == "....."
    assert Graph.parse(">>graph6<<@")[0].vertices == ("0",)
    assert Graph.parse(" >>graph6<<A_ ; 1=x") == Graph.parse("0-1; 1=x")
    # digraph6, likewise: arcs 02, 04, 31, 34 on 5 vertices.
    graph, _ = Graph.parse(">>digraph6<<&DI?AO?")
    assert {edge[:2] for edge in graph.edges} == {("0", "2"), ("0", "4"), ("3", "1"), ("3", "4")}


@pytest.mark.parametrize("size", [1, 2, 7, 61, 62, 63, 64, 200])
def test_graph6_against_its_encoding(size: int) -> None:
    source = random.Random(size)
    pairs = [(i, j) for j in range(size) for i in range(j)]
    density = min(0.5, 1500 / (len(pairs) + 1))
    bits = [int(source.random() < density) for _ in pairs]
    graph, _ = Graph.parse(">>graph6<<" + encode6(size, bits))
    assert graph.vertices == tuple(map(str, range(size))) and not graph.directed
    assert [edge[:2] for edge in graph.edges] == [
        (str(i), str(j)) for (i, j), bit in zip(pairs, bits, strict=True) if bit
    ]
    arcs = list(itertools.product(range(size), repeat=2))
    bits = [int(source.random() < density / 2) for _ in arcs]
    graph, _ = Graph.parse(">>digraph6<<&" + encode6(size, bits))
    assert [edge[:2] for edge in graph.edges] == [
        (str(i), str(j)) for (i, j), bit in zip(arcs, bits, strict=True) if bit
    ]


def test_networkx_graphs() -> None:
    networkx = pytest.importorskip("networkx")
    for seed in range(20):
        foreign = networkx.gnp_random_graph(5 + 4 * seed, 0.2, seed=seed, directed=seed % 2 == 1)
        graph, _ = Graph.parse(foreign)
        assert graph.directed == foreign.is_directed()
        for vertex in foreign:
            assert set(graph.neighbours(str(vertex))) == {str(other) for other in foreign[vertex]}
        if not foreign.is_directed():
            line = networkx.to_graph6_bytes(foreign).decode()
            decoded, _ = Graph.parse(line)
            assert set(decoded.edges) == set(graph.edges) and decoded.vertices == graph.vertices
    many = networkx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "b")])
    assert Graph.parse(many)[0].edges == (("a", "b", 1), ("a", "b", 2), ("b", "b", 1))
    assert Graph.parse(networkx.grid_2d_graph(2, 2))[0].neighbours("0_0") == ("1_0", "0_1")
    for bad in (
        networkx.Graph([("a b", "c")]),
        networkx.Graph([(1, "1")]),
        networkx.Graph(),
        networkx.path_graph(16385),
    ):
        with pytest.raises(ParseError):
            Graph.parse(bad)
    with pytest.raises(ParseError, match=re.escape("the graph is undirected (expected a directed graph)")):
        Graph.parse(networkx.path_graph(3), directed=True)


def test_anything_that_looks_like_a_graph_is_one() -> None:
    class Triangle:
        nodes = (1, 2, 3)
        edges = ((1, 2), (2, 3), (3, 1))

        def is_directed(self) -> bool:
            return True

    assert Graph.parse(Triangle())[0].text("...") == "1>2 2>3 3>1"
