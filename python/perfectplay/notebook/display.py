"""What notebooks show without a widget: the answer in words first, then its picture, then how it was found.

Everything that shows itself (:class:`perfectplay.shown.Shown`) says what there is to see as *parts*; here they become
HTML. Drawings that follow each other stand side by side.

A notebook that is not trusted strips styles, scripts and inline SVG, but keeps images with embedded data and the
attribute ``hidden``. So drawings are images; and a line of play, whose positions are stepped through by radio buttons
and a style sheet, shows its first and its last position where those do not work. Nothing is asked of a server, and
nothing is loaded. Colours are the notebook's own, so that light and dark are as there; drawings bring their paper.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from html import escape
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias
from zlib import crc32

from perfectplay.errors import IllegalMove, PerfectPlayError
from perfectplay.notebook.layers import common_box, still
from perfectplay.picture import Picture
from perfectplay.picture.shapes import svg_of
from perfectplay.position import Filled, Line, Move, Position
from perfectplay.questions import names, record
from perfectplay.result import Result
from perfectplay.system import Posed
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.value import Value
from perfectplay.views.answers import shortened, things, unlike
from perfectplay.views.values import in_a_moment
from perfectplay.words import Said, Styled, line_in_words, plural

if TYPE_CHECKING:
    from perfectplay.registry import Catalogue
    from perfectplay.shown import Shown

MOST_FRAMES = 200
"""Positions of a line that can be stepped through."""
MOST_CHARACTERS = 1_000_000
"""Of all of them, as far as that leaves the first and the last; a notebook keeps what it shows."""
MOST_DRAWN = 12
"""Drawings of one answer."""
MOST_LINES = 4
"""Lines of one answer that can be stepped through."""
LONGEST_TEXT = 4000
LONGEST_VALUE = 300

_COLOURS = {
    "good": "var(--jp-success-color1,#2e8b57)",
    "bad": "var(--jp-error-color1,#d9534f)",
    "left": "#2f86c6",
    "right": "#d55e00",
}


class Drawing(Protocol):
    """A picture or a thermograph."""

    def svg(self) -> str:
        """As a document."""


class Drawn(NamedTuple):
    """A drawing, with what is said about it."""

    what: Drawing
    caption: str = ""


class Table(NamedTuple):
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class Aside(NamedTuple):
    """Something in small print."""

    text: str


Part: TypeAlias = "str | tuple[str | Styled, ...] | Picture | Drawn | Line | Table | Aside"
"""Words as :mod:`perfectplay.words` has them, a drawing, a line to step through, a table, small print."""


def html(thing: Shown) -> str | None:
    """What a notebook shows of a thing; None, so that it prints it, where that would take too much."""
    try:
        body = "".join(_blocks(thing._shown()))
    except PerfectPlayError:
        return None
    # a position may have dollar signs in it, and is not mathematics
    return f'<div class="perfectplay mathjax_ignore tex2jax_ignore">{body}</div>'


def _blocks(parts: Iterable[Part]) -> Iterator[str]:
    row: list[str] = []
    for part in parts:
        if isinstance(part, Picture):
            part = Drawn(part)
        if isinstance(part, Drawn):
            row.append(_figure(part))
            continue
        if part == "":
            continue
        yield from _row(row)
        row = []
        if isinstance(part, Line):
            yield _steps(part)
        elif isinstance(part, Table):
            yield _table(part)
        elif isinstance(part, Aside):
            yield f'<div style="opacity:0.7">{_paragraph(f"<small>{escape(part.text)}</small>")}</div>'
        else:
            said: tuple[str | Styled, ...] = (part,) if isinstance(part, str) else part
            yield _paragraph("".join(map(_spoken, said)))
    yield from _row(row)


def _paragraph(text: str) -> str:
    return f'<p style="margin:0 0 4px 0;white-space:pre-wrap;overflow-wrap:break-word">{text}</p>'


def _row(figures: Sequence[str]) -> Iterator[str]:
    if figures:
        yield f"<div>{''.join(figures)}</div>"


def _spoken(part: str | Styled) -> str:
    if isinstance(part, str):
        return escape(shortened(part, LONGEST_TEXT))
    colour = _COLOURS.get(part.style)
    style = f' style="color:{colour}"' if colour else ""
    return f"<strong{style}>{escape(shortened(part.what, LONGEST_VALUE))}</strong>"


def _figure(drawn: Drawn) -> str:
    said = f"<figcaption><small>{escape(shortened(drawn.caption, LONGEST_VALUE))}</small></figcaption>"
    return (
        '<figure style="display:inline-block;margin:4px 16px 8px 0;vertical-align:top;max-width:100%">'
        f"{_image(drawn.what.svg(), drawn.caption or _title(drawn.what))}{said if drawn.caption else ''}</figure>"
    )


def _title(what: object) -> str:
    return what.title if isinstance(what, Picture) else "thermograph" if isinstance(what, Thermograph) else ""


def _image(svg: str, title: str, more: str = "") -> str:
    alt = escape(shortened(title, LONGEST_VALUE))
    return f'<img src="{embedded(svg)}" alt="{alt}" style="max-width:100%;border-radius:4px"{more}>'


def embedded(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _table(table: Table) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        made = "".join(f'<{tag} align="left">{escape(each)}</{tag}>' for each in cells)
        return f"<tr>{made}</tr>"

    rows = "".join(row(each, "td") for each in table.rows)
    return f"<table><thead>{row(table.head, 'th')}</thead><tbody>{rows}</tbody></table>" if rows else ""


# lines --------------------------------------------------------------------------------------------------------------

_numbers = count(1)
"""Radio buttons belong together by name, so that each line on a page needs one of its own."""

_STYLE = """
.pp-steps{display:flex;flex-wrap:wrap;align-items:center}
.pp-steps>input{display:inline-block!important;width:10px;height:10px;margin:2px 1px}
.pp-steps>div{order:1;flex-basis:100%;display:none}
.pp-steps>input:checked+div{display:block!important}
.pp-steps .pp-go{display:inline!important}
.pp-steps label{display:inline;cursor:pointer;padding:0 8px;border:1px solid;border-radius:4px;margin-right:6px}
"""


def _steps(line: Line) -> str:
    """All positions of a line, one at a time. What never changes is the background of those between the first and the
    last, so that they are small."""
    number = len(line)
    if not number:
        return "".join(_row([_figure(Drawn(line.start.picture()))]))
    kept = [*range(min(number, MOST_FRAMES - 1)), number]
    where = [line.start, *(move.after for move in line)]
    pictures = [where[step].picture() for step in kept]
    box = common_box(pictures)
    ground = still(pictures)

    def drawn(picture: Picture, whole: bool) -> str:
        shapes = [shape for shape in picture.shapes if whole or shape not in ground]
        return svg_of(shapes, box, picture.title, paper=whole)

    ends = (0, len(kept) - 1)
    documents = [drawn(picture, at in ends) for at, picture in enumerate(pictures)]
    room = MOST_CHARACTERS - len(documents[0]) - len(documents[-1])
    fitting = 1
    while fitting < ends[1] and room >= len(documents[fitting]) * 4 // 3:
        room -= len(documents[fitting]) * 4 // 3
        fitting += 1
    documents[fitting : ends[1]], kept[fitting : ends[1]] = [], []

    base = svg_of([shape for shape in pictures[0].shapes if shape in ground], box, "", paper=True)
    name = f"pp-{next(_numbers)}-{crc32(''.join(documents).encode()):08x}"
    style = f'{_STYLE}#{name} .pp-over{{background:url("{embedded(base)}") no-repeat;background-size:100% 100%}}'
    frames = [_frame(line, name, kept, at, document) for at, document in enumerate(documents)]
    missing = number + 1 - len(kept)
    told = _paragraph(f"<small>{missing:,} positions before the last are left out</small>") if missing else ""
    return f'<style>{style}</style><div class="pp-steps" id="{name}">{"".join(frames)}</div>{told}'


def _frame(line: Line, name: str, kept: Sequence[int], at: int, drawing: str) -> str:
    first, last, step = at == 0, at == len(kept) - 1, kept[at]
    move = None if step == 0 else line[step - 1]
    mover = f" {move.player}:" if move is not None and line.start.system.players == 2 else ""
    said = "start" if move is None else f"{step} of {len(line)}:{mover} {move.text}"
    back = "" if first else f'<label for="{name}-{at - 1}">‹ back</label>'  # noqa: RUF001
    on = "" if last else f'<label for="{name}-{at + 1}">on ›</label>'  # noqa: RUF001
    image = _image(drawing, said, "" if first or last else ' class="pp-over"')
    return (
        f'<input type="radio" name="{name}" id="{name}-{at}" title="{escape(said)}" hidden{" checked" * first}>'
        f"<div{' hidden' * (not (first or last))}>"
        f'{_paragraph(f"""<span class="pp-go" hidden>{back}{on}</span>{escape(said)}""")}{image}</div>'
    )


# parts --------------------------------------------------------------------------------------------------------------


def result_parts(result: Result[Any]) -> Iterator[Part]:
    """The answer in the words of the command line, its pictures, and how it was found."""
    if result.question not in names():
        yield str(result.answer)
        return
    question = record(result.question)
    described = list(question.describe(result))
    words = [said for said in described if not isinstance(said, Picture) and said != ""]
    yield from words or [shortened(result.answer, LONGEST_TEXT)]
    lines = _lines(result)
    pictures = drawings(result, described, captions=bool(words))
    yield from pictures[:MOST_DRAWN]
    if len(pictures) > MOST_DRAWN:
        yield Aside(f"{len(pictures) - MOST_DRAWN} more are not drawn")
    for title, line in lines[:MOST_LINES]:
        if title:
            yield title
        yield line
    if len(lines) > MOST_LINES:
        yield Aside(f"{len(lines) - MOST_LINES} more are not drawn")
    if question.limited:
        yield Aside(f"method {result.method}; {result.stats}")


def drawings(result: Result[Any], described: Iterable[Said] = (), captions: bool = True) -> list[Drawn]:
    """What is drawn of a result besides its lines, each once; without captions where they say what has been said."""
    said = (Drawn(each) for each in described if isinstance(each, Picture))
    seen: dict[Drawing, Drawn] = {}
    for each in (*_before(result), *_drawings(result.answer, captions), *said):
        seen.setdefault(each.what, each)
    found = list(seen.values())
    return [Drawn(found[0].what)] if len(found) == 1 else found


def _before(result: Result[Any]) -> Iterator[Drawn]:
    """What was asked about: the position, unless the answer is drawn upon it, or what was filled in."""
    position, given = result.position, result.details.get("given")
    if given is not None and isinstance(position.system, Posed):
        yield Drawn(position.system.filled(position, given).picture(), "given")
        return
    upon = any(isinstance(each, Filled) for _, each in things("", result.answer))
    if not upon and all(line.start != position for _, line in _lines(result)):
        yield Drawn(position.picture(), "before" if isinstance(result.answer, Move) else "position")


def _drawings(answer: Any, said: bool) -> Iterator[Drawn]:
    """What is drawn of an answer, by the type of what it holds. What is filled in has its text below, unless that has
    been said."""
    if isinstance(answer, Move):
        yield Drawn(answer.after.picture(), f"after {answer}")
    for title, each in things("", answer):
        if isinstance(each, Filled):
            yield Drawn(each.picture(), str(each) if said else "")
        elif isinstance(each, Position):
            yield Drawn(each.picture(), title)
        elif isinstance(each, Value):
            yield from value_drawings(each)
        elif isinstance(each, Thermograph):
            yield Drawn(each, "thermograph")


def value_drawings(value: Value) -> Iterator[Drawn]:
    """The tree of options, unless the value is very large, and the thermograph; nothing of one that is not short."""
    if value.is_loopy or value._long:
        return
    tree = in_a_moment(value.tree)
    if tree is not None:
        yield Drawn(tree, "tree of options")
    yield Drawn(value.thermograph, "thermograph")


def _lines(result: Result[Any]) -> list[tuple[str, Line]]:
    """Those of the answer, or else of the witness; a line that was checked, as far as it is legal."""
    moves = result.details.get("moves")
    if result.question == "check" and moves is not None:
        return [("", _as_far_as_legal(result.position, moves, result.details.get("metric")))]
    found = chain(things("", result.answer), things("", result.witness))
    return unlike((title, each) for title, each in found if isinstance(each, Line))


def _as_far_as_legal(start: Position, texts: Iterable[str], metric: str | None) -> Line:
    moves: list[Move] = []
    with suppress(IllegalMove):
        for text in chain.from_iterable(map(start.system.expand, texts)):
            moves.append((moves[-1].after if moves else start).move(text))
    return Line(start, moves, metric)


def line_parts(line: Line) -> Iterator[Part]:
    yield from line_in_words(line)
    yield line


def move_parts(move: Move) -> Iterator[Part]:
    alike = move.after.system.players == 1 or move.after.impartial
    yield Styled(move.text, "bold"), "" if alike else f"  {move.player}"
    yield Drawn(move.after.picture(), "after the move")


def catalogue_parts(catalogue: Catalogue) -> Iterator[Part]:
    yield (Styled(plural(len(catalogue), "systems"), "bold"),)
    rows = [(each.key, each.name, each.kind, " ".join(each.systems), each.section) for each in catalogue]
    yield Table(("key", "name", "kind", "rows", "section"), rows)
