"""One connection: uvicorn's, with bounds on what comes before the first request is understood.

uvicorn bounds neither the size of a head nor the time that it takes to arrive, nor how long a client may leave its
answer unread. What it cannot parse it answers in plain text; here that is JSON with the headers of all other answers.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from perfectplay.web.bounds import LARGEST_HEAD, MOST_CONNECTIONS, SECONDS_TO_READ, SECONDS_TO_SEND
from perfectplay.web.replies import error_body
from perfectplay.web.security import HEADERS


class Connection(HttpToolsProtocol):
    _clock: asyncio.TimerHandle | None = None
    """Of a head that is to be complete, or of an answer that is to be read."""
    _head = 0
    """Bytes of the head so far."""
    _in_head = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        if len(self.connections) > MOST_CONNECTIONS:
            self._refuse(503, "Service Unavailable", "busy", "too many connections")
        else:
            self._allow(SECONDS_TO_SEND)

    def connection_lost(self, exc: Exception | None) -> None:
        self._allow(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.parser is None or self.transport.is_closing():
            return
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse(431, "Request Header Fields Too Large", "too_large", "the head of the request is too large")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        if self._clock is None:
            self._allow(SECONDS_TO_SEND)

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        self._allow(None)
        super().on_headers_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._allow(SECONDS_TO_READ)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._allow(None)

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "Bad Request", "parse", "this is not HTTP")

    def _allow(self, seconds: float | None) -> None:
        """So much time from now, or as much as it takes."""
        if self._clock is not None:
            self._clock.cancel()
        self._clock = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def _refuse(self, status: int, phrase: str, kind: str, message: str) -> None:
        body = error_body({"kind": kind, "message": message})
        said: list[tuple[bytes, Any]] = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
            *HEADERS,
        ]
        head = b"HTTP/1.1 %d %s\r\n" % (status, phrase.encode())
        self.transport.write(head + b"".join(b"%s: %s\r\n" % each for each in said) + b"\r\n" + body)
        self.transport.close()
