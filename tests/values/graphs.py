"""Trees as CGSuite writes them, as the library writes graphs.

A walk from a root: ``.-.-L`` is a path of three vertices, ``lrl`` one of three edges. Brackets hold branches from the
vertex before them, separated by semicolons: ``.-.(-L;-R)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping


def walk(text: str, step: str) -> Iterator[tuple[int, str]]:
    """For every step, a text of the form ``step``, the number of the vertex it leaves; the root is vertex 0."""
    here, vertices = 0, 0
    open_brackets: list[int] = []
    for token in re.findall(rf"{step}|[(;)]", text):
        if token == "(":
            open_brackets.append(here)
        elif token == ";":
            here = open_brackets[-1]
        elif token == ")":
            here = open_brackets.pop()
        else:
            yield here, token
            vertices += 1
            here = vertices


def coloured_graph(text: str, letters: Mapping[str, str]) -> str:
    """A tree whose vertices have labels, which ``letters`` translates."""
    labels, edges = [text[0]], []
    for here, token in walk(text[1:], r"-[.LR]"):
        edges.append(f"v{here}-v{len(labels)}")
        labels.append(token[1])
    given = [f"v{number}={letters[label]}" for number, label in enumerate(labels) if label != "."]
    return " ".join(edges) + ("; " + " ".join(given) if given else "")


def edge_graph(text: str) -> str:
    """A tree whose edges are Left's (``l``), Right's (``r``) or anybody's (``e``)."""
    edges = [(f"v{here}-v{number}", token) for number, (here, token) in enumerate(walk(text, "[lre]"), 1)]
    given = [f"{edge}={'xo'['lr'.index(owner)]}" for edge, owner in edges if owner != "e"]
    return " ".join(edge for edge, _ in edges) + "; " + " ".join(given)
