"""Constraint logic: systems whose states are configurations of a constraint graph (Hearn & Demaine 2005).

A system file says who plays, whether an edge may be reversed more than once, and whether there must be a goal; the
graphs, their text and their picture are those of :mod:`perfectplay.families.constraint_logic`. Native rules
(``crates/core/src/kernels/orientations``) add up inflows bit by bit; the plain ones here do so edge by edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

from perfectplay._native import Kernel
from perfectplay.board.foreign import is_foreign
from perfectplay.errors import NotApplicable, ParseError
from perfectplay.families.constraint_logic.drawing import draw
from perfectplay.families.constraint_logic.foreign import read_foreign
from perfectplay.families.constraint_logic.graphs import (
    MOST_CHARACTERS,
    Configuration,
    ConstraintGraph,
    packed,
    unpacked,
)
from perfectplay.picture import Picture
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.system import Automaton, Game, Played, Puzzle, State, Step, System

MOST_SEARCHED = 1024
"""As many as the native rules hold."""
PLAYERS = {"L": LEFT, "R": RIGHT}
_OWNERS: dict[tuple[Player, ...], str] = {(LEFT,): "L", (RIGHT,): "R", (LEFT, RIGHT): ""}


class ConstraintLogic(System):
    """What all of them share."""

    kind: ClassVar[str] = "constraint graph"
    longest: ClassVar[int] = MOST_CHARACTERS
    directed: ClassVar[bool] = True
    """Must every edge have a direction, and every vertex its inflow?"""
    needs_goal: ClassVar[bool] = True
    once: ClassVar[bool] = False
    """May each edge be reversed only once?"""
    lively: ClassVar[bool] = False
    """Does it matter which edges were reversed in the last step?"""
    owned: ClassVar[bool] = False
    """Do edges belong to players?"""

    def parse(self, text: str) -> State:
        return self.from_object(text) if is_foreign(text) else self.checked(Configuration.parse(text))

    def from_object(self, source: object) -> Configuration:
        return self.checked(read_foreign(source))

    def text(self, state: Any) -> str:
        return str(state)

    def picture(self, state: Any) -> Picture:
        return draw(state, self.name)

    def checked(self, state: Configuration) -> Configuration:
        graph = state.graph
        if self.directed:
            if "-" in state.arrows:
                raise ParseError(f"{graph.names[state.arrows.index('-')]} has no direction", expected="> or <")
            vertex = state.short_of()
            if vertex is not None:
                name, low = graph.vertices[vertex], graph.minima[vertex]
                raise ParseError(f"vertex {name} has an inflow of {state.inflow(vertex)}", expected=f"at least {low}")
        if self.needs_goal and not graph.goal:
            raise ParseError("no goal", expected="a direction to be reached after an arrow, as in a>b b>c -> b>a")
        for mark, marked, meant in (("*", state.spent, self.once), ("!", state.active, self.lively)):
            if marked and not meant:
                raise ParseError(f"{graph.names[min(marked)]} is marked with {mark}", expected="no such mark here")
        for edge, name in zip(graph.edges, graph.names, strict=True) if not self.owned else ():
            if edge.owner:
                raise ParseError(f"{name} belongs to {edge.owner}", expected="no owners: there are no two players")
        return state


class ReversingEdges(ConstraintLogic, Played):
    """Played by reversing one edge at a time."""

    def winners_of(self, graph: ConstraintGraph) -> Iterator[tuple[Player, tuple[tuple[int, str], ...]]]:
        """Who wins by which directions."""
        yield LEFT, graph.goal

    def movers(self, owner: str) -> tuple[Player, ...]:
        """Who may reverse an edge of this owner."""
        return (LEFT,)

    def legal(self, state: Configuration, player: Player) -> Iterator[Step]:
        names, edges = state.graph.names, state.graph.edges
        for edge, name in enumerate(names):
            if player not in self.movers(edges[edge].owner) or (self.once and edge in state.spent):
                continue
            if state.may_turn(edge):
                yield Step(name, self.turned(state, edge))

    def named(self, state: Configuration, player: Player, text: str) -> Iterator[Step]:
        edge = state.graph.named.get(text)
        if edge is None or player not in self.movers(state.graph.edges[edge].owner):
            return
        if not (self.once and edge in state.spent) and state.may_turn(edge):
            yield Step(text, self.turned(state, edge))

    def turned(self, state: Configuration, edge: int) -> Configuration:
        return state.turned([edge], state.spent | {edge} if self.once else frozenset())

    def winner(self, state: Configuration) -> Player | None:
        for player, wanted in self.winners_of(state.graph):
            if wanted and state.reached(wanted):
                return player
        return None

    def kernel(self, state: Configuration) -> tuple[Kernel, bytes]:
        graph = state.graph
        if len(graph.edges) > MOST_SEARCHED:
            raise NotApplicable(
                f"{self.title}: {len(graph.edges)} edges are too many to search (at most {MOST_SEARCHED})"
            )
        goals = tuple(
            (player.value.lower(), tuple((edge, arrow == ">") for edge, arrow in wanted))
            for player, wanted in self.winners_of(graph)
            if wanted
        )
        owners = tuple(_OWNERS[self.movers(edge.owner)] for edge in graph.edges)
        stuck = self.convention.stuck.value if isinstance(self, Game) else "loses"
        impartial = isinstance(self, Game) and self.impartial
        return _kernel(graph, owners, goals, self.once, self.players, stuck, impartial), self._code(state)

    def _code(self, state: Configuration) -> bytes:
        return state.bits() + (packed(state.spent, len(state.arrows)) if self.once else b"")

    def encode(self, start: Configuration, state: Configuration) -> bytes:
        if start.graph != state.graph:
            raise ValueError("another graph")
        return self._code(state)

    def decode(self, state: Configuration, code: bytes) -> Configuration:
        if not self.once:
            return state.with_bits(code)
        half = len(code) // 2
        return state.with_bits(code[:half], unpacked(code[half:]))


@lru_cache(maxsize=32)
def _kernel(
    graph: ConstraintGraph,
    owners: tuple[str, ...],
    goals: tuple[tuple[str, tuple[tuple[int, bool], ...]], ...],
    once: bool,
    players: int,
    stuck: str,
    impartial: bool,
) -> Kernel:
    return Kernel.orientations(
        ends=[(first, second) for first, second, *_ in graph.edges],
        weights=[edge.weight for edge in graph.edges],
        minima=list(graph.minima),
        owners=list(owners),
        goals=[(winner, list(wanted)) for winner, wanted in goals],
        once=once,
        players=players,
        stuck=stuck,
        impartial=impartial,
    )


class ConstraintPuzzle(ReversingEdges, Puzzle):
    """One player, who reverses edges until all directions of the goal are reached."""


class ConstraintGame(ReversingEdges, Game):
    """Left (White) and Right (Black), who reverse edges of their own; the first to give all edges of his own in the
    goal their directions wins."""

    owned: ClassVar[bool] = True

    def checked(self, state: Configuration) -> Configuration:
        state = super().checked(state)
        graph = state.graph
        for edge, name in zip(graph.edges, graph.names, strict=True):
            if edge.owner not in ("", "L", "R"):
                raise ParseError(f"{name} belongs to {edge.owner}", expected="L, R, or nobody")
        for number, _ in graph.goal:
            if not graph.edges[number].owner:
                raise ParseError(f"{graph.names[number]} in the goal belongs to nobody", expected="L or R")
        return state

    def movers(self, owner: str) -> tuple[Player, ...]:
        return self.acts_for(PLAYERS.get(owner))

    def winners_of(self, graph: ConstraintGraph) -> Iterator[tuple[Player, tuple[tuple[int, str], ...]]]:
        for letter, owner in PLAYERS.items():
            wanted = tuple((edge, arrow) for edge, arrow in graph.goal if graph.edges[edge].owner == letter)
            yield owner.opponent if self.mirrored else owner, wanted


class ConstraintAutomaton(ConstraintLogic, Automaton):
    """Nobody plays: the edges that have just been reversed determine those that are reversed next."""

    lively: ClassVar[bool] = True
    needs_goal: ClassVar[bool] = False

    def awaited(self, state: Configuration) -> str:
        return "goal" if state.graph.goal else ""

    def happened(self, state: Configuration) -> bool:
        return bool(state.graph.goal) and state.reached(state.graph.goal)

    def step(self, state: Configuration) -> Configuration:
        """A vertex fires if the active edges that point to it have its minimum together. Edges that point to a firing
        vertex are reversed unless they are active, edges that point to another are reversed if they are."""
        graph = state.graph
        inflow = [0] * len(graph.vertices)
        for edge in state.active:
            for head in state.heads(edge):
                inflow[head] += graph.edges[edge].weight
        reversed_ = frozenset(
            edge
            for edge in range(len(graph.edges))
            for head in state.heads(edge)
            if (inflow[head] >= graph.minima[head]) != (edge in state.active) and edge not in state.spent
        )
        return state.turned(reversed_, state.spent | reversed_ if self.once else frozenset(), reversed_)
