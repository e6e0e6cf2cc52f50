"""The notation of the field for values of short games: what is read, and what is written.

The names are those of Conway (*On Numbers and Games*, chapters 7 to 16), Berlekamp, Conway and Guy (*Winning Ways*) and
Siegel (*Combinatorial Game Theory*, chapter II), in the typewriter form of CGSuite.

=================  =================================================================================================
``3``, ``-5/8``    numbers; the denominator is a power of two
``*``, ``*4``      nimbers
``^``, ``v``       up = {0|*} and down; ``^^`` and ``^3`` are two and three ups, ``vv`` and ``v3`` two and three downs
``^[3]``           the sum of the first three powers of up: ^[n] = {^[n-1]|*}, ^[1] = ^
``^<3>``           the third power of up: ^<n> = {0|v[n-1]*} = ^[n] - ^[n-1]
``1/2^3*2``        a sum without plus signs or spaces, in this order: number, ups, nimber, tiny
``+-G``            the switch {G|-G}; ``+-{G,H}`` is {G,H|-G,-H}
``Tiny(G)``        {0||0|-G}, and ``Miny(G)`` its negative {G|0||0}; also ``+_G`` and ``-_G``
``{a,b|c}``        the options of Left and of Right; either side may be empty
``{a||b|c}``       {a|{b|c}}: the longest run of bars is the outermost
``G+H``, ``G-H``   sums, differences and negatives, with parentheses where they are needed
``3.G``            G+G+G, for any whole number before the dot
``on``, ``over``   loopy games by name: on = {on|}, over = {0|over}, upon = {upon|*}, their negatives ``off`` and
                   ``under``, ``dud``, ``tis`` and ``tisn``; also ``5over``, ``upon*``, ``^[on]`` and ``^<on>``
``{0|pass}``       a game that is an option of itself; ``a{0|{0|a}}`` names a pair of braces further outside
``S & T``          the loopy game with the onside S and the offside T
=================  =================================================================================================

>>> from perfectplay.values import Value
>>> zero = Value(0)
>>> text(parse("{3|{2+*|1+*}}", zero)), text(parse("{0|*||*}", zero)), text(parse("{0||0|-1} + 3", zero))
('{3||2*|1*}', '^[2]', '3Tiny(1)')
>>> unicode(parse("3/4 - ^ + *2", zero)), latex(parse("+-1/2", zero))
('3/4↓∗2', '\\\\pm \\\\frac{1}{2}')
>>> parse("{1|0}^", zero)
Traceback (most recent call last):
perfectplay.errors.ParseError: row 1, column 6: unexpected '^' (expected +, - or the end of the text)

Points on which notations differ, and what is done here:

- ``3*2`` is 3 + *2, never a product. (CGSuite prints it so, but reads it as six.)
- ``-1^`` is -1 + ^, as it is printed everywhere: a minus sign in front of a number belongs to the number. Any other
  sign belongs to the whole term: ``-^*`` is -(^*), ``2-1^`` is 2-(1^), ``+-1^`` is +-(1^).
- ``1+-2`` is 1 plus the switch +-2, that is {3|-1}; with a space, ``1 + -2`` is -1.
- ``3.^*`` is (3.^)+*, as in the books; three times up star is ``3.(^*)``.
- A switch is written ``+-G`` only if it is its own negative; {3|-1} stays as it is.
- Tiny(G) is written only for games G with a positive left stop; {0||0|v3} stays as it is.
- At most four bars are written in a row; games nested more deeply get braces of their own.

Unicode is read as well: arrows, stars, minus and plus-minus signs, fractions such as one half, long bars, small digits
after an arrow for powers of up, and the signs of tiny and miny.

What `text` and `unicode` write is read by `parse` as the same value. Their limits: a million characters, numbers of
4096 digits; `parse` also refuses sums that would take too long to compute.
"""

from perfectplay.values.reading import parse
from perfectplay.values.writing import brief, latex, text, unicode

__all__ = ["brief", "latex", "parse", "text", "unicode"]
