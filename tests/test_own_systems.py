"""Systems outside the catalogue that are found by a name: their positions can be written, read and verified."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.interrupts import HANGS

import perfectplay as pp
from perfectplay.errors import RulesError, UnknownSystem
from perfectplay.own import marked
from perfectplay.registry import adopt
from perfectplay.views.operations import carry_out
from perfectplay.views.own import adopt as adopt_text

BARS = """
class Bars(pp.RewriteGame):
    "Bars of three."
    cells = ".#"
    sample = "....|...."
    def moves(self, board):
        for bar in board.runs(pp.board.EAST, 3):
            yield pp.LEFT, dict.fromkeys(bar, ".#")
        for bar in board.runs(pp.board.SOUTH, 2):
            yield pp.RIGHT, dict.fromkeys(bar, ".#")
"""


def test_text_becomes_a_system_like_all_others() -> None:
    adopt_text("own-bars", BARS)
    adopt_text("own-bars", BARS)  # once more does nothing
    view = carry_out("position", {"system": "own-bars"})
    assert view["system"] == "own-bars" and view["position"] == "....|...."
    assert {"outcome", "value", "reachable"} <= set(view["questions"])
    assert carry_out("system", {"system": "own-bars"})["rules"] == "Bars of three."
    answer = carry_out("ask/outcome", {"system": "own-bars"})
    assert answer["result"]["system"] == "own-bars"
    verdict = carry_out("verify", {"result": answer["result"]})
    assert verdict["verdict"] == "verified"
    forged = {**answer["result"], "answer": "P" if answer["text"] != "P" else "N", "witness": None}
    assert carry_out("verify", {"result": forged})["verdict"] == "refuted"
    assert "own-bars" not in [entry.key for entry in pp.catalogue()]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1", "no system is defined there (expected a class such as class MyGame(pp.PlainGame))"),
        ("x = 1\nclass A(pp.PlainGame:\n  pass", "line 2: invalid syntax"),
        ("x = 1\n1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("raise SystemExit", "line 1: SystemExit"),
    ],
)
def test_what_is_wrong_with_a_text_is_one_line(source: str, said: str) -> None:
    with pytest.raises(RulesError) as refused:
        adopt_text("own-wrong", source)
    assert str(refused.value) == said
    with pytest.raises(UnknownSystem):
        pp.system("own-wrong")


def test_keys_of_the_catalogue_cannot_be_taken() -> None:
    class Nim(pp.PlainGame):
        def moves(self, n: int) -> list[int]:
            return list(range(n))

        def play(self, n: int, move: int) -> int:
            return move

    with pytest.raises(ImportError, match="there is a system nim in the catalogue"):
        adopt(Nim, "nim")
    assert pp.load("nim", "3 5 7").system.key == "nim"


GAMES = """
from collections.abc import Iterator

import perfectplay as pp
from perfectplay.board import EAST, SOUTH, SOUTHEAST, Grid, HexGrid


class Tiles(pp.RewriteGame):
    \"\"\"Tiles.

    Left places vertical dominoes and Right horizontal ones.
    \"\"\"

    cells = ".#"
    options = {"long": 2}
    long: int

    def moves(self, board: Grid) -> Iterator[object]:
        for bar in board.runs(SOUTH, self.long):
            yield pp.LEFT, dict.fromkeys(bar, ".#")
        for bar in board.runs(EAST, 2):
            yield pp.RIGHT, dict.fromkeys(bar, ".#")


class Hexes(Tiles):
    boards = HexGrid

    def moves(self, board):
        for pair in board.runs(SOUTHEAST, 2):
            yield pp.LEFT, dict.fromkeys(pair, ".#")
        for pair in board.runs(EAST, 2):
            yield pp.RIGHT, dict.fromkeys(pair, ".#")


class Half(pp.PlainGame):
    sample = "9"

    def moves(self, n):
        return [n // 2] if n else []

    def play(self, n, move):
        return move
"""


NET = """
import perfectplay as pp


class Net(pp.RewriteGame):
    cells = ".x"
    boards = pp.board.Graph

    def moves(self, board):
        for vertex in board.cells:
            yield None, {vertex: ".x"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_games.py").write_text(GAMES)
    return tmp_path


def run(folder: Path, *words: str, path: str = "", given: str = "") -> tuple[int, str, str]:
    """One command in a folder of the user's."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [path, os.environ.get("PYTHONPATH", "")]))}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "perfectplay", *words],
        cwd=folder, env=environment, input=given, capture_output=True, text=True, timeout=HANGS,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def answered(folder: Path, *words: str, **keywords: Any) -> str:
    code, out, err = run(folder, *words, **keywords)
    assert (code, err) == (0, ""), err
    return out


def test_a_class_of_a_file_is_asked_on_the_command_line(folder: Path) -> None:
    assert answered(folder, "value", "my_games.py:Tiles", "3x4").startswith("-3/2  ")
    assert answered(folder, "value", "my_games:Tiles", "3x4", "--quiet") == "-3/2\n"
    assert answered(folder, "value", str(folder / "my_games.py") + ":Tiles", "3x4", "--quiet") == "-3/2\n"
    assert answered(folder, "outcome", "my_games.py:Tiles", "2x2", "--set", "long=3", "--quiet") == "R\n"
    assert answered(folder, "grundy", "my_games.py:Half", "--quiet") == "0\n"
    assert "Left places vertical dominoes" in answered(folder, "show", "my_games.py:Tiles")
    (folder / "net.py").write_text(NET)
    shown = answered(folder, "show", "net.py")
    assert shown.startswith("Net  net:Net\n\n") and "answers outcome, best" in " ".join(shown.split())
    assert "alpha-beta" in answered(folder, "show", "net.py", "a-b")
    assert json.loads(answered(folder, "show", "my_games.py:Tiles", "--json"))["key"] == "my_games:Tiles"
    assert "24 positions up to symmetry" in answered(
        folder, "census", "my_games.py:Tiles", "--rows", "2", "--cols", "3", "--summary"
    )
    played = answered(folder, "play", "my_games.py:Tiles", "2x2", given="a1-a2\n")
    assert played.startswith("Tiles: you are left") and "Left wins" in played


def test_a_size_is_a_board_of_the_shape_that_a_class_names(folder: Path) -> None:
    out = json.loads(answered(folder, "value", "my_games.py:Hexes", "2x3", "--json"))
    assert (out["position"], out["answer"]) == (". . .| . . .", "{2|-1/2}")
    assert "64 in all" in answered(folder, "census", "my_games.py:Hexes", "--rows", "2", "--cols", "3", "--summary")


def test_its_results_are_verified_where_the_user_names_it(folder: Path) -> None:
    out = answered(folder, "outcome", "my_games.py:Tiles", "3x3", "--json")
    assert json.loads(out)["system"] == "my_games:Tiles"
    (folder / "answer.json").write_text(out)
    assert answered(folder, "verify", "answer.json", "--system", "my_games.py:Tiles").startswith("verified")
    assert run(folder, "verify", "answer.json") == (
        2,
        "",
        "perfectplay: no system 'my_games:Tiles' is loaded (import its module first; on the command line: "
        "--system FILE.py:Class)\n",
    )


def test_nothing_is_imported_because_a_result_says_so(folder: Path) -> None:
    (folder / "evil.py").write_text("open('touched', 'w')\n" + GAMES)
    forged = {**pp.outcome(pp.load("nim", "1")).to_json(), "system": "evil:Tiles"}
    (folder / "answer.json").write_text(json.dumps(forged))
    code, _, err = run(folder, "verify", "answer.json", path=str(folder))
    assert code == 2 and "no system 'evil:Tiles'" in err and not (folder / "touched").exists()


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "my_games.py",
            "my_games.py: 3 systems (expected one of: my_games.py:Tiles, my_games.py:Hexes, my_games.py:Half)",
        ),
        ("my_games.py:Tile", "my_games.py: no class 'Tile' (expected one of: Tiles, Hexes, Half)"),
        ("my_games.py:Iterator", "my_games.py: 'Iterator' is not a system (expected one of: Tiles, Hexes, Half)"),
        ("none.py:Tiles", "no file 'none.py'"),
        ("nowhere.at_all:Tiles", "no module 'nowhere.at_all'"),
        ("wrong.py", "wrong.py: line 2: ZeroDivisionError: division by zero"),
        ("broken.py", "broken.py: line 1: invalid syntax"),
        ("empty.py", "empty.py: no system is defined there (expected a class such as class MyGame(pp.PlainGame))"),
        ("leaves.py", "leaves.py: line 1: SystemExit: 3"),
        ("wrong:Tiles", "wrong: line 2: ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(folder: Path, word: str, said: str) -> None:
    (folder / "wrong.py").write_text("x = 1\n1 / 0\n")
    (folder / "broken.py").write_text("class A(:\n")
    (folder / "empty.py").write_text("")
    (folder / "leaves.py").write_text("raise SystemExit(3)\n")
    assert run(folder, "outcome", word, "3x3") == (2, "", f"perfectplay: {said}\n")


def test_a_file_may_have_the_name_of_another_module(folder: Path) -> None:
    (folder / "json.py").write_text(GAMES)
    assert answered(folder, "value", "json.py:Tiles", "3x4", "--quiet") == "-3/2\n"
    (folder / "my-games 2.py").write_text(GAMES)
    assert answered(folder, "value", "my-games 2.py:Tiles", "3x4", "--quiet") == "-3/2\n"


def test_a_whole_file_is_asked_about_it(folder: Path) -> None:
    (folder / "boards.txt").write_text("2x2\n3x4\n..|.#\nxx\n")
    code, out, err = run(folder, "batch", "value", "my_games.py:Tiles", "boards.txt")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line.get("answer", line.get("error")) for line in lines][:3] == ["+-1", "-3/2", "*"] and code == 2
    assert lines[3]["error"].startswith("line 4: Tiles: row 1, column 1: unexpected 'x'")
    assert {line["system"] for line in lines} == {"my_games:Tiles"} and "4 entries" in err
    (folder / "good.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines[:3]))
    assert "3" in answered(folder, "verify", "good.jsonl", "--system", "my_games.py:Tiles")


def test_a_class_of_the_running_program_is_asked_about_many(folder: Path) -> None:
    (folder / "program.py").write_text(
        GAMES + "\nprint([str(each) for each in pp.batch('grundy', '9\\n4', key='__main__:Half')])\n"
    )
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=folder, capture_output=True, text=True, timeout=HANGS, check=True
    )
    assert done.stdout == "['0', '1']\n"


class Stairs(pp.PlainGame):
    """A class at the top of a module."""

    def moves(self, n: int) -> list[int]:
        return list(range(max(0, n - 2), n))

    def play(self, n: int, move: int) -> int:
        return move


def test_a_class_of_a_loaded_module_has_a_json_form() -> None:
    result = pp.outcome(Stairs().position(4))
    data = result.to_json()
    assert data["system"] == f"{__name__}:Stairs"
    assert pp.verify(json.loads(json.dumps(data)))
    assert pp.load(data["system"], "4") == Stairs().position(4)
    assert not pp.verify({**data, "answer": "P"})


def test_a_class_of_a_function_has_none() -> None:
    class Local(Stairs):
        pass

    with pytest.raises(pp.PerfectPlayError, match="Local is defined inside a function"):
        pp.outcome(Local().position(4)).to_json()


@pytest.mark.parametrize(
    "word", ["perfectplay.system:Game", "perfectplay.kinds.plain:PlainGame", "os:path", "os:system"]
)
def test_other_classes_are_no_systems(word: str) -> None:
    with pytest.raises(UnknownSystem):
        pp.load(word, "3")


# installed packages -------------------------------------------------------------------------------------------------


def wheel(folder: Path, entries: str) -> Path:
    """A package that declares systems, as a wheel."""
    made = folder / "my_games_package-1.0-py3-none-any.whl"
    about = "my_games_package-1.0.dist-info"
    files = {
        "my_games_package/__init__.py": GAMES,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: my-games-package\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": textwrap.dedent(entries),
    }
    record = "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in {**files, f"{about}/RECORD": record}.items():
            archive.writestr(name, text)
    return made


@pytest.fixture
def site(tmp_path: Path) -> str:
    """A folder into which the package was installed by pip."""
    made = wheel(
        tmp_path,
        """
        [perfectplay.systems]
        my_tiles = my_games_package:Tiles
        halves = my_games_package:Half
        nim = my_games_package:Half
        gone = my_games_package:Gone
        """,
    )
    installed = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"]
    subprocess.run([*pip, str(installed), str(made)], check=True, timeout=HANGS, stderr=subprocess.DEVNULL)
    return str(installed)


def test_an_installed_package_adds_systems(tmp_path: Path, site: str) -> None:
    code, out, err = run(tmp_path, "list", path=site)
    listed = {line.split()[0] for line in out.splitlines()}
    assert code == 0 and {"my_tiles", "halves", "nim", "domineering"} <= listed and "gone" not in listed
    assert err.splitlines() == [
        "perfectplay: gone (my_games_package:Gone of my-games-package): AttributeError: "
        "module 'my_games_package' has no attribute 'Gone'; it is left out",
        "perfectplay: nim: the catalogue has a system of this name; it is left out",
    ]
    assert answered(tmp_path, "value", "my_tiles", "3x4", "--quiet", path=site) == "-3/2\n"
    assert answered(tmp_path, "value", "My-Tiles", "3x4", "--quiet", path=site) == "-3/2\n"
    assert answered(tmp_path, "grundy", "nim", "3 5", "--quiet", path=site) == "6\n"
    answer = answered(tmp_path, "outcome", "my_tiles", "3x3", "--json", path=site)
    assert json.loads(answer)["system"] == "my_games_package:Tiles"
    (tmp_path / "answer.json").write_text(answer)
    assert answered(tmp_path, "verify", "answer.json", path=site).startswith("verified")
    assert "24 positions" in answered(
        tmp_path, "census", "my_tiles", "--rows", "2", "--cols", "3", "--summary", path=site
    )
    assert "Left wins" in answered(tmp_path, "play", "my_tiles", "2x2", path=site, given="a1-a2\n")
    (tmp_path / "boards.txt").write_text("2x2\n3x4\n")
    _, out, _ = run(tmp_path, "batch", "value", "my_tiles", "boards.txt", path=site)
    assert [json.loads(line)["answer"] for line in out.splitlines()] == ["+-1", "-3/2"]


LIMITED = """
import perfectplay as pp

MOST = 3


class Take(pp.PlainGame):
    def moves(self, n):
        return range(1, min(n, MOST) + 1)

    def play(self, n, k):
        return n - k


class Strips(pp.RewriteGame):
    cells, impartial = ".#", True

    def __init__(self, length=2):
        self.length = length

    def moves(self, board):
        for strip in board.runs(pp.board.EAST, self.length):
            yield None, dict.fromkeys(strip, ".#")
"""


@pytest.fixture
def limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    (tmp_path / "limited_games.py").write_text(LIMITED)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("limited_games")
    del sys.modules["limited_games"]


def test_other_processes_answer_by_the_rules_as_they_are_here(limited: Any) -> None:
    """What was changed since the module was imported they cannot know."""
    for most in (3, 2, 3):
        limited.MOST = most
        for source, key in (([limited.Take().position(5)], None), ("5", "limited_games:Take")):
            assert [str(each) for each in pp.batch("grundy", source, key=key, jobs=1)] == [str(5 % (most + 1))]
    limited.Take.play = lambda self, n, k: 0
    assert [str(each) for each in pp.batch("grundy", "5", key="limited_games:Take", jobs=1)] == ["1"]


def test_the_mark_of_rules_is_the_same_in_another_process(limited: Any) -> None:
    program = "import limited_games; from perfectplay.own import marked; print(marked('limited_games:Take'))"
    folder = str(Path(limited.__file__).parent)
    paths = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
    marks = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, timeout=HANGS, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert marks == {marked("limited_games:Take")} != {""}
    limited.MOST = 2
    assert marks != {marked("limited_games:Take")}


def test_attributes_that_are_no_options_are_never_left_out_silently(limited: Any) -> None:
    """A result that named the class alone would be about other rules."""
    said = (
        "Strips: length = 3 is not among the options, so its positions have no JSON form "
        "(expected options = {'length': …} in the class, with plain values)"
    )
    usual, long = limited.Strips().load("......."), limited.Strips(3).load(".......")
    assert pp.verify(pp.grundy(usual).to_json()) and pp.grundy(long) == 2
    with pytest.raises(pp.PerfectPlayError) as refused:
        pp.grundy(long).to_json()
    assert str(refused.value) == said
    assert [str(each) for each in pp.batch("grundy", [usual, long], jobs=1)] == ["1", f"entry 2: {said}"]
    assert pp.show(usual).position == usual
    with pytest.raises(pp.PerfectPlayError, match="length = 3 is not among the options"):
        pp.show(long)
