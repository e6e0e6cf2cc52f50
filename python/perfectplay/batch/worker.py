"""A worker process of a batch: reads entries, asks its question about each, and reports the lines.

It is started by :mod:`perfectplay.batch.crew`, which sends the question once and then some entries at a time: keys,
texts and options, never positions, so that a system needs no more than its name to be asked about. For a system of the
user's own it sends besides what has to be opened to find it, and a mark of its rules. If they are other rules here,
because something was changed after its module was imported, the entry is returned unanswered.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress

from perfectplay.processes import begin, resident


def main() -> None:
    """Work until whoever started this process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = begin()
    from perfectplay.batch.crew import RETURNED, Questioner
    from perfectplay.errors import PerfectPlayError
    from perfectplay.own import marked, open_word

    message = channel.receive()
    if message is None:
        os._exit(0)
    asking: Questioner = pickle.loads(message[1])
    asking.prepare()
    opened: set[str] = set()
    channel.send("ready")
    while (message := channel.receive()) is not None:
        words, path, marks, entries = pickle.loads(message[1])
        for word in {*words} - opened:
            sys.path += [folder for folder in path if folder not in sys.path]
            with suppress(PerfectPlayError):  # the entries will say that there is no such system
                open_word(word)
            opened.add(word)
        strange = {key for key, mark in marks.items() if not mark or marked(key) != mark}
        for entry in entries:
            channel.send(*((RETURNED, b"") if entry.key in strange else asking.line(entry)))
        channel.send("idle", b"%d" % resident())
    os._exit(0)  # without a look at what is left: there may be a lot


if __name__ == "__main__":
    main()
