"""Peek.

Perforated plates lie in a box, one above the other, each pushed in or pulled out by one place. A player slides one of
his own plates to its other position, or passes (unless ``passing`` is set to false); the first player after whose move
there is a hole through all plates wins. Plates of nobody, such as the cover, stay where they are. Where a hole is
there from the beginning, play is over, and the player to move has lost. Play that goes on for ever is a draw.
Text: the plates from top to bottom, each with its owner ``L``, ``R`` or ``-`` (nobody), ``in`` or ``out``, and its
places: ``o`` a hole, ``.`` none. A plate that slides has one place more than the box: pushed in, its last place is
hidden behind the window, and pulled out, its first place sticks out: ``L in o.o|R out ..o|- oo``. A move is called
after the number of the plate.

Complexity: EXPTIME-complete (Stockmeyer & Chandra 1979). They let players pass; without that a player who has no plate
loses when he must move.

>>> position = pp.load("peek", "L in o.o|R in .oo|L out ..o")
>>> pp.outcome(position), pp.best(position)
(L, 1)
>>> print(position.picture())
1 L  |o.|o
2 R  |.o|o
3 L .|.o|
     |  |
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.toggles import MOST_SWITCHES, Setting, ToggleGame
from perfectplay.picture import Picture
from perfectplay.picture.plates import draw_plates
from perfectplay.players import LEFT, RIGHT, Player

MOST_PLACES = 64


@dataclass(frozen=True)
class Plate:
    owner: str
    holes: str

    def is_open(self, place: int, out: bool) -> bool:
        return self.holes[place + out] == "o"


@dataclass(frozen=True)
class Box:
    plates: tuple[Plate, ...]

    @cached_property
    def width(self) -> int:
        first = self.plates[0]
        return len(first.holes) - (first.owner != "-")

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """The plates that have an owner."""
        return tuple(number for number, plate in enumerate(self.plates) if plate.owner != "-")


class Peek(ToggleGame):
    name = "Peek"
    systems = ("S038",)
    source = "Stockmeyer & Chandra 1979, Provably difficult combinatorial games"
    sample = "L in .oo.o|R in o..oo|L in .oo.o|R in .o.o.|L out o.oo."
    samples = {
        "cover": "- o.oo|L in .o..o|L in o.o.o|R out oo.o.|R in o.oo.",
        "corner": "L out ooo.o.|R in .oooo.|L out oooo.o|R out o.oo.o|L out oooooo|R out o.....",
        "tower": (
            "L out ..oo.o..o|R out ..oo.oo..|L out ..oooo.oo|R out o..o.ooo.|"
            "L out o.oooo...|R in o..oooooo|L in ......o..|R in .o.o.ooo."
        ),
    }

    def parse(self, text: str) -> Setting:
        plates: list[Plate] = []
        on = 0
        for row, line in enumerate(text.strip().replace("\n", "|").split("|"), 1):
            words = line.split()
            expected = "an owner, in or out, and places: L in o.o, R out ..o, or - oo"
            fixed = words[:1] == ["-"]
            if len(words) != (2 if fixed else 3) or words[0] not in ("L", "R", "-"):
                raise ParseError(f"unexpected {quote(line.strip())}", row=row, expected=expected)
            if not fixed and words[1] not in ("in", "out"):
                raise ParseError(f"unexpected {quote(words[1])}", row=row, expected="in or out")
            strange = next((letter for letter in words[-1] if letter not in "o."), None)
            if strange is not None:
                column = line.rindex(strange) + 1
                raise ParseError(f"unexpected {quote(strange)}", row, column, "o for a hole, . for none")
            if not fixed and words[1] == "out":
                on |= 1 << sum(plate.owner != "-" for plate in plates)
            plates.append(Plate(words[0], words[-1]))
            wanted = Box(tuple(plates)).width + (not fixed)
            if len(words[-1]) != wanted or not 1 <= wanted - (not fixed) <= MOST_PLACES:
                what = f"{len(words[-1])} places"
                raise ParseError(what, row=row, expected=f"{wanted}" if wanted > 1 else f"2 to {MOST_PLACES + 1}")
        box = Box(tuple(plates))
        if len(box.moving) > MOST_SWITCHES or len(plates) > 2 * MOST_SWITCHES:
            raise ParseError(
                f"{len(plates)} plates", expected=f"at most {MOST_SWITCHES} that slide, and as many others"
            )
        return Setting(box, on)

    def text(self, state: Setting) -> str:
        pulled = self._pulled(state)
        return "|".join(
            f"- {plate.holes}" if plate.owner == "-" else f"{plate.owner} {'out' if out else 'in'} {plate.holes}"
            for plate, out in zip(state.frame.plates, pulled, strict=True)
        )

    def _pulled(self, state: Setting) -> list[bool]:
        """For each plate whether it is pulled out."""
        out = {number for switch, number in enumerate(state.frame.moving) if state.is_on(switch)}
        return [number in out for number in range(len(state.frame.plates))]

    def switches(self, frame: Box) -> list[tuple[str, Player]]:
        return [(str(number + 1), LEFT if frame.plates[number].owner == "L" else RIGHT) for number in frame.moving]

    def open_places(self, state: Setting) -> list[int]:
        """The places where one sees through all plates."""
        plates = list(zip(state.frame.plates, self._pulled(state), strict=True))
        return [p for p in range(state.frame.width) if all(plate.is_open(p, out) for plate, out in plates)]

    def over(self, state: Setting) -> bool:
        return bool(self.open_places(state))

    def endings(self, frame: Box) -> Iterator[tuple[int, int]]:
        for place in range(frame.width):
            if not all(plate.is_open(place, False) for plate in frame.plates if plate.owner == "-"):
                continue
            asked = wanted = 0
            for switch, number in enumerate(frame.moving):
                inside, outside = (frame.plates[number].is_open(place, out) for out in (False, True))
                if not inside and not outside:
                    break
                asked |= (inside != outside) << switch
                wanted |= (outside and not inside) << switch
            else:
                yield asked, wanted

    def picture(self, state: Setting) -> Picture:
        plates = [(p.owner, p.holes, out) for p, out in zip(state.frame.plates, self._pulled(state), strict=True)]
        return draw_plates(plates, state.frame.width, self.open_places(state), self.name)
