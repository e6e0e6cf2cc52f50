"""Makes pencil puzzles with one solution, the same ones every time: a random solution, then clues until it is unique.

    python benchmarks/make_pencil.py slitherlink 30 45              prints three, with the seeds 1, 2 and 3
    python benchmarks/make_pencil.py sudoku 9 9 --seeds 20          prints more of them
    python benchmarks/make_pencil.py --all                          writes all files in benchmarks/boards/pencil

How each kind is made is told in ``benchmarks/makers``. The solver says which other solutions there are, so the boards
stay the same only as long as it finds them in the same order; the files are what is measured.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

from makers import MAKERS

BOARDS = Path(__file__).resolve().parent / "boards" / "pencil"
SEEDS = 3
SIZES = {
    "fillomino": ["10x10"],
    "hashiwokakero": ["40x40"],
    "heyawake": ["31x45"],
    "hitori": ["25x25"],
    "kuromasu": ["31x45"],
    "light_up": ["40x40"],
    "masyu": ["40x58"],
    "nonogram": ["30x40"],
    "nurikabe": ["20x36"],
    "shikaku": ["50x40"],
    "slitherlink": ["30x45", "60x60"],
    "sudoku": ["9x9", "25x25"],
    "yajilin": ["39x57"],
}
MORE_SEEDS = {"sudoku-9x9": 20}


def make(key: str, rows: int, cols: int, seed: int) -> str:
    return MAKERS[key](rows, cols, random.Random(f"{key} {rows} {cols} {seed}"))


def file_text(key: str, rows: int, cols: int, seeds: int) -> str:
    """Several boards, each after a line with its seed."""
    lines = [f"# python benchmarks/make_pencil.py {key} {rows} {cols} --seeds {seeds}"]
    for seed in range(1, seeds + 1):
        board = make(key, rows, cols, seed).replace("|", "\n").replace(";", "\n;\n").replace("/", "\n/\n")
        lines += [f"# seed {seed}", board]
    return "\n".join(lines) + "\n"


def read_boards(key: str, size: str) -> list[str]:
    """The boards of a file, as texts that can be loaded."""
    whole = (BOARDS / f"{key}-{size}.txt").read_text(encoding="utf-8")
    found = re.split(r"^# seed \d+\n", whole, flags=re.MULTILINE)[1:]
    return [re.sub(r"\|?([;/])\|?", r"\1", board.strip().replace("\n", "|")) for board in found]


def main() -> None:
    parser = argparse.ArgumentParser(description="Puzzles with one solution.")
    parser.add_argument("key", nargs="?", choices=sorted(MAKERS))
    parser.add_argument("rows", nargs="?", type=int)
    parser.add_argument("cols", nargs="?", type=int)
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"how many (default {SEEDS})")
    parser.add_argument("--all", action="store_true", help="write the files of the benchmark")
    asked = parser.parse_args()
    if asked.all:
        for key, sizes in SIZES.items():
            for size in sizes:
                rows, cols = map(int, size.split("x"))
                name = f"{key}-{size}"
                text = file_text(key, rows, cols, MORE_SEEDS.get(name, SEEDS))
                (BOARDS / f"{name}.txt").write_text(text, encoding="utf-8")
                print(name, flush=True)
    elif asked.cols is None:
        parser.error("expected a kind, rows and columns")
    else:
        print(file_text(asked.key, asked.rows, asked.cols, asked.seeds), end="")


if __name__ == "__main__":
    main()
