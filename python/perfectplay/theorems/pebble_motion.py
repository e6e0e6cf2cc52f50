"""Which configurations of labelled tokens can be reached is decided in polynomial time.

With one hole by Wilson's theorem, block by block; on a cycle the cyclic order is preserved; with b >= 2 holes two
tokens can be exchanged iff they belong to one class, where the tokens within b - 1 edges of a junction (a vertex of
degree 3 or a cycle) belong to the same class (after Kornhauser, Miller & Spirakis 1984). `families.pebbles.feasible`
has the exact statement, and says what was proved and what was checked.

The theorem answers where there is no solution; a shortest one is left to search.
"""

from perfectplay.theorems.wilsons_theorem import confirm, refusal

__all__ = ["confirm", "refusal", "systems"]

systems = ("labelled_tokens",)
