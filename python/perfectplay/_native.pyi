"""The native module: what crosses the border between Python and Rust.

Positions cross it as bytes, winners as "left", "right" or "nobody". Every search takes ``asked``: limits in seconds,
bytes and positions, a cancel flag and a progress callback, each or None; and returns its answer with statistics:
positions visited, seconds, bytes of tables. ``LimitReached`` is raised at a limit, ``ValueError`` for unusable data.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, final

T = TypeVar("T")

__version__: str

Asked = tuple[
    float | tuple[float, float] | None,  # seconds left, alone or with those that were given
    int | None,
    int | None,
    "Cancel | None",
    Callable[[int, float, int], None] | None,
]
Stats = tuple[int, float, int]
MannerData = tuple[
    bool,  # may Left make it
    bool,  # may Right
    bool,  # the same player moves on
    int,  # points for the player who makes it
    int,  # rank
    int,  # tag
]
GoalData = tuple[str, Sequence[tuple[int, Sequence[int]]]]  # winner; cell and the symbols allowed there
MetricData = tuple[Sequence[int], str]  # cost of each rewrite; "", "piece" or "line"

ArrowData = tuple[int, bool]  # an edge, and whether it points to its second end
ProbeData = ArrowData | Sequence[tuple[int, Sequence[int]]]  # or cells, each with the symbols that mean "out"
FlipData = tuple[int, bytes | None]  # components that can flip a port alone, a position of one that cannot
PortStateData = tuple[int, int, int, list[FlipData]]  # bit p: port p is out; positions, components; by port
JumpData = tuple[int, int, bytes]  # port states before and after a move that changes several, a position that has one

class Source(Protocol):
    """Rules in Python, for the callback kernel: positions are numbers."""

    def moves(self, number: int, left: bool, /) -> Sequence[int | tuple[int, bool]]:
        """Where moves lead, alone or with whether the same player moves on."""

    def goal(self, number: int, /) -> str | None: ...
    def split(self, number: int, /) -> list[int] | None: ...

@final
class Cancel:
    """A flag with which another thread stops a question.

    >>> stop = pp.Cancel()
    >>> stop.set()
    >>> pp.solve(pp.load("sliding_blocks", "@klotski"), limits=pp.Limits(cancel=stop))
    Traceback (most recent call last):
        ...
    perfectplay.errors.LimitReached: cancelled
    """

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

@final
class Kernel:
    """Rules in native form, with the tables of the questions asked so far."""

    @staticmethod
    def masks(
        *,
        cells: int,
        symbols: int,
        rewrites: bytes,
        manners: Sequence[MannerData],
        maps: Sequence[Sequence[tuple[int, int]]],
        goals: Sequence[GoalData],
        symmetries: Sequence[Sequence[int]],
        rectangle: tuple[int, int] | None,
        stuck: str,
        game: bool,
        start: Sequence[int] | None = None,
        plain: bool = False,
    ) -> Kernel:
        """Cell rewrites, as numbers of four bytes: for each its manner; where the piece stands before and after, cells
        being counted from 1, or 0 and 0; how many changes, and for each the cell and the number of its map, which has
        the symbols that may stand there and what they become. ``start`` restricts the kernel to what can follow it;
        ``plain`` switches symmetries and splitting off."""
    @staticmethod
    def grid(rules: str, rows: int, cols: int, *, impartial: bool, stuck: str) -> Kernel:
        """A game on a rectangle that has native rules of its own: ``amazons``, ``no_go``."""
    @staticmethod
    def heaps(code: str, stuck: str) -> Kernel: ...
    @staticmethod
    def hackenbush(ends: Sequence[tuple[int, int]], *, impartial: bool, stuck: str) -> Kernel:
        """Edges by their ends; vertex 0 is the ground. A position is the edges that Left may cut, as a bit set, and
        those that Right may cut."""
    @staticmethod
    def strings(
        *,
        coins: int,
        ends: Sequence[tuple[int | None, int | None]],  # the coins of each string, None for the ground
        scored: bool,
        misere: bool,
    ) -> Kernel:
        """Strings-and-Coins, for points or for the last move. A position has a bit for each string that is left."""
    @staticmethod
    def permutations(degree: int, moves: Sequence[bytes], goal: bytes) -> Kernel:
        """Moves that permute places. A position is the place of each item; a move and the goal are images of places."""
    @staticmethod
    def orientations(
        *,
        ends: Sequence[tuple[int, int]],
        weights: Sequence[int],
        minima: Sequence[int],
        owners: Sequence[str],  # "L", "R", or "" for an edge of both players
        goals: Sequence[tuple[str, Sequence[ArrowData]]],  # winner, directions that are all wanted
        once: bool,
        players: int,
        stuck: str,
        impartial: bool,
    ) -> Kernel:
        """Constraint logic: edges between vertices with minimum inflows, of which a move reverses one. A position is
        the edges that point to their second end, as a bit set in words of eight bytes; if each edge is reversed at most
        ``once``, a second one has those that have been. With one player all edges are Left's; in an ``impartial`` game
        all edges are both players'. As symbols on cells an edge is 1 if it points to its second end, and 2 more if it
        has been reversed."""
    @staticmethod
    def connections(
        *,
        behind: Sequence[Sequence[int]],
        first: Sequence[int],
        last: Sequence[int],
        short: str | None,
        joined: str,
        plain: bool = False,
    ) -> Kernel:
        """Elements that the players claim: those behind each, and those at either end. ``short`` claims for the
        connection ("left" or "right"; None: either player may make either claim), ``joined`` wins by it. A position is
        two sets of elements as bits, Short's and Cut's, each in whole bytes. ``plain`` switches off what helps
        searches."""
    @staticmethod
    def callback(source: Source, *, impartial: bool, stuck: str, splits: bool) -> Kernel: ...
    @property
    def symmetries(self) -> int: ...
    @property
    def bits(self) -> int: ...
    def encode(self, symbols: Sequence[int]) -> bytes: ...
    def decode(self, code: bytes) -> list[int]: ...
    def texts(self, codes: Sequence[bytes], letters: str) -> list[str]: ...
    def moves(self, code: bytes, left: bool) -> list[bytes]: ...
    def goal(self, code: bytes) -> str | None: ...
    def split(self, code: bytes) -> list[bytes] | None: ...
    @property
    def sums(self) -> bool: ...
    def winners(self, code: bytes, method: str, universe: Universe, asked: Asked) -> tuple[tuple[str, str], Stats]: ...
    def best(
        self, code: bytes, left: bool, method: str, universe: Universe, asked: Asked
    ) -> tuple[tuple[bytes, str] | None, Stats]: ...
    def remoteness(self, code: bytes, left: bool, asked: Asked) -> tuple[tuple[str, int | None], Stats]: ...
    def score(self, code: bytes, left: bool, asked: Asked) -> tuple[int, Stats]: ...
    def nimber(self, code: bytes, method: str, asked: Asked) -> tuple[int | None, Stats]:
        """None: loony."""
    def loopy_nimber(self, code: bytes, asked: Asked) -> tuple[tuple[int | None, list[int], int | None], Stats]:
        """The generalized nimber of a position of an impartial game in normal play whose positions may repeat: the
        nimber, nothing and its counter; or None, the nimbers that moves lead to, and None."""
    def loopy_sides(self, code: bytes, asked: Asked) -> tuple[list[Bigraph | None], Stats]:
        """Onside and offside of a position of a game in normal play whose positions may repeat, in canonical form, each
        or None if it was not found."""
    def loopy_graph(self, code: bytes, asked: Asked) -> tuple[Bigraph, Stats]:
        """Everything that can be reached from a position, up to symmetry, with the moves of both players."""
    @staticmethod
    def sum(kernels: Sequence[Kernel]) -> Kernel: ...
    def thermograph(self, code: bytes, asked: Asked) -> tuple[tuple[Wall, Wall], Stats]: ...
    def tempo(self, code: bytes, left: bool, asked: Asked) -> tuple[tuple[bool, int, int], Stats]: ...
    def value(self, code: bytes, universe: Universe, asked: Asked) -> tuple[Game, Stats]: ...
    def values(
        self, codes: Sequence[bytes], universe: Universe, asked: Asked
    ) -> tuple[tuple[list[Game], list[int]], Stats]:
        """The values of many positions: those that occur, and for each position its number among them."""
    def tabulate(
        self, cells: int, folder: str | Path, name: str, mark: str, asked: Asked
    ) -> tuple[tuple[int, int, int, int], Stats]:
        """Keep the values of all components with at most ``cells`` cells on this board, a square with that side, as
        ``name`` in ``folder``. What the file holds: cells, components, values that have a record, bytes."""
    def tabulate_from(
        self, codes: Sequence[bytes], folder: str | Path, name: str, mark: str, asked: Asked
    ) -> tuple[tuple[int, int, int, int], Stats]:
        """The same of what valuing these positions finds, beside what is there."""
    def attach(self, folder: str | Path, name: str, mark: str) -> None:
        """Look components up in the file that was kept so, if there is a sound one with this mark. Only the first call
        counts."""
    def fillings(
        self,
        first: int,
        end: int,
        symbols: Sequence[tuple[int, str]],
        *,
        columns: int,
        classes: bool,
        hole: int | None,
        asked: Asked,
    ) -> tuple[tuple[list[str], list[int], list[bytes]], Stats]:
        """Of the fillings of the board with the numbers from ``first`` to before ``end``, those that represent a class
        (all, if not ``classes``; regions only, if there is a ``hole``): texts, sizes of classes and codes. ``symbols``
        are those to fill with, in order, and their letters."""
    def outcomes(
        self, codes: Sequence[bytes], method: str, universe: Universe, asked: Asked
    ) -> tuple[list[tuple[str, str]], Stats]: ...
    def longest(self, code: bytes, left: bool, asked: Asked) -> tuple[list[bytes], Stats]:
        """The positions after this one on a longest line of a player who moves alone."""
    def solve(
        self, code: bytes, metric: MetricData | None, method: str, asked: Asked
    ) -> tuple[list[bytes] | None, Stats]: ...
    def solutions(
        self, code: bytes, metric: MetricData | None, limit: int, asked: Asked
    ) -> tuple[list[list[bytes]], Stats]: ...
    def count(self, code: bytes, metric: MetricData | None, asked: Asked) -> tuple[tuple[int, int] | None, Stats]: ...
    def reachable(
        self, code: bytes, players: int, asked: Asked
    ) -> tuple[tuple[int, int, list[int], int, list[bytes]], Stats]: ...
    def ports(
        self, starts: Sequence[bytes], probes: Sequence[ProbeData], asked: Asked
    ) -> tuple[tuple[list[PortStateData], list[JumpData]], Stats]:
        """Every position that can be reached from ``starts`` by moves of both players, goals or not, by the ports that
        are out. A component is what moves within a port state connect."""
    def cluster(self, code: bytes, metric: MetricData | None, asked: Asked) -> tuple[Cluster, Stats]: ...
    def clear(self) -> None: ...

@final
class Cluster:
    """Every position that can be reached from one, with the cost of its cheapest solution."""

    def figures(self) -> tuple[int, int, list[int], int | None, list[bytes]]:
        """Positions, goals, positions by cost, the cost of the start, up to 16 of the hardest positions."""
    def cost(self, code: bytes) -> tuple[int | None] | None:
        """(None,): it cannot be solved; None: it is not in the cluster."""
    def line(self, code: bytes) -> list[bytes] | None:
        """The positions after this one on a cheapest solution."""

def available_memory() -> int | None:
    """Bytes that the machine has available, None if unknown."""

def drawing(
    vertices: int,
    ends: Sequence[tuple[int, int]],
    start: Sequence[tuple[float, float]] | None,
    keep: bool,
    asked: Asked,
) -> tuple[tuple[list[tuple[float, float]], int, float], Stats]:
    """Places for the vertices of a connected graph whose edges are about a unit long, from a start or from scaling; the
    number of pairs of edges that cross, and the stress. ``keep`` lets none cross that do not in the start."""

def nim_sequence(code: str, up_to: int, asked: Asked) -> tuple[tuple[list[int], tuple[int, int] | None], Stats]:
    """Nimbers of heaps of 0, 1, … up to ``up_to``, or as many as prove a period; its start and length if proved."""

@final
class NimSequence:
    """The nimbers of heaps of 0, 1, … tokens of a code. They are kept, also when a limit was reached."""

    def __init__(self, code: str) -> None: ...
    def __len__(self) -> int:
        """How many were computed."""
    def extend(self, up_to: int, asked: Asked) -> tuple[None, Stats]: ...
    def find_period(self, up_to: int, effort: int | None, asked: Asked) -> tuple[None, Stats]:
        """Look for a period among more and more nimbers, until about ``effort`` options were computed."""
    @property
    def period(self) -> tuple[int, int] | None:
        """Its start and length if it is proved."""
    @property
    def needed(self) -> int | None:
        """How many nimbers the proof needs."""
    @property
    def rare(self) -> int | None:
        """How many heaps are rare, None where all options are computed."""
    def largest(self, up_to: int) -> tuple[int, int] | None:
        """The largest nimber of heaps up to there and the first heap that has it."""
    def get(self, heap: int) -> int | None:
        """The nimber of a heap, if it was computed or the period tells it."""
    def values(self, up_to: int) -> list[int]: ...
    def observed(self, up_to: int, asked: Asked) -> tuple[tuple[int, int, int] | None, Stats]:
        """A preperiod, a period and a saltus, as far as the nimbers were computed."""
    def first_wrong(self, heaps: int, asked: Asked) -> tuple[int | None, Stats]:
        """The first of so many heaps whose nimber is not the least one that no option has, by other code."""

@final
class Pursuit:
    """Cops and Robbers on one graph with a fixed number of cops, everything settled at once.

    ``out`` has for each vertex those that it leads to. ``passes`` says whether the cops and whether the robber may
    pass, ``one`` whether one cop moves in a turn instead of all, ``stuck`` what happens to a player without a move:
    ``"stays"``, ``"loses"``, ``"wins"``.
    """

    def __init__(
        self,
        out: Sequence[Sequence[int]],
        cops: int,
        passes: tuple[bool, bool],
        one: bool,
        stuck: str,
        asked: Asked,
    ) -> None: ...
    @property
    def stats(self) -> Stats: ...
    def depth(self, cops: Sequence[int], robber: int, cops_move: bool) -> int | None:
        """Plies to the capture under best play, None if there is none."""

    def start(self, placed: Sequence[int], asked: Asked) -> tuple[list[int], int] | None:
        """Where the cops stand best before the robber chooses a vertex, those on ``placed`` among them, and the plies
        to the capture when the cops move then; None if the robber escapes from everywhere."""

class Tiles:
    """Optimal solutions of sliding tiles towards one goal."""

    def __init__(
        self, rows: int, cols: int, goal: Sequence[int], large: bool, cache: str | Path | None, asked: Asked
    ) -> None: ...
    def solve(self, start: Sequence[int], asked: Asked) -> tuple[list[int] | None, Stats]: ...
    def beam(self, start: Sequence[int], width: int, asked: Asked) -> tuple[list[int] | None, Stats]: ...
    @staticmethod
    def solvable(rows: int, cols: int, start: Sequence[int], goal: Sequence[int]) -> bool: ...

SwitchingWin = tuple[int | None, list[int], list[int]]  # a first move, and two sets of edges with the same span

def switching(
    vertices: int, ends: Sequence[tuple[int, int]], claims: bytes, terminals: tuple[int, int], asked: Asked
) -> tuple[tuple[SwitchingWin | None, SwitchingWin | None], Stats]:
    """How Short wins and how Cut wins, each or None; claims are 0 for free edges, 1 for Short's, 2 for Cut's."""

def orientations(
    ends: Sequence[tuple[int, int]],
    weights: Sequence[int],
    minima: Sequence[int],
    fixed: Sequence[ArrowData],
    limit: int,
    asked: Asked,
) -> tuple[list[bytes], Stats]:
    """Up to ``limit`` legal configurations of a constraint graph with these directions, as bit sets in words of eight
    bytes, in the order of their bits, edge 0 first."""

def deterministic(
    ends: Sequence[tuple[int, int]],
    weights: Sequence[int],
    minima: Sequence[int],
    start: bytes,
    active: bytes,
    once: bool,
    target: Sequence[ArrowData],
    steps: int | None,
    asked: Asked,
) -> tuple[tuple[int | None, int | None, int | None, bytes, bytes], Stats]:
    """Deterministic constraint logic, for ``steps`` steps or until a state repeats: the first step after which the
    target holds (0: at the start), steps before the cycle and in it (None: no state has repeated), and the edges that
    point to their second end and those that are active after the last step. Each step reverses the inactive edges that
    point to an active vertex and the active edges that point to an inactive one; those are then the active edges. If
    each edge is reversed at most ``once``, those that are active at the start have been."""

Number = tuple[int, int]  # numerator and exponent: n / 2^e
Wall = list[tuple[Number, Number]]  # temperature and value

@final
class Universe:
    """The arena of values; its memory is freed when it and all its games are gone."""

    def __init__(self, memory: int | None = None) -> None: ...
    def bytes(self) -> int: ...
    def records(self) -> int: ...
    def nus(self, numerator: int, exponent: int, ups: int, nimber: int) -> Game: ...
    def game(self, left: Sequence[Game], right: Sequence[Game], asked: Asked) -> Game: ...

@final
class Game:
    """A value in canonical form. Both operands of an operation must belong to one universe."""

    @property
    def universe(self) -> Universe: ...
    @property
    def id(self) -> int: ...
    def is_in(self, universe: Universe) -> bool: ...
    def options(self, left: bool, asked: Asked) -> list[Game]: ...
    def nus(self) -> tuple[int, int, int, int] | None: ...
    def add(self, other: Game, asked: Asked) -> Game: ...
    def negative(self, asked: Asked) -> Game: ...
    def multiple(self, n: int, asked: Asked) -> Game: ...
    def le(self, other: Game, asked: Asked) -> bool: ...
    def stops(self) -> tuple[Number, Number]: ...
    def mean(self, asked: Asked) -> Number: ...
    def temperature(self, asked: Asked) -> Number: ...
    def thermograph(self, asked: Asked) -> tuple[Wall, Wall]: ...
    def weight(self) -> tuple[bool, Game | None]: ...
    def keep_weight(self, weight: Game | None) -> None: ...
    def birthday(self, asked: Asked) -> int: ...
    def is_all_small(self, asked: Asked) -> bool: ...

CutData = tuple[list[int], int, list[int]]
"""A clause, the number of its constraint, and of a loop the edges of a cycle."""

@final
class Model:
    """Variables, numbered from 1, and constraints on them; a negative number is the opposite of a variable."""

    patience: int
    """Conflicts after which connectedness is checked all the time and not only at the end; it can only be set."""
    def __init__(self) -> None: ...
    def variables(self, number: int) -> int: ...
    def choices(self, sizes: Sequence[int], asked: Asked) -> int:
        """For each size so many variables, of which exactly one is true, or one variable for two values; one after the
        other. The number of the first."""
    def clauses(self, clauses: Sequence[Sequence[int]]) -> None: ...
    def hope(self, lits: Sequence[int]) -> None:
        """Literals that may well be true together: a search that is not easy looks for such solutions first."""
    def count(self, lits: Sequence[int], low: int, high: int, asked: Asked) -> None: ...
    def count_few(self, lits: Sequence[int], low: int, high: int) -> None:
        """The same for 64 literals at most, without limits."""
    def distinct_sum(self, numbers: Sequence[int], unknowns: Sequence[Sequence[int]], total: int, asked: Asked) -> None:
        """Different numbers with this sum; for each unknown the literals of the numbers, 0 for none."""
    def self_sized(
        self, numbers: Sequence[Sequence[tuple[int, int]]], pairs: Sequence[tuple[int, int]], asked: Asked
    ) -> None:
        """Each number is the size of its area of equal numbers. For each cell its numbers, in order, with their
        literals."""
    # on a rectangle: a literal for each cell, row by row, or 0; cells go by their places
    def apart(self, cells: Sequence[int], cols: int) -> None:
        """Of two neighbours at most one is true."""
    def area(self, cells: Sequence[int], cols: int, border: bool) -> None:
        """The true cells are connected, or if ``border`` each to the border."""
    def around(
        self, cells: Sequence[int], cols: int, numbers: Sequence[tuple[int, int]], diagonal: bool, asked: Asked
    ) -> None:
        """So many of the cells around these are true, of eight if ``diagonal``, otherwise of four."""
    def once(self, cells: Sequence[int], cols: int, signs: Sequence[int], asked: Asked) -> None:
        """Of equal signs in a row or column at most one is true; 0 is no sign."""
    def in_sight(self, cells: Sequence[int], cols: int, walls: Sequence[int], apart: bool, asked: Asked) -> None:
        """Up to walls, no true cell sees another one, if ``apart``; otherwise each cell is true or sees one that is."""
    def in_regions(
        self, cells: Sequence[int], cols: int, regions: Sequence[int], numbers: Sequence[tuple[int, int]], asked: Asked
    ) -> None:
        """So many cells of these regions are true."""
    def none_across(self, cells: Sequence[int], cols: int, regions: Sequence[int]) -> None:
        """No straight strip of true cells crosses two borders between regions."""
    def sights(self, cells: Sequence[int], cols: int, numbers: Sequence[tuple[int, int | None]], asked: Asked) -> None:
        """These cells are true, and see so many true ones, themselves included, if that is given."""
    def lattice_loop(
        self,
        rows: int,
        cols: int,
        lines: Sequence[int],
        points: Sequence[Sequence[int]],
        cells: Sequence[int],
        told: bool,
        inside: bool,
    ) -> None:
        """Lines between neighbouring points form one closed loop, which passes these points and sides of these cells;
        if ``told``, clauses say so."""
    def sides(
        self, rows: int, cols: int, lines: Sequence[int], numbers: Sequence[tuple[int, int]], asked: Asked
    ) -> None:
        """So many sides of these cells are there."""
    def visits(self, rows: int, cols: int, points: Sequence[int], lines: Sequence[int]) -> None:
        """Lines visit a point if and only if its literal is true; points with 0 do not matter."""
    # unknowns that are numbers, by their places
    def name_numbers(self, first: int, domains: Sequence[Sequence[int]]) -> None:
        """What the variables from ``first`` on stand for."""
    def fix(self, given: Sequence[tuple[int, int]]) -> None: ...
    def distinct(self, unknowns: Sequence[int], asked: Asked) -> None: ...
    def spread(self, line: Sequence[int], asked: Asked) -> None:
        """Between equal numbers there are at least as many unknowns."""
    def total(self, unknowns: Sequence[int], total: int, asked: Asked) -> None: ...
    def lazy(self) -> list[tuple[str, list[Any], list[tuple[int, int, int]]]]:
        """What is checked when an assignment has been found: ``connected`` with the literals of the vertices, or
        ``loop`` with the sets that are needed; and the edges. The literal 0 is always true."""
    def blocks(self, cells: Sequence[int], lengths: Sequence[int], asked: Asked) -> None: ...
    def connected(self, vertices: Sequence[int], edges: Sequence[tuple[int, int, int]]) -> None: ...
    def single_loop(
        self, size: int, edges: Sequence[tuple[int, int, int]], needed: Sequence[Sequence[int]]
    ) -> None: ...
    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def bytes(self) -> int:
        """What the clauses take."""
    def formula(self) -> list[list[int]]: ...
    def solutions(
        self, answer: Sequence[int], limit: int, asked: Asked
    ) -> tuple[tuple[list[list[bool]], bool, list[CutData], int], Stats]: ...
    def forced(self, answer: Sequence[int], asked: Asked) -> tuple[tuple[list[bool], list[bool]] | None, Stats]: ...
    def proof(
        self, answer: Sequence[int], known: Sequence[Sequence[bool]], cuts: Sequence[CutData], asked: Asked
    ) -> tuple[Proof, Stats]: ...

@final
class Proof:
    """A refutation of a formula."""

    def __len__(self) -> int: ...
    def drat(self) -> str: ...
    def check(self, formula: Sequence[Sequence[int]]) -> str | None: ...

Choices = list[tuple[list[list[int]], list[int]]]  # a condition in clauses, and literals

def grid_words(text: str) -> tuple[int, list[str]] | None:
    """Columns and words of a grid in the usual form; None if it is in another."""

def sized_grids(text: str, nothing: str, empty: str) -> str | None:
    """Grids with their size in front, without it, ``empty`` in place of ``nothing``; None for anything else."""

def neighbours(points: list[T], cols: int) -> list[tuple[T, T]]:
    """Pairs of neighbouring points of a rectangle, given row by row: each with that to its right, and that below it."""

def split_region(regions: Sequence[int], cols: int) -> int | None:
    """A cell of a region, numbered in the order in which they begin, that is not connected; None if all are."""

def numbered_lines(there: Sequence[bool], cols: int, first: int) -> list[int]:
    """Numbers for the lines between points that are there, in the order of ``neighbours``; 0 for the others."""

def qbf(
    variables: int, prefix: Sequence[tuple[bool, Sequence[int]]], clauses: Sequence[Sequence[int]], asked: Asked
) -> tuple[tuple[bool, list[tuple[int, Choices]]], Stats]:
    """Whether a quantified formula holds, and the winner's strategy. Blocks are given from the outermost inwards, each
    with whether it is bound by "exists". The strategy has lists of choices, each with the number of a block of the
    winner: the first choice whose condition holds counts, and that of the last is empty. A block may have several
    lists, for variables that do not depend on each other."""

def annihilation_lost(
    successors: Sequence[Sequence[int]], tokens: int, asked: Asked
) -> tuple[list[tuple[list[int], int]], Stats]:
    """Annihilation with one type of tokens: a basis, over the field of two elements, of the positions of at most
    ``tokens`` (up to 4) tokens that the player to move loses, each with its remoteness; the first one in that order."""

def annihilation_labelled(
    successors: Sequence[Sequence[int]], tokens: int, asked: Asked
) -> tuple[list[tuple[list[int], int]], Stats]:
    """The same of those with a finite label (Smith's generalized nimbers), each with its label."""

Bigraph = tuple[list[list[int]], list[list[int]]]  # Left's options of each node, and Right's; node 0 is the start

def loopy_onside(parts: Sequence[Bigraph], asked: Asked) -> tuple[Bigraph | None, Stats]:
    """The onside of the sum of loopy games, in canonical form, numbered such that equal sides are equal; None if no
    stopper was found."""

def loopy_offside(parts: Sequence[Bigraph], asked: Asked) -> tuple[Bigraph | None, Stats]:
    """The offside."""

def loopy_at_most(one: Bigraph, other: Bigraph, asked: Asked) -> tuple[bool, Stats]:
    """Is a stopper at most another one?"""

def loopy_is_stopper(graph: Bigraph, asked: Asked) -> tuple[bool, Stats]:
    """Does no run that alternates between the players go on for ever?"""

def nurikabe(cols: int, numbers: Sequence[int], most: int, asked: Asked) -> tuple[list[list[bool]] | None, Stats]:
    """Up to two solutions, each as land by cell; None if there are more than ``most`` frontiers."""

def sudoku(givens: Sequence[int], limit: int, asked: Asked) -> tuple[list[bytes], Stats]:
    """Up to ``limit`` solutions of a Sudoku of 9 x 9 cells, 0 for an open cell."""

Cubies = tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]  # corners, twists, edges, flips

@final
class Cube:
    """Tables for Rubik's cube. A move is 3 * face + quarter turns - 1, with the faces U R F D L B."""

    def __init__(self, asked: Asked) -> None: ...
    def two_phase(self, cubies: Cubies, enough: int, effort: int, asked: Asked) -> tuple[list[int], Stats]:
        """A short solution: the shortest among this many positions, or the first of at most ``enough`` moves."""
    def optimal(self, cubies: Cubies, quarter: bool, cache: str | Path | None, asked: Asked) -> tuple[list[int], Stats]:
        """A shortest solution, a half turn counted as one move or as two (``quarter``)."""
    @staticmethod
    def pocket(
        quarter: bool, farthest: int, asked: Asked
    ) -> tuple[tuple[list[int], list[tuple[list[int], list[int]]]], Stats]:
        """All positions of the 2 x 2 x 2 cube by distance; corners and twists of some of the farthest."""

@final
class Group:
    """A permutation group, given by the images of points under its generators."""

    def __init__(self, degree: int, generators: Sequence[Sequence[int]], asked: Asked) -> None: ...
    @property
    def base(self) -> list[tuple[int, int]]:
        """Base points, and the number of places that each can reach while those before it stay fixed."""
    def contains(self, element: Sequence[int]) -> bool: ...
    def word(self, element: Sequence[int], asked: Asked) -> tuple[list[int] | None, Stats]:
        """Generators, counted from 1 and negative for inverses, whose product is the element; None if none is."""
