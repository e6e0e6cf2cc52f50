"""The algebra of short games: values in canonical form, and everything that is computed on them."""

from perfectplay.values.infinitesimals import Uptimal
from perfectplay.values.structure import Interval
from perfectplay.values.thermograph import Thermograph
from perfectplay.values.universe import Universe
from perfectplay.values.value import Value, day, superstar

__all__ = ["Interval", "Thermograph", "Universe", "Uptimal", "Value", "day", "superstar"]
