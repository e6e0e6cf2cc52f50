"""Nimstring.

Strings tie coins to each other and to the ground. The players take turns cutting a string; a player who cuts the last
string of a coin must cut again, and a player who cannot cut loses (in misère play: wins). So the player who captures
the last coin loses.
Text as in Strings-and-Coins: strings ``a-b`` and ``a-ground``, then those that are cut: ``a-b b-ground; a-b=x``.
``grundy`` answers with a nimber, or with ``LOONY`` where the first player wins whatever is added, because there are
coins to take that may as well be given back.

Complexity: PSPACE-complete (Demaine & Diomidov 2021).

>>> pp.grundy(pp.load("nimstring", "a-b a-c b-ground b-c c-ground"))
2
>>> pp.grundy(pp.load("nimstring", "a-b b-ground"))
loony
"""

from perfectplay.games.strings_and_coins import StringsAndCoins


class Nimstring(StringsAndCoins):
    name = "Nimstring"
    systems = ("S077",)
    scored = False
    draws = False
