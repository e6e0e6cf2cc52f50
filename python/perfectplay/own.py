"""Systems outside the catalogue: classes of a file, of a module, or of an installed package.

Three ways lead to such a class:

- ``games.py:HexDominoes`` or ``package.module:HexDominoes``, written by the user (:func:`open_word`). The code is run.
- A package that declares its systems in the group ``perfectplay.systems`` of its entry points; they are listed with the
  catalogue, under the names given there. Installing the package was the consent to run it.
- ``module:HexDominoes`` in a result that was written down. A result may come from anybody, so nothing is imported on
  its account: the class is found if its module is loaded already, or if an installed package declares it.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from perfectplay.errors import ParseError, PerfectPlayError, RulesError, UnknownSystem, one_line, quote, shown
from perfectplay.identity import fingerprint, is_ours, own_attributes
from perfectplay.position import changed_options
from perfectplay.system import System

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "perfectplay.systems"
"""Of entry points: a name, which becomes the key, and ``module:Class``."""
EXPECTED = "a class such as class MyGame(pp.PlainGame)"


def word_for(cls: type[System]) -> str:
    """The word under which this class is found again; empty if only the function that made it knows it."""
    word = cls.key or vars(cls).get("alias", "")
    if word:
        return str(word)
    word = f"{cls.__module__}:{cls.__qualname__}"
    return word if loaded(word) is cls else ""


def unsaid(system: System) -> str:
    """What the word for a system and its options do not say about it, in one line; empty if they say everything.
    Attributes that an ``__init__`` sets are not among the options, and whoever reads a result could not know them."""
    if not word_for(type(system)):
        said = "is defined inside a function, so its positions have no JSON form"
        return f"{system.title} {said} (expected a class at the top of a module)"
    if system.key:
        return ""
    try:
        told = own_attributes(type(system)(**changed_options(system)))
    except (PerfectPlayError, TypeError, ValueError):
        told = dict(system.settings)
    for name, value in own_attributes(system).items():
        if name != "settings" and (name not in told or told[name] != value):
            said = f"{name} = {shown(value)} is not among the options, so its positions have no JSON form"
            if name in system.settings:
                said = f"the option {name} = {shown(value)} has no JSON form"
            return f"{system.title}: {said} (expected options = {{{name!r}: …}} in the class, with plain values)"
    return ""


def marked(key: str) -> str:
    """A mark of the rules of a system outside the catalogue as they are now, by which another process sees whether it
    knows the same; empty if it has none."""
    cls = loaded(key)
    try:
        return "" if cls is None else fingerprint(cls())
    except (PerfectPlayError, TypeError, ValueError):
        return ""


def loaded(word: str) -> type[System] | None:
    """The class ``module:Class``, if it is there without any import."""
    module, colon, name = word.partition(":")
    if not colon or is_ours(module):
        return None
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found if is_system(found) else None


def is_system(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, System) and not getattr(thing, "__abstractmethods__", None)


# installed packages -------------------------------------------------------------------------------------------------


@cache
def installed() -> dict[str, EntryPoint]:
    """The entry points of all installed packages, by name; the first of a name is taken."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry)
    return dict(sorted(found.items()))


def installed_class(name: str) -> type[System]:
    """The class that an installed package declares under this name."""
    entry = installed()[name]
    where = f"{name} ({entry.value}{f' of {entry.dist.name}' if entry.dist else ''})"
    try:
        cls = entry.load()
    except Exception as error:
        raise RulesError(f"{where}: {told(error, '')}") from None
    if not is_system(cls):
        raise RulesError(f"{where}: it is no system (expected {EXPECTED})")
    found: type[System] = cls
    return found


def declared(word: str) -> type[System] | None:
    """The class ``module:Class``, if an installed package declares it."""
    return next((installed_class(name) for name, entry in installed().items() if entry.value == word), None)


def elsewhere(key: str) -> str | None:
    """What another process has to open before it finds this system: nothing for one of the catalogue or of an installed
    package; None if it cannot find it at all, because the class belongs to the running program."""
    cls = loaded(key)
    if cls is None or declared(key) is not None:
        return ""
    from importlib.util import find_spec

    module = sys.modules[cls.__module__]
    if module.__name__ == "__main__":
        return None
    try:
        known = find_spec(module.__name__) is not None
    except (ImportError, ValueError):
        known = False
    file = getattr(module, "__file__", None)
    return key if known and module.__name__ not in _files else f"{file}:{cls.__qualname__}" if file else None


# files and modules --------------------------------------------------------------------------------------------------


def is_own(word: str) -> bool:
    """Is this ``file.py``, ``file.py:Class`` or ``module:Class``?"""
    where, colon, name = word.rpartition(":")
    parts = [*where.split("."), *name.split(".")]
    return word.endswith(".py") or bool(colon and (where.endswith(".py") or all(part.isidentifier() for part in parts)))


def open_word(word: str) -> str:
    """Run the file or import the module that the user names, and return the word under which the registry finds the
    class from now on. A file that defines one system needs no class."""
    where, _, name = (word, "", "") if word.endswith(".py") else word.rpartition(":")
    module = _from_file(where) if where.endswith(".py") else _imported(where)
    cls = _named(module, name, where) if name else _only(module, where)
    return cls.key or f"{cls.__module__}:{cls.__qualname__}"


def _named(module: ModuleType, name: str, where: str) -> type[System]:
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if not is_system(found):
        known = ", ".join(each.__name__ for each in systems_in(module)) or EXPECTED
        said = f"no class {quote(name)}" if found is None else f"{quote(name)} is not a system"
        raise UnknownSystem(f"{where}: {said} (expected one of: {known})")
    cls: type[System] = found
    return cls


def _only(module: ModuleType, where: str) -> type[System]:
    own = systems_in(module)
    if len(own) == 1:
        return own[0]
    if not own:
        raise RulesError(f"{where}: no system is defined there (expected {EXPECTED})")
    raise UnknownSystem(
        f"{where}: {len(own)} systems (expected one of: {', '.join(f'{where}:{c.__name__}' for c in own)})"
    )


def systems_in(module: ModuleType) -> list[type[System]]:
    """The systems that a module itself defines."""
    return [each for each in vars(module).values() if is_system(each) and each.__module__ == module.__name__]


def _from_file(path: str) -> ModuleType:
    """The module in a file. As when Python runs a file, what lies beside it can be imported."""
    from importlib.util import module_from_spec, spec_from_file_location

    full = os.path.realpath(path)
    if not os.path.isfile(full):
        raise ParseError(f"no file {quote(path)}")
    _search(os.path.dirname(full))
    name = _module_name(full)
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, full)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    _files.add(name)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        raise _refusal(path, error, full) from None
    return module


_files: set[str] = set()
"""The names of modules that were loaded from files."""


def _module_name(full: str) -> str:
    """That of the file, as an import would have it; where this means something else, one made from the path."""
    from importlib.util import find_spec

    stem = os.path.basename(full)[: -len(".py")]
    if stem.isidentifier():
        known = sys.modules.get(stem)
        spec = known.__spec__ if known is not None else find_spec(stem)
        if spec is not None and spec.origin and os.path.realpath(spec.origin) == full:
            return stem
    import hashlib

    return f"file_{hashlib.sha256(full.encode()).hexdigest()[:8]}_{re.sub(r'[^0-9A-Za-z]+', '_', stem)}"


def _imported(name: str) -> ModuleType:
    """A module, perhaps one of the current folder."""
    from importlib.util import find_spec

    _search(os.getcwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if name == error.name or name.startswith(f"{error.name}."):
            raise UnknownSystem(f"no module {quote(name)}") from None
        raise _refusal(name, error, "") from None
    except BaseException as error:
        raise _refusal(name, error, getattr(find_spec(name), "origin", "") or "") from None


def _search(folder: str) -> None:
    if folder not in sys.path:
        sys.path.insert(0, folder)


def _refusal(where: str, error: BaseException, file: str) -> BaseException:
    if isinstance(error, KeyboardInterrupt):
        return error
    if isinstance(error, PerfectPlayError):
        return RulesError(f"{where}: {error}")
    return RulesError(f"{where}: {told(error, file)}")


def told(error: BaseException, file: str) -> str:
    """What went wrong in an author's file, and in which line."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while line is None and trace is not None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == file else None
        trace = trace.tb_next
    said = error.msg if isinstance(error, SyntaxError) else f"{type(error).__name__}: {error}".removesuffix(": ")
    return one_line(f"line {line}: {said}" if line else said)
