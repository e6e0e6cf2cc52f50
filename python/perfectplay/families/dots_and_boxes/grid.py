"""Boards of Dots-and-Boxes as webs: boxes are coins, and a line that is not drawn is a string.

Places are counted on a grid twice as fine, from the top left dot: dots have two even coordinates, boxes two odd ones,
lines one of each.
"""

from __future__ import annotations

import re
from functools import lru_cache

from perfectplay.board import column_letters
from perfectplay.errors import ParseError, place_in, quote
from perfectplay.families.dots_and_boxes.web import GROUND, Ends, Tangle, Web, web

Place = tuple[int, int]

MOST_LINES = 1024
_EXPECTED = "a size in boxes such as 3x3, lines such as 2x2: a1-b1 a1-a2, or a drawing such as +-+/| |/+-+"
_SIZE = re.compile(r"\s*(\d{1,4})\s*x\s*(\d{1,4})\s*(:?)", re.ASCII)
_LINE = re.compile(r"([a-z]{1,3})(\d{1,4})-([a-z]{1,3})(\d{1,4})", re.ASCII)


def lines_of(rows: int, cols: int) -> list[Place]:
    """The places of all lines, in the order of their numbers."""
    return [(y, x) for y in range(2 * rows + 1) for x in range(2 * cols + 1) if (y + x) % 2]


@lru_cache(maxsize=64)
def grid_web(rows: int, cols: int) -> Web:
    """The web of an empty board of this many boxes."""
    places = lines_of(rows, cols)
    boxes = {(2 * row + 1, 2 * col + 1): row * cols + col for row in range(rows) for col in range(cols)}

    def ends(y: int, x: int) -> Ends:
        sides = ((y - 1, x), (y + 1, x)) if x % 2 else ((y, x - 1), (y, x + 1))
        return boxes.get(sides[0], GROUND), boxes.get(sides[1], GROUND)

    def dot(y: int, x: int) -> str:
        return f"{column_letters(x // 2)}{y // 2 + 1}"

    def name(y: int, x: int) -> str:
        return f"{dot(y, x - 1)}-{dot(y, x + 1)}" if x % 2 else f"{dot(y - 1, x)}-{dot(y + 1, x)}"

    coins = [dot(y, x) for y, x in boxes]
    return web((rows, cols), coins, [(name(*place), ends(*place)) for place in places])


def read_grid(text: str) -> Tangle:
    """A board from its size and the lines drawn, or from a drawing."""
    match = _SIZE.match(text)
    if not match:
        if "+" not in text:
            raise ParseError(f"unexpected {quote(text.strip())}" if text.strip() else "empty text", expected=_EXPECTED)
        return _read_drawing(text)
    rows, cols = int(match[1]), int(match[2])
    board = _sized(rows, cols)
    number = {name: n for n, name in enumerate(board.strings)}
    left = set(range(len(board.strings)))
    for word in re.finditer(r"[^\s,]+", text[match.end() :]):
        row, column = place_in(text, match.end() + word.start())
        if not match[3]:
            raise ParseError(f"unexpected {quote(word[0])}", row, column, "a colon after the size")
        line = _LINE.fullmatch(word[0])
        names = [f"{line[1]}{line[2]}-{line[3]}{line[4]}", f"{line[3]}{line[4]}-{line[1]}{line[2]}"] if line else []
        found = next((number[name] for name in names if name in number), None)
        if found is None:
            raise ParseError(f"no line {quote(word[0])}", row, column, "two dots side by side, such as a1-b1")
        if found not in left:
            raise ParseError(f"line {quote(word[0])} is drawn twice", row, column)
        left.remove(found)
    return Tangle(board, frozenset(left))


def _sized(rows: int, cols: int) -> Web:
    if rows < 1 or cols < 1:
        raise ParseError(f"a board of {rows}x{cols} boxes", expected="at least one row and one column")
    if 2 * rows * cols + rows + cols > MOST_LINES:
        raise ParseError(f"a board of {rows}x{cols} boxes", expected=f"at most {MOST_LINES} lines")
    return grid_web(rows, cols)


def _read_drawing(text: str) -> Tangle:
    drawn = text.replace("/", "\n").split("\n")
    first = next(n for n, row in enumerate(drawn) if row.strip())
    rows = [row.rstrip() for row in drawn[first:]]
    while not rows[-1]:
        rows.pop()
    indent = max(rows[0].find("+"), 0)
    height, width = len(rows), max(map(len, rows)) - indent
    if height % 2 == 0 or width % 2 == 0 or height < 3 or width < 3:
        raise ParseError(f"a drawing of {height} rows and {width} columns", expected="odd numbers from 3 on")
    board = _sized(height // 2, width // 2)
    expected = {(0, 0): ("+",), (0, 1): ("-", " "), (1, 0): ("|", " "), (1, 1): (" ",)}
    drawn_at: dict[Place, bool] = {}
    for y, row in enumerate(rows):
        if row[:indent].strip():
            raise ParseError(f"unexpected {quote(row.strip()[0])}", first + y + 1, row.find(row.strip()) + 1, "a blank")
        for x, letter in enumerate(row[indent:].ljust(width)):
            wanted = expected[y % 2, x % 2]
            if letter not in wanted:
                words = " or ".join("a blank" if each == " " else repr(each) for each in wanted)
                raise ParseError(f"unexpected {quote(letter)}", first + y + 1, indent + x + 1, words)
            drawn_at[y, x] = letter != " "
    places = lines_of(height // 2, width // 2)
    return Tangle(board, frozenset(n for n, place in enumerate(places) if not drawn_at[place]))


def write_grid(tangle: Tangle) -> str:
    rows, cols = tangle.web.board
    drawn = [name for n, name in enumerate(tangle.web.strings) if n not in tangle.left]
    return f"{rows}x{cols}" + (f": {' '.join(drawn)}" if drawn else "")


def drawing(tangle: Tangle) -> list[str]:
    """The board as rows of dots and lines, which :func:`read_grid` reads."""
    rows, cols = tangle.web.board
    letters = [["+" if (y | x) % 2 == 0 else " " for x in range(2 * cols + 1)] for y in range(2 * rows + 1)]
    for n, (y, x) in enumerate(lines_of(rows, cols)):
        if n not in tangle.left:
            letters[y][x] = "-" if x % 2 else "|"
    return ["".join(row) for row in letters]
