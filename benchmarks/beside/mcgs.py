"""MCGS (Folkersen, Müller & Du 2024-26): outcomes of Clobber, Domineering, Amazons and NoGo, nimbers of Cram."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from beside.race import (
    OUTCOMES,
    Heat,
    Missing,
    Peer,
    Race,
    Row,
    Setting,
    built,
    chequered,
    commit,
    late,
    rectangle,
    run,
)


@dataclass(frozen=True)
class Boards:
    """Positions of one game, and what MCGS calls it."""

    key: str
    section: str
    name: str
    texts: dict[str, str]
    small: str
    question: str = "outcome"
    goal: float = 1.0
    long: bool = False


def line(stones: int) -> str:
    return ("xo" * stones)[:stones]


START = 20.0
"""Seconds that it may take beside the search: it clears large tables first."""
CLOBBER, CLOBBER_LONG = ("3x5", "4x4", "3x6", "4x5"), ("2x12", "3x9", "5x5")
DOMINEERING, CRAM = ("4x5", "5x5", "4x6", "5x6"), ("3x6", "4x5", "5x5", "3x8")
AMAZONS = ("x...|...o", "x....|....o", "x.x|...|o.o", "x..o|....|o..x", "x....|.....|....o")
GAMES = (
    Boards("clobber", "clobber", "Clobber", {size: chequered(size) for size in CLOBBER}, "xo"),
    Boards("clobber", "clobber", "Clobber", {size: chequered(size) for size in CLOBBER_LONG}, "xo", long=True),
    Boards("clobber", "clobber_1xn", "Clobber", {f"1x{n}": line(n) for n in (14, 18, 22, 26)}, "xo"),
    Boards("domineering", "domineering", "Domineering", {size: rectangle(size) for size in DOMINEERING}, ".."),
    Boards("cram", "impartial domineering", "Cram", {size: rectangle(size) for size in CRAM}, "..", "grundy"),
    Boards("amazons", "amazons", "Amazons", {text: text for text in AMAZONS}, "x.o"),
    Boards("no_go", "nogo", "NoGo", {size: rectangle(size) for size in ("3x4", "3x5", "4x4", "3x6")}, ".."),
)


class MCGS(Peer):
    name = "MCGS"
    variable = "MCGS"
    title = "Sums of small boards: Clobber, Domineering, Cram, Amazons, NoGo"
    timing = (
        "The time that MCGS prints, for both starters added, without a database of its own, as it is when it has been "
        "built, and without checks (DEBUG=0). Ours answers by search; theorems are passed over."
    )

    def prepare(self, setting: Setting) -> None:
        source = self.source(setting)
        if (source / "CMakeLists.txt").is_file():  # from version 1.6 on
            if not any((source / "libs" / "cgt_lib").glob("*")):
                raise Missing("its sources lack the submodule libs/cgt_lib")
            commands = [
                ["cmake", "-B", "build", "-DDEBUG=0", "-DONLY_EMIT=MCGS"],
                ["cmake", "--build", "build", "--target", "MCGS"],
            ]
        else:
            commands = [["make", "DEBUG=0", "MCGS"]]
        self.program = built("mcgs", source, "MCGS", commands, setting)

    def version(self, setting: Setting) -> str:
        page = self.source(setting) / "README.md"
        found = re.match(r"# MCGS V([\d.]+)", page.read_text(encoding="utf-8")) if page.is_file() else None
        return ", ".join(filter(None, [found[1] if found else "", commit(self.source(setting))]))

    def races(self, setting: Setting) -> Iterator[Race]:
        for boards in GAMES:
            for name, text in boards.texts.items():
                players = "{N}" if boards.question == "grundy" else "{B, W}"
                yield Race(
                    f"mcgs-{boards.key.replace('_', '')}-{name.replace('|', '/')}",
                    f"{boards.name} {name}".replace("|", "\\|"),
                    boards.question,
                    boards.key,
                    (Heat(text, f"[{boards.section}] ({text.upper()}) {players}"),),
                    boards.goal,
                    small=boards.small,
                    search=True,
                    long=boards.long,
                )

    def ask(self, race: Race, heat: Heat, limit: float) -> Row:
        ran = run([self.program, "--no-use-db", heat.theirs], "", limit + START)
        if ran.code is None:
            return late(limit)
        answers = re.findall(r"^Got: (\w+)", ran.said, re.MULTILINE)
        times = [float(each) / 1000 for each in re.findall(r"^Time \(ms\): ([\d.]+)", ran.said, re.MULTILINE)]
        if len(answers) != len(times) or len(answers) != (1 if race.question == "grundy" else 2):
            return {"failed": ran.last}
        if sum(times) > limit:
            return late(limit)
        answer = answers[0] if race.question == "grundy" else OUTCOMES[answers[0] == "Win", answers[1] == "Win"]
        return {"seconds": sum(times), "answer": answer}
