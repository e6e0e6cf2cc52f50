"""Large boards: for every system of the catalogue one about as large as its reader takes.

They are too large for most searches, and large enough to notice what is done before a search begins. Boards of rewrites
have 1,600 cells, pencil puzzles 10,000 where their reader takes so many.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from tests.logic.graphs import dressed
from tests.tiers import depth

import perfectplay as pp
from perfectplay.questions import questions_for

CELLS = 40
SHEET = 100


def grid(size: int, letters: str = ".", cols: int | None = None) -> str:
    """A square, its cells chosen from these letters by a fixed seed."""
    rng = random.Random(size)
    return "|".join("".join(rng.choice(letters) for _ in range(cols or size)) for _ in range(size))


def checkered(size: int) -> str:
    return "|".join("".join("xo"[(row + col) % 2] for col in range(size)) for row in range(size))


def scattered(size: int, letters: str, number: int) -> str:
    """A square of dots with this many of each letter."""
    rng = random.Random(size)
    cells = ["."] * size**2
    for place, letter in zip(rng.sample(range(size**2), number * len(letters)), letters * number, strict=True):
        cells[place] = letter
    return "|".join("".join(cells[row * size : (row + 1) * size]) for row in range(size))


def rooms(size: int, side: int) -> str:
    """Rooms of side x side cells."""
    return "|".join(" ".join(f"{row // side}_{col // side}" for col in range(size)) for row in range(size))


def lattice(size: int) -> list[str]:
    """The edges of a square lattice."""
    name = "v{}_{}".format
    across = [f"{name(r, c)}-{name(r, c + 1)}" for r in range(size) for c in range(size - 1)]
    return across + [f"{name(r, c)}-{name(r + 1, c)}" for r in range(size - 1) for c in range(size)]


def placed(size: int, tokens: str) -> str:
    """These tokens on the first vertices of a lattice."""
    return " ".join(f"v{n // size}_{n % size}={token}" for n, token in enumerate(tokens))


def digraph(vertices: int, arcs: int, tokens: str) -> str:
    """As many arcs out of each vertex, and tokens on every other one."""
    rng = random.Random(vertices)
    pairs = [(tail, head) for tail in range(vertices) for head in sorted(rng.sample(range(vertices), arcs))]
    placed = [f"v{n}={tokens[n // 2 % len(tokens)]}" for n in range(0, vertices, 2)]
    return f"{' '.join(f'v{tail}>v{head}' for tail, head in pairs)}; {' '.join(placed)}"


def labelled(size: int, tokens: int) -> str:
    names = [f"v{n // size}_{n % size}" for n in range(size**2)]
    before = " ".join(f"{name}={n}" for n, name in enumerate(names[:tokens]))
    after = " ".join(f"{name}={n}" for n, name in enumerate(names[:tokens][::-1]))
    return f"{' '.join(lattice(size))}; {before} -> {after}"


def fifteen(size: int) -> str:
    """All rows in order but the last, which is turned about."""
    numbers = [*range(1, size * (size - 1) + 1), *range(size * size - 1, size * (size - 1), -1), 0]
    return "|".join(" ".join(map(str, numbers[row * size : (row + 1) * size])) for row in range(size))


def sokoban(size: int) -> str:
    inside = scattered(size - 2, "$", 12).replace(".", " ").split("|")
    free = [
        ["." if cell == " " and row % 4 == 3 and col % 8 == 3 else cell for col, cell in enumerate(line)]
        for row, line in enumerate(inside)
    ]
    goals = 0
    for line in free:
        for col, cell in enumerate(line):
            if cell == ".":
                goals += 1
                if goals > 12:
                    line[col] = " "
    free[0][0] = "@"
    return "|".join(["#" * size, *("#" + "".join(line) + "#" for line in free), "#" * size])


def vehicles(size: int) -> str:
    rows = [["."] * size for _ in range(size)]
    names = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
    for number, name in enumerate(names):
        row, col = divmod(number * 2, size - 2)
        rows[2 * row + 1][col] = rows[2 * row + 2][col] = name
    rows[0][0] = rows[0][1] = "A"
    return "|".join(map("".join, rows))


def triangles(size: int) -> str:
    """An empty board of triangles with the target in its first row."""
    rows = ["AA" + "." * (size - 3), *("." * (size - 1 - row % 2) for row in range(1, size))]
    return "|".join(" " * (row % 2) + " ".join(cells) for row, cells in enumerate(rows))


def kakuro(size: int) -> str:
    rows = [["#", *(["45\\"] * 9 + ["#"]) * (size // 10)][:size]]
    for row in range(1, size):
        line = []
        for col in range(size):
            line.append("\\45" if col % 10 == 0 else ".")
        if row % 10 == 0:
            line = ["#" if col % 10 == 0 else "45\\" for col in range(size)]
        rows.append(line)
    return "|".join(" ".join(row) for row in rows)


def clauses(variables: int, number: int) -> str:
    """Clauses of three literals in DIMACS."""
    rng = random.Random(variables)
    rows = ([rng.choice((1, -1)) * each for each in rng.sample(range(1, variables + 1), 3)] for _ in range(number))
    return "\n".join([f"p cnf {variables} {number}", *(" ".join(map(str, [*row, 0])) for row in rows)])


def oriented(edges: int, owners: str = "", mark: str = "") -> str:
    """A constraint graph with three edges at each vertex, more or less."""
    rng = random.Random(edges)
    names = [f"v{number}" for number in range(2 * edges // 3)]
    text = dressed(rng, [(rng.choice(names), rng.choice(names)) for _ in range(edges)], owners=owners)
    return text.replace(" ", f"{mark} ", edges // 4) if mark else text


def undirected(edges: int) -> str:
    return re.sub("[<>]", "-", oriented(edges).partition(" -> ")[0])


def quantified(variables: int, number: int, blocks: int) -> str:
    """The same in QDIMACS, the variables in blocks of equal size, the innermost one of Exists."""
    head, *rows = clauses(variables, number).split("\n")
    size = variables // blocks
    numbers = (" ".join(map(str, range(block * size + 1, (block + 1) * size + 1))) for block in range(blocks))
    prefix = (f"{'ae'[(blocks - block) % 2]} {each} 0" for block, each in enumerate(numbers))
    return "\n".join([head, *prefix, *rows])


def blocks(size: int) -> str:
    """Half the lines 1 3 5 ..., so that there is something to find."""
    line = " ".join(["3"] * (size // 5))
    return "/".join([",".join([line] * size)] * 2)


def gadgets() -> list[str]:
    """A constraint graph, cars and mines, each as large as its own system takes them, with ports."""
    edges = " ".join(f"v{n}-v{(n + step) % 300}:2" for n in range(300) for step in (1, 7))
    boards = {
        "constraint_graph": ("a", f"a-v0:2 {edges}; a=0"),
        "rush_hour": ("a=a1:. b=d4:.", vehicles(20).replace("|", "\n")),
        "minesweeper": ("a=a1:* b=b1:*", ".." + scattered(SHEET, "123", 500)[2:].replace("|", "\n")),
    }
    return [f"name: large\nsystem: {key}\nports: {p}\nrelation: 1\nboard:\n{b}" for key, (p, b) in boards.items()]


def sudoku(order: int) -> str:
    return "|".join([" ".join(["."] * order**2)] * order**2)


def positive(variables: int, number: int, width: int, terms: bool = False, owners: str = "") -> str:
    """A formula without negations, perhaps with owners."""
    rng = random.Random(variables)
    found = [rng.sample(range(variables), width) for _ in range(number)]
    outer, inner = (" | ", " & ") if terms else (" & ", " | ")
    text = outer.join(f"({inner.join(f'v{n}' for n in each)})" for each in found)
    used = sorted({n for each in found for n in each})
    return text + ("; " + " ".join(f"v{n}={owners[n % len(owners)]}" for n in used) if owners else "")


def collection(elements: int, number: int, size: int) -> str:
    rng = random.Random(elements)
    found = (rng.sample(range(elements), size) for _ in range(number))
    return " ".join(f"{{{' '.join(f'e{n}' for n in each)}}}" for each in found)


def options(size: int, reach: int, sides: int) -> str:
    """Positions with a few options each, at most ``reach`` positions ahead or anywhere if that is 0."""
    rng = random.Random(size)

    def side(n: int) -> str:
        ahead = range(n + 1, min(size, n + reach + 1)) if reach else range(size)
        return " ".join(f"p{option}" for option in sorted(rng.sample(ahead, min(3, len(ahead)))))

    return "; ".join(f"p{n}: {' | '.join(side(n) for _ in range(sides))}" for n in range(size))


def plates(number: int, width: int) -> str:
    """Plates that belong to Left and Right in turn."""
    rows = grid(number, "o.", width + 1).split("|")
    return "|".join(f"{'LR'[n % 2]} in {row}" for n, row in enumerate(rows))


def dodecahedron() -> str:
    """Hamilton's Icosian game, the edges belonging to Left and Right in turn and all of them out."""
    jumps = [10, 7, 4, -4, -7, 10, -4, 7, -7, 4] * 2
    pairs = [(n, (n + 1) % 20) for n in range(20)] + [(n, (n + k) % 20) for n, k in enumerate(jumps)]
    edges = [f"v{a}-v{b}" for a, b in sorted({(min(pair), max(pair)) for pair in pairs})]
    given = " ".join(f"{edge}={'lr'[n % 2]}" for n, edge in enumerate(edges))
    return f"{' '.join(edges)}; {given}"


def switching(vertices: int, edges: int, link: str = "-", ends: str = "TT") -> str:
    """A random graph with its terminals."""
    rng = random.Random(edges)
    pairs = (f"v{rng.randrange(vertices)}{link}v{rng.randrange(vertices)}" for _ in range(edges))
    return f"v0 v1 {' '.join(pairs)}; v0={ends[0]} v1={ends[1]}"


LARGE: dict[str, list[str]] = {
    "abstract_game": [options(20_000, 50, 2), options(20_000, 0, 2), options(20_000, 50, 1)],
    "abstract_puzzle": [options(20_000, 0, 1) + "; goal=G"],
    "acrostic": [grid(8, "HT")],
    "alternating_hitting_set": [collection(50, 60, 4), collection(1000, 2000, 4)],
    "amazons": [scattered(31, "xo", 20)],
    "annihilation": [" ".join(lattice(32)) + "; " + placed(32, "@12" * 100 + "3"), digraph(60, 8, "@")],
    "arc_kayles": [" ".join(lattice(20))],
    "atomix": [scattered(CELLS, "hhoc", 3) + " -> hoh|hc."],
    "avoid_true": [positive(50, 60, 4), positive(1000, 2000, 3, terms=True), positive(40, 200, 6, terms=True)],
    "battleships": [f"{grid(SHEET)};{' '.join(['10'] * SHEET)};{' '.join(['10'] * SHEET)}"],
    "bounded_2cl": [oriented(900, "LR"), oriented(3000, "LR")],
    "bounded_dcl": [oriented(900, mark="*!"), oriented(3000, mark="*!")],
    "bounded_ncl": [oriented(400)],
    "bigraph_node_kayles": [grid(CELLS, "xo.")],
    "capture": [" ".join(lattice(22)) + "; " + placed(22, "xo." * 20), digraph(60, 8, "xo")],
    "bridgit": ["20", "100"],
    "chomp": ["p" + grid(CELLS, "o")[1:]],
    "clickomania_game": [grid(CELLS, "abcd")],
    "clobber": [checkered(CELLS)],
    "coin_turning": ["HT" * 30],
    "col": [grid(CELLS)],
    "constraint_graph": [undirected(3000)],
    "cops_and_robbers": [" ".join(lattice(20)) + "; v0_0=C v9_9=C v19_19=R", " ".join(lattice(32))],
    "contrajunctive": [" ".join(lattice(32)) + "; v9_9-v9_10=L " + placed(32, "@@@" * 100), digraph(60, 8, "@")],
    "corral": [scattered(SHEET, "5", 300)],
    "cram": [grid(CELLS)],
    "cross_purposes": [grid(CELLS, "..x")],
    "cutcake": ["99999x99998 77777x99999", "1000000000000x999999999999"],
    "dcl": [oriented(900, mark="!"), oriented(3000, mark="!")],
    "directed_switching": [switching(60, 200, ">", "ST"), switching(300, 1000, ">", "ST")],
    "domineering": [grid(CELLS)],
    "dots_and_boxes": ["10x10", "21x21"],
    "duotaire": [grid(CELLS, "ooo.")],
    "edge_blocking": [" ".join(lattice(32)) + "; v9_9-v9_10=L " + placed(32, "@@@" * 100), digraph(60, 8, "@")],
    "edge_geography": [" ".join(lattice(20)) + "; v0_0=@", " ".join(lattice(60)) + "; v0_0=@"],
    "elephants": ["x.o." * 250],
    "fibonacci_nim": ["1" + "0" * 300],
    "fifteen": [fifteen(6), fifteen(10)],
    "fillomino": [scattered(SHEET, "123456789", 100)],
    "fission": [scattered(CELLS, "x", 20)],
    "formula_game": [positive(50, 60, 4, owners="LR"), positive(1000, 2000, 3)],
    "gadget": gadgets(),
    "grundys_game": ["99999", "1000000000"],
    "hackenbush": ["+".join(["l(r;e(l;r))"] * 1000), "l" * 10_000, " ".join(lattice(70)) + "; v0_0=#"],
    "hamiltonicity_game": [dodecahedron()],
    "hashiwokakero": [scattered(SHEET, "2468", 150)],
    "heyawake": [f"{grid(SHEET)};{rooms(SHEET, 5)}"],
    "hiroimono": [grid(SHEET, "o..")],
    "hit": [" ".join(lattice(32)) + "; " + placed(32, "@12" * 100 + "3"), digraph(60, 8, "@")],
    "hitori": ["|".join(" ".join(str(1 + (r * 7 + c * c) % 90) for c in range(60)) for r in range(60))],
    "instant_insanity": [" ".join(chr(65 + n) * 3 + chr(65 + (n + 1) % 26) * 3 for n in range(26))],
    "jenga": ["100"],
    "kakuro": [kakuro(91)],
    "kayles": ["99999", " ".join(["9999"] * 1000), "1000000000"],
    "konane": [checkered(CELLS).replace("x", ".", 1)],
    "kuromasu": [scattered(SHEET, "59", 200)],
    "labelled_tokens": [labelled(12, 100), labelled(22, 480)],
    "light_up": [scattered(SHEET, "#", 1500)],
    "linear_cram": ["99999", "1000000000"],
    "lits": [f"{grid(SHEET)};{rooms(SHEET, 5)}"],
    "lunar_lockout": ["x" + scattered(CELLS, "ooo", 5)[1:-1] + "+"],
    "maker_breaker": [positive(100, 200, 6), positive(1000, 1900, 4, terms=True)],
    "masyu": [scattered(SHEET, "bw", 300)],
    "maundy_cake": ["99999x99998 77777x99999", "1000000000000x999999999999"],
    "minesweeper": [scattered(SHEET, "123", 500)],
    "mock_turtles": ["HT" * 12],
    "moebius": ["HT" * 7],
    "mogul": ["HT" * 6],
    "moidores": ["HT" * 6],
    "ncl": [oriented(900), oriented(3000)],
    "nim": [" ".join(map(str, range(1, depth(200, 1000)))), f"{10**18} 5"],
    "nimstring": [" ".join(lattice(12)), "10x10"],
    "no_go": [grid(31)],
    "node_blocking": [" ".join(lattice(22)) + "; " + placed(22, "xo." * 20), digraph(60, 8, "xo")],
    "node_kayles": [grid(CELLS)],
    "nonogram": [blocks(SHEET)],
    "number_link": [scattered(SHEET, "123456789", 2)],
    "nurikabe": [scattered(SHEET, "59", 200)],
    "octal": ["99999", " ".join(["9999"] * 1000), "1000000000"],
    "partizan_arc_kayles": [" ".join(lattice(20)) + "; v0_0-v0_1=x v1_0-v1_1=o"],
    "partizan_avoid_true": [positive(50, 60, 4, owners="LR"), positive(500, 1000, 3, terms=True, owners="LR")],
    "partizan_octal": ["99999", " ".join(["60"] * 1000)],
    "partizan_seek_true": [positive(50, 60, 4, owners="LR"), positive(500, 1000, 3, terms=True, owners="LR")],
    "partizan_subtraction": ["99999", " ".join(["60"] * 1000)],
    "peek": [plates(32, 64)],
    "peg_solitaire": [grid(CELLS, "ooo.")],
    "pentominoes": [grid(20) + "|FILNPTUVWXYZ"],
    "permutation_puzzle": [
        f"a=({' '.join(map(str, range(1, 1025)))}); b=(1 2) : (1 3)(5 9)",
        f"a=({' '.join(map(str, range(1, 251)))}); b=(1 2) : (1 3)(5 9)",
    ],
    "remove": [" ".join(lattice(32)) + "; " + placed(32, "@12" * 100 + "3"), digraph(60, 8, "@")],
    "ripple_effect": [f"{grid(SHEET)};{rooms(SHEET, 5)}"],
    "qbf": [quantified(1000, 3000, 4), quantified(200, 500, 100)],
    "rubik": ["R U " * 5000, "R U F2 L' D B R2 U' " * 3],
    "ruler": ["HT" * 30],
    "rush_hour": [vehicles(CELLS)],
    "rush_hour_logic": ["|".join([" ".join(["e", *["We"] * 28, "W" if row else "W!"]) for row in range(30)])],
    "sat": [clauses(2000, 8400), " ^ ".join(f"x{n}" for n in range(2000)), "~(" * 10_000 + "a & b" + ")" * 10_000],
    "seek_true": [positive(50, 60, 4), positive(1000, 2000, 3, terms=True)],
    "semi_partizan_target": [
        " ".join(lattice(22)) + "; v20_20=l v20_19=r " + placed(22, "xo." * 20),
        digraph(60, 8, "xo"),
    ],
    "shannon_switching": [switching(500, 1000), switching(10_000, 20_000), switching(3000, 20_000)],
    "shikaku": [scattered(SHEET, "4", 2500), scattered(SHEET, "9", 1111)],
    "sift": [f"{collection(50, 40, 4)} / {collection(49, 40, 4)}", f"{collection(900, 900, 4)} / {{e1 e2}}"],
    "ski_jumps": [scattered(CELLS, "LR", 40)],
    "sliding_blocks": [vehicles(CELLS) + " -> move A"],
    "sliding_tokens": [" ".join(lattice(20)) + "; v0_0=@ v5_5=o v9_9=o v12_0=o"],
    "slitherlink": [scattered(SHEET, "123", 1000)],
    "snort": [grid(CELLS)],
    "sokoban": [sokoban(CELLS)],
    "strings_and_coins": [" ".join(lattice(12)), "10x10"],
    "subtraction": ["99999", " ".join(["9999"] * 1000), "1000000000"],
    "subway_shuffle": [" ".join(lattice(20)) + "; v0_0=R v5_5=r v9_9=r -> v19_19"],
    "sudoku": [sudoku(5), sudoku(10)],
    "take_and_break": ["400", " ".join(["50"] * 500)],
    "target": [" ".join(lattice(22)) + "; v20_20=l v20_19=r " + placed(22, "xo." * 20), digraph(60, 8, "xo")],
    "tartan": [grid(6, "HT")],
    "team_cl": [oriented(12, "LR")],
    "tentai_show": ["|".join("".join("o" if r % 10 == c % 10 == 4 else "." for c in range(99)) for r in range(99))],
    "tic_tac_toe": [grid(CELLS)],
    "toads_and_frogs": ["xx..oo" * 160],
    "token_puzzle": [labelled(10, 99), labelled(22, 483)],
    "token_shifts": [grid(CELLS).replace(".", "o", 30)[:-60] + grid(CELLS)[-60:].replace(".", "x", 30)],
    "toppling_dominoes": ["xoe" * 300],
    "triagonal_slide_out": [triangles(CELLS)],
    "triplets": ["HT" * 12],
    "turning_turtles": ["HT" * 40],
    "twins": ["HT" * 40],
    "two_player_cl": [oriented(900, "LR"), oriented(3000, "LR")],
    "unit_rush_hour": ["H" + scattered(CELLS, "hv", 100)[1:]],
    "vertex_geography": [" ".join(lattice(20)) + "; v0_0=@", " ".join(lattice(60)) + "; v0_0=@"],
    "vertex_switching": [switching(100, 250), switching(1000, 3000)],
    "wythoff": ["1000000 999999", "1" + "0" * 200 + " 5"],
    "yajilin": ["|".join(" ".join("2>" if r % 9 == c % 9 == 4 else "." for c in range(SHEET)) for r in range(SHEET))],
}
"""Texts by key. A reader may come to refuse one in one line; then the board is as good as answered."""


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "rubik": [{}, {"size": 2}, {"size": 5}, {"size": 13}],
    "jenga": [{}, {"k": 5}],
    "cops_and_robbers": [{}, {"cops": 3}],
}
"""Where the size is an option of the rules; every text is read with each of these."""


def positions(key: str, most: int) -> Iterator[pp.Position]:
    boards = [(text, options) for options in OPTIONS.get(key, [{}]) for text in LARGE[key]]
    for text, options in boards[:most]:
        try:
            yield pp.load(key, text, **options)
        except pp.PerfectPlayError as error:
            check_refusal(error)


def ask_everything(key: str, limits: pp.Limits, most: int) -> None:
    """Every question about a large board ends: with an answer, at a limit, or with one line that says why not."""
    for position in positions(key, most):
        for question in questions_for(position.system):
            if question in ("check", "another"):
                continue  # they are about an answer that is given
            players = [pp.LEFT] if question in ("best", "remoteness", "suspense", "score") else []
            try:
                getattr(pp, question)(position, *players, limits=limits)
            except pp.PerfectPlayError as error:
                check_refusal(error)


def check_refusal(error: pp.PerfectPlayError) -> None:
    text = str(error)
    assert text and text.isprintable(), repr(text)
