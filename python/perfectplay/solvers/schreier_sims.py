"""Some solution of any permutation puzzle: a word in the generators for the permutation that leads to the goal.

Words come from a table of short words along the stabiliser chain (Minkwitz 1998); they are far from shortest, about 130
moves for Rubik's cube, and there is no bound on their length.
"""

from perfectplay.kinds.permutation import Group, PermutationSystem
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Line, Position
from perfectplay.theorems.group_membership import wanted

systems: tuple[str, ...] = ()
kinds = ("permutation",)
shortest = False


def applies(position: Position[PermutationSystem]) -> bool:
    return wanted(position) in position.system.group(position)


def solve(position: Position[PermutationSystem], asked: Asked) -> Found:
    group: Group = position.system.group(position)
    word, stats = group.native.word(wanted(position), asked.control)
    assert word is not None
    line = Line.replay(position, [name for letter in word for name in group.letter(letter)], asked.details["metric"])
    return Found(line, line, stats_of(stats))
