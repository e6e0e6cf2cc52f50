"""Text forms of impartial games in misère play: read from several notations, written in one.

A game is a number or ``*n``, a nim heap; ``{a,b}``, ``(a,b)`` or a list ``[a,b]``, the game with these options; ``x#``,
the game whose only option is x; ``x+y``, a sum. As in CGSuite, ``*[…]`` with one thing in it is that thing, and with
several the game with these options.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from perfectplay.errors import ParseError, error_at, quote
from perfectplay.misere.forms import MisereForm, add, followers, heap, made_of

LARGEST_HEAP = 1000
EXPECTED = "a game such as *3, {0,*2}, *[[2],1] or *[2#,1]"
_CLOSING = {"{": "}", "(": ")", "[": "]", "*[": "]"}
_TOKEN = re.compile(r"\s*(\*\s*\[|\*\s*\d+|\d+|\*|[\[\](){},#+])\s*")


def read_form(text: str) -> MisereForm:
    """The game that a text stands for. Open brackets are on a stack, with the members and the sum found so far."""
    stack: list[tuple[str, list[MisereForm], MisereForm | None]] = []
    members: list[MisereForm] = []
    total: MisereForm | None = None
    here: MisereForm | None = None
    offset = 0
    comma = False

    def finished() -> MisereForm | None:
        return here if total is None or here is None else add(total, here)

    while offset < len(text.rstrip()):
        match = _TOKEN.match(text, offset)
        if not match:
            raise error_at(text, offset, f"unexpected {quote(text[offset : offset + 1])}", EXPECTED)
        token = match[1].replace(" ", "")
        if token in _CLOSING and here is None:
            stack.append((token, members, total))
            members, total, comma = [], None, False
        elif token == "#" and here is not None:
            here = made_of([here])
        elif token == "+" and here is not None:
            total, here = finished(), None
        elif token == "," and here is not None and stack:
            whole = finished()
            assert whole is not None
            members, total, here, comma = [*members, whole], None, None, True
        elif stack and token == _CLOSING[stack[-1][0]] and (here is not None or (total is None and not comma)):
            if (whole := finished()) is not None:
                members = [*members, whole]
            opened, outer, sum_before = stack.pop()
            here = members[0] if opened == "*[" and len(members) == 1 else made_of(members)
            members, total, comma = outer, sum_before, bool(outer)
        elif here is None and (token[-1].isdigit() or token == "*"):
            here = heap(_size(token.lstrip("*") or "1", text, match.start(1)))
        else:
            raise error_at(text, match.start(1), f"unexpected {quote(token)}", EXPECTED)
        offset = match.end()
    if here is None or stack:
        raise error_at(text, len(text), "the text ends too early", EXPECTED)
    found = finished()
    assert found is not None
    return found


def _size(digits: str, text: str, offset: int) -> int:
    if len(digits) > 4 or int(digits) > LARGEST_HEAP:
        raise error_at(text, offset, f"a nim heap of {quote(digits)}", f"at most {LARGEST_HEAP}")
    return int(digits)


def nested_form(source: object) -> MisereForm:
    """The game that nested lists, tuples or sets describe: each has the options as its members; a number is a nim
    heap, and text is read as text."""
    done: dict[int, MisereForm] = {}
    begun: set[int] = set()
    stack = [source]
    while stack:
        thing = stack[-1]
        if id(thing) in done:
            stack.pop()
        elif not isinstance(thing, list | tuple | set | frozenset):
            done[id(thing)] = _leaf(thing)
        elif missing := [each for each in thing if id(each) not in done]:
            if id(thing) in begun:
                raise ParseError("a list that contains itself", expected=EXPECTED)
            begun.add(id(thing))
            stack += missing
        else:
            done[id(thing)] = made_of(done[id(each)] for each in thing)
    return done[id(source)]


def _leaf(thing: object) -> MisereForm:
    if isinstance(thing, MisereForm):
        return thing
    if isinstance(thing, str):
        return read_form(thing)
    if isinstance(thing, bool) or not isinstance(thing, int) or not 0 <= thing <= LARGEST_HEAP:
        raise ParseError(f"unexpected {quote(repr(thing))}", expected=EXPECTED)
    return heap(thing)


def written(form: MisereForm) -> str:
    """``0``, ``*3`` and ``*[2#,1]``; options of higher birthday come first."""
    texts: dict[MisereForm, str] = {}
    for each in followers(form):
        size = each.nimber
        if size is not None:
            texts[each] = str(size)
        elif len(each.options) == 1:
            (only,) = each.options
            texts[each] = texts[only] + "#"
        else:
            texts[each] = f"({_listed(each.options, texts)})"
    if form.nimber is not None:
        return f"*{form.nimber}" if form.nimber > 1 else ("0", "*")[form.nimber]
    inside = texts[form] if len(form.options) == 1 else _listed(form.options, texts)
    return f"*[{inside}]"


def _listed(options: Iterable[MisereForm], texts: dict[MisereForm, str]) -> str:
    ordered = sorted(options, key=lambda each: (-each.birthday, texts[each]))
    return ",".join(texts[each] for each in ordered)
