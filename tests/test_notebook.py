"""Widgets for notebooks: what they show, and what the kernel answers them. No notebook is needed for that: messages are
given to the widget and caught on their way out."""

from __future__ import annotations

import builtins
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.interrupts import HANGS

import perfectplay as pp
from perfectplay.notebook import show
from perfectplay.notebook.joined import HERE, PAGE, script, style

pytest.importorskip("anywidget", reason="widgets need anywidget")

BOARD = "....|...."


class Kernel:
    """A widget whose messages are caught."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget
        self.sent: list[Any] = []
        widget.send = lambda content, buffers=None: self.sent.append(json.loads(json.dumps(content)))
        self.count = 0

    def tell(self, message: Any) -> None:
        self.widget._asked(self.widget, message, [])

    def ask(self, operation: str, body: Any) -> Any:
        self.count += 1
        self.tell({"number": self.count, "operation": operation, "body": body})
        if self.count in self.widget.running:
            self.widget.running[self.count][0].join()
        reply = self.sent.pop()
        assert reply["number"] == self.count
        return reply


def place(position: pp.Position) -> dict[str, Any]:
    return {"system": position.system.key, "position": str(position)}


# what is shown ------------------------------------------------------------------------------------------------------


def test_a_position_to_play_on() -> None:
    start = pp.load("domineering", BOARD)
    widget = show(start)
    assert widget.view["position"]["moves"]["list"]
    assert widget.position == start
    assert "partner" not in widget.view
    widget.now = {"position": "#...|#..."}
    assert widget.position == pp.load("domineering", "#...|#...")


def test_an_opponent() -> None:
    view = show(pp.load("domineering", BOARD), opponent="perfect").view
    assert (view["starter"], view["partner"]) == ("Left", "Right")
    view = show(pp.load("domineering", BOARD), opponent="perfect", player=pp.RIGHT).view
    assert (view["starter"], view["partner"]) == ("Right", "Left")


def test_a_sheet_to_fill_in() -> None:
    puzzle = pp.load("slitherlink", "33|..")
    widget = show(puzzle)
    assert widget.view["position"]["sheet"]["unknowns"]
    assert widget.answer is None
    solution = pp.solve(puzzle).answer
    widget.now = {"answer": str(solution)}
    assert widget.answer == solution


def test_lines_are_stepped_through() -> None:
    solution = pp.solve(pp.load("peg_solitaire", "oo."))
    assert solution.answer is not None
    for thing in (solution, solution.answer):
        (line,) = show(thing).view["lines"]
        assert (line["moves"], line["start"]["position"]) == (["a1-c1"], "oo.")


def test_values_thermographs_pictures_and_words() -> None:
    position = pp.load("domineering", "..|..")
    assert show(pp.Value("^")).view["value"]["pretty"] == "↑"
    assert show(pp.value(position)).view["value"]["text"] == "+-1"
    assert show(pp.thermograph(position)).view["thermograph"]["temperature"] == "1"
    assert show(pp.Value("+-1").thermograph).view["thermograph"]["mean"] == "0"
    assert show(position.picture()).view["pictures"] == [position.picture().to_json()]
    assert "the first player wins" in str(show(pp.outcome(position)).view["words"])
    assert len(show(pp.solve(pp.load("slitherlink", "33|.."))).view["pictures"]) == 1
    assert "parity" in str(show(pp.solve(pp.load("fifteen", "@loyd"))).view["words"])


def test_everything_shown_is_plain_data() -> None:
    for thing in (pp.load("sokoban"), pp.load("nim", "3 5 7"), pp.load("clobber", "xxo") + pp.load("nim", "1")):
        view = show(thing).view
        assert json.loads(json.dumps(view)) == view


class Triomino(pp.RewriteGame):
    """Left places vertical bars."""

    name = "Triomino"
    cells = ".#"
    sample = ".|.|."

    def moves(self, board: Any) -> Any:
        from perfectplay.board import SOUTH

        for bar in board.runs(SOUTH, 3):
            yield pp.LEFT, dict.fromkeys(bar, ".#")


def test_games_of_the_notebook_itself() -> None:
    start = Triomino().load(".|.|.")
    kernel = Kernel(show(start))
    shown = kernel.widget.view["position"]
    body = {"system": shown["system"], "position": shown["position"], "move": "a1-a2-a3", "player": "Left"}
    assert kernel.ask("play", body)["answer"]["position"] == "#|#|#"
    assert kernel.widget.position.system is not None
    assert show(start).view["position"]["system"] == shown["system"], "its name stays"


@pytest.mark.parametrize("thing", [3, "text", None, [1]])
def test_other_things_are_one_line(thing: Any) -> None:
    with pytest.raises(pp.ParseError, match="expected a position, a line, a value"):
        show(thing)


def test_opponents_that_make_no_sense() -> None:
    with pytest.raises(pp.ParseError, match='expected "perfect", or none'):
        show(pp.load("domineering"), opponent="weak")
    with pytest.raises(pp.ParseError, match="a game for two players"):
        show(pp.load("fifteen"), opponent="perfect")
    with pytest.raises(pp.ParseError, match="expected a widget of a position"):
        _ = show(pp.Value(1)).position
    with pytest.raises(pp.ParseError, match="expected a widget of a pencil puzzle"):
        _ = show(pp.load("domineering")).answer


def test_without_anywidget_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any) -> Any:
        if name == "anywidget":
            raise ModuleNotFoundError("No module named 'anywidget'", name="anywidget")
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "perfectplay.notebook.widget")
    with pytest.raises(pp.PerfectPlayError, match=r'^widgets need anywidget: pip install "perfectplay\[notebook\]"$'):
        show(pp.Value(0))


# what the kernel answers --------------------------------------------------------------------------------------------


def test_operations_are_those_of_the_server() -> None:
    start = pp.load("domineering", BOARD)
    kernel = Kernel(show(start))
    after = kernel.ask("play", {**place(start), "move": "a1-a2", "player": "Left"})["answer"]
    assert (after["position"], after["next"]) == ("#...|#...", "Right")
    assert kernel.ask("ask/best", {**place(start), "player": "Left"})["answer"]["text"]
    assert not kernel.widget.running


def test_mistakes_come_back_as_errors() -> None:
    start = pp.load("domineering", BOARD)
    kernel = Kernel(show(start))
    assert kernel.ask("play", {**place(start), "move": "z9", "player": "Left"})["error"]["kind"] == "illegal_move"
    assert kernel.ask("nonsense", {})["error"]["kind"] == "unknown"
    assert kernel.ask("play", None)["error"]["kind"] == "parse"
    assert kernel.ask("ask/outcome", {"system": "domineering", "limits": {"time": 0}})["error"]["kind"] == "limit"


@pytest.mark.parametrize("message", [None, [], "x", {}, {"number": "1"}, {"number": 7, "cancel": True}])
def test_messages_that_make_no_sense_are_ignored(message: Any) -> None:
    kernel = Kernel(show(pp.Value(0)))
    kernel.tell(message)
    assert kernel.sent == []


def test_a_search_tells_how_it_goes_and_can_be_given_up() -> None:
    kernel = Kernel(show(pp.load("domineering", "1x1")))
    body = {"system": "clobber", "position": "9x9", "limits": {"time": 60}}
    kernel.tell({"number": 1, "operation": "ask/outcome", "body": body})
    thread = kernel.widget.running[1][0]
    deadline = time.monotonic() + HANGS
    while not kernel.sent and time.monotonic() < deadline:
        time.sleep(0.05)
    assert kernel.sent[0].get("progress", {}).get("positions"), kernel.sent
    kernel.tell({"number": 1, "cancel": True})
    thread.join(HANGS)
    assert not thread.is_alive()
    assert kernel.sent[-1]["error"]["kind"] == "cancelled"


# the scripts --------------------------------------------------------------------------------------------------------


def test_every_script_that_is_needed_is_in_the_module() -> None:
    text = script()
    for name in ("dom", "api", "picture", "board", "play", "sheet", "stepper", "thermograph", "value", "notebook"):
        assert text.count(f'modules["{name}.js"] = ') == 1
    assert "fetch(" not in text, "there is no server"
    assert text.count("export default") == 1
    assert "\nimport " not in text


def test_styles_do_not_reach_beyond_the_widget() -> None:
    text = style()
    assert ":root" not in text
    assert ":host" in text
    assert "\nbody" not in text


def test_the_module_parses(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, so the module is not parsed")
    file = tmp_path / "widget.mjs"
    file.write_text(script(), encoding="utf-8")
    told = subprocess.run([node, "--check", str(file)], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_own_scripts_replace_those_of_the_page_by_name() -> None:
    assert (HERE / "api.js").exists() and (PAGE / "api.js").exists()
