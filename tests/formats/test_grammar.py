"""One grammar for each pencil puzzle: what its text form reads goes out in every form, and what an address or a file
can carry loads or is refused for a reason that is about the puzzle.

What each puzzle has is said once more here, in the words of its messages; what addresses and files can carry is said by
the letters of each codec, as the editor pzpr writes and reads them.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

import pytest
from tests.conformance.plays import PENCIL

import perfectplay as pp
from perfectplay.formats.types import type_of

PUZZLES = [key for key in PENCIL if getattr(pp.system(key), "pzpr", "")]

# What a puzzle has ---------------------------------------------------------------------------------------------------

SIZES = "a number from 1 to 10000, '?' or '.'"
EXPECTED = {
    "battleships": "'~', '^', 'v', '<', '>', 'x', 'o', '?' or '.'",
    "corral": SIZES,
    "fillomino": SIZES,
    "hashiwokakero": "a number from 1 to 8, '?' or '.'",
    "heyawake": "a number from 0 to 10000, '?' or '.'",
    "hiroimono": "'o' or '.'",
    "hitori": "a number from 1 to 1295 or '.'",
    "kakuro": r"sums from 0 to 45 such as 16\4, 16\ or \4, '#' or '.'",
    "kuromasu": SIZES,
    "light_up": "a number from 0 to 4, '#' or '.'",
    "lits": "'.'",
    "masyu": "'w', 'b' or '.'",
    "minesweeper": "a number from 0 to 8, '?' or '.'",
    "nonogram": "a number from 1 to 10000, or 0 for none",
    "number_link": "a number from 1 to 10000, a letter or '.'",
    "nurikabe": SIZES,
    "ripple_effect": SIZES,
    "shikaku": SIZES,
    "slitherlink": "a number from 0 to 4, '?' or '.'",
    "sudoku": SIZES,
    "tentai_show": "'o', '*' or '.'",
    "yajilin": "a number from 0 to 4095 with an arrow such as 2>, '?' or '.'",
}
FURTHER = {
    "battleships": [
        "a number from 0 to 10000 or '.'",
        "straight ships",
        "'0' for '~', '1' for '^', '2' for 'v', '3' for '<', '4' for '>', '5' for 'x', '6' for 'o', '?' for '?' or '.'",
    ],
    "kakuro": ["a sum where a cell follows"],
    "masyu": ["white and black circles", "'1' for 'w', '2' for 'b' or '.'"],
    "number_link": ["every letter or number twice", "every number twice", "a number from 1 to 10000 or '.'"],
    "sudoku": ["at most 4"],
}
"""Reasons that are about more than one clue, or about what a format has and the rules do not."""


def refused(key: str, error: pp.ParseError) -> None:
    assert any(f"(expected {why})" in str(error) for why in [EXPECTED[key], *FURTHER.get(key, [])]), str(error)
    assert re.search("row|column|option|times", str(error)), f"where? {error}"
    assert "\n" not in str(error)


# Text ----------------------------------------------------------------------------------------------------------------

NUMBERS = [0, 1, 2, 3, 4, 5, 8, 9, 10, 15, 16, 35, 36, 44, 45, 46, 52, 53, 99, 100, 255, 256, 999, 1000, 1295, 1296]
NUMBERS += [4095, 4096, 8191, 8192, 9999, 10000, 10001, 12239, 12240, 65535, 77775, 77776, 99999, 100000, 1126351]
NUMBERS += [1126352, 10**9, 10**30]
WORDS = [sign for sign in string.printable if not sign.isspace() and sign not in "|;,/"]
WORDS += [f"{number}{arrow}" for number in NUMBERS for arrow in ("", *"^v<>")]
WORDS += [f"?{arrow}" for arrow in "^v<>"] + ["??", "--", "-1", "1.5", "²", "٣", "é", "ab", "wb", "o*", "0x1", "1e3"]
WORDS += [word for number in NUMBERS for word in (f"{number}\\", f"\\{number}", f"{number}\\{number}", f"7\\{number}")]
TEXTS = {
    "battleships": ["{} .|. .;. .;. .", ". .|. .;{} .;. .", ". .|. .;. .;. {}"],
    "heyawake": ["{} .|. .;a a|a a"],
    "kakuro": ["# # #|# {} .|# . .", "# {} #|# . #", "# #|{} ."],
    "lits": ["{} .|. .;a a|a a"],
    "nonogram": ["{},1/1,1", "1,1/1,{}"],
    "number_link": ["{} .|. {}"],
    "ripple_effect": ["{} .|. .;a a|a a"],
    "sudoku": ["{} . . .|. . . .|. . . .|. . . ."],
    "tentai_show": ["{} . .|. . .|. . .", ". {} .|. . .|. . .", ". . .|. {} .|. . ."],
}


@pytest.mark.parametrize("key", PUZZLES)
def test_what_a_text_form_reads_goes_out(key: str) -> None:
    known = 0
    for text in TEXTS.get(key, ["{} .|. ."]):
        for word in WORDS:
            try:
                board = pp.load(key, text.replace("{}", word))
            except pp.ParseError as error:
                refused(key, error)
                continue
            known += 1
            for form in ("text", "url", "pzprv3"):
                try:
                    written = pp.export(board, form)
                except pp.NotApplicable as error:  # what is about the shape of the board, and not about the clue
                    assert key == "kakuro" and re.search("at the border|of no cells", str(error)), error
                    continue
                assert pp.load(key, written) == board, (text, word, form)
    assert known, "nothing was read"


# Addresses and files -------------------------------------------------------------------------------------------------

HEX = [*"0123456789abcdef", "-00", "-10", "-ff", "+000", "+100", "+fff", "=000", "=fff", "@000", "@70f", "@710", "@711"]
HEX += ["%fcf", "*0000", "*ffff", "$00000", "$fffff", "."]
QUARTERS = [*"0123456789abcde", "."]
ARROWED = [way + number for way in "01234" for number in [*"0123456789abcdef", "."]]
ARROWED += [way + number for way in "56789" for number in ("00", "0f", "10", "ff")]
ARROWED += ["-" + way + number for way in "01234" for number in ("000", "100", "fff")]
BASE_36 = [*string.digits, *string.ascii_lowercase]
SUMS = "-0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"


def bodies(key: str) -> Iterator[str]:
    """Bodies of addresses with every letter of the codec, each with its size."""
    alone = {"fillomino", "hashiwokakero", "corral", "kuromasu", "minesweeper", "nurikabe", "shikaku"}
    if key in alone:
        yield from (f"2/2/{word}i" for word in HEX)
    elif key == "number_link":
        yield from (f"2/2/{word}h{word}" for word in HEX)
    elif key == "sudoku":
        yield from (f"4/4/{word}u" for word in HEX)
    elif key == "heyawake":
        yield from (f"2/2/00{word}" for word in HEX)
    elif key == "ripple_effect":
        yield from (f"2/2/00{word}i" for word in HEX)
    elif key == "lits":
        yield from (f"2/1/{word}" for word in BASE_36[:32])  # rooms, which are all that they have
    elif key == "nonogram":
        yield from (f"1/2/{word}h" for word in HEX)
    elif key == "battleships":
        yield from (f"2/2/j{word}i//c" for word in HEX)
        yield from (f"2/2/{word}ij//c" for word in HEX)
    elif key == "hiroimono":
        yield from (f"5/1/{word}" for word in BASE_36[:32])
    elif key == "hitori":
        yield from (f"1/1/{word}" for word in [*BASE_36, "-10", "-zz", "@", "%", "."])
    elif key in ("light_up", "slitherlink"):
        yield from (f"2/2/{word}{'i' if word in '01234.' else 'h' if word < 'a' else 'g'}" for word in QUARTERS)
    elif key == "masyu":
        yield from (f"3/1/{word}" for word in BASE_36[:27])
    elif key == "tentai_show":
        yield from (f"1/1/{word}" for word in "0123456789abcdef")
    elif key == "yajilin":
        yield from (f"2/2/{word}c" for word in ARROWED)
    elif key == "kakuro":
        yield from (f"2/1/{down}{right}k-/" for down in SUMS for right in SUMS)
        yield from (f"1/1/k{down}{right}/" for down in SUMS for right in SUMS[::5])


FILE_WORDS = [sign for sign in string.printable if not sign.isspace() and sign != "/"]
FILE_WORDS += [*map(str, NUMBERS), "-1", "-2", "00", "07", "1,2", "é", "²"]
FILE_WORDS += [f"{way},{number}" for way in range(6) for number in (*NUMBERS, "-", "", "x")]
FILES = {
    "battleships": ["pzprv3/battleship/2/2/c/. . . /. {} . /. . . /", "pzprv3/battleship/2/2/c/. . {} /. . . /. . . /"],
    "heyawake": ["pzprv3/heyawake/2/2/1/0 0 /0 0 /{} . /. . /", "pzprv3.1/heyawake/2/2/0 /0 /0 0 /{} . /. . /"],
    "kakuro": [
        "pzprv3/kakuro/1/2/0 -1 -1 /-1 {} . /",
        "pzprv3/kakuro/1/1/0 {} /-1 . /",
        "pzprv3/kakuro/1/1/0 3 /{} . /",
    ],
    "lits": [],  # their files have no clues
    "nonogram": ["pzprv3/nonogram/1/1/. {} /1 . /", "pzprv3/nonogram/1/1/. 1 /{} . /"],
    "number_link": ["pzprv3/numlin/2/2/{} . /. {} /"],
    "ripple_effect": ["pzprv3/ripple/2/2/0 /0 /0 0 /{} . /. . /"],
    "sudoku": ["pzprv3/sudoku/4/{} . . . /. . . . /. . . . /. . . . /"],
    "tentai_show": ["pzprv3/tentaisho/1/2/{}../"],
}
NOT_OF_FILES = re.compile("unexpected .* among the (clues|ships|stones)|the stars|holes|the flag|a wall with sums")
"""What files have no words for at all."""


def loads_or_says_why(key: str, source: str) -> bool:
    try:
        board = pp.load(source)
    except pp.ParseError as error:
        if not NOT_OF_FILES.search(str(error)):
            refused(key, error)
        return False
    settings = board.system.settings
    assert pp.load(key, str(board), **settings) == board, source
    for form in ("url", "pzprv3"):
        assert pp.load(pp.export(board, form)) == board, (source, form)
    return True


@pytest.mark.parametrize("key", PUZZLES)
def test_what_an_address_can_carry_loads_or_is_refused_by_the_puzzle(key: str) -> None:
    name = type_of(key).name
    queries = list(bodies(key))
    assert queries and any([loads_or_says_why(key, f"https://puzz.link/p?{name}/{query}") for query in queries])


@pytest.mark.parametrize("key", [key for key in PUZZLES if FILES.get(key, True)])
def test_what_a_file_can_carry_loads_or_is_refused_by_the_puzzle(key: str) -> None:
    for file in FILES.get(key, [f"pzprv3/{type_of(key).name}/2/2/{{}} . /. . /"]):
        assert any([loads_or_says_why(key, file.replace("{}", word)) for word in FILE_WORDS])
