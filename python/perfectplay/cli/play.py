"""Play in the terminal: a game against perfect play, or a puzzle with hints."""

from __future__ import annotations

import random
import sys
from contextlib import suppress

from perfectplay.checks.definitions import final_winner, node_after
from perfectplay.cli import ANSWERED, NO
from perfectplay.cli.output import styled, write
from perfectplay.cli.progress import shown
from perfectplay.errors import LimitReached, ParseError, PerfectPlayError
from perfectplay.limits import Limits
from perfectplay.players import DRAW, LEFT, Player, Winner
from perfectplay.position import Move, Position
from perfectplay.question import METRIC
from perfectplay.questions.best import best
from perfectplay.questions.outcome import outcome
from perfectplay.questions.solve import line_through, solve
from perfectplay.words import plural

HELP = "a move or its number, ? for the moves, hint, who (wins), undo, board, resign, quit"
PUZZLE_HELP = "a move or its number, ? for the moves, hint, undo, board, quit"
PATIENCE = Limits(time=30)
REPEATS = 3
"""A position that has occurred this often ends a game that could go on for ever."""


History = list[tuple[Position, Player, int]]
"""Positions, who moves there, and Left's points less Right's."""


class Left(Exception):
    """The human has left."""


class Resigned(Exception):
    """The human gives up."""


def ask(prompt: str) -> str:
    """One line of input; the prompt is shown on a terminal only."""
    if sys.stdin is None:
        raise Left
    with suppress(ImportError):
        import readline  # noqa: F401  (arrow keys and history)
    try:
        line = input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        if sys.stdin.isatty():
            write()
        raise Left from None
    except KeyboardInterrupt:
        write()  # after the prompt, and ^C
        raise
    except UnicodeDecodeError as error:
        raise ParseError(f"the input is not text: byte {error.start}", expected="UTF-8") from None
    return line.strip()


def board(position: Position) -> None:
    write()
    write(position.picture().text())
    write()


def choose(moves: list[Move], word: str) -> Move | None:
    """The move that a word names: its text, any case, or its number in the list.

    Where moves are numbers themselves, as in the Fifteen Puzzle, the third of the list is ``#3``.
    """
    for move in moves:
        if move.text == word:
            return move
    number = word.removeprefix("#")
    if number.isascii() and number.isdigit() and len(number) < 10 and 1 <= int(number) <= len(moves):
        named_by_number = number == word and any(move.text.isdigit() for move in moves)
        return None if named_by_number else moves[int(number) - 1]
    folded = [move for move in moves if move.text.lower() == word.lower()]
    return folded[0] if len(folded) == 1 else None


def show_moves(moves: list[Move]) -> None:
    width = max(len(move.text) for move in moves) + 2
    cells = [f"{number:4} {move.text:{width}}" for number, move in enumerate(moves, 1)]
    for start in range(0, len(cells), 6):
        write("".join(cells[start : start + 6]).rstrip())


def play_game(start: Position, human: str, first: Player) -> int:
    humans = {"left": {LEFT}, "right": {Player.RIGHT}, "both": set(Player), "none": set[Player]()}[human]
    who = human if len(humans) == 1 else f"{human} of the players"
    write(styled(start.system.name or start.system.title, "bold") + f": you are {who}.")
    if humans:
        write(styled(HELP, "dim"))
    history: History = [(start, first, 0)]
    board(start)
    try:
        while True:
            position, player, lead = history[-1]
            over = _winner(position, player, lead)
            if over is None and history.count(history[-1]) >= REPEATS:
                write(f"This position has occurred {REPEATS} times.")
                over = position.system.convention.endless
            if over is not None:
                _announce(over)
                return ANSWERED
            if player in humans:
                _human_turn(history, position, player, humans)
            else:
                move, note = _reply(position, player)
                write(f"{player} plays {styled(move.text, 'bold')}{note}")
                history.append(node_after(move, lead))
                board(move.after)
    except Resigned:
        write(f"{player} resigns.")
        _announce(player.opponent)
    except Left:
        write("Goodbye.")
    return ANSWERED


def _announce(winner: Winner) -> None:
    write(styled("A draw." if winner is DRAW else f"{winner} wins.", "bold"))


def _reply(position: Position, player: Player) -> tuple[Move, str]:
    """A best move, or any where that cannot be found in time."""
    try:
        with shown(False) as progress:
            move = best(position, player, limits=PATIENCE, progress=progress).answer
    except LimitReached:
        return random.choice(position.moves(player)), styled(" (a guess: too hard to search)", "dim")
    assert move is not None
    return move, ""


def _winner(position: Position, player: Player, lead: int) -> Winner | None:
    winner = final_winner(position, player, lead)
    if winner is None or position.winner is not None:
        return winner
    write(f"{player} cannot move.")
    if position.system.convention.points:
        write(f"Left's points less Right's: {lead}.")
    return winner


def _human_turn(history: History, position: Position, player: Player, humans: set[Player]) -> None:
    moves = position.moves(player)
    word = ask(f"{player} to move> ")
    match word.lower():
        case "":
            return
        case "?" | "moves":
            show_moves(moves)
        case "help":
            write(HELP)
        case "board":
            board(position)
        case "quit" | "exit":
            raise Left
        case "resign":
            raise Resigned
        case "undo":
            _undo(history, humans)
            board(history[-1][0])
        case "hint" | "who":
            _advise(word.lower(), position, player)
        case _:
            move = choose(moves, word)
            if move is None:
                write(f"No move {word[:40]!r} here; ? lists the moves, help the commands.")
                return
            history.append(node_after(move, history[-1][2]))
            board(move.after)


def _undo(history: History, humans: set[Player]) -> None:
    """Back to the human's previous move."""
    if len(history) > 1:
        history.pop()
    while len(history) > 1 and history[-1][1] not in humans:
        history.pop()


def _advise(word: str, position: Position, player: Player) -> None:
    try:
        if word == "who":
            with shown(False) as progress:
                found = outcome(position, limits=PATIENCE, progress=progress).answer.when(player)
            write("It is a draw." if found is DRAW else f"{found} wins with perfect play.")
        else:
            with shown(False) as progress:
                result = best(position, player, limits=PATIENCE, progress=progress)
            strategy = result.witness
            kept = "draws" if strategy.draw else "wins" if strategy.player is player else "loses, like every other move"
            write(f"{result.answer} {kept}")
    except PerfectPlayError as error:
        write(f"No advice: {error}")


def play_puzzle(start: Position) -> int:
    write(styled(start.system.name or start.system.title, "bold") + ": make moves until it is solved.")
    write(styled(PUZZLE_HELP, "dim"))
    history = [start]
    board(start)
    try:
        while True:
            position = history[-1]
            if position.winner is not None:
                line = line_through(start, (each.state for each in history[1:]), METRIC.settle(start, None))
                write(styled(f"Solved in {plural(line.cost, line.metric)}.", "good"))
                return ANSWERED
            moves = position.moves()
            if not moves:
                write("No move is left; undo, or quit.")
            word = ask(f"move {len(history)}> ")
            match word.lower():
                case "":
                    continue
                case "?" | "moves" if moves:
                    show_moves(moves)
                case "help":
                    write(PUZZLE_HELP)
                case "board":
                    board(position)
                case "quit" | "exit" | "resign":
                    raise Left
                case "undo":
                    if len(history) > 1:
                        history.pop()
                    board(history[-1])
                case "hint":
                    _hint(position)
                case _:
                    made = _make(position, word)
                    if made:
                        history.extend(made)
                        board(history[-1])
                    else:
                        write(f"No move {word[:40]!r} here; ? lists the moves, help the commands.")
    except Left:
        write("Goodbye.")
        return NO


def _make(position: Position, word: str) -> list[Position]:
    """The positions after a move, or after a path or a run of letters that stands for several."""
    move = choose(position.moves(), word)
    if move is not None:
        return [move.after]
    separator = position.system.move_separator
    words = list(word) if not separator else [each for text in word.split() for each in position.system.expand(text)]
    made: list[Position] = []
    for each in words:
        move = choose((made[-1] if made else position).moves(), each)
        if move is None:
            return []
        made.append(move.after)
    return made


def _hint(position: Position) -> None:
    try:
        with shown(False) as progress:
            found = solve(position, limits=PATIENCE, progress=progress)
        line = found.answer
        if line is None:
            write(f"It cannot be solved from here ({found.reason}); undo.")
        else:
            first = position.system.join([move.text for move in line], line.metric)[0]
            write(f"{first}  ({plural(line.cost, line.metric)} to go)")
    except PerfectPlayError as error:
        write(f"No advice: {error}")
