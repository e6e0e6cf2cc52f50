"""``play``: a game against perfect play, or a puzzle by hand, in a terminal or from a script.

A line of input is a move by its text, a move by its number in the list, or a command; moves come first where a move is
spelt like a command. Where moves are spelt like numbers, ``#3`` is the third of the list.
"""

from __future__ import annotations

import contextlib
import random
import sys
from collections import Counter
from itertools import islice

from perfectplay.cli.guard import ANSWERED, INTERRUPTED
from perfectplay.cli.output import Span, leads_to, plural, say, say_board, winner_sentence
from perfectplay.cli.progress import Waiting
from perfectplay.errors import LimitReached, NotApplicable, PerfectPlayError, quote
from perfectplay.limits import Limits
from perfectplay.players import DRAW, Player, Winner
from perfectplay.questions import best, outcome, solve
from perfectplay.questions.check import texts_of
from perfectplay.questions.solve import line_cost
from perfectplay.system import Line, Move, Position

MOST_MOVES = 10_000
MOST_REPEATS = 3
MOMENT = 3.0
"""Seconds for what nobody asked for: the length of the shortest solution, told at the end."""


class _Leave(Exception):
    """The human has had enough."""


def play_game(position: Position, limits: Limits, humans: set[Player], first: Player) -> int:
    return _politely(_Game(position, limits, humans, first))


def play_puzzle(position: Position, limits: Limits, watch: bool) -> int:
    return _politely(_Puzzle(position, limits, watch))


def _politely(session: _Game | _Puzzle) -> int:
    try:
        session.run()
    except _Leave:
        say("Goodbye.")
    except KeyboardInterrupt:
        say()
        say("Goodbye.")
        return INTERRUPTED
    return ANSWERED


def _listen(prompt: str) -> str:
    """The next line of input; a prompt is shown to people only."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        line = sys.stdin.readline()
        if not line:
            raise _Leave
        return line.strip()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (arrow keys and history)
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise _Leave from None


def _legal(position: Position, player: Player | None) -> list[Move]:
    """The legal moves, refused where they are too many to choose from."""
    state, system = position.state, position.system
    if next(islice(system.legal(state, player or Player.LEFT), MOST_MOVES, None), None) is not None:
        raise NotApplicable(f"{system.title}: more than {MOST_MOVES} moves are too many to play by hand")
    return position.moves(player)


def _chosen(word: str, moves: list[Move]) -> Move | None:
    """The move that a word means, None if it means none."""
    exact = [move for move in moves if move.text == word]
    alike = exact or [move for move in moves if move.text.lower() == word.lower()]
    if alike:
        return alike[0] if exact or len(alike) == 1 else None
    number = word.removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        return None
    if number == word and any(move.text.isdigit() for move in moves):
        return None
    return moves[int(number) - 1] if 1 <= int(number) <= len(moves) else None


def _say_moves(moves: list[Move]) -> None:
    """The numbered list, in columns."""
    if not moves:
        say("There is no legal move.")
        return
    cells = [f"{number:>{len(str(len(moves)))}} {move.text}" for number, move in enumerate(moves, 1)]
    width = max(map(len, cells)) + 3
    across = max(1, 78 // width)
    for start in range(0, len(cells), across):
        say("".join(f"{cell:{width}}" for cell in cells[start : start + across]).rstrip())


def _not_understood(word: str, moves: list[Move], after: str = "") -> None:
    listed = plural(len(moves), "moves")
    say(f"No move or command {quote(word)}{after}; ? lists the {listed}, help the commands.")


def _say_commands(commands: dict[str, str]) -> None:
    for name, what in commands.items():
        say((f"  {name:8}", "bold"), what)


def _command(word: str, commands: dict[str, str]) -> str | None:
    """A command by its name or the beginning of it."""
    aliases = {"?": "moves", "q": "quit", "exit": "quit", "h": "help"}
    lowered = word.lower()
    if lowered in aliases:
        return aliases[lowered]
    found = [name for name in commands if lowered and name.startswith(lowered)]
    return lowered if lowered in commands else found[0] if len(found) == 1 else None


_GAME_COMMANDS = {
    "moves": "list your moves (also: ?); play one by its text or its number",
    "hint": "a best move, and what it leads to",
    "who": "who wins under perfect play",
    "undo": "take your last move back",
    "board": "show the board again",
    "resign": "give up this game",
    "quit": "leave",
    "help": "this list",
}

_PUZZLE_COMMANDS = {
    "moves": "list the moves (also: ?); make one by its text or its number, or several in a row",
    "hint": "the first move of a shortest solution from here",
    "who": "can it still be solved?",
    "undo": "take the last move back",
    "restart": "take all moves back",
    "board": "show the board again",
    "quit": "leave (also: resign)",
    "help": "this list",
}


class _Game:
    def __init__(self, position: Position, limits: Limits, humans: set[Player], first: Player) -> None:
        self.position = position
        self.player = first
        self.limits = limits
        self.humans = humans
        self.history: list[tuple[Position, Player]] = []

    # the course of a game

    def run(self) -> None:
        self._introduce()
        while (winner := self._winner()) is None:
            if self.player in self.humans or not self.humans:
                say()
                say_board(self.position)
            move = self._human_move() if self.player in self.humans else self._own_move()
            if move is None:
                return
            self.history.append((self.position, self.player))
            self.position = move.after
            if not move.again:
                self.player = self.player.opponent
        say()
        say_board(self.position)
        self._announce(winner)

    def _introduce(self) -> None:
        name = self.position.system.name or self.position.system.title
        if self.humans == set(Player):
            who = "you play both sides"
        elif not self.humans:
            who = "perfectplay plays both sides"
        else:
            who = f"you are {next(iter(self.humans))}"
        say((name, "bold"), f": {who}, {self.player} begins.")
        if self.humans:
            say(("Type a move, ? for the list of moves, or help.", "dim"))

    def _winner(self) -> Winner | None:
        """Who has won; also a draw when the same position comes for the third time."""
        if self.position.winner is not None:
            self.reason = ""
            return self.position.winner
        if not _legal(self.position, self.player):
            self.reason = f"{self.player} cannot move: "
            winner: Winner = self.position.system.when_stuck(self.player)  # type: ignore[attr-defined]
            return winner
        if Counter(self.history)[self.position, self.player] >= MOST_REPEATS - 1:
            self.reason = f"the position has come {MOST_REPEATS} times: "
            return DRAW
        return None

    def _announce(self, winner: Winner, reason: str | None = None) -> None:
        sentence = (self.reason if reason is None else reason) + winner_sentence(winner)
        spans: list[Span] = [(sentence[:1].upper() + sentence[1:] + ".", "bold")]
        if len(self.humans) == 1:
            mine = " You win, well played!" if winner in self.humans else " perfectplay wins."
            spans.append(" Well played." if winner is DRAW else mine)
        say(*spans)

    # perfectplay's turn

    def _own_move(self) -> Move:
        moves = _legal(self.position, self.player)
        try:
            with Waiting("thinking") as progress:
                found = best(self.position, self.player, limits=self.limits, progress=progress)
            move, note = found.answer, ""
        except LimitReached:
            move, note = random.choice(moves), " (a guess: too hard to search in the time allowed)"
        assert move is not None
        say(f"{self.player} plays ", (move.text, "bold"), (note, "dim"))
        return move

    # the human's turn

    def _human_move(self) -> Move | None:
        """The move chosen, None when the game is over by resignation."""
        while True:
            moves = _legal(self.position, self.player)
            word = _listen(f"{self.player}> ")
            if not word:
                continue
            move = _chosen(word, moves)
            if move is not None:
                if not sys.stdin.isatty():
                    say(f"{self.player} plays ", (move.text, "bold"))
                return move
            match _command(word, _GAME_COMMANDS):
                case "moves":
                    _say_moves(moves)
                case "hint":
                    self._hint()
                case "who":
                    self._who()
                case "undo":
                    self._undo()
                case "board":
                    say_board(self.position)
                    say(f"{self.player} is to move.")
                case "resign":
                    self._announce(self.player.opponent, f"{self.player} resigns: ")
                    return None
                case "quit":
                    raise _Leave
                case "help":
                    _say_commands(_GAME_COMMANDS)
                case _:
                    _not_understood(word, moves)

    def _hint(self) -> None:
        try:
            with Waiting("thinking") as progress:
                found = best(self.position, self.player, limits=self.limits, progress=progress)
        except LimitReached as error:
            say(f"Too hard: {error}.")
            return
        assert found.answer is not None
        worth = leads_to(found, str(self.player))
        say((found.answer.text, "bold"), f": {worth}" + (", this one too" if worth == "every move loses" else ""))

    def _who(self) -> None:
        try:
            with Waiting("thinking") as progress:
                found = outcome(self.position, limits=self.limits, progress=progress)
        except LimitReached as error:
            say(f"Too hard: {error}.")
            return
        sentence = winner_sentence(found.answer.when(self.player))
        say(f"Under perfect play {sentence} ({self.player} is to move).")

    def _undo(self) -> None:
        """Back to the last time that a human was to move."""
        earlier = [number for number, (_, player) in enumerate(self.history) if player in self.humans]
        if not earlier:
            say("There is nothing to take back.")
            return
        self.position, self.player = self.history[earlier[-1]]
        del self.history[earlier[-1] :]
        say_board(self.position)


class _Puzzle:
    def __init__(self, position: Position, limits: Limits, watch: bool) -> None:
        self.start = self.position = position
        self.limits = limits
        self.watch = watch
        self.made: list[Move] = []
        self.known: dict[Position, Line | None] = {}

    @property
    def metric(self) -> str:
        return str(next(iter(getattr(self.start.system, "metrics", {"moves": None}))))

    def _chains(self) -> bool:
        """Does the metric count several moves as one?"""
        chosen = getattr(self.start.system, "metrics", {}).get(self.metric)
        return bool(getattr(chosen, "chain", ""))

    def _solution(self, limits: Limits) -> Line | None:
        if self.position not in self.known:
            with Waiting("thinking") as progress:
                line = solve(self.position, limits=limits, progress=progress).answer
            self.known[self.position] = line
            if line is not None and not self._chains():  # then the rest of a shortest solution is one, too
                for number, move in enumerate(line.moves, 1):
                    self.known.setdefault(move.after, Line(move.after, line.moves[number:], line.metric))
        return self.known[self.position]

    def run(self) -> None:
        say((self.start.system.name or self.start.system.title, "bold"), ".")
        if self.watch:
            self._show_solution()
            return
        say(("Type a move or several, ? for the list of moves, or help.", "dim"))
        say()
        say_board(self.position)
        while self.position.winner is None:
            moves = _legal(self.position, None)
            if not moves:
                say("No move is left: undo, restart or quit.")
            word = _listen(f"{len(self.made) + 1}> ")
            if word:
                self._obey(word, moves)
        self._congratulate()

    def _obey(self, word: str, moves: list[Move]) -> None:
        move = _chosen(word, moves)
        command = _command(word, _PUZZLE_COMMANDS | {"resign": ""})
        if move is not None:
            self._make([move])
        elif command is None:
            self._make_several(word, moves)
        elif command == "moves":
            _say_moves(moves)
        elif command == "hint":
            self._hint()
        elif command == "who":
            self._who()
        elif command == "undo" or command == "restart":
            self._undo(len(self.made) if command == "restart" else 1)
        elif command == "board":
            say_board(self.position)
        elif command == "help":
            _say_commands(_PUZZLE_COMMANDS)
        else:
            raise _Leave

    def _make(self, moves: list[Move]) -> None:
        self.made.extend(moves)
        self.position = moves[-1].after
        say()
        say_board(self.position)

    def _make_several(self, words: str, moves: list[Move]) -> None:
        made: list[Move] = []
        position = self.position
        for text in texts_of(position, words):
            if position.winner is not None:
                break
            try:
                made.append(position.move(text))
            except PerfectPlayError:
                after = f" after {made[-1].text}" if made else ""
                _not_understood(text, moves, after)
                return
            position = made[-1].after
        if made:
            self._make(made)

    def _hint(self) -> None:
        try:
            line = self._solution(self.limits)
        except LimitReached as error:
            say(f"Too hard: {error}.")
            return
        if line is None:
            say("It cannot be solved from here: undo.")
        elif line:
            cost = line_cost(line.start, line.moves, line.metric)
            say((line.moves[0].text, "bold"), f": solved in {plural(cost, line.metric)} from here")

    def _who(self) -> None:
        try:
            line = self._solution(self.limits)
        except LimitReached as error:
            say(f"Too hard: {error}.")
            return
        say("It cannot be solved from here." if line is None else "It can be solved from here.")

    def _undo(self, number: int) -> None:
        if not self.made:
            say("There is nothing to take back.")
            return
        del self.made[len(self.made) - number :]
        self.position = self.made[-1].after if self.made else self.start
        say_board(self.position)

    def _congratulate(self) -> None:
        if not self.made:
            say(("It is solved already.", "bold"))
            return
        cost = line_cost(self.start, self.made, self.metric)
        say((f"Solved in {plural(cost, self.metric)}. Congratulations!", "bold"))
        self.position = self.start
        try:
            line = self._solution(Limits(time=MOMENT))
        except PerfectPlayError:
            return
        if line is not None:
            shortest = line_cost(self.start, line.moves, self.metric)
            better = "That is as short as it can be." if shortest == cost else f"The shortest way takes {shortest}."
            say(better)

    def _show_solution(self) -> None:
        say_board(self.position)
        try:
            line = self._solution(self.limits)
        except LimitReached as error:
            say(f"Too hard: {error}.")
            return
        if line is None:
            say("It cannot be solved.")
            return
        for number, move in enumerate(line, 1):
            say()
            say((f"{number}. {move.text}", "bold"))
            say_board(move.after)
        say(f"Solved in {plural(line.cost, line.metric)}, none shorter.")
