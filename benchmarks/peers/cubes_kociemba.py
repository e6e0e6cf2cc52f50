"""The same thousand random cubes, solved by the package kociemba: two phases in C. RubikTwoPhase writes the facelets.

Prints JSON, as every file here. (Its own solver and RubikOptimal build their tables in Python first, which takes very
long; neither is measured.)
"""

import importlib.metadata
import json
import random
import statistics
import sys
import time

import kociemba  # type: ignore[import-not-found, unused-ignore]
from twophase import cubie  # type: ignore[import-not-found, unused-ignore]

NUMBER, TURNS = 1000, 60


def facelets(rng: random.Random) -> str:
    cube = cubie.CubieCube()
    for _ in range(TURNS):
        face, times = "URFDLB".index(rng.choice("URFDLB")), int(rng.choice("123"))
        for _ in range(times):
            cube.multiply(cubie.basicMoveCube[face])
    return str(cube.to_facelet_cube().to_string())


def main() -> None:
    rng = random.Random(f"cubes {NUMBER} {TURNS}")
    cubes = [facelets(rng) for _ in range(NUMBER)]
    begin = time.perf_counter()
    lengths = [len(kociemba.solve(cube).split()) for cube in cubes]
    mean = statistics.mean(lengths)
    row = {
        "peer": f"kociemba {importlib.metadata.version('kociemba')}",
        "case": "two-phases",
        "how": f"two phases in C, mean {mean:.2f}, most {max(lengths)} moves",
        "answer": f"{NUMBER} solved",
        "seconds": time.perf_counter() - begin,
    }
    json.dump([row], sys.stdout)


if __name__ == "__main__":
    main()
