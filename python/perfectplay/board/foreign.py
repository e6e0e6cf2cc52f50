"""Graphs of other programs: every form in which a graph may come, read into one plain record.

Text is taken to be

- DOT if it begins with ``graph {`` or ``digraph {``, perhaps with a name or after ``strict``;
- GraphML if it begins with ``<graphml``, perhaps after ``<?xml``;
- graph6, digraph6 or sparse6 if it begins with the header of one, such as ``>>graph6<<`` or ``graph6:``, with ``&``
  (digraph6) or with ``:`` (sparse6); or if it is a single word that is valid graph6 and cannot be the name of a vertex;
- a graph by name if it looks like ``petersen()`` or ``grid(3,4)`` (:mod:`perfectplay.graphs`);
- an edge list if it has two or more lines, each of two names, or any number of lines of which one is a comment that
  begins with ``#`` and the others have one or two names. Whether edges are directed is as the system wants it, unless a
  comment says ``# directed`` or ``# undirected``.

After all but DOT and GraphML there may be a semicolon and what our own texts have there. Anything else is text of our
own. Objects are those of :func:`perfectplay.board.plain.taken_from`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from perfectplay.board.dot import is_dot, read_dot
from perfectplay.board.graph6 import form_of, is_graph6, read6
from perfectplay.board.plain import Attributes, Most, PlainGraph, taken_from
from perfectplay.errors import ParseError, error_at, quote
from perfectplay.limits import watched

if TYPE_CHECKING:
    from perfectplay.board.directions import Cell
    from perfectplay.board.graphs import Graph

MOST_CHARACTERS = 1 << 23

_GRAPHML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<graphml\b", re.DOTALL)
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)(\([^;]*)")
_NAME = re.compile(r"[A-Za-z0-9_]+")
_COMMENT = re.compile(r"^[ \t]*#([^\n]*)$", re.MULTILINE)


class Read(NamedTuple):
    """A graph, and where in its text letters and places of our own follow; -1: nowhere."""

    graph: PlainGraph
    tail: int = -1


def is_document(text: str) -> bool:
    """Is a text DOT or GraphML, which have semicolons and arrows of their own?"""
    return is_dot(text) or bool(_GRAPHML.match(text))


def is_foreign(source: object, own: str = "") -> bool:
    """Is this a graph of another program, rather than text of our own? Text that consists of the characters in ``own``
    is ours in any case."""
    if not isinstance(source, str):
        return True
    if own and not set(source) - set(own):
        return False
    return is_document(source) or bool(_form(_head(source)))


def read_foreign(source: object, most: Most) -> Read | None:
    """The graph in a text or an object; None if it is text of our own."""
    if isinstance(source, PlainGraph):
        return Read(source)
    if not isinstance(source, str):
        return Read(_own(source) or taken_from(source, most))
    if is_dot(source):
        return Read(read_dot(source))
    if _GRAPHML.match(source):
        return Read(_graphml(source, most))
    head = _head(source)
    form = _form(head)
    tail = len(head) + 1 if len(head) < len(source) else -1
    if form == "6":
        return Read(read6(head, most.vertices, source), tail)
    if form == "name":
        return Read(_named(head), tail)
    if form == "list":
        return Read(_edge_list(head), tail)
    return None


def whole_graph(source: object, most: Most) -> PlainGraph:
    """The same for readers whose own texts look different: nothing may follow the graph."""
    read = read_foreign(source, most)
    if read is None:
        raise ParseError("no graph of another program", expected="one")
    if isinstance(source, str) and read.tail >= 0 and source[read.tail :].strip():
        raise error_at(source, read.tail - 1, "unexpected ';'", "a graph and nothing else")
    return read.graph


def _head(text: str) -> str:
    """What precedes the semicolon; one in a comment is not meant."""
    at = text.find(";")
    if at >= 0 and "#" in text[:at]:
        hidden = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
        at = hidden.find(";")
    return text if at < 0 else text[:at]


def _form(head: str) -> str:
    """Which form the text before the semicolon has: a 6-format, a name, a list; empty: our own."""
    if form_of(head):
        return "6"
    if _NAMED.fullmatch(head):
        return "name"
    word = head.strip()
    if is_graph6(word) and not _NAME.fullmatch(word):
        return "6"
    return "list" if "\n" in head and _is_list(head) else ""


def _lines(head: str) -> Iterator[list[str]]:
    """The names on each line that has any."""
    for line in watched(_COMMENT.sub("", head).split("\n"), 1024):
        words = line.replace(",", " ").split()
        if words:
            yield words


def _is_list(head: str) -> bool:
    commented = bool(_COMMENT.search(head))
    count = 0
    for words in _lines(head):
        if len(words) > 2 or (len(words) == 1 and not commented) or not all(map(_NAME.fullmatch, words)):
            return False
        count += 1
    return count > 1 or (count == 1 and commented)


def _edge_list(head: str) -> PlainGraph:
    said = {comment.strip().lower() for comment in _COMMENT.findall(head)}
    found = PlainGraph(True if "directed" in said else False if "undirected" in said else None)
    for words in _lines(head):
        for name in words:
            found.nodes.setdefault(name, {})
        if len(words) == 2:
            found.edges.append((words[0], words[1], {}))
    return found


def _graphml(text: str, most: Most) -> PlainGraph:
    if "<!" in text.replace("<!--", ""):  # definitions of entities can grow without end
        raise ParseError("a document type in GraphML", expected="elements only")
    import networkx

    try:
        with warnings.catch_warnings(action="ignore"):
            graph: Any = networkx.parse_graphml(text)
    except Exception as error:
        what = str(error).partition("\n")[0]
        raise ParseError(f"unusable GraphML: {what}", expected="a graph") from None
    return taken_from(graph, most)


def _named(head: str) -> PlainGraph:
    from perfectplay.graphs import named

    return plain(named(head.strip()))


def _own(source: object) -> PlainGraph | None:
    from perfectplay.board.graphs import Graph

    return plain(source) if isinstance(source, Graph) else None


def plain(graph: Graph, state: str | None = None) -> PlainGraph:
    """A board as a record: letters, those of a state and of kinds of edges, are ``letter``, and places are ``pos``."""
    letters = graph.letters(state)

    def attributes(cell: Cell) -> Attributes:
        return {"letter": letters[cell]} if cell in letters else {}

    nodes = {
        vertex: attributes(vertex) | ({"pos": graph.places[vertex]} if graph.places else {})
        for vertex in graph.vertices
    }
    edges = [(edge[0], edge[1], attributes(edge)) for edge in graph.edges]
    return PlainGraph(graph.directed if edges else None, nodes, edges)


def letter_in(attributes: Attributes, where: str) -> str | None:
    """The attribute ``letter`` of a node or an edge, None if it has none."""
    letter = attributes.get("letter")
    if letter is None or isinstance(letter, str):
        return letter
    if isinstance(letter, int) and not isinstance(letter, bool):  # GraphML has types
        return str(letter)
    raise ParseError(f"letter of {where} is a {type(letter).__name__}", expected=f"text, such as {quote('x')}")
