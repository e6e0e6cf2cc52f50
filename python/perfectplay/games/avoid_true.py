"""Avoid True: who makes the formula true loses.

All variables of a formula without negations are false at first. A move makes one of them true, and must not make the
formula true; a player who cannot move loses. (One may as well say that the player who makes it true loses.)
Text: a conjunction of clauses or a disjunction of terms, and the variables that are true: ``a & b | b & c; a=1``.

This is Schaefer's G_avoid(POS CNF) and G_avoid(POS DNF), and for clauses the game "alternating hitting set" of Garey &
Johnson 1979 (GP7, where the definition was checked). With terms of two variables it is Node Kayles.

Complexity: PSPACE-complete for clauses and for terms (Schaefer 1978), for terms even if they have two variables, since
that is Node Kayles.

>>> [pp.grundy(pp.load("avoid_true", text)) for text in ("a & b | b & c", "(a | b) & (b | c | d) & e")]
[2, 0]
"""

from perfectplay.families.clause_games import Avoiding


class AvoidTrue(Avoiding):
    name = "Avoid True"
    systems = ("S029",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games; Garey & Johnson 1979, GP7"
    sample = "(a | b | c) & (b | d) & (c | e | f) & (a | f)"
    samples = {"terms": "a & b & c | c & d | d & e & f | a & f"}
