"""Addresses of puzz.link, pzv.jp, pzprxs and pzplus: ``https://puzz.link/p?TYPE/[flags/]WIDTH/HEIGHT/BODY``.

:func:`read` takes an address or just the part after the question mark, :func:`write` makes an address. Every name in
use is known for a type. Flags stand for variants: one that changes the rules is refused by name.

>>> read("https://puzz.link/p?slither/3/2/a7b").sheet.text()
'0..|2.1'
>>> write("slitherlink", read("slither/3/2/a7b").sheet)
'https://puzz.link/p?slither/3/2/a7b'
"""

from __future__ import annotations

import re
from typing import NamedTuple

from perfectplay.errors import ParseError, quote
from perfectplay.formats.bodies import Body
from perfectplay.formats.types import LARGEST, Type, check, in_order, ours, theirs, type_of
from perfectplay.kinds.sheet import Sheet

HOSTS = ("puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn")
HOST = "https://puzz.link/p?"


class Link(NamedTuple):
    """What an address holds: the name of the type in pzpr, and the sheet."""

    type: str
    sheet: Sheet


def type_in(text: str) -> str:
    """The name of the type."""
    return re.sub("_(edit|play)$", "", query_of(text).split("/")[0])


def read(text: str) -> Link:
    """The type and the sheet of an address, or of ``TYPE/WIDTH/HEIGHT/BODY``."""
    kind = type_of(type_in(text))
    parts = query_of(text).split("/")[1:]
    try:
        return Link(kind.name, read_rest(kind, parts))
    except ParseError as error:
        raise error.within(kind.name) from None


def read_rest(kind: Type, parts: list[str]) -> Sheet:
    """What follows the type."""
    read_flags(kind, parts)
    if len(parts) < 2 or not parts[0] or not parts[1]:
        raise ParseError("no size", expected=f"{kind.name}/width/height/clues")
    cols, rows = (read_size(part) for part in parts[:2])
    if kind.square and rows != cols:  # before the body is read with a wrong size
        raise ParseError(f"{cols} x {rows} cells", expected="a square")
    if len(parts) > 2 and not parts[-1]:  # a slash at the end protects addresses that end with a sign
        parts.pop()
    body = Body("/".join(parts[2:]))
    sheet = kind.read(body, rows, cols)
    body.end()
    check(kind, sheet)
    return ours(kind, sheet)


def query_of(text: str) -> str:
    """What follows the question mark."""
    text = text.strip()
    address, mark, query = text.partition("?")
    if not mark:
        if "://" in text:
            raise ParseError(f"no puzzle in the address {quote(text)}", expected=f"{HOST}type/width/height/clues")
        return text
    host = re.sub(r"^\w+://", "", address).split("/")[0].lower()
    if host.removeprefix("www.") not in HOSTS:
        raise ParseError(f"unknown host {quote(host)}", expected=", ".join(HOSTS))
    return re.sub(r"^(?:\w+=\w+&)+", "", query)


def read_flags(kind: Type, parts: list[str]) -> None:
    """Removes flags that change nothing; refuses all others."""
    if parts and parts[0].startswith("v:"):
        raise ParseError(f"the variant {quote(parts[0])} is not supported")
    if len(parts) > 2 and re.fullmatch("[a-z]+", parts[0]):
        for flag in parts.pop(0):
            if flag not in kind.looks:
                meaning = f" ({kind.flags[flag]})" if flag in kind.flags else ""
                raise ParseError(f"the flag {quote(flag)}{meaning} is not supported")


def read_size(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) == 0:
        raise ParseError(f"the size {quote(text)}", expected=f"a number from 1 to {LARGEST}")
    if int(text) > LARGEST:
        raise ParseError(f"a side of {int(text)} cells", expected=f"at most {LARGEST}")
    return int(text)


def write(name: str, sheet: Sheet, host: str = HOST) -> str:
    """The address of a sheet."""
    kind = type_of(name)
    try:
        query = write_query(kind, sheet)
    except ParseError as error:
        raise error.within(kind.name) from None
    return host + query


def write_query(kind: Type, sheet: Sheet) -> str:
    check(kind, sheet)
    sheet = theirs(kind, sheet)
    rows, cols = kind.board_side(sheet.rows), kind.board_side(sheet.cols)
    if kind.divided:
        sheet = Sheet(sheet.rows, sheet.cols, sheet.clues, in_order(sheet))
    query = f"{kind.address or kind.name}/{cols}/{rows}/{kind.write(sheet)}"
    return query if query[-1].isalnum() else query + "/"
