"""The certificates of Annihilation with one type of tokens, checked by plain retrograde analysis of few tokens.

A certificate lists lost positions of few tokens. For an outcome P their sum is the position, for N it is the position
after the first move; for a draw they span all lost positions of at most four tokens, and neither the position nor what
follows it is a sum of some of them. That sums of lost positions are lost, and all lost positions such sums, is the
theorem of Fraenkel and Yesha; everything else is checked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

from perfectplay.checks.verdict import Finding, Wrong, not_checked, verified
from perfectplay.errors import IllegalMove
from perfectplay.limits import watched
from perfectplay.players import LEFT
from perfectplay.position import Position
from perfectplay.result import Result

MOST_MOVES = 400_000
"""Moves of small positions that a check goes through."""
FEW_TOKENS = 4

Tokens = frozenset[str]
After = Mapping[str, Sequence[str]]


class TooMany(Exception):
    """More moves than a check goes through."""


def sum_holds(result: Result[Any]) -> Finding:
    try:
        checked = _checked(result)
    except TooMany:
        return not_checked(f"more than {MOST_MOVES:,} moves of few tokens to go through")
    return verified(f"{checked}, by retrograde analysis of few tokens and the theorem of Fraenkel and Yesha")


def _checked(result: Result[Any]) -> str:
    certificate, answer = result.witness["certificate"], str(result.answer)
    if set(certificate) != ({"first", "lost"} if answer == "N" else {"lost"}) or answer not in "NPD":
        raise Wrong(f"it has the entries {', '.join(certificate) or 'none'} for the answer {answer}")
    position = result.position
    here, after = _read(position)
    lost = _parts(certificate["lost"], after)
    if answer == "D":
        _check_draw(here, after, lost)
        return "neither the position nor what follows it is a sum of lost positions"
    if answer == "N":
        first = certificate["first"]
        try:
            here, _ = _read(position.move(first if isinstance(first, str) else "", LEFT).after)
        except IllegalMove:
            raise Wrong("its first move is not legal") from None
    total: Tokens = frozenset()
    for part in lost:
        total ^= part
    if total != here:
        raise Wrong("its members do not add up to the position")
    known = _lost(after, lost)
    _check_lost(lost, known)
    return f"the position {'after the first move ' if answer == 'N' else ''}is a sum of lost positions"


def _read(position: Position) -> tuple[Tokens, After]:
    """The tokens, and where an arc leads for tokens of their type."""
    state, board = position.state, position.state.board
    types = set(state.cells) - {"."}
    if position.system.misere or len(types) > 1:
        raise Wrong("the theorem is about normal play with one type of tokens")
    usable = {"@": board.kinds}.get(min(types, default="@"), f"-{min(types, default='')}")
    after = {
        vertex: list(dict.fromkeys(head for edge, head in board.arcs(vertex) if board.kind(edge) in usable))
        for vertex in board.vertices
    }
    return frozenset(vertex for vertex in board.vertices if state[vertex] != "."), after


def _parts(raw: Any, after: After) -> list[Tokens]:
    if not isinstance(raw, list | tuple):
        raise Wrong("its lost positions are no list")
    for part in raw:
        if not isinstance(part, list | tuple) or not all(isinstance(name, str) and name in after for name in part):
            raise Wrong("it names what is not a vertex of the graph")
        if not 0 < len(part) == len(set(part)) <= FEW_TOKENS:
            raise Wrong(f"a lost position of {len(part)} tokens (expected 1 to {FEW_TOKENS}, on different vertices)")
    found = [frozenset(part) for part in raw]
    if len(set(found)) < len(found):
        raise Wrong("a lost position is listed twice")
    return found


def _check_lost(parts: Iterable[Tokens], known: set[Tokens]) -> None:
    for part in parts:
        if part not in known:
            raise Wrong(f"the position with tokens on {' '.join(sorted(part))} is not lost")


def _check_draw(here: Tokens, after: After, lost: list[Tokens]) -> None:
    few = min(len(here), FEW_TOKENS)
    if few and sum(map(len, after.values())) * comb(len(after) - 1, few - 1) > MOST_MOVES:
        raise TooMany
    known = _lost(after, (frozenset(chosen) for size in range(few + 1) for chosen in combinations(after, size)))
    _check_lost(lost, known)
    rows: dict[str, Tokens] = {}
    for part in lost:
        rest = _rest(rows, part)
        if not rest:
            raise Wrong("its lost positions are not independent")
        rows[min(rest)] = rest
    if any(_rest(rows, part) for part in watched(known)):
        raise Wrong("its lost positions do not span all those of few tokens")
    for option in (here, *_options(after, here)):
        if not _rest(rows, option):
            raise Wrong("the position, or one that follows it, is a sum of lost positions")


def _rest(rows: Mapping[str, Tokens], tokens: Tokens) -> Tokens:
    """What is left of a position modulo those in the rows, each of which has its own first vertex."""
    kept: Tokens = frozenset()
    while tokens:
        first = min(tokens)
        if first in rows:
            tokens ^= rows[first]
        else:
            tokens, kept = tokens - {first}, kept | {first}
    return kept


def _options(after: After, tokens: Tokens) -> Iterator[Tokens]:
    for tail in tokens:
        for head in after[tail]:
            yield tokens ^ {tail} ^ {head}


def _lost(after: After, starts: Iterable[Tokens]) -> set[Tokens]:
    """Of the positions that follow these, those that the player to move loses, all of them settled backwards from the
    ends."""
    before: dict[Tokens, list[Tokens]] = {start: [] for start in starts}
    todo, moves, waiting = list(before), 0, dict[Tokens, int]()
    for tokens in watched(todo):  # the list grows
        options = list(_options(after, tokens))
        waiting[tokens] = len(options)
        moves += len(options)
        if moves > MOST_MOVES:
            raise TooMany
        for option in options:
            if option not in before:
                before[option] = []
                todo.append(option)
            before[option].append(tokens)
    lost = {tokens for tokens, number in waiting.items() if not number}
    won: set[Tokens] = set()
    settled = list(lost)
    for tokens in watched(settled):  # the list grows
        for earlier in before[tokens]:
            if earlier in lost or earlier in won:
                continue
            waiting[earlier] -= 1
            if tokens in lost:
                won.add(earlier)
                settled.append(earlier)
            elif not waiting[earlier]:
                lost.add(earlier)
                settled.append(earlier)
    return lost
