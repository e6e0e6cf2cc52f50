"""Checks of answers about puzzles of moves: lines are replayed, and shortest lengths, counts and reachable positions
are computed again."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from perfectplay.checks.again import asked_again
from perfectplay.checks.verdict import (
    Fields,
    Room,
    TooMany,
    refuted,
    settled,
    verified,
)
from perfectplay.errors import PerfectPlayError
from perfectplay.kinds.rewrite import RewriteSystem
from perfectplay.method import confirm, refusal
from perfectplay.players import LEFT, Player
from perfectplay.position import Line, Position
from perfectplay.result import Result, plain

# puzzles ------------------------------------------------------------------------------------------------------------


def layers_of(position: Position, room: Room) -> Iterator[list[Position]]:
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
                    room.hold(len(seen))
        layer = following


def _successors(position: Position) -> list[Position]:
    """After every move; play may continue after a solution."""
    system = position.system
    players = [LEFT] if system.players == 1 or position.impartial else list(Player)
    return [Position(system, state) for player in players for _, state, *_ in system.legal(position.state, player)]


def replays(line: Line, position: Position) -> str | None:
    """What is wrong with a line, None if nothing."""
    if line.start != position:
        return "the line starts elsewhere"
    try:
        again = Line.replay(position, [move.text for move in line])
    except PerfectPlayError as error:
        return str(error)
    if again.end.winner is not LEFT:
        return "the line does not solve the puzzle"
    if Line(position, again.moves, line.metric).cost != line.cost:
        return f"the line does not cost {line.cost} {line.metric}"
    return None


def plain_cost(position: Position, metric: str, room: Room, below: int | None = None) -> int | None:
    """The cost of a cheapest solution by plain search; raises TooMany. With ``below``, the cost of some known solution,
    only cheaper ones are sought, so that the last layer, the largest, need not be built."""
    system = position.system
    counted = system.metrics[metric]
    if counted.chain or counted.costs:
        steps = _marked_moves if isinstance(system, RewriteSystem) else _priced_moves
        return _cheapest((position, None), steps, metric, room, below)
    if below == 0:
        return 0
    for depth, layer in enumerate(layers_of(position, room)):
        if any(here.winner is not None for here in layer):
            return depth
        if below is not None and depth + 1 == below:
            return below
    return None


Marked = tuple[Position, Any]
"""A position, and what of the move before it matters for the cost of the next."""


def _cheapest(
    start: Marked,
    steps: Callable[[Marked, str], Iterator[tuple[Marked, int]]],
    metric: str,
    room: Room,
    below: int | None,
) -> int | None:
    """Dijkstra's algorithm."""
    best = {start: 0}
    order = count()
    queue = [(0, next(order), start)]
    while queue:
        cost, _, node = heapq.heappop(queue)
        if cost > best[node]:
            continue
        if node[0].winner is not None:
            return cost
        for there, step in steps(node, metric):
            total = cost + step
            if total < best.get(there, total + 1) and (below is None or total < below):
                best[there] = total
                room.hold(len(best))
                heapq.heappush(queue, (total, next(order), there))
    return below


def _priced_moves(node: Marked, metric: str) -> Iterator[tuple[Marked, int]]:
    """Every move has a cost of its own."""
    here = node[0]
    for move in here.moves():
        yield (move.after, None), Line(here, [move], metric).cost


def _marked_moves(node: Marked, metric: str) -> Iterator[tuple[Marked, int]]:
    """The piece that moved last and its direction are remembered, so that chains are counted as they are made."""
    here, last = node
    system: Any = here.system
    chosen = system.metrics[metric]
    for after, piece, tag in _marked_steps(here, marked=True):
        follows = last is not None and piece is not None and last[0] == piece[0]
        free = follows and (chosen.chain == "piece" or (chosen.chain == "line" and last[1] == tag))
        mark = (piece[1], tag) if chosen.chain and piece else None
        yield (after, mark), 0 if free else chosen.cost(tag)


# solutions ----------------------------------------------------------------------------------------------------------


def no_solution(result: Result[Any], room: Room) -> Fields:
    """That there is no solution, and why: by the theorem that says so, or by exhaustive search."""
    metric, reason, confirmed = result.details["metric"], refusal(result), confirm(result)
    if confirmed is not None:
        finding = settled(confirmed, f"checked again by other code: {reason}", "the reason does not hold")
    else:
        try:
            least = plain_cost(result.position, metric, room)
            wrong = f"there is a solution of {least} {metric}"
            finding = settled(least is None, "searched every position", wrong)
        except TooMany:
            finding = asked_again(result, room, excuse=f"that there is no solution: {room.excuse}")
    if not result.witness:
        return {"answer": finding}
    told = result.witness.get("reason") if isinstance(result.witness, dict) and len(result.witness) == 1 else None
    if reason or not re.fullmatch(
        r"exhausted: \d+ positions? searched, .*|(out of reach|contradiction): .*", str(told)
    ):
        return {
            "answer": finding,
            "witness": settled(told == reason, "the theorem gives the same reason again", "this is not the reason"),
        }
    return {"answer": finding, "witness": finding}


def same_witness(result: Result[Any]) -> Fields:
    """The witness of a line is the line itself."""
    if result.witness is None:
        return {}
    same = plain(result.witness) == plain(result.answer)
    return {"witness": settled(same, "it is the answer", "it is not the answer")}


def count_cheapest(position: Position, metric: str, room: Room, most: int | None = None) -> tuple[int, int | None]:
    """How many cheapest solutions there are, and what they cost. Raises TooMany, also where moves are free, because
    then lines that differ only by those are one. With ``most``, solutions that cost more are not sought, so that the
    last layer, the largest, need not be kept."""
    chosen = position.system.metrics[metric]
    chained, weighed = bool(chosen.chain), bool(chosen.costs)
    ways, costs = {position: 1}, {position: 0}
    order = count()
    queue = [(0, next(order), position)]
    done: set[Position] = set()
    total, least = 0, None
    while queue:
        cost, _, here = heapq.heappop(queue)
        if here in done:
            continue
        if least is not None and cost > least:
            break
        done.add(here)
        room.hold(len(done))
        if here.winner is not None:
            total, least, most = total + ways[here], cost, cost
            continue
        if chained:
            steps = list(_leaps(here, metric))
        else:
            steps = [(each.after, Line(here, [each], metric).cost if weighed else 1) for each in here.moves()]
        if any(step == 0 for _, step in steps):
            raise TooMany
        for there, step in steps:
            if most is not None and cost + step >= most:
                if cost + step == most and there.winner is not None:
                    total, least = total + ways[here], most
                continue
            known = costs.get(there)
            if known is None or cost + step < known:
                costs[there], ways[there] = cost + step, ways[here]
                heapq.heappush(queue, (cost + step, next(order), there))
            elif cost + step == known:
                ways[there] += ways[here]
    return total, least


def _leaps(position: Position, metric: str) -> Iterator[tuple[Position, int]]:
    """The moves under a metric with chains. Two of them differ if different pieces move, or along different lines where
    a chain keeps to one line, or if they lead to different positions."""
    system: Any = position.system
    chosen = system.metrics[metric]
    rules = system.ruleset(position.state.layout)
    found: dict[Any, int] = {}
    for number in rules.legal(position.state.cells):
        first = rules.rewrites[number]
        mover = (first.piece[0], first.tag if chosen.chain == "line" else "") if first.piece else number
        todo = [(number, position.state)]
        while todo:
            step, state = todo.pop()
            after = type(state)(state.layout, rules.apply(step, state.cells))
            if after == position.state or (mover, after) in found:
                continue
            found[mover, after] = chosen.cost(first.tag)
            last = rules.rewrites[step]
            if last.piece is None or system.winner(after) is not None:
                continue
            for then in rules.legal(after.cells):
                more = rules.rewrites[then]
                goes_on = more.piece is not None and more.piece[0] == last.piece[1]
                if goes_on and (chosen.chain == "piece" or more.tag == last.tag):
                    todo.append((then, after))
    for (_, state), cost in found.items():
        yield Position(system, state), cost


# what can be reached ------------------------------------------------------------------------------------------------


def up_to_symmetry(result: Result[Any], layers: list[list[Position]]) -> Fields:
    """Representatives and solved ones among them. Without symmetries these are all positions; with some, they are
    asked again."""
    found, how = result.answer, "recounted by plain breadth-first search"
    everything = [here for layer in layers for here in layer]
    solved = sum(here.winner is not None for here in everything)
    fields: Fields = {}
    if found.representatives > len(everything) or not 0 <= found.solved <= solved or bool(solved) != bool(found.solved):
        return {"answer.representatives": refuted("there are fewer")}
    if found.representatives == len(everything):
        fields["answer.representatives"] = verified(how)
        fields["answer.solved"] = settled(solved == found.solved, how, f"{solved} are solved")
        return fields
    if not isinstance(result.position.system, RewriteSystem):
        return {"answer.representatives": refuted("the rules have no symmetries")}
    orbits = orbits_of(result.position, everything)
    return {
        "answer.representatives": settled(
            len(orbits) == found.representatives,
            "counted up to the symmetries of the start",
            f"there are {len(orbits)}",
        ),
        "answer.solved": settled(
            sum(here.winner is not None for here in orbits) == found.solved, "counted up to the symmetries of the start"
        ),
    }


def orbits_of(start: Position, everything: list[Position]) -> list[Position]:
    """One of each class of positions under the symmetries of the board that preserve the rules and the start."""
    system: Any = start.system
    layout = start.state.layout
    rules = system.ruleset(layout)

    def moved(image: Any, cells: str) -> str:
        turned = list(cells)
        for here, there in enumerate(image):
            turned[there] = cells[here]
        return "".join(turned)

    def described(image: Any) -> Counter[Any]:
        return Counter(
            (
                frozenset((image[cell], tuple(sorted(becomes.items()))) for cell, becomes in changes),
                system.acts(rewrite),
                rewrite.again,
                rewrite.score,
                rewrite.rank,
            )
            for rewrite, changes in zip(rules.rewrites, rules.changes, strict=True)
        )

    same = tuple(range(len(layout.board.cells)))
    plain = described(same)
    goals = Counter(
        (who, frozenset((cell, frozenset(each)) for cell, each in goal.items())) for who, goal in rules.goals
    )
    group = [
        image
        for image in layout.board.symmetries()
        if moved(image, start.state.cells) == start.state.cells
        and described(image) == plain
        and goals
        == Counter(
            (who, frozenset((image[cell], frozenset(each)) for cell, each in goal.items())) for who, goal in rules.goals
        )
    ]
    seen: set[str] = set()
    found = []
    for here in everything:
        if here.state.cells not in seen:
            found.append(here)
            seen.update(moved(image, here.state.cells) for image in group)
            seen.add(here.state.cells)
    return found


def plain_costs(position: Position, metric: str, room: Room) -> dict[Position, int | None]:
    """The cost of a cheapest solution of every position that can be reached; raises TooMany.

    The nodes of the search are positions with the last move, so that chains are counted as they are made; costs are
    computed backwards from the solved ones by Dijkstra's algorithm.
    """
    system: Any = position.system
    chosen = system.metrics[metric]
    everything = [here for layer in layers_of(position, room) for here in layer]
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
                room.hold(len(known) // 8)
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
    """The positions after each move, the places of the moving piece and the tag, where the metric depends on them."""
    if not marked:
        for after in _successors(position):
            yield after, None, ""
        return
    system: Any = position.system
    rules = system.ruleset(position.state.layout)
    for number in rules.legal(position.state.cells):
        state = type(position.state)(position.state.layout, rules.apply(number, position.state.cells))
        yield Position(system, state), rules.rewrites[number].piece, rules.rewrites[number].tag
