"""An arrangement that is not in the group of the moves cannot be solved.

Moves that lead from an arrangement to the goal are a product of generators, so the permutation between the two is in
the group; sifting it through a stabiliser chain decides that in polynomial time (Sims 1970; Furst, Hopcroft & Luks
1980). Such chains are proved complete when they are built, see :class:`perfectplay.kinds.permutation.Group`.
"""

from collections.abc import Sequence

from perfectplay.kinds.permutation import Images, PermutationSystem, inverse, product
from perfectplay.position import Position

systems: tuple[str, ...] = ()
kinds = ("permutation",)


def wanted(position: Position[PermutationSystem]) -> Images:
    """The permutation that leads to the goal."""
    return product(inverse(position.state.places), position.state.moving.goal)


def refusal(position: Position[PermutationSystem]) -> str:
    group = position.system.group(position)
    if wanted(position) in group:
        return ""
    return f"group: it is not among the {group.order} arrangements that the moves can make of the goal"


def confirm(position: Position[PermutationSystem]) -> bool:
    """Again in plain Python, by a chain built from one Schreier generator after the other."""
    degree = position.state.moving.degree
    chain: list[tuple[int, list[Images], dict[int, Images]]] = []
    todo: list[tuple[int, Images]] = [(0, turn.images) for turn in position.state.moving.generators()]
    while todo:
        level, element = todo.pop()
        element, level = _sifted(chain, element, level)
        if element == tuple(range(degree)):
            continue
        if level == len(chain):
            base = next(place for place in range(degree) if element[place] != place)
            chain.append((base, [], {base: tuple(range(degree))}))
        for number, (_, generators, carriers) in enumerate(chain[: level + 1]):
            generators.append(element)
            fresh = [(place, element) for place in carriers]
            while fresh:
                place, generator = fresh.pop()
                image = generator[place]
                there = product(carriers[place], generator)
                if image in carriers:
                    todo.append((number + 1, product(there, inverse(carriers[image]))))
                else:
                    carriers[image] = there
                    fresh += [(image, other) for other in generators]
    return _sifted(chain, wanted(position), 0)[0] != tuple(range(degree))


def _sifted(
    chain: Sequence[tuple[int, list[Images], dict[int, Images]]], element: Images, level: int
) -> tuple[Images, int]:
    for number in range(level, len(chain)):
        base, _, carriers = chain[number]
        if element[base] not in carriers:
            return element, number
        element = product(element, inverse(carriers[element[base]]))
    return element, len(chain)
