"""Is this a solution? Says what is wrong, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from perfectplay.errors import IllegalMove, NotApplicable
from perfectplay.questions.ask import Question
from perfectplay.questions.pencil import broken, is_pencil, read
from perfectplay.questions.solve import choose_metric, is_puzzle, line_cost
from perfectplay.result import Result
from perfectplay.system import Line, Move, Position

CHECK = Question("check", is_puzzle, "a puzzle")


@dataclass(frozen=True)
class Checked:
    """Whether an answer holds, and if not, which rules it breaks."""

    broken: tuple[str, ...]
    cost: int | None = None
    metric: str = ""
    cells: tuple[tuple[Any, ...], ...] = ()
    """On paper: where each of those rules is broken."""

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
    raise NotApplicable(f"check: expected moves, got a {type(answer).__name__}")


def check(position: Position, answer: object, *, metric: str | None = None) -> Result[Checked]:
    """Replay ``answer`` by the plain rules: is every move legal, and is the puzzle solved at the end?

    >>> pp.check(pp.load("peg_solitaire", "oo."), "a1-c1")
    solved in 1 jumps
    >>> pp.check(pp.load("peg_solitaire", "oo."), "c1-a1")
    move 1: peg_solitaire: no legal move 'c1-a1' (expected one of: a1-c1)
    """
    CHECK.check(position)
    metric = choose_metric(position, metric)
    if is_pencil(position.system):
        return check_answer(position, answer)
    texts = texts_of(position, answer)
    found: Checked
    try:
        line = Line.replay(position, texts, metric)
    except IllegalMove as error:
        found = Checked((str(error),))
    else:
        if line.end.winner is None:
            found = Checked((f"after {len(line)} moves it is not solved",))
        else:
            found = Checked((), line_cost(position, line, metric), metric)
    return Result("check", position, found, "replay", details={"metric": metric, "moves": texts})


def check_answer(position: Position, answer: object) -> Result[Checked]:
    """An answer on paper against every rule, by the plain definitions of the constraints."""
    filled = read(position, answer)
    wrong = broken(position, filled)
    found = Checked(tuple(sentence for sentence, _ in wrong), cells=tuple(cells for _, cells in wrong))
    return Result("check", position, found, "rules", details={"given": str(filled)})
