"""The scripts and styles of the page as one module, as a notebook needs them.

Each script becomes a function that hands over what it exports, in the order in which they need each other; a script of
this folder takes the place of the page's with the same name, as `api.js` does, which asks the kernel instead of a
server. All of them see the widget's own document: a shadow root, so that neither the notebook's styles change the
widget nor the widget's the notebook.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "web" / "page"
STYLES = ("style.css", "board.css", "sheet.css", "values.css")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(?:[^"]*/)?(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/ ?|^ *//[^\n]*\n", re.MULTILINE)


@cache
def script() -> str:
    """The module: ``export default {render}``."""
    names: list[str] = []
    _collect("notebook.js", names)
    parts = [
        "const modules = {};",
        _wrapped("frame.js"),
        "function page(document) {",
        "const modules = {};",
        *map(_wrapped, names),
        'return modules["notebook.js"];',
        "}",
        f'export default modules["frame.js"].frame(page, {json.dumps(style())});',
    ]
    return "\n".join(parts)


def style() -> str:
    """All styles; what belongs to the root of a page belongs to the host of a shadow root."""
    text = "\n".join((PAGE / name).read_text(encoding="utf-8") for name in STYLES)
    text = re.sub(r":root(\[[^\]]*\])", r":host(\1)", re.sub(r"/\*.*?\*/\n?", "", text, flags=re.DOTALL))
    return re.sub(
        r"^body \{",
        ":host { display: block; padding: 1rem; border-radius: 8px;",
        text.replace(":root", ":host"),
        flags=re.MULTILINE,
    )


def _text(name: str) -> str:
    own = HERE / name
    return (own if own.exists() else PAGE / name).read_text(encoding="utf-8")


def _collect(name: str, names: list[str]) -> None:
    """Add a script after all that it needs."""
    for match in _IMPORT.finditer(_text(name)):
        if match[2] not in names:
            _collect(match[2], names)
    names.append(name)


def _wrapped(name: str) -> str:
    text = _COMMENT.sub("", _text(name))
    exports = ", ".join(match[1] for match in _EXPORT.finditer(text))
    text = _IMPORT.sub(lambda match: f'const {{{match[1]}}} = modules["{match[2]}"];\n', text)
    return f'modules["{name}"] = (() => {{\n{_EXPORT.sub("", text).strip()}\nreturn {{ {exports} }};\n}})();'
