"""Klotski as a programmer would do it with networkx: build the graph of all positions, then ask for a shortest path.

Pieces are rectangles that move one cell at a time; those of the same shape are interchangeable. This is the naive
baseline: rules in plain Python, and the whole graph before the first question. Prints JSON, as every file here.
"""

import importlib.metadata
import json
import sys
import time

import networkx as nx

START = ("abbc", "abbc", "deef", "dghf", "i..j")
HEIGHT, WIDTH = 5, 4
BIG = (2, 2)
HOME = (3, 1)

Piece = tuple[tuple[int, int], tuple[int, int]]
"""The corner of a piece and its height and width."""


def pieces(rows: tuple[str, ...]) -> frozenset[Piece]:
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            if letter != ".":
                cells.setdefault(letter, []).append((row, col))
    return frozenset(
        (places[0], (places[-1][0] - places[0][0] + 1, places[-1][1] - places[0][1] + 1)) for places in cells.values()
    )


def covered(piece: Piece) -> list[tuple[int, int]]:
    (row, col), (height, width) = piece
    return [(row + r, col + c) for r in range(height) for c in range(width)]


def steps(state: frozenset[Piece]) -> list[frozenset[Piece]]:
    taken = {cell: piece for piece in state for cell in covered(piece)}
    found = []
    for piece in state:
        (row, col), size = piece
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            moved = (row + down, col + right), size
            if all(0 <= r < HEIGHT and 0 <= c < WIDTH and taken.get((r, c), piece) == piece for r, c in covered(moved)):
                found.append(state - {piece} | {moved})
    return found


def main() -> None:
    begin = time.perf_counter()
    start = pieces(START)
    graph = nx.Graph()
    graph.add_node(start)
    todo = [start]
    while todo:
        state = todo.pop()
        for after in steps(state):
            if after not in graph:
                todo.append(after)
            graph.add_edge(state, after)
    distances = nx.single_source_shortest_path_length(graph, start)
    least = min(distance for state, distance in distances.items() if (HOME, BIG) in state)
    seconds = time.perf_counter() - begin
    row = {
        "peer": f"networkx {importlib.metadata.version('networkx')}",
        "case": "klotski-steps",
        "how": f"rules in Python, graph of all {len(graph):,} positions, breadth-first distances",
        "answer": f"{least} steps",
        "seconds": seconds,
    }
    json.dump([row], sys.stdout)


if __name__ == "__main__":
    main()
