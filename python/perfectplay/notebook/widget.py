"""The widget: what is shown, and the kernel's side of what it asks.

What the page asks a server, the widget asks here: the same operations (:mod:`perfectplay.views.operations`) with the
same answers. Questions are answered in a thread of their own, so that cells can be run meanwhile and a search can be
given up; everything else is answered at once.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import count
from threading import Thread
from typing import Any

import anywidget
import traitlets

from perfectplay._native import Cancel
from perfectplay.errors import ParseError, PerfectPlayError, UnknownSystem, quote
from perfectplay.limits import Limits
from perfectplay.notebook.display import drawings
from perfectplay.notebook.joined import script
from perfectplay.own import unsaid, word_for
from perfectplay.picture import Picture
from perfectplay.players import LEFT, Player
from perfectplay.position import Filled, Line, Move, Position
from perfectplay.registry import adopt, system
from perfectplay.result import Result
from perfectplay.system import Game, Posed, System
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.value import Value
from perfectplay.views.answers import answer_view
from perfectplay.views.answers import line_view as stepped
from perfectplay.views.errors import error_view
from perfectplay.views.operations import carry_out
from perfectplay.views.positions import position_view, read_position
from perfectplay.views.values import value_view

EXPECTED = "a position, a line, a value, a thermograph, a picture, a filled-in sheet or a result"
PAUSE = 0.2
"""Seconds between two messages about progress."""


class Widget(anywidget.AnyWidget):
    """Something shown in a notebook."""

    _esm = traitlets.Unicode(script()).tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    """What is shown, as data."""
    now = traitlets.Dict().tag(sync=True)
    """What the reader has made of it: the text of the position on the board, or of what is filled in."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        super().__init__(view=dict(view))
        self.running: dict[int, tuple[Thread, Cancel]] = {}
        self.on_msg(self._asked)

    @property
    def position(self) -> Position:
        """The position that is on the board now."""
        shown = self.view.get("position")
        if shown is None:
            raise ParseError("there is no board here", expected="a widget of a position")
        return read_position({**shown, "position": self.now.get("position", shown["position"])})

    @property
    def answer(self) -> Filled | None:
        """What is filled in now; None if that is nothing."""
        puzzle = self.position
        rules = puzzle.system
        if not isinstance(rules, Posed):
            raise ParseError(f"{rules.title} is not filled in", expected="a widget of a pencil puzzle")
        text = self.now.get("answer")
        return None if not text else Filled(puzzle, rules.filled(puzzle, text))

    def _asked(self, widget: object, message: Any, buffers: object) -> None:
        number = message.get("number") if isinstance(message, dict) else None
        if not isinstance(number, int):
            return
        if message.get("cancel"):
            if number in self.running:
                self.running[number][1].set()
            return
        name, body = str(message.get("operation")), message.get("body")
        if not name.startswith("ask/"):
            self._answer(number, name, body)
            return
        cancel = Cancel()
        thread = Thread(target=self._search, args=(number, name, body, cancel), daemon=True)
        self.running[number] = thread, cancel
        thread.start()

    def _search(self, number: int, name: str, body: Any, cancel: Cancel) -> None:
        last = time.monotonic()

        def progress(positions: int, seconds: float, depth: int) -> None:
            nonlocal last
            if time.monotonic() - last > PAUSE:
                last = time.monotonic()
                told = {"positions": positions, "seconds": seconds, "depth": depth}
                self.send({"number": number, "progress": told})

        try:
            with Limits(cancel=cancel):
                self._answer(number, name, body, progress)
        finally:
            self.running.pop(number, None)

    def _answer(self, number: int, name: str, body: Any, progress: Any = None) -> None:
        try:
            self.send({"number": number, "answer": carry_out(name, body, progress)})
        except Exception as error:
            self.send({"number": number, "error": error_view(error)})


def widget_for(thing: Any, opponent: str | None, player: Player | None) -> Widget:
    """The widget that shows a thing; see :func:`perfectplay.notebook.show`."""
    if opponent not in (None, "perfect"):
        raise ParseError(f"the opponent {quote(str(opponent))}", expected='"perfect", or none')
    if opponent is not None and not (isinstance(thing, Position) and isinstance(thing.system, Game)):
        raise ParseError("an opponent here", expected="one on a position of a game for two players")
    if isinstance(thing, Position):
        return Widget(_position(thing, opponent, player))
    return Widget(_view(thing))


def _view(thing: Any) -> dict[str, Any]:
    if isinstance(thing, Result):
        return _result(thing)
    if isinstance(thing, Line):
        find(thing.start.system)
        return {"lines": [stepped("", thing)]}
    if isinstance(thing, Move):
        return _position(thing.after, None, None)
    if isinstance(thing, Value):
        return {"value": value_view(thing)}
    if isinstance(thing, Thermograph):
        return {"thermograph": thing.to_json()}
    if isinstance(thing, Filled):
        return {"pictures": [thing.picture().to_json()]}
    if isinstance(thing, Picture):
        return {"pictures": [thing.to_json()]}
    raise ParseError(f"no way to show an object of type {type(thing).__name__}", expected=EXPECTED)


def _position(position: Position, opponent: str | None, player: Player | None) -> dict[str, Any]:
    find(position.system)
    view: dict[str, Any] = {"position": position_view(position)}
    if opponent is not None or player is not None:
        mine = player or position.to_move or LEFT
        view["starter"] = str(position.to_move or mine)
        view["partner"] = str(mine.opponent) if opponent else ""
    return view


def _result(result: Result[Any]) -> dict[str, Any]:
    if isinstance(result.position, Position):
        find(result.position.system)
    seen = answer_view(result)
    whole = isinstance(result.answer, Value)  # what is shown of a value says it all
    pictures = [each.what for each in drawings(result)] if not whole else [result.position.picture()]
    return {
        "words": [
            line["parts"] for line in seen["words"] if not whole and any(text for text, _ in line.get("parts", ()))
        ],
        "lines": seen["lines"],
        "value": seen["value"],
        "thermograph": seen["thermograph"],
        "pictures": [each.to_json() for each in pictures if isinstance(each, Picture)],
    }


def find(rules: System) -> None:
    """Let a system of the notebook's own be found by name, as those of the catalogue are."""
    cls = type(rules)
    for number in count(1) if not word_for(cls) else ():
        key = f"own-{cls.__name__.lower()}" + (f"-{number}" if number > 1 else "")
        try:
            system(key)
        except UnknownSystem:
            adopt(cls, key)
            break
    fault = unsaid(rules)
    if fault:
        raise PerfectPlayError(fault)
