"""A system says what it is: rules, letters, complexity with its source, survey rows, samples, an executed example."""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter

import pytest
from tests.conformance.plays import GAMES, KEYS, PENCIL, PLAYED, POSED, PUZZLES, REWRITES, samples

import perfectplay as pp
from perfectplay import survey
from perfectplay.board import Lattice
from perfectplay.kinds.rewrite import RewriteSystem
from perfectplay.questions import questions_for
from perfectplay.registry import keys
from perfectplay.system import Strategic, System

every_system = pytest.mark.parametrize("key", KEYS)
every_game = pytest.mark.parametrize("key", GAMES)
every_puzzle = pytest.mark.parametrize("key", PUZZLES)
every_rewrite_system = pytest.mark.parametrize("key", REWRITES)


def doc(key: str) -> str:
    return pp.system(key).rules_text()


def paragraph(text: str, first_word: str) -> str:
    match = re.search(rf"^{first_word}.*?(?=\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    return match[0] if match else ""


def test_the_catalogue_is_not_empty() -> None:
    assert len(KEYS) >= 12
    assert sorted(KEYS) == KEYS


@every_system
def test_the_docstring_states_the_rules_in_sentences(key: str) -> None:
    title, _, rest = doc(key).partition("\n\n")
    assert title.endswith(".") and "\n" not in title
    rules = rest.partition("Complexity:")[0]
    assert len(re.findall(r"[.;](?:\s|$)", rules)) >= 2, "the rules need at least two sentences"


@every_game
def test_the_docstring_of_a_game_says_who_wins(key: str) -> None:
    assert re.search(r"\b(wins|loses|win|lose)\b", doc(key))


@every_rewrite_system
def test_every_letter_is_explained(key: str) -> None:
    cls = pp.system(key)
    assert issubclass(cls, RewriteSystem)
    quoted = "".join(re.findall(r"``(.+?)``", doc(key))) + (" " if "space" in doc(key) else "")
    own = getattr(cls, "blanks", cls.cells) + getattr(cls, "walls", "")
    if not own:
        pytest.skip("the text form has numbers instead of letters")
    first = own[0]
    missing = [letter for letter in (*own, *cls.letters) if letter not in quoted and letter != first]
    assert not missing
    if any(isinstance(p.state.board, Lattice) for p in samples(key)):
        assert first in quoted


@every_puzzle
def test_every_metric_is_named(key: str) -> None:
    metrics = pp.system(key).metrics  # type: ignore[attr-defined]
    assert metrics
    assert not [metric for metric in metrics if not re.search(rf"\b{metric}\b", doc(key))]
    assert len(metrics) == 1 or "Metrics:" in doc(key)


@every_system
def test_the_complexity_is_stated_with_a_dated_source(key: str) -> None:
    complexity = paragraph(doc(key), "Complexity:")
    assert complexity, "the docstring has no paragraph 'Complexity:'"
    assert re.search(r"\b(1[89]|20)\d\d\b", complexity), "the complexity has no citation with a year"


@every_system
def test_the_docstring_has_an_example_that_is_run(key: str) -> None:
    assert re.search(rf'^>>> .*pp\.load\("{key}"', doc(key), re.MULTILINE)


@every_system
def test_name_section_source_and_sample_are_given(key: str) -> None:
    cls = pp.system(key)
    for value in (cls.name, cls.section, cls.source, cls.sample, cls.kind):
        assert value.strip()
    assert re.search(r"\b(1[89]|20)\d\d\b", cls.source) or "folklore" in cls.source


@every_system
def test_the_class_is_named_after_its_file(key: str) -> None:
    cls = pp.system(key)
    assert cls.__name__ == "".join(word.capitalize() for word in key.split("_"))
    assert cls.__module__ == keys()[key] and cls.key == key
    folder = cls.__module__.split(".")[-2]
    assert folder in ("logic", "pencil" if key in PENCIL else "games" if cls.players == 2 else "puzzles")


@every_system
def test_the_file_is_short_and_imports_no_question(key: str) -> None:
    source = inspect.getsource(sys.modules[pp.system(key).__module__])
    assert not re.search(r"^(from|import) perfectplay\.(questions|solvers|theorems)", source, re.MULTILINE)
    assert len(source.splitlines()) <= (160 if key in GAMES else 120)


@every_system
def test_goals_behind_an_arrow_are_left_to_the_kind(key: str) -> None:
    source = inspect.getsource(sys.modules[pp.system(key).__module__])
    assert not re.search(r"""(partition|split)\(r?["'][^"']*->""", source)


@every_system
def test_survey_rows_exist_and_agree(key: str) -> None:
    cls = pp.system(key)
    found = [survey.row(each) for each in cls.systems]
    assert {each.section for each in found} <= {cls.section}
    assert bool(found) != (cls.section == "beyond the survey")
    if found:  # a further row may be about one player's part in the same game, as in the endgame of Amazons
        assert found[0].players == cls.players


@every_system
def test_the_section_stands_in_the_survey_alone(key: str) -> None:
    written = [base for base in pp.system(key).__mro__ if "section" in vars(base)]
    assert written == [System]


def test_no_survey_row_is_claimed_twice() -> None:
    claimed = Counter(row for key in KEYS for row in pp.system(key).systems)
    assert not [row for row, times in claimed.items() if times > 1]


@every_system
def test_the_catalogue_lists_the_system_with_its_questions(key: str) -> None:
    entry = next(entry for entry in pp.catalogue() if entry.key == key)
    cls = pp.system(key)
    assert (entry.name, entry.kind, entry.section, entry.systems) == (cls.name, cls.kind, cls.section, cls.systems)
    assert set(entry.questions) == set(questions_for(cls))
    assert ("reachable" in entry.questions) == (key in PLAYED) and ("unique" in entry.questions) == (key in POSED)
    assert ("outcome" in entry.questions) == (cls.players == 2)
    assert ("solve" in entry.questions) == (cls.players == 1 or issubclass(cls, Strategic))
    assert key in str(entry)


@every_system
def test_the_samples_load_and_offer_moves(key: str) -> None:
    cls = pp.system(key)
    assert pp.load(key) == pp.load(key, cls.sample)
    if key in PLAYED:
        assert pp.load(key).moves()
    else:
        with pytest.raises(pp.NotApplicable, match=f"{key}: there are no moves"):
            pp.load(key).moves()
    for name, text in cls.samples.items():
        assert pp.load(key, f"@{name}") == pp.load(key, text)
        if key in PLAYED:
            assert pp.load(key, text).moves()


@every_system
def test_an_unknown_sample_is_refused_with_the_known_ones(key: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, "@no_such_sample")
    message = str(caught.value)
    assert message.startswith(f"{key}: ") and "\n" not in message
    assert all(f"@{name}" in message for name in pp.system(key).samples)


@every_system
def test_an_unknown_option_is_refused_with_the_known_ones(key: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, no_such_option=1)
    message = str(caught.value)
    assert key in message and "no_such_option" in message and "\n" not in message
    assert all(name in message for name in pp.system(key).all_options())


@every_system
def test_options_have_types(key: str) -> None:
    for name, default in pp.system(key).all_options().items():
        if default is not None:
            with pytest.raises(pp.ParseError) as caught:
                pp.load(key, **{name: object()})
            assert name in str(caught.value)
