"""From words on the command line to positions, rule options, players and limits."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable
from typing import Any

from perfectplay.errors import ParseError, PerfectPlayError, quote
from perfectplay.players import Player
from perfectplay.registry import system
from perfectplay.system import Position, System

LARGEST_FILE = 1 << 20
_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def read_position(key: str, instance: str | None, settings: Iterable[str] = ()) -> Position:
    """The position that INSTANCE stands for: text, a file, ``-``, ``@name``; None is the system's sample."""
    cls = system(key)
    rules = cls(**read_settings(cls, settings))
    if instance is None:
        return rules.load(rules.sample)
    if re.fullmatch(r"@[A-Za-z][\w-]*", instance) and not is_file(instance):
        if instance[1:] not in rules.samples:
            known = ", ".join(f"@{name}" for name in rules.samples) or "none"
            raise ParseError(f"{key}: no sample {quote(instance)}", expected=known)
        return rules.load(rules.samples[instance[1:]])
    text, name = read_text(instance)
    try:
        return rules.load(text)
    except ParseError as error:
        if name:
            raise error.within(name) from None
        if re.fullmatch(r"[^|\s]*\.[A-Za-z]{2,5}", instance):
            raise ParseError(f"{error}; and there is no file of this name") from None
        raise


def read_text(argument: str) -> tuple[str, str]:
    """The text that an argument stands for, and the name of the file that it was read from ("" for text itself)."""
    if argument == "-":
        return _decoded(
            _bounded(sys.stdin.buffer.read(LARGEST_FILE + 1), "standard input"), "standard input"
        ), "standard input"
    if not is_file(argument):
        return argument, ""
    try:
        with open(argument, "rb") as file:
            raw = _bounded(file.read(LARGEST_FILE + 1), argument)
    except OSError as error:
        raise PerfectPlayError(f"{argument}: {error.strerror}") from None
    return _decoded(raw, argument), argument


def is_file(argument: str) -> bool:
    """Is it the path of a file (or of a pipe, such as the shell's ``<(command)``)?"""
    try:
        mode = os.stat(argument).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def _bounded(raw: bytes, name: str) -> bytes:
    if len(raw) > LARGEST_FILE:
        raise ParseError(f"{name} is too large", expected=f"at most {LARGEST_FILE} bytes")
    return raw


def _decoded(raw: bytes, name: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"{name}: byte {error.start + 1} is not UTF-8", expected="text") from None
    return text.replace("\r\n", "\n").rstrip("\n")


def read_settings(cls: type[System], settings: Iterable[str]) -> dict[str, Any]:
    """Rule options from ``name=value``, each converted to the type of its default."""
    known = cls.all_options()
    listed = ", ".join(f"{name}={show_value(default)}" for name, default in known.items()) or "none"
    found: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ParseError(f"--set {quote(setting)}", expected=f"name=value; the options of {cls.key} are {listed}")
        if name not in known:
            raise ParseError(f"{cls.key} has no option {quote(name)}", expected=listed)
        found[name] = _converted(name, value, known[name])
    return found


def show_value(value: object) -> str:
    """The value of an option as it is written after ``--set name=``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _converted(name: str, value: str, default: object) -> Any:
    expected = {bool: "true or false", int: "a whole number", float: "a number"}.get(type(default), "text")
    try:
        if isinstance(default, bool):
            return _WORDS[value.lower()]
        if isinstance(default, int | float):
            return type(default)(value)
    except (KeyError, ValueError):
        raise ParseError(f"option {name}={quote(value)}", expected=expected) from None
    if default is None and re.fullmatch(r"-?\d{1,18}", value):
        return int(value)
    return value


def read_player(word: str | None, option: str, others: tuple[str, ...] = ()) -> Player | None:
    """``left`` or ``right``; None for one of the ``others``."""
    if word is None or word.lower() in others:
        return None
    for player in Player:
        if word.lower() == player.value.lower():
            return player
    raise ParseError(f"{option} {quote(word)}", expected=", ".join(["left", "right", *others]))
