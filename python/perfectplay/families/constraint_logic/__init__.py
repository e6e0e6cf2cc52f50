"""Constraint graphs (Hearn & Demaine 2005), from which the hardness of many games follows.

``graphs``  the graphs, their configurations and their text form; ``foreign``: from other programs
``vertices``  the kinds of vertices by name, and protected ORs
``normal``  any graph as one of ANDs and ORs; ``planar``: planarity, and crossings replaced by gadgets
``drawing``  red and blue arrows
"""

from perfectplay.families.constraint_logic.graphs import Configuration, ConstraintGraph, Edge

__all__ = ["Configuration", "ConstraintGraph", "Edge"]
