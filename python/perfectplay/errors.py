"""What can go wrong, as exceptions whose text is one lower-case line: where, what, and what was expected.

Wrong input is a `ParseError`, a mistake in an author's rules a `RulesError`; a question without meaning is
`NotApplicable`; running out of time, memory or positions is `LimitReached`, which carries the best bound found so far.
"There is no solution" is an answer and never an error. Ctrl-C stays `KeyboardInterrupt`.

>>> str(ParseError("unexpected 'x'", row=3, column=5, expected='one of "#."'))
'row 3, column 5: unexpected \\'x\\' (expected one of "#.")'
"""

from __future__ import annotations

LONGEST_QUOTE = 60
LONGEST_MESSAGE = 400


def quote(text: str) -> str:
    """`text` as a Python literal of at most 60 characters, so that a message can show any input, however long."""
    shown = repr(text[:LONGEST_QUOTE])
    if len(text) > LONGEST_QUOTE or len(shown) > LONGEST_QUOTE:
        return shown[: LONGEST_QUOTE - 4] + "..." + shown[0]
    return shown


def shown(thing: object) -> str:
    """An object as Python writes it, cut if it is long."""
    try:
        text = repr(thing)
    except Exception:
        text = f"a {type(thing).__name__}"
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}..."


def kind_of(thing: object) -> str:
    """What somebody gave in place of something else, in words.

    >>> kind_of(3), kind_of("3"), kind_of(pp.load("nim").system), kind_of(pp.system("nim"))
    ('an int', 'a str', 'a system, Nim', 'a class, Nim')
    """
    if isinstance(thing, type):
        return f"a class, {thing.__name__}"
    name = type(thing).__name__
    if hasattr(type(thing), "rules_text"):
        return f"a system, {name}"
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def one_line(text: str) -> str:
    """`text` with control characters escaped and the far end of an overlong message cut."""
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text[: LONGEST_MESSAGE + 1])
    return shown if len(shown) <= LONGEST_MESSAGE else shown[: LONGEST_MESSAGE - 3] + "..."


class PerfectPlayError(Exception):
    """The base of everything that this library raises on purpose.

    >>> try:
    ...     pp.load("nim", "three")
    ... except pp.PerfectPlayError as error:
    ...     print(error)
    nim: row 1, column 1: unexpected 'three' (expected heap sizes such as 3 5 7)
    """

    def __init__(self, what: str = "") -> None:
        super().__init__(one_line(what))


class ParseError(PerfectPlayError, ValueError):
    """Input that cannot be read: `what` is wrong, at which `row` and `column` (from 1), and what was `expected`.

    >>> try:
    ...     pp.load("sokoban", "#####|#@x #|#####")
    ... except pp.ParseError as error:
    ...     print(error.row, error.column, error.what)
    2 3 unexpected 'x'
    """

    def __init__(
        self, what: str, row: int | None = None, column: int | None = None, expected: str | None = None
    ) -> None:
        self.what = what
        self.row = row
        self.column = column
        self.expected = expected
        place = [f"{name} {number}" for name, number in (("row", row), ("column", column)) if number is not None]
        if place and what.startswith(f"row {row} "):  # the sentence already says where
            place = []
        super().__init__(
            (", ".join(place) + ": " if place else "") + what + (f" (expected {expected})" if expected else "")
        )

    def within(self, title: str) -> ParseError:
        """The same error, prefixed once with the name of the system."""
        if not self.args[0].startswith(f"{title}: "):
            self.args = (one_line(f"{title}: {self.args[0]}"),)
        return self


def place_in(text: str, offset: int) -> tuple[int, int]:
    """The row and the column, from 1, of a place in a text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def error_at(text: str, offset: int, what: str, expected: str | None = None) -> ParseError:
    """What is wrong at a place in a text."""
    return ParseError(what, *place_in(text, offset), expected)


class RulesError(PerfectPlayError):
    """An author's rules that make no sense: an unknown player, a cell off the board …

    >>> class Silent(pp.PlainGame):
    ...     def moves(self, n):
    ...         return [1] if n else []
    ...     def play(self, n, k):
    ...         pass
    >>> pp.outcome(Silent().position(3))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    perfectplay.errors.RulesError: Silent: play(3, 1) returned None (expected the state after the move...)
    """


class UnknownSystem(PerfectPlayError):
    """No game, puzzle or automaton has this key.

    >>> pp.load("domineerin")
    Traceback (most recent call last):
        ...
    perfectplay.errors.UnknownSystem: no system 'domineerin'; did you mean domineering?
    """


class NotApplicable(PerfectPlayError):
    """The question has no meaning for this system, or the method does not cover this position.

    >>> pp.grundy(pp.load("nim", "3 5"), method="magic")
    Traceback (most recent call last):
        ...
    perfectplay.errors.NotApplicable: nim: no method 'magic' for grundy here (expected one of: nim sum, sums, mex)
    """


class NoAnswer(NotApplicable, AttributeError, TypeError):
    """A property of a solution or a move was requested, but it has been proved that there is none.

    >>> pp.best(pp.load("nim", "0")).text
    Traceback (most recent call last):
        ...
    perfectplay.errors.NoAnswer: nim: there is no move
    """


class IllegalMove(PerfectPlayError):
    """The rules do not allow this move in this position.

    >>> pp.load("nim", "1").play("1:2")
    Traceback (most recent call last):
        ...
    perfectplay.errors.IllegalMove: nim: no legal move '1:2' (expected one of: 1:0)
    """


class LimitReached(PerfectPlayError):
    """A limit on time, memory or positions was reached, or something is too large to be held.

    `best` is the best bound known by then, or None: no solution is cheaper than that (`solve`, `solutions`, `count`);
    every position within that many moves was visited (`reachable`). `kind` is which limit it was: "time", "memory",
    "positions", "cancelled", "tries" (`generate`), or "size" for what is too large to be held, listed or counted.

    >>> try:
    ...     pp.solve(pp.load("sliding_blocks", "@klotski"), limits=pp.Limits(positions=1000))
    ... except pp.LimitReached as error:
    ...     print(error, error.kind, error.best is not None)
    limit of 1000 positions reached positions True
    """

    def __init__(self, what: str = "limit reached", best: object = None, kind: str = "size") -> None:
        super().__init__(what)
        self.best = best
        self.kind = kind
