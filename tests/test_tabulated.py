"""Databases of small components: the same answers with and without one, and files that must not be believed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import cache
from perfectplay.board import EAST, SOUTH
from perfectplay.kinds.rewrite import forget_kernels
from perfectplay.tabulated import place_of


class Triples(pp.RewriteGame):
    """Left covers two cells below each other, Right three in a row."""

    cells = ".#"
    sample = "...|..."

    def moves(self, board: Any) -> Iterator[Any]:
        for a, b in board.runs(SOUTH, 2):
            yield pp.LEFT, {a: ".#", b: ".#"}
        for run in board.runs(EAST, 3):
            yield pp.RIGHT, dict.fromkeys(run, ".#")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own for each test."""
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "COMPONENTS", "components")
    forget_kernels()
    yield tmp_path / "components"
    forget_kernels()


def boards(system: str | pp.RewriteGame, letters: str, count: int) -> list[pp.Position]:
    rng = random.Random(f"{letters} {count}")
    loaded = (lambda text: pp.load(system, text)) if isinstance(system, str) else system.load
    sizes = [(rng.randint(2, 4), rng.randint(2, 5)) for _ in range(count)]
    return [loaded("|".join("".join(rng.choices(letters, k=cols)) for _ in range(rows))) for rows, cols in sizes]


def answers(positions: list[pp.Position], questions: tuple[Any, ...]) -> list[str]:
    forget_kernels()
    with pp.Universe():
        return [str(question(position)) for position in positions for question in questions]


PARTIZAN = (pp.value, pp.outcome)


@pytest.mark.parametrize(
    ("key", "letters", "cells", "questions"),
    [
        ("domineering", "...#", 7, PARTIZAN),
        ("clobber", "xxoo.", 5, PARTIZAN),
        ("col", "....xo", 4, PARTIZAN),
        ("snort", "....xo", 4, PARTIZAN),
        ("cram", "...#", 7, (pp.value, pp.outcome, pp.grundy)),
    ],
)
def test_answers_are_the_same(key: str, letters: str, cells: int, questions: tuple[Any, ...], folder: Path) -> None:
    positions = boards(key, letters, depth(12, 100))
    plain = answers(positions, questions)
    found = pp.tabulate(key, cells)
    assert found.path.parent == folder and found.cells == cells and found.components > 5
    assert answers(positions, questions) == plain


def test_a_game_of_ones_own_has_one_too() -> None:
    system = Triples()
    positions = boards(system, "...#", depth(12, 100))
    plain = answers(positions, PARTIZAN)
    assert pp.tabulate(system, 7).components > 20
    assert answers(positions, PARTIZAN) == plain
    for position in positions[:4]:
        assert pp.verify(pp.value(position))


@pytest.mark.about("domineering")
def test_it_saves_work() -> None:
    position = pp.load("domineering", "4x5")
    with pp.Universe():
        plain = pp.value(position).stats.positions
    found = pp.tabulate("domineering", positions=["4x5"])
    assert found.cells == 0 and found.components > 1000
    with pp.Universe():
        assert pp.value(position).stats.positions < plain / 20
    larger = pp.tabulate("domineering", 5)
    assert larger.cells == 5 and larger.components >= found.components
    assert pp.tabulate("domineering", 4).cells == 5


def test_changed_rules_never_see_an_old_file(folder: Path) -> None:
    system = Triples()
    names = {place_of(system)}

    class Other(Triples):
        def moves(self, board: Any) -> Iterator[Any]:
            for a, b in board.runs(SOUTH, 2):
                yield pp.RIGHT, {a: ".#", b: ".#"}
            for run in board.runs(EAST, 3):
                yield pp.LEFT, dict.fromkeys(run, ".#")

    names |= {place_of(Other()), place_of(Triples(misere=True)), place_of(Triples(impartial=True))}
    assert len({name for name, _ in names}) == len({mark for _, mark in names}) == 4
    # even a file that is renamed is none of theirs
    old, (new, _) = pp.tabulate(system, 6).path, place_of(Other())
    old.rename(folder / new)
    position = Other().load("...|...|...")
    assert pp.value(position) == -pp.value(Triples().load("...|...|...")).answer


@pytest.mark.about("domineering")
def test_damage_is_noticed_and_mended() -> None:
    path, position = pp.tabulate("domineering", 6).path, pp.load("domineering", "3x4")
    sound, plain = path.read_bytes(), str(pp.value(position))
    for bad in (b"", b"hello", sound[:-1], sound + b"x", sound[:100] + bytes([sound[100] ^ 1]) + sound[101:]):
        path.write_bytes(bad)
        assert answers([position], (pp.value,)) == [plain]
    path.write_bytes(b"nonsense")
    assert pp.tabulate("domineering", 6).cells == 6
    assert len(path.read_bytes()) == len(sound)


@pytest.mark.about("domineering")
def test_a_file_is_mapped_and_never_written(folder: Path) -> None:
    path = pp.tabulate("domineering", 6).path
    path.chmod(0o444)
    before = path.read_bytes()
    position = pp.load("domineering", "4x4")
    known = answers([position], PARTIZAN)
    assert path.read_bytes() == before
    # whoever uses the old file goes on with it, whatever takes its place
    kernel, code = position.system.kernel(position.state)
    assert pp.tabulate("domineering", 7).cells == 7
    assert kernel.split(code) is not None
    assert answers([position], PARTIZAN) == known
    assert [each.name for each in folder.iterdir()] == [path.name]


@pytest.mark.about("cram")
def test_several_may_write_at_once(folder: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda cells: pp.tabulate("cram", cells), [5, 6, 7, 6]))
    assert all(each.cells >= 5 for each in found) and len(list(folder.iterdir())) == 1
    assert pp.tabulate("cram", 5).cells >= 5


@pytest.mark.about("clobber")
def test_what_is_finished_before_a_limit_stays() -> None:
    with pytest.raises(pp.LimitReached, match="positions"):
        pp.tabulate("clobber", 9, limits=pp.Limits(positions=2000))
    reached = pp.tabulate("clobber", 1).cells
    assert 1 < reached < 9
    stop = pp.Cancel()
    stop.set()
    with pytest.raises(pp.LimitReached):
        pp.tabulate("clobber", 9, limits=pp.Limits(cancel=stop))
    assert pp.tabulate("clobber", reached + 1).cells == reached + 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: pp.tabulate("domineering", 0), "expected a number from 1 to"),
        (lambda: pp.tabulate("domineering", 99), "expected a number from 1 to"),
        (lambda: pp.tabulate("domineering"), "expected cells="),
        (lambda: pp.tabulate("domineering", positions=[pp.load("cram", "2x2")]), "a position of domineering"),
        (lambda: pp.tabulate("domineering", 3, misere=True), "under normal play"),
        (lambda: pp.tabulate("tic_tac_toe", 3), "without goals"),
        (lambda: pp.tabulate("nim", 3), "cell rewrites"),
        (lambda: pp.tabulate("sliding_blocks", 3), "cell rewrites"),
        (lambda: pp.tabulate("sokoban", 3), "cell rewrites"),
        (lambda: pp.tabulate("amazons", 3), "cell rewrites"),
    ],
)
def test_what_has_none_says_so(asked: Any, said: str) -> None:
    with pytest.raises(pp.PerfectPlayError, match=said):
        asked()


@pytest.mark.about("domineering")
def test_the_command(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "perfectplay", "tabulate", "domineering"]

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*words, *more], capture_output=True, text=True, check=False)

    told = run("--cells", "5")
    assert told.returncode == 0 and told.stdout.startswith("domineering: "), told.stderr
    found = json.loads(run("--position", "3x3", "--json").stdout)
    assert found["cells"] == 5 and Path(found["path"]).stat().st_size > found["bytes"]
    for wrong in (["--cells", "x"], ["--cells", "1000"], []):
        told = run(*wrong)
        assert told.returncode == 2 and len(told.stderr.splitlines()) == 1, told.stderr
