"""Algorithmic combinatorial game theory: who wins and how, what a position is worth, shortest solutions.

>>> import perfectplay as pp
>>> pp.outcome(pp.load("domineering", "....|....|....|...."))
N

Importing the package costs next to nothing: its names are listed in ``__init__.pyi``, and each is imported when it is
first used. So the first question in a program loads only what it needs, and the command line, which is a part of the
package, runs its first line before anything heavy is imported, and can answer Ctrl-C from then on.
"""

import sys

SHADOWED = ("atlas", "batch", "census", "collection", "system")
"""Modules that share their names with functions of the library."""


def _names():
    """Every name of the library with the module that defines it."""
    if "_found" not in globals():
        with open(f"{__path__[0]}/__init__.pyi", encoding="utf-8") as file:
            words = [line.split() for line in file if line.startswith("from perfectplay.")]
        globals()["_found"] = {name: module for _, module, _, _, _, name in words}
    return globals()["_found"]


def __getattr__(name):
    from importlib import import_module

    if name == "__all__":
        return sorted(_names())
    if name in _names():
        globals()[name] = found = getattr(import_module(_names()[name]), name)
        return found
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __getattr__("__all__")


class _Package(type(sys)):
    """The import system makes every module an attribute of its package. Those that share their names with functions of
    the library must not replace them."""

    def __setattr__(self, name, value):
        if name not in SHADOWED or not isinstance(value, type(sys)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
