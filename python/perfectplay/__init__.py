"""Algorithmic combinatorial game theory: who wins and how, what a position is worth, shortest solutions.

>>> import perfectplay as pp
>>> pp.outcome(pp.load("domineering", "....|....|....|...."))
N

Importing the package costs next to nothing: its names stand in :mod:`perfectplay.public`, which is imported when the
first of them is used. So the command line, which is a part of the package, runs its first line before anything heavy is
imported, and can answer Ctrl-C from then on.
"""

import sys

TYPE_CHECKING = False  # type checkers take it for True; the module typing, which has another, takes a while to import
if TYPE_CHECKING:
    from perfectplay.public import *  # noqa: F403
else:
    SHADOWED = ("census", "system")
    """Modules that share their names with functions of the library."""

    def __getattr__(name):
        from importlib import import_module

        if name not in SHADOWED:  # modules first: while one is imported, it may ask for another but not for everything
            try:
                return import_module(f"{__name__}.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"{__name__}.{name}":
                    raise
        public = import_module(f"{__name__}.public")
        if name == "__all__":
            return public.__all__
        if name not in public.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals().update((each, getattr(public, each)) for each in public.__all__)
        return globals()[name]

    def __dir__():
        return __getattr__("__all__")

    class _Package(type(sys)):
        """The import system makes every module an attribute of its package. Those whose names are functions of the
        library must not take their places."""

        def __setattr__(self, name, value):
            if name not in SHADOWED or not isinstance(value, type(sys)):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Package
