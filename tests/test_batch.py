"""One question about many positions: order, failures, limits, processes that are killed, and files that go on."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.batch import crew, prepare
from perfectplay.batch.asking import can_be_asked
from perfectplay.questions import records

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found the way of Linux")
LONG = "|".join(["." * 12] * 12)


def workers(parent: int) -> list[int]:
    """The worker processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
            its_parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue  # it has gone meanwhile
        if its_parent == parent and b"perfectplay.batch.worker" in words:
            found.append(int(path.name))
    return found


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def heaps(number: int) -> str:
    return "".join(f"{n} {n % 7 + 1} 3\n" for n in range(1, number + 1))


# answers ------------------------------------------------------------------------------------------------------------


def test_answers_are_those_of_the_question_in_order() -> None:
    text = heaps(500)
    made = pp.batch("outcome", text, key="nim", jobs=2, options={"misere": True})
    expected = [pp.outcome(pp.load("nim", line, misere=True)) for line in text.splitlines()]
    found = list(made)
    assert found == expected and all(isinstance(each, pp.Result) for each in found)
    assert [each.entry.number for each in found] == list(range(1, 501)) and made.tally.answered == 500
    assert all(each.position.system.misere for each in found if isinstance(each, pp.Result))
    assert str(made).startswith("500 entries: 500 answered, 0 answered no, 0 limits, 0 errors; ")


def test_results_are_whole() -> None:
    texts = ["#####\n#@$.#\n#####", "#####\n#@$#.#\n#####"]
    solved, unsolvable = pp.batch("solve", texts, key="sokoban", metric="moves", jobs=1)
    assert isinstance(solved, pp.Solution) and solved.cost == 1 and solved.metric == "moves"
    assert pp.verify(solved) and solved.method == pp.solve(pp.load("sokoban", texts[0])).method
    assert isinstance(unsolvable, pp.Solution) and not unsolvable.found and unsolvable.reason
    (best,) = pp.batch("best", ["..|.."], key="domineering", player=pp.RIGHT)
    assert str(best) == str(pp.best(pp.load("domineering", "..|.."), pp.RIGHT))


def test_an_entry_without_an_answer_is_a_failure_of_its_own() -> None:
    text = f"# ours\n..|..\n.x\n\n{LONG}\n..."
    one, bad, long, last = pp.batch("value", text, key="domineering", jobs=2, limits=pp.Limits(positions=50))
    assert str(one) == "+-1" and str(last) == "-1"
    assert isinstance(bad, pp.Failure) and not bad and not bad.found and not bad.limit
    assert str(bad) == bad.error and bad.error.startswith("line 3: domineering: row 1, column 2: unexpected 'x'")
    assert isinstance(long, pp.Failure) and long.limit and long.error == "limit of 50 positions reached"
    assert (long.entry.number, long.entry.line) == (3, 5)
    (odd,) = pp.batch("solve", "1 2", key="nim")
    assert isinstance(odd, pp.Failure) and odd.error.startswith("nim: solve needs ")


def test_positions_of_several_systems() -> None:
    positions = [pp.load("nim", "3 5", misere=True), pp.load("kayles", "4"), pp.load("cram", "..|..")]
    assert list(pp.batch("outcome", positions)) == [pp.outcome(each) for each in positions]


def test_every_question_about_positions_can_be_asked() -> None:
    for question in records():
        if can_be_asked(question):
            pp.batch(question.name, [])
        else:
            with pytest.raises(pp.NotApplicable, match=f"batch: {question.name} is not asked about many positions"):
                pp.batch(question.name, [])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"question": "win"}, "no question 'win' (expected one of: "),
        ({"player": pp.LEFT}, "batch: outcome has no argument 'player' (expected one of: method)"),
        ({"jobs": 0}, "jobs=0 (expected a number from 1 to 1024)"),
        ({"key": "nothing"}, "no system 'nothing'"),
        ({"options": {"colour": 1}}, "nim has no option 'colour'"),
        ({"source": Path("/no/such/file"), "output": "/no/such/output"}, "file '/no/such/file': No such file"),
        ({"output": "/no/such/output"}, "cannot write '/no/such/output': No such file"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(pp.PerfectPlayError) as refused:
        pp.batch(**{"question": "outcome", "source": "1 2", "key": "nim", **given})
    assert str(refused.value).startswith(said)


def test_progress_and_cancelling() -> None:
    seen: list[int] = []
    cancel = pp.Cancel()
    made = pp.batch("outcome", (f"{n}" for n in iter(int, 1)), key="nim", limits=pp.Limits(cancel=cancel), jobs=2)
    with pytest.raises(pp.LimitReached, match="cancelled"):
        for _ in made.lines(lambda tally: seen.append(tally.total)):
            if len(seen) == 5:
                cancel.set()
    assert seen[:5] == [1, 2, 3, 4, 5]


# bounds -------------------------------------------------------------------------------------------------------------


def test_no_more_is_read_than_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "AHEAD", 10)
    read = 0

    def source() -> Iterator[str]:
        nonlocal read
        for n in range(200):
            read += 1
            yield str(n)

    for number, _ in enumerate(pp.batch("outcome", source(), key="nim", jobs=2), 1):
        assert number <= read <= number + 10 + crew.MOST_ENTRIES
    assert read == 200


def test_a_fat_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "FATTEST", 0)
    monkeypatch.setattr(crew, "MOST_ENTRIES", 2)
    assert len(list(pp.batch("outcome", heaps(5), key="nim", jobs=1))) == 5


# processes ----------------------------------------------------------------------------------------------------------


@linux
def test_a_killed_process_is_the_error_of_its_entry_alone() -> None:
    found = iter(pp.batch("outcome", ["..|..", LONG, "..", "..."], key="domineering", jobs=1))
    assert next(found) == "N"
    (worker,) = workers(os.getpid())
    os.kill(worker, signal.SIGKILL)
    lost = next(found)
    assert isinstance(lost, pp.Failure) and lost.entry.number == 2 and not lost.limit
    assert lost.error == "the process that worked on it was ended by SIGKILL, perhaps for lack of memory"
    assert [str(each) for each in found] == ["R", "R"]


@linux
def test_no_process_is_left_when_nobody_listens_any_longer() -> None:
    found = iter(pp.batch("outcome", ["..|..", LONG, LONG], key="domineering", jobs=2))
    next(found)
    assert workers(os.getpid())
    found.close()  # type: ignore[attr-defined]
    assert not workers(os.getpid())


@linux
def test_a_worker_that_cannot_begin_stops_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "command", lambda module: ("false",))
    with pytest.raises(pp.PerfectPlayError, match="a worker process could not begin: it ended with code 1"):
        list(pp.batch("outcome", heaps(5), key="nim"))


# files --------------------------------------------------------------------------------------------------------------


def stable(path: Path) -> list[dict[str, Any]]:
    """The lines without what depends on the clock."""
    return [{name: value for name, value in line.items() if name != "stats"} for line in lines(path)]


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """All of it, written in one go."""
    path = tmp_path / "whole.jsonl"
    pp.batch("outcome", f"{heaps(40)}bad\n", key="nim", output=path, jobs=2)
    return path


def test_a_file_has_a_line_for_each_entry(whole: Path) -> None:
    made = lines(whole)
    assert [line["number"] for line in made] == list(range(1, 42))
    assert {line["status"] for line in made[:-1]} == {"answered"} and made[0]["line"] == 1
    assert made[-1]["status"] == "error" and "answer" not in made[-1] and made[-1]["system"] == "nim"
    assert pp.verify(made[0]) and pp.verify({**made[0], "status": "no"}).refuted
    assert made[0]["answer"] == "P" and pp.verify({**made[0], "answer": "N"}).refuted
    again = pp.batch("outcome", f"{heaps(40)}bad\n", key="nim", output=whole)
    assert (again.tally.total, again.tally.before, again.tally.error) == (41, 41, 1)
    found = list(again)
    assert [each.entry.number for each in found] == list(range(1, 42)) and isinstance(found[-1], pp.Failure)
    assert found[:3] == [pp.outcome(pp.load("nim", line)) for line in heaps(3).splitlines()]


@pytest.mark.parametrize("left", [0, 1, 500, 3000])
def test_a_cut_file_goes_on(whole: Path, tmp_path: Path, left: int) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(whole.read_bytes()[:left])
    path.with_name("cut.jsonl.asked").write_bytes(whole.with_name("whole.jsonl.asked").read_bytes())
    kept = path.read_bytes().count(b"\n")
    made = pp.batch("outcome", f"{heaps(40)}bad\n", key="nim", output=path, jobs=1)
    assert made.tally.before == kept and stable(path) == stable(whole)
    assert path.read_bytes().startswith(b"".join(whole.read_bytes().splitlines(True)[:kept]))


def test_a_collection_that_has_grown_goes_on(whole: Path) -> None:
    made = pp.batch("outcome", f"{heaps(40)}bad\n4 5\n", key="nim", output=whole, limits=pp.Limits(time=10))
    assert (made.tally.before, made.tally.total) == (41, 42)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"question": "grundy"}, "answers something else (question: 'outcome' there, 'grundy' here)"),
        ({"options": {"misere": True}}, "answers something else (options: {} there, {'misere': True} here)"),
        ({"method": "sums"}, "answers something else (arguments: {} there, {'method': 'sums'} here)"),
        ({"source": heaps(20) + "4 4\n" * 21}, "answers another input, which differs in entry 21 (expected"),
        ({"source": heaps(39)}, "line 40 of "),
    ],
)
def test_a_file_that_belongs_to_something_else_is_refused(whole: Path, given: dict[str, Any], said: str) -> None:
    before = whole.read_bytes()
    asked = {"question": "outcome", "source": f"{heaps(40)}bad\n", "key": "nim", "output": whole, **given}
    with pytest.raises(pp.ParseError) as refused:
        pp.batch(**asked)
    assert said in str(refused.value) and whole.read_bytes() == before
    if "source" not in given or len(given["source"]) > 150:
        assert pp.batch(**asked, force=True).tally.before == 0


def test_other_files_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "heaps.txt"
    path.write_text("1 2\n")
    for force, said in ((False, "is the input"), (True, "is the input")):
        with pytest.raises(pp.ParseError, match=said):
            pp.batch("outcome", path, key="nim", output=path, force=force)
    other = tmp_path / "other.txt"
    other.write_text("precious\n")
    with pytest.raises(pp.ParseError, match="exists already, and is not the output of a batch"):
        pp.batch("outcome", path, key="nim", output=other)
    assert path.read_text() == "1 2\n" and other.read_text() == "precious\n"
    assert sorted(tmp_path.iterdir()) == [path, other]
    pp.batch("outcome", path, key="nim", output=tmp_path / "made.jsonl")
    (tmp_path / "made.jsonl").write_text("{}\n")
    with pytest.raises(pp.ParseError, match=r"line 1 of .* is not an answer about this input"):
        pp.batch("outcome", path, key="nim", output=tmp_path / "made.jsonl")


@linux
def test_two_batches_do_not_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    first = prepare("outcome", "1 2", "nim", None, 1, path, False, pp.Limits(), {})
    with pytest.raises(pp.ParseError, match="is being written by another batch"):
        pp.batch("outcome", "1 2", key="nim", output=path)
    assert first.output is not None
    first.output.close()
