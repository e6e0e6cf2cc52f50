# PYTHON_ARGCOMPLETE_OK
"""The command line: the same words as the Python functions.

``perfectplay outcome domineering "..|.."`` asks what ``pp.outcome(pp.load("domineering", "..|.."))`` asks. Answers go
to standard output (``--json``: one object), everything else to standard error. Exit codes: 0 answered, 1 answered "no",
2 bad input, 3 a limit was reached, 70 an internal error, 74 the output cannot be written, 130 interrupted, 143
terminated. The mark above is for argcomplete.

This module imports nothing that takes time, because it answers Ctrl-C at any time with one line:

- While modules are imported, and once the answer is written, the program ends at once: there is nothing to clean up,
  and an exception would be lost wherever Python calls code that may not raise, such as the callbacks of its import
  locks.
- While a command works, Ctrl-C is a `KeyboardInterrupt`, so that files are closed and the terminal is restored. A
  second one does not wait for that.

SIGTERM is treated in the same way. An unexpected error is one line too; PERFECTPLAY_TRACEBACK=1 shows where it came
from.
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType
    from typing import NoReturn

ANSWERED, NO, BAD_INPUT, LIMIT, DEFECT, UNWRITABLE = 0, 1, 2, 3, 70, 74


TRACEBACK = "PERFECTPLAY_TRACEBACK"
"""The environment variable that asks for the traceback of an unexpected error."""
SIGNALS = {2: "interrupted", 15: "terminated"}


class Stopped(KeyboardInterrupt):
    """A signal after which a command may clean up; its arguments are further messages."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def entry(program: Callable[[], int] | None = None) -> NoReturn:
    """The console script: run a program, `main` unless another is given, and end with its exit code."""
    try:
        Signals.guard()
        leave(main() if program is None else program())
    except KeyboardInterrupt as error:
        Signals.end(getattr(error, "number", 2))


def leave(code: int) -> NoReturn:
    """End without shutting the interpreter down: after a large search that takes a while, during which signals are not
    answered."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):  # nowhere to report it
            pass
    os._exit(code)


class Signals:
    """How Ctrl-C and SIGTERM are answered. Until `guard` is called, that is, outside of `entry`, it is as in any other
    Python program."""

    guarded: tuple[int, ...] = ()

    @classmethod
    def guard(cls) -> None:
        import signal

        # a signal that the caller ignores, as shells do for programs in the background, stays ignored
        cls.guarded = tuple(number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN)
        cls.answer_by(cls.end)
        sys.unraisablehook = cls.unraisable

    @classmethod
    def answer_by(cls, handler: Callable[[int, FrameType | None], object] | int) -> None:
        import signal

        for number in cls.guarded:
            signal.signal(number, handler)

    @classmethod
    def ignore(cls) -> None:
        import signal

        cls.answer_by(signal.SIG_IGN)

    @classmethod
    def end(cls, number: int, frame: FrameType | None = None) -> NoReturn:
        """End at once. The program may be in the middle of writing to standard error, so its buffer is left alone."""
        cls.ignore()
        if sys.stderr is not None:
            try:
                os.write(2, f"perfectplay: {SIGNALS[number]}\n".encode())
            except OSError:
                pass
        os._exit(128 + number)

    @classmethod
    def interrupt(cls, number: int, frame: FrameType | None = None) -> NoReturn:
        """Interrupt the command, once."""
        cls.answer_by(cls.end)
        raise Stopped(number)

    @classmethod
    def unraisable(cls, failed: sys.UnraisableHookArgs) -> None:
        """Where exceptions are ignored, an interrupt would be lost."""
        if isinstance(failed.exc_value, Stopped):
            cls.end(failed.exc_value.number)
        sys.__unraisablehook__(failed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    from perfectplay.errors import LimitReached, PerfectPlayError, quote

    if sys.stdout is None:  # closed by the caller: answer with the exit code alone
        sys.stdout = io.StringIO()
    try:
        from perfectplay.cli.program import run

        Signals.answer_by(Signals.interrupt)
        code = run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
        Signals.answer_by(Signals.end)
        return code
    except KeyboardInterrupt as error:
        number = getattr(error, "number", 2)
        said = complain("; ".join([SIGNALS[number], *map(str, error.args)]), 128 + number)
        drop_output()  # its reader may be what blocked
        return said
    except LimitReached as error:
        bound = "" if error.best is None else f" (searched to depth {error.best})"
        return complain(f"{error}{bound}", LIMIT)
    except PerfectPlayError as error:
        return complain(str(error), BAD_INPUT)
    except BrokenPipeError:
        drop_output()
        return ANSWERED
    except OSError as error:
        if error.filename is not None:
            return complain(f"{quote(str(error.filename))}: {error.strerror}", BAD_INPUT)
        drop_output()
        return complain(f"cannot write the output: {error.strerror or error}", UNWRITABLE)
    except MemoryError:
        return complain("out of memory (--memory sets a limit)", LIMIT)
    except BaseException as error:  # a panic of native code is not an Exception
        return defect(error)


def defect(error: BaseException) -> int:
    """Something that should not have happened; details are shown on request."""
    if os.environ.get(TRACEBACK) == "1":
        import traceback

        Signals.ignore()
        traceback.print_exception(error)
        return DEFECT
    from perfectplay.errors import one_line

    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return complain(one_line(f"internal error: {said}") + f" ({TRACEBACK}=1 shows more)", DEFECT)


def complain(text: str, code: int) -> int:
    """The one line about a failure; a signal that arrives after this adds no other."""
    Signals.ignore()
    line = " ".join(text.split("\n"))
    if sys.stderr is not None:
        try:
            print(f"perfectplay: {line}", file=sys.stderr, flush=True)
        except (OSError, ValueError):  # nowhere to report it
            pass
    return code


def drop_output() -> None:
    """Nobody reads it any longer; what is left in the buffer must not be written at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # it is not a file
        pass
