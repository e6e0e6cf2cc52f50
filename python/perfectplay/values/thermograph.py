"""Thermographs: the stops of a game as functions of a tax on moves, and their drawing.

The Left wall of G at temperature t is the Left stop of G cooled by t, the Right wall its Right stop; where the two meet
the mast begins, at the temperature of G, and stands at its mean (*Winning Ways*, chapter 6; Siegel, *Combinatorial Game
Theory*, section II.5). Temperatures start at -1, so that integers have temperature -1 and a fraction with denominator
2^k has -1/2^k. The walls themselves are computed by the native core; here they are read, kept and drawn.

>>> switch = Thermograph.from_points([(-1, 2), (1, 0)], [(-1, -2), (1, 0)])  # {1|-1}
>>> print(switch)
mean 0, temperature 1; Left wall 2 at -1, 0 at 1; Right wall -2 at -1, 0 at 1
>>> switch.left_stop, switch.left_at(Fraction(1, 4))
(Fraction(1, 1), Fraction(3, 4))
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from perfectplay.errors import ParseError, quote
from perfectplay.picture import PALETTE
from perfectplay.records import dataclass
from perfectplay.shown import Shown

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part

Corner: TypeAlias = tuple[Fraction, Fraction]  # temperature and value
_Dyadic: TypeAlias = tuple[int, int]  # numerator and exponent: n / 2^e


@dataclass(frozen=True, repr=False)
class Thermograph(Shown):
    """The corners (temperature, value) of both walls from temperature -1 upwards; from its last corner on a wall is the
    mast. Equal thermographs have equal corners: no corner lies on a straight line between its neighbours.

    >>> Value("{3|-1}").thermograph
    mean 1, temperature 2; Left wall 4 at -1, 1 at 2; Right wall -2 at -1, 1 at 2
    """

    left_wall: tuple[Corner, ...]
    right_wall: tuple[Corner, ...]

    @classmethod
    def from_points(
        cls,
        left: Iterable[tuple[int | Fraction, int | Fraction]],
        right: Iterable[tuple[int | Fraction, int | Fraction]],
    ) -> Thermograph:
        """A thermograph from points (temperature, value) of its walls, all corners included.

        >>> Thermograph.from_points([(-1, 2), (1, 0)], [(-1, -2), (1, 0)]) == Value("{1|-1}").thermograph
        True
        """
        walls = _wall("Left", left, -1), _wall("Right", right, 1)
        if walls[0][-1][1] != walls[1][-1][1]:
            raise ParseError("the walls of a thermograph do not meet", expected="both to end at the mean")
        return cls(*walls)

    @classmethod
    def of_ko(
        cls,
        left: Iterable[tuple[int | Fraction, int | Fraction]],
        right: Iterable[tuple[int | Fraction, int | Fraction]],
    ) -> Thermograph:
        """A thermograph with walls of any slopes, as kos have them: a mast may lean, and two moves cost twice the tax.

        >>> Thermograph.of_ko([(-1, 5), (1, 3)], [(-1, -1), (1, 3)])
        mean 3, temperature 1; Left wall 5 at -1, 3 at 1; Right wall -1 at -1, 3 at 1
        """
        walls = _any_wall("Left", left), _any_wall("Right", right)
        if walls[0][-1][1] != walls[1][-1][1]:
            raise ParseError("the walls of a thermograph do not meet", expected="both to end at the mean")
        return cls(*walls)

    @property
    def is_plain(self) -> bool:
        """Whether all slopes are those of games without kos.

        >>> Value("{3|-1}").thermograph.is_plain
        True
        """
        try:
            return Thermograph.from_points(self.left_wall, self.right_wall) == self
        except ParseError:
            return False

    @classmethod
    def from_native(
        cls, left: Iterable[tuple[_Dyadic, _Dyadic]], right: Iterable[tuple[_Dyadic, _Dyadic]]
    ) -> Thermograph:
        """A thermograph from the corners that the native core gives: (temperature, value) as numerator and exponent."""
        walls = (tuple((Fraction(a, 1 << b), Fraction(c, 1 << d)) for (a, b), (c, d) in wall) for wall in (left, right))
        return cls(*walls)

    @property
    def mean(self) -> Fraction:
        """The number that n copies of the game are worth on average as n grows: where the mast stands.

        >>> print(Value("{3|-2}").thermograph.mean)
        1/2
        """
        return self.left_wall[-1][1]

    @property
    def temperature(self) -> Fraction:
        """Where the mast begins: the tax at which neither player cares to move any more.

        >>> print(Value("{3|-2}").thermograph.temperature)
        5/2
        """
        return max(self.left_wall[-1][0], self.right_wall[-1][0])

    def left_at(self, t: int | Fraction) -> Fraction:
        """The Left wall at temperature t >= -1.

        >>> print(Value("{3|-1}").thermograph.left_at(1))
        2
        """
        return _value(self.left_wall, t)

    def right_at(self, t: int | Fraction) -> Fraction:
        """The Right wall at temperature t >= -1.

        >>> print(Value("{3|-1}").thermograph.right_at(1))
        0
        """
        return _value(self.right_wall, t)

    @property
    def left_stop(self) -> Fraction:
        """The Left wall at temperature 0: what Left reaches at best if she starts.

        >>> print(Value("{3|-1}").thermograph.left_stop)
        3
        """
        return self.left_at(0)

    @property
    def right_stop(self) -> Fraction:
        """The Right wall at temperature 0.

        >>> print(Value("{3|-1}").thermograph.right_stop)
        -1
        """
        return self.right_at(0)

    def __str__(self) -> str:
        left, right = (
            ", ".join(f"{_text(x)} at {_text(t)}" for t, x in wall) for wall in (self.left_wall, self.right_wall)
        )
        mean, temperature = _text(self.mean), _text(self.temperature)
        return f"mean {mean}, temperature {temperature}; Left wall {left}; Right wall {right}"

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        """Exact: numbers are texts such as "-3/4". Mean and temperature are given for convenience; the walls determine
        them.

        >>> Value("{3|-1}").thermograph.to_json()["left_wall"]
        [['-1', '4'], ['2', '1']]
        """
        left, right = ([[_text(t), _text(x)] for t, x in wall] for wall in (self.left_wall, self.right_wall))
        return {
            "mean": _text(self.mean),
            "temperature": _text(self.temperature),
            "left_wall": left,
            "right_wall": right,
            **({} if self.is_plain else {"ko": True}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Thermograph:
        """The inverse of :meth:`to_json`.

        >>> Thermograph.from_json(Value("{3|-1}").thermograph.to_json()) == Value("{3|-1}").thermograph
        True
        """
        try:
            left, right = ([(_number(t), _number(x)) for t, x in data[name]] for name in ("left_wall", "right_wall"))
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            expected = '"left_wall" and "right_wall", lists of pairs of texts such as "-3/4"'
            raise ParseError(f"not a thermograph: {quote(repr(data))}", expected=expected) from error
        return cls.of_ko(left, right) if data.get("ko") is True else cls.from_points(left, right)

    def svg(self, width: int = 360, height: int = 280) -> str:
        """A standalone SVG document: temperatures upwards, values from right to left as the field draws them, so that
        Left's wall is on the left; both scales are equal, and the dashed line is temperature 0.

        >>> Value("{3|-1}").thermograph.svg().startswith("<svg")
        True
        """
        return _Drawing(self, width, height).svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import Drawn
        from perfectplay.questions.thermograph import described

        return [*described(self), Drawn(self)]


def _wall(name: str, points: Iterable[tuple[int | Fraction, int | Fraction]], slope: int) -> tuple[Corner, ...]:
    """The corners among the points, which must make a wall with slopes 0 and `slope` from temperature -1."""
    corners: list[Corner] = []
    steep = False
    for t, x in ((Fraction(t), Fraction(x)) for t, x in points):
        if not corners:
            if t != -1:
                raise ParseError(f"the {name} wall starts at temperature {_text(t)}", expected="-1")
            corners.append((t, x))
            continue
        (before, y), rise = corners[-1], x - corners[-1][1]
        if t <= before or rise not in (0, slope * (t - before)):
            what = f"the {name} wall goes from {_text(y)} at {_text(before)} to {_text(x)} at {_text(t)}"
            raise ParseError(what, expected=f"rising temperatures and a slope of 0 or {slope}")
        if len(corners) > 1 and steep == bool(rise):
            corners.pop()
        steep = bool(rise)
        corners.append((t, x))
    if not corners:
        raise ParseError(f"the {name} wall has no points")
    if len(corners) > 1 and not steep:  # a vertical end is part of the mast
        corners.pop()
    return tuple(corners)


def _any_wall(name: str, points: Iterable[tuple[int | Fraction, int | Fraction]]) -> tuple[Corner, ...]:
    """The corners among the points of a wall from temperature -1 on; from the last one on it is vertical."""
    corners: list[Corner] = []
    for t, x in ((Fraction(t), Fraction(x)) for t, x in points):
        if t != -1 if not corners else t <= corners[-1][0]:
            raise ParseError(f"a corner of the {name} wall at temperature {_text(t)}", expected="rising ones from -1")
        if len(corners) > 1:
            (low, a), (high, b) = corners[-2:]
            if (b - a) * (t - high) == (x - b) * (high - low):
                corners.pop()
        corners.append((t, x))
    while len(corners) > 1 and corners[-1][1] == corners[-2][1]:
        corners.pop()
    if not corners:
        raise ParseError(f"the {name} wall has no points")
    return tuple(corners)


def _value(wall: Sequence[Corner], t: int | Fraction) -> Fraction:
    if t < -1:
        raise ParseError(f"temperature {_text(Fraction(t))}", expected="one of at least -1")
    i = bisect_right(wall, t, key=lambda corner: corner[0])
    (low, x), (high, y) = wall[i - 1], wall[min(i, len(wall) - 1)]
    return x if x == y else x + (y - x) * (t - low) / (high - low)


def _text(x: Fraction) -> str:
    """The number in decimal digits, or in hexadecimal ones where Python refuses to write decimal digits."""
    try:
        return str(x)
    except ValueError:
        return f"{x.numerator:#x}" + (f"/{x.denominator:#x}" if x.denominator > 1 else "")


def _number(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator, 0), int(denominator or "1", 0))


_INK, _FAINT, _LEFT, _RIGHT = (PALETTE[role][1] for role in ("ink", "faint", "left", "right"))
_FONT = 11


class _Drawing:
    """Pixels are computed exactly and rounded at the end, so that no number is too large or too small to draw."""

    def __init__(self, graph: Thermograph, width: int, height: int) -> None:
        if width < 80 or height < 80:
            raise ParseError(f"a drawing of {width} x {height} pixels", expected="at least 80 x 80")
        self.graph, self.width, self.height = graph, width, height
        corners = graph.left_wall + graph.right_wall
        self.temperatures = sorted({t for t, _ in corners} | {Fraction(0)})
        self.values = sorted({x for _, x in corners})
        self.top = max(self.temperatures) + (max(self.temperatures) + 1) / 4 + Fraction(1, 8)
        self.left = 10 + max(_width(t) for t in self.temperatures)
        self.bottom = 14 + 2 * _FONT
        span = max(self.values[-1] - self.values[0], Fraction(1))
        across, along = Fraction(max(width - self.left - 34, 20)), Fraction(height - self.bottom - 14)
        self.scale = min(across / span, along / (self.top + 1))
        self.middle = (self.values[-1] + self.values[0]) / 2
        self.centre = self.left + 12 + across / 2

    def x(self, value: Fraction) -> float:
        return float(self.centre - (value - self.middle) * self.scale)

    def y(self, temperature: Fraction) -> float:
        return float(self.height - self.bottom - (temperature + 1) * self.scale)

    def svg(self) -> str:
        graph = self.graph
        title = f"thermograph with mean {_label(graph.mean)} and temperature {_label(graph.temperature)}"
        start, end = self.left, self.width - 10
        floor, zero = self.y(Fraction(-1)), self.y(Fraction(0))
        foot, tip, mast = self.y(graph.temperature), self.y(self.top), self.x(graph.mean)
        up_to_mast = [[*wall, (graph.temperature, graph.mean)] for wall in (graph.left_wall, graph.right_wall)]
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif" font-size="{_FONT}" '
                f'role="img" aria-label="{title}">',
                f"<title>{title}</title>",
                f'<rect width="{self.width}" height="{self.height}" fill="{PALETTE["paper"][0]}"/>',
                f'<polygon points="{self._points(up_to_mast[0] + up_to_mast[1][::-1])}" fill="{PALETTE["empty"][0]}"/>',
                _line([(start, floor), (end, floor)], _FAINT),
                _line([(start, floor), (start, tip)], _FAINT),
                _line([(start, zero), (end, zero)], _FAINT, ' stroke-dasharray="4 3"'),
                *self._value_ticks(floor),
                *self._temperature_ticks(start),
                _line([(mast, foot), (mast, tip + 5)], _INK, ' stroke-width="2"'),
                f'<polygon points="{mast:.2f},{tip:.2f} {mast - 4:.2f},{tip + 8:.2f} {mast + 4:.2f},{tip + 8:.2f}" '
                f'fill="{_INK}"/>',
                f'<polyline points="{self._points(up_to_mast[0])}" fill="none" stroke="{_LEFT}" stroke-width="2"/>',
                f'<polyline points="{self._points(up_to_mast[1])}" fill="none" stroke="{_RIGHT}" stroke-width="2"/>',
                "</svg>",
            ]
        )

    def _points(self, corners: Iterable[Corner]) -> str:
        return " ".join(f"{self.x(x):.2f},{self.y(t):.2f}" for t, x in corners)

    def _value_ticks(self, floor: float) -> Iterator[str]:
        for value in _spaced([self.graph.mean, self.values[0], self.values[-1], *self.values], self.x, _width):
            at, half = self.x(value), _width(value) / 2
            yield _line([(at, floor), (at, floor + 4)], _FAINT)
            yield _label_at(min(max(at, half), self.width - half), floor + 6 + _FONT, "middle", value)

    def _temperature_ticks(self, start: float) -> Iterator[str]:
        first = [self.graph.temperature, Fraction(0), Fraction(-1)]
        for temperature in _spaced([*first, *self.temperatures], self.y, lambda _: _FONT):
            at = self.y(temperature)
            yield _line([(start - 4, at), (start, at)], _FAINT)
            yield _label_at(start - 7, at + 4, "end", temperature)


def _spaced(
    candidates: Iterable[Fraction], place: Callable[[Fraction], float], size: Callable[[Fraction], float]
) -> list[Fraction]:
    """Those of the candidates, the first ones first, whose labels do not touch."""
    kept: list[Fraction] = []
    for x in candidates:
        if all(abs(place(x) - place(y)) >= (size(x) + size(y)) / 2 for y in kept):
            kept.append(x)
    return kept


def _line(points: Sequence[tuple[float, float]], colour: str, style: str = "") -> str:
    (x1, y1), (x2, y2) = points
    return f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}"{style}/>'


def _label(x: Fraction) -> str:
    text = _text(x)
    return text if len(text) <= 17 else f"{text[:8]}…{text[-8:]}"


def _width(x: Fraction) -> float:
    return 0.6 * _FONT * len(_label(x)) + 6


def _label_at(x: float, y: float, anchor: str, number: Fraction) -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" fill="{_INK}">{_label(number)}</text>'
