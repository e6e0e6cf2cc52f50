"""What a page or a notebook shows, as plain data: systems, positions, sheets, answers, values.

Everything is derived from what systems, questions and results say about themselves, so that a further game or question
needs nothing here. :mod:`perfectplay.views.operations` lists what can be asked for; the server (:mod:`perfectplay.web`)
and the widgets (:mod:`perfectplay.notebook`) carry these operations out and know nothing else of the library.
"""
