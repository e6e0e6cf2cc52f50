"""The page: ``perfectplay serve`` and what it serves.

One process speaks HTTP (:mod:`~perfectplay.web.server`) and never reads a position. It hands every question as a job
(:mod:`~perfectplay.web.jobs`) to worker processes (:mod:`~perfectplay.web.worker`), which know the operations of
:mod:`perfectplay.views.operations` and nothing of HTTP. So a search cannot make the page slow, a question can be
stopped at any time, and a worker that dies takes one question with it.
"""
