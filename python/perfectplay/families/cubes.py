"""Cubes of k x k x k: stickers, turns of layers, notations, and the net.

A sticker is numbered as in a facelet text: the faces U R F D L B, each by rows, as in the unfolded net. Places in space
have coordinates x (to the right), y (up) and z (to the front), each from 0 to k - 1.
"""

from __future__ import annotations

import re
from functools import cache

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.permutation import Images, Turn, cycles, filled, inverse, product, read_cycles
from perfectplay.picture import Picture, Polygon

FACES = "URFDLB"
NORMALS = ((0, 1, 0), (1, 0, 0), (0, 0, 1), (0, -1, 0), (-1, 0, 0), (0, 0, -1))
Place = tuple[int, int, int]

REID = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"]
REID += ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"]
"""The cubies in the order of Reid's notation."""
CORNERS = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"]
EDGES = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"]
"""Cubies in the order of the native solvers, each beginning with the sticker that defines its twist."""


@cache
def stickers(size: int) -> tuple[tuple[Place, int], ...]:
    """Where each sticker is: its place in space and its face."""
    last = size - 1
    found = []
    for face in range(6):
        for row in range(size):
            for col in range(size):
                up = last - row
                place = (
                    (col, last, row),
                    (last, up, last - col),
                    (col, up, last),
                    (col, 0, up),
                    (0, up, col),
                    (last - col, up, 0),
                )[face]
                found.append((place, face))
    return tuple(found)


@cache
def numbers(size: int) -> dict[tuple[Place, int], int]:
    return {sticker: number for number, sticker in enumerate(stickers(size))}


def _turned(point: tuple[int, int, int], face: int, last: int) -> tuple[int, int, int]:
    """After a quarter turn, clockwise as seen from a face; ``last`` is 0 for directions."""
    x, y, z = point
    turns = ((last - z, y, x), (x, z, last - y), (y, last - x, z), (z, y, last - x), (x, last - z, y), (last - y, x, z))
    return turns[face]


@cache
def quarter(size: int, face: int, layer: int) -> Images:
    """A clockwise quarter turn of a layer, counted from 1 at the face."""
    last = size - 1
    axis = next(i for i in range(3) if NORMALS[face][i])
    level = last + 1 - layer if face < 3 else layer - 1
    images = []
    for place, side in stickers(size):
        if place[axis] == level:
            direction = NORMALS.index(_turned(NORMALS[side], face, 0))
            images.append(numbers(size)[_turned(place, face, last), direction])
        else:
            images.append(numbers(size)[place, side])
    return tuple(images)


def turns(size: int, faces: str, half_turns: bool) -> list[Turn]:
    """The moves: each layer of each face, up to the middle."""
    found = []
    for layer in range(1, size // 2 + 1):
        for face in faces:
            once = quarter(size, FACES.index(face), layer)
            name = face if layer == 1 else f"{layer}{face}"
            found += [Turn(name, once, "quarter"), Turn(name + "'", inverse(once), "quarter")]
            if half_turns:
                found.append(Turn(name + "2", product(once, once), "half"))
    return found


WHOLE = {"x": "R", "y": "U", "z": "F"}
"""Rotations of the whole cube, and the faces that they follow."""
MIDDLE = {"M": "L", "E": "D", "S": "F"}
"""Turns of the middle layer, likewise."""


def layers(size: int, number: str, letter: str) -> tuple[str, range]:
    """The face that a move follows and the layers that it turns, none if there is no such move on this cube."""
    if letter in WHOLE and not number:
        return WHOLE[letter], range(1, size + 1)
    if letter in MIDDLE and not number and size % 2:
        return MIDDLE[letter], range(size // 2 + 1, size // 2 + 2)
    if letter in FACES:
        layer = int(number or 1)
        return letter, range(layer, layer + 1) if 1 <= layer <= size // 2 else range(0)
    if letter[0].upper() in FACES and 2 <= int(number or 2) < size:
        return letter[0].upper(), range(1, int(number or 2) + 1)
    return "", range(0)


def sequence(size: int, text: str) -> Images:
    """The arrangement after moves in Singmaster's notation, U R2 F', or with digits, U1R2F3.

    2R is the second layer; r or Rw turns two layers, 3Rw three; M, E and S the middle layer, like L, D and F; x, y and
    z the whole cube, like R, U and F. At the end a cube with fixed centres is turned so that these are at home.
    """
    places = tuple(range(6 * size * size))
    pattern = (r"(\d{0,3})" if size > 3 else "()") + r"([URFDLB]w?|[urfdlbxyzMES])(2'?|['13]?)"
    at, text = 0, text.strip()
    while at < len(text):
        match = re.compile(pattern).match(text, at)
        face, turned = layers(size, match[1], match[2]) if match else ("", range(0))
        if not match or not turned:
            raise ParseError(f"unexpected {quote(text[at : at + 12])}", 1, at + 1, "moves such as U R2 F'")
        for _ in range({"": 1, "1": 1, "2": 2, "2'": 2}.get(match[3], 3)):
            for layer in turned:
                places = product(places, quarter(size, FACES.index(face), layer))
        at = match.end() + len(re.compile(r"[\s,]*").match(text, match.end())[0])  # type: ignore[index]
    return centred(size, places) if size % 2 else places


@cache
def cubies(size: int) -> tuple[tuple[int, ...], ...]:
    """The stickers of each cubie."""
    found: dict[Place, list[int]] = {}
    for number, (place, _) in enumerate(stickers(size)):
        found.setdefault(place, []).append(number)
    return tuple(map(tuple, found.values()))


def facelets(size: int, text: str) -> Images:
    """The arrangement that shows these colours. (For k up to 3, where no two cubies have the same colours.)"""
    homes = {frozenset(FACES[n // size**2] for n in cubie): cubie for cubie in cubies(size)}
    places = [-1] * len(text)
    for cubie in cubies(size):
        colours = [text[number] for number in cubie]
        home = homes.get(frozenset(colours))
        if home is None or len(home) != len(cubie) or places[home[0]] >= 0:
            what = f"no cubie {''.join(colours)}" if home is None else f"{''.join(colours)} for the second time"
            raise ParseError(f"facelet {cubie[0] + 1}: {what}", expected="each cubie of the cube once")
        for number, colour in zip(cubie, colours, strict=True):
            places[next(n for n in home if FACES[n // size**2] == colour)] = number
    return tuple(places)


def sticker(size: int, cubie: str, face: str) -> int:
    """The number of a sticker, by the faces that its cubie touches."""
    place = tuple((size - 1 if FACES[axis] in cubie else 0 if FACES[axis + 3] in cubie else 1) for axis in (1, 0, 2))
    return numbers(size)[place, FACES.index(face)]  # type: ignore[index]


def reid(words: list[str]) -> Images:
    """The arrangement in Reid's notation: which cubie is at each place, and how."""
    colours = [FACES[number // 9] for number in range(54)]
    for place, word in zip(REID, words, strict=True):
        if len(word) != len(place):
            raise ParseError(f"unexpected {quote(word)} at {place}", expected="a cubie such as " + place)
        for face, colour in zip(place, word, strict=True):
            colours[sticker(3, place, face)] = colour
    return facelets(3, "".join(colours))


def colours(size: int, places: Images) -> str:
    """The facelet text."""
    return "".join(FACES[number // size**2] for number in inverse(places))


def native(places: Images) -> tuple[list[int], list[int], list[int], list[int]]:
    """Corners, twists, edges and flips, as the native solvers need them (3 x 3 x 3, an arrangement of the group)."""
    shown = colours(3, places)

    def seen(cubie: str) -> str:
        return "".join(shown[sticker(3, cubie, face)] for face in cubie)

    corners, twists, edges, flips = [], [], [], []
    for name in CORNERS:
        there = seen(name)
        twist = next(i for i in range(3) if there[i] in "UD")
        corners.append(CORNERS.index(there[twist:] + there[:twist]))
        twists.append(twist)
    for name in EDGES:
        there = seen(name)
        flips.append(int(there not in EDGES))
        edges.append(EDGES.index(there[::-1] if flips[-1] else there))
    return corners, twists, edges, flips


@cache
def rotations(size: int) -> tuple[Images, ...]:
    """The 24 rotations of the whole cube."""
    whole = []
    for face in range(3):
        images = tuple(range(6 * size * size))
        for layer in range(1, size + 1):
            images = product(images, quarter(size, face, layer))
        whole.append(images)
    found = [tuple(range(6 * size * size))]
    for here in found:
        found += [there for turn in whole if (there := product(here, turn)) not in found]
    return tuple(found)


def centred(size: int, places: Images) -> Images:
    """A cube of odd size turned as a whole so that the centres of its faces are at home, if possible."""
    centres = [face * size**2 + size**2 // 2 for face in range(6)]
    turned = (product(places, rotation) for rotation in rotations(size))
    return next((images for images in turned if all(images[centre] == centre for centre in centres)), places)


def standing(places: Images) -> Images:
    """A 2 x 2 x 2 cube turned as a whole so that the corner DBL is at home, if possible (cycles may separate its
    stickers)."""
    home = sticker(2, "DBL", "D")
    other = sticker(2, "DBL", "B")
    turned = (product(places, rotation) for rotation in rotations(2))
    return next((images for images in turned if images[home] == home and images[other] == other), places)


def read(size: int, text: str) -> Images:
    """Any notation: facelets, Reid's, cycles of stickers, or moves from the solved cube."""
    text = text.strip()
    words = text.split()
    if size <= 3 and re.fullmatch(rf"[{FACES}]{{{6 * size * size}}}", text):
        places = facelets(size, text)
        places = centred(size, places) if size % 2 else places
    elif size == 3 and len(words) == 20 and all(re.fullmatch(rf"[{FACES}]{{2,3}}", word) for word in words):
        places = reid(words)
    elif text.startswith("("):
        moved = read_cycles(text)
        if max(moved, default=0) >= 6 * size * size:
            raise ParseError(f"sticker {max(moved) + 1}", expected=f"1 to {6 * size * size}")
        places = filled(moved, 6 * size * size)
    else:
        places = sequence(size, text)
    return standing(places) if size == 2 else places


def written(size: int, places: Images) -> str:
    """Facelets where they determine the arrangement, that is, for k up to 3 if it can be built from cubies; cycles
    otherwise."""
    shown = colours(size, places)
    try:
        return shown if size <= 3 and read(size, shown) == places else cycles(places)
    except ParseError:
        return cycles(places)


ROLES = dict(zip(FACES, ("white", "right", "green", "yellow", "goal", "left"), strict=True))
NET = {"U": (1, 0), "R": (2, 1), "F": (1, 1), "D": (1, 2), "L": (0, 1), "B": (3, 1)}
"""Where each face lies when the cube is unfolded, in faces."""


def net(size: int, places: Images, title: str) -> Picture:
    """The six faces unfolded."""
    shapes = []
    lines = [[" "] * (4 * (2 * size + 1)) for _ in range(3 * size)]
    for number, colour in enumerate(colours(size, places)):
        face, row, col = number // size**2, number % size**2 // size, number % size
        left, top = NET[FACES[face]]
        x, y = left * size + col + left * 0.2, top * size + row + top * 0.2
        shapes.append(Polygon(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)), ROLES[colour]))
        lines[top * size + row][left * (2 * size + 1) + 2 * col] = colour
    return Picture(tuple(shapes), tuple("".join(line).rstrip() for line in lines), title)
