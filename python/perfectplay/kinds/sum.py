"""Sums of games: several positions side by side; a player moves in one of them, and a player who cannot move in any
loses.

>>> p = pp.load("domineering", "..|..") + pp.load("clobber", "xo.")
>>> p
load('sum', 'domineering[..|..] + clobber[xo.]')
>>> pp.outcome(p), pp.best(p, pp.LEFT)
(N, 1.a1-a2)

The text form names each component's system and gives its position in square brackets, with rule options in round ones:
``nim[3 5] + domineering(impartial=true)[..|..] - clobber[xo.]``. A minus sign exchanges the players (the option
``mirrored``). The moves are those of the components, prefixed with the component's number: ``2.b1-a1``.

Components may be loopy; then so is the sum, and an endless play is a draw.

>>> p = pp.load("abstract_game", "a: b end; b: a c; c: b") + pp.load("nim", "1")
>>> pp.outcome(p), pp.grundy(p)
(D, inf{1})
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar, cast

from perfectplay._native import Kernel
from perfectplay.errors import NotApplicable, ParseError, UnknownSystem, kind_of, quote
from perfectplay.picture import Picture, beside
from perfectplay.players import Player
from perfectplay.position import Position, changed_options
from perfectplay.system import Game, Step, is_a

Components = tuple[Position, ...]

# Possessive, so that a text that does not match is rejected at once.
_COMPONENT = re.compile(
    r"\s*+(?P<sign>[+-]?)\s*+(?P<key>\w++)\s*+(?:\((?P<options>[^)]*+)\))?\s*+\[(?P<position>[^\]]*+)\]\s*+"
)


class OfComponents(Game):
    """A game whose state is a tuple of positions of other games: text, picture, and whose rules it depends on."""

    def renew(self, state: Components | None = None) -> None:
        for component in state or ():
            component.system.renew(component.state)

    def authored(self, state: Components) -> list[Position]:
        return [each for component in state for each in component.system.authored(component.state)]

    def reread(self, state: Components) -> Position:
        return Position(self.fresh(), tuple(component.system.reread(component.state) for component in state))

    def parse(self, text: str) -> Components:
        components: list[Position] = []
        end = 0
        while end < len(text) or not components:
            match = _COMPONENT.match(text, end)
            if not match or (components and not match["sign"]):
                found = quote(text[end : end + 20]) if text[end:].strip() else "the end of the text"
                expected = "components such as domineering[..|..] + clobber[xo.]"
                raise ParseError(f"unexpected {found}", 1, end + 1, expected)
            try:
                components.append(_component(match))
            except (UnknownSystem, NotApplicable) as error:
                raise ParseError(str(error), 1, match.start("key") + 1) from None
            end = match.end()
        return tuple(components)

    def text(self, state: Components) -> str:
        first, *others = (_text(component) for component in state)
        return first + "".join(f" - {text[1:]}" if text[0] == "-" else f" + {text}" for text in others)

    def picture(self, state: Components) -> Picture:
        return beside([component.picture() for component in state], title=self.text(state))


class Sum(OfComponents):
    """The disjunctive sum of positions; the state is the tuple of its components.

    Any games may be added that are in normal play and in which nothing but moves matters (*On Numbers and Games*,
    chapter 7).
    """

    key: ClassVar[str] = "sum"
    name: ClassVar[str] = "Sum of games"
    kind: ClassVar[str] = "sum"
    source: ClassVar[str] = "Conway, On Numbers and Games (1976), chapter 7"
    sample: ClassVar[str] = "domineering[..|..] + clobber[xo.]"

    def __init__(self, *, impartial: bool = False, loopy: bool = False, **options: Any) -> None:
        if options:
            raise ParseError(f"sum has no option {next(iter(options))!r}", expected="options of the components")
        super().__init__()
        self.impartial = impartial  # both follow from the components
        self.loopy = loopy

    def load(self, source: object) -> Position:
        position = super().load(source)
        return add(position.state)

    def legal(self, state: Components, player: Player) -> Iterator[Step]:
        for number, component in enumerate(state):
            for move in component.moves(player):
                after = (*state[:number], move.after, *state[number + 1 :])
                yield Step(f"{number + 1}.{move.text}", after)

    def kernel(self, state: Components) -> tuple[Kernel, bytes]:
        found = [component.system.kernel(component.state) for component in state]
        numbers = _numbers(kernel for kernel, _ in found)
        code = b"".join(
            numbers[kernel].to_bytes(4, "little") + len(part).to_bytes(4, "little") + part for kernel, part in found
        )
        return _sum_kernel(tuple(numbers)), code

    def decode(self, state: Components, code: bytes) -> Components:
        kernels = [component.system.kernel(component.state)[0] for component in state]
        numbers = _numbers(kernels)
        # components with one kernel have the same rules and the same board, so that any of them can read the code
        readers = {numbers[kernel]: component for kernel, component in zip(kernels, state, strict=True)}
        components = []
        while code:
            number, length = int.from_bytes(code[:4], "little"), int.from_bytes(code[4:8], "little")
            reader = readers[number]
            components.append(Position(reader.system, reader.system.decode(reader.state, code[8 : 8 + length])))
            code = code[8 + length :]
        return tuple(components)


def _numbers(kernels: Iterable[Kernel]) -> dict[Kernel, int]:
    """Equal kernels get one number, so that equal components are recognised."""
    return {kernel: number for number, kernel in enumerate(dict.fromkeys(kernels))}


@lru_cache(maxsize=64)
def _sum_kernel(kernels: tuple[Kernel, ...]) -> Kernel:
    return Kernel.sum(kernels)


def _component(match: re.Match[str]) -> Position:
    from perfectplay.registry import system

    options: dict[str, Any] = {}
    for item in filter(None, (match["options"] or "").replace(" ", "").split(",")):
        name, _, given = item.partition("=")
        word = {"true": "True", "false": "False"}.get(given, given)
        try:
            import ast

            options[name] = ast.literal_eval(word)
        except (ValueError, SyntaxError):
            options[name] = given
    position = system(match["key"])(**options).load(match["position"])
    _check(position)
    return -position if match["sign"] == "-" else position


def _text(component: Position) -> str:
    options = changed_options(component.system)
    sign = "-" if options.pop("mirrored", False) else ""
    given = ",".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()
    )
    return f"{sign}{component.system.title}{f'({given})' if given else ''}[{component}]"


def _check(position: object) -> None:
    if not isinstance(position, Position):
        raise NotApplicable(f"sum: expected a position, got {kind_of(position)}")
    system = position.system
    if not (is_a(system, Game) and cast(Game, system).convention.summed):
        raise NotApplicable(f"{system.title}: only games in normal play, without goals and points, can be added")


def add(positions: Sequence[Position]) -> Position:
    """The sum of positions; sums among them are flattened, a single position stays as it is."""
    components: list[Position] = []
    for position in positions:
        _check(position)
        components.extend(position.state if isinstance(position.system, Sum) else [position])
    if len(components) == 1:
        return components[0]
    impartial = all(component.impartial for component in components)
    loopy = any(component.system.convention.loops for component in components)
    return Position(Sum(impartial=impartial, loopy=loopy), tuple(components))


def negative(position: Position) -> Position:
    """The position with Left and Right exchanged."""
    system = position.system
    _check(position)
    if isinstance(system, Sum):
        return add([negative(component) for component in position.state])
    if position.impartial:
        return position
    return Position(system.with_options(mirrored=not system.settings["mirrored"]), position.state)
