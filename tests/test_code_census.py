"""The census of codes: which codes, rows against single questions, stopped and continued, limits, mistakes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay.census.codes import codes_of
from perfectplay.cli import main


def rows_in(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_families() -> None:
    assert codes_of("0._") == [f"0.{digit}" for digit in "01234567"]
    assert len(codes_of("0.__,4.__,0.___")) == 576
    assert codes_of(["0.77", "0.770", "4!.0", "0.(3)"]) == ["0.77", "4!.0", "0.(3)"]


@pytest.mark.parametrize("wrong", ["", "0.x", "9.__", "0.________", "0.{}", "_._"])
def test_families_that_cannot_be_read(wrong: str) -> None:
    with pytest.raises(pp.ParseError, match="expected"):
        codes_of(wrong)


def test_rows_are_those_of_single_questions() -> None:
    """Every field of every row; what is proved is proved once more."""
    table = pp.code_census("0._ 0.1_ 4.7_ 0.3F 0.(3) 4!.0", heaps=1500, check=True)
    assert sum(table.counts.values()) == len(table) and table.counts["proved"] > 10
    for row in table:
        alone = pp.periodicity(row["code"], up_to=1500)
        for name in ("period", "preperiod", "saltus", "largest", "largest_at", "bound", "reached"):
            assert row[name] == getattr(alone, name), row
        expected = "proved" if alone.proved else "open" if alone.period is None else "observed"
        assert row["status"] == expected and row["checked"] == ("verified" if alone.proved else "")


def test_misere_rows() -> None:
    table = pp.code_census("0.7_", misere=True, check=True, limits=pp.Limits(time=2))
    found = {row["code"]: row for row in table}
    assert (found["0.75"]["order"], found["0.75"]["p_portion"], found["0.75"]["tame"]) == (8, 2, "wild")
    assert (found["0.77"]["order"], found["0.77"]["period"], found["0.77"]["preperiod"]) == (40, 12, 71)
    assert all(row["checked"] == "verified" for row in table if row["status"] == "proved")
    assert found["0.76"]["status"] == "open" and found["0.76"]["classes"] >= 2 and found["0.76"]["note"]


def test_a_census_is_continued(tmp_path: Path) -> None:
    """From a file that was cut in the middle of a line; rows that are there are not computed again."""
    path, codes = tmp_path / "codes.csv", "0.0_ 0.1_"
    whole = pp.code_census(codes, heaps=500, output=path)
    text = path.read_text(encoding="utf-8")
    assert text.splitlines() == [line.rstrip("\n") for line in whole.csv()]
    lines = text.splitlines(keepends=True)
    marked = lines[3].rstrip("\n") + "marked\n"  # the note of a row that is there
    path.write_text("".join(lines[:3]) + marked + "".join(lines[4:7]) + lines[7][:4], encoding="utf-8")
    done: list[tuple[int, int, int]] = []
    pp.code_census(codes, heaps=500, output=path, progress=lambda a, b, c, _: done.append((a, b, c)))
    assert done[0] == (7, 16, 1) and done[-1] == (16, 16, 10)
    rows = rows_in(path)
    assert [row["code"] for row in rows] == codes_of(codes) and rows[2]["note"] == "marked"
    again = pp.code_census(codes, heaps=500, output=path, force=True)
    assert rows_in(path)[2]["note"] == "" and [row["period"] for row in again] == [row["period"] for row in whole]


def test_open_codes_are_tried_again_with_larger_limits(tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    first = pp.code_census("0.16 0.15", heaps=1000, output=path)
    assert [row["status"] for row in first] == ["open", "proved"]
    again: list[int] = []
    second = pp.code_census("0.16 0.15", heaps=2000, output=path, progress=lambda *each: again.append(each[2]))
    assert again == [1] and [row["reached"] for row in second] == [2000, 23]
    stopped = pp.code_census("0.6", limits=pp.Limits(time=0), output=tmp_path / "stopped.csv")
    assert stopped.rows[0]["status"] == "open" and "time limit" in stopped.rows[0]["note"]


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(pp.ParseError, match="exists already"):
        pp.code_census("0.7", output=path)
    assert path.read_text(encoding="utf-8") == "a,b\n1,2\n"
    pp.code_census("0.75", output=tmp_path / "misere.csv", misere=True)
    with pytest.raises(pp.ParseError, match="kind of play"):
        pp.code_census("0.75", output=tmp_path / "misere.csv")
    with pytest.raises(pp.ParseError, match="cannot write"):
        pp.code_census("0.7", output=tmp_path / "missing" / "file.csv")
    broken = tmp_path / "broken.csv"
    head = ",".join(pp.code_census("0.7").columns)
    broken.write_text(f"{head}\n0.7,x\n", encoding="utf-8")
    with pytest.raises(pp.ParseError, match="line 2"):
        pp.code_census("0.7", output=broken)


def test_other_mistakes() -> None:
    with pytest.raises(pp.ParseError, match="heaps=0"):
        pp.code_census("0.7", heaps=0)
    with pytest.raises(pp.ParseError, match="jobs=0"):
        pp.code_census("0.7", jobs=0)
    with pytest.raises(pp.LimitReached, match="cancelled"):
        cancel = pp.Cancel()
        cancel.set()
        pp.code_census("0.7", limits=pp.Limits(cancel=cancel))


def test_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["census", "octal", "--codes", "0.1_", "--heaps", "300", "--output", "-"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("code,status,period") and lines[6].startswith("0.15,proved,10,1,")
    assert main(["census", "octal", "--codes", "0.75", "--set", "misere=true", "--json", "--check"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rows"][0]["order"] == 8 and found["output"] == "codes-0.75-misere.csv"
    assert rows_in(tmp_path / "codes-0.75-misere.csv")[0]["checked"] == "verified"
    for wrong in (
        ["kayles", "--codes", "0.1_"],
        ["octal", "--heaps", "9", "--check"],
        ["octal", "--codes", "0.1_", "--rows", "3"],
    ):
        assert main(["census", *wrong]) == 2
        assert "expected" in capsys.readouterr().err


PERIODS = {"0.156": (349, 3479), "0.356": (142, 7315), "0.644": (442, 3256), "0.165": (1550, 5181), "0.127": (4, 46578)}
LONGER = {"0.16": (149459, 105351), "0.56": (144, 326640), "0.376": (4, 2268248), "0.354": (1180, 10061916)}


def test_published_periods() -> None:
    expected = depth(PERIODS, {**PERIODS, **LONGER})
    table = pp.code_census(expected, heaps=21_000_000)
    assert {row["code"]: (row["period"], row["preperiod"]) for row in table} == expected
