"""Cops and Robbers by value iteration over single states, with moves of all cops listed one by one."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Place = tuple[int, ...]
State = tuple[Place, int, bool]
"""The cops in order, the robber, and whether the cops are to move."""


@dataclass(frozen=True)
class Rules:
    cops: int = 1
    cops_pass: bool = True
    robber_passes: bool = True
    one: bool = False
    """One cop moves in a turn."""
    stuck: str = "stay"
    """Or "lose", or "win"."""

    def options(self) -> dict[str, object]:
        """Those of the system, besides the number of cops."""
        passing = {(True, True): "both", (True, False): "cops", (False, True): "robber", (False, False): "nobody"}
        return {
            "passing": passing[self.cops_pass, self.robber_passes],
            "mover": "one" if self.one else "all",
            "stuck": "stay" if self.stuck == "stay" else "lose",
            "misere": self.stuck == "win",
        }


Graph = Sequence[Sequence[int]]
"""For each vertex those that it leads to."""


def _after(out: Graph, rules: Rules, state: State) -> set[State]:
    cops, robber, cops_move = state

    def ways(vertex: int, may_pass: bool) -> set[int]:
        heads = set(out[vertex])
        return heads | {vertex} if may_pass or (not heads and rules.stuck == "stay") else heads

    if not cops_move:
        return {(cops, head, True) for head in ways(robber, rules.robber_passes)}
    if not rules.one:
        every = itertools.product(*(ways(cop, rules.cops_pass) for cop in cops))
        return {(tuple(sorted(place)), robber, False) for place in every}
    found = {
        (tuple(sorted((*cops[:n], head, *cops[n + 1 :]))), robber, False)
        for n, cop in enumerate(cops)
        for head in out[cop]
    }
    if rules.cops_pass or (not found and rules.stuck == "stay"):
        found.add((cops, robber, False))
    return found


def captures(out: Graph, rules: Rules) -> dict[State, int]:
    """Every state in which the cops win, with the plies until then if both play well."""
    places = itertools.combinations_with_replacement(range(len(out)), rules.cops)
    states = [(place, robber, turn) for place in places for robber in range(len(out)) for turn in (True, False)]
    after = {state: _after(out, rules, state) for state in states if state[1] not in state[0]}
    plies = {state: 0 for state in states if state[1] in state[0]}
    for state, options in after.items():
        if not options and rules.stuck == ("win" if state[2] else "lose"):
            plies[state] = 0
    for ply in itertools.count(1):
        new = [
            state
            for state, options in after.items()
            if state not in plies and options and (any if state[2] else all)(each in plies for each in options)
        ]
        if not new:
            return plies
        plies.update(dict.fromkeys(new, ply))
    raise AssertionError


def best_start(out: Graph, rules: Rules, plies: Mapping[State, int]) -> int | None:
    """The fewest plies from places that the cops choose before the robber does; None if the robber escapes."""
    longest = []
    for place in itertools.combinations_with_replacement(range(len(out)), rules.cops):
        lengths = [plies.get((place, robber, True)) for robber in range(len(out))]
        known = [length for length in lengths if length is not None]
        if len(known) == len(lengths):
            longest.append(max(known))
    return min(longest, default=None)
