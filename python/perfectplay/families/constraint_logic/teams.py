"""Teams of players who see different edges: text, turns, what somebody knows, and joint strategies.

The text of a configuration is followed by the players in the order of their turns, the one who is to move first, each
after a bar and with the edges that he sees besides his own: ``… | L1 sees a-b c-d | R1 | L2 sees a-b``. Players who
have passed since the last move come last, and say so: ``| L2 passed sees a-b``. Without bars the order is L1, R1, L2,
R2 …, and everybody sees his own edges only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from perfectplay.errors import ParseError, error_at, quote
from perfectplay.families.constraint_logic.graphs import Configuration
from perfectplay.limits import watch_now

_PLAYER = re.compile(r"\s*([LR]\d*)(\s+passed)?\s*(?:\bsees\b(.*))?", re.DOTALL)
PASS = "pass"


@dataclass(frozen=True)
class Table:
    """A configuration, who moves when, and what everybody sees."""

    configuration: Configuration
    order: tuple[str, ...]
    """The players, the one who is to move first."""
    seen: tuple[frozenset[int], ...]
    """The edges that each of them sees, his own among them."""
    passed: int = 0
    """Players who have passed since the last move: the last in the order."""

    @classmethod
    def parse(cls, text: str) -> Table:
        head, *tails = text.split("|")
        configuration = Configuration.parse(head)
        graph = configuration.graph
        owners = {edge.owner for edge in graph.edges}
        order: list[str] = []
        extra: dict[str, frozenset[int]] = {}
        passed, offset = 0, len(head)
        for tail in tails:
            match = _PLAYER.fullmatch(tail)
            at = offset + 1 + len(tail) - len(tail.lstrip())
            if match is None:
                raise error_at(text, at, f"unexpected {quote(tail.strip())}", "a player, as in L1 sees a-b c-d")
            if match[1] in extra:
                raise error_at(text, at, f"{match[1]} comes twice", "each player once")
            if passed and not match[2]:
                raise error_at(text, at, f"{match[1]} after one who has passed", "those who have passed at the end")
            unknown = [name for name in (match[3] or "").split() if name not in graph.named]
            if unknown:
                raise error_at(text, offset + 1 + tail.find(unknown[0]), f"no edge {quote(unknown[0])}", "an edge")
            passed += bool(match[2])
            order.append(match[1])
            extra[match[1]] = frozenset(graph.named[name] for name in (match[3] or "").split())
            offset += 1 + len(tail)
        if not tails:
            order = sorted(owners - {""}, key=lambda name: (int(name[1:] or 0), name))
        missing = sorted(owners - {"", *order})
        if missing:
            raise ParseError(f"{missing[0]} has no turn", expected="every owner of an edge among the players")
        own = [frozenset(n for n, edge in enumerate(graph.edges) if edge.owner == name) for name in order]
        seen = tuple(edges | extra.get(name, frozenset()) for name, edges in zip(order, own, strict=True))
        return cls(configuration, tuple(order), seen, passed)

    def __str__(self) -> str:
        names = self.configuration.graph.names
        parts = [str(self.configuration)]
        for place, (player, seen) in enumerate(zip(self.order, self.seen, strict=True)):
            more = sorted(seen - self.own(player))
            parts.append(player + (" passed" if place >= len(self.order) - self.passed else ""))
            parts[-1] += f" sees {' '.join(names[edge] for edge in more)}" if more else ""
        return " | ".join(parts)

    def own(self, player: str) -> frozenset[int]:
        return frozenset(n for n, edge in enumerate(self.configuration.graph.edges) if edge.owner == player)

    @property
    def player(self) -> str:
        return self.order[0]

    def view(self) -> str:
        """What the player who is to move sees: the edges with their directions."""
        state = self.configuration
        names = state.graph.names
        return " ".join(
            names[edge].replace("-", state.arrows[edge], 1) + "*" * (edge in state.spent)
            for edge in sorted(self.seen[0])
        )

    def moves(self) -> list[str]:
        """What the player who is to move may do: reverse an edge of his own, once, if the edges that he sees show that
        it may be; or pass."""
        state, seen = self.configuration, self.seen[0]
        found = [PASS]
        for edge in sorted(self.own(self.player) - state.spent):
            first, second, *_ = state.graph.edges[edge]
            (head,) = state.heads(edge)
            known = sum(
                state.graph.edges[other].weight
                for other in state.graph.at[head]
                if other in seen and other != edge and head in state.heads(other)
            )
            if first == second or known >= state.graph.minima[head]:
                found.append(state.graph.names[edge])
        return found

    def after(self, move: str) -> Table:
        order, seen = (*self.order[1:], self.order[0]), (*self.seen[1:], self.seen[0])
        if move == PASS:
            return Table(self.configuration, order, seen, self.passed + 1)
        edge = self.configuration.graph.named[move]
        return Table(self.configuration.turned([edge], self.configuration.spent | {edge}), order, seen)

    @property
    def over(self) -> bool:
        """Has somebody won, or has everybody passed?"""
        return self.passed >= len(self.order) or bool(self.winner)

    @property
    def winner(self) -> str:
        """The team, L or R, of the player who has given all edges of his own in the goal their directions."""
        state = self.configuration
        wanted: dict[str, list[tuple[int, str]]] = {}
        for edge, arrow in state.graph.goal:
            wanted.setdefault(state.graph.edges[edge].owner, []).append((edge, arrow))
        return next((owner[0] for owner, goal in wanted.items() if state.reached(goal)), "")


Knowledge = tuple[str, ...]
"""Who is to move, and what he has seen at each of his turns, the last of them now."""
Plan = dict[Knowledge, str]
"""What a player does, given what he knows."""


@dataclass(frozen=True, repr=False)
class JointPlan:
    """What the players of Left's team do, given what they know."""

    choices: tuple[tuple[Knowledge, str], ...]

    def __str__(self) -> str:
        return "; ".join(f"{player} sees {', then '.join(seen)}: {move}" for (player, *seen), move in self.choices)

    __repr__ = __str__

    def to_json(self) -> list[dict[str, Any]]:
        return [{"player": player, "seen": seen, "move": move} for (player, *seen), move in self.choices]

    @classmethod
    def from_json(cls, raw: Any) -> JointPlan:
        """KeyError, TypeError or ValueError if it cannot be read."""
        choices = []
        for each in raw:
            words = [each["player"], *each["seen"], each["move"]]
            if not all(isinstance(word, str) for word in words) or len(each) != 3:
                raise TypeError("a choice has a player, what was seen, and a move")
            choices.append((tuple(words[:-1]), words[-1]))
        return cls(tuple(choices))


@dataclass(frozen=True)
class Play:
    """A table, and what every player has seen so far."""

    table: Table
    known: tuple[Knowledge, ...]

    @classmethod
    def begin(cls, table: Table) -> Play:
        return cls(table, tuple((name,) for name in table.order))

    @property
    def knowledge(self) -> Knowledge:
        """Of the player who is to move."""
        return (*self.known[0], self.table.view())

    def after(self, move: str) -> Play:
        return Play(self.table.after(move), (*self.known[1:], self.knowledge))


def joint_plan(table: Table) -> tuple[Plan | None, int]:
    """A plan for Left's team that wins against everything that the others do, None if there is none; and how many
    positions were looked at.

    All plays that agree with the plan so far are followed at once. Where a player of Left's team knows something for
    which the plan has no move yet, every move is tried. A position that is lost even if everybody sees everything is
    not looked at further.
    """
    look = watch_now()
    lost = _Open()
    plan: Plan = {}
    todo: list[Play] = [Play.begin(table)]
    trail: list[tuple[list[Play], Play, Knowledge, list[str]]] = []
    """Where a move was chosen: the plays to be followed then, the play, what was known, and the moves left to try."""
    for visited in count():
        look()
        look.visit(1)
        failed = False
        if not todo:
            return plan, visited
        play = todo.pop()
        here = play.table
        if here.over:
            failed = here.winner != "L"
        elif lost.without_hope(here):
            failed = True
        elif here.player[0] == "R":
            todo += [play.after(move) for move in here.moves()]
        else:
            known = play.knowledge
            if known in plan:
                todo.append(play.after(plan[known]))
            else:
                moves = [move for move in here.moves() if not lost.without_hope(here.after(move))]
                if moves:
                    trail.append((list(todo), play, known, moves))
                    plan[known] = moves.pop()
                    todo.append(play.after(plan[known]))
                else:
                    failed = True
        while failed:
            if not trail:
                return None, visited
            before, play, known, moves = trail[-1]
            for later in list(plan)[list(plan).index(known) :]:
                del plan[later]
            if moves:
                plan[known] = moves.pop()
                todo = [*before, play.after(plan[known])]
                failed = False
            else:
                trail.pop()
    raise AssertionError("counting never ends")


class _Open:
    """The same game with everybody seeing everything: if Left's team cannot win there, it cannot win at all."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, frozenset[int], str, int], bool] = {}

    def without_hope(self, table: Table) -> bool:
        return not self._wins(table)

    def _wins(self, start: Table) -> bool:
        stack = [start]
        while stack:
            table = stack[-1]
            key = self._key(table)
            if key in self.known:
                stack.pop()
                continue
            if table.over:
                self.known[key] = table.winner == "L"
                continue
            children = [table.after(move) for move in table.moves()]
            results = [self.known.get(self._key(child)) for child in children]
            good = table.player[0] == "L"
            if good in results:
                self.known[key] = good
            elif None in results:
                stack.append(children[results.index(None)])
            else:
                self.known[key] = not good
        return self.known[self._key(start)]

    @staticmethod
    def _key(table: Table) -> tuple[str, frozenset[int], str, int]:
        state = table.configuration
        return state.arrows, state.spent, table.player, table.passed


def follow(table: Table, plan: Mapping[Knowledge, str], used: set[Knowledge]) -> Iterator[Play]:
    """Every play in which Left's team keeps to a plan and the others do what they like, to its end; a play stops where
    the plan says nothing. What the plan was asked about goes to ``used``."""
    todo = [Play.begin(table)]
    while todo:
        play = todo.pop()
        if play.table.over:
            yield play
        elif play.table.player[0] == "R":
            todo += [play.after(move) for move in play.table.moves()]
        else:
            used.add(play.knowledge)
            move = plan.get(play.knowledge)
            if move is None or move not in play.table.moves():
                yield play
            else:
                todo.append(play.after(move))
