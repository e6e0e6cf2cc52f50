"""A linter for the rules of a user's own game or puzzle.

Rules are read in several ways: as plain Python, one position at a time; by the native kernel, all at once; as sums of
independent parts; up to symmetry; by different methods. All of these have to agree. Here they are compared on all
positions that follow some small ones, and differences are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from perfectplay.checks.definitions import plain_nimber, plain_outcome, plain_score
from perfectplay.checks.puzzles import plain_cost
from perfectplay.checks.verdict import Room, TooMany
from perfectplay.errors import LimitReached, NotApplicable, ParseError, PerfectPlayError
from perfectplay.kinds.faults import shown
from perfectplay.kinds.pencil import Pencil
from perfectplay.kinds.plain import PlainSystem
from perfectplay.kinds.sum import add
from perfectplay.limits import NO_LIMITS, Limits, watch_now
from perfectplay.players import LEFT, Player
from perfectplay.position import Position
from perfectplay.system import Game, Puzzle, System, has_value

MOST_TOLD = 20


@dataclass(frozen=True)
class Report:
    """What was found; true if nothing differs."""

    title: str
    positions: int
    compared: int
    differences: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    """What was too much to compare."""

    def __bool__(self) -> bool:
        return not self.differences

    def __str__(self) -> str:
        said = f"{self.title}: {self.positions} positions, {self.compared} comparisons"
        number = len(self.differences)
        lines = [f"{said}, nothing differs" if self else f"{said}, {number} difference{'s' * (number > 1)}"]
        lines += [f"- {each}" for each in self.differences[:MOST_TOLD]]
        if len(self.differences) > MOST_TOLD:
            lines.append(f"- … and {len(self.differences) - MOST_TOLD} more")
        return "\n".join([*lines, *(f"(left out: {each})" for each in self.left_out)])

    __repr__ = __str__


def check_rules(
    system: System | type[System] | Position, *starts: object, positions: int = 400, limits: Limits = NO_LIMITS
) -> Report:
    """Compare all readings of the rules of a game or puzzle on what follows small positions.

    ``starts`` are positions, or texts (states, for a game in plain Python); by default the samples of the class. From
    each, positions are visited until there are ``positions`` of them in all; of a start with more the later ones are
    not visited, so small starts are better than large ones.

    >>> class Runs(pp.RewriteGame):
    ...     cells = ".#"
    ...     def moves(self, board):
    ...         for bar in board.runs(pp.board.EAST, 2):
    ...             yield pp.LEFT, dict.fromkeys(bar, ".#")
    >>> pp.check_rules(Runs, "....")
    Runs: 5 positions, 60 comparisons, nothing differs
    """
    with limits:
        if isinstance(system, Position):
            system, starts = system.system, (system, *starts)
        rules = system() if isinstance(system, type) else system
        if not isinstance(rules, System) or isinstance(rules, Pencil):
            raise NotApplicable(f"check_rules: expected a game or a puzzle of moves, got {shown(system)}")
        rules.renew(None)
        check = _Check(rules, positions)
        for start in starts or (rules.sample, *rules.samples.values()):
            if start != "":
                check.go_through(_position(rules, start))
        if not check.seen:
            raise NotApplicable(f"{rules.title}: check_rules needs a position to start from, or a class with a sample")
        return Report(rules.title, len(check.seen), check.compared, tuple(check.found), tuple(check.left_out))


def _position(system: System, start: object) -> Position:
    if isinstance(start, Position):
        return start
    if isinstance(system, PlainSystem) and not isinstance(start, str):
        return system.position(start)
    return system.load(start)


class _Check:
    """One run: what was seen, and what was found to differ."""

    def __init__(self, system: System, most: int) -> None:
        self.system = system
        self.most = most
        self.seen: dict[Position, None] = {}
        self.compared = 0
        self.found: dict[str, None] = {}
        self.left_out: dict[str, None] = {}
        self.start: Position | None = None

    def differ(self, fault: str) -> None:
        self.found[f"{self.system.title}: {fault}"] = None

    def same(self, what: str, position: Position, one: Any, other: Any, names: tuple[str, str]) -> None:
        self.compared += 1
        if one != other:
            self.differ(f"{what} of {_text(position)}: {names[0]} {shown(one)}, {names[1]} {shown(other)}")

    def go_through(self, start: Position) -> None:
        self.start = start
        fresh = self._spread(start)
        for position in fresh:
            for look in (self._text, self._moves, self._kernel, self._parts, self._methods):
                try:
                    look(position)
                except (TooMany, NotApplicable, LimitReached):
                    watch_now()()  # were these our own limits, or those of the whole?
                    self.left_out["answers that follow from too many positions"] = None
                except (PerfectPlayError, AssertionError, ValueError) as error:
                    self.differ(f"{_text(position)}: {error}")
            if len(self.found) > 10 * MOST_TOLD:
                break
        self._cycle(start)

    def _spread(self, start: Position) -> list[Position]:
        """The positions that follow, by the plain rules, up to the limit."""
        found = [start] if start not in self.seen else []
        self.seen[start] = None
        for here in found:  # the list grows
            for move in here.moves():
                if move.after not in self.seen:
                    if len(self.seen) >= self.most:
                        self.left_out[f"positions after the first {self.most}"] = None
                        return found
                    self.seen[move.after] = None
                    found.append(move.after)
        return found

    def _movers(self, position: Position) -> list[Player]:
        return [LEFT] if self.system.players == 1 else list(Player)

    # the readings

    def _text(self, position: Position) -> None:
        """The text form loads as the same position."""
        text = str(position)
        try:
            again: object = self.system.load(text)
        except ParseError as error:
            again = f"refused: {error}"
        self.same("the text", position, again, position, ("loads as", "and not as"))
        position.picture().svg()

    def _moves(self, position: Position) -> None:
        """Moves are the same when they are asked for again, and each has a text of its own."""
        for player in self._movers(position):
            moves, again = position.moves(player), position.moves(player)
            texts = [move.text for move in moves]
            self.same(f"moves of {player}", position, texts, [each.text for each in again], ("are", "and then"))
            for text in sorted({each for each in texts if texts.count(each) > 1}):
                self.differ(f"{_text(position)}: {player} has two moves {text!r} (expected a text of its own for each)")
            for move in moves:
                self.compared += 1
                if position.move(move.text, player).after != move.after:
                    self.differ(f"{_text(position)}: {move.text} is found again as another move")

    def _kernel(self, position: Position) -> None:
        """The compiled rules have the same moves and the same winners."""
        assert self.start is not None
        system, state, start = position.system, position.state, self.start.state
        kernel, code = system.kernel(start)[0], system.encode(start, state)
        names = ("by the compiled rules", "by the plain ones")
        self.same("the code", position, system.decode(start, code), state, ("stands for", "and not for"))
        goal = kernel.goal(code)
        self.same("the winner", position, goal, position.winner and position.winner.value.lower(), names)
        if position.winner is None:
            for player in self._movers(position):
                compiled = {system.decode(start, each) for each in kernel.moves(code, player is LEFT)}
                plain = {step.state for step in system.legal(state, player)}
                lost, made = plain - compiled, compiled - plain
                self.compared += 1
                if lost or made:
                    said = [f"{len(each)} {word}" for each, word in ((lost, "missing"), (made, "too many")) if each]
                    self.differ(f"{_text(position)}: compiled moves of {player}: {' and '.join(said)}")

    def _parts(self, position: Position) -> None:
        """A position that the author splits is worth as much as its parts. (What the kernel splits by itself is
        compared by the methods that do so.)"""
        system: Any = self.system
        if not isinstance(system, PlainSystem) or not has_value(system):
            return
        states = system.split(position.state)
        if states is None:
            return
        parts = [Position(system, state) for state in states]
        if position.impartial:
            total = 0
            for part in parts:
                nimber = plain_nimber(part, self._room())
                assert isinstance(nimber, int)
                total ^= nimber
            names = ("all in all", "of its parts together")
            self.same("the nimber", position, plain_nimber(position, self._room()), total, names)
        else:
            one, other = (plain_outcome(each, self._room()) for each in (position, add(parts)))
            self.same("the outcome", position, one, other, ("all in all", "of its parts together"))

    def _methods(self, position: Position) -> None:
        """Every method gives the answer that the definition gives."""
        from perfectplay import questions

        enough = Limits(positions=1000 * self.most)
        for question, arguments, definition in self._definitions(position):
            try:
                right = definition(self._room())
            except TooMany:
                self.left_out["answers that follow from too many positions"] = None
                continue
            for method in questions.default_methods(question, position):
                found = questions.function(question)(position, method=method, limits=enough, **arguments).answer
                if question == "solve":
                    found = None if found is None else found.cost
                names = (f"by {method}", "by the definition")
                self.same(" ".join([question, *map(str, arguments.values())]), position, found, right, names)

    def _definitions(self, position: Position) -> Iterator[tuple[str, dict[str, Any], Callable[[Room], Any]]]:
        from perfectplay.questions import questions_for

        known = questions_for(self.system)
        if "outcome" in known:
            yield "outcome", {}, partial(plain_outcome, position)
        if "grundy" in known:
            yield "grundy", {}, partial(plain_nimber, position)
        if "score" in known:
            for player in Player:
                yield "score", {"player": player}, partial(plain_score, position, player)
        if isinstance(self.system, Puzzle):
            for metric in self.system.metrics:
                yield "solve", {"metric": metric}, partial(plain_cost, position, metric)

    def _room(self) -> Room:
        return Room(Limits(positions=10 * self.most))

    def _cycle(self, start: Position) -> None:
        """A game in which positions repeat must say so, because otherwise no answer means anything."""
        if not isinstance(self.system, Game) or self.system.convention.loops:
            return
        path: list[tuple[Position, Iterator[Position]]] = [(start, iter([move.after for move in start.moves()]))]
        on_path, done = {start}, set[Position]()
        while path:
            here, following = path[-1]
            after = next(following, None)
            if after is None:
                path.pop()
                on_path.discard(here)
                done.add(here)
            elif after in on_path:
                cycle = [each for each, _ in path]
                said = " -> ".join(_text(each) for each in [*cycle[cycle.index(after) :], after][-6:])
                self.found = {
                    f"{self.system.title}: positions repeat: {said} (expected loopy = True in the class)": None
                }
                return
            elif after not in done and after in self.seen:
                on_path.add(after)
                path.append((after, iter([move.after for move in after.moves()])))


def _text(position: Position) -> str:
    text = str(position)
    return text if len(text) <= 60 else f"{text[:57]}..."
