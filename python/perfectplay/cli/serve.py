"""The command ``serve``: the web page, on this machine unless it is told otherwise."""

from __future__ import annotations

import argparse
import os
import re
import sys
import threading

from perfectplay.cli import ANSWERED
from perfectplay.cli.arguments import Parser
from perfectplay.errors import ParseError, PerfectPlayError, quote
from perfectplay.limits import Limits


def add_serve(command: Parser) -> None:
    """The arguments."""
    command.option("--host", metavar="NAME", default="127.0.0.1", help="where to listen (default: this machine alone)")
    command.option("--port", metavar="N", default="8080", help="the port (default: 8080; 0: any that is free)")
    command.option("--allow-host", metavar="NAME", action="append", default=[], help="answer under this name, too")
    command.flag("--open", "open a browser even where there seems to be no display")
    command.flag("--no-browser", "open no browser")
    command.option("--jobs", metavar="N", default="4", help="long questions at the same time (default: 4)")
    command.option("--time", metavar="60s", default="60s", help="the longest that a question may take (default: 60s)")
    command.option("--memory", metavar="2GB", default="2GB", help="the largest tables of a question (default: 2GB)")
    command.option("--positions", metavar="1G", default="1G", help="the most positions of a question (default: 1G)")
    command.flag("--trust", "run games that visitors write; on this machine alone")


def run_serve(arguments: argparse.Namespace) -> int:
    try:
        from perfectplay.web.bounds import Bounds
        from perfectplay.web.security import is_loopback
        from perfectplay.web.server import listen, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "perfectplay":
            raise
        raise PerfectPlayError('serve needs the extra "web": pip install "perfectplay[web]"') from None
    if arguments.trust and not is_loopback(arguments.host):
        raise ParseError(f"--trust with --host {quote(arguments.host)}", expected="127.0.0.1, ::1 or localhost")
    for name in arguments.allow_host:
        if arguments.trust and not is_loopback(name):  # whoever owns the name, or is behind it, could send games
            raise ParseError(f"--trust with --allow-host {quote(name)}", expected="127.0.0.1, ::1 or localhost")
    limits = Limits.of(arguments.time, arguments.memory, arguments.positions)
    bounds = Bounds(
        time=_positive(limits.time, "--time"),
        memory=int(_positive(limits.memory, "--memory")),
        positions=int(_positive(limits.positions, "--positions")),
        jobs=_number(arguments.jobs, "--jobs", 1, 1000),
        trust=arguments.trust,
    )
    listening = listen(arguments.host, _number(arguments.port, "--port", 0, 65535))
    host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
    address = f"http://{host}:{listening.getsockname()[1]}/"

    def ready() -> None:
        print(f"perfectplay is at {address} (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser and (arguments.open or _has_display()):
            _open(address)

    serve(bounds, listening, [arguments.host, *arguments.allow_host], ready)
    return ANSWERED


def _number(text: str, name: str, least: int, most: int) -> int:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not least <= int(text) <= most:
        raise ParseError(f"{name} {quote(text)}", expected=f"a number from {least} to {most}")
    return int(text)


def _positive(value: float | None, name: str) -> float:
    if not value:
        raise ParseError(f"{name} 0", expected="more than nothing")
    return value


def _has_display() -> bool:
    """Is there a screen on which a browser could appear, and somebody at a terminal in front of it?"""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or any(os.environ.get(each) for each in ("DISPLAY", "WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
