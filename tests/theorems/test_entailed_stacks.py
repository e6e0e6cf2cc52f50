"""Top Entails: the table of stacks against the definition, plain play, and the loony stacks of West."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LOONY, Player
from perfectplay.entailing import Heaps
from perfectplay.nimbers import total
from perfectplay.theorems.entailed_stacks import nimber, table

pytestmark = pytest.mark.about("top_entails")


@cache
def first_wins(stacks: tuple[int, ...], entailed: int | None, heap: int) -> bool:
    """Plain play with stacks and a nim heap; the entailed stack is not among the others."""
    if entailed is None and any(not first_wins(stacks, None, less) for less in range(heap)):
        return True
    for stack in set(stacks) if entailed is None else {entailed}:
        rest = list(stacks)
        if entailed is None:
            rest.remove(stack)
        if stack and not first_wins(tuple(rest), stack - 1, heap):
            return True
        for part in range(1, stack // 2 + 1):
            if not first_wins(tuple(sorted((*rest, part, stack - part))), None, heap):
                return True
    return False


def test_nimbers_are_those_of_plain_play_beside_a_heap() -> None:
    for stack in range(1, 10):
        lost = [heap for heap in range(7) if not first_wins((stack,), None, heap)]
        found = pp.grundy(pp.load("top_entails", str(stack)))
        assert lost == ([] if found.answer is LOONY else [found.answer])


def test_sums_of_stacks_beside_a_heap_are_those_of_nimbers() -> None:
    dice = random.Random(4)
    for _ in range(depth(40, 400)):
        stacks = tuple(sorted(dice.choices(range(1, 8), k=dice.randint(1, 2))))
        heap = dice.randrange(4)
        worth = total([nimber(stacks), heap])
        assert first_wins(stacks, None, heap) == (worth != 0), (stacks, heap)


def test_every_method_agrees_and_is_verified() -> None:
    dice = random.Random(5)
    for _ in range(depth(25, 200)):
        text = " ".join(str(dice.randint(1, 6)) for _ in range(dice.randint(1, 2)))
        p = pp.load("top_entails", text + ("!" if dice.random() < 0.4 else ""))
        if p.state.entailed is None:
            assert len({pp.grundy(p, method=each).answer for each in pp.methods("grundy", p)}) == 1
            assert pp.verify(pp.grundy(p))
        assert len({str(pp.outcome(p, method=each)) for each in pp.methods("outcome", p)}) == 1
        assert pp.verify(pp.outcome(p)) and pp.verify(pp.best(p, Player.RIGHT))


def test_the_loony_stacks_are_those_of_west() -> None:
    """New values for Top Entails (Games of No Chance, 1997): 1, 3, 2403, 2505 and 33,243 up to 600,000 coins."""
    most = depth(3000, 34_000)
    found = [n for n in range(1, most) if table().nimber(n) is LOONY]
    assert found == [n for n in (1, 3, 2403, 2505, 33_243) if n < most]


def test_a_forged_nimber_is_refuted() -> None:
    found = pp.grundy(pp.load("top_entails", "6")).to_json()
    assert pp.verify(found) and not pp.verify(found | {"answer": 1}) and not pp.verify(found | {"answer": "loony"})
    assert not pp.verify(found | {"position": "6!"})


def test_sets_of_heaps() -> None:
    few, rest = Heaps(frozenset({0, 1, 3})), Heaps(frozenset({1, 5}), True)
    assert few.nimber == 2 and rest.nimber == 1 and (few | few.others()).nimber is LOONY
    assert [n for n in range(8) if n in few | rest] == [0, 1, 2, 3, 4, 6, 7] and rest.others() == Heaps(rest.sizes)
    assert (rest | Heaps(frozenset({5, 6}), True)) == Heaps(frozenset({5}), True)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: pp.load("top_entails", "3! 4!"), "row 1, column 5: unexpected '!' (expected stacks such as 5 4 2"),
        (lambda: pp.load("top_entails", "!"), "row 1, column 1: unexpected '!'"),
        (lambda: pp.load("top_entails", "3!4"), "row 1, column 2: unexpected '!'"),
        (lambda: pp.grundy(pp.load("top_entails", "3!")), "no method for grundy here"),
        (lambda: pp.load("top_entails", "3") + pp.load("nim", "3"), "only games in normal play"),
        (lambda: pp.value(pp.load("top_entails", "3")), "value needs"),
    ],
)
def test_refusals(work: object, message: str) -> None:
    with pytest.raises(pp.PerfectPlayError) as caught:
        work()  # type: ignore[operator]
    assert message in str(caught.value)


class Compliments(pp.PlainGame):
    """Heaps are split in two; a player who splits one into two squares must move again."""

    moves_on = True

    def moves(self, heaps: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(heap, part) for heap in dict.fromkeys(heaps) for part in range(1, heap // 2 + 1)]

    def play(self, heaps: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        rest = list(heaps)
        rest.remove(move[0])
        return tuple(sorted((*rest, move[1], move[0] - move[1])))

    def again(self, heaps: tuple[int, ...], move: tuple[int, int]) -> bool:
        return {move[1], move[0] - move[1]} <= {1, 4, 9, 16}


def test_complimenting_moves_have_nimbers_as_well() -> None:
    nimbers = [pp.grundy(Compliments().position((n,))) for n in range(1, 12)]
    assert [each.answer for each in nimbers] == [0, 0, 1, 2, 2, 1, 0, LOONY, 1, LOONY, 0]
    assert all(map(pp.verify, nimbers))
    for one, other in ((3, 6), (4, 5), (3, 4), (8, 3)):
        both = Compliments().position((one, other))
        assert pp.grundy(both) == total([nimbers[one - 1].answer, nimbers[other - 1].answer])
