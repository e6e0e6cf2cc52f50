"""Tokens on graphs: who can get where, and how. Graphs are webs (the neighbours of each vertex), all is in numbers."""
