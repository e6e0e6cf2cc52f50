"""Values, thermographs and lengths of play against their definitions, on plain positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from time import monotonic
from typing import Any, TypeVar

from perfectplay.checks.games import final_winner
from perfectplay.checks.verified import PAIRS, PATIENCE, PLACES, PLAYS, SMALL, TooMany, Verified
from perfectplay.errors import LimitReached, NotApplicable, PerfectPlayError
from perfectplay.limits import Limits
from perfectplay.players import LEFT, Player, Winner
from perfectplay.questions.ask import certified
from perfectplay.result import Result
from perfectplay.system import Position
from perfectplay.values.recursion import solve
from perfectplay.values.thermograph import Corner, Thermograph
from perfectplay.values.value import Value

Key = TypeVar("Key", bound=Hashable)
Unfolded = TypeVar("Unfolded")


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
    """A recursive definition, evaluated for at most so many keys; raises TooMany."""
    begun: set[Key] = set()

    def counted(key: Key, known: Callable[[Key], Unfolded]) -> Unfolded:
        begun.add(key)
        if len(begun) > most:
            raise TooMany
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
    V^L >= P. Raises TooMany."""
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
        raise TooMany
    root = number(position), number(value)
    return all(_unfold(second_wins, (*root, first), position, PAIRS) for first in Player)


def verify_value(result: Result[Any], rng: random.Random) -> Verified:
    value: Value = result.answer
    told = certified(result)
    if told is not None and told[2]:
        return Verified(*told)
    try:
        return Verified(
            _equals(result.position, value), "compared with the position by the definition of the order", True
        )
    except TooMany:
        pass
    return Verified(*told) if told is not None else _play_difference(result, rng)


def _play_difference(result: Result[Any], rng: random.Random) -> Verified:
    """Play the position minus the value as second player against random moves; the claim says that this wins. Replies
    are found by the values that the question has for later positions; the rules are the judge."""
    from perfectplay.questions import methods
    from perfectplay.questions.outcome import outcome
    from perfectplay.questions.value import value as ask

    found: dict[Position, Value] = {}

    def value(position: Position) -> Value:
        if position not in found:
            # a theorem need not hold of later positions
            method = result.method if result.method in methods("value", position) else None
            found[position] = ask(position, method=method).answer
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
    """The definition, position by position; raises TooMany."""

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


def verify_thermograph(result: Result[Any], rng: random.Random) -> Verified:
    try:
        return Verified(_plain_thermograph(result.position) == result.answer, "recomputed by the definition", True)
    except TooMany:
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


def verify_temperature(result: Result[Any], rng: random.Random) -> Verified:
    try:
        found = _plain_thermograph(result.position).temperature
        return Verified(found == result.answer, "recomputed by the definition", True)
    except TooMany:
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


def verify_tempo(result: Result[Any], rng: random.Random) -> Verified:
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
    except TooMany:
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
