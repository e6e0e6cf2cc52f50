"""Reasons for a move, in the terms of players."""

from __future__ import annotations

from perfectplay.families.dots_and_boxes.anatomy import Anatomy
from perfectplay.families.dots_and_boxes.web import Tangle

NUMBERS = ("no", "one", "two", "three", "four")


def explain(tangle: Tangle, string: int, noun: tuple[str, str]) -> str:
    """What cutting a string does. ``noun`` is one and several of what is captured."""
    before, after = Anatomy(tangle), Anatomy(tangle.cut(string))
    freed, offered = tangle.freed_by(string), after.harvest

    def count(number: int) -> str:
        return f"{NUMBERS[number] if number < len(NUMBERS) else number} {noun[number != 1]}"

    if freed:
        if not after.tangle.left:
            return f"takes the last {count(freed).removeprefix('one ')}"
        return f"takes {count(freed)}" + (f"; {count(offered.taken)} more can be taken" if offered.taken else "")
    if before.harvest.taken:
        if before.harvest.given_back and not offered.given_back:
            return f"double-deals: gives back {count(offered.taken)} to keep control"
        return f"leaves {count(offered.taken)} to the opponent"
    if not offered.taken:
        left = len(after.safe)
        return f"a safe move; {left} more would be safe" if left else "the last safe move"
    opened = next((str(piece) for piece in before.pieces if string in piece.strings), "")
    if offered.given_back:
        what = f"the {opened}" if opened else count(offered.taken)
        return f"opens {what}; the opponent can keep control" if offered.rest.left else f"opens {what}, the last"
    where = " in the middle, so that they cannot be given back" if opened == "2-chain" else ""
    return f"gives away {count(offered.taken)}{where}"
