"""Positions, moves and lines: a system and a state, and what can be played or filled in from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

from perfectplay.errors import IllegalMove, NotApplicable, PerfectPlayError
from perfectplay.limits import watched
from perfectplay.mistakes import in_one_line, refuse_answer, told_apart
from perfectplay.players import LEFT, Player, Winner
from perfectplay.records import dataclass
from perfectplay.shown import Shown

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from perfectplay.notebook.display import Part
    from perfectplay.picture import Picture
    from perfectplay.system import System

    S = TypeVar("S", bound=System, default=Any, covariant=True)
else:
    from typing import TypeVar

    S = TypeVar("S", covariant=True)


@dataclass(frozen=True)
class Move(Shown):
    """One move: who makes it, its text form and the position after it.

    >>> move = pp.load("nim", "3 5").moves()[0]
    >>> move, move.player, str(move.after)
    (3:2, LEFT, '2 5')
    """

    text: str
    player: Player
    after: Position
    again: bool = False
    points: int = 0

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import move_parts

        return move_parts(self)


class Position(Shown, Generic[S]):
    """A position of a system; it can be compared, hashed, printed and played.

    `pp.load` makes one from text, and ``position(state)`` of a game of yours from any state. ``str`` gives the text
    back; ``+``, ``-`` and ``*`` make disjunctive sums.

    >>> heaps = pp.load("nim", "3 5")
    >>> str(heaps), heaps.play("5:3"), heaps + pp.load("kayles", "4")
    ('3 5', load('nim', '3 3'), load('sum', 'nim[3 5] + kayles[4]'))
    """

    __slots__ = ("__dict__", "__weakref__", "state", "system")

    def __init__(self, system: S, state: Any) -> None:
        self.system = system
        self.state = state

    @in_one_line
    def moves(self, player: Player | None = None) -> list[Move]:
        """Every legal move of ``player`` (of Left in a puzzle; by default of both players).

        >>> pp.load("domineering", "..|.#").moves(pp.LEFT)
        [a1-a2]
        """
        system = self._played()
        if self.winner is not None:
            return []
        moves: list[Move] = []
        for each in self.movers(player):
            steps = list(watched(system.legal(self.state, each)))
            if not system.key:
                told_apart(system, self.state, steps)
            moves += [Move(step.text, each, Position(system, step.state), step.again, step.points) for step in steps]
        return moves

    def _played(self) -> Any:
        """The system, if it has moves at all."""
        if not self.system.played:
            raise NotApplicable(f"{self.system.title}: there are no moves")
        return self.system

    def movers(self, player: Player | None = None) -> list[Player]:
        """Whose moves are listed: those of ``player``, else of the one to move, else of both who may start.

        >>> pp.load("domineering", "..|..").movers(), pp.load("nim", "3").movers()
        ([LEFT, RIGHT], [LEFT])
        """
        player = player or self.to_move
        if player is not None:
            return [player]
        return [LEFT] if self.system.players == 1 or self.impartial else list(Player)

    @property
    @in_one_line
    def to_move(self) -> Player | None:
        """Whose move it is, if the position says so; None if either may start.

        >>> pp.load("nim", "3 5").to_move is None
        True
        """
        mover: Player | None = self._played().turn_of(self.state)
        return mover

    @in_one_line
    def move(self, text: str, player: Player | None = None) -> Move:
        """The legal move with this text form.

        >>> pp.load("nim", "3 5").move("5:3").after
        load('nim', '3 3')
        >>> pp.load("nim", "1").move("1:2")
        Traceback (most recent call last):
            ...
        perfectplay.errors.IllegalMove: nim: no legal move '1:2' (expected one of: 1:0)
        """
        system = self._played()
        if not isinstance(text, str):
            raise IllegalMove(f"{system.title}: a move that is a {type(text).__name__} (expected its text)")
        for each in self.movers(player) if self.winner is None else ():
            for step in watched(system.named(self.state, each, text)):
                return Move(step.text, each, Position(system, step.state), step.again, step.points)
        legal = self.moves(player)
        shown = ", ".join(move.text for move in legal[:12]) + (", …" if len(legal) > 12 else "")
        whose = f" for {player}" if player else ""
        raise IllegalMove(
            f"{self.system.title}: no legal move {text[:40]!r}{whose} (expected one of: {shown or 'none'})"
        )

    def play(self, move: Move | str, player: Player | None = None) -> Position:
        """The position after a move, or after the move with a text form.

        >>> pp.load("clobber", "xo").play("a1-b1", pp.LEFT)
        load('clobber', '.x')
        """
        return (self.move(move, player) if isinstance(move, str) else move).after

    def __add__(self, other: Position) -> Position:
        """The disjunctive sum: a player moves in one of the two (see :mod:`perfectplay.kinds.sum`)."""
        from perfectplay.kinds.sum import add

        return add([self, other]) if isinstance(other, Position) else NotImplemented

    def __neg__(self) -> Position:
        """The same with Left and Right exchanged."""
        from perfectplay.kinds.sum import negative

        return negative(self)

    def __sub__(self, other: Position) -> Position:
        return self + -other if isinstance(other, Position) else NotImplemented

    def __mul__(self, n: int) -> Position:
        """n copies side by side, n at least 1."""
        from perfectplay.kinds.sum import add

        if isinstance(n, bool) or not isinstance(n, int) or n == 0:
            return NotImplemented
        return add([self if n > 0 else -self] * abs(n))

    __rmul__ = __mul__

    @property
    @in_one_line
    def winner(self) -> Winner | None:
        """Who has won, if the position itself ends play; a puzzle that is solved is won by Left.

        >>> pp.load("tic_tac_toe", "xxx|oo.|...").winner, pp.load("nim", "0").winner
        (LEFT, None)
        """
        system: Any = self.system
        if not system.played:
            return None
        now = system.kept
        rules, winner = self.__dict__.get("_won", (None, None))
        if rules is not now:
            winner = system.won(self.state)
            self.__dict__["_won"] = now, winner
        found: Winner | None = winner
        return found

    @property
    def impartial(self) -> bool:
        """May either player make any move?

        >>> pp.load("cram", "..").impartial, pp.load("domineering", "..").impartial
        (True, False)
        """
        return self.system.impartial

    @in_one_line
    def picture(self) -> Picture:
        """Shapes and lines of text; a picture prints as text, and ``svg()`` writes it for a page.

        >>> print(pp.load("clobber", "xo|ox").picture())
          a b
        1 x o
        2 o x
        """
        from perfectplay.picture import Picture

        picture = self.system.picture(self.state)
        if not isinstance(picture, Picture):
            raise refuse_answer(self.system, "picture", (self.state,), picture)
        return picture

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def _shown(self) -> Iterable[Part]:
        return [repr(self), self.picture()]

    def to_json(self) -> dict[str, Any]:
        """What `pp.load` needs to make it again, as plain data.

        >>> pp.load("nim", "3 5", misere=True).to_json()
        {'system': 'nim', 'position': '3 5', 'options': {'misere': True}}
        """
        from perfectplay.own import unsaid, word_for

        fault = unsaid(self.system)
        if fault:
            raise PerfectPlayError(fault)
        key = word_for(type(self.system))
        return {"system": key, "position": str(self), "options": changed_options(self.system)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self.state == other.state) and (self.system is other.system or self.system == other.system)

    def __hash__(self) -> int:
        return hash((self.system.key, self.state))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.system, self.state)

    @in_one_line
    def __str__(self) -> str:
        text = self.system.text(self.state)
        if not isinstance(text, str):
            raise refuse_answer(self.system, "text", (self.state,), text)
        return text

    def __repr__(self) -> str:
        if not (self.system.key or self.system.alias):
            return f"{self.system!r}.load({str(self)!r})"
        options = "".join(f", {n}={v!r}" for n, v in changed_options(self.system).items())
        return f"load({self.system.title!r}, {str(self)!r}{options})"


def changed_options(system: System) -> dict[str, Any]:
    """The options that differ from their defaults, those with a JSON form only."""
    defaults = system.all_options()
    return {name: value for name, value in system.settings.items() if value != defaults[name] and _is_plain(value)}


def _is_plain(value: object) -> bool:
    import json

    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


class Line(Shown, Sequence[Move]):
    """A sequence of moves from a position. ``cost`` is its length under ``metric`` (by default the system's first),
    counted by the plain rules.

    >>> line = pp.solve(pp.load("fifteen", "1 2 3|4 5 6|0 7 8")).answer
    >>> line, line.cost, line.metric, line[0].after
    (7 8, 2, 'moves', load('fifteen', '1 2 3|4 5 6|7 0 8'))
    """

    def __init__(self, start: Position, moves: Iterable[Move], metric: str | None = None) -> None:
        self.start = start
        self.moves = tuple(moves)
        self.metric: str = start.system.metric_named(metric)
        self.cost: int = start.system.cost_of(start.state, [move.text for move in self.moves], self.metric)

    @classmethod
    def replay(cls, start: Position, texts: Iterable[str], metric: str | None = None) -> Line:
        """The line with these move texts; :class:`IllegalMove` says which one cannot be made.

        >>> pp.Line.replay(pp.load("fifteen", "1 2 3|4 5 6|0 7 8"), ["7", "8"]).end
        load('fifteen', '1 2 3|4 5 6|7 8 0')
        """
        moves = []
        position = start
        single = (each for text in texts for each in start.system.expand(text))
        for number, text in enumerate(single, 1):
            try:
                moves.append(position.move(text))
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
            position = moves[-1].after
        return cls(start, moves, metric)

    @property
    def end(self) -> Position:
        """The position after the last move.

        >>> pp.solve(pp.load("fifteen", "1 2 3|4 5 6|0 7 8")).end
        load('fifteen', '1 2 3|4 5 6|7 8 0')
        """
        return self.moves[-1].after if self.moves else self.start

    def positions(self) -> Iterator[Position]:
        """Every position on the way, the first and the last included.

        >>> [str(each) for each in pp.solve(pp.load("fifteen", "1 2|3 0")).positions()]
        ['1 2|3 0']
        """
        yield self.start
        for move in self.moves:
            yield move.after

    def __getitem__(self, index: Any) -> Any:
        return self.moves[index]

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        """A line without moves is a line: a puzzle that is already solved has a solution."""
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and (self.start, self.moves) == (other.start, other.moves)

    def __hash__(self) -> int:
        return hash((self.start, self.moves))

    def __str__(self) -> str:
        system = self.start.system
        text: str = system.move_separator.join(system.join([move.text for move in self.moves], self.metric))
        return text

    def __repr__(self) -> str:
        return str(self)

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import line_parts

        return line_parts(self)


class Filled(Shown, Mapping[Any, Any]):
    """An answer to a puzzle: a value for each unknown. It prints as its text form and draws itself."""

    def __init__(self, puzzle: Position, values: Mapping[Any, Any]) -> None:
        self.puzzle = puzzle
        self._values = dict(values)

    def __getitem__(self, unknown: Any) -> Any:
        return self._values[unknown]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return str(self) == other
        return isinstance(other, Filled) and (self.puzzle, self._values) == (other.puzzle, other._values)

    def __hash__(self) -> int:
        return hash((self.puzzle, str(self)))

    def __str__(self) -> str:
        text: str = self.puzzle.system.write(self.puzzle.state, self)
        return text

    __repr__ = __str__

    def picture(self) -> Picture:
        picture: Picture = self.puzzle.system.draw(self.puzzle.state, self)
        return picture

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def _shown(self) -> Iterable[Part]:
        return [str(self), self.picture()]

    def to_json(self) -> str:
        return str(self)
