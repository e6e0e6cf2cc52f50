"""Every name of the library: what ``import perfectplay as pp`` has as ``pp.name``."""

from perfectplay._native import Cancel, __version__
from perfectplay.census import Census, census
from perfectplay.checks.verdict import Verdict
from perfectplay.errors import (
    IllegalMove,
    LimitReached,
    NoAnswer,
    NotApplicable,
    ParseError,
    PerfectPlayError,
    RulesError,
    UnknownSystem,
)
from perfectplay.formats import export
from perfectplay.kinds.heap import HeapGame
from perfectplay.kinds.plain import PlainGame, PlainPuzzle
from perfectplay.kinds.rewrite import Metric, Rewrite, RewriteGame, RewritePuzzle
from perfectplay.limits import Limits
from perfectplay.linting import check_rules
from perfectplay.nimbers import LOONY
from perfectplay.players import DRAW, LEFT, RIGHT, Outcome, Player
from perfectplay.questions import (
    another,
    best,
    check,
    cluster,
    count,
    forced,
    generate,
    grundy,
    methods,
    order,
    outcome,
    reachable,
    remoteness,
    score,
    solutions,
    solve,
    suspense,
    temperature,
    thermograph,
    unique,
    value,
    verify,
)
from perfectplay.registry import catalogue, load, system
from perfectplay.result import Result, Solution
from perfectplay.system import Line, Move, Position
from perfectplay.values import Thermograph, Universe, Value

__all__ = [
    "DRAW",
    "LEFT",
    "LOONY",
    "RIGHT",
    "Cancel",
    "Census",
    "HeapGame",
    "IllegalMove",
    "LimitReached",
    "Limits",
    "Line",
    "Metric",
    "Move",
    "NoAnswer",
    "NotApplicable",
    "Outcome",
    "ParseError",
    "PerfectPlayError",
    "PlainGame",
    "PlainPuzzle",
    "Player",
    "Position",
    "Result",
    "Rewrite",
    "RewriteGame",
    "RewritePuzzle",
    "RulesError",
    "Solution",
    "Thermograph",
    "Universe",
    "UnknownSystem",
    "Value",
    "Verdict",
    "__version__",
    "another",
    "best",
    "catalogue",
    "census",
    "check",
    "check_rules",
    "cluster",
    "count",
    "export",
    "forced",
    "generate",
    "grundy",
    "load",
    "methods",
    "order",
    "outcome",
    "reachable",
    "remoteness",
    "score",
    "solutions",
    "solve",
    "suspense",
    "system",
    "temperature",
    "thermograph",
    "unique",
    "value",
    "verify",
]
