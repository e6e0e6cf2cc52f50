"""Maps that forget or twist infinitesimals: the reduced canonical form and the companion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perfectplay.values.heating import heat
from perfectplay.values.recursion import solve

if TYPE_CHECKING:
    from perfectplay.values.value import Value

Known = Callable[["Value"], "Value"]


def reduced(g: Value) -> Value:
    """The reduced canonical form: the simplest game that differs from G only by an infinitesimal.

    It is the star projection of G heated by *. Two games have the same one iff their difference is infinitesimal.
    Reference: Calistrate, *The reduced canonical form of a game* (1996); Grossman and Siegel, *Reductions of partizan
    games* (2009); Siegel, *Combinatorial Game Theory* (2013), II.6.

    >>> Value("{{2|0},1*|*}").reduced
    {1|0}
    >>> Value("{1|^^||^}").reduced
    0
    """
    return star_projection(heat(g, g.nus(0, 0, 1)))


def star_projection(g: Value) -> Value:
    """The star projection of G, in which every stop that is a number plus * loses its *.

        p(x) = p(x + *) = x             for a number x,
        p(G) = {p(G^L) | p(G^R)}        otherwise.

    Reference: Grossman and Siegel, *Reductions of partizan games* (2009).

    >>> Value("{2*|1*}").star_projection
    {2|1}
    """

    def projection(h: Value, known: Known) -> Value:
        parts = h.as_nus
        if parts is not None and parts[1:] in ((0, 0), (0, 1)):
            return g.number(parts[0])
        return g.game(map(known, h.left), map(known, h.right))

    return solve(projection, g)


def companion(g: Value) -> Value:
    """The companion of G: its image under the only automorphism, besides the identity, of the lattice of day n.

    The options of the companion are the companions of the options of G; and also 0, for Left if G >= 0 and for Right if
    G <= 0. The companion of the companion of G is G, for every n >= 1 it permutes the values born by day n, and it
    preserves their order.
    Reference: Fraser, Hirshberg and Wolfe, *The structure of the distributive lattice of games born by day n* (2005);
    Siegel, *Combinatorial Game Theory* (2013), III.2.

    >>> Value(0).companion, Value("^").companion
    (*, ^*)
    >>> Value("{1|^^||^}").companion
    {1|^^*||^*}
    """
    zero = g.number(0)

    def other(h: Value, known: Known) -> Value:
        parts = h.as_nus
        if parts is not None:
            number, ups, nimber = parts
            return h if number or nimber > 1 else g.nus(0, ups, 1 - nimber)
        left, right = [known(option) for option in h.left], [known(option) for option in h.right]
        return g.game(left + [zero] * (h >= zero), right + [zero] * (h <= zero))

    return solve(other, g)
