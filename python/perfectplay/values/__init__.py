"""The algebra of short games: values in canonical form, and everything that is computed on them."""

from perfectplay.values.universe import Universe
from perfectplay.values.value import Value

__all__ = ["Universe", "Value"]
