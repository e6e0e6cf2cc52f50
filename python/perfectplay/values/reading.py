"""Reading values from text; the notation is described in `perfectplay.values.notation`.

An operator-precedence reader with a stack of its own: nesting costs memory, never the interpreter's stack. Every
literal, sum and pair of braces is evaluated as soon as it is complete. A short text can denote a value that no machine
can hold, such as a sum of many different switches. So the cost of a sum is charged to a budget before it is made:
G + H costs the followers of G times those of H, which bounds the positions of the sum, and more where they have many
options, since options are compared in pairs.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn, TypeAlias, cast

from perfectplay.errors import NotApplicable, ParseError, error_at, quote
from perfectplay.records import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from perfectplay.values import Value
    from perfectplay.values.loopy.assembling import Open, Ref

    Option: TypeAlias = Value | Open | Ref

MOST_CHARACTERS = 1_000_000
"""Of a text, read or written."""
MOST_DIGITS = 4096
"""Of a numerator or a denominator."""
MOST_UPS = 2**63 - 1
LARGEST_NIMBER = 2**32 - 1
MOST_ORDER = 10_000
"""Of the n in ^[n] and ^<n>."""
MOST_WORK = 250_000
"""Positions that all sums of one text may have together; a few seconds in the worst cases."""

LARGEST = 10**MOST_DIGITS - 1
ALIKE = str.maketrans("↑↓∗⋆★☆−–∣｜⁄", "^v****--||/")  # noqa: RUF001
_SMALL_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")
_FRACTIONS = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
_ARROWS = {"^": 1, "⇑": 2, "⤊": 3, "v": -1, "⇓": -2, "⤋": -3}
_BARS = {"|": 1, "‖": 2, "⦀": 3}
_LOOPY = frozenset({"on", "off", "over", "under", "upon", "dud", "tis", "tisn"})
_ALONE = "nothing but a comma or bars beside the name of a game around it"
MOST_LOOPY_WORK = 20_000
"""Pairs of nodes that all sums and braces of loopy games in one text may have together."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<number>[0-9]+/[0-9]+|[0-9]*[½¼¾⅛⅜⅝⅞]|[0-9]+)
    | (?P<ups>[\^⇑⤊]+|[v⇓⤋]+(?![A-Za-z])|v+(?=[TtMm]iny))
      (?:(?P<count>[0-9]+)|\[(?P<sum>\w*)\]|<(?P<power>\w*)>|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[₀₁₂₃₄₅₆₇₈₉]+))?
    | (?P<star>\*[0-9]*)
    | (?P<tiny>[TtMm]iny(?=\s*\()|[⧾⧿](?:_|(?P<lowered>[₀₁₂₃₄₅₆₇₈₉]+))?)
    | (?P<signed_tiny>[+-]_)
    | (?P<switch>\+-(?!_)|±)
    | (?P<sign>[+-])
    | (?P<open>[({])
    | (?P<close>[)}])
    | (?P<bars>[|‖⦀]+)
    | (?P<comma>,)
    | (?P<dot>\.)
    | (?P<word>[^\W\d_]\w*|&)
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
OMEGA = re.compile(r"(?<![^\W_])(?:w|ω|omega)(?![^\W\d_])")
"""Where there is one, stops are surreal numbers."""
_A_VALUE = "a value such as 1/2, ^*, +-1 or {1|0}"


def parse(text: str, zero: Value) -> Value:
    """The value that `text` denotes, in the universe of `zero`.

    Raises `ParseError`, with the row and column of the error, for anything that is not a value or is too large to
    compute.
    """
    if not isinstance(text, str):
        raise ParseError(f"cannot read a value from {quote(type(text).__name__)}", expected="text")
    if len(text) > MOST_CHARACTERS:
        raise ParseError(f"the text has {len(text)} characters", expected=f"at most {MOST_CHARACTERS}")
    if OMEGA.search(text):
        from perfectplay.values.long_reading import read

        return read(text, zero)
    return _Reader(text, zero).read()


@dataclass(slots=True)
class _Frame:
    """The state of a pair of brackets, or of the whole text, while something inside it is read."""

    opener: str = ""  # "(" or "{"
    at: int = 0
    may_be_set: bool = False  # as the braces of +-{1,1*}
    sides: list[list[Option]] = field(default_factory=lambda: [[]])
    bars: list[tuple[int, int]] = field(default_factory=list)  # lengths and places of the bars between the sides
    comma: bool = False  # another option must come
    total: Option | None = None  # the sum of the terms before this one
    minus: bool = False  # this one is to be subtracted
    start: int = 0  # where it begins
    prefixes: list[str] = field(default_factory=list)  # "+", "-" and "±" in front of it
    term: Option | None = None  # it, when complete
    begun: Value | None = None  # the part of it before a tiny
    onside: Value | None = None  # what stands before an &
    name: str | None = None  # of the game in braces
    times: int = 1  # the multiple of what comes next,
    tiny: int = 0  # and whether that is the G of Tiny(G) (1) or of Miny(G) (-1)


class _Reader:
    def __init__(self, text: str, zero: Value) -> None:
        self.text = text
        self.plain = text.translate(ALIKE)
        self.zero = zero.number(0)
        self.sizes: dict[Value, tuple[int, int]] = {}
        self.sums: dict[int, list[Value]] = {}  # ^*k, ^[2]*k, ^[3]*k, ... for each k
        self.work = MOST_WORK
        self.loopy_work = MOST_LOOPY_WORK
        self.at = self.end = 0  # of the token
        self.frames = [_Frame()]

    def fail(self, what: str, expected: str | None = None, at: int | None = None) -> NoReturn:
        raise error_at(self.text, self.at if at is None else at, what, expected)

    def unexpected(self, expected: str) -> NoReturn:
        shown = self.text[self.at : self.end]
        self.fail(f"unexpected {quote(shown)}" if shown else "the text ends too early", expected)

    # Tokens

    def next(self) -> re.Match[str] | None:
        """The next token that is not space, or None at the end of the text."""
        while True:
            self.at = self.end
            token = _TOKEN.match(self.plain, self.at)
            if token is None:
                return None
            self.end = token.end()
            if token["space"] is None:
                return token

    def adjacent_name(self) -> re.Match[str] | None:
        """The name of a loopy value that follows without a space."""
        token = _TOKEN.match(self.plain, self.end)
        return self.adjacent("word") if token is not None and token["word"] in _LOOPY else None

    def adjacent(self, *kinds: str) -> re.Match[str] | None:
        """The token that follows without a space, if it is of one of these kinds."""
        token = _TOKEN.match(self.plain, self.end)
        if token is None or all(token[kind] is None for kind in kinds):
            return None
        self.at, self.end = token.span()
        return token

    # Terms, sums and brackets

    def read(self) -> Value:
        while True:
            token = self.next()
            frame = self.frames[-1]
            if frame.term is None and token is not None and self.begin(frame, token):
                continue
            if frame.term is not None and token is not None and self.proceed(frame, token):
                continue
            if frame.term is None and (token is None or not self.may_be_empty(frame, token)):
                self.unexpected(_A_VALUE)
            self.finish_sum(frame)
            if token is None and not frame.opener:
                return self.complete(frame.sides[0][0])
            self.separate(frame, token)

    def begin(self, frame: _Frame, token: re.Match[str]) -> bool:
        """Takes what can begin a term."""
        symbol = token[0]
        if not frame.prefixes:
            frame.start = self.at
        if token["word"]:
            self.word(frame, token)
        elif token["sign"]:
            frame.prefixes.append(symbol)
        elif token["switch"]:
            frame.prefixes.append("±")
        elif token["open"]:
            self.open(symbol, may_be_set=frame.prefixes[-1:] == ["±"])
        elif token["number"] or token["ups"] or token["star"] or token["tiny"] or token["signed_tiny"]:
            self.literal(frame, token)
        else:
            return False
        return True

    def proceed(self, frame: _Frame, token: re.Match[str]) -> bool:
        """Takes what can follow a complete term in a sum."""
        if token[0] == "&":
            self.split(frame)
            return True
        if token["word"]:
            self.fail(f"unexpected {quote(token[0])}", "+, - or & between values")
        if not (token["sign"] or token["switch"] or token["signed_tiny"]):
            return False
        self.finish_term(frame)
        frame.minus = token[0] == "-"
        frame.start = self.at
        if token["switch"]:
            frame.prefixes.append("±")
        elif token["signed_tiny"]:
            self.literal(frame, token)
        return True

    def word(self, frame: _Frame, token: re.Match[str]) -> None:
        """Takes a name: of a loopy value, of braces that begin here, or of braces around this place."""
        from perfectplay.values.loopy.assembling import PASS, Ref

        word = token[0]
        if self.plain.startswith("{", self.end) and word not in _LOOPY and word != PASS and word != "&":
            if any(each.name == word for each in self.frames):
                self.fail(f"two games around each other are called {quote(word)}", "another name")
            self.next()
            self.open("{", name=word)
        elif word in _LOOPY:
            self.literal(frame, token)
        elif any(each.opener == "{" for each in self.frames) and (
            word == PASS or any(each.name == word for each in self.frames)
        ):
            frame.term = Ref(word)
        elif word == PASS:
            self.fail("'pass' outside of braces", "an option, as in {0|pass}")
        else:
            self.fail(f"unknown name {quote(word)}", _A_VALUE)

    def split(self, frame: _Frame) -> None:
        """Takes the & between onside and offside."""
        self.finish_term(frame)
        if frame.onside is not None:
            self.fail("a second &", "an onside and an offside")
        frame.onside, frame.total, frame.minus = self.complete(frame.total), None, False

    def complete(self, term: Option | None) -> Value:
        """A value, and no game that is not closed."""
        from perfectplay.values.loopy.assembling import Open, Ref

        assert term is not None
        if isinstance(term, (Open, Ref)):
            self.fail("a game inside of its own braces in a sum", _ALONE, self.frames[-1].start)
        return term

    def may_be_empty(self, frame: _Frame, token: re.Match[str]) -> bool:
        """Whether the side of a pair of braces that this token ends may have no options."""
        ends = token["bars"] or token[0] == "}"
        nothing = frame.total is None and frame.onside is None and not frame.prefixes and not frame.comma
        return bool(ends and nothing and frame.opener == "{")

    def open(self, symbol: str, may_be_set: bool = False, name: str | None = None) -> None:
        self.frames.append(_Frame(symbol, self.at, may_be_set and symbol == "{", name=name))

    def separate(self, frame: _Frame, token: re.Match[str] | None) -> None:
        """Takes what stands between options and sides, or closes a bracket."""
        if token is not None and frame.opener == "{" and token["comma"]:
            frame.comma = True
        elif token is not None and frame.opener == "{" and token["bars"]:
            frame.bars.append((sum(_BARS[bar] for bar in token[0]), self.at))
            frame.sides.append([])
        elif token is not None and frame.opener + token[0] in ("()", "{}"):
            self.frames.pop()
            above = self.frames[-1]
            if frame.opener == "(":
                self.deliver(above, frame.sides[0][0])
            elif frame.bars:
                self.deliver(above, self.braces(frame))
            elif frame.may_be_set and frame.sides[0]:
                above.prefixes.pop()
                options = frame.sides[0]
                self.deliver(above, self.game(options, [self.negative(self.complete(each)) for each in options]))
            else:
                self.unexpected("bars between the options of Left and Right")
        else:
            closing = {"": "the end of the text", "(": "a closing )", "{": "a comma, bars or a closing }"}[frame.opener]
            if token is None:
                self.fail(f"the {frame.opener} at character {frame.at + 1} is not closed", closing)
            hint = "; a multiple is written 3.G" if token["open"] else ""
            self.unexpected(f"+, - or {closing}{hint}")

    def finish_sum(self, frame: _Frame) -> None:
        if frame.term is not None:
            self.finish_term(frame)
        if frame.onside is not None:
            frame.total = self.both(frame.onside, self.complete(frame.total))
            frame.onside = None
        if frame.total is not None:
            frame.sides[-1].append(frame.total)
            frame.total = None
        frame.minus = frame.comma = False

    def finish_term(self, frame: _Frame) -> None:
        """Applies the prefixes of a term and adds it to the sum before it."""
        assert frame.term is not None
        if frame.total is None and not frame.prefixes and not frame.minus:
            frame.total, frame.term = frame.term, None
            return
        value, minus = self.complete(frame.term), False
        for prefix in reversed(frame.prefixes):
            if prefix == "-":
                minus = not minus
            elif prefix == "±":
                value = self.negative(value) if minus else value
                value, minus = self.complete(self.game([value], [self.negative(value)])), False
        if minus != frame.minus:
            value = self.negative(value)
        frame.total = value if frame.total is None else self.add(self.complete(frame.total), value)
        frame.term = None
        frame.prefixes.clear()

    def braces(self, frame: _Frame) -> Option:
        """The game with these sides: the longer of two runs of bars is the outer one."""
        stack: list[tuple[Sequence[Option], int]] = []
        side = frame.sides[0]
        for (length, at), following in zip(frame.bars, frame.sides[1:], strict=True):
            while stack and stack[-1][1] < length:
                side = [self.game(stack.pop()[0], side)]
            if stack and stack[-1][1] == length:
                self.fail("two runs of bars of the same length", "a longer run for the outer game", at)
            stack.append((side, length))
            side = following
        while len(stack) > 1:
            side = [self.game(stack.pop()[0], side)]
        return self.game(stack[0][0], side, frame.name)

    # Literals

    def literal(self, frame: _Frame, token: re.Match[str] | None) -> None:
        """Takes number, ups, nimber and tiny, as far as they follow each other without spaces."""
        number, ups, nimber, times = Fraction(0), 0, 0, 1
        order, of_sum, loopy = 0, False, self.zero
        while token is not None:
            if token["number"]:
                number = self.number(token)
                if frame.prefixes[-1:] == ["-"]:  # the sign of the number, not of the whole term
                    frame.prefixes.pop()
                    number = -number
                if self.adjacent("dot"):
                    if number.denominator != 1:
                        self.fail("a multiple by a fraction", "a whole number before the dot", token.start())
                    number, times = Fraction(0), int(number)
                    token = self.adjacent("ups", "star", "tiny", "signed_tiny", "open")
                    if token is None:
                        self.next()
                        self.unexpected("ups, a nimber or brackets after the dot, such as 3.^ or 3.(1/2)")
                    continue
                token = self.adjacent("ups", "star", "tiny") or self.adjacent_name()
            elif token["word"]:
                loopy, token = self.named(token[0]), self.adjacent("star")
            elif token["ups"]:
                count, order, of_sum = self.ups(token)
                ups, times = times * count, 1
                token = self.adjacent("star", "tiny")
            elif token["star"]:
                digits = token[0][1:]
                size = self.whole(digits, token.start() + 1, LARGEST_NIMBER, "a nimber") if digits else 1
                nimber, times = size if times % 2 else 0, 1
                token = self.adjacent("tiny")
            else:
                break
        if order < 0:
            known = self.add(self.multiple(ups, self.up_on(of_sum)), self.nus(number, 0, nimber))
        elif order:
            nearby = nimber if abs(ups) == 1 else 0  # ^[n]*k is made in one piece, 3.^[n]*k as a sum
            known = self.multiple(ups, self.power(order, of_sum, nearby))
            known = self.add(known, self.nus(number, 0, nimber ^ nearby))
        else:
            known = self.add(loopy, self.nus(number, ups, nimber)) if loopy.is_loopy else self.nus(number, ups, nimber)
        if token is None:
            frame.term = known
        else:
            frame.begun, frame.times = None if known == self.zero else known, times
            self.tiny(frame, token)

    def tiny(self, frame: _Frame, token: re.Match[str]) -> None:
        """Takes the G of Tiny(G) or +_G, or the bracket after a dot."""
        if token["open"]:
            self.open(token[0])
            return
        frame.tiny = -1 if token[0][0] in "Mm-⧿" else 1
        if token["lowered"]:
            digits = token["lowered"].translate(_SMALL_DIGITS)
            self.deliver(frame, self.zero.number(self.whole(digits, token.start("lowered"), LARGEST, "a number")))
            return
        word = token[0][0] in "TtMm"
        following = self.next() if word else self.adjacent("number", "open")
        if following is None:
            self.next()
            self.unexpected("a number or brackets, such as +_2 or +_{3|1}")
        if following["open"]:
            self.open(following[0])
        else:
            self.deliver(frame, self.nus(self.number(following), 0, 0))

    def deliver(self, frame: _Frame, given: Option) -> None:
        """Passes the value of a bracket to the frame that contains it."""
        if not frame.tiny and frame.begun is None and frame.times == 1:
            frame.term = given
            return
        value = self.complete(given)
        if frame.tiny:
            value = self.complete(self.game([self.zero], [self.game([self.zero], [self.negative(value)])]))
            value = self.negative(value) if frame.tiny < 0 else value
        value = self.multiple(frame.times, value)
        frame.term = value if frame.begun is None else self.add(frame.begun, value)
        frame.begun, frame.times, frame.tiny = None, 1, 0

    def whole(self, digits: str, at: int, most: int, what: str) -> int:
        digits = digits.lstrip("0") or "0"
        number = int(digits) if len(digits) <= MOST_DIGITS else most + 1
        if number > most:
            limit = f"at most {MOST_DIGITS} digits" if most == LARGEST else f"at most {most}"
            self.fail(f"{what} of {len(digits)} digits is too large", limit, at)
        return number

    def number(self, token: re.Match[str]) -> Fraction:
        shown, at = token["number"], token.start()
        above, line, below = shown.partition("/")
        if line:
            divisor = self.whole(below, at + len(above) + 1, LARGEST, "a denominator")
            if divisor < 1 or divisor & (divisor - 1):
                self.fail(f"the denominator {quote(below)}", "a power of two", at + len(above) + 1)
            return Fraction(self.whole(above, at, LARGEST, "a number"), divisor)
        part = Fraction(*_FRACTIONS.get(shown[-1], (0, 1)))
        return self.whole(shown.rstrip("½¼¾⅛⅜⅝⅞"), at, LARGEST, "a number") + part

    def ups(self, token: re.Match[str]) -> tuple[int, int, bool]:
        """A multiple of up, or 1 or -1 with the order n of the power ^<n> or the sum of powers ^[n]; -1 is on."""
        count = sum(_ARROWS[arrow] for arrow in token["ups"])
        suffix = next((name for name in ("count", "sum", "power", "raised") if token[name] is not None), None)
        if suffix is None:
            return count, 0, False
        at, digits = token.start(suffix), token[suffix]
        if abs(count) != 1:
            self.fail(f"unexpected {quote(self.text[token.end('ups') : self.end])}", "one arrow before a number", at)
        if suffix == "count":
            return count * self.whole(digits, at, MOST_UPS, "a multiple of up"), 0, False
        digits = digits.translate(_SMALL_DIGITS)
        if not re.fullmatch("[0-9]+", digits):
            self.at = at
            if digits == "on":
                return count, -1, suffix == "sum"
            self.fail(f"unexpected {quote(digits)}", "a whole number, as in ^[2] or ^<2>")
        order = self.whole(digits, at, MOST_ORDER, "the order of an up")
        if order == 0:
            self.fail("an up of order 0", "a whole number from 1", at)
        return count, order, suffix == "sum"

    # Values, paid for

    def pay(self, cost: int) -> None:
        self.work -= cost
        if self.work < 0:
            self.fail("the value is too large to compute", "a smaller sum", self.frames[-1].start)

    def nus(self, number: Fraction, ups: int, nimber: int) -> Value:
        if max(abs(number.numerator), number.denominator) > LARGEST:
            self.fail("the number is too large", f"at most {MOST_DIGITS} digits", self.frames[-1].start)
        if abs(ups) > MOST_UPS:
            self.fail("the multiple of up is too large", f"at most {MOST_UPS}", self.frames[-1].start)
        return self.zero.nus(number, ups, nimber)

    def size(self, value: Value) -> tuple[int, int]:
        """A bound for the followers, except those of the form number + ups + star, and for the weights of all of them.

        Numbers count as one, since adding them is cheap."""
        nus = value.as_nus
        if value.is_loopy:
            count = self.span(value)
            return count, count
        return self.sizes[value] if nus is None else (1, 1 + abs(nus[1]) + nus[2] + nus[2] ** 3 // 24)

    def sized(self, value: Value, size: tuple[int, int]) -> Value:
        if value.as_nus is None and not value.is_loopy:
            self.sizes[value] = min(size, self.sizes.get(value, size))
        return value

    def span(self, value: Value) -> int:
        """The followers, those of numbers, ups and stars counted too: for loopy sums they are listed."""
        from perfectplay.values.loopy.value import node_count

        return node_count(value) if value.is_loopy else cast("int", value.follower_count)

    def count(self, value: Value) -> tuple[int, int]:
        """The size of a sum, found by a traversal that stops beyond the budget."""
        weight, seen, stack = 0, {value}, [value]
        while stack and weight <= self.work:
            each = stack.pop()
            if each.as_nus is not None:
                weight += self.size(each)[1]
                continue
            weight += _weight(len(each.left) + len(each.right))
            options = {*each.left, *each.right} - seen
            seen |= options
            stack.extend(options)
        return len(seen), weight

    def game(self, left: Sequence[Option], right: Sequence[Option], name: str | None = None) -> Option:
        from perfectplay.values.loopy.assembling import Open, Ref, closed

        if any(isinstance(each, (Open, Ref)) or each.is_loopy for each in (*left, *right)):
            game = Open(left, right, name)
            self.pay(1)
            return game if game.free else self.loopy(sum(map(self.span, game.leaves())), lambda: closed(game))
        return self.short_game(cast("Sequence[Value]", left), cast("Sequence[Value]", right))

    def loopy(self, pairs: int, make: Callable[[], Value]) -> Value:
        """Something that native code makes out of this many nodes or pairs of nodes."""
        self.loopy_work -= pairs
        if self.loopy_work < 0:
            self.fail("the loopy value is too large to compute", "fewer positions", self.frames[-1].start)
        try:
            value = make()
        except NotApplicable as error:
            self.fail(str(error), "a game with stoppers as its sides", self.frames[-1].start)
        return value if value.is_loopy else self.sized(value, self.count(value))

    def named(self, word: str) -> Value:
        from perfectplay.values.loopy.names import named

        return named(word)

    def up_on(self, of_sum: bool) -> Value:
        from perfectplay.values.loopy.names import up_on

        return up_on(of_sum, 1)

    def both(self, onside: Value, offside: Value) -> Value:
        from perfectplay.values.loopy.value import both

        return self.loopy(self.span(onside) * self.span(offside), lambda: both(onside, offside))

    def short_game(self, left: Sequence[Value], right: Sequence[Value]) -> Value:
        weight = _weight(len(left) + len(right))
        nimbers = sum(each.as_nus[2] for each in (*left, *right) if each.as_nus)
        self.pay(
            weight - 1 + nimbers
        )  # a game with few options is paid for by its text; options of options are seen too
        sizes = [self.size(each) for each in (*left, *right)]
        size = 1 + sum(size for size, _ in sizes), weight + sum(weight for _, weight in sizes)
        return self.sized(self.zero.game(left, right), size)

    def negative(self, value: Value) -> Value:
        return self.sized(-value, self.size(value))

    def add(self, one: Value, other: Value) -> Value:
        if one.is_loopy or other.is_loopy:
            if other == 0 or one == 0:
                return one if other == 0 else other
            return self.loopy(self.span(one) * self.span(other), lambda: one + other)
        first, second = one.as_nus, other.as_nus
        if first and second:
            return self.nus(first[0] + second[0], first[1] + second[1], first[2] ^ second[2])
        if first and one.is_number:
            one, other = other, one
        size, weight = self.size(one)
        if other == self.zero:
            return one
        if other.is_number:
            self.pay(size // 64)  # followers are moved along, no more
            return self.sized(one + other, (size, weight))
        self.pay(weight * self.size(other)[1])
        total = one + other
        return self.sized(total, self.count(total))

    def multiple(self, times: int, value: Value) -> Value:
        """n.G, by doubling."""
        nus = value.as_nus
        if nus:
            return self.nus(times * nus[0], times * nus[1], nus[2] * (times % 2))
        total = self.zero
        for bit in bin(abs(times))[2:]:
            total = self.add(total, total)
            total = self.add(total, value) if bit == "1" else total
        return self.negative(total) if times < 0 else total

    def power(self, n: int, of_sum: bool, nimber: int) -> Value:
        """^[n]*k or ^<n>*k by their canonical forms (Siegel, chapter II, section 4), with j = k xor 1:
        ^[n]*k is {^[n-1]*k|*j}, but ^[n]* is {0,^[n-1]*|0}, and ^<n>*k is {0,*,...,*k|v[n-1]*j}."""
        zero = Fraction(0)
        if n == 1:
            return self.nus(zero, 1, nimber)
        if not of_sum:
            self.pay(_weight(nimber + 1))
            stars = [self.nus(zero, 0, size) for size in range(nimber + 1)]
            return self.short_game(stars, [self.negative(self.power(n - 1, True, nimber ^ 1))])
        sums = self.sums.setdefault(nimber, [self.nus(zero, 1, nimber)])
        other = self.nus(zero, 0, nimber ^ 1)
        while len(sums) < n:
            self.pay(1)
            sums.append(self.short_game([self.zero, sums[-1]] if nimber == 1 else [sums[-1]], [other]))
        return sums[n - 1]


def _weight(options: int) -> int:
    return 1 + options**2 // 32
