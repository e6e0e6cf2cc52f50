"""The values of loopy games: onside and offside, each a stopper in canonical form.

>>> on, over = Value("on"), Value("over")
>>> on + over, over + over, on - on, Value("^") < over < Value("1/2")
(on, over, dud, True)

When infinite plays count as won by Left, a game equals a stopper, its *onside*, and when they count as won by Right,
its *offside*, if there are such stoppers; then the pair is its value (*Winning Ways*, chapter 11; Siegel,
*Combinatorial Game Theory*, chapter VI). A stopper is both of its own sides. A game that turns out to have no loops is
a plain short value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn
from weakref import WeakValueDictionary

from perfectplay.errors import NotApplicable, ParseError
from perfectplay.limits import watched
from perfectplay.players import DRAW, LEFT, RIGHT, Outcome
from perfectplay.values.loopy import graphs
from perfectplay.values.loopy.graphs import Nodes
from perfectplay.values.value import Value

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part

Operand = Value | int | Fraction


class LoopyValue(Value):
    """A value with a loop. Everything that has a meaning for it is asked as of any other value."""

    __slots__ = ()
    sides: tuple[Nodes, Nodes]
    """Onside and offside as graphs."""

    # Structure --------------------------------------------------------------------------------------------------

    as_nus: None = None

    @property
    def is_loopy(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        """There is no native game, so that whatever asks for it refuses."""
        if name == "_game":
            raise NotApplicable("the value is loopy: this is defined for values of short games only")
        raise AttributeError(f"a value has no {name!r}")

    def game(self, left: Iterable[Operand], right: Iterable[Operand]) -> Value:
        return Value(0).game(left, right)

    def number(self, x: int | Fraction) -> Value:
        return Value(x)

    def nus(self, x: int | Fraction, ups: int = 0, nimber: int = 0) -> Value:
        return Value(0).nus(x, ups, nimber)

    @property
    def onside(self) -> Value:
        """What it is worth if infinite plays are won by Left."""
        return sided(self.sides[0], self.sides[0])

    @property
    def offside(self) -> Value:
        """What it is worth if infinite plays are won by Right."""
        return sided(self.sides[1], self.sides[1])

    @property
    def is_stopper(self) -> bool:
        return self.sides[0] == self.sides[1]

    def _stopper(self, what: str) -> Nodes:
        if not self.is_stopper:
            raise NotApplicable(f"{what} of a value with two sides is not defined: ask its onside and its offside")
        return self.sides[0]

    def _followers_at(self, places: Iterable[int]) -> tuple[Value, ...]:
        nodes = self._stopper("the form")
        found = []
        for place in watched(places):
            form = nodes if place == 0 else graphs.onside(graphs.rooted(nodes, place))
            found.append(sided(form, form))
        return tuple(found)

    @cached_property
    def left(self) -> tuple[Value, ...]:
        """Left's options in the canonical form of a stopper."""
        return self._followers_at(self._stopper("a list of options")[0][0])

    @cached_property
    def right(self) -> tuple[Value, ...]:
        """Right's options in the canonical form of a stopper."""
        return self._followers_at(self._stopper("a list of options")[0][1])

    @property
    def followers(self) -> tuple[Value, ...]:
        """All that can be reached from the canonical form of a stopper."""
        return self._followers_at(range(len(self._stopper("a list of followers"))))

    @property
    def follower_count(self) -> int:
        return len(self._stopper("the number of followers"))

    is_number = is_zero = is_integer = is_ordinal = is_nimber = False

    @property
    def is_plumtree(self) -> bool:
        """Is every cycle of the canonical form a move to the same position?"""
        return graphs.only_passes(self._stopper("the form"))

    @property
    def is_pseudonumber(self) -> bool:
        """Is it on, off, x + over or x + under for a number x?"""
        if not self.is_stopper:
            return False
        (left, right), nodes = self.sides[0][0], self.sides[0]
        if len(nodes) == 1:
            return True
        sides = [(left, right), (right, left)]
        return any(own == (0,) and len(other) == 1 and self._followers_at(other)[0].is_number for own, other in sides)

    # Stops ------------------------------------------------------------------------------------------------------

    @cached_property
    def left_stop(self) -> Any:
        """The first number, on, off, x + over or x + under that play reaches when Left starts."""
        return self._stop(0)

    @cached_property
    def right_stop(self) -> Any:
        """The same when Right starts."""
        return self._stop(1)

    def _stop(self, first: int) -> Fraction | Value:
        """Alternating runs of a stopper end, so that the options of (node, mover) come before it."""
        nodes = self._stopper("a stop")
        values: dict[int, Value] = {}
        stops: dict[tuple[int, int], Fraction | Value] = {}

        def value(node: int) -> Value:
            if node not in values:
                values[node] = self._followers_at([node])[0]
            return values[node]

        stack = [(0, first)]
        while stack:
            node, mover = stack[-1]
            here = value(node)
            if here.is_number or (isinstance(here, LoopyValue) and here.is_pseudonumber):
                stops[node, mover] = here.fraction if here.is_number else here
            else:
                waiting = [(option, 1 - mover) for option in nodes[node][mover]]
                missing = [each for each in waiting if each not in stops]
                if missing:
                    stack += missing
                    continue
                found = [stops[each] for each in waiting]
                best = found[0]
                for each in found[1:]:
                    best = each if (each >= best if mover == 0 else each <= best) else best
                stops[node, mover] = best
            stack.pop()
        return stops[0, first]

    @property
    def near(self) -> Fraction | None:
        """The number that both stops are, x + over and x + under being taken for x; None if there is none."""
        if not self.is_stopper:
            return None
        stops = {_plain(self.left_stop), _plain(self.right_stop)}
        found = stops.pop()
        return found if not stops and isinstance(found, Fraction) else None

    @property
    def is_numberish(self) -> bool:
        return self.near is not None

    @property
    def is_infinitesimal(self) -> bool:
        return self.near == 0

    @property
    def is_number_tiny(self) -> bool:
        """Is it x + {0||0|-G} with G at least over, or the negative of such a value?"""
        return any(_tiny(each) is not None for each in (self, -self)) if self.is_stopper else False

    # Loopiness --------------------------------------------------------------------------------------------------

    def upsum(self, other: Operand) -> Value:
        """The onside of the sum."""
        return (self + other).onside

    def downsum(self, other: Operand) -> Value:
        """The offside of the sum."""
        return (self + other).offside

    @property
    def degree(self) -> Value:
        """The degree of loopiness: the onside of G - G."""
        return (self - self).onside

    @property
    def is_idempotent(self) -> bool:
        return self + self == self

    @property
    def variety(self) -> Value:
        """What is left of a stopper beside its degree, if that is idempotent."""
        self._stopper("the variety")
        degree = self.degree
        up, down = self.upsum_variety(degree), self.downsum_variety(degree)
        if up != down:
            raise NotApplicable(f"the value is not stable: its varieties are {up} and {down}")
        return up

    def upsum_variety(self, degree: Value) -> Value:
        _idempotent(degree)
        return self.upsum((-self + -degree).offside)

    def downsum_variety(self, degree: Value) -> Value:
        _idempotent(degree)
        return self.downsum((-self + degree).onside)

    @property
    def is_stable(self) -> bool:
        """Are both varieties the same, where the degree is idempotent?"""
        self._stopper("stability")
        degree = self.degree
        return degree.is_idempotent and self.upsum_variety(degree) == self.downsum_variety(degree)

    def subordinate(self, base: Operand) -> Value:
        """H with (base : H) = G, if there is one; the options of the base are those of its canonical form."""
        from perfectplay.values.loopy.ordinal import subordinate

        return subordinate(self, Value(base))

    # Arithmetic and order ---------------------------------------------------------------------------------------

    def __add__(self, other: Operand) -> Value:
        if not isinstance(other, (Value, int, Fraction)):
            return NotImplemented
        if not isinstance(other, LoopyValue):
            other = Value(other)
            if other == 0:
                return self
            nodes = graphs.of_short(other)
            sides = nodes, nodes
        else:
            sides = other.sides
        on = graphs.onside(self.sides[0], sides[0])
        alike = self.is_stopper and sides[0] == sides[1] and graphs.is_stopper(on)
        off = graphs.offside(self.sides[1], sides[1])
        return sided(on, on if alike and on == off else off)

    __radd__ = __add__

    def __neg__(self) -> Value:
        on, off = self.sides
        return sided(graphs.onside(graphs.negative(off)), graphs.onside(graphs.negative(on)))

    def __sub__(self, other: Operand) -> Value:
        return self + (-other) if isinstance(other, (Value, int, Fraction)) else NotImplemented

    def __rsub__(self, other: Operand) -> Value:
        return -self + other if isinstance(other, (Value, int, Fraction)) else NotImplemented

    def __mul__(self, n: int) -> Value:
        if isinstance(n, bool) or not isinstance(n, int):
            return NotImplemented
        if abs(n) >= 2**63:
            raise ParseError(f"{n} copies", expected="fewer than 2^63")
        total: Value = Value(0)
        for bit in bin(abs(n))[2:]:
            total = total + total
            total = total + self if bit == "1" else total
        return -total if n < 0 else total

    __rmul__ = __mul__

    def _is_at_most(self, other: Value, turned: bool) -> bool:
        """Both sides at most those of another value, or at least them if the order is turned."""
        sides = other.sides if isinstance(other, LoopyValue) else (graphs.of_short(other),) * 2
        pairs = dict.fromkeys(zip(self.sides, sides, strict=True))  # one is enough for two stoppers
        return all(graphs.at_most(b, a) if turned else graphs.at_most(a, b) for a, b in pairs)

    def __le__(self, other: Operand) -> bool:
        return self._is_at_most(Value(other), False) if isinstance(other, (Value, int, Fraction)) else NotImplemented

    def __ge__(self, other: Operand) -> bool:
        return self._is_at_most(Value(other), True) if isinstance(other, (Value, int, Fraction)) else NotImplemented

    def __lt__(self, other: Operand) -> bool:
        return self <= other and self != other if isinstance(other, (Value, int, Fraction)) else NotImplemented

    def __gt__(self, other: Operand) -> bool:
        return self >= other and self != other if isinstance(other, (Value, int, Fraction)) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LoopyValue):
            return self.sides == other.sides
        return False if isinstance(other, (Value, int, Fraction)) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.sides)

    def __bool__(self) -> bool:
        return True

    @cached_property
    def outcome(self) -> Outcome:
        """Who wins, depending on who starts; draws where play goes on for ever. Left wins exactly where the offside
        says so, and Right where the onside does."""
        on, off = self.onside, self.offside
        left_starts = LEFT if not off <= 0 else RIGHT if on <= 0 else DRAW
        right_starts = RIGHT if not on >= 0 else LEFT if off >= 0 else DRAW
        return Outcome(left_starts, right_starts)

    # Text -------------------------------------------------------------------------------------------------------

    def _shown(self) -> Iterable[Part]:
        from perfectplay.questions.value import described

        return [*described(self)]

    def __reduce__(self) -> tuple[Any, ...]:
        return sided, self.sides


_KNOWN: WeakValueDictionary[tuple[Nodes, Nodes], LoopyValue] = WeakValueDictionary()


def sided(on: Nodes, off: Nodes) -> Value:
    """The value with these sides, which are stoppers in canonical form as native code numbers them; a short value if
    they are one game without loops."""
    if on == off:
        zero = Value(0)
        short = graphs.short_of(on, zero.game)
        if short is not None:
            return short
    known = _KNOWN.get((on, off))
    if known is None:
        known = object.__new__(LoopyValue)
        known.__dict__["sides"] = on, off
        _KNOWN[on, off] = known
    return known


def node_count(value: Value) -> int:
    """The nodes of both sides of a loopy value."""
    return sum(map(len, value.sides)) if isinstance(value, LoopyValue) else 0


def both(onside: Value, offside: Value) -> Value:
    """S & T: the value with this onside and this offside.

    >>> both(Value(1), Value(0))
    tis
    """
    from perfectplay.values.loopy.assembling import side_nodes

    if not (onside.is_stopper and offside.is_stopper):
        raise NotApplicable("the sides of a value are stoppers")
    if not onside >= offside:
        raise NotApplicable("the onside of a value is at least its offside")
    return sided(graphs.onside(side_nodes(onside, True)), graphs.offside(side_nodes(offside, False)))


def _idempotent(degree: Value) -> None:
    if not degree.is_idempotent:
        raise NotApplicable("the degree of the value is not an idempotent, so there is no variety")


def _plain(stop: Any) -> Any:
    """A stop, with x + over and x + under taken for x."""
    if isinstance(stop, LoopyValue) and stop.follower_count > 1:
        return next(each.fraction for each in stop.left + stop.right if each.is_number)
    return stop


def _tiny(value: Value) -> tuple[Value, Value] | None:
    """x and G, if the value is x + {0||0|-G} with G at least over."""
    from perfectplay.values.loopy.names import named

    if len(value.left) != 1 or len(value.right) != 1 or not value.left[0].is_number:
        return None
    near, far = value.left[0], value.right[0]
    if far == value or not far.is_stopper or far.left != (near,) or len(far.right) != 1:
        return None
    threat = near - far.right[0]
    return (near, threat) if threat >= named("over") else None


def _refused(name: str) -> Callable[..., NoReturn]:
    def refuse(*arguments: object, **named: object) -> NoReturn:
        raise NotApplicable(f"{name} of a loopy value is not defined: it is a notion of short games")

    return refuse


def _refuse_the_rest() -> None:
    """Whatever is asked of short values and was not said above."""
    kept = {"of", "fuzzy", "fraction", "unicode", "latex"}
    for name, member in vars(Value).items():
        if not name.startswith("_") and name not in vars(LoopyValue) and name not in kept:
            refuse = _refused(name)
            is_method = callable(member) and not isinstance(member, (property, cached_property))
            setattr(LoopyValue, name, refuse if is_method else property(refuse))


_refuse_the_rest()
