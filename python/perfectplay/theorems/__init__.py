"""Polynomial-time results of the literature, one file each.

A module names the ``systems`` that it is about (by their keys; ``kinds`` names whole kinds, users' games included),
says with ``applies(position)`` where it applies, and has a function for each question that it answers, named like the
question. See :mod:`perfectplay.method`.
"""
