"""The smallest AND/OR gadget with the relation and the colours of a given one: searched for in the closure of port
relations, and certified."""

from __future__ import annotations

from perfectplay.errors import NotApplicable, ParseError
from perfectplay.families.constraint_logic import Configuration
from perfectplay.gadgets.closure import WEIGHT, WIDTH, Class, Closure, images
from perfectplay.gadgets.gadget import Gadget, Port, read_gadget
from perfectplay.gadgets.moves import certify
from perfectplay.limits import watch_now
from perfectplay.method import Asked

SHADE = {weight: colour for colour, weight in WEIGHT.items()}


def smallest(gadget: Gadget, asked: Asked) -> str:
    """Its text; empty if the closure has none."""
    if gadget.memory:
        raise NotApplicable("gadget: memory (expected a relation between ports alone to search for smaller gadgets)")
    colours = "".join(_colour(gadget, port) for port in gadget.ports)
    if len(colours) > WIDTH:
        raise NotApplicable(f"gadget: {len(colours)} ports (expected at most {WIDTH} to search for smaller gadgets)")
    relation = sum(1 << state for state in gadget.declared)
    if not relation or colours.count("r") % 2 or not _is_down_closed(gadget.declared, len(colours)):
        return ""
    closure = Closure(weigh=watch_now().weigh)
    for made in closure.levels(set(images(colours, relation))):
        for each in sorted(made, key=lambda each: not each.exact):
            found = _named(closure, each, gadget, colours, relation)
            if certify(found, asked)[0]:
                return str(found)
    return ""


def _colour(gadget: Gadget, port: Port) -> str:
    state = gadget.position.state
    if not isinstance(state, Configuration):
        title = gadget.position.system.title
        raise NotApplicable(f"gadget: a board of {title} (expected a constraint graph to search)")
    graph = state.graph
    try:
        (edge,) = graph.at[graph.number(port.when.place)]
        return SHADE[graph.edges[edge].weight]
    except (KeyError, ValueError):
        raise NotApplicable(f"gadget: port {port.name} (expected one edge of weight 1 or 2)") from None


def _is_down_closed(states: frozenset[int], ports: int) -> bool:
    """To turn a port in never does harm in a constraint graph. (And every AND has two red ends, so that the number of
    red ports is even.)"""
    return all(state & ~(1 << port) in states for state in states for port in range(ports))


def _named(closure: Closure, made: Class, gadget: Gadget, colours: str, relation: int) -> Gadget:
    """The gadget of a class with the ports of the given one, so that it has exactly its relation."""
    edges, ends = closure.graph(made)
    ports = len(colours)
    orders = [
        order[turn:] + order[:turn] for order in (list(range(ports)), list(range(ports))[::-1]) for turn in range(ports)
    ]
    for order in orders:  # port p of the class is called like port order[p]
        bits = 0
        for state in range(1 << ports):
            if made.relation >> state & 1:
                bits |= 1 << sum(1 << order[port] for port in range(ports) if state >> port & 1)
        if bits == relation and all(made.colours[port] == colours[order[port]] for port in range(ports)):
            break
    else:
        raise AssertionError("a class without the wanted relation")
    legs = [(gadget.names[order[port]], vertex, colour) for port, (vertex, colour) in enumerate(ends)]
    # Inner vertices are numbers, and no port is called so.
    written = " ".join(f"{a}-{b}{':2' if colour == 'b' else ''}" for a, b, colour in sorted(legs) + edges)
    free = " ".join(f"{name}=0" for name in gadget.names)
    relations = "".join(f"relation: {formula}\n" for formula in gadget.relation)
    text = (
        f"name: {gadget.name}\nsystem: constraint_graph\nports: {' '.join(gadget.names)}\n{relations}"
        f"board:\n{written}; {free}"
    )
    try:
        return read_gadget(text)
    except ParseError as error:
        raise AssertionError(f"a gadget that cannot be read: {error}") from None
