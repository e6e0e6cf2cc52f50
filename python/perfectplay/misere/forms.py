"""Impartial games in misère play, in canonical form.

Two games are equal if they have the same outcome whatever is added, when the player who cannot move *wins*. Every game
has one simplest form (Grundy & Smith 1956; Conway, *On Numbers and Games*, chapter 12). Here each form exists once, so
that equal games are the same object.

A game with options S reverts to an option t of one of them if every option of t is in S and t is an option of every
member of S that is not an option of t; if t is 0, some member of S must be a P-position besides. Then the game equals
t. Otherwise, if the members of S are canonical, so is the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from perfectplay.limits import watch_now
from perfectplay.misere.genera import Genus, genus_of, mex
from perfectplay.players import Outcome

T = TypeVar("T")
_WEIGHT = 1000
"""Bytes that a form takes, roughly; a sum that is remembered takes a fifth of that."""

_forms: dict[frozenset[MisereForm], MisereForm] = {}
_sums: dict[tuple[MisereForm, MisereForm], MisereForm] = {}


class MisereForm:
    """An impartial game in misère canonical form; `pp.misere_form` makes one.

    Forms are compared by ``==`` and added by ``+``; their options are forms. ``str`` writes them in brackets: ``2#`` is
    the game whose only option is ``*2``.

    >>> g = pp.misere_form("{{*2},0}")
    >>> g, g.outcome, g.genus, g.birthday, sorted(map(str, g.options))
    (*[2#,0], N, 1^20, 4, ['*[2#]', '0'])
    >>> g + g == 0, (g + g.mate).outcome
    (False, P)
    """

    __slots__ = ("__dict__", "birthday", "genus", "is_p", "nimber", "number", "options")

    options: frozenset[MisereForm]
    genus: Genus
    is_p: bool
    birthday: int
    nimber: int | None
    """The size of the nim heap that it is; None if it is none."""
    number: int
    """Forms are numbered as they are made, so that options have smaller numbers."""

    def __init__(self, options: frozenset[MisereForm]) -> None:
        """For :func:`made_of` alone."""
        self.options = options
        self.number = len(_forms)
        self.is_p = bool(options) and not any(each.is_p for each in options)
        self.genus = genus_of(list({each.genus for each in options}))
        sizes = {each.nimber for each in options}
        self.nimber = len(options) if sizes == set(range(len(options))) else None
        self.birthday = 1 + max((each.birthday for each in options), default=-1)

    @property
    def outcome(self) -> Outcome:
        """P if the player who has just moved wins, in misère play; else N."""
        return Outcome.of("P" if self.is_p else "N")

    @cached_property
    def mate(self) -> MisereForm:
        """The game whose sum with this one is a P-position for the obvious reason: 0 and *1 are exchanged, everything
        else follows. It is no inverse.

        >>> pp.misere_form("*[[2],0]").mate
        *[2#,1]
        """

        def mated(form: MisereForm, known: Callable[[MisereForm], MisereForm]) -> MisereForm:
            return made_of(map(known, form.options)) if form.options else heap(1)

        return _upwards(self, mated)

    @cached_property
    def kind(self) -> str:
        """How the game behaves in sums, after *Winning Ways*, chapter 13: ``tame``, ``restive``, ``restless``,
        ``reversibly tame``, ``reversibly restive``, ``tameable`` or ``wild``.

        It is tame if its genus is that of a sum of nim heaps and all options are tame. If all options are tame and it
        is not, then it is restive if g < 2 <= g0, and restless if g >= 2 > g0. The word *reversibly* says that options
        which are not tame can be neglected, because each can be answered by a tame game with the same g and by one with
        the same g0, and the tame options alone give the same g and g0; ``tameable`` allows tameable games there.

        >>> [pp.misere_form(each).kind for each in ("*5", "*[[2],0]", "*[[2],3]")]
        ['tame', 'restive', 'wild']
        """
        return _upwards(self, _kind)

    @property
    def is_tame(self) -> bool:
        return self.kind == "tame"

    def __add__(self, other: object) -> MisereForm:
        other = _operand(other)
        return NotImplemented if other is None else add(self, other)

    __radd__ = __add__

    def __mul__(self, n: int) -> MisereForm:
        if isinstance(n, bool) or not isinstance(n, int) or n < 0:
            return NotImplemented
        found, power = heap(0), self
        while n:
            found, power, n = (add(found, power) if n & 1 else found), (add(power, power) if n > 1 else power), n >> 1
        return found

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MisereForm):
            return self is other
        return self.nimber == other if isinstance(other, int) else NotImplemented

    def __hash__(self) -> int:
        """A nim heap equals its size, and has its hash."""
        return id(self) if self.nimber is None else hash(self.nimber)

    def __reduce__(self) -> tuple[Any, ...]:
        from perfectplay.misere.reading import read_form

        return read_form, (str(self),)

    def to_json(self) -> str:
        return str(self)

    def __str__(self) -> str:
        from perfectplay.misere.reading import written

        return written(self)

    __repr__ = __str__


def _operand(other: object) -> MisereForm | None:
    if isinstance(other, int) and not isinstance(other, bool):
        return heap(other) if 0 <= other <= 1000 else None
    return other if isinstance(other, MisereForm) else None


def made_of(options: Iterable[MisereForm]) -> MisereForm:
    """The canonical form of the game with these options."""
    members = frozenset(options)
    found = _forms.get(members)
    if found is None:
        found = _reverted(members)
        if found is None:
            watch = watch_now()
            watch()
            watch.weigh(_WEIGHT + 64 * len(members))
            found = MisereForm(members)
        _forms[members] = found
    return found


def _reverted(members: frozenset[MisereForm]) -> MisereForm | None:
    """The option of an option that the game equals, if there is one; there is at most one."""
    for t in {each for member in members for each in member.options}:
        if (
            t.options <= members
            and all(t in member.options for member in members - t.options)
            and (t.options or any(member.is_p for member in members))
        ):
            return t
    return None


def heap(size: int) -> MisereForm:
    """A nim heap."""
    while len(_heaps) <= size:
        _heaps.append(made_of(_heaps))
    return _heaps[size]


_heaps: list[MisereForm] = []


def add(g: MisereForm, h: MisereForm) -> MisereForm:
    """The sum, from the sums of smaller games; what is needed is on a stack."""
    stack = [_pair(g, h)]
    watch = watch_now()
    while stack:
        watch()
        a, b = stack[-1]
        if (a, b) in _sums:
            stack.pop()
            continue
        if not a.options:
            _sums[stack.pop()] = b
            continue
        watch.weigh(_WEIGHT // 5)
        below = [*(_pair(each, b) for each in a.options), *(_pair(a, each) for each in b.options)]
        missing = [each for each in below if each not in _sums]
        if missing:
            stack += missing
        else:
            _sums[stack.pop()] = made_of(_sums[each] for each in below)
    return _sums[_pair(g, h)]


def _pair(g: MisereForm, h: MisereForm) -> tuple[MisereForm, MisereForm]:
    return (g, h) if g.number <= h.number else (h, g)


def followers(form: MisereForm) -> Iterator[MisereForm]:
    """A form and everything that can be reached from it, options first."""
    seen, stack = {form}, [form]
    while stack:
        for each in stack.pop().options:
            if each not in seen:
                seen.add(each)
                stack.append(each)
    yield from sorted(seen, key=lambda each: each.number)


def _upwards(form: MisereForm, of: Callable[[MisereForm, Callable[[MisereForm], T]], T]) -> T:
    """What follows for a form from what follows for its options."""
    known: dict[MisereForm, T] = {}
    for each in followers(form):
        known[each] = of(each, known.__getitem__)
    return known[form]


def _kind(form: MisereForm, known: Callable[[MisereForm], str]) -> str:
    plain = _plain_kind(form.genus)
    if all(known(each) == "tame" for each in form.options):
        return plain
    if plain in ("tame", "restive") and _answered(form, lambda each: known(each) == "tame"):
        return f"reversibly {plain}"
    if plain == "tame" and _answered(form, lambda each: known(each) in ("tame", "reversibly tame", "tameable")):
        return "tameable"
    return "wild"


def _plain_kind(genus: Genus) -> str:
    if genus.is_tame:
        return "tame"
    if genus.nimber < 2 <= genus[0]:
        return "restive"
    return "restless" if genus.nimber >= 2 > genus[0] else "wild"


def _answered(form: MisereForm, gentle: Callable[[MisereForm], bool]) -> bool:
    """Can all options but the gentle ones be neglected?"""
    genus = form.genus
    kept = [each.genus for each in form.options if gentle(each)]
    if mex(each.nimber for each in kept) != genus.nimber or (mex(each[0] for each in kept) if kept else 1) != genus[0]:
        return False
    for wild in form.options:
        answers = [] if gentle(wild) else [each.genus for each in wild.options if gentle(each)]
        if not gentle(wild) and not (
            any(each.nimber == genus.nimber for each in answers) and any(each[0] == genus[0] for each in answers)
        ):
            return False
    return True
