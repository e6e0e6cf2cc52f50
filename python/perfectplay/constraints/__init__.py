"""What the rules of pencil puzzles are made of.

A constraint is data: unknowns and numbers. It says, by the obvious definition, what is wrong with an answer
(:meth:`Constraint.faults`), and it can be posted to the native solver (:meth:`Constraint.post`), which treats it in its
own way. The two share no code, and tests compare them on all small boards.

An *unknown* is a cell or a line between two cells; an *atom* is an unknown with a value: that the unknown has it.
"""

from perfectplay.constraints.areas import Connected
from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, Value
from perfectplay.constraints.bulk import Bulk, Field, Lattice
from perfectplay.constraints.counts import AllDifferent, AnyOf, Count, EachAnyOf
from perfectplay.constraints.distances import Spread
from perfectplay.constraints.division import HalfTurn, Rectangles
from perfectplay.constraints.formulas import Holds
from perfectplay.constraints.islands import Islands, Sea
from perfectplay.constraints.lines import Blocks
from perfectplay.constraints.loops import LatticeLoop, Sides, SingleLoop, Visits
from perfectplay.constraints.orders import NoTurningBack, StraightOn
from perfectplay.constraints.paths import Ahead, Paths
from perfectplay.constraints.sheets import (
    Apart,
    Around,
    Given,
    InRegions,
    NoneAcross,
    NoneInSight,
    OnceInLine,
    OneArea,
    Sights,
    SomeInSight,
    ToBorder,
    Total,
)
from perfectplay.constraints.ships import Fleet
from perfectplay.constraints.sight import Sight
from perfectplay.constraints.sizes import SelfSized
from perfectplay.constraints.sums import DistinctSum
from perfectplay.constraints.symmetry import Foremost
from perfectplay.constraints.tetrominoes import Tetromino, UnlikeNeighbours
from perfectplay.constraints.weights import Weighty

__all__ = [
    "Ahead",
    "AllDifferent",
    "AnyOf",
    "Apart",
    "Around",
    "Assignment",
    "Atom",
    "Blocks",
    "Bulk",
    "Connected",
    "Constraint",
    "Count",
    "DistinctSum",
    "EachAnyOf",
    "Field",
    "Fleet",
    "Foremost",
    "Given",
    "HalfTurn",
    "Holds",
    "InRegions",
    "Islands",
    "Lattice",
    "LatticeLoop",
    "NoTurningBack",
    "NoneAcross",
    "NoneInSight",
    "OnceInLine",
    "OneArea",
    "Paths",
    "Poster",
    "Rectangles",
    "Sea",
    "SelfSized",
    "Sides",
    "Sight",
    "Sights",
    "SingleLoop",
    "SomeInSight",
    "Spread",
    "StraightOn",
    "Tetromino",
    "ToBorder",
    "Total",
    "Unknown",
    "UnlikeNeighbours",
    "Value",
    "Visits",
    "Weighty",
]
