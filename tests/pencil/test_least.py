"""Number Link is solved by looking at shortest paths only: the same verdicts as by going through all solutions."""

import random
from collections import Counter
from typing import Any

from tests.pencil import rulebook
from tests.tiers import depth

import perfectplay as pp
from perfectplay.constraints import Paths
from perfectplay.kinds.lines import link
from perfectplay.kinds.sheet import grid_text


def some_board(rng: random.Random) -> pp.Position:
    rows, cols = rng.choice([(1, 5), (2, 3), (2, 5), (3, 3), (3, 4), (4, 4), (4, 5)])
    pairs = rng.randint(1, min(4, rows * cols // 2))
    names = dict(zip(rng.sample(range(rows * cols), 2 * pairs), "aabbccdd", strict=False))
    return pp.load("number_link", grid_text([names.get(n, ".") for n in range(rows * cols)], cols))


def test_verdicts_are_those_of_all_solutions() -> None:
    rng = random.Random("shortest paths")
    verdicts: Counter[int] = Counter()
    altered = 0
    for round_ in range(depth(250, 5000)):
        position = some_board(rng)
        number = pp.count(position, limit=2).answer
        result = pp.unique(position)
        found = result.answer.solutions
        assert len(found) == number, repr(position)
        assert len({str(each) for each in found}) == number
        assert all(rulebook.number_link(position.state, each, position.system) for each in found), repr(position)
        assert (pp.solve(position).answer is None) == (number == 0), repr(position)
        verdicts[number] += 1
        if round_ % 10 == 0:
            assert pp.verify(result), repr(position)
        # the one shortest answer of several, from which the second is derived
        poster = position.system.posted(position.state, least=True)
        (raw, _, _, _), _ = poster.model.solutions(poster.answer_lits(), 2, (None, None, None, None, None))
        assert number == 0 or raw, repr(position)
        altered += len(raw) == 1 and number == 2
    assert len(verdicts) == 3 and min(verdicts.values()) > 20 and altered > 20, (verdicts, altered)


def test_a_path_is_led_through_unused_nodes() -> None:
    cells = [(row, col) for row in range(2) for col in range(3)]
    lines = [link(a, b) for a in cells for b in cells if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    straight: dict[Any, Any] = {line: int(line[0][0] == line[1][0] == 0) for line in lines}
    paths = Paths({line: (line, 1) for line in lines}, (((0, 0), (0, 2)),), alone=True)
    change = paths.altered(straight)
    assert change is not None and paths.faults(straight) is None
    assert paths.faults({**straight, **change}) is None and {**straight, **change} != straight
    around: dict[Any, Any] = {line: int(line in (((0, 0), (0, 1)), ((0, 1), (0, 2)))) for line in lines[:2]}
    short = Paths({line: (line, 1) for line in around}, (((0, 0), (0, 2)),), alone=True)
    assert short.altered(around) is None  # nothing is unused


def test_other_rules_about_links_forbid_it() -> None:
    """With all cells filled a shorter path is no answer."""
    position = pp.load("number_link", "11|..", fill=True)
    assert pp.unique(position) and pp.verify(pp.unique(position))
    assert not pp.unique(pp.load("number_link", "11|.."))


def test_a_proof_of_uniqueness_is_about_shortest_paths() -> None:
    position = pp.load("number_link", pp.system("number_link").sample)
    result = pp.unique(position, proof=True)
    assert result and result.answer.proof is not None and pp.verify(result)
