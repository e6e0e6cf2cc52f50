"""Addresses of puzz.link: round trips, addresses made by hand from the description of the format, and wrong ones."""

from __future__ import annotations

from perfectplay.formats.types import TYPES
from perfectplay.kinds.sheet import Sheet

NAMES = [kind.name for kind in TYPES]

# By hand: what is printed, and the address that follows from the description of each codec.
KNOWN = [
    # 0 with two empty cells behind it is the tenth digit, a; 2 with one behind it is the seventh; 1 at the end is b
    ("slither", "3/2/a7b", "0..|2.1"),
    ("slither", "2/2/0123", "01|23"),
    ("slither", "5/5/z5.g3h", None),
    ("slither", "3/1/.g4", None),
    ("slither", "5/5/zk", ".....|.....|.....|.....|....."),
    ("slither", "4/1/4.g9", None),
    ("nurikabe", "3/2/g2j", ".2.|..."),
    ("nurikabe", "2/2/-10h.", "16 .|. ?"),
    ("kurodoko", "2/1/+fff=000", "4095 4096"),
    ("cave", "2/1/@000*0000", "8192 12240"),
    ("shikaku", "3/1/g$00000g", ". 77776 ."),
    ("numlin", "2/2/1h1", "1.|.1"),
    ("fillomino", "3/1/1g2", "1.2"),
    ("hashi", "3/1/2g2", "2.2"),
    ("sudoku", "4/4/1zg2", None),
    ("sudoku", "4/4/1m1m2m2m", None),
    ("sudoku", "4/4/1t2", "1...|....|....|...2"),
    ("mines", "2/2/1i", "1.|.."),
    # three circles in a character, the first counts 9, the second 3: white is 1, black is 2
    ("mashu", "3/2/5i", ".wb|b.."),
    ("mashu", "2/1/f", "wb"),
    # walls: '.' has no number
    ("akari", "3/1/.6.", None),
    ("akari", "3/1/.0.", "#0#"),
    ("akari", "3/2/g.i", None),
    ("akari", "3/2/g.j", ".#.|..."),
    ("hitori", "2/2/1z-10.", "1 35|36 ."),
    # a bit for each cell, five in a character: 1 is a cell without a stone
    ("goishi", "3/2/l0", ".o.|o.o"),
    ("goishi", "3/2/lg", ".o.|o.."),
    # direction 1 to 4 is up, down, left, right; five more for two digits, '-' for three
    ("yajilin", "3/2/a42b1.", None),
    ("yajilin", "3/2/a42c1.", ". 2> .|. . ?^"),
    ("yajilin", "2/1/7ff-3100", "255v 256<"),
    # a vertical border between the columns, none between the rows; then a number for each of the two rooms
    ("heyawake", "2/2/o01g", "1.|..;ab|ab"),
    ("heyawake", "2/2/oog2g", None),
    ("heyawake", "2/2/oog2h", ".2|..;ab|cd"),
    # the second room comes second, but its number stands in its leftmost column
    ("heyawake", "3/2/5o0d", None),
    ("heyawake", "3/2/i412", "12.|...;abb|aab"),
    ("lits", "2/2/0o", "..|..;aa|bb"),
    ("ripple", "2/1/g12", "12;ab"),
    # walls with the sum below and the sum to the right; then the sums above and on the left
    ("kakuro", "2/2/na3h4", r"# 10\ 3\|\17 . .|\4 . ."),
    ("kakuro", "3/1/94l3A", r"# # 3\ 20\|# 9\4 . ."),
    ("kakuro", "3/1/.l34", r"# # 3\ 4\|# # . ."),
    # 3 cells have two blocks at most; the number next to the board comes first
    ("nonogram", "3/1/1g1g3h", None),
    ("nonogram", "3/1/11111g", "1 1 1;1,1"),
    ("nonogram", "1/3/111g1g1g", None),
    ("nonogram", "3/3/2g11g2g2g1g11", None),
    ("nonogram", "3/3/12g11g2g1g11", None),
    ("nonogram", "3/3/3g1112g2g1g", None),
    # points: twice the number of empty places behind it, plus one if it is black
    ("tentaisho", "2/1/2e", None),
    ("tentaisho", "2/1/2f", "w.b"),
    ("tentaisho", "2/2/je", None),
    ("tentaisho", "2/2/je", "...|.w.|..."),
    ("battleship", "2/2/1g1g4h0//z", None),
    ("battleship", "2/2/1g1g3h0//c", "1 .;1 .;<.|.~;1,1,1,2,2,3"),
    ("battleship", "2/2/2i43h/1/21o", "2 .;. .;><|..;2"),
]


def sheet_text(sheet: Sheet) -> str:
    return sheet.text()
