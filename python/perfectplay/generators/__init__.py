"""Makers of puzzles, one file for each system; the file's name is the key.

A module has ``options`` with their defaults, and a class ``Maker`` that is given values for all of them and refuses
impossible ones. It has

- ``rules()``: a puzzle of cell rewrites, and a layout on which every sketch can be placed, so that one native kernel
  serves all of them,
- ``draw(rng)``: a random sketch, None if it fails,
- ``vary(rng, sketch)``: the sketch with a small change, likewise,
- ``lighter(sketch)``: the sketches with one inessential thing removed,
- ``cells(sketch)`` and its inverse ``sketch(cells)``: what stands on the layout,
- ``text(sketch)``: the text form of the finished puzzle.

Hard puzzles are found by :func:`perfectplay.generate`. Files whose name begins with an underscore are tools of several
makers.
"""
