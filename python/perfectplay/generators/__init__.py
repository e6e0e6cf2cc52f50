"""Makers of puzzles, one file for each system; the file's name is the key.

A module has ``options`` with their defaults, ``check(**options)``, which refuses what makes no sense, and

- ``rules(**options)``: a puzzle of cell rewrites, and a layout on which every sketch can be laid, so that one native
  kernel looks at all of them,
- ``draw(rng, **options)``: a random sketch, None if it did not work out,
- ``vary(rng, sketch, **options)``: the sketch with a small change, likewise,
- ``lighter(sketch)``: the sketches with one thing less that a puzzle could do without,
- ``cells(sketch, **options)`` and its inverse ``sketch(cells, **options)``: what stands on the layout,
- ``text(sketch, **options)``: the text form of the finished puzzle.

What is hard is found by :func:`perfectplay.generate`. Files whose name begins with an underscore are tools of several
makers.
"""
