"""What is measured: one module for each group, in the order of the table. Each has a ``TITLE`` and ``cases``."""

from groups import census, cores, cubes, databases, games, graphs, hardness, plain, puzzles, start, throughput, tiles

GROUPS = (start, games, graphs, databases, cores, census, puzzles, tiles, cubes, throughput, hardness, plain)
