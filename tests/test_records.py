"""Records against the data classes of the standard library, and what a short question imports."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
from typing import Any, ClassVar

import pytest

from perfectplay import records


def written(module: Any) -> list[Any]:
    """The same classes by either module; the names of the classes say nothing about which."""

    @module.dataclass(frozen=True)
    class Point:
        x: int
        y: int = 2
        seen: ClassVar[int] = 0
        names: list[str] = module.field(default_factory=list, compare=False)
        hidden: str = module.field(default="", repr=False)

    @module.dataclass(frozen=True)
    class Far(Point):
        z: float = 0.5

        def __repr__(self) -> str:
            return f"far {self.z}"

    @module.dataclass
    class Open:
        word: str
        total: int = module.field(init=False, default=0)

        def __post_init__(self) -> None:
            self.total = len(self.word)

    @module.dataclass(frozen=True, eq=False, repr=False)
    class Alone:
        what: object = None

    class Plain(Point):
        pass

    @dataclasses.dataclass(frozen=True)
    class Derived(Point):
        w: int = 9

    return [Point, Far, Open, Alone, Plain, Derived]


OWN, STANDARD = written(records), written(dataclasses)


def outcome(make: Any) -> Any:
    """What comes of it, as something to compare; the modules word their errors differently."""
    try:
        found = make()
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)
    return repr(found) if "object at" not in repr(found) else type(found).__name__


@pytest.mark.parametrize("number", range(len(OWN)))
@pytest.mark.parametrize(
    "given",
    [
        *[((), {}), ((1,), {}), ((1, 2), {}), ((1, 2, ["a"]), {}), ((), {"x": 3}), ((), {"word": "abc"})],
        *[((1,), {"x": 1}), ((1,), {"unknown": 1}), ((1, 2, [], "h", 5, 6), {}), ((1,), {"z": 3.0}), ((1,), {"w": 4})],
    ],
)
def test_the_same_is_made_of_the_same(number: int, given: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    own, standard = OWN[number], STANDARD[number]
    assert outcome(lambda: own(*given[0], **given[1])) == outcome(lambda: standard(*given[0], **given[1]))
    if isinstance(outcome(lambda: own(*given[0], **given[1])), type):
        return
    one, other, kin = [cls(*given[0], **given[1]) for cls in (own, own, standard)]
    assert (one == other) == (kin == standard(*given[0], **given[1]))
    assert (own.__hash__ is None) == (standard.__hash__ is None)
    assert own.__hash__ is None or (hash(one) == hash(other)) == (one == other)
    assert one.__dict__ == kin.__dict__ and own.__match_args__ == standard.__match_args__
    told = [[(each.name, each.type, each.init, each.repr) for each in dataclasses.fields(it)] for it in (one, kin)]
    assert told[0] == told[1]
    assert dataclasses.is_dataclass(own)
    assert dataclasses.asdict(one) == dataclasses.asdict(kin)
    for change in ({}, {"y": 7}, {"nothing": 1}, {"total": 3}):
        expected = outcome(lambda change=change: dataclasses.replace(kin, **change))
        assert outcome(lambda change=change: records.replace(one, **change)) == expected
        assert outcome(lambda change=change: dataclasses.replace(one, **change)) == expected
    name = next(iter(one.__dict__))

    def assign(what: Any) -> None:
        setattr(what, name, 1)

    assert outcome(lambda: assign(one)) == outcome(lambda: assign(kin))
    assert outcome(lambda: delattr(one, name)) == outcome(lambda: delattr(kin, name))


def test_kinds_are_told_apart() -> None:
    point, far, _, alone, plain, derived = OWN
    assert point(1) != far(1) and point(1) != plain(1) and point(1) != derived(1) and alone() != alone()
    assert point(1, names=["a"]) == point(1) and point(1, hidden="a") != point(1)
    assert point(1).names is not point(1).names


@records.dataclass(frozen=True)
class Known:
    x: int
    y: str = "why"


def test_records_are_pickled_and_matched() -> None:
    assert pickle.loads(pickle.dumps(Known(3))) == Known(3)
    match Known(3):
        case Known(x, y):
            assert (x, y) == (3, "why")


HEAVY = {"inspect", "dataclasses", "ast", "json", "pathlib", "shutil", "tomllib", "hashlib", "html", "urllib"}
NUMBERS = {"fractions", "decimal", "perfectplay.values.value"}
DRAWN = {"perfectplay.picture.boards", "perfectplay.board.foreign", "perfectplay.families.cars"}


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        (("outcome", "domineering", "..|.."), HEAVY | NUMBERS | DRAWN),
        (("solve", "sokoban", "#######|#@ $ .#|#######"), HEAVY | NUMBERS | DRAWN),
        (("outcome", "nim", "3 4 5"), HEAVY | NUMBERS | DRAWN),
        (("value", "domineering", "..|.."), HEAVY - {"dataclasses", "inspect", "ast"} | DRAWN),
    ],
)
def test_a_short_question_imports_what_it_needs(words: tuple[str, ...], absent: set[str]) -> None:
    program = "import sys; from perfectplay.cli import main; code = main(); print(*sys.modules); sys.exit(code)"
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert not absent.intersection(done.stdout.splitlines()[-1].split())
