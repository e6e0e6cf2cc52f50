"""Robots and atoms that slide until they are stopped, against rules written down once more."""

from __future__ import annotations

import random

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Position

pytestmark = pytest.mark.about("lunar_lockout", "atomix")

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def slides(rows: list[str], movers: str, edge_stops: bool) -> set[tuple[str, str]]:
    """Every slide as its text and the rows after it."""
    found = set()
    height, width = len(rows), len(rows[0])
    for row in range(height):
        for col in range(width):
            if rows[row][col] not in movers:
                continue
            for down, right in STEPS.values():
                r, c = row, col
                while 0 <= r + down < height and 0 <= c + right < width and rows[r + down][c + right] in ".+":
                    r, c = r + down, c + right
                outside = not (0 <= r + down < height and 0 <= c + right < width)
                if (r, c) == (row, col) or (outside and not edge_stops):
                    continue
                cells = [list(line) for line in rows]
                cells[row][col], cells[r][c] = ".", rows[row][col]
                text = f"{'abcdefgh'[col]}{row + 1}-{'abcdefgh'[c]}{r + 1}"
                found.add((text, "|".join(map("".join, cells))))
    return found


def random_rows(rng: random.Random, letters: str, rows: int, cols: int, filled: int, walls: int) -> list[str]:
    cells = ["."] * (rows * cols)
    places = rng.sample(range(rows * cols), filled + walls)
    for n, place in enumerate(places):
        cells[place] = rng.choice(letters) if n < filled else "#"
    return ["".join(cells[i : i + cols]) for i in range(0, rows * cols, cols)]


@pytest.mark.parametrize("seed", range(60))
def test_robots_slide_to_the_robot_or_block_ahead(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, "o", rng.randint(2, 5), rng.randint(2, 5), 3, rng.choice((0, 1)))
    text = "|".join(rows)
    place = rng.choice([n for n, letter in enumerate(text) if letter == "o"])
    text = text[:place] + "x" + text[place + 1 :]
    position = pp.load("lunar_lockout", text + "|" + "+" + "." * (len(rows[0]) - 1))
    expected = slides(str(position).split("|"), "ox", False)

    def plain(after: str) -> str:
        return after.replace("+", ".").replace("O", "o").replace("X", "x")

    assert {(m.text, plain(str(m.after))) for m in position.moves()} == {(t, plain(a)) for t, a in expected}


@pytest.mark.parametrize("seed", range(60))
def test_atoms_slide_to_the_wall_edge_or_atom_ahead(seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, "abc", rng.randint(2, 5), rng.randint(2, 5), 3, rng.choice((0, 1)))
    first = next(letter for row in rows for letter in row if letter in "abc")
    position = pp.load("atomix", f"{'|'.join(rows)} -> {first}")
    assert position.winner is not None  # a molecule of one atom lies anywhere
    legal = {(step.text, position.system.text(step.state)) for step in position.system.legal(position.state, pp.LEFT)}
    assert legal == {(text, f"{after} -> {first}") for text, after in slides(rows, "abc", True)}


def molecule_lies(position: Position) -> bool:
    board, _, drawing = str(position).partition(" -> ")
    rows, shown = board.split("|"), drawing.split("|")
    wanted = [(r, c, letter) for r, row in enumerate(shown) for c, letter in enumerate(row) if letter != "."]
    return any(
        all(
            0 <= top + r < len(rows) and 0 <= left + c < len(rows[0]) and rows[top + r][left + c] == letter
            for r, c, letter in wanted
        )
        for top in range(-len(shown), len(rows))
        for left in range(-len(shown[0]), len(rows[0]))
    )


@pytest.mark.parametrize("drawing", ["ab", "a|b", "b.|.a", "ba|a.", "a"])
def test_a_molecule_may_lie_anywhere(drawing: str) -> None:
    position = pp.load("atomix", f"a..b|.#..|...a -> {drawing}")
    rng = random.Random(drawing)
    seen = set()
    for _ in range(300):
        assert (position.winner is not None) == molecule_lies(position)
        seen.add(position.winner)
        steps = list(position.system.legal(position.state, pp.LEFT))
        position = Position(position.system, rng.choice(steps).state)
    assert pp.LEFT in seen


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a..b", "no goal"),
        ("a..b -> ", "goal: empty board"),
        ("a..b -> ..", "no atom"),
        ("a..b -> aa", "2 atoms"),
        ("a..b -> a?", "unexpected"),
        ("a.!b -> ab", "unexpected"),
    ],
)
def test_wrong_molecules_are_refused(text: str, what: str) -> None:
    with pytest.raises(pp.ParseError, match=what):
        pp.load("atomix", text)


# revisits -----------------------------------------------------------------------------------------------------------


def fewest(text: str, crossing: bool) -> int | None:
    """The fewest moves without revisits, by search over positions with the cells where the target has been."""
    rows = text.replace("+", ".").split("|")
    goal = next((r, c) for r, row in enumerate(text.split("|")) for c, letter in enumerate(row) if letter in "+X")

    def target(rows: list[str]) -> tuple[int, int]:
        return next((r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "x")

    layer = {("|".join(rows), frozenset([target(rows)]))}
    seen = set(layer)
    depth = 0
    while layer:
        if any(target(board.split("|")) == goal for board, _ in layer):
            return depth
        following = set()
        for board, been in layer:
            before = target(board.split("|"))
            for _, after in slides(board.split("|"), "ox", False):
                now = target(after.split("|"))
                trail = been
                if now != before:
                    down, right = (
                        (now[0] > before[0]) - (now[0] < before[0]),
                        (now[1] > before[1]) - (now[1] < before[1]),
                    )
                    way, here = [], before
                    while here != now:
                        here = (here[0] + down, here[1] + right)
                        way.append(here)
                    new = way if crossing else [now]
                    if not been.isdisjoint(new):
                        continue
                    trail = been | set(new)
                if (after, trail) not in seen:
                    seen.add((after, trail))
                    following.add((after, trail))
        layer = following
        depth += 1
    return None


@pytest.mark.parametrize("seed", range(depth(3, 9)))
def test_revisits_may_be_forbidden(seed: int) -> None:
    rng = random.Random(f"revisits {seed}")
    while True:
        rows = random_rows(rng, "o", 3, 4, 3, rng.choice((0, 1)))
        text = "|".join(rows).replace("o", "x", 1)
        text = text[::-1].replace(".", "+", 1)[::-1]
        free = pp.solve(pp.load("lunar_lockout", text)).answer
        if free is not None and free.cost > 1:
            break
    for revisits, crossing in (("stops", False), ("cells", True)):
        found = pp.solve(pp.load("lunar_lockout", text, revisits=revisits)).answer
        assert (None if found is None else found.cost) == fewest(text, crossing)


def test_revisits_differ_on_a_sample() -> None:
    costs = []
    for revisits in ("free", "stops", "cells"):
        found = pp.solve(pp.load("lunar_lockout", "@crossing", revisits=revisits)).answer
        costs.append(None if found is None else found.cost)
    assert costs == [6, 7, None]


@pytest.mark.parametrize("revisits", ["stops", "cells"])
def test_a_trail_is_written_and_read(revisits: str) -> None:
    position = pp.load("lunar_lockout", "@blocks", revisits=revisits)
    rng = random.Random(1)
    for _ in range(30):
        assert pp.load("lunar_lockout", str(position), revisits=revisits) == position
        moves = position.moves()
        if not moves:
            break
        position = rng.choice(moves).after
    with pytest.raises(pp.ParseError, match="has been"):
        pp.load("lunar_lockout", "x,o+")


@pytest.mark.parametrize(("text", "what"), [("o.o+", "0 target"), ("x.x+", "2 target"), ("x.o", "no marked")])
def test_wrong_boards_of_robots_are_refused(text: str, what: str) -> None:
    with pytest.raises(pp.ParseError, match=what):
        pp.load("lunar_lockout", text)
    with pytest.raises(pp.ParseError, match="revisits"):
        pp.load("lunar_lockout", "x.o+", revisits="never")
