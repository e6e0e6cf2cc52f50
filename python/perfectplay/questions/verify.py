"""Check a result by code that shares nothing with what found it.

Everything here works on the plain Python rules. A line is replayed. A strategy is followed against every reply where
there are few positions, and against random replies where there are many. A nimber is recomputed from its definition, or
played against an equal nim heap. A value is compared with its position by the definition of the order, or the
difference is played. Thermographs and lengths of play are recomputed from their definitions, or these are tested along
random plays. "Unsolvable", clusters and counts are recounted where the puzzle is small. What could not be checked
completely is said in the answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from perfectplay.checks.games import verify_best, verify_grundy, verify_outcome, verify_score
from perfectplay.checks.pencil import verify_pencil
from perfectplay.checks.puzzles import (
    verify_check,
    verify_cluster,
    verify_count,
    verify_generate,
    verify_order,
    verify_reachable,
    verify_solutions,
    verify_solve,
)
from perfectplay.checks.values import verify_temperature, verify_tempo, verify_thermograph, verify_value
from perfectplay.checks.verified import Verified
from perfectplay.errors import NotApplicable
from perfectplay.nimbers import LOONY
from perfectplay.players import Outcome, Player
from perfectplay.questions.cluster import Cluster
from perfectplay.questions.pencil import Uniqueness, is_pencil, read
from perfectplay.questions.strategy import Strategy
from perfectplay.result import Result
from perfectplay.system import Line, Position
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.value import Value


def verify(result: Result[Any] | dict[str, Any], *, seed: int = 0) -> Verified:
    """Check a result (or the JSON form of one) independently of the search that found it.

    >>> pp.verify(pp.outcome(pp.load("domineering", "...|...|...")))
    verified: followed Left's strategy when Left starts and Right's strategy when Right starts against every reply
    """
    if isinstance(result, dict):
        result = from_json(result)
    if not isinstance(result, Result):
        raise NotApplicable(f"verify: expected a result, got a {type(result).__name__}")
    if is_pencil(result.position.system):
        return verify_pencil(result, random.Random(seed))
    checks: dict[str, Callable[[Result[Any], random.Random], Verified]] = {
        "outcome": verify_outcome,
        "best": verify_best,
        "value": verify_value,
        "thermograph": verify_thermograph,
        "temperature": verify_temperature,
        "grundy": verify_grundy,
        "remoteness": verify_tempo,
        "suspense": verify_tempo,
        "score": verify_score,
        "solve": verify_solve,
        "solutions": verify_solutions,
        "count": verify_count,
        "reachable": verify_reachable,
        "cluster": verify_cluster,
        "generate": verify_generate,
        "check": verify_check,
        "order": verify_order,
    }
    if result.question not in checks:
        raise NotApplicable(f"verify: no check for the question {result.question!r}")
    return checks[result.question](result, random.Random(seed))


def from_json(data: dict[str, Any]) -> Result[Any]:
    """A result from its machine-readable form."""
    from perfectplay.registry import load

    try:
        question = str(data["question"])
        position = load(str(data["system"]), str(data["position"]), **(data.get("options") or {}))
        raw = data["answer"]
    except (KeyError, TypeError) as error:
        raise NotApplicable(f"verify: the result has no usable {error.args[0]!r}") from None
    if is_pencil(position.system):
        return pencil_from_json(position, question, data)
    details: dict[str, Any] = {}
    answer: Any = raw
    witness: Any = data.get("witness")
    try:
        if question == "outcome":
            answer = Outcome.of(raw)
        elif question == "best":
            player = details["player"] = Player(data["player"])
            answer = None if raw is None else position.move(raw, player)
            promised = witness or {}
            if raw is not None:
                witness = Strategy(position, Player(promised["player"]), player, promised["promise"] == "draw")
        elif question in ("solve", "solutions"):
            details["metric"] = str(data["metric"])
            lines = [raw] if question == "solve" else raw
            read = [
                None
                if line is None
                else Line.replay(position, [str(move) for move in line["moves"]], details["metric"], int(line["cost"]))
                for line in lines
            ]
            answer = read[0] if question == "solve" else read
        elif question == "count":
            details["metric"] = str(data["metric"])
            answer = int(raw)
        elif question == "order":
            answer = int(raw)
        elif question == "reachable":
            from perfectplay.questions.solve import Reach

            answer = Reach(
                int(raw["positions"]),
                int(raw["representatives"]),
                tuple(map(int, raw["layers"])),
                int(raw["solved"]),
                (),
            )
        elif question == "cluster":
            metric = details["metric"] = str(data["metric"])
            hardest = tuple(
                load(position.system.key, str(text), **(data.get("options") or {})) for text in raw["hardest"]
            )
            figures = (int(raw["positions"]), int(raw["goals"]), tuple(map(int, raw["layers"])), int(raw["dead"]))
            answer = Cluster(metric, *figures, None if raw["depth"] is None else int(raw["depth"]), hardest)
            if witness is not None:
                moves = [str(move) for move in witness["moves"]]
                witness = Line.replay(hardest[0], moves, metric, int(witness["cost"]))
        elif question == "generate":
            details["metric"], answer = str(data["metric"]), position
            moves = [str(move) for move in witness["moves"]]
            witness = Line.replay(position, moves, details["metric"], int(witness["cost"]))
        elif question == "score":
            details["player"] = Player(data["player"])
            answer = int(raw)
        elif question == "check":
            details["metric"] = str(data["metric"])
            details["moves"] = [str(move) for move in data["moves"]]
            answer = bool(raw["holds"])
        elif question == "grundy":
            answer = LOONY if raw == str(LOONY) else int(raw)
        elif question == "value":
            answer = Value(str(raw))
        elif question == "thermograph":
            answer = Thermograph.from_json(raw)
        elif question == "temperature":
            answer = Value(str(raw)).fraction
        elif question in ("remoteness", "suspense"):
            details["player"] = Player(data["player"])
            answer = int(raw)
        else:
            raise NotApplicable(f"verify: no check for the question {question!r}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotApplicable(f"verify: the answer to {question!r} cannot be read ({error})") from None
    return Result(question, position, answer, str(data.get("method", "")), witness, details=details)


def pencil_from_json(position: Position, question: str, data: dict[str, Any]) -> Result[Any]:
    """The same for a puzzle on paper."""
    raw, witness = data["answer"], data.get("witness")
    details: dict[str, Any] = {name: data[name] for name in ("all", "given", "limit") if name in data}
    try:
        answer: Any = raw
        if question == "unique":
            answer = Uniqueness(tuple(read(position, str(text)) for text in raw["solutions"]))
        elif question == "solutions":
            answer = [read(position, str(text)) for text in raw]
        elif question in ("solve", "another", "forced"):
            answer = None if raw is None else read(position, str(raw))
        elif question == "check":
            answer = bool(raw["holds"])
        elif question == "count":
            answer = int(raw)
        else:
            raise NotApplicable(f"verify: no check for the question {question!r}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotApplicable(f"verify: the answer to {question!r} cannot be read ({error})") from None
    return Result(question, position, answer, str(data.get("method", "")), witness, details=details)
