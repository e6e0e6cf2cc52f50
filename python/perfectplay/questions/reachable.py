"""What can be reached?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfectplay.forms import NATURAL, STRING, Form, integer, list_of, listed, record, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.metrics import UNIT
from perfectplay.position import Position
from perfectplay.question import Question, is_played
from perfectplay.result import Result
from perfectplay.system import Puzzle
from perfectplay.words import bold, plural

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


@dataclass(frozen=True)
class Reach:
    """What can be reached from a position."""

    positions: int
    representatives: int
    """Up to the symmetries that leave the start as it is."""
    layers: tuple[int, ...]
    """Positions by the fewest moves that lead to them."""
    solved: int
    """Representatives that are goals."""
    farthest: tuple[Position, ...]
    """Some of the last layer."""

    @property
    def eccentricity(self) -> int:
        return len(self.layers) - 1

    def __int__(self) -> int:
        return self.positions

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.positions == other
        return isinstance(other, Reach) and self.layers == other.layers

    def __hash__(self) -> int:
        return hash(self.layers)

    def __str__(self) -> str:
        return str(self.positions)

    def __repr__(self) -> str:
        return str(self.positions)

    def to_json(self) -> dict[str, Any]:
        return {
            "positions": self.positions,
            "representatives": self.representatives,
            "layers": list(self.layers),
            "solved": self.solved,
            "farthest": [str(position) for position in self.farthest],
        }


def _search(position: Position, asked: Asked) -> Found:
    system = position.system
    kernel, code = system.kernel(position.state)
    raw, stats = kernel.reachable(code, system.players, asked.control)
    representatives, positions, layers, solved, farthest = raw
    last = tuple(system.position(system.decode(position.state, code)) for code in farthest)
    return Found(Reach(positions, representatives, tuple(layers), solved, last), None, stats_of(stats))


def reachable(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Reach]:
    """How many positions can be reached, by how many moves, and the farthest ones.

    In a game moves of both players count, in any order, and play stops when the game is over. A puzzle may be played on
    after it is solved.

    >>> pp.reachable(pp.load("domineering", "..|.."))
    6
    """
    return QUESTION.ask(position, method, limits, progress)


def _described(result: Result[Any]) -> Iterator[Said]:
    found: Reach = result.answer
    system = result.position.system
    metrics = system.metrics if isinstance(system, Puzzle) else {}
    away = plural(found.eccentricity, next((name for name, each in metrics.items() if each == UNIT), "moves"))
    yield bold(f"{found.positions:,}"), f"  positions, the farthest {away} away"
    if found.representatives != found.positions:
        yield f"{found.representatives:,} up to symmetry"
    if found.farthest:
        yield f"farthest: {found.farthest[0]}"


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.puzzles import layers_of, up_to_symmetry
    from perfectplay.checks.verdict import TooMany, refuted, settled

    found = result.answer
    if len(found.layers) == 0 or sum(found.layers) != found.positions:
        return {"answer": refuted("the layers do not add up")}
    try:
        layers = list(layers_of(result.position, room))
    except TooMany:
        return {"answer": asked_again(result, room)}
    how = "recounted by plain breadth-first search"
    fields: Fields = {}
    sizes = tuple(map(len, layers))
    fields["answer"] = settled(sizes == found.layers, how, f"there are {sum(sizes)} positions in {len(sizes)} layers")
    far = set(found.farthest)
    holds = bool(far) and far <= set(layers[-1]) and len(far) == len(found.farthest)
    fields["answer.farthest"] = settled(holds, how, "they are not the farthest")
    return {**fields, **up_to_symmetry(result, layers)}


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Reach:
    figures = (integer(raw["positions"]), integer(raw["representatives"]), tuple(map(integer, listed(raw["layers"]))))
    farthest = tuple(position.system.load(text(each)) for each in listed(raw["farthest"]))
    return Reach(*figures, integer(raw["solved"]), farthest)


QUESTION: Question[Result[Reach]] = Question(
    "reachable",
    "the positions that can be reached",
    rank=170,
    means=is_played,
    needs="a game or a puzzle of moves",
    searches=[Method("breadth-first", _search)],
    answer=Form(
        record(
            positions=NATURAL,
            representatives=NATURAL,
            layers=list_of(NATURAL),
            solved=NATURAL,
            farthest=list_of(STRING),
        ),
        _read,
    ),
    describe=_described,
    check=_check,
)
