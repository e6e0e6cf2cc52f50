"""What the rules of a system depend on, so that nothing computed for other rules is ever reused.

A system of the catalogue depends on its options. A class of a user's own may depend on anything that its methods can
see: attributes of the class and of the instance, closures, globals, helper functions. :func:`seen_by` records all of
that as it is now; two such records differ if something changed in between, be it a global, a list that grew or a method
added to the class later. What lies behind a module (a file, a clock, a random number) cannot be seen from here;
:func:`perfectplay.check_rules` and the second reading of new rules find moves that change from call to call.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

LARGE = 10_000
"""Elements of a collection that are compared; of a larger one only the length, and whether it is the same object."""


def seen_by(system: object) -> tuple[Any, ...]:
    """What the rules of this system depend on, as it is now. Records are compared with ``==``."""
    seen: dict[int, Any] = {}
    noted: list[Any] = [type(system), _frozen(own_attributes(system), seen)]
    for base in type(system).__mro__:
        if is_ours(base.__module__):
            break
        for name, member in vars(base).items():
            if not name.startswith("__") or name == "__init__":
                noted.append((name, _frozen(_function(member), seen)))
    return tuple(noted)


def own_attributes(system: object) -> dict[str, Any]:
    """The attributes of an instance, without what it keeps for later."""
    return {name: value for name, value in vars(system).items() if name not in ("_kept", "_seen")}


def is_ours(module: str) -> bool:
    return module.partition(".")[0] == "perfectplay"


def _is_foreign(module: str) -> bool:
    """Is this neither ours nor part of Python?"""
    package = module.partition(".")[0]
    return package == "__main__" or not (is_ours(module) or package in sys.stdlib_module_names)


def _function(member: Any) -> Any:
    """The function inside a property, a class method and the like."""
    for name in ("__func__", "fget", "func", "__wrapped__"):
        inner = getattr(member, name, None)
        if isinstance(inner, FunctionType):
            return inner
    return member


def _frozen(value: Any, seen: dict[int, Any]) -> Any:
    """A value as something to compare: collections by their elements, functions by what they see, others as they
    are. The type goes with it, because 1 == True."""
    kind = type(value)
    if kind in (int, str, bool, float, bytes, type(None)):
        return kind, value
    if isinstance(value, FunctionType):
        return _seen_by_function(value, seen) if _is_foreign(value.__module__ or "") else _Same(value)
    if id(value) in seen:
        return "seen before"
    if kind in (list, tuple, set, frozenset, dict):
        seen[id(value)] = value
        if len(value) > LARGE:
            return _Same(value), len(value)
        if kind is dict:
            return kind, tuple((_frozen(name, seen), _frozen(each, seen)) for name, each in value.items())
        if kind in (set, frozenset):
            return kind, frozenset(_frozen(each, seen) for each in value)
        return kind, tuple(_frozen(each, seen) for each in value)
    return _Same(value)


def _seen_by_function(function: FunctionType, seen: dict[int, Any]) -> Any:
    if id(function) in seen:
        return "seen before"
    seen[id(function)] = function
    known = function.__globals__
    noted: list[Any] = [
        function.__code__,
        _frozen(function.__defaults__, seen),
        _frozen(function.__kwdefaults__, seen),
    ]
    for cell in function.__closure__ or ():
        try:
            noted.append(_frozen(cell.cell_contents, seen))
        except ValueError:  # not filled yet
            noted.append(None)
    noted += [(name, _frozen(known[name], seen)) for name in _names(function.__code__) if name in known]
    return tuple(noted)


def _names(code: CodeType) -> Iterator[str]:
    """The globals (and attributes) that a piece of code names, inner functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


class _Same:
    """Equal to itself alone, whatever its ``==`` says."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)
