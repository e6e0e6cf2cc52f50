"""Clickomania for two.

A pile of coloured blocks; blocks of one colour that share a side form a group. Players take turns removing a group of
at least two blocks; then the blocks above fall down and empty columns close up; a player who cannot move loses.
Letters: every letter and digit is a colour, ``.`` is empty; the highest row comes first. A move names the first block
of its group, row by row from the top, as on the drawn board: ``b1`` is the second block of the top row.

Complexity: open (Biedl, Demaine, Demaine, Fleischer, Jacobsen & Munro 2002, who attribute the game to Nowakowski).

>>> pp.grundy(pp.load("clickomania_game", "aab|bba|aba")), pp.best(pp.load("clickomania_game", "aab|bba|aba"))
(2, a1)
"""

from collections import Counter
from functools import lru_cache

from perfectplay.board import Grid, column_letters
from perfectplay.board.falling import COLOURS, Block, Pile, groups, read_pile, without, write_pile
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Look, Picture, draw_board

_ROLES = ("accent", "second", "yellow", "green", "left", "right", "block")


class ClickomaniaGame(PlainGame):
    name = "Clickomania for two"
    aliases = ("same game",)
    systems = ("S199",)
    source = "Nowakowski, in Biedl, Demaine, Demaine, Fleischer, Jacobsen & Munro 2002, The complexity of Clickomania"
    sample = "abba|baab|aabb"
    samples = {"column": "a|b|b|a|c|c|a", "colours": "abca|bcab|cabb|abcc"}

    def parse(self, text: str) -> Pile:
        return read_pile(text)

    def text(self, state: Pile) -> str:
        return write_pile(state)

    def moves(self, state: Pile) -> list[str]:
        return list(_moves(state))

    def play(self, state: Pile, move: str) -> Pile:
        return without(state, _moves(state)[move])

    def split(self, state: Pile) -> list[Pile]:
        """Columns in which no colour occurs a second time stay for ever and separate the two sides. What is left may be
        reflected, and its colours permuted."""
        parts, todo = [], [state]
        while todo:
            pile = todo.pop()
            blocks = Counter("".join(pile))
            walls = [at for at, column in enumerate(pile) if all(blocks[colour] == 1 for colour in column)]
            if walls:
                starts, ends = [0, *(at + 1 for at in walls)], [*walls, len(pile)]
                todo.extend(pile[start:end] for start, end in zip(starts, ends, strict=True) if start < end)
            elif any(number > 1 for number in blocks.values()):
                parts.append(min(_recoloured(pile), _recoloured(pile[::-1])))
        return parts

    def picture(self, state: Pile) -> Picture:
        rows = write_pile(state).split("|")
        looks = {colour: Look("block", _ROLES[n % len(_ROLES)], colour) for n, colour in enumerate(COLOURS)}
        return draw_board(Grid(len(rows), len(rows[0])), "".join(rows), looks, title=self.name)


@lru_cache(maxsize=16)  # every move of a position asks again
def _moves(pile: Pile) -> dict[str, set[Block]]:
    """The groups by name: the first block of each, by row and column."""
    height = max(map(len, pile), default=0)
    found = {}
    for group in groups(pile):
        column, level = min(group, key=lambda block: (-block[1], block[0]))
        found[f"{column_letters(column)}{height - level}"] = group
    return found


def _recoloured(pile: Pile) -> Pile:
    """Colours in the order in which they appear."""
    known: dict[str, str] = {}
    return tuple("".join(known.setdefault(colour, COLOURS[len(known)]) for colour in column) for column in pile)
