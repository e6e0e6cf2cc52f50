"""Partizan octal games: taking and breaking with a code for each player.

Left takes and breaks by the code of the option ``left``, Right by that of ``right``; codes are those of octal games and
of take and break. A player who cannot move loses.
A position is a list of heaps such as ``5 9``; the move ``9:3+4`` turns a heap of 9 into heaps of 3 and 4.

Complexity: open in general; for many pairs of subtraction sets values repeat (Fraenkel & Kotzig 1987).

>>> [str(pp.value(pp.load("partizan_octal", str(n), left="0.3", right="0.07"))) for n in range(1, 9)]
['1', '{1|0}', '0', '1', '{1|0}', '0', '1', '{1|0}']
"""

from collections.abc import Iterator

from perfectplay.families.breaking import BreakingGame, GeneralCode, read_general
from perfectplay.kinds.heap import Heaps
from perfectplay.players import LEFT, Player


class PartizanOctal(BreakingGame):
    name = "Partizan octal games"
    aliases = ("partizan taking and breaking",)
    source = "Fraenkel & Kotzig 1987, Partizan octal games: partizan subtraction games"
    sample = "4 5"
    samples = {"one": "7"}
    options = {"left": "0.3", "right": "0.07"}
    left: str
    right: str

    def codes(self, player: Player) -> GeneralCode:
        return read_general(self.left if player is LEFT else self.right)

    def parse(self, text: str) -> Heaps:
        read_general(self.left)
        read_general(self.right)
        return super().parse(text)

    def moves(self, state: Heaps, player: Player) -> Iterator[str]:
        return self.steps(state, player)
