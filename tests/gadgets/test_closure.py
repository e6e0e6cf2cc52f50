"""Smallest gadgets: the closure of port relations against its definition, and what is known about its size."""

from __future__ import annotations

import random

import pytest
from tests.reference.gadgets import figures
from tests.tiers import depth

import perfectplay as pp
from perfectplay.gadgets.closure import Class, Closure, images, reflected, rotated
from perfectplay.gadgets.files import shipped

pytestmark = pytest.mark.about("gadget")


def closed(width: int) -> Closure:
    closure = Closure(width)
    for _ in closure.levels(set()):
        pass
    return closure


def permuted(relation: int, order: list[int]) -> int:
    """Port p becomes port order[p], state by state."""
    found = 0
    for state in range(1 << len(order)):
        if relation >> state & 1:
            found |= 1 << sum(1 << order[port] for port in range(len(order)) if state >> port & 1)
    return found


def test_relations_are_turned_as_their_ports_are() -> None:
    rng = random.Random(1)
    for ports in (1, 2, 3, 4, 5, 6):
        for _ in range(20):
            relation = rng.getrandbits(1 << ports)
            assert rotated(relation, ports) == permuted(relation, [(p + 1) % ports for p in range(ports)])
            assert reflected(relation, ports) == permuted(relation, [ports - 1 - p for p in range(ports)])


def written(closure: Closure, made: Class) -> str:
    """As a gadget's text."""
    edges, ends = closure.graph(made)
    names = [f"p{number}" for number in range(len(ends))]
    all_edges = [*edges, *((name, vertex, colour) for name, (vertex, colour) in zip(names, ends, strict=True))]
    board = " ".join(f"{a}-{b}{':2' if colour == 'b' else ''}" for a, b, colour in all_edges)
    minima = " ".join(f"{name}=0" for name in names)
    return f"system: constraint_graph\nports: {' '.join(names)}\nboard:\n  {board}; {minima}"


def test_every_class_has_the_relation_of_its_graph() -> None:
    closure = closed(4)
    rng = random.Random(2)
    for made in rng.sample(closure.classes, 60):
        found = figures(written(closure, made))
        states = {sum(1 << int(port[1:]) for port in out) for out in found.states}
        assert made.relation == sum(1 << state for state in states), made


def relations(closure: Closure) -> int:
    """Classes that differ in more than whether they are exact."""
    return len({min(images(made.colours, made.relation)) for made in closure.classes})


def test_no_two_classes_are_alike() -> None:
    closure = closed(4)
    kept = [(*min(images(made.colours, made.relation)), made.exact) for made in closure.classes]
    assert len(set(kept)) == len(kept)


def test_what_is_called_exact_is_exact() -> None:
    """Exactness is followed from stage to stage by the relation alone; the slow reference moves edges."""
    closure = closed(4)
    rng = random.Random(3)
    exact = [made for made in closure.classes if made.exact]
    assert len(exact) < len(closure.classes)
    for made in rng.sample(exact, min(len(exact), depth(40, 400))):
        found = figures(written(closure, made))
        assert found.exact(set(found.states)), made


def test_what_is_not_called_exact_lost_a_flip_at_its_last_stage() -> None:
    """Where all before was exact."""
    closure = closed(5)
    broken = [made for made in closure.classes if not made.exact and closure.classes[made.parent].exact]
    small = [made for made in broken if len(closure.graph(made)[0]) < 14]
    assert len(small) > 5
    for made in small[:20]:
        found = figures(written(closure, made))
        assert not found.exact(set(found.states)), made


def test_the_closure_of_width_five_has_no_crossover() -> None:
    cross = sum(1 << state for state in range(16) if state & 5 != 5 and state & 10 != 10)
    closure = Closure(5)
    wanted = {image for colours in ("bbbb", "rbrb", "rrrr", "rrbb") for image in images(colours, cross)}
    assert not any(closure.levels(wanted))
    assert relations(closure) == 1247


@pytest.mark.full
def test_the_closure_of_width_six() -> None:
    assert relations(closed(6)) == 65_604


VERTICES = {
    "and": 1,
    "or": 1,
    "wire": 2,
    "choice": 3,
    "free_b": 1,
    "free_rr": 2,
    "conv_pair": 4,
    "band": 5,
    "cross": 10,
}
"""Of the smallest gadgets with these relations."""


@pytest.mark.parametrize("name", VERTICES)
def test_smallest_gadgets(name: str) -> None:
    found = pp.certify(pp.load("gadget", f"@{name}"), search=True)
    other = pp.load("gadget", found.smallest).state
    graph = other.position.state.graph
    assert len(graph.vertices) - len(other.ports) == VERTICES[name]
    assert other.relation == found.position.state.relation
    assert pp.certify(pp.load("gadget", found.smallest))
    verdict = pp.verify(found)
    assert verdict.status == "not checked" and "none is smaller" in str(verdict)


@pytest.mark.parametrize(
    ("ports", "relation", "board"),
    [
        ("a b", "a", "a-v:2 b-v:2; a=0 b=0"),  # a port that may not point in
        ("a b", "~(a & b)", "a-v b-v:2; a=0 b=0"),  # one red port
        ("a", "1", "a-v; a=0"),
        ("a b", "a <-> b", "a-v:2 b-v:2; a=0 b=0"),
    ],
)
def test_some_relations_have_no_gadget(ports: str, relation: str, board: str) -> None:
    text = f"name: none\nsystem: constraint_graph\nports: {ports}\nrelation: {relation}\nboard:\n  {board}"
    assert pp.certify(pp.load("gadget", text), search=True).smallest == ""


def test_a_search_wants_a_constraint_graph() -> None:
    with pytest.raises(pp.NotApplicable, match="gadget: a board of rush_hour \\(expected a constraint graph to search"):
        pp.certify(pp.load("gadget", "@rush_and"), search=True)
    heavy = shipped()["wire"].replace("a-0:2", "a-0:3")
    with pytest.raises(pp.NotApplicable, match=r"gadget: port a \(expected one edge of weight 1 or 2\)"):
        pp.certify(pp.load("gadget", heavy), search=True)


def test_a_search_keeps_limits() -> None:
    with pytest.raises(pp.LimitReached):
        pp.certify(pp.load("gadget", "@cross_red"), search=True, limits=pp.Limits(time=0.3))
    with pytest.raises(pp.LimitReached):
        pp.certify(pp.load("gadget", "@cross_red"), search=True, limits=pp.Limits(memory=5 << 20))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("a-1:2", "a-1"), "neither an AND nor an OR"),
        (("~(a & b)", "~a"), "another relation"),
        (("ports: a b c", "ports: a c b"), "other ports"),
        (("0-1", "0-1 0-1"), "neither an AND nor an OR"),
        (("board", "bored"), "cannot be read"),
    ],
)
def test_a_forged_gadget_is_refuted(change: tuple[str, str], fault: str) -> None:
    data = pp.certify(pp.load("gadget", "@choice"), search=True).to_json()
    assert change[0] in data["answer"]["smallest"]
    data["answer"]["smallest"] = data["answer"]["smallest"].replace(*change, 1)
    verdict = pp.verify(data)
    assert verdict.refuted and fault in str(verdict)
