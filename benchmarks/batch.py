"""Whole collections through ``perfectplay batch``: 10,000 boards of Rush Hour, killed once and continued, and 1,000
Sudokus.

    python benchmarks/batch.py                         prints a table
    python benchmarks/batch.py --boards 1000           fewer boards
    python benchmarks/batch.py --jobs 4

Boards are made here, from a seed: vehicles are put on a 6 x 6 board at random, so that some of them have no solution.
Sudokus are one of ours with digits, rows, columns, bands and stacks permuted. Times are those of the whole command,
with the start of Python and of all processes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

SUDOKU = "53.8..2.......1.86.......3.3..2...17.....56..8..1..5....7...892.98....6.4........"
"""The sample of the catalogue."""
CARS = "BCDEFGHIJKLMN"


def board(rng: Random) -> str:
    """The target in its row, and up to 13 vehicles of two or three cells where there was room."""
    cells = ["o"] * 36
    start = rng.randrange(4)
    cells[12 + start] = cells[13 + start] = "A"
    names = iter(CARS[: rng.randint(7, len(CARS))])
    name = next(names)
    for _ in range(60):
        length, upright = rng.choice([2, 2, 3]), rng.random() < 0.5
        row = rng.randrange(7 - length if upright else 6)
        col = rng.randrange(6 if upright else 7 - length)
        places = [(row + n * upright) * 6 + col + n * (not upright) for n in range(length)]
        if any(cells[place] != "o" for place in places) or (not upright and row == 2):
            continue
        for place in places:
            cells[place] = name
        following = next(names, None)
        if following is None:
            break
        name = following
    return "".join(cells)


def sudoku(rng: Random) -> str:
    """The sample with everything permuted that may be."""
    digits = dict(zip("123456789", rng.sample("123456789", 9), strict=True)) | {".": "."}
    rows, cols = (
        [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)] for _ in range(2)
    )
    return "".join(digits[SUDOKU[9 * row + col]] for row in rows for col in cols)


def command(question: str, key: str, source: Path, output: Path, jobs: int) -> list[str]:
    words = ["batch", question, key, str(source), "--output", str(output), "--jobs", str(jobs)]
    return [sys.executable, "-m", "perfectplay", *words]


def whole(words: list[str]) -> tuple[float, str]:
    """Seconds of a command that ends by itself, and its summary."""
    begun = time.monotonic()
    ran = subprocess.run(words, capture_output=True, text=True)
    seconds = time.monotonic() - begun
    if ran.returncode not in (0, 1):
        raise SystemExit(f"exit code {ran.returncode}: {ran.stderr}")
    return seconds, ran.stderr.strip().removeprefix("perfectplay: ")


def killed(words: list[str], output: Path, lines: int) -> tuple[float, int]:
    """Seconds until a command that has written so many lines is killed, and the whole lines that it leaves."""
    begun = time.monotonic()
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        while (written(output) < lines) and running.poll() is None:
            time.sleep(0.02)
        running.kill()
    return time.monotonic() - begun, written(output)


def written(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def numbers(path: Path) -> list[int]:
    return [json.loads(line)["number"] for line in path.open()]


def main() -> None:
    parser = argparse.ArgumentParser(description="Collections through perfectplay batch.")
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--sudokus", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    rng = Random("a batch")
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {given.jobs} jobs\n")
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "rush_hour.txt"), Path(folder, "rush_hour.jsonl")
        source.write_text("".join(f"{board(rng)}\n" for _ in range(given.boards)))
        words = command("solve", "rush_hour", source, output, given.jobs)
        seconds, left = killed(words, output, given.boards // 2)
        print(f"Rush Hour, {given.boards:,} boards: killed after {seconds:.1f} s with {left:,} lines written")
        again, summary = whole(words)
        print(f"  continued for {again:.1f} s: {summary}")
        print(f"  {given.boards / (seconds + again):,.0f} boards a second in all", end="; ")
        print("every board once, in order" if numbers(output) == [*range(1, given.boards + 1)] else "NOT IN ORDER")
        for question in ("solve", "unique"):
            source, output = Path(folder, "sudoku.txt"), Path(folder, f"{question}.jsonl")
            source.write_text("".join(f"{sudoku(rng)}\n" for _ in range(given.sudokus)))
            seconds, summary = whole(command(question, "sudoku", source, output, given.jobs))
            print(f"Sudoku, {question}, {given.sudokus:,} lines: {seconds:.2f} s in all; {summary}")


if __name__ == "__main__":
    main()
