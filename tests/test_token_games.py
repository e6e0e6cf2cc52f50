"""Games of tokens on digraphs: the rules stated a second time, and what depends on the graph."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player

TYPED = ("annihilation", "remove", "hit")
ARCS = ("contrajunctive", "edge_blocking")
OWNED = ("node_blocking", "capture", "target")
GAMES = (*TYPED, *ARCS, *OWNED, "semi_partizan_target")

every_game = pytest.mark.parametrize("key", GAMES)

Met = Callable[[str, str, bool], str | None]
"""What stands on an occupied vertex after a move: of the token that moved, the one that stood there, and whether the
vertex is a target; None if the move is not allowed."""

MEETINGS: dict[str, Met] = {
    "annihilation": lambda moved, stood, target: "",
    "remove": lambda moved, stood, target: stood,
    "hit": lambda moved, stood, target: moved,
    "contrajunctive": lambda moved, stood, target: "",
    "edge_blocking": lambda moved, stood, target: None,
    "node_blocking": lambda moved, stood, target: None,
    "capture": lambda moved, stood, target: None if moved == stood else moved,
    "target": lambda moved, stood, target: None,
    "semi_partizan_target": lambda moved, stood, target: None if target else "",
}

Arc = tuple[str, str, str]
Tokens = dict[str, str]


class Board:
    """A digraph with letters on its arcs, tokens, and targets."""

    def __init__(self, key: str, rng: random.Random) -> None:
        self.key = key
        names = "abcde"[: rng.randint(2, 5)]
        kinds = "---123" if key in TYPED else "--LR" if key in ARCS else "-"
        letters = "@@123" if key in TYPED else "@" if key in ARCS else "xo"
        arcs = {(rng.choice(names), rng.choice(names), rng.choice(kinds)) for _ in range(rng.randint(1, 9))}
        self.arcs: list[Arc] = sorted(arcs)
        self.names = names
        self.tokens: Tokens = {name: rng.choice(letters) for name in names if rng.random() < 0.6}
        self.targets: dict[str, str] = {}
        if key.endswith("target"):
            self.targets = {name: rng.choice("lrb") for name in names if rng.random() < 0.4}

    def text(self, tokens: Tokens) -> str:
        copies: dict[str, int] = {}
        arcs, given = [], []
        for tail, head, kind in self.arcs:
            name = f"{tail}>{head}"
            copies[name] = copies.get(name, 0) + 1
            arcs.append(name)
            if kind != "-":
                given.append(f"{name}{f'#{copies[name]}' if copies[name] > 1 else ''}={kind}")
        for name in self.names:
            token, target = tokens.get(name, "."), self.targets.get(name, "")
            letter = (
                {"x": "XYZ", "o": "OPQ"}[token]["lrb".index(target)] if target and token != "." else target or token
            )
            given.append(f"{name}={letter}")
        return f"{' '.join(self.names)} {' '.join(arcs)}; {' '.join(given)}"

    def moves(self, tokens: Tokens, player: Player) -> Iterator[tuple[str, str, Tokens]]:
        for tail, head, kind in self.arcs:
            token = tokens.get(tail)
            if token is None:
                continue
            if self.key in TYPED and token != "@" and kind not in ("-", token):
                continue
            if self.key in ARCS and kind == ("R" if player is LEFT else "L"):
                continue
            if self.key in OWNED and token != ("x" if player is LEFT else "o"):
                continue
            rest = {vertex: each for vertex, each in tokens.items() if vertex != tail}
            stays: str | None = token
            if head in rest:
                stays = MEETINGS[self.key](token, rest[head], head in self.targets)
            if stays is None:
                continue
            yield tail, head, {**{v: t for v, t in rest.items() if v != head}, **({head: stays} if stays else {})}

    def winner(self, tokens: Tokens) -> set[Player]:
        owners = {"x": (LEFT, "lb"), "o": (RIGHT, "rb")}
        return {owners[t][0] for v, t in tokens.items() if t in owners and self.targets.get(v, "-") in owners[t][1]}


@every_game
def test_the_rules_stated_again(key: str) -> None:
    rng = random.Random(key)
    moved = 0
    for _ in range(depth(120, 1500)):
        board = Board(key, rng)
        if len(board.winner(board.tokens)) > 1:
            with pytest.raises(pp.ParseError, match="tokens of both players on targets of theirs"):
                pp.load(key, board.text(board.tokens))
            continue
        position = pp.load(key, board.text(board.tokens))
        won = next(iter(board.winner(board.tokens)), None)
        assert position.winner is won
        for player in Player:
            found = {(f"{tail}-{head}", board.text(after)) for tail, head, after in board.moves(board.tokens, player)}
            expected = {(name, str(pp.load(key, text))) for name, text in found} if won is None else set()
            legal = position.moves(player)
            assert {(move.text, str(move.after)) for move in legal} == expected, str(position)
            assert len(legal) == len(expected)
            moved += len(legal)
    assert moved > 60


@every_game
def test_cycles_of_the_graph_make_positions_repeat(key: str) -> None:
    letter = "@" if key in TYPED + ARCS else "x"
    for graph, loopy in (
        (f"a>b b>c a>c; a={letter}", False),
        (f"a>b b>c c>a; a={letter}", True),
        (f"a-b; a={letter}", True),
        (f"a>a; a={letter}", True),
        (f"a b; a={letter}", False),
    ):
        assert pp.load(key, graph).system.loopy is loopy
        assert pp.load(key, graph, loopy=True).system.loopy is True
        assert pp.load(key, graph, loopy=False).system.loopy is loopy


@pytest.mark.parametrize("key", [key for key in GAMES if "target" not in key])
def test_a_refusal_names_the_cycle(key: str) -> None:
    letter = "@" if key in TYPED + ARCS else "x"
    with pytest.raises(pp.NotApplicable, match="here positions repeat: b > c > d > b"):
        pp.temperature(pp.load(key, f"a>b b>c c>d d>b; a={letter}"))
    ring = " ".join(f"v{n}>v{(n + 1) % 40}" for n in range(40))
    with pytest.raises(pp.NotApplicable, match=r"here positions repeat: .* > … > v"):
        pp.temperature(pp.load(key, f"{ring}; v0={letter}"))


@pytest.mark.parametrize("key", TYPED)
def test_parallel_arcs_are_open_to_several_types(key: str) -> None:
    board = "a>b a>b b>c; a>b=1 a>b#2=2 a={}"
    assert [len(pp.load(key, board.format(token)).moves()) for token in "@123"] == [1, 1, 1, 0]


def test_one_type_removes_as_it_hits() -> None:
    rng = random.Random(1)
    for _ in range(depth(30, 300)):
        board = Board("remove", rng)
        text = board.text(dict.fromkeys(board.tokens, "@"))
        assert pp.outcome(pp.load("remove", text)) == pp.outcome(pp.load("hit", text))


def test_a_target_without_targets_is_node_blocking() -> None:
    rng = random.Random(2)
    for _ in range(depth(30, 300)):
        board = Board("node_blocking", rng)
        text = board.text(board.tokens)
        assert pp.outcome(pp.load("target", text)) == pp.outcome(pp.load("node_blocking", text))
