"""Lines are replayed, what is shortest, counted or reachable is recounted where that is little."""

from __future__ import annotations

import heapq
import random
from collections import Counter, deque
from collections.abc import Iterator
from itertools import count
from math import prod
from typing import Any

from perfectplay.checks.verified import SMALL, TooMany, Verified
from perfectplay.errors import PerfectPlayError
from perfectplay.players import LEFT, Player
from perfectplay.questions.ask import claims_shortest, confirm
from perfectplay.questions.check import check
from perfectplay.questions.solve import line_cost
from perfectplay.result import Result
from perfectplay.system import Line, Position

# puzzles ------------------------------------------------------------------------------------------------------------


def _layers(position: Position) -> Iterator[list[Position]]:
    """All positions by number of moves, by plain breadth-first search; raises TooMany."""
    seen = {position}
    layer = [position]
    game = position.system.players == 2
    while layer:
        yield layer
        following = []
        for here in layer:
            if game and here.winner is not None:
                continue
            for after in _successors(here):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
                    if len(seen) > SMALL:
                        raise TooMany
        layer = following


def _successors(position: Position) -> list[Position]:
    """After every move; a solved puzzle may be played on."""
    system = position.system
    players = [LEFT] if system.players == 1 or position.impartial else list(Player)
    return [Position(system, state) for player in players for _, state, *_ in system.legal(position.state, player)]


def _replays(line: Line, position: Position) -> str | None:
    """What is wrong with a line, None if nothing."""
    try:
        again = Line.replay(position, [move.text for move in line])
    except PerfectPlayError as error:
        return str(error)
    if again.end.winner is not LEFT:
        return "the line does not solve the puzzle"
    if line_cost(position, again, line.metric) != line.cost:
        return f"the line does not cost {line.cost} {line.metric}"
    return None


def _cheapest(position: Position, metric: str) -> int | None:
    """The cost of a cheapest solution by plain search over (position, last piece); raises TooMany."""
    system = position.system
    read = getattr(system, "metrics", {}).get(metric)
    if read is not None and (read.chain or read.costs):
        return (
            _cheapest_by_metric(position, metric)
            if hasattr(system, "ruleset")
            else _cheapest_by_costs(position, metric)
        )
    for depth, layer in enumerate(_layers(position)):
        if any(here.winner is not None for here in layer):
            return depth
    return None


def _cheapest_by_costs(position: Position, metric: str) -> int | None:
    """Dijkstra's algorithm where every move has a cost of its own; raises TooMany."""
    best = {position: 0}
    layers: dict[int, list[Position]] = {0: [position]}
    while layers:
        cost = min(layers)
        for here in layers.pop(cost):
            if best[here] < cost:
                continue
            if here.winner is not None:
                return cost
            for move in here.moves():
                total = cost + line_cost(here, [move], metric)
                if total < best.get(move.after, total + 1):
                    best[move.after] = total
                    layers.setdefault(total, []).append(move.after)
                    if len(best) > SMALL:
                        raise TooMany
    return None


def _cheapest_by_metric(position: Position, metric: str) -> int | None:
    """0-1 breadth-first search with the last move as part of the state, so that chains are counted as they are made."""
    system: Any = position.system
    chosen = system.metrics[metric]
    rules = system.ruleset(position.state.layout)
    best: dict[tuple[str, Any], int] = {(position.state.cells, None): 0}
    queue: deque[tuple[int, str, Any]] = deque([(0, position.state.cells, None)])
    while queue:
        cost, cells, last = queue.popleft()
        if cost > best[cells, last]:
            continue
        state = type(position.state)(position.state.layout, cells)
        if system.winner(state) is not None:
            return cost
        for number in rules.legal(cells):
            rewrite = rules.rewrites[number]
            follows = (
                bool(chosen.chain)
                and rewrite.piece is not None
                and last is not None
                and (last[0] == rewrite.piece[0] and (chosen.chain == "piece" or last[1] == rewrite.tag))
            )
            step = 0 if follows else chosen.cost(rewrite.tag)
            mark = (rewrite.piece[1], rewrite.tag) if chosen.chain and rewrite.piece else None
            there = (rules.apply(number, cells), mark)
            if cost + step < best.get(there, 1 << 60):
                best[there] = cost + step
                if len(best) > SMALL:
                    raise TooMany
                if step:
                    queue.append((cost + step, *there))
                else:
                    queue.appendleft((cost, *there))
    return None


def verify_solve(result: Result[Any], rng: random.Random) -> Verified:
    metric = result.details["metric"]
    if result.answer is not None:
        fault = _replays(result.answer, result.position)
        if fault:
            return Verified(False, fault, True)
    try:
        least = _cheapest(result.position, metric)
    except TooMany:
        if result.answer is None:
            reason = result.witness.get("reason") if isinstance(result.witness, dict) else "exhausted search"
            confirmed = confirm(result)
            if confirmed is not None:
                return Verified(confirmed, f"checked again by other code: {reason}", True)
            return Verified(True, f"not recounted, too many positions; claimed reason: {reason}", False)
        said = f"the line replays and solves the puzzle in {result.answer.cost} {metric}"
        return Verified(True, said, not claims_shortest(result))
    if result.answer is None:
        return Verified(least is None, "searched every position", True)
    if not claims_shortest(result):
        said = f"the line replays in {result.answer.cost} {metric}; a shortest one takes {least}"
        return Verified(least is not None and least <= result.answer.cost, said, True)
    return Verified(
        least == result.answer.cost, f"the line replays, and no shorter one exists ({least} {metric})", True
    )


def verify_generate(result: Result[Any], rng: random.Random) -> Verified:
    """The puzzle that was made, with its witness as the solution."""
    return verify_solve(Result("solve", result.answer, result.witness, "", details=result.details), rng)


def verify_solutions(result: Result[Any], rng: random.Random) -> Verified:
    lines: list[Line] = result.answer
    for line in lines:
        fault = _replays(line, result.position)
        if fault:
            return Verified(False, fault, True)
    if len({str(line) for line in lines}) != len(lines):
        return Verified(False, "two of the lines are the same", True)
    if len({line.cost for line in lines}) > 1:
        return Verified(False, "the lines differ in cost", True)
    try:
        least = _cheapest(result.position, result.details["metric"])
    except TooMany:
        return Verified(True, f"{len(lines)} different lines replay", False)
    return Verified(least == (lines[0].cost if lines else None), f"{len(lines)} different lines replay, shortest", True)


def verify_count(result: Result[Any], rng: random.Random) -> Verified:
    chosen = getattr(result.position.system, "metrics", {}).get(result.details["metric"])
    if chosen is not None and (chosen.chain or chosen.costs):
        return Verified(True, "not recounted under this metric", False)
    ways = {result.position: 1}
    try:
        for layer in _layers(result.position):
            here = {position: ways.get(position, 0) for position in layer}
            found = sum(number for position, number in here.items() if position.winner is not None)
            if found:
                return Verified(found == result.answer, "recounted layer by layer", True)
            for position, number in here.items():
                for after in _successors(position):
                    ways[after] = ways.get(after, 0) + number
    except TooMany:
        return Verified(True, "not recounted, too many positions", False)
    return Verified(result.answer == 0, "searched every position", True)


def verify_reachable(result: Result[Any], rng: random.Random) -> Verified:
    try:
        layers = tuple(len(layer) for layer in _layers(result.position))
    except TooMany:
        return Verified(True, "not recounted, too many positions", False)
    holds = layers == result.answer.layers and sum(layers) == result.answer.positions
    return Verified(holds, "recounted by plain breadth-first search", True)


def _costs(position: Position, metric: str) -> dict[Position, int | None]:
    """The cost of a cheapest solution of every position that can be reached; raises TooMany.

    The nodes of the search are positions with the last move, so that chains are counted as they are made; costs are
    settled backwards from the solved ones by Dijkstra's algorithm.
    """
    system: Any = position.system
    chosen = system.metrics[metric]
    everything = [here for layer in _layers(position) for here in layer]
    number = {here: n for n, here in enumerate(everything)}
    marked = bool(chosen.chain or chosen.costs)
    steps = [[(number[after], *more) for after, *more in _marked_steps(here, marked)] for here in everything]
    before: dict[Any, list[tuple[Any, int]]] = {}
    todo: list[tuple[int, Any]] = [(n, None) for n in range(len(everything))]
    known = set(todo)
    for node in todo:  # the list grows
        here, last = node
        for after, piece, tag in steps[here]:
            follows = last is not None and piece is not None and last[0] == piece[0]
            free = follows and (chosen.chain == "piece" or (chosen.chain == "line" and last[1] == tag))
            mark = (piece[1], tag) if chosen.chain and piece else None
            before.setdefault((after, mark), []).append((node, 0 if free else chosen.cost(tag)))
            if (after, mark) not in known:
                known.add((after, mark))
                todo.append((after, mark))
    costs: dict[Any, int] = {}
    order = count()
    solved = {n for n, here in enumerate(everything) if here.winner is not None}
    queue = [(0, next(order), node) for node in todo if node[0] in solved]
    while queue:
        cost, _, node = heapq.heappop(queue)
        if node not in costs:
            costs[node] = cost
            for previous, price in before.get(node, ()):
                heapq.heappush(queue, (cost + price, next(order), previous))
    return {here: costs.get((n, None)) for n, here in enumerate(everything)}


def _marked_steps(position: Position, marked: bool) -> Iterator[tuple[Position, Any, str]]:
    """The positions after each move, the places of the moving piece and the tag, where the metric looks at them."""
    if not marked:
        for after in _successors(position):
            yield after, None, ""
        return
    system: Any = position.system
    rules = system.ruleset(position.state.layout)
    for number in rules.legal(position.state.cells):
        state = type(position.state)(position.state.layout, rules.apply(number, position.state.cells))
        yield Position(system, state), rules.rewrites[number].piece, rules.rewrites[number].tag


def verify_cluster(result: Result[Any], rng: random.Random) -> Verified:
    found, line, metric = result.answer, result.witness, result.details["metric"]
    if (line is None) != (found.goals == 0) or sum(found.layers) + found.dead != found.positions:
        return Verified(False, "the figures do not fit each other", True)
    if line is not None:
        fault = _replays(line, found.hardest[0])
        if fault or line.cost != found.most:
            return Verified(False, fault or f"the hardest position is solved in {line.cost} {metric}", True)
    try:
        costs = _costs(result.position, metric)
    except TooMany:
        how = "nothing can be solved" if line is None else f"the hardest position is solved in {line.cost} {metric}"
        return Verified(True, f"{how}; not recounted, too many positions", False)
    layers = Counter(cost for cost in costs.values() if cost is not None)
    holds = (
        found.positions == len(costs)
        and found.goals == sum(here.winner is not None for here in costs)
        and found.layers == tuple(layers[cost] for cost in range(len(found.layers)))
        and found.dead == len(costs) - layers.total()
        and found.depth == costs[result.position]
        and all(costs.get(here) == found.most for here in found.hardest)
    )
    how = "nothing can be solved" if line is None else "the line replays"
    return Verified(holds, f"{how}, and all positions were recounted by the plain rules", True)


def verify_check(result: Result[Any], rng: random.Random) -> Verified:
    again = check(result.position, result.details["moves"], metric=result.details["metric"]).answer
    return Verified(bool(again) == bool(result.answer), "replayed by the plain rules", True)


def verify_order(result: Result[Any], rng: random.Random) -> Verified:
    try:
        number = sum(map(len, _layers(result.position)))
    except TooMany:
        whole = prod(result.witness["orbits"]) == result.answer
        return Verified(whole, "not recounted, too many arrangements; the lengths of the orbits multiply to it", False)
    return Verified(number == result.answer, "all arrangements were made by moves and counted", True)
