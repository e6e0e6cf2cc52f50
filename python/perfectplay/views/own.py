"""Systems that somebody writes into a page: Python text becomes a system like all others.

The text is executed, with everything that Python may do. Nobody but the owner of the machine may have written it; the
server makes sure of that (``perfectplay serve --trust``).
"""

from __future__ import annotations

import linecache
import sys
from types import ModuleType

import perfectplay
from perfectplay.errors import ParseError, PerfectPlayError, RulesError
from perfectplay.own import EXPECTED, systems_in, told
from perfectplay.registry import adopt as adopt_class
from perfectplay.registry import keys
from perfectplay.system import System


def adopt(key: str, source: str) -> type[System]:
    """Run the text once, and let the last system that it defines be found under the key."""
    name = f"perfectplay_{key.replace('-', '_')}"
    known = sys.modules.get(name)
    if known is None:
        known = ModuleType(name)
        file = f"<{key}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        known.__dict__.update(__file__=file, pp=perfectplay)
        sys.modules[name] = known
        try:
            exec(compile(source, file, "exec"), known.__dict__)
            cls = _last_system(known)
            if key in keys():
                raise ParseError(f"the key {key} belongs to the catalogue")
            adopt_class(cls, key)
        except BaseException as error:
            del sys.modules[name]
            if isinstance(error, PerfectPlayError | KeyboardInterrupt):
                raise
            raise RulesError(told(error, file)) from None
    return _last_system(known)


def _last_system(module: ModuleType) -> type[System]:
    found = systems_in(module)
    if not found:
        raise RulesError(f"no system is defined there (expected {EXPECTED})")
    return found[-1]
