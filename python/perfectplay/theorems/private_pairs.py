"""Breaker wins by pairing, if each of Maker's sets can be given two variables of its own.

When Maker takes one variable of a pair, Breaker takes the other; so no set becomes Maker's (Hales & Jewett 1963). Two
variables for each set are found by matching sets, each of them twice, to variables (a bipartite matching, by augmenting
paths). The theorem never says that Maker wins.

>>> pp.outcome(pp.load("maker_breaker", "(a | b | c) & (c | d | e) & (e | f | a)")).method
'private pairs'
"""

from perfectplay.families.maker_breaker import Sets, bits, breaking, fight, is_plain
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.position import Position

systems = ("maker_breaker",)


def has_pairs(sets: Sets) -> bool:
    wanted = [each for each in sets for _ in range(2)]
    owner: dict[int, int] = {}
    """The place among those wanted that a variable is given to."""
    for place in watched(range(len(wanted))):
        came_from: dict[int, tuple[int, int]] = {}  # to a variable: from the place, which had this one
        waiting = [(place, 0)]
        free = 0
        for here, had in waiting:
            for bit in bits(wanted[here]):
                if bit not in came_from:
                    came_from[bit] = here, had
                    if bit not in owner:
                        free = bit
                        break
                    waiting.append((owner[bit], bit))
            if free:
                break
        if not free:
            return False
        while free:
            here, had = came_from[free]
            owner[free] = here
            free = had
    return True


def applies(position: Position) -> bool:
    return is_plain(position) and has_pairs(fight(position).sets)


def best_applies(position: Position) -> bool:
    return is_plain(position) and breaking(fight(position).sets, has_pairs) is not None


def outcome(position: Position, asked: Asked) -> Found:
    return fight(position).outcome(False, False)


def best(position: Position, asked: Asked) -> Found | None:
    """Breaker's move leaves pairs; where there are pairs, Maker's does not matter."""
    here, player = fight(position), asked.details["player"]
    breaker = here.maker.opponent
    if player is here.maker:
        return here.best(player, breaker if has_pairs(here.sets) else None, 0)
    bit = breaking(here.sets, has_pairs)
    return None if bit is None else here.best(player, breaker, bit)
