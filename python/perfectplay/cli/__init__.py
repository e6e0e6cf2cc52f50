"""The command line: the same words as the Python functions.

``perfectplay outcome domineering "..|.."`` asks what ``pp.outcome(pp.load("domineering", "..|.."))`` asks. Answers go
to standard output (``--json``: one object), everything else to standard error. Exit codes: 0 answered, 1 answered "no",
2 bad input, 3 a limit was reached, 70 a defect of ours, 74 the output cannot be written, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

ANSWERED, NO, BAD_INPUT, LIMIT, DEFECT, UNWRITABLE, INTERRUPTED = 0, 1, 2, 3, 70, 74, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    from perfectplay.errors import LimitReached, PerfectPlayError

    if sys.stdout is None:  # closed by whoever started us: answer with the exit code alone
        sys.stdout = io.StringIO()
    try:
        from perfectplay.cli.commands import run

        code = run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
        return code
    except LimitReached as error:
        bound = "" if error.best is None else f" (searched to depth {error.best})"
        return complain(f"{error}{bound}", LIMIT)
    except PerfectPlayError as error:
        return complain(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        drop_output()
        return ANSWERED
    except OSError as error:
        drop_output()
        return complain(f"cannot write the output: {error.strerror or error}", UNWRITABLE)
    except MemoryError:
        return complain("out of memory (--memory sets a limit)", LIMIT)
    except Exception as error:
        if os.environ.get("PERFECTPLAY_DEBUG"):
            raise
        return complain(f"internal error: {type(error).__name__}: {error} (PERFECTPLAY_DEBUG=1 shows more)", DEFECT)


def complain(text: str, code: int) -> int:
    line = " ".join(text.split("\n"))
    print(f"perfectplay: {line}", file=sys.stderr)
    return code


def drop_output() -> None:
    """Nobody can take it any longer; what is left in the buffer must not be written at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def entry() -> None:
    """The console script."""
    sys.exit(main())
