"""The server: what can be asked for over HTTP, and how it is started and ended.

Addresses under ``/api/v1/`` speak JSON; ``/api/v1/openapi.json`` describes them. All others are the page, whose files
are in ``page/``: it finds out by itself what to show. What does not change while the server runs, such as the
catalogue, is made by a worker once and sent as it is.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from perfectplay.errors import PerfectPlayError, quote
from perfectplay.web.bounds import (
    LARGEST_BODY,
    MOST_CONNECTIONS,
    MOST_STREAMS,
    SECONDS_OF_SILENCE,
    SECONDS_TO_SEND,
    Bounds,
)
from perfectplay.web.connection import Connection
from perfectplay.web.job import Client, Job
from perfectplay.web.jobs import Desk
from perfectplay.web.own import Own
from perfectplay.web.replies import Document, Refused, dumped, failure, fresh
from perfectplay.web.security import Guard, canonical, is_json, read_json, too_large
from perfectplay.web.worker import OPENAPI

API = "/api/v1"
PAGE = Path(__file__).parent / "page"
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
SOON = 0.05
"""Seconds within which the answer to a new job comes with its id."""
WITHOUT_BODY = ("systems", "questions")
"""Operations that are documents."""

Handler = Callable[[Request], Awaitable[Response]]


class Methods:
    """An address: what each method does there."""

    def __init__(self, **handlers: Handler) -> None:
        self.handlers = handlers
        self.allowed = ", ".join([*handlers, *(["HEAD"] if "GET" in handlers else [])])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if method not in self.handlers:
            expected = f"{scope['method'][:20]} is not possible here (expected {self.allowed})"
            raise Refused("unknown", expected, 405, {"allow": self.allowed})
        response = await self.handlers[method](Request(scope, receive))
        await response(scope, receive, send)


class Nothing:
    """An address without anything."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise Refused("unknown", f"nothing is at {quote(scope['path'])} ({API}/openapi.json describes what there is)")


class Operations(Methods):
    """The addresses of all operations."""

    def __init__(self, site: Site) -> None:
        super().__init__(POST=site.answer)
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path_params"]["operation"]
        known = name in self.site.desk.hello["operations"] and name not in WITHOUT_BODY
        await (super().__call__ if known else Nothing())(scope, receive, send)


class Site:
    """Everything behind the guard."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.desk = Desk(bounds)
        self.own = Own()
        self.files = Files(PAGE)
        self._itself = Client(1_000_000)
        self._documents: dict[str, asyncio.Task[Document]] = {}
        routes = [
            Route(f"{API}/status", Methods(GET=self.status)),
            Route(f"{API}/openapi.json", Methods(GET=self.openapi)),
            Route(f"{API}/systems", Methods(GET=self.systems)),
            Route(f"{API}/systems/{{key}}", Methods(GET=self.system)),
            Route(f"{API}/systems/{{key}}/picture", Methods(GET=self.picture)),
            Route(f"{API}/questions", Methods(GET=self.questions)),
            Route(f"{API}/jobs", Methods(POST=self.begin)),
            Route(f"{API}/jobs/{{id}}", Methods(GET=self.look, DELETE=self.cancel)),
            Route(f"{API}/jobs/{{id}}/events", Methods(GET=self.events)),
            Route(f"{API}/own", Methods(POST=self.adopt)),
            Route(f"{API}/{{operation:path}}", Operations(self)),
            Route("/api", Nothing()),
            Route("/api/{rest:path}", Nothing()),
            Route("/page/{name:path}", Methods(GET=self.file)),
            Route("/{rest:path}", Methods(GET=self.page)),
        ]
        self.app = Router(routes, redirect_slashes=False, default=Nothing())

    # documents

    async def status(self, request: Request) -> Response:
        limits = {"time": self.bounds.time, "memory": self.bounds.memory, "positions": self.bounds.positions}
        jobs = {"running": self.desk.running, "waiting": self.desk.waiting}
        version = self.desk.hello["version"]
        return fresh(dumped({"version": version, "trust": self.bounds.trust, "limits": limits, "jobs": jobs}))

    async def openapi(self, request: Request) -> Response:
        return (await self._document(OPENAPI)).reply(request)

    async def systems(self, request: Request) -> Response:
        return (await self._document("systems")).reply(request)

    async def questions(self, request: Request) -> Response:
        return (await self._document("questions")).reply(request)

    async def system(self, request: Request) -> Response:
        return await self._about(request, "system")

    async def picture(self, request: Request) -> Response:
        return await self._about(request, "picture")

    async def _about(self, request: Request, operation: str) -> Response:
        """A document about one system."""
        key: str = request.path_params["key"]
        if key in self.own.sources:
            return await self._wait(self._submit(request, operation, canonical({"system": key})), request)
        if key not in self.desk.hello["systems"]:
            raise Refused("unknown", f"no system {quote(key)}")
        return (await self._document(operation, system=key)).reply(request)

    async def _document(self, operation: str, **body: str) -> Document:
        """Made once, for whoever asks first and all others."""
        name = " ".join([operation, *body.values()])
        task = self._documents.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._documents[name] = asyncio.create_task(self._make(operation, canonical(body)))
        return await asyncio.shield(task)

    async def _make(self, operation: str, body: bytes) -> Document:
        job = self.desk.submit(self._itself, operation, body)
        await self.desk.finish(job)
        if job.answer is None:
            raise Refused("busy", "this cannot be had at the moment: try again")
        return Document(job.answer)

    # operations

    async def answer(self, request: Request) -> Response:
        """Carry out an operation while the client waits."""
        body = canonical(await self._body(request))
        return await self._wait(self._submit(request, request.path_params["operation"], body), request)

    def _submit(self, request: Request, operation: str, body: bytes, kept: bool = False) -> Job:
        sources = self.own.named_in(body) if self.own.sources else None
        return self.desk.submit(self._client(request), operation, body, sources, kept)

    async def _wait(self, job: Job, request: Request) -> Response:
        """The answer to it; it is cancelled when nobody waits for that any longer."""
        if not job.over:
            changed = asyncio.Event()
            job.listeners.add(changed)
            gone = asyncio.create_task(_disconnected(request, changed))
            try:
                while not (job.over or gone.done()):
                    await changed.wait()
                    changed.clear()
            finally:
                gone.cancel()
                job.listeners.discard(changed)
                self.desk.cancel(job)
        if job.answer is not None:
            return fresh(job.answer)
        return failure(job.error or b'{"kind":"internal","message":"no answer"}')

    def _client(self, request: Request) -> Client:
        address = request.client.host if request.client else ""
        name = request.headers.get("x-client", "")
        return self.desk.client(address, name if re.fullmatch(r"[\w-]{1,64}", name, re.ASCII) else "")

    async def _body(self, request: Request) -> Any:
        if not is_json(request.headers.get("content-type", "")):
            raise Refused("parse", "the body must be JSON (expected Content-Type: application/json)", 415)
        raw = bytearray()
        try:
            async with asyncio.timeout(SECONDS_TO_SEND):
                async for part in request.stream():
                    raw += part
                    if len(raw) > LARGEST_BODY:
                        raise too_large()
        except TimeoutError:
            raise Refused("parse", "the body did not arrive", 408, {"connection": "close"}) from None
        return read_json(bytes(raw))

    # jobs

    async def begin(self, request: Request) -> Response:
        body = await self._body(request)
        match body:
            case {"operation": str(operation), "body": dict(about)} if len(body) == 2:
                pass
            case _:
                raise Refused("parse", 'jobs: expected {"operation": "ask/outcome", "body": {...}}')
        if operation not in self.desk.hello["operations"]:
            raise Refused("unknown", f"no operation {quote(operation)}")
        job = self._submit(request, operation, canonical(about), kept=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.desk.finish(job), SOON)
        return fresh(job.view(self.desk.ahead(job)), 202, {"location": f"{API}/jobs/{job.id}"})

    def _job(self, request: Request) -> Job:
        job = self.desk.jobs.get(request.path_params["id"])
        if job is None:
            raise Refused("unknown", "no such job (answers are kept for some minutes)")
        if job.alone is not None:
            job.alone = asyncio.get_running_loop().time()
        return job

    async def look(self, request: Request) -> Response:
        job = self._job(request)
        return fresh(job.view(self.desk.ahead(job)))

    async def cancel(self, request: Request) -> Response:
        job = self._job(request)
        self.desk.cancel(job)
        return fresh(job.view())

    async def events(self, request: Request) -> Response:
        job = self._job(request)
        if self.desk.streams >= MOST_STREAMS:
            raise Refused("busy", "too many pages are listening: ask for the job itself now and then")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(self._stream(job), headers=headers, media_type="text/event-stream")

    async def _stream(self, job: Job) -> AsyncIterator[bytes]:
        async for name, view in self.desk.events(job):
            yield b"event: %s\ndata: %s\n\n" % (name.encode(), view) if name else b": \n\n"

    # own games

    async def adopt(self, request: Request) -> Response:
        if not self.bounds.trust:
            raise Refused("forbidden", "games of one's own are run only by a server that was started with --trust")
        body = await self._body(request)
        match body:
            case {"source": str(source)} if len(body) == 1:
                canonical(source)
            case _:
                raise Refused("parse", 'own: expected {"source": "class MyGame(pp.PlainGame): ..."}')
        about = canonical({"system": self.own.keep(source)})
        drawn = await self._wait(self._submit(request, "picture", about), request)  # whatever is wrong is told now
        return drawn if drawn.status_code != 200 else await self._wait(self._submit(request, "system", about), request)

    # the page

    async def file(self, request: Request) -> Response:
        found = self.files.find(request.path_params["name"])
        return await self.page(request) if found is None else found.reply(request)

    async def page(self, request: Request) -> Response:
        index = self.files.find("index.html")
        if index is None:
            raise Refused("unknown", "the page is missing")
        path = request.path_params.get("rest", "page")
        known = path in ("", "values", "own", "about") or re.fullmatch(r"s/[^/]*", path)
        return index.reply(request, 200 if known else 404)


class Files:
    """The files of the page, read again when they change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: dict[str, tuple[int, Document]] = {}

    def find(self, name: str) -> Document | None:
        """Only names that a listing of the folder has are files."""
        if name not in self._kept and name not in self._names():
            return None
        path = self.folder / name
        try:
            changed = path.stat().st_mtime_ns
            kept = self._kept.get(name)
            if kept is None or kept[0] != changed:
                kind = TYPES[path.suffix]
                document = Document(path.read_bytes(), kind if kind.startswith("image") else f"{kind}; charset=utf-8")
                kept = self._kept[name] = (changed, document)
            return kept[1]
        except OSError:
            self._kept.pop(name, None)
            return None

    def _names(self) -> set[str]:
        paths = [path for path in self.folder.rglob("*") if path.suffix in TYPES and path.is_file()]
        return {path.relative_to(self.folder).as_posix() for path in paths}


async def _disconnected(request: Request, changed: asyncio.Event) -> None:
    with suppress(ClientDisconnect):
        while (await request.receive())["type"] != "http.disconnect":
            pass
    changed.set()


# its life ------------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def site(bounds: Bounds, port: int = 80, names: Iterable[str] = ()) -> AsyncIterator[Guard]:
    """The application with its workers, for a server of one's own."""
    found = Site(bounds)
    await found.desk.start()
    try:
        yield Guard(found.app, port, names)
    finally:
        await found.desk.close()


class Server(uvicorn.Server):
    """uvicorn's server, which starts and ends the workers, too."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.site, self.ready = site, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        starting = asyncio.create_task(self.site.desk.start())
        while not starting.done() and not self.should_exit:
            await asyncio.wait([starting], timeout=0.05)
        if self.should_exit:
            starting.cancel()
            await self.site.desk.close()
            return
        await starting
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.site.desk.close()
        await asyncio.sleep(0.05)  # for what was waiting to be told
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address; an error of one line where there is none to be had."""
    try:
        family, kind, protocol, _, address = min(
            socket.getaddrinfo(host, port, type=socket.SOCK_STREAM), key=lambda found: found[0] != socket.AF_INET
        )
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise PerfectPlayError(f"no address {quote(host)}") from None
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(2048)
    except OSError as error:
        found.close()
        free = "; --port 0 takes any that is free"
        raise PerfectPlayError(f"port {port} of {host}: {(error.strerror or str(error)).lower()}{free}") from None
    return found


def _allow_connections() -> None:
    """As many open files as connections may need, where the system lets us."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MOST_CONNECTIONS
        with suppress(ValueError, OSError):
            if soft < wanted:
                most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def serve(bounds: Bounds, listening: socket.socket, names: Iterable[str], ready: Callable[[], None]) -> None:
    """Serve until a signal ends it."""
    _allow_connections()
    for name in ("uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = os.environ.get("PERFECTPLAY_TRACEBACK") == "1"
    found = Site(bounds)
    config = uvicorn.Config(
        Guard(found.app, listening.getsockname()[1], names),
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=SECONDS_OF_SILENCE,
    )
    Server(config, found, ready).run([listening])
