"""Trees of options as pictures.

A value stands above its options: Left's, on blue lines, lie to its left, and Right's, on red lines, to its right. A
number is not expanded unless it is the whole tree, nor is a large nimber; their names say it all. Three dots stand for
what is omitted: what lies deeper than requested, and all but the first options where there are many.

Layout: every subtree is a box as wide as its labels need, and boxes stand side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.errors import LimitReached
from perfectplay.picture import Label, Picture, Shape, Stroke
from perfectplay.records import dataclass, field
from perfectplay.values.forms import Forms
from perfectplay.values.writing import UNICODE, Writer, brief

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from perfectplay.values import Value

MOST_OPTIONS = 12
"""Of one player, that are drawn."""
MOST_NODES = 600
"""Of a tree; a tree that would have more is drawn less deep."""
LARGEST_NIMBER = 64
"""That is expanded: *n has n options."""
MOST_PARTS = 20_000
"""That are compared to order the values of a level; beyond that, they are ordered by their stops."""
LONGEST_LABEL = 24

_LEVEL = 1.25
_SIZE = 0.4
_GAP = 0.4


def tree(value: Value, depth: int = 3) -> Picture:
    """The tree of the options of the canonical form, down to `depth` moves, as a picture: a notebook draws it, `print`
    writes it in lines, Left's options with L and Right's with R, and `svg()` is a standalone SVG document.

    >>> print(Value("{3||2|1}").tree())
    {3||2|1}
      L 3
      R {2|1}
        L 2
        R 1
    """
    if depth < 0:
        raise ValueError(f"the depth {depth} is negative")
    nodes = _grow(value, depth)
    _place(nodes)
    return Picture(tuple(_shapes(nodes)), tuple(_lines(nodes[0])), f"tree of options of {nodes[0].label}")


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
    """The nodes, level by level, as deep as requested and as there is room for."""
    nodes = latest = [_Node(value, _Names([value]).label(value), 0)]
    for level in range(depth + 1):
        parents = [
            (node, node.value) for node in latest if node.value is not None and _may_grow(node.value, root=level == 0)
        ]
        names = _Names({option for _, parent in parents for option in (*parent.left, *parent.right)})
        both = [(names.shown(parent.left), names.shown(parent.right)) for _, parent in parents]
        more = sum(len(left) + len(right) for left, right in both)
        if level == depth or not more or len(nodes) + more > MOST_NODES:
            for node, _ in parents:
                node.cut = more > 0
            break
        latest = []
        for (node, _), sides in zip(parents, both, strict=True):
            for options, side in zip(node.options, sides, strict=True):
                options.extend(_Node(each, names.label(each), level + 1) for each in side)
                latest += options
        nodes = nodes + latest
    return nodes


def _may_grow(value: Value, root: bool) -> bool:
    nus = value.as_nus
    return nus is None or (nus[2] <= LARGEST_NIMBER and (root or nus[1:] != (0, 0)))


class _Names:
    """The labels and the order of some values."""

    def __init__(self, values: Collection[Value]) -> None:
        self.rank: dict[Value, Any]
        self.labels: dict[Value, str]
        try:
            forms = Forms(values, MOST_PARTS)
            writer = Writer(UNICODE, forms)
            self.labels = {value: writer.brief(value, LONGEST_LABEL) for value in values}
            self.rank = {value: forms.rank[value] for value in values}
        except LimitReached:  # some of them are huge
            self.labels = {value: brief(value, LONGEST_LABEL, UNICODE, most=MOST_PARTS // 100) for value in values}
            self.rank = {value: (value.left_stop, value.right_stop, self.labels[value]) for value in values}

    def label(self, value: Value | None) -> str:
        return "…" if value is None else self.labels[value]

    def shown(self, options: Sequence[Value]) -> list[Value | None]:
        """The first options, and None in place of the others."""
        ordered = sorted(options, key=self.rank.__getitem__)
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


def _lines(root: _Node) -> Iterator[str]:
    """A line for each node, with the options of a node below it."""
    todo = [("", root)]
    while todo:
        owner, node = todo.pop()
        yield f"{'  ' * node.level}{owner}{node.label}"
        if node.cut:
            yield f"{'  ' * (node.level + 1)}…"
        below = [(name, option) for name, side in zip(("L ", "R "), node.options, strict=True) for option in side]
        todo.extend(reversed(below))


def _shapes(nodes: list[_Node]) -> Iterator[Shape]:
    for node in nodes:
        y = node.level * _LEVEL
        for role, side in zip(("left", "right"), node.options, strict=True):
            for option in side:
                yield Stroke(((node.x, y + 0.32), (option.x, y + _LEVEL - 0.3)), role, 0.04)
        yield Label((node.x, y), node.label, "ink" if node.value is not None else "faint", _SIZE)
        if node.cut:
            yield Label((node.x, y + 0.4), "…", "faint", _SIZE)
