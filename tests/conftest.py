"""What all tests share: the repository on the path, one hypothesis profile, and the choice of one system's tests.

Without ``--full`` tests that are marked so are left out, and the others go less deep (`tiers.py`). ``--system KEY``
leaves the tests that are about one system of the catalogue. A test says what it is about by its parameter ``key``, or
else by the mark ``about``, on the test, its file or one of its parameters.
"""

from __future__ import annotations

import hashlib
import re
import signal
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from perfectplay import cache
from perfectplay.registry import keys

ROOT = Path(__file__).parents[1]
MISSING = re.compile(r"\b(found|installed|needs?)\b")
"""In the reason of a test that is skipped."""
if str(ROOT) not in sys.path:  # so that tests can import tests.reference, however pytest is started
    sys.path.insert(0, str(ROOT))

# The same examples on every run, and no deadlines: the machine may be busy with other things.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")

# A shell lets what it runs in the background ignore Ctrl-C, and so would the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _databases_of_their_own(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests neither use nor leave databases of components, in the user's cache or for each other."""
    known, name = cache.COMPONENTS, hashlib.blake2b(request.node.nodeid.encode(), digest_size=8).hexdigest()
    cache.COMPONENTS = str(tmp_path_factory.getbasetemp() / f"components-{name}")  # an absolute path wins
    yield
    cache.COMPONENTS = known


def subjects(item: pytest.Item) -> Collection[str]:
    """The systems that a test is about; none if it is about the library at large."""
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    key = parameters.get("key")
    if isinstance(key, str) and key in keys():
        return {key}
    return {key for mark in item.iter_markers("about") for key in mark.args}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="all tests, and deeper ones")
    parser.addoption("--system", metavar="KEY", help="only the tests that are about this system of the catalogue")


def pytest_configure(config: pytest.Config) -> None:
    key = config.getoption("--system")
    if key is not None and key not in keys():
        raise pytest.UsageError(f"--system: no system {key!r} in the catalogue")
    from tests import tiers
    from tests.work import Work

    tiers.full = config.getoption("--full")
    if not tiers.full:
        work = Work(key)
        work.count()
        config.pluginmanager.register(work)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    key, full = config.getoption("--system"), config.getoption("--full")
    kept: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        wanted = (full or item.get_closest_marker("full") is None) and (key is None or key in subjects(item))
        (kept if wanted else others).append(item)
    config.hook.pytest_deselected(items=others)
    # One system after the other, because what is derived from its samples is kept (`tests/conformance/plays.py`). Two
    # workers that begin with a half of this list each then rarely make the same things twice.
    items[:] = sorted(kept, key=lambda item: min(subjects(item), default=""))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was left out because something is not there, such as a browser, is said once for each reason."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", [])]
    reasons = Counter(str(where[2]).removeprefix("Skipped: ") for where in skipped if isinstance(where, tuple))
    for reason, many in reasons.items():
        if MISSING.search(reason):
            terminalreporter.write_line(f"left out, {many} test{'s' * (many > 1)}: {reason}")
