"""Richman costs: how much money a player needs who must win auctions to move.

The cost R of a vertex is the share of all money that Left needs there: 0 where Left has won, 1 where Right has, and
half of the sum of the least and the greatest cost of an option everywhere else. On a finite graph on which an end can
be reached from everywhere there is exactly one such function (Lazarus, Loeb, Propp, Stromquist & Ullman 1999). It is
also the chance of Right to win if a coin decides who moves, so that it is found as in stochastic games: by improving
Right's choices, where each set of them is answered by Left's best ones (Hoffman & Karp 1966). Everything is exact.

Against Right's choices, the vertices from which Left can keep the token from Right's ends for ever cost 0; outside of
these every choice of Left leads to them or to an end sooner or later, so that the equations have one solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from perfectplay.errors import NotApplicable
from perfectplay.limits import watch_now

Options = Sequence[Sequence[int]]
Costs = list[Fraction]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Auction:
    """Options by number of vertex, and who has won where: the cost of each vertex that ends play, 0 or 1."""

    options: Options
    ends: dict[int, int]

    def __post_init__(self) -> None:
        assert not any(self.options[end] for end in self.ends)

    @property
    def inner(self) -> list[int]:
        return [vertex for vertex in range(len(self.options)) if vertex not in self.ends]

    def from_which(self, goals: Iterable[int]) -> dict[int, int]:
        """The vertices from which a goal can be reached, each with an option on a shortest way there."""
        before: list[list[int]] = [[] for _ in self.options]
        for vertex, options in enumerate(self.options):
            for option in options:
                before[option].append(vertex)
        found = {goal: goal for goal in goals}
        todo = list(found)
        for here in todo:  # the list grows
            for vertex in before[here]:
                if vertex not in found:
                    found[vertex] = here
                    todo.append(vertex)
        return found

    # Costs ------------------------------------------------------------------------------------------------------

    def costs(self) -> Costs:
        """The Richman cost of every vertex."""
        to_right = self.from_which(end for end, cost in self.ends.items() if cost)
        right = {vertex: to_right.get(vertex, self.options[vertex][0]) for vertex in self.inner}
        while True:
            watch_now()()
            costs = self._answered(right)
            better = {}
            for vertex, choice in right.items():
                most = max(self.options[vertex], key=costs.__getitem__)
                if costs[most] > costs[choice]:
                    better[vertex] = most
            if not better:
                return costs
            right |= better

    def _answered(self, right: dict[int, int]) -> Costs:
        """The costs if Right chooses so and Left as well as possible."""
        safe = self._kept_away(right)
        to_left = self.from_which(end for end, cost in self.ends.items() if not cost)
        left = {v: to_left.get(v, self.options[v][0]) for v in self.inner if v not in safe}
        while True:
            costs = self._solved(left, right)
            better = {}
            for vertex, choice in left.items():
                least = min(self.options[vertex], key=costs.__getitem__)
                if costs[least] < costs[choice]:
                    better[vertex] = least
            if not better:
                return costs
            left |= better

    def _kept_away(self, right: dict[int, int]) -> set[int]:
        """The vertices from which Left can keep the token from Right's ends for ever, or win."""
        safe = {*right, *(end for end, cost in self.ends.items() if not cost)}
        changed = True
        while changed:
            watch_now()()
            gone = {v for v in right if v in safe and (right[v] not in safe or safe.isdisjoint(self.options[v]))}
            safe -= gone
            changed = bool(gone)
        return safe

    def _solved(self, left: dict[int, int], right: dict[int, int]) -> Costs:
        """The costs of vertices of which both choices are known, and 0 for others, by elimination: the vertex with the
        shortest equation comes next."""
        look = watch_now()
        costs = [Fraction(self.ends.get(vertex, 0)) for vertex in range(len(self.options))]
        rows: dict[int, dict[int, Fraction]] = {}
        constants: dict[int, Fraction] = {}
        users: dict[int, set[int]] = {vertex: set() for vertex in left}
        for vertex in left:
            row: dict[int, Fraction] = {}
            constants[vertex] = Fraction(0)
            for choice in (left[vertex], right[vertex]):
                if choice in left:
                    row[choice] = row.get(choice, Fraction(0)) + HALF
                    users[choice].add(vertex)
                else:
                    constants[vertex] += HALF * costs[choice]
            rows[vertex] = row
        order: list[int] = []
        waiting = set(left)
        while waiting:
            look()
            vertex = min(waiting, key=lambda v: (len(rows[v]) * len(users[v]), v))
            waiting.remove(vertex)
            order.append(vertex)
            row, own = rows[vertex], rows[vertex].pop(vertex, Fraction(0))
            scale = 1 / (1 - own)
            constants[vertex] *= scale
            for other in row:
                row[other] *= scale
            for user in users[vertex] & waiting:
                times = rows[user].pop(vertex)
                constants[user] += times * constants[vertex]
                for other, each in row.items():
                    rows[user][other] = rows[user].get(other, Fraction(0)) + times * each
                    users[other].add(user)
        for vertex in reversed(order):
            costs[vertex] = constants[vertex] + sum(
                (each * costs[other] for other, each in rows[vertex].items()), Fraction(0)
            )
        return costs

    # Play -------------------------------------------------------------------------------------------------------

    def winning_bid(self, at: int, share: Fraction) -> tuple[int, Fraction, int]:
        """For a Left who has more than it costs: within how many rounds Left wins at the latest, what to bid now, and
        where to move. The costs of winning within t rounds, if Right has won after them, come down to the Richman costs
        as t grows; whoever has more than they say wins, and after a round still has more than those of t - 1 say."""
        if share <= self.costs()[at]:
            raise NotApplicable(f"Left cannot force a win with {share} of the money")
        rounds, before = 0, [Fraction(1)] * len(self.options)
        costs = [Fraction(self.ends.get(vertex, 1)) for vertex in range(len(self.options))]
        while costs[at] >= share:
            rounds, before, costs = rounds + 1, costs, self._with_a_round(costs)
        if not rounds:
            return 0, Fraction(0), at
        low, high = (limit(self.options[at], key=before.__getitem__) for limit in (min, max))
        return rounds, (before[high] - before[low]) / 2, low

    def _with_a_round(self, costs: Costs) -> Costs:
        watch_now()()
        found = list(costs)
        for vertex in self.inner:
            after = [costs[option] for option in self.options[vertex]]
            found[vertex] = (min(after) + max(after)) / 2
        return found
