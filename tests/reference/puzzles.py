"""Shortest solutions by plain search. What a move costs is asked of the line itself, two moves at a time, so nothing is
known here of pieces, tags or chains: the cost of a move is what it adds after the move before it."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count as numbers
from typing import Any

from tests.reference.games import TooLarge

from perfectplay import Move, Position

Last = Move | None
Node = tuple[Position, Last]


def cost_of(position: Position, texts: list[str], metric: str) -> int:
    """The cost of a line under a metric, by the plain rules."""
    cost: Callable[[Any, list[str], str], int] | None = getattr(position.system, "cost_of", None)
    return len(texts) if cost is None else cost(position.state, texts, metric)


def added(before: Position, last: Last, position: Position, move: Move, metric: str) -> int:
    """What ``move`` costs after ``last``, which led from ``before`` to ``position``."""
    if last is None:
        return cost_of(position, [move.text], metric)
    return cost_of(before, [last.text, move.text], metric) - cost_of(before, [last.text], metric)


def cheapest(start: Position, metric: str, most: int) -> int | None:
    """The least cost of a solution, by Dijkstra's algorithm over positions and last moves; None if there is none."""
    if start.winner is not None:
        return 0
    order = numbers()
    queue: list[tuple[int, int, Position, Last, Position]] = [(0, next(order), start, None, start)]
    done: set[tuple[Position, str, Position]] = set()
    while queue:
        cost, _, before, last, here = heapq.heappop(queue)
        key = (here, last.text if last else "", before)
        if key in done:
            continue
        done.add(key)
        if len(done) > most:
            raise TooLarge
        if here.winner is not None:
            return cost
        for move in here.moves():
            step = added(before, last, here, move, metric)
            heapq.heappush(queue, (cost + step, next(order), here, move, move.after))
    return None


def shortest_lines(start: Position, most: int) -> list[tuple[str, ...]]:
    """Every solution with the fewest moves, by extending all lines that do not visit a position late."""
    lines: list[tuple[tuple[str, ...], Position]] = [((), start)]
    seen = {start}
    while lines:
        solved = [texts for texts, here in lines if here.winner is not None]
        if solved:
            return solved
        if len(lines) > most or len(seen) > most:
            raise TooLarge
        longer = [((*texts, move.text), move.after) for texts, here in lines for move in here.moves()]
        lines = [(texts, there) for texts, there in longer if there not in seen]
        seen |= {there for _, there in lines}
    return []


def number_of_shortest(start: Position, most: int) -> int:
    """How many solutions have the fewest moves, by adding up the ways into each position, layer by layer."""
    layer: Counter[Position] = Counter({start: 1})
    seen = {start}
    while layer:
        solved = sum(ways for here, ways in layer.items() if here.winner is not None)
        if solved:
            return solved
        if len(seen) > most:
            raise TooLarge
        following: Counter[Position] = Counter()
        for here, ways in layer.items():
            for move in here.moves():
                if move.after not in seen:
                    following[move.after] += ways
        seen |= set(following)
        layer = following
    return 0


def leaps(position: Position, metric: str) -> Iterator[tuple[object, Position, int]]:
    """Every single move under a metric with chains: who moves (and along which line), where to, and what it costs."""
    system: Any = position.system
    chosen = system.metrics[metric]
    rules = system.ruleset(position.state.layout)
    first = [n for n in rules.legal(position.state.cells)] if position.winner is None else []
    groups: dict[object, dict[Position, int]] = {}
    for number in first:
        rewrite = rules.rewrites[number]
        group = (rewrite.piece[0], rewrite.tag if chosen.chain == "line" else "")
        reached = groups.setdefault(group, {})
        todo = [
            (
                Position(
                    system, type(position.state)(position.state.layout, rules.apply(number, position.state.cells))
                ),
                rewrite,
            )
        ]
        while todo:
            here, last = todo.pop()
            if here in reached or here == position:
                continue
            reached[here] = chosen.cost(rewrite.tag)
            if here.winner is not None:
                continue
            for then in rules.legal(here.state.cells):
                more = rules.rewrites[then]
                if more.piece[0] == last.piece[1] and (chosen.chain == "piece" or more.tag == last.tag):
                    state = type(here.state)(here.state.layout, rules.apply(then, here.state.cells))
                    todo.append((Position(system, state), more))
    for mover, found in groups.items():
        for there, cost in found.items():
            yield mover, there, cost


def number_of_cheapest(start: Position, metric: str, most: int) -> int:
    """How many cheapest sequences of leaps solve the puzzle; two leaps differ if another piece moves or if they
    lead to different positions."""
    ways = {start: 1}
    costs = {start: 0}
    order = numbers()
    queue: list[tuple[int, int, Position]] = [(0, next(order), start)]
    done: set[Position] = set()
    best: int | None = None
    total = 0
    while queue:
        cost, _, here = heapq.heappop(queue)
        if here in done:
            continue
        if best is not None and cost > best:
            break
        done.add(here)
        if len(done) > most:
            raise TooLarge
        if here.winner is not None:
            best = cost
            total += ways[here]
            continue
        for _, there, step in leaps(here, metric):
            if cost + step < costs.get(there, 1 << 60):
                costs[there] = cost + step
                ways[there] = ways[here]
                heapq.heappush(queue, (cost + step, next(order), there))
            elif cost + step == costs[there]:
                ways[there] += ways[here]
    return total
