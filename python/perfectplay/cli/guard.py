"""Whatever happens, a user sees one line and a process gets an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable

ANSWERED, NO, BAD_INPUT, LIMIT, DEFECT, UNWRITABLE, INTERRUPTED, READER_GONE = 0, 1, 2, 3, 70, 74, 130, 141


def complain(message: str) -> None:
    """One line on standard error."""
    line = " ".join(message.split())
    with contextlib.suppress(OSError, ValueError):
        print(f"perfectplay: {line}", file=sys.stderr, flush=True)


def guarded(run: Callable[[], int]) -> int:
    """The exit code of ``run``, with every exception turned into one line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a letter that the terminal cannot show is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _translated(run)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return READER_GONE
    except OSError as error:
        _drop_output()
        complain(f"cannot write the output: {error.strerror or error}")
        return UNWRITABLE


def _translated(run: Callable[[], int]) -> int:
    from perfectplay.errors import LimitReached, PerfectPlayError

    try:
        return run()
    except LimitReached as error:
        complain(str(error))
        return LIMIT
    except PerfectPlayError as error:
        complain(str(error))
        return BAD_INPUT
    except MemoryError:
        complain("out of memory (--memory sets a limit on the search tables)")
        return LIMIT
    except OSError:
        raise
    except Exception as error:
        if os.environ.get("PERFECTPLAY_DEBUG") == "1":
            raise
        complain(f"internal error: {type(error).__name__}: {error} (PERFECTPLAY_DEBUG=1 shows where)")
        return DEFECT


def _drop_output() -> None:
    """Python flushes standard output once more when it exits; nobody reads it any longer."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
