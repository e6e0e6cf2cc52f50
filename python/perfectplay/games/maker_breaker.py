"""Maker-Breaker games: one player makes variables true, the other makes them false.

A formula has no negations. A move of Left makes a variable true that is not set yet, a move of Right makes one false.
Left wins if the formula becomes true, Right if it becomes false, and play ends as soon as either has happened.
Text: a conjunction of clauses, in which Right wants all variables of one clause, or a disjunction of terms, in which
Left wants all variables of one term; then what is set: ``(a | b) & (b | c); a=1``. (The player who wants all of
something is called Maker, the other one Breaker.)

These are Schaefer's G_pos(POS CNF) and G_pos(POS DNF), and the game "variable partition truth assignment" of Garey &
Johnson 1979 (GP5, where the definition was checked).

Complexity: PSPACE-complete, even for clauses of 11 variables (Schaefer 1978) or 6 (Rahman & Watson 2021); polynomial
for clauses of 2 variables.

>>> pp.outcome(pp.load("maker_breaker", "a & b | b & c | c & d")), pp.outcome(pp.load("maker_breaker", "a & b | c & d"))
(N, R)
"""

from collections.abc import Iterator

from perfectplay.families.clause_games import Clauses, TruthGame
from perfectplay.players import LEFT, RIGHT, Player


class MakerBreaker(TruthGame):
    name = "Maker-Breaker"
    systems = ("S029",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games; Erdős & Selfridge 1973"
    positive = True
    sample = "(a | b | c) & (a | d | e) & (b | d) & (c | e)"
    samples = {"terms": "a & b & c | c & d & e | a & e & f | b & d & f | a & d"}

    def sets(self, formula: Clauses, number: int) -> Iterator[tuple[Player, str]]:
        yield LEFT, "1"
        yield RIGHT, "0"
