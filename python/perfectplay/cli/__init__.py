"""The command line: the same words as the Python functions.

Exit codes: 0 answered, 1 answered "no", 2 bad input, 3 a limit was reached, 70 a defect of this program, 74 the output
cannot be written, 130 interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (those of the process when left out); returns the exit code."""
    from perfectplay.cli.guard import guarded

    def run() -> int:
        from perfectplay.cli.app import run_command

        return run_command(arguments)

    return guarded(run)
