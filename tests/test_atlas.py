"""The atlas: filters against a slow reading of the data, what records know about the library, the page, the schema."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import perfectplay as pp
from perfectplay import survey
from perfectplay.atlas import Record, records
from perfectplay.atlas.page import page
from perfectplay.registry import keys
from perfectplay.schema import schema
from perfectplay.survey.complexity import KINDS

ROOT = Path(__file__).parents[1]


def ids(found: pp.Atlas) -> list[str]:
    return [record.id for record in found]


def test_every_claim_is_a_record() -> None:
    assert ids(pp.atlas()) == [claim.id for claim in (*survey.claims(), *survey.beyond())]
    assert all(isinstance(record, Record) for record in pp.atlas())
    assert records() is records()


def test_records_know_the_systems_of_their_rows() -> None:
    for key in keys():
        rows = pp.system(key).systems
        for record in pp.atlas(key):
            assert key in record.systems
            assert key in record.about or {*rows} & {*record.rows}
        named = [record for record in records() if key in record.about]
        plain = [record for record in records() if {*rows} & {*record.about} and {*record.about} == {*record.rows}]
        assert sorted(ids(pp.atlas(key))) == sorted({record.id for record in (*named, *plain)})


def test_every_system_of_the_catalogue_has_a_record() -> None:
    assert not [key for key in keys() if not pp.atlas(key)]


def test_a_record_that_names_a_system_is_not_about_others_of_its_row() -> None:
    claim = survey.claims()[93]
    record = Record(**vars(claim) | {"about": ("S069", "cram")})
    assert (record.rows, record.systems) == (("S069",), ("cram",))
    later = Record(**vars(claim) | {"about": ("S069", "no_such_system_yet")})
    assert later.systems == ()


def test_systems_that_records_name_exist() -> None:
    """Unless nothing of their row is there yet."""
    present = {row for key in keys() for row in pp.system(key).systems}
    for record in records():
        if not record.rows or present.intersection(record.rows):
            assert {*record.about} <= {*record.rows, *keys()}, record.id


def test_records_know_theorems_and_reductions() -> None:
    (general, strips) = pp.atlas("domineering")
    assert "domineering_strips" in strips.theorems and strips.theorems == general.theorems
    assert "frozen_cars" in pp.atlas(id="A205")[0].theorems  # by kind, not by name
    assert not pp.atlas(id="A054")[0].theorems
    assert "rush_hour" in pp.atlas(id="A202")[0].reductions and "rush_hour" in pp.atlas(id="B021")[0].reductions
    assert not pp.atlas(id="A001")[0].reductions


@pytest.mark.parametrize("folder", ["reductions", "gadgets"])
def test_reductions_and_gadgets_name_systems_that_exist(folder: str) -> None:
    known = getattr(sys.modules["perfectplay.atlas"], f"_{folder}")()
    for name, about in known.items():
        assert about and {*about} <= {*keys()}, name


def test_records_know_gadgets_and_do_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cross" in pp.atlas(id="A013")[0].gadgets and "cross" not in pp.atlas(id="A202")[0].gadgets
    module = sys.modules["perfectplay.atlas"]
    texts: dict[str, str] = {}
    monkeypatch.setattr("perfectplay.gadgets.files.shipped", lambda: texts)
    try:
        module._gadgets.cache_clear()
        assert pp.atlas(id="A202")[0].gadgets == ()
        texts["turn"] = "name: turn\nsystem: rush_hour   # cars\nboard:\n  system\n"
        texts["wire"] = "name: wire\nsystem: minesweeper\n"
        module._gadgets.cache_clear()
        assert pp.atlas(id="A202")[0].gadgets == ("turn",)
        assert pp.atlas(id="A256")[0].gadgets == ("wire",)
        assert pp.atlas(id="A001")[0].gadgets == ()
    finally:
        monkeypatch.undo()
        module._gadgets.cache_clear()


# filters ------------------------------------------------------------------------------------------------------------


def test_filters_by_class_and_kind() -> None:
    said = {record.id: {*record.known} for record in records()}
    for each in set.union(*said.values()):
        assert ids(pp.atlas(kind=each.kind)) == [id for id in said if each.kind in {other.kind for other in said[id]}]
        if each.name and each.kind not in ("often", "conjectured"):
            sure = {id: {other for other in said[id] if other.kind not in ("often", "conjectured")} for id in said}
            named = [id for id in said if each.name in {other.name for other in sure[id]}]
            assert ids(pp.atlas(complexity=each.name.lower())) == named
            if str(each) != each.name:  # as P is
                exact = [id for id in named if each in said[id]]
                assert ids(pp.atlas(complexity=str(each).upper())) == exact
    hard = pp.atlas(complexity="PSPACE-hard")
    assert hard and all("PSPACE-hard" in map(str, record.known) for record in hard)
    assert {*ids(pp.atlas(complexity="PSPACE"))} > {*ids(hard)} | {*ids(pp.atlas(complexity="PSPACE-complete"))}
    assert "A137" not in ids(pp.atlas(complexity="PSPACE-complete"))
    assert ids(pp.atlas(complexity="undecidable", players=0)) == ["A290"]
    with pytest.raises(pp.ParseError):  # about something close by only, so that no record is found by it
        pp.atlas(complexity="Sigma_2^p-complete")


def test_filters_by_what_was_then_and_is_now() -> None:
    push = pp.atlas(id="A216")[0]
    assert push in pp.atlas(kind="open") and push in pp.atlas(complexity="PSPACE-complete")
    assert push in pp.atlas(changed=True) and push not in pp.atlas(open=True)
    unit = pp.atlas(id="A205")[0]
    assert unit in pp.atlas(changed=True) and unit in pp.atlas(open=True)
    assert "A188" not in ids(pp.atlas(open=True)) and "A191" in ids(pp.atlas(open=True))
    halves = [(pp.atlas(open=True), pp.atlas(open=False)), (pp.atlas(changed=True), pp.atlas(changed=False))]
    for some, others in halves:
        assert some and others and sorted(ids(some) + ids(others)) == sorted(ids(pp.atlas()))


def test_what_changed_is_what_the_notes_list() -> None:
    """Every change that was looked up on 2026-11-15; further ones may come."""
    listed = {
        37,
        69,
        105,
        106,
        107,
        108,
        119,
        138,
        163,
        164,
        165,
        166,
        167,
        184,
        205,
        215,
        216,
        262,
        269,
        275,
        289,
        292,
    }
    listed |= {301, 302, 303, 305}
    assert {f"A{n:03}" for n in listed} <= {*ids(pp.atlas(changed=True))}
    for still in ("A020", "A081", "A094", "A099", "A188", "A191"):
        assert still not in ids(pp.atlas(changed=True))


def test_filters_by_id_row_and_text() -> None:
    assert ids(pp.atlas(id="a094")) == ["A094"] and ids(pp.atlas(id="S069")) == ["A094", "A095"]
    assert ids(pp.atlas(text="KLOSTER")) == ["A121"]
    assert ids(pp.atlas(text="arXiv:2508.19759")) == ["A215", "A216"]
    assert not pp.atlas(text="no such words anywhere")


def test_filters_can_be_joined() -> None:
    choices: dict[str, list[Any]] = {
        "key": [None, "sokoban", "amazons"],
        "players": [None, 1, 2],
        "bounded": [None, True, False],
        "open": [None, True],
        "kind": [None, "complete"],
    }
    for chosen in product(*choices.values()):
        asked = dict(zip(choices, chosen, strict=True))
        alone = [{*ids(pp.atlas(**{name: value}))} for name, value in asked.items()]
        assert {*ids(pp.atlas(**asked))} == set.intersection(*alone)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"complexity": "PSACE-complete"}, "atlas: no record says 'PSACE-complete'; did you mean PSPACE-complete?"),
        ({"complexity": "of wood"}, "atlas: no record says 'of wood' (expected a class such as PSPACE-complete)"),
        ({"complexity": "open"}, "atlas: no record says 'open' (expected a class such as PSPACE-complete)"),
        ({"complexity": 3}, "atlas: a int (expected a class such as PSPACE-complete)"),
        ({"kind": "complet"}, "atlas: no kind 'complet'; did you mean complete?"),
        ({"kind": "xyz"}, f"atlas: no kind 'xyz' (expected one of: {', '.join(KINDS)})"),
        ({"id": "A999"}, "atlas: no record or row 'A999'; did you mean A299?"),
        ({"id": ""}, "atlas: no record or row '' (expected an id such as A094 or S069)"),
        ({"players": 3}, "atlas: 3 players (expected 0, 1 or 2)"),
        ({"key": "sokobann"}, "no system 'sokobann'; did you mean sokoban?"),
    ],
)
def test_what_cannot_be_asked(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.PerfectPlayError) as caught:
        pp.atlas(**asked)
    assert str(caught.value) == message


# how it is shown ----------------------------------------------------------------------------------------------------


def test_a_table_has_one_line_for_each_record_and_one_record_is_told_in_full() -> None:
    lines = str(pp.atlas()).split("\n")
    assert [line.split()[0] for line in lines] == ids(pp.atlas())
    assert str(pp.atlas("kayles", text="no such words")) == ""
    for record in records():
        text = str(pp.atlas(id=record.id))
        assert text == str(record) and text.startswith(f"{record.id}  {record.subject}")
        assert record.result in text and record.section in text
        assert all(each.result in text and each.text in text and each.source in text for each in record.since)
        assert all(key in text for key in (*record.systems, *record.theorems, *record.reductions))


def test_the_status_tells_then_and_now() -> None:
    status = {record.id: record.status for record in records()}
    assert status["A094"] == "open" and status["A107"] == "NP-hard -> PSPACE-complete"
    assert status["A192"] == "at most 26 moves -> exactly 20 face turns"
    assert status["A069"] == "EXPTIME-complete -> in more cases"
    assert status["A303"] == "unstudied -> PSPACE-hard, in EXPTIME in part"


def test_json_is_written_as_the_schema_says() -> None:
    whole = pp.atlas().to_json()
    for known in (schema("atlas"), schema()):
        jsonschema.validate(json.loads(json.dumps(whole)), known)
    jsonschema.validate(pp.Atlas().to_json(), schema("atlas"))
    for name in whole["records"][0]:
        less = {key: value for key, value in whole["records"][0].items() if key != name}
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**whole, "records": [less]}, schema("atlas"))
    unit = pp.atlas(id="A205").to_json()["records"][0]
    assert unit["complexity"] == [{"class": "", "kind": "open"}]
    assert unit["now"] == [{"class": "PSPACE", "kind": "complete"}]
    assert (unit["rows"], unit["systems"], unit["open"], unit["changed"]) == (["S143"], ["unit_rush_hour"], True, True)
    assert unit["since"][0]["news"] == "partly" and unit["since"][0]["checked"] == "2026-11-15"


# the page -----------------------------------------------------------------------------------------------------------


def test_the_page_is_what_the_records_say() -> None:
    assert (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8") == page(), "run `make atlas`"


def test_the_page_has_every_record_change_and_erratum() -> None:
    text = page()
    for record in records():
        assert f"\n| {record.id} | " in text
    for each in survey.errata():
        assert f"\n| {each.id} | " in text
    changes = text.partition("## What has changed")[2].partition("\n## ")[0]
    assert changes.count("\n| A") == sum(len(record.changes) for record in pp.atlas(changed=True))


def test_tables_of_the_page_are_rectangular() -> None:
    columns = 0
    for line in page().split("\n"):
        cells = line.replace("\\|", "").count("|") if line.startswith("|") else 0
        assert not columns or not cells or cells == columns, line
        columns = cells
