"""Pencil puzzles: cspuz_core (is the solution unique?) and puzzlekit (the first solution)."""

from __future__ import annotations

import json
import re
import subprocess
import venv
from collections.abc import Iterator
from dataclasses import replace

from make_pencil import SIZES, read_boards

import perfectplay as pp
from beside.collection import NAMES, Board, boards
from beside.race import HERE, Heat, Missing, Peer, Race, Row, Setting, built, installed, late, net, read_json, run
from values import peer_python

BOARDS = "PENCIL_BOARDS"
GOAL, LIMIT = 2.0, 10.0
WORDS = {"Unique": "unique", "Not unique": "not unique", "No Answer": "no solution"}
TYPES = {
    "battleships": "battleship",
    "corral": "cave",
    "heyawake": "heyawake",
    "hitori": "hitori",
    "kakuro": "kakuro",
    "kuromasu": "kuromasu",
    "light_up": "akari",
    "lits": "lits",
    "masyu": "masyu",
    "minesweeper": "minesweeper",
    "nonogram": "nonogram",
    "nurikabe": "nurikabe",
    "ripple_effect": "hakyuu",
    "shikaku": "shikaku",
    "slitherlink": "slitherlink",
    "sudoku": "sudoku",
    "yajilin": "yajilin",
}
"""What puzzlekit calls each type."""


def race(peer: str, question: str, key: str, heats: list[Heat]) -> Race:
    title = f"{pp.system(key).name}, {len(heats)} boards"
    return Race(f"{peer}-{key.replace('_', '-')}", title, question, key, tuple(heats), GOAL, limit=LIMIT)


HARDEST = ("number_link", "nurikabe")
NO_SOLVER = ("number_link",)
"""Types that run_solver does not know by their addresses."""


class Cspuz(Peer):
    name = "cspuz_core"
    variable = "CSPUZ_CORE"
    title = "Pencil puzzles, the solution and whether it is unique"
    timing = (
        "The time of the process run_solver for an address of puzz.link, without that of the same program without an "
        "address. The boards are those of the folder PENCIL_BOARDS, or else our own. Medians over boards; what is not "
        "answered within 10 s counts as that."
    )

    def prepare(self, setting: Setting) -> None:
        source = self.source(setting)
        for part in ("glucose", "cadical", "glucose_rs"):
            if not any((source / "cspuz_core" / "lib" / part).glob("*")):
                raise Missing(f"its sources lack the submodule {part}")
        commands = [["cargo", "build", "--release", "--package", "cspuz_solver_backend"]]
        self.program = built("cspuz_core", source, "target/release/run_solver", commands, setting)

    def races(self, setting: Setting) -> Iterator[Race]:
        folder = setting.folders.get(BOARDS)
        for key in (key for key in NAMES if key not in NO_SOLVER):
            chosen = boards(folder, key, setting.boards) if folder else own(key)
            heats = list(filter(None, (self.heat(key, board) for board in chosen)))
            if heats:
                yield race("cspuz", "unique", key, heats)

    def heat(self, key: str, board: Board) -> Heat | None:
        """An address has no number of mines, so that ours is not told it either."""
        options = {} if key == "minesweeper" else board.options
        try:
            return Heat(board.text, pp.export(pp.load(key, board.text, **options), "url"), options)
        except pp.PerfectPlayError:
            return None

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        ran = net([self.program, heat.theirs], "", limit, ([self.program], ""))
        if ran.code is None:
            return late(limit)
        found = re.search(r"Answer Status: (.*)", ran.said)
        if not found:
            return {"failed": ran.last}
        return {"seconds": ran.seconds, "answer": WORDS.get(found[1].strip(), found[1])}


def own(key: str) -> list[Board]:
    """The boards of the project itself."""
    return [Board("", text) for size in SIZES.get(key, ()) for text in read_boards(key, size)[:3]]


class Published(Peer):
    """No other program: how many published boards of the hardest types are answered."""

    name = "nobody"
    variable = BOARDS
    title = "The hardest pencil puzzles, the solution and whether it is unique"
    timing = (
        "The boards are those of the folder PENCIL_BOARDS. Medians over boards; what is not answered within 10 s "
        "counts as that, and the goal is to answer every board."
    )
    alone = True

    def prepare(self, setting: Setting) -> None:
        setting.folder(BOARDS, "boards")

    def version(self, setting: Setting) -> str:
        return ""

    def races(self, setting: Setting) -> Iterator[Race]:
        for key in HARDEST:
            heats = [Heat(board.text) for board in boards(setting.folder(BOARDS, "boards"), key, setting.boards)]
            if heats:
                yield replace(race("published", "unique", key, heats), goal=None, every=True)

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        return {"failed": "there is nobody to ask"}


class Puzzlekit(Peer):
    name = "puzzlekit"
    variable = "PEERS_PYTHON"
    title = "Pencil puzzles, the first solution"
    timing = (
        "From the text to the solution in a process of its own, without importing the package; CP-SAT has one worker. "
        "The boards are those of the folder PENCIL_BOARDS. Medians over boards; what is not answered within 10 s "
        "counts as that."
    )

    def prepare(self, setting: Setting) -> None:
        setting.folder(BOARDS, "boards")
        self.python = setting.folders.get(self.variable, peer_python())
        if self.variable in setting.folders:
            return
        if not self.python.exists():
            venv.create(self.python.parents[1], with_pip=True)
        command = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]
        done = subprocess.run(
            [*command, str(HERE.parent / "requirements-puzzlekit.txt")], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Missing((done.stderr.strip().splitlines() or ["pip failed"])[-1])

    def version(self, setting: Setting) -> str:
        return installed(self.python, "puzzlekit")

    def races(self, setting: Setting) -> Iterator[Race]:
        folder = setting.folder(BOARDS, "boards")
        for key, name in TYPES.items():
            chosen = boards(folder, key, setting.boards)
            heats = [Heat(board.text, {"type": name, "problem": board.problem}, board.options) for board in chosen]
            if heats:
                yield race("puzzlekit", "solve", key, heats)

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        asked = json.dumps({**heat.theirs, "limit": limit})
        return read_json(run([self.python, HERE / "ask_puzzlekit.py"], asked, limit + 10))
