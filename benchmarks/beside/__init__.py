"""The library beside other programs: one module for each peer, in the order of the report."""

from beside.cgt import CgtPy
from beside.igsolve import Igsolve
from beside.mcgs import MCGS
from beside.obsequi import Obsequi
from beside.pencil import Cspuz, Published, Puzzlekit
from beside.race import Peer
from beside.sokoban import SokobanSolver

PEERS: tuple[Peer, ...] = (Obsequi(), Igsolve(), MCGS(), CgtPy(), SokobanSolver(), Cspuz(), Puzzlekit(), Published())
