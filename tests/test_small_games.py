"""Rules of the small games against second implementations, and misère sums against whole positions."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, pairwise

import pytest
from tests.reference import games as reference
from tests.reference.published import octal

import perfectplay as pp
from perfectplay import Position
from perfectplay.board.falling import COLOURS, Pile, groups, read_pile, without, write_pile

pytestmark = pytest.mark.about("clickomania_game", "duotaire", "grundys_game", "kayles", "linear_cram")

# rows and heaps -----------------------------------------------------------------------------------------------------


def test_longer_pieces_cover_as_many_cells() -> None:
    for k in range(1, 6):
        for row in ("......", "..#....", "....#...#.", "."):
            position = pp.load("linear_cram", row, k=k)
            after = set()
            for start in range(len(row) - k + 1):
                if "#" not in row[start : start + k]:
                    covered = row[:start] + "#" * k + row[start + k :]
                    after.add(pp.load("linear_cram", covered, k=k))
            assert {move.after for move in position.moves()} == after, f"{row}, {k}"


def test_pieces_have_a_length() -> None:
    for k in (0, -1, 1001):
        with pytest.raises(pp.ParseError, match=f"option k={k}"):
            pp.load("linear_cram", "5", k=k)
    assert pp.grundy(pp.load("linear_cram", "999", k=1000)) == 0
    assert pp.grundy(pp.load("linear_cram", "1000", k=1000)) == 1


def test_grundys_game_splits_unequally() -> None:
    for heap in range(30):
        moves = {move.text for move in pp.load("grundys_game", str(heap)).moves()}
        assert moves == {f"{heap}:{a}+{heap - a}" for a in range(1, heap) if a < heap - a}


@pytest.mark.parametrize("code", ["0.37!", "4!.(3)", "0.F", "C.08", "0.1(25)", "4.(13!)"])
def test_codes_of_users(code: str) -> None:
    rules = octal(code)
    known: dict[tuple[Position, int], bool] = {}
    for heap in range(11):
        position = rules.load(str(heap))
        for method in pp.methods("grundy", position):
            assert pp.grundy(position, method=method) == reference.nimber(position, known), f"{code} {heap}"


@pytest.mark.parametrize("code", ["", "0", "1.7", "0.7!!", "0.7(", "0.7()", "7"])
def test_codes_that_are_none(code: str) -> None:
    with pytest.raises((pp.ParseError, ValueError)):
        pp.grundy(octal(code).load("5"), method="sums")


# misère sums --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.007", "4!.0", "0.6", "0.137", "0.(3)", "0.3F"])
def test_misere_sums_of_heaps(code: str) -> None:
    lost = 0
    for heaps in combinations_with_replacement(range(1, 8), 3):
        position = octal(code, misere=True).load(" ".join(map(str, heaps)))
        whole = pp.outcome(position, method="alpha-beta")
        assert pp.outcome(position, method="sums") == whole, repr(position)
        move = pp.best(position, method="sums").answer
        assert move is None or (pp.outcome(move.after, method="alpha-beta") == "P") == (whole == "N")
        lost += whole == "P"
    assert lost > 5


def test_misere_rows() -> None:
    """Lost in misère play, by the row as a whole: Linear Cram up to 44, Kayles up to 28."""
    for key, longest in (("linear_cram", 44), ("kayles", 28)):
        rows = [pp.load(key, str(n), misere=True) for n in range(longest + 1)]
        for row in rows:
            assert pp.outcome(row, method="sums") == pp.outcome(row, method="alpha-beta"), repr(row)
        assert 0 < sum(pp.outcome(row) == "P" for row in rows) < longest


def test_a_misere_strategy_is_verified() -> None:
    for key, text in (("linear_cram", "9 11"), ("kayles", "10"), ("grundys_game", "13 9")):
        assert pp.verify(pp.outcome(pp.load(key, text, misere=True), method="sums"))


def test_misere_sums_keep_limits() -> None:
    with pytest.raises(pp.LimitReached):
        pp.outcome(pp.load("kayles", "120", misere=True), method="sums", limits=pp.Limits(positions=5000))


# peg duotaire with chains of jumps ----------------------------------------------------------------------------------


def chains(row: str) -> set[str]:
    """Every row that one peg can jump to in one or more jumps, jump by jump."""
    found: set[str] = set()

    def jump(pegs: str, at: int) -> None:
        for step in (1, -1):
            over, to = at + step, at + 2 * step
            if 0 <= to < len(pegs) and pegs[over] == "o" and pegs[to] == ".":
                after = list(pegs)
                after[at], after[over], after[to] = ".", ".", "o"
                found.add("".join(after))
                jump("".join(after), to)

    for at, peg in enumerate(row):
        if peg == "o":
            jump(row, at)
    return found


def test_chains_of_jumps_on_a_row() -> None:
    rng = random.Random(7)
    rows = ["".join(rng.choice("oo.") for _ in range(rng.randrange(1, 14))) for _ in range(300)]
    assert all({str(m.after) for m in pp.load("duotaire", row, multi=True).moves()} == chains(row) for row in rows)
    assert sum(len(chains(row)) > 3 for row in rows) > 50


def test_a_row_that_is_a_nim_heap() -> None:
    """A peg beside a peg, and then every second place a peg: it can jump as far as it likes, and what is left is such a
    row again. So it is a heap of Nim, and rows of them side by side are Nim: the idea of Moore and Eppstein's proof
    that the lost positions are no context-free language."""
    for n in range(8):
        assert pp.grundy(pp.load("duotaire", "oo" + ".o" * n + "..", multi=True)) == n + 1
    for a, b, c in [(1, 2, 3), (0, 4, 5), (2, 2, 1), (3, 4, 7), (5, 1, 4)]:
        row = "....".join("oo" + ".o" * n for n in (a, b, c)) + ".."
        expected = (a + 1) ^ (b + 1) ^ (c + 1)
        assert pp.grundy(pp.load("duotaire", row, multi=True)) == expected
        assert pp.outcome(pp.load("duotaire", row, multi=True)) == ("N" if expected else "P")


def test_nimbers_of_chains_are_those_of_the_definition() -> None:
    rng = random.Random(8)
    boards = ["".join(rng.choice("oo.") for _ in range(11)) for _ in range(25)]
    boards += ["|".join("".join(rng.choice("oo.") for _ in range(4)) for _ in range(3)) for _ in range(25)]
    for board in boards:
        for multi in (False, True):
            position = pp.load("duotaire", board, multi=multi)
            assert pp.grundy(position) == pp.grundy(position, method="mex") == reference.nimber(position)


# falling blocks -----------------------------------------------------------------------------------------------------


def random_pile(rng: random.Random, rows: int, cols: int, colours: int) -> Pile:
    return tuple("".join(rng.choice(COLOURS[:colours]) for _ in range(rng.randrange(1, rows + 1))) for _ in range(cols))


def fallen(rows: list[list[str]]) -> str:
    """By single steps: a block with nothing below falls one row, an empty column is filled from the right."""
    moved = True
    while moved:
        moved = False
        for upper, lower in pairwise(rows):
            for column, letter in enumerate(upper):
                if letter != "." and lower[column] == ".":
                    upper[column], lower[column] = ".", letter
                    moved = True
        for column in range(len(rows[0]) - 1):
            if all(row[column] == "." for row in rows) and any(set(row[column:]) != {"."} for row in rows):
                for row in rows:
                    row[column], row[column + 1] = row[column + 1], "."
                moved = True
    kept = [row for row in rows if set(row) != {"."}]
    width = max((len("".join(row).rstrip(".")) for row in kept), default=0)
    return "|".join("".join(row[:width]) for row in kept) or "."


def test_blocks_fall_and_columns_close_up() -> None:
    rng = random.Random(2)
    closed = 0
    for _ in range(400):
        pile = random_pile(rng, 4, rng.randrange(1, 6), rng.randrange(1, 4))
        text = write_pile(pile)
        assert read_pile(text) == pile
        height = len(text.split("|"))
        for group in groups(pile):
            rows = [list(row) for row in text.split("|")]
            for column, level in group:
                rows[height - 1 - level][column] = "."
            left = without(pile, group)
            assert write_pile(left) == fallen(rows)
            closed += len(left) < len(pile)
    assert closed > 50


def test_groups_are_the_classes_of_touching_blocks() -> None:
    rng = random.Random(3)
    for _ in range(200):
        pile = random_pile(rng, 4, 4, 2)
        blocks = [(column, level) for column, blocks in enumerate(pile) for level in range(len(blocks))]
        names = {block: number for number, block in enumerate(blocks)}
        for _ in blocks:  # the least number of a neighbour spreads
            for a in blocks:
                for b in blocks:
                    same = pile[a[0]][a[1]] == pile[b[0]][b[1]]
                    if same and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
                        names[a] = min(names[a], names[b])
        classes = [{block for block in blocks if names[block] == name} for name in set(names.values())]
        expected = [group for group in classes if len(group) > 1]
        found = groups(pile)
        assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


def test_walls_mirrors_and_colours_do_not_change_nimbers() -> None:
    rng = random.Random(6)
    parts = 0
    for _ in range(150):
        pile = random_pile(rng, 3, rng.randrange(1, 6), rng.randrange(1, 6))
        if rng.random() < 0.3:
            pile = (*pile, "YZ", *random_pile(rng, 3, 2, 2))
        position = pp.load("clickomania_game", write_pile(pile))
        parts += len(position.system.split(pile)) > 1
        assert pp.grundy(position, method="sums") == pp.grundy(position, method="mex"), str(position)
    assert parts > 20


@pytest.mark.parametrize("text", ["", "a.|.a", ".a|a.", "ab|a.|ab", "a b", "a?", ".a", "a.a"])
def test_piles_that_are_none(text: str) -> None:
    with pytest.raises(pp.ParseError, match="clickomania_game: "):
        pp.load("clickomania_game", text)
    assert pp.outcome(pp.load("clickomania_game", ".")) == "P"
