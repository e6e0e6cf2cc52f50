"""What is printed: plain lines, with a little colour where standard output is a terminal.

Nothing is wrapped or cut, so that a line of moves or a board can be copied. Rich is imported for a terminal only.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from itertools import islice
from typing import Any

from perfectplay.errors import PerfectPlayError
from perfectplay.limits import Limits
from perfectplay.players import DRAW, LEFT, Player
from perfectplay.result import Result
from perfectplay.system import Line, Position

Span = str | tuple[str, str]
"""Text, or text and its style."""

LONGEST_MOVE = 40
MANY_MOVES = 1000
MOMENT = Limits(time=0.3)
"""What an answer may take beyond the question that was asked."""


def coloured() -> bool:
    stream = sys.stdout
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    return stream.isatty() and os.environ.get("TERM") != "dumb"


@cache
def _console() -> Any:
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


def say(*spans: Span) -> None:
    """One line."""
    if not coloured():
        print("".join(span if isinstance(span, str) else span[0] for span in spans))
        return
    from rich.text import Text

    _console().print(Text.assemble(*spans), soft_wrap=True)


def say_json(value: object) -> None:
    print(json.dumps(value))


def plural(number: int, noun: str) -> str:
    """``1 jump``, ``2 jumps``; nouns are given in the plural, as metrics are."""
    if number == 1 and noun.endswith("s"):
        noun = noun[:-2] if noun.endswith(("shes", "ches", "xes")) else noun[:-1]
    return f"{number:,} {noun}"


# Boards


def say_board(position: Position) -> None:
    """The picture, in the colours of its pieces on a terminal."""
    lines = position.picture().lines
    looks = getattr(position.system, "looks", {})
    if not coloured() or not looks:
        for line in lines:
            say(line)
        return
    from perfectplay.picture import PALETTE

    strong = {symbol: f"bold {PALETTE[look.role][0]}" for symbol, look in looks.items() if look.role in _COLOURFUL}
    for line in lines:
        margin, gap, row = line.partition(" ") if line[:1].isdigit() else (line, "", "")
        spans: list[Span] = [(margin + gap, "dim") if row else margin]
        say(*spans, *((letter, strong[letter]) if letter in strong else letter for letter in row))


_COLOURFUL = ("left", "right", "green", "accent", "second", "yellow", "goal")


# Answers


def say_result(result: Result[Any], quiet: bool = False) -> None:
    """The answer first, then how it was found."""
    lines = _ANSWERS[result.question](result)
    if quiet:
        for line in lines:
            if line.plain:
                print(line.plain)
        return
    for line in lines:
        say(*line.spans)
    stats = f": {result.stats}" if result.stats.positions or result.stats.seconds >= 0.001 else ""
    say((f"{result.method}{stats}", "dim"))


class _Line:
    """A line of an answer, and what is left of it with ``--quiet``."""

    def __init__(self, *spans: Span, plain: str = "") -> None:
        self.spans = spans
        self.plain = plain


def _strong(answer: object) -> Span:
    return str(answer), "bold"


def _outcome(result: Result[Any]) -> list[_Line]:
    lines = [_Line(_strong(result.answer), f"  {result.answer.sentence}", plain=str(result.answer))]
    begins = first_moves(result)
    if begins:
        lines.append(_Line("; ".join(begins)))
    return lines


def first_moves(result: Result[Any]) -> list[str]:
    """What each starter who wins may begin with, as far as that is known in a moment and short enough to print."""
    from perfectplay.questions import best

    position = result.position
    found = []
    for starter in [LEFT] if position.impartial else list(Player):
        if result.answer.when(starter) is not starter or _has_many_moves(position, starter):
            continue
        try:
            move = best(position, starter, limits=MOMENT).answer
        except PerfectPlayError:
            continue
        if move is not None and len(move.text) <= LONGEST_MOVE:
            found.append(f"{'a winning move:' if position.impartial else f'{starter} begins with'} {move.text}")
    return found


def _has_many_moves(position: Position, player: Player) -> bool:
    legal = iter(position.system.legal(position.state, player))
    return next(islice(legal, MANY_MOVES, None), None) is not None


def _grundy(result: Result[Any]) -> list[_Line]:
    sentence = "the first player wins" if result.answer else "the second player wins"
    return [_Line(_strong(result.answer), f"  {sentence}", plain=str(result.answer))]


def _best(result: Result[Any]) -> list[_Line]:
    player = result.details["player"]
    if result.answer is None:
        return [_Line(_strong("no move"), f"  {player} cannot move")]
    impartial = result.position.impartial
    move = result.answer.text
    return [_Line(_strong(move), f"  {leads_to(result, 'it' if impartial else str(player))}", plain=move)]


def leads_to(result: Result[Any], who: str) -> str:
    """What a best move is worth, from its witness."""
    strategy = result.witness
    player = result.details["player"]
    if strategy.draw:
        return "draws" if who == "it" else f"{who} draws"
    if strategy.player is player:
        return "wins" if who == "it" else f"{who} wins"
    return "every move loses"


def _solve(result: Result[Any]) -> list[_Line]:
    line: Line | None = result.answer
    if line is None:
        return [_Line(_strong("no solution"))]
    if not line:
        return [_Line(_strong("solved already"))]
    return [_Line(_strong(line), plain=str(line)), _Line(f"{plural(line.cost, line.metric)}, none shorter")]


def _solutions(result: Result[Any]) -> list[_Line]:
    if not result.answer:
        return [_Line(_strong("no solution"))]
    lines = [_Line(_strong(line), plain=str(line)) for line in result.answer]
    number, first, limit = len(lines), result.answer[0], result.details["limit"]
    cost = plural(first.cost, first.metric)
    if number < limit:
        tail = f"{plural(number, 'shortest solutions')} of {cost}, {'the only one' if number == 1 else 'no others'}"
    else:
        tail = f"the first {plural(number, 'shortest solutions')} of {cost} (--limit {limit})"
    return [*lines, _Line(tail)]


def _count(result: Result[Any]) -> list[_Line]:
    number: int = result.answer
    if not number:
        return [_Line(_strong(0), "  no solution", plain="0")]
    noun = "shortest solution" if number == 1 else "shortest solutions"
    cost = (result.witness or {}).get("cost")
    of = "" if cost is None else f" of {plural(cost, result.details['metric'])}"
    return [_Line(_strong(number), f"  {noun}{of}", plain=str(number))]


def _reachable(result: Result[Any]) -> list[_Line]:
    reach = result.answer
    noun = "position" if reach.positions == 1 else "positions"
    symmetric = "" if reach.representatives == reach.positions else f", {reach.representatives:,} up to symmetry"
    lines = [_Line(_strong(f"{reach.positions:,}"), f"  {noun}{symmetric}", plain=str(reach.positions))]
    lines.append(_Line("by fewest moves: ", " ".join(map(str, reach.layers))))
    if reach.farthest and reach.eccentricity:
        lines.append(_Line(f"farthest, {plural(reach.eccentricity, 'moves')} away: {reach.farthest[0]}"))
    return lines


def _check(result: Result[Any]) -> list[_Line]:
    checked = result.answer
    if not checked:
        return [_Line(_strong("no"), f"  {checked}", plain="no")]
    return [_Line(_strong("yes"), f"  solved in {plural(checked.cost, checked.metric)}", plain="yes")]


_ANSWERS = {
    "outcome": _outcome,
    "grundy": _grundy,
    "best": _best,
    "solve": _solve,
    "solutions": _solutions,
    "count": _count,
    "reachable": _reachable,
    "check": _check,
}


def says_no(result: Result[Any]) -> bool:
    """Is the answer a "no": no solution, no move, a broken rule?"""
    if result.question in ("outcome", "grundy", "reachable"):
        return False
    if result.question == "solve":
        return result.answer is None
    return not result.answer


def winner_sentence(winner: object) -> str:
    return "it is a draw" if winner is DRAW else f"{winner} wins"
