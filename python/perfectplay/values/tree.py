"""Trees of options as SVG.

A value stands above its options: Left's, on blue lines, lie to its left, and Right's, on red lines, to its right. A
number is not taken apart unless it is the whole tree, nor is a large nimber; their names say it all. Three dots stand
for what is left out: what lies deeper than asked for, and all but the first options where there are many.

Layout: every subtree is a box as wide as its labels need, and boxes stand side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from perfectplay.errors import LimitReached
from perfectplay.picture import Label, Picture, Shape, Stroke
from perfectplay.values.forms import Forms
from perfectplay.values.writing import MOST_IN_BRIEF, UNICODE, brief

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from perfectplay.values import Value

MOST_OPTIONS = 12
"""Of one player, that are drawn."""
MOST_NODES = 600
"""Of a tree; one that would have more is drawn less deep."""
LARGEST_NIMBER = 64
"""That is taken apart: *n has n options."""
LONGEST_LABEL = 24

_LEVEL = 1.25
_SIZE = 0.4
_GAP = 0.4


def tree(value: Value, depth: int = 3) -> str:
    """The tree of the options of the canonical form, down to `depth` moves, as a standalone SVG document.

    >>> Value("{3||2|1}").tree()[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    if depth < 0:
        raise ValueError(f"the depth {depth} is negative")
    nodes = _grow(value, depth)
    _place(nodes)
    title = nodes[0].label
    return Picture(tuple(_shapes(nodes)), (title,), f"tree of options of {title}").svg()


@dataclass(slots=True)
class _Node:
    value: Value | None  # None for options that are left out
    label: str
    level: int
    options: tuple[list[_Node], list[_Node]] = field(default_factory=lambda: ([], []))  # Left's and Right's
    cut: bool = False  # it has options, and they are not drawn
    widths: tuple[float, float] = (0.0, 0.0)  # of the box, to both sides of the node
    x: float = 0.0


def _grow(value: Value, depth: int) -> list[_Node]:
    """The nodes, level by level, as deep as is asked for and as there is room for."""

    @cache
    def label(each: Value) -> str:
        return brief(each, LONGEST_LABEL, UNICODE)

    @cache
    def sides(each: Value) -> list[list[Value | None]]:
        return [_shown(each.left), _shown(each.right)]

    nodes = latest = [_Node(value, label(value), 0)]
    for level in range(depth + 1):
        parents = [
            (node, sides(node.value))
            for node in latest
            if node.value is not None and _may_grow(node.value, root=level == 0)
        ]
        more = sum(len(side) for _, both in parents for side in both)
        if level == depth or not more or len(nodes) + more > MOST_NODES:
            for parent, both in parents:
                parent.cut = any(both)
            break
        latest = []
        for parent, both in parents:
            for options, side in zip(parent.options, both, strict=True):
                options.extend(_Node(each, "…" if each is None else label(each), level + 1) for each in side)
                latest += options
        nodes = nodes + latest
    return nodes


def _may_grow(value: Value, root: bool) -> bool:
    nus = value.as_nus
    return nus is None or (nus[2] <= LARGEST_NIMBER and (root or nus[1:] != (0, 0)))


def _shown(options: Sequence[Value]) -> list[Value | None]:
    """The options in the order of their text, and None in place of those that are too many."""
    try:
        ordered = Forms(options, MOST_IN_BRIEF).in_order(options)
    except LimitReached:  # some are huge
        ordered = tuple(sorted(options, key=lambda each: (each.left_stop, each.right_stop, brief(each))))
    return [*ordered[:MOST_OPTIONS], *([None] if len(ordered) > MOST_OPTIONS else [])]


def _place(nodes: list[_Node]) -> None:
    """Measures the boxes from below and places them from above."""
    for node in reversed(nodes):
        half = 0.3 * _SIZE * len(node.label) + _GAP / 2
        left, right = (sum(sum(option.widths) for option in side) for side in node.options)
        node.widths = max(half, left), max(half, right)
    for node in nodes:
        at = node.x - sum(sum(option.widths) for option in node.options[0])
        for option in (*node.options[0], *node.options[1]):
            option.x = at + option.widths[0]
            at += sum(option.widths)


def _shapes(nodes: list[_Node]) -> Iterator[Shape]:
    for node in nodes:
        y = node.level * _LEVEL
        for role, side in zip(("left", "right"), node.options, strict=True):
            for option in side:
                yield Stroke(((node.x, y + 0.32), (option.x, y + _LEVEL - 0.3)), role, 0.04)
        yield Label((node.x, y), node.label, "ink" if node.value is not None else "faint", _SIZE)
        if node.cut:
            yield Label((node.x, y + 0.4), "…", "faint", _SIZE)
