"""Shannon's switching game on vertices, which is Hex on any graph.

Left and Right claim vertices in turn; the two terminals are Left's from the start. Left wins once a path of Left's
vertices joins the terminals, Right once there is no path without a vertex of Right's. (Hex is this game on a rhombus of
hexagons: the terminals lie beside Left's two sides.)
Text: edges ``a-b``, then the letters: ``s-a a-b b-t; s=T t=T a=x``.
Letters: ``.`` free, ``x`` Left's, ``o`` Right's, ``T`` a terminal.

Complexity: PSPACE-complete (Even & Tarjan 1976), also on planar graphs (Reisch 1981); to win within k moves is
AW[*]-complete (Downey & Fellows 1997).

>>> pp.outcome(pp.load("vertex_switching", "s-a s-b a-b a-t b-t; s=T t=T"))
L
"""

from perfectplay.kinds.connection import VertexConnection


class VertexSwitching(VertexConnection):
    name = "Vertex switching game"
    systems = ("S024", "S028")
    source = "Even & Tarjan 1976, A combinatorial problem which is complete in polynomial space; Reisch 1981"
    sample = "s-a s-b a-c b-c b-d c-e d-e d-t e-t; s=T t=T"
    samples = {
        "hex": "s-a s-d s-g a-b b-c d-e e-f g-h h-i a-d b-e c-f d-g e-h f-i b-d c-e e-g f-h c-t f-t i-t; s=T t=T",
        "planar": "s-a s-b s-c a-b b-c a-d b-d b-e c-e d-e d-f e-f e-g f-t g-t f-g; s=T t=T c=o",
        "begun": "s-a s-b a-c b-c b-d c-e d-e d-t e-t; s=T t=T a=o d=x",
    }
