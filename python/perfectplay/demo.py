"""A tour of real answers: ``python -m perfectplay.demo``.

Every line that begins with ``>>>`` is run as it stands, and what follows is what it returned.
"""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Iterator
from typing import Any

import perfectplay as pp
from perfectplay.cli.output import say


class Wythoff(pp.PlainGame):
    """A queen in the corner: she moves north, west or northwest; who cannot move loses."""

    def moves(self, queen: tuple[int, int]) -> Iterator[tuple[int, int]]:
        row, column = queen
        yield from ((r, column) for r in range(row))
        yield from ((row, c) for c in range(column))
        yield from ((row - k, column - k) for k in range(1, min(row, column) + 1))

    def play(self, queen: tuple[int, int], target: tuple[int, int]) -> tuple[int, int]:
        return target


class Tour:
    """Runs lines of Python and prints each with its result."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"pp": pp, "Wythoff": Wythoff}
        self.known = {entry.key for entry in pp.catalogue()}

    def title(self, text: str) -> None:
        say()
        say((text, "bold"))

    def run(self, *lines: str) -> None:
        for line in lines:
            say((">>> ", "dim"), line)
            try:
                result = eval(line, self.names)
            except SyntaxError:
                exec(line, self.names)
            else:
                say(str(result))


def games(tour: Tour) -> None:
    tour.title("Who wins Domineering on a 5 x 5 board? Left plays upright dominoes, Right flat ones.")
    tour.run(
        'p = pp.load("domineering", ".....|.....|.....|.....|.....")',
        "p.picture()",
        "r = pp.outcome(p)",
        "r.sentence",
        "r.stats",
        "pp.verify(r)",
    )
    tour.title("Konane: a position from which whoever moves first loses, and a proof by playing it out.")
    tour.run('r = pp.outcome(pp.load("konane"))', "r.position.picture()", "r.sentence", "pp.verify(r)")
    tour.title("Cram is Domineering in which both may play either way: positions are worth nim heaps.")
    tour.run(
        'p = pp.load("cram", ".....|.....|.....|.....")',
        "pp.grundy(p)",
        "pp.best(p)",
        "pp.verify(pp.best(p))",
        '[int(pp.grundy(pp.load("kayles", str(n)))) for n in range(1, 25)]',
    )
    tour.title("Tic-tac-toe is a draw; with three in a row forbidden (misère play) it is one as well.")
    tour.run('pp.outcome(pp.load("tic_tac_toe")).sentence', 'pp.outcome(pp.load("tic_tac_toe", misere=True)).sentence')


def puzzles(tour: Tour) -> None:
    tour.title("Peg solitaire on the triangle with fifteen holes: solve it, and count the solutions.")
    tour.run(
        'p = pp.load("peg_solitaire", "@triangle")',
        "p.picture()",
        "r = pp.solve(p)",
        "r",
        "pp.verify(r)",
        "pp.count(p)",
        "r.end.picture()",
    )
    if "sokoban" in tour.known:
        tour.title("Sokoban, with as few pushes as possible.")
        tour.run(
            'p = pp.load("sokoban")',
            "p.picture()",
            'r = pp.solve(p, metric="pushes")',
            "r",
            "r.cost",
            "pp.verify(r)",
        )
    if "sliding_blocks" in tour.known:
        tour.title("Klotski: the big block leaves by the bottom, at best in 81 moves.")
        tour.run(
            'p = pp.load("sliding_blocks", "@klotski")',
            "p.picture()",
            "r = pp.solve(p)",
            "r.cost, r.metric",
            "r.stats",
            "pp.verify(r)",
        )


def own_game(tour: Tour) -> None:
    tour.title("A game of your own, in plain Python, with the same questions:")
    say(inspect.getsource(Wythoff).rstrip())
    tour.run(
        "p = Wythoff().position((9, 6))",
        "pp.outcome(p).sentence",
        "pp.grundy(p)",
        "pp.best(p)",
        "pp.verify(pp.best(p))",
        '[(a, b) for a in range(14) for b in range(a, 14) if pp.outcome(Wythoff().position((a, b))) == "P"]',
    )


def main() -> int:
    started = time.perf_counter()
    tour = Tour()
    say((f"perfectplay {pp.__version__}", "bold"), f": {len(tour.known)} systems; all that follows is computed now.")
    games(tour)
    puzzles(tour)
    own_game(tour)
    tour.title(f"That took {time.perf_counter() - started:.1f} s. What next:")
    for command, what in (
        ("perfectplay list", "the games and puzzles"),
        ("perfectplay show konane", "rules, options and samples of one"),
        ("perfectplay play domineering", "play against perfect play"),
        ('perfectplay outcome domineering "....|....|...." --json | perfectplay verify -', "answer, and proof"),
    ):
        say((f"  {command}", "bold"), (f"   {what}", "dim"))
    return 0


if __name__ == "__main__":
    from perfectplay.cli.guard import guarded

    sys.exit(guarded(main))
