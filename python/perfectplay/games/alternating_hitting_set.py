"""Alternating hitting set: who hits the last set loses.

Players choose elements of a collection of sets in turn, each element once. A set is hit once an element of it is
chosen. A move must not leave all sets hit; a player who cannot move loses. (One may as well say that the player loses
who hits the last set.)
Text: the sets, and the elements chosen so far: ``{a b} {b c} {c d}; b``. Elements are in the order of their names, or
as listed in front: ``over c b a d; {a b} {b c}``, which may include elements of no set.

It is Avoid True on the clauses that the sets are; the game in which the player who hits the last set wins is Seek True.

Complexity: PSPACE-complete (Schaefer 1978, as given in Garey & Johnson 1979, GP7, who say: even for sets of two
elements).

>>> pp.outcome(pp.load("alternating_hitting_set", "{a b} {b c} {c d}"))
P
"""

from perfectplay.families.clause_games import Avoiding, SetText


class AlternatingHittingSet(SetText, Avoiding):
    name = "Alternating hitting set"
    systems = ("S030",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games; Garey & Johnson 1979, GP7"
    sample = "{a b c} {c d} {d e f} {a f} {b e}"
    samples = {"path": "{a b} {b c} {c d} {d e} {e f}", "spare": "over a b c x y; {a b} {b c}"}
