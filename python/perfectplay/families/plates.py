"""Perforated plates in a box, each pushed in or pulled out: their text, their picture, and where one sees through."""

from __future__ import annotations

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


class PlateGame(ToggleGame):
    """A game whose switches are plates; a plate is on if it is pulled out."""

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
                column = line.rindex(words[-1]) + words[-1].index(strange) + 1
                raise ParseError(f"unexpected {quote(strange)}", row, column, "o for a hole, . for none")
            if not fixed and words[1] == "out":
                on |= 1 << sum(plate.owner != "-" for plate in plates)
            plates.append(Plate(words[0], words[-1]))
            box = Box(tuple(plates))
            if len(box.moving) > MOST_SWITCHES or len(plates) > 2 * MOST_SWITCHES:
                most = f"at most {MOST_SWITCHES} that slide, and {2 * MOST_SWITCHES} in all"
                raise ParseError("too many plates", row=row, expected=most)
            if not 1 <= box.width <= MOST_PLACES:
                sizes = f"{1 + (not fixed)} to {MOST_PLACES + (not fixed)}"
                raise ParseError(f"{len(words[-1])} places", row=row, expected=sizes)
            if len(words[-1]) != box.width + (not fixed):
                raise ParseError(f"{len(words[-1])} places", row=row, expected=str(box.width + (not fixed)))
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

    def picture(self, state: Setting) -> Picture:
        plates = [(p.owner, p.holes, out) for p, out in zip(state.frame.plates, self._pulled(state), strict=True)]
        return draw_plates(plates, state.frame.width, self.open_places(state), self.name)
