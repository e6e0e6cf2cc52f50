"""Play in the terminal: a game against perfect play, or a puzzle with hints."""

from __future__ import annotations

import sys

from perfectplay.cli import ANSWERED, NO
from perfectplay.cli.output import styled, write
from perfectplay.errors import PerfectPlayError
from perfectplay.limits import Limits
from perfectplay.players import DRAW, LEFT, Player, Winner
from perfectplay.questions import best, outcome, solve
from perfectplay.system import Move, Position

HELP = "a move or its number, ? for the moves, hint, who (wins), undo, board, quit"
PUZZLE_HELP = "a move or its number, ? for the moves, hint, undo, board, quit"
PATIENCE = Limits(time=60)


class Left(Exception):
    """The human has left."""


def ask(prompt: str) -> str:
    """One line of input; the prompt is shown on a terminal only."""
    try:
        line = input(prompt if sys.stdin.isatty() else "")
    except EOFError:
        raise Left from None
    return line.strip()


def board(position: Position) -> None:
    write()
    write(position.picture().text())
    write()


def choose(moves: list[Move], word: str) -> Move | None:
    """The move that a word names: its text, any case, or its number in the list."""
    for move in moves:
        if move.text == word:
            return move
    if word.isascii() and word.isdigit() and 1 <= int(word) <= len(moves):
        return moves[int(word) - 1]
    folded = [move for move in moves if move.text.lower() == word.lower()]
    return folded[0] if len(folded) == 1 else None


def show_moves(moves: list[Move]) -> None:
    width = max(len(move.text) for move in moves) + 2
    cells = [f"{number:4} {move.text:{width}}" for number, move in enumerate(moves, 1)]
    for start in range(0, len(cells), 6):
        write("".join(cells[start : start + 6]).rstrip())


def play_game(start: Position, human: str, first: Player) -> int:
    humans = {"left": {LEFT}, "right": {Player.RIGHT}, "both": set(Player), "none": set[Player]()}[human]
    write(styled(start.system.name, "bold") + f": you are {human if len(humans) == 1 else f'{human} of the players'}.")
    if humans:
        write(styled(HELP, "dim"))
    history = [(start, first)]
    board(start)
    try:
        while True:
            position, player = history[-1]
            over = _winner(position, player)
            if over is not None:
                write(styled("A draw." if over is DRAW else f"{over} wins.", "bold"))
                return ANSWERED
            if player in humans:
                _human_turn(history, position, player, humans)
            else:
                move = best(position, player, limits=PATIENCE).answer
                assert move is not None
                write(f"{player} plays {styled(move.text, 'bold')}")
                history.append((move.after, player if move.again else player.opponent))
                board(move.after)
    except Left:
        write("Goodbye.")
        return ANSWERED


def _winner(position: Position, player: Player) -> Winner | None:
    if position.winner is not None:
        return position.winner
    if position.moves(player):
        return None
    winner: Winner = position.system.when_stuck(player)  # type: ignore[attr-defined]
    write(f"{player} cannot move.")
    return winner


def _human_turn(
    history: list[tuple[Position, Player]], position: Position, player: Player, humans: set[Player]
) -> None:
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
        case "quit" | "exit" | "resign":
            raise Left
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
            history.append((move.after, player if move.again else player.opponent))
            board(move.after)


def _undo(history: list[tuple[Position, Player]], humans: set[Player]) -> None:
    """Back to the human's move before."""
    if len(history) > 1:
        history.pop()
    while len(history) > 1 and history[-1][1] not in humans:
        history.pop()


def _advise(word: str, position: Position, player: Player) -> None:
    try:
        if word == "who":
            found = outcome(position, limits=PATIENCE).answer.when(player)
            write("It is a draw." if found is DRAW else f"{found} wins with perfect play.")
        else:
            result = best(position, player, limits=PATIENCE)
            strategy = result.witness
            kept = "draws" if strategy.draw else "wins" if strategy.player is player else "loses, like every other"
            write(f"{result.answer} {kept}")
    except PerfectPlayError as error:
        write(f"No advice: {error}")


def play_puzzle(start: Position) -> int:
    write(styled(start.system.name, "bold") + ": make moves until it is solved.")
    write(styled(PUZZLE_HELP, "dim"))
    history = [start]
    board(start)
    try:
        while True:
            position = history[-1]
            if position.winner is not None:
                write(styled(f"Solved in {len(history) - 1} moves.", "good"))
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
        line = solve(position, limits=PATIENCE).answer
        if line is None:
            write("It cannot be solved from here; undo.")
        else:
            write(f"{line[0]}  ({line.cost} {line.metric} to go)")
    except PerfectPlayError as error:
        write(f"No advice: {error}")
