"""How a finite commutative monoid is written: generators, normal forms, relations.

Generators are chosen greedily in their order, then those are left out that the others generate. The normal form of an
element is its least word, first by length and then alphabetically. Words that are normal are closed under division, so
that the least words that are not normal, each with its normal form, are relations that say everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
Normal = tuple[int, ...]
"""A word as ascending places in the list of generators."""


def chosen(mul: Sequence[Sequence[int]], phi: Sequence[int]) -> list[int]:
    """Numbers of the generators that are needed."""
    needed: list[int] = []
    reached = {0}
    for number, element in enumerate(phi):
        if element not in reached:
            needed.append(number)
            reached = _generated(mul, (phi[each] for each in needed))
    for number in list(needed):
        others = [each for each in needed if each != number]
        if phi[number] in _generated(mul, (phi[each] for each in others)):
            needed = others
    return needed


def _generated(mul: Sequence[Sequence[int]], elements: Iterable[int]) -> set[int]:
    by = list(elements)
    found, current = {0}, [0]
    while current:
        x = current.pop()
        for y in by:
            if (product := mul[x][y]) not in found:
                found.add(product)
                current.append(product)
    return found


def normal_forms(mul: Sequence[Sequence[int]], generators: Sequence[int]) -> dict[int, Normal]:
    """The normal form of each element, in the order of normal forms. ``generators`` are elements."""
    words: dict[int, Normal] = {0: ()}
    level: list[tuple[int, Normal]] = [(0, ())]
    while level:
        following = []
        for x, word in level:
            for place in range(word[-1] if word else 0, len(generators)):
                y = mul[x][generators[place]]
                if y not in words:
                    words[y] = (*word, place)
                    following.append((y, words[y]))
        level = sorted(following, key=lambda item: item[1])
    return words


def relations(
    mul: Sequence[Sequence[int]], generators: Sequence[int], words: dict[int, Normal]
) -> list[tuple[Normal, Normal]]:
    """The least words that are not normal, each with its normal form."""
    normal = {word: x for x, word in words.items()}
    found = []
    for word, x in normal.items():
        for place in range(word[-1] if word else 0, len(generators)):
            longer = (*word, place)
            divisors = {longer[:at] + longer[at + 1 :] for at in range(len(longer))}
            if longer not in normal and all(each in normal for each in divisors):
                found.append((longer, words[mul[x][generators[place]]]))
    return sorted(found, key=lambda each: (len(each[0]), each[0]))


def letter(place: int) -> str:
    return LETTERS[place] if place < len(LETTERS) else f"<{place + 1}>"


def written(word: Normal) -> str:
    """``ab2`` for the word a, b, b; ``1`` for the empty one."""
    parts = []
    for place in sorted(set(word)):
        exponent = word.count(place)
        parts.append(letter(place) + (str(exponent) if exponent > 1 else ""))
    return "".join(parts) or "1"
