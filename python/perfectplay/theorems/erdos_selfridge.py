"""Breaker wins where Maker's sets are too few for their sizes.

Let a set of k variables that Maker still needs, and of which Breaker has none, weigh 2^-k. If Breaker always takes the
variable whose sets weigh most together, then Breaker's move and Maker's next one together do not increase the total:
what Maker's variable adds is at most what Breaker's has removed. A set that Maker completes weighs 1. So Breaker wins
moving first if the total is less than 1, and moving second if it is less than 1 after whatever Maker takes first
(Erdős & Selfridge 1973, who state it with 1/2 for Maker's first move).

The theorem never says that Maker wins.

>>> pp.outcome(pp.load("maker_breaker", "a & b & c & d | c & d & e & f | a & d & f & g | b & e & g & h")).method
'erdos selfridge'
"""

from perfectplay.families.maker_breaker import Sets, Sufficient, weights

systems = ("maker_breaker",)


def is_light(sets: Sets) -> bool:
    """Does Breaker win, whatever Maker takes first?"""
    if not sets:
        return True
    scale = max(each.bit_count() for each in sets)
    heavy = weights(sets, scale)
    return sum(1 << (scale - each.bit_count()) for each in sets) + max(heavy.values(), default=0) < 1 << scale


_CLAIM = Sufficient(is_light)
applies, best_applies, outcome, best = _CLAIM.applies, _CLAIM.best_applies, _CLAIM.outcome, _CLAIM.best
