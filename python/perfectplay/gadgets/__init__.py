"""Gadgets: pieces of hardness proofs with ports, and the relation that they are said to have.

A gadget is a value (:mod:`~perfectplay.gadgets.gadget`) and a text file; the files in this folder are shipped, and are
the samples of the system ``gadget``. Every internal configuration is enumerated in one of four ways, by what a port is:
an edge of a constraint graph (:mod:`~perfectplay.gadgets.orientations`), a piece of a motion puzzle
(:mod:`~perfectplay.gadgets.pieces`), a passage for somebody who walks (:mod:`~perfectplay.gadgets.passages`), or a cell
of a pencil puzzle (:mod:`~perfectplay.gadgets.paper`). What was found is a
:class:`~perfectplay.gadgets.certificate.Certificate`. Small AND/OR gadgets are found by
:mod:`~perfectplay.gadgets.closure`.
"""
