"""Is this a solution? Says what is wrong, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfectplay.errors import IllegalMove, NotApplicable, kind_of
from perfectplay.forms import STRING, TEXT, Form, each, integer, list_of, listed, record, text
from perfectplay.position import Line, Move, Position
from perfectplay.question import METRIC, Argument, Question, is_played
from perfectplay.questions.solve import is_posed, is_puzzle
from perfectplay.questions.unique import is_filled_in
from perfectplay.result import Result
from perfectplay.words import bad, good

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


@dataclass(frozen=True)
class Checked:
    """Whether an answer holds, and if not, which rules it breaks."""

    broken: tuple[str, ...]
    cost: int | None = None
    metric: str = ""
    cells: tuple[tuple[Any, ...], ...] = ()
    """In a pencil puzzle: where each of those rules is broken."""

    def __bool__(self) -> bool:
        return not self.broken

    def __str__(self) -> str:
        solved = "solved" if self.cost is None else f"solved in {self.cost} {self.metric}"
        return solved if self else "; ".join(self.broken)

    def __repr__(self) -> str:
        return str(self)

    def to_json(self) -> dict[str, Any]:
        return {"holds": bool(self), "broken": list(self.broken), "cost": self.cost, "metric": self.metric}


def texts_of(position: Position, answer: object) -> list[str]:
    """The moves of an answer, given as a line, as text, or as a list of moves or texts."""
    if isinstance(answer, Result):
        answer = answer.answer
    if isinstance(answer, str):
        if position.system.move_separator == "":
            return [letter for letter in answer if not letter.isspace()]
        return re.split(r"[\s,;]+", answer.strip()) if answer.strip() else []
    if isinstance(answer, Line):
        return [move.text for move in answer]
    if isinstance(answer, Iterable):
        return [each.text if isinstance(each, Move) else str(each) for each in answer]
    raise NotApplicable(f"check: expected moves, got {kind_of(answer)}")


def check(position: Position, answer: object, *, metric: str | None = None) -> Result[Checked]:
    """Replay ``answer`` by the plain rules: is every move legal, and is the puzzle solved at the end? In a pencil
    puzzle: check it against every rule.

    >>> pp.check(pp.load("peg_solitaire", "oo."), "a1-c1")
    solved in 1 jumps
    >>> pp.check(pp.load("peg_solitaire", "oo."), "c1-a1")
    move 1: peg_solitaire: no legal move 'c1-a1' (expected one of: a1-c1)
    """
    QUESTION.demand(position)
    metric = METRIC.settle(position, metric)
    if is_posed(position):
        filled = position.system.filled(position, answer)
        wrong = position.system.broken(position.state, filled)
        found = Checked(tuple(sentence for sentence, _ in wrong), cells=tuple(cells for _, cells in wrong))
        return Result("check", position, found, "rules", details={"given": str(filled)})
    texts = texts_of(position, answer)
    try:
        line = Line.replay(position, texts, metric)
    except IllegalMove as error:
        found = Checked((str(error),))
    else:
        solved = line.end.winner is not None
        found = Checked((), line.cost, line.metric) if solved else Checked((_unsolved(line),))
    return Result("check", position, found, "replay", details={"metric": metric, "moves": texts})


def _unsolved(line: Line) -> str:
    return f"after {len(line)} moves it is not solved"


def _described(result: Result[Any]) -> Iterator[Said]:
    found: Checked = result.answer
    places = found.cells or ((),) * len(found.broken)
    for sentence, cells in zip(found.broken, places, strict=True):
        where = f" {', '.join(map(_place, cells[:8]))}{', …' if len(cells) > 8 else ''}" if cells else ""
        yield bad(sentence), where
    if found:
        yield (good(str(found)),)


def _place(unknown: Any) -> str:
    """A cell as row and column, a line by its two ends."""
    if isinstance(unknown, tuple) and len(unknown) == 2 and all(isinstance(n, int) for n in unknown):
        return f"r{unknown[0] + 1}c{unknown[1] + 1}"
    return "-".join(map(_place, unknown)) if isinstance(unknown, tuple) else str(unknown)


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.verdict import settled

    if is_posed(result.position):
        again = check(result.position, result.details["given"]).answer
        return {"answer": settled(again == result.answer, "checked the answer against every rule", f"it is: {again}")}
    again = check(result.position, result.details["moves"], metric=result.details["metric"]).answer
    return {"answer": settled(again == result.answer, "replayed by the plain rules", f"replayed, it is: {again}")}


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Checked:
    broken = tuple(text(sentence) for sentence in listed(raw["broken"]))
    return Checked(broken, None if raw["cost"] is None else integer(raw["cost"]), text(raw["metric"]))


QUESTION: Question[Result[Checked]] = Question(
    "check",
    "is this a solution? what is wrong with it?",
    rank=160,
    means=is_puzzle,
    needs="a puzzle",
    arguments=(
        Argument("given", TEXT, is_filled_in, "moves as text, what was filled in, a file, or -", positional=True),
        Argument("moves", each(TEXT), is_played, "the same as a list of moves", offered=False),
        METRIC,
    ),
    answer=Form(
        record(
            holds={"type": "boolean"},
            broken=list_of(STRING),
            cost={"type": ["integer", "null"]},
            metric=STRING,
        ),
        _read,
    ),
    describe=_described,
    no=True,
    limited=False,
    check=_check,
)
