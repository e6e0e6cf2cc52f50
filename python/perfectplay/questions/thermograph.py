"""What is it worth if every move is taxed?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.errors import NotApplicable
from perfectplay.forms import THERMOGRAPH, VALUE, Form, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.question import Argument, Output, Question
from perfectplay.questions.value import NEEDS_SIDES, by_canonical_forms, ends, may_not_end, refused
from perfectplay.result import Result
from perfectplay.system import has_sides
from perfectplay.values.thermograph import Thermograph
from perfectplay.words import Styled, bold, exact

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _of_value(position: Position, asked: Asked) -> Found:
    found = by_canonical_forms(position, asked)
    return Found(found.value.thermograph, found.value, found.stats)


def _by_moves(position: Position, asked: Asked) -> Found:
    kernel, code = position.system.kernel(position.state)
    walls, stats = refused(position, lambda: kernel.thermograph(code, asked.control))
    return Found(Thermograph.from_native(*walls), None, stats_of(stats))


def _by_kos(position: Position, asked: Asked) -> Found:
    from perfectplay.values import kos

    kernel, code = position.system.kernel(position.state)
    graph, stats = refused(position, lambda: kernel.loopy_graph(code, asked.control))
    try:
        return Found(kos.thermograph(graph, asked.details.get("komaster")), None, stats_of(stats))
    except NotApplicable as error:
        raise NotApplicable(f"{position.system.title}: {error}") from None


def _komaster(position: Position, player: Player | None) -> Player | None:
    if player is not None and ends(position):
        raise NotApplicable(f"{position.system.title}: there is no komaster where positions cannot repeat")
    if player is not None and not isinstance(player, Player):
        raise NotApplicable(f"{position.system.title}: komaster {player!r} (expected pp.LEFT, pp.RIGHT or None)")
    return player


KOMASTER = Argument(
    "komaster",
    Form({"enum": [player.value for player in Player]}, lambda position, raw, details: Player(text(raw))),
    lambda system: False,
    "who has enough ko threats (default: nobody)",
    choices=("left", "right"),
    typed=lambda word: Player(word.capitalize()),
    settle=_komaster,
)
METHODS: dict[str, Callable[[Position, Asked], Found]] = {"canonical forms": _of_value, "moves": _by_moves}


def thermograph(
    position: Position,
    *,
    komaster: Player | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Thermograph]:
    """The thermograph of a position (*Winning Ways*, chapter 6).

    Methods: ``canonical forms`` (of the value) and ``moves`` (directly from the options of positions, without canonical
    forms: for hot games whose values are huge). Positions may repeat by simple kos, which may not be taken back at
    once; then the method is ``kos``, and ``komaster`` may be the player who has enough ko threats to do so nevertheless
    (Berlekamp 1996, *The economist's view of combinatorial games*). Other cycles are refused.

    >>> pp.thermograph(pp.load("domineering", "..|..")).temperature
    Fraction(1, 1)
    >>> ko = pp.load("abstract_game", "k: one | taken; taken: k | minus; one: zero |; minus: | zero")  # {1|{k|-1}}
    >>> pp.thermograph(ko).mean, pp.thermograph(ko).temperature
    (Fraction(1, 3), Fraction(2, 3))
    """
    return QUESTION.ask(position, method, limits, progress, komaster=komaster)


def described(graph: Thermograph) -> list[Said]:
    """Mean and temperature, and the corners of the walls."""

    def wall(name: str, corners: tuple[tuple[Fraction, Fraction], ...]) -> Said:
        points = ", ".join(f"{exact(x)} at {exact(t)}" for t, x in corners)
        return Styled(f"{name} wall", name.lower()), f"{' ' * (6 - len(name))}{points}"

    head = bold(f"mean {exact(graph.mean)}, temperature {exact(graph.temperature)}")
    return [(head,), wall("Left", graph.left_wall), wall("Right", graph.right_wall)]


def _drawn(result: Result[Any]) -> str:
    graph: Thermograph = result.answer
    return graph.svg()


def _check(result: Result[Any], room: Room) -> Fields:
    """The answer by the definition; the witness, where there is one, is the value."""
    from perfectplay.checks.definitions import by_definition
    from perfectplay.checks.values import compared, thermograph_of
    from perfectplay.checks.verdict import VERIFIED, refuted, verified

    if not ends(result.position):
        from perfectplay.checks.kos import climbed

        master = result.details.get("komaster")
        answer = by_definition(result, lambda: climbed(result.position, result.answer, master, room), room)
        return {"answer": answer}
    fields = {"answer": by_definition(result, lambda: thermograph_of(result.position, room), room)}
    value = result.witness
    if value is not None:
        if value.thermograph != result.answer:
            fields["witness"] = refuted("the value has another thermograph")
        else:
            fields["witness"] = compared(result.position, value, room)
            if fields["witness"].status == VERIFIED:
                fields["answer"] = verified("it is the thermograph of the value, which has the position's value")
                fields["witness"] = fields["answer"]
    return fields


QUESTION: Question[Result[Thermograph]] = Question(
    "thermograph",
    "the thermograph: stops under a tax on moves",
    rank=40,
    means=has_sides,
    needs=NEEDS_SIDES,
    arguments=(KOMASTER,),
    searches=[*(Method(name, run, ends) for name, run in METHODS.items()), Method("kos", _by_kos, may_not_end)],
    answer=THERMOGRAPH,
    witness=VALUE,
    outputs=(Output("svg", "draw it as SVG in a file (- for standard output)", _drawn, instead=True),),
    describe=lambda result: described(result.answer),
    check=_check,
)
