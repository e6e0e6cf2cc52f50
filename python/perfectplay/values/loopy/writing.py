"""Writing loopy values, such that they are read back.

A value takes the first of these forms that fits: a name, with a number before and a nimber after it; tiny or miny; a
switch; braces, in which a game that contains itself is named by a letter, or by ``pass`` where it is an option of
itself and that is all. A value with two sides is written ``S & T``.

>>> str(Value("{0|pass} + 5")), str(Value("a{0||||0|||a|*||*}")), str(Value("{on|0||0}"))
('5over', 'a{0|{0|{{a|*}|*}}}', 'Miny(on)')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.errors import LimitReached
from perfectplay.limits import watched
from perfectplay.values.loopy.names import name_of
from perfectplay.values.loopy.value import LoopyValue, _tiny
from perfectplay.values.reading import MOST_CHARACTERS

if TYPE_CHECKING:
    from perfectplay.values.value import Value
    from perfectplay.values.writing import Style

MOST_PIECES = 50_000
_LETTERS = "abcdefghijklmnopqrstuxyz"


class _Braces:
    """Braces that are being written, and the places where their game is an option again."""

    def __init__(self, value: Value, at: int) -> None:
        self.value = value
        self.at = at
        self.again: list[tuple[int, bool]] = []


def text(value: Value, style: Style) -> str:
    """The value in the signs of a style."""
    if not value.is_stopper and name_of(value) is None:
        return _written(value.onside, style) + style.both + _written(value.offside, style)
    return _written(value, style)


def brief(value: Value, width: int, style: Style) -> str:
    """The text, cut if it is longer than `width`; never fails."""
    try:
        found = text(value, style)
    except LimitReached:
        return "…"
    return found if len(found) <= width else found[: width - 1] + "…"


def _short(value: Value, style: Style) -> str:
    from perfectplay.values.forms import Forms
    from perfectplay.values.writing import Writer

    return Writer(style, Forms([value])).text(value)


def _name(value: Value, style: Style) -> str | None:
    found = name_of(value)
    if found is None:
        return None
    number, name, nimber = found
    arrows = {"^": style.arrows[0], "v": style.arrows[2]}
    if name in ("v[on]", "^<on>", "v<on>"):
        name = style.loopy_power(arrows[name[0]], name[1] == "[")
    else:
        name = style.word(name)
    star = "" if not nimber else style.star if nimber == 1 else f"{style.star}{nimber}"
    return (style.number(number) if number else "") + name + star


def _written(root: Value, style: Style) -> str:
    """Without recursion: pieces are strings, values that are to be written, or braces that are to be closed."""
    start, end = style.braces
    pieces: list[str] = []
    length, letters = 0, 0
    stack: list[str | Value | _Braces] = [root]
    around: dict[Value, _Braces] = {}
    innermost: list[_Braces] = []
    for _ in watched(range(MOST_PIECES)):
        if not stack:
            return "".join(pieces)
        item = stack.pop()
        if isinstance(item, _Braces):
            pieces.append(end)
            del around[item.value]
            innermost.pop()
            if any(not direct for _, direct in item.again):
                letter = _LETTERS[letters % len(_LETTERS)] + (str(letters // len(_LETTERS)) if letters > 23 else "")
                letters += 1
                pieces[item.at] = letter + start
                for place, _ in item.again:
                    pieces[place] = letter
        elif isinstance(item, str):
            pieces.append(item)
        elif item in around:
            braces = around[item]
            braces.again.append((len(pieces), innermost[-1] is braces))
            pieces.append("pass")
        elif not isinstance(item, LoopyValue):
            pieces.append(_short(item, style))
        else:
            stack += reversed(_parts(item, style, around, innermost, len(pieces)))
        length += len(pieces[-1]) if pieces else 0
        if length > MOST_CHARACTERS:
            break
    raise LimitReached(f"the text of the value has more than {MOST_CHARACTERS} characters")


def _parts(
    value: LoopyValue, style: Style, around: dict[Value, _Braces], innermost: list[_Braces], at: int
) -> list[str | Value | _Braces]:
    """What a loopy value is written as. A part that leads back to braces around it is written in braces of its own,
    since only options can be named."""
    name = _name(value, style)
    if name is not None:
        return [name]
    within = any(each in around for each in value.followers)
    if not within:
        for sign, each in (0, value), (1, -value):
            tiny = _tiny(each)
            if tiny is not None and not any(part in around for part in tiny[1].followers):
                number = tiny[0].fraction if not sign else -tiny[0].fraction
                before = style.number(number) if number else ""
                if style.end_of_tiny:
                    return [before + style.tiny[sign], tiny[1], style.end_of_tiny]
                return [before + style.tiny[sign] + "(", tiny[1], ")"]
        if value == -value and len(value.left) == 1 and value.left[0] != value:
            return [style.switch + "(", value.left[0], ")"]
    start = style.braces[0]
    braces = _Braces(value, at)
    around[value] = braces
    innermost.append(braces)
    found: list[str | Value | _Braces] = [start]
    for side, options in enumerate((value.left, value.right)):
        if side:
            found.append(style.bars(1))
        for place, option in enumerate(options):
            found += [style.comma, option] if place else [option]
    return [*found, braces]
