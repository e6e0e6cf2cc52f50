"""What the rules of a system depend on, so that nothing computed for other rules is ever reused.

A system of the catalogue depends on its options. A class of a user's own may depend on anything that its methods can
see: attributes of the class and of the instance, closures, globals, helper functions. :func:`seen_by` records all of
that as it is now; two such records differ if something changed in between, be it a global, a list that grew, a field of
an object or a method added to the class later. What lies outside (a file, a clock, a random number) cannot be seen from
here; :func:`perfectplay.check_rules` and the second reading of new rules find moves that change from call to call.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from functools import partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

LARGE = 10_000
"""Elements of a collection that are compared; of a larger one only the length, and whether it is the same object."""
MOST_BYTES = 1 << 20
"""The same for arrays."""
MOST_SEEN = 50_000
"""Things that are looked into for one record; of further ones only whether they are the same."""


def seen_by(system: object) -> tuple[Any, ...]:
    """What the rules of this system depend on, as it is now. Records are compared with ``==``."""
    seen: dict[int, Any] = {id(system): system}
    noted: list[Any] = [type(system), _frozen(own_attributes(system), seen)]
    for base in type(system).__mro__:
        if is_ours(base.__module__):
            break
        for name, member in vars(base).items():
            if not name.startswith("__") or name == "__init__":
                noted.append((name, _frozen(member, seen)))
    return tuple(noted)


def fingerprint(system: object) -> str:
    """The same in every process in which the rules of this system depend on the same: code and plain data. What is
    there in this process only is left out but for its type."""
    import hashlib

    return hashlib.blake2b("".join(_written(seen_by(system))).encode("utf-8", "replace"), digest_size=16).hexdigest()


def _written(noted: Any) -> Iterator[str]:
    if isinstance(noted, tuple):
        yield f"({len(noted)} "
        for each in noted:
            yield from _written(each)
    elif isinstance(noted, frozenset):
        yield "{" + " ".join(sorted("".join(_written(each)) for each in noted)) + "}"
    elif isinstance(noted, CodeType):
        yield f"{noted.co_code!r} {noted.co_names} "
        yield from _written(noted.co_consts)
    elif isinstance(noted, type):
        yield f"{noted.__module__}.{noted.__qualname__} "
    elif isinstance(noted, _Same):
        yield f"{type(noted.value).__qualname__} {getattr(noted.value, '__qualname__', '')} "
    else:
        yield f"{noted!r} "


def own_attributes(system: object) -> dict[str, Any]:
    """The attributes of an instance, without what it keeps for later."""
    return {name: value for name, value in vars(system).items() if name not in ("_kept", "_seen")}


def is_ours(module: str) -> bool:
    return module.partition(".")[0] == "perfectplay"


def is_foreign(module: str) -> bool:
    """Is this neither ours nor part of Python?"""
    package = module.partition(".")[0]
    return package == "__main__" or not (is_ours(module) or package in sys.stdlib_module_names)


def function_in(member: Any) -> Any:
    """The function inside a property, a class method and the like."""
    for name in ("__func__", "fget", "func", "__wrapped__"):
        inner = getattr(member, name, None)
        if isinstance(inner, FunctionType):
            return inner
    return member


def _frozen(value: Any, seen: dict[int, Any]) -> Any:
    """A value as something to compare: collections by their elements, functions by what they see, objects and classes
    of a user by their attributes, others as they are. The type goes with it, because 1 == True."""
    kind = type(value)
    if kind in (int, str, bool, float, bytes, type(None)):
        return kind, value
    if id(value) in seen:
        return "seen before"
    if len(seen) > MOST_SEEN:
        return _Same(value)
    if isinstance(value, list | tuple | set | frozenset | dict | deque):
        seen[id(value)] = value
        return kind, _elements(value, seen), _attributes(value, seen)
    if isinstance(value, MethodType):
        return kind, _frozen(value.__func__, seen), _frozen(value.__self__, seen)
    if isinstance(value, partial):
        return kind, tuple(_frozen(each, seen) for each in (value.func, value.args, value.keywords))
    function = function_in(value)
    if isinstance(function, FunctionType):
        return _seen_by_function(function, seen) if is_foreign(function.__module__ or "") else _Same(value)
    seen[id(value)] = value
    return _Same(value), _array(value), _attributes(value, seen)


def _elements(value: Any, seen: dict[int, Any]) -> Any:
    if len(value) > LARGE:
        return _Same(value), len(value)
    if isinstance(value, dict):
        return tuple((_frozen(name, seen), _frozen(each, seen)) for name, each in value.items())
    if isinstance(value, set | frozenset):
        return frozenset(_frozen(each, seen) for each in value)
    return tuple(_frozen(each, seen) for each in value)


def _array(value: Any) -> bytes | None:
    """What is in an array of numbers, however it is kept."""
    try:
        view = memoryview(value)
    except TypeError:
        return None
    return view.tobytes() if view.nbytes <= MOST_BYTES else None


def _attributes(value: Any, seen: dict[int, Any]) -> Any:
    """The attributes of an object, or of a class, whose class is a user's own."""
    cls = value if isinstance(value, type) else type(value)
    if not is_foreign(cls.__module__):
        return None
    names = [name for base in cls.__mro__ for name in (*_slots(base), *(vars(base) if cls is value else ()))]
    found = {name: getattr(value, name, None) for name in names if not name.startswith("__")}
    found |= {} if cls is value else getattr(value, "__dict__", {})
    return tuple((name, _frozen(each, seen)) for name, each in found.items())


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


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
    names = tuple(dict.fromkeys(_names(function.__code__)))
    for name in names:
        value = known.get(name)
        if isinstance(value, ModuleType):
            if is_foreign(value.__name__):  # what is named is perhaps taken from there
                inside = vars(value)
                noted += [(name, each, _frozen(inside[each], seen)) for each in names if each in inside]
        elif name in known:
            noted.append((name, _frozen(value, seen)))
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
