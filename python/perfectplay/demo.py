"""A tour of real answers: ``make demo``, or ``python -m perfectplay.demo``.

Every line that begins with >>> is executed as it stands; no output shown here is stored anywhere.
"""

from __future__ import annotations

import time

import perfectplay as pp
from perfectplay.cli import entry

TOUR = """
# Who wins Domineering on a 6 x 6 board, and how? Left places vertical dominoes, Right horizontal ones.
board = pp.load("domineering", "|".join(["......"] * 6))
pp.outcome(board).sentence
pp.best(board, pp.LEFT)

# An answer comes with a witness. On a smaller board the winner's strategy is followed against every reply.
pp.verify(pp.outcome(pp.load("domineering", "....|....|....")))

# Cram is the same game when either player may use any domino: impartial, so every position is a nim heap.
pp.grundy(pp.load("cram", ".....|.....|.....|.....|....."))

# What is a position worth? A canonical form, its mean and how hot it is; {2|-1/2} means that Left can move to 2.
board = pp.load("domineering", "...|...")
pp.value(board)
pp.thermograph(board)

# Values add up, so different games can be played side by side. Left needs the Clobber stones to win this sum.
both = pp.load("domineering", "....|....") + pp.load("clobber", "xxo")
[(str(part), str(pp.value(part)), str(pp.outcome(part))) for part in both.state]
pp.outcome(both).sentence
move = pp.best(both, pp.LEFT)
print(move, "-", move.details["why"])

# Your own game takes a few lines of Python. Here: take 1, 3 or 4 counters.
class Counters(pp.PlainGame):
    def moves(self, n):
        return [k for k in (1, 3, 4) if k <= n]
    def play(self, n, k):
        return n - k
.
[int(pp.grundy(Counters().position(n))) for n in range(15)]
pp.best(Counters().position(100))

# Klotski: what is "shortest"? Any motion of one piece, straight slides, or single steps.
klotski = pp.load("sliding_blocks", "@klotski")
print(klotski.picture().text())
[pp.solve(klotski, metric=metric).cost for metric in ("moves", "slides", "steps")]

# Sokoban, fewest pushes; small letters walk, capitals push. The line is replayed by independent code.
sokoban = pp.load("sokoban", "@nine")
print(sokoban.picture().text())
pp.solve(sokoban)
pp.verify(pp.solve(sokoban))

# Rush Hour: the hardest 6 x 6 board without walls, and how many positions it has.
jam = pp.load("rush_hour", "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo")
pp.solve(jam).cost
pp.cluster(jam)

# A cube, solved in two phases: a short solution at once. How many arrangements can its turns make?
cube = pp.load("rubik", "R U2 F' L D B2 U' R2 F D2 L' B U F2 R' D L2 U' B R2")
pp.solve(cube, method="two phase")
pp.order(cube)

# Sam Loyd's challenge of 1880 cannot be met, and a theorem says why.
loyd = pp.solve(pp.load("fifteen", "@loyd"))
print(loyd, "-", loyd.reason)

# Peg solitaire on the triangle: one of its shortest solutions, and how many there are.
triangle = pp.load("peg_solitaire", "@triangle")
pp.solve(triangle, metric="moves")
pp.count(triangle)

# Cops and robbers on a dodecahedron: how many cops does it take? And Bridg-it, which the first player wins by pairs.
pp.cop_number(pp.load("cops_and_robbers", pp.graphs.dodecahedron()))
bridgit = pp.outcome(pp.load("bridgit", "3"))
bridgit.witness["certificate"]["short"]
pp.verify(bridgit)

# Why are such puzzles hard? Signals in Constraint Logic are edges; this crossing of two is certified by machine.
pp.certify(pp.load("gadget", "@cross"))
pp.solve(pp.load("qbf", "forall a b; exists c; (~a | c) & (~b | c) & (a | b | ~c)"))
pp.atlas("rush_hour")

# Every question takes limits, and says how far it got.
try:
    pp.outcome(pp.load("domineering", "|".join(["." * 11] * 11)), limits=pp.Limits(time=0.5))
except pp.LimitReached as error:
    print(error)
.
"""

NEXT = """
What next:
  .venv/bin/perfectplay list                     the catalogue
  .venv/bin/perfectplay play tic_tac_toe         play against a perfect opponent
  .venv/bin/perfectplay solve sokoban @nine      the same questions on the command line
  docs/guide/your-own-game.md                    a new game in ten lines
  docs/guide/values.md                           values in an afternoon
"""


def blocks() -> list[str]:
    """The statements of the tour; a line with a dot ends a statement of several lines."""
    found: list[str] = []
    several: list[str] = []
    for line in TOUR.strip().split("\n"):
        if line == ".":
            found.append("\n".join(several))
            several = []
        elif several or line.startswith(("class ", "try:")):
            several.append(line)
        else:
            found.append(line)
    return found


def main() -> int:
    names: dict[str, object] = {"pp": pp}
    started = time.perf_counter()
    for block in blocks():
        if not block or block.startswith("#"):
            print(block)
            continue
        print(">>> " + block.replace("\n", "\n... "))
        try:
            code = compile(block, "<demo>", "eval")
        except SyntaxError:
            exec(compile(block, "<demo>", "exec"), names)
        else:
            answer = eval(code, names)
            if answer is not None:
                print(repr(answer))
    print(f"\n{time.perf_counter() - started:.1f} s for everything above.")
    print(NEXT)
    return 0


if __name__ == "__main__":
    entry(main)
