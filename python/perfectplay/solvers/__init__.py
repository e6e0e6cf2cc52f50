"""Dedicated solvers for single systems, of the same shape as theorems: see :mod:`perfectplay.method`."""
