"""Rows about surreal numbers, ordinals and nimbers, in the notation of CGSuite."""

from __future__ import annotations

import re

import pytest
from tests.reference.published import Case, Row

import perfectplay as pp
from perfectplay.fields.transfinite import excess

AREAS = ("surreal", "transfinite_nim", "nim_arithmetic")


def is_about_numbers(row: Row) -> bool:
    return row["area"].split(".")[0] in AREAS or "omega" in row["input"]


def number_row(row: Row) -> Case:
    text, expected = row["input"], row["expected"]

    def check() -> None:
        if expected.startswith("ERROR"):
            with pytest.raises(pp.PerfectPlayError) as caught:
                answer(text)
            assert "\n" not in str(caught.value)
        else:
            assert answer(text) == read(expected), text

    return Case(f"{row['area']} {text}", check, "", row)


def read(text: str) -> object:
    """What a row expects."""
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("["):
        return [pp.Nimber(each) for each in text[1:-1].split(",")]
    if text.startswith("*"):
        return pp.Nimber(text)
    return text if text == "L" else pp.Surreal(text)


def answer(text: str) -> object:
    """What this library says."""
    if found := re.fullmatch(r"excess\(p=(\d+)\)", text):
        return pp.Surreal(excess(int(found[1])))
    if found := re.fullmatch(r"\[(\d+) NimSum n for n from 1 to (\d+)\]", text):
        return [pp.Nimber(int(found[1])) + n for n in range(1, int(found[2]) + 1)]
    if found := re.fullmatch(r"(.+) Nim(Sum|Product|Exp) (.+)", text):
        a, b = pp.Nimber(found[1]), found[3]
        done = a ** int(b) if found[2] == "Exp" else a * pp.Nimber(b) if found[2] == "Product" else a + pp.Nimber(b)
        return pp.Surreal(done.ordinal)
    if found := re.fullmatch(r"\((\*.+)\) ConwayProduct (\*.+)", text):
        return pp.Nimber(found[1]) * pp.Nimber(found[2])
    if found := re.fullmatch(r"\((.+)\)\.(\w+)", text):
        x = pp.Surreal(found[1])
        asked = {"OutcomeClass": "RPL"[x.sign + 1], "Birthday": x.birthday, "Sign": x.sign, "Abs": abs(x)}
        return {**asked, "IsOrdinal": x.is_ordinal}[found[2]]
    if found := re.fullmatch(r"(.+) < (.+)", text):
        return pp.Surreal(found[1]) < pp.Surreal(found[2])
    return pp.Nimber(text) if text.startswith("*") else pp.Surreal(text)
