"""The names of the package, which are imported when the first of them is used."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from types import ModuleType

import pytest

import perfectplay as pp
from perfectplay import questions


def test_every_public_name_is_there_and_none_is_a_module() -> None:
    names = dir(pp)
    assert len({*names}) == len(names)
    for name in names:
        assert not isinstance(getattr(pp, name), ModuleType), name


def test_every_question_is_a_name() -> None:
    for name in questions.names():
        assert getattr(pp, name) is questions.function(name), name


def test_modules_are_attributes_too_and_other_names_are_refused() -> None:
    assert pp.questions.solve.solve is pp.solve and pp.board.EAST
    with pytest.raises(AttributeError, match="module 'perfectplay' has no attribute 'nothing'"):
        pp.nothing  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        from perfectplay import nothing  # type: ignore[attr-defined]  # noqa: F401


def ran(*lines: str) -> str:
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_modules_do_not_take_the_places_of_functions() -> None:
    lines = ["import perfectplay.system, perfectplay.census", "from perfectplay.census.table import InMemory"]
    lines += ["import perfectplay.collection.levels, perfectplay.batch.crew"]
    asked = ["import perfectplay as pp", "print(pp.system('nim').name, len(pp.census('kayles', heaps=2)))"]
    asked += ["print(len(list(pp.collection('1 2', 'nim'))), pp.batch('outcome', []).tally.total)"]
    assert ran(*lines, *asked) == "Nim 3\n1 0\n"
    assert ran("from perfectplay import *", "print(system('nim').name, outcome(load('nim', '0')))") == "Nim P\n"
    assert ran("from perfectplay import system, census", "print(system('nim').name)") == "Nim\n"
    asked = ["import perfectplay.atlas, perfectplay as pp", "print(len(pp.atlas('nim')))"]
    assert ran(*asked) == ran("from perfectplay.atlas.page import page", *asked) == "2\n"


FIRST = """
import importlib, os, sys
import perfectplay
for name in sys.argv[1:]:
    copy = os.fork()
    if copy == 0:
        importlib.import_module(name)
        assert all(map(callable, (getattr(perfectplay, each) for each in perfectplay.SHADOWED)))
        os._exit(0)
    if os.waitpid(copy, 0)[1]:
        print(name)
"""


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "fork"), reason="copies of the process are made the POSIX way")
def test_every_module_can_be_the_first_that_is_imported() -> None:
    names = [module.name for module in pkgutil.walk_packages(pp.__path__, "perfectplay.")]
    done = subprocess.run([sys.executable, "-c", FIRST, *names], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
