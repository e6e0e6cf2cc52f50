"""Requests of somebody who means no good: whatever is sent, the answer is proper HTTP in one line, and nothing happens.

Requests are drawn from a generator that is seeded with their number, so that what failed once can be sent again:
``request(Random("hostile 17"))``. schemathesis makes others, from the description that the server gives of itself.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.fuzz import inputs
from tests.interrupts import HANGS
from tests.tiers import depth
from tests.web.serving import Serving, serving

from perfectplay.views.operations import operations
from perfectplay.web.security import HEADERS
from perfectplay.web.server import API

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the server is ended by a signal")
NUMBER = depth(600, 10_000)
EXAMPLES, PHASES = depth((2, "examples,fuzzing"), (100, "examples,coverage,fuzzing"))
TOUCHED = "perfectplay-was-here"
"""A file that no request may make."""
CODE = [
    f"open('{TOUCHED}','w')",
    f"__import__('os').system('touch {TOUCHED}')",
    f"$(touch {TOUCHED})",
    f"`touch {TOUCHED}`",
    f"; touch {TOUCHED} #",
    f"{{{{ cycler.__init__.__globals__.os.popen('touch {TOUCHED}') }}}}",
    f"!!python/object/apply:os.system ['touch {TOUCHED}']",
    "{0.__class__.__mro__}",
    "%s%s%s%n",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../../../etc/passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "/proc/self/environ",
    "evil.py:Evil",
    f"evil.py:open('{TOUCHED}','w')",
    "own-0123456789ab",
    "os.system",
    "__class__",
    "@sample",
    "@../x",
    "-",
    "http://127.0.0.1:1/",
    "https://puzz.link/p?slither/3/2/a7b",
    "\r\nx-injected: yes\r\n",
    "\x00",
    "\ud800",
    "\U0001f600" * 50,
    "9" * 5000,
    "(" * 3000,
    "{" * 500 + "|" * 500 + "}" * 500,
]
ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2**31, 2**63, 2**64, 10**30, 1.5, -0.0, 1e308, "", "x", [], {}, [[]], {"": {}}),
    *([None], [0] * 1000, {"__proto__": 1, "constructor": {}}, "time", ["a", 1], {"a": [{"b": [1]}]}),
]
HOSTS = ["evil.example", "127.0.0.1", "localhost", "localhost:99999", "[::1]", "", "a" * 3000, "x\ty", "é"]
TYPES = ["application/json"] * 80 + ["text/plain", "", "application/json; charset=utf-16", "multipart/form-data", "é"]
PATHS = [
    "/",
    "//",
    "/..",
    "/../../etc/passwd",
    "/page/../server.py",
    "/page/..%2f..%2fserver.py",
    "/page/%2e%2e/%2e%2e/worker.py",
    "/page/\\..\\server.py",
    "/page/main.js%00.txt",
    "/page/" + "a/" * 2000,
    "/s/<script>",
    "/%ff%fe",
    "/%",
    "/?" + "x=1&" * 3000,
    API,
    f"{API}/",
    f"{API}//status",
    f"{API}/systems/../status",
    f"{API}/systems/%2e%2e",
    f"{API}/systems/" + "x" * 3000,
    f"{API}/systems/nim%00",
    f"{API}/systems/sum",
    f"{API}/systems/os.system/picture",
    f"{API}/jobs/..",
    f"{API}/jobs/%00/events",
    f"{API}/ask/__init__",
    f"{API}/ask/../own",
    f"{API}/ask/outcome/",
    f"{API}/own",
    f"{API}/openapi.json",
    "http://evil.example/",
    "*",
    "",
    "?",
    "nothing",
]
METHODS = [
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "FOO",
    "get",
    "",
]


# what is sent ---------------------------------------------------------------------------------------------------------


def value(key: str, rng: Random) -> Any:
    """Something for a member of a body."""
    match rng.randrange(6):
        case 0:
            return rng.choice(CODE)
        case 1:
            return rng.choice(ODD)
        case 2:
            return inputs.mangled(key, rng.choice(CODE), rng)
        case 3:
            return [value(key, rng) for _ in range(rng.randrange(4))]
        case 4:
            return {inputs.letter(key, rng): value(key, rng) for _ in range(rng.randrange(3))}
        case _:
            return inputs.text(key, rng)


def bent(given: Any, key: str, rng: Random) -> Any:
    """The same, with something else somewhere inside."""
    if isinstance(given, dict) and given and rng.randrange(5):
        name = rng.choice(list(given))
        return {**given, name: bent(given[name], key, rng)}
    if isinstance(given, list) and given and rng.randrange(5):
        at = rng.randrange(len(given))
        return [*given[:at], bent(given[at], key, rng), *given[at + 1 :]]
    if isinstance(given, str) and rng.randrange(3):
        return inputs.mangled(key, given, rng)
    return value(key, rng)


def body(name: str, rng: Random) -> Any:
    """For an operation: its example, or any position, with some members that are strange, missing or too many."""
    operation = operations()[name]
    key = rng.choice(inputs.KEYS)
    found: Any = dict(operation.example)
    if "position" in operation.properties and rng.randrange(3):
        found |= {"system": key, "position": inputs.text(key, rng)}
    for _ in range(rng.choice([0, 1, 1, 2])):
        match rng.randrange(6):
            case 0 if found:
                del found[rng.choice(list(found))]
            case 1:
                found[rng.choice([*operation.properties, "limits", "__class__", "colour", ""])] = value(key, rng)
            case 2:
                found = bent(found, key, rng)
                if not isinstance(found, dict):
                    return found
            case 3:
                found["options"] = {rng.choice(["misere", "rows", "x"]): rng.choice(ODD)}
            case _ if found:
                name = rng.choice(list(found))
                found[name] = bent(found[name], key, rng)
    if rng.randrange(10):
        found["limits"] = {"time": 0.3, "positions": 500}
    return found


def payload(found: Any, rng: Random) -> bytes:
    try:
        text = json.dumps(found)
    except (TypeError, ValueError):
        text = "{}"
    match rng.randrange(80):
        case 0:
            text = inputs.mangled("nim", text, rng)
        case 1:
            text = text[: rng.randrange(len(text) + 1)]
        case 2:
            return rng.randbytes(rng.randrange(200))
        case 3:
            text = "[" * rng.choice([50, 500, 100_000])
        case 4:
            text = text.replace("1", rng.choice(["NaN", "Infinity", "1e999", "-0", "01", "1" * 5000]))
        case 5:
            text = " " * rng.choice([1000, 300_000]) + text
    return text.encode("utf-8", "surrogatepass")


def request(rng: Random, port: int) -> tuple[bytes, bool]:
    """One request, as bytes; some are not HTTP at all. Is it incomplete, so that the connection must be ended?"""
    if rng.randrange(25) == 0:
        start = rng.choice(
            [b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n", b"", b"\x16\x03"]
        )
        return bytes(start + rng.randbytes(rng.choice([0, 10, 1000, 50_000])) + b"\r\n\r\n"), True
    method, path, sent = "POST", "", b""
    match rng.randrange(10):
        case 0:
            method, path = rng.choice(METHODS), rng.choice([*PATHS, f"{API}/{rng.choice(list(operations()))}"])
        case 1:
            name = rng.choice(list(operations()))
            job = {"operation": rng.choice([name, name, name, value("nim", rng)]), "body": body(name, rng)}
            path, sent = f"{API}/jobs", payload(job if rng.randrange(5) else bent(job, "nim", rng), rng)
        case 2:
            method = rng.choice(["GET", "DELETE", "POST"])
            path = f"{API}/jobs/{rng.choice(['x', '%2e', 'A' * 16, '0'])}{rng.choice(['', '/events', '/'])}"
        case 3:
            path, sent = f"{API}/own", payload({"source": rng.choice(CODE)}, rng)
        case _:
            name = rng.choice(list(operations()))
            path, sent = f"{API}/{name}", payload(body(name, rng), rng)
    heads = [f"host: {f'127.0.0.1:{port}' if rng.randrange(20) else rng.choice(HOSTS)}"]
    if sent or method == "POST":
        heads.append(f"content-type: {rng.choice(TYPES)}")
        length = rng.choice([len(sent)] * 120 + [0, -1, 10**12, "x"])
        heads.append(f"content-length: {length}")
    if rng.randrange(15) == 0:
        heads.append(f"origin: {rng.choice(['http://evil.example', 'null', f'http://127.0.0.1:{port}', ''])}")
    if rng.randrange(15) == 0:
        heads.append(
            rng.choice(["x-client: é", f"x-client: {'a' * 500}", "x-client: fuzz", "cookie: a=b", "x" * 40_000])
        )
    if rng.randrange(30) == 0:
        heads.append(
            rng.choice(["upgrade: websocket\r\nconnection: upgrade", "transfer-encoding: chunked", "expect: 1"])
        )
    heads.append("connection: close")
    version = rng.choice(["1.1"] * 20 + ["1.0", "2.0", "9"])
    head = "\r\n".join([f"{method} {path} HTTP/{version}", *heads, "", ""])
    return head.encode() + sent, f"content-length: {len(sent)}" not in heads or "chunked" in head


# what comes back ------------------------------------------------------------------------------------------------------


def answer(server: Serving, sent: bytes, end: bool) -> bytes:
    try:
        return server.raw(sent, end)
    except TimeoutError:
        raise
    except OSError:
        return b""  # it may end a connection before it has read all


def check(received: bytes) -> int:
    """The status; an assertion that it is a proper answer, which tells nothing about the machine."""
    if not received:
        return 0
    head, _, content = received.partition(b"\r\n\r\n")
    match = re.match(rb"HTTP/1\.1 (\d{3}) ", head)
    assert match, head
    status = int(match[1])
    assert status < 500, content
    lower = head.lower()
    for name, wanted in HEADERS:
        assert b"%s: %s" % (name, wanted.lower()) in lower
    assert b"set-cookie" not in lower and b"x-injected" not in lower and b"access-control" not in lower
    for secret in (b"Traceback", b'File "', b"root:x:", b"site-packages"):
        assert secret not in content
    if status >= 400 and b"text/html" not in lower and b"\r\ncontent-length: 0" not in lower and content:
        error = json.loads(content)["error"]
        assert error["kind"] != "internal" and error["message"] and "\n" not in error["message"]
    return status


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "evil.py").write_text(f"open({str(folder / TOUCHED)!r}, 'w')\nclass Evil: pass\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        with serving("--time", "2s", "--memory", "200MB") as found:
            yield found
            assert not (folder / TOUCHED).exists() and [*folder.iterdir()] == [folder / "evil.py"]


def test_hostile_requests_are_answered_in_one_line(server: Serving) -> None:
    failures: list[str] = []

    def attempt(number: int) -> int:
        sent, end = request(Random(f"hostile {number}"), server.port)
        try:
            return check(answer(server, sent, end))
        except (AssertionError, ValueError, TimeoutError) as error:
            failures.append(f"{type(error).__name__}: {error}\nrequest {number}: {sent[:1500]!r}")
            return 0

    with ThreadPoolExecutor(8) as several:
        statuses = list(several.map(attempt, range(NUMBER)))
    assert not failures, f"{len(failures)} failures:\n" + "\n\n".join(failures[:20])
    assert {200, 202, 400, 403, 404, 405, 415, 422} <= {*statuses}
    assert server.process.poll() is None
    with server.client() as client:
        found = client.post(f"{API}/ask/outcome", json={"system": "nim", "position": "1 2 3"})
        assert found.json()["result"]["answer"] == "P"


def test_schemathesis_finds_nothing(server: Serving, tmp_path: Path) -> None:
    """What it generates from the description: well-formed and malformed requests, each answered as described."""
    refusals = [400, 403, 404, 405, 413, 414, 415, 422, 431]
    settings = f"[checks.negative_data_rejection]\nexpected-statuses = {refusals}\n"
    (tmp_path / "schemathesis.toml").write_text(settings)
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.address}api/v1/openapi.json"]
    options = ["--max-examples", str(EXAMPLES), "--seed", "1", "--phases", PHASES, "--mode", "all"]
    checks = [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
        "missing_required_header",
        "unsupported_method",
        "use_after_free",
    ]
    limited = ["--request-timeout", "30", "--suppress-health-check", "all", "--generation-database", "none"]
    done = subprocess.run(
        [*command, *options, "--checks", ",".join(checks), *limited],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=HANGS * 12,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
