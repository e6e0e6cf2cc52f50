"""Partizan subtraction games.

Left takes from one heap as many tokens as the option ``left`` allows, such as ``1 2``, Right as many as ``right``. A
player who cannot move loses.
A position is a list of heaps such as ``5 9``; the move ``9:7`` takes two tokens from a heap of 9.

Complexity: open in general; for many pairs of sets values repeat (Fraenkel & Kotzig 1987).

>>> [str(pp.value(pp.load("partizan_subtraction", str(n), left="1 2", right="1 3"))) for n in range(7)]
['0', '*', '^', '^*', '^[2]', '^^*', '^^']
"""

from perfectplay.families.breaking import GeneralCode, taking
from perfectplay.games.partizan_octal import PartizanOctal
from perfectplay.kinds.heap import Heaps
from perfectplay.players import LEFT, Player


class PartizanSubtraction(PartizanOctal):
    name = "Partizan subtraction games"
    aliases = ("partizan subtraction",)
    source = "Fraenkel & Kotzig 1987, Partizan octal games: partizan subtraction games"
    sample = "4 5"
    samples = {"one": "7"}
    options = {"left": "1 2", "right": "1 3"}

    def codes(self, player: Player) -> GeneralCode:
        return taking(self.left if player is LEFT else self.right)

    def parse(self, text: str) -> Heaps:
        taking(self.left)
        taking(self.right)
        return super(PartizanOctal, self).parse(text)
