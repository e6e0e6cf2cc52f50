"""What all tests share: the repository on the path, and one hypothesis profile."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:  # so that tests can import tests.reference, however pytest is started
    sys.path.insert(0, str(ROOT))

# The same examples on every run, and no deadlines: the machine may be busy with other things.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")
