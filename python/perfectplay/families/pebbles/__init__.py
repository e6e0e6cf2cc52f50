"""Tokens on graphs: which can go where, and how. Graphs are webs (the neighbours of each vertex); everything is
numbered."""
