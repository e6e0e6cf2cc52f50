"""Published results about Dots-and-Boxes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.reference.facts import facts
from tests.reference.published import Case, Check, limits, parameters, sized
from tests.reference.strings import grid
from tests.reference.strings import score as reference_score

import perfectplay as pp

GAME = "dots_and_boxes"
BEYOND = {(4, 5): "not tried: the next larger board than 4x4, which takes minutes"}
SMALL = 14
"""Lines of a board whose score is also worked out by the definition."""


def has_score(rows: int, cols: int, expected: int) -> Check:
    def check() -> None:
        assert pp.score(pp.load(GAME, f"{rows}x{cols}"), limits=limits()) == expected

    return check


def cases() -> Iterator[Case]:
    for row in facts("games"):
        if row["game"] == GAME:
            size = sized(row["instance"])
            expected = 0 if row["expected"] == "tie" else int(row["expected"])
            name = f"dots and boxes {size[0]}x{size[1]}"
            yield Case(name, has_score(*size, expected), GAME, row, beyond=BEYOND.get(size, ""))


CASES = parameters(cases())


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    case.run()


def test_every_row_is_a_case() -> None:
    assert len(CASES) == 3


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 3), (2, 2), (1, 4)])
def test_small_boards_by_the_definition(size: tuple[int, int]) -> None:
    strings = grid(*size)
    assert len(strings) <= SMALL
    assert pp.score(pp.load(GAME, f"{size[0]}x{size[1]}")) == reference_score(strings)
