"""Graphs in the DOT language of Graphviz, read strictly.

Read are ``graph`` and ``digraph``, statements about nodes, chains of edges, default attributes (``node [k=v]``),
attributes of the graph, and subgraphs as groups of statements. Refused, with row and column, is what carries no meaning
for a graph as a board or what would be a guess: ports, HTML strings, joined strings, and subgraphs as ends of edges.

>>> graph = read_dot('digraph { a -> b -> c [player=L]; b [letter="x"] }')
>>> list(graph.nodes), [(tail, head) for tail, head, _ in graph.edges], graph.nodes["b"]
(['a', 'b', 'c'], [('a', 'b'), ('b', 'c')], {'letter': 'x'})
"""

from __future__ import annotations

import re
from itertools import pairwise

from perfectplay.board.plain import Attributes, PlainGraph
from perfectplay.errors import ParseError, error_at, quote

_COMMENT = r"//[^\n]*|/\*.*?\*/|(?<![^\n])\#[^\n]*"
_BLANK = re.compile(rf"(?:\s|{_COMMENT})*", re.DOTALL)
_TOKEN = re.compile(
    r"""(?P<name>[A-Za-z_\x80-\uffff][A-Za-z0-9_\x80-\uffff]*|-?(?:\.\d+|\d+(?:\.\d*)?))
    | (?P<string>"(?:[^"\\]|\\.)*")
    | (?P<sign>->|--|[{}\[\]=;,:])""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN_NAME = r"([A-Za-z_][A-Za-z0-9_]*|[0-9]+)"
_PLAIN = re.compile(rf"{_PLAIN_NAME}\s*(->|--)\s*{_PLAIN_NAME}\s*;")
"""An edge as most programs write it, for speed: what it matches is read in the same way token by token."""
_HEAD = re.compile(rf"(?:\s|{_COMMENT})*(?:strict\s+)?(?:di)?graph\b[^:;|=]*\{{", re.DOTALL | re.IGNORECASE)
_WORDS = frozenset(("strict", "graph", "digraph", "node", "edge", "subgraph"))
MOST_DEPTH = 100
"""Of subgraphs inside each other."""


def is_dot(text: str) -> bool:
    """Does a text begin as a graph in the DOT language does?"""
    return bool(_HEAD.match(text))


def read_dot(text: str) -> PlainGraph:
    """The graph that a text describes, or :class:`ParseError` with row and column."""
    return _Reader(text).graph()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.kind, self.token, self.at, self.end = "", "", 0, 0
        self.step()

    def error(self, what: str, at: int, expected: str | None = None) -> ParseError:
        return error_at(self.text, at, what, expected)

    def unexpected(self, expected: str) -> ParseError:
        what = "the text ends too soon" if self.kind == "end" else f"unexpected {quote(self.token)}"
        return self.error(what, self.at, expected)

    def step(self) -> str:
        """Take the token at hand and look at the next."""
        taken, text = self.token, self.text
        blank = _BLANK.match(text, self.end)
        self.at = blank.end() if blank else self.end
        match = _TOKEN.match(text, self.at)
        if match:
            self.kind, self.token, self.end = match.lastgroup or "", match[0], match.end()
            if self.kind == "string":
                self.kind, self.token = "name", re.sub(r'\\(["\\])', r"\1", self.token[1:-1])
            elif self.kind == "name" and self.token.lower() in _WORDS:
                self.kind = "word"
        elif self.at < len(text):
            what = {"<": "an HTML string", "+": "a joined string", '"': "a string without an end"}
            raise self.error(what.get(text[self.at], f"unexpected {quote(text[self.at])}"), self.at, "plain DOT")
        else:
            self.kind, self.token, self.end = "end", "", self.at
        return taken

    def found(self, *signs: str) -> bool:
        return self.kind in ("sign", "word") and self.token.lower() in signs

    def take(self, *signs: str) -> str:
        if not self.found(*signs):
            raise self.unexpected(" or ".join(map(quote, signs)))
        return self.step().lower()

    def name(self, expected: str) -> str:
        if self.kind != "name":
            raise self.unexpected(expected)
        return self.step()

    def graph(self) -> PlainGraph:
        strict = self.found("strict")
        if strict:
            self.step()
        graph = PlainGraph(self.take("graph", "digraph") == "digraph")
        if self.kind == "name":
            self.step()
        self.take("{")
        self.body(graph)
        if self.kind != "end":
            raise self.unexpected("the end of the text after '}'")
        if strict:
            graph.edges = list(_merged(graph).values())
        return graph

    def body(self, graph: PlainGraph) -> None:
        """Statements up to the last ``}``; defaults of a subgraph end with it."""
        defaults: list[dict[str, Attributes]] = [{"node": {}, "edge": {}, "graph": graph.graph}]
        while defaults:
            if self.found("}"):
                at = self.at
                self.step()
                defaults.pop()
                if defaults and self.found("->", "--"):
                    raise self.error("a subgraph as the end of an edge", at, "edges between nodes")
            elif self.found("subgraph", "{"):
                at = self.at
                if self.step() != "{":
                    if self.kind == "name":
                        self.step()
                    self.take("{")
                if len(defaults) == MOST_DEPTH:
                    raise self.error("too many subgraphs inside each other", at, f"at most {MOST_DEPTH}")
                last = defaults[-1]
                defaults.append({"node": dict(last["node"]), "edge": dict(last["edge"]), "graph": {}})
            elif self.found("node", "edge", "graph"):
                known = defaults[-1][self.step().lower()]
                if not self.found("["):
                    raise self.unexpected("'['")
                known.update(self.attributes())
            else:
                self.statement(graph, defaults[-1])
            while self.found(";"):
                self.step()

    def statement(self, graph: PlainGraph, defaults: dict[str, Attributes]) -> None:
        """A node, a chain of edges, or ``name = value``."""
        plain = _PLAIN.match(self.text, self.at)
        if plain and self.kind == "name" and (plain[2] == "->") == graph.directed and plain[3].lower() not in _WORDS:
            for name in (plain[1], plain[3]):
                graph.nodes.setdefault(name, dict(defaults["node"]))
            graph.edges.append((plain[1], plain[3], dict(defaults["edge"])))
            self.end = plain.end()
            self.step()
            return
        names = [self.name("a node, an edge or '}'")]
        if self.found("="):
            self.step()
            defaults["graph"][names[0]] = self.name("a value")
            return
        while True:
            if self.found(":"):
                raise self.error("a port", self.at, "edges between nodes")
            graph.nodes.setdefault(names[-1], dict(defaults["node"]))
            if not self.found("->", "--"):
                break
            link = "->" if graph.directed else "--"
            if self.token != link:
                raise self.unexpected(quote(link))
            self.step()
            if self.found("subgraph", "{"):
                raise self.error("a subgraph as the end of an edge", self.at, "edges between nodes")
            names.append(self.name("a node"))
        given = self.attributes()
        if len(names) == 1:
            graph.nodes[names[0]].update(given)
        for tail, head in pairwise(names):
            graph.edges.append((tail, head, {**defaults["edge"], **given}))

    def attributes(self) -> Attributes:
        found: Attributes = {}
        while self.found("["):
            self.step()
            while not self.found("]"):
                name = self.name("an attribute or ']'")
                self.take("=")
                found[name] = self.name("a value")
                while self.found(",", ";"):
                    self.step()
            self.step()
        return found


def _merged(graph: PlainGraph) -> dict[tuple[str, str], tuple[str, str, Attributes]]:
    """In a strict graph an edge that is written again only gets more attributes."""
    found: dict[tuple[str, str], tuple[str, str, Attributes]] = {}
    for tail, head, attributes in graph.edges:
        pair = (tail, head) if graph.directed or tail <= head else (head, tail)
        found.setdefault(pair, (tail, head, {}))[2].update(attributes)
    return found


def write_dot(graph: PlainGraph) -> str:
    """The text of a graph, one statement a line.

    >>> print(write_dot(read_dot('graph { a [letter="x y"]; a -- b }')), end="")
    graph {
      a [letter="x y"];
      b;
      a -- b;
    }
    """
    kind, link = ("digraph", "->") if graph.directed else ("graph", "--")
    lines = [f"{kind} {{"]
    lines += [f"  {name}={_quoted(value)};" for name, value in graph.graph.items()]
    lines += [f"  {_quoted(node)}{_listed(given)};" for node, given in graph.nodes.items()]
    lines += [f"  {_quoted(tail)} {link} {_quoted(head)}{_listed(given)};" for tail, head, given in graph.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _listed(given: Attributes) -> str:
    return f" [{', '.join(f'{name}={_quoted(value)}' for name, value in given.items())}]" if given else ""


def _quoted(value: object) -> str:
    text = str(value)
    if re.fullmatch(_PLAIN_NAME, text) and text.lower() not in _WORDS:
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
