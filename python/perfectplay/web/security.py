"""What stands before the server, and keeps strangers out.

A page of a stranger, open in the same browser, can send requests to this machine. It must gain nothing by that:

- *Rebinding.* The stranger's name may be made to point here, but then the request still says that name in ``Host``.
  Only names that the server was told are answered, and addresses in numbers, which nobody can redirect.
- *Forged requests.* A request with a body must be JSON by its type, which browsers let no other page send without
  asking first; and asking gets no permission, since no header here ever gives one. ``Origin``, if it is there, must be
  this server. There are no cookies and nothing to log in to, so that no request means more than its sender could do.
- *Reading along.* Headers forbid other pages to embed anything of this one, and this one to load or run anything that
  is not its own.

Sizes are bounded before anything is read.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Iterable
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.errors import quote
from perfectplay.web.bounds import DEEPEST, LARGEST_BODY, LARGEST_HEAD, LONGEST_ADDRESS
from perfectplay.web.replies import Refused, complain, refusal

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: list[tuple[bytes, bytes]] = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""On every response."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?", re.ASCII)


def is_loopback(host: str) -> bool:
    """Can only this machine reach a server there?"""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """An application of its own around another one."""

    def __init__(self, app: ASGIApp, port: int, names: Iterable[str] = ()) -> None:
        self.app, self.port = app, port
        self.names = {name.lower() for name in names}
        """Names that were given when the server was started. Behind another server the port may be another."""
        self._known: set[tuple[bytes, Any]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        try:
            self._admit(scope)
            await self.app(scope, receive, guarded)
        except Refused as error:
            await refusal(error)(scope, receive, guarded)
        except ClientDisconnect:
            pass
        except Exception as error:  # never a traceback, whatever happened
            complain(error)
            if not begun:
                await refusal(Refused("internal", "internal error"))(scope, receive, guarded)

    def _admit(self, scope: Scope) -> None:
        found: dict[bytes, bytes] = {}
        size = 0
        for name, value in scope["headers"]:
            size += len(name) + len(value)
            if name in (b"host", b"origin", b"content-length"):
                if name in found:
                    raise Refused("parse", f"two headers {name.decode()}", 400)
                found[name] = value
        if size > LARGEST_HEAD:
            raise Refused("too_large", f"the headers have {size} bytes (at most {LARGEST_HEAD})", 431, CLOSE)
        address = len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
        if address > LONGEST_ADDRESS:
            raise Refused("too_large", f"the address has {address} bytes (at most {LONGEST_ADDRESS})", 414)
        self._check_host(found.get(b"host", b""), scope.get("server"))
        if b"origin" in found:
            self._check_origin(found[b"origin"], found[b"host"])
        length = found.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > LARGEST_BODY:
            raise too_large()

    def _check_host(self, host: bytes, server: Any) -> None:
        here = (host, server and server[0])
        if here in self._known:
            return
        match = _HOST.fullmatch(host.decode("latin-1").lower())
        name, port = (match[1] or match[2], int(match[3] or 80)) if match else ("", 0)
        if name not in self.names and not (port == self.port and (name in LOOPBACK or _is_address(name, server))):
            said = quote(host.decode("latin-1"))
            raise Refused("forbidden", f"this server is not known as {said} (serve --allow-host NAME adds a name)")
        if len(self._known) < 100:
            self._known.add(here)

    @staticmethod
    def _check_origin(origin: bytes, host: bytes) -> None:
        if origin.lower() not in (b"http://" + host.lower(), b"https://" + host.lower()):
            raise Refused("forbidden", f"requests of another page, {quote(origin.decode('latin-1'))}, are not answered")


def _is_address(name: str, server: Any) -> bool:
    """Is it the address, in numbers, at which this connection arrived?"""
    try:
        return bool(server) and ipaddress.ip_address(name) == ipaddress.ip_address(server[0])
    except ValueError:
        return False


# bodies --------------------------------------------------------------------------------------------------------------

CLOSE = {"connection": "close"}
"""Whatever else was sent is not read."""


def too_large() -> Refused:
    return Refused("too_large", f"the request is too large (at most {LARGEST_BODY} bytes)", headers=CLOSE)


def is_json(content_type: str) -> bool:
    """
    >>> is_json("application/json; charset=utf-8"), is_json("text/plain")
    (True, False)
    """
    kind, _, rest = content_type.partition(";")
    charset = rest.strip().lower().replace('"', "")
    return kind.strip().lower() == "application/json" and charset in ("", "charset=utf-8")


def read_json(raw: bytes) -> Any:
    """What a body means; :class:`Refused` unless it is plain JSON, not too deep, with numbers that are finite.

    >>> read_json(b'{"position": "..|.."}')
    {'position': '..|..'}
    """
    try:
        found = json.loads(raw.decode(), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Refused("parse", f"the body is not text: byte {error.start} (expected UTF-8)", 400) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused("parse", f"the body is not JSON: {where}: {error.msg.lower()}", 400) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise Refused("parse", "the body has a number that is no number, or too long a one", 400) from None
    _check_depth(found)
    return found


def canonical(value: Any) -> bytes:
    """The same JSON for the same request, however it was written."""
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return text.encode()
    except UnicodeEncodeError:
        raise Refused("parse", "the body has half of a character (expected Unicode text)", 400) from None
    except ValueError:
        raise Refused("parse", "the body has a number that is too large", 400) from None


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _too_deep() -> Refused:
    return Refused("parse", f"the body is too deep (at most {DEEPEST} lists and objects in one another)", 400)


def _check_depth(value: Any) -> None:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise _too_deep()
