"""What a notebook shows of everything that the library answers: words or figures first, and a picture where there is
one. A real notebook is executed, and what each cell shows is looked at as Jupyter would show it."""

from __future__ import annotations

import json
import os
import re
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

import perfectplay as pp
from perfectplay.notebook import display
from perfectplay.notebook.layers import still
from perfectplay.picture import Disc, Label, Look, Picture, Polygon, picture_of_text
from perfectplay.registry import Catalogue, keys

nbformat = pytest.importorskip("nbformat", reason="notebooks are executed by nbclient")
nbclient = pytest.importorskip("nbclient", reason="notebooks are executed by nbclient")
pytest.importorskip("ipykernel", reason="notebooks are executed by ipykernel")

ORDER = ("text/html", "text/latex", "image/svg+xml", "text/plain")
"""Of what an output has, Jupyter shows the first."""


# what is seen -------------------------------------------------------------------------------------------------------


class Seen(HTMLParser):
    """Words and pictures of a display, in order; styles are no words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.pictures: list[str] = []
        self.first = ""
        self.tags: list[str] = []
        self.feed(text)
        assert not self.tags, f"{self.tags} are not closed"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            source = dict(attributes)["src"] or ""
            head, _, data = source.partition(",")
            assert head == "data:image/svg+xml;base64", "nothing is loaded from elsewhere"
            self.pictures.append(b64decode(data).decode())
            ElementTree.fromstring(self.pictures[-1])
            self.first = self.first or "picture"
        elif tag != "input":
            self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.tags.pop() == tag
        if tag not in ("strong", "small", "span"):
            self.words.append(" ")

    def handle_data(self, data: str) -> None:
        if "style" not in self.tags and data.strip():
            self.words.append(data)
            self.first = self.first or "words"

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))


def seen(thing: Any) -> Seen:
    made = thing._repr_html_()
    assert made is not None
    assert (
        "<script" not in made and not re.search(r"\son\w+=", made) and "http" not in re.sub(r'"data:[^"]*"', "", made)
    )
    return Seen(made)


class Cell(NamedTuple):
    source: str
    words: tuple[str, ...] = ()
    pictures: int = 0


SETUP = """
import networkx
import perfectplay as pp
from perfectplay.board import EAST, SOUTH
from perfectplay.picture import Look, picture_of_text

class Doubled(pp.RewriteGame):
    cells = ".#"
    sample = "..|.."
    looks = {"#": Look("disc", "second", "own")}

    def moves(self, board):
        for pair in board.runs(SOUTH, 2):
            yield pp.LEFT, dict.fromkeys(pair, ".#")
        for pair in board.runs(EAST, 2):
            yield pp.RIGHT, dict.fromkeys(pair, ".#")

class Countdown(pp.PlainPuzzle):
    def moves(self, state):
        return [1, 2] if state > 1 else [1]

    def play(self, state, move):
        return state - move

    def solved(self, state):
        return state == 0

    def picture(self, state):
        return picture_of_text(f"{state} to go")
"""

CELLS = [
    # positions and moves
    Cell('pp.load("domineering", "....|....")', ("load('domineering', '....|....')",), 1),
    Cell('pp.load("domineering", "..|..") + pp.load("clobber", "xo.")', ("domineering[..|..] + clobber[xo.]",), 1),
    Cell('pp.load("nim", "3 5 7").move("7:1", pp.LEFT)', ("7:1",), 1),
    Cell('pp.load("domineering", "..|..").moves()', ("[a1-a2, b1-b2, a1-b1, a2-b2]",)),
    # games
    Cell('pp.outcome(pp.load("domineering", "4x4"))', ("N the first player wins", "Left starts with: ", "method "), 1),
    Cell('pp.outcome(pp.load("nim", "3 5 6")).answer', ("P the second player wins",)),
    Cell('pp.value(pp.load("domineering", "2x3"))', ("{2|−1/2}", "mean 3/4, temperature 5/4", "method "), 3),  # noqa: RUF001
    Cell('pp.thermograph(pp.load("domineering", "2x3"))', ("mean 3/4, temperature 5/4", "Left wall"), 2),
    Cell('pp.temperature(pp.load("domineering", "2x3"))', ("5/4 hot",), 1),
    Cell('pp.grundy(pp.load("kayles", "5"))', ("4",), 1),
    Cell('pp.best(pp.load("domineering", "...|...|..."), pp.LEFT)', ("b1-b2 Left wins", "after b1-b2"), 2),
    Cell('pp.best(pp.load("nim", "0"))', ("no move",), 1),
    Cell('pp.best(pp.load("nim", "3")).answer', ("3:0",), 1),
    Cell('pp.score(pp.load("dots_and_boxes", "2x2"))', ("2 Left gets 2 points more than Right when Left starts",), 1),
    Cell('pp.remoteness(pp.load("kayles", "5"))', ("5 moves to the end",), 1),
    Cell('pp.suspense(pp.load("kayles", "5"))', ("3 moves to the end",), 1),
    Cell('pp.cop_number(pp.load("cops_and_robbers", "a-b b-c c-d d-a"))', ("2 the least number of cops",), 1),
    # puzzles of moves
    Cell('pp.solve(pp.load("sokoban"))', ("lluurDurrrddllLrrUruL 4 pushes", "3 of 21: u"), 22),
    Cell('pp.solve(pp.load("peg_solitaire", "oo.")).answer', ("a1-c1 1 jump", "1 of 1: a1-c1"), 2),
    Cell('pp.solve(pp.load("fifteen", "@loyd"))', ("no solution: parity: the permutation",), 1),
    Cell('pp.solutions(pp.load("peg_solitaire", "@cross"))', ("1. d3-b3", "2. d3-f3", "5 jumps"), 12),
    Cell('pp.count(pp.load("peg_solitaire", "@cross"))', ("2 shortest solutions",), 1),
    Cell('pp.check(pp.load("peg_solitaire", "oo."), "a1-c1")', ("solved in 1 jumps",), 2),
    Cell('pp.check(pp.load("peg_solitaire", "oo."), "c1-a1")', ("move 1: peg_solitaire: no legal move 'c1-a1'",), 1),
    Cell('pp.reachable(pp.load("domineering", "..|.."))', ("6 positions, the farthest 2 moves away",), 2),
    Cell('pp.cluster(pp.load("rush_hour", "..B|AAB|...|..."))', ("4 positions, 1 solved", "by distance: 1 1 2"), 4),
    Cell('pp.generate("rush_hour", rows=4, cols=4, pieces=4, tries=5)', (" move", "method annealing"), 2),
    Cell('pp.order(pp.load("rubik", size=2))', ("3,674,160 arrangements",), 1),
    Cell('pp.run(pp.load("dcl", "@clock"))', ("goal: after 7 steps; period 16",), 1),
    # on paper
    Cell('pp.solve(pp.load("slitherlink", "33|.."))', ("┌─┐|└─┘|···", "method sat"), 1),
    Cell('pp.solve(pp.load("slitherlink", "33|..")).answer', ("┌─┐|└─┘|···",), 1),
    Cell('pp.solve(pp.load("slitherlink", "00|33"))', ("no solution: the rules contradict each other",), 1),
    Cell('pp.unique(pp.load("slitherlink", ".."))', ("not unique", "┌┐·|└┘·", "┌─┐|└─┘"), 2),
    Cell('pp.unique(pp.load("slitherlink", "00|33"))', ("no solution: the rules contradict each other",), 1),
    Cell('pp.another(pp.load("slitherlink", ".."), "┌─┐|└─┘")', ("┌┐·|└┘·", "given"), 2),
    Cell('pp.another(pp.load("slitherlink", "22|22"), "┌─┐|│·│|└─┘")', ("there is no other solution",), 1),
    Cell('pp.forced(pp.load("slitherlink", "33|.."))', ("┌─┐|└─┘|···",), 1),
    Cell('pp.solve(pp.load("qbf"))', ("method clausal abstraction",), 1),
    # values
    Cell('pp.Value("{3||2|1}")', ("{3||2|1} Left wins, whoever starts", "mean 9/4, temperature 3/4"), 2),
    Cell('pp.Value("{3||2|1}").tree()', (), 1),
    Cell('pp.Value("{3||2|1}").thermograph', ("mean 9/4, temperature 3/4",), 1),
    # what is known, and whether it holds
    Cell('pp.verify(pp.outcome(pp.load("nim", "3 5 6")))', ("verified: ", "not checked, not a claim: ")),
    Cell('pp.certify(pp.load("gadget"))', ("holds", "6 configurations, 3 port states"), 1),
    Cell("pp.check_rules(Doubled)", ("Doubled: ", "nothing differs")),
    Cell('pp.atlas("edge_geography")', ("3 records", "PSPACE-complete", "A036")),
    Cell('pp.atlas(id="A216")', ("open -> PSPACE-complete", "Push-1")),
    Cell('pp.census("domineering", rows=2, cols=2)', ("domineering 2x2: 7 positions", "outcome")),
    Cell("pp.catalogue()", ("domineering", "sokoban")),
    # the reader's own
    Cell('pp.outcome(Doubled().load("..|.."))', ("N the first player wins",), 1),
    Cell("pp.solve(Countdown().position(3))", ("2 moves", "0 to go"), 3),
    Cell('pp.load("col", networkx.path_graph(3))', ("load('col', '0-1 1-2')",), 1),
]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What the cells put out. The kernel finds the library where this process has it, and leaves nothing behind."""
    folder = tmp_path_factory.mktemp("notebook")
    cells = [
        SETUP,
        *(cell.source for cell in CELLS),
        'pp.outcome(pp.load("clobber", "9x9"), limits=pp.Limits(positions=9))',
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    where = [str(Path(pp.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    names = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, where)), **dict.fromkeys(names, str(folder))}
    client = nbclient.NotebookClient(book, timeout=120, kernel_name="python3", allow_errors=True)
    client.execute(env=env, cwd=str(folder))
    nbformat.validate(book)
    return [cell.outputs for cell in book.cells]


def shown(output: Any) -> Seen:
    """What Jupyter shows of one output."""
    kind = next(kind for kind in ORDER if kind in output.data)
    if kind == "text/html":
        return Seen(output.data[kind])
    found = Seen("")
    if kind == "image/svg+xml":
        found.pictures.append(output.data[kind])
    else:
        found.words.append(output.data[kind])
    return found


@pytest.mark.parametrize("number", range(len(CELLS)), ids=[cell.source[:50] for cell in CELLS])
def test_a_cell_shows_the_answer_and_a_picture(number: int, outputs: list[Any]) -> None:
    cell = CELLS[number]
    assert [each.output_type for each in outputs[number + 1]] == ["execute_result"], outputs[number + 1]
    (output,) = outputs[number + 1]
    assert "text/plain" in output.data
    found = shown(output)
    drawn = " ".join(label for picture in found.pictures for label in labels(picture))
    for words in cell.words:
        assert words in found.text or words in drawn, found.text
    assert len(found.pictures) >= cell.pictures and bool(found.pictures) == bool(cell.pictures)
    assert not cell.words or found.first in ("", "words"), "the answer comes first"
    assert len(json.dumps(output.data)) < 200_000


def test_the_setting_up_shows_nothing_and_limits_stay_errors(outputs: list[Any]) -> None:
    assert outputs[0] == []
    (error,) = outputs[-1]
    assert (error.output_type, error.ename) == ("error", "LimitReached")


def labels(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


# one by one ---------------------------------------------------------------------------------------------------------


def test_text_is_escaped_and_is_not_mathematics() -> None:
    class Odd(pp.PlainPuzzle):
        name = "<b>&"

        def moves(self, state: str) -> list[str]:
            return ["<i>$x$</i>"]

        def play(self, state: str, move: str) -> str:
            return state + move

        def solved(self, state: str) -> bool:
            return "<i>" in state

    found = pp.solve(Odd().position("<script>alert(1)</script>"))
    made = found._repr_html_()
    assert made is not None and "<script" not in made and "<i>" not in made
    assert "<i>$x$</i>" in unescape(made)
    assert made.startswith('<div class="perfectplay mathjax_ignore tex2jax_ignore">')
    assert "<i>$x$</i>" in seen(found).text


@pytest.mark.parametrize("key", keys())
def test_a_position_of_every_system_has_words_and_a_picture(key: str) -> None:
    found = seen(pp.load(key))
    assert found.first == "words" and len(found.pictures) == 1 and found.text.strip().startswith(f"load('{key}'")


def test_plain_text_is_as_it_was() -> None:
    position = pp.load("domineering", "..|..")
    assert repr(position) == "load('domineering', '..|..')" and repr(pp.outcome(position)) == "N"
    assert repr(pp.value(position)) == "+-1" and repr(pp.solve(pp.load("fifteen", "@loyd"))) == "None"


def test_a_result_is_shown_by_itself_and_not_as_its_answer() -> None:
    sheet = pp.solve(pp.load("slitherlink", "33|.."))
    assert not hasattr(sheet, "_repr_svg_") and hasattr(sheet.answer, "_repr_svg_")
    assert pp.value(pp.load("domineering", "..|.."))._repr_latex_() == "$\\pm 1$"
    assert sheet._repr_latex_() is None and pp.solve(pp.load("fifteen", "@loyd"))._repr_latex_() is None


def test_what_is_too_large_is_left_to_its_text() -> None:
    class Endless(pp.Line):
        def _shown(self) -> Any:
            raise pp.LimitReached

    assert Endless(pp.load("nim", "1"), [])._repr_html_() is None


def test_colours_are_those_of_the_notebook() -> None:
    made = pp.solve(pp.load("fifteen", "@loyd"))._repr_html_()
    assert made is not None and "--jp-error-color1" in made and "background" not in made


def test_solutions_that_are_very_many_are_not_all_drawn() -> None:
    found = seen(pp.solutions(pp.load("slitherlink", "...|...|..."), limit=20))
    assert len(found.pictures) == display.MOST_DRAWN and "8 more are not drawn" in found.text and "more" in found.text


def test_a_table_of_the_catalogue() -> None:
    found = Catalogue(pp.catalogue()[:3])
    text = Seen("".join(display._blocks(display.catalogue_parts(found)))).text
    assert "3 systems" in text and all(entry.key in text and entry.name in text for entry in found)


# lines --------------------------------------------------------------------------------------------------------------


class Frames(HTMLParser):
    """The frames of a stepper: what each says, and whether it is there without styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hidden: list[bool] = []
        self.radios: list[dict[str, str | None]] = []
        self.goes: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "input":
            self.radios.append(given)
        elif tag == "div" and self.radios and len(self.hidden) < len(self.radios):
            self.hidden.append("hidden" in given)
        elif tag == "label":
            self.goes.append(given["for"] or "")


def counting(moves: int) -> pp.Line:
    class Down(pp.PlainPuzzle):
        def moves(self, state: int) -> list[str]:
            return ["less"]

        def play(self, state: int, move: str) -> int:
            return state - 1

        def solved(self, state: int) -> bool:
            return state == 0

    return pp.Line.replay(Down().position(moves), ["less"] * moves)


def test_a_line_is_stepped_through_without_scripts() -> None:
    line = counting(5)
    made = line._repr_html_()
    assert made is not None
    frames = Frames(made)
    assert frames.hidden == [False, True, True, True, True, False], "the first and the last show without styles"
    assert len({radio["name"] for radio in frames.radios}) == 1 and "checked" in frames.radios[0]
    identities = [radio["id"] for radio in frames.radios]
    assert len(set(identities)) == 6 and set(frames.goes) == set(identities)
    assert [labels(picture) for picture in seen(line).pictures] == [[str(5 - step)] for step in range(6)]


def test_lines_on_one_page_do_not_meet() -> None:
    line = counting(2)
    one, other = (Frames(line._repr_html_() or "").radios[0]["name"] for _ in range(2))
    assert one != other


def test_a_long_line_leaves_some_out_and_says_so() -> None:
    found = seen(counting(1000))
    assert len(found.pictures) == display.MOST_FRAMES
    assert "801 positions before the last are left out" in found.text and "1000 of 1000: less" in found.text
    assert labels(found.pictures[-1]) == ["0"]


def test_a_line_of_large_pictures_keeps_to_its_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "MOST_CHARACTERS", 3000)
    made = counting(100)._repr_html_() or ""
    assert len(Seen(made).pictures) < 20 and "are left out" in made and len(made) < 12_000


def test_a_line_without_moves() -> None:
    found = seen(pp.solve(pp.load("fifteen", "1 2 3|4 5 6|7 8 0")))
    assert "solved already 0 moves" in found.text and len(found.pictures) == 1


def test_a_line_of_two_players_says_who_moves() -> None:
    start = pp.load("domineering", "..|..")
    move = start.move("a1-a2", pp.LEFT)
    assert "1 of 1: Left: a1-a2" in seen(pp.Line(start, [move])).text


def test_what_is_left_in_the_background_never_changes_and_covers_nothing() -> None:
    board = Polygon(((0, 0), (4, 0), (4, 4), (0, 4)))
    here, there = Disc((1, 1), 0.4), Disc((3, 3), 0.4)
    name, apart = Label((1, 1), "x"), Label((1, 3), "y")
    pictures = [Picture((board, disc, name, apart), ()) for disc in (here, there)]
    assert still(pictures) == {board, apart}
    assert still(pictures[:1]) == {board, here, name, apart}


@pytest.mark.parametrize("key", ["sokoban", "rush_hour", "fifteen", "peg_solitaire", "lunar_lockout"])
def test_a_frame_upon_its_background_has_all_shapes(key: str) -> None:
    line = pp.solve(pp.load(key)).answer
    assert line is not None
    pictures = [each.picture() for each in line.positions()]
    ground = still(pictures)
    for picture in pictures:
        assert ground <= set(picture.shapes)


# the reader's own ---------------------------------------------------------------------------------------------------


class Marked(pp.RewriteGame):
    """Left takes single cells."""

    cells = ".#"
    sample = ".."
    looks = {"#": Look("disc", "second", "own")}

    def moves(self, board: Any) -> Any:
        for cell in board.cells:
            yield pp.LEFT, {cell: ".#"}


class Drawn(pp.PlainGame):
    """A heap of one, drawn by hand."""

    def moves(self, state: int) -> list[int]:
        return [1] if state else []

    def play(self, state: int, move: int) -> int:
        return state - move

    def picture(self, state: Any) -> Picture:
        return picture_of_text(f"by hand: {state}")


def test_looks_and_pictures_of_own_classes_are_honoured() -> None:
    for thing in (Marked().load("#."), pp.outcome(Marked().load("#.")), pp.value(Marked().load("#."))):
        assert "own" in labels(seen(thing).pictures[0])
    for other in (Drawn().position(1), pp.outcome(Drawn().position(1))):
        assert labels(seen(other).pictures[0]) == ["by hand: 1"]
    found = pp.best(Drawn().position(1), pp.LEFT)
    assert [labels(picture) for picture in seen(found).pictures] == [["by hand: 1"], ["by hand: 0"]]


def test_looks_and_pictures_of_own_classes_are_honoured_by_widgets() -> None:
    pytest.importorskip("anywidget", reason="widgets need anywidget")
    for thing in (Drawn().position(1), pp.outcome(Drawn().position(1))):
        assert "by hand: 1" in json.dumps(pp.show(thing).view)
    assert '"own"' in json.dumps(pp.show(pp.outcome(Marked().load("#."))).view)


def test_widgets_show_words_and_a_picture() -> None:
    pytest.importorskip("anywidget", reason="widgets need anywidget")
    view = pp.show(pp.outcome(pp.load("domineering", "..|.."))).view
    assert "the first player wins" in str(view["words"]) and len(view["pictures"]) == 1
    assert "1 jump" in str(pp.show(pp.solve(pp.load("peg_solitaire", "oo."))).view["words"])
    assert len(pp.show(pp.unique(pp.load("slitherlink", ".."))).view["pictures"]) == 2
