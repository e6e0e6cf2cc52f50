"""The simplest number between others, and the number that has given signs.

Simpler means: fewer signs, as a beginning of the other's expansion. Between two numbers there is exactly one simplest
(*On Numbers and Games*, chapter 2; Gonshor, chapter 2). Its signs are those with which both begin, or those of one of
them and a few more; what number has them is found by taking the expansion of a normal form (:mod:`.signs`) apart again:
term by term, first the exponent, whose pluses and minuses come in blocks of w^u, then the signs of the coefficient, in
blocks as long as the last. In the end the signs of what was found are compared with those that were wanted.
"""

from __future__ import annotations

from fractions import Fraction

from perfectplay.errors import NotApplicable
from perfectplay.fields.ordinal import ONE, ZERO, Ordinal
from perfectplay.fields.signs import Run, Signs, common, expansion, merged
from perfectplay.fields.surreal import Surreal

OMEGA = Surreal("w")


def simplest(above: Surreal | None, below: Surreal | None) -> Surreal:
    """The simplest number that is greater than the one and less than the other; None: there is no such bound.

    >>> simplest(pp.Surreal(1), pp.Surreal("w")), simplest(pp.Surreal("w"), None), simplest(None, pp.Surreal("-1/w"))
    (2, w+1, -1)
    >>> simplest(pp.Surreal(0), pp.Surreal("1/w")), simplest(pp.Surreal("1/w"), pp.Surreal(1))
    (1/(2*w), 1/2)
    """
    if above is not None and below is not None and above >= below:
        raise NotApplicable(f"no number lies between {above} and {below}")
    low, high = (None if x is None else x.sign_expansion for x in (above, below))
    return number_with(_between(low, high))


def _between(low: Signs | None, high: Signs | None) -> Signs:
    if high is None:
        if low is None or (low.runs and low.runs[0][0] < 0):
            return Signs(())
        first = low.runs[0][1] if low.runs else ZERO
        return Signs(((1, first if len(low.runs) > 1 else first + 1),))
    if low is None:
        return -_between(-high, None)
    shared = common(low, high)
    if shared == high:
        return -_between(-high, -low)
    if shared != low:  # one goes on with a minus, the other with a plus
        return shared
    _, n = rest = _after(high, low)[0]
    following = _after(high, low)[1:]
    if n > 1:
        return merged([*low.runs, (1, ONE)])
    if len(following) > 1:  # a minus run, and then a plus again
        return merged([*low.runs, rest, following[0]])
    return merged([*high.runs, (-1, ONE)])


def _after(whole: Signs, beginning: Signs) -> list[Run]:
    """The runs that follow a beginning."""
    runs = list(whole.runs[len(beginning.runs) :])
    if beginning.runs:
        sign, n = whole.runs[len(beginning.runs) - 1]
        rest = beginning.runs[-1][1].left_difference(n)
        runs[:0] = [(sign, rest)] if rest else []
    return runs


# From signs to normal forms -----------------------------------------------------------------------------------------


def number_with(signs: Signs) -> Surreal:
    """The number with these signs, where its normal form is finite with dyadic coefficients; others are refused.

    >>> number_with(pp.Surreal("w^(1/2)*3/4-1/w").sign_expansion)
    3*w^(1/2)/4-1/w
    """
    found, runs = Surreal(0), list(signs.runs)
    earlier: Signs | None = None
    while runs:
        sign = runs[0][0]
        reduced, coefficient, runs = _first_term([(sign * s, n) for s, n in runs])
        runs = [(sign * s, n) for s, n in runs]
        exponent = reduced if earlier is None else _restored(reduced, earlier)
        if exponent == earlier:
            break
        found, earlier = found + sign * coefficient * OMEGA ** number_with(exponent), exponent
    if expansion(found) != signs:
        raise NotApplicable(f"the number with the signs {signs} has no finite normal form")
    return found


def _first_term(runs: list[Run]) -> tuple[Signs, Fraction, list[Run]]:
    """The first term of signs that begin with a plus: its reduced exponent, its coefficient, and the other runs."""
    left = list(runs)
    pluses = ZERO
    exponent: list[Run] = []
    while left:
        sign, n = left[0]
        if sign > 0:
            if exponent and n.degree <= pluses:
                break
            if n.degree > pluses:
                exponent.append((1, pluses.left_difference(n.degree)))
                pluses = n.degree
            rest = Ordinal.power_of_omega(pluses).left_difference(n)
        else:
            unit = pluses + 1
            if n.degree < unit:
                break
            exponent.append((-1, _collected([(unit.left_difference(e), k) for e, k in n.terms if e >= unit])))
            rest = _collected([(e, k) for e, k in n.terms if e < unit])
        left.pop(0)
        if rest:
            left.insert(0, (sign, rest))
            break
    signs = [1]
    while left and left[0][1].degree == pluses:
        sign, n = left.pop(0)
        count, lower = n.terms[0][1], _collected(list(n.terms[1:]))
        if lower:
            left.insert(0, (sign, lower))
        elif left and left[0][1].degree > pluses:  # the last block begins the next term
            count -= 1
            left.insert(0, (sign, Ordinal.power_of_omega(pluses)))
            signs += [sign] * count
            break
        signs += [sign] * count
        if lower:
            break
    return Signs(tuple(exponent)), _dyadic(signs), left


def _collected(terms: list[tuple[Ordinal, int]]) -> Ordinal:
    found = ZERO
    for e, n in terms:
        found = found + Ordinal.power_of_omega(e, n)
    return found


def _dyadic(signs: list[int]) -> Fraction:
    """A positive number with finitely many signs: whole steps until the sign changes, then halves of the last step."""
    found, step, turned = Fraction(0), Fraction(1), False
    for sign in signs:
        turned = turned or sign < 0
        step = step / 2 if turned else step
        found += sign * step
    return found


def _restored(reduced: Signs, earlier: Signs) -> Signs:
    """The exponent below an earlier one that has these signs besides the minuses that both share: where the earlier one
    goes on with a minus, so does this one."""
    mine, others, found = list(reduced.runs), list(earlier.runs), []
    while others:
        sign, n = others.pop(0)
        if sign < 0:
            found.append((sign, n))
        elif mine and mine[0][0] > 0:
            m = mine[0][1]
            found.append((1, min(m, n)))
            mine[:1] = [(1, n.left_difference(m))] if m > n else []
            if m < n:
                break
        else:
            break
    return merged([*found, *mine])
