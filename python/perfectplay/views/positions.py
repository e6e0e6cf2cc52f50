"""Positions as data: the picture, the moves and where they show in it, what can be asked, what can be edited.

A move shows itself by what changes in the picture: shapes that go and shapes that come. Whoever shows the picture needs
nothing else to let somebody make a move by pointing, whatever game it is. Where moves are very many, pictures of all
positions after them would take too long, and the cells that change tell the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from perfectplay.board import Lattice
from perfectplay.checks.definitions import final_winner, node_after
from perfectplay.editing import areas
from perfectplay.errors import NotApplicable, ParseError, PerfectPlayError
from perfectplay.formats import tells_type
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.limits import Limits, watched
from perfectplay.own import word_for
from perfectplay.picture import Label, Picture, Shape
from perfectplay.picture.shapes import shape_json
from perfectplay.players import DRAW, Player, Winner
from perfectplay.position import Line, Move, Position, changed_options
from perfectplay.question import methods_for
from perfectplay.questions import questions_for, record
from perfectplay.registry import key_in, load, read_option, system
from perfectplay.system import Game, Played, Posed
from perfectplay.views.sheets import unknowns_view

MOST_MOVES = 3000
"""Moves of one player that are listed."""
MANY_MOVES = 250
"""From here on cells tell what changes."""
MOST_FRAMES = 400
"""Positions of a line that are shown at once."""


def read_position(body: Mapping[str, Any]) -> Position:
    """The position that a request names: ``system``, ``position`` and ``options``. An address of puzz.link needs no
    system; no text at all is the sample."""
    text = body.get("position") or None
    key = body.get("system") or ""
    if not key:
        if text is None or not tells_type(text):
            raise ParseError("no system", expected="its key, or an address that tells the type of the puzzle")
        key = key_in(text)
    known = system(key).all_options()
    return load(key, text, **dict(_option(known, key, *each) for each in (body.get("options") or {}).items()))


def _option(known: Mapping[str, Any], key: str, name: str, value: Any) -> tuple[str, Any]:
    """As JSON has it, or as it stands in an address."""
    default = known.get(name)
    if isinstance(value, str) and not isinstance(default, str):
        return read_option(known, f"{name}={value}", key)
    return name, value


def player_named(word: Any) -> Player | None:
    return None if word in (None, "") else Player(str(word).capitalize())


def position_view(position: Position, lead: int = 0) -> dict[str, Any]:
    """All about one position; ``lead`` is Left's points less Right's so far."""
    rules = position.system
    played = isinstance(rules, Played)
    picture = position.picture()
    editing = rules.editing(position.state)
    questions = questions_for(rules)
    return {
        **place(position),
        "name": rules.name or rules.title,
        "picture": picture.to_json(),
        "winner": None if not played or position.winner is None else position.winner.value,
        "to_move": str(position.to_move) if played and position.to_move is not None else None,
        "impartial": position.impartial,
        "endless": _winner(rules.convention.endless) if isinstance(rules, Game) else None,
        "moves": moves_view(position, picture) if played else None,
        "over": {str(player): over_view(position, player, lead) for player in Player} if played else None,
        "questions": list(questions),
        "methods": {name: list(_methods(name, position)) for name in questions},
        "edit": None
        if editing is None
        else {
            "letters": list(editing.letters),
            "typed": editing.typed,
            "places": [[name, shape_json(area)] for name, area in editing.places],
        },
        "sheet": unknowns_view(position) if isinstance(rules, Posed) else None,
        "forms": list(rules.forms),
    }


def place(position: Position) -> dict[str, Any]:
    """Where a position is found."""
    rules = position.system
    return {"system": word_for(type(rules)), "position": str(position), "options": changed_options(rules)}


MOMENT = Limits(time=0.5)
"""For what is told besides."""


def _methods(name: str, position: Position) -> Iterator[str]:
    """Those that apply, as far as that is found out quickly."""
    with suppress(PerfectPlayError), MOMENT:
        yield from [method.name for method in methods_for(record(name), position)]


# moves --------------------------------------------------------------------------------------------------------------


def moves_view(position: Position, picture: Picture) -> dict[str, Any]:
    """The legal moves, each with the shapes of the picture that it removes and those that it adds."""
    moves = position.moves()
    shown = [move for player in Player for move in [each for each in moves if each.player is player][:MOST_MOVES]]
    pool: dict[Shape, int] = {}
    changes = _by_cells(position, picture) if len(moves) > MANY_MOVES else _by_pictures(position, picture)
    single = position.impartial or position.system.players == 1
    listed = [
        {
            "text": move.text,
            "player": "" if single else str(move.player),
            "gone": gone,
            "come": [pool.setdefault(shape, len(pool)) for shape in come],
            "again": move.again,
            "points": move.points,
        }
        for move in watched(shown, 8)
        for gone, come in changes(move)
    ]
    return {"list": listed, "shapes": [shape_json(shape) for shape in pool], "more": len(moves) - len(shown)}


Changes: TypeAlias = Callable[[Move], Iterator[tuple[list[int], list[Shape]]]]
"""Where a move shows: shapes that go, by their numbers, and shapes that come."""


def _by_pictures(position: Position, picture: Picture) -> Changes:
    def changes(move: Move) -> Iterator[tuple[list[int], list[Shape]]]:
        for after in position.system.seen_after(position.state, move.text, move.after.state):
            yield difference(picture, after)

    return changes


def difference(before: Picture, after: Picture) -> tuple[list[int], list[Shape]]:
    """The numbers of the shapes that are gone, and the shapes that have come. Names that were only moved to where there
    is room for them do not count."""
    kept, new = Counter(after.shapes), Counter(before.shapes)
    gone, come = [], []
    for number, shape in enumerate(before.shapes):
        if kept[shape]:
            kept[shape] -= 1
        else:
            gone.append(number)
    for shape in after.shapes:
        if new[shape]:
            new[shape] -= 1
        else:
            come.append(shape)
    solid = [number for number in gone if not _is_name(before.shapes[number])], [s for s in come if not _is_name(s)]
    return solid if solid[0] or solid[1] else (gone, come)


def _is_name(shape: Shape) -> bool:
    return isinstance(shape, Label) and shape.role == "faint"


def _by_cells(position: Position, picture: Picture) -> Changes:
    """The same without the pictures after the moves: what comes are the outlines of the cells that change."""
    state = position.state
    if not isinstance(state, Arrangement) or not isinstance(state.board, Lattice):
        return _by_pictures(position, picture)
    outlines = areas(state.board, state.board.cells, picture)

    def changes(move: Move) -> Iterator[tuple[list[int], list[Shape]]]:
        pairs = enumerate(zip(state.cells, move.after.state.cells, strict=True))
        yield [], [outlines[number] for number, (old, new) in pairs if old != new]

    return changes


def over_view(position: Position, player: Player, lead: int) -> dict[str, Any] | None:
    """If play is over with this player to move: who has won, and why."""
    rules = position.system
    if not isinstance(rules, Game):
        return None if position.winner is None else {"winner": position.winner.value, "why": "solved"}
    winner = final_winner(position, player, lead)
    if winner is None:
        return None
    why = f"{player} cannot move" if position.winner is None else "that decides the game"
    if rules.convention.points:
        why = f"no move is left, and Left's points less Right's are {lead}"
    return {"winner": _winner(winner), "why": why}


def _winner(winner: Winner) -> str:
    return "Draw" if winner is DRAW else str(winner.value)


def play_view(position: Position, text: str, player: Player | None, lead: int) -> dict[str, Any]:
    """The position after a move, and who moves next."""
    move = position.move(text, player)
    after, following, lead = node_after(move, lead)
    made = {"move": move.text, "player": str(move.player), "points": move.points, "again": move.again}
    two = isinstance(position.system, Game)
    return {**position_view(after, lead), "played": made, "next": str(following) if two else None, "lead": lead}


def line_view(start: Position, texts: list[str], player: Player | None) -> dict[str, Any]:
    """The positions that moves lead through; moves may be written as a metric joins them."""
    if not isinstance(start.system, Played):
        raise NotApplicable(f"{start.system.title}: there are no moves")
    if len(texts) > MOST_FRAMES:
        raise ParseError(f"{len(texts)} moves", expected=f"at most {MOST_FRAMES} at a time")
    moves = list(Line.replay(start, texts)) if player is None else _alone(start, texts, player)
    frames = [_frame(start, "", "")]
    frames += [_frame(move.after, move.text, str(move.player)) for move in watched(moves, 8)]
    return {"frames": frames}


def _alone(start: Position, texts: list[str], player: Player) -> list[Move]:
    """The moves of a player who moves alone."""
    moves: list[Move] = []
    for text in texts:
        moves.append((moves[-1].after if moves else start).move(text, player))
    return moves


def _frame(position: Position, move: str, player: str) -> dict[str, Any]:
    return {"move": move, "player": player, "picture": position.picture().to_json(), "position": str(position)}


def edit_view(position: Position, letters: Mapping[int, str]) -> dict[str, Any]:
    """The position with letters on places."""
    editing = position.system.editing(position.state)
    if editing is None:
        raise NotApplicable(f"{position.system.title}: its positions are edited as text")
    return position_view(position.system.load(editing.text_with(letters)))
