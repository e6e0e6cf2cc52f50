"""``python -m perfectplay`` is the command line."""

from perfectplay.cli import entry

if __name__ == "__main__":
    entry()
