"""Ordinal sums with loopy values."""

from __future__ import annotations

from perfectplay.errors import NotApplicable
from perfectplay.limits import watched
from perfectplay.values.loopy import graphs
from perfectplay.values.loopy.assembling import Open, Ref, closed
from perfectplay.values.loopy.value import sided
from perfectplay.values.value import Value


def subordinate(g: Value, base: Value) -> Value:
    """H with (base : H) = G (Siegel, *Combinatorial Game Theory*, VI.4): the followers of G without the options of the
    base, each of which must do in every follower that is left.

    >>> subordinate(Value("upon*"), Value("*"))
    on
    """
    return subordinate_to(g, base.left, base.right)


def subordinate_to(g: Value, left: tuple[Value, ...], right: tuple[Value, ...]) -> Value:
    """The same, with the options of any form of the base."""
    order, numbers = [g], {g: 0}
    nodes: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for h in watched(order):  # which grows meanwhile
        fits = all(_better(h, each) for each in left) and all(_better(-h, -each) for each in right)
        if not fits:
            raise NotApplicable("the value is no ordinal sum with this base")
        sides = [each for each in h.left if each not in left], [each for each in h.right if each not in right]
        for each in (*sides[0], *sides[1]):
            if each not in numbers:
                numbers[each] = len(order)
                order.append(each)
        nodes.append((tuple(numbers[each] for each in sides[0]), tuple(numbers[each] for each in sides[1])))
    return sided(graphs.onside(tuple(nodes)), graphs.offside(tuple(nodes)))


def _better(h: Value, option: Value) -> bool:
    """May this option of Left be added to H without changing it?"""
    return any(each >= option for each in h.left) or any(h >= each for each in option.right)


def ordinal_sum(g: Value, h: Value) -> Value:
    """G : H, the canonical form of G with that of a stopper H on top: a move in G ends play in H.

    >>> ordinal_sum(Value("*"), Value("on"))
    upon*
    """
    numbers = {each: number for number, each in enumerate(h.followers)}
    games: list[Open] = []
    refs: list[tuple[Ref, int]] = []

    def on_top(options: tuple[Value, ...]) -> list[Ref]:
        made = [(Ref(""), numbers[each]) for each in options]
        refs.extend(made)
        return [ref for ref, _ in made]

    for each in watched(numbers):
        games.append(Open([*g.left, *on_top(each.left)], [*g.right, *on_top(each.right)]))
    for ref, number in refs:
        ref.target = games[number]
    return closed(games[0])


def power_to(g: Value, n: Value) -> Value:
    """The cumulative power of G up to n: G : S, where 1 : S = n."""
    if n.is_number:
        return g.power_to(n.fraction)
    if not (n.is_stopper and n >= 0):
        raise NotApplicable(f"no power up to the exponent {n!r}: expected a stopper from 0 on")
    return ordinal_sum(g, n.subordinate(Value(1)))
