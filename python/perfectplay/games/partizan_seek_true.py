"""Partizan Seek True: every variable belongs to Left, to Right, or to both.

All variables of a formula without negations are false at first. A move makes one of the player's own variables true;
the player who makes the formula true wins. A player who cannot move loses, also before that.
Text: a conjunction of clauses or a disjunction of terms, and the letters of variables: ``a & b | b & c; a=L b=R c=1``.
Letters: ``L`` Left's, ``R`` Right's, ``1`` true; other variables belong to both.

This is Schaefer's partitioned form of G_seek, in which each player has half of the variables (known here from Burke's
table of rulesets 2015, not from Schaefer's paper itself).

Complexity: PSPACE-complete (Schaefer 1978).

>>> pp.outcome(pp.load("partizan_seek_true", "(a | b) & (b | c) & d; a=L b=R c=L d=R"))
R
"""

from perfectplay.families.clause_games import Seeking


class PartizanSeekTrue(Seeking):
    name = "Partizan Seek True"
    systems = ("S029",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games"
    impartial = False
    letters = "1LR"
    sample = "(a | b | c) & (b | d) & (c | e | f) & (a | f); a=L b=R c=L d=R e=L f=R"
    samples = {"terms": "a & b & c | c & d & e | d & e & f | a & f & b; a=L b=R c=L d=R e=L f=R"}
