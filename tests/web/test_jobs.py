"""Jobs and workers: turns, limits, cancelling, and workers that die. The workers' operations are stand-ins."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.interrupts import HANGS

from perfectplay.web import jobs, link
from perfectplay.web.bounds import Bounds
from perfectplay.web.job import Cache, Client, Job, Line
from perfectplay.web.jobs import Desk
from perfectplay.web.replies import Refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers are stopped by signals")
uvloop = pytest.importorskip("uvloop")
STAND_IN = str(Path(__file__).with_name("stand_in.py"))


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "COMMAND", (sys.executable, STAND_IN))
    monkeypatch.setattr(jobs, "PATIENCE", 0.05)
    monkeypatch.setattr(jobs, "TICK", 0.01)


@asynccontextmanager
async def open_desk(**settings: Any) -> AsyncIterator[Desk]:
    desk = Desk(Bounds(**{"workers": 2, "jobs": 2, **settings}))
    await desk.start()
    try:
        yield desk
    finally:
        await desk.close()
        assert not desk.links and desk.waiting_bytes == 0 and all(job.over for job in desk.jobs.values())


def run(work: Callable[[], Awaitable[None]]) -> None:
    """In the loop that the server uses."""

    async def bounded() -> None:
        await asyncio.wait_for(work(), HANGS)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(bounded())


class Asked:
    """Somebody at a desk."""

    def __init__(self, desk: Desk, name: str = "somebody") -> None:
        self.desk = desk
        self.client = desk.client("127.0.0.1", name)

    def begin(self, operation: str, **body: Any) -> Job:
        return self.desk.submit(self.client, operation, json.dumps(body).encode(), kept=True)

    async def answer(self, operation: str, **body: Any) -> Any:
        """Of a question; the error if it failed."""
        job = self.begin(operation, **body)
        await self.desk.finish(job)
        return json.loads(job.answer if job.answer is not None else job.error or b"null")


async def until(desk: Desk, job: Job, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Listen until something is said about a job."""
    async for name, view in desk.events(job):
        if name and found(json.loads(view)):
            return dict(json.loads(view))
    raise AssertionError(f"it ended before that: {job.view()!r}")


async def becomes_long(desk: Desk, job: Job) -> None:
    async for _ in desk.events(job):
        if job.long:
            return


def test_answers_come_back_and_are_remembered() -> None:
    async def work() -> None:
        async with open_desk() as desk:
            somebody = Asked(desk)
            assert await somebody.answer("echo", text="é\u2192") == {"text": "é\u2192"}
            again = somebody.begin("echo", text="é\u2192")
            assert again.over and json.loads(again.answer or b"") == {"text": "é\u2192"}
            assert somebody.client.unfinished == 0
            own = desk.submit(somebody.client, "pid", b"{}", sources={"own-0": ""})
            assert not own.over and own.cache is None

    run(work)


def test_errors_come_back_and_are_not_remembered() -> None:
    async def work() -> None:
        async with open_desk() as desk:
            somebody = Asked(desk)
            for _ in range(2):
                found = await somebody.answer("wrong")
                assert found == {"kind": "parse", "message": "row 1, column 2: unexpected 'x'", "row": 1, "column": 2}
            assert (await somebody.answer("defect"))["kind"] == "internal"
            assert not desk.cache.answers

    run(work)


def test_what_a_game_prints_does_not_disturb_its_worker() -> None:
    async def work() -> None:
        async with open_desk() as desk:
            assert await Asked(desk).answer("talk") == {"read": ""}
            assert desk.died == 0

    run(work)


def test_a_long_question_yields_and_short_ones_are_answered_meanwhile() -> None:
    async def work() -> None:
        async with open_desk(workers=1) as desk:
            somebody = Asked(desk)
            job = somebody.begin("search")
            await becomes_long(desk, job)
            found = await somebody.answer("pid")
            assert job.state == "running" and job.link is not None and job.link.pid is not None
            assert found["pid"] != job.link.pid and found["nice"] == os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, job.link.pid) > found["nice"]

    run(work)


def test_when_there_are_too_many_long_questions_the_next_waits_and_begins_again() -> None:
    async def work() -> None:
        async with open_desk(jobs=2) as desk:
            first, second = Asked(desk, "first"), Asked(desk, "second")
            running = [first.begin("search", n=n) for n in range(2)]
            for job in running:
                await becomes_long(desk, job)
            third = first.begin("search", n=2)
            waiting = await until(desk, third, lambda view: third.long)
            assert (waiting["state"], waiting["ahead"]) == ("waiting", 0)
            fourth = second.begin("search", n=3)
            await until(desk, fourth, lambda view: fourth.long and view["state"] == "waiting")
            # whoever has none that is worked on comes first, though the other waited longer
            assert (desk.ahead(third), desk.ahead(fourth)) == (1, 0)
            assert await second.answer("echo", n=1) == {"n": 1}
            desk.cancel(running[0])
            await until(desk, fourth, lambda view: view["state"] == "running")
            assert third.state == "waiting"
            desk.cancel(fourth)
            await until(desk, third, lambda view: view["progress"] is not None)

    run(work)


def test_cancelling_is_seen_at_once_and_the_worker_goes_on_with_others() -> None:
    async def work() -> None:
        async with open_desk(workers=1, jobs=1) as desk:
            somebody = Asked(desk)
            before = (await somebody.answer("pid", n=0))["pid"]
            job = somebody.begin("search")
            waiting = somebody.begin("echo")
            await until(desk, job, lambda view: view["state"] == "running")
            for each in (waiting, job):
                desk.cancel(each)
                assert each.state == "cancelled" and json.loads(each.error or b"")["kind"] == "cancelled"
            assert (await somebody.answer("pid", n=1))["pid"] == before
            desk.cancel(job)
            assert job.state == "cancelled" and somebody.client.unfinished == 0

    run(work)


def test_an_interrupt_never_hits_the_next_question() -> None:
    async def work() -> None:
        async with open_desk(workers=1) as desk:
            somebody = Asked(desk)
            for number in range(50):
                job = somebody.begin("echo", n=-number)
                for _ in range(number % 5):  # at various moments of its life
                    await asyncio.sleep(0)
                desk.cancel(job)
                assert await somebody.answer("echo", n=number) == {"n": number}
            assert desk.died == 0

    run(work)


def test_an_interrupt_waits_for_an_import_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is imported by half may stay so, and then the worker would fail ever after."""
    monkeypatch.setattr(jobs, "STOPS_WITHIN", HANGS)
    monkeypatch.setattr(jobs, "PATIENCE", HANGS)

    async def work() -> None:
        async with open_desk(workers=1, jobs=1) as desk:
            somebody = Asked(desk)
            job = somebody.begin("load")
            await until(desk, job, lambda view: view["progress"] is not None)
            assert job.link is not None
            at_work = job.link.pid
            desk.cancel(job)
            assert await somebody.answer("loaded") == {"whole": True, "pid": at_work}

    run(work)


def test_a_worker_that_does_not_let_go_is_replaced() -> None:
    async def work() -> None:
        async with open_desk(workers=1, jobs=1) as desk:
            somebody = Asked(desk)
            job = somebody.begin("stubborn")
            await until(desk, job, lambda view: view["progress"] is not None)
            stuck = job.link
            assert stuck is not None
            desk.cancel(job)
            assert job.state == "cancelled"
            await stuck.ended.wait()
            assert (await somebody.answer("pid"))["pid"] != stuck.pid

    run(work)


@pytest.mark.parametrize(
    ("operation", "how"),
    [
        ("die", "by SIGKILL, perhaps for lack of memory"),
        ("abort", "by SIGABRT, perhaps for lack of memory"),
        ("leave", "with code 3"),
    ],
)
def test_a_worker_that_dies_is_replaced_and_its_job_reported(operation: str, how: str) -> None:
    async def work() -> None:
        async with open_desk(workers=1) as desk:
            somebody = Asked(desk)
            found = await somebody.answer(operation)
            assert found["kind"] == "died" and found["message"].startswith(f"the worker ended {how}; another")
            assert await somebody.answer("echo", n=1) == {"n": 1}
            assert desk.died == 2  # it was tried twice

    run(work)


def test_a_long_or_an_idle_worker_that_is_killed_is_replaced_too() -> None:
    async def work() -> None:
        async with open_desk(workers=1) as desk:
            somebody = Asked(desk)
            job = somebody.begin("search")
            await becomes_long(desk, job)
            assert job.link is not None and job.link.pid is not None
            os.kill(job.link.pid, signal.SIGKILL)
            await desk.finish(job)
            assert json.loads(job.error or b"")["kind"] == "died" and somebody.client.long == 0
            before = (await somebody.answer("pid", n=0))["pid"]
            idle = next(each for each in desk.links if each.pid == before)
            os.kill(before, signal.SIGKILL)
            await idle.ended.wait()
            assert (await somebody.answer("pid", n=1))["pid"] != before

    run(work)


def test_a_job_given_to_a_worker_whose_pipe_is_closed_goes_to_another() -> None:
    async def work() -> None:
        async with open_desk(workers=1) as desk:
            (ending,) = desk.links
            assert ending.transport is not None
            pipe = ending.transport.get_pipe_transport(0)
            assert pipe is not None
            pipe.close()
            while "closed=False" in repr(pipe):
                await asyncio.sleep(0)
            ending.turn(link.IDLE)
            assert await Asked(desk).answer("echo", n=1) == {"n": 1}
            assert ending.state == link.GONE

    run(work)


def test_limits_hold_whether_or_not_a_question_looks_at_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "OVERTIME", 0.1)

    async def work() -> None:
        async with open_desk(time=0.2, memory=1 << 20) as desk:
            somebody = Asked(desk)
            for operation in ("search", "blind", "stubborn"):
                found = await somebody.answer(operation)
                assert (found["kind"], found["limit"]) == ("limit", "time"), operation
                assert found["message"].startswith("time limit of 0.2 s reached")

    run(work)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems hold memory by other means")
def test_memory_is_held_by_the_system() -> None:
    async def work() -> None:
        async with open_desk(memory=1 << 20) as desk:
            found = await Asked(desk).answer("greedy")
            assert (found["kind"], found["limit"]) == ("limit", "memory")

    run(work)


def test_an_answer_that_is_too_large_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_desk() as desk:
            somebody = Asked(desk)
            assert len(await somebody.answer("large", bytes=1 << 20)) == 1 << 20
            found = await somebody.answer("large", bytes=17 << 20)
            assert (found["kind"], found["limit"]) == ("limit", "size") and "17 MB" in found["message"]

    run(work)


def test_a_worker_that_holds_much_memory_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "FATTEST", 0)

    async def work() -> None:
        async with open_desk(workers=1) as desk:
            somebody = Asked(desk)
            found = [(await somebody.answer("pid", n=n))["pid"] for n in range(2)]
            assert len({*found}) == 2 and desk.died == 0

    run(work)


def test_clients_take_turns() -> None:
    async def work() -> None:
        async with open_desk(workers=1) as desk:
            busy, other = Asked(desk, "busy"), Asked(desk, "other")
            ended: list[Job] = []

            async def watch(job: Job) -> None:
                await desk.finish(job)
                ended.append(job)

            many = [busy.begin("echo", n=n) for n in range(20)]
            one = other.begin("echo", n=-1)
            assert desk.ahead(many[-1]) == 19 and desk.ahead(one) == 1
            await asyncio.gather(*map(watch, [*many, one]))
            assert ended.index(one) <= 2

    run(work)


def test_whoever_used_more_lately_waits_longer() -> None:
    line = Line(lambda client: (int(client.used / jobs.GRAIN),))
    greedy, modest = Client(9), Client(9)
    greedy.used = 3.0
    queued = [Job(client, "echo", b"", None, False) for client in (greedy, greedy, modest, modest)]
    for job in queued:
        line.add(job)
    assert [line.take() for _ in range(4)] == [queued[2], queued[3], queued[0], queued[1]]
    assert line.size == 0 and not line.queues
    greedy.used = 0.0
    for job in queued:
        line.add(job)
    assert [line.ahead(job) for job in queued] == [0, 2, 1, 3]
    line.drop(queued[0])
    assert [line.take() for _ in range(3)] == [queued[1], queued[2], queued[3]]


def test_too_many_questions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_WAITING", 5)

    async def work() -> None:
        async with open_desk(workers=1, jobs=1) as desk:
            somebody = Asked(desk)
            somebody.client.most = 3
            for n in range(3):
                somebody.begin("search", n=n)
            with pytest.raises(Refused, match="3 of your questions are unfinished") as refused:
                somebody.begin("search", n=3)
            assert (refused.value.status, refused.value.view["kind"]) == (503, "busy")
            others = Asked(desk, "")
            assert others.client.most > 3
            for n in range(3):
                others.begin("search", n=n)
            with pytest.raises(Refused, match="questions are waiting already"):
                others.begin("search", n=4)
            monkeypatch.setattr(jobs, "MOST_WAITING", 500)
            monkeypatch.setattr(jobs, "WAITING_BYTES", desk.waiting_bytes)
            with pytest.raises(Refused, match="questions are waiting already"):
                others.begin("search", n=4)

    run(work)


def test_nobody_gains_by_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_CLIENTS_PER_ADDRESS", 3)
    desk = Desk(Bounds())
    clients = [desk.client("10.0.0.1", f"name-{n}") for n in range(10)]
    assert len({*clients}) == 4 and clients[3] is clients[9] is desk.client("10.0.0.1", "")
    assert desk.client("10.0.0.2", "name-9") not in clients


def test_finished_jobs_are_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_FINISHED", 3)

    async def work() -> None:
        async with open_desk() as desk:
            somebody = Asked(desk)
            done = [somebody.begin("echo", n=n) for n in range(5)]
            for job in done:
                await desk.finish(job)
            assert len(desk.jobs) == 3
            monkeypatch.setattr(jobs, "FINISHED_BYTES", 1000)
            await somebody.answer("large", bytes=5000)
            assert not desk.jobs and desk.finished_bytes == 0

    run(work)


def test_a_job_to_which_nobody_listens_any_longer_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ABANDONED", 0.0)

    async def work() -> None:
        async with open_desk() as desk:
            job = Asked(desk).begin("search")
            await until(desk, job, lambda view: view["state"] == "running")
            while not job.over:  # looked at without listening
                await asyncio.sleep(0.01)
            assert json.loads(job.error or b"")["message"] == "nobody was listening any longer"

    run(work)


def test_events_tell_of_states_and_progress_and_end() -> None:
    async def work() -> None:
        async with open_desk() as desk:
            job = Asked(desk).begin("search")
            names: list[str] = []
            async for name, view in desk.events(job):
                names.append(name)
                if names.count("progress") == 3:
                    desk.cancel(job)
                assert json.loads(view)["id"] == job.id
            assert names[0] == "state" and names[-1] == "end" and names.count("progress") == 3

    run(work)


def test_the_cache_is_bounded_and_forgets_the_oldest() -> None:
    cache = Cache(100)
    for n in range(10):
        cache.put(b"key%d" % n, b"x" * 26)
        cache.get(b"key0")
    assert sorted(cache.answers) == [b"key0", b"key8", b"key9"] and cache.size == 90
    cache.put(b"large", b"x" * (1 << 20))
    assert cache.get(b"large") is None


def test_workers_that_never_start_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "COMMAND", (sys.executable, "-c", "raise SystemExit(1)", "--"))

    async def work() -> None:
        with pytest.raises(Refused, match="the workers do not start"):
            async with open_desk(workers=1):
                pass

    run(work)
