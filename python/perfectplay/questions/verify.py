"""Check a result by code that shares nothing with what found it.

Everything here works on the plain Python rules. A line is replayed. A strategy is followed against every reply where
there are few positions, and against random replies where there are many. A nimber is recomputed from its definition, or
played against an equal nim heap. "Unsolvable" and counts are recounted where the puzzle is small. What could not be
checked completely is said in the answer.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay.errors import NotApplicable, PerfectPlayError
from perfectplay.players import DRAW, LEFT, Outcome, Player, Winner
from perfectplay.questions.ask import confirm
from perfectplay.questions.check import check
from perfectplay.questions.solve import line_cost
from perfectplay.questions.strategy import Strategy
from perfectplay.result import Result
from perfectplay.system import Line, Position

SMALL = 3000
"""Positions up to which checks are complete."""
PLAYS = 30
"""Random plays where they are not."""


@dataclass(frozen=True)
class Verified:
    """Whether a result stands, how it was checked, and whether the check covered everything."""

    holds: bool
    how: str
    complete: bool

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        extent = "" if self.complete or not self.holds else " (in part)"
        return f"{'verified' if self.holds else 'REFUTED'}{extent}: {self.how}"

    def __repr__(self) -> str:
        return str(self)

    def to_json(self) -> dict[str, Any]:
        return {"holds": self.holds, "how": self.how, "complete": self.complete}


class _TooMany(Exception):
    """More positions than a complete check may take."""


def verify(result: Result[Any] | dict[str, Any], *, seed: int = 0) -> Verified:
    """Check a result (or the JSON form of one) independently of the search that found it.

    >>> pp.verify(pp.outcome(pp.load("domineering", "...|...|...")))
    verified: followed Left's strategy when Left starts and Right's strategy when Right starts against every reply
    """
    if isinstance(result, dict):
        result = from_json(result)
    if not isinstance(result, Result):
        raise NotApplicable(f"verify: expected a result, got a {type(result).__name__}")
    checks: dict[str, Callable[[Result[Any], random.Random], Verified]] = {
        "outcome": _outcome,
        "best": _best,
        "grundy": _grundy,
        "score": _score,
        "solve": _solve,
        "solutions": _solutions,
        "count": _count,
        "reachable": _reachable,
        "check": _check,
    }
    if result.question not in checks:
        raise NotApplicable(f"verify: no check for the question {result.question!r}")
    return checks[result.question](result, random.Random(seed))


# strategies ---------------------------------------------------------------------------------------------------------


def final_winner(position: Position, player: Player) -> Winner | None:
    """Who has won if the play is over with ``player`` to move, else None."""
    if position.winner is not None:
        return position.winner
    if not position.moves(player):
        return position.system.when_stuck(player)  # type: ignore[attr-defined, no-any-return]
    return None


def _keeps(strategy: Strategy, winner: Winner) -> bool:
    return winner is strategy.player or (strategy.draw and winner is DRAW)


def _follow_all(strategy: Strategy) -> bool:
    """Follow a strategy against every reply; raises _TooMany."""
    seen: set[tuple[Position, Player]] = set()
    todo = [(strategy.position, strategy.starter)]
    while todo:
        position, player = todo.pop()
        if (position, player) in seen:
            continue
        seen.add((position, player))
        if len(seen) > SMALL:
            raise _TooMany
        winner = final_winner(position, player)
        if winner is not None:
            if not _keeps(strategy, winner):
                return False
            continue
        if player is strategy.player:
            move = strategy.reply(position)
            moves = [] if move is None else [position.move(move.text, player)]
            if not moves:
                return False
        else:
            moves = position.moves(player)
        todo.extend((move.after, player if move.again else player.opponent) for move in moves)
    return True


def _follow_some(strategy: Strategy, rng: random.Random) -> bool:
    for _ in range(PLAYS):
        position, player = strategy.position, strategy.starter
        for _ in range(10_000):
            winner = final_winner(position, player)
            if winner is not None:
                if not _keeps(strategy, winner):
                    return False
                break
            if player is strategy.player:
                reply = strategy.reply(position)
                if reply is None:
                    return False
                move = position.move(reply.text, player)
            else:
                move = rng.choice(position.moves(player))
            position, player = move.after, player if move.again else player.opponent
    return True


def _follow(strategy: Strategy, rng: random.Random) -> tuple[bool, bool]:
    """(does it keep its promise, was every reply tried)"""
    try:
        return _follow_all(strategy), True
    except _TooMany:
        return _follow_some(strategy, rng), False


def _outcome(result: Result[Any], rng: random.Random) -> Verified:
    found: Outcome = result.answer
    needed = []
    for starter in Player:
        winner = found.when(starter)
        for player in Player if winner is DRAW else (winner,):
            assert isinstance(player, Player)
            needed.append(Strategy(result.position, player, starter, draw=winner is DRAW))
    complete = True
    for strategy in needed:
        holds, every = _follow(strategy, rng)
        complete &= every
        if not holds:
            return Verified(False, f"the strategy of {strategy.player} fails when {strategy.starter} starts", every)
    names = " and ".join(f"{s.player}'s strategy when {s.starter} starts" for s in needed)
    return Verified(True, f"followed {names} against {'every reply' if complete else 'random replies'}", complete)


def _best(result: Result[Any], rng: random.Random) -> Verified:
    player: Player = result.details["player"]
    if result.answer is None:
        return Verified(not result.position.moves(player), "there is no legal move", True)
    if result.answer.text not in [move.text for move in result.position.moves(player)]:
        return Verified(False, "the move is not legal", True)
    strategy: Strategy = result.witness
    if strategy.player is not player and not strategy.draw:
        # Every move loses: the opponent's strategy shows it.
        holds, every = _follow(strategy, rng)
        return Verified(holds, f"{strategy.player} wins against every move, and so against this one", every)
    after = Strategy(result.answer.after, player, player if result.answer.again else player.opponent, strategy.draw)
    holds, every = _follow(after, rng)
    return Verified(holds, f"followed {player}'s strategy after the move", every)


# nimbers ------------------------------------------------------------------------------------------------------------


def _plain_nimber(position: Position) -> int:
    """The definition: the least nimber that no option has. Raises _TooMany."""
    known: dict[Position, int] = {}
    stack = [(position, [move.after for move in position.moves(LEFT)])]
    while stack:
        here, options = stack[-1]
        missing = next((option for option in options if option not in known), None)
        if missing is not None:
            if len(known) + len(stack) > SMALL:
                raise _TooMany
            stack.append((missing, [move.after for move in missing.moves(LEFT)]))
            continue
        values = {known[option] for option in options}
        known[here] = next(n for n in range(len(values) + 1) if n not in values)
        stack.pop()
    return known[position]


def _grundy(result: Result[Any], rng: random.Random) -> Verified:
    most = len(result.position.moves(LEFT))
    if not 0 <= result.answer <= most:
        return Verified(False, f"a position with {most} moves has a nimber of at most {most}", True)
    try:
        return Verified(_plain_nimber(result.position) == result.answer, "recomputed by the definition", True)
    except _TooMany:
        pass
    from perfectplay.questions.grundy import grundy

    # Play the position plus a nim heap of the claimed size as second player; the claim says that this wins.
    for _ in range(PLAYS):
        position, heap = result.position, int(result.answer)
        while True:
            options: list[tuple[Position, int]] = [(move.after, heap) for move in position.moves(LEFT)]
            options += [(position, smaller) for smaller in range(heap)]
            if not options:
                break
            position, heap = rng.choice(options)
            replies: list[tuple[Position, int]] = [(move.after, heap) for move in position.moves(LEFT)]
            replies += [(position, smaller) for smaller in range(heap)]
            reply = next((r for r in replies if grundy(r[0]) == r[1]), None)
            if reply is None:
                return Verified(False, f"the first player wins the position plus a nim heap of {result.answer}", False)
            position, heap = reply
    return Verified(True, f"won {PLAYS} plays as second player with a nim heap of {result.answer} added", False)


# scores -------------------------------------------------------------------------------------------------------------


def _plain_score(position: Position, player: Player) -> int:
    """The definition, Left's points less Right's; raises _TooMany."""
    known: dict[tuple[Position, Player], int] = {}
    stack = [(position, player)]
    while stack:
        here, mover = stack[-1]
        moves = here.moves(mover)
        nodes = [(move.after, mover if move.again else mover.opponent) for move in moves]
        missing = next((node for node in nodes if node not in known), None)
        if missing is not None:
            if len(known) + len(stack) > SMALL:
                raise _TooMany
            stack.append(missing)
            continue
        sign = 1 if mover is LEFT else -1
        values = [known[node] + sign * move.points for node, move in zip(nodes, moves, strict=True)]
        known[here, mover] = (max(values) if mover is LEFT else min(values)) if values else 0
        stack.pop()
    return known[position, player]


def _score(result: Result[Any], rng: random.Random) -> Verified:
    try:
        found = _plain_score(result.position, result.details["player"])
    except _TooMany:
        return Verified(True, "not recomputed, too many positions", False)
    return Verified(found == result.answer, "recomputed by the definition", True)


# puzzles ------------------------------------------------------------------------------------------------------------


def _layers(position: Position) -> Iterator[list[Position]]:
    """All positions by number of moves, by plain breadth-first search; raises _TooMany."""
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
                        raise _TooMany
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
    """The cost of a cheapest solution by plain search over (position, last piece); raises _TooMany."""
    system = position.system
    read = getattr(system, "metrics", {}).get(metric)
    if read is not None and (read.chain or read.costs):
        return _cheapest_by_metric(position, metric)
    for depth, layer in enumerate(_layers(position)):
        if any(here.winner is not None for here in layer):
            return depth
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
                    raise _TooMany
                if step:
                    queue.append((cost + step, *there))
                else:
                    queue.appendleft((cost, *there))
    return None


def _solve(result: Result[Any], rng: random.Random) -> Verified:
    metric = result.details["metric"]
    if result.answer is not None:
        fault = _replays(result.answer, result.position)
        if fault:
            return Verified(False, fault, True)
    try:
        least = _cheapest(result.position, metric)
    except _TooMany:
        if result.answer is None:
            reason = result.witness.get("reason") if isinstance(result.witness, dict) else "exhausted search"
            confirmed = confirm(result)
            if confirmed is not None:
                return Verified(confirmed, f"checked again by other code: {reason}", True)
            return Verified(True, f"not recounted, too many positions; claimed reason: {reason}", False)
        return Verified(True, f"the line replays and solves the puzzle in {result.answer.cost} {metric}", False)
    if result.answer is None:
        return Verified(least is None, "searched every position", True)
    return Verified(
        least == result.answer.cost, f"the line replays, and no shorter one exists ({least} {metric})", True
    )


def _solutions(result: Result[Any], rng: random.Random) -> Verified:
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
    except _TooMany:
        return Verified(True, f"{len(lines)} different lines replay", False)
    return Verified(least == (lines[0].cost if lines else None), f"{len(lines)} different lines replay, shortest", True)


def _count(result: Result[Any], rng: random.Random) -> Verified:
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
    except _TooMany:
        return Verified(True, "not recounted, too many positions", False)
    return Verified(result.answer == 0, "searched every position", True)


def _reachable(result: Result[Any], rng: random.Random) -> Verified:
    try:
        layers = tuple(len(layer) for layer in _layers(result.position))
    except _TooMany:
        return Verified(True, "not recounted, too many positions", False)
    holds = layers == result.answer.layers and sum(layers) == result.answer.positions
    return Verified(holds, "recounted by plain breadth-first search", True)


def _check(result: Result[Any], rng: random.Random) -> Verified:
    again = check(result.position, result.details["moves"], metric=result.details["metric"]).answer
    return Verified(bool(again) == bool(result.answer), "replayed by the plain rules", True)


# JSON ---------------------------------------------------------------------------------------------------------------


def from_json(data: dict[str, Any]) -> Result[Any]:
    """A result from its machine-readable form."""
    from perfectplay.registry import load

    try:
        question = str(data["question"])
        position = load(str(data["system"]), str(data["position"]), **(data.get("options") or {}))
        raw = data["answer"]
    except (KeyError, TypeError) as error:
        raise NotApplicable(f"verify: the result has no usable {error.args[0]!r}") from None
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
        elif question == "reachable":
            from perfectplay.questions.solve import Reach

            answer = Reach(
                int(raw["positions"]),
                int(raw["representatives"]),
                tuple(map(int, raw["layers"])),
                int(raw["solved"]),
                (),
            )
        elif question == "score":
            details["player"] = Player(data["player"])
            answer = int(raw)
        elif question == "check":
            details["metric"] = str(data["metric"])
            details["moves"] = [str(move) for move in data["moves"]]
            answer = bool(raw["holds"])
        elif question == "grundy":
            answer = int(raw)
        else:
            raise NotApplicable(f"verify: no check for the question {question!r}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotApplicable(f"verify: the answer to {question!r} cannot be read ({error})") from None
    return Result(question, position, answer, str(data.get("method", "")), witness, details=details)
