"""Partizan Avoid True: every variable belongs to Left, to Right, or to both.

All variables of a formula without negations are false at first. A move makes one of the player's own variables true,
and must not make the formula true; a player who cannot move loses.
Text: a conjunction of clauses or a disjunction of terms, and the letters of variables: ``a & b | b & c; a=L b=R c=1``.
Letters: ``L`` Left's, ``R`` Right's, ``1`` true; other variables belong to both.

This is Schaefer's partitioned form of G_avoid, in which each player has half of the variables (known here from Burke's
table of rulesets 2015, not from Schaefer's paper itself). With terms of two variables it is Bigraph Node Kayles.

Complexity: PSPACE-complete, for terms even if they have two variables, since that is Bigraph Node Kayles (Schaefer
1978).

>>> pp.value(pp.load("partizan_avoid_true", "a & b | b & c; a=L b=R c=L"))
{1|0}
"""

from perfectplay.families.clause_games import Avoiding


class PartizanAvoidTrue(Avoiding):
    name = "Partizan Avoid True"
    systems = ("S029",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games"
    impartial = False
    letters = "1LR"
    sample = "(a | b | c) & (b | d) & (c | e | f) & (a | f); a=L b=R c=L d=R e=L f=R"
    samples = {"terms": "a & b & c | c & d | d & e & f | a & f; a=L b=R c=L d=R e=L f=R"}
