"""Limits, cancelling, Ctrl-C and progress: a long question stops soon, and says why."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.interrupts import HANGS, asking, interrupted, python

import perfectplay as pp
from perfectplay.board import EAST


def rows(height: int, width: int) -> str:
    return "|".join(["." * width] * height)


def limited(field: str, value: int) -> pp.Limits:
    fields: dict[str, Any] = {field: value}
    return pp.Limits(**fields)


class Endless(pp.PlainGame):
    """A tree of moves without end."""

    def moves(self, state: int) -> list[int]:
        return [0, 1, 2]

    def play(self, state: int, move: int) -> int:
        return state * 3 + move + 1


class EndlessPuzzle(pp.PlainPuzzle):
    def moves(self, state: int) -> list[int]:
        return [0, 1, 2]

    def play(self, state: int, move: int) -> int:
        return state * 3 + move + 1

    def solved(self, state: int) -> bool:
        return state < 0


class Crowd(pp.RewriteGame):
    """Tokens that step along a strip, forwards and backwards, and annihilate each other."""

    cells = ".x"
    sample = "xx."
    loopy = True
    impartial = True

    def moves(self, board: Any) -> Iterator[Any]:
        for one, other in board.runs(EAST, 2):
            yield None, {one: "x.", other: ".x"}
            yield None, {one: ".x", other: "x."}
            yield None, {one: "x.", other: "x."}


CROWD = "x" * 40

LONG: dict[str, Callable[..., Any]] = {
    "outcome": lambda **asked: pp.outcome(pp.load("domineering", rows(9, 9)), **asked),
    "proof-number": lambda **asked: pp.outcome(pp.load("domineering", rows(9, 9)), method="proof-number", **asked),
    "retrograde": lambda **asked: pp.outcome(pp.load("domineering", rows(9, 9)), method="retrograde", **asked),
    "loopy": lambda **asked: pp.outcome(Crowd().load(CROWD), **asked),
    "loopy remoteness": lambda **asked: pp.remoteness(Crowd().load(CROWD), **asked),
    "generalized nimbers": lambda **asked: pp.grundy(Crowd().load(CROWD), **asked),
    "best": lambda **asked: pp.best(pp.load("domineering", rows(9, 9)), pp.LEFT, **asked),
    "value": lambda **asked: pp.value(pp.load("domineering", rows(7, 7)), **asked),
    "nimber": lambda **asked: pp.value(pp.load("cram", rows(7, 9)), **asked),
    "thermograph": lambda **asked: pp.thermograph(pp.load("domineering", rows(7, 7)), **asked),
    "walls": lambda **asked: pp.thermograph(pp.load("domineering", rows(7, 7)), method="moves", **asked),
    "temperature": lambda **asked: pp.temperature(pp.load("clobber", "xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo"), **asked),
    "remoteness": lambda **asked: pp.remoteness(pp.load("domineering", rows(7, 7)), pp.LEFT, **asked),
    "grundy": lambda **asked: pp.grundy(pp.load("cram", rows(7, 9)), **asked),
    "mex": lambda **asked: pp.grundy(pp.load("cram", rows(7, 9)), method="mex", **asked),
    "misere": lambda **asked: pp.outcome(pp.load("cram", rows(7, 9), misere=True), **asked),
    "solve": lambda **asked: pp.solve(pp.load("peg_solitaire", "@european"), **asked),
    "solve by metric": lambda **asked: pp.solve(pp.load("peg_solitaire", "@english"), metric="moves", **asked),
    "ida*": lambda **asked: pp.solve(pp.load("peg_solitaire", "@european"), method="ida*", **asked),
    "solutions": lambda **asked: pp.solutions(pp.load("peg_solitaire", "@european"), **asked),
    "count": lambda **asked: pp.count(pp.load("peg_solitaire", "@english"), **asked),
    "reachable": lambda **asked: pp.reachable(pp.load("peg_solitaire", "@english"), **asked),
    "cluster": lambda **asked: pp.cluster(pp.load("peg_solitaire", "@english"), **asked),
    "reachable game": lambda **asked: pp.reachable(pp.load("domineering", rows(7, 7)), **asked),
    "plain outcome": lambda **asked: pp.outcome(Endless().position(0), **asked),
    "plain grundy": lambda **asked: pp.grundy(Endless().position(0), **asked),
    "plain value": lambda **asked: pp.value(Endless().position(0), method="canonical forms", **asked),
    "plain walls": lambda **asked: pp.thermograph(Endless().position(0), method="moves", **asked),
    "plain remoteness": lambda **asked: pp.remoteness(Endless().position(0), **asked),
    "plain solve": lambda **asked: pp.solve(EndlessPuzzle().position(0), **asked),
    "plain count": lambda **asked: pp.count(EndlessPuzzle().position(0), **asked),
    "plain reachable": lambda **asked: pp.reachable(EndlessPuzzle().position(0), **asked),
    "plain cluster": lambda **asked: pp.cluster(EndlessPuzzle().position(0), **asked),
}
every_long_question = pytest.mark.parametrize("name", LONG)


@every_long_question
def test_a_limit_on_time_is_kept(name: str) -> None:
    with pytest.raises(pp.LimitReached) as caught:
        LONG[name](limits=pp.Limits(time=0.3, memory=1 << 29))
    assert "limit" in str(caught.value) and "\n" not in str(caught.value)
    assert caught.value.kind in ("time", "memory")


@every_long_question
def test_a_limit_on_positions_is_kept(name: str) -> None:
    with pytest.raises(pp.LimitReached, match="position") as caught:
        LONG[name](limits=pp.Limits(positions=2000, time=HANGS))
    assert caught.value.kind == "positions"


@every_long_question
def test_a_limit_on_memory_is_kept(name: str) -> None:
    """Every question keeps tables except iterative deepening, which has only its stack."""
    if name == "ida*":
        pytest.skip("iterative deepening keeps no tables")
    if name in {"outcome", "proof-number", "best", "misere", "plain outcome"}:
        # a table of results may forget, so that little memory is no reason to stop: it must only be kept
        with pytest.raises(pp.LimitReached):
            LONG[name](limits=pp.Limits(memory=1 << 20, time=1.0))
        return
    with pytest.raises(pp.LimitReached, match="memory") as caught:
        LONG[name](limits=pp.Limits(memory=1 << 20, time=HANGS))
    assert caught.value.kind == "memory"


@pytest.mark.parametrize("field", ["time", "positions", "memory"])
def test_a_limit_of_nothing_stops_a_question(field: str) -> None:
    with pytest.raises(pp.LimitReached):
        pp.reachable(pp.load("peg_solitaire", "@english"), limits=limited(field, 0))


@every_long_question
def test_another_thread_can_cancel(name: str) -> None:
    """It does so once the question has reported progress."""
    cancel = pp.Cancel()
    reported = threading.Event()

    def stop() -> None:
        if reported.wait(HANGS):
            cancel.set()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(pp.LimitReached, match="cancel") as caught:
        LONG[name](limits=pp.Limits(cancel=cancel, time=HANGS, memory=1 << 30), progress=lambda *report: reported.set())
    thread.join()
    assert cancel.is_set() and caught.value.kind == "cancelled"


def test_a_question_that_was_cancelled_before_does_not_begin() -> None:
    cancel = pp.Cancel()
    cancel.set()
    with pytest.raises(pp.LimitReached):
        pp.outcome(pp.load("domineering", rows(9, 9)), limits=pp.Limits(cancel=cancel))


def test_what_is_too_large_is_a_limit_of_another_kind() -> None:
    with pytest.raises(pp.LimitReached) as caught:
        pp.outcome(pp.load("nim", "100001", misere=True), method="alpha-beta")
    assert caught.value.kind == "size"


def test_the_same_question_is_answered_after_a_limit() -> None:
    position = pp.load("domineering", rows(5, 5))
    position.system.kernel(position.state)[0].clear()  # somebody may have asked before
    with pytest.raises(pp.LimitReached):
        pp.outcome(position, limits=pp.Limits(positions=10))
    assert pp.outcome(position) == "P"
    cram = pp.load("cram", rows(4, 5))
    cram.system.kernel(cram.state)[0].clear()
    with pytest.raises(pp.LimitReached):
        pp.grundy(cram, limits=pp.Limits(positions=10))
    assert pp.grundy(cram) == 2
    board = pp.load("domineering", "....|....|...#|.#..|....")
    for limits in (pp.Limits(positions=10), pp.Limits(memory=10_000)):
        board.system.kernel(board.state)[0].clear()
        with pytest.raises(pp.LimitReached):
            pp.value(board, limits=limits)
    assert pp.verify(pp.value(board)) and pp.verify(pp.thermograph(board, method="moves"))


def test_other_threads_run_while_a_question_is_answered() -> None:
    """What another thread has to do takes many turns of the interpreter; the question ends when it is done."""
    cancel = pp.Cancel()
    reported = threading.Event()

    def work() -> None:
        if reported.wait(HANGS):
            assert sum(n % 7 for n in range(1_000_000)) == 2_999_997
            cancel.set()

    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(pp.LimitReached, match="cancel"):
        LONG["outcome"](limits=pp.Limits(cancel=cancel, time=HANGS), progress=lambda *report: reported.set())
    thread.join()


def test_two_threads_may_ask_at_once() -> None:
    boards = [rows(4, 5), rows(5, 4), rows(4, 6), rows(5, 5)] * 2
    answers: dict[int, str] = {}

    def ask(number: int) -> None:
        answers[number] = str(pp.outcome(pp.load("domineering", boards[number])))

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(len(boards))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANGS)
    assert [answers[n] for n in range(len(boards))] == [str(pp.outcome(pp.load("domineering", b))) for b in boards]


# Ctrl-C -------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
@pytest.mark.parametrize(
    "name",
    [
        "outcome",
        "proof-number",
        "retrograde",
        "loopy",
        "generalized nimbers",
        "value",
        "walls",
        "remoteness",
        "grundy",
        "solve",
        "ida*",
        "count",
        "reachable",
        "plain outcome",
        "plain value",
        "plain solve",
    ],
)
def test_ctrl_c_stops_a_question(name: str) -> None:
    asked = asking(f"from tests.test_limits import LONG; LONG[{name!r}](progress=progress)")
    assert interrupted(asked) == (0, "interrupted\n", "")


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_stops_what_is_settled_backwards() -> None:
    """Everything has been reached by then: the depth that is reported is the distance from the end."""
    asked = python(
        "from tests.interrupts import telling",
        "from tests.test_limits import pp, rows",
        "tell = telling()",
        "try:",
        "    board = pp.load('domineering', rows(5, 6))",
        "    pp.outcome(board, method='retrograde', progress=lambda positions, seconds, depth: depth > 1 and tell())",
        "except KeyboardInterrupt:",
        "    print('interrupted')",
    )
    assert interrupted(asked) == (0, "interrupted\n", "")


# progress -----------------------------------------------------------------------------------------------------------


@every_long_question
def test_progress_is_reported(name: str) -> None:
    cancel = pp.Cancel()
    seen: list[tuple[int, float, int]] = []

    def report(*figures: Any) -> None:
        seen.append(figures)
        if len(seen) == 3:
            cancel.set()

    with pytest.raises(pp.LimitReached):
        LONG[name](limits=pp.Limits(cancel=cancel, time=HANGS, memory=1 << 30), progress=report)
    assert len(seen) >= 3
    positions = [each[0] for each in seen]
    seconds = [each[1] for each in seen]
    assert positions == sorted(positions) and positions[-1] > 0
    assert seconds == sorted(seconds)
    assert all(isinstance(depth, int) and depth >= 0 for _, _, depth in seen)


@every_long_question
def test_an_exception_in_progress_stops_the_question(name: str) -> None:
    class Enough(Exception):
        pass

    def stop(*report: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        LONG[name](limits=pp.Limits(time=HANGS, memory=1 << 30), progress=stop)


# the limits themselves ----------------------------------------------------------------------------------------------


def test_limits_are_read_from_words() -> None:
    limits = pp.Limits.of(time="2m", memory="1.5GB", positions="5M")
    assert (limits.time, limits.memory, limits.positions) == (120.0, 3 << 29, 5_000_000)
    assert pp.Limits.of(time="250ms").time == 0.25
    for wrong in (
        {"time": "soon"},
        {"time": "-1"},
        {"memory": "2 parsecs"},
        {"positions": ""},
        {"time": "1" * 500 + "x"},
    ):
        with pytest.raises(pp.ParseError) as caught:
            pp.Limits.of(**wrong)
        assert str(caught.value).isprintable()


def test_negative_limits_are_refused() -> None:
    for field in ("time", "memory", "positions"):
        with pytest.raises(pp.ParseError, match=field):
            limited(field, -1)
    with pytest.raises(pp.ParseError):
        pp.Limits(time=float("nan"))
