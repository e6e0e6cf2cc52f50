"""Maker-Breaker with at most two variables to go in every set is won by a path of two pairs, or by a single.

Maker to move wins if a set lacks one variable (or none), or if two pairs share a variable: Maker takes it and completes
one of the two. Otherwise the sets are disjoint pairs, and Breaker answers in each. So Breaker to move wins if and only
if one variable can be taken such that disjoint pairs are left. (Immediate; Rahman & Watson 2020 solve the game on
clauses of two literals with negations.)

>>> [pp.outcome(pp.load("maker_breaker", text)) for text in ("a & b | c & d", "a & b | b & c", "a & b | b & c | d")]
[R, N, L]
"""

from perfectplay.families.maker_breaker import Sets, breaking, fight, is_plain, union, weights
from perfectplay.method import Asked, Found
from perfectplay.position import Position

systems = ("maker_breaker",)


def are_disjoint_pairs(sets: Sets) -> bool:
    return all(each.bit_count() == 2 for each in sets) and union(sets).bit_count() == 2 * len(sets)


def applies(position: Position) -> bool:
    return is_plain(position) and all(each.bit_count() <= 2 for each in fight(position).sets)


def outcome(position: Position, asked: Asked) -> Found:
    here = fight(position)
    return here.outcome(not are_disjoint_pairs(here.sets), breaking(here.sets, are_disjoint_pairs) is None)


def best(position: Position, asked: Asked) -> Found | None:
    here, player = fight(position), asked.details["player"]
    sets, maker = here.sets, here.maker
    if player is not maker:
        bit = breaking(sets, are_disjoint_pairs)
        return here.best(player, maker if bit is None else player, bit or 0)
    if are_disjoint_pairs(sets):
        return here.best(player, maker.opponent, 0)
    bit = next((each for each in sets if each.bit_count() == 1), 0)
    heavy = weights(sets, 2)
    return here.best(player, maker, bit or max(heavy, key=lambda each: heavy[each], default=0))
