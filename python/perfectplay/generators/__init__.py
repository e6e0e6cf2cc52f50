"""Makers of puzzles, one file for each system; the file's name is the key.

A module has ``options`` with their defaults, ``draw(rng, **options)`` for a random sketch, ``vary(rng, sketch,
**options)`` for a small change of one (None if it did not work out), and ``text(sketch, **options)`` for its text form.
What is hard is found by :func:`perfectplay.generate`.
"""
