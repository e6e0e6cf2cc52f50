"""Sift: each player has sets to hit, with the same elements.

Each player has a collection of sets. Players choose elements in turn, each element once, and a set is hit once an
element of it is chosen, whoever chose it. Left wins as soon as all of Left's sets are hit, Right as soon as all of
Right's are. A move must not hit both collections completely at once; a player who cannot move loses. (One may as well
say that the player loses who does that.)
Text: Left's sets, a slash, Right's sets, and the elements chosen so far: ``{a b} {c} / {b d} {a c}; b``. Elements are
in the order of their names, or as listed in front with those of no set: ``over a b c d; {a b} / {b c}``.

Left is player 1 of Garey & Johnson 1979 (GP6, where the definition was checked); their B is Left's collection, and A is
Right's.

Complexity: PSPACE-complete (Schaefer 1978).

>>> [pp.outcome(pp.load("sift", text)) for text in ("{a b} {c d} / {a c} {b d}", "{a b} {c} / {b d} {a d}")]
[P, R]
"""

from collections.abc import Iterator

from perfectplay.errors import ParseError
from perfectplay.families.clause_games import Avoiding, Clauses, SetText, Valuation
from perfectplay.families.clause_masks import Masks
from perfectplay.players import LEFT, RIGHT, Player


class Sift(SetText, Avoiding):
    name = "Sift"
    systems = ("S030",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games; Garey & Johnson 1979, GP6"
    impartial = False
    collections = 2
    sample = "{a b} {c d} {e f} / {a c} {b e} {d f}"
    samples = {"unlike": "{a b c} {d e} {b f} / {a d} {c e f} {b}; a"}

    def checked(self, state: Valuation) -> Valuation:
        if self.is_true(state):
            raise ParseError("both collections are hit", expected="a position that play can lead to")
        return state

    def collected(self, formula: Clauses) -> Iterator[tuple[Player, range]]:
        """Whose sets have which numbers."""
        yield LEFT, range(formula.first)
        yield RIGHT, range(formula.first, len(formula.clauses))

    def winner(self, state: Valuation) -> Player | None:
        closed = state.formula.closed(state.values)
        for player, sets in self.collected(state.formula):
            if all(closed[each] for each in sets):
                return self.wins(player)
        return None

    def masks(self, formula: Clauses, symbols: str) -> Masks | None:
        masks = super().masks(formula, symbols)
        if masks is not None:
            for player, sets in self.collected(formula):
                masks.goal(self.wins(player), {len(formula.names) + each: "1" for each in sets})
        return masks
