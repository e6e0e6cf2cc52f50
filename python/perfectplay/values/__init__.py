"""The algebra of short games: values in canonical form, and everything that is computed on them.

Everything here is imported when it is first used: the searches need only a universe, not the parts that read, write and
draw values.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfectplay.values.infinitesimals import Uptimal
    from perfectplay.values.structure import Interval
    from perfectplay.values.thermograph import Thermograph
    from perfectplay.values.universe import Universe
    from perfectplay.values.value import Value, day, superstar

__all__ = ["Interval", "Thermograph", "Universe", "Uptimal", "Value", "day", "superstar"]

_HOMES = {"Uptimal": "infinitesimals", "Interval": "structure", "day": "value", "superstar": "value"}
"""The modules that are not named after what they define."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, name.lower())}"), name)
