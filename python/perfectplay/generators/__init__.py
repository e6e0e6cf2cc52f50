"""Makers of puzzles, one file for each system; the file's name is the key.

A module has ``options`` with their defaults, and a class ``Maker`` that is given values for all of them and refuses
what makes no sense. It has

- ``rules()``: a puzzle of cell rewrites, and a layout on which every sketch can be laid, so that one native kernel
  looks at all of them,
- ``draw(rng)``: a random sketch, None if it did not work out,
- ``vary(rng, sketch)``: the sketch with a small change, likewise,
- ``lighter(sketch)``: the sketches with one thing less that a puzzle could do without,
- ``cells(sketch)`` and its inverse ``sketch(cells)``: what stands on the layout,
- ``text(sketch)``: the text form of the finished puzzle.

What is hard is found by :func:`perfectplay.generate`. Files whose name begins with an underscore are tools of several
makers.
"""
