"""Writing values: as ASCII that is read back, in Unicode, in LaTeX, and cut to a width.

Values share their options, so a text can be exponentially longer than the value is large. The forms of all values that
occur in it are found once (`forms`), its length is added up from the bottom, and only then is it written, from the top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from perfectplay.errors import LimitReached
from perfectplay.records import dataclass
from perfectplay.values.forms import Braces, Forms, Named, Switch, Tiny
from perfectplay.values.reading import LARGEST, MOST_CHARACTERS, MOST_DIGITS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from perfectplay.values import Value

MOST_BARS = 4
"""In a row; games nested more deeply get braces of their own."""
MOST_IN_BRIEF = 5000
"""Values that are visited for an abbreviation."""


# Styles


@dataclass(frozen=True)
class Style:
    """The signs of one way to write values."""

    minus: str = "-"
    arrows: tuple[str, str, str, str] = ("^", "^^", "v", "vv")
    star: str = "*"
    switch: str = "+-"
    tiny: tuple[str, str] = ("Tiny(", "Miny(")
    end_of_tiny: str = ")"
    braces: tuple[str, str] = ("{", "}")
    comma: str = ","
    both: str = " & "

    def bars(self, count: int) -> str:
        return "|" * count

    def number(self, number: Fraction) -> str:
        if max(abs(number.numerator), number.denominator) > LARGEST:
            raise LimitReached(f"a number of the value has more than {MOST_DIGITS} digits")
        return (self.minus if number < 0 else "") + self.magnitude(abs(number))

    def magnitude(self, number: Fraction) -> str:
        return str(number)

    def power(self, arrow: str, n: int, of_sum: bool) -> str:
        return f"{arrow}[{n}]" if of_sum else f"{arrow}<{n}>"

    def word(self, name: str) -> str:
        """The name of a loopy value."""
        return name

    def loopy_power(self, arrow: str, of_sum: bool) -> str:
        """^[on] or ^<on>, up or down."""
        return f"{arrow}[on]" if of_sum else f"{arrow}<on>"

    def named(self, form: Named) -> str:
        number = self.number(form.number) if form.number or not (form.n or form.nimber) else ""
        single, double = self.arrows[:2] if form.n > 0 else self.arrows[2:]
        n = abs(form.n)
        if form.kind:
            ups = self.power(single, n, form.kind == 1)
        else:
            ups = ("", single, double)[n] if n <= 2 else f"{single}{n}"
        star = "" if not form.nimber else self.star if form.nimber == 1 else f"{self.star}{form.nimber}"
        return number + ups + star


class UnicodeStyle(Style):
    def power(self, arrow: str, n: int, of_sum: bool) -> str:
        small = "⁰¹²³⁴⁵⁶⁷⁸⁹" if arrow == self.arrows[0] else "₀₁₂₃₄₅₆₇₈₉"
        return f"{arrow}[{n}]" if of_sum else arrow + "".join(small[int(digit)] for digit in str(n))


class LatexStyle(Style):
    def bars(self, count: int) -> str:
        return r" \mid " if count == 1 else r"\mathrel{" + r"\!".join("|" * count) + "}"

    def magnitude(self, number: Fraction) -> str:
        return str(number) if number.denominator == 1 else rf"\frac{{{number.numerator}}}{{{number.denominator}}}"

    def power(self, arrow: str, n: int, of_sum: bool) -> str:
        place = "^" if arrow == self.arrows[0] else "_"
        return f"{arrow}{place}{{[{n}]}}" if of_sum else f"{arrow}{place}{{{n}}}"

    def word(self, name: str) -> str:
        return rf"\mathbf{{{name}}}"

    def loopy_power(self, arrow: str, of_sum: bool) -> str:
        place = "^" if arrow == self.arrows[0] else "_"
        return rf"{arrow}{place}{{[\mathbf{{on}}]}}" if of_sum else rf"{arrow}{place}{{\mathbf{{on}}}}"


ASCII = Style()
UNICODE = UnicodeStyle("−", ("↑", "⇑", "↓", "⇓"), "∗", "±", ("⧾_", "⧿_"), "")  # noqa: RUF001
LATEX = LatexStyle(
    arrows=(r"{\uparrow}", r"{\Uparrow}", r"{\downarrow}", r"{\Downarrow}"),
    star=r"{\ast}",
    switch=r"\pm ",
    tiny=(r"{\boldsymbol{+}}_{", r"{\boldsymbol{-}}_{"),
    end_of_tiny="}",
    braces=(r"\{", r"\}"),
    comma=", ",
    both=r" \mathbin{\&} ",
)

# Text

LISTED, LONE, OPERAND = range(3)  # among other options; alone between bars; after a sign
Piece: TypeAlias = "str | tuple[Value, int]"
T = TypeVar("T")


class Writer:
    def __init__(self, style: Style, forms: Forms) -> None:
        self.style = style
        self.forms = forms
        self.bars: dict[Value, int] = {}
        self.length: dict[Value, int] = {}
        for value in forms.ascending:
            form = forms.of[value]
            if isinstance(form, Braces):
                inside = [self.bars[side[0]] for side in (form.left, form.right) if self._is_lone(side)]
                self.bars[value] = 1 + max(inside, default=0)
            pieces = self.pieces(value)
            self.length[value] = sum(len(each) if isinstance(each, str) else self._room(*each) for each in pieces)

    def _is_lone(self, side: Sequence[Value]) -> bool:
        return len(side) == 1 and 0 < self.bars.get(side[0], 0) < MOST_BARS

    def pieces(self, value: Value, most: int | None = None) -> list[Piece]:
        """What a value is written as: strings, and values with the place in which they stand.

        If `most` is given, at most that many options are written, each in braces of its own.
        """
        form, style = self.forms.of[value], self.style
        start, end = style.braces
        if isinstance(form, Named):
            return [style.named(form)]
        if isinstance(form, Tiny):
            number = style.number(form.number) if form.number else ""
            place = LISTED if style.end_of_tiny else OPERAND
            return [number + style.tiny[0 if form.sign > 0 else 1], (form.of, place), style.end_of_tiny]
        if isinstance(form, Switch):
            if len(form.options) == 1:
                return [style.switch, (form.options[0], OPERAND)]
            return [style.switch + start, *self._side(form.options, most), end]
        bars = style.bars(self.bars[value] if most is None else 1)
        return [start, *self._side(form.left, most), bars, *self._side(form.right, most), end]

    def _side(self, options: Sequence[Value], most: int | None) -> list[Piece]:
        if most is None and self._is_lone(options):
            return [(options[0], LONE)]
        pieces: list[Piece] = []
        for option in options[:most]:
            pieces += [self.style.comma, (option, LISTED)]
        return pieces[1:] + ([self.style.comma + "…"] if len(pieces) < 2 * len(options) else [])

    def _needs_brackets(self, value: Value) -> bool:
        """Whether a sign in front of the value would be read as belonging to a part of it."""
        form = self.forms.of[value]
        plain = isinstance(form, Named) and not form.n and not form.nimber and form.number >= 0
        return not plain and not isinstance(form, Braces)

    def _bracketed(self, pieces: list[T], value: Value, place: int) -> list[T | str]:
        if place == LONE:
            return [*pieces[1:-1]]
        return ["(", *pieces, ")"] if place == OPERAND and self._needs_brackets(value) else [*pieces]

    def placed(self, text: str, value: Value, place: int) -> list[str]:
        """The text of a value as it stands in this place."""
        if place == LONE:
            start, end = self.style.braces
            return [text[len(start) : len(text) - len(end)]]
        return self._bracketed([text], value, place)

    def _room(self, value: Value, place: int) -> int:
        if place == LONE:
            return self.length[value] - sum(map(len, self.style.braces))
        return self.length[value] + (2 if place == OPERAND and self._needs_brackets(value) else 0)

    def text(self, value: Value) -> str:
        if self.length[value] > MOST_CHARACTERS:
            raise LimitReached(f"the text of the value has {self.length[value]} characters (at most {MOST_CHARACTERS})")
        written: list[str] = []
        stack: list[Piece] = [(value, LISTED)]
        while stack:
            piece = stack.pop()
            if isinstance(piece, str):
                written.append(piece)
                continue
            stack.extend(reversed(self._bracketed(self.pieces(piece[0]), *piece)))
        return "".join(written)

    def brief(self, value: Value, width: int) -> str:
        """The text if it is not longer than `width`, otherwise its beginning, with dots for what does not fit.

        Names come before braces, and what comes first is shown deepest: {3,{5|…}|…}.
        """
        if self.length[value] <= width:
            return self.text(value)
        if isinstance(self.forms.of[value], Named):
            return self.text(value)[: max(0, width - 1)] + "…"
        room = width - 1
        values = [value]
        shown: dict[int, list[str | int]] = {}  # of each value, with numbers in place of the values inside
        waiting = [0]
        while waiting:
            number = waiting.pop()
            pieces: list[str | Value] = []
            for piece in self.pieces(values[number], most=3):
                pieces += [piece] if isinstance(piece, str) else self._bracketed([piece[0]], *piece)
            needed = sum(len(piece) if isinstance(piece, str) else 1 for piece in pieces) - 1
            if needed > room:
                continue
            room -= needed
            parts = [piece for piece in pieces if not isinstance(piece, str)]
            numbers = iter(range(len(values), len(values) + len(parts)))
            shown[number] = [piece if isinstance(piece, str) else next(numbers) for piece in pieces]
            last_first = range(len(values) + len(parts) - 1, len(values) - 1, -1)
            values += parts
            waiting += sorted(last_first, key=lambda part: isinstance(self.forms.of[values[part]], Named))
        written: list[str] = []
        stack: list[str | int] = [0]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                written.append(item)
            else:
                stack += reversed(shown.get(item, ["…"]))
        return "".join(written)


def text(value: Value) -> str:
    """The value in ASCII, as `parse` reads it.

    Raises `LimitReached` for a text of more than a million characters, or a number of more than 4096 digits.

    >>> str(Value("3/2 + ^^ + *")), str(Value("{5|{2|1}}"))
    ('3/2^^*', '{5||2|1}')
    """
    return _text(value, ASCII)


def _text(value: Value, style: Style) -> str:
    if value.is_loopy:
        from perfectplay.values.loopy.writing import text as loopy_text

        return loopy_text(value, style)
    return Writer(style, Forms([value])).text(value)


def texts(values: Sequence[Value], longest: int) -> list[str | None]:
    """What `text` gives for many values, written together since they share their parts; None where it is too long.

    >>> texts([Value("^^*"), Value("{5|{2|1}}")], longest=6)
    ['^^*', None]
    """
    try:
        writer = Writer(ASCII, Forms(values))
    except LimitReached:  # too many parts for one list, or a value that cannot be written at all
        if len(values) == 1:
            return [None]
        middle = len(values) // 2
        return texts(values[:middle], longest) + texts(values[middle:], longest)
    written: dict[Value, str] = {}
    for value in writer.forms.ascending:  # what is short enough consists of parts that are
        if writer.length[value] <= longest:
            pieces: list[str] = []
            for piece in writer.pieces(value):
                pieces += [piece] if isinstance(piece, str) else writer.placed(written[piece[0]], *piece)
            written[value] = "".join(pieces)
    return [written.get(value) for value in values]


def unicode(value: Value) -> str:
    """The value with the symbols of the books, as far as Unicode has them; `parse` reads this too.

    >>> print(Value("+-1").unicode(), Value("-1/2^^*").unicode(), Value("Tiny(2)").unicode())
    ±1 −1/2⇑∗ ⧾_2
    """
    return _text(value, UNICODE)


def latex(value: Value) -> str:
    """The value for mathematics mode of LaTeX (`\\boldsymbol`, for tiny and miny, is in the package amsbsy).

    >>> print(Value("{3||2^|1}").latex())
    \\{3\\mathrel{|\\!|}2{\\uparrow} \\mid 1\\}
    """
    return _text(value, LATEX)


def brief(value: Value, width: int = 60, style: Style = ASCII, most: int = MOST_IN_BRIEF) -> str:
    """The text of the value, with dots in place of its inner parts if it is longer than `width`; never fails.

    Of a value with more than `most` different parts only the simplest options are shown."""
    if value.is_loopy:
        from perfectplay.values.loopy.writing import brief as loopy_brief

        return loopy_brief(value, width, style)
    if value._long:
        whole = value.unicode() if style is UNICODE else value.latex() if style is LATEX else str(value)
        return whole if len(whole) <= width else "…"
    try:
        return Writer(style, Forms([value], most)).brief(value, width)
    except LimitReached:  # a number with too many digits, or too many parts
        outline = "…" if value.as_nus else f"{{{_outline(value.left, style)}|{_outline(value.right, style)}}}"
        return outline if len(outline) <= width else "…"


def _outline(options: Sequence[Value], style: Style) -> str:
    """The simplest options, and dots for the others."""
    named = [option for option in options if option.as_nus]
    shown = [brief(option, 12, style) for option in Forms(named).in_order(named)[:3]]
    return ",".join(shown if len(shown) == len(options) else [*shown, "…"])
