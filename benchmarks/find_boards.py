"""Where the Rush Hour boards of the cases come from: random boards from a fixed seed, those kept whose clusters (all
positions that can be reached) have the size wanted.

    python benchmarks/find_boards.py 2000 150000
"""

import random
import sys

import perfectplay as pp

SEED = 2026
SAMPLES = 4000
SIDE, ROW = 6, 2


def random_board(rng: random.Random) -> str:
    """The target car on its row and up to eleven other vehicles, dropped where they fit."""
    cells = {}

    def drop(letter: str, row: int, col: int, length: int, lying: bool) -> bool:
        span = [(row, col + i) if lying else (row + i, col) for i in range(length)]
        if any(place in cells for place in span):
            return False
        cells.update(dict.fromkeys(span, letter))
        return True

    drop("A", ROW, rng.randrange(SIDE - 2), 2, True)
    letters = "BCDEFGHIJKL"[: rng.randrange(5, 12)]
    for letter in letters:
        for _ in range(20):
            length, lying = rng.choice((2, 2, 3)), rng.random() < 0.5
            along, across = rng.randrange(SIDE + 1 - length), rng.randrange(SIDE)
            row, col = (across, along) if lying else (along, across)
            if not (lying and row == ROW) and drop(letter, row, col, length, lying):
                break
    return "".join(cells.get((row, col), "o") for row in range(SIDE) for col in range(SIDE))


def main(wanted: list[int]) -> None:
    rng = random.Random(SEED)
    limits = pp.Limits(positions=2 * max(wanted))
    best: dict[int, tuple[int, str]] = {}
    for _ in range(SAMPLES):
        board = random_board(rng)
        try:
            size = int(pp.reachable(pp.load("rush_hour", board), limits=limits))
        except pp.LimitReached:
            continue
        for number in wanted:
            if number not in best or abs(size - number) < abs(best[number][0] - number):
                best[number] = size, board
    for number in wanted:
        size, board = best[number]
        print(f"wanted {number:,}: {size:,} positions, {board}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [2000, 150000])
