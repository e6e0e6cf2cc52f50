"""A linter for the rules of a user's own game or puzzle.

Rules are read in several ways: as plain Python, one position at a time; by the native kernel, all at once; as sums of
independent parts; up to symmetry; by different methods. All of these have to agree. Here they are compared on all
positions that follow some small ones, and differences are reported.

Of a puzzle on paper every sentence has two readings, its definition and what the solver is told. All solutions of the
solver are checked by the definitions, and on small boards all that could be filled in is tried. Of automata and others
the text, the picture, one step and the answers of the questions are looked at.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from perfectplay.checks.definitions import plain_nimber, plain_outcome, plain_score
from perfectplay.checks.puzzles import plain_cost
from perfectplay.checks.verdict import Room, TooMany
from perfectplay.errors import LimitReached, NotApplicable, ParseError, PerfectPlayError, RulesError, shown
from perfectplay.kinds.pencil import Pencil
from perfectplay.kinds.plain import PlainSystem
from perfectplay.kinds.sum import add
from perfectplay.limits import NO_LIMITS, Limits, watch_now, watched
from perfectplay.mistakes import cycle_from, in_one_line, loop_told, shown_text
from perfectplay.players import LEFT, Player
from perfectplay.position import Filled, Position
from perfectplay.shown import Shown
from perfectplay.system import Automaton, Game, Posed, Puzzle, System, has_value

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part

MOST_TOLD = 20
MOST_MOVES = 50
"""Moves of one position that are looked up by their text."""
PATIENCE = 3
"""Positions for which a question is too much, before it is asked about no others."""
TINY = ("2x2", "2x3", "3x3")
"""Empty boards on which a puzzle on paper is tried besides its samples."""
TOO_MANY = "answers that follow from too many positions"


@dataclass(frozen=True)
class Report(Shown):
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
        said = f"{self.title}: {self.positions} position{'s' * (self.positions != 1)}, {self.compared} comparisons"
        number = len(self.differences)
        lines = [f"{said}, nothing differs" if self else f"{said}, {number} difference{'s' * (number > 1)}"]
        lines += [f"- {each}" for each in self.differences[:MOST_TOLD]]
        if len(self.differences) > MOST_TOLD:
            lines.append(f"- … and {len(self.differences) - MOST_TOLD} more")
        return "\n".join([*lines, *(f"(left out: {each})" for each in self.left_out)])

    __repr__ = __str__

    def _shown(self) -> Iterable[Part]:
        from perfectplay.words import bad, good

        first, *others = str(self).split("\n")
        return [((good if self else bad)(first),), *others]


@in_one_line
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
        rules = _made(system)
        rules.renew(None)
        check = _Check(rules, positions)
        for start in starts or _samples(rules):
            if len(check.seen) >= positions:
                check.left_out[f"positions after the first {positions}"] = None
                break
            if start != "":
                check.go_through(_position(rules, start))
        if not check.seen:
            raise NotApplicable(f"{rules.title}: check_rules needs a position to start from, or a class with a sample")
        return Report(rules.title, len(check.seen), check.compared, tuple(check.found), tuple(check.left_out))


def _made(system: Any) -> System:
    if isinstance(system, type) and issubclass(system, System):
        try:
            return system()
        except TypeError as error:
            raise NotApplicable(
                f"{system.__name__}: check_rules cannot make an instance: {error} (expected an instance, such as "
                f"{system.__name__}(…))"
            ) from None
    if not isinstance(system, System):
        raise NotApplicable(f"check_rules: expected a game or a puzzle, got {shown(system)}")
    return system


def _samples(rules: System) -> Iterator[object]:
    yield rules.sample
    yield from rules.samples.values()
    if isinstance(rules, Pencil):
        for size in TINY:
            try:
                yield rules.load(size)
            except ParseError:
                continue  # such a board is not what this puzzle is about


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
        self.too_much: Counter[str] = Counter()

    def differ(self, fault: str) -> None:
        self.found[f"{self.system.title}: {fault}"] = None

    def same(self, what: str, position: Position, one: Any, other: Any, names: tuple[str, str]) -> None:
        self.compared += 1
        if one != other:
            self.differ(f"{what} of {shown_text(position)}: {names[0]} {shown(one)}, {names[1]} {shown(other)}")

    def go_through(self, start: Position) -> None:
        self.start, self.system = start, start.system  # what is read may change options
        looks: Iterable[Callable[[Position], None]] = (self._text, self._answers)
        try:
            fresh = [start]
            if start.system.played:
                fresh = self._spread(start)
                looks = (self._text, self._moves, self._kernel, self._parts, self._methods)
            elif isinstance(start.system, Posed):
                looks = (self._text, self._sentences, self._solutions)
            elif isinstance(start.system, Automaton):
                looks = (self._text, self._step, self._answers)
            self.seen.update(dict.fromkeys(fresh))
            for position in fresh:
                for look in looks:
                    self._look(look, position)
                if len(self.found) > 10 * MOST_TOLD:
                    break
            self._cycle(start)
        except RulesError as error:
            self.seen[start] = None
            self.found[str(error)] = None

    def _look(self, look: Callable[[Position], None], position: Position) -> None:
        try:
            look(position)
        except (TooMany, NotApplicable, LimitReached):
            watch_now()()  # were these our own limits, or those of the whole?
            self.left_out[TOO_MANY] = None
        except RulesError as error:
            self.found[str(error)] = None
        except (PerfectPlayError, AssertionError, ValueError) as error:
            self.differ(f"{shown_text(position)}: {error}")

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
            again: object = position.system.load(text)
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
            for text in sorted(text for text, number in Counter(texts).items() if number > 1):
                self.differ(
                    f"{shown_text(position)}: {player} has two moves {text!r} (expected a text of its own for each)"
                )
            for move in moves[:: len(moves) // MOST_MOVES + 1]:
                self.compared += 1
                if position.move(move.text, player).after != move.after:
                    self.differ(f"{shown_text(position)}: {move.text} is found again as another move")

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
                    self.differ(f"{shown_text(position)}: compiled moves of {player}: {' and '.join(said)}")

    def _parts(self, position: Position) -> None:
        """A position that the author splits is worth as much as its parts. (What the kernel splits by itself is
        compared by the methods that do so.)"""
        system: Any = self.system
        if not isinstance(system, PlainSystem) or not has_value(system):
            return
        states = system.parts(position.state)
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

        enough = Limits(positions=100 * self.most)
        for question, arguments, definition in self._definitions(position):
            if self.too_much[question] >= PATIENCE:
                continue
            try:
                right = definition(self._room())
                for method in questions.default_methods(question, position):
                    found = questions.function(question)(position, method=method, limits=enough, **arguments).answer
                    if question == "solve":
                        found = None if found is None else found.cost
                    names = (f"by {method}", "by the definition")
                    self.same(" ".join([question, *map(str, arguments.values())]), position, found, right, names)
            except (TooMany, LimitReached):
                watch_now()()
                self.too_much[question] += 1
                self.left_out[TOO_MANY] = None

    def _definitions(self, position: Position) -> Iterator[tuple[str, dict[str, Any], Callable[[Room], Any]]]:
        from perfectplay.questions import questions_for

        known = questions_for(self.system)
        if "outcome" in known:
            yield "outcome", {}, partial(plain_outcome, position)
        if "grundy" in known and not cast(Game, self.system).entailed(position.state):
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
        if not isinstance(start.system, Game) or start.system.convention.loops:
            return
        cycle = cycle_from(start, self.most)
        if cycle:
            self.found = {loop_told(start.system, cycle): None}

    # what has no moves

    def _sentences(self, position: Position) -> None:
        """The rules are pairs of a sentence and a constraint, and the same when they are asked for again."""
        system, state = self.system, position.state
        assert isinstance(system, Posed)
        read: list[list[tuple[str, type]]] = []
        for _ in range(2):
            read.append([])
            for sentence, constraint in watched(system.stated(state), 1):
                read[-1].append((sentence, type(constraint)))
        self.same("the rules", position, read[0], read[1], ("are", "and then"))
        for unknown, values in system.domains(state).items():
            self.compared += 1
            if len(set(values)) != len(values):
                self.differ(
                    f"{shown_text(position)}: the values of {shown(unknown)} are {shown(values)}, one of them twice"
                )

    def _solutions(self, position: Position) -> None:
        """What the solver finds breaks no rule by the definitions; and what breaks none, the solver finds."""
        from perfectplay import questions

        system, state = self.system, position.state
        assert isinstance(system, Posed)
        if "solutions" not in questions.questions_for(system):
            self._answers(position)
            return
        limit = min(self.most, 100)
        result = questions.function("solutions")(position, limit=limit, limits=Limits(time=10.0))
        known = set()
        for answer in result.answer:
            self.compared += 2
            broken = system.broken(state, answer)
            if broken:
                self.differ(f"{shown_text(position)}: the solution {answer} of the solver breaks: {broken[0][0]}")
            again = system.filled(position, str(answer))
            if dict(again) != dict(answer):
                self.differ(f"{shown_text(position)}: the text {answer} of an answer is read as another answer")
            answer.picture().svg()
            known.add(frozenset(answer.items()))
        if not result.details.get("all", False):
            self.left_out[f"what the solver does not find, on sheets with more than {limit} solutions"] = None
            return
        domains = system.domains(state)
        for each in self._trials(domains, [dict(answer) for answer in result.answer]):
            if frozenset(each.items()) in known:
                continue
            self.compared += 1
            if not system.broken(state, each):
                told = Filled(position, each)
                self.differ(f"{shown_text(position)}: {told} breaks no rule, and the solver does not find it")
                return

    def _trials(self, domains: Mapping[Any, Any], solutions: list[dict[Any, Any]]) -> Iterator[dict[Any, Any]]:
        """All that could be filled in, or where that is too much whatever differs from a solution in one place."""
        if math.prod(len(values) for values in domains.values()) <= 16 * self.most:
            for values in watched(product(*domains.values())):
                yield dict(zip(domains, values, strict=True))
            return
        self.left_out["all but the neighbours of solutions, where too much could be filled in"] = None
        places = [(unknown, value) for unknown, values in domains.items() for value in values]
        for solution in solutions[:PATIENCE]:
            for unknown, value in watched(places[:: len(places) // self.most + 1]):
                if solution[unknown] != value:
                    yield {**solution, unknown: value}

    def _step(self, position: Position) -> None:
        """One step leads to the same state each time."""
        system = self.system
        assert isinstance(system, Automaton)
        one, other = system.step(position.state), system.step(position.state)
        self.same("the step", position, one, other, ("leads to", "and then to"))

    def _answers(self, position: Position) -> None:
        """The questions that need no arguments are answered, and no check refutes the answer."""
        from perfectplay import questions
        from perfectplay.verification import verify

        for question in questions.questions_for(self.system):
            if question not in ASKED:
                continue
            result = questions.function(question)(position, limits=Limits(time=10.0))
            self.compared += 1
            verdict = verify(result, limits=Limits(time=10.0))
            if verdict.refuted:
                self.differ(f"{question} of {shown_text(position)}: {verdict}")


ASKED = ("run", "solve", "solutions", "unique", "certify", "threshold")
"""Questions about what has no moves."""
