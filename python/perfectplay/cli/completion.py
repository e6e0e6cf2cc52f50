"""Completion in shells, in two ways.

`script` writes a script that knows the commands, their options and the keys of all systems. It needs nothing else, and
answers at once. `complete` serves argcomplete (the extra ``completion``), which starts the program at every tab and so
knows more: samples, methods, metrics and rule options of the system at hand.
"""

from __future__ import annotations

import os
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterable

from perfectplay.cli.commands import COMMANDS
from perfectplay.cli.program import parser
from perfectplay.errors import PerfectPlayError
from perfectplay.questions import methods, names
from perfectplay.registry import listed, load, system
from perfectplay.system import Puzzle

BASH = """\
_perfectplay() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} options=
    COMPREPLY=()
    if (( COMP_CWORD == 1 )); then
        COMPREPLY=($(compgen -W "{commands}" -- "$word"))
        return
    fi
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif (( COMP_CWORD == 2 )) && [[ " {keyed} " == *" ${{COMP_WORDS[1]}} "* ]]; then
        COMPREPLY=($(compgen -W "{keys}" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -o filenames -F _perfectplay perfectplay"""


def script(shell: str) -> str:
    """The script for a shell to read: ``eval "$(perfectplay completion bash)"``."""
    _, commands = parser()
    options = {name: sorted(_options(command)) for name, command in commands.items()}
    keyed = [name for name in commands if name in names() or COMMANDS[name].instance or COMMANDS[name].keyed]
    if shell == "fish":
        lines = ["complete -c perfectplay -n __fish_use_subcommand -f -a '" + " ".join(commands) + "'"]
        for name, known in options.items():
            lines += [
                f"complete -c perfectplay -n '__fish_seen_subcommand_from {name}' -l {option[2:]}" for option in known
            ]
        seen = f"__fish_seen_subcommand_from {' '.join(keyed)}"
        lines.append(f"complete -c perfectplay -n '{seen}' -a '{' '.join(listed())}'")
        return "\n".join(lines)
    cases = "\n".join(f"        {name}) options='{' '.join(known)}' ;;" for name, known in options.items())
    text = BASH.format(commands=" ".join(commands), cases=cases, keyed=" ".join(keyed), keys=" ".join(listed()))
    return text if shell == "bash" else f"autoload -U +X bashcompinit && bashcompinit\n{text}"


def _options(command: ArgumentParser) -> set[str]:
    return {word for action in command._actions for word in action.option_strings if word.startswith("--")}


# argcomplete --------------------------------------------------------------------------------------------------------


def complete() -> None:
    """Tell argcomplete what may stand at the cursor, and end; do nothing where it is not installed."""
    try:
        import argcomplete
    except ModuleNotFoundError:
        return
    name = os.environ.get("COMP_LINE", "").split(" ")[1:2]
    top, commands = parser(name[0] if name and name[0] in (*COMMANDS, *names()) else "")
    for command in commands.values():
        for action in command._actions:
            if action.dest in KNOWN:
                action.completer = _completer(KNOWN[action.dest])  # type: ignore[attr-defined]
    argcomplete.autocomplete(top)


def _completer(known: Callable[[Namespace], Iterable[str]]) -> Callable[..., list[str]]:
    def completer(prefix: str, action: Action, parser: ArgumentParser, parsed_args: Namespace) -> list[str]:
        try:
            return [word for word in known(parsed_args) if word.startswith(prefix)]
        except PerfectPlayError:  # about what comes before
            return []

    return completer


def _metrics(given: Namespace) -> Iterable[str]:
    cls = system(given.key)
    return cls.metrics if issubclass(cls, Puzzle) else ()


def _settings(given: Namespace) -> Iterable[str]:
    usual = system(given.key).all_options()
    return [f"{name}={value}".lower() for name, default in usual.items() for value in _values(default)]


def _values(default: object) -> Iterable[object]:
    return (True, False) if isinstance(default, bool) else (default,)


KNOWN: dict[str, Callable[[Namespace], Iterable[str]]] = {
    "key": lambda given: listed(),
    "instance": lambda given: [f"@{name}" for name in system(given.key).samples],
    "method": lambda given: methods(given.command, load(given.key)),
    "metric": _metrics,
    "settings": _settings,
}
"""What may stand for an argument, as far as the command line goes."""
