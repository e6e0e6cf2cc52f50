"""Smallest planar AND/OR gadgets with a given relation: the closure of port relations.

A gadget grows inside a disc, one vertex at a time. Its edges that leave the disc are its ports, in cyclic order. A
vertex is attached to one port or to two neighbouring ones, two neighbouring ports are joined, and a blue port is closed
by an OR with a blue loop, so that it may point either way, or by an AND with a red loop, so that it points out. Of all
gadgets with the same colours and the same relation, up to rotation and reflection, one is kept, and they come in the
order of their vertices. With at most six ports at any time that is complete, with 65,604 classes; with five there is no
crossover among the 1,247.

A relation is a number whose bit s says that port state s is possible; in s, bit p says that port p is out. All steps
are taken at the last ports, after a rotation, where the states with a port in and with a port out are the lower and the
upper half of the number.

The relation says nothing about moves. But if a gadget is exact, so that it may be taken for a vertex with its relation,
then whether it stays exact is seen from the relation: a vertex at one port never harms, for of its two configurations
with the same port state one leads to the other. A vertex at two ports, or a join, can harm, if in some state the two
edges can be in and out or out and in, but nothing in between, and another port can be flipped only one way round
(:func:`_stuck`). So a class is kept twice, the first of all its gadgets, and the first that was exact at every stage.
What is wanted is certified when it is found. A smaller exact gadget could only be one with a stage that is not exact,
made in another way than the one that was kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from perfectplay.limits import watched

WIDTH = 6
"""Ports at any time; planar AND/OR gadgets learn to cross at this width."""
BYTES = 2000
"""About what a class takes, with all its images."""

Colours = str
"""``r`` or ``b`` for each port."""
WEIGHT = {"r": 1, "b": 2}
BASES = (("AND", "rrb"), ("OR", "bbb"))
ENDS = {"r": ("rb", "br"), "b": ("rr", "bb")}
"""What a vertex attached to a port of this colour adds: the other ends of an AND, or of an OR."""
LAST = {"rr": "b", "rb": "r", "br": "r", "bb": "b"}
"""The third end of a vertex that is attached to two ports."""
_SPREAD = [sum((byte >> bit & 1) << (2 * bit) for bit in range(8)) for byte in range(256)]


class Class(NamedTuple):
    """A gadget of the closure: its ports and its relation, and how it was made from an earlier one."""

    colours: Colours
    relation: int
    parent: int = -1
    turn: int = 0
    """By how many ports the parent was rotated first."""
    step: str = ""
    exact: bool = True
    """Exact, and all that it was made from."""


def rotated(relation: int, ports: int) -> int:
    """Port p becomes port p + 1, and the last becomes the first."""
    half = 1 << (ports - 1)
    return _spread(relation & ((1 << half) - 1)) | _spread(relation >> half) << 1


def _spread(bits: int) -> int:
    """With a zero after each bit."""
    found = shift = 0
    while bits:
        found |= _SPREAD[bits & 255] << shift
        bits >>= 8
        shift += 16
    return found


def reflected(relation: int, ports: int) -> int:
    """The ports in reverse order."""
    found = 0
    for state in range(1 << ports):
        if relation >> state & 1:
            found |= 1 << int(f"{state:0{ports}b}"[::-1], 2)
    return found


def images(colours: Colours, relation: int) -> Iterator[tuple[Colours, int]]:
    """All rotations, and those of the reflection."""
    ports = len(colours)
    for each in ((colours, relation), (colours[::-1], reflected(relation, ports))):
        ring, bits = each
        for _ in range(ports):
            yield ring, bits
            ring, bits = ring[-1] + ring[:-1], rotated(bits, ports)


Step = tuple[str, Colours, int, bool]
"""What was done, the ports and the relation afterwards, and whether that keeps an exact gadget exact."""


def grown(colours: Colours, relation: int, width: int) -> Iterator[Step]:
    """What one more vertex at the last port, or at the last two, makes of it."""
    ports = len(colours)
    half = 1 << (ports - 1)
    inside, out = relation & ((1 << half) - 1), relation >> half
    last = colours[-1]
    if ports < width:
        for ends in ENDS[last]:
            found = 0
            for state in range(4):
                inflow = WEIGHT[ends[0]] * (1 - (state & 1)) + WEIGHT[ends[1]] * (1 - (state >> 1))
                part = (inside if inflow >= 2 else 0) | (out if inflow + WEIGHT[last] >= 2 else 0)
                found |= part << (state * half)
            yield f"one {ends}", colours[:-1] + ends, found, True
    if ports > 1 and last == "b":
        yield "free", colours[:-1], inside | out, True
        yield "loop", colours[:-1], out, True
    if ports > 1:
        yield _at_two(colours, relation)


def _at_two(colours: Colours, relation: int) -> Step:
    """A vertex at the last two ports."""
    neither, first, second, both = _quarters(colours, relation)
    one, two = WEIGHT[colours[-2]], WEIGHT[colours[-1]]
    end = LAST[colours[-2:]]
    parts = []
    for inflow in (WEIGHT[end], 0):  # its third edge is in, or out
        parts.append(
            (
                neither if inflow >= 2 else 0,
                first if inflow + one >= 2 else 0,
                second if inflow + two >= 2 else 0,
                both if inflow + one + two >= 2 else 0,
            )
        )
    ports = len(colours) - 2
    found = [a | b | c | d for a, b, c, d in parts]
    harmless = not any(_stuck(b, c, a | d, ports) for a, b, c, d in parts)
    apart = parts[0][1] & parts[0][2] & ~(parts[0][0] | parts[0][3])
    harmless = harmless and not apart & (parts[1][1] ^ parts[1][2])  # the third edge itself
    return f"two {end}", colours[:-2] + end, found[0] | found[1] << (1 << ports), harmless


def joined(colours: Colours, relation: int) -> Step | None:
    """The last two ports as one edge, which can be reversed where both of its ends can be out."""
    if len(colours) < 3 or colours[-1] != colours[-2]:
        return None
    _, first, second, both = _quarters(colours, relation)
    return "join", colours[:-2], first | second, not _stuck(first, second, both, len(colours) - 2)


def _quarters(colours: Colours, relation: int) -> tuple[int, int, int, int]:
    """The states of the other ports with neither of the last two out, the first, the second, both."""
    size = 1 << (len(colours) - 2)
    mask = (1 << size) - 1
    return relation & mask, relation >> size & mask, relation >> 2 * size & mask, relation >> 3 * size


def _stuck(first: int, second: int, between: int, ports: int) -> bool:
    """Two edges can be out and in, or in and out; is there a state in which neither way leads to the other, and a port
    that can turn out in only one of the two?"""
    apart = first & second & ~between
    return apart != 0 and any((apart & _INWARD[ports][port]) << (1 << port) & (first ^ second) for port in range(ports))


_INWARD = [
    [sum(1 << state for state in range(1 << ports) if not state >> port & 1) for port in range(ports)]
    for ports in range(WIDTH)
]
"""The states of that many ports in which a port is in."""


@dataclass
class Closure:
    """All classes, level by level; a level has one number of vertices."""

    width: int = WIDTH
    weigh: Callable[[int], None] = lambda number: None
    classes: list[Class] = field(default_factory=list)
    known: dict[tuple[Colours, int], bool] = field(default_factory=dict)
    """All images of all classes, and whether one is kept that is exact."""

    def levels(self, wanted: set[tuple[Colours, int]]) -> Iterator[list[Class]]:
        """For each number of vertices from 1 on: every way in which a wanted class was made with that many."""
        level: list[int] = []
        hits: list[Class] = []
        for name, ends in BASES:
            self._offer(Class(ends, _vertex(ends), step=name), level, hits, wanted)
        while level:
            for number in watched(level):  # grows meanwhile
                for turn, colours, relation in self._turns(number):
                    step = joined(colours, relation)
                    if step is not None:
                        self._offer(self._made(step, number, turn), level, hits, wanted)
            yield hits
            above: list[int] = []
            hits = []
            for number in watched(level):
                for turn, colours, relation in self._turns(number):
                    for step in grown(colours, relation, self.width):
                        self._offer(self._made(step, number, turn), above, hits, wanted)
            level = above

    def _turns(self, number: int) -> Iterator[tuple[int, Colours, int]]:
        colours, relation = self.classes[number][:2]
        for turn in range(len(colours)):
            yield turn, colours, relation
            colours, relation = colours[-1] + colours[:-1], rotated(relation, len(colours))

    def _made(self, step: Step, parent: int, turn: int) -> Class:
        name, colours, relation, harmless = step
        return Class(colours, relation, parent, turn, name, harmless and self.classes[parent].exact)

    def _offer(self, made: Class, level: list[int], hits: list[Class], wanted: set[tuple[Colours, int]]) -> None:
        key = made.colours, made.relation
        if not made.relation:
            return  # no configuration at all
        if key in wanted:
            hits.append(made)
        kept = self.known.get(key)
        if kept is None or (made.exact and not kept):
            self.weigh(BYTES)
            level.append(len(self.classes))
            self.classes.append(made)
            self.known.update(dict.fromkeys(images(*key), made.exact))

    def graph(self, made: Class) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
        """The edges of a gadget, each with its colour, and the vertex and colour of each port."""
        steps = []
        while True:
            steps.append(made)
            if made.parent < 0:
                break
            made = self.classes[made.parent]
        first = steps.pop()
        edges: list[tuple[str, str, str]] = []
        ports = [("0", colour) for colour in first.colours]
        vertices = 1
        for each in reversed(steps):
            for _ in range(each.turn):
                ports.insert(0, ports.pop())
            name, _, ends = each.step.partition(" ")
            new = str(vertices)
            vertices += name != "join"
            vertex, colour = ports.pop()
            edges.append((vertex, ports.pop()[0] if name == "join" else new, colour))
            if name == "two":
                other, shade = ports.pop()
                edges.append((other, new, shade))
            if name in ("free", "loop"):
                edges.append((new, new, "b" if name == "free" else "r"))
            ports += [(new, end) for end in ends]
        return edges, ports


def _vertex(ends: str) -> int:
    """The relation of a single vertex."""
    return sum(
        1 << state
        for state in range(1 << len(ends))
        if sum(WEIGHT[end] for port, end in enumerate(ends) if not state >> port & 1) >= 2
    )
