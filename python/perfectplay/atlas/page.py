"""The atlas as a page of the documentation: ``python -m perfectplay.atlas.page docs/atlas.md`` writes it, as ``make
atlas`` does, and a test fails when the page is not what the records say."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from perfectplay.atlas import Record, atlas, records
from perfectplay.survey import Erratum, Since, errata
from perfectplay.survey.complexity import KINDS, Complexity

HEAD = """\
# The atlas of complexity

How hard are the games and puzzles of this library, and those around it? The survey of Demaine and Hearn (*Playing Games
with Algorithms: Algorithmic Combinatorial Game Theory*, arXiv cs/0106019) answered that in 2008. Here are its claims,
one record each, with what became of them since, and with further claims about systems that it does not have.

This page is made from the data of the package: `make atlas` writes it again. The same data answers questions:

```python
>>> import perfectplay as pp
>>> pp.atlas("konane")
A115  PSPACE-complete  Konane, arbitrary position: decide outcome  [konane]
A116  values known     Konane, selected restricted positions: CGT values  [konane]
A117  open             Konane, 1 x n: decide outcome  [konane]
>>> lemmings = pp.atlas(id="A289")[0]
>>> lemmings.status
'conjectured NP-complete -> PSPACE-complete'
>>> lemmings.since[0].source, lemmings.since[0].verified
('Viglietta 2015, arXiv:1202.6581', 'abstract')

```

```console
$ perfectplay atlas domineering
$ perfectplay atlas A205                            # one record in full
$ perfectplay atlas --class PSPACE-complete --players 1
$ perfectplay atlas --open
$ perfectplay atlas --changed --json
```

## How to read it

A record says of a subject and a variant what is known about one question. A system has several: Amazons is
PSPACE-complete, and to count moves in a region of one's own is NP-complete. Nothing is merged: a result that another
has superseded keeps its record. Ids from A001 on are claims of the survey, those from B001 on are not. What is known is
one of:

{kinds}

*Players* are 0 (automata), 1 (puzzles) or 2; play is *bounded* if its length is at most polynomial in the size of the
position, typically because every move uses something up. ASP-complete means complete for finding another solution,
which includes that the puzzle is NP-complete. *Sources* of the survey's claims are its keys of citation; a technique
marked as a hint is not from the survey, and not verified. What became of a claim was looked up on the day of the check,
and verified in the abstract, the title or a citation of the paper where the table says so. Where a record is about
systems of the catalogue, `perfectplay atlas ID` shows the theorems, gadgets and reductions that the library has for
them.
"""

BEYOND = """\
Claims that the survey does not make: about other systems, and further results about its own. Where a claim is verified
by *proof*, the library has the theorem, or the argument is elementary.
"""


def page() -> str:
    """The whole page."""
    survey = [record for record in records() if record.id.startswith("A")]
    beyond = [record for record in records() if record.id.startswith("B")]
    kinds = "\n".join(f"- *{kind}*: {meaning}" for kind, meaning in KINDS.items())
    parts = [
        HEAD.replace("{kinds}", kinds),
        "## Counts\n",
        f"{len(survey)} claims of the survey by what they say first, in 2008 and today:\n",
        _counts(survey),
        "## What has changed since the survey\n",
        _changes(atlas(changed=True)),
        "## Still open\n",
        f"{len(atlas(open=True))} questions, as far as we could find out:\n",
        _table(("record", "of what", "question", "what is known"), map(_open, atlas(open=True))),
        "## Errata of the survey\n",
        "Places where its text should not be taken literally. Those that can be computed have a witness in"
        " [Errata](errata.md).\n",
        _table(("id", "section", "it says", "true is"), map(_erratum, errata())),
        "## The survey, section by section\n",
    ]
    for section in dict.fromkeys(record.section for record in survey):
        parts += [f"### {section}\n", _records(record for record in survey if record.section == section)]
    parts += ["## Beyond the survey\n", BEYOND, _records(beyond, ("verified",))]
    return "\n".join(parts)


def _counts(survey: Iterable[Record]) -> str:
    then: Counter[str] = Counter()
    now: Counter[str] = Counter()
    ranks: dict[str, tuple[int, str]] = {}
    for record in survey:
        for counter, said in ((then, record.complexity[0]), (now, record.now[0])):
            counter[str(said)] += 1
            ranks[str(said)] = _rank(said)
    order = sorted(ranks, key=lambda words: ranks[words])
    return _table(("", "2008", "today"), ((words, str(then[words]), str(now[words])) for words in order))


def _rank(said: Complexity) -> tuple[int, str]:
    """Harder ones first, those without a class last."""
    return (-said.rank if said.rank >= 0 else 1 if said.name else 2, str(said))


def _changes(changed: Iterable[Record]) -> str:
    head = ("record", "of what", "question", "2008", "now", "source", "verified", "checked")
    return _table(head, (row for record in changed for row in _later(record)))


def _later(record: Record) -> Iterator[tuple[str, ...]]:
    for each in record.changes:
        how = each.verified or "no"
        yield (record.id, record.title, record.question, record.claimed, _told(each), each.source, how, each.checked)


def _told(each: Since) -> str:
    part = " (in part)" if each.news == "partly" else ""
    return f"{each.result}{part}" + (f": {each.text}" if each.text else "")


def _open(record: Record) -> tuple[str, ...]:
    known = [each.text if each.news == "open" else _told(each) for each in record.since if each.news != "superseded"]
    return (record.id, record.title, record.question, "; ".join(text for text in known if text))


def _erratum(each: Erratum) -> tuple[str, ...]:
    return (each.id, each.section, each.says, each.truth)


def _records(some: Iterable[Record], further: tuple[str, ...] = ()) -> str:
    head = ("record", "of what", "question", "players", "result", "today", "technique", "source", "systems")
    rows = ((*_row(record), *(getattr(record, name) or "no" for name in further)) for record in some)
    return _table((*head, *further), rows)


def _row(record: Record) -> tuple[str, ...]:
    length = "bounded" if record.bounded else "unbounded"
    hint = " (hint)" if record.technique_source == "general" else ""
    technique = "" if record.technique in ("-", "none") else record.technique + hint
    players = f"{record.players}, {length}"
    today = "; ".join(filter(None, [record.today, *(f"see {each.source}" for each in _superseding(record))]))
    start = (record.id, record.title, record.question, players, record.result)
    return (*start, today, technique, record.source, " ".join(record.systems))


def _superseding(record: Record) -> list[Since]:
    return [each for each in record.since if each.news == "superseded"]


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *(tuple(map(_escaped, row)) for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _escaped(text: str) -> str:
    """Text in which Markdown finds nothing of its own."""
    return re.sub(r"([|*_<>\[\]^~])", r"\\\1", text)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
