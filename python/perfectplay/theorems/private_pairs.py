"""Breaker wins by pairing, if each of Maker's sets can be given two variables of its own.

When Maker takes one variable of a pair, Breaker takes the other; so no set becomes Maker's (Hales & Jewett 1963). Two
variables for each set are found by matching sets, each of them twice, to variables (a bipartite matching, by augmenting
paths). The theorem never says that Maker wins.

>>> pp.outcome(pp.load("maker_breaker", "(a | b) & (c | d) & (e | f) & (g | h | i)")).method
'private pairs'
"""

from perfectplay.families.maker_breaker import Sets, Sufficient, bits
from perfectplay.limits import watched

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


_CLAIM = Sufficient(has_pairs)
applies, best_applies, outcome, best = _CLAIM.applies, _CLAIM.best_applies, _CLAIM.outcome, _CLAIM.best
