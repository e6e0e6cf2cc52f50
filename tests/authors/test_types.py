"""An author's typed game passes ``mypy --strict`` without an ignore, and answers have types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]

GAMES = """
from collections.abc import Iterable, Iterator, Mapping, Sequence

import perfectplay as pp
from perfectplay.board import EAST, Cell, Grid, HexGrid, Place
from perfectplay.constraints import AllDifferent, AnyOf, Constraint, Count, Unknown, Value
from perfectplay.kinds.cells import Numbers, Shading
from perfectplay.kinds.clues import Clues
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Look, Picture, picture_of_text


class Take(pp.PlainGame):
    name = "Take"
    sample = "7"
    options = {"most": 3}
    most: int

    def moves(self, state: int) -> list[int]:
        return [k for k in range(1, self.most + 1) if k <= state]

    def play(self, state: int, move: int) -> int:
        return state - move

    def split(self, state: int) -> list[int] | None:
        return None

    def parse(self, text: str) -> int:
        return int(text)

    def text(self, state: int) -> str:
        return str(state)

    def picture(self, state: int) -> Picture:
        return picture_of_text(str(state))


class Wide(Take):
    def __init__(self, width: int) -> None:
        self.width = width


class Row(pp.PlainGame):
    loopy = True
    endless = pp.RIGHT
    moves_on = True

    def moves(self, row: str, player: pp.Player) -> Iterable[int]:
        yield from range(len(row) if player is pp.LEFT else 1)

    def play(self, row: str, place: int) -> str:
        return row[:place]

    def winner(self, row: str) -> pp.Player | None:
        return pp.LEFT if not row else None

    def to_move(self, row: str) -> pp.Player | None:
        return None

    def again(self, row: str, place: int) -> bool:
        return False


class Jugs(pp.PlainPuzzle):
    def moves(self, jugs: tuple[int, int]) -> Sequence[str]:
        return ["fill", "empty"]

    def play(self, jugs: tuple[int, int], move: str) -> tuple[int, int]:
        return (3, 5) if move == "fill" else (0, 0)

    def solved(self, jugs: tuple[int, int]) -> bool:
        return jugs == (3, 5)


class Bars(pp.RewriteGame):
    cells = ".#"
    looks = {"#": Look("block")}
    impartial = True

    def moves(self, board: Grid) -> Iterator[tuple[pp.Player | None, dict[Place, str]]]:
        for bar in board.runs(EAST, 2):
            yield None, dict.fromkeys(bar, ".#")

    def goals(self, board: Grid) -> Iterator[tuple[pp.Player, Mapping[Place, str]]]:
        yield pp.LEFT, {board.cells[0]: "#"}


class Slide(pp.RewritePuzzle):
    cells = ".x"
    boards = HexGrid
    metrics = {"moves": pp.Metric(chain="piece"), "steps": pp.Metric()}

    def moves(self, board: HexGrid) -> Iterator[pp.Rewrite]:
        for a, b in board.runs(EAST, 2):
            yield pp.Rewrite({a: "x.", b: ".x"}, piece=(a, b))

    def goals(self, board: HexGrid) -> Iterator[dict[Place, str]]:
        yield {board.cells[-1]: "x"}


class Kayles(pp.HeapGame):
    code = "0.77"


class Coded(pp.HeapGame):
    options = {"k": 2}
    k: int

    @property
    def code(self) -> str:
        return "0." + "7" * self.k


class Shades(Shading):
    clues = Clues(0, 4)

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for cell, number in sheet.numbers():
            around = [(each, "#") for each in sheet.beside(cell)]
            yield "A number tells how many neighbours are black.", Count.exactly(around, number)


class Latin(Numbers):
    clues = Clues(1, 9)

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(sheet.cells, range(1, sheet.rows + 1))

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for line in sheet.lines():
            yield "Every row and every column has each number once.", AllDifferent(tuple(line))
"""

TYPES = {
    "pp.solve(position)": "perfectplay.result.Solution",
    "pp.solve(position).cost": "int",
    "pp.solve(position).moves": "tuple[perfectplay.position.Move, ...]",
    "pp.solve(position).end.moves()": "list[perfectplay.position.Move]",
    "pp.outcome(position)": "perfectplay.result.Result[perfectplay.players.Outcome]",
    "pp.outcome(position).answer": "perfectplay.players.Outcome",
    "pp.value(position)": "perfectplay.result.Result[perfectplay.values.value.Value]",
    "pp.value(position).answer": "perfectplay.values.value.Value",
    "pp.grundy(position).answer": "int | perfectplay.nimbers.Loony | perfectplay.nimbers.Infinite",
    "int(pp.grundy(position))": "int",
    "pp.best(position)": "perfectplay.result.Result[perfectplay.position.Move | None]",
    "pp.best(position).answer": "perfectplay.position.Move | None",
    "pp.count(position).answer": "int",
    "pp.check_rules(position).differences": "tuple[str, ...]",
    "pp.verify(pp.outcome(position))": "perfectplay.checks.verdict.Verdict",
    "position.winner": "perfectplay.players.Player | perfectplay.players.Draw | None",
    "position.to_move": "perfectplay.players.Player | None",
    "str(position)": "str",
}


def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """What mypy says about a module, with the project's settings."""
    monkeypatch.chdir(ROOT)
    module = tmp_path / "mine.py"
    module.write_text(text, encoding="utf-8")
    cache = ROOT / ".mypy_cache"
    said, failed, _ = api.run(["--strict", "--hide-error-context", f"--cache-dir={cache}", str(module)])
    assert not failed, failed
    return said.splitlines()


def typed_blocks() -> list[str]:
    """What the guide shows with types: blocks that begin with such a remark."""
    pages = sorted((ROOT / "docs").glob("**/*.md"))
    return [
        block
        for page in pages
        for block in re.findall(r"^```python\n(# typed\n.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    ]


def test_typed_rules_need_no_ignore_and_answers_have_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "\n".join(f"reveal_type({expression})" for expression in TYPES)
    said = checked(tmp_path, monkeypatch, f"{GAMES}\n\nposition = Take().position(3)\n{asked}\n")
    revealed = [line.partition('Revealed type is "')[2].rstrip('"') for line in said if "Revealed type" in line]
    assert [line for line in said if "error:" in line] == []
    assert dict(zip(TYPES, revealed, strict=True)) == TYPES


def test_typed_blocks_of_the_guide_need_no_ignore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = typed_blocks()
    assert blocks
    for block in blocks:
        assert "ignore" not in block
        assert checked(tmp_path, monkeypatch, block) == ["Success: no issues found in 1 source file"]


def test_these_rules_can_be_played(tmp_path: Path) -> None:
    """What is checked is not only typed."""
    names: dict[str, object] = {"__name__": "mine"}
    for block in [GAMES, *typed_blocks()]:
        exec(compile(block, "mine.py", "exec"), names)


def test_the_project_needs_no_ignore_for_overrides() -> None:
    mark = "type: ignore" + "[override]"
    for folder in ("python", "tests", "benchmarks", "docs"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".pyi", ".md") and "node_modules" not in path.parts:
                assert mark not in path.read_text("utf-8"), path
