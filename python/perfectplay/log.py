"""What the library tells about its work, through the logger ``perfectplay`` of :mod:`logging`.

Messages are few: which method answered and which were passed over (debug), files of tables that were built, parts of a
census, workers of the page that start and end. Nobody hears them who did not ask:

>>> import logging, sys
>>> hear = logging.StreamHandler(sys.stdout)
>>> logging.getLogger("perfectplay").addHandler(hear)
>>> logging.getLogger("perfectplay").setLevel("DEBUG")
>>> pp.grundy(pp.load("nim", "3 5"))
grundy of nim: answered by nim sum (0 positions, 0.000 s)
6
>>> logging.getLogger("perfectplay").removeHandler(hear)
>>> logging.getLogger("perfectplay").setLevel("NOTSET")

On the command line it is ``--log debug``, or the environment variable ``PERFECTPLAY_LOG``. A program that has not
imported :mod:`logging` cannot be listening, so that nothing is imported here either: that would take longer than many
an answer.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from logging import Logger

NAME = "perfectplay"
VARIABLE = "PERFECTPLAY_LOG"
LEVELS = ("debug", "info", "warning")


def listening() -> Logger | None:
    """The logger, if somebody may be listening; ask once, before a loop."""
    logging = sys.modules.get("logging")
    if logging is None:
        return None
    logger: Logger = logging.getLogger(NAME)
    if not logger.handlers:  # otherwise warnings would be written where nobody asked for them
        logger.addHandler(logging.NullHandler())
    return logger


def write_to_standard_error(level: str) -> None:
    """Let the command line tell what happens; the level is one of `LEVELS`."""
    import logging

    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("perfectplay: %(levelname)s: %(message)s"))
    logging.getLogger(NAME).addHandler(handler)
    logging.getLogger(NAME).setLevel(level.upper())
