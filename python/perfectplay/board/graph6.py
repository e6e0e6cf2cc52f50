"""graph6, digraph6 and sparse6: the formats of nauty (McKay & Piperno), as its formats.txt defines them.

A size, then bits, six to a character from 63 on: of the upper triangle of the adjacency matrix by columns (graph6), of
the whole matrix by rows (digraph6, which begins with ``&``), or a list of edges (sparse6, which begins with ``:``, and
knows loops and parallel edges).

>>> read6("DQc", 5).edges == read6("graph6:DQc", 5).edges, write6(5, [(0, 2), (0, 4), (1, 3), (3, 4)], "graph6")
(True, 'DQc')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from perfectplay.board.plain import Attributes, PlainGraph
from perfectplay.errors import NotApplicable, ParseError, error_at, quote

FORMS = {"graph6": "", "digraph6": "&", "sparse6": ":"}
"""The character that begins a graph in each of them."""


def form_of(text: str) -> str:
    """Which of the formats a text says that it is in: by a header, which may also be written ``graph6:``, or by its
    first character; empty: none."""
    text = text.lstrip()
    for form, sign in FORMS.items():
        if text.startswith(_headers(form)) or (sign and text.startswith(sign)):
            return form
    return ""


def is_graph6(word: str) -> bool:
    """Is a word valid graph6, whatever else it may be?

    >>> is_graph6("DQc"), is_graph6("DQcc")
    (True, False)
    """
    try:
        return bool(re.fullmatch(r"[?-~]+", word) and read6(word, len(word) ** 2))
    except ParseError:
        return False


def _headers(form: str) -> tuple[str, ...]:
    """The header of nauty, and one that needs no quotes in a shell."""
    return f">>{form}<<", f"{form}:"


def read6(text: str, most: int, source: str = "") -> PlainGraph:
    """The graph in a text of one of the formats, of at most so many vertices; ``source`` is the text that it begins,
    for places in errors."""
    source = source or text
    form = form_of(text) or "graph6"
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    start += next((len(header) for header in _headers(form) if text.startswith(header, start)), 0)
    if FORMS[form]:
        if text[start : start + 1] != FORMS[form]:
            raise _unexpected(source, start, f"{quote(FORMS[form])}, which begins a {form} string")
        start += 1
    for offset in range(start, end):
        if not 63 <= ord(text[offset]) <= 126:
            raise _unexpected(source, offset, "a character from '?' to '~'")
    sextets = [ord(letter) - 63 for letter in text[start:end]]
    # The size takes 1 character up to 62; after one '~' it takes 3, after two 6.
    skip, width = (0, 1) if sextets[:1] != [63] else (1, 3) if sextets[1:2] != [63] else (2, 6)
    if len(sextets) < skip + width:
        raise error_at(source, end, "the string ends within its size", "the number of vertices")
    size = 0
    for sextet in sextets[skip : skip + width]:
        size = size << 6 | sextet
    if size > most:
        raise error_at(source, start, f"the graph has {size} vertices", f"at most {most}")
    body, at = sextets[skip + width :], start + skip + width
    read = _listed if form == "sparse6" else _matrix
    ends = list(read(source, at, body, size, form == "digraph6"))  # first, since a wrong size may be any number
    names = [str(vertex) for vertex in range(size)]
    edges: list[tuple[str, str, Attributes]] = [(names[tail], names[head], {}) for tail, head in ends]
    return PlainGraph(form == "digraph6", {name: {} for name in names}, edges)


def _unexpected(source: str, offset: int, expected: str) -> ParseError:
    if offset >= len(source) or source[offset].isspace():
        return error_at(source, offset, "the token ends too soon", expected)
    return error_at(source, offset, f"unexpected {quote(source[offset])}", expected)


def _matrix(source: str, at: int, body: Sequence[int], size: int, whole: bool) -> Iterator[tuple[int, int]]:
    bits = size * size if whole else size * (size - 1) // 2
    if len(body) != -(-bits // 6):
        what = f"{len(body)} characters after the size"
        raise error_at(source, at, what, f"{-(-bits // 6)} for {size} vertices")
    for number, sextet in enumerate(body):
        for bit in range(6) if sextet else ():
            if not sextet >> (5 - bit) & 1:
                continue
            place = 6 * number + bit
            if place >= bits:
                raise error_at(source, at + number, "a padding bit is set", "zeros after the matrix")
            if whole:
                yield divmod(place, size)
            else:
                head = (1 + isqrt(1 + 8 * place)) // 2
                yield place - head * (head - 1) // 2, head


def _listed(source: str, at: int, body: Sequence[int], size: int, _: bool) -> Iterator[tuple[int, int]]:
    """Steps of one bit and a number x: with the bit the current vertex is the next one; if x is greater, it becomes
    the current vertex, otherwise there is an edge from x to it. Padding steps lead past the last vertex."""
    width = max(size - 1, 0).bit_length()
    vertex = place = 0
    while place + 1 + width <= 6 * len(body):
        vertex += body[place // 6] >> (5 - place % 6) & 1
        other = 0
        for bit in range(place + 1, place + 1 + width):
            other = other << 1 | (body[bit // 6] >> (5 - bit % 6) & 1)
        if max(vertex, other) >= size:
            if place < 6 * (len(body) - 1):
                raise error_at(source, at + place // 6, "an edge beyond the last vertex", f"{size} vertices")
            return
        place += 1 + width
        if other > vertex:
            vertex = other
        else:
            yield other, vertex


def write6(size: int, ends: Iterable[tuple[int, int]], form: str) -> str:
    """Edges between numbered vertices in one of the formats, without a header."""
    if form == "sparse6":
        bits = _steps(size, sorted((max(pair), min(pair)) for pair in ends))
    else:
        bits = [0] * (size * size if form == "digraph6" else size * (size - 1) // 2)
        for tail, head in ends:
            low, high = min(tail, head), max(tail, head)
            if form == "graph6" and low == high:
                raise NotApplicable("export: graph6 has no loops (expected sparse6)")
            place = tail * size + head if form == "digraph6" else high * (high - 1) // 2 + low
            if bits[place]:
                raise NotApplicable(f"export: {form} has no parallel edges (expected text, dot or graphml)")
            bits[place] = 1
        bits += [0] * (-len(bits) % 6)
    shifts = (0,) if size <= 62 else (12, 6, 0)
    head_ = "~" * (size > 62) + "".join(chr((size >> shift & 63) + 63) for shift in shifts)
    sextets = (sum(bit << 5 - n for n, bit in enumerate(bits[at : at + 6])) for at in range(0, len(bits), 6))
    return FORMS[form] + head_ + "".join(chr(63 + sextet) for sextet in sextets)


def _steps(size: int, ends: list[tuple[int, int]]) -> list[int]:
    """The bits of sparse6, from edges by their larger end."""
    width = max(size - 1, 0).bit_length()
    bits: list[int] = []

    def step(bit: int, number: int) -> None:
        bits.append(bit)
        bits.extend(number >> shift & 1 for shift in reversed(range(width)))

    vertex = 0
    for high, low in ends:
        if high > vertex + 1:
            step(1, high)
            step(0, low)
        else:
            step(high - vertex, low)
        vertex = high
    # Padding with ones alone could be read as a loop at the last vertex.
    if width < 6 and size == 1 << width and -len(bits) % 6 > width and vertex == size - 2:
        bits.append(0)
    return bits + [1] * (-len(bits) % 6)
