"""Sliding tiles: large tables, beams, the hardest positions."""

from __future__ import annotations

import random

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay._native import Tiles
from perfectplay.families.tiles import HARDEST

pytestmark = pytest.mark.about("fifteen")

LARGE, BEAM = "large pattern databases", "tile beam"


def shuffled(rows: int, cols: int, seed: int) -> pp.Position:
    """A random board that can be solved."""
    rng = random.Random(f"{rows} {cols} {seed}")
    while True:
        tiles = list(range(rows * cols))
        rng.shuffle(tiles)
        if rows == 1:  # the order of tiles in a line stays
            tiles = sorted(tiles, key=lambda tile: tile or rng.randrange(cols))
        if Tiles.solvable(rows, cols, tiles, [*range(1, rows * cols), 0]):
            lines = (tiles[row * cols : (row + 1) * cols] for row in range(rows))
            return pp.load("fifteen", "|".join(" ".join(map(str, line)) for line in lines))


def cost(position: pp.Position, method: str | None = None) -> int:
    line = pp.solve(position, method=method).answer
    assert line is not None
    return line.cost


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.replace("|", " ").split()]


def manhattan(tiles: list[int], cols: int) -> int:
    """With the free cell last."""
    return sum(
        abs(at // cols - (tile - 1) // cols) + abs(at % cols - (tile - 1) % cols)
        for at, tile in enumerate(tiles)
        if tile
    )


@pytest.mark.parametrize("cells", range(2, 17))
def test_every_shape_has_a_text_of_its_own(cells: int) -> None:
    shapes = [(rows, cells // rows) for rows in range(1, cells + 1) if cells % rows == 0]
    made = {}
    for rows, cols in shapes:
        tiles = [*range(1, cells), 0]
        lines = [" ".join(map(str, tiles[row * cols : (row + 1) * cols])) for row in range(rows)]
        made[rows, cols] = position = pp.load("fifteen", "|".join(lines) + "|")
        assert (position.state.board.rows, position.state.board.cols) == (rows, cols)
        for other in (str(position), "/".join(lines) + "/", "\n".join(lines) + "|\n"):
            assert pp.load("fifteen", other) == position
        if rows > 1:
            assert str(position) == "|".join(lines)
    assert len({str(position) for position in made.values()}) == len(set(made.values())) == len(shapes)


@pytest.mark.parametrize(("cells", "shape"), [(2, (1, 2)), (3, (1, 3)), (4, (2, 2)), (8, (1, 8)), (9, (3, 3))])
def test_a_plain_list_is_a_square_if_it_can_be(cells: int, shape: tuple[int, int]) -> None:
    board = pp.load("fifteen", " ".join(map(str, range(cells)))).state.board
    assert (board.rows, board.cols) == shape


def test_a_row_of_nine_is_no_square() -> None:
    assert cost(pp.load("fifteen", "0 1 2 3 4 5 6 7 8|")) == 8
    assert cost(pp.load("fifteen", "0 1 2 3 4 5 6 7 8")) == 22


@pytest.mark.parametrize("text", ["|", "1 0||", "|1 0", "1 0|/", "1 2 3|0|"])
def test_row_marks_without_a_row(text: str) -> None:
    with pytest.raises(pp.ParseError, match=r"^fifteen: "):
        pp.load("fifteen", text)


@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (4, 3), (2, 6)])
def test_large_tables_give_the_same_lengths(rows: int, cols: int) -> None:
    for seed in range(4):
        position = shuffled(rows, cols, seed)
        assert cost(position) == cost(position, LARGE)
        assert pp.check(position, pp.solve(position, method=LARGE))


def test_large_tables_must_be_asked_for() -> None:
    position = pp.load("fifteen")
    names = pp.methods("solve", position)
    assert LARGE in names and names.index(LARGE) > names.index("pattern databases")
    assert pp.solve(position).method == "pattern databases"
    with pytest.raises(pp.LimitReached, match="memory"):
        pp.solve(position, method=LARGE, limits=pp.Limits(memory=1 << 29))


def test_beams_are_short_where_proofs_are_possible() -> None:
    found = best = 0
    for seed in range(depth(6, 20)):
        position = shuffled(4, 4, seed)
        least, beam = cost(position), cost(position, BEAM)
        assert least <= beam
        found, best = found + beam, best + least
    assert best <= found <= 1.1 * best


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (4, 7), (6, 6), (2, 12), (1, 8)])
def test_beams_solve_large_boards(rows: int, cols: int) -> None:
    for seed in range(depth(1, 3)):
        position = shuffled(rows, cols, seed)
        found = pp.solve(position, method=BEAM)
        assert pp.verify(found)
        assert found.answer is not None and found.answer.cost >= manhattan(numbers(str(position)), cols)


def test_beams_obey_limits_and_leave_parity_to_the_theorem() -> None:
    with pytest.raises(pp.LimitReached):
        pp.solve(shuffled(6, 6, 1), method=BEAM, limits=pp.Limits(positions=100))
    with pytest.raises(pp.NotApplicable):
        pp.solve(pp.load("fifteen", "@loyd"), method=BEAM)


def test_the_hardest_positions_are_a_set_of_mirror_images() -> None:
    def mirrored(tiles: list[int]) -> list[int]:
        turned = [tiles[at % 4 * 4 + at // 4] for at in range(16)]
        return [(tile - 1) % 4 * 4 + (tile - 1) // 4 + 1 if tile else 0 for tile in turned]

    boards = [numbers(text) for text in HARDEST]
    assert len({tuple(board) for board in boards}) == 17
    assert all(mirrored(board) in boards for board in boards)


@pytest.mark.parametrize("number", range(1, 18))
def test_the_hardest_positions_take_at_least_80_moves_by_a_beam(number: int) -> None:
    found = cost(pp.load("fifteen", f"@hardest{number}"), BEAM)
    assert found >= 80 and found % 2 == 0


@pytest.mark.full
@pytest.mark.parametrize("number", range(1, 18))
def test_the_hardest_positions_take_80_moves(number: int) -> None:
    assert cost(pp.load("fifteen", f"@hardest{number}"), LARGE) == 80
