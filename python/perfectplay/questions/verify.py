"""Check a result by code that shares nothing with what found it.

Everything here works on the plain Python rules. A line is replayed. A strategy is followed against every reply where
there are few positions, and against random replies where there are many. A nimber is recomputed from its definition, or
played against an equal nim heap. A value is compared with its position by the definition of the order, or the
difference is played. Thermographs and lengths of play are recomputed from their definitions, or these are tested along
random plays. "Unsolvable" and counts are recounted where the puzzle is small. What could not be checked completely is
said in the answer.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from time import monotonic
from typing import Any, TypeVar

from perfectplay.errors import LimitReached, NotApplicable, PerfectPlayError
from perfectplay.limits import Limits
from perfectplay.players import DRAW, LEFT, Outcome, Player, Winner
from perfectplay.questions.ask import confirm
from perfectplay.questions.check import check
from perfectplay.questions.solve import line_cost
from perfectplay.questions.strategy import Strategy
from perfectplay.result import Result
from perfectplay.system import Line, Position
from perfectplay.values.recursion import solve
from perfectplay.values.thermograph import Corner, Thermograph
from perfectplay.values.value import Value

SMALL = 3000
"""Positions up to which checks are complete."""
PLAYS = 30
"""Random plays where they are not."""
PAIRS = 10 * SMALL
"""Comparisons of a position with a value up to which they are complete."""
PLACES = 40
"""Positions at which a definition is tested where it cannot be unfolded."""
PATIENCE = 10.0
"""Seconds after which a check that cannot be complete is content with what it has tested."""

Key = TypeVar("Key", bound=Hashable)
Unfolded = TypeVar("Unfolded")


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
        "value": _value,
        "thermograph": _thermograph,
        "temperature": _temperature,
        "grundy": _grundy,
        "remoteness": _tempo,
        "suspense": _tempo,
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


# values -------------------------------------------------------------------------------------------------------------


def _options(position: Position, player: Player) -> list[Position]:
    """The positions after the moves of a player, equal ones once."""
    moves = position.moves(player)
    if any(move.again for move in moves):
        raise NotApplicable(f"{position.system.title}: a player may move twice in a row, so positions have no value")
    return list(dict.fromkeys(move.after for move in moves))


def _unfold(
    equation: Callable[[Key, Callable[[Key], Unfolded]], Unfolded], root: Key, position: Position, most: int
) -> Unfolded:
    """A recursive definition, evaluated for at most so many keys; raises _TooMany."""
    begun: set[Key] = set()

    def counted(key: Key, known: Callable[[Key], Unfolded]) -> Unfolded:
        begun.add(key)
        if len(begun) > most:
            raise _TooMany
        return equation(key, known)

    try:
        return solve(counted, root)
    except PerfectPlayError:
        raise
    except ValueError:  # an answer depends on itself
        raise NotApplicable(f"{position.system.title}: positions repeat, so this cannot be checked") from None


def _sides(thing: Position | Value, player: Player) -> list[Any]:
    if isinstance(thing, Position):
        return _options(thing, player)
    return list(thing.left if player is LEFT else thing.right)


def _nimber_of(value: Value) -> int:
    """*n has n options."""
    return 0 if value.as_nus is None else value.as_nus[2]


def _equals(position: Position, value: Value) -> bool:
    """Does a position have this value? By the definition of the order (*On Numbers and Games*, chapter 7), the value
    being its canonical form: P <= V unless some P^L >= V or some V^R <= P; P >= V unless some P^R <= V or some
    V^L >= P. Raises _TooMany."""
    numbers: dict[Position | Value, int] = {}
    things: list[Position | Value] = []
    known_options: dict[tuple[int, Player], list[int]] = {}

    def number(thing: Position | Value) -> int:
        if thing not in numbers:
            numbers[thing] = len(things)
            things.append(thing)
        return numbers[thing]

    def options(n: int, player: Player) -> list[int]:
        if (n, player) not in known_options:
            known_options[n, player] = [number(option) for option in _sides(things[n], player)]
        return known_options[n, player]

    def second_wins(node: tuple[int, int, Player], known: Callable[[tuple[int, int, Player]], bool]) -> bool:
        """Does P - V lose for the player who moves first? (P <= V if this is Left, P >= V if it is Right.)"""
        p, v, first = node
        return not any(known((option, v, first.opponent)) for option in options(p, first)) and not any(
            known((p, option, first.opponent)) for option in options(v, first.opponent)
        )

    if _nimber_of(value) > SMALL:
        raise _TooMany
    root = number(position), number(value)
    return all(_unfold(second_wins, (*root, first), position, PAIRS) for first in Player)


def _value(result: Result[Any], rng: random.Random) -> Verified:
    value: Value = result.answer
    try:
        return Verified(
            _equals(result.position, value), "compared with the position by the definition of the order", True
        )
    except _TooMany:
        pass
    return _play_difference(result, rng)


def _play_difference(result: Result[Any], rng: random.Random) -> Verified:
    """Play the position minus the value as second player against random moves; the claim says that this wins. Replies
    are found by the values that the question has for later positions; the rules are the judge."""
    from perfectplay.questions.outcome import outcome
    from perfectplay.questions.value import value as ask

    found: dict[Position, Value] = {}

    def value(position: Position) -> Value:
        if position not in found:
            found[position] = ask(position, method=result.method or None).answer
        return found[position]

    def is_lost(first: Player, position: Position, other: Value) -> bool:
        """Does whoever moves first here lose the difference?"""
        return value(position) <= other if first is LEFT else value(position) >= other

    claimed: Value = result.answer
    if value(result.position) != claimed:
        return Verified(False, "asked again, the position has another value", False)
    if _nimber_of(claimed) > 10 * SMALL:
        return Verified(True, "not played, too many options", False)
    began, played = monotonic(), 0
    while played < PLAYS and (not played or monotonic() < began + PATIENCE):
        position, other = result.position, claimed
        first = rng.choice(list(Player))
        second = first.opponent
        while True:
            moves = [(p, other) for p in _options(position, first)] + [(position, v) for v in _sides(other, second)]
            if not moves:
                break
            position, other = rng.choice(moves)
            replies = [(position, v) for v in _sides(other, first)] + [(p, other) for p in _options(position, second)]
            reply = next((reply for reply in replies if is_lost(first, *reply)), None)
            if reply is None:
                return Verified(False, "the first player wins the position minus the value", False)
            position, other = reply
        played += 1
    how = f"won {played} random plays as second player with the negative of the value added"
    try:
        winners = outcome(result.position, method="alpha-beta", limits=Limits(time=PATIENCE / 5)).answer
    except LimitReached:
        return Verified(True, how, False)
    if winners != claimed.outcome:
        return Verified(False, f"the outcome is {winners}, and that of the value {claimed.outcome}", False)
    return Verified(True, f"{how}, and the outcome is that of the value", False)


# thermographs -------------------------------------------------------------------------------------------------------

_Wall = tuple[Corner, ...]  # its corners (temperature, value) from temperature -1; upright from the last one on
_Walls = tuple[_Wall, _Wall]


def _height(wall: _Wall, t: Fraction) -> Fraction:
    """The value of a wall at a temperature."""
    for (low, x), (high, y) in pairwise(wall):
        if t < high:
            return x + (y - x) * (t - low) / (high - low)
    return wall[-1][1]


def _envelope(walls: Iterable[_Wall], sign: int) -> _Wall | None:
    """The maximum of walls, or their minimum if the sign is negative; None of none."""
    found: _Wall | None = None
    for wall in walls:
        if found is None or found == wall:
            found = wall
            continue
        points: list[Corner] = []
        before = Fraction(0), Fraction(0)  # temperature, and by how much the one wall leads
        for t in sorted({t for t, _ in found + wall}):
            x, y = _height(found, t), _height(wall, t)
            ahead = sign * (x - y)
            if points and ahead * before[1] < 0:  # they cross in between
                cross = before[0] + (t - before[0]) * before[1] / (before[1] - ahead)
                points.append((cross, _height(wall, cross)))
            points.append((t, x if ahead > 0 else y))
            before = t, ahead
        found = tuple(points)
    return found


def _walls(left: Iterable[_Wall], right: Iterable[_Wall]) -> _Walls:
    """The walls of a position from the right walls of Left's options and the left walls of Right's (*Winning Ways*,
    chapter 6). The scaffolds are those walls less and plus the tax; the walls follow them until they meet. Where they
    do not even cross at temperature -1 the position is an integer, the simplest that fits."""
    high, low = _envelope(left, 1), _envelope(right, -1)
    most = None if low is None else low[0][1] - 1
    least = None if high is None else high[0][1] + 1
    if high is None or low is None or least is None or most is None or least <= most:
        integer = Fraction(0)
        integer = integer if most is None else min(integer, most)
        integer = integer if least is None else max(integer, least)
        mast = ((Fraction(-1), integer),)
        return mast, mast
    times = sorted({t for t, _ in high + low})
    points: list[tuple[Fraction, Fraction, Fraction]] = []
    for t in times:
        points.append((t, _height(high, t) - t, _height(low, t) + t))
        if points[-1][1] <= points[-1][2]:
            break
    t, x, y = points[-1]
    if x <= y:  # they meet before: both are straight from the point before last
        points.pop()
        start, a, b = points[-1]
        meet = start + (t - start) * (a - b) / ((a - b) - (x - y))
    else:  # above all corners one falls and the other rises
        meet = t + (x - y) / 2
    mean = _height(high, meet) - meet
    return (*((t, x) for t, x, _ in points), (meet, mean)), (*((t, y) for t, _, y in points), (meet, mean))


def _plain_thermograph(position: Position) -> Thermograph:
    """The definition, position by position; raises _TooMany."""

    def walls(here: Position, known: Callable[[Position], _Walls]) -> _Walls:
        left, right = ([known(option) for option in _options(here, player)] for player in Player)
        return _walls({each[1] for each in left}, {each[0] for each in right})

    return Thermograph.from_points(*_unfold(walls, position, position, SMALL))


def _places(position: Position, rng: random.Random) -> Iterator[Position]:
    """A position and others that random plays lead to, PLACES at most."""
    seen: set[Position] = set()
    for _ in range(PLAYS):
        here = position
        while True:
            if here not in seen:
                yield here
                seen.add(here)
            if len(seen) == PLACES:
                return
            moves = here.moves()
            if not moves:
                break
            here = rng.choice(moves).after


def _thermograph(result: Result[Any], rng: random.Random) -> Verified:
    try:
        return Verified(_plain_thermograph(result.position) == result.answer, "recomputed by the definition", True)
    except _TooMany:
        return _test_thermograph(result, rng)


def _test_thermograph(result: Result[Any], rng: random.Random) -> Verified:
    """Test the definition here and along random plays, the thermographs of options being asked for."""
    from perfectplay.questions.value import thermograph as ask

    found: dict[Position, Thermograph] = {result.position: result.answer}

    def thermograph(position: Position) -> Thermograph:
        if position not in found:
            found[position] = ask(position, method=result.method or None).answer
        return found[position]

    began, tested = monotonic(), 0
    for place in _places(result.position, rng):
        if tested and monotonic() > began + PATIENCE:
            break
        left, right = ([thermograph(option) for option in _options(place, player)] for player in Player)
        walls = _walls({each.right_wall for each in left}, {each.left_wall for each in right})
        if Thermograph.from_points(*walls) != thermograph(place):
            return Verified(False, f"the definition fails at {place}", False)
        tested += 1
    return Verified(True, f"the definition holds at {tested} positions, given the thermographs of their options", False)


def _temperature(result: Result[Any], rng: random.Random) -> Verified:
    try:
        found = _plain_thermograph(result.position).temperature
        return Verified(found == result.answer, "recomputed by the definition", True)
    except _TooMany:
        pass
    from perfectplay.questions.value import thermograph

    graph = thermograph(result.position, method=result.method or None)
    if graph.answer.temperature != result.answer:
        return Verified(False, "it is not the temperature of the thermograph", False)
    return _test_thermograph(graph, rng)


# lengths of play ----------------------------------------------------------------------------------------------------

_End = tuple[Winner, int]  # who wins, after how many moves


def _ending(question: str, player: Player, options: list[_End]) -> _End:
    """The definitions: for remoteness the winner hurries and the loser delays, for suspense it is the other way."""
    hurry, delay = (min, max) if question == "remoteness" else (max, min)
    wins = [length for winner, length in options if winner is player]
    if wins:
        return player, 1 + hurry(wins)
    return player.opponent, 1 + delay(length for _, length in options)


def _tempo(result: Result[Any], rng: random.Random) -> Verified:
    question = result.question

    def following(position: Position, player: Player) -> list[tuple[Position, Player]]:
        return [(move.after, player if move.again else player.opponent) for move in position.moves(player)]

    def ending(node: tuple[Position, Player], known: Callable[[tuple[Position, Player]], _End]) -> _End:
        winner = final_winner(*node)
        if winner is not None:
            return winner, 0
        return _ending(question, node[1], [known(option) for option in following(*node)])

    root: tuple[Position, Player] = (result.position, result.details["player"])
    try:
        length = _unfold(ending, root, result.position, SMALL)[1]
        return Verified(length == result.answer, "recomputed by the definition", True)
    except _TooMany:
        pass
    from perfectplay.questions import tempo
    from perfectplay.questions.outcome import outcome

    began, tested = monotonic(), 0

    def asked(position: Position, player: Player) -> _End:
        ask = tempo.remoteness if question == "remoteness" else tempo.suspense
        limits = Limits(time=max(began + PATIENCE - monotonic(), 0))
        length = result.answer if (position, player) == root else ask(position, player, limits=limits).answer
        return outcome(position, limits=limits).answer.when(player), length

    position, player = root
    try:
        while final_winner(position, player) is None and tested < PLACES:
            options = following(position, player)
            if _ending(question, player, [asked(*option) for option in options]) != asked(position, player):
                return Verified(False, f"the definition fails at {position}", False)
            tested += 1
            position, player = rng.choice(options)
    except LimitReached:
        if not tested:
            return Verified(True, "not recomputed, too many positions", False)
    return Verified(True, f"the definition holds at {tested} positions, given the answers for their options", False)


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
