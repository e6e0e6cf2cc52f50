"""Loopy games as plain data, and the way to native code and back.

A game is a tuple of nodes, each with the options of Left and of Right as numbers of nodes; it starts at node 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from perfectplay import _native
from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.limits import control_now, watched

if TYPE_CHECKING:
    from perfectplay.values.value import Value

Nodes: TypeAlias = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

MOST_NODES = 20_000
"""Of a short value that becomes part of a loopy one."""


def to_native(nodes: Nodes) -> _native.Bigraph:
    return [list(left) for left, _ in nodes], [list(right) for _, right in nodes]


def from_native(graph: _native.Bigraph) -> Nodes:
    return tuple((tuple(left), tuple(right)) for left, right in zip(*graph, strict=True))


def negative(nodes: Nodes) -> Nodes:
    return tuple((right, left) for left, right in nodes)


def onside(*parts: Nodes) -> Nodes:
    """The onside of a sum, in canonical form."""
    return _found(_native.loopy_onside([to_native(each) for each in parts], control_now())[0], "onside")


def offside(*parts: Nodes) -> Nodes:
    return _found(_native.loopy_offside([to_native(each) for each in parts], control_now())[0], "offside")


def _found(side: _native.Bigraph | None, name: str) -> Nodes:
    if side is None:
        raise NotApplicable(f"no stopper was found that equals the {name}, so the game has no value here")
    return from_native(side)


def at_most(one: Nodes, other: Nodes) -> bool:
    """Is one stopper at most another?"""
    return one == other or _native.loopy_at_most(to_native(one), to_native(other), control_now())[0]


def is_stopper(nodes: Nodes) -> bool:
    return _native.loopy_is_stopper(to_native(nodes), control_now())[0]


def of_short(value: Value) -> Nodes:
    """The canonical form of a short value as a graph."""
    if value._long:
        raise NotApplicable(f"{value} and a loopy game (expected the value of a short or a loopy game)")
    numbers, order = {value: 0}, [value]
    nodes = []
    for each in watched(order):  # which grows meanwhile
        if len(order) > MOST_NODES:
            raise LimitReached(f"a value with more than {MOST_NODES} followers as part of a loopy one")
        for option in (*each.left, *each.right):
            if option not in numbers:
                numbers[option] = len(order)
                order.append(option)
        nodes.append((tuple(numbers[o] for o in each.left), tuple(numbers[o] for o in each.right)))
    return tuple(nodes)


def leaves_first(nodes: Nodes) -> list[int] | None:
    """The nodes, options before those that have them; None if there is a cycle."""
    waiting = [len(set(left + right)) for left, right in nodes]
    before: list[list[int]] = [[] for _ in nodes]
    for node, (left, right) in enumerate(nodes):
        for option in {*left, *right}:
            before[option].append(node)
    order = [node for node, count in enumerate(waiting) if not count]
    for node in order:  # which grows meanwhile
        for each in before[node]:
            waiting[each] -= 1
            if not waiting[each]:
                order.append(each)
    return order if len(order) == len(nodes) else None


def short_of(nodes: Nodes, game: Callable[[Sequence[Value], Sequence[Value]], Value]) -> Value | None:
    """The value of a game without cycles; None if it has one."""
    order = leaves_first(nodes)
    if order is None:
        return None
    values: dict[int, Value] = {}
    for node in watched(order):
        left, right = nodes[node]
        values[node] = game([values[option] for option in left], [values[option] for option in right])
    return values[0]


def rooted(nodes: Nodes, start: int) -> Nodes:
    """What can be reached from another node, which comes first."""
    numbers, order = {start: 0}, [start]
    for node in order:  # which grows meanwhile
        for option in (*nodes[node][0], *nodes[node][1]):
            if option not in numbers:
                numbers[option] = len(order)
                order.append(option)
    return tuple((tuple(numbers[o] for o in nodes[n][0]), tuple(numbers[o] for o in nodes[n][1])) for n in order)


def only_passes(nodes: Nodes) -> bool:
    """Is every cycle a move to the same node?"""
    stripped = tuple(
        (tuple(o for o in left if o != node), tuple(o for o in right if o != node))
        for node, (left, right) in enumerate(nodes)
    )
    return leaves_first(stripped) is not None
