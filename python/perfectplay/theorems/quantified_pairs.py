"""The ordered formula game on clauses of at most two literals is decided by paths of implications.

A clause a | b says that ~a implies b and that ~b implies a; a clause a, that ~a implies a. Left's variables are
quantified by "there is", Right's by "for all", in their order. The formula is false if and only if, along implications,

- a literal of Left's implies its negation and is implied by it, or
- a literal of Right's implies another literal of Right's, be it its own negation, or
- a literal of Right's and one of Left's imply each other, and Left's variable comes first

(Aspvall, Plass & Tarjan 1979). This holds for conjunctions only; of what is set, only the clauses that are still open
matter.

>>> pp.outcome(pp.load("formula_game", "(a | b) & (~a | ~b)", ordered=True)).method
'quantified pairs'
>>> pp.outcome(pp.load("formula_game", "(a | b) & (~a | ~b)", ordered=True))
P
"""

from __future__ import annotations

from perfectplay.families.clause_games import UNSET, Valuation, value_of
from perfectplay.families.maker_breaker import is_plain
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises

systems = ("formula_game",)


def open_clauses(state: Valuation) -> list[list[int]]:
    """What is left of the clauses that are not closed."""
    formula, values = state.formula, state.values
    return [
        [literal for literal in clause if not value_of(literal, values)]
        for number, clause in enumerate(watched(formula.clauses))
        if not formula.is_closed(number, values)
    ]


def applies(position: Position) -> bool:
    state = position.state
    return (
        position.system.ordered
        and is_plain(position)
        and state.formula.conjunctive
        and not set("LR") & set(state.values)
        and all(len(clause) <= 2 for clause in open_clauses(state))
    )


def components(implied: dict[int, list[int]]) -> list[list[int]]:
    """The strongly connected components, each after all that it implies (Tarjan 1972), without recursion."""
    found: list[list[int]] = []
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    done: set[int] = set()
    for start in watched(implied):
        path = [] if start in number else [(start, iter(implied[start]))]
        while path:
            here, rest = path[-1]
            if here not in number:
                number[here] = low[here] = len(number)
                waiting.append(here)
            for there in rest:
                if there not in number:
                    path.append((there, iter(implied[there])))
                    break
                if there not in done:
                    low[here] = min(low[here], low[there])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[here])
                if low[here] == number[here]:
                    place = waiting.index(here)
                    found.append(waiting[place:])
                    done.update(waiting[place:])
                    del waiting[place:]
    return found


def is_true(state: Valuation, starter: Player) -> bool:
    """Does Left win if this player sets the next variable?"""
    order = [n for n, value in enumerate(state.values, 1) if value in UNSET]
    rank = {variable: place for place, variable in enumerate(order)}
    rights = {variable for variable, place in rank.items() if (place % 2 == 0) == (starter is RIGHT)}
    implied: dict[int, list[int]] = {literal: [] for variable in order for literal in (variable, -variable)}
    for clause in open_clauses(state):
        if not clause:
            return False
        a, b = clause[0], clause[-1]
        implied[-a].append(b)
        implied[-b].append(a)
    leads: dict[int, bool] = {}
    """By literal: does something in its component, or implied by that, belong to Right?"""
    for component in components(implied):
        members = set(component)
        universal = [literal for literal in component if abs(literal) in rights]
        if any(-literal in members for literal in component) or len(universal) > 1:
            return False
        beyond = any(leads[there] for here in component for there in implied[here] if there not in members)
        if universal:
            first = rank[abs(universal[0])]
            if beyond or any(rank[abs(literal)] < first for literal in component):
                return False
        leads.update(dict.fromkeys(component, beyond or bool(universal)))
    return True


def outcome(position: Position, asked: Asked) -> Found:
    found = Outcome(*(LEFT if is_true(position.state, starter) else RIGHT for starter in (LEFT, RIGHT)))
    return Found(found, promises(position, found))


def best(position: Position, asked: Asked) -> Found:
    player: Player = asked.details["player"]
    moves = position.moves(player)
    for move in moves:
        if is_true(move.after.state, player.opponent) == (player is LEFT):
            return Found(move, Strategy(position, player, player))
    return Found(moves[0], Strategy(position, player.opponent, player)) if moves else Found(None)
