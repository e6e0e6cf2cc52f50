"""Values of games that are put together of options, among them themselves.

While braces such as ``a{0|{0|a}}`` are read, the game a does not exist yet. An :class:`Open` game has options that are
values, other open games, or references (:class:`Ref`), which are bound when the braces with their name are closed. Once
nothing in it is free, it becomes a value (:func:`closed`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from perfectplay.limits import watched
from perfectplay.values.loopy import graphs
from perfectplay.values.loopy.value import LoopyValue, sided
from perfectplay.values.value import Value

PASS = "pass"


class Ref:
    """A game by its name: that of braces around this place, or `pass` for the innermost."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.target: Open | None = None


class Open:
    """Braces, and the references in them that are not bound."""

    def __init__(self, left: Sequence[Option], right: Sequence[Option], name: str | None = None) -> None:
        self.options = (tuple(left), tuple(right))
        self.free: dict[str, list[Ref]] = {}
        for option in (*left, *right):
            if isinstance(option, Ref):
                self.free.setdefault(option.name, []).append(option)
            elif isinstance(option, Open):
                for each, refs in option.free.items():
                    self.free.setdefault(each, []).extend(refs)
        for ref in self.free.pop(PASS, []) + (self.free.pop(name, []) if name else []):
            ref.target = self

    def leaves(self) -> dict[Value, None]:
        """The values in it."""
        return _listed(self)[2]


Option: TypeAlias = Value | Open | Ref


def closed(root: Open) -> Value:
    """The value of an open game in which no reference is free.

    >>> from perfectplay.values.loopy.assembling import Open, Ref, closed
    >>> closed(Open([Value(0)], [Ref("pass")])), closed(Open([Ref("pass")], [Ref("pass")]))
    (over, dud)
    """
    order, numbers, leaves = _listed(root)
    on, off = (_graph(order, numbers, list(leaves), onside) for onside in (True, False))
    if on == off and graphs.is_stopper(on):
        form = graphs.onside(on)
        return sided(form, form)
    return sided(graphs.onside(on), graphs.offside(off))


def _listed(root: Open) -> tuple[list[Open], dict[Open, int], dict[Value, None]]:
    """All open games and their numbers, and all values."""
    numbers: dict[Open, int] = {root: 0}
    order, leaves = [root], dict[Value, None]()
    for game in watched(order):  # which grows meanwhile
        for option in (*game.options[0], *game.options[1]):
            target = option.target if isinstance(option, Ref) else option
            if isinstance(target, Open):
                if target not in numbers:
                    numbers[target] = len(order)
                    order.append(target)
            elif target is not None:
                leaves[target] = None
    return order, numbers, leaves


def _graph(order: list[Open], numbers: dict[Open, int], leaves: list[Value], onside: bool) -> graphs.Nodes:
    """One graph for a side: the open games, and the sides of the values that are their options."""
    nodes: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())] * len(order)
    places: dict[Value, int] = {}
    for value in leaves:
        shift = places[value] = len(nodes)
        part = side_nodes(value, onside)
        nodes += [(tuple(o + shift for o in left), tuple(o + shift for o in right)) for left, right in part]

    def place(option: Option) -> int:
        target = option.target if isinstance(option, Ref) else option
        return numbers[target] if isinstance(target, Open) else places[target]  # type: ignore[index]

    for number, game in enumerate(order):
        nodes[number] = (tuple(map(place, game.options[0])), tuple(map(place, game.options[1])))
    return tuple(nodes)


def side_nodes(value: Value, onside: bool) -> graphs.Nodes:
    """The graph of a side of any value."""
    if isinstance(value, LoopyValue):
        return value.sides[0 if onside else 1]
    return graphs.of_short(value)
