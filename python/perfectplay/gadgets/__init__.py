"""Gadgets: pieces of hardness proofs with ports, and the relation that they are said to have.

A gadget is a value (``gadget``) and a text file; the files in this folder come with the library, and are the samples of
the system ``gadget``. What a port means is settled in ``places``. Every internal configuration is enumerated, in one
of three ways: edges of a constraint graph or pieces that move (``moves``), somebody who walks through (``passages``),
cells that are filled in (``paper``). What was found is a ``certificate``. Small AND/OR gadgets are found by ``closure``
and ``smallest``.
"""
