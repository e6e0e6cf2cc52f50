"""Races beside other programs: what is asked, how answers are read, and what the table says. No peer is needed."""

from __future__ import annotations

import importlib
import json
import stat
import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


@pytest.fixture(scope="module")
def modules() -> Iterator[Any]:
    """The harness, as its scripts import it."""
    before = set(sys.modules)
    sys.path.insert(0, str(BENCHMARKS))
    found = importlib.import_module
    names = {"main": "peers", "race": "beside.race", "collection": "beside.collection", "all": "beside"}
    yield Namespace(**{name: found(module) for name, module in names.items()})
    sys.path.remove(str(BENCHMARKS))
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(BENCHMARKS) in str(sys.modules[name].__file__):
            del sys.modules[name]


def program(folder: Path, said: str) -> Path:
    """One that says the same to everybody."""
    file = folder / "program"
    file.write_text(f"#!/bin/sh\ncat > /dev/null\ncat <<'end'\n{said}\nend\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


def peer(modules: Any, name: str) -> Any:
    return next(each for each in modules.all.PEERS if each.name == name)


def test_a_name_is_that_of_one_race(modules: Any) -> None:
    names = [race.name for name in ("Obsequi", "igsolve", "MCGS", "cgt-py") for race in games(modules, name)]
    assert names and sorted(set(names)) == sorted(names)


def games(modules: Any, name: str) -> list[Any]:
    return list(peer(modules, name).races(modules.race.Setting()))


@pytest.mark.parametrize("name", ["Obsequi", "igsolve", "MCGS", "cgt-py"])
def test_what_is_asked_can_be_asked(modules: Any, name: str) -> None:
    for race in games(modules, name):
        for heat in race.heats:
            assert pp.methods(race.question, pp.load(race.key, heat.text)), race.name


def test_a_peer_that_is_not_given_is_missing(modules: Any) -> None:
    for name in ("Obsequi", "igsolve", "MCGS", "sokoban-solver", "cspuz_core"):
        with pytest.raises(modules.race.Missing, match="names no folder"):
            peer(modules, name).prepare(modules.race.Setting())


def test_ours_is_measured_in_a_process_of_its_own(modules: Any) -> None:
    race = modules.race.Race("r", "R", "outcome", "domineering", (), small="..", search=True)
    row = modules.race.ask_ours(race, modules.race.Heat("...|...|..."), 60.0)
    assert (row["answer"], row["method"]) == ("N", "sums") and row["seconds"] > 0


def test_theorems_are_passed_over(modules: Any) -> None:
    race = modules.race.Race("r", "R", "grundy", "cram", (), small="..", search=True)
    row = modules.race.ask_ours(race, modules.race.Heat("....|...."), 60.0)
    assert row["answer"] == "0" and row["method"] in ("sums", "mex")


def test_a_limit_stops_ours(modules: Any) -> None:
    race = modules.race.Race("r", "R", "grundy", "cram", (), small="..", search=True)
    row = modules.race.ask_ours(race, modules.race.Heat(modules.race.rectangle("9x9")), 0.01)
    assert "stopped" in row and "seconds" not in row


OBSEQUI = "solve rows 6 cols 6 bits 24 V\nwinner V, move (1,2), nodes 1,908."
IGSOLVE = "Nimber of initial position: 3\nCalculation time: 12.50ms"
MCGS = "Got: Win\nTime (ms): 30.5\nStatus: COMPLETED\n\nGot: Loss\nTime (ms): 10.5\nStatus: COMPLETED"


def test_words_of_peers_are_read(modules: Any, tmp_path: Path) -> None:
    def asked(name: str, said: str) -> Any:
        chosen = peer(modules, name)
        chosen.program = program(tmp_path, said)
        race = games(modules, name)[0]
        return chosen.ask(race, race.heats[0], 60.0)

    found = asked("Obsequi", OBSEQUI)  # says that Vertical wins, whoever starts
    assert (found["answer"], found["positions"]) == ("L", 3816)
    found = asked("igsolve", IGSOLVE)
    assert (found["answer"], found["seconds"]) == ("3", 0.0125)
    found = asked("MCGS", MCGS)
    assert (found["answer"], found["seconds"]) == ("L", pytest.approx(0.041))
    for name in ("Obsequi", "igsolve", "MCGS"):
        assert asked(name, "no such option") == {"failed": "no such option"}


def test_a_structure_has_the_setters_of_its_message(modules: Any, tmp_path: Path) -> None:
    file = tmp_path / "a.proto"
    file.write_text(
        "message Other {\n  optional int32 no = 1;\n}\nmessage ScoreMetrics {\n  optional int32 safe = 1;\n}\n"
    )
    text = sys.modules["beside.obsequi"].structure(file)
    assert "void set_safe(int) {}" in text and "set_no" not in text


def measured(modules: Any, *pairs: tuple[float | None, float | None], goal: float | None = 1.0, **more: Any) -> Any:
    heats = tuple(modules.race.Heat("") for _ in pairs)
    race = modules.race.Race("r", "R", "outcome", "col", heats, goal, **more)
    found = modules.main.Measured(peer(modules, "MCGS"), race, 100.0)
    for pair in pairs:
        rows = [{"answer": "N"} if took is not None else {"stopped": "late"} for took in pair]
        times = [modules.main.Times([] if took is None else [took], row) for took, row in zip(pair, rows, strict=True)]
        found.heats.append(dict(zip(("ours", "theirs"), times, strict=True)))
    return found


@pytest.mark.parametrize(
    ("ours", "theirs", "ratio", "met"),
    [
        (2.0, 3.0, "1.50", True),
        (3.0, 2.0, "0.67", False),
        (2.0, None, "> 50", True),
        (None, 2.0, "< 0.02", False),
        (None, None, "", None),
    ],
)
def test_a_ratio_is_their_time_over_ours(
    modules: Any, ours: float | None, theirs: float | None, ratio: str, met: bool | None
) -> None:
    found = measured(modules, (ours, theirs))
    assert modules.main.bounded(found, "ours") == ratio and found.met is met


def test_a_goal_may_hold_for_long_races_only(modules: Any) -> None:
    assert measured(modules, (0.1, 0.4), goal=50.0, over=0.5).met is None
    assert measured(modules, (0.1, 0.6), goal=50.0, over=0.5).met is False


def test_most_instances_count_where_that_is_the_goal(modules: Any) -> None:
    assert measured(modules, (1, 2), (1, 2), (9, 1), goal=None, most=True).met is True
    assert measured(modules, (1, 2), (9, 1), goal=None, most=True).met is False


def test_the_report_says_what_was_not_run_and_what_differs(modules: Any) -> None:
    found = measured(modules, (2.0, 3.0))
    found.differs = 1
    asked = Namespace(rounds=5, limit=120.0, before=None, load=0.0)
    text = modules.main.report([found], {"Obsequi": "names no folder"}, {"MCGS": "1.7"}, asked)
    assert "- Obsequi: names no folder" in text and "- MCGS 1.7" in text
    assert "| R | N | 2.00 | 3.00 | 1.50 | > 1: **met** | DIFFERS |" in text
    assert "1 of 1 goals met." in text


def times(modules: Any, monkeypatch: pytest.MonkeyPatch, starts: list[float], wholes: list[float]) -> tuple[float, int]:
    """What is left of a process by :func:`net` if both take these times again and again, and the number of turns."""
    turns = {"start": cycle(starts), "whole": cycle(wholes)}
    asked: list[str] = []

    def run(command: list[str], said: str, limit: float) -> Any:
        asked.append(command[0])
        return modules.race.Ran(0, seconds=next(turns[command[0]]))

    monkeypatch.setattr(modules.race, "run", run)
    took = modules.race.net(["whole"], "", 10.0, (["start"], "")).seconds
    assert asked == ["start", "whole"] * (len(asked) // 2)
    return took, len(asked) // 2


def test_a_short_process_is_timed_by_medians(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    took, turns = times(modules, monkeypatch, [0.001, 0.001, 0.009], [0.0013, 0.0013, 0.0012])
    assert took == pytest.approx(0.0003) and turns > 20
    took, turns = times(modules, monkeypatch, [0.001, 0.001, 0.003], [0.008, 0.009, 0.008])
    assert took == pytest.approx(0.007) and turns == 5
    assert times(modules, monkeypatch, [0.002], [0.001])[0] == modules.race.LEAST


def test_a_long_process_takes_one_turn(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    took, turns = times(modules, monkeypatch, [0.1], [0.5])
    assert took == pytest.approx(0.4) and turns == 1


@pytest.mark.parametrize(("number", "took", "runs"), [(1, 0.5, 5), (10, 0.5, 1), (10, 0.001, 5), (1, 5.0, 3)])
def test_what_is_short_is_asked_more_often(
    modules: Any, monkeypatch: pytest.MonkeyPatch, number: int, took: float, runs: int
) -> None:
    chosen = peer(modules, "MCGS")
    for side in ("ask", "ours"):
        monkeypatch.setattr(chosen, side, lambda race, heat, limit: {"seconds": took, "answer": "N"})
    race = modules.race.Race("r", "R", "outcome", "col", (modules.race.Heat(""),) * number)
    found = modules.main.measure(chosen, race, Namespace(limit=60.0, rounds=5, before=None))
    assert [len(heat[side].runs) for heat in found.heats for side in ("ours", "theirs")] == [runs] * 2 * number


PROBLEMS = {
    "kakuro": ("3 3\n- 4, 3,\n,4 0 0\n,3 0 0", r"# 4\ 3\|\4 . .|\3 . ."),
    "light_up": ("2 3\n- - 1\nx - -", "..1|#.."),
    "minesweeper": ("3 3 5\n- 4 2\n- - -\n- 3 -", ".42|...|.3."),
    "yajilin": ("2 5\n0w - 1s - -\n- - - - -", "0< . 1v . .|. . . . ."),
    "nonogram": ("2 3\n1\n2\n1\n3\n1", "3,1/1,2,1"),
    "lits": ("2 2\n1 1\n2 2", "..|..;aa|bb"),
    "battleships": ("3 4 1 1\n1 1 1 0\n2 0 1\n- - e -\n- - - -\n- - - -", "..>.|....|....;201;1110"),
}


@pytest.mark.parametrize("key", PROBLEMS)
def test_boards_of_a_collection_are_read(modules: Any, key: str) -> None:
    problem, text = PROBLEMS[key]
    board = modules.collection.READERS[key](problem)
    told: dict[str, dict[str, Any]] = {"minesweeper": {"mines": 5}, "battleships": {"fleet": "2,1"}}
    assert board.load(key) == pp.load(key, text, **told.get(key, {}))


def test_boards_that_cannot_be_read_are_replaced(modules: Any, tmp_path: Path) -> None:
    rows = ["3 3\n1 - -", *(f"1 {cols}\n" + " ".join("1" * cols) for cols in (3, 4, 5))]
    file = tmp_path / "Nurikabe_dataset.json"
    file.write_text(json.dumps({"data": {str(n): {"problem": row} for n, row in enumerate(rows)}}), encoding="utf-8")
    found = modules.collection.boards(tmp_path, "nurikabe", 2)
    assert [board.problem for board in found] == rows[1:3]


def test_sources_are_built_in_a_copy_and_kept(modules: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    race = modules.race
    monkeypatch.setattr(race, "BUILT", tmp_path / "built")
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.txt").write_text("a")
    made = race.built("name", source, "b.txt", [["cp", "a.txt", "b.txt"]], race.Setting())
    assert made.read_text() == "a" and not (source / "b.txt").exists()
    assert race.built("name", source, "b.txt", [["false"]], race.Setting()) == made  # not built again
    with pytest.raises(race.Missing, match="false failed"):
        race.built("name", source, "b.txt", [["false"]], race.Setting(rebuild=True))
    with pytest.raises(race.Missing, match="cannot be run"):
        race.built("name", source, "b.txt", [["no-such-program"]], race.Setting(rebuild=True))
