"""The formula game: players set the variables of a formula.

Left wants the formula to become true, Right wants it to become false. A move sets a variable to 0 or 1; players may set
any variable, or only those that the text gives to them. Play ends as soon as every clause has a true literal or all
literals of one are false (in a disjunction of terms: as soon as a term is true, or each has a false literal). Left wins
if the formula is true then, Right if it is false. A player who has no variable to set before that loses.
With ``ordered=True`` a move sets the first variable that is not set; this is the game of quantified formulas.
Text: a formula in conjunctive or disjunctive normal form, or DIMACS, and what is known of variables: ``a=0``, ``a=1``,
``a=L`` and ``a=R`` (not set, and to be set by that player only). Variables are in the order of their names, or as
listed in front: ``over b a; a | ~b``.

These are Schaefer's G_omega (ordered), G_%free (half of the variables belong to each player), and what the literature
calls the unordered game, where every variable may be set by both. (The definitions were checked in Garey & Johnson
1979, GP4, and Rahman & Watson 2020, not in Schaefer's paper itself.)

Complexity: PSPACE-complete (ordered: Stockmeyer & Meyer 1973; with owners: Schaefer 1978). Of the unordered games each
is so for clauses of 5 literals, and polynomial for 2 (Rahman & Watson 2020); the ordered game is polynomial for 2
literals (Aspvall, Plass & Tarjan 1979).

>>> game = "(a | b) & (~a | c) & (~b | ~c)"
>>> pp.outcome(pp.load("formula_game", game)), pp.outcome(pp.load("formula_game", game, ordered=True))
(R, R)
"""

from perfectplay.families.clause_games import TruthGame


class FormulaGame(TruthGame):
    name = "Formula game"
    systems = ("S029",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games; Rahman & Watson 2020"
    letters = "01LR"
    options = {"ordered": False}
    ordered: bool
    sample = "(a | ~b | c) & (~a | b | d) & (b | ~c | ~d)"
    samples = {
        "owned": "(a | ~b | d) & (~a | b | ~c) & (c | ~d); a=L b=R c=L d=R",
        "terms": "a & ~b | b & c | ~a & ~c & d",
    }

    def before(self, number: int) -> range:
        return range(number if self.ordered else 0)
