"""How much money does it take to win?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.forms import STRING, Form, record, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method
from perfectplay.position import Position
from perfectplay.question import Question
from perfectplay.result import Result
from perfectplay.system import System
from perfectplay.words import bold, exact

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


@dataclass(frozen=True)
class Bidding:
    """What to do at a vertex: its cost, the bid, as shares of all money, and where each player moves."""

    cost: Fraction
    bid: Fraction
    left: str
    right: str

    def to_json(self) -> dict[str, str]:
        return {"cost": str(self.cost), "bid": str(self.bid), "left": self.left, "right": self.right}


def _is_auction(system: type[System] | System) -> bool:
    return system.kind == "auction"


def threshold(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Fraction]:
    """The share of all money that Left needs in a Richman game: with more Left can win, with less Right can (Lazarus,
    Loeb, Propp, Stromquist & Ullman 1999).

    It is exact, by policy iteration. The witness says for every vertex what it costs there, what to bid, and where Left
    and Right move if they win the auction: a player who bids so never falls below what is needed.

    >>> found = pp.threshold(pp.load("richman", "a: b l; b: a r; l=L; r=R"))
    >>> print(found, found.witness["a"].bid, found.witness["a"].left)
    1/3 1/3 l
    """
    return QUESTION.ask(position, method, limits, progress)


def _policy_iteration(position: Position, asked: Asked) -> Found:
    from perfectplay.games.richman import auction_of

    graph, auction = position.state.graph, auction_of(position.state)
    costs = auction.costs()
    plan = {}
    for vertex in auction.inner:
        options = auction.options[vertex]
        left, right = min(options, key=costs.__getitem__), max(options, key=costs.__getitem__)
        bid = (costs[right] - costs[left]) / 2
        plan[graph.names[vertex]] = Bidding(costs[vertex], bid, graph.names[left], graph.names[right])
    return Found(costs[position.state.at], plan)


def _described(result: Result[Any]) -> Iterator[Said]:
    yield bold(exact(result.answer)), "  the share of all money that Left needs"
    here = (result.witness or {}).get(result.position.state.name)
    if here is not None:
        yield f"both bid {exact(here.bid)}; Left moves to {here.left}, Right to {here.right}"


def _check(result: Result[Any], room: Room) -> Fields:
    """The equations have one solution, so that costs for which they hold are right. Without a witness it is asked
    again."""
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.auctions import faulty
    from perfectplay.checks.verdict import refuted, settled

    plan = result.witness
    if plan is None:
        return {"answer": asked_again(result, room, "there are no costs of the vertices")}
    graph, at = result.position.state.graph, result.position.state.at
    fault = faulty(graph, plan)
    if fault:
        return {"answer": asked_again(result, room, "the witness does not hold"), "witness": refuted(fault)}
    ended = {"L": Fraction(0), "R": Fraction(1)}
    cost = ended[graph.mark[at]] if at in graph.mark else plan[graph.names[at]].cost
    how = "the costs of all vertices satisfy their equations, which have one solution"
    return {"answer": settled(cost == result.answer, how, f"it costs {cost}"), "witness": settled(True, how, "")}


def fraction(raw: Any) -> Fraction:
    found = Fraction(text(raw))
    if str(found) != raw:
        raise ValueError(f"{raw!r} is not a fraction in lowest terms")
    return found


def _read_witness(position: Position, raw: Any, details: Mapping[str, Any]) -> dict[str, Bidding]:
    return {
        text(name): Bidding(fraction(each["cost"]), fraction(each["bid"]), text(each["left"]), text(each["right"]))
        for name, each in raw.items()
    }


QUESTION: Question[Result[Fraction]] = Question(
    "threshold",
    "the share of the money that Left needs to win",
    rank=96,
    means=_is_auction,
    needs="a Richman game",
    searches=[Method("policy iteration", _policy_iteration)],
    answer=Form(STRING, lambda position, raw, details: fraction(raw)),
    witness=Form(
        {
            "type": "object",
            "additionalProperties": record(cost=STRING, bid=STRING, left=STRING, right=STRING),
        },
        _read_witness,
    ),
    describe=_described,
    check=_check,
)
