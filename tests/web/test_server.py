"""The server as a user starts it: what it answers, whom it answers, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from tests.interrupts import HANGS
from tests.web.serving import COMMAND, Serving, serving, wait_for

import perfectplay as pp
from perfectplay.web.security import HEADERS, canonical, read_json
from perfectplay.web.server import API, PAGE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it is ended by signals")
NIM = {"system": "nim", "position": "3 5 7"}
ENDLESS = {"operation": "ask/outcome", "body": {"system": "clobber", "position": "8x8"}}


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving("--allow-host", "games.example") as found:
        yield found


@pytest.fixture(scope="module")
def web(server: Serving) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")
def trusting() -> Iterator[httpx.Client]:
    with serving("--trust") as found, found.client() as client:
        yield client


def error_of(response: httpx.Response) -> tuple[int, str]:
    error = response.json()["error"]
    assert error["message"] and "\n" not in error["message"] and "Traceback" not in error["message"]
    return response.status_code, error["kind"]


# what it answers ------------------------------------------------------------------------------------------------------


def test_documents_are_sent_once(web: httpx.Client) -> None:
    for path in ("systems", "questions", "systems/nim", "systems/nim/picture", "openapi.json"):
        first = web.get(f"{API}/{path}")
        assert first.status_code == 200 and first.headers["content-type"] == "application/json" and first.json()
        again = web.get(f"{API}/{path}", headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304 and not again.content
        assert web.head(f"{API}/{path}").headers["content-length"] == str(len(first.content))
    assert [each["key"] for each in web.get(f"{API}/systems").json()] == [each.key for each in pp.catalogue()]
    assert error_of(web.get(f"{API}/systems/nothing")) == (404, "unknown")


def test_the_status_tells_limits(web: httpx.Client) -> None:
    found = web.get(f"{API}/status").json()
    assert found["limits"] == {"time": 60, "memory": 2 << 30, "positions": 10**9} and not found["trust"]


def test_an_operation_is_answered(web: httpx.Client) -> None:
    found = web.post(f"{API}/ask/outcome", json=NIM).json()
    assert found["result"]["answer"] == str(pp.outcome(pp.load("nim", "3 5 7")))
    verdict = web.post(f"{API}/verify", json={"result": found["result"]}).json()
    assert verdict["verdict"] == "verified"
    assert web.post(f"{API}/position", json=NIM).json()["position"] == "3 5 7"


@pytest.mark.parametrize(
    ("operation", "body", "wanted"),
    [
        ("ask/outcome", {"system": "nothing"}, (404, "unknown")),
        ("ask/outcome", {"system": "nim", "position": "x"}, (422, "parse")),
        ("ask/solve", NIM, (422, "not_applicable")),
        ("play", {**NIM, "move": "nonsense"}, (422, "parse")),
        ("ask/outcome", {**NIM, "colour": "red"}, (422, "parse")),
        ("ask/outcome", [], (422, "parse")),
        ("ask/outcome", {"system": "clobber", "position": "7x7", "limits": {"positions": 100}}, (422, "limit")),
        ("ask/outcome", {"system": "clobber", "position": "7x7", "limits": {"time": 0.1}}, (422, "limit")),
        ("line", {"system": "nonogram", "moves": ["a1-c1"]}, (422, "not_applicable")),
        ("ask/generate", {"system": "rush_hour", "options": {"rows": "many"}}, (422, "parse")),
        ("ask/nothing", {}, (404, "unknown")),
        ("nothing", {}, (404, "unknown")),
        ("own", {"source": "print(1)"}, (403, "forbidden")),
    ],
)
def test_errors_have_a_kind_and_one_line(web: httpx.Client, operation: str, body: Any, wanted: tuple[int, str]) -> None:
    found = error_of(web.post(f"{API}/{operation}", json=body))
    assert found[0] == wanted[0] and found[1] in (wanted[1], "illegal_move")


def test_a_message_at_a_limit_says_which(web: httpx.Client) -> None:
    body = {"system": "clobber", "position": "7x7", "limits": {"time": 0.1}}
    error = web.post(f"{API}/ask/outcome", json=body).json()["error"]
    assert error["limit"] == "time" and error["message"].startswith("time limit of 0.1 s reached")


def test_the_limits_of_the_server_hold_for_all() -> None:
    with serving("--time", "100ms", "--positions", "1G", "--jobs", "1") as found, found.client() as client:
        for limits in ({}, {"time": 1000}, {"time": "1h"}):
            answer = client.post(f"{API}/ask/outcome", json={**ENDLESS["body"], "limits": limits})  # type: ignore[dict-item]
            assert error_of(answer) == (422, "limit")
            assert answer.json()["error"]["message"].startswith("time limit of 0.1 s reached")


def test_methods_and_addresses_that_are_not_there(web: httpx.Client) -> None:
    for method, path, allowed in (
        ("GET", "ask/outcome", "POST"),
        ("DELETE", "systems", "GET, HEAD"),
        ("POST", "systems", "GET, HEAD"),
        ("PUT", "jobs/x", "GET, DELETE, HEAD"),
        ("OPTIONS", "ask/outcome", "POST"),
        ("GET", "own", "POST"),
    ):
        answer = web.request(method, f"{API}/{path}", json={} if method == "POST" else None)
        assert error_of(answer) == (405, "unknown") and answer.headers["allow"] == allowed, path
    for path in ("/api", "/api/", "/api/v2/status", f"{API}/", f"{API}/ask", f"{API}/status/"):
        assert error_of(web.get(path)) == (404, "unknown"), path


# OpenAPI --------------------------------------------------------------------------------------------------------------


def operations_of(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_the_description_is_whole(web: httpx.Client) -> None:
    document = web.get(f"{API}/openapi.json").json()
    assert document["openapi"].startswith("3.1") and document["info"]["version"]
    ids = [operation["operationId"] for _, _, operation in operations_of(document)]
    assert len({*ids}) == len(ids)
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    text = json.dumps(document)
    for kind in ("schemas", "responses"):
        for name in document["components"][kind]:
            assert name == "Error" or f'"#/components/{kind}/{name}"' in text or name == "ServiceUnavailable", name
    for name in pp.questions.names():
        assert f"{API}/ask/{name}" in document["paths"]


def test_every_example_of_the_description_works_as_described(web: httpx.Client) -> None:
    document = web.get(f"{API}/openapi.json").json()
    for path, method, operation in operations_of(document):
        if method != "post":
            continue
        content = operation["requestBody"]["content"]["application/json"]
        jsonschema.validate(content["example"], content["schema"])
        answer = web.post(path, json=content["example"])
        if path == f"{API}/own":
            assert error_of(answer) == (403, "forbidden")
            continue
        assert answer.status_code in (200, 202), (path, answer.text[:300])
        described = operation["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
        jsonschema.validate(answer.json(), described | {"components": document["components"]})


# jobs -----------------------------------------------------------------------------------------------------------------


def test_a_small_job_comes_with_its_answer_or_tells_it_later(web: httpx.Client) -> None:
    answer = web.post(f"{API}/jobs", json={"operation": "ask/outcome", "body": NIM})
    assert answer.status_code == 202
    job = answer.json()
    with web.stream("GET", f"{API}/jobs/{job['id']}/events") as stream:
        lines = [line for line in stream.iter_lines() if line]
    assert lines[-2] == "event: end" and lines[-1].startswith("data: ")
    end = json.loads(lines[-1].removeprefix("data: "))
    assert end == web.get(answer.headers["location"]).json()
    assert end["state"] == "done" and end["answer"]["result"]["answer"] == "N"


def test_a_long_job_tells_of_its_progress_and_is_cancelled(web: httpx.Client) -> None:
    job = web.post(f"{API}/jobs", json=ENDLESS).json()
    name, names = "", []
    with web.stream("GET", f"{API}/jobs/{job['id']}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
                names.append(name)
            elif line and names.count("progress") == 2:
                view = json.loads(line.removeprefix("data: "))
                if name == "progress":
                    assert view["progress"]["positions"] > 0 and view["state"] == "running"
                    assert web.delete(f"{API}/jobs/{job['id']}").json()["state"] == "cancelled"
    assert names[0] == "state" and names[-1] == "end"
    found = web.get(f"{API}/jobs/{job['id']}").json()
    assert found["state"] == "cancelled" and found["error"]["kind"] == "cancelled"


def test_a_failed_job_says_why(web: httpx.Client) -> None:
    job = web.post(f"{API}/jobs", json={"operation": "ask/outcome", "body": {"system": "nothing"}}).json()
    wait_for(lambda: web.get(f"{API}/jobs/{job['id']}").json()["state"] == "failed")
    assert web.get(f"{API}/jobs/{job['id']}").json()["error"]["kind"] == "unknown"
    for path in (f"{API}/jobs/nothing", f"{API}/jobs/nothing/events"):
        assert error_of(web.get(path)) == (404, "unknown")
    wrong: list[Any] = [{}, [], {"operation": 1, "body": {}}, {"operation": "ask/outcome"}, {**ENDLESS, "body": []}]
    for body in wrong:
        assert error_of(web.post(f"{API}/jobs", json=body)) == (422, "parse")
    assert error_of(web.post(f"{API}/jobs", json={"operation": "x", "body": {}})) == (404, "unknown")


def test_a_question_is_stopped_when_its_client_goes(server: Serving, web: httpx.Client) -> None:
    body = json.dumps(ENDLESS["body"]).encode()
    head = f"POST {API}/ask/outcome HTTP/1.1\r\nhost: localhost:{server.port}\r\ncontent-type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(head.encode() + b"content-length: %d\r\n\r\n%s" % (len(body), body))
        wait_for(lambda: web.get(f"{API}/status").json()["jobs"]["running"] == 1)
    wait_for(lambda: web.get(f"{API}/status").json()["jobs"]["running"] == 0)


# whom it answers ------------------------------------------------------------------------------------------------------


def test_every_response_has_the_headers_that_protect(server: Serving, web: httpx.Client) -> None:
    tag = web.get("/").headers["etag"]
    answers = [
        web.get("/"),
        web.get("/", headers={"if-none-match": tag}),
        web.get("/page/main.js"),
        web.get("/nowhere"),
        web.get("/", headers={"host": "evil.example"}),
        web.get(f"{API}/status"),
        web.get(f"{API}/nothing"),
        web.post(f"{API}/ask/outcome", json=NIM),
        web.post(f"{API}/ask/outcome", content=b"{"),
    ]
    raw = [server.raw(b"nonsense\r\n\r\n"), server.raw(b"GET / HTTP/1.1\r\nx: " + b"y" * 100_000)]
    for answer in answers:
        assert "set-cookie" not in answer.headers and "server" not in answer.headers
        for name, value in HEADERS:
            assert answer.headers[name.decode()] == value.decode(), (answer.url, name)
        assert not any(name.startswith("access-control") for name in answer.headers)
    for received in raw:
        for name, value in HEADERS:
            assert b"%s: %s\r\n" % (name, value) in received
    policy = dict(HEADERS)[b"content-security-policy"]
    assert b"unsafe" not in policy and b"default-src 'self'" in policy


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "LOCALHOST", "games.example", "games.example:443"])
def test_names_that_it_was_told_are_answered(server: Serving, web: httpx.Client, host: str) -> None:
    said = host if "games" in host else f"{host}:{server.port}"
    assert web.get("/", headers={"host": said}).status_code == 200
    for scheme in ("http", "https"):
        headers = {"host": said, "origin": f"{scheme}://{said}"}
        assert web.post(f"{API}/ask/outcome", json=NIM, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost", "localhost:1", "127.0.0.2", "", "localhost:x", "localhost.evil.example", "é", "a b"],
)
def test_other_names_are_not(server: Serving, web: httpx.Client, host: str) -> None:
    said = host.replace("evil.example", f"evil.example:{server.port}").encode("latin-1")
    for path in ("/", f"{API}/status", "/page/main.js"):
        answer = web.get(path, headers={b"host": said})
        assert error_of(answer) == (403, "forbidden")
    assert b" 403 " in server.raw(b"GET / HTTP/1.0\r\n\r\n")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost", "file://", ""])
def test_requests_of_other_pages_are_refused(web: httpx.Client, origin: str) -> None:
    answer = web.post(f"{API}/ask/outcome", json=NIM, headers={"origin": origin})
    assert error_of(answer) == (403, "forbidden")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json"])
def test_a_body_must_be_declared_as_json(web: httpx.Client, kind: str) -> None:
    answer = web.post(f"{API}/ask/outcome", content=json.dumps(NIM), headers={"content-type": kind})
    assert error_of(answer) == (415, "parse")
    for good in ("application/json", "Application/JSON; charset=UTF-8"):
        answer = web.post(f"{API}/ask/outcome", content=json.dumps(NIM), headers={"content-type": good})
        assert answer.status_code == 200


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "line 1, column 1"),
        (b"{", "line 1, column 2"),
        (b"\xff", "byte 0"),
        (b'{"position": NaN}', "no number"),
        (b"[Infinity]", "no number"),
        (b"[1e999]", "too large"),
        (b"[" + b"9" * 5000 + b"]", "too long"),
        (b"[" * 100_000, "too deep"),
        (b"[" * 200 + b"]" * 200, "too deep"),
        (b'{"a":' * 200 + b"1" + b"}" * 200, "too deep"),
        (b'"\\ud800"', "half of a character"),
    ],
)
def test_bodies_that_are_not_plain_json(web: httpx.Client, body: bytes, said: str) -> None:
    answer = web.post(f"{API}/ask/outcome", content=body, headers={"content-type": "application/json"})
    assert error_of(answer) == (400, "parse") and said in answer.json()["error"]["message"]


def test_canonical_json_is_the_same_however_it_is_written() -> None:
    assert canonical(read_json(b'{"b": 1, "a": "\\u00e9"}')) == canonical(read_json('{"a":"é","b":1}'.encode()))
    assert read_json(b"[" * 99 + b"]" * 99)


def test_sizes_are_bounded(server: Serving, web: httpx.Client) -> None:
    head = f"POST {API}/position HTTP/1.1\r\nhost: localhost:{server.port}\r\ncontent-type: application/json\r\n"
    assert error_of(web.post(f"{API}/position", json={"position": "x" * 300_000})) == (413, "too_large")
    chunk = b"10000\r\n" + b"x" * (1 << 16) + b"\r\n"
    assert b" 413 " in server.raw(head.encode() + b"transfer-encoding: chunked\r\n\r\n" + 5 * chunk)
    for length in (b"999999999999999999999", b"-1", b"x"):
        received = server.raw(head.encode() + b"content-length: " + length + b"\r\n\r\n")
        assert b" 413 " in received or b" 400 " in received
    assert b" 414 " in server.raw(f"GET /{'x' * 9000} HTTP/1.0\r\nhost: localhost:{server.port}\r\n\r\n".encode())
    many = "".join(f"x-{n}: {'y' * 1000}\r\n" for n in range(60))
    assert b" 431 " in server.raw(f"GET / HTTP/1.0\r\nhost: localhost:{server.port}\r\n{many}\r\n".encode())
    assert web.get("/").status_code == 200


# own games ------------------------------------------------------------------------------------------------------------

GAME = '''
class Threes(pp.HeapGame):
    """Take three.

    Three are taken from a heap; a player who cannot move loses.
    """
    name = "Take three"
    code = "0.003"
    sample = "9"
'''


def test_an_own_game_is_a_system_like_all_others_where_that_is_trusted(trusting: httpx.Client) -> None:
    assert trusting.get(f"{API}/status").json()["trust"]
    view = trusting.post(f"{API}/own", json={"source": GAME}).json()
    key = view["key"]
    assert key.startswith("own-") and len(key) == 16 and view["name"] == "Take three"
    assert trusting.get(f"{API}/systems/{key}").json() == view
    assert trusting.get(f"{API}/systems/{key}/picture").json()["shapes"]
    for position, nimber in (("9", 1), ("6", 0), ("4 9", 0)):
        found = trusting.post(f"{API}/ask/grundy", json={"system": key, "position": position}).json()
        assert found["result"]["answer"] == nimber
    verdict = trusting.post(f"{API}/verify", json={"result": found["result"]}).json()
    assert verdict["verdict"] == "verified"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "no system is defined there"),
        ("class (", "line 1"),
        ("1/0", "ZeroDivisionError"),
        ("import sys; sys.exit(5)", "SystemExit"),
        ("class Odd(pp.HeapGame):\n    code = 'x'\n", ""),
    ],
)
def test_what_is_wrong_with_an_own_game_is_said(trusting: httpx.Client, source: str, said: str) -> None:
    answer = trusting.post(f"{API}/own", json={"source": source})
    status, kind = error_of(answer)
    assert status == 422 and kind in ("rules", "parse", "not_applicable") and said in answer.json()["error"]["message"]


def test_bounds_of_own_games(trusting: httpx.Client) -> None:
    assert error_of(trusting.post(f"{API}/own", json={"source": "#" * 70_000})) == (413, "too_large")
    assert error_of(trusting.post(f"{API}/own", json={"text": ""})) == (422, "parse")
    assert error_of(trusting.post(f"{API}/position", json={"system": "own-0123456789ab"})) == (404, "unknown")


# the page -------------------------------------------------------------------------------------------------------------


def test_the_page_is_at_all_its_addresses_and_elsewhere_too(web: httpx.Client) -> None:
    page = (PAGE / "index.html").read_text()
    for path, status in (("", 200), ("s/nim", 200), ("values", 200), ("own", 200), ("about", 200), ("x/y", 404)):
        answer = web.get(f"/{path}")
        assert (answer.status_code, answer.text) == (status, page)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_files_have_their_types_and_nothing_else_is_served(web: httpx.Client) -> None:
    types = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
    for path in PAGE.iterdir():
        if path.suffix in types:
            answer = web.get(f"/page/{path.name}")
            assert answer.content == path.read_bytes() and answer.headers["content-type"] == types[path.suffix]
            assert answer.headers["cache-control"] == "no-cache"
    for name in ("../server.py", "..%2fserver.py", "%2e%2e/server.py", "/etc/passwd", ".", "", "nothing.js", "a%00.js"):
        answer = web.get(f"/page/{name}")
        assert (answer.status_code, answer.content) == (404, (PAGE / "index.html").read_bytes())


# its life -------------------------------------------------------------------------------------------------------------


def test_it_ends_with_its_workers_when_interrupted_in_the_middle_of_work() -> None:
    with serving() as found, found.client() as client:
        job = client.post(f"{API}/jobs", json=ENDLESS).json()
        assert job["state"] == "running"
        workers = found.workers()
        assert workers
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


def test_sigterm_ends_it_too() -> None:
    with serving() as found:
        found.process.terminate()
        _, errors = found.process.communicate(timeout=HANGS)
        assert (errors, found.process.returncode) == ("perfectplay: terminated\n", 143)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_no_worker_survives_a_server_that_is_killed() -> None:
    with serving() as found, found.client() as client:
        client.post(f"{API}/jobs", json=ENDLESS)
        workers = found.workers()
        assert workers
        found.process.kill()
        found.process.wait(HANGS)
        wait_for(lambda: not any(alive(pid) for pid in workers))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_worker_that_is_killed_is_replaced_while_others_ask(server: Serving, web: httpx.Client) -> None:
    before = {*server.workers()}
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: bool({*server.workers()} - before))
    for n in range(5):
        answer = web.post(f"{API}/ask/grundy", json={"system": "nim", "position": str(n)})
        assert answer.status_code == 200 and answer.json()["result"]["answer"] == n


HERE = "(expected 127.0.0.1, ::1 or localhost)"


def ran(*words: str, **more: Any) -> tuple[int, str, str]:
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=HANGS, **more)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--trust", "--host", "0.0.0.0"), f"--trust with --host '0.0.0.0' {HERE}"),
        (("--trust", "--allow-host", "a.example"), f"--trust with --allow-host 'a.example' {HERE}"),
        (("--port", "x"), "--port 'x' (expected a number from 0 to 65535)"),
        (("--port", "70000"), "--port '70000' (expected a number from 0 to 65535)"),
        (("--jobs", "0"), "--jobs '0' (expected a number from 1 to 1000)"),
        (("--time", "soon"), "time limit 'soon' (expected a number, optionally with one of s, ms, m, min, h)"),
        (("--time", "0"), "--time 0 (expected more than nothing)"),
        (("--host", "no such host"), "no address 'no such host'"),
        (("nim",), "unrecognized arguments: nim (perfectplay serve --help explains)"),
    ],
)
def test_wrong_command_lines_are_answered_in_one_line(words: tuple[str, ...], said: str) -> None:
    assert ran(*words) == (2, "", f"perfectplay: {said}\n")


def test_a_port_that_is_taken_is_one_line(server: Serving) -> None:
    said = f"port {server.port} of 127.0.0.1: address already in use; --port 0 takes any that is free"
    assert ran("--port", str(server.port)) == (2, "", f"perfectplay: {said}\n")


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError(\"No module named 'uvicorn'\", name='uvicorn')")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    said = 'serve needs the extra "web": pip install "perfectplay[web]"'
    assert ran(env=environment) == (2, "", f"perfectplay: {said}\n")
