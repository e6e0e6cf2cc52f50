"""The values of games, in canonical form.

>>> Value("{1|-1}") + Value("{1|-1}")
0
>>> Value("^") > 0, Value("^").fuzzy(Value("*"))
(True, True)

Short games are handles on native records; loopy ones are :mod:`perfectplay.values.loopy`.
A :class:`Value` is immutable and hashable. It is made from the notation of the field
(:mod:`perfectplay.values.notation`), from a number, from options (:meth:`Value.of`) or from a position
(:func:`perfectplay.value`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay import _native
from perfectplay.errors import NotApplicable, ParseError
from perfectplay.limits import control_now
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.result import Result
from perfectplay.shown import Shown
from perfectplay.values import compounds, heating, infinitesimals, notation, products, structure
from perfectplay.values import incentives as incentive
from perfectplay.values import reduced as reduction
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.tree import tree
from perfectplay.values.universe import current

if TYPE_CHECKING:
    from perfectplay.fields.surreal import Surreal
    from perfectplay.notebook.display import Part


class Value(Shown):
    """The value of a short game: its canonical form in a universe.

    It is made from the notation of the field, from a number, or from options by `of`; values are added, compared and
    asked for whatever the theory defines.

    >>> pp.Value("{2|-1}") + pp.Value("^*"), pp.Value("^") > 0, pp.Value("*") + pp.Value("*")
    ({2^*|-1^*}, True, 0)
    """

    __slots__ = ("__dict__", "__weakref__", "_game")
    _game: _native.Game
    _long: ClassVar[bool] = False
    """Does it end in surreal numbers that are no short games (:mod:`perfectplay.values.long`)?"""

    def __new__(cls, source: Value | Result[Any] | int | Fraction | str = 0, /) -> Value:
        plain: Any = source.answer if isinstance(source, Result) else source
        if isinstance(plain, str):
            return notation.parse(plain, cls(0))
        return plain if isinstance(plain, Value) else wrap(_number(current().native, plain))

    @classmethod
    def of(
        cls, left: Iterable[Value | int | Fraction | str] = (), right: Iterable[Value | int | Fraction | str] = ()
    ) -> Value:
        """The value {left | right}, in the current universe; options may be values, numbers or text.

        Dominated options are left out and reversible ones bypassed, so that equal games are the same value (*On Numbers
        and Games*, chapter 10).

        >>> Value.of([0], ["*"])
        ^
        >>> Value.of([0, -3], [Fraction(1, 2), 7])
        1/4
        """
        return cls(0).game([Value(g) for g in left], [Value(g) for g in right])

    # Making more of them ----------------------------------------------------------------------------------------

    def game(self, left: Iterable[Value | int | Fraction], right: Iterable[Value | int | Fraction]) -> Value:
        """The value {left | right}, in the universe of this one; see :meth:`of`.

        >>> Value("*").game([0], [Value("*")])
        ^
        """
        left, right = list(left), list(right)
        if any(isinstance(g, Value) and g.is_loopy for g in (*left, *right)):
            from perfectplay.values.loopy.assembling import Open, closed

            return closed(Open([Value(g) for g in left], [Value(g) for g in right]))
        universe = self._game.universe
        return wrap(universe.game([self._bring(g) for g in left], [self._bring(g) for g in right], control_now()))

    def number(self, x: int | Fraction) -> Value:
        """A number, in the universe of this value; the denominator is a power of two (*On Numbers and Games*,
        chapter 0).

        >>> Value("*").number(Fraction(5, 8))
        5/8
        """
        return wrap(_number(self._game.universe, x))

    def nus(self, x: int | Fraction, ups: int = 0, nimber: int = 0) -> Value:
        """x + ups.^ + *nimber, in the universe of this value.

        >>> Value(0).nus(1, -2, 3)
        1vv*3
        """
        if not -(2**63) <= ups < 2**63 or not 0 <= nimber < 2**32:
            raise ParseError(f"{ups} ups and nimber {nimber}", expected="ups below 2^63, a nimber below 2^32")
        numerator, exponent = _dyadic(x)
        return wrap(self._game.universe.nus(numerator, exponent, ups, nimber))

    def _kept_weight(self, work_out: Callable[[Value], Value | None]) -> Value | None:
        """The atomic weight, computed once in a universe and kept there."""
        known, weight = self._game.weight()
        if known:
            return None if weight is None else wrap(weight)
        found = work_out(self)
        self._game.keep_weight(None if found is None else found._game)
        return found

    def _bring(self, other: Value | int | Fraction) -> _native.Game:
        """The other value as a game of this one's universe."""
        universe = self._game.universe
        if not isinstance(other, Value):
            return _number(universe, other)
        if other._game.is_in(universe):
            return other._game
        return _copy(other, universe)

    # Structure --------------------------------------------------------------------------------------------------

    @cached_property
    def left(self) -> tuple[Value, ...]:
        """Left's options in the canonical form (*On Numbers and Games*, chapter 10).

        >>> Value("{3,*|1}").left
        (3,)
        """
        return tuple(wrap(game) for game in self._game.options(True, control_now()))

    @cached_property
    def right(self) -> tuple[Value, ...]:
        """Right's options in the canonical form.

        >>> Value("^").right
        (*,)
        """
        return tuple(wrap(game) for game in self._game.options(False, control_now()))

    @cached_property
    def as_nus(self) -> tuple[Fraction, int, int] | None:
        """(x, n, k) if the value is x + n.^ + *k, otherwise None.

        >>> Value("3vv*").as_nus, Value("{1|0}").as_nus
        ((Fraction(3, 1), -2, 1), None)
        """
        found = self._game.nus()
        if found is None:
            return None
        numerator, exponent, ups, nimber = found
        return Fraction(numerator, 2**exponent), ups, nimber

    @property
    def is_number(self) -> bool:
        """Whether the value is a number (*On Numbers and Games*, chapter 0; those of short games are dyadic rationals).

        >>> Value("{0|1}").is_number, Value("{1|0}").is_number
        (True, False)
        """
        return self.as_nus is not None and self.as_nus[1:] == (0, 0)

    @property
    def fraction(self) -> Fraction:
        """The number that the value is; ValueError if it is not a number.

        >>> Value("{0|1}").fraction
        Fraction(1, 2)
        """
        if self.as_nus is None or self.as_nus[1:] != (0, 0):
            raise ValueError(f"{self} is not a number")
        return self.as_nus[0]

    @property
    def surreal(self) -> Surreal:
        """The same as a surreal number; a value that is not a number is refused.

        >>> Value("3/4").surreal + pp.Surreal("w"), Value("w/2").surreal
        (w+3/4, w/2)
        """
        from perfectplay.fields.surreal import Surreal

        if not self.is_number:
            raise NotApplicable(f"{self} is not a number (expected a value such as 3/4)")
        return Surreal(self.fraction)

    @cached_property
    def birthday(self) -> int:
        """The least day by which the value is born: the depth of its canonical form (*On Numbers and Games*,
        chapter 0).

        >>> Value("^").birthday, Value(-7).birthday, Value("3/8").birthday
        (2, 7, 4)
        """
        return self._game.birthday(control_now())

    @cached_property
    def outcome(self) -> Outcome:
        """Who wins: L if the value is positive, R if negative, P if 0, N if fuzzy (*On Numbers and Games*, chapter 7).

        >>> Value("^").outcome, Value("-1/4").outcome, Value(0).outcome, Value("*").outcome
        (L, R, P, N)
        """
        return Outcome(LEFT if not self <= 0 else RIGHT, RIGHT if not self >= 0 else LEFT)

    # Loops ------------------------------------------------------------------------------------------------------

    @property
    def is_loopy(self) -> bool:
        """Whether the value has a loop; then it may have two sides.

        >>> Value("over").is_loopy, Value("^").is_loopy
        (True, False)
        """
        return False

    @property
    def onside(self) -> Value:
        """The stopper that the value is if infinite plays are won by Left; a short value is its own (*Winning Ways*,
        chapter 11).

        >>> Value("dud").onside, Value("tis").onside
        (on, 1)
        """
        return self

    @property
    def offside(self) -> Value:
        """The stopper that the value is if infinite plays are won by Right.

        >>> Value("dud").offside, Value("tis").offside
        (off, 0)
        """
        return self

    @property
    def is_stopper(self) -> bool:
        """Whether onside and offside are the same: nobody can make an alternating play go on for ever.

        >>> Value("over").is_stopper, Value("dud").is_stopper
        (True, False)
        """
        return True

    @property
    def degree(self) -> Value:
        """The degree of loopiness: the onside of G - G, which is 0 for short games (*Winning Ways*, chapter 11).

        >>> Value("upon").degree, Value("+-{5|pass}").degree, Value("{3|1}").degree
        (^<on>, over, 0)
        """
        return self.number(0)

    @property
    def is_idempotent(self) -> bool:
        """Whether G + G = G; 0 is the only short value.

        >>> Value("over").is_idempotent, Value("upon").is_idempotent
        (True, False)
        """
        return self == 0

    # Stops and temperature --------------------------------------------------------------------------------------

    @cached_property
    def _stops(self) -> tuple[Fraction, Fraction]:
        left, right = self._game.stops()
        return _fraction(left), _fraction(right)

    @property
    def left_stop(self) -> Fraction:
        """The first number that play reaches when Left starts, under best play (*On Numbers and Games*, chapter 9;
        Siegel, *Combinatorial Game Theory*, II.3).

        >>> print(Value("{3||2|1}").left_stop)
        3
        """
        return self._stops[0]

    @property
    def right_stop(self) -> Fraction:
        """The first number that play reaches when Right starts; never more than the Left stop.

        >>> print(Value("{3||2|1}").right_stop)
        2
        """
        return self._stops[1]

    @cached_property
    def mean(self) -> Fraction:
        """The number that each of n copies is worth on average as n grows: where the mast of the thermograph stands
        (*On Numbers and Games*, chapter 9; *Winning Ways*, chapter 6).

        >>> print(Value("{3||2|1}").mean)
        9/4
        """
        return _fraction(self._game.mean(control_now()))

    @cached_property
    def temperature(self) -> Fraction:
        """The tax at which neither player cares to move any more: -1 for integers, -1/2^k for fractions with
        denominator 2^k,
        0 for infinitesimals (*Winning Ways*, chapter 6; below 0 as in Siegel, *Combinatorial Game Theory*, II.5).

        >>> print(Value("{3||2|1}").temperature, Value(5).temperature, Value("^").temperature)
        3/4 -1 0
        """
        return _fraction(self._game.temperature(control_now()))

    @cached_property
    def is_all_small(self) -> bool:
        """Whether in every follower both players can move or neither can (*Winning Ways*, chapter 8).

        >>> Value("^*").is_all_small, Value("Tiny(2)").is_all_small
        (True, False)
        """
        return self._game.is_all_small(control_now())

    @cached_property
    def thermograph(self) -> Thermograph:
        """Left and right stops as functions of a tax on moves (*Winning Ways*, chapter 6), from temperature -1 on.

        >>> Value("{3||2|1}").thermograph
        mean 9/4, temperature 3/4; Left wall 4 at -1, 9/4 at 3/4; Right wall 2 at -1, 2 at 1/2, 9/4 at 3/4
        """
        return Thermograph.from_native(*self._game.thermograph(control_now()))

    cool = heating.cool
    heat = heating.heat
    overheat = heating.overheat
    freeze = heating.freeze

    # More structure ---------------------------------------------------------------------------------------------

    followers = property(structure.followers)
    follower_count = property(structure.follower_count)
    stop_count = property(structure.stop_count)
    confusion_interval = property(structure.confusion_interval)
    is_zero = property(structure.is_zero)
    is_integer = property(structure.is_integer)
    is_ordinal = property(structure.is_ordinal)
    is_nimber = property(structure.is_nimber)
    is_infinitesimal = property(structure.is_infinitesimal)
    is_numberish = property(structure.is_numberish)
    is_number_tiny = property(structure.is_number_tiny)
    is_even = property(structure.is_even)
    is_odd = property(structure.is_odd)
    is_even_tempered = property(structure.is_even_tempered)
    is_odd_tempered = property(structure.is_odd_tempered)

    left_incentives = property(incentive.left_incentives)
    right_incentives = property(incentive.right_incentives)
    incentives = property(incentive.incentives)
    sensible_left = incentive.sensible_left
    sensible_right = incentive.sensible_right

    companion = property(reduction.companion)
    reduced = property(reduction.reduced)
    star_projection = property(reduction.star_projection)

    # Infinitesimals ---------------------------------------------------------------------------------------------

    far_star = property(infinitesimals.far_star)
    is_remote_star = infinitesimals.is_remote_star
    is_atomic = property(infinitesimals.is_atomic)
    atomic_weight = property(infinitesimals.atomic_weight)
    uptimal = property(infinitesimals.uptimal)
    is_uptimal = property(infinitesimals.is_uptimal)
    power = infinitesimals.power
    power_to = infinitesimals.power_to
    subordinate = infinitesimals.subordinate

    # Products and compounds -------------------------------------------------------------------------------------

    norton = products.norton
    conway = products.conway
    ordinal_sum = products.ordinal_sum
    ordinal_product = products.ordinal_product
    conjunctive = compounds.conjunctive
    continued_conjunctive = compounds.continued_conjunctive
    selective = compounds.selective
    shortened_selective = compounds.shortened_selective
    diminished = compounds.diminished
    sequential = compounds.sequential
    side = compounds.side

    # Arithmetic and order ---------------------------------------------------------------------------------------

    def __add__(self, other: Value | int | Fraction) -> Value:
        return wrap(self._game.add(self._bring(other), control_now())) if _is_operand(other) else NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Value:
        return wrap(self._game.negative(control_now()))

    def __pos__(self) -> Value:
        return self

    def __sub__(self, other: Value | int | Fraction) -> Value:
        if not _is_operand(other):
            return NotImplemented
        return wrap(self._game.add(self._bring(other).negative(control_now()), control_now()))

    def __rsub__(self, other: Value | int | Fraction) -> Value:
        return -self + other if _is_operand(other) else NotImplemented

    def __mul__(self, n: int) -> Value:
        """n copies added up; products of two values are :meth:`norton` and :meth:`conway`.

        >>> 3 * Value("^*"), 1000 * Value("{2|1}")
        (^3*, 1500)
        """
        if isinstance(n, bool) or not isinstance(n, int):
            return NotImplemented
        if self.is_number:
            return self.number(n * self.fraction)
        if abs(n) >= 2**63:
            raise ParseError(f"{n} copies", expected="fewer than 2^63")
        return wrap(self._game.multiple(n, control_now()))

    __rmul__ = __mul__

    def __le__(self, other: Value | int | Fraction) -> bool:
        return self._game.le(self._bring(other), control_now()) if _is_operand(other) else NotImplemented

    def __ge__(self, other: Value | int | Fraction) -> bool:
        return self._bring(other).le(self._game, control_now()) if _is_operand(other) else NotImplemented

    def __lt__(self, other: Value | int | Fraction) -> bool:
        return self <= other and self != other if _is_operand(other) else NotImplemented

    def __gt__(self, other: Value | int | Fraction) -> bool:
        return self >= other and self != other if _is_operand(other) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value):
            return self._game == self._bring(other)
        return self.is_number and self.fraction == other if isinstance(other, (int, Fraction)) else NotImplemented

    def fuzzy(self, other: Value | int | Fraction) -> bool:
        """Neither <= nor >=: whoever moves first wins the difference (*On Numbers and Games*, chapter 7).

        >>> Value("^").fuzzy(Value("*")), Value("^").fuzzy(0)
        (True, False)
        """
        return not self <= other and not self >= other

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.fraction) if self.is_number else hash(self._game)

    def __bool__(self) -> bool:
        return self != 0

    # Text and drawings ------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return notation.text(self)

    def __repr__(self) -> str:
        return notation.brief(self)

    unicode = notation.unicode
    latex = notation.latex
    tree = tree

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import value_drawings
        from perfectplay.questions.value import described

        return [*described(self), *value_drawings(self)]

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a value cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a value cannot be changed ({name})")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (_records(self),)


Record = tuple[int, int, int, int] | tuple[tuple[int, ...], tuple[int, ...]]


def wrap(game: _native.Game) -> Value:
    """A native game as a value."""
    value = object.__new__(Value)
    object.__setattr__(value, "_game", game)
    return value


def _is_operand(other: object) -> bool:
    return isinstance(other, (Value, int, Fraction))


def _dyadic(x: int | Fraction) -> tuple[int, int]:
    if not isinstance(x, (int, Fraction)):
        raise TypeError(f"a value from {type(x).__name__} (expected text, an int or a Fraction)")
    x = Fraction(x)
    if x.denominator & (x.denominator - 1):
        raise ParseError(f"{x} is not the value of a short game", expected="a denominator that is a power of two")
    return x.numerator, x.denominator.bit_length() - 1


def _number(universe: _native.Universe, x: int | Fraction) -> _native.Game:
    numerator, exponent = _dyadic(x)
    return universe.nus(numerator, exponent, 0, 0)


def _fraction(number: tuple[int, int]) -> Fraction:
    return Fraction(number[0], 2 ** number[1])


def _records(root: Value) -> list[Record]:
    """The followers needed to rebuild a value, options before the games that have them."""
    numbers: dict[Value, int] = {}
    records: list[Record] = []
    stack = [root]
    while stack:
        g = stack[-1]
        if g in numbers:
            stack.pop()
            continue
        if g.as_nus is not None:
            x, ups, nimber = g.as_nus
            records.append((x.numerator, x.denominator, ups, nimber))
        else:
            missing = [option for option in g.left + g.right if option not in numbers]
            if missing:
                stack.extend(missing)
                continue
            records.append((tuple(numbers[option] for option in g.left), tuple(numbers[option] for option in g.right)))
        numbers[g] = len(records) - 1
        stack.pop()
    return records


def _copy(g: Value, universe: _native.Universe) -> _native.Game:
    """The same value in another universe."""
    games: list[_native.Game] = []
    for record in _records(g):
        if len(record) == 4:
            numerator, denominator, ups, nimber = record
            games.append(universe.nus(numerator, denominator.bit_length() - 1, ups, nimber))
        else:
            left, right = record
            games.append(universe.game([games[i] for i in left], [games[i] for i in right], control_now()))
    return games[-1]


def _rebuild(records: list[Record]) -> Value:
    zero = Value(0)
    values: list[Value] = []
    for record in records:
        if len(record) == 4:
            numerator, denominator, ups, nimber = record
            values.append(zero.nus(Fraction(numerator, denominator), ups, nimber))
        else:
            values.append(zero.game([values[i] for i in record[0]], [values[i] for i in record[1]]))
    return values[-1]


def day(n: int) -> tuple[Value, ...]:
    """All values born by day n, for n up to 3: 1, 4, 22 and 1,474 of them, in the current universe; see
    :func:`perfectplay.values.structure.day`.

    >>> len(day(2))
    22
    """
    return structure.day(Value(0), n)


def superstar(*exponents: int) -> Value:
    """The superstar of these nimbers, in the current universe: see :func:`perfectplay.values.infinitesimals.superstar`.

    >>> superstar(1), superstar(2), superstar(1, 2)
    (^, ^*3, {0|*,*2})
    """
    return infinitesimals.superstar(Value(0), *exponents)
