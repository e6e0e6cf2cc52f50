"""Gadgets as text: what is read is written again, and what is wrong is refused with its line and column."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from tests.forgeries.mutate import forgeries

import perfectplay as pp
from perfectplay.gadgets.files import shipped
from perfectplay.gadgets.gadget import Gadget

pytestmark = pytest.mark.about("gadget")


def test_a_gadget_is_a_value() -> None:
    gadget = pp.load("gadget", "@rush_and").state
    assert isinstance(gadget, Gadget) and gadget == pp.load("gadget", shipped()["rush_and"]).state
    assert (gadget.name, gadget.names, gadget.way) == ("rush_and", ("W", "N", "E"), "pieces")
    assert gadget.position.system.key == "rush_hour" and len(gadget.declared) == 5
    assert gadget.out(5) == ("W", "E") and gadget.state_of(("W", "E")) == 5


def test_comments_blank_lines_and_indentation_mean_nothing() -> None:
    text = shipped()["rush_and"]
    head, _, board = text.partition("board:\n")
    flat = "\n".join(line.removeprefix("  ") for line in board.split("\n"))
    loose = re.sub(r"^(\w+): ", r"\1:   ", head.replace("\n", "\n\n# a comment\n"), flags=re.MULTILINE)
    assert pp.load("gadget", f"\n{loose}board:\n{flat}\n\n") == pp.load("gadget", text)


def test_a_board_may_begin_with_blanks_and_have_comment_signs() -> None:
    text = "name: a\nsystem: sokoban\nports: W=a1 E=d1\nagent: @\nstate: s = W>E s, E>W s\nboard:\n  @   \n  #*##"
    position = pp.load("gadget", text)
    assert str(position) == text and pp.certify(position)
    moved = text.replace("@   ", "   @")
    assert str(pp.load("gadget", moved)) == moved and pp.certify(pp.load("gadget", moved))


def test_options_of_the_system() -> None:
    text = "name: m\nsystem: minesweeper\nset: mines=1\nports: a=a1:* b=b1:*\nrelation: a ^ b\nboard:\n  .."
    position = pp.load("gadget", text)
    assert position.state.position.system.mines == 1 and str(position) == text
    assert pp.certify(position) and not pp.certify(pp.load("gadget", text.replace("=1", "=2")))


RUSH, CROSS, GATE, MINES = (shipped()[name] for name in ("rush_and", "cross", "box_gate", "mine_not"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no board (expected a line that begins with 'board:')"),
        ("name cross", "row 1, column 1: unexpected 'name cross' (expected one of name, about"),
        (f"colour: red\n{RUSH}", "row 1, column 1: unexpected 'colour'"),
        (f"name: again\n{RUSH}", "row 2, column 1: name twice"),
        (
            RUSH.replace("name: rush_and", "name: Rush And"),
            "row 1, column 7: unexpected 'Rush And' (expected a name",
        ),
        (RUSH.replace("system: rush_hour\n", ""), "no system (expected a line that begins with 'system:')"),
        (RUSH.replace("rush_hour", "rush_houx"), "row 4, column 9: no system 'rush_houx'; did you mean rush_hour?"),
        (RUSH.replace("W=a7:.", "W=a6:."), "row 5, column 10: no cell is called 'a6'"),
        (RUSH.replace("W=a7:.", "W=a7:k"), "row 5, column 10: no piece 'k' on the board"),
        (RUSH.replace("N=g1", "W=g1"), "row 5, column 15: port W twice"),
        (RUSH.replace("N=g1", "7=g1"), "row 5, column 15: unexpected '7=g1:.' (expected a port such as N or W=a5:.)"),
        (RUSH.replace("b7:.", "b0:."), "row 6, column 8: no cell is called 'b0'"),
        (RUSH.replace("~N", "~K"), "row 7, column 17: no port K (expected one of W, N, E)"),
        (RUSH.replace("~N", "~(N"), "row 7, column 24: "),
        (RUSH.replace("relation: W -> ~N & ~E\n", ""), "no relation (expected a line that begins with 'relation:')"),
        (RUSH.replace("MM.x", "M?.x"), "row 11, column 10: rush_hour: unexpected '?'"),
        (RUSH.replace("MM.x", "MM."), "row 11, column 15: rush_hour: the row has 12 cells, expected 13"),
        (RUSH.replace("X", "Y"), "row 8: rush_hour: no target car (expected a car called A (or X))"),
        (RUSH.replace("board:", "given: a7:.\nboard:"), "row 8, column 1: unexpected given (expected a pencil puzzle)"),
        (RUSH.replace("board:", "set: walls=1\nboard:"), "row 8, column 6: rush_hour: no option 'walls=1'"),
        (RUSH.replace("board:", "board: x"), "row 8, column 7: unexpected 'x' (expected the board in the next lines)"),
        (CROSS.replace("a=0", "a=2"), "row 4, column 8: vertex 'a' as a port (expected one with a single edge"),
        (CROSS.replace("a b c d\n", "a b c e\n"), "row 4, column 14: no vertex 'e'"),
        (CROSS.replace("a-9:2", "a>9:2"), "row 8: a-9 has a direction (expected none"),
        (CROSS.replace("a-9:2", "a-9:b"), "row 8, column 7: constraint_graph: unexpected 'b' in 'a-9:b'"),
        (CROSS.replace("relation", "never: a\nrelation", 1), "row 5, column 1: unexpected never (expected a puzzle of"),
        (CROSS.replace("relation", "memory: a=0>1\nrelation", 1), "row 5, column 9: a twice"),
        (CROSS.replace("relation", "memory: v=0>9\nrelation", 1), "row 5, column 11: no edge '0>9'"),
        (CROSS.replace("relation", "memory: v=0>\nrelation", 1), "row 5, column 9: unexpected 'v=0>' (expected memory"),
        (CROSS.replace("relation", "held: v = a\nrelation", 1), "row 5, column 7: no memory 'v'"),
        (GATE.replace("agent: @", "memory: v=b1:$\nagent: @"), "row 5, column 1: unexpected memory (expected ports"),
        (GATE.replace("agent: @", "agent: %"), "row 5, column 8: no '%' in sokoban"),
        (GATE.replace("W=a2", "W=b2"), "row 5, column 8: '@' stands elsewhere (expected it on one of the ports)"),
        (GATE.replace("W>E open", "W>X open", 1), "row 7, column 17: no port X (expected one of W, E)"),
        (GATE.replace("W>E open", "W>E ajar", 1), "row 7, column 19: no state ajar (expected one of shut, open)"),
        (
            GATE.replace("W>E open", "W-E open", 1),
            "row 7, column 15: unexpected 'W-E open' (expected a passage",
        ),
        (GATE.replace("agent: @\n", ""), "row 6, column 1: unexpected state (expected an agent, who goes through"),
        (GATE.replace("state: open =", "relation: W\nstate: open ="), "row 8, column 1: unexpected relation"),
        (MINES.replace(":.", ":x"), "no value 'x' (expected one of ., * after a colon)"),
        (MINES.replace("parsimonious: yes", "parsimonious: maybe"), "unexpected 'maybe' (expected yes or no)"),
        (
            "name: a\nsystem: kayles\nports: a\nrelation: 1\nboard:\n5",
            "row 2, column 9: a board of kayles",
        ),
        ("name: a\nsystem: gadget\nports: a\nrelation: 1\nboard:\n5", "row 2, column 9: a board of gadget"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load("gadget", text)
    assert message in str(caught.value) and str(caught.value).startswith("gadget: ")
    assert "\n" not in str(caught.value)


def test_one_way_moves_have_no_components() -> None:
    text = "name: d\nsystem: domineering\nports: a=a1:#\nrelation: 1\nboard:\n  ...\n  ..."
    with pytest.raises(pp.NotApplicable, match="moves of domineering cannot be taken back"):
        pp.certify(pp.load("gadget", text))


def test_files_and_samples_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from perfectplay.cli import main

    file = tmp_path / "wire.txt"
    file.write_text(shipped()["wire"])
    assert main(["certify", "gadget", str(file)]) == 0
    assert "6  configurations, 3 port states" in capsys.readouterr().out
    file.write_text(shipped()["wire"].replace("~(a & b)", "~a"))
    assert main(["certify", "gadget", str(file)]) == 1
    assert "a out: possible, but not declared, as in a<0:2" in capsys.readouterr().out
    assert main(["certify", "gadget", "@choice", "--search", "--json"]) == 0
    assert "board:" in json.loads(capsys.readouterr().out)["answer"]["smallest"]
    file.write_text(shipped()["wire"].replace("ports: a b", "ports: a b z"))
    assert main(["certify", "gadget", str(file)]) == 2
    assert "row 4, column 12: no vertex 'z'" in capsys.readouterr().err


FORGED = {
    "a graph that holds": shipped()["wire"],
    "a graph that lacks flips": "name: s\nsystem: constraint_graph\nports: a b c\nrelation: c -> ~a | ~b\nboard:\n"
    "  a-0 b-1 0-1 0-2:2 1-2:2 c-2:2; a=0 b=0 c=0",
    "cars that go too deep": shipped()["rush_end"].replace("WW.", "WW..").replace("xXX", "xxXX"),
    "dominoes": shipped()["domino_end"],
    "a quantifier": shipped()["exists"],
    "a quantifier that slips": shipped()["exists"].replace("Lk=1", "Lk=0"),
    "mines": shipped()["mine_wire"].replace("p <-> a", "p <-> ~a"),
    "a gate": shipped()["box_gate"],
    "a gate that is none": shipped()["box_gate"].replace("E>W open", "E>W shut"),
    "a box at the door": "name: d\nsystem: sokoban\nports: W=a1 E=e1\nagent: @\nnever: e1:$\nstate: s = W>W s\n"
    "board:\n  @ *  ",
}
ASKED = ("version", "question", "system", "position", "options", "search", "method", "stats")


@pytest.mark.parametrize("text", FORGED.values(), ids=list(FORGED))
def test_no_forged_certificate_is_called_verified(text: str) -> None:
    result = pp.certify(pp.load("gadget", text))
    data = json.loads(json.dumps(result.to_json()))
    assert pp.verify(data), pp.verify(data)
    for path, forged in forgeries(data, random.Random(text)):
        if path[0] in ASKED or (path[0] == "witness" and forged.get("witness") is None):
            continue
        try:
            verdict = pp.verify(forged)
        except pp.PerfectPlayError:
            continue
        assert not verdict or is_true(text, forged), f"{path}: {verdict}"


def is_true(text: str, forged: dict[str, object]) -> bool:
    """Another configuration that shows the same is as good. Then the rest of the certificate is what it was."""
    right = json.loads(json.dumps(pp.certify(pp.load("gadget", text)).to_json()["answer"]))
    return blind(right) == blind(forged["answer"]) and right != forged["answer"]


def blind(value: object) -> object:
    """Without configurations."""
    if isinstance(value, dict):
        return {name: blind(each) for name, each in value.items() if name not in ("shown", "faults")}
    return [blind(each) for each in value] if isinstance(value, list) else value
