"""``python -m perfectplay`` is the command line."""

from perfectplay.cli import entry

entry()
