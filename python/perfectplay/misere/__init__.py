"""Misère play of impartial games: canonical forms, genus, misère quotients.

The player who cannot move wins. Whether the option ``misere`` of a position is set makes no difference here.

    forms       canonical forms, each once; reading writes and reads them; genera has the genus
    closed      games and their followers as generators and words
    solver      the quotient, generator by generator, on top of monoid
    quotient    what is shown of it; presentation has generators and relations
    checking    proves a quotient once more, by other code
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NoReturn

from perfectplay.errors import ParseError, shown
from perfectplay.kinds.heap import HeapGame
from perfectplay.limits import NO_LIMITS, Limits
from perfectplay.misere.closed import Closure, Heaps
from perfectplay.misere.forms import MisereForm, add, heap, made_of
from perfectplay.misere.genera import Genus
from perfectplay.misere.quotient import MisereQuotient, quotient_of_games, quotient_of_heaps
from perfectplay.misere.reading import nested_form, read_form
from perfectplay.position import Position
from perfectplay.system import System

Game = Position | MisereForm | str | int | list[object] | tuple[object, ...] | set[object] | frozenset[object]
"""What stands for an impartial game."""


def misere_form(game: Game, *, limits: Limits = NO_LIMITS) -> MisereForm:
    """The misère canonical form of an impartial position, or of text such as ``*[2#,1]`` and ``{0,*2}``, or of nested
    lists or sets, in which a number is a nim heap (Conway, *On Numbers and Games*, chapter 12).

    Two games are equal in misère play, whatever is added to them, if and only if their forms are equal.

    >>> pp.misere_form(pp.load("kayles", "5")), pp.misere_form([[2], 1]), pp.misere_form("{0,*2}")
    (*[(3,2),3,2,1], *[2#,1], *)
    >>> pp.misere_form("*2 + *2") == 0
    False
    """
    with limits:
        if isinstance(game, Position):
            return _form_of(game)
        if isinstance(game, str):
            return read_form(game)
        return nested_form(game)


def genus(game: Game, *, limits: Limits = NO_LIMITS) -> Genus:
    """The genus of an impartial game: its nimber in normal play, and the misère nimbers of it with 0, 1, 2 … heaps *2
    beside it (Conway, *On Numbers and Games*, chapter 12). The game is given as for `pp.misere_form`.

    >>> [pp.genus(pp.load("kayles", str(n))) for n in range(1, 10)]
    [1, 2, 3, 1, 4^146, 3, 2, 1^13, 4^046]
    """
    return misere_form(game, limits=limits).genus


def misere_quotient(
    games: str | HeapGame | type[System] | Position | MisereForm | Iterable[Position | MisereForm | str],
    *,
    heaps: int | None = None,
    limits: Limits = NO_LIMITS,
) -> MisereQuotient:
    """The misère quotient of an octal game, or of everything that follows from some positions (Plambeck 2005; Plambeck
    & Siegel 2008).

    Two sums of the games are equivalent if they have the same misère outcome whatever other sum of the games is added.
    The classes form a commutative monoid; where it is finite, it says all about sums of any size. ``games`` is an octal
    code such as ``0.77``, a heap game such as ``pp.system("kayles")``, a position or form, or several of these. Of a
    code all heaps are meant; with ``heaps`` those up to this size.

    The quotient is exact: it has been proved that it is right about every sum, and a period that it holds for all
    heaps. Where no finite quotient is found, `LimitReached` says how many classes there are at least.

    >>> q = pp.misere_quotient("0.77")
    >>> q, q.is_tame, q.period, q.outcome({5: 1000, 9: 999, 10**9: 7})
    (<misère quotient of 0.77, order 40>, False, Period(start=71, length=12), N)
    >>> pp.misere_quotient(pp.load("cram", "...|...")).order
    6
    """
    if heaps is not None and (isinstance(heaps, bool) or not isinstance(heaps, int) or heaps < 1):
        raise ParseError(f"heaps={shown(heaps)}", expected="a number of at least 1")
    with limits:
        if isinstance(games, str) and re.match(r"\s*[0-9A-F]!?\.", games, re.IGNORECASE):
            return quotient_of_heaps(Heaps(games.strip()), heaps)
        if isinstance(games, type):
            games = games() if issubclass(games, HeapGame) else _refused(games)
        if isinstance(games, HeapGame):
            return quotient_of_heaps(Heaps(games.octal().text), heaps)
        if heaps is not None:
            raise ParseError(f"heaps={heaps} for {shown(games)}", expected="an octal code")
        if isinstance(games, Position | MisereForm | str):
            return quotient_of_games([_game(games)])
        if not isinstance(games, Iterable):
            _refused(games)
        return quotient_of_games([_game(each) for each in games])


def check_misere_quotient(certificate: object, *, limits: Limits = NO_LIMITS) -> str:
    """Prove once more, from the rules and by other code, that a misère quotient is right: one of `pp.misere_quotient`,
    or what its ``certificate()`` or ``to_json()`` gave. The answer is what is wrong, or an empty text.

    >>> q = pp.misere_quotient("0.123")
    >>> pp.check_misere_quotient(q)
    ''
    >>> pp.check_misere_quotient({**q.certificate(), "portion": [1]})
    'the sum of the heaps 6 is a P-position, and the table says that it is an N-position'
    """
    from perfectplay.misere.checking import fault

    with limits:
        return fault(certificate.certificate() if isinstance(certificate, MisereQuotient) else certificate)


def _refused(thing: object) -> NoReturn:
    raise ParseError(f"unexpected {shown(thing)}", expected="positions, misère forms, a heap game or an octal code")


def _game(game: object) -> Position | MisereForm:
    if isinstance(game, Position | MisereForm):
        return game
    if isinstance(game, str):
        return read_form(game)
    _refused(game)


def _form_of(position: Position) -> MisereForm:
    closure = Closure()
    whole = closure.word(position)
    forms = [heap(0)]

    def total(word: Iterable[int]) -> MisereForm:
        found = heap(0)
        for number in word:
            found = add(found, forms[number])
        return found

    for options in closure.options[1:]:
        forms.append(made_of(map(total, options)))
    return total(whole or ())
