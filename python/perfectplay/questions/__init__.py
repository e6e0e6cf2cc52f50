"""The questions, each with its methods, limits and witnesses."""

from __future__ import annotations

from perfectplay.questions.ask import Question
from perfectplay.questions.best import BEST, best
from perfectplay.questions.check import CHECK, check
from perfectplay.questions.grundy import GRUNDY, grundy
from perfectplay.questions.outcome import OUTCOME, outcome
from perfectplay.questions.score import SCORE, score
from perfectplay.questions.solve import COUNT, REACHABLE, SOLUTIONS, SOLVE, count, reachable, solutions, solve
from perfectplay.questions.verify import verify
from perfectplay.system import System

QUESTIONS: tuple[Question, ...] = (OUTCOME, BEST, GRUNDY, SCORE, SOLVE, SOLUTIONS, COUNT, CHECK, REACHABLE)


def questions_for(system: type[System] | System) -> tuple[str, ...]:
    """The names of the questions that have a meaning for a system."""
    return tuple(question.name for question in QUESTIONS if question.means(system))


__all__ = [
    "QUESTIONS",
    "best",
    "check",
    "count",
    "grundy",
    "outcome",
    "questions_for",
    "reachable",
    "score",
    "solutions",
    "solve",
    "verify",
]
