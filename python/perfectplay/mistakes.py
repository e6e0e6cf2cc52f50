"""What goes wrong inside rules that an author wrote, told in one line.

An exception that leaves an author's method passes through our code, and perhaps through native code, on its way out. At
the doors of the library (the members of a position, a question, ``load``, ``verify``, ``check_rules``) it becomes a
:class:`RulesError` that names the class, the method with its arguments, the exception and the author's line. The
exception itself is the ``__cause__``, so that its traceback can still be read. Nothing is wrapped around the methods:
as long as nothing is wrong, this costs nothing.

Here is also what is looked at before a question about an author's game is answered (:func:`vet`), and the search for
positions that repeat in a game that does not say so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from perfectplay.errors import LimitReached, NotApplicable, ParseError, PerfectPlayError, RulesError, quote, shown
from perfectplay.identity import function_in, is_foreign, is_ours
from perfectplay.limits import watch_now

if TYPE_CHECKING:
    from perfectplay.players import Player
    from perfectplay.position import Position
    from perfectplay.system import System

P = ParamSpec("P")
T = TypeVar("T")

EXPECTED = {
    "moves": "the legal moves",
    "play": "the state after the move",
    "again": "True or False",
    "winner": "pp.LEFT, pp.RIGHT, pp.DRAW, or None while play continues",
    "solved": "True or False",
    "to_move": "pp.LEFT, pp.RIGHT, or None if either may start",
    "split": "a list of states, or None",
    "goals": "the patterns that end play",
    "text": "the text form of the state",
    "parse": "the state that a text describes, or a ValueError for other texts",
    "picture": "a picture of the state",
    "unknowns": "a mapping from unknowns to their values",
    "rules": "pairs of a sentence and a constraint",
    "step": "the next state",
}
"""What an author's methods are for."""
MOST_VISITED = 20_000
"""Positions that are visited in the search for a cycle."""
MOST_SHOWN = 8
"""Positions of a cycle that are shown."""


def in_one_line(door: Callable[P, T]) -> Callable[P, T]:
    """A function through which users reach the rules of a system: what goes wrong there is told in one line."""

    @wraps(door)
    def guarded(*arguments: P.args, **keywords: P.kwargs) -> T:
        try:
            return door(*arguments, **keywords)
        except (PerfectPlayError, MemoryError):
            raise
        except Exception as error:
            told = _told(error)
            if told is None:
                raise
            raise told from error

    return guarded


def _told(error: Exception) -> PerfectPlayError | None:
    """The exception in one line, if it came out of an author's method; otherwise None."""
    from perfectplay.system import System

    method: FrameType | None = None
    line = ""
    trace = error.__traceback__
    while trace is not None:
        frame, code = trace.tb_frame, trace.tb_frame.f_code
        module = frame.f_globals.get("__name__", "")
        first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        if isinstance(first, System) and not is_ours(module):
            method = frame
        if method is not None and (is_foreign(module) or frame is method):
            line = f"{os.path.basename(code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    if method is None:
        return None
    code = method.f_code
    system: System = method.f_locals[code.co_varnames[0]]
    name = _name_of(type(system), code)
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if name == "parse" and isinstance(error, ValueError):
        return ParseError(f"{system.title}: {error}")
    given = ", ".join(_argument(system, method.f_locals.get(each)) for each in code.co_varnames[1 : code.co_argcount])
    expected = EXPECTED.get(name, "an answer")
    return RulesError(f"{system.title}: {name}({given}) raised {said} at {line} (expected {expected})")


def _name_of(cls: type, code: CodeType) -> str:
    """The name of the method with this code: one that is a lambda does not know it."""
    for base in cls.__mro__:
        for name, member in vars(base).items():
            if getattr(function_in(member), "__code__", None) is code:
                return name
    return code.co_name


def _argument(system: System, value: Any) -> str:
    from perfectplay.board import Board

    if isinstance(value, Board):
        return told_board(value, getattr(system, "cells", ""))
    text = getattr(value, "text", None)  # of a sheet
    if text is not None and is_ours(type(value).__module__) and not isinstance(value, type):
        try:
            return quote(str(text()))
        except Exception:
            return shown(value)
    return shown(value)


def told_board(board: Any, symbols: object) -> str:
    """A board as text, filled with the first symbol."""
    try:
        text = board.text(str(symbols)[0] * len(board.cells))
    except Exception:
        return shown(board)
    return quote(text)


# before a question --------------------------------------------------------------------------------------------------


def vet(position: Position) -> None:
    """Look at what an author's rules say about a position: it has a text, and its moves stay the same from call to
    call. Where there are too many moves to list, a theorem may answer all the same."""
    for each in position.system.authored(position.state):
        str(each)
        if each.system.played and each.winner is None:
            for player in each.movers():
                try:
                    _vet_moves(each, player)
                except LimitReached as error:
                    if error.kind != "size":
                        raise


def _vet_moves(position: Position, player: Player) -> None:
    system, state = position.system, position.state
    steps = list(system.legal(state, player))
    told_apart(system, state, steps)
    first, second = ({step.text: step.state for step in each} for each in (steps, system.legal(state, player)))
    if first.keys() == second.keys():
        for text, after in first.items():
            if after != second[text]:
                raise RulesError(
                    f"{system.title}: {text} from {shown(str(position))} leads to {shown(after)}, and then to "
                    f"{shown(second[text])} (expected equal states; a class of states needs __eq__ and __hash__)"
                )
    if first != second:
        raise RulesError(
            f"{system.title}: moves of {shown(str(position))} change from call to call: "
            f"{', '.join(first) or 'none'}, and then {', '.join(second) or 'none'} (expected the same each time)"
        )


def told_apart(system: Any, state: Any, steps: list[Any]) -> None:
    """Refuse two moves of one player that have the same text and do different things."""
    known: dict[str, Any] = {}
    for step in steps:
        if known.setdefault(step.text, step.state) != step.state:
            one, other = (shown(system.text(each)) for each in (known[step.text], step.state))
            raise RulesError(
                f"{system.title}: two moves of {shown(system.text(state))} have the text {step.text!r}, "
                f"one to {one} and one to {other} (expected a text of its own for each{system.renaming})"
            )


# positions that repeat ----------------------------------------------------------------------------------------------


def refused_natively(position: Position, error: Exception) -> Exception:
    """What to raise where native code refuses the rules of an author: if it is because positions repeat in a game that
    does not say ``loopy = True``, that, with the positions. (Native code says "repeat" in all such errors.)"""
    from perfectplay.system import Game

    authored = position.system.authored(position.state)
    if not authored or (isinstance(error, PerfectPlayError) and not isinstance(error, NotApplicable)):
        return error
    for each in authored if "repeat" in str(error) else ():
        if isinstance(each.system, Game) and not each.system.convention.loops:
            cycle = cycle_from(each)
            if cycle:
                return RulesError(loop_told(each.system, cycle))
    if isinstance(error, PerfectPlayError) or _told(error) is not None:
        return error
    return NotApplicable(f"{position.system.title}: {error}")


def loop_told(system: Any, cycle: list[Position]) -> str:
    texts = [shown_text(each) for each in cycle]
    if len(texts) > MOST_SHOWN:
        texts = [*texts[: MOST_SHOWN - 2], "…", texts[-1]]
    return f"{system.title}: positions repeat: {' -> '.join(texts)} (expected loopy = True in the class)"


def shown_text(position: Position) -> str:
    text = str(position)
    return text if len(text) <= 60 else f"{text[:57]}..."


def cycle_from(start: Position, most: int = MOST_VISITED) -> list[Position]:
    """Positions that follow each other and end where they begin, by the plain rules; empty if there are none among
    those that were visited."""
    place = _on_a_cycle(start, most)
    return _way_back(place) if place is not None else []


def _following(position: Position) -> Iterator[Position]:
    return iter(dict.fromkeys(move.after for move in position.moves()))


def _on_a_cycle(start: Position, most: int) -> Position | None:
    path = [(start, _following(start))]
    on_path, seen, watch = {start}, {start}, watch_now()
    while path:
        watch()
        here, following = path[-1]
        after = next(following, None)
        if after is None:
            path.pop()
            on_path.discard(here)
        elif after in on_path:
            return after
        elif after not in seen and len(seen) < most:
            seen.add(after)
            on_path.add(after)
            path.append((after, _following(after)))
    return None


def _way_back(place: Position) -> list[Position]:
    """A shortest way from a position to itself, which there is."""
    came: dict[Position, Position] = {}
    todo = [place]
    for here in todo:  # the list grows
        for after in _following(here):
            if after == place:
                way = [after]
                while here != place:
                    way.append(here)
                    here = came[here]
                return [place, *reversed(way)]
            if after not in came:
                came[after] = here
                todo.append(after)
    return []


def refuse_answer(system: Any, method: str, arguments: tuple[Any, ...], answer: Any, more: str = "") -> RulesError:
    """An author's method returned something that makes no sense."""
    given = ", ".join(_argument(system, each) for each in arguments)
    expected = EXPECTED[method] + (more or ("; is a return missing?" if answer is None else ""))
    return RulesError(f"{system.title}: {method}({given}) returned {shown(answer)} (expected {expected})")
