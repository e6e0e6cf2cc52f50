"""The census against brute force by the plain rules, and what happens when it is stopped, limited or asked nonsense."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any, ClassVar

import pytest
from tests.interrupts import HANGS
from tests.reference import games as reference
from tests.reference import values as slow

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Limits, Position, Value
from perfectplay.board import EAST, SOUTH, SOUTHEAST, HexGrid, Lattice, TriangularGrid
from perfectplay.census import facts as census_facts
from perfectplay.census import table as census_table
from perfectplay.files import whole
from perfectplay.kinds.rewrite import RewriteGame

CENSUS = sys.modules["perfectplay.census"]
Grid = tuple[str, ...]

# Brute force --------------------------------------------------------------------------------------------------------


def grids(rows: int, cols: int, symbols: str) -> Iterator[Grid]:
    for cells in product(symbols, repeat=rows * cols):
        yield tuple("".join(cells[r * cols : (r + 1) * cols]) for r in range(rows))


def flipped(grid: Grid) -> Grid:
    return grid[::-1]


def mirrored(grid: Grid) -> Grid:
    return tuple(row[::-1] for row in grid)


def transposed(grid: Grid) -> Grid:
    return tuple(map("".join, zip(*grid, strict=True)))


def images(grid: Grid, square: bool) -> set[Grid]:
    """Under the reflections of a rectangle, or all eight symmetries of a square."""
    found = {grid, flipped(grid), mirrored(grid), flipped(mirrored(grid))}
    return found | {transposed(each) for each in found} if square else found


def in_order(symbols: str) -> Any:
    return lambda grid: [symbols.index(symbol) for symbol in "".join(grid)]


def slow_value(position: Position, known: dict[Position, slow.Value]) -> slow.Value:
    if position not in known:
        left, right = ([slow_value(move.after, known) for move in position.moves(player)] for player in (LEFT, RIGHT))
        known[position] = slow.game(left, right)
    return known[position]


def as_slow(value: Value, known: dict[Value, slow.Value]) -> slow.Value:
    if value not in known:
        known[value] = slow.game([as_slow(g, known) for g in value.left], [as_slow(g, known) for g in value.right])
    return known[value]


def letter(value: slow.Value) -> str:
    return {(True, True): "P", (True, False): "L", (False, True): "R", (False, False): "N"}[value >= 0, value <= 0]


VALUED = [
    ("domineering", 3, 3, ".#", {}),
    ("domineering", 2, 4, ".#", {}),
    ("domineering", 1, 5, ".#", {"mirrored": True}),
    ("clobber", 2, 3, ".xo", {}),
    ("clobber", 3, 2, "xo", {}),
    ("konane", 2, 3, ".xo", {}),
    ("cram", 3, 3, ".#", {}),
]


@pytest.mark.parametrize(("key", "rows", "cols", "symbols", "options"), VALUED)
def test_every_position_has_the_value_that_the_plain_rules_give(
    key: str, rows: int, cols: int, symbols: str, options: dict[str, Any]
) -> None:
    columns = ["orbit", "value", "outcome", "left_stop", "right_stop", "mean", "temperature", "birthday"]
    columns += ["mean_float", "left_stop_float", "right_stop_float", "temperature_float"]
    table = pp.census(key, rows=rows, cols=cols, symbols=symbols, columns=columns, up_to_symmetry=False, **options)
    known: dict[Position, slow.Value] = {}
    read: dict[Value, slow.Value] = {}
    expected = ["|".join(grid) for grid in grids(rows, cols, symbols)]
    assert [row["position"] for row in table] == expected and len(table) == len(expected)
    for row in table:
        value = slow_value(pp.load(key, row["position"], **options), known)
        assert as_slow(Value(str(row["value"])), read) is value, row
        assert row["outcome"] == letter(value)
        assert (row["left_stop"], row["right_stop"]) == (str(value.left_stop), str(value.right_stop))
        assert row["birthday"] == value.birthday and row["orbit"] == 1
        alone = Value(str(row["value"]))
        assert (row["mean"], row["temperature"]) == (str(alone.mean), str(alone.temperature))
        assert row["mean_float"] == float(alone.mean) and row["temperature_float"] == float(alone.temperature)
        assert (row["left_stop_float"], row["right_stop_float"]) == (float(value.left_stop), float(value.right_stop))


SYMMETRIC = [
    ("domineering", 3, 3, False),
    ("domineering", 2, 4, False),
    ("domineering", 1, 1, False),
    ("cram", 3, 3, True),
    ("cram", 3, 2, False),
    ("clobber", 2, 2, True),
    ("clobber", 1, 6, False),
    ("clobber", 2, 3, False),
    ("tic_tac_toe", 2, 2, True),
]


@pytest.mark.parametrize(("key", "rows", "cols", "square"), SYMMETRIC)
def test_each_class_is_represented_by_its_first_filling(key: str, rows: int, cols: int, square: bool) -> None:
    symbols = pp.system(key).cells  # type: ignore[attr-defined]
    one = pp.census(key, rows=rows, cols=cols)
    every = {row["position"]: row for row in pp.census(key, rows=rows, cols=cols, up_to_symmetry=False)}
    expected: dict[str, int] = {}
    for grid in grids(rows, cols, symbols):
        first = min(images(grid, square), key=in_order(symbols))
        expected["|".join(first)] = expected.get("|".join(first), 0) + 1
        assert {**every["|".join(grid)], "position": "", "orbit": 1} == {
            **every["|".join(first)],
            "position": "",
            "orbit": 1,
        }
    assert {row["position"]: row["orbit"] for row in one} == expected
    assert [row["position"] for row in one] == sorted(expected, key=lambda text: in_order(symbols)(text.split("|")))
    assert one.positions == len(symbols) ** (rows * cols) == len(every)
    assert all({**every[row["position"]], "orbit": row["orbit"]} == row for row in one)


def regions(rows: int, cols: int, symbols: str, hole: str, square: bool) -> dict[str, int]:
    """Connected fillings by representatives: each class is everything that moves and symmetries lead to."""
    found: dict[str, int] = {}
    for grid in grids(rows, cols, symbols):
        cells = {(r, c) for r in range(rows) for c in range(cols) if grid[r][c] != hole}
        if not cells or not connected(cells):
            continue
        corner = min((moved_to_corner(image, hole) for image in images(grid, square)), key=in_order(symbols))
        found["|".join(corner)] = found.get("|".join(corner), 0) + 1
    return found


def connected(cells: set[tuple[int, int]]) -> bool:
    todo, seen = [min(cells)], {min(cells)}
    while todo:
        r, c = todo.pop()
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & cells - seen
        seen |= near
        todo.extend(near)
    return seen == cells


def moved_to_corner(grid: Grid, hole: str) -> Grid:
    rows = list(grid)
    while set(rows[0]) == {hole}:
        rows = [*rows[1:], rows[0]]
    while all(row[0] == hole for row in rows):
        rows = [row[1:] + hole for row in rows]
    return tuple(rows)


@pytest.mark.parametrize(
    ("key", "rows", "cols", "symbols", "hole", "square"),
    [
        ("domineering", 3, 3, ".#", "#", False),
        ("domineering", 2, 5, "#.", "#", False),
        ("cram", 3, 3, ".#", "#", True),
        ("clobber", 2, 3, ".xo", ".", False),
        ("clobber", 2, 2, "ox.", ".", True),
    ],
)
def test_regions_are_found_up_to_symmetry_and_translation(
    key: str, rows: int, cols: int, symbols: str, hole: str, square: bool
) -> None:
    table = pp.census(key, rows=rows, cols=cols, symbols=symbols, connected=True)
    assert {row["position"]: row["orbit"] for row in table} == regions(rows, cols, symbols, hole, square)
    every = pp.census(key, rows=rows, cols=cols, symbols=symbols, connected=True, up_to_symmetry=False)
    assert table.positions == len(every) == every.positions
    assert {str(row["value"]) for row in every if "value" in row} == {
        str(row["value"]) for row in table if "value" in row
    }


@pytest.mark.full
def test_regions_of_a_5x5_board_are_as_many_as_is_known() -> None:
    """Connected sets of cells of an n x n grid: OEIS A059525."""
    assert pp.census("domineering", rows=5, cols=5, connected=True, columns=["orbit"], keep=False).positions == 2301877


def test_several_sizes_follow_each_other() -> None:
    table = pp.census("domineering", rows=range(1, 3), cols=(3, 2))
    texts = [str(row["position"]) for row in table]
    sizes = [(text.count("|") + 1, text.find("|") if "|" in text else len(text)) for text in texts]
    assert list(dict.fromkeys(sizes)) == [(1, 3), (1, 2), (2, 3), (2, 2)]
    assert table.positions == 2**3 + 2**2 + 2**6 + 2**4


# Games without values -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "rows", "cols", "options"),
    [
        ("domineering", 3, 3, {"misere": True}),
        ("clobber", 2, 3, {"misere": True}),
        ("cram", 2, 3, {"misere": True}),
        ("tic_tac_toe", 2, 3, {"k": 2}),
    ],
)
def test_outcomes_without_values(key: str, rows: int, cols: int, options: dict[str, Any]) -> None:
    table = pp.census(key, rows=rows, cols=cols, **options)
    assert table.columns == ("position", "orbit", "outcome") and not table.values
    for row in table:
        assert row["outcome"] == reference.outcome(pp.load(key, row["position"], **options)).letter, row


class Walk(RewriteGame):
    """Walk: a stone of one's own steps to an empty cell beside it, back and forth; a player who cannot move loses."""

    cells = ".xo"
    loopy = True

    def moves(self, board: Any) -> Iterator[object]:
        for a in board.cells:
            for b in board.neighbours(a):
                yield LEFT, {a: "x.", b: ".x"}
                yield RIGHT, {a: "o.", b: ".o"}


def test_outcomes_of_a_loopy_game_of_ones_own() -> None:
    table = pp.census(Walk(), rows=2, cols=3)
    for row in table:
        position = Walk().load(row["position"])
        assert row["outcome"] == reference.loopy_outcome(position).letter, row
    assert {row["outcome"] for row in table} >= {"N", "P", "L", "R", "D"}


class Hexagons(RewriteGame):
    """Left places dominoes to the east, Right to the south-east."""

    cells = ".#"
    boards: ClassVar[type[Lattice]] = HexGrid
    ways = (EAST, SOUTHEAST)

    def moves(self, board: Any) -> Iterator[Any]:
        for player, way in zip((LEFT, RIGHT), self.ways, strict=True):
            for pair in board.runs(way, 2):
                yield player, dict.fromkeys(pair, ".#")


class Triangles(Hexagons):
    boards = TriangularGrid
    ways = (EAST, SOUTH)


@pytest.mark.parametrize("game", [Hexagons(), Triangles()])
def test_boards_of_other_shapes_have_the_values_that_the_plain_rules_give(game: RewriteGame) -> None:
    whole, classes = (pp.census(game, rows=2, cols=3, up_to_symmetry=symmetry) for symmetry in (False, True))
    assert len(whole) == 2**6 == classes.positions > len(classes)
    for row in whole:
        position = game.load(row["position"])
        assert str(position) == row["position"] and row["value"] == str(pp.value(position)), row
        assert row["outcome"] == reference.outcome(position).letter
    with pytest.raises(pp.PerfectPlayError, match="regions are parts of a rectangle"):
        pp.census(game, rows=2, cols=3, connected=True)


class Repeating(Walk):
    """The same without saying that positions repeat."""

    loopy = False


def test_a_game_that_turns_out_to_be_loopy_is_refused_in_one_line() -> None:
    with pytest.raises(pp.NotApplicable, match=r"^Repeating: positions repeat") as caught:
        pp.census(Repeating(), rows=1, cols=4)
    assert "\n" not in str(caught.value)


class Tokens(RewriteGame):
    """Tokens: one token steps east; a position has exactly one."""

    cells = ".o"

    def moves(self, board: Any) -> Iterator[object]:
        for a, b in board.runs(EAST, 2):
            yield LEFT, {a: "o.", b: ".o"}

    def checked(self, state: Any) -> Any:
        if state.cells.count("o") > 1:
            raise pp.ParseError("too many tokens")
        return state


def test_states_that_a_game_refuses_are_left_out() -> None:
    table = pp.census(Tokens(), rows=1, cols=4)
    assert [(row["position"], row["value"]) for row in table] == [
        ("....", "0"),
        ("...o", "0"),
        ("..o.", "1"),
        (".o..", "2"),
        ("o...", "3"),
    ]


# Heaps --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["kayles", "nim", "linear_cram"])
def test_heaps_have_their_nimbers(key: str) -> None:
    table = pp.census(key, heaps=12)
    assert [row["position"] for row in table] == [str(n) for n in range(13)]
    for row in table:
        nimber = reference.nimber(pp.load(key, row["position"]))
        assert row["nimber"] == nimber and row["outcome"] == ("N" if nimber else "P")


def test_piles_of_heaps() -> None:
    table = pp.census("nim", heaps=5, piles=3, columns=["value", "nimber"])
    expected = [
        (" ".join(str(h) for h in heaps if h) or "0", heaps[0] ^ heaps[1] ^ heaps[2])
        for heaps in combinations_with_replacement(range(6), 3)
    ]
    assert [(row["position"], row["nimber"]) for row in table] == expected
    assert all(str(row["value"]) == str(Value(0).nus(0, 0, int(row["nimber"] or 0))) for row in table)
    misere = pp.census("nim", heaps=4, piles=2, misere=True)
    for row in misere:
        assert row["outcome"] == reference.outcome(pp.load("nim", row["position"], misere=True)).letter


def test_long_sequences_are_quick() -> None:
    table = pp.census("kayles", heaps=20_000)
    nimbers = [row["nimber"] for row in table]
    assert nimbers[71 : 20_000 - 12] == nimbers[83:20_000]


# The summary --------------------------------------------------------------------------------------------------------


def test_the_summary_counts_the_rows() -> None:
    table = pp.census("domineering", rows=3, cols=3)
    rows = list(table)
    for name, counts in (("outcome", table.outcomes), ("value", table.values)):
        for word, (n, positions) in counts.items():
            having = [row for row in rows if row[name] == word]
            assert (len(having), sum(int(row["orbit"] or 0) for row in having)) == (n, positions)
        assert sum(count.rows for count in counts.values()) == len(rows) == len(table)
        assert [count.rows for count in counts.values()] == sorted((c.rows for c in counts.values()), reverse=True)
    hottest = max(Fraction(str(row["temperature"])) for row in rows)
    first = next(row for row in rows if row["temperature"] == str(hottest))
    assert tuple(table.hottest[0]) == (str(hottest), first["position"], first["value"])
    temperatures = [Fraction(hot.temperature) for hot in table.hottest]
    assert temperatures == sorted(temperatures, reverse=True) and len({hot.value for hot in table.hottest}) == 5
    data = json.loads(json.dumps(table.to_json()))
    assert data["rows"] == len(rows) and data["positions"] == 512 and data["different_values"] == len(table.values)
    assert str(table).startswith("domineering 3x3: 168 positions up to symmetry, 512 in all\noutcomes ")
    assert repr(table) == "<Census of domineering 3x3: 168 positions>"


def test_values_that_are_too_long_have_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    full = pp.census("domineering", rows=3, cols=4)
    monkeypatch.setattr(census_facts, "LONGEST_TEXT", 6)
    cut = pp.census("domineering", rows=3, cols=4)
    pairs = {(a["value"], b["value"]) for a, b in zip(full, cut, strict=True)}
    assert len(pairs) == len({b for _, b in pairs}) == len(full.values)
    for text, written in pairs:
        assert written == text if len(str(text)) <= 6 else str(written).startswith("#") and len(str(written)) == 17
    monkeypatch.setattr(census_facts, "LONGEST_TEXT", 4)
    again = {row["position"]: row["value"] for row in pp.census("domineering", rows=3, cols=4)}
    assert all(again[r["position"]] == r["value"] for r in cut if str(r["value"]).startswith("#"))


# Files, stopping and going on ---------------------------------------------------------------------------------------


@pytest.fixture
def in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block is a part, and each is twice as large as the one before."""
    monkeypatch.setattr(CENSUS, "FIRST_BLOCK", 20)
    monkeypatch.setattr(CENSUS, "BLOCK_SECONDS", 1e9)
    monkeypatch.setattr(CENSUS, "PART_SECONDS", -1.0)


FORMATS = ["csv", "parquet"]
formats = pytest.mark.parametrize("suffix", FORMATS)
QUESTION: dict[str, Any] = {"rows": (3, 2), "cols": 3}


def finished(path: Path, **keywords: Any) -> bytes:
    if path.suffix == ".parquet":
        pytest.importorskip("pyarrow")
    pp.census("domineering", output=path, **{**QUESTION, **keywords})
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    return path.read_bytes()


@formats
def test_a_file_has_the_rows_that_memory_has(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"t.{suffix}"
    finished(path)
    path.unlink()
    written = pp.census("domineering", output=path, **QUESTION)
    kept = pp.census("domineering", columns=written.columns, **QUESTION)
    assert list(written) == list(kept) and str(written) == str(kept) and len(written) > 100
    assert ("mean_float" in written.columns) == (suffix == "parquet")


def test_parquet_has_types_and_says_what_was_asked(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    finished(tmp_path / "t.parquet", columns=["orbit", "value", "mean", "mean_float", "birthday"])
    read = parquet.read_table(tmp_path / "t.parquet")
    assert {field.name: str(field.type) for field in read.schema} == {
        "position": "string",
        "orbit": "int64",
        "value": "string",
        "mean": "string",
        "mean_float": "double",
        "birthday": "int64",
    }
    question = json.loads(read.schema.metadata[b"perfectplay census"])
    assert question["system"] == "domineering" and question["rows"] == [3, 2]


def test_without_pyarrow_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(pp.PerfectPlayError, match=r'pip install "perfectplay\[exchange\]"') as caught:
        pp.census("domineering", output=tmp_path / "t.parquet", **QUESTION)
    assert "\n" not in str(caught.value) and not list(tmp_path.iterdir())


@formats
@pytest.mark.usefixtures("in_small_parts")
def test_a_sweep_that_is_stopped_anywhere_goes_on_to_the_same_file(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "whole").mkdir()
    whole = finished(tmp_path / "whole" / f"t.{suffix}")
    path = tmp_path / "t" / f"t.{suffix}"
    path.parent.mkdir()
    stops = 0
    while not path.exists():
        try:
            pp.census("domineering", output=path, limits=Limits(positions=1), **QUESTION)
        except pp.LimitReached as error:
            stops += 1
            last = max((path.parent / f"t.{suffix}.parts").glob("0*.json"))
            done = json.loads(last.read_text())["end"]
            where = f"{done} of 576 fillings are done, and the same question continues from there"
            assert str(error) == f"limit of 1 positions reached; {where}"
    assert stops > 10 and path.read_bytes() == whole


@pytest.mark.usefixtures("in_small_parts")
@pytest.mark.parametrize("moment", range(7))
def test_ctrl_c_at_any_moment_loses_no_more_than_a_part(tmp_path: Path, moment: int) -> None:
    (tmp_path / "whole").mkdir()
    whole = finished(tmp_path / "whole" / "t.csv")
    calls = 0

    def interrupt(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls > moment:
            raise KeyboardInterrupt

    path = tmp_path / "t.csv"
    try:
        pp.census("domineering", output=path, progress=interrupt, **QUESTION)
    except KeyboardInterrupt:
        assert not path.exists()
        seen: list[int] = []
        table = pp.census("domineering", output=path, progress=lambda done, *_: seen.append(done), **QUESTION)
        assert moment < 2 or seen[0] > 20  # it did not begin anew
        assert str(table) == str(pp.census("domineering", **QUESTION))
    assert path.read_bytes() == whole


@pytest.mark.usefixtures("in_small_parts")
def test_a_spoilt_part_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole = finished(tmp_path / "whole" / "t.csv")
    path, folder = tmp_path / "t.csv", tmp_path / "t.csv.parts"
    for spoil in ("cut", "lost", "unfinished", "garbage"):
        with pytest.raises(pp.LimitReached):
            pp.census("domineering", output=path, limits=Limits(positions=60), **QUESTION)
        data, about = folder / "00002.csv", folder / "00002.json"
        if spoil == "cut":
            data.write_bytes(data.read_bytes()[:-1])
        elif spoil == "lost":
            data.unlink()
        elif spoil == "unfinished":
            about.rename(folder / "00002.json.tmp")
        else:
            about.write_text("{")
        pp.census("domineering", output=path, **QUESTION)
        assert path.read_bytes() == whole, spoil
        path.unlink()


@pytest.mark.usefixtures("in_small_parts")
def test_a_part_that_cannot_be_written_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    write = census_table.Csv.write
    parts = 0

    def full(self: Any, where: Path, *rest: Any) -> None:
        nonlocal parts
        parts += 1
        if parts > 2:
            with whole(where) as file:
                file.write(b"half a l")
                raise OSError(28, "No space left on device")
        write(self, where, *rest)

    monkeypatch.setattr(census_table.Csv, "write", full)
    with pytest.raises(OSError, match="No space"):
        pp.census("domineering", output=path, **QUESTION)
    assert not path.exists() and not list((tmp_path / "t.csv.parts").glob("*.tmp"))
    monkeypatch.undo()
    assert finished(path) == finished(tmp_path / "t.csv", force=True)


@pytest.mark.usefixtures("in_small_parts")
def test_another_question_does_not_go_on_from_this_one(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    with pytest.raises(pp.LimitReached):
        pp.census("domineering", output=path, limits=Limits(positions=1), **QUESTION)
    for other in ({"cols": 2}, {"symbols": "#."}, {"connected": True}, {"misere": True}, {"columns": ["value"]}):
        with pytest.raises(pp.ParseError, match=r"t\.csv\.parts holds the beginning of another census \(") as caught:
            pp.census("domineering", output=path, **{**QUESTION, **other})
        assert "\n" not in str(caught.value)
    with pytest.raises(pp.ParseError, match=r"system: 'domineering' there, 'cram' here"):
        pp.census("cram", output=path, **QUESTION)
    pp.census("cram", output=path, force=True, **QUESTION)
    assert path.read_text().startswith("position,orbit,outcome,nimber\n")


def test_a_finished_table_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("precious")
    with pytest.raises(pp.ParseError, match="exists already"):
        pp.census("domineering", output=path, **QUESTION)
    assert path.read_text() == "precious" and [p.name for p in tmp_path.iterdir()] == ["t.csv"]
    finished(path, force=True)
    assert path.read_text().startswith("position,orbit")


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_two_do_not_write_the_same_table(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"

    def second(*_: object) -> None:
        with pytest.raises(pp.ParseError, match="is being written by another census"):
            pp.census("domineering", output=path, **QUESTION)

    pp.census("domineering", output=path, progress=second, **QUESTION)
    assert path.exists()


def test_a_memory_limit_makes_it_forget_values_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = pp.census("domineering", rows=4, cols=4, columns=["value"])
    starts = 0
    start = census_facts.Values.start_again

    def counted(self: Any) -> None:
        nonlocal starts
        starts += 1
        start(self)

    monkeypatch.setattr(census_facts.Values, "start_again", counted)
    found = pp.census("domineering", rows=4, cols=4, columns=["value"], limits=Limits(memory=1 << 17))
    assert starts > 2 and list(found) == list(expected) and found.values == expected.values
    with pytest.raises(pp.LimitReached, match=r"memory limit reached.*fillings are done$") as caught:
        pp.census("domineering", rows=4, cols=4, limits=Limits(memory=1000))
    assert caught.value.kind == "memory"


def test_time_and_cancelling_stop_a_sweep() -> None:
    done = r"[\d,]+ of 33,554,432 fillings are done$"
    with pytest.raises(pp.LimitReached, match=r"^time limit of 0.3 s reached; " + done) as caught:
        pp.census("domineering", rows=5, cols=5, limits=Limits(time=0.3))
    assert caught.value.kind == "time"
    with pytest.raises(pp.LimitReached, match=r"^limit of 10 positions reached; " + done) as caught:
        pp.census("domineering", rows=5, cols=5, limits=Limits(positions=10))
    assert caught.value.kind == "positions"
    cancel = pp.Cancel()
    cancel.set()
    with pytest.raises(pp.LimitReached, match=r"^cancelled; 0 of ") as caught:
        pp.census("domineering", rows=5, cols=5, limits=Limits(cancel=cancel))
    assert caught.value.kind == "cancelled"


SCRIPT = """
import os, sys
cores = sorted(os.sched_getaffinity(0))
os.sched_setaffinity(0, cores[:1] if sys.argv[1] == "one" else cores)
import perfectplay as pp
pp.census("clobber", rows=2, cols=4, output=sys.argv[2])
pp.census("domineering", rows=4, cols=3, output=sys.argv[3])
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be chosen here")
def test_threads_do_not_matter(tmp_path: Path) -> None:
    files: dict[str, list[bytes]] = {}
    for cores in ("one", "all"):
        paths = [tmp_path / f"{cores}-{n}.csv" for n in range(2)]
        subprocess.run([sys.executable, "-c", SCRIPT, cores, *map(str, paths)], check=True, timeout=HANGS)
        files[cores] = [path.read_bytes() for path in paths]
    assert files["one"] == files["all"]


# Questions that cannot be asked -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "keywords", "said"),
    [
        ("domineering", {}, "domineering: a census of boards takes rows and cols"),
        ("domineering", {"rows": 3}, "domineering: a census of boards takes rows and cols"),
        ("domineering", {"heaps": 3}, "domineering: a census of boards takes rows and cols"),
        ("nim", {}, "nim: a census of heaps takes heaps"),
        ("nim", {"heaps": 3, "rows": 1}, "nim: a census of heaps takes heaps"),
        ("nim", {"heaps": 0}, "heaps=0 (expected a number from 1 to 100000)"),
        ("nim", {"heaps": 3, "piles": 65}, "piles=65 (expected a number from 1 to 64)"),
        ("nim", {"heaps": 100_000, "piles": 20}, "nim: about 2^"),
        ("domineering", {"rows": 0, "cols": 3}, "rows=0 (expected a number from 1 on"),
        ("domineering", {"rows": 2, "cols": ()}, "cols=() (expected a number from 1 on"),
        ("domineering", {"rows": (2, 2), "cols": 1}, "rows=(2, 2) (expected different numbers)"),
        ("domineering", {"rows": 7, "cols": 7}, "domineering: about 2^49 fillings (expected at most 2^48)"),
        ("domineering", {"rows": 1, "cols": 70, "symbols": "#"}, "domineering: a board of 70 cells has too many"),
        (
            "domineering",
            {"rows": 2, "cols": 2, "symbols": ".x"},
            "domineering: symbols '.x' (expected different ones of",
        ),
        ("domineering", {"rows": 2, "cols": 2, "symbols": ""}, "domineering: symbols '' (expected different ones of"),
        (
            "domineering",
            {"rows": 2, "cols": 2, "symbols": ".", "connected": True},
            "symbols '.' (expected '#' among them",
        ),
        ("konane", {"rows": 3, "cols": 3, "connected": True}, "konane: no symbol stands for a hole"),
        ("tic_tac_toe", {"rows": 3, "cols": 3, "connected": True}, "tic_tac_toe: no symbol stands for a hole"),
        (
            "domineering",
            {"rows": 2, "cols": 2, "columns": ["nimber"]},
            "domineering: no column 'nimber' (expected some",
        ),
        ("tic_tac_toe", {"rows": 2, "cols": 2, "columns": ["value"]}, "tic_tac_toe: no column 'value' (expected some"),
        ("domineering", {"rows": 2, "cols": 2, "output": "t.txt"}, "output 't.txt' (expected a name that ends in .csv"),
        ("domineering", {"rows": 2, "cols": 2, "output": "/no/such/t.csv"}, "cannot write '/no/such/t.csv': No such"),
        ("domineering", {"rows": 2, "cols": 2, "hats": 3}, "domineering has no option 'hats'"),
        ("vertex_geography", {"rows": 2, "cols": 2}, "vertex_geography: a census needs a game on a grid, or on heaps"),
        ("sokoban", {"rows": 2, "cols": 2}, "sokoban: a census needs a game on a grid, or on heaps"),
        ("checkerz", {"rows": 2, "cols": 2}, "no system 'checkerz'"),
        (3, {"rows": 2, "cols": 2}, "a int (expected the key of a system, or a system)"),
    ],
)
def test_bad_questions_are_answered_in_one_line(key: Any, keywords: dict[str, Any], said: str) -> None:
    with pytest.raises(pp.PerfectPlayError) as caught:
        pp.census(key, **keywords)
    assert str(caught.value).startswith(said) and "\n" not in str(caught.value)


def test_rows_that_were_not_kept_cannot_be_read() -> None:
    table = pp.census("domineering", rows=2, cols=2, keep=False)
    assert len(table) == 7
    with pytest.raises(pp.PerfectPlayError, match="were not kept"):
        next(iter(table))
