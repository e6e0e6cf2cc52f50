"""The notation of the field for values of short games: what is read, and what is written.

The names are those of Conway (*On Numbers and Games*, chapters 7 to 16), Berlekamp, Conway and Guy (*Winning Ways*) and
Siegel (*Combinatorial Game Theory*, chapter II), in the typewriter form of CGSuite.

=================  =====================================================================================
``3``, ``-5/8``    a number; fractions have a power of two below the line
``*``, ``*4``      the nimbers
``^``, ``v``       up = {0|*} and down; ``^^`` and ``^3`` are two and three ups, ``vv`` and ``v3`` the same of down
``^[3]``           {^[2]|*} with ^[1] = ^, the sum of the first three powers of up (Siegel's up with [3] above)
``^<3>``           {0|v[2]*}, the third power of up: ^[3] - ^[2] (Siegel's up with 3 above)
``1/2^3*2``        a sum without plus signs, in this order and without spaces: number, ups, nimber, tiny
``+-G``            the switch {G|-G}; ``+-{G,H}`` is {G,H|-G,-H}
``Tiny(G)``        {0||0|-G}, and ``Miny(G)`` is its negative {G|0||0}; also ``+_G`` and ``-_G``
``{a,b|c}``        options of Left and Right; either side may be empty
``{a||b|c}``       {a|{b|c}}: the longest run of bars is the outermost
``G+H``, ``G-H``   sums, differences, negatives, with parentheses where they are needed
``3.G``            G+G+G, for a whole number before the dot
=================  =====================================================================================

Points on which notations differ, and what is done here:

- ``3*2`` is 3 + *2, never a product. CGSuite prints it so and reads it as six; here both directions agree.
- ``-1^`` is -1 + ^ as it is printed everywhere: a minus sign in front of a number belongs to the number. Elsewhere a
  sign belongs to the whole term: ``-^*`` is -(^*), ``2-1^`` is 2-(1^), ``+-1^`` is +-(1^).
- ``1+-2`` is 1 plus the switch +-2, that is {3|-1}; 1 + (-2) is written ``1-2`` or ``1+(-2)``.
- ``3.^*`` is (3.^)+*, as in the books; three times up star is ``3.(^*)``.
- A switch is written ``+-G`` only if it is its own negative; {3|-1} stays as it is.

Unicode is read too: arrows, stars, the minus sign, plus-minus, fractions such as one half, bars, raised digits after an
arrow for powers, and the signs of tiny and miny. Loopy games are not read, and the error says so.

Whatever is written by `text` and `unicode` is read by `parse` as the same value.
"""

from perfectplay.values.reading import parse
from perfectplay.values.writing import brief, latex, text, unicode

__all__ = ["brief", "latex", "parse", "text", "unicode"]
