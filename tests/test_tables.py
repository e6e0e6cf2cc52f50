"""Known results with their sources: every row of tests/tables, by every method that answers it quickly."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Position

FOLDER = Path(__file__).parent / "tables"
FIELDS = {"game", "position", "question", "answer", "source", "options", "metric", "full"}
NEEDED = {"game", "position", "question", "answer", "source"}
QUICK = pp.Limits(positions=depth(5_000, 500_000), time=depth(0.5, 5.0), memory=1 << 28)
PATIENT = pp.Limits(time=240.0, memory=3 << 30)

Row = dict[str, Any]


def read(path: Path) -> list[Row]:
    with path.open("rb") as file:
        rows = tomllib.load(file)["row"]
    assert isinstance(rows, list)
    return rows


def all_rows() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for number, row in enumerate(read(path), 1):
            marks = [pytest.mark.about(row["game"]), *([pytest.mark.full] if row.get("full") else [])]
            found.append(pytest.param(row, id=f"{path.stem}-{number}", marks=marks))
    return found


ROWS = all_rows()


def test_there_are_tables() -> None:
    assert len(ROWS) > 200
    assert {param.values[0]["game"] for param in ROWS} >= {"domineering", "cram", "kayles", "clobber", "nim"}


def test_rows_have_all_fields_and_a_source() -> None:
    questions = {"outcome", "value", "temperature", "grundy", "score", "solve", "count", "reachable"}
    for param in ROWS:
        row = param.values[0]
        assert set(row) >= NEEDED, f"{param.id}: missing: {NEEDED - set(row)}"
        assert set(row) <= FIELDS, f"{param.id}: unknown: {set(row) - FIELDS}"
        assert len(row["source"].strip()) >= 5 and "memory" not in row["source"], param.id
        assert row["question"] in questions, param.id


def test_no_row_is_given_twice() -> None:
    keys = [
        (r["game"], r["position"], r["question"], str(r.get("options")), r.get("metric"), r["source"])
        for r in (param.values[0] for param in ROWS)
    ]
    assert len(set(keys)) == len(keys)


def methods(row: Row, position: Position) -> list[str]:
    match row["question"]:
        case "outcome" | "value" | "temperature" | "grundy" | "score":
            return pp.methods(row["question"], position)
        case "solve":
            found = pp.methods("solve", position)
            return [name for name in found if name != "ida*"] if row["answer"] == "none" else found
        case _:
            return ["breadth-first"]


def ask(row: Row, position: Position, method: str | None, limits: pp.Limits) -> pp.Result[Any]:
    arguments: dict[str, Any] = {"method": method, "limits": limits}
    if "metric" in row:
        arguments["metric"] = row["metric"]
    result: pp.Result[Any] = getattr(pp, row["question"])(position, **arguments)
    return result


def written(row: Row, result: pp.Result[Any]) -> object:
    """The answer as a row writes it."""
    match row["question"]:
        case "outcome":
            return result.answer.letter
        case "value" | "temperature":
            return row["answer"] if pp.Value(row["answer"]) == result.answer else str(result)
        case "solve":
            return "none" if result.answer is None else result.answer.cost
        case _:
            return int(result)


@pytest.mark.parametrize("row", ROWS)
def test_a_known_result_is_found_and_every_quick_method_finds_it_too(row: Row) -> None:
    if row["game"] not in {entry.key for entry in pp.catalogue()}:
        pytest.skip(f"{row['game']} is not in the catalogue yet")
    position = pp.load(row["game"], row["position"], **row.get("options", {}))
    found = ask(row, position, None, PATIENT)
    assert written(row, found) == row["answer"], row["source"]
    for method in methods(row, position):
        if method != found.method:
            with suppress(pp.LimitReached):
                assert written(row, ask(row, position, method, QUICK)) == row["answer"], f"by {method}: {row['source']}"
