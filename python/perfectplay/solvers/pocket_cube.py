"""All positions of the 2 x 2 x 2 cube, by a table of distances from the solved one."""

from perfectplay._native import Cube
from perfectplay.families.cubes import CORNERS, sticker
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.puzzles.rubik import Rubik
from perfectplay.questions.reachable import Reach
from perfectplay.result import Stats

systems = ("rubik",)

SHOWN = 16
"""How many of the farthest positions are listed."""


def applies(position: Position[Rubik]) -> bool:
    return position.system.size == 2 and position.winner is not None


def reachable(position: Position[Rubik], asked: Asked) -> Found:
    half: bool = position.system.half_turns
    (layers, last), (_, seconds, _) = Cube.pocket(not half, SHOWN, asked.control)
    farthest = tuple(_position(position, corners, twists) for corners, twists in last)
    total = sum(layers)
    stats = Stats(total, seconds, total)
    return Found(Reach(total, total, tuple(layers), 1, farthest), None, stats)


def _position(position: Position[Rubik], corners: list[int], twists: list[int]) -> Position:
    shown = [""] * 24
    for place, cubie, twist in zip(CORNERS, corners, twists, strict=True):
        for number, face in enumerate(place):
            shown[sticker(2, place, face)] = CORNERS[cubie][(number - twist) % 3]
    found: Position = position.system.load("".join(shown))
    return found
