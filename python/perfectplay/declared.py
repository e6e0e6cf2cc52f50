"""What an author's class declares, held against what it takes the place of: a method can be called with what it will be
given, and an attribute has the type of the usual one.

Without this a ``play`` without its second argument, or ``loopy = "yes"``, would be a traceback from the middle of the
library, or silence. It is looked at when an instance is made; what has no usual value, such as ``cells``, is looked at
where it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from perfectplay.errors import shown
from perfectplay.identity import is_ours
from perfectplay.metrics import Metric

TYPES: tuple[tuple[type, str], ...] = (
    (bool, "True or False"),
    (int, "a number"),
    (str, "text"),
    (tuple, "a tuple, such as ('one', 'another')"),
    (Mapping, "a mapping"),
    (type, "a class of perfectplay.board, such as HexGrid"),
)
"""What takes the place of a usual value of each type, in words; bool before int, which it is, too."""


def misdeclared(system: object) -> str:
    """The first fault of the class of this system, or an empty string."""
    cls = type(system)
    ours = [base for base in cls.__mro__ if is_ours(base.__module__)]
    for base in cls.__mro__:
        for name, member in () if is_ours(base.__module__) else vars(base).items():
            usual = next((vars(each)[name] for each in ours if name in vars(each)), None)
            if usual is None or name.startswith("_"):
                continue
            fault = _of_method(system, name, member, usual) if isinstance(usual, FunctionType) else ""
            fault = fault or _of_attribute(name, member, usual)
            if fault:
                return f"{base.__name__}: {fault}"
    return ""


def _of_method(system: object, name: str, member: Any, usual: FunctionType) -> str:
    import inspect

    parameters = inspect.signature(usual).parameters.values()
    free = any(each.kind is each.VAR_POSITIONAL for each in parameters)  # its caller looks at the arguments
    needed = ["self", "state"] if free else [each.name for each in parameters if each.default is each.empty]
    expected = f"{name}({', '.join(needed)})"
    if isinstance(member, property) or not (callable(member) or hasattr(member, "__get__")):
        return f"{name} = {shown(member)} (expected a method {expected})"
    try:
        taken = inspect.signature(getattr(system, name))
        written = inspect.signature(getattr(member, "__func__", member))
    except (TypeError, ValueError):
        return ""  # it is not written in Python, or has no self
    try:
        taken.bind(*needed[1:])
    except TypeError:
        return "" if free else f"{name}({', '.join(written.parameters)}) (expected {expected})"
    return ""


def _of_attribute(name: str, member: Any, usual: Any) -> str:
    if hasattr(member, "__get__") and not isinstance(member, type | FunctionType):
        return ""  # a property, which knows only later what it is
    for kind, expected in TYPES:
        if isinstance(usual, kind):
            if not isinstance(member, kind) or (kind is int and isinstance(member, bool)):
                return f"{name} = {shown(member)} (expected {expected})"
            break
    if name == "metrics":
        for each, metric in member.items():
            if not isinstance(each, str) or not isinstance(metric, Metric):
                return f"metrics: {shown(each)}: {shown(metric)} (expected names with what they count, a pp.Metric)"
    if name == "looks":
        from perfectplay.picture import Look

        for symbol, look in member.items():
            if not isinstance(look, Look):
                return f"looks: {shown(symbol)}: {shown(look)} (expected a perfectplay.picture.Look)"
    if name == "boards" and not callable(getattr(member, "parse", None)):
        return f"boards = {shown(member)} (expected {dict(TYPES)[type]})"
    return ""
