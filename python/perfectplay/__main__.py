"""``python -m perfectplay`` is the command line."""

import sys

from perfectplay.cli import main

sys.exit(main())
