"""Swaps of neighbours on a line: the fewest moves are the number of inversions.

Where the moves are the swaps (1 2), (2 3), … (n-1 n), for some numbering of the places, each move changes the number of
inversions between arrangement and goal by one, and as long as it is not 0 some move lowers it. The worst case,
n(n-1)/2, shows that the O(n^2) of Driscoll and Furst is best possible. (Muir 1882; Knuth, The Art of Computer
Programming 3, section 5.1.1.)
"""

from functools import lru_cache

from perfectplay.kinds.permutation import Moving
from perfectplay.method import Asked, Found
from perfectplay.position import Line, Position
from perfectplay.theorems.group_membership import wanted

systems = ("permutation_puzzle",)


@lru_cache(maxsize=64)
def order(moving: Moving) -> tuple[int, ...] | None:
    """The places in the order of the line, None if the moves are not of this form."""
    beside: dict[int, list[int]] = {}
    for turn in moving.generators():
        pair = [place for place, image in enumerate(turn.images) if image != place]
        if len(pair) != 2:
            return None
        for place, other in (pair, pair[::-1]):
            beside.setdefault(place, []).append(other)
    ends = [place for place, others in beside.items() if len(others) == 1]
    if len(ends) != 2 or any(len(others) > 2 for others in beside.values()):
        return None
    line = [min(ends)]
    while following := [place for place in beside[line[-1]] if place not in line[-2:]]:
        line.append(following[0])
    return tuple(line) if len(line) == len(beside) else None


def applies(position: Position) -> bool:
    moved = {place for place, image in enumerate(wanted(position)) if place != image}
    line = order(position.state.moving)
    return line is not None and moved <= set(line)


def solve(position: Position, asked: Asked) -> Found:
    moving = position.state.moving
    line = order(moving)
    assert line is not None
    names = {
        frozenset(place for place, image in enumerate(turn.images) if image != place): turn.name
        for turn in moving.turns
    }
    rank = {place: number for number, place in enumerate(line)}
    target = wanted(position)
    goals = [rank[target[place]] for place in line]  # where on the line the item at each place must go
    texts = []
    for end in range(len(goals) - 1, 0, -1):
        for at in range(end):
            if goals[at] > goals[at + 1]:
                goals[at], goals[at + 1] = goals[at + 1], goals[at]
                texts.append(names[frozenset(line[at : at + 2])])
    found = Line.replay(position, texts, asked.details["metric"])
    return Found(found, found)
