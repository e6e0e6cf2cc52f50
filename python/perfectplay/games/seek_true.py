"""Seek True: who makes the formula true wins.

All variables of a formula without negations are false at first. A move makes one of them true; the player who makes the
formula true wins.
Text: a conjunction of clauses or a disjunction of terms, and the variables that are true: ``a & b | b & c; a=1``.

This is Schaefer's G_seek(POS CNF) and G_seek(POS DNF). In misère play the player who makes it true loses, as in Avoid
True: the two have the same winners, but not the same nimbers.

Complexity: PSPACE-complete (Schaefer 1978).

>>> [pp.outcome(pp.load("seek_true", text)) for text in ("(a | b) & (b | c)", "(a | b) & (c | d)", "a & b | c & d")]
[N, P, P]
"""

from perfectplay.families.clause_games import Seeking


class SeekTrue(Seeking):
    name = "Seek True"
    systems = ("S029",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games; Garey & Johnson 1979, GP7"
    sample = "(a | b | c) & (b | d) & (c | e | f) & (a | f)"
    samples = {"terms": "a & b & c | c & d & e | d & e & f | a & f & b"}
