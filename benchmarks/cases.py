"""What is measured: each case with the answer that is expected and the target where there is one.

``run.py`` starts this file once for every measurement, in a process of its own, so that memory belongs to one case and
no table is warm:

    python cases.py --list          every case, as JSON
    python cases.py NAME            one measurement, as JSON

The clock runs from the text of the instance to the answer: parsing, building the kernel, the search, and finding the
line again by the plain rules. Starting Python and importing the package are not counted; nor is what a case says it
prepares (reading files, loading tables). ``core`` is the part spent in native code, as the result itself reports it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from makers.circuits import circuit, free_edges

import perfectplay as pp
from perfectplay._native import Kernel, Tiles
from perfectplay.families.tiles import HARDEST
from perfectplay.generators.rush_hour import every_board
from perfectplay.limits import control_now
from perfectplay.method import certified as certificate_of
from perfectplay.values.universe import current

FACTS = Path(__file__).resolve().parents[1] / "tests" / "tables" / "facts"
"""Known results."""


class Missing(Exception):
    """Something that a case needs is not on this machine."""


@dataclass(frozen=True)
class Setting:
    """What a case is given."""

    limits: pp.Limits
    facts: Path


@dataclass
class Found:
    """What a case found, and what that cost in the core."""

    answer: str
    positions: int = 0
    core: float = 0.0
    tables: int = 0
    note: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    """Further measures that targets may name."""


@dataclass(frozen=True)
class Target:
    """``measure`` must be below ``bound`` (at least ``bound`` for a rate). Seconds, bytes, or positions per second."""

    measure: str
    bound: float


@dataclass(frozen=True)
class Case:
    name: str
    group: str
    title: str
    run: Callable[[Setting, Any], Found]
    expected: str
    targets: tuple[Target, ...] = ()
    prepare: Callable[[Setting], Any] = lambda setting: None
    quick: bool = True
    """Is it part of the quick run?"""
    named: bool = False
    """Does it run only if it is named?"""
    beside: str = ""
    """A printed figure of another system for the same question."""


def of(result: pp.Result[Any], answer: str, note: str = "", **figures: float) -> Found:
    stats = result.stats
    return Found(answer, stats.positions, stats.seconds, stats.memory, note, figures)


def total(results: Iterable[pp.Result[Any]], answer: str, note: str = "") -> Found:
    """Several questions as one case: sums, and the median and the largest time in the core."""
    stats = [result.stats for result in results]
    seconds = [each.seconds for each in stats]
    median, slowest = statistics.median(seconds), max(seconds)
    return Found(
        answer,
        sum(each.positions for each in stats),
        sum(seconds),
        max(each.memory for each in stats),
        f"core: median {1000 * median:.1f} ms, slowest {1000 * slowest:.0f} ms{'; ' if note else ''}{note}",
        {"median": median},
    )


# starting up ----------------------------------------------------------------------------------------------------------

BEGINNING = """
import json, time
begin = time.process_time()
import perfectplay as pp
ready = time.process_time()
position = pp.load("nim", "3 5 7")
loaded = time.process_time()
found = pp.outcome(position)
done = time.process_time()
print(json.dumps([ready - begin, loaded - ready, done - loaded - found.stats.seconds, str(found)]))
"""
TIMES = 15
MANY = 10_000


def started(*words: str) -> str:
    """What another Python says, which finds its modules compiled, as they are once they have been used."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "perfectplay-bytecode")
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, check=True, text=True, env=environment).stdout


def first_question(part: int, setting: Setting, _: None) -> Found:
    """The least CPU time of several programs: of the import, of the first position, or of the first question, without
    its search."""
    rows = [json.loads(started("-c", BEGINNING)) for _ in range(1 + TIMES)][1:]
    return Found(rows[0][3], figures={"cpu": min(row[part] for row in rows)})


def command(setting: Setting, _: None) -> Found:
    """The quickest of several runs of the command line, from its start to its end."""
    seconds, said = [], ""
    for _ in range(TIMES):
        begin = time.perf_counter()
        said = started("-m", "perfectplay", "outcome", "nim", "3 5 7", "--quiet")
        seconds.append(time.perf_counter() - begin)
    return Found(said.strip(), figures={"quickest": min(seconds)})


def tiny(question: str, setting: Setting, _: None) -> Found:
    """One question after another about a position that is there already: the time of each."""
    ask, position = getattr(pp, question), pp.load("nim", "3 5 7")
    begin = time.perf_counter()
    for _ in range(MANY):
        found = ask(position)
    return Found(str(found), figures={"each": (time.perf_counter() - begin) / MANY})


# games ----------------------------------------------------------------------------------------------------------------


def rectangle(rows: int, cols: int) -> str:
    return "|".join(["." * cols] * rows)


def chequered(rows: int, cols: int) -> str:
    return "|".join(("xo" * cols)[row % 2 :][:cols] for row in range(rows))


def outcome(key: str, text: str | None, method: str | None, setting: Setting, _: None) -> Found:
    result = pp.outcome(pp.load(key, text), method=method, limits=setting.limits)
    return of(result, str(result), f"method {result.method}" if method else "")


def digraph(vertices: int, heads: int, acyclic: bool) -> str:
    """So many arcs out of each vertex but the last ten, and a token on every other one; perhaps only arcs to later
    vertices."""
    rng = random.Random(vertices + heads)
    drawn = [(tail, head) for tail in range(vertices - 10) for head in sorted(rng.sample(range(vertices), heads))]
    arcs = " ".join(f"v{tail}>v{head}" for tail, head in drawn if tail < head or not acyclic)
    names = " ".join(f"v{n}" for n in range(vertices))
    return f"{names} {arcs}; {' '.join(f'v{n}=@' for n in range(0, vertices, 2))}"


class Blocking(pp.RewriteGame):
    """Tokens x of Left and o of Right on a strip step one or three cells forward, onto free cells, and back along two
    arcs; a player who cannot move loses."""

    cells = ".xo"
    sample = "xo.."
    loopy = True

    def moves(self, board: Any) -> Iterable[Any]:
        cells = list(board.cells)
        arcs = [(a, a + step) for step in (1, 3) for a in range(len(cells) - step)]
        for a, b in [*arcs, (8, 1), (15, 5)]:
            for player, token in ((pp.LEFT, "x"), (pp.RIGHT, "o")):
                yield player, {cells[a]: f"{token}.", cells[b]: f".{token}"}


def blocking(cells: int, tokens: int, setting: Setting, _: None) -> Found:
    start = Blocking().load(("xo" * tokens).ljust(cells, "."))
    result = pp.outcome(start, limits=setting.limits)
    each = result.stats.memory / result.stats.positions
    return of(result, str(result), f"{each:.0f} bytes of tables for each position", bytes=each)


def sets_to_hit(variables: int, clauses: int, width: int) -> str:
    """A conjunction of random clauses without negations."""
    rng = random.Random(variables + clauses + width)
    found = (rng.sample(range(1, variables + 1), width) for _ in range(clauses))
    return " & ".join(f"({' | '.join(f'x{number}' for number in clause)})" for clause in found)


def nimber(text: str, setting: Setting, _: None) -> Found:
    result = pp.grundy(pp.load("cram", text), method="sums", limits=setting.limits)  # not by a theorem
    return of(result, str(result))


def random_graph(vertices: int, edges: int) -> str:
    """A tree, and edges besides."""
    rng = random.Random(vertices + edges)
    pairs = {(rng.randrange(vertex), vertex) for vertex in range(1, vertices)}
    while len(pairs) < edges:
        a, b = sorted(rng.sample(range(vertices), 2))
        pairs.add((a, b))
    return " ".join(f"{a}-{b}" for a, b in sorted(pairs))


def cop_number(graph: str, setting: Setting, _: None) -> Found:
    result = pp.cop_number(pp.load("cops_and_robbers", graph), limits=setting.limits)
    return of(result, f"{result} cops, capture time {result.witness['capture_time']}")


def chase(graph: str, cops: int, setting: Setting, _: None) -> Found:
    result = pp.outcome(pp.load("cops_and_robbers", graph, cops=cops), limits=setting.limits)
    return of(result, str(result))


def score(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.score(pp.load(key, text), limits=setting.limits)
    return of(result, str(result))


def sweep(size: dict[str, Any], setting: Setting, _: None) -> Found:
    """All positions of Domineering of a size, or of several."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        table = pp.census("domineering", **size, output=Path(folder) / "table.csv", limits=setting.limits)
        core = time.perf_counter() - began
        answer = f"{len(table):,} rows, {table.positions:,} positions"
        return Found(answer, len(table), core, note=f"{len(table.values):,} different values")


# puzzles --------------------------------------------------------------------------------------------------------------

HARDEST_TRAFFIC = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"
"""No 6 x 6 board without walls needs more moves (Fogleman 2018)."""

HARDEST_WITH_WALL = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
"""With a wall 60 moves are needed (Fogleman 2018)."""

TRAFFIC = {"2k": "DoooooDooEEEooAAoooHCCFooHoIFoGGGIBB", "150k": "oooFFoHJCooDHJCAADGGEIKoooEIKoBBoooo"}
"""Made by ``find_boards.py``. Sizes recounted by a plain search over tuples of places."""


CLUSTERS: dict[str, tuple[str, str, tuple[Target, ...]]] = {
    "51": (HARDEST_TRAFFIC, "4,780 positions, the hardest 51 moves away", ()),
    "60": (HARDEST_WITH_WALL, "2,332 positions, the hardest 60 moves away", ()),
    "8k": ("JBBCCCJDDDoMAAKooMooKoEEoxGGLxIIooLo", "7,867 positions, the hardest 24 moves away", ()),
    "2k": (TRAFFIC["2k"], "2,000 positions, the hardest 3 moves away", (Target("core", 0.0005),)),
    "150k": (TRAFFIC["150k"], "151,142 positions, the hardest 10 moves away", (Target("core", 0.1),)),
}


def shortest(key: str, text: str, metric: str | None, setting: Setting, _: None) -> Found:
    result = pp.solve(pp.load(key, text), metric=metric, limits=setting.limits)
    if result.answer is None:
        return of(result, "no solution")
    return of(result, f"{result.answer.cost} {result.answer.metric}")


def reach(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.reachable(pp.load(key, text), limits=setting.limits)
    found = result.answer
    answer = f"{found.positions:,} positions, eccentricity {found.eccentricity}"
    if found.representatives != found.positions:
        answer = f"{found.positions:,} positions, {found.representatives:,} representatives"
    return of(result, answer)


def cluster(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.cluster(pp.load(key, text), limits=setting.limits)
    found = result.answer
    return of(result, f"{found.positions:,} positions, the hardest {found.most} {found.metric} away")


def boards(size: int, setting: Setting, _: None) -> Found:
    """Every board on which nothing can move back."""
    began = time.perf_counter()
    number = sum(1 for _ in every_board(size))
    return Found(f"{number:,} boards", number, time.perf_counter() - began)


def number_of_solutions(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.count(pp.load(key, text), limits=setting.limits)
    return of(result, f"{int(result):,} solutions")


def facts(setting: Setting, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    file = setting.facts / "puzzles.json"
    rows = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    found = [row for row in rows if wanted(row)]
    if not found:
        raise Missing(f"no such rows in {file.name} (--facts names another folder)")
    return found


def microban(setting: Setting) -> list[dict[str, Any]]:
    """The levels are Skinner's, so that they are no part of the project; a folder of one's own may hold them."""
    return facts(setting, lambda row: row["puzzle"] == "sokoban" and row.get("name", "").startswith("microban"))


def push_all(setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results, wrong = [], []
    for row in rows:
        metric = "moves" if "player moves" in row["question"] else "pushes"
        result = pp.solve(pp.load("sokoban", row["instance"]), metric=metric, limits=setting.limits)
        results.append(result)
        if result.answer is None or result.answer.cost != row["expected"]:
            wrong.append(row["name"])
    answer = f"wrong: {', '.join(wrong)}" if wrong else "all as published"
    return total(results, answer, f"{len(rows)} levels")


# the Fifteen Puzzle ---------------------------------------------------------------------------------------------------


LARGE = "large pattern databases"


def build_tables(large: bool, setting: Setting, _: None) -> Found:
    asked = (setting.limits.time, None, None, None, None)
    goal = [*range(1, 16), 0]
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        tiles = Tiles(4, 4, goal, large, Path(folder), asked)
        seconds = time.perf_counter() - begin
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        line, _stats = tiles.solve([*range(1, 15), 0, 15], asked)
    return Found(
        f"ready, solves in {len(line or [])}", core=seconds, tables=size, note="written to an empty cache folder"
    )


def korf(method: str | None, setting: Setting) -> list[dict[str, Any]]:
    rows = facts(setting, lambda row: str(row.get("name", "")).startswith("Korf"))
    easy = pp.load("fifteen", "1 0 2 3|4 5 6 7|8 9 10 11|12 13 14 15", blank="first")
    pp.solve(easy, method=method, limits=setting.limits)
    return rows


def solve_korf(method: str | None, setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results, wrong = [], []
    for row in rows:
        position = pp.load("fifteen", row["instance"], blank="first")
        result = pp.solve(position, method=method, limits=setting.limits)
        results.append(result)
        if result.answer is None or result.answer.cost != row["expected"]:
            wrong.append(row["name"])
    answer = f"wrong: {', '.join(wrong)}" if wrong else "all as published"
    return total(results, answer, f"{len(rows)} instances")


def shuffled(side: int, wanted: int, setting: Setting) -> list[str]:
    """So many solvable arrangements from a fixed seed; the tables are made ready."""
    rng = random.Random(side * side - 1)
    texts: list[str] = []
    while len(texts) < wanted:
        numbers = list(range(side * side))
        rng.shuffle(numbers)
        if Tiles.solvable(side, side, numbers, [*range(1, side * side), 0]):
            texts.append(" ".join(map(str, numbers)))
    pp.solve(pp.load("fifteen", "1 2 3 4|5 6 7 8|9 10 11 12|13 14 0 15"), limits=setting.limits)
    return texts


def solve_hardest(setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results = [pp.solve(pp.load("fifteen", text), method=LARGE, limits=setting.limits) for text in HARDEST]
    lengths = {result.answer.cost for result in results if result.answer is not None}
    return total(results, f"{len(results)} positions, {', '.join(map(str, lengths))} moves")


def beams(setting: Setting, texts: list[str]) -> Found:
    results = [pp.solve(pp.load("fifteen", text), method="tile beam", limits=setting.limits) for text in texts]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    return total(results, f"{len(lengths)} solved", f"mean {statistics.mean(lengths):.2f} moves")


def solve_shuffled(setting: Setting, texts: list[str]) -> Found:
    results = [pp.solve(pp.load("fifteen", text), limits=setting.limits) for text in texts]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    answer = f"{len(lengths)} solved in {sum(lengths):,} moves"
    return total(results, answer, f"mean {statistics.mean(lengths):.2f} moves (all positions: 52.59)")


# permutations ---------------------------------------------------------------------------------------------------------


def cubes(number: int, turns: int) -> Callable[[Setting], list[pp.Position]]:
    """Scrambled cubes from a fixed seed; the small tables are made ready."""

    def prepare(setting: Setting) -> list[pp.Position]:
        rng = random.Random(f"cubes {number} {turns}")
        pp.solve(pp.load("rubik", "R U"), method="two phase")
        return [
            pp.load("rubik", "".join(rng.choice("URFDLB") + rng.choice("123") for _ in range(turns)))
            for _ in range(number)
        ]

    return prepare


def two_phases(setting: Setting, positions: list[pp.Position]) -> Found:
    results = [pp.solve(position, method="two phase", limits=setting.limits) for position in positions]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    mean = statistics.mean(lengths)
    answer = f"{len(lengths)} solved" if mean <= 20.5 else f"{mean:.2f} moves on average, more than 20.5"
    return total(results, answer, f"mean {mean:.2f}, most {max(lengths)} moves")


FOURTEEN = "R U2 F' L B2 D R F2 U' B L2 D' F R2"
"""A cube that needs so many moves: enough to ask for the table."""


def build_cube_tables(setting: Setting, _: None) -> Found:
    result = pp.solve(pp.load("rubik", FOURTEEN), limits=setting.limits)
    return total([result], f"ready, solves in {result.answer.cost} moves" if result.answer else "no solution")


def published_cubes(setting: Setting) -> list[dict[str, Any]]:
    pp.solve(pp.load("rubik", FOURTEEN), limits=setting.limits)
    return facts(setting, lambda row: row["puzzle"] == "rubik 3x3x3" and row["expected"] == 17)


def solve_cubes(setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results = [pp.solve(pp.load("rubik", row["instance"]), limits=setting.limits) for row in rows]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    same = lengths == [row["expected"] for row in rows]
    return total(results, "all as published" if same else f"wrong: {lengths}", f"{len(rows)} cubes")


def pocket(setting: Setting, _: None) -> Found:
    found = [pp.reachable(pp.load("rubik", "()", size=2, half_turns=half)) for half in (True, False)]
    far = " and ".join(str(result.answer.eccentricity) for result in found)
    return total(found, f"{found[0].answer.positions:,} positions, farthest {far}")


def orders(setting: Setting, positions: list[pp.Position]) -> Found:
    results = [pp.order(position, limits=setting.limits) for position in positions]
    return total(results, ", ".join(f"{int(result):.4e}" for result in results))


def group_puzzles(setting: Setting) -> list[pp.Position]:
    return [pp.load("rubik", "()", size=size) for size in (3, 4, 5)] + [pp.load("permutation_puzzle", "@megaminx")]


# throughput -----------------------------------------------------------------------------------------------------------

PEGS = {
    "10m": "  .oo  |  .oo  |ooo.ooo|o.oO..o|o.ooooo|  ooo  |  ooo  ",
    "18m": "  .oo  |  .oo  |ooo.ooo|o.oxooo|o.ooooo|  ooo  |  ooo  ",
    "42m": "oooooo|oooooo|oo.ooo|oooooo|oooooo",
}
"""English boards in the middle of a play, and a full 5 x 6 board with one hole. Recounted by a plain C program."""


def breadth_first(text: str, setting: Setting, _: None) -> Found:
    """In a search that ends by itself every position is new exactly once; symmetry and splitting are off."""
    position = pp.load("peg_solitaire", text)
    system, state = position.system, position.state
    spec: dict[str, Any] = system.spec(state.layout, state.cells)  # type: ignore[attr-defined]
    kernel = Kernel.masks(**(spec | {"symmetries": []}), plain=True)
    code = kernel.encode([state.layout.symbols.index(symbol) for symbol in state.cells])
    (new, every, _layers, _solved, _far), stats = kernel.reachable(
        code, 1, (setting.limits.time, setting.limits.memory, None, None, None)
    )
    if new != every:
        return Found(f"only {new:,} of {every:,} positions were searched")
    return Found(f"{new:,} new positions", new, stats[1], stats[2], f"{kernel.bits} bits a position")


# rules in Python ------------------------------------------------------------------------------------------------------


class Chomp(pp.PlainGame):
    """A bite into a bar of chocolate takes a square and all below and to the right; nobody may take the corner."""

    def moves(self, rows: tuple[int, ...]) -> list[tuple[int, int]]:  # type: ignore[override]
        return [(row, col) for row, length in enumerate(rows) for col in range(length) if row + col]

    def play(self, rows: tuple[int, ...], bite: tuple[int, int]) -> tuple[int, ...]:
        row, col = bite
        return rows[:row] + tuple(min(length, col) for length in rows[row:])


BAR = (8,) * 7


def chomp_by_hand(setting: Setting) -> tuple[int, float]:
    """The same question without the library: the definition and a dictionary. The nimber, and seconds."""
    game, known = Chomp(), dict[tuple[int, ...], int]()
    begin = time.perf_counter()

    def mex(rows: tuple[int, ...]) -> int:
        if rows not in known:
            options = {mex(game.play(rows, bite)) for bite in game.moves(rows)}
            known[rows] = next(n for n in range(len(options) + 1) if n not in options)
        return known[rows]

    return mex(BAR), time.perf_counter() - begin


def chomp_nimber(setting: Setting, by_hand: tuple[int, float]) -> Found:
    nimber, seconds = by_hand
    result = pp.grundy(Chomp().position(BAR), method="mex", limits=setting.limits)
    answer = str(result) if result == nimber else f"{result}, by hand {nimber}"
    return of(
        result, answer, f"{result.stats.seconds / seconds:.1f} times as long as recursion and a dictionary by hand"
    )


def chomp_outcome(setting: Setting, _: None) -> Found:
    result = pp.outcome(Chomp().position(BAR), limits=setting.limits)
    return of(result, str(result))


# all of them ----------------------------------------------------------------------------------------------------------

START, GAMES, CENSUS, PUZZLES, TILES, CUBES, SPEED, PLAIN, HARD = (
    "Starting up",
    "Games",
    "Sweeps, up to symmetry, written to a CSV file",
    "Puzzles",
    "Sliding tiles",
    "Cubes",
    "Breadth-first throughput on 64-bit masks, without symmetry",
    "Rules in plain Python",
    "Constraint logic and gadgets",
)
NIMBERS: list[tuple[int, int, str, tuple[Target, ...], str]] = [
    (4, 6, "0", (Target("wall", 10),), ""),
    (5, 5, "0", (Target("wall", 10),), ""),
    (3, 10, "2", (Target("wall", 1.3),), "1.3 s"),
    (3, 11, "0", (Target("wall", 4),), "4 s"),
    (3, 12, "1", (Target("wall", 19),), "19 s"),
    (4, 7, "3", (Target("wall", 2),), "2 s"),
    (4, 8, "0", (Target("wall", 9),), "9 s"),
    (5, 6, "2", (Target("wall", 7),), "7 s"),
    (5, 7, "1", (Target("wall", 98),), "98 s"),
    (6, 6, "0", (Target("wall", 289),), "289 s"),
]
OUTCOMES: list[tuple[int, str, tuple[Target, ...]]] = [
    (5, "P", ()),
    (6, "N", (Target("wall", 0.5),)),
    (7, "N", (Target("wall", 2),)),
    (8, "N", (Target("wall", 60),)),
]
ANNIHILATION = (
    ("sparse", 2, False, "D"),
    ("dense", 60, False, "D"),
    ("acyclic", 60, True, "N"),
)
"""Name, arcs out of each vertex, without cycles?, outcome."""
LOOPY: list[tuple[int, int, str, tuple[Target, ...], dict[str, bool]]] = [
    (16, 3, "Pv", (), {}),
    (20, 4, "D", (), {"quick": False}),
    (27, 4, "D", (Target("peak", 8e9),), {"quick": False, "named": True}),
]
BOXES: list[tuple[str, str, tuple[Target, ...]]] = [
    ("3x3", "-3", (Target("wall", 10),)),
    ("3x4", "0", ()),
    ("4x4", "0", ()),
]
BLOCKS = {
    "klotski": {"moves": 81, "slides": 90, "steps": 116},
    "dads": {"moves": 59, "slides": 62, "steps": 83},
}
BLOCK_NAMES = {"klotski": "Klotski", "dads": "Dad's Puzzle"}


CHASES = (
    (30, 90, "2 cops, capture time 5"),
    (60, 120, "3 cops, capture time 4"),
    (100, 300, "3 cops, capture time 8"),
)
"""Vertices and edges."""
VERTICES = "NRLRLRNLRRNLNLRNNLNL"
ARCS = "NNLNNRLLRN"
"""Outcomes of random graphs."""
CLAUSES = (
    ("maker_breaker", 20, 4, "R"),
    ("maker_breaker", 20, 5, "L"),
    ("maker_breaker", 24, 4, "R"),
    ("maker_breaker", 24, 5, "L"),
    ("avoid_true", 20, 4, "P"),
    ("seek_true", 20, 4, "P"),
)


# hardness -------------------------------------------------------------------------------------------------------------


def some_order(seed: int, setting: Setting, _: None) -> Found:
    result = pp.solve(pp.load("bounded_ncl", circuit(40, 168, seed)), method="some order", limits=setting.limits)
    return of(result, "solved" if result.solved else "no solution", f"{len(result.position.state.arrows):,} edges")


def load_edges(number: int, setting: Setting, _: None) -> Found:
    rng = random.Random(1)
    ends = ((rng.randrange(number // 2), rng.randrange(number // 2)) for _ in range(number))
    text = " ".join(f"v{a}-v{b}:{rng.choice((1, 2))}" for a, b in ends)
    began = time.perf_counter()
    position = pp.load("constraint_graph", text)
    return Found(f"{len(position.state.arrows):,} edges", figures={"reading": time.perf_counter() - began})


def certified(name: str, setting: Setting, _: None) -> Found:
    result = pp.certify(pp.load("gadget", f"@{name}"), limits=setting.limits)
    return of(result, str(result.answer))


# switching games ------------------------------------------------------------------------------------------------------


def random_switching(vertices: int, edges: int, link: str = "-") -> str:
    rng = random.Random(vertices)
    pairs = " ".join(f"v{rng.randrange(vertices)}{link}v{rng.randrange(vertices)}" for _ in range(edges))
    return f"v0 v1 {pairs}; v0={'S' if link == '>' else 'T'} v1=T"


def hexagons(rows: int, cols: int) -> str:
    """Hex as a game on vertices: Left joins the left side to the right side."""
    edges = [f"s-c{row}_0 c{row}_{cols - 1}-t" for row in range(rows)]
    for row in range(rows):
        for col in range(cols):
            near = ((row, col + 1), (row + 1, col), (row + 1, col - 1))
            edges += [f"c{row}_{col}-c{r}_{c}" for r, c in near if r < rows and 0 <= c < cols]
    return f"s t {' '.join(edges)}; s=T t=T"


def switched(text: str, key: str, setting: Setting, _: None) -> Found:
    """By theorem, with the time of reading and of checking the certificate."""
    began = time.perf_counter()
    position = pp.load(key, text)
    read = time.perf_counter()
    result = pp.outcome(position, limits=setting.limits)
    answered = time.perf_counter()
    finding = certificate_of(result)
    checked = time.perf_counter() - answered
    status = finding.status if finding else "no certificate"
    note = f"reading {read - began:.2f} s, answer {answered - read:.2f} s, certificate {status} in {checked:.2f} s"
    return of(result, f"{result}, {status}", note, answering=answered - began)


def connected(texts: tuple[str, ...], key: str, plain: bool, setting: Setting, _: None) -> Found:
    """By proof numbers, with or without bounds, forced moves and the exclusion of what does not matter."""
    positions, seconds, answers = 0, 0.0, ""
    for text in texts:
        position = pp.load(key, text)
        system, board = position.system, position.state.board
        kernel = system.native(board, plain)
        code = system.kernel(position.state)[1]
        with setting.limits:
            (left, right), stats = kernel.winners(code, "proof-number", current().native, control_now())
        answers += {("left", "left"): "L", ("right", "right"): "R"}.get((left, right), "N")
        positions += stats[0]
        seconds += stats[1]
    return Found(answers, positions, seconds)


def all_cases() -> list[Case]:
    cases = []

    def add(name: str, group: str, title: str, run: Any, expected: str, *targets: Target, **more: Any) -> None:
        cases.append(Case(name, group, title, run, expected, targets, **more))

    run = partial(first_question, 0)
    add("import", START, "import perfectplay", run, "N", Target("cpu", 0.030))
    add("first-position", START, "Nim 3 5 7, the first position of a program", partial(first_question, 1), "N")
    title = "Nim 3 5 7, the first question of a program, without its search"
    add("first-question", START, title, partial(first_question, 2), "N", Target("cpu", 0.015))
    add("command", START, 'perfectplay outcome nim "3 5 7"', command, "N", Target("quickest", 0.120))
    for question, expected in (("outcome", "N"), ("grundy", "1"), ("value", "*")):
        title = f"Nim 3 5 7, {question}, ten thousand times"
        add(f"tiny-{question}", START, title, partial(tiny, question), expected, Target("each", 40e-6))
    for side, expected, targets in OUTCOMES:
        run = partial(outcome, "domineering", rectangle(side, side), "sums")  # not by a theorem
        title = f"Domineering {side}x{side}, outcome"
        add(f"domineering-{side}x{side}", GAMES, title, run, expected, *targets, quick=side < 7)
    for rows, cols, expected, targets, beside in NIMBERS:
        run = partial(nimber, rectangle(rows, cols))
        title = f"Cram {rows}x{cols}, nimber"
        quick = rows * cols <= 32
        add(f"cram-{rows}x{cols}", GAMES, title, run, expected, *targets, beside=beside, quick=quick)
    for rows, cols, expected in ((4, 4, "N"), (3, 7, "N")):
        run = partial(outcome, "clobber", chequered(rows, cols), None)
        add(f"clobber-{rows}x{cols}", GAMES, f"Clobber {rows}x{cols}, outcome", run, expected, quick=cols < 7)
    for size, expected, targets in BOXES:
        run, title = partial(score, "dots_and_boxes", size), f"Dots-and-Boxes {size} boxes, score"
        add(f"dots-{size}", GAMES, title, run, expected, *targets, quick=size != "4x4")
    run = partial(outcome, "konane", "@six", "proof-number")
    add("konane-6x6", GAMES, "Konane 6x6, two stones taken in the middle, outcome", run, "P", quick=False)
    for cells, tokens, expected, targets, more in LOOPY:
        title = f"Blocking tokens, {tokens} against {tokens} on {cells} cells, outcome with draws"
        add(f"loopy-{cells}", GAMES, title, partial(blocking, cells, tokens), expected, *targets, **more)
    add("tic-tac-toe", GAMES, "Tic-tac-toe, outcome", partial(outcome, "tic_tac_toe", None, None), "D")
    for key, variables, width, expected in CLAUSES:
        run = partial(outcome, key, sets_to_hit(variables, 40, width), None)
        title = f"{pp.system(key).name}, 40 clauses of {width} in {variables} variables, outcome"
        add(f"{key}-{variables}-{width}".replace("_", "-"), GAMES, title, run, expected, quick=variables == 20)
    for vertices, edges, expected in CHASES:
        title = f"Cops and Robbers, cop number of a graph with {vertices} vertices and {edges} edges"
        run = partial(cop_number, random_graph(vertices, edges))
        add(f"cops-{vertices}-{edges}", GAMES, title, run, expected)
    for edges in (60, 300):
        title = f"Cops and Robbers, three cops on 30 vertices with {edges} edges, outcome"
        run = partial(chase, random_graph(30, edges), 3)
        add(f"three-cops-{edges}", GAMES, title, run, "L", Target("wall", 10))
    for name, heads, acyclic, expected in ANNIHILATION:
        run = partial(outcome, "annihilation", digraph(60, heads, acyclic), "fraenkel yesha")
        title = f"Annihilation, 60 vertices, {name}, 30 tokens, outcome"
        add(f"annihilation-{name}", GAMES, title, run, expected, Target("wall", 10))

    run, title = partial(sweep, {"rows": range(1, 5), "cols": range(1, 5)}), "Domineering, all boards up to 4x4"
    add("census-4x4", CENSUS, title, run, "19,231 rows, 74,954 positions")
    run, title = partial(sweep, {"rows": 5, "cols": 5, "connected": True}), "Domineering, connected regions of 5x5"
    add("census-5x5-regions", CENSUS, title, run, "523,091 rows, 2,301,877 positions", quick=False)
    run, title = partial(sweep, {"rows": 5, "cols": 5}), "Domineering, all positions of 5x5"
    add("census-5x5", CENSUS, title, run, "8,407,040 rows, 33,554,432 positions", quick=False)

    for sample, costs in BLOCKS.items():
        for metric, cost in costs.items():
            run = partial(shortest, "sliding_blocks", f"@{sample}", metric)
            title = f"{BLOCK_NAMES[sample]}, fewest {metric}"
            add(f"{sample}-{metric}", PUZZLES, title, run, f"{cost} {metric}", Target("wall", 0.2))
    run = partial(shortest, "rush_hour", HARDEST_TRAFFIC, "moves")
    add("rush-hour-51", PUZZLES, "Rush Hour, the hardest 6x6 board", run, "51 moves")
    run = partial(reach, "rush_hour", TRAFFIC["2k"])
    title, expected = "Rush Hour, a cluster of 2,000", "2,000 positions, eccentricity 26"
    add("rush-hour-2k", PUZZLES, title, run, expected, Target("core", 0.0015))
    run = partial(reach, "rush_hour", TRAFFIC["150k"])
    title, expected = "Rush Hour, a cluster of 150,000", "151,142 positions, eccentricity 36"
    add("rush-hour-150k", PUZZLES, title, run, expected, Target("core", 0.1))
    for name, (text, expected, targets) in CLUSTERS.items():
        title = f"Rush Hour, distances of all {expected.partition(', the')[0]}"
        add(f"cluster-{name}", PUZZLES, title, partial(cluster, "rush_hour", text), expected, *targets)
    title, expected = "Rush Hour, all boards of 5x5 on which nothing can move back", "268,109 boards"
    add("every-board-5", PUZZLES, title, partial(boards, 5), expected, quick=False)
    run = partial(shortest, "peg_solitaire", "@english", "jumps")
    add("peg-solution", PUZZLES, "English peg solitaire, a solution", run, "31 jumps", Target("wall", 1))
    bounds = (Target("wall", 180), Target("peak", 8e9))
    run = partial(reach, "peg_solitaire", "@english")
    expected = "187,636,299 positions, 23,475,688 representatives"
    add("peg-reachable", PUZZLES, "English peg solitaire, what can be reached", run, expected, *bounds, quick=False)
    run = partial(number_of_solutions, "peg_solitaire", "@english")
    expected = "40,861,647,040,079,968 solutions"
    add("peg-count", PUZZLES, "English peg solitaire, all solutions counted", run, expected, *bounds, quick=False)
    title = "Sokoban, Microban levels, fewest pushes"
    add("microban", PUZZLES, title, push_all, "all as published", Target("median", 0.05), prepare=microban)

    run, expected = partial(reach, "fifteen", "1 2 3|4 5 6|7 8 0"), "181,440 positions, eccentricity 31"
    add("eight-all", TILES, "Eight Puzzle, all positions", run, expected)
    run = partial(shortest, "fifteen", "8 6 7|2 5 4|3 0 1", None)
    add("eight-hardest", TILES, "Eight Puzzle, a hardest position", run, "31 moves")
    add(
        "fifteen-tables",
        TILES,
        "Fifteen Puzzle, building the tables",
        partial(build_tables, False),
        "ready, solves in 1",
    )
    title = "Fifteen Puzzle, building 7-8 tables"
    add("fifteen-large-tables", TILES, title, partial(build_tables, True), "ready, solves in 1")
    title = "Fifteen Puzzle, instances of Korf (1985)"
    run, prepare = partial(solve_korf, None), partial(korf, None)
    add("korf", TILES, title, run, "all as published", Target("wall", 20), prepare=prepare)
    run, prepare = partial(solve_korf, LARGE), partial(korf, LARGE)
    add("korf-large", TILES, f"{title}, 7-8 tables", run, "all as published", prepare=prepare)
    title, expected = "Fifteen Puzzle, the hardest positions, 7-8 tables", "17 positions, 80 moves"
    add("hardest", TILES, title, solve_hardest, expected, prepare=prepare)
    title, expected = "Fifteen Puzzle, 100 random positions", "100 solved in 5,194 moves"
    add("fifteen-random", TILES, title, solve_shuffled, expected, prepare=partial(shuffled, 4, 100), quick=False)
    title = "24-puzzle, 20 random positions by beams"
    add("twenty-four", TILES, title, beams, "20 solved", Target("median", 1), prepare=partial(shuffled, 5, 20))

    title, expected = "2 x 2 x 2, all positions in both metrics", "3,674,160 positions, farthest 11 and 14"
    add("pocket", CUBES, title, pocket, expected, Target("wall", 3))
    title, expected = "3 x 3 x 3, random cubes by two phases", "1000 solved"
    add("two-phases", CUBES, title, two_phases, expected, Target("median", 0.05), prepare=cubes(1000, 60))
    title, expected = "3 x 3 x 3, building the table of half turns", "ready, solves in 14 moves"
    add("cube-tables", CUBES, title, build_cube_tables, expected, quick=False)
    run = partial(shortest, "rubik", "@superflip", None)
    add("superflip", CUBES, "3 x 3 x 3, superflip", run, "20 htm", quick=False)
    title = "3 x 3 x 3, published cubes of 17 moves"
    add("seventeen", CUBES, title, solve_cubes, "all as published", prepare=published_cubes, quick=False)
    title, expected = "3, 4 and 5 layers and Megaminx, orders", "4.3252e+19, 1.6973e+55, 2.5826e+90, 1.0067e+68"
    add("orders", CUBES, title, orders, expected, Target("wall", 1), prepare=group_puzzles)

    for size, title, number in (
        ("10m", "Peg solitaire, English board after 6 jumps", 9_988_260),
        ("18m", "Peg solitaire, English board after 5 jumps", 17_797_989),
        ("42m", "Peg solitaire, full 5x6 board", 41_799_401),
    ):
        run, expected = partial(breadth_first, PEGS[size]), f"{number:,} new positions"
        add(f"throughput-{size}", SPEED, title, run, expected, Target("rate", 3e6), quick=size == "10m")

    title, targets = "NCL, 24 free edges: all 16,777,216 configurations", (Target("wall", 30), Target("peak", 4 << 30))
    add(
        "ncl-free",
        HARD,
        f"{title}, no solution",
        partial(shortest, "ncl", free_edges(24), None),
        "no solution",
        *targets,
    )
    run = partial(cluster, "ncl", free_edges(24).replace("-> y>x", "-> a0<b0"))
    expected = "16,777,216 positions, the hardest 1 moves away"
    add("ncl-cluster", HARD, f"{title}, cluster", run, expected, *targets, quick=False)
    for seed, expected in ((1, "solved"), (3, "no solution")):
        title = f"Bounded NCL of 40 variables and 168 clauses ({expected}), some order"
        add(f"bounded-ncl-{seed}", HARD, title, partial(some_order, seed), expected, Target("wall", 30))
    title, expected = (
        "Rush Hour's OR without walls, certified",
        "holds: 218648 configurations, 7 port states, one component each",
    )
    add("gadget-or", HARD, title, partial(certified, "rush_or_full"), expected, Target("wall", 10))
    title, expected = "The planar crossover, certified", "holds: 618 configurations, 9 port states, one component each"
    add("gadget-cross", HARD, title, partial(certified, "cross"), expected, Target("wall", 1))
    run = partial(load_edges, 100_000)
    add("load-edges", HARD, "A constraint graph, loaded", run, "100,000 edges", Target("reading", 1))

    for vertices, edges, expected in ((300, 2000, "L"), (1200, 2000, "R"), (3000, 20_000, "L"), (13_000, 20_000, "R")):
        run = partial(switched, random_switching(vertices, edges), "shannon_switching")
        title = f"Shannon's switching game, {edges:,} edges on {vertices:,} vertices, outcome and certificate"
        targets = (Target("answering", 1),) if edges == 2000 else ()
        add(f"switching-{vertices}-{edges}", GAMES, title, run, f"{expected}, verified", *targets)
    for size in ("32", "100"):
        run = partial(switched, size, "bridgit")
        add(f"bridgit-{size}", GAMES, f"Bridg-it {size}, outcome and certificate", run, "N, verified")
    hard: list[tuple[str, str, str, tuple[str, ...], str]] = [
        ("hex-4x4", "Hex 4x4", "vertex_switching", (hexagons(4, 4),), "N"),
        ("hex-4x5", "Hex 4x5", "vertex_switching", (hexagons(4, 5),), "R"),
        (
            "vertex-switching",
            "Vertex switching, 20 random graphs",
            "vertex_switching",
            tuple(random_switching(n, 2 * n) for n in range(10, 30)),
            VERTICES,
        ),
        (
            "directed-switching",
            "Directed switching, 10 random graphs",
            "directed_switching",
            tuple(random_switching(n, 3 * n, ">") for n in range(5, 15)),
            ARCS,
        ),
    ]
    for name, title, key, texts, expected in hard:
        for plain in (False, True):
            run = partial(connected, texts, key, plain)
            how = "without bounds" if plain else "with bounds"
            add(
                f"{name}{'-plain' if plain else ''}",
                GAMES,
                f"{title}, proof numbers {how}",
                run,
                expected,
                quick=not plain,
            )

    add(
        "chomp-nimber",
        PLAIN,
        "Chomp 7x8 in ten lines, nimber by its definition",
        chomp_nimber,
        "36",
        prepare=chomp_by_hand,
    )
    add("chomp-outcome", PLAIN, "Chomp 7x8 in ten lines, outcome", chomp_outcome, "N")
    return cases


CASES = {case.name: case for case in all_cases()}


# one measurement ------------------------------------------------------------------------------------------------------


def peak_memory() -> int:
    """Bytes, the most that this process has held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def measure(case: Case, setting: Setting) -> dict[str, Any]:
    try:
        begin = time.perf_counter()
        prepared = case.prepare(setting)
        begin, ready, cpu = time.perf_counter(), time.perf_counter() - begin, time.process_time()
        found = case.run(setting, prepared)
        wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    except Missing as reason:
        return {"skipped": str(reason)}
    except pp.LimitReached as reason:
        return {"stopped": str(reason), "peak": peak_memory()}
    return {
        "answer": found.answer,
        "correct": found.answer == case.expected,
        "positions": found.positions,
        "core": found.core,
        "wall": wall,
        "cpu": cpu,
        "prepared": ready,
        "rate": found.positions / found.core if found.core else 0.0,
        "tables": found.tables,
        "peak": peak_memory(),
        "note": found.note,
        **found.figures,
    }


def described(case: Case) -> dict[str, Any]:
    return {
        "name": case.name,
        "group": case.group,
        "title": case.title,
        "expected": case.expected,
        "targets": [[target.measure, target.bound] for target in case.targets],
        "quick": case.quick,
        "named": case.named,
        "beside": case.beside,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="One measurement, as JSON.")
    parser.add_argument("name", nargs="?", choices=list(CASES))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--time", type=float, help="seconds for one question")
    parser.add_argument("--facts", type=Path, default=FACTS)
    chosen = parser.parse_args()
    if chosen.list or chosen.name is None:
        json.dump({"version": pp.__version__, "cases": [described(case) for case in CASES.values()]}, sys.stdout)
        return
    sys.setrecursionlimit(10_000)  # for the game played by hand
    setting = Setting(pp.Limits(time=chosen.time), chosen.facts)
    json.dump(measure(CASES[chosen.name], setting), sys.stdout)


if __name__ == "__main__":
    main()
