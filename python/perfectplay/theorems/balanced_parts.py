"""Token shifts: the fewest, from components that have as many tokens as targets.

On a forest by the loads of its edges, in polynomial time; on any graph |S - T| plus the least number of obstacles that
must be freed, found by trying sets of obstacles up to a limit. The fewest steps are the cost of a cheapest flow from
the tokens to the targets. There is a solution iff every component of the graph has as many tokens as targets.
:mod:`perfectplay.families.pebbles.shifts` has the statements and proofs, and says what was checked.

>>> pp.solve(pp.load("token_shifts", "a-b c-d; a=o d=x")).reason
'balance: a part of the graph has more tokens than targets (a b)'
"""

from collections.abc import Iterable

from perfectplay.families.pebbles.puzzle import web
from perfectplay.families.pebbles.shifts import Shift, fewest, fewest_steps, is_forest, on_forest, unbalanced
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.position import Line, Position

systems = ("token_shifts",)


def sets(position: Position) -> tuple[set[int], set[int]]:
    """Where the tokens are and where they have to go."""
    state = position.state
    tokens = {v for v, symbol in enumerate(state.cells) if symbol == "o"}
    return tokens, {state.board.index[cell] for cell in state.board.marked("goal")}


def line_of(position: Position, shifts: Iterable[Shift], metric: str) -> Line:
    """The line that makes these shifts step by step."""
    board = position.state.board
    texts = ["-".join(board.name(board.cells[v]) for v in shift) for shift in shifts]
    line = Line.replay(position, texts, metric)
    return line


def applies(position: Position) -> bool:
    return True


def refusal(position: Position) -> str:
    part = unbalanced(web(position.state.board), *sets(position))
    if part is None:
        return ""
    tokens, targets = sets(position)
    more, less = ("tokens", "targets") if len(tokens & set(part)) > len(targets & set(part)) else ("targets", "tokens")
    names = " ".join(position.state.board.name(position.state.board.cells[v]) for v in sorted(part))
    return f"balance: a part of the graph has more {more} than {less} ({names})"


def confirm(position: Position) -> bool:
    """Can some token or target not be matched with one in its own part? Counted by flooding from each token."""
    board, (tokens, targets) = position.state.board, sets(position)
    for v in tokens | targets:
        reached, todo = {v}, [v]
        while todo:
            for cell in board.neighbours(board.cells[todo.pop()]):
                u = board.index[cell]
                if u not in reached:
                    reached.add(u)
                    todo.append(u)
        if len(reached & tokens) != len(reached & targets):
            return True
    return False


def solve(position: Position, asked: Asked) -> Found | None:
    graph, (tokens, targets) = web(position.state.board), sets(position)
    if asked.details["metric"] == "steps":
        shifts: list[Shift] | None = fewest_steps(graph, tokens, targets)
    elif is_forest(graph):
        shifts = on_forest(graph, tokens, targets)
    else:
        shifts = fewest(graph, tokens, targets, watch_now())
    if shifts is None:
        return None
    line = line_of(position, shifts, asked.details["metric"])
    return Found(line, line)
