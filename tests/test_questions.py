"""The records of questions, and what is derived from them: signatures, schema, completion."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import perfectplay as pp
from perfectplay import questions
from perfectplay.cli.completion import script
from perfectplay.cli.program import parser
from perfectplay.method import FOLDERS, modules
from perfectplay.result import VERSION
from perfectplay.schema import schema

NAMES = questions.names()
LIMITS = pp.Limits(positions=50_000)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_says_what_its_function_takes(name: str) -> None:
    record, function = questions.record(name), questions.function(name)
    assert record.name == name and record.help and record.needs and function.__doc__
    taken = inspect.signature(function).parameters
    for argument in record.arguments:
        if argument.offered and not argument.positional:
            assert argument.name in taken, argument.name
            assert taken[argument.name].default == argument.default or argument.name in ("player", "metric")
    asked = {"position", "key", "method", "limits", "progress", "wanted", "answer"}
    assert taken.keys() <= asked | {argument.name for argument in record.arguments}
    assert ("limits" in taken) == record.limited
    if record.limited and record.about == "position":
        assert {"method", "limits", "progress"} <= taken.keys()


def test_no_two_questions_stand_in_one_place() -> None:
    ranks = [record.rank for record in questions.records()]
    assert len(set(ranks)) == len(ranks) == len(NAMES)


def test_what_modules_are_about_is_read_from_their_text() -> None:
    """The same as they say once they are imported."""
    import importlib

    for name, about in modules().items():
        module = importlib.import_module(name)
        assert about and set(about) == {*getattr(module, "systems", ()), *getattr(module, "kinds", ())}, name
    assert {name.split(".")[1] for name in modules()} == set(FOLDERS)


SAMPLES: dict[str, list[str]] = {
    "domineering": ["...|..."],
    "nim": [],
    "tic_tac_toe": ["xo.|.x.|..o"],
    "dots_and_boxes": [],
    "fifteen": [],
    "peg_solitaire": [],
    "rubik": ["R U"],
    "nurikabe": [],
    "gadget": [],
    "dcl": [],
    "qbf": [],
    "team_cl": [],
    "cops_and_robbers": [],
    "richman": [],
}


def results(name: str) -> list[pp.Result[Any]]:
    record = questions.record(name)
    if record.about == "system":
        return [pp.generate("rush_hour", rows=4, cols=4, pieces=4, least=3, seed=1)]
    found: list[pp.Result[Any]] = []
    for key, source in SAMPLES.items():
        position = pp.load(key, *source)
        if not record.means(position.system):
            continue
        given = []
        if name in ("another", "check"):
            given = [pp.solve(position, limits=LIMITS)]
        limited = {"limits": LIMITS} if record.limited else {}
        with suppress(pp.LimitReached):
            found.append(questions.function(name)(position, *given, **limited))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_results_are_written_as_the_schema_says(name: str) -> None:
    found = results(name)
    assert found, "no sample answers this question in time"
    for result in found:
        data = json.loads(json.dumps(result.to_json()))
        jsonschema.validate(data, schema(name))
        jsonschema.validate(data, schema())
        for field in ("version", "answer", "question", "witness"):
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate({key: value for key, value in data.items() if key != field}, schema(name))


def test_the_schema_is_one_and_is_published() -> None:
    whole = schema()
    jsonschema.Draft202012Validator.check_schema(whole)
    assert set(whole["$defs"]) == {*NAMES, "atlas"}
    assert whole["version"] == schema("solve")["version"] == VERSION
    assert whole["$id"].endswith(f"/schema/v{VERSION}.json")
    with pytest.raises(pp.NotApplicable, match="no question 'nothing'"):
        schema("nothing")


def test_results_say_of_which_version_they_are_and_others_are_refused() -> None:
    data = pp.grundy(pp.load("nim", "1 2")).to_json()
    assert data["version"] == VERSION and pp.verify(data)
    first = {name: value for name, value in data.items() if name != "version"}
    assert pp.verify(first), "the first results had no version"
    for other in (2, 0, "1", 1.0, True, None, [1]):
        with pytest.raises(pp.NotApplicable, match=r"of version .*, this program reads version 1 \("):
            pp.verify({**data, "version": other})


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_key(shell: str) -> None:
    text = script(shell)
    for word in [*parser()[1], "domineering", "metric"]:
        assert word in text
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("so", {"solve", "solutions"}),
        ("solve soko", {"sokoban"}),
        ("solve sliding_blocks @kl", {"@klotski"}),
        ("solve rush_hour --metric ", {"moves", "steps"}),
        ("outcome domineering --method su", {"sums"}),
        ("outcome nim --set mis", {"misere=true", "misere=false"}),
        ("outcome no_system --method ", set()),
    ],
)
def test_argcomplete_knows_more(line: str, wanted: set[str], tmp_path: Path) -> None:
    pytest.importorskip("argcomplete")
    text, answer = f"perfectplay {line}", tmp_path / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": text,
        "COMP_POINT": str(len(text)),
    }
    done = subprocess.run([sys.executable, "-m", "perfectplay"], env=os.environ | asked, capture_output=True, text=True)
    assert done.stderr == ""
    assert {word.strip() for word in answer.read_text(encoding="utf-8").splitlines()} - {""} == wanted


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["out"], ["outcome"]),
        (["solve", "soko"], ["sokoban"]),
        (["solve", "sokoban", "--met"], ["--method", "--metric"]),
        (["atlas", "soko"], ["sokoban"]),
        (["atlas", "--ch"], ["--changed"]),
        (["schema", "--x"], []),
    ],
)
def test_words_are_completed(words: list[str], wanted: list[str]) -> None:
    line = " ".join(["perfectplay", *words])
    lines = [
        script("bash"),
        f"COMP_WORDS=({line})",
        f"COMP_CWORD={len(words)}",
        "_perfectplay",
        'printf "%s\\n" "${COMPREPLY[@]}"',
    ]
    done = subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, text=True)
    assert sorted(done.stdout.split()) == wanted, done.stderr
