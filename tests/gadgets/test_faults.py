"""Gadgets that are wrong: the certificate says so, and names the port state."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest
from tests.reference.gadgets import completions, declared, figures, frozen, parts, walks_as_declared
from tests.tiers import depth

import perfectplay as pp
from perfectplay.gadgets.files import shipped

pytestmark = pytest.mark.about("gadget")
PUBLISHED = tomllib.loads((Path(__file__).parent / "published.toml").read_text(encoding="utf-8"))["gadget"]
NAMES = {"I_0": "a", "I_1": "b", "O_0": "p", "O_1": "q", "O_2": "r"}


def changed(name: str, *pairs: tuple[str, str]) -> pp.Position:
    """A shipped gadget with parts of its text replaced."""
    text = shipped()[name]
    for before, after in pairs:
        assert before in text, before
        text = text.replace(before, after, 1)
    return pp.load("gadget", text)


# published ----------------------------------------------------------------------------------------------------------


def harnessed(entry: dict[str, str], known: bool) -> str:
    """A published grid as a gadget: outside each port there is one more cell of its wire. Then an input is true if that
    cell has no mine, or a lamp; an output if it has a mine, or no lamp."""
    rows = [line.split() for line in entry["grid"].split("\n") if line]
    mines = entry["system"] == "minesweeper"
    width = max(map(len, rows))
    board = [["?" if mines else "#"] * width for _ in rows]
    ports: dict[str, str] = {}
    given = []
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            cell = f"{chr(ord('a') + c)}{r + 1}"
            if word in NAMES:
                board[r][c] = "."
                ports[word] = f"{NAMES[word]}={cell}:{'.' if (word[0] == 'I') == mines else '*'}"
                if mines:
                    flanks = [(r - 1, c), (r + 1, c)] if c in (0, width - 1) else [(r, c - 1), (r, c + 1)]
                    for i, j in flanks:
                        board[i][j] = "1"
            elif word == "F":
                board[r][c] = "."
                given.append(f"{cell}:*")
            elif word != "_":
                board[r][c] = word.replace("x", "0" if mines else "#")
    lines = ["name: published", f"system: {entry['system']}", f"ports: {' '.join(ports[n] for n in sorted(ports))}"]
    lines += [f"given: {' '.join(given)}"] if known and given else []
    lines += [*(f"relation: {each}" for each in entry["relation"]), "parsimonious: yes", "board:"]
    return "\n".join([*lines, *("  " + "".join(row) for row in board)])


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry["source"])
def test_published_gadgets(entry: dict[str, str]) -> None:
    """Seven of these are wrong."""
    result = pp.certify(pp.load("gadget", harnessed(entry, known=True)))
    assert bool(result) != ("fault" in entry)
    assert any(fault.startswith(entry.get("fault", "")) for fault in (*result.faults, ""))
    assert entry.get("fault", "") in str(result)
    assert pp.verify(result)


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry["source"])
def test_two_published_gadgets_need_their_known_mines(entry: dict[str, str]) -> None:
    """As a board of covered cells they have further completions."""
    result = pp.certify(pp.load("gadget", harnessed(entry, known=False)))
    assert bool(result) != ("fault" in entry or "loose" in entry)


def test_the_published_mines_and_with_its_ports_in_place() -> None:
    """With the input ports one column to the right, above and below the covered cells, its relation is right; where
    nothing is true it has two completions."""
    (entry,) = [each for each in PUBLISHED if each["source"] == "examples/MineSweeper/gadgets/and.txt"]
    moved = {**entry, "grid": re.sub(r"_ (I_\d) _", r"_ _ \1", entry["grid"])}
    text = harnessed(moved, known=True)
    assert pp.certify(pp.load("gadget", text.replace("parsimonious: yes\n", "")))
    assert pp.certify(pp.load("gadget", text)).faults == ("nothing true: 2 completions, but exactly one is declared",)


# our own, broken ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "pairs", "fault"),
    [
        ("cross", [("relation: ~(a & c)\n", "")], "a, c out: declared, but impossible"),
        ("cross", [("1-8:2 ", "1-8 ")], "out: declared, but impossible"),
        ("half_a", [("~(a & b & c)", "~(a & b)")], "a, b out: possible, but not declared, as in a<"),
        ("wire", [("0-1 0-1", "0-1:2 0-1:2")], "a, b out: possible, but not declared"),
        ("band", [("3-4:2 4-4:2", "3-4:2 4-4")], "out: declared, but impossible"),
        ("rush_and", [(".QQxx", ".xxxx")], "E out: declared, but impossible"),
        ("rush_straight", [("DDDBBBCC.", "DDDBBBCCC")], "W out: declared, but impossible"),
        ("rush_straight", [("DDDBBBCC.", "DDDBB.CC.")], "W, E out: possible, but not declared"),
        ("rush_end", [("WW.", "WW.."), ("xXX", "xxXX")], "b1:. happens, as in ..WW"),
        ("domino_turn", [("relation: ~(W & S)", "relation: ~W")], "W out: possible, but not declared"),
        ("lamp_or", [("1", "2")], "nothing true: declared, but impossible"),
        ("mine_wire", [("parsimonious: yes\n", ""), ("p <-> a", "p <-> ~a")], "a, p true: possible, but not declared"),
        ("box_gate", [("#### #", "######")], "state shut: W>E is declared, but impossible"),
        ("box_gate", [("state: shut = W>E open, W>W open", "state: shut = W>E open")], "W>W is possible, but not"),
        ("box_latch", [("W>W shut", "W>W open")], "the states behind its passages differ"),
    ],
)
def test_the_report_names_what_is_wrong(name: str, pairs: list[tuple[str, str]], fault: str) -> None:
    result = pp.certify(changed(name, *pairs))
    assert not result and not result.found
    assert fault in str(result)
    assert pp.verify(result), str(pp.verify(result))


def test_a_relation_is_not_enough() -> None:
    """An OR of protected ORs has the right port states, but cannot change its supporting input while b is out."""
    text = (
        "name: static_or\nsystem: constraint_graph\nports: a b c\nrelation: ~(a & b & c)\nboard:\n"
        "  a-6:2 b-0:2 c-2:2 0-1:2 1-2 0-3:2 1-3 2-4 4-5:2 5-5:2 4-6 3-6; a=0 b=0 c=0"
    )
    result = pp.certify(pp.load("gadget", text))
    assert result.configurations == 212 and len(result.possible) == 7
    assert not result and all(flip.out == ("b",) for flip in result.flips)
    assert re.search(r"b out: [ac] cannot turn out from \S+", str(result))
    assert pp.verify(result)


def test_a_protected_or_is_not_a_whole_or() -> None:
    """Of the textbook OR only one input can be in, and the other cannot take its place while the output is out."""
    text = shipped()["protected_or"].replace("a p q b", "a b c").replace("p-0:2 q-1:2", "0-u:2 1-u:2 c-u:2")
    text = text.replace("p=0 q=0", "c=0").replace("p -> ~a", "c -> ~a | ~b").replace("relation: q -> ~b\n", "")
    result = pp.certify(pp.load("gadget", text.replace("relation: ~(p & q)\n", "")))
    assert not result and {flip.out for flip in result.flips} == {("c",)}
    assert pp.verify(result)


@pytest.mark.parametrize(
    ("pairs", "fault"),
    [
        ([("TS-F0", "TS-z"), ("; Fx=3", "; Fx=3 z=0 F0=1")], "TI, M out: possible, but not declared"),
        ([("Fn-KC", "Fn-z"), ("; Fx=3", "; Fx=3 z=0 KC=1")], "with v out, M turns although it is held"),
        ([("F1-SF", "F1-z"), ("SF=3", "SF=2 z=0")], "SO, v out: possible, but not declared"),
        ([("ML=1", "ML=0")], "with SI out, M turns although it is held"),
        ([("Lk=1", "Lk=0")], "with TO out, v turns although it is held"),
        ([("held: v = TO\n", "")], "TO out: v cannot turn out"),
    ],
)
def test_a_universal_quantifier_needs_all_its_parts(pairs: list[tuple[str, str]], fault: str) -> None:
    """Each of its edges that holds something: without it, something changes that must not."""
    result = pp.certify(changed("forall", *pairs))
    assert not result and fault in str(result)
    assert pp.verify(result)


def test_two_ports_that_one_move_turns() -> None:
    """A car between them leaves one place and takes the other; and what is remembered is a place, too."""
    text = "name: seesaw\nsystem: rush_hour\nports: a=a1:X b=c1:X\nrelation: a ^ b\nboard:\n  XX."
    result = pp.certify(pp.load("gadget", text))
    assert result.faults == (
        "with a out, a and b turn in one move, as in XX.",
        "with b out, a and b turn in one move, as in .XX",
    )
    assert pp.verify(result)
    held = text.replace("b=c1:X", "").replace("relation: a ^ b", "memory: b=d1:.\nrelation: a -> b\nheld: b = ~a")
    result = pp.certify(pp.load("gadget", held.replace("XX.", "XX..")))
    assert result.faults == (
        "with nothing out, b turns although it is held, as in ..XX",
        "with b out, b turns although it is held, as in .XX.",
    )
    assert pp.verify(result)


def test_a_board_without_configurations() -> None:
    result = pp.certify(changed("wire", ("b=0", "b=0 0=5")))
    assert not result and result.configurations == 0
    assert "a out: declared, but impossible" in str(result)
    assert pp.verify(result)


# one symbol changed -------------------------------------------------------------------------------------------------


def mutants(name: str, number: int) -> list[str]:
    """The gadget with one symbol of its board changed into another one that boards have."""
    rng = random.Random(name)
    head, _, board = shipped()[name].partition("board:\n")
    letters = sorted({*board, *"0123.#x"} - {"\n", " "})
    found = []
    for _ in range(number):
        where = rng.randrange(len(board))
        if board[where] in " \n":
            continue
        found.append(f"{head}board:\n{board[:where]}{rng.choice(letters)}{board[where + 1 :]}")
    return found


def holds(text: str) -> bool:
    """By the slow reference."""
    found = parts(text)
    if found.system == "sokoban":
        return walks_as_declared(text)
    wanted = declared(found.relation, found.ports)
    if found.system in ("minesweeper", "light_up"):
        counted = completions(text)
        return set(counted) == wanted and set(counted.values()) <= {1}
    return figures(text).exact(wanted, frozen(found.held, found.ports))


FEW = ("forall", "cross_red", "half_b_red", "cross_mixed", "bstar3", "rush_or", "domino_or")
"""Large ones, for the full suite."""
MUTABLE = [name for name in shipped() if name != "rush_or_full" and (name not in FEW or depth(False, True))]


@pytest.mark.parametrize("name", MUTABLE)
def test_a_changed_symbol_is_noticed(name: str) -> None:
    """The certificate of a mutant says what the reference says, whichever that is."""
    for text in mutants(name, 8 if name in FEW else depth(12, 100)):
        try:
            position = pp.load("gadget", text)
        except pp.ParseError:
            continue
        assert bool(pp.certify(position)) == holds(str(position)), text


def test_mutants_are_of_both_kinds() -> None:
    """Most are noticed; some changes do no harm, such as another filler."""
    found = []
    for name in ("cross", "half_a", "domino_or", "lamp_or", "mine_split", "rush_and", "box_gate"):
        for text in mutants(name, 20):
            try:
                found.append(bool(pp.certify(pp.load("gadget", text))))
            except pp.ParseError:
                continue
    assert found.count(False) > 20 and found.count(True) > 2
