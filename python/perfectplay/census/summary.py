"""What a census found, in numbers: how many positions, who wins them, which values, and which are hottest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from perfectplay.census.facts import OF_POSITION, Entry
from perfectplay.census.table import CensusFile, InMemory, Rows
from perfectplay.shown import Shown

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part

MOST_SHOWN = 5


class Count(NamedTuple):
    """Positions in the table, and all that they represent."""

    rows: int
    positions: int

    def __add__(self, other: object) -> Count:
        if not isinstance(other, Count):
            return NotImplemented
        return Count(self.rows + other.rows, self.positions + other.positions)

    def __str__(self) -> str:
        return f"{self.rows:,}" if self.rows == self.positions else f"{self.rows:,} ({self.positions:,})"


class Hot(NamedTuple):
    """A value, how hot it is, and the first position that has it."""

    temperature: str
    position: str
    value: str


NOTHING = Count(0, 0)


@dataclass
class Summary:
    """Counts by outcome and by value (by nimber, if that is what the table has), and the hottest values."""

    total: Count = NOTHING
    outcomes: dict[str, Count] = field(default_factory=dict)
    values: dict[str, Count] = field(default_factory=dict)
    hottest: list[Hot] = field(default_factory=list)

    @classmethod
    def of(cls, columns: Sequence[str], rows: Sequence[Rows], cells: Sequence[tuple[Entry, ...]]) -> Summary:
        """The summary of some rows."""
        counts: dict[int, list[int]] = {}
        first: dict[int, str] = {}
        for block in rows:
            for text, orbit, number in zip(*block, strict=True):
                if number not in counts:
                    counts[number] = [0, 0]
                    first[number] = text
                pair = counts[number]
                pair[0] += 1
                pair[1] += orbit
        found = cls()
        place = {name: n for n, name in enumerate(name for name in columns if name not in OF_POSITION)}
        worth = "value" if "value" in place else "nimber"
        for number, (n, positions) in counts.items():
            cell, count = cells[number], Count(n, positions)
            found.total += count
            for name, kept in (("outcome", found.outcomes), (worth, found.values)):
                if name in place:
                    word = str(cell[place[name]])
                    kept[word] = kept.get(word, NOTHING) + count
            if "temperature" in place and "value" in place:
                hot = Hot(str(cell[place["temperature"]]), first[number], str(cell[place["value"]]))
                if Fraction(hot.temperature) > 0:
                    found.hottest.append(hot)
        found._cool()
        return found

    def _cool(self) -> None:
        """Only the hottest are kept, of equal ones those that came first."""
        self.hottest.sort(key=lambda hot: -Fraction(hot.temperature))
        del self.hottest[MOST_SHOWN:]

    def add(self, other: Summary) -> None:
        """Add a later summary."""
        self.total += other.total
        for mine, others in ((self.outcomes, other.outcomes), (self.values, other.values)):
            for name, count in others.items():
                mine[name] = mine.get(name, NOTHING) + count
        known = {hot.value for hot in self.hottest}
        self.hottest += [hot for hot in other.hottest if hot.value not in known]
        self._cool()

    def to_json(self) -> dict[str, Any]:
        return {"total": self.total, "outcomes": self.outcomes, "values": self.values, "hottest": self.hottest}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Summary:
        def counts(name: str) -> dict[str, Count]:
            return {word: Count(*count) for word, count in data[name].items()}

        return cls(Count(*data["total"]), counts("outcomes"), counts("values"), [Hot(*hot) for hot in data["hottest"]])


@dataclass(repr=False)
class Census(Shown):
    """A table of all positions of a size: iterate over its rows, which are dictionaries; print it for the summary.

    >>> table = pp.census("domineering", rows=2, cols=2)
    >>> len(table), table.positions, table.outcomes["N"].rows
    (7, 16, 2)
    """

    title: str
    columns: tuple[str, ...]
    summary: Summary
    table: CensusFile | InMemory
    seconds: float = 0.0
    """The time taken, not counting time before an interruption."""

    @property
    def outcomes(self) -> dict[str, Count]:
        """By outcome class, the most frequent first: positions in the table, and all that they represent.

        >>> pp.census("domineering", rows=2, cols=2).outcomes["P"]
        Count(rows=3, positions=7)
        """
        return _by_size(self.summary.outcomes)

    @property
    def values(self) -> dict[str, Count]:
        """By value, as text (by nimber, if the table has only these), the most frequent first.

        >>> list(pp.census("domineering", rows=2, cols=2).values)
        ['0', '*', '1', '-1', '+-1']
        """
        return _by_size(self.summary.values)

    @property
    def hottest(self) -> list[Hot]:
        """The hottest values, each with the first position that has it.

        >>> pp.census("domineering", rows=2, cols=2).hottest[0].value
        '+-1'
        """
        return self.summary.hottest

    @property
    def positions(self) -> int:
        """All positions represented.

        >>> pp.census("domineering", rows=2, cols=2).positions
        16
        """
        return self.summary.total.positions

    def __len__(self) -> int:
        return self.summary.total.rows

    def __iter__(self) -> Iterator[dict[str, Entry]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.table)

    def to_json(self) -> dict[str, Any]:
        """The summary; of the values only the most frequent.

        >>> pp.census("domineering", rows=2, cols=2).to_json()["outcomes"]["N"]
        {'rows': 2, 'positions': 5}
        """
        return {
            "census": self.title,
            "columns": list(self.columns),
            "rows": len(self),
            "positions": self.positions,
            "outcomes": {name: count._asdict() for name, count in self.outcomes.items()},
            "different_values": len(self.values) or None,
            "most_common_values": {name: count._asdict() for name, count in list(self.values.items())[:MOST_SHOWN]},
            "hottest": [hot._asdict() for hot in self.hottest],
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        rows, positions = self.summary.total
        lines = [f"{self.title}: {rows:,} positions"]
        if rows != positions:
            lines[0] += f" up to symmetry, {positions:,} in all"
        if self.outcomes:
            lines.append("outcomes  " + ", ".join(f"{name} {count}" for name, count in self.outcomes.items()))
        if self.values:
            common = [f"{_short(name)} {count}" for name, count in list(self.values.items())[:MOST_SHOWN]]
            kind = "values" if "value" in self.columns else "nimbers"
            lines.append(f"{kind:9} {len(self.values):,} different: " + ", ".join(common))
        for hot in self.hottest[:MOST_SHOWN]:
            lines.append(f"hot       {hot.temperature:>5}  {hot.position}  {_short(hot.value)}")
        return "\n".join(lines)

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import Table
        from perfectplay.words import bold

        yield (bold(str(self).partition("\n")[0]),)
        yield Table(("outcome", "positions"), [(name, str(count)) for name, count in self.outcomes.items()])
        common = [(_short(name), str(count)) for name, count in list(self.values.items())[:MOST_SHOWN]]
        kind = "values" if "value" in self.columns else "nimbers"
        yield Table((f"{kind} ({len(self.values):,} different)", "positions"), common)
        hot = [(each.temperature, each.position, _short(each.value)) for each in self.hottest[:MOST_SHOWN]]
        yield Table(("temperature", "hottest positions", "value"), hot)

    def __repr__(self) -> str:
        return f"<Census of {self.title}: {len(self):,} positions>"


def _by_size(counts: dict[str, Count]) -> dict[str, Count]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1].rows, -item[1].positions, len(item[0]), item[0])))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
