"""The blocks of Rush Hour do what their gates say, and whole circuits have the answer of their boards."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

import perfectplay as pp
from perfectplay import Position
from perfectplay.families.gates import OPPOSITE, SIDES, Gate, allowed
from perfectplay.reductions.rush_hour import KINDS, Pieces, arrangements, block, drawing, port_cell, rush_hour

pytestmark = pytest.mark.about("rush_hour_logic")

GATES = [
    Gate("we", "wire"),
    Gate("ns", "wire"),
    Gate("sw", "wire"),
    Gate("ne", "wire"),
    Gate("wne", "and"),
    Gate("wes", "and"),
    Gate("nes", "and"),
    Gate("new", "or"),
    Gate("nes", "or"),
    Gate("s", "end"),
    Gate("w", "target"),
]


def relation(gate: Gate) -> set[frozenset[str]]:
    """The sets of ports that may be pushed in together, by the definition of the gate."""
    sets = chain.from_iterable(combinations(gate.ports, n) for n in range(len(gate.ports) + 1))
    if gate.kind == "and":
        forbidden = [{gate.ports[0], other} for other in gate.ports[1:]]
    else:
        forbidden = [set(gate.ports)] if gate.kind in ("wire", "or") else []
    return {frozenset(found) for found in sets if not any(few <= set(found) for few in forbidden)}


@pytest.mark.parametrize("gate", GATES, ids=str)
def test_conditions_of_moves_are_those_of_the_relation(gate: Gate) -> None:
    for inside in relation(gate):
        for port in set(gate.ports) - inside:
            assert allowed(gate, port, set(inside)) == (inside | {port} in relation(gate))


@pytest.mark.parametrize("gate", GATES, ids=str)
def test_a_block_does_what_its_gate_says(gate: Gate) -> None:
    """All inner positions with all pushes, from the drawing on; and within every component of one set of pushes, each
    push that the gate allows is possible somewhere."""
    _, drawn, target = block(gate)
    free = block(gate)[0]
    found: dict[frozenset[str], list[set[Pieces]]] = {}
    todo: list[tuple[frozenset[str], Pieces]] = [(frozenset(), drawn)]
    while todo:
        pushed, pieces = todo.pop()
        if any(pieces in part for part in found.get(pushed, [])):
            continue
        part = set(arrangements(gate, pushed, pieces))
        found.setdefault(pushed, []).append(part)
        possible = set()
        for inner in part:
            taken = set(chain.from_iterable(inner))
            for port in gate.ports:
                if port in pushed:
                    todo.append((pushed - {port}, inner))
                    row, col = port_cell(port)
                    deeper = (row - SIDES[port][0], col - SIDES[port][1])
                    assert deeper not in free or deeper in taken or gate.kind == "end", "a car goes two deep"
                elif port_cell(port) not in taken:
                    possible.add(port)
                    todo.append((pushed | {port}, inner))
            if target is not None and inner[target][-1] == (6, 8):
                assert not pushed, "the target leaves while its car is pushed in"
        assert possible == {port for port in gate.ports if pushed | {port} in relation(gate)} - pushed
    assert set(found) == relation(gate)
    if target is not None:
        assert any(inner[target][-1] == (6, 8) for part in found[frozenset()] for inner in part)


def circuit(rng: random.Random, rows: int, cols: int) -> Position:
    """A random circuit for which there are blocks."""
    while True:
        ports: dict[tuple[int, int], dict[str, bool]] = {(r, c): {} for r in range(rows) for c in range(cols)}
        for (row, col), side in [(place, side) for place in ports for side in "es"]:
            there = (row + SIDES[side][0], col + SIDES[side][1])
            if there in ports and rng.random() < 0.75:
                ports[row, col][side] = rng.random() < 0.5
                ports[there][OPPOSITE[side]] = not ports[row, col][side]
        ends = [place for place, found in ports.items() if found == {"w": True} and place[1] == cols - 1]
        if not ends or any(len(found) > 3 for found in ports.values()):
            continue
        target = rng.choice(ends)
        words = {place: word(rng, found, place == target) for place, found in ports.items()}
        try:
            text = "|".join(" ".join(words[row, col] for col in range(cols)) for row in range(rows))
            return pp.load("rush_hour_logic", text)
        except pp.ParseError:
            continue  # more is pushed in than a gate takes


def word(rng: random.Random, ports: dict[str, bool], target: bool) -> str:
    letters = {port: port.upper() if ports[port] else port for port in sorted(ports, key="nesw".index)}
    if len(ports) == 3 and rng.random() < 0.5:
        closed = next(side for side in "nesw" if side not in ports)
        first = rng.choice([port for port in letters if port != OPPOSITE[closed]])
        return f"{letters.pop(first)}:{''.join(letters.values())}"
    return ("".join(letters.values()) or ".") + ("!" if target else "")


@pytest.mark.parametrize("seed", range(30))
def test_a_circuit_and_its_board_have_the_same_answer(seed: int) -> None:
    rng = random.Random(seed)
    logic = circuit(rng, 2, rng.choice((2, 3)))
    board = rush_hour(logic)
    assert (pp.solve(logic).answer is None) == (pp.solve(board).answer is None)


def test_circuits_without_a_solution_have_boards_without_one() -> None:
    refused = 0
    rng = random.Random(5)
    for _ in range(400):
        logic = circuit(rng, 2, 3)
        if pp.solve(logic).answer is None:
            refused += 1
            assert pp.solve(rush_hour(logic)).answer is None
    assert refused > 2


def test_there_is_a_drawing_for_every_kind() -> None:
    assert [drawing(kind)[0] for kind in KINDS] == ["we", "ws", "wne", "new", "w", "w"]
    assert all([len(row) for row in drawing(kind)[1]] == [9] * 9 for kind in KINDS)
    with pytest.raises(pp.NotApplicable, match="no block"):
        block(Gate("nwe", "and"))
    with pytest.raises(pp.NotApplicable, match="last column"):
        rush_hour(pp.load("rush_hour_logic", "E! w"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("E w", "0 targets"),
        ("e W! .|e w!", "row"),
        ("E W!", "one of two"),
        ("e .", "leads nowhere"),
        ("x W!", "unexpected"),
        ("ee W!", "unexpected"),
        ("E Wew W!", "unexpected"),
        ("e WE w!", "too many"),
    ],
)
def test_wrong_circuits_are_refused(text: str, what: str) -> None:
    with pytest.raises(pp.ParseError, match=what):
        pp.load("rush_hour_logic", text)
