"""The pages of the documentation that nobody writes: the reference, the catalogue, the schema. A hook of mkdocs.

The reference follows ``__init__.pyi``: a name that is added there appears on the page of its module's group, and one
whose module belongs to no group on the last page. The README, CONTRIBUTING.md and CHANGELOG.md are pages as they stand.
Links between pages are those of the source tree; what has no page of its own is linked in the repository.
"""

from __future__ import annotations

import html
import json
import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Files of the source tree that are pages, and where."""


class Group(NamedTuple):
    """A page of the reference."""

    page: str
    title: str
    about: str
    modules: tuple[str, ...] = ()
    """Public names that are defined in these modules, or below."""
    whole: tuple[str, ...] = ()
    """Modules that are shown with everything in them that is public."""


GROUPS = (
    Group(
        "questions",
        "Questions",
        "What can be asked, and what comes back. Every question takes `limits=`, most take `method=` and `progress=`; a"
        " [result](#perfectplay.result.Result) prints like its answer. [The guide](../guide/games.md) shows them at"
        " work.",
        ("perfectplay.questions", "perfectplay.result", "perfectplay.verification", "perfectplay.checks"),
    ),
    Group(
        "positions",
        "Positions and systems",
        "Where positions come from, what they can do, and who plays them.",
        (
            "perfectplay.registry",
            "perfectplay.position",
            "perfectplay.players",
            "perfectplay.metrics",
            "perfectplay.nimbers",
            "perfectplay.heap_codes",
            "perfectplay.formats",
            "perfectplay.notebook",
        ),
    ),
    Group(
        "values",
        "Values",
        "Canonical forms of short games. [Values: the reference](../values.md) has the notation and all operations in"
        " tables; [values in an afternoon](../guide/values.md) is the introduction.",
        ("perfectplay.values",),
    ),
    Group(
        "numbers",
        "Numbers",
        "Surreal numbers, ordinals, and nimbers as a field. [Numbers beyond the short ones](../guide/numbers.md) is the"
        " guide.",
        ("perfectplay.fields",),
    ),
    Group(
        "misere",
        "Misère play",
        "Canonical forms, the genus and misère quotients of impartial games. [Misère play](../guide/misere.md) is the"
        " guide.",
        ("perfectplay.misere",),
    ),
    Group(
        "kinds",
        "Kinds, for authors",
        "What a game or puzzle of yours is derived from. [Your own game](../guide/your-own-game.md) is the guide, and"
        " [Contributing](../contributing.md#which-kind) has a table of all kinds.",
        ("perfectplay.kinds", "perfectplay.linting"),
    ),
    Group(
        "tables",
        "Census and atlas",
        "Tables: of all positions of a size, of small components, and of what is known about complexity.",
        (
            "perfectplay.census",
            "perfectplay.tabulated",
            "perfectplay.collection",
            "perfectplay.batch",
            "perfectplay.atlas",
        ),
    ),
    Group(
        "limits",
        "Limits, logging, version",
        "How much a question may take, and how to stop it; how to hear what the library does.",
        ("perfectplay.limits", "perfectplay._native"),
        ("perfectplay.log",),
    ),
    Group(
        "errors",
        "Errors",
        "Every error is one line: where, what, what was expected.",
        ("perfectplay.errors",),
    ),
    Group(
        "boards",
        "Boards",
        "Grids of squares, hexagons and triangles, and graphs: what rules are written on.",
        whole=("perfectplay.board",),
    ),
    Group("pictures", "Pictures", "Drawings as data, as text and as SVG.", whole=("perfectplay.picture",)),
    Group("graphs", "Graphs", "Graphs by name, and in the formats of other programs.", whole=("perfectplay.graphs",)),
    Group(
        "formulas",
        "Formulas",
        "Propositional and quantified formulas. [Logic](../guide/logic.md) is the guide.",
        whole=("perfectplay.formulas",),
    ),
    Group(
        "constraint-logic",
        "Constraint logic",
        "Tools for constraint graphs. [Constraint logic](../guide/constraint-logic.md) is the guide.",
        whole=("perfectplay.constraint_logic",),
    ),
)
AUTHORS = (
    *("cells", "code", "moves", "play", "goals", "solved", "winner", "again", "split"),
    *("parse", "text", "picture", "position", "load"),
)
"""Of a kind, what its authors write or use, whoever defines it."""
OTHERS = Group("others", "Other names", "Names of modules that belong to none of the other pages.")


def public_names() -> dict[str, str]:
    """Every name of ``__init__.pyi`` with the module that defines it; none for what is a module itself."""
    found = {}
    for line in (ROOT / "python" / "perfectplay" / "__init__.pyi").read_text(encoding="utf-8").splitlines():
        if named := re.fullmatch(r"from (perfectplay[\w.]*) import (\w+) as \2", line):
            found[named[2]] = "" if named[1] == "perfectplay" else named[1]
    return found


def grouped() -> dict[Group, dict[str, str]]:
    """The groups, each with its public names; modules that are shown as a whole are not among them."""
    found: dict[Group, dict[str, str]] = {group: {} for group in (*GROUPS, OTHERS)}
    for name, module in public_names().items():
        fitting = [each for each in GROUPS if any(f"{module}.".startswith(f"{known}.") for known in each.modules)]
        if module or not any(f"perfectplay.{name}" in each.whole for each in GROUPS):
            found[(*fitting, OTHERS)[0]][name] = module
    return {group: names for group, names in found.items() if names or group.whole}


def reference() -> Iterator[tuple[str, str]]:
    """The pages of the reference as Markdown, each with its place."""
    listed = ["# Reference", "", "Every name of `import perfectplay as pp`, by what it is for.", ""]
    for group, names in grouped().items():
        parts = [f"# {group.title}", "", group.about, ""]
        for name, module in sorted(names.items(), key=lambda item: (item[0].lower(), item[0])):
            parts += [f"::: {module}.{name}" if module else f"::: perfectplay.{name}"]
            parts += ["    options:", f"      heading: pp.{name}", f"      toc_label: {name}"]
            if name.endswith(("Game", "Puzzle")):
                parts += [f"      {option}: {json.dumps(AUTHORS)}" for option in ("members", "inherited_members")]
            parts.append("")
        for module in group.whole:
            parts += [f"::: {module}", "    options:", f"      heading: {module}", f"      toc_label: {module}"]
            parts += ["      members: " + json.dumps(members(module)), ""]
        yield f"reference/{group.page}.md", "\n".join(parts)
        shown = ", ".join(f"`{name}`" for name in (*sorted(names, key=str.lower), *group.whole))
        listed += [f"- [{group.title}]({group.page}.md): {shown}"]
    yield "reference/http.md", "\n".join(operations())
    listed += ["- [HTTP](http.md): what the page can be asked as JSON"]
    yield "reference/index.md", "\n".join(listed)


def members(module: str) -> list[str]:
    """What a module shows: its ``__all__``, else its public functions and classes."""
    from importlib import import_module

    found = import_module(module)
    own = [
        name
        for name, each in vars(found).items()
        if not name.startswith("_") and getattr(each, "__module__", "") == module and callable(each)
    ]
    return list(getattr(found, "__all__", own))


def operations() -> Iterator[str]:
    """What can be asked over HTTP."""
    from perfectplay.views.operations import operations as known

    yield "# HTTP"
    yield ""
    yield "`perfectplay serve` answers these as JSON, under `/api/v1/`; `/api/v1/openapi.json` has all of it in the"
    yield "terms of OpenAPI. [The guide](../guide/web.md#the-http-interface) shows how to ask."
    yield ""
    yield "| `POST /api/v1/…` | what it does | needs |"
    yield "|---|---|---|"
    for name, each in known().items():
        yield f"| `{name}` | {each.help} | {', '.join(f'`{one}`' for one in each.required)} |"
    yield ""
    yield "What a question answers has [the schema](../schema/v1.json) that `--json` has, in its field `result`."


# the catalogue ------------------------------------------------------------------------------------------------------

FOLDERS = {
    "games": ("Games", "Two players, Left and Right."),
    "puzzles": ("Puzzles", "One player, moves and a goal."),
    "pencil": ("Pencil puzzles", "Something is filled in on paper, and the rules say when it is right."),
    "logic": ("Logic", "The objects of hardness proofs: formulas, quantifiers, constraint graphs, gadgets."),
}


def catalogue() -> Iterator[tuple[str, str]]:
    """A page for each folder of systems, pictures of their samples, and a table of all."""
    import perfectplay as pp
    from perfectplay.registry import keys

    entries = {entry.key: entry for entry in pp.catalogue()}
    by_folder: dict[str, list[str]] = {}
    for key, module in keys().items():
        by_folder.setdefault(module.split(".")[1], []).append(key)
    table = ["# Catalogue", "", f"{len(entries)} systems; `pp.catalogue()` and `perfectplay list` have them, too.", ""]
    for folder, known in sorted(by_folder.items(), key=lambda item: [*FOLDERS, item[0]].index(item[0])):
        title, about = FOLDERS.get(folder, (folder.capitalize(), ""))
        parts = [f"# {title}", "", about, ""]
        table += [f"## {title}", "", "| key | name | questions |", "|---|---|---|"]
        for key in known:
            entry = entries[key]
            asked = ", ".join(f"`{each}`" for each in entry.questions)
            table.append(f"| [`{key}`]({folder}.md#{key}) | {entry.name} | {asked} |")
            yield f"catalogue/{key}.svg", pp.load(key).picture().svg()
            parts += described(key)
        table.append("")
        yield f"catalogue/{folder}.md", "\n".join(parts)
    yield "catalogue/index.md", "\n".join(table)


def described(key: str) -> list[str]:
    """One system: its rules as its file states them, options, samples, source."""
    import perfectplay as pp

    system: Any = pp.system(key)
    title, _, rules = system.rules_text().partition("\n")
    facts = {
        "Source": html.escape(system.source),
        "Section of the survey": html.escape(system.section),
        "Options": ", ".join(f"`{name}={value}`" for name, value in system.all_options().items()),
        "Samples": ", ".join(f"`@{name}`" for name in list(system.samples)[:20]),
        "Complexity": f"`perfectplay atlas {key}`, [the atlas](../atlas.md)" if pp.atlas(key) else "",
    }
    lines = [f"## {system.name} {{ #{key} }}", "", f"`{key}` {html.escape(title)}", ""]
    lines += [f"![{html.escape(system.name)}]({key}.svg){{ .sample loading=lazy }}", ""]
    prose, mark, example = rules.strip("\n").partition(">>>")
    lines += [fenced(escaped(prose) + mark + example), ""]
    return [*lines, *(f"- **{name}:** {text}" for name, text in facts.items() if text), ""]


def escaped(text: str) -> str:
    """Text in which nothing but code is marked."""
    return re.sub(r"(``.*?``)|([*_<|\[\]])", lambda found: found[1] or f"\\{found[2]}", text, flags=re.DOTALL)


def fenced(text: str) -> str:
    """Text in which examples, up to the next empty line, are blocks of code, and references are code."""
    lines: list[str] = []
    example = False
    for line in text.split("\n"):
        if not example and line.lstrip().startswith(">>>"):
            example = True
            lines += ["", "```pycon"]
        elif example and not line.strip():
            example = False
            lines.append("```")
        lines.append(line)
    text = "\n".join([*lines, "```"] if example else lines)
    return re.sub(r":(?:mod|class|func|meth|attr):`~?(?:perfectplay\.)?([\w.]+)`", r"`\1`", text)


# mkdocs -------------------------------------------------------------------------------------------------------------


def made() -> Iterator[tuple[str, str]]:
    """Every file that is made, with its place."""
    from perfectplay.questions import names
    from perfectplay.result import VERSION
    from perfectplay.schema import schema

    for source, place in PAGES.items():
        yield place, (ROOT / source).read_text(encoding="utf-8")
    yield from reference()
    yield from catalogue()
    yield f"schema/v{VERSION}.json", json.dumps(schema(), indent=1)
    for name in (*names(), "atlas"):
        yield f"schema/v{VERSION}/{name}.json", json.dumps(schema(name), indent=1)


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for place, text in made():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    place = page.file.src_uri
    source = next((each for each, there in PAGES.items() if there == place), f"docs/{place}")
    markdown = re.sub(r"^```python\n(?=>>>)", "```pycon\n", markdown, flags=re.MULTILINE)
    markdown = re.sub(r"^\|.*$", lambda row: _without_bars(row[0]), markdown, flags=re.MULTILINE)
    return re.sub(
        r"(\]\()([^)#\s:]+)((?:#[^)\s]*)?\))",
        lambda found: found[1] + linked(found[2], source, place, config.extra["repository"]) + found[3],
        markdown,
    )


def _without_bars(row: str) -> str:
    """A row of a table, with the bars in code as they stand: the sources escape them, because GitHub needs it."""
    return re.sub(r"`[^`]*`", lambda code: code[0].replace("\\|", "|"), row)


def linked(target: str, source: str, place: str, repository: str) -> str:
    """A link of the source tree as one of the site: to a page, or to the file in the repository."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if path in PAGES:
        there = PAGES[path]
    elif path.startswith("docs/"):
        there = path.removeprefix("docs/")
    elif os.path.exists(ROOT / path):
        return f"{repository}/blob/main/{path}"
    else:
        return target  # which mkdocs reports
    return posixpath.relpath(there, posixpath.dirname(place) or ".")
