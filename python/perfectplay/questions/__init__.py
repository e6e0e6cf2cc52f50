"""The questions, each with its methods, limits and witnesses."""

from __future__ import annotations

from perfectplay.errors import NotApplicable
from perfectplay.questions.ask import Method, Question, methods_for
from perfectplay.questions.best import BEST, best
from perfectplay.questions.check import CHECK, check
from perfectplay.questions.cluster import CLUSTER, cluster
from perfectplay.questions.generate import generate
from perfectplay.questions.grundy import GRUNDY, grundy
from perfectplay.questions.order import ORDER, order
from perfectplay.questions.outcome import OUTCOME, outcome
from perfectplay.questions.pencil import ANOTHER, FORCED, UNIQUE, another, forced, unique
from perfectplay.questions.score import SCORE, score
from perfectplay.questions.solve import COUNT, REACHABLE, SOLUTIONS, SOLVE, count, reachable, solutions, solve
from perfectplay.questions.tempo import REMOTENESS, SUSPENSE, remoteness, suspense
from perfectplay.questions.value import TEMPERATURE, THERMOGRAPH, VALUE, temperature, thermograph, value
from perfectplay.questions.verify import verify
from perfectplay.system import Position, System

QUESTIONS: tuple[Question, ...] = (
    OUTCOME,
    BEST,
    VALUE,
    THERMOGRAPH,
    TEMPERATURE,
    GRUNDY,
    REMOTENESS,
    SUSPENSE,
    SCORE,
    SOLVE,
    SOLUTIONS,
    COUNT,
    UNIQUE,
    ANOTHER,
    FORCED,
    CHECK,
    REACHABLE,
    CLUSTER,
    ORDER,
)


def questions_for(system: type[System] | System) -> tuple[str, ...]:
    """The names of the questions that have a meaning for a system."""
    return tuple(question.name for question in QUESTIONS if question.means(system))


def methods(question: str, position: Position) -> list[str]:
    """The names of the methods that answer a question about this position, the preferred one first."""
    return [method.name for method in _methods(question, position)]


def default_methods(question: str, position: Position) -> list[str]:
    """Those that need not be asked for by name."""
    return [method.name for method in _methods(question, position) if method.by_default]


def _methods(question: str, position: Position) -> list[Method]:
    found = next((each for each in QUESTIONS if each.name == question), None)
    if found is None:
        raise NotApplicable(f"no question {question!r} (expected one of: {', '.join(q.name for q in QUESTIONS)})")
    found.check(position)
    return methods_for(found, position)


__all__ = [
    "QUESTIONS",
    "another",
    "best",
    "check",
    "cluster",
    "count",
    "default_methods",
    "forced",
    "generate",
    "grundy",
    "methods",
    "order",
    "outcome",
    "questions_for",
    "reachable",
    "remoteness",
    "score",
    "solutions",
    "solve",
    "suspense",
    "temperature",
    "thermograph",
    "unique",
    "value",
    "verify",
]
